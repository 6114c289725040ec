"""The narrow interface behind which games are kept: create, load, append, delete, list, watch, and the join codes.

What is kept of a game is its header and its list of entries, from which everything else can be worked out, and beside
them who may come to which seat. SQLite is the one maker today (`sqlite.py`); another needs nothing but these methods.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from server.games.seats import UNCHANGED, Change, Seating

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Status:
    """What can be asked about a game without replaying it."""

    revision: int
    finished: bool
    ai_to_move: bool
    """Whether a rival is to move."""
    seating: int = 0
    """The version of the seating; the storage counts it."""
    ai_check: str | None = None
    """Of a game that was played elsewhere: whether its rivals' choices are the automa's. None: all played here."""

    @property
    def stirs(self) -> bool:
        """Whether there is something to do for who thinks for the rivals: a move, or a look at those made elsewhere."""
        return self.ai_to_move or self.ai_check == UNCHECKED


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A request that was carried out once and is never carried out again: which revisions it made."""

    key: str
    digest: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it is kept; `entries` and `reasons` may be the tail after a revision only."""

    game: str
    header: Json
    status: Status
    entries: Sequence[Json]
    reasons: Sequence[Json]
    seating: Seating


@dataclass(frozen=True, slots=True)
class Addition:
    """What is added to a game, all or nothing."""

    entries: Sequence[Json]
    status: Status
    move: StoredMove | None = None
    reasons: Sequence[Json] = ()
    change: Change = UNCHANGED
    ai_check: str | None = None
    """What becomes known of the rivals of a game that was played elsewhere."""


@dataclass(frozen=True, slots=True)
class Code:
    """What a join code leads to, and until when."""

    code: str
    game: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Guessing:
    """Somebody tries a join code: from which address, when, and how many wrong ones are borne in the time before."""

    address: str
    at: datetime
    within: timedelta
    most: int
    most_in_all: int


UNCHECKED, VERIFIED, NOT_VERIFIED = "unchecked", "verified", "not-verified"
"""What is known of the rivals' choices in a game that was played elsewhere."""


class Writing(Protocol):
    """An open write transaction on one game: nobody else writes until it ends."""

    status: Status

    def seating(self) -> Seating: ...

    def find_move(self, key: str) -> StoredMove | None:
        """The move already carried out under this key."""

    def add(self, addition: Addition) -> None: ...


class Storage(Protocol):
    """Where games live. Every method may raise Problem: unknown-game, busy, storage-full, storage-failed."""

    def create(self, game: str, header: Json, seating: Seating, addition: Addition) -> bool:
        """Keep a new game; False where the name is taken. Raises key-reused where a token opens another game."""

    def status(self, game: str) -> Status: ...

    def seating(self, game: str) -> Seating: ...

    def load(self, game: str, since: int = 0) -> Stored:
        """A game with its entries after revision `since`."""

    def append(self, game: str) -> AbstractContextManager[Writing]:
        """Write to a game; leaving by an exception writes nothing."""

    def delete(self, game: str) -> None:
        """Forget all of a game."""

    def set_code(self, code: Code, now: datetime) -> bool:
        """Make this the one join code of its game; False where it leads to another game until later than now."""

    def find_code(self, code: str, guessing: Guessing) -> Code | None:
        """The code, where it still leads somewhere; else the guess is counted, by all processes together.

        Raises too-many-guesses, for a right one too, where too many wrong ones came in the time before.
        """

    def game_opened_by(self, hashed: str) -> str | None:
        """The game of which a token with this hash opens a seat."""

    def games_awaiting_ai(self) -> list[str]:
        """The unfinished games in which a rival is to move, and those whose rivals are to be checked."""

    def watch(self, game: str, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after each change of the game, by any process, until the returned function is called."""

    def probe(self) -> None:
        """Find out whether games can be written now, and write nothing."""

    def close(self) -> None: ...
