"""The server of a browser's own games: `server/games` with a storage in memory, called by the worker in JSON.

The worker passes on the commands of pages; no rule and no decision of a host is implemented anywhere else.
"""

import json
from collections.abc import Callable
from typing import Any

from memory_storage import MemoryStorage

from automa.table import SeatSettings
from engine import RULES_VERSION
from engine.choices import Choice
from engine.codec import choice_from_json
from engine.content.cards import parse
from engine.errors import BrokenRecord
from engine.game import game_from_json
from server.games.client_content import client_content
from server.games.games import Command, CreatedGame, Games, command_from_body
from server.games.joining import Joining, seats_for
from server.games.new_game import NewGames, SeatSetup, Setup
from server.games.problems import Problem
from server.games.seat_access import Caller
from server.games.storage import Json
from server.games.tokens import new_game_name

PREFIX = "L-"
"""The names of all games of a device begin with it."""


class LocalServer:
    """All games of a device. Every caller has access to every person's seat."""

    def __init__(self, tables: str) -> None:
        self._tables = json.loads(tables)
        self._content = parse(self._tables)
        self._storage = MemoryStorage()
        self._games = Games(self._storage, self._content, new_name=lambda: PREFIX + new_game_name(), idle_s=None)
        self._new_games, self._joining = NewGames(self._games), Joining(self._games)
        self._commands: dict[str, Callable[[Json], Any]] = {
            "content": self._get_content,
            "versions": self._get_versions,
            "create": self._create,
            "view": self._view,
            "frames_since": self._frames_since,
            "submit": self._submit,
            "undo": self._undo,
            "redo": self._redo,
            "preview": self._preview,
            "log": self._log,
            "reason": self._reason,
            "change_seat_settings": self._change_seat_settings,
            "seats": self._seats,
            "reseat": self._reseat,
            "export": self._export,
            "import": self._import,
            "replay": self._replay,
            "copy": self._copy,
            "rematch": self._rematch,
            "delete": self._delete,
        }

    # --- called by the worker ----------------------------------------------------------------------------------------

    def is_loaded(self, game: str) -> bool:
        return game in self._storage

    def load(self, game: str, stored: str) -> None:
        """Load a game as it is in the browser's database."""
        parts = json.loads(stored)
        self._storage.load_game(game, parts["row"], parts["entries"], parts["reasons"], parts["moves"])

    def unload(self, game: str) -> None:
        """Remove a game from memory: it was changed by another tab, or could not be written to the database."""
        self._storage.unload(game)
        self._games.evict(game)

    def call(self, command: str, arguments: str) -> str:
        """Execute a page's command. Returns its answer or the problem, the writes, and the games awaiting an AI."""
        return self._respond(lambda: self._command(command)(json.loads(arguments)))

    def move_ai(self, game: str) -> str:
        """Make the next AI move of the game; returns the same as `call`."""
        return self._respond(lambda: self._games.move_ai(game))

    def _command(self, name: str) -> Callable[[Json], Any]:
        if name not in self._commands:
            raise Problem("not-found", f"there is no command {name!r}")
        return self._commands[name]

    def _respond(self, execute: Callable[[], Any]) -> str:
        self._storage.writes.clear()
        try:
            answer = execute()
        except Problem as problem:
            return _problem_response(problem)
        except BrokenRecord as error:
            return _problem_response(Problem("broken-record", str(error)))
        writes = [{**write, "summary": self._summary(write)} for write in self._storage.writes]
        response = {"answer": answer, "writes": writes, "games_awaiting_ai": self._storage.games_awaiting_ai()}
        return json.dumps(response)

    def _summary(self, write: Json) -> Json | None:
        """The part of a game that a list of games shows."""
        if write.get("deleted"):
            return None
        view = self._games.frame(write["game"], None)["view"]
        seat_fields = ("seat", "colour", "player", "name", "level", "family", "prestige")
        seats = [{name: seat[name] for name in seat_fields} for seat in view["seats"]]
        return {name: view[name] for name in ("round", "phase", "clock", "active_worker", "winners")} | {"seats": seats}

    # --- commands of pages -------------------------------------------------------------------------------------------

    def _get_content(self, _: Json) -> Json:
        return client_content(self._tables, self._content)

    def _get_versions(self, _: Json) -> Json:
        return {"rules": RULES_VERSION, "content": self._content.digest}

    def _create(self, arguments: Json) -> Json:
        setup = arguments["setup"]
        seats = tuple(_seat(seat) for seat in setup["seats"])
        seed = (setup.get("seed") or "").strip() or None
        settings = _seat_settings(setup["settings"])
        return _created(self._new_games.create(Setup(seats, seed, setup["options"]["setup_card"], settings)))

    def _view(self, arguments: Json) -> Json:
        return self._games.frame(arguments["game"], self._viewer(arguments), arguments.get("revision"))

    def _frames_since(self, arguments: Json) -> Json:
        viewers = [self._viewer(arguments)]
        revision, frames = self._games.frames_since(arguments["game"], viewers, arguments["since"])
        return {"revision": revision, "frames": frames}

    def _submit(self, arguments: Json) -> Json:
        return self._games.submit(self._game_command(arguments, "choices"), _choices(arguments))

    def _undo(self, arguments: Json) -> Json:
        return self._games.undo(self._game_command(arguments, "undo"))

    def _redo(self, arguments: Json) -> Json:
        return self._games.redo(self._game_command(arguments, "redo"))

    def _preview(self, arguments: Json) -> Json:
        return self._games.preview(self._game_command(arguments, "preview"), _choices(arguments))

    def _log(self, arguments: Json) -> Json:
        return self._games.log(arguments["game"], self._viewer(arguments))

    def _reason(self, arguments: Json) -> Json | None:
        return self._games.reason(arguments["game"], arguments["n"])

    def _change_seat_settings(self, arguments: Json) -> None:
        settings = _seat_settings(arguments["settings"])
        self._games.change_seat_settings(arguments["game"], arguments["seat"], settings)

    def _seats(self, arguments: Json) -> Json:
        return seats_for(self._games, arguments["game"], self._caller(arguments["game"]))

    def _reseat(self, arguments: Json) -> Json:
        game, to = arguments["game"], {"level": None, **arguments["to"]}
        return self._joining.reseat(game, self._caller(game), arguments["seat"], to)

    def _export(self, arguments: Json) -> Json:
        return self._games.export(arguments["game"], self._caller(arguments["game"]))

    def _import(self, arguments: Json) -> Json:
        return _created(self._new_games.import_record(arguments["record"], SeatSettings()))

    def _replay(self, arguments: Json) -> Json:
        """The result of a record, replayed and checked entry by entry; nothing is stored."""
        played = game_from_json(arguments["record"], self._content)
        prestige = [player.prestige for player in played.state.players]
        return {"hash": played.hash(), "prestige": prestige, "winners": list(played.state.winners)}

    def _copy(self, arguments: Json) -> Json:
        game, revision, level = arguments["game"], arguments["revision"], arguments["level"]
        return _created(self._new_games.copy(game, self._caller(game), revision, level, arguments.get("seat")))

    def _rematch(self, arguments: Json) -> Json:
        return _created(self._new_games.rematch(arguments["game"], self._caller(arguments["game"])))

    def _delete(self, arguments: Json) -> None:
        self._games.delete(arguments["game"])

    def _caller(self, game: str) -> Caller:
        stored = self._games.stored_seats(game)
        token_hashes = tuple(token.hash for token in stored.tokens)
        return Caller(tuple(stored.person_seats), stored.host, False, token_hashes)

    def _viewer(self, arguments: Json) -> int | None:
        query = {"seat": arguments["viewer"]} if "viewer" in arguments else {}
        return self._caller(arguments["game"]).viewer(query)

    def _game_command(self, arguments: Json, operation: str) -> Command:
        body = {**arguments["body"], "choices": _choices(arguments)}
        return command_from_body(arguments["game"], self._caller(arguments["game"]), body, operation)


def _problem_response(problem: Problem) -> str:
    return json.dumps({"problem": problem.to_json(), "writes": [], "games_awaiting_ai": []})


def _seat(seat: Json) -> SeatSetup:
    return SeatSetup(seat["player"], seat.get("name", ""), seat.get("level"), seat.get("colour"))


def _seat_settings(settings: Json) -> SeatSettings:
    return SeatSettings(settings["confirm_turns"], settings["auto_forced"])


def _choices(arguments: Json) -> list[Choice]:
    try:
        return [choice_from_json(choice) for choice in arguments["body"].get("choices", ())]
    except BrokenRecord as error:
        raise Problem("malformed", str(error)) from error


def _created(game: CreatedGame) -> Json:
    return {"game": game.game, "seat": game.host, "seed": game.seed}
