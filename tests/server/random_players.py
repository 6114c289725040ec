"""People who play over HTTP at random, whatever happens to the server, and remember what they were told."""

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any

from engine.content.cards import Content
from engine.game import game_from_json
from tests.server.server_process import Answer, ServerProcess, begun

Json = dict[str, Any]

PATIENCE_S = 90.0
AGAIN_S = 0.05
TRY_AGAIN = (503, 507)
NOT_OFFERED = {"kind": "end-turn"}


@dataclass(frozen=True)
class AcknowledgedMove:
    """A move that the server acknowledged: the entry after revision `before` is this seat's choice."""

    key: str
    seat: int
    before: int
    choice: Json


@dataclass
class Player:
    """Somebody at a seat. What gets no answer is asked again under the same key until there is one."""

    server: ServerProcess
    address: str
    seat: int
    token: str
    rng: Random
    done: list[AcknowledgedMove] = field(default_factory=list)
    refused: int = 0
    repeated: int = 0

    def __post_init__(self) -> None:
        self.connection = self.server.connect(self.token)

    def request(self, method: str, path: str = "", body: Any = None) -> Answer:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                answer = self.connection.request(method, self.address + path, body)
                if answer.status not in TRY_AGAIN:
                    return answer
                fault: object = answer
            except (OSError, HTTPException, json.JSONDecodeError) as lost:
                fault = lost
            assert time.monotonic() < deadline, f"no answer: {fault!r}"
            self.repeated += 1
            time.sleep(AGAIN_S)

    def view(self) -> Json:
        answer = self.request("GET")
        assert answer.status == 200, answer
        view: Json = answer.body["view"]
        return view

    def try_submit(self, view: Json) -> Answer:
        """Submit one offered choice under a new key, else an illegal one; record what is acknowledged."""
        offered = [offer["choice"] for offer in view["prompt"]["choices"]] if view["prompt"] else [NOT_OFFERED]
        choice = self.rng.choice(offered)
        key = f"{self.seat}-{self.rng.getrandbits(64):x}"
        answer = self.request(
            "POST", "/choices", {"seat": self.seat, "revision": view["revision"], "key": key, "choices": [choice]}
        )
        if answer.status == 200:
            self.done.append(AcknowledgedMove(key, self.seat, view["revision"], choice))
        else:
            assert answer.status == 409, answer
            self.refused += 1
        return answer

    def submit(self) -> bool:
        """Look, and move once if something is asked; False when the game is over."""
        view = self.view()
        if view["prompt"]:
            self.try_submit(view)
        elif view["phase"] == "finished":
            return False
        else:
            time.sleep(AGAIN_S)
        return True

    def press_once_more(self) -> None:
        """The game goes on: this seat is asked again some time, and its move is taken."""
        before = len(self.done)
        deadline = time.monotonic() + PATIENCE_S
        while len(self.done) == before and self.submit():
            assert time.monotonic() < deadline, f"seat {self.seat} of {self.address} is not asked any more"


class PlayerGroup:
    """People who sit together, one after the other pressing as fast as they can, game after game."""

    def __init__(self, server: ServerProcess, seats: Sequence[Json], rng: Random) -> None:
        self._server, self._seats, self._rng = server, seats, rng
        self.games: list[list[Player]] = []

    def begin(self) -> list[Player]:
        """A new game; one of which the answer is lost stays behind, and nobody sits there."""
        while (game := self._try_to_begin()) is None:
            time.sleep(AGAIN_S)
        address, tokens = game
        people = [seat for seat, who in enumerate(self._seats) if who["player"] == "person"]
        rngs = [Random(self._rng.random()) for _ in people]
        sitting = zip(people, tokens, rngs, strict=True)
        self.games.append([Player(self._server, address, seat, token, rng) for seat, token, rng in sitting])
        return self.games[-1]

    def _try_to_begin(self) -> tuple[str, list[str]] | None:
        try:
            answer = self._server.request("POST", "/api/games", {"seats": list(self._seats)})
        except (OSError, HTTPException, json.JSONDecodeError):
            return None
        return None if answer.status in TRY_AGAIN else begun(answer)

    def play(self, stop: threading.Event) -> None:
        while not stop.is_set():
            players = self.begin()
            while not stop.is_set() and all(player.submit() for player in players):
                pass

    def go_on(self) -> None:
        """Everybody's next move in the last game is taken, or that game is over."""
        players, before = self.games[-1], [len(player.done) for player in self.games[-1]]
        deadline = time.monotonic() + PATIENCE_S
        while all(player.submit() for player in players):
            if all(len(player.done) > n for player, n in zip(players, before, strict=True)):
                return
            assert time.monotonic() < deadline, f"nobody is asked any more in {players[0].address}"

    def faults(self, content: Content) -> list[str]:
        """What is lost or doubled in all the games that were played."""
        return [fault for players in self.games for fault in faults(export(players), players, content)]


def export(players: Sequence[Player]) -> Json:
    """The record of a game, for those who hold every person's seat."""
    everybody = players[0].server.connect(", ".join(player.token for player in players))
    record: Json = everybody.request_ok("GET", f"{players[0].address}/export")
    everybody.close()
    return record


def faults(record: Json, players: Sequence[Player], content: Content) -> list[str]:
    """What is lost or doubled in the log of a game, as its players remember it; the log itself is replayed."""
    played = game_from_json(record, content)
    log = played.to_json()["log"]
    done = [one for player in players for one in player.done]
    lost = [f"lost: {one}" for one in done if not _is(log, one)]
    seats = {player.seat for player in players}
    made = [entry for entry in log if entry["seat"] in seats and not entry.get("auto") and "choice" in entry]
    extra = len(made) - len(done)
    return [*lost, *([f"{extra} choices in the log that nobody was told of"] if extra > 0 else [])]


def _is(log: list[Json], done: AcknowledgedMove) -> bool:
    if len(log) <= done.before:
        return False
    entry = log[done.before]
    return (entry["seat"], entry.get("choice"), bool(entry.get("auto"))) == (done.seat, done.choice, False)
