"""The narrow interface behind which games are kept: create, load, append, list, watch.

What is kept of a game is its header and its list of entries; everything else can be worked out from these. SQLite is
the one maker today (`sqlite.py`); another needs nothing but these methods.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who holds a seat (the hash of the token; nobody holds a rival's), and what the host does for it."""

    seat: int
    player: str
    token: str | None
    confirm_turns: bool
    auto_forced: bool


@dataclass(frozen=True, slots=True)
class Status:
    """What can be asked about a game without replaying it."""

    ply: int
    finished: bool
    rival: bool
    """Whether a rival is to move."""


@dataclass(frozen=True, slots=True)
class Press:
    """A request that was carried out once and is never carried out again: which plies it made."""

    key: str
    digest: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it is kept; `entries` and `reasons` may be the tail after a ply only."""

    game: str
    header: Json
    status: Status
    entries: Sequence[Json]
    reasons: Sequence[Json]
    seats: Sequence[SeatRow]


@dataclass(frozen=True, slots=True)
class Addition:
    """What one press adds to a game, all or nothing."""

    entries: Sequence[Json]
    status: Status
    press: Press | None = None
    reasons: Sequence[Json] = ()
    seats: Sequence[SeatRow] = field(default=())
    """Seats whose settings changed."""


class Writing(Protocol):
    """An open write transaction on one game: nobody else writes until it ends."""

    ply: int

    def pressed(self, key: str) -> Press | None:
        """The press already carried out under this key."""

    def seats(self) -> Sequence[SeatRow]:
        """Who holds the seats now, and what the host does for them."""

    def add(self, addition: Addition) -> None: ...


class Storage(Protocol):
    """Where games live. Every method may raise Problem: unknown-game, busy, storage-full, storage-failed."""

    def create(self, game: str, header: Json, seats: Sequence[SeatRow], addition: Addition) -> bool:
        """Keep a new game; False where the name is taken."""

    def status(self, game: str) -> Status: ...

    def load(self, game: str, since: int = 0) -> Stored:
        """A game with its entries after ply `since`."""

    def append(self, game: str) -> AbstractContextManager[Writing]:
        """Write to a game; leaving by an exception writes nothing."""

    def rivals_to_move(self) -> list[str]:
        """The unfinished games in which a rival is to move."""

    def watch(self, game: str, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after each change of the game, by any process, until the returned function is called."""

    def probe(self) -> None:
        """Find out whether games can be written now, and write nothing."""

    def close(self) -> None: ...
