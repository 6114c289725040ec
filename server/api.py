"""The REST API. Each route says who asks, calls one method of `Games`, and gives its answer as it is."""

import json
from typing import Any

from flask import Response, request

from automa.table import Manners
from server.access import chosen_seat, hand_over, held_seats
from server.deck import CardSet
from server.games import Games, Order, order_of
from server.problems import Problem
from server.routes import WRITES, Routes
from server.schemas import Bodies
from server.site import ASK_AGAIN, FOREVER, send_bytes
from server.tokens import matches

PRESS = ("foreign-seat", "stale", "not-on-the-clock", "key-reused")
DRAFT = ("foreign-seat", "stale", "not-on-the-clock", "not-offered", "hidden-ahead")


def routes(games: Games, cards: CardSet, bodies: Bodies) -> Routes:
    """All addresses under /api."""
    api = Routes("games", "/api", "Games and what can be done in them.")
    _game_routes(api, games, bodies)
    _press_routes(api, games, bodies)
    _told_routes(api, games, bodies)
    _content_route(api, cards, bodies)
    return api


def _game_routes(api: Routes, games: Games, bodies: Bodies) -> None:
    @api.post("/games", bodies.created, bodies.setup, 201, refuses=WRITES)
    def create(setup: Any) -> Response:
        """Begin a game. The tokens of the people's seats are in the answer, and in cookies."""
        created = games.create(setup)
        tokens = [{"seat": seat, "token": token} for seat, token in created.tokens.items()]
        first = tokens[0]["seat"]
        response = answer({"game": created.game, "seat": first, "seats": tokens, "seed": created.seed}, 201)
        for seat, token in created.tokens.items():
            hand_over(response, request, created.game, seat, token)
        return response

    @api.get("/games/<game>", bodies.frame, bodies.at, refuses=("foreign-seat", "unknown-entry"), etag=True)
    def view(at: dict[str, Any], game: str) -> Response:
        """The position as a seat sees it, now or at a ply of the past; with an ETag of ply and seat."""
        seat = seat_asked(games, game, at.get("seat"))
        ply = at.get("ply", games.ply(game))
        if request.if_none_match.contains_weak(f"{ply}-{seat}"):
            return tagged(Response(status=304), f"{ply}-{seat}")
        frame = games.frame(game, seat, at.get("ply"))
        return tagged(answer(frame), f"{frame['ply']}-{seat}")

    @api.post("/games/<game>/seat", bodies.seat, bodies.token, refuses=("no-token",), anybody=True)
    def take_seat(body: dict[str, Any], game: str) -> Response:
        """Trade the token of a link for a cookie."""
        token = body["token"]
        for row in games.seats(game):
            if matches(token, row.token):
                response = answer({"game": game, "seat": row.seat})
                hand_over(response, request, game, row.seat, token)
                return response
        raise Problem("no-token", "the token opens no seat of this game")

    @api.put("/games/<game>/settings", bodies.settings, bodies.settings, refuses=("foreign-seat",))
    def settings(body: dict[str, Any], game: str) -> Response:
        """What the host does by itself for a seat: end its turns, make single choices."""
        seat = seat_asked(games, game, body["seat"])
        games.set_manners(game, seat, Manners(body["confirm_turns"], body["auto_forced"]))
        return answer(body)


def _press_routes(api: Routes, games: Games, bodies: Bodies) -> None:
    @api.post("/games/<game>/choices", bodies.answer, bodies.press, refuses=(*PRESS, "not-offered"))
    def submit(body: dict[str, Any], game: str) -> Response:
        """Make one press: one or more choices, all or none. The same key has one effect, however often it is sent."""
        return answer(games.submit(order(games, game, body, "choices"), body["choices"]))

    @api.post("/games/<game>/undo", bodies.answer, bodies.move, refuses=(*PRESS, "undo-closed"))
    def undo(body: dict[str, Any], game: str) -> Response:
        """Take back the last press."""
        return answer(games.undo(order(games, game, body, "undo")))

    @api.post("/games/<game>/redo", bodies.answer, bodies.move, refuses=(*PRESS, "undo-closed"))
    def redo(body: dict[str, Any], game: str) -> Response:
        """Do again what was taken back."""
        return answer(games.redo(order(games, game, body, "redo")))

    @api.post("/games/<game>/preview", bodies.preview, bodies.draft, refuses=DRAFT)
    def preview(body: dict[str, Any], game: str) -> Response:
        """What would be asked after these choices; nothing is done."""
        seat = seat_asked(games, game, body["seat"])
        return answer(games.preview(game, seat, body["ply"], body["choices"]))


def _told_routes(api: Routes, games: Games, bodies: Bodies) -> None:
    @api.get("/games/<game>/log", bodies.log, bodies.of_seat, refuses=("foreign-seat",))
    def log(of: dict[str, Any], game: str) -> Response:
        """What was told to a seat, entry by entry, without what was taken back."""
        return answer(games.log(game, seat_asked(games, game, of.get("seat"))))

    @api.get("/games/<game>/why/<int:n>", bodies.why, refuses=("unknown-entry",))
    def why(game: str, n: int) -> Response:
        """What is open of a rival's reason for an entry; null where nothing is."""
        seat_asked(games, game, None)
        return answer(games.why(game, n))

    @api.get("/games/<game>/export", bodies.record, refuses=("game-has-secrets",))
    def export(game: str) -> Response:
        """The whole record, with all its secrets."""
        held = held_seats(request, game, games.seats(game))
        return answer(games.export(game, held))


def _content_route(api: Routes, cards: CardSet, bodies: Bodies) -> None:
    @api.get("/content", bodies.content, bodies.digest, etag=True)
    def content(asked: dict[str, Any]) -> Response:
        """The card set's tables. With its digest in the address it never changes."""
        caching = FOREVER if asked.get("digest") == cards.digest else ASK_AGAIN
        return send_bytes(cards.body, cards.packed, cards.digest, "application/json", caching)


def seat_asked(games: Games, game: str, asked: int | None) -> int:
    """The seat that the request is about and holds the token of."""
    return chosen_seat(held_seats(request, game, games.seats(game)), asked)


def order(games: Games, game: str, body: dict[str, Any], what: str) -> Order:
    return order_of(game, seat_asked(games, game, body["seat"]), body, what)


def answer(body: Any, status: int = 200) -> Response:
    """The body as it is: tests hold answers against their schemas, which would only slow them down here."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return Response(text, status, mimetype="application/json")


def tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Authorization"
    return response
