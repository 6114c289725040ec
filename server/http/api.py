"""The REST API. Each route identifies the caller and calls one method of `Games`, `NewGames` or `Joining`."""

import hashlib
import json
from typing import Any

from flask import Response, request

from automa.table import SeatSettings
from server.games.games import Command, CreatedGame, Games, command_from_body
from server.games.joining import Joining, iso_time, seats_for
from server.games.new_game import NewGames
from server.games.seat_access import Caller
from server.games.tokens import CODE_LENGTH
from server.games.upload import Origin, Uploads
from server.http import wire
from server.http.card_set import CardSet
from server.http.credentials import hand_over, hashes, keep, neighbourhood
from server.http.routes import WRITES, Routes
from server.http.schemas import (
    CopySchema,
    DigestQuery,
    DraftSchema,
    EmptySchema,
    FreeSchema,
    ImportSchema,
    JoinSchema,
    LinkSchema,
    LinksQuery,
    MoveSchema,
    NewGameSchema,
    ReseatSchema,
    RevisionQuery,
    SeatSettingsChangeSchema,
    SessionSchema,
    UndoSchema,
    UploadSchema,
    UploadToGameSchema,
    ViewerQuery,
)
from server.http.static_files import ASK_AGAIN, FOREVER, send_bytes
from server.logs import note

MOVE = ("foreign-seat", "stale", "not-on-the-clock", "key-reused", "seat-played-by-ai")
CODE = (*WRITES, "unknown-code", "unknown-game", "content-missing", "too-many-guesses")
WHOLE = ("foreign-seat", "game-has-secrets")
FREE = ("foreign-seat", "not-host", "host-seat", "key-reused")
HOME = (*WRITES, "broken-record")
BACK = (*WHOLE, "broken-record", "both-changed", "key-reused")
DRAFT = ("foreign-seat", "stale", "not-on-the-clock", "not-offered", "hidden-ahead")


def routes(games: Games, cards: CardSet, code_length: int = CODE_LENGTH) -> Routes:
    """All addresses under /api."""
    api = Routes("games", "/api", "Games and what can be done in them.")
    new_games, joining = NewGames(games), Joining(games, code_length)
    _begin_routes(api, games, new_games)
    _game_routes(api, games)
    _seat_routes(api, games, joining)
    _join_routes(api, joining)
    _press_routes(api, games)
    _told_routes(api, games)
    _content_route(api, cards)
    return api


def _begin_routes(api: Routes, games: Games, new_games: NewGames) -> None:
    uploads = Uploads(games, new_games)

    @api.post("/games", wire.CreatedGame, NewGameSchema(), 201, problems=WRITES)
    def create(setup: Any) -> Response:
        """Begin a game. The tokens of the people's seats that are here are in the answer, and in cookies."""
        return begun(new_games.create(setup))

    @api.post("/games/import", wire.CreatedGame, ImportSchema(), 201, problems=(*WRITES, "broken-record"))
    def bring(record: dict[str, Any]) -> Response:
        """Go on with an exported record as a new game, after a check of all that it tells."""
        return begun(new_games.import_record(record, record.pop("settings")))

    @api.post("/games/upload", wire.CreatedGame, UploadSchema(), 201, problems=HOME)
    def come_home(body: dict[str, Any]) -> Response:
        """Keep a game that was played on a device as a new one, after a check of each step."""
        settings = body["record"].pop("settings")
        return begun(uploads.save_as_new_game(body["record"], body["key"], settings))

    @api.post("/games/<game>/upload", wire.CreatedGame, UploadToGameSchema(), 201, problems=BACK)
    def come_back(body: dict[str, Any], game: str) -> Response:
        """Go on with this game as it was played on the device that took it along, after a check of each step; for who
        holds every person's seat."""
        body["record"].pop("settings")
        origin = Origin(game, body["revision"])
        return begun(uploads.continue_game(body["record"], body["key"], origin, holder(games, game)))

    @api.post("/games/<game>/copy", wire.CreatedGame, CopySchema(), 201, problems=(*WHOLE, "unknown-entry"))
    def copy(body: dict[str, Any], game: str) -> Response:
        """Play on alone from a revision of this game, as a new game; needs every person's seat, or a finished game."""
        return begun(new_games.copy(game, holder(games, game), **body))

    @api.post("/games/<game>/rematch", wire.CreatedGame, EmptySchema(), 201, problems=WHOLE)
    def again(_: dict[str, Any], game: str) -> Response:
        """The same seats and the same seed as a new game; for who holds every person's seat, or after the end."""
        return begun(new_games.rematch(game, holder(games, game)))


def _game_routes(api: Routes, games: Games) -> None:
    @api.get("/games/<game>", wire.Frame, RevisionQuery(), problems=("foreign-seat", "unknown-entry"), etag=True)
    def view(at: dict[str, Any], game: str) -> Response:
        """The position as a seat or a spectator sees it, now or at a revision of the past; with an ETag of both."""
        viewer = holder(games, game).viewer(at)
        revision = at.get("revision", games.touch(game).revision)
        if request.if_none_match.contains_weak(f"{revision}-{viewer}"):
            return tagged(Response(status=304), f"{revision}-{viewer}")
        frame = games.frame(game, viewer, at.get("revision"))
        return tagged(answer(frame), f"{frame['revision']}-{viewer}")

    @api.put("/games/<game>/settings", wire.SeatSettings, SeatSettingsChangeSchema(), problems=("foreign-seat",))
    def settings(body: dict[str, Any], game: str) -> Response:
        """What the host does by itself for a seat: end its turns, make single choices."""
        seat = holder(games, game).require_seat(body["seat"])
        games.change_seat_settings(game, seat, SeatSettings(body["confirm_turns"], body["auto_forced"]))
        return answer(body)

    @api.delete("/games/<game>", problems=("not-host",))
    def delete(game: str) -> Response:
        """Delete a game for everybody."""
        holder(games, game).check_host()
        games.delete(game)
        return Response(status=204)


def _seat_routes(api: Routes, games: Games, joining: Joining) -> None:
    @api.get("/games/<game>/seats", wire.Seats, etag=True)
    def who(game: str) -> Response:
        """Who sits where. A browser keeps its cookies for a year from then."""
        asks = holder(games, game)
        body = seats_for(games, game, asks)
        tag = hashlib.sha256(repr(body).encode()).hexdigest()[:16]
        response = tagged(Response(status=304) if request.if_none_match.contains_weak(tag) else answer(body), tag)
        keep(response, request, game, asks.token_hashes)
        return response

    @api.post("/games/<game>/join-code", wire.JoinCode, EmptySchema(), problems=("not-host", "no-free-seat"))
    def code(_: dict[str, Any], game: str) -> Response:
        """A new join code for an hour; the one before leads nowhere any more."""
        made = joining.create_join_code(game, holder(games, game))
        return answer({"code": made.code, "until": iso_time(made.expires_at)})

    @api.post(
        "/games/<game>/links", wire.SeatLink, LinkSchema(), problems=("foreign-seat", "not-host", "too-many-links")
    )
    def link(body: dict[str, Any], game: str) -> Response:
        """A link's token: to a held seat for another device, to an open one by the host, or for a spectator (null)."""
        return answer({"seat": body["seat"], "token": joining.create_link(game, holder(games, game), body["seat"])})

    @api.delete("/games/<game>/links", LinksQuery(), problems=("foreign-seat", "not-host"))
    def unlink(of: dict[str, Any], game: str) -> Response:
        """Let the other devices of a held seat lose it, or the links to an open seat, or the spectators' (host)."""
        joining.revoke_links(game, holder(games, game), of["seat"])
        return Response(status=204)

    @api.post(
        "/games/<game>/session", wire.SeatAccess, SessionSchema(), problems=("no-token", "seat-taken"), public=True
    )
    def come_in(body: dict[str, Any], game: str) -> Response:
        """Trade the token of a link for a cookie; at an open seat one sits down, under a name and with a new token."""
        seat, token = joining.open_session(game, body["token"], body["name"], body["key"])
        response = answer({"game": game, "seat": seat, "token": token})
        hand_over(response, request, game, seat, token)
        return response

    @api.put("/games/<game>/seats/<int:seat>", wire.Update, ReseatSchema(), problems=("foreign-seat", "key-reused"))
    def reseat(body: dict[str, Any], game: str, seat: int) -> Response:
        """Let a rival play a seat, or give it back to its person; for its holder and the host."""
        return answer(joining.reseat(game, holder(games, game), seat, body))

    @api.post("/games/<game>/seats/<int:seat>/free", wire.Update, FreeSchema(), problems=FREE)
    def free(body: dict[str, Any], game: str, seat: int) -> Response:
        """Set a seat free for somebody else: no token that opened it does so any more (host). Who plays it stays."""
        return answer(joining.free_seat(game, holder(games, game), seat, body))


def _join_routes(api: Routes, joining: Joining) -> None:
    @api.get("/join/<code>", wire.JoinableGame, problems=CODE)
    def joinable(code: str) -> Response:
        """What a join code leads to."""
        return answer(joining.find_joinable_game(code, neighbourhood(request)))

    @api.post("/join/<code>", wire.SeatAccess, JoinSchema(), problems=(*CODE, "seat-taken"))
    def join(body: dict[str, Any], code: str) -> Response:
        """Sit down at an open seat; its token is in the answer, and in a cookie."""
        game, token = joining.join(code, neighbourhood(request), body["seat"], body["name"], body["key"])
        response = answer({"game": game, "seat": body["seat"], "token": token})
        hand_over(response, request, game, body["seat"], token)
        return response


def _press_routes(api: Routes, games: Games) -> None:
    @api.post("/games/<game>/choices", wire.Update, MoveSchema(), problems=(*MOVE, "not-offered"))
    def submit(body: dict[str, Any], game: str) -> Response:
        """Make one move: one or more choices, all or none. The same key has one effect, however often it is sent."""
        return answer(games.submit(order(games, game, body, "choices"), body["choices"]))

    @api.post("/games/<game>/undo", wire.Update, UndoSchema(), problems=(*MOVE, "undo-closed"))
    def undo(body: dict[str, Any], game: str) -> Response:
        """Take back the last move."""
        return answer(games.undo(order(games, game, body, "undo")))

    @api.post("/games/<game>/redo", wire.Update, UndoSchema(), problems=(*MOVE, "undo-closed"))
    def redo(body: dict[str, Any], game: str) -> Response:
        """Do again what was taken back."""
        return answer(games.redo(order(games, game, body, "redo")))

    @api.post("/games/<game>/preview", wire.Preview, DraftSchema(), problems=DRAFT)
    def preview(body: dict[str, Any], game: str) -> Response:
        """What would be asked after these choices; nothing is done."""
        return answer(games.preview(order(games, game, body, "preview"), body["choices"]))


def _told_routes(api: Routes, games: Games) -> None:
    @api.get("/games/<game>/log", wire.Log, ViewerQuery(), problems=("foreign-seat",))
    def log(of: dict[str, Any], game: str) -> Response:
        """What was told to a seat or a spectator, entry by entry, without what was taken back."""
        return answer(games.log(game, holder(games, game).viewer(of)))

    @api.get("/games/<game>/reasons/<int:n>", wire.Reason | None, problems=("unknown-entry",))
    def reason(game: str, n: int) -> Response:
        """What is open of a rival's reason for an entry; null where nothing is."""
        holder(games, game)
        return answer(games.reason(game, n))

    @api.get("/games/<game>/export", wire.GameRecord, problems=WHOLE)
    def export(game: str) -> Response:
        """The whole record, with all its secrets; for who holds every person's seat, or after the end."""
        return answer(games.export(game, holder(games, game)))


def _content_route(api: Routes, cards: CardSet) -> None:
    @api.get("/content", wire.CardTables, DigestQuery(), etag=True)
    def content(asked: dict[str, Any]) -> Response:
        """The card set's tables. With its digest in the address it never changes."""
        caching = FOREVER if asked.get("digest") == cards.digest else ASK_AGAIN
        return send_bytes(cards.body, cards.packed, cards.digest, "application/json", caching)


def holder(games: Games, game: str) -> Caller:
    """Who asks."""
    asks = games.identify(game, hashes(request, game))
    note(game=game, seats=asks.seats)
    return asks


def order(games: Games, game: str, body: dict[str, Any], what: str) -> Command:
    return command_from_body(game, holder(games, game), body, what)


def begun(created: CreatedGame) -> Response:
    """A new game with the tokens of all seats that are held here."""
    tokens = [{"seat": seat, "token": token} for seat, token in created.tokens.items()]
    told = {"game": created.game, "seat": created.host, "host": created.host, "seats": tokens, "seed": created.seed}
    note(game=created.game, seats=tuple(created.tokens))
    response = answer(told, 201)
    for seat, token in created.tokens.items():
        hand_over(response, request, created.game, seat, token)
    return response


def answer(body: Any, status: int = 200) -> Response:
    """The body as it is: tests hold answers against their schemas, which would only slow them down here."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return Response(text, status, mimetype="application/json")


def tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Authorization"
    return response
