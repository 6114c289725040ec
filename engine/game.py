"""A stored game: a header and a log of entries, whose replay gives the state.

Header    seed, seats, options and versions
Entry     one line of the log: a choice, an undo, a redo, or a change of who plays a seat
Game      header, log and the state at its end; undo and redo by moves, back to the undo floor (GEN-10)
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine import PLAYABLE_RULES, RULES_VERSION, codec, loop
from engine.choices import Choice
from engine.codec import describe, short
from engine.content.cards import Content
from engine.errors import BrokenRecord, HiddenAhead, LuthierError, UndoClosed
from engine.events import Event
from engine.prompt import is_irreversible
from engine.rules.end_turn import AskEndTurn
from engine.setup import Neutral, neutral_of
from engine.state import Floor, State

FORMAT = 2
Colour = Literal["azure", "gules", "vert", "purpure"]
COLOURS: tuple[Colour, ...] = ("azure", "gules", "vert", "purpure")
PlayerKind = Literal["person", "ai"]
ClosedBy = Literal[Floor, "other-chose"]
"""Causes that close undo: an undo floor, or a later choice of another seat."""


@dataclass(frozen=True, slots=True)
class SeatHeader:
    """The player of a seat when the game begins; `level` is None for a person."""

    colour: Colour
    player: PlayerKind
    name: str = ""
    level: str | None = None


@dataclass(frozen=True, slots=True)
class ContentHeader:
    pack: str
    version: str
    digest: str


@dataclass(frozen=True, slots=True)
class Header:
    """The values that a game was created with. `neutral`: the setup of a two-seat game as drawn (TWO-1)."""

    format: int
    rules: str
    automa: str
    content: ContentHeader
    seed: str
    options: dict[str, bool]
    neutral: Neutral | None
    seats: tuple[SeatHeader, ...]


def header_for(
    content: Content,
    seed: str,
    seats: Sequence[SeatHeader],
    *,
    automa: str,
    neutral: Neutral | None = None,
    options: dict[str, bool] | None = None,
) -> Header:
    """The header of a new game by the current rules."""
    card_set = ContentHeader(content.pack, content.version, content.digest)
    return Header(FORMAT, RULES_VERSION, automa, card_set, seed, options or {}, neutral, tuple(seats))


_TAKEN_BACK = {"n": int, "op": str, "seat": int, "to": int}
ENTRY_FORMS: dict[str, dict[str, Any]] = {
    "choice": {"n": int, "move": int, "seat": int, "choice": Choice, "auto": bool},
    "undo": _TAKEN_BACK,
    "redo": _TAKEN_BACK,
    "seat": {"n": int, "op": str, "seat": int, "player": str, "level": str | None, "name": str | None},
}
"""Fields of a log entry in JSON with their types, by the kind of entry."""
LEFT_OUT: dict[str, dict[str, Any]] = {"choice": {"auto": False}, "seat": {"name": None}}
"""Optional fields of a log entry in JSON, with their defaults."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, numbered from 1. `move`: the number of the first entry of the same move."""

    n: int
    seat: int
    move: int = 0
    choice: Choice | None = None
    auto: bool = False
    op: str | None = None
    to: int | None = None
    player: str | None = None
    level: str | None = None
    name: str | None = None

    def to_json(self) -> dict[str, Any]:
        if self.choice is not None:
            entry = {"n": self.n, "move": self.move, "seat": self.seat, "choice": codec.to_json(self.choice)}
            return {**entry, "auto": True} if self.auto else entry
        if self.op == "seat":
            entry = {"n": self.n, "op": "seat", "seat": self.seat, "player": self.player, "level": self.level}
            return entry if self.name is None else {**entry, "name": self.name}
        return {"n": self.n, "op": self.op, "seat": self.seat, "to": self.to}

    @staticmethod
    def from_json(data: Any) -> "Entry":
        """Decode an entry; raises BrokenRecord."""
        if type(data) is not dict:
            raise BrokenRecord(f"log: an object expected, not {describe(data)}")
        where = f"log entry {describe(data.get('n'))}"
        form = "choice" if "choice" in data else data.get("op")
        known = ENTRY_FORMS.get(form) if type(form) is str else None
        if known is None:
            raise BrokenRecord(f"{where}: it is neither a choice nor an operation")
        fields = {**LEFT_OUT.get(str(form), {}), **data}
        if odd := known.keys() ^ fields.keys():
            raise codec.misfit(where, odd)
        return Entry(**{name: codec.read(kind, fields[name], f"{where}: {name}") for name, kind in known.items()})


@dataclass(frozen=True, slots=True)
class AppliedChoice:
    """A choice in force with the state before it (None when dropped) and the undo floor that it set."""

    entry: Entry
    before: State | None
    floor: Floor | None


PAST_STATES = 64
"""Number of states kept from before the undo floor; older positions are replayed."""


class Game:
    """A header and its log, played to its end. Changed by `submit`, `undo`, `redo`, `reseat`."""

    def __init__(self, header: Header, content: Content) -> None:
        """A new game; raises BrokenRecord if the header does not fit the card set or the rules."""
        _check_header(header, content)
        self.header, self.content = header, content
        self.entries: list[Entry] = []
        self.events: dict[int, tuple[Event, ...]] = {}
        """Events by number of the entry; 0 for those of the setup."""
        self.players = [replace(seat) for seat in header.seats]
        self._applied: list[AppliedChoice] = []
        self._undone: list[list[Entry]] = []
        self.state = loop.begin(content, header.seed, len(header.seats), header.neutral, header.rules)
        self.events[0] = tuple(self.state.events)

    @staticmethod
    def replay(header: Header, entries: Sequence[Entry], content: Content, upto: int | None = None) -> "Game":
        """Replay a log up to a revision; raises BrokenRecord naming the first invalid entry."""
        game = Game(header, content)
        for entry in entries[:upto]:
            try:
                game.append(entry)
            except LuthierError as fault:
                raise BrokenRecord(f"log entry {describe(entry.n)}: {fault}") from fault
        return game

    # --- where the game stands --------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """Number of log entries; it only grows."""
        return len(self.entries)

    @property
    def choice_count(self) -> int:
        """Number of choices in force."""
        return len(self._applied)

    @property
    def in_force(self) -> list[Entry]:
        """Entries of the choices in force: the log without what was undone."""
        return [moment.entry for moment in self._applied]

    def at(self, revision: int) -> "Game":
        """The game at an earlier revision, for reading only.

        A state that is still kept is used; any other position is replayed.
        """
        if revision == self.revision:
            return self
        recent = range(len(self._applied) - 1, -1, -1)
        after = next((i for i in recent if self._applied[i].entry.n == revision + 1), None)
        before = None if after is None else self._applied[after].before
        reseated = any(entry.op == "seat" for entry in self.entries[revision:])
        if before is None or reseated or (revision > 0 and self.entries[revision - 1].choice is None):
            return Game.replay(self.header, self.entries, self.content, revision)
        past = copy(self)
        past.state, past.entries, past._applied, past._undone = (
            before,
            self.entries[:revision],
            self._applied[:after],
            [],
        )
        return past

    def is_asked(self, seat: int) -> bool:
        return bool(loop.legal_choices(self.state, seat))

    # --- choices ----------------------------------------------------------------------------------------------------

    def submit(
        self, seat: int, choices: Sequence[Choice], *, confirm: bool = True, forced: bool = False
    ) -> list[Entry]:
        """Submit a move: all its choices or none; raises IllegalChoice.

        Then ends the turn by itself if `confirm` is off or the seat has nothing to undo, and makes choices without an
        alternative if `forced` is on, unless they set the undo floor.
        """
        trial = self.state.clone()
        for choice in choices:
            loop.apply(trial, seat, choice)
        move = self.revision + 1
        made = [self._add(Entry(self.revision + 1, seat, move, choice)) for choice in choices]
        return made + self.settle(seat, confirm=confirm, forced=forced, move=move)

    def settle(self, seat: int, *, confirm: bool, forced: bool, move: int | None = None) -> list[Entry]:
        """Make the automatic choices of a seat; without `move` they are a move of their own."""
        made: list[Entry] = []
        while (choice := self._automatic_choice(seat, confirm, forced)) is not None:
            move = move or self.revision + 1
            made.append(self._add(Entry(self.revision + 1, seat, move, choice, auto=True)))
        return made

    def _automatic_choice(self, seat: int, confirm: bool, forced: bool) -> Choice | None:
        found = loop.legal_choices(self.state, seat)
        if len(found) != 1:
            return None
        if isinstance(loop.decision(self.state), AskEndTurn):
            return None if confirm and self._can_undo_own_choice(seat) else found[0]
        return found[0] if forced and not is_irreversible(self.state, seat, found[0]) else None

    def _can_undo_own_choice(self, seat: int) -> bool:
        """Whether undo is possible and the last move has a choice that the seat made itself."""
        return self.undo_state(seat)["to"] is not None and not all(m.entry.auto for m in self._last_move())

    def preview(self, seat: int, choices: Sequence[Choice]) -> State:
        """The state after a draft; raises IllegalChoice or HiddenAhead.

        HiddenAhead: the draft sets the undo floor, or another seat is asked after it.
        """
        trial = self.state.clone()
        for choice in choices:
            loop.apply(trial, seat, choice)
            if trial.floor is not None or seat not in loop.clock(trial):
                raise HiddenAhead("the result is hidden until the choice is submitted")
        return trial

    # --- undo and redo ----------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> Entry:
        """Undo the last move; raises UndoClosed."""
        where = self.undo_state(seat)
        if where["to"] is None:
            raise UndoClosed(where["closed"]["by"] if where["closed"] else "nothing-done")
        self._add_op(Entry(self.revision + 1, seat, op="undo", to=where["to"]))
        return self.entries[-1]

    def undo_state(self, seat: int | None) -> dict[str, Any]:
        """The revision to which undo would lead this seat, or what closes undo."""
        if not self._applied:
            return {"to": None, "closed": None}
        move = self._last_move()
        for moment in reversed(move):
            if moment.floor is not None:
                return {"to": None, "closed": {"by": moment.floor, "n": moment.entry.n}}
            if moment.entry.seat != seat:
                return {"to": None, "closed": {"by": "other-chose", "n": moment.entry.n}}
        return {"to": move[0].entry.n - 1, "closed": None}

    def last_chooser(self) -> int | None:
        """The seat of the last move in force."""
        return self._applied[-1].entry.seat if self._applied else None

    def last_undoer(self) -> int | None:
        """The seat that could redo."""
        return self._undone[-1][0].seat if self._undone else None

    def redo(self, seat: int) -> Entry:
        """Redo the last undone move; raises UndoClosed."""
        where = self.redo_state(seat)
        if where is None:
            raise UndoClosed("nothing-undone")
        self._add_op(Entry(self.revision + 1, seat, op="redo", to=where["to"]))
        return self.entries[-1]

    def redo_state(self, seat: int | None) -> dict[str, int] | None:
        if seat is None or self.last_undoer() != seat:
            return None
        return {"to": self._undone[-1][-1].n}

    def reseat(self, seat: int, player: PlayerKind, level: str | None = None, name: str | None = None) -> Entry:
        """Give a seat to an AI of a level, or to a person with a name."""
        entry = Entry(self.revision + 1, seat, op="seat", player=player, level=level, name=name)
        self._add_op(entry)
        return entry

    # --- in and out -------------------------------------------------------------------------------------------------

    def hash(self) -> str:
        return codec.state_hash(self.state)

    def to_json(self) -> dict[str, Any]:
        """The record: header, log, and the hash of the state at its end."""
        log = [entry.to_json() for entry in self.entries]
        return {"header": codec.to_json(self.header), "log": log, "hash": self.hash()}

    # --- the log ----------------------------------------------------------------------------------------------------

    def append(self, entry: Entry) -> None:
        """Apply the next entry of a stored log; raises BrokenRecord, IllegalChoice or UndoClosed."""
        if entry.n != self.revision + 1:
            raise BrokenRecord(f"number {self.revision + 1} expected")
        if not 0 <= entry.seat < len(self.players):
            raise BrokenRecord(f"there is no seat {describe(entry.seat)}")
        if entry.choice is not None:
            if entry.move != entry.n and not self._continues(entry):
                raise BrokenRecord(f"move {describe(entry.move)} is not one that goes on here")
            self._add(entry)
        else:
            self._add_op(entry)

    def _continues(self, entry: Entry) -> bool:
        """Whether the entry continues the move of the entry before it."""
        last = self.entries[-1] if self.entries else None
        return last is not None and last.choice is not None and (last.move, last.seat) == (entry.move, entry.seat)

    def _add(self, entry: Entry) -> Entry:
        """Apply a choice; the first one of a move clears what could be redone."""
        self._do(entry)
        if entry.move == entry.n:
            self._undone = []
        self.entries.append(entry)
        self.events[entry.n] = tuple(self.state.events)
        return entry

    def _do(self, entry: Entry) -> None:
        assert entry.choice is not None
        before = self.state.clone()
        loop.apply(self.state, entry.seat, entry.choice)
        self._applied.append(AppliedChoice(entry, before, self.state.floor))
        if self.state.floor is not None and len(self._applied) > PAST_STATES:
            self._drop_states(len(self._applied) - PAST_STATES - 1)

    def _add_op(self, entry: Entry) -> None:
        match entry.op:
            case "undo" if entry.to == self.undo_state(entry.seat)["to"] and entry.to is not None:
                move = self._last_move()
                del self._applied[-len(move) :]
                self.state = self._state_before(move[0]).clone()
                self._undone.append([moment.entry for moment in move])
            case "redo" if {"to": entry.to} == self.redo_state(entry.seat):
                for undone in self._undone.pop():
                    self._do(undone)
            case "seat" if entry.player == ("person" if entry.level is None else "ai"):
                old = self.players[entry.seat]
                name = old.name if entry.name is None else entry.name
                self.players[entry.seat] = replace(old, player=entry.player, level=entry.level, name=name)  # type: ignore[arg-type]
            case "seat":
                raise BrokenRecord("a seat passes to a person, or to an AI with a level")
            case _:
                raise BrokenRecord(f"{short(str(entry.op))} to {describe(entry.to)} is not possible here")
        self.entries.append(entry)
        self.events[entry.n] = ()

    @staticmethod
    def _state_before(moment: AppliedChoice) -> State:
        assert moment.before is not None, "undo is open but its state was dropped"
        return moment.before

    def _drop_states(self, last: int) -> None:
        """Drop the states of the applied choices up to this index."""
        while last >= 0 and self._applied[last].before is not None:
            self._applied[last] = replace(self._applied[last], before=None)
            last -= 1

    def _last_move(self) -> list[AppliedChoice]:
        """The applied choices of the last move in force, in order."""
        move = self._applied[-1].entry.move
        first = len(self._applied)
        while first and self._applied[first - 1].entry.move == move:
            first -= 1
        return self._applied[first:]


def game_from_json(data: Any, content: Content) -> Game:
    """The game of an exported record; raises BrokenRecord naming the first fault."""
    if type(data) is not dict or not {"header", "log"} <= data.keys() or type(data["log"]) is not list:
        raise BrokenRecord("record: an object with header and log expected")
    header = codec.from_json(Header, data["header"])
    check_format(header)
    game = Game.replay(header, [Entry.from_json(entry) for entry in data["log"]], content)
    if "hash" in data and data["hash"] != game.hash():
        raise BrokenRecord(f"record: the state after {game.revision} entries has another hash than the record")
    return game


def check_format(header: Header) -> None:
    """Raise BrokenRecord for a header of a format that this version cannot read."""
    if header.format == 1:
        raise BrokenRecord("header.format: format 1 was written before the first release and cannot be read any more")
    if header.format != FORMAT:
        raise BrokenRecord(f"header.format: this program reads format {FORMAT}, not {header.format}")


def _check_header(header: Header, content: Content) -> None:
    check_format(header)
    if header.rules not in PLAYABLE_RULES:
        known = ", ".join(PLAYABLE_RULES)
        raise BrokenRecord(f"header.rules: this program plays rules {known}, not {short(header.rules)}")
    if header.content.digest != content.digest:
        wanted = f"{short(header.content.pack)} {short(header.content.digest)}"
        raise BrokenRecord(f"header.content: card set {wanted} is needed")
    if header.options:
        raise BrokenRecord(f"header.options: this program knows no option {short(min(header.options))}")
    _check_seats(header.seats)
    if header.neutral is not None:
        _check_neutral(header.neutral, len(header.seats), content)


def _check_seats(seats: Sequence[SeatHeader]) -> None:
    if not 2 <= len(seats) <= len(COLOURS):
        raise BrokenRecord(f"header.seats: a game has 2 to {len(COLOURS)} seats, not {len(seats)}")
    free = list(COLOURS)
    for i, seat in enumerate(seats):
        if seat.colour not in free:
            left = ", ".join(free)
            raise BrokenRecord(f"header.seats[{i}].colour: {short(seat.colour)} is none of those left: {left}")
        free.remove(seat.colour)
        if (seat.player == "ai") != (seat.level is not None):
            raise BrokenRecord(f"header.seats[{i}].level: a rival has one, a person none")


def _check_neutral(neutral: Neutral, seats: int, content: Content) -> None:
    """Raise BrokenRecord unless the setup equals that of its card (TWO-1 to TWO-4)."""
    if seats != 2:
        raise BrokenRecord("header.neutral: the setup card is for two seats (TWO-1)")
    if neutral.card not in content.setups:
        raise BrokenRecord(f"header.neutral.card: there is no setup card {short(neutral.card)}")
    printed = neutral_of(neutral.card, content)
    for name in ("tokens", "removed", "closed"):
        if getattr(neutral, name) != getattr(printed, name):
            raise BrokenRecord(f"header.neutral.{name}: not what {neutral.card} says")
