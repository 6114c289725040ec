"""Authorization: the seats that a caller's tokens give access to, and what the caller may do with them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from server.games.problems import Problem
from server.games.seats import StoredSeats


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request: the seats of one game that its tokens give access to."""

    seats: tuple[int, ...]
    host_seat: int
    is_spectator: bool
    """Whether one of the tokens is a spectator's."""
    token_hashes: tuple[str, ...]

    @property
    def is_host(self) -> bool:
        return self.host_seat in self.seats

    def require_seat(self, requested: int | None = None) -> int:
        """The requested seat, or the caller's first one; raises foreign-seat for a seat that is not the caller's."""
        if not self.seats:
            raise Problem("foreign-seat", "a spectator has no seat")
        if requested is None:
            return self.seats[0]
        if requested not in self.seats:
            raise Problem("foreign-seat", f"seat {requested} is not yours; yours: {', '.join(map(str, self.seats))}")
        return requested

    def viewer(self, query: Mapping[str, Any]) -> int | None:
        """The seat whose view the query parameter `seat` asks for: one of the caller's, or None for a spectator's.

        Without the parameter it is the caller's first seat.
        """
        if "seat" not in query:
            return self.seats[0] if self.seats else None
        return None if query["seat"] is None else self.require_seat(query["seat"])

    def check_host(self) -> None:
        if not self.is_host:
            raise Problem("not-host", f"only the host may do that, at seat {self.host_seat}")


def identify(stored: StoredSeats, token_hashes: Collection[str]) -> Caller:
    """The caller with these tokens; raises no-token where none of them gives access to the game."""
    tokens = [token for token in stored.tokens if token.hash in token_hashes and not token.is_invitation]
    if not tokens:
        detail = "no token that was sent opens a seat of this game" if token_hashes else "no seat's token was sent"
        raise Problem("no-token", detail)
    seats = tuple(sorted({token.seat for token in tokens if token.seat is not None}))
    is_spectator = any(token.seat is None for token in tokens)
    return Caller(seats, stored.host, is_spectator, tuple(token.hash for token in tokens))


def has_every_seat(stored: StoredSeats, caller: Caller) -> bool:
    """Whether the caller has access to every person's seat."""
    return set(stored.person_seats) <= set(caller.seats)


def is_invitation(caller: Caller, seat: int | None) -> bool:
    """Whether a link of the caller to the seat is an invitation; else it is for another device or for a spectator."""
    return seat is not None and seat not in caller.seats


def check_may_link(stored: StoredSeats, caller: Caller, seat: int | None) -> None:
    """The holder of any seat may link to it or invite spectators; only the host may invite to an open seat."""
    if not is_invitation(caller, seat):
        caller.require_seat()
        return
    if seat not in stored.open_seats:
        caller.require_seat(seat)
    caller.check_host()


def check_may_free(stored: StoredSeats, caller: Caller, seat: int) -> None:
    caller.check_host()
    if seat == caller.host_seat:
        raise Problem("host-seat", "the game needs a host")
    if seat not in stored.person_seats:
        raise Problem("foreign-seat", f"nobody can join at seat {seat}")


def check_may_reseat(stored: StoredSeats, caller: Caller, seat: int, player: str) -> None:
    if not caller.is_host or seat >= len(stored.seats):
        caller.require_seat(seat)
    if player == "person" and seat not in stored.person_seats:
        raise Problem("foreign-seat", f"seat {seat} belongs to an AI permanently")
