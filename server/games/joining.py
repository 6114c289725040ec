"""Access to seats: join codes, links and invitations, other devices, AIs as substitutes, and freeing a seat."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from automa.table import Table
from server.games.games import Command, Games, command_digest
from server.games.problems import Problem
from server.games.seat_access import Caller, check_may_free, check_may_link, check_may_reseat, is_invitation
from server.games.seats import NO_SEAT_CHANGE, SeatChange, StoredSeats, TokenRow
from server.games.storage import JoinAttempt, JoinCode, Json, Transaction
from server.games.tokens import CODE_LENGTH, derive_token, hash_token, new_join_code, new_seat_token, normalize_code

CODE_LIFETIME = timedelta(hours=1)
ATTEMPT_WINDOW = timedelta(minutes=10)
MAX_FAILED_ATTEMPTS = 10
"""With a join code, from one address, within the window."""
MAX_FAILED_ATTEMPTS_IN_TOTAL = 1000
MAX_LINKS = 20
"""To one seat, or for spectators."""


class Joining:
    """Gives people access to the seats of `games`."""

    def __init__(self, games: Games, code_length: int = CODE_LENGTH) -> None:
        self._games, self._storage, self._code_length = games, games.storage, code_length

    # --- join codes --------------------------------------------------------------------------------------------------

    def create_join_code(self, game: str, caller: Caller) -> JoinCode:
        """A new join code; the previous one is revoked."""
        caller.check_host()
        if not self._games.stored_seats(game).open_seats:
            raise Problem("no-free-seat", "every seat is taken")
        now = utc_now()
        while True:
            code = JoinCode(new_join_code(self._code_length), game, now + CODE_LIFETIME)
            if self._storage.set_join_code(code, now):
                return code

    def find_joinable_game(self, code: str, address: str) -> Json:
        """The game that a join code belongs to, for a client at an address."""
        valid = self._try_code(code, address)
        with self._games.read_table(valid.game) as table:
            stored = self._games.stored_seats(valid.game)
            if not stored.open_seats:
                raise _unknown_code()
            return {"game": valid.game, "seats": _seats(table, stored), "until": iso_time(valid.expires_at)}

    def join(self, code: str, address: str, seat: int, name: str, key: str | None = None) -> tuple[str, str]:
        """Take an open seat. Returns the game and the seat's token. The same key has one effect."""
        valid = self._try_code(code, address)
        token = derive_token(f"{valid.code} {seat}", key) if key else new_seat_token()
        self._take_seat(valid.game, TokenRow(hash_token(token), seat), seat, name)
        return valid.game, token

    def _try_code(self, code: str, address: str) -> JoinCode:
        attempt = JoinAttempt(address, utc_now(), ATTEMPT_WINDOW, MAX_FAILED_ATTEMPTS, MAX_FAILED_ATTEMPTS_IN_TOTAL)
        valid = self._storage.try_join_code(normalize_code(code), attempt)
        if valid is None:
            raise _unknown_code()
        return valid

    # --- links -------------------------------------------------------------------------------------------------------

    def create_link(self, game: str, caller: Caller, seat: int | None) -> str:
        """The token of a new link: to one's own seat for another device, to an open seat as an invitation by the host,
        or for a spectator (None). An invitation beyond the limit revokes the oldest one."""
        token = new_seat_token()

        def mutation(_: Table, transaction: Transaction) -> SeatChange:
            stored = transaction.seats()
            check_may_link(stored, caller, seat)
            invitation = is_invitation(caller, seat)
            similar = [row.hash for row in stored.tokens if (row.seat, row.is_invitation) == (seat, invitation)]
            surplus = similar[: max(0, len(similar) + 1 - MAX_LINKS)]
            if surplus and not invitation:
                raise Problem("too-many-links", f"there are {MAX_LINKS} already; remove them first")
            return SeatChange(added_tokens=[TokenRow(hash_token(token), seat, invitation)], removed_tokens=surplus)

        self._games.commit(Command(game, caller.host_seat), mutation)
        return token

    def revoke_links(self, game: str, caller: Caller, seat: int | None) -> None:
        """Revoke all other tokens of one's own seat, the invitations to an open seat, or all spectators' (None)."""
        if seat is None:
            caller.check_host()

        def mutation(_: Table, transaction: Transaction) -> SeatChange:
            stored = transaction.seats()
            check_may_link(stored, caller, seat)
            revoked = [row.hash for row in stored.tokens if row.seat == seat and row.hash not in caller.token_hashes]
            return SeatChange(removed_tokens=revoked)

        self._games.commit(Command(game, caller.host_seat), mutation)

    def open_session(self, game: str, token: str, name: str, key: str | None = None) -> tuple[int | None, str]:
        """Trade a link's token for the seat and its token.

        An invitation takes the seat and gives a token of its own: the host and others who have the same link get no
        access by it. The same key has one effect.
        """
        row = self._games.stored_seats(game).find_token(hash_token(token))
        if row is None:
            raise Problem("no-token", "the token opens no seat of this game")
        if not row.is_invitation:
            return row.seat, token
        assert row.seat is not None, "a spectator's link is no invitation"
        own_token = derive_token(token, key) if key else new_seat_token()
        self._take_seat(game, TokenRow(hash_token(own_token), row.seat), row.seat, name)
        return row.seat, own_token

    def _take_seat(self, game: str, token: TokenRow, seat: int, name: str) -> None:
        def mutation(table: Table, transaction: Transaction) -> SeatChange:
            stored = transaction.seats()
            if stored.find_token(token.hash):
                return NO_SEAT_CHANGE
            if seat not in stored.open_seats:
                raise Problem("seat-taken", f"seat {seat} is taken by somebody else")
            table.reseat(seat, "person", name=name.strip() or None)
            return SeatChange(added_tokens=[token], players_changed=True)

        self._games.commit(Command(game, seat), mutation)

    # --- changing who plays ------------------------------------------------------------------------------------------

    def reseat(self, game: str, caller: Caller, seat: int, to: dict[str, Any]) -> Json:
        """Let an AI play a person's seat, or give it back to the person. Answers with the caller's frames."""
        player: Literal["person", "ai"] = to["player"]
        level: str | None = to["level"]

        def mutation(table: Table, transaction: Transaction) -> SeatChange:
            check_may_reseat(transaction.seats(), caller, seat, player)
            current = table.game.players[seat]
            if (current.player, current.level) == (player, level):
                return NO_SEAT_CHANGE
            table.reseat(seat, player, level)
            return SeatChange(players_changed=True)

        viewer = caller.viewer({"seat": to.get("viewer", seat if seat in caller.seats else caller.require_seat())})
        digest = command_digest("reseat", seat, player, level)
        return self._games.execute(Command(game, seat, None, to["key"], digest, viewer), mutation)

    def free_seat(self, game: str, caller: Caller, seat: int, body: dict[str, Any]) -> Json:
        """Revoke all tokens of a seat, so that somebody else can join at it. Answers with the host's frames.

        The log records it, and the current join code is revoked. An AI that plays the seat goes on playing it; else the
        game waits.
        """

        def mutation(table: Table, transaction: Transaction) -> SeatChange:
            stored = transaction.seats()
            check_may_free(stored, caller, seat)
            if seat in stored.open_seats:
                return NO_SEAT_CHANGE
            current = table.game.players[seat]
            table.reseat(seat, current.player, current.level, name="")
            revoked = [row.hash for row in stored.tokens if row.seat == seat]
            return SeatChange(removed_tokens=revoked, revokes_join_code=True, players_changed=True)

        viewer = caller.viewer({"seat": body["viewer"]} if "viewer" in body else {})
        digest = command_digest("free", seat)
        return self._games.execute(Command(game, seat, None, body["key"], digest, viewer), mutation)


def seats_for(games: Games, game: str, caller: Caller) -> Json:
    """The players of a game's seats, and the caller's access to them."""
    with games.read_table(game) as table:
        stored, finished, ai_check = games.stored_seats(game), table.finished, games.storage.status(game).ai_check
        seats = _seats(table, stored)
    return {
        "host": stored.host,
        "you": list(caller.seats),
        "watching": caller.is_spectator and not caller.seats,
        "seats": [{**seat, **_access(seat["seat"], stored, caller)} for seat in seats],
        "finished": finished,
        "played_offline": ai_check is not None,
        "ai_check": ai_check,
    }


def utc_now() -> datetime:
    return datetime.now(UTC)


def iso_time(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def _unknown_code() -> Problem:
    return Problem("unknown-code", "the code is unknown, has expired, or belongs to a game without a free seat")


def _seats(table: Table, stored: StoredSeats) -> list[Json]:
    """The public part of the seats."""
    return [
        {
            "seat": seat,
            "colour": player.colour,
            "player": player.player,
            "name": player.name,
            "level": player.level,
            "open": seat in stored.open_seats,
        }
        for seat, player in enumerate(table.game.players)
    ]


def _access(seat: int, stored: StoredSeats, caller: Caller) -> Json:
    is_own = seat in caller.seats
    return {"held": is_own, "devices": stored.device_count(seat) if is_own or caller.is_host else None}
