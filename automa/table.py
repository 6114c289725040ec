"""Who sits at a game and what the host does for them: the rivals' moves, choices made by themselves, and what each
seat is told entry by entry. No input or output happens here, so that a browser can host a table as a server does.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

from automa import PLAYERS, choose
from automa.sample import sample_of
from automa.telling import Kept, keep, open_part
from engine import game as loop
from engine.choices import Choice
from engine.codec import shown, to_json
from engine.content.cards import Content
from engine.errors import BrokenRecord, HiddenAhead, IllegalChoice
from engine.record import Entry, Game, Header, game_from_json
from engine.state import State
from engine.view import View, events_for, open_view, view_for

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Manners:
    """What the host does by itself for a seat: `confirm_turns` leaves the end of a turn to be pressed."""

    confirm_turns: bool = True
    auto_forced: bool = True


PERSON = Manners()
RIVAL = Manners(confirm_turns=False)


@dataclass(frozen=True, slots=True)
class RivalMove:
    """What a rival is going to choose, and why."""

    seat: int
    choice: Choice
    reason: Json


class Table:
    """A game with the people and rivals at it. `code` is the name under which its views show it."""

    def __init__(
        self, game: Game, code: str = "", manners: Sequence[Manners] = (), reasons: Sequence[Json] = ()
    ) -> None:
        self.game, self.code = game, code
        self._manners = list(manners) or [PERSON if who.player == "person" else RIVAL for who in game.players]
        self._reasons = {reason["n"]: Kept.from_json(reason) for reason in reasons}

    @staticmethod
    def begin(header: Header, content: Content, code: str = "", manners: Sequence[Manners] = ()) -> "Table":
        """A new game, played on to the first choice that is somebody's own."""
        table = Table(Game(header, content), code, manners)
        table.settle()
        return table

    @staticmethod
    def replay(
        header: Header,
        entries: Sequence[Json],
        content: Content,
        code: str = "",
        manners: Sequence[Manners] = (),
        reasons: Sequence[Json] = (),
    ) -> "Table":
        """The table that a log tells."""
        log = [Entry.from_json(entry) for entry in entries]
        return Table(Game.replay(header, log, content), code, manners, reasons)

    @staticmethod
    def from_record(record: Json, content: Content, manners: Sequence[Manners] = ()) -> "Table":
        """The table of an exported record, after a check of all that it tells.

        Raises BrokenRecord naming the first entry that cannot be, or is of a rival that nobody here can play.
        """
        played = game_from_json(record, content)
        _check_levels(played)
        table = Table(played, "", manners)
        table._reasons = _kept(played, record.get("reasons", ()))
        return table

    def at(self, ply: int) -> "Table":
        """The table as it was at a ply, to be played on from there."""
        log = [entry.to_json() for entry in self.game.entries[:ply]]
        reasons = [kept.to_json() for n, kept in self._reasons.items() if n <= ply]
        return Table.replay(self.game.header, log, self.game.content, "", self._manners, reasons)

    # --- where it stands ---------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        return self.game.ply

    @property
    def finished(self) -> bool:
        return self.game.state.finished

    def clock(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        return loop.clock(self.game.state)

    def is_rival(self, seat: int) -> bool:
        """Whether a rival plays the seat now."""
        return self.game.players[seat].player == "ai"

    def rivals_asked(self) -> tuple[int, ...]:
        """The rivals that are asked now."""
        return tuple(seat for seat in self.clock() if self.is_rival(seat))

    # --- to do -------------------------------------------------------------------------------------------------------

    def press(self, seat: int, choices: Sequence[Choice]) -> list[Entry]:
        """One press, all or nothing, and what the host then does by itself; raises IllegalChoice."""
        manners = self._manners_at(seat)
        made = self.game.press(seat, choices, confirm=manners.confirm_turns, forced=manners.auto_forced)
        return made + self.settle()

    def settle(self) -> list[Entry]:
        """Make every choice that the host makes by itself, for whoever is asked."""
        made: list[Entry] = []
        while True:
            new = [entry for seat in self.clock() for entry in self._settle(seat)]
            if not new:
                return made
            made += new

    def _settle(self, seat: int) -> list[Entry]:
        manners = self._manners_at(seat)
        return self.game.settle(seat, confirm=manners.confirm_turns, forced=manners.auto_forced)

    def _manners_at(self, seat: int) -> Manners:
        """Who plays the seat now decides what the host does for it."""
        return RIVAL if self.is_rival(seat) else self._manners[seat]

    def undo(self, seat: int) -> Entry:
        """Take back the last press; raises UndoClosed."""
        return self.game.undo(seat)

    def redo(self, seat: int) -> Entry:
        """Do again what was taken back; raises UndoClosed."""
        return self.game.redo(seat)

    def reseat(
        self, seat: int, player: Literal["person", "ai"], level: str | None = None, name: str | None = None
    ) -> list[Entry]:
        """Let a rival of a level or a person play a seat, and do what that makes due.

        With an empty name the seat is set free: whoever sat there does so no more.
        """
        return [self.game.reseat(seat, player, level, name), *self.settle()]

    def set_manners(self, seat: int, manners: Manners) -> list[Entry]:
        """Change what the host does for the person at a seat, and do what that makes due."""
        self._manners[seat] = manners
        return self.settle()

    def mind(self, manners: Sequence[Manners]) -> None:
        """From now on do for the seats what was set elsewhere."""
        self._manners = list(manners)

    def follow(self, entries: Sequence[Json], reasons: Sequence[Json]) -> None:
        """Go on as a log tells that another host wrote."""
        self._reasons |= {reason["n"]: Kept.from_json(reason) for reason in reasons}
        for entry in entries:
            self.game.follow(Entry.from_json(entry))

    def learn(self, other: "Table") -> list[Json]:
        """Take over the reasons that another table of the same game knows; gives those that are new, to be stored."""
        new = {n: kept for n, kept in other._reasons.items() if n not in self._reasons}
        self._reasons |= new
        return [kept.to_json() for kept in new.values()]

    # --- rivals ------------------------------------------------------------------------------------------------------

    def next_rival_move(self) -> RivalMove | None:
        """What the first rival that is asked chooses, from what its seat may see; None where none is asked."""
        asked = self.rivals_asked()
        return self._rival_move(asked[0]) if asked else None

    def _rival_move(self, seat: int) -> RivalMove:
        level = self.game.players[seat].level
        assert level is not None
        view = view_for(self.game, seat, self.code, finals=False)
        choices = loop.legal_choices(self.game.state, seat)
        sample = sample_of(self.game.state, seat, self.game.header.seed, self.game.step)
        choice, reason = choose(view, choices, sample, level)
        return RivalMove(seat, choice, reason.to_json(self.ply + 1))

    def make(self, move: RivalMove) -> list[Entry]:
        """Make a rival's move and remember its reason."""
        self._remember(move)
        return self.press(move.seat, [move.choice])

    def _remember(self, move: RivalMove) -> None:
        self._reasons[self.ply + 1] = keep(self.ply + 1, self.game.state, move.seat, move.reason)

    def unlike(self) -> int | None:
        """The first entry whose choice is another one than the rival would make that played the seat; None for none.

        Reasons that the table did not know are known afterwards, up to that entry.
        """
        again = Table(Game(self.game.header, self.game.content), self.code)
        for entry in self.game.entries:
            if entry.choice is not None and not entry.auto and again.is_rival(entry.seat):
                move = again._rival_move(entry.seat)
                if move.choice != entry.choice:
                    return entry.n
                again._remember(move)
                self._reasons.setdefault(entry.n, again._reasons[entry.n])
            again.game.follow(entry)
        return None

    def reasons_since(self, ply: int) -> list[Json]:
        """The reasons of the entries after a ply, to be stored beside the log."""
        return [kept.to_json() for n, kept in self._reasons.items() if n > ply]

    # --- to look at --------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What a seat may see now; None: what lies open to all."""
        return self._seen(self.game, seat)

    def frame(self, seat: int | None, ply: int) -> Json:
        """What a seat saw at a ply, and what it was told of the entry that led there."""
        past = self.game.at(ply)
        view = self._seen(past, seat, finals=ply == self.ply)
        why = self._open_reason(ply, past.state)
        return {"ply": ply, "view": view, "events": self._told(ply, seat), "why": [why] if why else []}

    def why(self, n: int) -> Json | None:
        """What is open by now of the reason for entry `n`."""
        return self._open_reason(n, self.game.state)

    def told(self, seat: int | None) -> list[Json]:
        """What a seat was told, entry by entry, of the setup, all that is in force, and who came to play seats."""
        setup = {
            "n": 0,
            "press": 0,
            "seat": -1,
            "auto": True,
            "choice": None,
            "events": self._told(0, seat),
            "why": None,
            "seated": None,
        }
        seated = self._seated()
        entries = [*self.game.in_force, *(self.game.entries[n - 1] for n in seated)]
        told = [self._told_entry(entry, seat) for entry in sorted(entries, key=lambda entry: entry.n)]
        return [setup, *({**entry, "seated": seated.get(entry["n"])} for entry in told)]

    def preview(self, seat: int, choices: Sequence[Choice], viewer: int | None) -> Json:
        """What the seat would be asked after a draft, and what it would own, as far as the viewer may see it (None: as
        far as it lies open); raises IllegalChoice or HiddenAhead."""
        drafted = copy(self.game)
        drafted.state = self.game.preview(seat, choices)
        view = self._seen(drafted, viewer)
        return {"prompt": view["prompt"], "seat": view["seats"][seat], "hidden": False}

    def hides(self, seat: int, choices: Sequence[Choice]) -> bool:
        """Whether something hidden comes already after these choices."""
        try:
            self.game.preview(seat, choices)
        except HiddenAhead:
            return True
        except IllegalChoice:
            return False
        return False

    def to_json(self) -> Json:
        """The whole record; with all reasons once the game is over."""
        record = self.game.to_json()
        if not self.finished:
            return record
        return {**record, "reasons": [kept.reason for kept in self._reasons.values()]}

    def _seen(self, game: Game, seat: int | None, *, finals: bool = True) -> View:
        return (
            open_view(game, self.code, finals=finals)
            if seat is None
            else view_for(game, seat, self.code, finals=finals)
        )

    def _told(self, n: int, seat: int | None) -> list[Json]:
        return events_for(n, self.game.events[n], seat)

    def _told_entry(self, entry: Entry, seat: int | None) -> Json:
        own = entry.seat == seat and entry.choice is not None
        return {
            "n": entry.n,
            "press": entry.press or entry.n,
            "seat": entry.seat,
            "auto": entry.auto,
            "choice": to_json(entry.choice) if own else None,
            "events": self._told(entry.n, seat),
            "why": self.why(entry.n),
        }

    def _seated(self) -> dict[int, Json]:
        """Who came to play a seat, by the number of the entry that says so; one without any name has set it free."""
        names = [who.name for who in self.game.header.seats]
        seated: dict[int, Json] = {}
        for entry in self.game.entries:
            if entry.op == "seat":
                names[entry.seat] = names[entry.seat] if entry.name is None else entry.name
                who = {"player": entry.player, "level": entry.level, "name": names[entry.seat]}
                seated[entry.n] = {**who, "freed": entry.name == ""}
        return seated

    def _open_reason(self, n: int, state: State) -> Json | None:
        kept = self._reasons.get(n)
        return open_part(kept, state) if kept else None


def _check_levels(game: Game) -> None:
    """Every rival that a record names is one that can play on."""
    for seat, who in enumerate(game.header.seats):
        if who.level not in (PLAYERS if who.player == "ai" else (None,)):
            raise BrokenRecord(f"header.seats: seat {seat}, {who.player}, cannot be of the level {shown(who.level)}")
    for entry in game.entries:
        if entry.level is not None and entry.level not in PLAYERS:
            raise BrokenRecord(f"log entry {entry.n}: there is no rival {shown(entry.level)}")


def _kept(game: Game, reasons: Sequence[Json]) -> dict[int, Kept]:
    """Reasons of an exported record, with what must be known to tell when each opens."""
    by_entry = {reason["n"]: reason for reason in reasons}
    kept: dict[int, Kept] = {}
    again = Game(game.header, game.content)
    for entry in game.entries:
        if entry.choice is not None and (reason := by_entry.pop(entry.n, None)):
            kept[entry.n] = keep(entry.n, again.state, entry.seat, reason)
        again.follow(entry)
    if by_entry:
        raise BrokenRecord(f"reasons: entry {min(by_entry)} is no choice")
    return kept
