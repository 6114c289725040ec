"""How fast it is: medians over random two-seat games, beside a fixed loop that tells machines apart."""

import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from typing import Any

from engine import codec, game
from engine.choices import Choice
from engine.content.cards import Content
from engine.content.files import load
from engine.record import Game, SeatHeader, header_for
from engine.rng import stream
from engine.state import State
from engine.view import view_for

LOOP = 1_000_000
EVERY = 10
"""Of a game's positions, each tenth is measured."""
HTTP_PRESSES = 300
START_S = 20.0

Figures = dict[str, float]


def measure(games: int) -> Figures:
    """The engine's figures. A game counts 300 choices in `random_game_ms`, whatever its length."""
    content = load()
    played = [_random_game(content, f"bench {i}") for i in range(games)]
    positions = [state for states, _, _ in played for state in states[::EVERY]]
    record = _record(content)
    return {
        "calibration_ms": round(statistics.median(_calibrate() for _ in range(5)), 2),
        "choice_us": _median_us([_timed_choice(state) for state in positions]),
        "clone_us": _median_us([_seconds(state.clone) for state in positions]),
        "view_us": _median_us([_seconds(partial(_view, record, state)) for state in positions]),
        "state_json_bytes": statistics.median(_json_bytes(state) for state in positions),
        "random_game_ms": round(statistics.median(seconds * 300_000 / choices for _, choices, seconds in played), 2),
        "choices_per_s": round(sum(n for _, n, _ in played) / sum(seconds for _, _, seconds in played)),
        "choices_per_game": round(statistics.median(n for _, n, _ in played)),
    }


def in_words(figures: Figures) -> str:
    return "\n".join(f"{name:18} {value:>12,}" for name, value in figures.items())


# --- the engine ------------------------------------------------------------------------------------------------------


def _random_game(content: Content, seed: str) -> tuple[list[State], int, float]:
    """A whole game by random choices: the states before each choice, how many there were, and the seconds it took.

    It is played twice, so that keeping the states does not count.
    """
    start = time.perf_counter()
    choices = sum(1 for _ in _play(game.begin(content, seed, 2), seed))
    seconds = time.perf_counter() - start
    return [state.clone() for state in _play(game.begin(content, seed, 2), seed)], choices, seconds


def _play(state: State, seed: str) -> Iterator[State]:
    """Each state before a random choice is made in it."""
    rng = stream(seed, "random player")
    while not state.finished:
        yield state
        seat = game.clock(state)[0]
        game.apply(state, seat, _pick(game.legal_choices(state, seat), rng.below))


def _pick(choices: list[Choice], below: Callable[[int], int]) -> Choice:
    return choices[below(len(choices))]


def _calibrate() -> float:
    """Milliseconds for a fixed loop of plain Python."""
    start, total = time.perf_counter(), 0
    for i in range(LOOP):
        total = (total + i * i) & 0xFFFF
    return (time.perf_counter() - start) * 1000


def _timed_choice(state: State) -> float:
    """Finding the legal choices and making the first one."""
    trial = state.clone()
    trial.offered = None
    return _seconds(lambda: game.apply(trial, seat := game.clock(trial)[0], game.legal_choices(trial, seat)[0]))


def _view(record: Game, state: State) -> object:
    record.state = state
    return view_for(record, game.clock(state)[0], finals=False)


def _record(content: Content) -> Game:
    seats = [SeatHeader("azure", "person"), SeatHeader("gules", "ai", level="apprentice")]
    return Game(header_for(content, "bench", seats, automa="bench"), content)


def _json_bytes(state: State) -> int:
    return len(json.dumps(codec.state_to_json(state), separators=(",", ":")).encode())


def _seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _median_us(seconds: list[float]) -> float:
    return round(statistics.median(seconds) * 1_000_000, 1)


# --- over HTTP -------------------------------------------------------------------------------------------------------


def measure_http() -> Figures:
    """Submitting one choice at a time to a server of its own, each written to SQLite before it is answered."""
    with tempfile.TemporaryDirectory() as folder, _server(folder) as port:
        took = _play_over_http(HTTPConnection("127.0.0.1", port))
    cuts = statistics.quantiles(took, n=20)
    return {"submit_ms_p50": round(cuts[9] * 1000, 2), "submit_ms_p95": round(cuts[18] * 1000, 2)}


@contextmanager
def _server(folder: str) -> Iterator[int]:
    """A `luthier serve` on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "server.cli", "serve", "--quiet", "--port", str(port), "--data", folder]
    with subprocess.Popen(command) as server:
        try:
            _wait_for(port)
            yield port
        finally:
            server.terminate()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_S
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _play_over_http(connection: HTTPConnection) -> list[float]:
    """Two people, one client: seconds of each submit, from the request to the whole answer."""
    people = [{"player": "person"}, {"player": "person"}]
    created = _ask(connection, "POST", "/api/games", {"seats": people, "seed": "bench"})
    address, tokens = f"/api/games/{created['game']}", [held["token"] for held in created["seats"]]
    took: list[float] = []
    rng = stream("bench", "random player")
    while len(took) < HTTP_PRESSES:
        views = [_ask(connection, "GET", address, token=token)["view"] for token in tokens]
        view = next(view for view in views if view["prompt"])
        choice = view["prompt"]["choices"][rng.below(len(view["prompt"]["choices"]))]["choice"]
        press = {"seat": view["you"], "ply": view["ply"], "key": f"bench {len(took)}", "choices": [choice]}
        start = time.perf_counter()
        _ask(connection, "POST", f"{address}/choices", press, tokens[view["you"]])
        took.append(time.perf_counter() - start)
    connection.close()
    return took


def _ask(connection: HTTPConnection, method: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is None:
        connection.request(method, path, headers=headers)
    else:
        connection.request(method, path, json.dumps(body), headers | {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status < 300, text
    return json.loads(text)
