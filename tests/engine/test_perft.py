"""Eight fixed positions, and how many sequences of choices each offers to depth 6 (perft.txt).

A number that differs means that something else may be chosen than before: `python -m tests.engine.perft --divide`.
"""

import pytest

from tests.engine.perft import FILE, POSITIONS, divided, row, sequences

WRITTEN = FILE.read_text(encoding="utf-8").splitlines()[2:]


@pytest.mark.parametrize(("name", "line"), list(zip(POSITIONS, WRITTEN, strict=True)), ids=POSITIONS)
def test_as_many_sequences_are_offered_as_ever(name: str, line: str) -> None:
    assert row(name) == line


def test_there_are_eight_positions_in_the_file() -> None:
    assert len(POSITIONS) == len(WRITTEN) == 8
    assert [line.split()[0] for line in WRITTEN] == list(POSITIONS)
    assert all(len(line.split()) > 3 for line in WRITTEN), "each is counted to depth 3 at least"


def test_a_divided_count_adds_up() -> None:
    state = POSITIONS["the-turn"]().state
    for depth in (1, 2, 3):
        assert sum(count for _, count in divided(state, depth)) == sequences(state, depth)
