"""A process in which rivals think; started by `thinkers.py`, which says on the input which game is to be moved."""

import json
import logging
import signal
import sys
from pathlib import Path

from engine.content.files import load
from server.games import Games
from server.problems import Problem
from server.sqlite import SqliteStorage

log = logging.getLogger(__name__)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; we end when it closes our input
    told = json.loads(sys.argv[1])
    games = Games(SqliteStorage(Path(told["data"])), load(Path(told["content"])))
    for line in sys.stdin:
        move_rivals(games, line.strip())
        print("done", flush=True)


def move_rivals(games: Games, game: str) -> None:
    """Make moves until no rival of the game is asked any more."""
    try:
        while games.move_rival(game):
            pass
    except Problem as problem:
        log.error("the rivals of game %s cannot move: %s", game, problem)


if __name__ == "__main__":
    main()
