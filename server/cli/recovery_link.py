"""`luthier link`: a key to a seat for a person who has lost every device that had one, from who keeps the games."""

from contextlib import closing
from pathlib import Path

from server.games.problems import Problem
from server.games.seats import SeatChange, TokenRow
from server.games.storage import Append
from server.games.tokens import hash_token, new_seat_token, normalize_code
from server.storage.sqlite import FILE, SqliteStorage


def link(folder: Path, name: str, number: int | None = None) -> str:
    """The path of a new link to a seat of a game, counted from 1; without a number the host's. Raises Problem.

    It opens the seat at once, whether the games are served or not. Other keys stay good.
    """
    if not (folder / FILE).is_file():
        raise Problem("unknown-game", f"no games are kept in {folder}")
    game, token = normalize_code(name), new_seat_token()
    with closing(SqliteStorage(folder)) as storage, storage.transaction(game) as transaction:
        stored = transaction.seats()
        seat = stored.host if number is None else number - 1
        if seat not in stored.person_seats:
            people = ", ".join(str(seat + 1) for seat in stored.person_seats)
            raise Problem("foreign-seat", f"people sit at the seats {people}")
        change = SeatChange(added_tokens=[TokenRow(hash_token(token), seat)])
        transaction.write(Append([], transaction.status, seat_change=change))
    return f"/seat/{game}#{token}"
