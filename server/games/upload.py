"""Uploading games that were played offline on a device: each entry is checked, and each game stored once."""

from dataclasses import dataclass

from automa import AUTOMA_VERSION
from automa.table import SeatSettings, Table
from server.games.games import Command, CreatedGame, Games, command_digest
from server.games.new_game import NewGames, seats_played_by_people
from server.games.problems import Problem
from server.games.seat_access import Caller, has_every_seat
from server.games.seats import SeatChange
from server.games.storage import NOT_VERIFIED, UNCHECKED, Json, Transaction
from server.games.tokens import derive_token, hash_token


@dataclass(frozen=True, slots=True)
class Origin:
    """The game of this server that the device downloaded, and its revision at that time."""

    game: str
    revision: int


class Uploads:
    """Adds offline games to `games`. The key is a secret of the device; a repeated upload has one effect."""

    def __init__(self, games: Games, new_games: NewGames) -> None:
        self._games, self._new_games = games, new_games

    def save_as_new_game(self, record: Json, key: str, settings: SeatSettings) -> CreatedGame:
        """Store a device's game as a new one; raises broken-record with the first entry that is not legal."""
        table = self._table_from_record(record)
        tokens = {seat: derive_token(f"upload {seat}", key) for seat in seats_played_by_people(table)}
        first = next(iter(tokens))
        if game := self._game_of_token(tokens[first]):
            return CreatedGame(game, first, tokens, table.game.header.seed)
        try:
            return self._new_games.save_table(table, settings, tokens=tokens, ai_check=_initial_ai_check(table))
        except Problem as problem:
            if problem.code != "key-reused" or not (game := self._game_of_token(tokens[first])):
                raise
            return CreatedGame(game, first, tokens, table.game.header.seed)  # two identical uploads at once

    def _game_of_token(self, token: str) -> str | None:
        return self._games.storage.game_of_token(hash_token(token))

    def continue_game(self, record: Json, key: str, origin: Origin, caller: Caller) -> CreatedGame:
        """Append to a game of this server the entries that were made on a device, which has every person's seat.

        Changes nothing where the game has all of them. Raises both-changed where each has entries that the other lacks.
        """
        uploaded = self._table_from_record(record)
        uploaded_log = [entry.to_json() for entry in uploaded.game.entries]

        def missing_entries(table: Table) -> list[Json]:
            log = [entry.to_json() for entry in table.game.entries]
            common = min(len(uploaded_log), len(log))
            if table.game.header != uploaded.game.header or uploaded_log[:common] != log[:common]:
                detail = f"the game on the server went on from revision {origin.revision} to {table.revision} meanwhile"
                raise Problem("both-changed", detail, revision=table.revision)
            return uploaded_log[common:]

        def mutation(table: Table, _: Transaction) -> SeatChange:
            table.append(missing_entries(table), [])
            return SeatChange(players_changed=True)

        self._check_has_every_seat(origin.game, caller)
        with self._games.read_table(origin.game) as table:
            is_newer = bool(missing_entries(table))
        if is_newer:
            digest, ai_check = command_digest("upload", uploaded_log), _initial_ai_check(uploaded)
            command = Command(origin.game, caller.require_seat(), None, key, digest, ai_check=ai_check)
            self._games.commit(command, mutation)
        self._games.touch(origin.game)
        return CreatedGame(origin.game, caller.host_seat, {}, None)

    def _table_from_record(self, record: Json) -> Table:
        """The table of a device's record. Its hash is required: it proves that the log's end was not cut off."""
        if "hash" not in record:
            raise Problem("broken-record", "record: the hash of its end is missing")
        return self._new_games.table_from_record(record)

    def _check_has_every_seat(self, game: str, caller: Caller) -> None:
        """Also after the end of the game: an upload changes the log for everybody."""
        if not has_every_seat(self._games.stored_seats(game), caller):
            raise Problem("game-has-secrets", "only a caller with every person's seat may upload the game")


def _initial_ai_check(table: Table) -> str:
    """The AI choices of another automa version cannot be checked."""
    return UNCHECKED if table.game.header.automa == AUTOMA_VERSION else NOT_VERIFIED
