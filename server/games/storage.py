"""The storage interface: create, load, append to, delete, list and watch games, and their join codes.

A stored game is its header and its list of entries, from which everything else can be computed, and beside them its
stored seats. `server/storage/sqlite.py` implements it for the server, `web/offline/memory_storage.py` for a browser.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from server.games.seats import NO_SEAT_CHANGE, SeatChange, StoredSeats

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Status:
    """What is known about a game without replaying it."""

    revision: int
    finished: bool
    ai_to_move: bool
    seat_revision: int = 0
    """The revision of the stored seats; the storage counts it."""
    ai_check: str | None = None
    """Of an uploaded game: whether its AI choices are those of our AIs. None: the whole game was played here."""

    @property
    def needs_ai(self) -> bool:
        """Whether an AI worker has something to do: make a move, or check those of an uploaded game."""
        return self.ai_to_move or self.ai_check == UNCHECKED


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A command that was executed under a key and is never executed again, and the revisions that it made."""

    key: str
    digest: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored; `entries` and `reasons` may be only those after some revision."""

    game: str
    header: Json
    status: Status
    entries: Sequence[Json]
    reasons: Sequence[Json]
    seats: StoredSeats


@dataclass(frozen=True, slots=True)
class Append:
    """What one transaction adds to a game."""

    entries: Sequence[Json]
    status: Status
    move: StoredMove | None = None
    reasons: Sequence[Json] = ()
    seat_change: SeatChange = NO_SEAT_CHANGE
    ai_check: str | None = None
    """The new value of `Status.ai_check`; None: it stays."""


@dataclass(frozen=True, slots=True)
class JoinCode:
    """A code by which people take an open seat of a game."""

    code: str
    game: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class JoinAttempt:
    """Somebody presents a join code: from which address, when, and the rate limit of failed attempts."""

    address: str
    at: datetime
    window: timedelta
    limit: int
    """Failed attempts from one address within the window."""
    total_limit: int
    """Failed attempts from all addresses."""


UNCHECKED, VERIFIED, NOT_VERIFIED = "unchecked", "verified", "not-verified"
"""The values of `Status.ai_check` for an uploaded game."""


class Transaction(Protocol):
    """An open write transaction on one game: nobody else writes until it ends."""

    status: Status

    def seats(self) -> StoredSeats: ...

    def find_move(self, key: str) -> StoredMove | None:
        """The move already executed under this key."""

    def write(self, append: Append) -> None: ...


class Storage(Protocol):
    """Where games are stored. Every method may raise Problem: unknown-game, busy, storage-full, storage-failed."""

    def create(self, game: str, header: Json, seats: StoredSeats, append: Append) -> bool:
        """Store a new game; False where the name is taken. Raises key-reused where a token belongs to another game."""

    def status(self, game: str) -> Status: ...

    def seats(self, game: str) -> StoredSeats: ...

    def load(self, game: str, since: int = 0) -> StoredGame:
        """A game with its entries after revision `since`."""

    def transaction(self, game: str) -> AbstractContextManager[Transaction]:
        """Write to a game; an exception in the block rolls everything back."""

    def delete(self, game: str) -> None: ...

    def set_join_code(self, code: JoinCode, now: datetime) -> bool:
        """Make this the one join code of its game; False where the code is another game's and has not expired."""

    def try_join_code(self, code: str, attempt: JoinAttempt) -> JoinCode | None:
        """The join code, unless it is unknown or expired; then the failed attempt is counted, across all processes.

        Raises too-many-guesses, for a valid code too, where the rate limit is exceeded.
        """

    def game_of_token(self, token_hash: str) -> str | None:
        """The game that the token with this hash gives access to."""

    def games_awaiting_ai(self) -> list[str]:
        """The games whose status needs an AI worker; the longest waiting first."""

    def watch(self, game: str, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` after each change of the game, by any process, until the returned function is called."""

    def probe(self) -> None:
        """Check that games can be written now, without writing anything; raises storage-failed."""

    def close(self) -> None: ...
