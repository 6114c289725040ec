"""A game with its people and AIs, as its host runs it: moves, automatic choices, views, logs.

There is no input or output here, so that a browser can host a table as a server does.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

from automa import PLAYERS, choose
from automa.reasons.visibility import StoredReason, store_reason, visible_part
from automa.search.determinization import sampler_for
from engine import loop
from engine.choices import Choice
from engine.codec import describe, to_json
from engine.content.cards import Content
from engine.errors import BrokenRecord, HiddenAhead, IllegalChoice
from engine.game import Entry, Game, Header, game_from_json
from engine.state import State
from engine.view import View, events_for, open_view, view_for

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """What the host does by itself for a seat.

    It ends the seat's turns unless `confirm_turns` is set; it makes a choice without alternatives if `auto_forced` is.
    """

    confirm_turns: bool = True
    auto_forced: bool = True


PERSON_SETTINGS = SeatSettings()
AI_SETTINGS = SeatSettings(confirm_turns=False)


@dataclass(frozen=True, slots=True)
class AiMove:
    """The next choice of an AI, and its reason."""

    seat: int
    choice: Choice
    reason: Json


class Table:
    """A game, its seat settings and its AIs' reasons. `code` is the game's name in its views."""

    def __init__(
        self, game: Game, code: str = "", settings: Sequence[SeatSettings] = (), reasons: Sequence[Json] = ()
    ) -> None:
        self.game, self.code = game, code
        self._seat_settings = list(settings) or [
            PERSON_SETTINGS if occupant.player == "person" else AI_SETTINGS for occupant in game.players
        ]
        self._reasons = {reason["n"]: StoredReason.from_json(reason) for reason in reasons}

    @staticmethod
    def begin(header: Header, content: Content, code: str = "", settings: Sequence[SeatSettings] = ()) -> "Table":
        """A new game, played on to the first choice that the host does not make by itself."""
        table = Table(Game(header, content), code, settings)
        table.settle()
        return table

    @staticmethod
    def replay(
        header: Header,
        entries: Sequence[Json],
        content: Content,
        code: str = "",
        settings: Sequence[SeatSettings] = (),
        reasons: Sequence[Json] = (),
    ) -> "Table":
        """The table of a log, which is trusted."""
        log = [Entry.from_json(entry) for entry in entries]
        return Table(Game.replay(header, log, content), code, settings, reasons)

    @staticmethod
    def from_record(record: Json, content: Content, settings: Sequence[SeatSettings] = ()) -> "Table":
        """The table of an exported record, which is checked.

        Raises BrokenRecord naming the first entry that is not possible, or an unknown AI level.
        """
        played = game_from_json(record, content)
        _check_levels(played)
        table = Table(played, "", settings)
        table._reasons = _stored_reasons(played, record.get("reasons", ()))
        return table

    def at(self, revision: int) -> "Table":
        """A table of its own that goes on from a revision."""
        log = [entry.to_json() for entry in self.game.entries[:revision]]
        reasons = [stored.to_json() for n, stored in self._reasons.items() if n <= revision]
        return Table.replay(self.game.header, log, self.game.content, "", self._seat_settings, reasons)

    # --- present state -----------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        return self.game.revision

    @property
    def finished(self) -> bool:
        return self.game.state.finished

    def clock(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        return loop.clock(self.game.state)

    def is_ai(self, seat: int) -> bool:
        """Whether an AI plays the seat now."""
        return self.game.players[seat].player == "ai"

    def ais_asked(self) -> tuple[int, ...]:
        """The seats of AIs that are asked now."""
        return tuple(seat for seat in self.clock() if self.is_ai(seat))

    # --- changes -----------------------------------------------------------------------------------------------------

    def submit(self, seat: int, choices: Sequence[Choice]) -> list[Entry]:
        """Apply one move, all or nothing, and the host's own choices after it; raises IllegalChoice."""
        settings = self._settings_at(seat)
        made = self.game.submit(seat, choices, confirm=settings.confirm_turns, forced=settings.auto_forced)
        return made + self.settle()

    def settle(self) -> list[Entry]:
        """Make all choices that the host makes by itself."""
        made: list[Entry] = []
        while True:
            new = [entry for seat in self.clock() for entry in self._settle(seat)]
            if not new:
                return made
            made += new

    def _settle(self, seat: int) -> list[Entry]:
        settings = self._settings_at(seat)
        return self.game.settle(seat, confirm=settings.confirm_turns, forced=settings.auto_forced)

    def _settings_at(self, seat: int) -> SeatSettings:
        """The settings in use: an AI that plays the seat of a person has its own."""
        return AI_SETTINGS if self.is_ai(seat) else self._seat_settings[seat]

    def undo(self, seat: int) -> Entry:
        """Take back the last move; raises UndoClosed."""
        return self.game.undo(seat)

    def redo(self, seat: int) -> Entry:
        """Apply again the move last taken back; raises UndoClosed."""
        return self.game.redo(seat)

    def reseat(
        self, seat: int, player: Literal["person", "ai"], level: str | None = None, name: str | None = None
    ) -> list[Entry]:
        """Let an AI of a level or a person play a seat, then settle. An empty name sets the seat free."""
        return [self.game.reseat(seat, player, level, name), *self.settle()]

    def change_seat_settings(self, seat: int, settings: SeatSettings) -> list[Entry]:
        """Replace the settings of a seat's person, then settle."""
        self._seat_settings[seat] = settings
        return self.settle()

    def set_seat_settings(self, settings: Sequence[SeatSettings]) -> None:
        """Replace all seat settings with the stored ones."""
        self._seat_settings = list(settings)

    def append(self, entries: Sequence[Json], reasons: Sequence[Json]) -> None:
        """Append entries that another host wrote, with their reasons."""
        self._reasons |= {reason["n"]: StoredReason.from_json(reason) for reason in reasons}
        for entry in entries:
            self.game.append(Entry.from_json(entry))

    def merge_reasons(self, other: "Table") -> list[Json]:
        """Add the reasons that another table of the same game has; returns the new ones."""
        new = {n: stored for n, stored in other._reasons.items() if n not in self._reasons}
        self._reasons |= new
        return [stored.to_json() for stored in new.values()]

    # --- AIs ---------------------------------------------------------------------------------------------------------

    def next_ai_move(self) -> AiMove | None:
        """The next choice of the first AI that is asked, from what its seat may see; None where none is asked."""
        asked = self.ais_asked()
        return self._ai_move(asked[0]) if asked else None

    def _ai_move(self, seat: int) -> AiMove:
        level = self.game.players[seat].level
        assert level is not None
        view = view_for(self.game, seat, self.code, irreversible=False)
        choices = loop.legal_choices(self.game.state, seat)
        sampler = sampler_for(self.game.state, seat, self.game.header.seed, self.game.choice_count)
        choice, reason = choose(view, choices, sampler, level)
        return AiMove(seat, choice, reason.to_json(self.revision + 1))

    def apply_ai_move(self, move: AiMove) -> list[Entry]:
        """Apply an AI's move and store its reason."""
        self._store(move)
        return self.submit(move.seat, [move.choice])

    def _store(self, move: AiMove) -> None:
        self._reasons[self.revision + 1] = store_reason(self.revision + 1, self.game.state, move.seat, move.reason)

    def first_divergence(self) -> int | None:
        """Make the AI choices of the log again: the number of the first entry that differs, None if all agree.

        Reasons that were missing are added, up to that entry.
        """
        replayed = Table(Game(self.game.header, self.game.content), self.code)
        for entry in self.game.entries:
            if entry.choice is not None and not entry.auto and replayed.is_ai(entry.seat):
                move = replayed._ai_move(entry.seat)
                if move.choice != entry.choice:
                    return entry.n
                replayed._store(move)
                self._reasons.setdefault(entry.n, replayed._reasons[entry.n])
            replayed.game.append(entry)
        return None

    def reasons_since(self, revision: int) -> list[Json]:
        """The stored reasons of the entries after a revision."""
        return [stored.to_json() for n, stored in self._reasons.items() if n > revision]

    # --- views -------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What a seat may see now; None: a spectator."""
        return self._view(self.game, seat)

    def frame(self, seat: int | None, revision: int) -> Json:
        """What a seat saw at a revision, with the events and the reason of the entry that led there."""
        past = self.game.at(revision)
        view = self._view(past, seat, irreversible=revision == self.revision)
        reason = self._visible_reason(revision, past.state)
        return {
            "revision": revision,
            "view": view,
            "events": self._events(revision, seat),
            "reasons": [reason] if reason else [],
        }

    def reason(self, n: int) -> Json | None:
        """What is open by now of the reason for entry `n`."""
        return self._visible_reason(n, self.game.state)

    def log_for(self, seat: int | None) -> list[Json]:
        """The log as a seat may see it: the setup, the entries in force, and the changes of who plays a seat."""
        setup = {
            "n": 0,
            "move": 0,
            "seat": -1,
            "auto": True,
            "choice": None,
            "events": self._events(0, seat),
            "reason": None,
            "player_change": None,
        }
        changes = self._player_changes()
        entries = [*self.game.in_force, *(self.game.entries[n - 1] for n in changes)]
        lines = [self._log_entry(entry, seat) for entry in sorted(entries, key=lambda entry: entry.n)]
        return [setup, *({**line, "player_change": changes.get(line["n"])} for line in lines)]

    def preview(self, seat: int, choices: Sequence[Choice], viewer: int | None) -> Json:
        """The seat's prompt and possessions after a draft, as the viewer may see them (None: a spectator).

        Raises IllegalChoice or HiddenAhead.
        """
        drafted = copy(self.game)
        drafted.state = self.game.preview(seat, choices)
        view = self._view(drafted, viewer)
        return {"prompt": view["prompt"], "seat": view["seats"][seat], "hidden": False}

    def hides(self, seat: int, choices: Sequence[Choice]) -> bool:
        """Whether these choices already reveal something hidden."""
        try:
            self.game.preview(seat, choices)
        except HiddenAhead:
            return True
        except IllegalChoice:
            return False
        return False

    def to_json(self) -> Json:
        """The whole record, with all reasons once the game is over."""
        record = self.game.to_json()
        if not self.finished:
            return record
        return {**record, "reasons": [stored.reason for stored in self._reasons.values()]}

    def _view(self, game: Game, seat: int | None, *, irreversible: bool = True) -> View:
        return (
            open_view(game, self.code, irreversible=irreversible)
            if seat is None
            else view_for(game, seat, self.code, irreversible=irreversible)
        )

    def _events(self, n: int, seat: int | None) -> list[Json]:
        return events_for(n, self.game.events[n], seat)

    def _log_entry(self, entry: Entry, seat: int | None) -> Json:
        own = entry.seat == seat and entry.choice is not None
        return {
            "n": entry.n,
            "move": entry.move or entry.n,
            "seat": entry.seat,
            "auto": entry.auto,
            "choice": to_json(entry.choice) if own else None,
            "events": self._events(entry.n, seat),
            "reason": self.reason(entry.n),
        }

    def _player_changes(self) -> dict[int, Json]:
        """Changes of who plays a seat, by the number of their entry; an empty name has set the seat free."""
        names = [occupant.name for occupant in self.game.header.seats]
        changes: dict[int, Json] = {}
        for entry in self.game.entries:
            if entry.op == "seat":
                names[entry.seat] = names[entry.seat] if entry.name is None else entry.name
                occupant = {"player": entry.player, "level": entry.level, "name": names[entry.seat]}
                changes[entry.n] = {**occupant, "freed": entry.name == ""}
        return changes

    def _visible_reason(self, n: int, state: State) -> Json | None:
        stored = self._reasons.get(n)
        return visible_part(stored, state) if stored else None


def _check_levels(game: Game) -> None:
    """Every AI level in a record must be known."""
    for seat, occupant in enumerate(game.header.seats):
        if occupant.level not in (PLAYERS if occupant.player == "ai" else (None,)):
            raise BrokenRecord(
                f"header.seats: seat {seat}, {occupant.player}, cannot be of the level {describe(occupant.level)}"
            )
    for entry in game.entries:
        if entry.level is not None and entry.level not in PLAYERS:
            raise BrokenRecord(f"log entry {entry.n}: there is no AI level {describe(entry.level)}")


def _stored_reasons(game: Game, reasons: Sequence[Json]) -> dict[int, StoredReason]:
    """The reasons of an exported record, with the facts that decide when each opens."""
    by_entry = {reason["n"]: reason for reason in reasons}
    stored: dict[int, StoredReason] = {}
    replayed = Game(game.header, game.content)
    for entry in game.entries:
        if entry.choice is not None and (reason := by_entry.pop(entry.n, None)):
            stored[entry.n] = store_reason(entry.n, replayed.state, entry.seat, reason)
        replayed.append(entry)
    if by_entry:
        raise BrokenRecord(f"reasons: entry {min(by_entry)} is no choice")
    return stored
