"""The door to all games: whatever changes one, by people, AIs or programs, goes through `change` here.

A game is what the storage holds. A table in memory is a cached copy, valid only at the stored revision.
How games begin is in `opening.py`, how people come to their seats in `joining.py`.
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
from server.games.seats import UNCHANGED, Change, Holder, Seating, SeatRow, TokenRow
from server.games.storage import NOT_VERIFIED, UNCHECKED, VERIFIED, Addition, Json, Status, Storage, StoredMove, Writing
from server.games.table_cache import IDLE_S, Desk, Desks
from server.games.tokens import fingerprint, game_name, seat_token

FRAMES_AT_ONCE = 64
"""Who is further behind than this is brought to the last position at once."""

Deed = Callable[[Table, Writing], object]
"""What is done at a table, wholly or, where it refuses, not at all; it gives the Change of the seating that belongs to
it, where there is one."""


@dataclass(frozen=True, slots=True)
class Created:
    """A new game, its host, and the tokens of the seats that whoever began it holds."""

    game: str
    host: int
    tokens: dict[int, str]
    seed: str | None
    """Told where nobody else is to play."""


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants done, for which seat, and at which revision if that matters; the key makes a repeated request
    have one effect."""

    game: str
    seat: int
    revision: int | None = None
    key: str | None = None
    digest: str = ""
    viewer: int | None = None
    """Whose view is told when it is done, or refused; None: what lies open."""
    by_ai: bool = False
    """Whether a rival wants it."""
    ai_check: str | None = None
    """What is known of the AIs' choices, where they were made elsewhere."""


class Games:
    """All games of a storage. `stir` is called with a game in which a rival is to move; `name` names new ones."""

    def __init__(
        self,
        storage: Storage,
        content: Content,
        stir: Callable[[str], None] = lambda _: None,
        name: Callable[[], str] = game_name,
        idle: float | None = IDLE_S,
    ) -> None:
        self.storage, self.content, self._stir, self._name = storage, content, stir, name
        self._desks = Desks(idle)

    # --- to begin and to end -----------------------------------------------------------------------------------------

    def keep(
        self,
        table: Table,
        seats: Sequence[SeatRow],
        held: Sequence[int],
        tokens: dict[int, str] | None = None,
        ai_check: str | None = None,
    ) -> Created:
        """Keep a new game under a name of its own; who begins it holds the seats `held`, and is the host.

        `ai_check`: what is known of those of a game that was played elsewhere.
        """
        tokens = tokens or {seat: seat_token() for seat in held}
        seating = Seating(held[0], seats, [TokenRow(fingerprint(token), seat) for seat, token in tokens.items()])
        status = _status(table, ai_check)
        addition = Addition(_entries(table, 0), status, reasons=table.reasons_since(0), ai_check=ai_check)
        while True:
            table.code = self._name()
            if self.storage.create(table.code, to_json(table.game.header), seating, addition):
                break
        if status.stirs:
            self._stir(table.code)
        return Created(table.code, held[0], tokens, None if seating.open else table.game.header.seed)

    def delete(self, game: str) -> None:
        """Forget a game, with its log and all that opens it."""
        self.storage.delete(game)
        self.forget(game)

    def forget(self, game: str) -> None:
        """Let the game's table go from memory; what is stored stays."""
        self._desks.forget(game)

    # --- to look at --------------------------------------------------------------------------------------------------

    def seating(self, game: str) -> Seating:
        """Who may come to which seat."""
        return self.storage.seating(game)

    @contextmanager
    def look(self, game: str) -> Iterator[Table]:
        """The table as it is now, to be looked at only."""
        with self._desks.at(game) as desk:
            yield self._at_stored_revision(desk)

    @contextmanager
    def look_through(self, game: str, holder: Holder) -> Iterator[Table]:
        """The table with all its secrets, for who holds every person's seat, or at the end for who holds any."""
        holder.seat()
        people = self.seating(game).people
        with self.look(game) as table:
            if not table.finished and not set(people) <= set(holder.seats):
                raise Problem("game-has-secrets", "the log can be had at the end, or by who holds every seat")
            yield table

    def status(self, game: str) -> Status:
        """How far the game is; cheap. Rivals that should be moving, or be looked at, are reminded."""
        status = self.storage.status(game)
        if status.stirs:
            self._stir(game)
        return status

    def frame(self, game: str, seat: int | None, revision: int | None = None) -> Json:
        """The view of a seat, now or at a revision of the past, with what led there."""
        with self.look(game) as table:
            at = table.revision if revision is None else revision
            if not 0 <= at <= table.revision:
                raise Problem("unknown-entry", f"the game is at {table.revision}; there is no {at}")
            return table.frame(seat, at)

    def news(self, game: str, seats: Sequence[int | None], since: int) -> tuple[int, list[Json]]:
        """The frames after revision `since`, in order, for each seat; only the last one where there are many."""
        with self.look(game) as table:
            start = since if 0 <= table.revision - since <= FRAMES_AT_ONCE else table.revision - 1
            revisions = range(start + 1, table.revision + 1)
            return table.revision, [table.frame(seat, revision) for revision in revisions for seat in seats]

    def preview(self, order: Order, choices: Sequence[Choice]) -> Json:
        """What would be asked after these choices; nothing is done."""
        with self.look(order.game) as table:
            _check_revision(table, order)
            with _refusals(table, order.seat):
                return _preview(table, order, choices)

    def log(self, game: str, seat: int | None) -> Json:
        """What was told to a seat, entry by entry, without what was taken back."""
        with self.look(game) as table:
            return {"revision": table.revision, "entries": table.log_for(seat)}

    def reason(self, game: str, n: int) -> Json | None:
        """What is open of the reason for an entry; None where nothing is."""
        with self.look(game) as table:
            if not 1 <= n <= table.revision:
                raise Problem("unknown-entry", f"the game is at {table.revision}; there is no entry {n}")
            return table.reason(n)

    def export(self, game: str, holder: Holder) -> Json:
        """The whole record with its secrets."""
        with self.look_through(game, holder) as table:
            return table.to_json()

    def watch(self, game: str, wake: Callable[[], None]) -> Callable[[], None]:
        """Have `wake` called after each change of a game, whoever made it, until the returned function is called."""
        self.status(game)
        return self.storage.watch(game, wake)

    # --- to do -------------------------------------------------------------------------------------------------------

    def submit(self, order: Order, choices: Sequence[Choice]) -> Json:
        """Make one move: all of its choices, or none."""
        return self.execute(order, lambda table, _: table.submit(order.seat, choices))

    def undo(self, order: Order) -> Json:
        """Take back the last move."""
        return self.execute(order, lambda table, _: table.undo(order.seat))

    def redo(self, order: Order) -> Json:
        """Do again what was taken back."""
        return self.execute(order, lambda table, _: table.redo(order.seat))

    def execute(self, order: Order, deed: Deed) -> Json:
        """Do something, and tell the viewer what came of it: the new revision, and a frame for each entry."""
        with self._desks.at(order.game) as desk:
            move = self._change(desk, order, deed)
            table = self._at_stored_revision(desk)
            frames = [table.frame(order.viewer, revision) for revision in range(move.before + 1, move.after + 1)]
            return {"revision": move.after, "frames": frames}

    def change_seat_settings(self, game: str, seat: int, settings: SeatSettings) -> None:
        """Change what the host does by itself for a seat, and do what that makes due."""

        def deed(table: Table, writing: Writing) -> Change:
            row = writing.seating().seats[seat]
            table.change_seat_settings(seat, settings)
            return Change([replace(row, confirm_turns=settings.confirm_turns, auto_forced=settings.auto_forced)])

        self.change(Order(game, seat), deed)

    def move_ai(self, game: str) -> bool:
        """Make the next move of a rival; False where none is asked, or the game is gone."""
        try:
            self.check_ai_choices(game)
            with self._desks.at(game) as desk:
                table = self._at_stored_revision(desk)
                move = table.next_ai_move()
                if move is None:
                    return False
                order = Order(game, move.seat, table.revision, by_ai=True)
                self._change(desk, order, lambda table, _: table.apply_ai_move(move))
        except Problem as problem:
            if problem.code not in ("stale", "unknown-game"):
                raise
            return problem.code == "stale"
        return True

    def check_ai_choices(self, game: str) -> None:
        """Find out whether the AIs of a game that was played elsewhere chose what the automa chooses.

        Where more of it comes meanwhile, that has to be looked at once more.
        """
        status = self.storage.status(game)
        if status.ai_check != UNCHECKED:
            return
        with self.look(game) as table:
            copied = table.at(min(table.revision, status.revision))
        ai_check = VERIFIED if copied.first_divergence() is None else NOT_VERIFIED
        with self._desks.at(game) as desk, self.storage.append(game) as writing:
            if (writing.status.seating, writing.status.ai_check) != (status.seating, UNCHECKED):
                return
            table, desk.table = self._at(desk, writing.status), None
            reasons = table.merge_reasons(copied) if ai_check == VERIFIED else []
            told = Change(players=True)
            writing.add(Addition([], _status(table, ai_check), reasons=reasons, change=told, ai_check=ai_check))

    def games_awaiting_ai(self) -> list[str]:
        return self.storage.games_awaiting_ai()

    def in_memory(self) -> int:
        """How many games this process has in its memory."""
        return len(self._desks)

    def close(self) -> None:
        """Forget all games that are in memory."""
        self._desks.close()

    def change(self, order: Order, deed: Deed) -> StoredMove:
        """Do something to a game: to its log, to its seating, or to both."""
        with self._desks.at(order.game) as desk:
            return self._change(desk, order, deed)

    def _change(self, desk: Desk, order: Order, deed: Deed) -> StoredMove:
        """The one way into a log. While the deed is not safely stored, no table in memory shows it."""
        with self.storage.append(order.game) as writing:
            if order.key and (done := writing.find_move(order.key)):
                return _same(done, order)
            table = self._at(desk, writing.status)
            before = table.revision
            if order.revision is not None:
                _check_player(table, order)
                _check_revision(table, order)
            with _refusals(table, order.seat):
                change = deed(table, writing)
            desk.table = None
            move = StoredMove(order.key or "", order.digest, before, table.revision)
            kept, reasons = move if order.key else None, table.reasons_since(before)
            change = change if isinstance(change, Change) else UNCHANGED
            status = _status(table, order.ai_check or writing.status.ai_check)
            writing.add(Addition(_entries(table, before), status, kept, reasons, change, order.ai_check))
        self._show(desk, table, status)
        return move

    def _show(self, desk: Desk, table: Table, status: Status) -> None:
        """What is stored may be seen, and wakes the AI."""
        desk.table = table
        if status.stirs:
            self._stir(desk.game)

    # --- tables in memory --------------------------------------------------------------------------------------------

    def _at_stored_revision(self, desk: Desk) -> Table:
        return self._at(desk, self.storage.status(desk.game))

    def _at(self, desk: Desk, status: Status) -> Table:
        """The table as it is stored: the one in memory, brought up to date where other processes went on."""
        if desk.table is None or desk.table.revision > status.revision or desk.ai_check != status.ai_check:
            desk.table = self._load(desk)
        elif (desk.table.revision, desk.seating) != (status.revision, status.seating):
            tail = self.storage.load(desk.game, desk.table.revision)
            table, desk.table = desk.table, None
            table.append(tail.entries, tail.reasons)
            table.set_seat_settings(_seat_settings(tail.seating))
            desk.table, desk.seating = table, tail.seating.version
        return desk.table

    def _load(self, desk: Desk) -> Table:
        stored = self.storage.load(desk.game)
        header = from_json(Header, stored.header)
        if not self._fits(header):
            raise Problem("content-missing", "the game was made with other cards or rules than this server has")
        desk.seating, desk.ai_check = stored.seating.version, stored.status.ai_check
        settings = _seat_settings(stored.seating)
        return Table.replay(header, stored.entries, self.content, desk.game, settings, stored.reasons)

    def _fits(self, header: Header) -> bool:
        return header.rules in PLAYABLE_RULES and header.content.digest == self.content.digest


# --- refusals --------------------------------------------------------------------------------------------------------


def order_of(game: str, holder: Holder, body: Json, what: str = "choices") -> Order:
    """The order that a checked body of a seat's holder gives."""
    seat, viewer = holder.seat(body["seat"]), body.get("viewer", body["seat"])
    viewer = None if viewer is None else holder.seat(viewer)
    return Order(
        game, seat, body["revision"], body.get("key"), digest(what, seat, body["revision"], body.get("choices")), viewer
    )


def digest(*parts: object) -> str:
    """Tells an order from another one under the same key."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _same(done: StoredMove, order: Order) -> StoredMove:
    if done.digest != order.digest:
        raise Problem("key-reused", "this key was sent with another move before; a new move needs a new key")
    return done


def _check_player(table: Table, order: Order) -> None:
    if not order.by_ai and table.is_ai(order.seat):
        detail = f"a rival plays seat {order.seat} now; its owner can take it back"
        raise Problem("seat-played-by-ai", detail, revision=table.revision, view=table.view(order.viewer))


def _check_revision(table: Table, order: Order) -> None:
    if order.revision is not None and order.revision != table.revision:
        detail = f"the game is at {table.revision}, not at {order.revision}"
        raise Problem("stale", detail, revision=table.revision, view=table.view(order.viewer))


@contextmanager
def _refusals(table: Table, seat: int) -> Iterator[None]:
    """What the engine refuses, in the API's codes."""
    try:
        yield
    except IllegalChoice as refusal:
        if table.finished:
            raise Problem("not-on-the-clock", "the game has ended") from refusal
        if seat not in table.clock():
            raise Problem("not-on-the-clock", f"seat {seat} is not asked anything now") from refusal
        raise Problem("not-offered", f"{_shown(refusal.choice)} is not offered now") from refusal
    except UndoClosed as refusal:
        raise Problem(
            "undo-closed", f"nothing can be taken back or done again: {refusal.by}", by=refusal.by
        ) from refusal


# --- what is stored --------------------------------------------------------------------------------------------------


def _shown(choice: object) -> str:
    return json.dumps(to_json(choice), ensure_ascii=False)


def _preview(table: Table, order: Order, choices: Sequence[Choice]) -> Json:
    """What comes after the draft; where that is hidden, it says so, and a draft that goes on behind it is refused."""
    try:
        return table.preview(order.seat, choices, order.viewer)
    except HiddenAhead as hidden:
        if len(choices) > 1 and table.hides(order.seat, choices[:-1]):
            raise Problem("hidden-ahead", "the draft goes on where nobody can look yet") from hidden
        return {"prompt": None, "seat": table.view(order.viewer)["seats"][order.seat], "hidden": True}


def _seat_settings(seating: Seating) -> list[SeatSettings]:
    return [SeatSettings(row.confirm_turns, row.auto_forced) for row in seating.seats]


def _entries(table: Table, since: int) -> list[Json]:
    return [entry.to_json() for entry in table.game.entries[since:]]


def _status(table: Table, ai_check: str | None = None) -> Status:
    return Status(table.revision, table.finished, bool(table.ais_asked()), ai_check=ai_check)
