"""A load test: many games with an AI each, over REST and sockets, and a check that nothing is lost.

    python -m tests.server.load --tables 50 --seconds 30 --processes 1 2

Half of the tables have one person, half two. Each person has a socket and submits a random choice some time after being
asked; after the end of a game its table begins another. The tables start during the first seconds, which do not count.
Prints a column of figures for each number of web processes, and ends with status 1 if a move or a push was lost or
doubled: moves are compared with the replayed logs, and pushes with the revisions.
"""

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.content.files import load
from tests.server.people import APPRENTICE, PERSON, Socket
from tests.server.random_players import Player, export, faults
from tests.server.server_process import ServerProcess, memory

Json = dict[str, Any]

TABLES = ((PERSON, APPRENTICE), (PERSON, PERSON, APPRENTICE))
LOOK_S = 0.2
WARM_UP_S = 5.0
SETTLE_S = 20.0
PERCENTILES = (50, 95, 99)


@dataclass
class Guest(Player):
    """A player who follows the game by a socket, and measures times."""

    pace: float = 1.0
    sent: dict[int, float] = field(default_factory=dict)
    """When the move that made entry n was sent, by n."""
    answered: dict[int, float] = field(default_factory=dict)
    """When it was acknowledged, by n."""
    arrived: dict[int, float] = field(default_factory=dict)
    """When the frame of a revision was pushed, by revision."""
    wrong: int = 0
    """The number of frames that came out of order, or twice."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._view = self.view()
        self._changed = threading.Condition()
        self._socket: Socket = self.server.watch(self.address, self.token, self._view["revision"])
        self._last = self._view["revision"]

    @property
    def caught_up(self) -> bool:
        """Whether every frame was pushed, and no AI is about to add one."""
        view = self.view()
        ais_asked = [seat for seat in view["clock"] if view["seats"][seat]["player"] == "ai"]
        return not ais_asked and self._last == view["revision"]

    def watch(self, stop: threading.Event) -> None:
        """Receive frames until `stop` is set."""
        while not stop.is_set():
            text = self._socket.receive(LOOK_S)
            if text and (frame := json.loads(text).get("frame")):
                self.arrived.setdefault(frame["revision"], time.monotonic())
                self.wrong += frame["revision"] != self._last + 1
                self._last = frame["revision"]
                self._update(frame["view"])

    def submit_moves(self, stop: threading.Event) -> None:
        """Submit moves until `stop` is set or the game is over."""
        while not stop.is_set() and self._view["phase"] != "finished":
            if self._asked():
                stop.wait(self.rng.expovariate(1 / self.pace))
                self._submit_move()

    def _asked(self) -> bool:
        with self._changed:
            return bool(self._changed.wait_for(lambda: self._view["prompt"], LOOK_S))

    def _submit_move(self) -> None:
        view, start = self._view, time.monotonic()
        if not view["prompt"]:
            return  # another seat was asked meanwhile
        answer = self.try_submit(view)
        if answer.status == 200:
            self.sent[view["revision"] + 1], self.answered[view["revision"] + 1] = start, time.monotonic()
            self._update(answer.body["frames"][-1]["view"])
        else:
            self._update(answer.body["view"])

    def _update(self, view: Json) -> None:
        with self._changed:
            if view["revision"] > self._view["revision"]:
                self._view = view
                self._changed.notify_all()


class Table:
    """People and an AI, in one game after another."""

    def __init__(self, server: ServerProcess, seats: Sequence[Json], rng: Random, pace: float) -> None:
        self._server, self._seats, self._rng, self._pace = server, seats, rng, pace
        self.games: list[list[Guest]] = []

    def play(self, stop: threading.Event, delay: float) -> None:
        stop.wait(delay)
        while not stop.is_set():
            over = threading.Event()
            guests = self._create_game()
            with ThreadPoolExecutor(2 * len(guests)) as pool:
                watching = [pool.submit(guest.watch, over) for guest in guests]
                submitting = [pool.submit(guest.submit_moves, stop) for guest in guests]
                try:
                    for future in submitting:
                        future.result()
                    wait_for_pushes(guests)
                finally:
                    over.set()
                for future in watching:
                    future.result()

    def _create_game(self) -> list[Guest]:
        address, tokens = self._server.create_game(*self._seats)
        rngs = [Random(self._rng.random()) for _ in tokens]
        people = enumerate(zip(tokens, rngs, strict=True))
        guests = [Guest(self._server, address, seat, token, rng, pace=self._pace) for seat, (token, rng) in people]
        self.games.append(guests)
        return guests


def wait_for_pushes(guests: Sequence[Guest]) -> None:
    """Wait until everybody has received every frame, or give up: the check finds what is missing."""
    deadline = time.monotonic() + SETTLE_S
    while not all(guest.caught_up for guest in guests) and time.monotonic() < deadline:
        time.sleep(LOOK_S)


# --- figures ---------------------------------------------------------------------------------------------------------

Figures = dict[str, str]


@dataclass(frozen=True)
class Plan:
    """The number of tables, the duration, and the mean of seconds that a person waits before a move."""

    tables: int
    seconds: float
    pace: float


def measure(plan: Plan, processes: int) -> tuple[Figures, list[str]]:
    """The figures of a new server, and the moves it lost or doubled."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "data", "--processes", str(processes), "--quiet")
        server.start()
        try:
            return _measure(plan, server)
        finally:
            server.close()


def _measure(plan: Plan, server: ServerProcess) -> tuple[Figures, list[str]]:
    tables = [Table(server, TABLES[n % 2], Random(n), plan.pace) for n in range(plan.tables)]
    stop = threading.Event()
    with ThreadPoolExecutor(len(tables)) as pool:
        playing = [pool.submit(table.play, stop, WARM_UP_S * n / len(tables)) for n, table in enumerate(tables)]
        stop.wait(WARM_UP_S)
        begin, client = time.monotonic(), time.process_time()
        stop.wait(plan.seconds)
        end, client = time.monotonic(), time.process_time() - client
        kilobytes = memory(server)
        stop.set()
        for played in playing:
            played.result()
    games = [game for table in tables for game in table.games]
    guests = [guest for game in games for guest in game]
    took = [guest.answered[n] - sent for guest in guests for n, sent in guest.sent.items() if begin < sent < end]
    pushed = [seconds for game in games for seconds in push_times(game, begin, end)]
    frames = sum(begin < arrived < end for guest in guests for arrived in guest.arrived.values())
    wrong = [f"{guest.wrong} pushes wrong at {guest.address}" for guest in guests if guest.wrong]
    wrong += [f"pushes missed at {guest.address}" for guest in guests if not guest.caught_up]
    content = load()
    lost = [fault for game in games for fault in faults(export(game), game, content)]
    return {
        "people at the tables": str(sum(len(table.games[0]) for table in tables)),
        "moves a second": f"{len(took) / plan.seconds:.1f}",
        "submit ms, 50/95/99 %": percentiles(took),
        "pushes a second": f"{frames / plan.seconds:.1f}",
        "move to push ms, 50/95/99 %": percentiles(pushed),
        "refused: moved on meanwhile": str(sum(guest.refused for guest in guests)),
        **{f"memory MB, {what}": f"{size / 1024:.0f}" for what, size in kilobytes.items()},
        "lost or doubled moves": str(len(lost)),
        "lost or doubled pushes": str(len(wrong)),
        "this client's share of a core": f"{client / plan.seconds:.0%}",
    }, lost + wrong


def push_times(guests: Sequence[Guest], begin: float, end: float) -> Iterator[float]:
    """The seconds from sending a move to its frame at each socket of the table, also the sender's."""
    for guest in guests:
        for n, sent in guest.sent.items():
            if begin < sent < end:
                yield from (other.arrived[n] - sent for other in guests if n in other.arrived)


def percentiles(seconds: Sequence[float]) -> str:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [0.0] * 99
    return " / ".join(f"{cuts[percent - 1] * 1000:.1f}" for percent in PERCENTILES)


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(description="Put a server under load, and check that nothing is lost.")
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--pace", type=float, default=1.0, help="seconds before a person moves, in the mean")
    options.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parsed = options.parse_args(arguments)
    measured = [measure(Plan(parsed.tables, parsed.seconds, parsed.pace), n) for n in parsed.processes]
    print(f"{parsed.tables} tables, {parsed.seconds:g} s, a move {parsed.pace:g} s after it is asked for")
    print(f"{'web processes':32}" + "".join(f"{n:>24}" for n in parsed.processes))
    for name in measured[0][0]:
        print(f"{name:32}" + "".join(f"{figures[name]:>24}" for figures, _ in measured))
    wrong = [fault for _, found in measured for fault in found]
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
