"""A game as it is kept: a header, and the list of everything that was pressed. State is what replaying them gives.

Header    what a game was created with (seed, seats, options, versions)
Entry     one line of the log: a choice, or an undo, a redo, a change of who plays a seat
Game      both, with the state at the end of the log; undo and redo by moves, up to the floor (GEN-10)
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine import PLAYABLE_RULES, RULES_VERSION, codec, loop
from engine.choices import Choice
from engine.codec import short, shown
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
"""Why undo is closed: what was shown, or that another seat chose since."""


@dataclass(frozen=True, slots=True)
class SeatHeader:
    """Who sits at a seat when the game begins; `level` is an AI's."""

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
    """What a game was created with. `neutral` is the two-seat setup as drawn (TWO-1), or None."""

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
    """The header of a new game, by the rules of today."""
    card_set = ContentHeader(content.pack, content.version, content.digest)
    return Header(FORMAT, RULES_VERSION, automa, card_set, seed, options or {}, neutral, tuple(seats))


_TAKEN_BACK = {"n": int, "op": str, "seat": int, "to": int}
ENTRY_FORMS: dict[str, dict[str, Any]] = {
    "choice": {"n": int, "move": int, "seat": int, "choice": Choice, "auto": bool},
    "undo": _TAKEN_BACK,
    "redo": _TAKEN_BACK,
    "seat": {"n": int, "op": str, "seat": int, "player": str, "level": str | None, "name": str | None},
}
"""The fields of a log line in JSON, by what it is, with their types."""
LEFT_OUT: dict[str, dict[str, Any]] = {"choice": {"auto": False}, "seat": {"name": None}}
"""The fields that may be left out, and what they then are."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log, numbered from 1. `move` is the number of the first entry of the same move."""

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
        """The entry; raises BrokenRecord when it is none."""
        if type(data) is not dict:
            raise BrokenRecord(f"log: an object expected, not {shown(data)}")
        where = f"log entry {shown(data.get('n'))}"
        form = "choice" if "choice" in data else data.get("op")
        known = ENTRY_FORMS.get(form) if type(form) is str else None
        if known is None:
            raise BrokenRecord(f"{where}: it is neither a choice nor an operation")
        fields = {**LEFT_OUT.get(str(form), {}), **data}
        if odd := known.keys() ^ fields.keys():
            raise codec.misfit(where, odd)
        return Entry(**{name: codec.read(kind, fields[name], f"{where}: {name}") for name, kind in known.items()})


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice in force: its entry, the state before it (let go of when it is long closed), and what it closed."""

    entry: Entry
    before: State | None
    floor: Floor | None


STATES_KEPT = 64
"""So many states behind the last closed way back are kept, to look at; older positions are played again."""


class Game:
    """A header and its log, played to the end of the log. All changes go through `move`, `undo`, `redo`, `reseat`."""

    def __init__(self, header: Header, content: Content) -> None:
        """A new game; raises BrokenRecord when the header does not fit the card set or the rules."""
        _check_header(header, content)
        self.header, self.content = header, content
        self.entries: list[Entry] = []
        self.events: dict[int, tuple[Event, ...]] = {}
        """What each entry made happen; entry 0 is the setup."""
        self.players = [replace(seat) for seat in header.seats]
        self._moments: list[Moment] = []
        self._undone: list[list[Entry]] = []
        self.state = loop.begin(content, header.seed, len(header.seats), header.neutral, header.rules)
        self.events[0] = tuple(self.state.events)

    @staticmethod
    def replay(header: Header, entries: Sequence[Entry], content: Content, upto: int | None = None) -> "Game":
        """The game that a log tells, up to a revision; raises BrokenRecord naming the first entry that cannot be."""
        played = Game(header, content)
        for entry in entries[:upto]:
            try:
                played.append(entry)
            except LuthierError as fault:
                raise BrokenRecord(f"log entry {shown(entry.n)}: {fault}") from fault
        return played

    # --- where the game stands --------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """Number of log entries; it only grows."""
        return len(self.entries)

    @property
    def choice_count(self) -> int:
        """Number of choices in force."""
        return len(self._moments)

    @property
    def in_force(self) -> list[Entry]:
        """The entries whose choices count: the log without what was taken back."""
        return [moment.entry for moment in self._moments]

    def at(self, revision: int) -> "Game":
        """The game as it was after so many entries, to be looked at only.

        Recent states before a choice in force are still there; what lies further back, or between moves that were
        taken back, is played again.
        """
        if revision == self.revision:
            return self
        recent = range(len(self._moments) - 1, -1, -1)
        after = next((i for i in recent if self._moments[i].entry.n == revision + 1), None)
        before = None if after is None else self._moments[after].before
        reseated = any(entry.op == "seat" for entry in self.entries[revision:])
        if before is None or reseated or (revision > 0 and self.entries[revision - 1].choice is None):
            return Game.replay(self.header, self.entries, self.content, revision)
        past = copy(self)
        past.state, past.entries, past._moments, past._undone = (
            before,
            self.entries[:revision],
            self._moments[:after],
            [],
        )
        return past

    def asks(self, seat: int) -> bool:
        return bool(loop.legal_choices(self.state, seat))

    # --- choices ----------------------------------------------------------------------------------------------------

    def submit(
        self, seat: int, choices: Sequence[Choice], *, confirm: bool = True, forced: bool = False
    ) -> list[Entry]:
        """One move: all the choices or none; raises IllegalChoice.

        As the host's settings say it then ends the turn (`confirm` off, or nothing of the seat's own could be taken
        back) and makes forced single choices (`forced`), unless those would close the way back.
        """
        trial = self.state.clone()
        for choice in choices:
            loop.apply(trial, seat, choice)
        move = self.revision + 1
        made = [self._add(Entry(self.revision + 1, seat, move, choice)) for choice in choices]
        return made + self.settle(seat, confirm=confirm, forced=forced, move=move)

    def settle(self, seat: int, *, confirm: bool, forced: bool, move: int | None = None) -> list[Entry]:
        """Make the choices that the host makes for a seat; without `move` they are a move of their own."""
        made: list[Entry] = []
        while (choice := self._by_itself(seat, confirm, forced)) is not None:
            move = move or self.revision + 1
            made.append(self._add(Entry(self.revision + 1, seat, move, choice, auto=True)))
        return made

    def _by_itself(self, seat: int, confirm: bool, forced: bool) -> Choice | None:
        found = loop.legal_choices(self.state, seat)
        if len(found) != 1:
            return None
        if isinstance(loop.decision(self.state), AskEndTurn):
            return None if confirm and self._own_to_take_back(seat) else found[0]
        return found[0] if forced and not is_irreversible(self.state, seat, found[0]) else None

    def _own_to_take_back(self, seat: int) -> bool:
        """Whether the last move can be taken back and holds a choice that the seat made itself."""
        return self.undo_state(seat)["to"] is not None and not all(m.entry.auto for m in self._last_press())

    def preview(self, seat: int, choices: Sequence[Choice]) -> State:
        """The state after a draft; raises IllegalChoice, or HiddenAhead where the way back would close or another
        seat be asked."""
        trial = self.state.clone()
        for choice in choices:
            loop.apply(trial, seat, choice)
            if trial.floor is not None or seat not in loop.clock(trial):
                raise HiddenAhead("what comes next is seen when it is done")
        return trial

    # --- undo and redo ----------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> Entry:
        """Take the last move back; raises UndoClosed."""
        where = self.undo_state(seat)
        if where["to"] is None:
            raise UndoClosed(where["closed"]["by"] if where["closed"] else "nothing-done")
        self._add_op(Entry(self.revision + 1, seat, op="undo", to=where["to"]))
        return self.entries[-1]

    def undo_state(self, seat: int | None) -> dict[str, Any]:
        """Where undo would lead this seat, as a revision, or what closed the way."""
        if not self._moments:
            return {"to": None, "closed": None}
        move = self._last_press()
        for moment in reversed(move):
            if moment.floor is not None:
                return {"to": None, "closed": {"by": moment.floor, "n": moment.entry.n}}
            if moment.entry.seat != seat:
                return {"to": None, "closed": {"by": "other-chose", "n": moment.entry.n}}
        return {"to": move[0].entry.n - 1, "closed": None}

    def last_chooser(self) -> int | None:
        """Whose move was the last one in force."""
        return self._moments[-1].entry.seat if self._moments else None

    def last_undoer(self) -> int | None:
        """Who could do again what was taken back."""
        return self._undone[-1][0].seat if self._undone else None

    def redo(self, seat: int) -> Entry:
        """Do again what was last taken back; raises UndoClosed."""
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
        """A seat passes to an AI or to a person, who may bring a name along."""
        entry = Entry(self.revision + 1, seat, op="seat", player=player, level=level, name=name)
        self._add_op(entry)
        return entry

    # --- in and out -------------------------------------------------------------------------------------------------

    def hash(self) -> str:
        return codec.state_hash(self.state)

    def to_json(self) -> dict[str, Any]:
        """The whole record: header, log, and the hash of the state at its end, for a verifier."""
        log = [entry.to_json() for entry in self.entries]
        return {"header": codec.to_json(self.header), "log": log, "hash": self.hash()}

    # --- the log ----------------------------------------------------------------------------------------------------

    def append(self, entry: Entry) -> None:
        """Do what the next entry of a stored log says; raises BrokenRecord, IllegalChoice or UndoClosed."""
        if entry.n != self.revision + 1:
            raise BrokenRecord(f"number {self.revision + 1} expected")
        if not 0 <= entry.seat < len(self.players):
            raise BrokenRecord(f"there is no seat {shown(entry.seat)}")
        if entry.choice is not None:
            if entry.move != entry.n and not self._continues(entry):
                raise BrokenRecord(f"move {shown(entry.move)} is not one that goes on here")
            self._add(entry)
        else:
            self._add_op(entry)

    def _continues(self, entry: Entry) -> bool:
        """Whether the entry belongs to the move of the choice before it."""
        last = self.entries[-1] if self.entries else None
        return last is not None and last.choice is not None and (last.move, last.seat) == (entry.move, entry.seat)

    def _add(self, entry: Entry) -> Entry:
        """A choice is made; where it begins a move, what was taken back before cannot be done again."""
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
        self._moments.append(Moment(entry, before, self.state.floor))
        if self.state.floor is not None and len(self._moments) > STATES_KEPT:
            self._let_go(len(self._moments) - STATES_KEPT - 1)

    def _add_op(self, entry: Entry) -> None:
        match entry.op:
            case "undo" if entry.to == self.undo_state(entry.seat)["to"] and entry.to is not None:
                move = self._last_press()
                del self._moments[-len(move) :]
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
                raise BrokenRecord("a seat passes to a person, or to a rival of some level")
            case _:
                raise BrokenRecord(f"{short(str(entry.op))} to {shown(entry.to)} is not possible here")
        self.entries.append(entry)
        self.events[entry.n] = ()

    @staticmethod
    def _state_before(moment: Moment) -> State:
        assert moment.before is not None, "a way back that is open has lost its state"
        return moment.before

    def _let_go(self, last: int) -> None:
        """Forget the states of the moments up to this one, which nobody can go back to."""
        while last >= 0 and self._moments[last].before is not None:
            self._moments[last] = replace(self._moments[last], before=None)
            last -= 1

    def _last_press(self) -> list[Moment]:
        """The moments of the last move in force, in order."""
        move = self._moments[-1].entry.move
        first = len(self._moments)
        while first and self._moments[first - 1].entry.move == move:
            first -= 1
        return self._moments[first:]


def game_from_json(data: Any, content: Content) -> Game:
    """The game that an exported record tells; raises BrokenRecord naming the first thing that does not hold."""
    if type(data) is not dict or not {"header", "log"} <= data.keys() or type(data["log"]) is not list:
        raise BrokenRecord("record: an object with header and log expected")
    header = codec.from_json(Header, data["header"])
    check_format(header)
    played = Game.replay(header, [Entry.from_json(entry) for entry in data["log"]], content)
    if "hash" in data and data["hash"] != played.hash():
        raise BrokenRecord(f"record: the state after {played.revision} entries has another hash than the record tells")
    return played


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
    """The setup card is one of the set, spelled out as it is printed (TWO-1 to TWO-4)."""
    if seats != 2:
        raise BrokenRecord("header.neutral: the setup card is for two seats (TWO-1)")
    if neutral.card not in content.setups:
        raise BrokenRecord(f"header.neutral.card: there is no setup card {short(neutral.card)}")
    printed = neutral_of(neutral.card, content)
    for name in ("tokens", "removed", "closed"):
        if getattr(neutral, name) != getattr(printed, name):
            raise BrokenRecord(f"header.neutral.{name}: not what {neutral.card} says")
