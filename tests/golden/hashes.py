"""The hash at the end of each golden game, computed here and now; one line each: python -m tests.golden.hashes

Run by a test in processes of their own, with several values of PYTHONHASHSEED.
"""

from engine import codec, game
from engine.content.files import load
from engine.record import Entry, Game, Header
from tests.golden.files import Golden, names, read
from tests.golden.story import beginning


def hash_of(golden: Golden) -> str:
    """By the record where presses were taken back, else by the bare loop, which is quicker."""
    content, entries = load(), [Entry.from_json(entry) for entry in golden.data["log"]]
    header = codec.from_json(Header, golden.data["header"])
    if any(entry.op for entry in entries):
        return Game.replay(header, entries, content).hash()
    state = beginning(header, content)
    for entry in entries:
        assert entry.choice is not None
        game.apply(state, entry.seat, entry.choice)
    return codec.state_hash(state)


if __name__ == "__main__":
    for name in names():
        print(name, hash_of(read(name)))
