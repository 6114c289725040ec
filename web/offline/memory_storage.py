"""The storage of a browser's games: in memory while the worker runs, loaded from and written to the browser's database.

Every change is recorded in `writes` as plain JSON. The worker writes it to the database before any page gets the
answer, and unloads the game where that fails.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime

from engine.codec import from_json
from engine.errors import BrokenRecord
from engine.game import Header, check_format
from server.games.problems import Problem
from server.games.seats import SeatChange, SeatRow, StoredSeats, TokenRow
from server.games.storage import Append, JoinAttempt, JoinCode, Json, Status, StoredGame, StoredMove

LOCAL_ONLY = "a game on this device cannot be joined from another one"


@dataclass
class GameInMemory:
    """A game with all that is stored of it."""

    header: Json
    status: Status
    seats: StoredSeats
    entries: list[Json] = field(default_factory=list)
    reasons: list[Json] = field(default_factory=list)
    moves: dict[str, StoredMove] = field(default_factory=dict)


class MemoryStorage:
    """Implements `server.games.storage.Storage`."""

    def __init__(self) -> None:
        self._games: dict[str, GameInMemory] = {}
        self._unreadable: dict[str, str] = {}
        """The reason for each game that cannot be loaded."""
        self.writes: list[Json] = []
        """Changes that are not in the browser's database yet."""

    def __contains__(self, game: str) -> bool:
        return game in self._games

    def load_game(self, game: str, row: Json, entries: list[Json], reasons: list[Json], moves: list[Json]) -> None:
        """Load a game as it is in the browser's database. One of an old format is refused when it is used."""
        try:
            check_format(from_json(Header, row["header"]))
        except BrokenRecord as error:
            self._unreadable[game] = str(error)
            return
        moves_by_key = {move["key"]: StoredMove(**move) for move in moves}
        status = Status(**row["status"])
        self._games[game] = GameInMemory(
            row["header"], status, _stored_seats(row, status), entries, reasons, moves_by_key
        )

    def unload(self, game: str) -> None:
        """Remove a game from memory; it stays in the database."""
        self._games.pop(game, None)

    # --- the storage interface ---------------------------------------------------------------------------------------

    def create(self, game: str, header: Json, seats: StoredSeats, append: Append) -> bool:
        if game in self._games:
            return False
        self._games[game] = GameInMemory(header, Status(0, finished=False, ai_to_move=False), seats)
        self._write(game, append)
        return True

    def status(self, game: str) -> Status:
        return self._find(game).status

    def seats(self, game: str) -> StoredSeats:
        return self._find(game).seats

    def load(self, game: str, since: int = 0) -> StoredGame:
        found = self._find(game)
        reasons = [reason for reason in found.reasons if reason["n"] > since]
        return StoredGame(game, found.header, found.status, found.entries[since:], reasons, found.seats)

    @contextmanager
    def transaction(self, game: str) -> Iterator["MemoryTransaction"]:
        transaction = MemoryTransaction(self._find(game))
        yield transaction
        if transaction.append:
            self._write(game, transaction.append)

    def delete(self, game: str) -> None:
        self._find(game)
        self.unload(game)
        self.writes.append({"game": game, "deleted": True})

    def game_of_token(self, token_hash: str) -> str | None:
        return next((name for name, game in self._games.items() if game.seats.find_token(token_hash)), None)

    def games_awaiting_ai(self) -> list[str]:
        return [name for name, game in self._games.items() if game.status.ai_to_move and not game.status.finished]

    def watch(self, game: str, on_change: Callable[[], None]) -> Callable[[], None]:
        raise NotImplementedError("the worker pushes frames to its pages after each write")

    def set_join_code(self, code: JoinCode, now: datetime) -> bool:
        raise Problem("no-free-seat", LOCAL_ONLY)

    def try_join_code(self, code: str, attempt: JoinAttempt) -> JoinCode | None:
        raise Problem("unknown-code", LOCAL_ONLY)

    def probe(self) -> None:
        pass

    def close(self) -> None:
        pass

    # --- writes ------------------------------------------------------------------------------------------------------

    def _find(self, game: str) -> GameInMemory:
        if game in self._unreadable:
            raise Problem("broken-record", self._unreadable[game])
        if game not in self._games:
            raise Problem("unknown-game", f"there is no game {game!r} on this device")
        return self._games[game]

    def _write(self, name: str, append: Append) -> None:
        game, move = self._games[name], append.move
        before = asdict(game.status)
        game.entries.extend(append.entries)
        game.reasons.extend(append.reasons)
        game.seats = changed_seats(game.seats, append.seat_change)
        game.status = replace(append.status, seat_revision=game.seats.revision)
        if move:
            game.moves[move.key] = move
        self.writes.append(
            {
                "game": name,
                "before": before,
                "row": _row(game),
                "entries": list(append.entries),
                "reasons": list(append.reasons),
                "move": asdict(move) if move else None,
            }
        )


class MemoryTransaction:
    """A transaction on one game: what it writes takes effect when its block ends."""

    def __init__(self, game: GameInMemory) -> None:
        self._game, self.status = game, game.status
        self.append: Append | None = None

    def seats(self) -> StoredSeats:
        return self._game.seats

    def find_move(self, key: str) -> StoredMove | None:
        return self._game.moves.get(key)

    def write(self, append: Append) -> None:
        self.append = append


def changed_seats(stored: StoredSeats, change: SeatChange) -> StoredSeats:
    """The stored seats after a change."""
    if not change:
        return stored
    rows = {row.seat: row for row in change.updated_seats}
    added = {token.hash: token for token in change.added_tokens}
    tokens = [added.pop(token.hash, token) for token in stored.tokens if token.hash not in change.removed_tokens]
    seats = [rows.get(row.seat, row) for row in stored.seats]
    return replace(stored, seats=seats, tokens=[*tokens, *added.values()], revision=stored.revision + 1)


def _row(game: GameInMemory) -> Json:
    stored = game.seats
    return {
        "header": game.header,
        "status": asdict(game.status),
        "host": stored.host,
        "seats": [asdict(seat) for seat in stored.seats],
        "tokens": [asdict(token) for token in stored.tokens],
    }


def _stored_seats(row: Json, status: Status) -> StoredSeats:
    seats, tokens = [SeatRow(**seat) for seat in row["seats"]], [TokenRow(**token) for token in row["tokens"]]
    return StoredSeats(row["host"], seats, tokens, status.seat_revision)
