"""The REST API. Each route identifies the caller and calls one method of `Games`, `NewGames`, `Uploads` or `Joining`.

The docstrings of the routes are the API's documentation.
"""

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
from server.http import schemas, wire
from server.http.card_set import CardSet
from server.http.credentials import client_address, refresh_cookies, set_token_cookie, token_hashes
from server.http.routes import WRITES, Routes
from server.http.static_files import IMMUTABLE, REVALIDATE, send_bytes
from server.logs import add_log_fields

MOVE = ("foreign-seat", "stale", "not-on-the-clock", "key-reused", "seat-played-by-ai")
DRAFT = ("foreign-seat", "stale", "not-on-the-clock", "not-offered", "hidden-ahead")
CODE = (*WRITES, "unknown-code", "unknown-game", "content-missing", "too-many-guesses")
EVERY_SEAT = ("foreign-seat", "game-has-secrets")
UPLOAD = (*EVERY_SEAT, "broken-record", "both-changed", "key-reused")
LINK = ("foreign-seat", "not-host", "too-many-links")
FREE = ("foreign-seat", "not-host", "host-seat", "key-reused")


def api_routes(games: Games, cards: CardSet, code_length: int = CODE_LENGTH) -> Routes:
    """All routes under /api."""
    api = Routes("games", "/api", "Games, seats and the card set.")
    new_games, joining = NewGames(games), Joining(games, code_length)
    _new_game_routes(api, games, new_games)
    _game_routes(api, games)
    _seat_routes(api, games, joining)
    _join_routes(api, joining)
    _move_routes(api, games)
    _log_routes(api, games)
    _content_route(api, cards)
    return api


def _new_game_routes(api: Routes, games: Games, new_games: NewGames) -> None:
    uploads = Uploads(games, new_games)

    @api.post("/games", wire.CreatedGame, schemas.NewGameSchema(), 201, problems=WRITES)
    def create_game(setup: Any) -> Response:
        """Create a game. The response has the tokens of the people's seats on this device, as cookies too."""
        return created_response(new_games.create(setup))

    @api.post("/games/import", wire.CreatedGame, schemas.ImportSchema(), 201, problems=(*WRITES, "broken-record"))
    def import_game(record: dict[str, Any]) -> Response:
        """Create a game from an exported record. The server replays the record to check it."""
        return created_response(new_games.import_record(record, record.pop("settings")))

    @api.post("/games/upload", wire.CreatedGame, schemas.UploadSchema(), 201, problems=(*WRITES, "broken-record"))
    def upload_new_game(body: dict[str, Any]) -> Response:
        """Create a game from one that was played offline on a device. The server replays its record to check it."""
        settings = body["record"].pop("settings")
        return created_response(uploads.save_as_new_game(body["record"], body["key"], settings))

    @api.post("/games/<game>/upload", wire.CreatedGame, schemas.UploadToGameSchema(), 201, problems=UPLOAD)
    def upload_to_game(body: dict[str, Any], game: str) -> Response:
        """Add to this game what was played offline on a device since a revision. Needs every person's seat."""
        body["record"].pop("settings")
        origin = Origin(game, body["revision"])
        return created_response(uploads.continue_game(body["record"], body["key"], origin, identify(games, game)))

    @api.post(
        "/games/<game>/copy", wire.CreatedGame, schemas.CopySchema(), 201, problems=(*EVERY_SEAT, "unknown-entry")
    )
    def copy_game(body: dict[str, Any], game: str) -> Response:
        """Create a game from a revision of this one, against AIs. Needs every person's seat, or a finished game."""
        return created_response(new_games.copy(game, identify(games, game), **body))

    @api.post("/games/<game>/rematch", wire.CreatedGame, schemas.EmptySchema(), 201, problems=EVERY_SEAT)
    def rematch(_: dict[str, Any], game: str) -> Response:
        """Create a game with the same seats and the same seed. Needs every person's seat, or a finished game."""
        return created_response(new_games.rematch(game, identify(games, game)))


def _game_routes(api: Routes, games: Games) -> None:
    @api.get(
        "/games/<game>", wire.Frame, schemas.RevisionQuery(), problems=("foreign-seat", "unknown-entry"), etag=True
    )
    def get_frame(query: dict[str, Any], game: str) -> Response:
        """The position at the newest or an earlier revision, as a seat or a spectator sees it."""
        viewer = identify(games, game).viewer(query)
        revision = query.get("revision", games.touch(game).revision)
        if request.if_none_match.contains_weak(f"{revision}-{viewer}"):
            return add_etag(Response(status=304), f"{revision}-{viewer}")
        frame = games.frame(game, viewer, query.get("revision"))
        return add_etag(json_response(frame), f"{frame['revision']}-{viewer}")

    @api.put(
        "/games/<game>/settings", wire.SeatSettings, schemas.SeatSettingsChangeSchema(), problems=("foreign-seat",)
    )
    def change_settings(body: dict[str, Any], game: str) -> Response:
        """Change what the server does for a seat without asking: end its turns, make choices without an alternative."""
        seat = identify(games, game).require_seat(body["seat"])
        games.change_seat_settings(game, seat, SeatSettings(body["confirm_turns"], body["auto_forced"]))
        return json_response(body)

    @api.delete("/games/<game>", problems=("not-host",))
    def delete_game(game: str) -> Response:
        """Delete the game for everybody. Only the host may."""
        identify(games, game).check_host()
        games.delete(game)
        return Response(status=204)


def _seat_routes(api: Routes, games: Games, joining: Joining) -> None:
    @api.get("/games/<game>/seats", wire.Seats, etag=True)
    def get_seats(game: str) -> Response:
        """All seats and their players. Refreshes the caller's cookies, which then last a year."""
        caller = identify(games, game)
        seats = seats_for(games, game, caller)
        etag = hashlib.sha256(repr(seats).encode()).hexdigest()[:16]
        unchanged = request.if_none_match.contains_weak(etag)
        response = add_etag(Response(status=304) if unchanged else json_response(seats), etag)
        refresh_cookies(response, request, game, caller.token_hashes)
        return response

    @api.post("/games/<game>/join-code", wire.JoinCode, schemas.EmptySchema(), problems=("not-host", "no-free-seat"))
    def create_join_code(_: dict[str, Any], game: str) -> Response:
        """Create a join code, valid for an hour. An earlier code becomes invalid. Only the host may."""
        code = joining.create_join_code(game, identify(games, game))
        return json_response({"code": code.code, "until": iso_time(code.expires_at)})

    @api.post("/games/<game>/links", wire.SeatLink, schemas.LinkSchema(), problems=LINK)
    def create_link(body: dict[str, Any], game: str) -> Response:
        """Create the token of a link: to a held seat for another device, to an open seat (host), or for spectators."""
        token = joining.create_link(game, identify(games, game), body["seat"])
        return json_response({"seat": body["seat"], "token": token})

    @api.delete("/games/<game>/links", schemas.LinksQuery(), problems=("foreign-seat", "not-host"))
    def revoke_links(query: dict[str, Any], game: str) -> Response:
        """Revoke the tokens of a held seat's other devices, the links to an open seat, or the spectators' (host)."""
        joining.revoke_links(game, identify(games, game), query["seat"])
        return Response(status=204)

    @api.post(
        "/games/<game>/session",
        wire.SeatAccess,
        schemas.SessionSchema(),
        problems=("no-token", "seat-taken"),
        public=True,
    )
    def open_session(body: dict[str, Any], game: str) -> Response:
        """Exchange the token of a link for a cookie. At an open seat the caller joins and gets a token of their own."""
        seat, token = joining.open_session(game, body["token"], body["name"], body["key"])
        return access_response(game, seat, token)

    @api.put(
        "/games/<game>/seats/<int:seat>",
        wire.Update,
        schemas.ReseatSchema(),
        problems=("foreign-seat", "key-reused"),
    )
    def reseat(body: dict[str, Any], game: str, seat: int) -> Response:
        """Let an AI play a seat, or return it to its person. The seat's holder and the host may."""
        return json_response(joining.reseat(game, identify(games, game), seat, body))

    @api.post("/games/<game>/seats/<int:seat>/free", wire.Update, schemas.FreeSchema(), problems=FREE)
    def free_seat(body: dict[str, Any], game: str, seat: int) -> Response:
        """Revoke all tokens of a seat, so that another person can join. An AI at the seat stays. Only the host may."""
        return json_response(joining.free_seat(game, identify(games, game), seat, body))


def _join_routes(api: Routes, joining: Joining) -> None:
    @api.get("/join/<code>", wire.JoinableGame, problems=CODE)
    def find_joinable_game(code: str) -> Response:
        """The game and the seats that a join code leads to."""
        return json_response(joining.find_joinable_game(code, client_address(request)))

    @api.post("/join/<code>", wire.SeatAccess, schemas.JoinSchema(), problems=(*CODE, "seat-taken"))
    def join(body: dict[str, Any], code: str) -> Response:
        """Join at an open seat. The response has the seat's token, as a cookie too."""
        game, token = joining.join(code, client_address(request), body["seat"], body["name"], body["key"])
        return access_response(game, body["seat"], token)


def _move_routes(api: Routes, games: Games) -> None:
    @api.post("/games/<game>/choices", wire.Update, schemas.MoveSchema(), problems=(*MOVE, "not-offered"))
    def submit(body: dict[str, Any], game: str) -> Response:
        """Make a move: one or more choices, all or none. A repeated key has no second effect."""
        return json_response(games.submit(command(games, game, body, "choices"), body["choices"]))

    @api.post("/games/<game>/undo", wire.Update, schemas.UndoSchema(), problems=(*MOVE, "undo-closed"))
    def undo(body: dict[str, Any], game: str) -> Response:
        """Take back the last move."""
        return json_response(games.undo(command(games, game, body, "undo")))

    @api.post("/games/<game>/redo", wire.Update, schemas.UndoSchema(), problems=(*MOVE, "undo-closed"))
    def redo(body: dict[str, Any], game: str) -> Response:
        """Make the move again that was taken back last."""
        return json_response(games.redo(command(games, game, body, "redo")))

    @api.post("/games/<game>/preview", wire.Preview, schemas.DraftSchema(), problems=DRAFT)
    def preview(body: dict[str, Any], game: str) -> Response:
        """The prompt after these choices. The game does not change."""
        return json_response(games.preview(command(games, game, body, "preview"), body["choices"]))


def _log_routes(api: Routes, games: Games) -> None:
    @api.get("/games/<game>/log", wire.Log, schemas.ViewerQuery(), problems=("foreign-seat",))
    def get_log(query: dict[str, Any], game: str) -> Response:
        """The entries in force, as a seat or a spectator may see them."""
        return json_response(games.log(game, identify(games, game).viewer(query)))

    @api.get("/games/<game>/reasons/<int:n>", wire.Reason | None, problems=("unknown-entry",))
    def get_reason(game: str, n: int) -> Response:
        """The visible part of an AI's reason for an entry; null where nothing is visible yet."""
        identify(games, game)
        return json_response(games.reason(game, n))

    @api.get("/games/<game>/export", wire.GameRecord, problems=EVERY_SEAT)
    def export_game(game: str) -> Response:
        """The whole record with all hidden information. Needs every person's seat, or a finished game."""
        return json_response(games.export(game, identify(games, game)))


def _content_route(api: Routes, cards: CardSet) -> None:
    @api.get("/content", wire.CardTables, schemas.DigestQuery(), etag=True)
    def get_content(query: dict[str, Any]) -> Response:
        """The card set's tables. The response to a request with their digest never changes."""
        caching = IMMUTABLE if query.get("digest") == cards.digest else REVALIDATE
        return send_bytes(cards.body, cards.gzipped, cards.digest, "application/json", caching)


# --- requests and responses ------------------------------------------------------------------------------------------


def identify(games: Games, game: str) -> Caller:
    """The caller, by the request's tokens."""
    caller = games.identify(game, token_hashes(request, game))
    add_log_fields(game=game, seats=caller.seats)
    return caller


def command(games: Games, game: str, body: dict[str, Any], operation: str) -> Command:
    """The command in the request's body."""
    return command_from_body(game, identify(games, game), body, operation)


def created_response(created: CreatedGame) -> Response:
    """A new game, with the tokens of all seats on this device in the body and as cookies."""
    tokens = [{"seat": seat, "token": token} for seat, token in created.tokens.items()]
    body = {"game": created.game, "seat": created.host, "host": created.host, "seats": tokens, "seed": created.seed}
    add_log_fields(game=created.game, seats=tuple(created.tokens))
    response = json_response(body, 201)
    for seat, token in created.tokens.items():
        set_token_cookie(response, request, created.game, seat, token)
    return response


def access_response(game: str, seat: int | None, token: str) -> Response:
    """Access to a seat or for a spectator (None), with the token in the body and as a cookie."""
    response = json_response({"game": game, "seat": seat, "token": token})
    set_token_cookie(response, request, game, seat, token)
    return response


def json_response(body: Any, status: int = 200) -> Response:
    """A JSON response. It is not checked against its schema, which would take time; the tests check every response."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return Response(text, status, mimetype="application/json")


def add_etag(response: Response, etag: str) -> Response:
    response.set_etag(etag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Authorization"
    return response
