"""The stored seats of a game: its host, the settings of each seat, and the tokens that give access to them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat: whether it belongs to a person or permanently to an AI, and the settings of the person at it."""

    seat: int
    player: str
    confirm_turns: bool
    auto_forced: bool


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token, stored as its hash, and the seat that it gives access to; None: its holder is a spectator.

    The token of an invitation gives access to nothing: whoever presents it takes the open seat and gets another token.
    """

    hash: str
    seat: int | None
    is_invitation: bool = False


@dataclass(frozen=True, slots=True)
class StoredSeats:
    """The host's seat, all seats and all tokens. The revision grows with each change, also of who plays a seat."""

    host: int
    seats: Sequence[SeatRow]
    tokens: Sequence[TokenRow]
    revision: int = 0

    @property
    def person_seats(self) -> list[int]:
        """The seats that belong to people, taken or not."""
        return [row.seat for row in self.seats if row.player == "person"]

    @property
    def open_seats(self) -> list[int]:
        """The people's seats that nobody has taken yet."""
        return [seat for seat in self.person_seats if not self.device_count(seat)]

    def device_count(self, seat: int) -> int:
        """The number of tokens that give access to the seat: each device has its own."""
        return sum(token.seat == seat and not token.is_invitation for token in self.tokens)

    def find_token(self, token_hash: str) -> TokenRow | None:
        return next((token for token in self.tokens if token.hash == token_hash), None)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change of the stored seats. An empty one is false."""

    updated_seats: Sequence[SeatRow] = ()
    added_tokens: Sequence[TokenRow] = ()
    removed_tokens: Sequence[str] = ()
    """Hashes of tokens."""
    revokes_join_code: bool = False
    players_changed: bool = False
    """Whether the log entries that are appended with this change make another player play a seat."""

    def __bool__(self) -> bool:
        return bool(
            self.updated_seats
            or self.added_tokens
            or self.removed_tokens
            or self.revokes_join_code
            or self.players_changed
        )


NO_SEAT_CHANGE = SeatChange()
