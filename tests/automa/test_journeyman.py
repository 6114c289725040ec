"""What the journeyman is expected to see, and the valuation and habits that it sees with."""

import doctest
import importlib
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from automa import choose, policy
from automa.evaluation.position import Topic, position, total
from automa.search import rollout
from automa.search.rollout import round_over, tried
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.rules.benches import BenchCards
from engine.rules.market import Visit
from engine.rules.patrons import AskGiving
from engine.rules.resolution import ChooseAction
from engine.state import ActiveWorker, State, Step, WaitingPatron
from engine.steps import STEPS, Decision
from engine.view import table_view
from tests.automa.tables import by_habit, moments, new_game, planning, positions, sample

HAYDN, MARAIS = WaitingPatron("joseph-haydn", 1), WaitingPatron("marin-marais", 2)


def asked(step: Step, location: str = "finishing", number: int = 3, **possessions: Any) -> State:
    """A worker of the first seat is acting, and the step asks the seat; the round goes on after it."""
    state = planning(**possessions)
    state.phase = "resolution"
    state.active_worker = ActiveWorker(1, 0, number, 0, location, number, 1)
    state.agenda = (*state.agenda[:-2], step)
    state.offered_cache = None
    return state


def answer(state: State, level: str = "journeyman") -> Choice:
    return choose(table_view(state, 0), loop.legal_choices(state, 0), sample(state, 0), level)[0]


# --- what it chooses --------------------------------------------------------------------------------------------------


def test_it_finishes_what_it_can_pay() -> None:
    state = asked(ChooseAction(0, "finishing"), finishing=("grand-piano",), animal=2, metal=1, waiting=())
    assert answer(state) == c.Finish("grand-piano")


def test_it_serves_a_patron() -> None:
    state = asked(AskGiving(0, "instrument", "lute"), waiting=(MARAIS,))
    assert answer(state) == c.Give("marin-marais")


def test_it_would_rather_complete_one_patron_than_begin_with_another() -> None:
    state = asked(AskGiving(0, "instrument", "lute"), waiting=(HAYDN, MARAIS))
    assert answer(state) == c.Give("marin-marais")


def test_it_puts_a_card_on_an_empty_bench() -> None:
    state = asked(BenchCards(0, 1, "guild"), "guild", hand=("violin",), roughing=(), finishing=(), wood=3, animal=2)
    assert answer(state) == c.Bench("violin")


def test_in_the_last_round_it_sells_what_it_cannot_use() -> None:
    """Ten of anything are one prestige: a metal is one, its price up to six."""
    state = asked(Visit(0), metal=5, animal=0, wood=0, money=3, inspiration=0, roughing=(), finishing=(), hand=())
    state.round, state.workers = 6, ()
    state.agenda = (state.agenda[0], state.agenda[-1])
    for player in state.players:
        player.idle = ()
    assert answer(state) == c.Sell("metal")


def test_it_throws_nothing_away() -> None:
    for state, seat in positions(40):
        choice, _ = choose(table_view(state, seat), loop.legal_choices(state, seat), sample(state, seat), "journeyman")
        assert not isinstance(choice, c.ThrowAway)


# --- trials -----------------------------------------------------------------------------------------------------------


def test_a_trial_leaves_the_table_as_it_is() -> None:
    state = planning()
    before = state.clone()
    tried(state, 0, [c.PlanWorker(1, 0), c.PlanLocation("balcony")], round_over(state))
    assert state == before


def test_trials_are_bounded_by_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that never rests is left after so many steps."""
    apply = Mock(side_effect=loop.apply)
    monkeypatch.setattr(loop, "apply", apply)
    rollout.play_on(planning(), lambda table: False)
    assert apply.call_count < 2 * rollout.MOST_STEPS + 2


# --- the valuation ----------------------------------------------------------------------------------------------------


def worth(state: State) -> int:
    return total(position(state, 0))


@pytest.mark.parametrize("good", ["prestige", "money", "inspiration", "animal", "wood", "metal", "apprentices"])
def test_more_of_a_good_is_worth_more_at_every_moment(good: str) -> None:
    for state, _ in moments(new_game("WORTH 1"), by_habit):
        if state.phase == "planning":
            richer = state.clone()
            setattr(richer.players[0], good, getattr(richer.players[0], good) + 1)
            assert worth(richer) > worth(state)


def test_an_instrument_is_worth_more_the_further_it_has_come() -> None:
    bare: dict[str, Any] = {"hand": (), "roughing": (), "finishing": ()}
    stages = [worth(planning(**{**bare, stage: ("cello",)})) for stage in ("hand", "roughing", "finishing")]
    assert stages == sorted(stages)
    assert worth(planning(**bare)) < stages[0]


def test_a_patron_about_to_leave_is_worth_less() -> None:
    fresh, restless = (worth(planning(waiting=(replace(HAYDN, patience=p),), prestige=20)) for p in (0, 2))
    assert restless < fresh


def test_a_finished_game_is_worth_its_prestige() -> None:
    state = new_game("WORTH 2")
    for _ in moments(state, by_habit):
        pass
    assert state.finished
    assert position(state, 1) == {Topic("prestige"): 100 * state.players[1].prestige}


def test_worths_are_whole_numbers() -> None:
    for state, seat in positions(40):
        assert all(type(value) is int for value in position(state, seat).values())


# --- habits -----------------------------------------------------------------------------------------------------------


def test_there_is_a_habit_for_every_kind_of_decision() -> None:
    kinds = {step.kind for step in STEPS.values() if issubclass(step, Decision)}
    assert policy.HABITS.keys() == kinds


@pytest.mark.parametrize("name", ["apprentice", "arena", "evaluation.dice_odds", "evaluation.weights", "reasons.parts"])
def test_examples_in_the_text_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"automa.{name}")).failed == 0
