"""Whole games as text: what every seat sees, is told and may choose, step by step. A change of it is read in the diff.

When rules, cards or views change on purpose: `python -m tests.playthroughs.make`, and read what the files say now.
"""

import pytest

from tests.playthroughs.make import FOLDER, PLAYTHROUGHS, difference, path_of

MOST_BYTES = 1_500_000


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_tells_what_happens_today(name: str) -> None:
    differs = difference(name)
    assert not differs, f"read it, then: python -m tests.playthroughs.make\n{differs}"


def test_there_is_no_playthrough_without_a_game_and_together_they_are_not_too_long() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(PLAYTHROUGHS)
    assert sum(path_of(name).stat().st_size for name in PLAYTHROUGHS) < MOST_BYTES
