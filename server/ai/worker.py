"""An AI worker process, started by `worker_pool.py`, which writes the names of games to its input, one per line."""

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
from server.logs import configure_logging
from server.metrics import Metrics
from server.storage.game_locks import GameLocks
from server.storage.sqlite import SqliteStorage

MAX_RETRIES = 5
RETRY_S = 0.5
PERMANENT_PROBLEMS = ("unknown-game", "content-missing")

log = logging.getLogger(__name__)


class TimedGames(Games):
    """Games that record the time of each AI move."""

    def __init__(self, storage: Storage, content: Content, metrics: Metrics) -> None:
        super().__init__(storage, content)
        self._metrics = metrics

    def move_ai(self, game: str) -> bool:
        started = time.perf_counter()
        moved = super().move_ai(game)
        if moved:
            self._metrics.observe_ai_move(time.perf_counter() - started)
        return moved


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; this process ends when its input closes
    arguments = json.loads(sys.argv[1])
    configure_logging(arguments["log_level"])
    folder, metrics = Path(arguments["data"]), Metrics()
    storage = SqliteStorage(folder, metrics.count_storage_error)
    games, locks = TimedGames(storage, load(Path(arguments["content"])), metrics), GameLocks(folder)
    for line in sys.stdin:
        play_ais(games, locks, line.strip())
        try:
            print("done", flush=True)
        except BrokenPipeError:  # the parent is gone
            os._exit(0)


def play_ais(games: Games, locks: GameLocks, game: str) -> None:
    """Make the AI moves of a game, unless another process has its lock.

    A process without the lock leaves the game to the other, which may have checked for a next move just before. So the
    other checks once more after it has released the lock, and returns when there was nothing to do even then.
    """
    was_idle = False
    while True:
        with locks.try_lock(game) as locked:
            moves = make_ai_moves(games, game) if locked else None
        if moves is None or (was_idle and not moves) or not is_awaiting_ai(games, game):
            return
        was_idle = not moves


def is_awaiting_ai(games: Games, game: str) -> bool:
    """Whether the game needs an AI worker; False while the storage fails."""
    try:
        return game in games.games_awaiting_ai()
    except Problem as problem:
        log.warning("cannot check whether game %s awaits an AI: %s", game, problem)
        return False


def make_ai_moves(games: Games, game: str) -> int | None:
    """Make moves until no AI of the game is asked. Returns their number, or None after a permanent problem."""
    moves = failures = 0
    while failures < MAX_RETRIES:
        try:
            while games.move_ai(game):
                moves, failures = moves + 1, 0
            return moves
        except Problem as problem:
            log.warning("an AI of game %s cannot move: %s", game, problem)
            if problem.code in PERMANENT_PROBLEMS:
                return None
            failures += 1
            time.sleep(failures * RETRY_S)
    log.error("the AIs of game %s wait until somebody opens it", game)
    return None


if __name__ == "__main__":
    main()
