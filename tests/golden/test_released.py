"""Old games live: a saved game of each version of the rules that was given out loads, plays on and replays.

How the rules may change while games are under way:

1. A change that cannot alter any replay (a new word in a prompt, speed) needs nothing; the golden games prove it.
2. A change after which some log would play otherwise raises `engine.RULES_VERSION`. Records keep the version that they
   were begun with in their header, and go on by its rules: `engine.record` then lists both versions as playable, hands
   the header's version to the state (as it hands the card set), and the one page of `engine/rules` that differs asks
   the state for it. Nothing else may depend on the version.
3. The same holds for the card set: the header names it by its digest, and a set that was given out stays loadable.
4. `python -m tests.golden.release` adds saved games of the new version; those of the old versions are never touched.
   A version is dropped only by deleting its files, which says that such games cannot be played any more.

A record of a version that this program does not know, a later one most of all, is refused with a sentence.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import RULES_VERSION, codec, loop
from engine.content.files import load
from engine.errors import BrokenRecord
from engine.game import Game, game_from_json
from engine.rng import Rng, stream
from tests.golden.books import check_books
from tests.golden.release import FOLDER, STOPPED
from tests.golden.steer import brisk

FILES = sorted(FOLDER.glob("*.json"))
SAVED = [pytest.param(path, id=path.stem) for path in FILES]


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def test_the_rules_of_today_have_their_saved_games() -> None:
    assert {f"{RULES_VERSION}-{name}" for name in STOPPED} <= {path.stem for path in FILES}
    assert all(path.stem.startswith(read(path)["header"]["rules"] + "-") for path in FILES)


@pytest.mark.parametrize("path", SAVED)
def test_a_saved_game_is_in_the_middle_of_a_turn_and_loads(path: Path) -> None:
    data = read(path)
    played, state = game_from_json(data, load()), codec.state_from_json(data["state"], load())
    assert codec.state_to_json(played.state) == data["state"]
    assert codec.state_hash(state) == played.hash() == data["hash"]
    assert loop.clock(state) == loop.clock(played.state) != ()
    assert len(state.agenda) > 3
    assert not state.finished


@pytest.mark.parametrize("path", SAVED)
def test_a_saved_game_plays_on_to_its_end_and_replays(path: Path) -> None:
    data = read(path)
    played, state = game_from_json(data, load()), codec.state_from_json(data["state"], load())
    play_on(played, stream("on", path.stem))
    assert played.state.finished
    for entry in played.in_force[game_from_json(data, load()).choice_count :]:
        assert entry.choice is not None
        loop.apply(state, entry.seat, entry.choice)
    assert codec.state_hash(state) == played.hash(), "the stored state and the log lead to the same end"
    assert game_from_json(played.to_json(), load()).hash() == played.hash()
    check_books(played, each=10, costly=100)


def play_on(played: Game, rng: Rng) -> None:
    while seats := loop.clock(played.state):
        offered = loop.legal_choices(played.state, seats[0])
        played.submit(seats[0], [brisk(played.state, seats[0], offered, rng)], confirm=False, forced=True)


@pytest.mark.parametrize("version", ["1.0.1", "2.0.0", "0.9.0", "next", ""])
def test_a_game_of_rules_that_are_not_known_is_refused_with_a_sentence(version: str) -> None:
    data = read(FILES[0])
    data["header"]["rules"] = version
    with pytest.raises(
        BrokenRecord, match=rf"^header\.rules: this program plays rules {RULES_VERSION}, not {version}$"
    ):
        game_from_json(data, load())


def test_a_game_of_another_card_set_is_refused_with_a_sentence() -> None:
    data = read(FILES[0])
    data["header"]["content"]["digest"] = "0123456789abcdef"
    with pytest.raises(BrokenRecord, match=r"^header\.content: card set atelier 0123456789abcdef is needed$"):
        game_from_json(data, load())
