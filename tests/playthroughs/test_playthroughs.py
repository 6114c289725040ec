"""Whole games as text: what every seat sees, is told and may choose, step by step. A change of it is read in the diff.

When rules, cards or views change on purpose: `python -m tests.playthroughs.make`, and read what the files say now.
"""

import re
from pathlib import Path

import pytest

from tests.golden.files import read
from tests.playthroughs import make
from tests.playthroughs.make import FOLDER, PLAYTHROUGHS, difference, main, path_of, told

MOST_BYTES = 3_000_000
NAME = "two-seats-with-a-setup-card"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_tells_what_happens_today(name: str) -> None:
    differs = difference(name)
    assert not differs, f"read it, then: python -m tests.playthroughs.make\n{differs}"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_every_step_tells_who_is_asked_what_is_offered_and_what_was_chosen(name: str) -> None:
    text, log = path_of(name).read_text(encoding="utf-8"), read(PLAYTHROUGHS[name]).data["log"]
    steps = re.split(r"^\[\d+\] round ", text, flags=re.MULTILINE)[1:]
    assert len(steps) == len(log)
    for step in steps:
        asked, _, done = step.partition("\n> ")
        for seat, number in re.findall(r"^(\d) is asked [^,]*, (\d+) offered", asked, flags=re.MULTILINE):
            assert int(number) > 0, f"seat {seat}"
        assert re.search(r"^\d is asked ", asked, flags=re.MULTILINE)
        assert re.search(r" sees |^all is told game-ended ", done, flags=re.MULTILINE), "somebody's view has changed"


def test_there_is_no_playthrough_without_a_game_and_together_they_are_not_too_long() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(PLAYTHROUGHS)
    assert sum(path_of(name).stat().st_size for name in PLAYTHROUGHS) < MOST_BYTES


def test_one_command_shows_what_differs_and_writes_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    path = tmp_path / f"{NAME}.txt"
    path.write_text(told(NAME).replace("===== round 2 =====", "===== round 7 ====="), encoding="utf-8")
    assert main(["--check", NAME]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in shown if line[0] in "+-"][2:] == ["-===== round 7 =====", "+===== round 2 ====="]
    assert main([NAME]) == 0
    assert path.read_text(encoding="utf-8") == told(NAME)
    assert main(["--check", NAME]) == 0
