"""Who sits at a game and what the host does for them: the rivals' moves, choices made by themselves, and what each
seat is told entry by entry. No input or output happens here, so that a browser can host a table as a server does.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

from automa import PLAYERS, choose
from automa.reasons.visibility import StoredReason, open_part, store_reason
from automa.search.determinization import sample_of
from engine import loop
from engine.choices import Choice
from engine.codec import shown, to_json
from engine.content.cards import Content
from engine.errors import BrokenRecord, HiddenAhead, IllegalChoice
from engine.game import Entry, Game, Header, game_from_json
from engine.state import State
from engine.view import View, events_for, open_view, view_for

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """What the host does by itself for a seat: `confirm_turns` leaves the end of a turn to be pressed."""

    confirm_turns: bool = True
    auto_forced: bool = True


PERSON_SETTINGS = SeatSettings()
AI_SETTINGS = SeatSettings(confirm_turns=False)


@dataclass(frozen=True, slots=True)
class AiMove:
    """What a rival is going to choose, and why."""

    seat: int
    choice: Choice
    reason: Json


class Table:
    """A game with the people and rivals at it. `code` is the name under which its views show it."""

    def __init__(
        self, game: Game, code: str = "", settings: Sequence[SeatSettings] = (), reasons: Sequence[Json] = ()
    ) -> None:
        self.game, self.code = game, code
        self._seat_settings = list(settings) or [
            PERSON_SETTINGS if who.player == "person" else AI_SETTINGS for who in game.players
        ]
        self._reasons = {reason["n"]: StoredReason.from_json(reason) for reason in reasons}

    @staticmethod
    def begin(header: Header, content: Content, code: str = "", settings: Sequence[SeatSettings] = ()) -> "Table":
        """A new game, played on to the first choice that is somebody's own."""
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
        """The table that a log tells."""
        log = [Entry.from_json(entry) for entry in entries]
        return Table(Game.replay(header, log, content), code, settings, reasons)

    @staticmethod
    def from_record(record: Json, content: Content, settings: Sequence[SeatSettings] = ()) -> "Table":
        """The table of an exported record, after a check of all that it tells.

        Raises BrokenRecord naming the first entry that cannot be, or is of a rival that nobody here can play.
        """
        played = game_from_json(record, content)
        _check_levels(played)
        table = Table(played, "", settings)
        table._reasons = _stored_reasons(played, record.get("reasons", ()))
        return table

    def at(self, revision: int) -> "Table":
        """The table as it was at a revision, to be played on from there."""
        log = [entry.to_json() for entry in self.game.entries[:revision]]
        reasons = [kept.to_json() for n, kept in self._reasons.items() if n <= revision]
        return Table.replay(self.game.header, log, self.game.content, "", self._seat_settings, reasons)

    # --- where it stands ---------------------------------------------------------------------------------------------

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
        """Whether a rival plays the seat now."""
        return self.game.players[seat].player == "ai"

    def ais_asked(self) -> tuple[int, ...]:
        """The rivals that are asked now."""
        return tuple(seat for seat in self.clock() if self.is_ai(seat))

    # --- to do -------------------------------------------------------------------------------------------------------

    def submit(self, seat: int, choices: Sequence[Choice]) -> list[Entry]:
        """One move, all or nothing, and what the host then does by itself; raises IllegalChoice."""
        settings = self._settings_at(seat)
        made = self.game.submit(seat, choices, confirm=settings.confirm_turns, forced=settings.auto_forced)
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
        settings = self._settings_at(seat)
        return self.game.settle(seat, confirm=settings.confirm_turns, forced=settings.auto_forced)

    def _settings_at(self, seat: int) -> SeatSettings:
        """Who plays the seat now decides what the host does for it."""
        return AI_SETTINGS if self.is_ai(seat) else self._seat_settings[seat]

    def undo(self, seat: int) -> Entry:
        """Take back the last move; raises UndoClosed."""
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

    def change_seat_settings(self, seat: int, settings: SeatSettings) -> list[Entry]:
        """Change what the host does for the person at a seat, and do what that makes due."""
        self._seat_settings[seat] = settings
        return self.settle()

    def set_seat_settings(self, settings: Sequence[SeatSettings]) -> None:
        """From now on do for the seats what was set elsewhere."""
        self._seat_settings = list(settings)

    def append(self, entries: Sequence[Json], reasons: Sequence[Json]) -> None:
        """Go on as a log tells that another host wrote."""
        self._reasons |= {reason["n"]: StoredReason.from_json(reason) for reason in reasons}
        for entry in entries:
            self.game.append(Entry.from_json(entry))

    def merge_reasons(self, other: "Table") -> list[Json]:
        """Take over the reasons that another table of the same game knows; gives those that are new, to be stored."""
        new = {n: kept for n, kept in other._reasons.items() if n not in self._reasons}
        self._reasons |= new
        return [kept.to_json() for kept in new.values()]

    # --- rivals ------------------------------------------------------------------------------------------------------

    def next_ai_move(self) -> AiMove | None:
        """What the first rival that is asked chooses, from what its seat may see; None where none is asked."""
        asked = self.ais_asked()
        return self._ai_move(asked[0]) if asked else None

    def _ai_move(self, seat: int) -> AiMove:
        level = self.game.players[seat].level
        assert level is not None
        view = view_for(self.game, seat, self.code, irreversible=False)
        choices = loop.legal_choices(self.game.state, seat)
        sample = sample_of(self.game.state, seat, self.game.header.seed, self.game.choice_count)
        choice, reason = choose(view, choices, sample, level)
        return AiMove(seat, choice, reason.to_json(self.revision + 1))

    def apply_ai_move(self, move: AiMove) -> list[Entry]:
        """Make a rival's move and remember its reason."""
        self._remember(move)
        return self.submit(move.seat, [move.choice])

    def _remember(self, move: AiMove) -> None:
        self._reasons[self.revision + 1] = store_reason(self.revision + 1, self.game.state, move.seat, move.reason)

    def first_divergence(self) -> int | None:
        """The first entry whose choice is another one than the rival would make that played the seat; None for none.

        Reasons that the table did not know are known afterwards, up to that entry.
        """
        again = Table(Game(self.game.header, self.game.content), self.code)
        for entry in self.game.entries:
            if entry.choice is not None and not entry.auto and again.is_ai(entry.seat):
                move = again._ai_move(entry.seat)
                if move.choice != entry.choice:
                    return entry.n
                again._remember(move)
                self._reasons.setdefault(entry.n, again._reasons[entry.n])
            again.game.append(entry)
        return None

    def reasons_since(self, revision: int) -> list[Json]:
        """The reasons of the entries after a revision, to be stored beside the log."""
        return [kept.to_json() for n, kept in self._reasons.items() if n > revision]

    # --- to look at --------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What a seat may see now; None: what lies open to all."""
        return self._seen(self.game, seat)

    def frame(self, seat: int | None, revision: int) -> Json:
        """What a seat saw at a revision, and what it was told of the entry that led there."""
        past = self.game.at(revision)
        view = self._seen(past, seat, irreversible=revision == self.revision)
        reason = self._open_reason(revision, past.state)
        return {
            "revision": revision,
            "view": view,
            "events": self._told(revision, seat),
            "reasons": [reason] if reason else [],
        }

    def reason(self, n: int) -> Json | None:
        """What is open by now of the reason for entry `n`."""
        return self._open_reason(n, self.game.state)

    def log_for(self, seat: int | None) -> list[Json]:
        """What a seat was told, entry by entry, of the setup, all that is in force, and who came to play seats."""
        setup = {
            "n": 0,
            "move": 0,
            "seat": -1,
            "auto": True,
            "choice": None,
            "events": self._told(0, seat),
            "reason": None,
            "player_change": None,
        }
        seated = self._player_changes()
        entries = [*self.game.in_force, *(self.game.entries[n - 1] for n in seated)]
        told = [self._told_entry(entry, seat) for entry in sorted(entries, key=lambda entry: entry.n)]
        return [setup, *({**entry, "player_change": seated.get(entry["n"])} for entry in told)]

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

    def _seen(self, game: Game, seat: int | None, *, irreversible: bool = True) -> View:
        return (
            open_view(game, self.code, irreversible=irreversible)
            if seat is None
            else view_for(game, seat, self.code, irreversible=irreversible)
        )

    def _told(self, n: int, seat: int | None) -> list[Json]:
        return events_for(n, self.game.events[n], seat)

    def _told_entry(self, entry: Entry, seat: int | None) -> Json:
        own = entry.seat == seat and entry.choice is not None
        return {
            "n": entry.n,
            "move": entry.move or entry.n,
            "seat": entry.seat,
            "auto": entry.auto,
            "choice": to_json(entry.choice) if own else None,
            "events": self._told(entry.n, seat),
            "reason": self.reason(entry.n),
        }

    def _player_changes(self) -> dict[int, Json]:
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


def _stored_reasons(game: Game, reasons: Sequence[Json]) -> dict[int, StoredReason]:
    """Reasons of an exported record, with what must be known to tell when each opens."""
    by_entry = {reason["n"]: reason for reason in reasons}
    kept: dict[int, StoredReason] = {}
    again = Game(game.header, game.content)
    for entry in game.entries:
        if entry.choice is not None and (reason := by_entry.pop(entry.n, None)):
            kept[entry.n] = store_reason(entry.n, again.state, entry.seat, reason)
        again.append(entry)
    if by_entry:
        raise BrokenRecord(f"reasons: entry {min(by_entry)} is no choice")
    return kept
