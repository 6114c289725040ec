"""Several web processes on one database act as one server, also when one of them dies.

Real processes: a master with two web processes. Tests choose the process that takes a connection.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from engine.content.files import load
from server.cli import serve
from server.cli.main import main
from server.config import Config
from server.games.joining import MAX_FAILED_ATTEMPTS
from server.storage.game_locks import GameLocks
from tests.server.people import APPRENTICE, PERSON, Socket
from tests.server.random_players import Player, faults
from tests.server.server_process import Connection, Json, ServerProcess, free_port, move_of, two_processes, until
from tests.server.sockets import receive_message

CONTENT = load()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Two processes for tests that do not change them."""
    with two_processes(tmp_path_factory.mktemp("shared")) as server:
        yield server


def both(server: ServerProcess, token: str) -> tuple[Connection, Connection]:
    """A connection to each of the two processes."""
    first, second = server.workers
    return server.connect_to(first, token), server.connect_to(second, token)


def asked_seat(connections: list[tuple[Connection, Connection]], address: str) -> int:
    """The first seat that is asked, of the connections by seat."""
    views = [first.request_ok("GET", address)["view"] for first, _ in connections]
    return next(seat for seat, view in enumerate(views) if view["prompt"])


def frame_of(client: Socket) -> Json:
    """The next frame that is pushed."""
    while "frame" not in (message := receive_message(client)):
        pass
    frame: Json = message["frame"]
    return frame


def log_of(server: ServerProcess, address: str, tokens: list[str]) -> Json:
    record: Json = server.connect(", ".join(tokens)).request_ok("GET", f"{address}/export")
    return record


# --- one server ------------------------------------------------------------------------------------------------------


def test_a_move_submitted_to_one_process_is_pushed_by_the_other(shared: ServerProcess):
    address, (ada, bo) = shared.create_game(PERSON, PERSON)
    first, second = shared.workers
    socket = shared.watch_at(first, address, ada)
    connection = shared.connect_to(second, bo)
    assert receive_message(socket) == {"pong": 1}
    for turn in range(3):
        frame = connection.request_ok("GET", address)
        if not frame["view"]["prompt"]:
            break
        answer = connection.request_ok("POST", f"{address}/choices", move_of(frame, f"turn {turn}"))
        for made in answer["frames"]:
            pushed = frame_of(socket)
            assert (pushed["revision"], pushed["view"]["you"]) == (made["revision"], 0)


def test_sockets_at_both_processes_see_the_same_frames_in_the_same_order(shared: ServerProcess):
    address, (ada, bo) = shared.create_game(PERSON, PERSON, seed="LUTE 4817")
    sockets = [shared.watch_at(worker, address, ada) for worker in shared.workers]
    players = [Player(shared, address, seat, token, Random(seat)) for seat, token in enumerate((ada, bo))]
    while sum(len(player.acknowledged) for player in players) < 20:
        for player in players:
            if (view := player.view())["prompt"]:
                player.try_submit(view)
    revision = players[0].view()["revision"]
    seen = [[frame_of(socket) for _ in range(revision)] for socket in sockets]
    assert [frame["revision"] for frame in seen[0]] == list(range(1, revision + 1))
    assert seen[0] == seen[1]


def test_a_key_that_is_repeated_at_the_other_process_has_one_effect(shared: ServerProcess):
    address, (ada, _) = shared.create_game(PERSON, PERSON)
    first, second = both(shared, ada)
    move = move_of(first.request_ok("GET", address), "once")
    assert first.request_ok("POST", f"{address}/choices", move) == second.request_ok("POST", f"{address}/choices", move)
    assert second.request_ok("GET", address)["revision"] == 1


def test_a_key_that_reaches_both_processes_at_once_has_one_effect(shared: ServerProcess):
    address, (ada, _) = shared.create_game(PERSON, PERSON)
    connections = both(shared, ada)
    move = move_of(connections[0].request_ok("GET", address), "twice at once")
    with ThreadPoolExecutor(2) as pool:
        answers = list(
            pool.map(lambda connection: connection.request_ok("POST", f"{address}/choices", move), connections)
        )
    assert answers[0] == answers[1]
    assert connections[0].request_ok("GET", address)["revision"] == 1


def test_a_move_submitted_to_one_process_is_undone_at_the_other(shared: ServerProcess):
    address, tokens = shared.create_game(PERSON, PERSON)
    connections = [both(shared, token) for token in tokens]
    for first, _ in connections:
        first.request_ok("POST", f"{address}/choices", move_of(first.request_ok("GET", address), first.token))
    seat = asked_seat(connections, address)
    first, second = connections[seat]
    before = second.request_ok("GET", address)
    after = first.request_ok("POST", f"{address}/choices", move_of(before, "worker"))
    undone = second.request_ok("POST", f"{address}/undo", {"seat": seat, "revision": after["revision"], "key": "back"})
    assert undone["frames"][-1]["view"]["prompt"] == before["view"]["prompt"]
    redone = first.request_ok("POST", f"{address}/redo", {"seat": seat, "revision": undone["revision"], "key": "redo"})
    assert redone["frames"][-1]["view"]["prompt"] == after["frames"][-1]["view"]["prompt"]


def test_settings_changed_at_one_process_apply_at_the_other(shared: ServerProcess):
    """Whether turns end automatically depends on them."""
    address, tokens = shared.create_game(PERSON, PERSON, settings={"confirm_turns": True, "auto_forced": True})
    connections = [both(shared, token) for token in tokens]
    for first, second in connections:
        second.request_ok("GET", address)  # both processes have the table in memory
        first.request_ok("POST", f"{address}/choices", move_of(first.request_ok("GET", address), first.token))
    seat = asked_seat(connections, address)
    first, second = connections[seat]
    second.request_ok("GET", address)
    first.request_ok("PUT", f"{address}/settings", {"seat": seat, "confirm_turns": False, "auto_forced": True})
    turn = 0
    while (frame := second.request_ok("GET", address))["view"]["prompt"]:
        second.request_ok("POST", f"{address}/choices", move_of(frame, f"turn {turn}"))
        turn += 1
    log = log_of(shared, address, tokens)["log"]
    ends = [entry for entry in log if entry.get("choice") == {"kind": "end-turn"}]
    assert [bool(entry.get("auto")) for entry in ends] == [True]


def test_of_simultaneous_requests_exactly_those_answered_with_200_are_in_the_log(shared: ServerProcess):
    """8 clients of two seats, 10 requests each, over both processes: the others get 409."""
    address, tokens = shared.create_game(PERSON, PERSON, APPRENTICE)
    seats = [0, 1] * 4
    clients = [Player(shared, address, seat, tokens[seat], Random(n)) for n, seat in enumerate(seats)]
    workers = shared.workers
    for n, client in enumerate(clients):
        client.connection = shared.connect_to(workers[n % 2], client.token)
    start = threading.Barrier(len(clients))

    def post(client: Player) -> list[int]:
        """Submit ten times an offered choice, or an illegal one where none is offered."""
        start.wait(60)
        return [client.try_submit(client.view()).status for _ in range(10)]

    with ThreadPoolExecutor(len(clients)) as pool:
        answers = [status for answers in pool.map(post, clients) for status in answers]
    assert len(answers) == 80
    assert set(answers) == {200, 409}
    record = log_of(shared, address, tokens)
    assert faults(record, clients, CONTENT) == []
    made = [e for e in record["log"] if e["seat"] in (0, 1) and "choice" in e and not e.get("auto")]
    assert len(made) == answers.count(200)


def test_a_whole_game_is_played_alternating_between_the_processes(shared: ServerProcess):
    address, tokens = shared.create_game(PERSON, APPRENTICE, APPRENTICE)
    first, second = both(shared, tokens[0])
    player = Player(shared, address, 0, tokens[0], Random(7))
    turn = 0
    while player.submit():
        turn += 1
        player.connection = (first, second)[turn % 2]
    assert player.view()["phase"] == "finished"
    record = log_of(shared, address, tokens)
    assert faults(record, [player], CONTENT) == []
    assert {entry["seat"] for entry in record["log"]} == {0, 1, 2}


def test_a_seat_taken_at_one_process_is_played_at_the_other(shared: ServerProcess):
    address, (ada,) = shared.create_game(PERSON, PERSON | {"on_this_device": False})
    host, elsewhere = both(shared, ada)
    socket = shared.watch_at(shared.workers[1], address, ada)
    code = host.request_ok("POST", f"{address}/join-code", {})["code"]
    guest = elsewhere.request_ok("POST", f"/api/join/{code}", {"seat": 1, "name": "Bo"})
    assert frame_of(socket)["view"]["seats"][1]["name"] == "Bo"
    assert shared.connect_to(shared.workers[0], guest["token"]).request_ok("GET", address)["view"]["you"] == 1
    assert elsewhere.request("GET", f"/api/join/{code}").body["code"] == "unknown-code", "no seat is open any more"


def test_a_link_revoked_at_one_process_gives_no_access_at_the_other(shared: ServerProcess):
    address, (ada, _) = shared.create_game(PERSON, PERSON)
    first, _ = both(shared, ada)
    link = first.request_ok("POST", f"{address}/links", {"seat": 0})["token"]
    second = shared.connect_to(shared.workers[1], link)
    socket = shared.watch_at(shared.workers[1], address, link)
    assert second.request_ok("GET", address)["view"]["you"] == 0
    assert receive_message(socket) == {"pong": 1}
    first.request_ok("DELETE", f"{address}/links?seat=0")
    assert second.request("GET", address).body["code"] == "no-token"
    assert receive_message(socket)["refused"]["code"] == "no-token"


def test_the_tokens_of_a_seat_freed_at_one_process_give_no_access_at_the_other(shared: ServerProcess):
    address, (ada,) = shared.create_game(PERSON, {**PERSON, "on_this_device": False})
    first, second = shared.workers
    host = shared.connect_to(first, ada)
    code = host.request_ok("POST", f"{address}/join-code", {})["code"]
    lost = shared.connect_to(second).request_ok("POST", f"/api/join/{code}", {"seat": 1, "name": "Bo"})["token"]
    socket = shared.watch_at(second, address, lost, since=1)
    assert receive_message(socket) == {"pong": 1}
    host.request_ok("POST", f"{address}/seats/1/free", {"key": "free"})
    assert receive_message(socket)["refused"]["code"] == "no-token"
    assert shared.connect_to(second, lost).request("GET", address).status == 401
    assert shared.connect_to(second).request("GET", f"/api/join/{code}").status == 404


def test_wrong_join_codes_are_counted_across_processes(server: ServerProcess):
    connections = both(server, "")
    codes = [f"AAAAA{letter}" for letter in "BCDEFGHJKLMNPQRS"]
    problems = [connections[n % 2].request("GET", f"/api/join/{code}").body["code"] for n, code in enumerate(codes)]
    assert problems == ["unknown-code"] * MAX_FAILED_ATTEMPTS + ["too-many-guesses"] * (
        len(codes) - MAX_FAILED_ATTEMPTS
    )


def test_a_game_deleted_at_one_process_is_gone_at_the_other(shared: ServerProcess):
    address, (ada, bo) = shared.create_game(PERSON, PERSON)
    first, _ = both(shared, ada)
    second = shared.connect_to(shared.workers[1], bo)
    socket = shared.watch_at(shared.workers[1], address, bo)
    assert receive_message(socket) == {"pong": 1}
    assert second.request_ok("GET", address)["revision"] == 0
    first.request("DELETE", address)
    assert second.request("GET", address).body["code"] == "unknown-game"
    assert receive_message(socket)["refused"]["code"] == "unknown-game"


# --- AI workers ------------------------------------------------------------------------------------------------------

LOCKING = """
import pathlib, sys
from server.storage.game_locks import GameLocks
with GameLocks(pathlib.Path(sys.argv[1])).try_lock("GAME") as locked:
    print(locked, flush=True)
    sys.stdin.read()
"""


@contextmanager
def locking_process(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process that locks a game until its input ends; its first line of output says whether it could."""
    command = [sys.executable, "-c", LOCKING, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        yield child


def first_line(child: "subprocess.Popen[str]") -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


@pytest.fixture
def locks(tmp_path: Path) -> Iterator[GameLocks]:
    locks = GameLocks(tmp_path)
    yield locks
    locks.close()


def test_a_game_is_locked_by_one_process_at_a_time(locks: GameLocks, tmp_path: Path):
    with locking_process(tmp_path) as first:
        assert first_line(first) == "True"
        with locks.try_lock("GAME") as locked:
            assert not locked
        with locks.try_lock("OTHER") as locked:
            assert locked
    with locks.try_lock("GAME") as locked:
        assert locked
        with locking_process(tmp_path) as second:
            assert first_line(second) == "False"


def test_the_lock_of_a_killed_process_is_released(locks: GameLocks, tmp_path: Path):
    with locking_process(tmp_path) as child:
        assert first_line(child) == "True"
        child.kill()
        child.wait()
        with locks.try_lock("GAME") as locked:
            assert locked


def test_ais_move_after_a_move_at_either_process(shared: ServerProcess):
    address, tokens = shared.create_game(PERSON, APPRENTICE)
    for connection in both(shared, tokens[0]) * 2:
        player = Player(shared, address, 0, tokens[0], Random(1))
        player.connection = connection
        player.submit_one_more()
    player.submit_one_more()
    assert 1 in {entry["seat"] for entry in log_of(shared, address, tokens)["log"]}


# --- starting and ending----------------------------------------------------------------------------------------------


def test_the_address_is_printed_once(server: ServerProcess):
    assert server.stop().count("Luthier is served at") == 1


def test_a_killed_web_process_is_replaced_and_the_other_goes_on(server: ServerProcess):
    address, (ada, bo) = server.create_game(PERSON, PERSON)
    killed, other = server.workers
    socket = server.watch_at(other, address, ada)
    assert receive_message(socket) == {"pong": 1}
    connection = server.connect_to(other, bo)
    os.kill(killed, signal.SIGKILL)
    connection.request_ok("POST", f"{address}/choices", move_of(connection.request_ok("GET", address), "meanwhile"))
    assert frame_of(socket)["revision"] == 1
    until(lambda: len(server.workers) == 2 and killed not in server.workers, "no new process started")
    (new,) = set(server.workers) - {other}
    assert server.connect_to(new, ada).request_ok("GET", address)["revision"] == 1


def test_ais_whose_workers_were_killed_are_moved_by_the_next_ones(server: ServerProcess):
    """Without any request for the game: the new processes find it in the database."""
    address, (ada,) = server.create_game(PERSON, APPRENTICE, settings={"confirm_turns": False, "auto_forced": True})
    player = Player(server, address, 0, ada, Random(2))
    for _ in range(4):
        player.submit_one_more()
        for pid in [*server.ai_workers, *server.workers]:
            os.kill(pid, signal.SIGKILL)
        until(lambda: len(server.workers) == 2 and not is_any_game_awaiting_ai(server), "the AI does not move")
    assert faults(log_of(server, address, [ada]), [player], CONTENT) == []


def is_any_game_awaiting_ai(server: ServerProcess) -> bool:
    with closing(sqlite3.connect(server.file)) as db:
        return bool(db.execute("select count(*) from games where ai_to_move and not finished").fetchone()[0])


def test_sockets_of_all_processes_get_bye_when_the_server_stops(server: ServerProcess):
    address, (ada, bo) = server.create_game(PERSON, PERSON)
    sockets = [server.watch_at(worker, address, token) for worker in server.workers for token in (ada, bo)]
    for socket in sockets:
        assert receive_message(socket) == {"pong": 1}
    server.stop()
    assert [receive_message(socket) for socket in sockets] == [{"bye": "restart"}] * 4


def test_sockets_get_bye_when_the_master_is_killed(server: ServerProcess):
    address, (ada, _) = server.create_game(PERSON, PERSON)
    sockets = [server.watch_at(worker, address, ada) for worker in server.workers]
    for socket in sockets:
        assert receive_message(socket) == {"pong": 1}
    os.kill(server.master, signal.SIGKILL)
    assert [receive_message(socket) for socket in sockets] == [{"bye": "restart"}] * 2


def test_a_request_in_progress_when_the_server_stops_is_finished(server: ServerProcess):
    address, (ada, _) = server.create_game(PERSON, PERSON)
    connections = both(server, ada)
    move = move_of(connections[0].request_ok("GET", address), "late")
    with ThreadPoolExecutor(2) as pool:
        with server.write_lock():
            requests = [
                pool.submit(connection.request_ok, "POST", f"{address}/choices", move) for connection in connections
            ]
            time.sleep(0.3)
            os.kill(server.master, signal.SIGTERM)
            time.sleep(0.5)
        assert [request.result()["revision"] for request in requests] == [1, 1]
    assert server.process is not None
    server.process.communicate(timeout=60)
    assert server.process.returncode == 0
    server.process = None
    server.start()
    assert server.request("GET", address, token=ada).body["revision"] == 1


@pytest.mark.parametrize(
    ("processes", "ai_workers", "per_process"), [(1, 2, 2), (2, 2, 1), (4, 2, 1), (2, 5, 2), (3, 0, 0)]
)
def test_ai_workers_are_divided_among_the_processes(processes: int, ai_workers: int, per_process: int):
    assert Config(processes=processes, ai_workers=ai_workers).ai_workers_per_process == per_process


def test_zero_processes_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["serve", "--processes", "0", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "luthier: --processes must be at least 1, not 0\n"


def test_without_gunicorn_several_processes_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(serve, "BaseApplication", None)
    assert main(["serve", "--processes", "2", "--port", str(free_port()), "--data", str(tmp_path)]) == 1
    assert "several processes need gunicorn" in capsys.readouterr().err
