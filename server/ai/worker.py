"""A process in which rivals think; started by `thinkers.py`, which says on the input which game is to be moved."""

import json
import logging
import os
import signal
import sys
import time
from pathlib import Path

from engine.content.cards import Content
from engine.content.files import load
from server.games.games import Games
from server.games.problems import Problem
from server.games.storage import Storage
from server.logs import set_up
from server.metrics import Metrics
from server.storage.game_locks import Claims
from server.storage.sqlite import SqliteStorage

RETRIES = 5
RETRY_S = 0.5
HOPELESS = ("unknown-game", "content-missing")

log = logging.getLogger(__name__)


class TimedGames(Games):
    """Games in which each move of a rival is timed."""

    def __init__(self, storage: Storage, content: Content, metrics: Metrics) -> None:
        super().__init__(storage, content)
        self._metrics = metrics

    def move_ai(self, game: str) -> bool:
        started = time.perf_counter()
        moved = super().move_ai(game)
        if moved:
            self._metrics.ai_moved(time.perf_counter() - started)
        return moved


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; we end when it closes our input
    told = json.loads(sys.argv[1])
    set_up(told["log_level"])
    folder, metrics = Path(told["data"]), Metrics()
    storage = SqliteStorage(folder, metrics.storage_refused)
    games, claims = TimedGames(storage, load(Path(told["content"])), metrics), Claims(folder)
    for line in sys.stdin:
        think(games, claims, line.strip())
        try:
            print("done", flush=True)
        except BrokenPipeError:  # who asked is gone
            os._exit(0)


def think(games: Games, claims: Claims, game: str) -> None:
    """Move the rivals of a game, unless another process is at it.

    Who turns away leaves it to the other, which may just have seen the last rival moved: so each looks once more after
    it has let go, and ends when it finds nothing to do even so.
    """
    idle = False
    while True:
        with claims.claim(game) as ours:
            moves = move_ais(games, game) if ours else None
        if moves is None or (idle and not moves) or not waits(games, game):
            return
        idle = not moves


def waits(games: Games, game: str) -> bool:
    """Whether a rival of the game is to move; no, where that cannot be found out now."""
    try:
        return game in games.games_awaiting_ai()
    except Problem as problem:
        log.warning("the rivals of game %s cannot be looked for: %s", game, problem)
        return False


def move_ais(games: Games, game: str) -> int | None:
    """Make moves until no rival of the game is asked any more; gives how many, and None where they are given up."""
    moves = refused = 0
    while refused < RETRIES:
        try:
            while games.move_ai(game):
                moves, refused = moves + 1, 0
            return moves
        except Problem as problem:
            log.warning("the rivals of game %s cannot move now: %s", game, problem)
            if problem.code in HOPELESS:
                return None
            refused += 1
            time.sleep(refused * RETRY_S)
    log.error("the rivals of game %s wait until somebody looks at it", game)
    return None


if __name__ == "__main__":
    main()
