"""People who make random moves over HTTP, retry through server failures, and record the acknowledged moves."""

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
from tests.server.server_process import Answer, ServerProcess, created_game

Json = dict[str, Any]

TIMEOUT_S = 90.0
RETRY_S = 0.05
RETRY_STATUSES = (503, 507)
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
    """A person at a seat. A request without an answer is repeated under the same key."""

    server: ServerProcess
    address: str
    seat: int
    token: str
    rng: Random
    acknowledged: list[AcknowledgedMove] = field(default_factory=list)
    refused: int = 0
    repeated: int = 0

    def __post_init__(self) -> None:
        self.connection = self.server.connect(self.token)

    def request(self, method: str, path: str = "", body: Any = None) -> Answer:
        deadline = time.monotonic() + TIMEOUT_S
        while True:
            try:
                answer = self.connection.request(method, self.address + path, body)
                if answer.status not in RETRY_STATUSES:
                    return answer
                fault: object = answer
            except (OSError, HTTPException, json.JSONDecodeError) as error:
                fault = error
            assert time.monotonic() < deadline, f"no answer: {fault!r}"
            self.repeated += 1
            time.sleep(RETRY_S)

    def view(self) -> Json:
        answer = self.request("GET")
        assert answer.status == 200, answer
        view: Json = answer.body["view"]
        return view

    def try_submit(self, view: Json) -> Answer:
        """Submit an offered choice under a new key, or an illegal one if none is offered; record it if accepted."""
        offered = [offer["choice"] for offer in view["prompt"]["choices"]] if view["prompt"] else [NOT_OFFERED]
        choice = self.rng.choice(offered)
        key = f"{self.seat}-{self.rng.getrandbits(64):x}"
        answer = self.request(
            "POST", "/choices", {"seat": self.seat, "revision": view["revision"], "key": key, "choices": [choice]}
        )
        if answer.status == 200:
            self.acknowledged.append(AcknowledgedMove(key, self.seat, view["revision"], choice))
        else:
            assert answer.status == 409, answer
            self.refused += 1
        return answer

    def submit(self) -> bool:
        """Read the view, and move once if the seat is asked; False when the game is over."""
        view = self.view()
        if view["prompt"]:
            self.try_submit(view)
        elif view["phase"] == "finished":
            return False
        else:
            time.sleep(RETRY_S)
        return True

    def submit_one_more(self) -> None:
        """Wait until this seat is asked again, and its move acknowledged: the game goes on."""
        before = len(self.acknowledged)
        deadline = time.monotonic() + TIMEOUT_S
        while len(self.acknowledged) == before and self.submit():
            assert time.monotonic() < deadline, f"seat {self.seat} of {self.address} is not asked any more"


class PlayerGroup:
    """The people of one game after another, who move in turn as fast as they can."""

    def __init__(self, server: ServerProcess, seats: Sequence[Json], rng: Random) -> None:
        self._server, self._seats, self._rng = server, seats, rng
        self.games: list[list[Player]] = []

    def create_game(self) -> list[Player]:
        """The players of a new game; one whose response was lost is abandoned."""
        while (game := self._try_to_create_game()) is None:
            time.sleep(RETRY_S)
        address, tokens = game
        people = [seat for seat, setup in enumerate(self._seats) if setup["player"] == "person"]
        rngs = [Random(self._rng.random()) for _ in people]
        seats = zip(people, tokens, rngs, strict=True)
        self.games.append([Player(self._server, address, seat, token, rng) for seat, token, rng in seats])
        return self.games[-1]

    def _try_to_create_game(self) -> tuple[str, list[str]] | None:
        try:
            answer = self._server.request("POST", "/api/games", {"seats": list(self._seats)})
        except (OSError, HTTPException, json.JSONDecodeError):
            return None
        return None if answer.status in RETRY_STATUSES else created_game(answer)

    def play(self, stop: threading.Event) -> None:
        while not stop.is_set():
            players = self.create_game()
            while not stop.is_set() and all(player.submit() for player in players):
                pass

    def go_on(self) -> None:
        """Play the last game until everybody has moved once more, or it is over."""
        players, before = self.games[-1], [len(player.acknowledged) for player in self.games[-1]]
        deadline = time.monotonic() + TIMEOUT_S
        while all(player.submit() for player in players):
            if all(len(player.acknowledged) > n for player, n in zip(players, before, strict=True)):
                return
            assert time.monotonic() < deadline, f"nobody is asked any more in {players[0].address}"

    def faults(self, content: Content) -> list[str]:
        """The moves that are lost or doubled in all games."""
        return [fault for players in self.games for fault in faults(export(players), players, content)]


def export(players: Sequence[Player]) -> Json:
    """The record of a game, with the tokens of every person's seat."""
    connection = players[0].server.connect(", ".join(player.token for player in players))
    record: Json = connection.request_ok("GET", f"{players[0].address}/export")
    connection.close()
    return record


def faults(record: Json, players: Sequence[Player], content: Content) -> list[str]:
    """The moves that are lost or doubled in a log, compared with the acknowledged ones. Replays the log, too."""
    played = game_from_json(record, content)
    log = played.to_json()["log"]
    acknowledged = [move for player in players for move in player.acknowledged]
    lost = [f"lost: {move}" for move in acknowledged if not _is_in(log, move)]
    seats = {player.seat for player in players}
    made = [entry for entry in log if entry["seat"] in seats and not entry.get("auto") and "choice" in entry]
    extra = len(made) - len(acknowledged)
    return [*lost, *([f"{extra} choices in the log that were never acknowledged"] if extra > 0 else [])]


def _is_in(log: list[Json], move: AcknowledgedMove) -> bool:
    if len(log) <= move.before:
        return False
    entry = log[move.before]
    return (entry["seat"], entry.get("choice"), bool(entry.get("auto"))) == (move.seat, move.choice, False)
