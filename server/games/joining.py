"""How people come to their seats: by a code, by a link, on a second device; how rivals keep seats meanwhile, and how
the host sets a seat free whose person is gone."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from automa.table import Table
from server.games.games import Games, Order, digest
from server.games.problems import Problem
from server.games.seats import UNCHANGED, Change, Holder, Seating, TokenRow
from server.games.storage import Code, Guessing, Json, Writing
from server.games.tokens import CODE_LENGTH, fingerprint, join_code, own_token, seat_token, typed

CODE_LIVES = timedelta(hours=1)
GUESSES_WITHIN = timedelta(minutes=10)
MOST_GUESSES = 10
"""Wrong codes from one address in that time."""
MOST_GUESSES_IN_ALL = 1000
MOST_LINKS = 20
"""To one seat, or for spectators."""


class Joining:
    """Brings people to the seats of `games`."""

    def __init__(self, games: Games, code_length: int = CODE_LENGTH) -> None:
        self._games, self._storage, self._code_length = games, games.storage, code_length

    # --- codes -------------------------------------------------------------------------------------------------------

    def code(self, game: str, holder: Holder) -> Code:
        """A new join code; the one before leads nowhere any more."""
        holder.check_host()
        if not self._games.seating(game).open:
            raise Problem("no-free-seat", "somebody sits at every seat")
        at = now()
        while True:
            code = Code(join_code(self._code_length), game, at + CODE_LIVES)
            if self._storage.set_code(code, at):
                return code

    def joinable(self, code: str, address: str) -> Json:
        """What a join code leads to, for somebody at an address."""
        found = self._find(code, address)
        with self._games.look(found.game) as table:
            seating = self._games.seating(found.game)
            if not seating.open:
                raise _unknown_code()
            return {"game": found.game, "seats": _seats(table, seating), "until": shown(found.until)}

    def join(self, code: str, address: str, seat: int, name: str, key: str | None = None) -> tuple[str, str]:
        """Sit down at an open seat; gives the game and the seat's token. The same key has one effect."""
        found = self._find(code, address)
        token = own_token(f"{found.code} {seat}", key) if key else seat_token()
        self._sit_down(found.game, TokenRow(fingerprint(token), seat), seat, name)
        return found.game, token

    def _find(self, code: str, address: str) -> Code:
        guessing = Guessing(address, now(), GUESSES_WITHIN, MOST_GUESSES, MOST_GUESSES_IN_ALL)
        found = self._storage.find_code(typed(code), guessing)
        if found is None:
            raise _unknown_code()
        return found

    # --- links -------------------------------------------------------------------------------------------------------

    def link(self, game: str, holder: Holder, seat: int | None) -> str:
        """The token of a new link: to a held seat for its holder's next device, to an open one by the host, or for
        somebody who watches (None). Of too many invitations to a seat the oldest leads nowhere any more."""
        token = seat_token()

        def deed(_: Table, writing: Writing) -> Change:
            seating = writing.seating()
            invites = _may_link(seating, holder, seat)
            alike = [row.hash for row in seating.tokens if (row.seat, row.invites) == (seat, invites)]
            too_old = alike[: max(0, len(alike) + 1 - MOST_LINKS)]
            if too_old and not invites:
                raise Problem("too-many-links", f"there are {MOST_LINKS} already; remove them first")
            return Change(given=[TokenRow(fingerprint(token), seat, invites)], taken=too_old)

        self._games.change(Order(game, holder.host), deed)
        return token

    def unlink(self, game: str, holder: Holder, seat: int | None) -> None:
        """Let all others lose a seat that is held, the links to an open one, or all who watch (None)."""

        if seat is None:
            holder.check_host()

        def deed(_: Table, writing: Writing) -> Change:
            seating = writing.seating()
            _may_link(seating, holder, seat)
            gone = [row.hash for row in seating.tokens if row.seat == seat and row.hash not in holder.hashes]
            return Change(taken=gone)

        self._games.change(Order(game, holder.host), deed)

    def come_in(self, game: str, token: str, name: str, key: str | None = None) -> tuple[int | None, str]:
        """The seat that a link's token opens, and the token for it. By an invitation one sits down, and gets a token of
        one's own: the host and whoever else has the link come to see nothing. The same key has one effect."""
        row = self._games.seating(game).token(fingerprint(token))
        if row is None:
            raise Problem("no-token", "the token opens no seat of this game")
        if not row.invites:
            return row.seat, token
        assert row.seat is not None, "nobody is invited to watch"
        own = own_token(token, key) if key else seat_token()
        self._sit_down(game, TokenRow(fingerprint(own), row.seat), row.seat, name)
        return row.seat, own

    def _sit_down(self, game: str, token: TokenRow, seat: int, name: str) -> None:
        def deed(table: Table, writing: Writing) -> Change:
            seating = writing.seating()
            if seating.token(token.hash):
                return UNCHANGED
            if seat not in seating.open:
                raise Problem("seat-taken", f"somebody else sits at seat {seat}")
            table.reseat(seat, "person", name=name.strip() or None)
            return Change(given=[token], players=True)

        self._games.change(Order(game, seat), deed)

    # --- rivals keep seats -------------------------------------------------------------------------------------------

    def reseat(self, game: str, holder: Holder, seat: int, to: dict[str, Any]) -> Json:
        """Let a rival play a person's seat, or give it back; tells what came of it to the holder."""
        player: Literal["person", "ai"] = to["player"]
        level: str | None = to["level"]

        def deed(table: Table, writing: Writing) -> Change:
            _may_reseat(writing.seating(), holder, seat, player)
            who = table.game.players[seat]
            if (who.player, who.level) == (player, level):
                return Change()
            table.reseat(seat, player, level)
            return Change(players=True)

        asked = {"seat": to.get("viewer", seat if seat in holder.seats else holder.seat())}
        told = digest("reseat", seat, player, level)
        return self._games.execute(Order(game, seat, None, to["key"], told, holder.viewer(asked)), deed)

    def free(self, game: str, holder: Holder, seat: int, how: dict[str, Any]) -> Json:
        """Take a seat from whoever sits there, so that somebody else can come; tells what came of it to the host.

        The log says so to all, and a join code that was given out before leads nowhere. A rival that plays the seat
        keeps it meanwhile; else the table waits.
        """

        def deed(table: Table, writing: Writing) -> Change:
            seating = writing.seating()
            _may_free(seating, holder, seat)
            if seat in seating.open:
                return UNCHANGED
            who = table.game.players[seat]
            table.reseat(seat, who.player, who.level, name="")
            gone = [row.hash for row in seating.tokens if row.seat == seat]
            return Change(taken=gone, ends_code=True, players=True)

        viewer = holder.viewer({"seat": how["viewer"]} if "viewer" in how else {})
        return self._games.execute(Order(game, seat, None, how["key"], digest("free", seat), viewer), deed)


def who(games: Games, game: str, holder: Holder) -> Json:
    """Who sits where, and what of that is the holder's."""
    with games.look(game) as table:
        seating, finished, rivals = games.seating(game), table.finished, games.storage.status(game).ai_check
        seats = _seats(table, seating)
    return {
        "host": seating.host,
        "you": list(holder.seats),
        "watching": holder.spectates and not holder.seats,
        "seats": [{**told, **_own(told["seat"], seating, holder)} for told in seats],
        "finished": finished,
        "played_offline": rivals is not None,
        "ai_check": rivals,
    }


def now() -> datetime:
    return datetime.now(UTC)


def shown(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def _unknown_code() -> Problem:
    return Problem("unknown-code", "the code leads to no free seat, or not any more")


def _seats(table: Table, seating: Seating) -> list[Json]:
    """The seats as everybody may know them."""
    return [
        {
            "seat": seat,
            "colour": who.colour,
            "player": who.player,
            "name": who.name,
            "level": who.level,
            "open": seat in seating.open,
        }
        for seat, who in enumerate(table.game.players)
    ]


def _own(seat: int, seating: Seating, holder: Holder) -> Json:
    held = seat in holder.seats
    return {"held": held, "devices": seating.devices(seat) if held or holder.is_host else None}


def _may_link(seating: Seating, holder: Holder, seat: int | None) -> bool:
    """Whether a link to the seat is an invitation; refuses who may not make any."""
    if seat is None or seat in holder.seats:
        holder.seat()
        return False
    if seat not in seating.open:
        holder.seat(seat)
    holder.check_host()
    return True


def _may_free(seating: Seating, holder: Holder, seat: int) -> None:
    holder.check_host()
    if seat == holder.host:
        raise Problem("host-seat", "somebody has to be the host")
    if seat not in seating.people:
        raise Problem("foreign-seat", f"nobody else can come to seat {seat}")


def _may_reseat(seating: Seating, holder: Holder, seat: int, player: str) -> None:
    if not holder.is_host or seat >= len(seating.seats):
        holder.seat(seat)
    if player == "person" and seat not in seating.people:
        raise Problem("foreign-seat", f"seat {seat} is a rival's for good")
