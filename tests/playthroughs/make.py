"""Write the playthroughs anew, or compare: python -m tests.playthroughs.make [--check] [name ...]

Each is a golden game told as text. The diff of a playthrough is the review of a change of the rules.
"""

import argparse
import sys
from difflib import unified_diff
from functools import cache
from itertools import islice
from pathlib import Path

from engine.content.files import load
from tests.golden.files import read
from tests.playthroughs.text import text_of

FOLDER = Path(__file__).resolve().parent
SHOWN = 30
"""Lines of a difference that are shown."""


PLAYTHROUGHS = {
    "two-seats-with-a-setup-card": "neutral-tokens-are-ousted",
    "three-seats-with-moves-taken-back": "a-seat-passes-to-a-rival-and-back",
    "four-seats": "families-one-to-four",
    "journeyman-against-apprentice": "both-levels-against-each-other",
}
"""Name of the text -> the golden game that it tells."""


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


@cache
def told(name: str) -> str:
    """What the file of this name ought to hold."""
    golden = read(PLAYTHROUGHS[name])
    return text_of(golden.replay(load()), golden.name, golden.data["why"])


def difference(name: str) -> str:
    """The first lines in which the file is not what it ought to be; empty when it is."""
    path = path_of(name)
    old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = unified_diff(old, told(name).splitlines(), path.name, "game", n=2, lineterm="")
    return "\n".join(islice(lines, SHOWN))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.make", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help="the playthroughs meant; all when none is named")
    parser.add_argument("--check", action="store_true", help="write nothing; show what differs")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in PLAYTHROUGHS]:
        parser.error(f"no playthrough has the name {', '.join(unknown)}")
    differing = {name: text for name in options.names or PLAYTHROUGHS if (text := difference(name))}
    for name, text in differing.items():
        print(text if options.check else f"{name}: written")
        if not options.check:
            path_of(name).write_text(told(name), encoding="utf-8")
    return int(options.check and bool(differing))


if __name__ == "__main__":
    sys.exit(main())
