"""Keep a saved game of today's rules for the times to come: python -m tests.golden.release

Run once for each version of the rules that is given out. It writes released/<version>-<name>.json for each game below
that is not there yet, stopped in the middle of a turn: the record with its log so far, and the state as it is stored.
A file that is there is not written again: it is what people have on their disks. Only while a version is not out yet
may its files be deleted, to be written anew.
"""

from pathlib import Path

from engine import RULES_VERSION, codec
from engine.content.files import load
from engine.game import Game
from tests.golden.files import Json, read, text_of

FOLDER = Path(__file__).resolve().parent / "released"
STOPPED = {
    "in-a-concert": ("a-seat-passes-to-a-rival-and-back", "reroll"),
    "at-the-market": ("solo-against-an-apprentice", "market"),
    "over-the-storage-limit": ("storage-overflows", "discard"),
}
"""Golden games, and the kind of decision in whose middle each is stopped."""


def stopped(golden: str, kind: str) -> Game:
    """The game up to the last time that somebody was asked this, between two moves."""
    whole = read(golden).replay(load())
    for revision in range(whole.revision - 1, 0, -1):
        following = whole.entries[revision]
        if following.choice is not None and following.move == following.n and not following.auto:
            past = Game.replay(whole.header, whole.entries, whole.content, revision)
            if past.state.agenda and past.state.agenda[-1].on_the_clock() and _asks(past, kind):
                return past
    raise AssertionError(f"nobody is asked {kind} in {golden}")


def _asks(played: Game, kind: str) -> bool:
    return getattr(played.state.agenda[-1], "kind", "") == kind


def saved(played: Game) -> Json:
    """A game as it is kept: record and state."""
    return {**played.to_json(), "state": codec.state_to_json(played.state)}


def main() -> None:
    for name, (golden, kind) in STOPPED.items():
        path = FOLDER / f"{RULES_VERSION}-{name}.json"
        if not path.exists():
            path.write_text(text_of(saved(stopped(golden, kind))), encoding="utf-8")
            print(f"{path.name}: written")


if __name__ == "__main__":
    main()
