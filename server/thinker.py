"""A process in which rivals think; started by `thinkers.py`, which says on the input which game is to be moved."""

import json
import logging
import signal
import sys
import time
from pathlib import Path

from engine.content.files import load
from server.games import Games
from server.problems import Problem
from server.sqlite import SqliteStorage

RETRIES = 5
RETRY_S = 0.5

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
    refused = 0
    while refused < RETRIES:
        try:
            while games.move_rival(game):
                refused = 0
            return
        except Problem as problem:
            log.warning("the rivals of game %s cannot move now: %s", game, problem)
            refused += 1
            time.sleep(refused * RETRY_S)
    log.error("the rivals of game %s wait until somebody looks at it", game)


if __name__ == "__main__":
    main()
