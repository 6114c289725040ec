"""The hash at the end of each golden game, computed here and now; one line each: python -m tests.golden.hashes

Run by a test in processes of their own, with several values of PYTHONHASHSEED.
"""

from engine import codec, loop
from engine.content.cards import Content
from engine.content.files import load
from tests.golden.files import Golden, names, read
from tests.golden.story import beginning


def hash_of(golden: Golden, content: Content) -> str:
    state = beginning(golden.header, content)
    for seat, choice in golden.picks(content):
        loop.apply(state, seat, choice)
    return codec.state_hash(state)


if __name__ == "__main__":
    for name in names():
        print(name, hash_of(read(name), load()))
