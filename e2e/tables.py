"""Games for the browser tests: created and played to a position over the API, then opened on several devices."""

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
TIMEOUT_S = 60
"""How long an AI may take to choose on a busy machine."""


@dataclass(frozen=True)
class Seat:
    """A seat of a game, with its token."""

    server: Server
    game: str
    seat: int
    token: str

    def open_on(self, page: Page) -> None:
        """Open the table on a device by the seat's link."""
        page.goto(f"/seat/{self.game}#{self.token}")
        page.wait_for_url("**/table/**")

    def view(self) -> Json:
        view: Json = self._ask(f"/api/games/{self.game}?seat={self.seat}")["view"]
        return view

    def log(self) -> list[Json]:
        """The log as the seat sees it."""
        entries: list[Json] = self._ask(f"/api/games/{self.game}/log?seat={self.seat}")["entries"]
        return entries

    def submit(self, choice: Json) -> None:
        """Submit a choice; again when another seat chose at the same moment."""
        while not self.submit_at(self.view()["revision"], choice):
            pass

    def submit_at(self, revision: int, choice: Json) -> bool:
        """Submit a choice for this revision; False when the game has a newer one."""
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
        """The token of a new link for spectators."""
        token: str = self._ask(f"/api/games/{self.game}/links", {"seat": None})["token"]
        return token

    def _ask(self, path: str, body: Json | None = None) -> Json:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.server.url + path, data, headers)) as answer:
            body_of_answer: Json = json.loads(answer.read())
            return body_of_answer


def begin(server: Server, *seats: Json, seed: str = "LUTE 4817") -> list[Seat]:
    """Create a game; returns the seats of its people."""
    body = json.dumps({"seats": seats, "seed": seed}).encode()
    request = urllib.request.Request(f"{server.url}/api/games", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        made = json.loads(answer.read())
    return [Seat(server, made["game"], held["seat"], held["token"]) for held in made["seats"]]


def play_until_asked(seats: list[Seat], wanted: Callable[[Json], bool]) -> Seat:
    """Submit every seat's first choice until a prompt is the wanted one; returns the seat that is asked.

    AIs may choose at the same time, and may take a while.
    """
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        for seat in seats:
            view = seat.view()
            if prompt := view["prompt"]:
                if wanted(prompt):
                    return seat
                if seat.submit_at(view["revision"], prompt["choices"][0]["choice"]):
                    deadline = time.monotonic() + TIMEOUT_S
        time.sleep(0.01)
    raise AssertionError("nobody was asked that")
