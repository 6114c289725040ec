"""Whichever process is killed, no acknowledged move is lost or made twice, and the games go on.

KILLS says how many processes are killed, 20 by default: `make durability` kills 200.
"""

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

from engine.content.files import load
from server.cli.serve import PortUnavailable, check_port
from tests.server.people import APPRENTICE, PERSON
from tests.server.random_players import Player, PlayerGroup
from tests.server.server_process import ServerProcess, until

KILLS = int(os.environ.get("KILLS", "20"))
TABLES = [(PERSON, APPRENTICE), (PERSON, PERSON, APPRENTICE), (PERSON, PERSON)]
PAUSE_S = (0.05, 0.8)
CONTENT = load()


def test_a_process_killed_at_any_moment_loses_no_move_and_doubles_none(server: ServerProcess):
    rng = Random(KILLS)
    parties = [PlayerGroup(server, seats, Random(n)) for n, seats in enumerate(TABLES)]
    stop = threading.Event()
    with ThreadPoolExecutor(len(parties)) as pool:
        playing = [pool.submit(party.play, stop) for party in parties]
        try:
            for _ in range(KILLS):
                time.sleep(rng.uniform(*PAUSE_S))
                kill_something(server, rng)
        finally:
            stop.set()
        for played in playing:
            played.result()
    server.stop()
    check_file(server.file, [player for party in parties for game in party.games for player in game])

    server.start()
    for party in parties:
        party.go_on()
    assert [fault for party in parties for fault in party.faults(CONTENT)] == []


def kill_something(server: ServerProcess, rng: Random) -> None:
    """Kill a process of one kind, or all as in a power cut; restart the server if its master is gone."""
    match rng.choice(["web process", "web process", "AI worker", "AI worker", "master", "all"]):
        case "web process":
            kill(server.workers, rng)
        case "AI worker":
            kill(server.ai_workers, rng)
        case "master":
            server.kill_master()
            until(lambda: is_free(server.port), "the web processes do not end without their master")
            server.start()
        case "all":
            server.stop(signal.SIGKILL)
            server.start()


def kill(pids: Sequence[int], rng: Random) -> None:
    if pids:
        os.kill(rng.choice(pids), signal.SIGKILL)


def is_free(port: int) -> bool:
    try:
        check_port("127.0.0.1", port)
    except PortUnavailable:
        return False
    return True


def check_file(file: Path, players: Sequence[Player]) -> None:
    """The file is intact, and has each acknowledged move once, with its entries."""
    acknowledged = {move.key: move for player in players for move in player.acknowledged}
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert db.execute("pragma foreign_key_check").fetchall() == []
        moves = dict(db.execute("select key, before from moves").fetchall())
        assert {key: move.before for key, move in acknowledged.items()} == moves
        wrong = """
            select key from moves p where after - before <>
            (select count(*) from entries e where e.game = p.game and e.key = p.key and n > before and n <= after)
        """
        assert db.execute(wrong).fetchall() == []
        held = "select count(*) from entries e where e.game = g.id and n <= revision"
        gaps = f"select id from games g where revision <> ({held})"
        assert db.execute(gaps).fetchall() == []
