"""All games of a storage. Every change of a game, by a person or an AI, is a command that passes through here.

The storage is authoritative: a table in memory is a cached copy, valid only at the stored revision.
Games begin in `new_game.py`; people take and leave seats in `joining.py`; offline games arrive in `upload.py`.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from automa.table import SeatSettings, Table
from engine import PLAYABLE_RULES
from engine.choices import Choice
from engine.codec import from_json, to_json
from engine.content.cards import Content
from engine.errors import HiddenAhead, IllegalChoice, UndoClosed
from engine.game import Header
from server.games.problems import Problem
from server.games.seat_access import Caller, has_every_seat, identify
from server.games.seats import NO_SEAT_CHANGE, SeatChange, SeatRow, StoredSeats, TokenRow
from server.games.storage import (
    NOT_VERIFIED,
    UNCHECKED,
    VERIFIED,
    Append,
    Json,
    Status,
    Storage,
    StoredMove,
    Transaction,
)
from server.games.table_cache import IDLE_S, CachedTable, TableCache
from server.games.tokens import hash_token, new_game_name, new_seat_token

MAX_FRAMES = 64
"""A client that has missed more frames than this gets the last one only."""

Mutation = Callable[[Table, Transaction], object]
"""An all-or-nothing mutation of a game. Returns the seat change it implies, if any; other values are ignored."""


@dataclass(frozen=True, slots=True)
class CreatedGame:
    """A new game, its host's seat, and the tokens of the caller's seats."""

    game: str
    host: int
    tokens: dict[int, str]
    seed: str | None
    """None where others are to join: with the seed they could compute what is hidden."""


@dataclass(frozen=True, slots=True)
class Command:
    """A request to change a game: for which seat, and at which revision if that matters.

    The key makes a repeated request have one effect.
    """

    game: str
    seat: int
    revision: int | None = None
    key: str | None = None
    digest: str = ""
    """Of the command's content: the same key with another digest is refused."""
    viewer: int | None = None
    """The seat whose view answers; None: a spectator's."""
    by_ai: bool = False
    ai_check: str | None = None
    """The new `Status.ai_check`, where the command appends entries of an uploaded game."""


class Games:
    """All games of a storage. `wake_ai` is called with each game that needs an AI worker; `new_name` names new ones."""

    def __init__(
        self,
        storage: Storage,
        content: Content,
        wake_ai: Callable[[str], None] = lambda _: None,
        new_name: Callable[[], str] = new_game_name,
        idle_s: float | None = IDLE_S,
    ) -> None:
        self.storage, self.content, self._wake_ai, self._new_name = storage, content, wake_ai, new_name
        self._cache = TableCache(idle_s)

    # --- creating and deleting ---------------------------------------------------------------------------------------

    def save_new_game(
        self,
        table: Table,
        seats: Sequence[SeatRow],
        own_seats: Sequence[int],
        tokens: dict[int, str] | None = None,
        ai_check: str | None = None,
    ) -> CreatedGame:
        """Store a new game under a name of its own. The caller gets the seats `own_seats`; the first is the host's.

        `ai_check`: of an uploaded game.
        """
        tokens = tokens or {seat: new_seat_token() for seat in own_seats}
        stored = StoredSeats(own_seats[0], seats, [TokenRow(hash_token(token), seat) for seat, token in tokens.items()])
        status = _status(table, ai_check)
        append = Append(_entries(table, 0), status, reasons=table.reasons_since(0), ai_check=ai_check)
        while True:
            table.code = self._new_name()
            if self.storage.create(table.code, to_json(table.game.header), stored, append):
                break
        if status.needs_ai:
            self._wake_ai(table.code)
        seed = None if stored.open_seats else table.game.header.seed
        return CreatedGame(table.code, own_seats[0], tokens, seed)

    def delete(self, game: str) -> None:
        """Delete a game with its log and all its tokens and codes."""
        self.storage.delete(game)
        self.evict(game)

    def evict(self, game: str) -> None:
        """Remove the game's table from memory; the stored game stays."""
        self._cache.evict(game)

    # --- reading -----------------------------------------------------------------------------------------------------

    def stored_seats(self, game: str) -> StoredSeats:
        return self.storage.seats(game)

    def identify(self, game: str, token_hashes: frozenset[str]) -> Caller:
        """The caller with these tokens; raises no-token where none of them gives access to the game."""
        return identify(self.storage.seats(game), token_hashes)

    @contextmanager
    def read_table(self, game: str) -> Iterator[Table]:
        """The table at the stored revision, locked, for reading only."""
        with self._cache.lock(game) as cached:
            yield self._current_table(cached)

    @contextmanager
    def read_full_table(self, game: str, caller: Caller) -> Iterator[Table]:
        """The table with all its secrets, for a caller with every person's seat, or with any after the end."""
        caller.require_seat()
        stored = self.stored_seats(game)
        with self.read_table(game) as table:
            if not table.finished and not has_every_seat(stored, caller):
                raise Problem("game-has-secrets", "the log needs every person's seat, or the end of the game")
            yield table

    def touch(self, game: str) -> Status:
        """Read the status, and wake the AI worker if the game needs it; loads no table."""
        status = self.storage.status(game)
        if status.needs_ai:
            self._wake_ai(game)
        return status

    def frame(self, game: str, seat: int | None, revision: int | None = None) -> Json:
        """The view of a seat at a revision, by default the current one, with the events that led there."""
        with self.read_table(game) as table:
            at = table.revision if revision is None else revision
            if not 0 <= at <= table.revision:
                raise Problem("unknown-entry", f"the game is at revision {table.revision}; there is no {at}")
            return table.frame(seat, at)

    def frames_since(self, game: str, seats: Sequence[int | None], since: int) -> tuple[int, list[Json]]:
        """The revision, and the frames after revision `since` in order, for each seat; of too many only the last."""
        with self.read_table(game) as table:
            start = since if 0 <= table.revision - since <= MAX_FRAMES else table.revision - 1
            revisions = range(start + 1, table.revision + 1)
            return table.revision, [table.frame(seat, revision) for revision in revisions for seat in seats]

    def preview(self, command: Command, choices: Sequence[Choice]) -> Json:
        """The prompt that would follow these choices; changes nothing."""
        with self.read_table(command.game) as table:
            _check_revision(table, command)
            with _engine_errors(table, command.seat):
                return _preview(table, command, choices)

    def log(self, game: str, seat: int | None) -> Json:
        """The log as a seat may see it, without entries that were undone."""
        with self.read_table(game) as table:
            return {"revision": table.revision, "entries": table.log_for(seat)}

    def reason(self, game: str, n: int) -> Json | None:
        """The visible part of an AI's reason for entry `n`; None where there is none."""
        with self.read_table(game) as table:
            if not 1 <= n <= table.revision:
                raise Problem("unknown-entry", f"the game is at revision {table.revision}; there is no entry {n}")
            return table.reason(n)

    def export(self, game: str, caller: Caller) -> Json:
        """The whole record with its secrets."""
        with self.read_full_table(game, caller) as table:
            return table.to_json()

    def watch(self, game: str, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` after each change of a game, by any process, until the returned function is called."""
        self.touch(game)
        return self.storage.watch(game, on_change)

    # --- commands ----------------------------------------------------------------------------------------------------

    def submit(self, command: Command, choices: Sequence[Choice]) -> Json:
        """Make one move: all of its choices, or none."""
        return self.execute(command, lambda table, _: table.submit(command.seat, choices))

    def undo(self, command: Command) -> Json:
        """Take back the last move."""
        return self.execute(command, lambda table, _: table.undo(command.seat))

    def redo(self, command: Command) -> Json:
        """Make the move again that was taken back last."""
        return self.execute(command, lambda table, _: table.redo(command.seat))

    def execute(self, command: Command, mutation: Mutation) -> Json:
        """Commit a mutation. Returns the new revision, and a frame for each new entry as the viewer sees it."""
        with self._cache.lock(command.game) as cached:
            move = self._commit(cached, command, mutation)
            table = self._current_table(cached)
            frames = [table.frame(command.viewer, revision) for revision in range(move.before + 1, move.after + 1)]
            return {"revision": move.after, "frames": frames}

    def change_seat_settings(self, game: str, seat: int, settings: SeatSettings) -> None:
        """Change the settings of a seat, and make the automatic choices that follow from them."""

        def mutation(table: Table, transaction: Transaction) -> SeatChange:
            row = transaction.seats().seats[seat]
            table.change_seat_settings(seat, settings)
            return SeatChange([replace(row, confirm_turns=settings.confirm_turns, auto_forced=settings.auto_forced)])

        self.commit(Command(game, seat), mutation)

    def move_ai(self, game: str) -> bool:
        """Make the next move of an AI; False where no AI is asked, or the game is gone."""
        try:
            self.check_ai_choices(game)
            with self._cache.lock(game) as cached:
                table = self._current_table(cached)
                move = table.next_ai_move()
                if move is None:
                    return False
                command = Command(game, move.seat, table.revision, by_ai=True)
                self._commit(cached, command, lambda table, _: table.apply_ai_move(move))
        except Problem as problem:
            if problem.code not in ("stale", "unknown-game"):
                raise
            return problem.code == "stale"
        return True

    def check_ai_choices(self, game: str) -> None:
        """Check whether the AI choices of an uploaded game are those of our AIs, and store the result.

        If the game changes meanwhile, nothing is stored, and the next check starts afresh.
        """
        status = self.storage.status(game)
        if status.ai_check != UNCHECKED:
            return
        with self.read_table(game) as table:
            copied = table.at(min(table.revision, status.revision))
        ai_check = VERIFIED if copied.first_divergence() is None else NOT_VERIFIED
        with self._cache.lock(game) as cached, self.storage.transaction(game) as transaction:
            if (transaction.status.seat_revision, transaction.status.ai_check) != (status.seat_revision, UNCHECKED):
                return
            table, cached.table = self._table_at(cached, transaction.status), None
            reasons = table.merge_reasons(copied) if ai_check == VERIFIED else []
            change = SeatChange(players_changed=True)
            append = Append([], _status(table, ai_check), reasons=reasons, seat_change=change, ai_check=ai_check)
            transaction.write(append)

    def games_awaiting_ai(self) -> list[str]:
        return self.storage.games_awaiting_ai()

    def cached_tables(self) -> int:
        """The number of games in this process's memory."""
        return len(self._cache)

    def close(self) -> None:
        """Remove all tables from memory."""
        self._cache.close()

    def commit(self, command: Command, mutation: Mutation) -> StoredMove:
        """Apply a mutation to a game's log, its seats, or both, and store it."""
        with self._cache.lock(command.game) as cached:
            return self._commit(cached, command, mutation)

    def _commit(self, cached: CachedTable, command: Command, mutation: Mutation) -> StoredMove:
        """The only function that writes to a log. The cached table is None until the mutation is safely stored."""
        with self.storage.transaction(command.game) as transaction:
            if command.key and (done := transaction.find_move(command.key)):
                return _check_same(done, command)
            table = self._table_at(cached, transaction.status)
            before = table.revision
            if command.revision is not None:
                _check_player(table, command)
                _check_revision(table, command)
            with _engine_errors(table, command.seat):
                result = mutation(table, transaction)
            cached.table = None
            move = StoredMove(command.key or "", command.digest, before, table.revision)
            stored_move, reasons = move if command.key else None, table.reasons_since(before)
            change = result if isinstance(result, SeatChange) else NO_SEAT_CHANGE
            status = _status(table, command.ai_check or transaction.status.ai_check)
            transaction.write(Append(_entries(table, before), status, stored_move, reasons, change, command.ai_check))
        cached.table = table
        if status.needs_ai:
            self._wake_ai(command.game)
        return move

    # --- tables in memory --------------------------------------------------------------------------------------------

    def _current_table(self, cached: CachedTable) -> Table:
        return self._table_at(cached, self.storage.status(cached.game))

    def _table_at(self, cached: CachedTable, status: Status) -> Table:
        """The table at the stored status: the cached one, with the entries appended that other processes wrote."""
        if cached.table is None or cached.table.revision > status.revision or cached.ai_check != status.ai_check:
            cached.table = self._load(cached)
        elif (cached.table.revision, cached.seat_revision) != (status.revision, status.seat_revision):
            tail = self.storage.load(cached.game, cached.table.revision)
            table, cached.table = cached.table, None
            table.append(tail.entries, tail.reasons)
            table.set_seat_settings(_seat_settings(tail.seats))
            cached.table, cached.seat_revision = table, tail.seats.revision
        return cached.table

    def _load(self, cached: CachedTable) -> Table:
        stored = self.storage.load(cached.game)
        header = from_json(Header, stored.header)
        if not self._is_playable(header):
            raise Problem("content-missing", "the game was made with other cards or rules than this server has")
        cached.seat_revision, cached.ai_check = stored.seats.revision, stored.status.ai_check
        settings = _seat_settings(stored.seats)
        return Table.replay(header, stored.entries, self.content, cached.game, settings, stored.reasons)

    def _is_playable(self, header: Header) -> bool:
        return header.rules in PLAYABLE_RULES and header.content.digest == self.content.digest


# --- commands and their checks ---------------------------------------------------------------------------------------


def command_from_body(game: str, caller: Caller, body: Json, operation: str = "choices") -> Command:
    """The command in a validated request body of a caller."""
    seat, viewer = caller.require_seat(body["seat"]), body.get("viewer", body["seat"])
    viewer = None if viewer is None else caller.require_seat(viewer)
    revision = body["revision"]
    digest = command_digest(operation, seat, revision, body.get("choices"))
    return Command(game, seat, revision, body.get("key"), digest, viewer)


def command_digest(*parts: object) -> str:
    """A hash of a command's content, which distinguishes it from another one under the same key."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _check_same(done: StoredMove, command: Command) -> StoredMove:
    if done.digest != command.digest:
        raise Problem("key-reused", "this key was sent with another move before; a new move needs a new key")
    return done


def _check_player(table: Table, command: Command) -> None:
    if not command.by_ai and table.is_ai(command.seat):
        detail = f"an AI plays seat {command.seat}; its owner can take it back"
        raise Problem("seat-played-by-ai", detail, revision=table.revision, view=table.view(command.viewer))


def _check_revision(table: Table, command: Command) -> None:
    if command.revision is not None and command.revision != table.revision:
        detail = f"the game is at revision {table.revision}, not at {command.revision}"
        raise Problem("stale", detail, revision=table.revision, view=table.view(command.viewer))


@contextmanager
def _engine_errors(table: Table, seat: int) -> Iterator[None]:
    """Translate the engine's errors to problem codes."""
    try:
        yield
    except IllegalChoice as error:
        if table.finished:
            raise Problem("not-on-the-clock", "the game has ended") from error
        if seat not in table.clock():
            raise Problem("not-on-the-clock", f"seat {seat} has nothing to choose now") from error
        raise Problem("not-offered", f"{_json(error.choice)} is not offered now") from error
    except UndoClosed as error:
        raise Problem("undo-closed", f"no move can be undone or redone: {error.by}", by=error.by) from error


def _json(choice: object) -> str:
    return json.dumps(to_json(choice), ensure_ascii=False)


def _preview(table: Table, command: Command, choices: Sequence[Choice]) -> Json:
    """The preview of a draft; one that ends at something hidden has no prompt, one that goes on past it is refused."""
    try:
        return table.preview(command.seat, choices, command.viewer)
    except HiddenAhead as error:
        if len(choices) > 1 and table.hides(command.seat, choices[:-1]):
            raise Problem("hidden-ahead", "the draft goes on after something that is still hidden") from error
        return {"prompt": None, "seat": table.view(command.viewer)["seats"][command.seat], "hidden": True}


# --- stored values ---------------------------------------------------------------------------------------------------


def _seat_settings(stored: StoredSeats) -> list[SeatSettings]:
    return [SeatSettings(row.confirm_turns, row.auto_forced) for row in stored.seats]


def _entries(table: Table, since: int) -> list[Json]:
    return [entry.to_json() for entry in table.game.entries[since:]]


def _status(table: Table, ai_check: str | None = None) -> Status:
    return Status(table.revision, table.finished, bool(table.ais_asked()), ai_check=ai_check)
