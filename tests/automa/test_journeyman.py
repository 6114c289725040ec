"""The choices that a journeyman should find."""

from typing import Any

from automa import choose
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.rules.benches import BenchCards
from engine.rules.market import Visit
from engine.rules.patrons import AskGiving
from engine.rules.resolution import ChooseAction
from engine.state import ActiveWorker, State, Step, WaitingPatron
from engine.view import table_view
from tests.automa.positions import planning, positions, sampler

HAYDN, MARAIS = WaitingPatron("joseph-haydn", 1), WaitingPatron("marin-marais", 2)


def deciding(step: Step, location: str = "finishing", number: int = 3, **possessions: Any) -> State:
    """A worker of the first seat is acting, and the seat has this decision; the round goes on after it."""
    state = planning(**possessions)
    state.phase = "resolution"
    state.active_worker = ActiveWorker(1, 0, number, 0, location, number, 1)
    state.agenda = (*state.agenda[:-2], step)
    state.offered_cache = None
    return state


def answer(state: State, level: str = "journeyman") -> Choice:
    return choose(table_view(state, 0), loop.legal_choices(state, 0), sampler(state, 0), level)[0]


def test_it_finishes_what_it_can_pay() -> None:
    state = deciding(ChooseAction(0, "finishing"), finishing=("grand-piano",), animal=2, metal=1, waiting=())
    assert answer(state) == c.Finish("grand-piano")


def test_it_serves_a_patron() -> None:
    state = deciding(AskGiving(0, "instrument", "lute"), waiting=(MARAIS,))
    assert answer(state) == c.Give("marin-marais")


def test_it_would_rather_complete_one_patron_than_begin_with_another() -> None:
    state = deciding(AskGiving(0, "instrument", "lute"), waiting=(HAYDN, MARAIS))
    assert answer(state) == c.Give("marin-marais")


def test_it_puts_a_card_on_an_empty_bench() -> None:
    state = deciding(BenchCards(0, 1, "guild"), "guild", hand=("violin",), roughing=(), finishing=(), wood=3, animal=2)
    assert answer(state) == c.Bench("violin")


def test_in_the_last_round_it_sells_what_it_cannot_use() -> None:
    """Ten of anything are one prestige: a metal is one, its price up to six."""
    state = deciding(Visit(0), metal=5, animal=0, wood=0, money=3, inspiration=0, roughing=(), finishing=(), hand=())
    state.round, state.workers = 6, ()
    state.agenda = (state.agenda[0], state.agenda[-1])
    for player in state.players:
        player.idle = ()
    assert answer(state) == c.Sell("metal")


def test_it_throws_nothing_away() -> None:
    for state, seat in positions(40):
        choice, _ = choose(table_view(state, seat), loop.legal_choices(state, seat), sampler(state, seat), "journeyman")
        assert not isinstance(choice, c.ThrowAway)
