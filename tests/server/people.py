"""Helpers of the server's tests: an application that hosts games, and people who play them over HTTP."""

import json
from functools import cache, partial
from threading import Thread
from typing import Any
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from simple_websocket import Client
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from automa.table import Table
from engine.codec import to_json
from engine.loop import decision, legal_choices
from engine.rng import stream
from server.games.games import Command, Games
from server.http.openapi import document
from server.http.sockets import Sockets
from server.storage.sqlite import SqliteStorage

Json = dict[str, Any]

PERSON = {"player": "person"}
REMOTE_PERSON = {"player": "person", "on_this_device": False}
"""A person who joins by code or link."""
APPRENTICE = {"player": "ai", "level": "apprentice"}


class Socket(Client):
    """A WebSocket client that also reads messages which arrived with the handshake; its thread is a daemon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "thread_class": partial(Thread, daemon=True)})

    def handshake(self) -> None:
        super().handshake()
        self._handle_events()
        self.connected = True


class CheckedClient(FlaskClient):
    """A client that checks every response against the OpenAPI document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        check(self.application, response)
        return response


def check(app: Flask, response: TestResponse) -> None:
    """A response matches the document's description of its route, or is a problem with a code that is listed there."""
    documented = operation(app, response.request.method, response.request.path)
    if response.status_code >= 400:
        assert response.mimetype == "application/problem+json", response.text
        assert response.json is not None
        assert response.json["status"] == response.status_code
        validator(app, json.dumps({"$ref": "#/components/schemas/Problem"})).validate(response.json)
        assert not documented or response.json["code"] in codes_of(
            documented["responses"].get(str(response.status_code), {})
        )
    elif documented:
        described = documented["responses"][str(response.status_code)]
        if response.mimetype == "application/json" and response.status_code != 304:
            schema = described["content"]["application/json"]["schema"]
            validator(app, json.dumps(schema)).validate(response.json)


def operation(app: Flask, method: str, path: str) -> Json | None:
    """The document's description of a route; None where the path is no route of the API."""
    try:
        rule, _ = app.url_map.bind("").match(path, method, return_rule=True)
    except HTTPException:
        return None
    path = rule.rule.replace("<int:", "{").replace("<", "{").replace(">", "}")
    found: Json | None = openapi(app)["paths"].get(path, {}).get(method.lower())
    return found


def codes_of(response: Json) -> list[str]:
    """The problem codes in the document's description of a response."""
    parts = response.get("content", {}).get("application/problem+json", {}).get("schema", {}).get("allOf", [])
    return [code for part in parts for code in part.get("properties", {}).get("code", {}).get("enum", [])]


@cache
def openapi(app: Flask) -> Json:
    return document(app)


@cache
def validator(app: Flask, schema: str) -> Draft202012Validator:
    """For a schema, as JSON, that may refer to the document's components."""
    return Draft202012Validator({**json.loads(schema), "components": openapi(app)["components"]})


class Host:
    """The application: creates games over HTTP, and gives access to its parts behind the API."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        services = app.extensions["luthier"]
        self.games: Games = services.games
        self.storage: SqliteStorage = services.storage
        self.sockets: Sockets = services.sockets

    def new_game(self, *seats: Json, seed: str | None = "LUTE 4817", **settings: bool) -> "tuple[Person, ...]":
        """A new game. Returns the people at this device, by seat. With remote people the server chooses the seed."""
        body: Json = {"seats": list(seats or (PERSON, PERSON)), "seed": None if REMOTE_PERSON in seats else seed}
        if settings:
            body["settings"] = settings
        response = self.client().post("/api/games", json=body)
        assert response.status_code == 201, response.text
        created = response.json
        assert created is not None
        return tuple(self.person(created["game"], held["seat"], held["token"]) for held in created["seats"])

    def person(self, game: str, seat: int | None, token: str) -> "Person":
        return Person(self, game, seat, token)

    def try_join(self, code: str, seat: int, name: str = "Bo", address: str = "127.0.0.1", **key: str) -> TestResponse:
        body = {"seat": seat, "name": name, **key}
        return self.client().post(f"/api/join/{code}", json=body, environ_overrides={"REMOTE_ADDR": address})

    def join(self, code: str, seat: int, name: str = "Bo") -> "Person":
        """Take an open seat."""
        response = self.try_join(code, seat, name)
        assert response.status_code == 200, response.text
        joined = response.json
        assert joined is not None
        return self.person(joined["game"], joined["seat"], joined["token"])

    def client(self) -> FlaskClient:
        return self.app.test_client(use_cookies=False)

    def table(self, game: str) -> Table:
        """The table at the stored revision."""
        with self.games.read_table(game) as table:
            return table

    def record(self, game: str) -> Json:
        return self.table(game).game.to_json()


class Person:
    """A person at a seat of a game, with its token; seat None: a spectator."""

    def __init__(self, host: Host, game: str, seat: int | None, token: str) -> None:
        self.host, self.game, self.seat, self.token = host, game, seat, token

    @property
    def address(self) -> str:
        return f"/api/games/{self.game}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str = "", **more: Any) -> TestResponse:
        headers = self.headers | more.pop("headers", {})
        return self.host.client().get(self.address + path, headers=headers, **more)

    def post(self, path: str, body: Any) -> TestResponse:
        return self.host.client().post(self.address + path, json=body, headers=self.headers)

    def put(self, path: str, body: Any) -> TestResponse:
        return self.host.client().put(self.address + path, json=body, headers=self.headers)

    def delete(self, path: str = "") -> TestResponse:
        return self.host.client().delete(self.address + path, headers=self.headers)

    def create_join_code(self) -> str:
        response = self.post("/join-code", {})
        assert response.status_code == 200, response.text
        assert response.json is not None
        code: str = response.json["code"]
        return code

    def create_link(self, seat: int | None) -> "Person":
        """A person with a new link to a seat, or a spectator, who has not traded its token yet."""
        response = self.post("/links", {"seat": seat})
        assert response.status_code == 200, response.text
        assert response.json is not None
        return self.host.person(self.game, response.json["seat"], response.json["token"])

    def try_open_session(self, name: str = "", **key: str) -> TestResponse:
        """Trade the token of a link."""
        return self.host.client().post(f"{self.address}/session", json={"token": self.token, "name": name, **key})

    def open_session(self, name: str = "") -> TestResponse:
        """Trade the token of a link, and use the token that is returned from then on."""
        response = self.try_open_session(name)
        if response.status_code == 200:
            assert response.json is not None
            self.token = response.json["token"]
        return response

    @property
    def seats(self) -> Json:
        response = self.get("/seats")
        assert response.status_code == 200, response.text
        seats: Json | None = response.json
        assert seats is not None
        return seats

    def try_reseat(self, seat: int, level: str | None = None, key: str | None = None, **more: Any) -> TestResponse:
        """Let an AI of a level play a seat; without one, give it back."""
        to = {"player": "person"} if level is None else {"player": "ai", "level": level}
        return self.put(f"/seats/{seat}", {**to, "key": key or str(uuid4()), **more})

    def reseat(self, seat: int, level: str | None = None) -> Json:
        response = self.try_reseat(seat, level)
        assert response.status_code == 200, response.text
        answer: Json | None = response.json
        assert answer is not None
        return answer

    def try_free(self, seat: int, key: str | None = None, **more: Any) -> TestResponse:
        """Free a seat for somebody else."""
        return self.post(f"/seats/{seat}/free", {"key": key or str(uuid4()), **more})

    def free(self, seat: int) -> Json:
        response = self.try_free(seat)
        assert response.status_code == 200, response.text
        answer: Json | None = response.json
        assert answer is not None
        return answer

    def frame(self) -> Json:
        frame = self.get().json
        assert frame is not None
        return frame

    @property
    def view(self) -> Json:
        view: Json = self.frame()["view"]
        return view

    @property
    def revision(self) -> int:
        return self.host.table(self.game).revision

    @property
    def legal_choices(self) -> list[Json]:
        """The legal choices of this seat now, computed behind the API."""
        assert self.seat is not None
        return [to_json(choice) for choice in legal_choices(self.host.table(self.game).game.state, self.seat)]

    def body(self, *choices: Json, revision: int | None = None, key: str | None = None) -> Json:
        return {**self.undo_body(revision=revision, key=key), "choices": list(choices)}

    def undo_body(self, revision: int | None = None, key: str | None = None) -> Json:
        return {
            "seat": self.seat,
            "revision": self.revision if revision is None else revision,
            "key": key or str(uuid4()),
        }

    def try_submit(self, *choices: Json, revision: int | None = None, key: str | None = None) -> TestResponse:
        return self.post("/choices", self.body(*choices, revision=revision, key=key))

    def submit(self, *choices: Json) -> Json:
        """Submit a move that is accepted."""
        response = self.try_submit(*choices)
        assert response.status_code == 200, response.text
        answer = response.json
        assert answer is not None
        return answer

    def undo(self) -> TestResponse:
        return self.post("/undo", self.undo_body())

    def redo(self) -> TestResponse:
        return self.post("/redo", self.undo_body())


def choose_setups(*people: Person) -> None:
    """Everybody chooses the first setup offered: the game reaches its first turn."""
    for person in people:
        person.submit(person.legal_choices[0])


def play_on(people: tuple[Person, ...], moves: int, seed: str = "play") -> int:
    """Make random moves of one choice each, until so many are made or no person is asked. Returns their number.

    They call `Games.submit` directly, not over HTTP.
    """
    rng = stream(seed)
    games, game = people[0].host.games, people[0].game
    for made in range(moves):
        table = people[0].host.table(game)
        asked = [person.seat for person in people if person.seat in table.clock()]
        if not asked:
            return made
        choices = legal_choices(table.game.state, asked[0])
        games.submit(Command(game, asked[0], table.revision), [choices[rng.below(len(choices))]])
    return moves


def until(people: tuple[Person, ...], kind: str, seed: str = "play") -> Person:
    """Make random moves until one of the people is asked a question of this kind. Returns that person."""
    for turn in range(1000):
        table = people[0].host.table(people[0].game)
        asked = [person for person in people if person.seat in table.clock()]
        if asked and decision(table.game.state).kind == kind:
            return asked[0]
        assert play_on(people, 1, f"{seed} {turn}"), f"the game ended before anybody was asked {kind}"
    raise AssertionError(f"nobody was asked {kind}")


def problem_code(response: TestResponse) -> str:
    """The code of a problem."""
    assert response.json is not None
    code: str = response.json["code"]
    return code
