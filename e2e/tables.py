"""Tables for the browser tests: begun and led to a moment over the API, then looked at from several devices."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

from e2e.conftest import Server

Json = dict[str, Any]

PERSON: Json = {"player": "person"}
APPRENTICE: Json = {"player": "ai", "level": "apprentice"}
PATIENCE_S = 60
"""A rival has chosen by then, however busy the machine."""


@dataclass(frozen=True)
class Seat:
    """A seat of a game with the key to it."""

    server: Server
    game: str
    seat: int
    token: str

    def sit(self, page: Page) -> None:
        """Open the table on a device by the seat's link."""
        page.goto(f"/seat/{self.game}#{self.token}")
        page.wait_for_url("**/table/**")

    def view(self) -> Json:
        view: Json = self._ask(f"/api/games/{self.game}?seat={self.seat}")["view"]
        return view

    def log(self) -> list[Json]:
        """What the seat was told, entry by entry."""
        entries: list[Json] = self._ask(f"/api/games/{self.game}/log?seat={self.seat}")["entries"]
        return entries

    def submit(self, choice: Json) -> None:
        """Make a choice; again where somebody else chose in the very moment between."""
        while not self.press_at(self.view()["revision"], choice):
            pass

    def press_at(self, revision: int, choice: Json) -> bool:
        """Make a choice at this position; False where the table has moved on from it meanwhile."""
        body = {"seat": self.seat, "revision": revision, "key": str(uuid4()), "choices": [choice]}
        try:
            self._ask(f"/api/games/{self.game}/choices", body)
        except urllib.error.HTTPError as refusal:
            with refusal:
                if json.loads(refusal.read()).get("code") != "stale":
                    raise
            return False
        return True

    def spectator_link(self) -> str:
        """The token of a link by which others may watch."""
        token: str = self._ask(f"/api/games/{self.game}/links", {"seat": None})["token"]
        return token

    def _ask(self, path: str, body: Json | None = None) -> Json:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.server.url + path, data, headers)) as answer:
            told: Json = json.loads(answer.read())
            return told


def begin(server: Server, *seats: Json, seed: str = "LUTE 4817") -> list[Seat]:
    """A new game; the seats of the people."""
    body = json.dumps({"seats": seats, "seed": seed}).encode()
    request = urllib.request.Request(f"{server.url}/api/games", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        made = json.loads(answer.read())
    return [Seat(server, made["game"], held["seat"], held["token"]) for held in made["seats"]]


def lead(seats: list[Seat], arrived: Callable[[Json], bool]) -> Seat:
    """Everybody takes the first choice there is until a prompt is as it should be; whose prompt it is.

    Rivals may choose at the same time, and may take a while over it.
    """
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for seat in seats:
            view = seat.view()
            if prompt := view["prompt"]:
                if arrived(prompt):
                    return seat
                if seat.press_at(view["revision"], prompt["choices"][0]["choice"]):
                    deadline = time.monotonic() + PATIENCE_S
        time.sleep(0.01)
    raise AssertionError("nobody was asked that")
