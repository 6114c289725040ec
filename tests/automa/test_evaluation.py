"""The evaluation of positions, in whole numbers and in the right order."""

import doctest
import importlib
from dataclasses import replace
from typing import Any

import pytest

from automa.evaluation.features import Feature, total
from automa.evaluation.position import evaluate
from engine.state import State, WaitingPatron
from tests.automa.positions import by_policy, decisions, new_game, planning, positions

HAYDN = WaitingPatron("joseph-haydn", 1)


def value(state: State) -> int:
    return total(evaluate(state, 0))


@pytest.mark.parametrize("good", ["prestige", "money", "inspiration", "animal", "wood", "metal", "apprentices"])
def test_more_of_a_good_is_worth_more_in_every_round(good: str) -> None:
    for state, _ in decisions(new_game("WORTH 1"), by_policy):
        if state.phase == "planning":
            richer = state.clone()
            setattr(richer.players[0], good, getattr(richer.players[0], good) + 1)
            assert value(richer) > value(state)


def test_an_instrument_is_worth_more_the_further_it_has_come() -> None:
    bare: dict[str, Any] = {"hand": (), "roughing": (), "finishing": ()}
    stages = [value(planning(**{**bare, stage: ("cello",)})) for stage in ("hand", "roughing", "finishing")]
    assert stages == sorted(stages)
    assert value(planning(**bare)) < stages[0]


def test_a_patron_about_to_leave_is_worth_less() -> None:
    fresh, leaving = (value(planning(waiting=(replace(HAYDN, patience=p),), prestige=20)) for p in (0, 2))
    assert leaving < fresh


def test_a_finished_game_is_worth_its_prestige() -> None:
    state = new_game("WORTH 2")
    for _ in decisions(state, by_policy):
        pass
    assert state.finished
    assert evaluate(state, 1) == {Feature("prestige"): 100 * state.players[1].prestige}


def test_values_are_whole_numbers() -> None:
    for state, seat in positions(40):
        assert all(type(one) is int for one in evaluate(state, seat).values())


MODULES = ["apprentice", "arena", "evaluation.dice_odds", "evaluation.terms", "reasons.parts"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"automa.{name}"))
    assert found.attempted > 0
    assert found.failed == 0
