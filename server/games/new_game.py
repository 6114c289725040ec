"""How games begin: from a setup, from a record that somebody brings, or from another game."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from automa import AUTOMA_VERSION
from automa.orchestra_setup import draw
from automa.table import AI_SETTINGS, SeatSettings, Table
from engine.errors import BrokenRecord
from engine.game import COLOURS, Colour, Header, SeatHeader, header_for
from server.games.games import Created, Games
from server.games.problems import Problem
from server.games.seats import Holder, SeatRow
from server.games.storage import Json

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who is to sit where: a person with a name or a rival with a level. A person who is not `here` comes later."""

    player: Literal["person", "ai"]
    name: str = ""
    level: str | None = None
    colour: Colour | None = None
    on_this_device: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game is made of."""

    seats: tuple[SeatSetup, ...]
    seed: str | None
    setup_card: bool
    settings: SeatSettings

    @property
    def people(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.player == "person"]

    @property
    def on_this_device(self) -> list[int]:
        """The seats that whoever begins the game holds."""
        return [i for i in self.people if self.seats[i].on_this_device]


class Opening:
    """Begins games; all are kept by `games`."""

    def __init__(self, games: Games) -> None:
        self._games, self._content = games, games.content

    def create(self, setup: Setup) -> Created:
        """Begin a game anew."""
        rows = _rows(len(setup.seats), setup.people, setup.settings)
        table = Table.begin(self._header(setup), self._content, settings=_seat_settings(rows))
        return self._games.keep(table, rows, setup.on_this_device)

    def bring(self, record: Json, settings: SeatSettings) -> Created:
        """Go on with a record, all of whose people's seats are here; raises broken-record where it does not hold."""
        return self.play_on(self.table_of(record), settings)

    def table_of(self, record: Json) -> Table:
        """The table that a record tells, after a check of all that it tells; raises broken-record."""
        try:
            _check_text(record)
            table = Table.from_record(record, self._content)
            _check_seats(table)
        except BrokenRecord as fault:
            raise Problem("broken-record", str(fault)) from fault
        return table

    def copy(self, game: str, holder: Holder, revision: int, level: str, seat: int | None = None) -> Created:
        """Play on alone from a position of a game: AIs of the level take the seats of the other people."""
        seat = holder.seat(seat)
        settings = _seat_settings(self._games.seating(game).seats)[seat]
        with self._games.look_through(game, holder) as table:
            if not 0 <= revision <= table.revision:
                raise Problem("unknown-entry", f"the game is at {table.revision}; there is no {revision}")
            copied = table.at(revision)
        for other, who in enumerate(copied.game.players):
            if other != seat and who.player == "person":
                copied.reseat(other, "ai", level)
        if copied.is_ai(seat):
            copied.reseat(seat, "person")
        return self.play_on(copied, settings, [seat])

    def again(self, game: str, holder: Holder) -> Created:
        """The same seats and the same seed once more; the seats of others wait for them."""
        first, seating = holder.seat(), self._games.seating(game)
        with self._games.look_through(game, holder) as table:
            header, players = table.game.header, table.game.players
        seats = tuple(_seat_again(who, row, holder) for who, row in zip(players, seating.seats, strict=True))
        settings = _seat_settings(seating.seats)[first]
        return self.create(Setup(seats, header.seed, header.neutral is not None, settings))

    def play_on(
        self,
        table: Table,
        settings: SeatSettings,
        people: Sequence[int] | None = None,
        tokens: dict[int, str] | None = None,
        ai_check: str | None = None,
    ) -> Created:
        """Keep a table that has a past. Its people are all here; where nothing is said, those who sat there."""
        people = people or people_at(table)
        rows = _rows(len(table.game.players), people, settings)
        for row, kept in zip(rows, _seat_settings(rows), strict=True):
            table.change_seat_settings(row.seat, kept)
        return self._games.keep(table, rows, people, tokens, ai_check)

    def _header(self, setup: Setup) -> Header:
        seed = setup.seed or self._new_seed(all_here=setup.people == setup.on_this_device)
        two_seats = len(setup.seats) == 2
        drawn = draw(seed, self._content) if two_seats and (setup.setup_card or len(setup.people) == 2) else None
        return header_for(self._content, seed, _header_seats(setup.seats), automa=AUTOMA_VERSION, neutral=drawn)

    def _new_seed(self, *, all_here: bool) -> str:
        """A short one that can be told to friends where all sit together; else one that nobody can guess."""
        if not all_here:
            return secrets.token_hex(16)
        word = secrets.choice(list(self._content.instruments)).upper()
        return f"{word} {secrets.randbelow(9000) + 1000}"


# --- seats -----------------------------------------------------------------------------------------------------------


def _rows(seats: int, people: Sequence[int], settings: SeatSettings) -> list[SeatRow]:
    return [_row(i, "person", settings) if i in people else _row(i, "ai", AI_SETTINGS) for i in range(seats)]


def _row(seat: int, player: str, settings: SeatSettings) -> SeatRow:
    return SeatRow(seat, player, settings.confirm_turns, settings.auto_forced)


def _seat_settings(rows: Sequence[SeatRow]) -> list[SeatSettings]:
    return [SeatSettings(row.confirm_turns, row.auto_forced) for row in rows]


def _header_seats(seats: Sequence[SeatSetup]) -> list[SeatHeader]:
    """The seats as the header has them; who has no colour gets the first free one."""
    free = [colour for colour in COLOURS if colour not in [seat.colour for seat in seats]]
    return [SeatHeader(seat.colour or free.pop(0), seat.player, seat.name, seat.level) for seat in seats]


def _seat_again(who: SeatHeader, row: SeatRow, holder: Holder) -> SeatSetup:
    if row.player == "ai":
        return SeatSetup("ai", who.name, who.level, who.colour)
    return SeatSetup("person", who.name, None, who.colour, on_this_device=row.seat in holder.seats)


def people_at(table: Table) -> list[int]:
    """The seats that people have played."""
    seated = {entry.seat for entry in table.game.entries if entry.op == "seat" and entry.player == "person"}
    return [i for i, who in enumerate(table.game.header.seats) if who.player == "person" or i in seated]


# --- what others bring -----------------------------------------------------------------------------------------------


def _check_text(record: Json) -> None:
    """Everything in the record can be written."""
    try:
        json.dumps(record, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as fault:
        raise BrokenRecord(f"record: it holds what cannot be written: {str(fault)[:80]}") from fault


def _check_seats(table: Table) -> None:
    """The seats can be told apart, and a person is at one of them."""
    colours = [who.colour for who in table.game.header.seats]
    if len(set(colours) & set(COLOURS)) < len(colours):
        raise BrokenRecord(f"header.seats: {len(colours)} of the colours {', '.join(COLOURS)} expected")
    if not people_at(table):
        raise BrokenRecord("header.seats: at least one must be a person's")
    names = [("header.seats", who.name) for who in table.game.header.seats]
    for where, name in [*names, *((f"log entry {entry.n}", entry.name or "") for entry in table.game.entries)]:
        if len(name) > NAME_LENGTH:
            raise BrokenRecord(f"{where}: a name has {NAME_LENGTH} characters at most")
