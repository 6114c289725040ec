"""The host of the games that a browser keeps: the server's own door to games, with a shelf in memory behind it.

The worker passes on what the page asks, as JSON; no rule and no decision of a host is made anywhere else.
"""

import json
from collections.abc import Callable
from typing import Any

from shelf import Shelf

from automa.table import SeatSettings
from engine import RULES_VERSION
from engine.choices import Choice
from engine.codec import choice_from_json
from engine.content.cards import fingerprint, parse
from engine.errors import BrokenRecord
from engine.game import game_from_json
from engine.requirements import chairs_for_card, requirements_met_by
from engine.rule_facts import rule_facts
from server.games.games import Created, Games, Order, order_of
from server.games.joining import Joining, who
from server.games.new_game import Opening, SeatSetup, Setup
from server.games.problems import Problem
from server.games.seats import Holder
from server.games.storage import Json
from server.games.tokens import game_name

PREFIX = "L-"
"""Begins the name of every game that a device keeps."""


class Desk:
    """All games of a device. Whoever asks holds every person's seat."""

    def __init__(self, tables: str) -> None:
        self._tables = json.loads(tables)
        self._content = parse(self._tables)
        self._shelf = Shelf()
        self._games = Games(self._shelf, self._content, name=lambda: PREFIX + game_name(), idle=None)
        self._opening, self._joining = Opening(self._games), Joining(self._games)

    # --- what the worker does ----------------------------------------------------------------------------------------

    def has(self, game: str) -> bool:
        """Whether the game is in memory."""
        return game in self._shelf

    def put(self, game: str, kept: str) -> None:
        """Take up a game as the browser's database has it."""
        told = json.loads(kept)
        self._shelf.put(game, told["row"], told["entries"], told["reasons"], told["moves"])

    def forget(self, game: str) -> None:
        """Drop what is in memory of a game, as where it could not be written away."""
        self._shelf.forget(game)
        self._games.forget(game)

    def ask(self, what: str, told: str) -> str:
        """Do what a page asks; tells the answer or the problem, what is to be written away, and where rivals move."""
        return self._telling(lambda: getattr(self, f"_{what}")(json.loads(told)))

    def move_ai(self, game: str) -> str:
        """Make the next move of a rival of the game, as `ask` tells it."""
        return self._telling(lambda: self._games.move_ai(game))

    def _telling(self, deed: Callable[[], Any]) -> str:
        self._shelf.writes.clear()
        try:
            told = {"answer": deed()}
        except Problem as problem:
            return _refused(problem)
        except BrokenRecord as fault:
            return _refused(Problem("broken-record", str(fault)))
        writes = [{**write, "summary": self._summary(write)} for write in self._shelf.writes]
        return json.dumps({**told, "writes": writes, "ai_check": self._shelf.games_awaiting_ai()})

    def _summary(self, write: Json) -> Json | None:
        """What a list of games shows of this one without playing it."""
        if write.get("deleted"):
            return None
        view = self._games.frame(write["game"], None)["view"]
        shown = ("seat", "colour", "player", "name", "level", "family", "prestige")
        seats = [{name: seat[name] for name in shown} for seat in view["seats"]]
        return {name: view[name] for name in ("round", "phase", "clock", "active_worker", "winners")} | {"seats": seats}

    # --- what a page asks --------------------------------------------------------------------------------------------

    def _content_tables(self, _: Json) -> Json:
        content = self._content
        about = {"pack": content.pack, "version": content.version, "digest": fingerprint(self._tables)}
        return {
            **about,
            "tables": self._tables,
            "requirements_met_by": requirements_met_by(content),
            "chairs_for_card": chairs_for_card(content),
            "rules": rule_facts(content),
        }

    def _versions(self, _: Json) -> Json:
        return {"rules": RULES_VERSION, "content": self._content.digest}

    def _create(self, told: Json) -> Json:
        setup = told["setup"]
        seats = tuple(_seat(seat) for seat in setup["seats"])
        seed = (setup.get("seed") or "").strip() or None
        return _begun(
            self._opening.create(Setup(seats, seed, setup["options"]["setup_card"], _seat_settings(setup["settings"])))
        )

    def _view(self, told: Json) -> Json:
        return self._games.frame(told["game"], self._viewer(told), told.get("revision"))

    def _news(self, told: Json) -> Json:
        revision, frames = self._games.news(told["game"], [self._viewer(told)], told["since"])
        return {"revision": revision, "frames": frames}

    def _submit(self, told: Json) -> Json:
        return self._games.submit(self._order(told, "choices"), _choices(told))

    def _undo(self, told: Json) -> Json:
        return self._games.undo(self._order(told, "undo"))

    def _redo(self, told: Json) -> Json:
        return self._games.redo(self._order(told, "redo"))

    def _preview(self, told: Json) -> Json:
        return self._games.preview(self._order(told, "preview"), _choices(told))

    def _log(self, told: Json) -> Json:
        return self._games.log(told["game"], self._viewer(told))

    def _why(self, told: Json) -> Json | None:
        return self._games.reason(told["game"], told["n"])

    def _settings(self, told: Json) -> None:
        self._games.change_seat_settings(told["game"], told["seat"], _seat_settings(told["settings"]))

    def _who(self, told: Json) -> Json:
        return who(self._games, told["game"], self._holder(told["game"]))

    def _reseat(self, told: Json) -> Json:
        to = {"level": None, **told["to"]}
        return self._joining.reseat(told["game"], self._holder(told["game"]), told["seat"], to)

    def _export(self, told: Json) -> Json:
        return self._games.export(told["game"], self._holder(told["game"]))

    def _import(self, told: Json) -> Json:
        return _begun(self._opening.bring(told["record"], SeatSettings()))

    def _replay(self, told: Json) -> Json:
        """What a whole record comes to, checked entry by entry; nothing is kept of it."""
        played = game_from_json(told["record"], self._content)
        prestige = [player.prestige for player in played.state.players]
        return {"hash": played.hash(), "prestige": prestige, "winners": list(played.state.winners)}

    def _copy(self, told: Json) -> Json:
        holder = self._holder(told["game"])
        return _begun(self._opening.copy(told["game"], holder, told["revision"], told["level"], told.get("seat")))

    def _again(self, told: Json) -> Json:
        return _begun(self._opening.again(told["game"], self._holder(told["game"])))

    def _remove(self, told: Json) -> None:
        self._games.delete(told["game"])

    def _holder(self, game: str) -> Holder:
        kept = self._games.seating(game)
        return Holder(tuple(kept.people), kept.host, False, tuple(token.hash for token in kept.tokens))

    def _viewer(self, told: Json) -> int | None:
        seat = {"seat": told["viewer"]} if "viewer" in told else {}
        return self._holder(told["game"]).viewer(seat)

    def _order(self, told: Json, what: str) -> Order:
        body = {**told["body"], "choices": _choices(told)}
        return order_of(told["game"], self._holder(told["game"]), body, what)


def _refused(problem: Problem) -> str:
    return json.dumps({"problem": problem.to_json(), "writes": [], "ai_check": []})


def _seat(seat: Json) -> SeatSetup:
    return SeatSetup(seat["player"], seat.get("name", ""), seat.get("level"), seat.get("colour"))


def _seat_settings(settings: Json) -> SeatSettings:
    return SeatSettings(settings["confirm_turns"], settings["auto_forced"])


def _choices(told: Json) -> list[Choice]:
    try:
        return [choice_from_json(choice) for choice in told["body"].get("choices", ())]
    except BrokenRecord as fault:
        raise Problem("malformed", str(fault)) from fault


def _begun(created: Created) -> Json:
    return {"game": created.game, "seat": created.host, "seed": created.seed}
