"""How games come home that were played on a device without a network: checked step by step, and kept once."""

from dataclasses import dataclass

from automa import AUTOMA_VERSION
from automa.table import Manners, Table
from server.games import Created, Games, Order, digest
from server.opening import Opening, people_at
from server.problems import Problem
from server.seating import Change, Holder
from server.storage import NOT_VERIFIED, UNCHECKED, Json, Writing
from server.tokens import fingerprint, own_token


@dataclass(frozen=True, slots=True)
class Origin:
    """The game of this server that was taken along, and the ply at which it was."""

    game: str
    ply: int


class Homecoming:
    """Brings games to `games`. The key is a secret of the device: with it, the same game is told once more."""

    def __init__(self, games: Games, opening: Opening) -> None:
        self._games, self._opening = games, opening

    def keep(self, record: Json, key: str, manners: Manners) -> Created:
        """Keep a device's game as a new one; raises broken-record naming the first step that does not hold."""
        table = self._opening.table_of(record)
        tokens = {seat: own_token(f"home {seat}", key) for seat in people_at(table)}
        first = next(iter(tokens))
        if kept := self._games.storage.game_opened_by(fingerprint(tokens[first])):
            return Created(kept, first, tokens, table.game.header.seed)
        return self._opening.play_on(table, manners, tokens=tokens, rivals=_known(table))

    def go_on(self, record: Json, key: str, origin: Origin, holder: Holder) -> Created:
        """Go on with a game of this server as it was played on a device that holds all of its people's seats.

        Raises both-changed where the game here is no beginning of the one that comes.
        """
        coming = self._opening.table_of(record)
        log = [entry.to_json() for entry in coming.game.entries]

        def deed(table: Table, _: Writing) -> Change:
            here = [entry.to_json() for entry in table.game.entries]
            if table.game.header != coming.game.header or log[: len(here)] != here:
                detail = f"the game here went on from {origin.ply} to {table.ply} meanwhile"
                raise Problem("both-changed", detail, ply=table.ply)
            table.follow(log[len(here) :], [])
            return Change(players=True)

        with self._games.look_through(origin.game, holder):
            order = Order(origin.game, holder.seat(), None, key, digest("home", log), rivals=_known(coming))
        self._games.change(order, deed)
        self._games.status(origin.game)
        return Created(origin.game, holder.host, {}, None)


def _known(table: Table) -> str:
    """What is known of the rivals before anybody looked: those of another version cannot be looked at."""
    return UNCHECKED if table.game.header.automa == AUTOMA_VERSION else NOT_VERIFIED
