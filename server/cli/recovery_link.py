"""`luthier link`: a recovery link to a seat, for a player who has lost every device that held its token."""

from contextlib import closing
from pathlib import Path

from server.games.problems import Problem
from server.games.seats import SeatChange, TokenRow
from server.games.storage import Append
from server.games.tokens import hash_token, new_seat_token, normalize_code
from server.storage.sqlite import FILE, SqliteStorage


def recovery_link(folder: Path, name: str, number: int | None = None) -> str:
    """The path of a new link to a seat of a game, counted from 1; without a number, the host's. Raises Problem.

    The link opens the seat at once, whether a server runs or not. Other tokens of the seat stay valid.
    """
    if not (folder / FILE).is_file():
        raise Problem("unknown-game", f"there are no games in {folder}")
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
