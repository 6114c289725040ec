"""`choose` returns a legal choice, the same on every machine, from what its seat may know."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from automa import PLAYERS, choose
from engine import codec, loop
from engine.choices import Choice
from engine.determinize import determinize
from engine.rng import stream
from engine.state import State
from engine.view import table_view
from tests.automa.positions import SEED, positions, sampler

ROOT = Path(__file__).resolve().parents[2]
LEVELS = tuple(PLAYERS)
SCRIPT = """
import json
from tests.automa.test_choose import answers
print(json.dumps(answers("journeyman", 12) + answers("apprentice", 40)))
"""


def answer(state: State, seat: int, level: str) -> tuple[Choice, dict[str, object]]:
    """The choice of an AI in that seat, and its reason."""
    choice, reason = choose(table_view(state, seat), loop.legal_choices(state, seat), sampler(state, seat), level)
    return choice, reason.to_json()


def answers(level: str, number: int) -> list[object]:
    found = (answer(state, seat, level) for state, seat in positions(number))
    return [[codec.to_json(choice), reason] for choice, reason in found]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_level_makes_a_legal_choice(level: str, seats: int) -> None:
    """In every kind of decision that random games reach."""
    for state, seat in positions(40, seats):
        before = codec.state_hash(state)
        choice, _ = answer(state, seat, level)
        assert choice in loop.legal_choices(state, seat)
        assert codec.state_hash(state) == before


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_decision_has_the_same_answer(level: str) -> None:
    assert answers(level, 12) == answers(level, 12)


@pytest.mark.parametrize("hashseed", ["0", "1", "4817"])
def test_other_processes_give_the_same_answers(hashseed: str) -> None:
    """Also with another order of iteration of sets."""
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hashseed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(process.stdout) == json.loads(json.dumps(answers("journeyman", 12) + answers("apprentice", 40)))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.rule("GEN-7", "GEN-17")
def test_what_is_hidden_makes_no_difference(level: str) -> None:
    """With other hands, goals, worker numbers, decks and dice it makes the same choice for the same reason."""
    for number, (state, seat) in enumerate(positions(20)):
        known = table_view(state, seat)
        expected = answer(state, seat, level)
        for other in range(3):
            alternative = determinize(state, seat, stream(SEED, "another world", number, other))
            assert table_view(alternative, seat) == known
            assert answer(alternative, seat, level) == expected


@pytest.mark.parametrize("level", LEVELS)
def test_with_another_seed_or_choice_count_the_choice_is_legal_too(level: str) -> None:
    """The sampled tables differ, and so may the choice."""
    state, seat = positions(20)[3]
    for step in range(5):
        other = sampler(state, seat, f"seed {step}", step)
        choice, _ = choose(table_view(state, seat), loop.legal_choices(state, seat), other, level)
        assert choice in loop.legal_choices(state, seat)


def test_an_unknown_level_is_named() -> None:
    state, seat = positions(20)[0]
    with pytest.raises(ValueError, match="'grandmaster'"):
        choose(table_view(state, seat), loop.legal_choices(state, seat), sampler(state, seat), "grandmaster")
