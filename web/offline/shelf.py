"""Where a browser's games lie while its worker runs: in memory, filled from and written away to the browser's database.

Every change is noted in `writes`, as plain JSON; the worker puts it into the database before anybody is told that it
is done, and forgets the game here where that fails.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from server.games.problems import Problem
from server.games.seats import Change, Seating, SeatRow, TokenRow
from server.games.storage import Addition, Code, Guessing, Json, Status, Stored, StoredMove

HERE_ALONE = "a game on this device cannot be joined from another one"


@dataclass
class Kept:
    """A game in memory."""

    header: Json
    status: Status
    seating: Seating
    entries: list[Json] = field(default_factory=list)
    reasons: list[Json] = field(default_factory=list)
    moves: dict[str, StoredMove] = field(default_factory=dict)


class Shelf:
    """A storage in memory; see `server.storage.Storage`."""

    def __init__(self) -> None:
        self._games: dict[str, Kept] = {}
        self.writes: list[Json] = []
        """What is not written away yet."""

    def __contains__(self, game: str) -> bool:
        return game in self._games

    def put(self, game: str, row: Json, entries: list[Json], reasons: list[Json], moves: list[Json]) -> None:
        """Take up a game as it was written away."""
        done = {move["key"]: StoredMove(**move) for move in moves}
        status = Status(**row["status"])
        self._games[game] = Kept(row["header"], status, _seating(row["seating"]), entries, reasons, done)

    def forget(self, game: str) -> None:
        """Drop what is in memory of a game; it is still in the database."""
        self._games.pop(game, None)

    # --- the storage -------------------------------------------------------------------------------------------------

    def create(self, game: str, header: Json, seating: Seating, addition: Addition) -> bool:
        if game in self._games:
            return False
        self._games[game] = Kept(header, Status(0, finished=False, ai_to_move=False), seating)
        self._add(game, addition)
        return True

    def status(self, game: str) -> Status:
        return self._kept(game).status

    def seating(self, game: str) -> Seating:
        return self._kept(game).seating

    def load(self, game: str, since: int = 0) -> Stored:
        kept = self._kept(game)
        reasons = [reason for reason in kept.reasons if reason["n"] > since]
        return Stored(game, kept.header, kept.status, kept.entries[since:], reasons, kept.seating)

    @contextmanager
    def append(self, game: str) -> Iterator["ShelfWriting"]:
        kept = self._kept(game)
        writing = ShelfWriting(kept)
        yield writing
        if writing.addition:
            self._add(game, writing.addition)

    def delete(self, game: str) -> None:
        self._kept(game)
        self.forget(game)
        self.writes.append({"game": game, "deleted": True})

    def game_opened_by(self, hashed: str) -> str | None:
        return next((game for game, kept in self._games.items() if kept.seating.token(hashed)), None)

    def games_awaiting_ai(self) -> list[str]:
        return [game for game, kept in self._games.items() if kept.status.ai_to_move and not kept.status.finished]

    def watch(self, game: str, wake: Callable[[], None]) -> Callable[[], None]:
        raise NotImplementedError("the worker tells its pages after each write")

    def set_code(self, code: Code, now: datetime) -> bool:
        raise Problem("no-free-seat", HERE_ALONE)

    def find_code(self, code: str, guessing: Guessing) -> Code | None:
        raise Problem("unknown-code", HERE_ALONE)

    def probe(self) -> None:
        pass

    def close(self) -> None:
        pass

    # --- what is written away ----------------------------------------------------------------------------------------

    def _kept(self, game: str) -> Kept:
        if game not in self._games:
            raise Problem("unknown-game", f"there is no game {game!r} on this device")
        return self._games[game]

    def _add(self, game: str, addition: Addition) -> None:
        kept, move = self._games[game], addition.move
        before = asdict(kept.status)
        kept.entries.extend(addition.entries)
        kept.reasons.extend(addition.reasons)
        kept.seating = changed(kept.seating, addition.change)
        kept.status = replace(addition.status, seating=kept.seating.version)
        if move:
            kept.moves[move.key] = move
        row = {"header": kept.header, "status": asdict(kept.status), "seating": asdict(kept.seating)}
        self.writes.append(
            {
                "game": game,
                "before": before,
                "row": row,
                "entries": list(addition.entries),
                "reasons": list(addition.reasons),
                "move": asdict(move) if move else None,
            }
        )


class ShelfWriting:
    """What is being added to a game."""

    def __init__(self, kept: Kept) -> None:
        self._kept, self.status = kept, kept.status
        self.addition: Addition | None = None

    def seating(self) -> Seating:
        return self._kept.seating

    def find_move(self, key: str) -> StoredMove | None:
        return self._kept.moves.get(key)

    def add(self, addition: Addition) -> None:
        self.addition = addition


def changed(seating: Seating, change: Change) -> Seating:
    """The seating after a change."""
    if not change:
        return seating
    rows: dict[int, Any] = {row.seat: row for row in change.seats}
    given = {token.hash: token for token in change.given}
    tokens = [given.pop(token.hash, token) for token in seating.tokens if token.hash not in change.taken]
    seats = [rows.get(row.seat, row) for row in seating.seats]
    return replace(seating, seats=seats, tokens=[*tokens, *given.values()], version=seating.version + 1)


def _seating(row: Json) -> Seating:
    seats, tokens = [SeatRow(**seat) for seat in row["seats"]], [TokenRow(**token) for token in row["tokens"]]
    return Seating(row["host"], seats, tokens, row["version"])
