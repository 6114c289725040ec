"""The golden games: whole logs kept for a reason. Each plays by today's rules, to the same end, and shows its reason.

When rules or cards change on purpose: `python -m tests.golden.make`, and read the diff.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from automa import LEVELS
from engine import loop
from engine.choices import CHOICES
from engine.content.files import load
from engine.events import EVENTS, NoChair
from engine.game import Game
from engine.steps import STEPS, Decision
from tests.golden import files
from tests.golden.books import check_books
from tests.golden.cases import CASES, Case
from tests.golden.files import Golden, names, path_of, read, text_of, tidings
from tests.golden.make import main
from tests.golden.reasons.ends import ENDINGS, ending
from tests.golden.story import beginning, story_of

ROOT = Path(__file__).resolve().parents[2]
EACH = 10
"""The books are looked through at each so many'th step; what happened is entered at every one."""
FEW = 100
"""What costs more is looked at each so many'th step."""

ALL = [pytest.param(case, id=name) for name, case in CASES.items()]


@cache
def replayed(name: str) -> Game:
    return read(name).replay(load())


# --- each file ------------------------------------------------------------------------------------------------------


def test_there_is_a_file_for_each_reason_and_no_other() -> None:
    assert names() == sorted(CASES)
    assert len(CASES) >= 30


@pytest.mark.parametrize("case", ALL)
def test_a_golden_game_comes_to_the_same_end_for_its_reason(case: Case) -> None:
    golden, played = read(case.name), replayed(case.name)
    _ends_as_told(golden, played)
    assert path_of(case.name).read_text(encoding="utf-8") == text_of(tidings(played, case.why)), "make it anew"
    assert case.holds(story_of(played)), case.why


def _ends_as_told(golden: Golden, played: Game) -> None:
    """Hash, winners and every source of every seat; a final score is the sum of its sources."""
    state, told = played.state, golden.data
    assert state.finished
    assert list(state.winners) == told["winners"]
    for player, seat in zip(state.players, told["seats"], strict=True):
        assert (player.prestige, player.money) == (seat["prestige"], seat["money"])
        assert {**player.sources} == seat["sources"]
        assert sum(seat["sources"].values()) == seat["prestige"]
    assert played.hash() == told["hash"]


@pytest.mark.parametrize("case", ALL)
def test_the_books_of_a_golden_game_are_in_order(case: Case) -> None:
    check_books(replayed(case.name), each=EACH, costly=FEW)


@pytest.mark.long
@pytest.mark.parametrize("case", ALL)
def test_the_books_of_a_golden_game_are_in_order_at_every_step(case: Case) -> None:
    check_books(replayed(case.name), each=1, costly=4)


@pytest.mark.rule("GEN-10", "GEN-17")
@pytest.mark.parametrize("case", ALL)
def test_a_log_holds_second_thoughts_and_changes_of_hands_where_it_is_there_for_them(case: Case) -> None:
    log = read(case.name).data["log"]
    ops = [entry.get("op") for entry in log]
    assert ("undo" in ops, "redo" in ops) == (case.wanders, case.wanders)
    hands = [entry["player"] for entry in log if entry.get("op") == "seat"]
    assert hands == (["ai", "person"] if case.changes_hands else [])
    again = [(ops[n], entry) for n, entry in enumerate(log[1:]) if ops[n] == "undo" and "choice" in entry]
    assert bool(again) is case.wanders, "something else chosen after taking back"


# --- the tool -------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a copy of one golden game, in the place of the real one."""
    (tmp_path / "two-by-chance.json").write_bytes(path_of("two-by-chance").read_bytes())
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    return tmp_path


def test_the_tool_finds_nothing_to_write_where_all_is_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "two-by-chance"]) == 0
    assert capsys.readouterr().out == ""


def test_the_tool_shows_what_differs_and_mends_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, right = folder / "two-by-chance.json", path_of("two-by-chance").read_text(encoding="utf-8")
    path.write_text(right.replace('"winners":[', '"winners":[3,'), encoding="utf-8")
    assert main(["--check", "two-by-chance"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "two-by-chance: differs"
    assert len(shown) == 6, "one line away, one line new"
    assert main(["two-by-chance"]) == 0
    assert path.read_text(encoding="utf-8") == right


def test_the_tool_searches_anew_where_a_log_does_not_play(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, right = folder / "two-by-chance.json", path_of("two-by-chance").read_text(encoding="utf-8")
    path.write_text(right.replace('"kind":"pass"', '"kind":"market"'), encoding="utf-8")
    assert main(["--check", "two-by-chance"]) == 1
    assert "does not play any more" in capsys.readouterr().out
    assert main(["two-by-chance"]) == 0
    assert read("two-by-chance").replay(load()).state.finished


# --- all together ---------------------------------------------------------------------------------------------------


def test_what_golden_games_are_wanted_for_is_there() -> None:
    assert WANTED.keys() <= CASES.keys()


WANTED = {
    "performances-run-out-and-are-refilled": "a deck runs out",
    "deck-a-comes-back": "the patron deck runs out, both letters come back",
    "a-patron-leaves": "a patron leaves",
    "a-seat-scores-three-awards": "three awards",
    "every-seat-has-its-royal": "all royals gone that can go: each seat has one marker, the deck a card more",
    "storage-overflows": "storage overflows",
    "search-finds-in-the-discard-pile-alone": "a Search with no match in the deck",
    "search-cannot-name-a-kind-that-is-gone": "a Search with no match anywhere",
    "search-takes-an-apprentice-for-good": "an apprentice removed",
    "two-specialists-in-one-round": "two specialty cards of one round",
    "a-violin-decides-two-goals-of-different-eras": "a violin between two eras decides a goal",
    "three-tied-and-money-decides": "a tie decided by money",
    "two-of-three-share-the-victory": "a tie that is shared",
}
"""Games that must not go missing. Sizes, setup cards, levels and ends are looked for in the tests around this one."""


def test_every_way_to_end_a_game_has_a_file_in_two_and_more_seats() -> None:
    """By prestige, by money, shared (END-7)."""
    told = [read(name).data for name in CASES]
    found = {(ending([seat["prestige"] for seat in t["seats"]], t["winners"]), len(t["seats"]) == 2) for t in told}
    assert found == {(end, duel) for end in ENDINGS for duel in (True, False)}


def test_every_size_card_level_and_operation_has_a_file() -> None:
    told = [read(name).data for name in CASES]
    headers = [read(name).header for name in CASES]
    cards = {(len(header.seats), header.neutral.card if header.neutral else None) for header in headers}
    assert cards == {(2, None), (3, None), (4, None)} | {(2, card) for card in load().setups}
    sat = {seat.level or seat.player for header in headers for seat in header.seats}
    assert sat == {"person", "random", *LEVELS}
    assert {entry.get("op") for data in told for entry in data["log"]} == {None, "undo", "redo", "seat"}


def test_every_family_and_every_kind_of_choice_decision_and_event_has_a_file() -> None:
    families, choices, asked, events = set[str](), set[str](), set[str](), set[str]()
    for name in CASES:
        golden, content = read(name), load()
        state = beginning(golden.header, content)
        events |= {event.type for event in state.events}
        for seat, choice in golden.picks(content):
            asked.add(type(loop.decision(state)).__name__)
            choices.add(choice.kind)
            loop.apply(state, seat, choice)
            events |= {event.type for event in state.events}
        families |= {player.family for player in state.players}
    assert families == load().families.keys()
    assert choices == CHOICES.keys()
    assert asked == {name for name, step in STEPS.items() if issubclass(step, Decision)}
    assert events == EVENTS.keys() - OUT_OF_REACH


OUT_OF_REACH = {NoChair.type}
"""A token finds no chair only where its seat has seven others of its kind in one column or row: no play comes to it."""


# --- other processes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-8")
@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_golden_games_come_to_the_same_hash_in_another_process(hash_seed: str) -> None:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    told = subprocess.run(
        [sys.executable, "-m", "tests.golden.hashes"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    assert dict(line.split() for line in told.stdout.splitlines()) == {name: read(name).data["hash"] for name in CASES}
