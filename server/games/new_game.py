"""Creating games: from a setup, from an exported record, or from another game."""

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
from server.games.games import CreatedGame, Games
from server.games.problems import Problem
from server.games.seat_access import Caller
from server.games.seats import SeatRow
from server.games.storage import Json

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """The player of a seat: a person with a name or an AI with a level.

    A person who is not `on_this_device` joins later.
    """

    player: Literal["person", "ai"]
    name: str = ""
    level: str | None = None
    colour: Colour | None = None
    on_this_device: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a new game."""

    seats: tuple[SeatSetup, ...]
    seed: str | None
    setup_card: bool
    settings: SeatSettings

    @property
    def person_seats(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.player == "person"]

    @property
    def local_seats(self) -> list[int]:
        """The seats of the people at the device that creates the game."""
        return [i for i in self.person_seats if self.seats[i].on_this_device]


class NewGames:
    """Creates games in `games`."""

    def __init__(self, games: Games) -> None:
        self._games, self._content = games, games.content

    def create(self, setup: Setup) -> CreatedGame:
        rows = _rows(len(setup.seats), setup.person_seats, setup.settings)
        table = Table.begin(self._header(setup), self._content, settings=_seat_settings(rows))
        return self._games.save_new_game(table, rows, setup.local_seats)

    def import_record(self, record: Json, settings: SeatSettings) -> CreatedGame:
        """A new game from an exported record; the caller gets every person's seat. Raises broken-record."""
        return self.save_table(self.table_from_record(record), settings)

    def table_from_record(self, record: Json) -> Table:
        """The table of a record after a complete check; raises broken-record."""
        try:
            _check_text(record)
            table = Table.from_record(record, self._content)
            _check_seats(table)
        except BrokenRecord as error:
            raise Problem("broken-record", str(error)) from error
        return table

    def copy(self, game: str, caller: Caller, revision: int, level: str, seat: int | None = None) -> CreatedGame:
        """A new game from a position of another one, for one person; AIs of the level play the other people's seats."""
        seat = caller.require_seat(seat)
        settings = _seat_settings(self._games.stored_seats(game).seats)[seat]
        with self._games.read_full_table(game, caller) as table:
            if not 0 <= revision <= table.revision:
                raise Problem("unknown-entry", f"the game is at revision {table.revision}; there is no {revision}")
            copied = table.at(revision)
        for other, player in enumerate(copied.game.players):
            if other != seat and player.player == "person":
                copied.reseat(other, "ai", level)
        if copied.is_ai(seat):
            copied.reseat(seat, "person")
        return self.save_table(copied, settings, [seat])

    def rematch(self, game: str, caller: Caller) -> CreatedGame:
        """A new game with the same players and the same seed; seats of people on other devices stay open for them."""
        first, stored = caller.require_seat(), self._games.stored_seats(game)
        with self._games.read_full_table(game, caller) as table:
            header, players = table.game.header, table.game.players
        seats = tuple(_rematch_seat(player, row, caller) for player, row in zip(players, stored.seats, strict=True))
        settings = _seat_settings(stored.seats)[first]
        return self.create(Setup(seats, header.seed, header.neutral is not None, settings))

    def save_table(
        self,
        table: Table,
        settings: SeatSettings,
        person_seats: Sequence[int] | None = None,
        tokens: dict[int, str] | None = None,
        ai_check: str | None = None,
    ) -> CreatedGame:
        """Store a table with a log as a new game, all of whose people are at the caller's device.

        Without `person_seats` these are the seats that people have played.
        """
        person_seats = person_seats or seats_played_by_people(table)
        rows = _rows(len(table.game.players), person_seats, settings)
        for row, row_settings in zip(rows, _seat_settings(rows), strict=True):
            table.change_seat_settings(row.seat, row_settings)
        return self._games.save_new_game(table, rows, person_seats, tokens, ai_check)

    def _header(self, setup: Setup) -> Header:
        seed = setup.seed or self._new_seed(shareable=setup.person_seats == setup.local_seats)
        two_seats = len(setup.seats) == 2
        has_card = two_seats and (setup.setup_card or len(setup.person_seats) == 2)
        neutral = draw(seed, self._content) if has_card else None
        return header_for(self._content, seed, _header_seats(setup.seats), automa=AUTOMA_VERSION, neutral=neutral)

    def _new_seed(self, *, shareable: bool) -> str:
        """A short seed that people can pass on, where all are at one device; else one that nobody can guess."""
        if not shareable:
            return secrets.token_hex(16)
        word = secrets.choice(list(self._content.instruments)).upper()
        return f"{word} {secrets.randbelow(9000) + 1000}"


# --- seats -----------------------------------------------------------------------------------------------------------


def _rows(seats: int, person_seats: Sequence[int], settings: SeatSettings) -> list[SeatRow]:
    return [_row(i, "person", settings) if i in person_seats else _row(i, "ai", AI_SETTINGS) for i in range(seats)]


def _row(seat: int, player: str, settings: SeatSettings) -> SeatRow:
    return SeatRow(seat, player, settings.confirm_turns, settings.auto_forced)


def _seat_settings(rows: Sequence[SeatRow]) -> list[SeatSettings]:
    return [SeatSettings(row.confirm_turns, row.auto_forced) for row in rows]


def _header_seats(seats: Sequence[SeatSetup]) -> list[SeatHeader]:
    """The seats of the header; a seat without a colour gets the first free one."""
    free = [colour for colour in COLOURS if colour not in [seat.colour for seat in seats]]
    return [SeatHeader(seat.colour or free.pop(0), seat.player, seat.name, seat.level) for seat in seats]


def _rematch_seat(player: SeatHeader, row: SeatRow, caller: Caller) -> SeatSetup:
    if row.player == "ai":
        return SeatSetup("ai", player.name, player.level, player.colour)
    return SeatSetup("person", player.name, None, player.colour, on_this_device=row.seat in caller.seats)


def seats_played_by_people(table: Table) -> list[int]:
    """The seats that people have played at any time."""
    reseated = {entry.seat for entry in table.game.entries if entry.op == "seat" and entry.player == "person"}
    return [i for i, seat in enumerate(table.game.header.seats) if seat.player == "person" or i in reseated]


# --- checks of records -----------------------------------------------------------------------------------------------


def _check_text(record: Json) -> None:
    """All text and numbers in the record can be encoded as JSON in UTF-8."""
    try:
        json.dumps(record, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        raise BrokenRecord(f"record: it holds what cannot be encoded: {str(error)[:80]}") from error


def _check_seats(table: Table) -> None:
    """The seats have different colours and names of a permitted length, and one is a person's."""
    colours = [seat.colour for seat in table.game.header.seats]
    if len(set(colours) & set(COLOURS)) < len(colours):
        raise BrokenRecord(f"header.seats: {len(colours)} of the colours {', '.join(COLOURS)} expected")
    if not seats_played_by_people(table):
        raise BrokenRecord("header.seats: at least one must be a person's")
    names = [("header.seats", seat.name) for seat in table.game.header.seats]
    for where, name in [*names, *((f"log entry {entry.n}", entry.name or "") for entry in table.game.entries)]:
        if len(name) > NAME_LENGTH:
            raise BrokenRecord(f"{where}: a name has {NAME_LENGTH} characters at most")
