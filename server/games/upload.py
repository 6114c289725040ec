"""How games come home that were played on a device without a network: checked step by step, and kept once."""

from dataclasses import dataclass

from automa import AUTOMA_VERSION
from automa.table import SeatSettings, Table
from server.games.games import Created, Games, Order, digest
from server.games.new_game import Opening, people_at
from server.games.problems import Problem
from server.games.seats import Change, Holder
from server.games.storage import NOT_VERIFIED, UNCHECKED, Json, Writing
from server.games.tokens import fingerprint, own_token


@dataclass(frozen=True, slots=True)
class Origin:
    """The game of this server that was taken along, and the revision at which it was."""

    game: str
    revision: int


class Homecoming:
    """Brings games to `games`. The key is a secret of the device: with it, the same game is told once more."""

    def __init__(self, games: Games, opening: Opening) -> None:
        self._games, self._opening = games, opening

    def keep(self, record: Json, key: str, settings: SeatSettings) -> Created:
        """Keep a device's game as a new one; raises broken-record naming the first step that does not hold."""
        table = self._table_of(record)
        tokens = {seat: own_token(f"home {seat}", key) for seat in people_at(table)}
        first = next(iter(tokens))
        if kept := self._opened_by(tokens[first]):
            return Created(kept, first, tokens, table.game.header.seed)
        try:
            return self._opening.play_on(table, settings, tokens=tokens, ai_check=_known(table))
        except Problem as problem:
            if problem.code != "key-reused" or not (kept := self._opened_by(tokens[first])):
                raise
            return Created(kept, first, tokens, table.game.header.seed)  # it was sent twice at once

    def _opened_by(self, token: str) -> str | None:
        return self._games.storage.game_opened_by(fingerprint(token))

    def go_on(self, record: Json, key: str, origin: Origin, holder: Holder) -> Created:
        """Go on with a game of this server as it was played on a device that holds all of its people's seats.

        Nothing happens where the game here has all of that already. Raises both-changed where each has what the other
        has not.
        """
        coming = self._table_of(record)
        log = [entry.to_json() for entry in coming.game.entries]

        def missing(table: Table) -> list[Json]:
            here = [entry.to_json() for entry in table.game.entries]
            both = min(len(log), len(here))
            if table.game.header != coming.game.header or log[:both] != here[:both]:
                detail = f"the game here went on from {origin.revision} to {table.revision} meanwhile"
                raise Problem("both-changed", detail, revision=table.revision)
            return log[both:]

        def deed(table: Table, _: Writing) -> Change:
            table.append(missing(table), [])
            return Change(players=True)

        self._check_all_seats(origin.game, holder)
        with self._games.look(origin.game) as table:
            news = missing(table)
        if news:
            order = Order(origin.game, holder.seat(), None, key, digest("home", log), ai_check=_known(coming))
            self._games.change(order, deed)
        self._games.status(origin.game)
        return Created(origin.game, holder.host, {}, None)

    def _table_of(self, record: Json) -> Table:
        """The table of a device's record, which tells the hash of its end, so that nothing can be cut off."""
        if "hash" not in record:
            raise Problem("broken-record", "record: the hash of its end is missing")
        return self._opening.table_of(record)

    def _check_all_seats(self, game: str, holder: Holder) -> None:
        """Also at the end: who changes the whole log holds every person's seat."""
        if not set(self._games.seating(game).people) <= set(holder.seats):
            raise Problem("game-has-secrets", "who holds every person's seat may bring the game back")


def _known(table: Table) -> str:
    """What is known of the rivals before anybody looked: those of another version cannot be looked at."""
    return UNCHECKED if table.game.header.automa == AUTOMA_VERSION else NOT_VERIFIED
