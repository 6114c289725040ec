"""`luthier bench`: speed of the engine as medians over random games of two seats, beside a fixed calibration loop.

`compare` scales measurements and a baseline by their calibrations, as if both came from one machine.
"""

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
from itertools import islice
from typing import Any

from engine import codec, loop
from engine.choices import Choice
from engine.content.cards import Content
from engine.content.files import load
from engine.game import Game, SeatHeader, header_for
from engine.rng import stream
from engine.state import State
from engine.view import view_for

LOOP = 1_000_000
CALIBRATIONS = 5
"""Before and after the rest, since the load of a machine varies."""
SAMPLE_EVERY = 10
"""Choices between two positions that are measured."""
HTTP_MOVES = 300
START_S = 20.0

Figures = dict[str, float]


def measure(games: int) -> Figures:
    """Measurements of the engine. `random_game_ms` is for a game of 300 choices, whatever the lengths of the games."""
    content = load()
    calibration = [_calibrate() for _ in range(CALIBRATIONS)]
    seeds = [f"bench {i}" for i in range(games)]
    played = [
        _timed_game(content, seed) for seed in seeds
    ]  # first, before kept positions slow down the garbage collector
    positions = [state for seed in seeds for state in _positions(content, seed, 2)]
    larger = [state for seed in seeds for state in _positions(content, seed, 3)]
    record = _record(content)
    figures = {
        "choice_us": _median_us([_timed_choice(state) for state in positions]),
        "choice_us_three_seats": _median_us([_timed_choice(state) for state in larger]),
        "legal_choices_worst_us": _us(max(_timed_legal_choices(state) for state in positions + larger)),
        "clone_us": _median_us([_seconds(state.clone) for state in positions]),
        "view_us": _median_us([_seconds(partial(_view, record, state)) for state in positions]),
        "state_json_bytes": statistics.median(_json_bytes(state) for state in positions),
        "random_game_ms": round(statistics.median(seconds * 300_000 / choices for choices, seconds in played), 2),
        "choices_per_s": round(sum(n for n, _ in played) / sum(seconds for _, seconds in played)),
        "choices_per_game": round(statistics.median(n for n, _ in played)),
    }
    calibration += [_calibrate() for _ in range(CALIBRATIONS)]
    return {"calibration_ms": round(statistics.median(calibration), 2)} | figures


def text(figures: Figures) -> str:
    return "\n".join(f"{name:24} {value:>12,}" for name, value in figures.items())


# --- against a baseline ----------------------------------------------------------------------------------------------


def compare(now: Figures, baseline: Figures) -> Figures:
    """Ratio of each measurement to the baseline's, above 1 where it is worse: 2 is twice as slow or as large.

    Times are scaled by both calibrations, so that a slower machine is no worse. Names that only one has are left out.
    """
    scale = now["calibration_ms"] / baseline["calibration_ms"]
    ratios = {name: _ratio(name, now[name], baseline[name], scale) for name in now if name in baseline}
    return {name: round(ratio, 2) for name, ratio in ratios.items() if ratio is not None}


def _ratio(name: str, now: float, before: float, scale: float) -> float | None:
    match name.split("_"):
        case ["calibration", _] | ["choices", "per", "game"]:
            return None
        case [*_, "per", "s"]:
            return before / now / scale
        case [*_, "bytes"]:
            return now / before
    return now / before / scale


def comparison_text(now: Figures, baseline: Figures) -> str:
    """A table: each measurement, the baseline's, and their ratio where there is one (above 1: worse)."""
    ratios = compare(now, baseline)
    lines = [f"{'':24} {'now':>12} {'baseline':>12} {'ratio':>7}"]
    for name, value in now.items():
        before = f"{baseline[name]:,}" if name in baseline else "-"
        ratio = f"{ratios[name]:.2f}" if name in ratios else "-"
        lines.append(f"{name:24} {value:>12,} {before:>12} {ratio:>7}")
    return "\n".join([*lines, "A ratio above 1 is worse; times are scaled by calibration_ms."])


# --- the engine ------------------------------------------------------------------------------------------------------
# Decision: CPU time of the thread, not wall time, so that other processes on the machine matter little.


def _timed_game(content: Content, seed: str) -> tuple[int, float]:
    """A whole game of two seats by random choices: the number of choices and the seconds they took."""
    start = time.thread_time()
    choices = sum(1 for _ in _play(loop.begin(content, seed, 2), seed))
    return choices, time.thread_time() - start


def _positions(content: Content, seed: str, seats: int) -> list[State]:
    """States of such a game before each tenth choice."""
    return [state.clone() for state in islice(_play(loop.begin(content, seed, seats), seed), 0, None, SAMPLE_EVERY)]


def _play(state: State, seed: str) -> Iterator[State]:
    """Each state before a random choice is made in it."""
    rng = stream(seed, "random player")
    while not state.finished:
        yield state
        seat = loop.clock(state)[0]
        loop.apply(state, seat, _pick(loop.legal_choices(state, seat), rng.below))


def _pick(choices: list[Choice], below: Callable[[int], int]) -> Choice:
    return choices[below(len(choices))]


def _calibrate() -> float:
    """Milliseconds for a fixed loop of plain Python."""
    start, total = time.thread_time(), 0
    for i in range(LOOP):
        total = (total + i * i) & 0xFFFF
    return (time.thread_time() - start) * 1000


def _timed_choice(state: State) -> float:
    """Seconds to find the legal choices and apply the first one."""
    trial = state.clone()
    trial.offered_cache = None
    return _seconds(lambda: loop.apply(trial, seat := loop.clock(trial)[0], loop.legal_choices(trial, seat)[0]))


def _timed_legal_choices(state: State) -> float:
    """Seconds to find the legal choices of all seats on the clock: best of three, to find the slowest position."""
    return min(_seconds(lambda: loop.offered(_without_cache(state))) for _ in range(3))


def _without_cache(state: State) -> State:
    """The state with its cached choices removed."""
    state.offered_cache = None
    return state


def _view(record: Game, state: State) -> object:
    record.state = state
    return view_for(record, loop.clock(state)[0], irreversible=False)


def _record(content: Content) -> Game:
    seats = [SeatHeader("azure", "person"), SeatHeader("gules", "ai", level="apprentice")]
    return Game(header_for(content, "bench", seats, automa="bench"), content)


def _json_bytes(state: State) -> int:
    return len(json.dumps(codec.state_to_json(state), separators=(",", ":")).encode())


def _seconds(act: Callable[[], object]) -> float:
    start = time.thread_time()
    act()
    return time.thread_time() - start


def _median_us(seconds: list[float]) -> float:
    return _us(statistics.median(seconds))


def _us(seconds: float) -> float:
    return round(seconds * 1_000_000, 1)


# --- over HTTP -------------------------------------------------------------------------------------------------------


def measure_http() -> Figures:
    """Submits of one choice each to a server of its own, which writes each to SQLite before it answers."""
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
    """Two people, one client: seconds of each submit, from the request to the whole response."""
    people = [{"player": "person"}, {"player": "person"}]
    created = _request(connection, "POST", "/api/games", {"seats": people, "seed": "bench"})
    address, tokens = f"/api/games/{created['game']}", [held["token"] for held in created["seats"]]
    took: list[float] = []
    rng = stream("bench", "random player")
    while len(took) < HTTP_MOVES:
        views = [_request(connection, "GET", address, token=token)["view"] for token in tokens]
        view = next(view for view in views if view["prompt"])
        choice = view["prompt"]["choices"][rng.below(len(view["prompt"]["choices"]))]["choice"]
        move = {"seat": view["you"], "revision": view["revision"], "key": f"bench {len(took)}", "choices": [choice]}
        start = time.perf_counter()
        _request(connection, "POST", f"{address}/choices", move, tokens[view["you"]])
        took.append(time.perf_counter() - start)
    connection.close()
    return took


def _request(connection: HTTPConnection, method: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is None:
        connection.request(method, path, headers=headers)
    else:
        connection.request(method, path, json.dumps(body), headers | {"Content-Type": "application/json"})
    response = connection.getresponse()
    body = response.read()
    assert response.status < 300, body
    return json.loads(body)
