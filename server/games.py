"""The door to all games: people, rivals and programs come through `submit`, `undo` and `redo` here, and nowhere else.

A game is what the storage says. A table in memory is a copy of that, worth nothing when the stored ply is another one.
"""

import hashlib
import json
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal

from automa import AUTOMA_VERSION
from automa.orchestra_setup import draw
from automa.table import RIVAL, Manners, Table
from engine import PLAYABLE_RULES
from engine.choices import Choice
from engine.codec import from_json, to_json
from engine.content.cards import Content
from engine.errors import HiddenAhead, IllegalChoice, UndoClosed
from engine.record import COLOURS, Header, SeatHeader, header_for
from server.problems import Problem
from server.storage import Addition, Json, Press, SeatRow, Status, Storage, Writing
from server.tokens import fingerprint, game_code, seat_token

TABLES_KEPT = 128
FRAMES_AT_ONCE = 64
"""Who is further behind than this is brought to the last position at once."""

log = logging.getLogger(__name__)

Deed = Callable[[Table], object]


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who is to sit where: a person with a name or a rival with a level."""

    player: Literal["person", "ai"]
    name: str = ""
    level: str | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game is made of."""

    seats: tuple[SeatSetup, ...]
    seed: str | None
    setup_card: bool
    manners: Manners


@dataclass(frozen=True, slots=True)
class Created:
    """A new game and the tokens of the seats that people hold."""

    game: str
    tokens: dict[int, str]
    seed: str | None


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants done, at which ply; the key makes a repeated request have one effect."""

    game: str
    seat: int
    ply: int
    key: str | None = None
    digest: str = ""


class Desk:
    """A game's place in memory: one thread at a time."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = threading.RLock()
        self.table: Table | None = None
        self.seats: tuple[SeatRow, ...] = ()


class Games:
    """All games of a storage. `stir` is called with a game in which a rival is to move."""

    def __init__(self, storage: Storage, content: Content, stir: Callable[[str], None] = lambda _: None) -> None:
        self._storage, self._content, self._stir = storage, content, stir
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._lock = threading.Lock()

    # --- new games ---------------------------------------------------------------------------------------------------

    def create(self, setup: Setup) -> Created:
        """Begin a game and keep it under a new code."""
        header = self._header(setup)
        tokens = {i: seat_token() for i, seat in enumerate(setup.seats) if seat.player == "person"}
        while True:
            code = game_code()
            table = Table.begin(header, self._content, code, _manners(setup))
            rows = _seat_rows(setup, tokens)
            if self._storage.create(code, to_json(header), rows, Addition(_entries(table, 0), _status(table))):
                break
        if table.rivals_asked():
            self._stir(code)
        return Created(code, tokens, header.seed if len(tokens) == 1 else None)

    def _header(self, setup: Setup) -> Header:
        people = sum(seat.player == "person" for seat in setup.seats)
        seed = setup.seed or self._new_seed(people)
        two_seats = len(setup.seats) == 2
        drawn = draw(seed, self._content) if two_seats and (setup.setup_card or people == 2) else None
        return header_for(self._content, seed, _header_seats(setup.seats), automa=AUTOMA_VERSION, neutral=drawn)

    def _new_seed(self, people: int) -> str:
        """A short one that can be told to friends where one person plays; else one that nobody can guess."""
        if people > 1:
            return secrets.token_hex(16)
        word = secrets.choice(list(self._content.instruments)).upper()
        return f"{word} {secrets.randbelow(9000) + 1000}"

    # --- to look at --------------------------------------------------------------------------------------------------

    def seats(self, game: str) -> Sequence[SeatRow]:
        """Who holds the seats."""
        with self._desk(game) as desk:
            self._at_stored_ply(desk)
            return desk.seats

    def ply(self, game: str) -> int:
        """How far the game is; cheap. A rival that should be moving is reminded."""
        status = self._storage.status(game)
        if status.rival:
            self._stir(game)
        return status.ply

    def frame(self, game: str, seat: int | None, ply: int | None = None) -> Json:
        """The view of a seat, now or at a ply of the past, with what led there."""
        with self._desk(game) as desk:
            table = self._at_stored_ply(desk)
            at = table.ply if ply is None else ply
            if not 0 <= at <= table.ply:
                raise Problem("unknown-entry", f"the game is at {table.ply}; there is no {at}")
            return table.frame(seat, at)

    def news(self, game: str, seats: Sequence[int], since: int) -> tuple[int, list[Json]]:
        """The frames after ply `since`, in order, for each of the seats; the last one alone where there are many."""
        with self._desk(game) as desk:
            table = self._at_stored_ply(desk)
            start = since if 0 <= table.ply - since <= FRAMES_AT_ONCE else table.ply - 1
            plies = range(start + 1, table.ply + 1)
            return table.ply, [table.frame(seat, ply) for ply in plies for seat in seats]

    def preview(self, game: str, seat: int, ply: int, choices: Sequence[Choice]) -> Json:
        """What would be asked after these choices; nothing is done."""
        with self._desk(game) as desk:
            table = self._at_stored_ply(desk)
            _check_ply(table, seat, ply)
            with _refusals(table, seat):
                return _preview(table, seat, choices)

    def log(self, game: str, seat: int | None) -> Json:
        """What was told to a seat, entry by entry, without what was taken back."""
        with self._desk(game) as desk:
            table = self._at_stored_ply(desk)
            return {"ply": table.ply, "entries": table.told(seat)}

    def why(self, game: str, n: int) -> Json | None:
        """What is open of the reason for an entry; None where nothing is."""
        with self._desk(game) as desk:
            table = self._at_stored_ply(desk)
            if not 1 <= n <= table.ply:
                raise Problem("unknown-entry", f"the game is at {table.ply}; there is no entry {n}")
            return table.why(n)

    def export(self, game: str, held: Sequence[int]) -> Json:
        """The whole record with its secrets, at the end or for who holds every person's seat."""
        with self._desk(game) as desk:
            table = self._at_stored_ply(desk)
            people = [row.seat for row in desk.seats if row.token]
            if not table.finished and not set(people) <= set(held):
                raise Problem("game-has-secrets", "the log can be had at the end, or by who holds every seat")
            return table.to_json()

    def watch(self, game: str, wake: Callable[[], None]) -> Callable[[], None]:
        """Have `wake` called after each change of a game, whoever made it, until the returned function is called."""
        self.ply(game)
        return self._storage.watch(game, wake)

    # --- to do -------------------------------------------------------------------------------------------------------

    def submit(self, order: Order, choices: Sequence[Choice]) -> Json:
        """Make one press: all of its choices, or none."""
        return self._press(order, lambda table: table.press(order.seat, choices))

    def undo(self, order: Order) -> Json:
        """Take back the last press."""
        return self._press(order, lambda table: table.undo(order.seat))

    def redo(self, order: Order) -> Json:
        """Do again what was taken back."""
        return self._press(order, lambda table: table.redo(order.seat))

    def set_manners(self, game: str, seat: int, manners: Manners) -> None:
        """Change what the host does by itself for a seat, and do what that makes due."""
        with self._desk(game) as desk:
            with self._storage.append(game) as writing:
                table = self._to_write(desk, writing)
                desk.table = None
                table.set_manners(seat, manners)
                rows = [_with_manners(row, manners) for row in desk.seats if row.seat == seat]
                writing.add(Addition(_entries(table, writing.ply), _status(table), seats=rows))
            self._show(desk, table)

    def move_rival(self, game: str) -> bool:
        """Make the next move of a rival; False where none is asked."""
        with self._desk(game) as desk:
            table = self._at_stored_ply(desk)
            move = table.next_rival_move()
            if move is None:
                return False
            try:
                self._carry_out(desk, Order(game, move.seat, table.ply), lambda table: table.make(move))
            except Problem as problem:
                if problem.code != "stale":
                    raise
        return True

    def rivals_to_move(self) -> list[str]:
        return self._storage.rivals_to_move()

    def in_memory(self) -> int:
        """How many games this process has in its memory."""
        return len(self._desks)

    def _press(self, order: Order, deed: Deed) -> Json:
        with self._desk(order.game) as desk:
            press = self._carry_out(desk, order, deed)
            table = self._at_stored_ply(desk)
            frames = [table.frame(order.seat, ply) for ply in range(press.before + 1, press.after + 1)]
            return {"ply": press.after, "frames": frames}

    def _carry_out(self, desk: Desk, order: Order, deed: Deed) -> Press:
        """The one way into a log. While the deed is not safely stored, no table in memory shows it."""
        with self._storage.append(order.game) as writing:
            if order.key and (done := writing.pressed(order.key)):
                return _same(done, order)
            table = self._to_write(desk, writing)
            _check_ply(table, order.seat, order.ply)
            with _refusals(table, order.seat):
                deed(table)
            desk.table = None
            press = Press(order.key or "", order.digest, order.ply, table.ply)
            reasons = table.reasons_since(order.ply)
            kept = press if order.key else None
            writing.add(Addition(_entries(table, order.ply), _status(table), kept, reasons))
        self._show(desk, table)
        return press

    def _show(self, desk: Desk, table: Table) -> None:
        """What is stored may be seen, and makes rivals move."""
        desk.table = table
        if table.rivals_asked():
            self._stir(desk.game)

    # --- tables in memory --------------------------------------------------------------------------------------------

    @contextmanager
    def _desk(self, game: str) -> Iterator[Desk]:
        with self._lock:
            desk = self._desks.setdefault(game, Desk(game))
            self._desks.move_to_end(game)
            while len(self._desks) > TABLES_KEPT:
                self._desks.popitem(last=False)
        with desk.lock:
            yield desk

    def _at_stored_ply(self, desk: Desk) -> Table:
        return self._at_ply(desk, self._storage.status(desk.game).ply)

    def _at_ply(self, desk: Desk, ply: int) -> Table:
        """The table as it is stored: the one in memory, brought up to date where other processes went on."""
        if desk.table is None or desk.table.ply > ply:
            desk.table = self._load(desk)
        elif desk.table.ply < ply:
            tail = self._storage.load(desk.game, desk.table.ply)
            table, desk.table = desk.table, None
            table.follow(tail.entries, tail.reasons)
            desk.table, desk.seats = table, tuple(tail.seats)
        return desk.table

    def _to_write(self, desk: Desk, writing: Writing) -> Table:
        """The table as it is stored, with the settings of the seats: these may have changed without an entry."""
        table = self._at_ply(desk, writing.ply)
        desk.seats = tuple(writing.seats())
        table.mind(_manners_of(desk.seats))
        return table

    def _load(self, desk: Desk) -> Table:
        stored = self._storage.load(desk.game)
        header = from_json(Header, stored.header)
        if not self._fits(header):
            raise Problem("content-missing", "the game was made with other cards or rules than this server has")
        desk.seats = tuple(stored.seats)
        manners = _manners_of(stored.seats)
        return Table.replay(header, stored.entries, self._content, desk.game, manners, stored.reasons)

    def _fits(self, header: Header) -> bool:
        return header.rules in PLAYABLE_RULES and header.content.digest == self._content.digest


# --- refusals --------------------------------------------------------------------------------------------------------


def order_of(game: str, seat: int, body: Json, what: str = "choices") -> Order:
    """The order that a checked body gives; its digest tells it from another one under the same key."""
    parts = repr((what, seat, body["ply"], body.get("choices")))
    return Order(game, seat, body["ply"], body["key"], hashlib.sha256(parts.encode()).hexdigest())


def _same(done: Press, order: Order) -> Press:
    if done.digest != order.digest:
        raise Problem("key-reused", "this key was sent with another press before; a new press needs a new key")
    return done


def _check_ply(table: Table, seat: int, ply: int) -> None:
    if ply != table.ply:
        raise Problem("stale", f"the game is at {table.ply}, not at {ply}", ply=table.ply, view=table.view(seat))


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


def _preview(table: Table, seat: int, choices: Sequence[Choice]) -> Json:
    """What comes after the draft; where that is hidden, it says so, and a draft that goes on behind it is refused."""
    try:
        return table.preview(seat, choices)
    except HiddenAhead as hidden:
        if len(choices) > 1 and table.hides(seat, choices[:-1]):
            raise Problem("hidden-ahead", "the draft goes on where nobody can look yet") from hidden
        return {"prompt": None, "seat": table.view(seat)["seats"][seat], "hidden": True}


def _manners(setup: Setup) -> list[Manners]:
    return [setup.manners if seat.player == "person" else RIVAL for seat in setup.seats]


def _manners_of(rows: Sequence[SeatRow]) -> list[Manners]:
    return [Manners(row.confirm_turns, row.auto_forced) for row in rows]


def _header_seats(seats: Sequence[SeatSetup]) -> list[SeatHeader]:
    """The seats as the header has them; who has no colour gets the first free one."""
    free = [colour for colour in COLOURS if colour not in [seat.colour for seat in seats]]
    return [SeatHeader(seat.colour or free.pop(0), seat.player, seat.name, seat.level) for seat in seats]


def _seat_rows(setup: Setup, tokens: dict[int, str]) -> list[SeatRow]:
    rows = enumerate(zip(setup.seats, _manners(setup), strict=True))
    return [_seat_row(i, seat.player, tokens.get(i), manners) for i, (seat, manners) in rows]


def _seat_row(seat: int, player: str, token: str | None, manners: Manners) -> SeatRow:
    return SeatRow(seat, player, token and fingerprint(token), manners.confirm_turns, manners.auto_forced)


def _with_manners(row: SeatRow, manners: Manners) -> SeatRow:
    return replace(row, confirm_turns=manners.confirm_turns, auto_forced=manners.auto_forced)


def _entries(table: Table, since: int) -> list[Json]:
    return [entry.to_json() for entry in table.game.entries[since:]]


def _status(table: Table) -> Status:
    return Status(table.ply, table.finished, bool(table.rivals_asked()))
