"""Who may come to which seat of a game: its host, its seats, and the tokens that open them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from server.games.problems import Problem


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat: whether it is a person's or a rival's for good, and what the host does for the person."""

    seat: int
    player: str
    confirm_turns: bool
    auto_forced: bool


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token, as its hash, and the seat that it opens; None lets its holder watch.

    One that `invites` belongs to a link to an open seat: it opens nothing before somebody has sat down by it.
    """

    hash: str
    seat: int | None
    invites: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """The host's seat, all seats, and all tokens. The version grows with each change, also of who plays a seat."""

    host: int
    seats: Sequence[SeatRow]
    tokens: Sequence[TokenRow]
    version: int = 0

    @property
    def people(self) -> list[int]:
        """The seats that people may sit at."""
        return [row.seat for row in self.seats if row.player == "person"]

    @property
    def open(self) -> list[int]:
        """The people's seats at which nobody has sat down yet."""
        return [seat for seat in self.people if not self.devices(seat)]

    def devices(self, seat: int) -> int:
        """How many tokens open the seat."""
        return sum(token.seat == seat and not token.invites for token in self.tokens)

    def token(self, hashed: str) -> TokenRow | None:
        return next((token for token in self.tokens if token.hash == hashed), None)

    def holder(self, hashes: Collection[str]) -> "Holder":
        """What somebody with these tokens may do; raises no-token where none of them opens anything."""
        own = [token for token in self.tokens if token.hash in hashes and not token.invites]
        if not own:
            detail = "no token that was sent opens a seat of this game" if hashes else "no seat's token was sent"
            raise Problem("no-token", detail)
        seats = tuple(sorted({token.seat for token in own if token.seat is not None}))
        return Holder(seats, self.host, any(token.seat is None for token in own), tuple(t.hash for t in own))


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with tokens of a game: the seats that these open, and whether one of them is a spectator's."""

    seats: tuple[int, ...]
    host: int
    """The seat whose holder is the host."""
    spectates: bool
    hashes: tuple[str, ...]

    @property
    def is_host(self) -> bool:
        return self.host in self.seats

    def seat(self, asked: int | None = None) -> int:
        """The seat that a request is about: the one it names, which must be held, or else the first one held."""
        if not self.seats:
            raise Problem("foreign-seat", "who watches holds no seat")
        if asked is None:
            return self.seats[0]
        if asked not in self.seats:
            raise Problem("foreign-seat", f"seat {asked} is not yours; yours: {', '.join(map(str, self.seats))}")
        return asked

    def viewer(self, asked: Mapping[str, Any]) -> int | None:
        """Whose view is asked for by `seat`: a seat's, a spectator's (None), or where nothing is said the own one."""
        if "seat" not in asked:
            return self.seats[0] if self.seats else None
        return None if asked["seat"] is None else self.seat(asked["seat"])

    def check_host(self) -> None:
        if not self.is_host:
            raise Problem("not-host", f"the host may do that, who holds seat {self.host}")


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes different about a seating."""

    seats: Sequence[SeatRow] = ()
    """Seats with other settings."""
    given: Sequence[TokenRow] = ()
    """Tokens that are new, or no mere invitations any more."""
    taken: Sequence[str] = ()
    """Hashes of tokens that open nothing from now on."""
    ends_code: bool = False
    """Whether the join code leads nowhere any more."""
    players: bool = False
    """Whether others play seats, as the log tells."""

    def __bool__(self) -> bool:
        return bool(self.seats or self.given or self.taken or self.ends_code or self.players)


UNCHANGED = Change()
