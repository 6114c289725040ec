"""Make the golden games, keep them up to date, or compare: python -m tests.golden.make [--check] [--anew] [name ...]

A game whose log still plays by today's rules, and still shows its reason, keeps its log: only the header's versions
and what the game came to are written anew, so that the diff is what a change of the rules did. Any other is searched
for again. With --anew all that are named are searched for; --check writes nothing, and fails when a file is not as it
should be.
"""

import argparse
import sys
from dataclasses import replace
from difflib import unified_diff
from itertools import islice

from engine.content.cards import Content
from engine.content.files import load
from engine.errors import LuthierError
from engine.game import Entry, Game
from tests.golden.cases import CASES, Case
from tests.golden.files import Golden, names, path_of, read, text_of, tidings
from tests.golden.scribe import Scribe
from tests.golden.story import story_of

MOST_SEEDS = 5000


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.make", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help="the games meant; all when none is named")
    parser.add_argument("--check", action="store_true", help="write nothing; say what is not as it should be")
    parser.add_argument("--anew", action="store_true", help="search for other games, though the old ones still do")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in CASES]:
        parser.error(f"no golden game has the name {', '.join(unknown)}")
    wanted = options.names or list(CASES)
    stale = [name for name in names() if name not in CASES and not options.names]
    wrong = [name for name in wanted if not _settle(CASES[name], options.check, options.anew)]
    for name in stale:
        print(f"{name}: no reason of this name" + ("" if options.check else "; removed"))
        if not options.check:
            path_of(name).unlink()
    return int(bool(options.check and (wrong or stale)))


def _settle(case: Case, check: bool, anew: bool) -> bool:
    """Whether the file was as it should be; unless only checked, it is then."""
    path, content = path_of(case.name), load()
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = keep(case, read(case.name), content) if old and not anew else None
    if kept is None and check:
        print(f"{case.name}: " + ("the log does not play any more, or not for its reason" if old else "missing"))
        return False
    played = kept or search(case, content)
    new = text_of(tidings(played, case.why))
    if new == old:
        return True
    print(f"{case.name}: {'differs' if check else 'written'}")
    if check:
        sys.stdout.writelines(islice(unified_diff(old.splitlines(True), new.splitlines(True), "file", "game", n=0), 20))
    else:
        path.write_text(new, encoding="utf-8")
    return False


def keep(case: Case, golden: Golden, content: Content) -> Game | None:
    """The old log played by today's rules, if it can be and still shows its reason."""
    try:
        header = golden.header
        today = case.header(content, header.seed)
        header = replace(header, rules=today.rules, content=today.content, neutral=today.neutral)
        played = Game.replay(header, [Entry.from_json(entry) for entry in golden.data["log"]], content)
    except LuthierError:
        return None
    return played if played.state.finished and case.holds(story_of(played)) else None


# --- a new one ------------------------------------------------------------------------------------------------------


def search(case: Case, content: Content) -> Game:
    """The first seed whose game comes to the reason, written down as a host would."""
    for header in islice(case.attempts(content), MOST_SEEDS):
        if story := case.play(header, content):
            return Scribe(case, header, content).write([(moment.seat, moment.choice) for moment in story.moments])
    raise SystemExit(f"{case.name}: none of {MOST_SEEDS} seeds comes to it; steer better")


if __name__ == "__main__":
    sys.exit(main())
