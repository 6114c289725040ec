"""How the database came to be what it is, step by step; steps are added at the end and never changed."""

from sqlite_utils import Database, Migrations

migrations = Migrations("luthier")


@migrations()
def games_and_their_logs(db: Database) -> None:
    db.table("games").create(
        {"id": str, "header": str, "revision": int, "finished": int, "ai_to_move": int, "created": str, "changed": str},
        pk="id",
        not_null={"header", "revision", "finished", "ai_to_move", "created", "changed"},
        strict=True,
    )
    db.execute("create index games_awaiting_ai on games (changed) where ai_to_move and not finished")
    db.table("entries").create(
        {"game": str, "n": int, "seat": int, "body": str, "key": str, "at": str},
        pk=("game", "n"),
        foreign_keys=[("game", "games", "id")],
        not_null={"seat", "body", "at"},
        strict=True,
    )
    db.table("moves").create(
        {"game": str, "key": str, "digest": str, "before": int, "after": int},
        pk=("game", "key"),
        foreign_keys=[("game", "games", "id")],
        not_null={"digest", "before", "after"},
        strict=True,
    )
    db.table("reasons").create(
        {"game": str, "n": int, "body": str},
        pk=("game", "n"),
        foreign_keys=[("game", "games", "id")],
        not_null={"body"},
        strict=True,
    )
    db.table("seats").create(
        {"game": str, "seat": int, "player": str, "token": str, "confirm_turns": int, "auto_forced": int},
        pk=("game", "seat"),
        foreign_keys=[("game", "games", "id")],
        not_null={"player", "confirm_turns", "auto_forced"},
        strict=True,
    )


@migrations()
def tokens_hosts_and_join_codes(db: Database) -> None:
    """A seat may have several tokens, and a game a host, spectators and a join code."""
    db.execute("alter table games add column host integer not null default 0")
    db.execute("alter table games add column seating integer not null default 0")
    people = "select min(seat) from seats where game = games.id and token is not null"
    db.execute(f"update games set host = coalesce(({people}), 0)")
    db.table("tokens").create(
        {"hash": str, "game": str, "seat": int, "invites": int, "created": str},
        pk="hash",
        foreign_keys=[("game", "games", "id")],
        not_null={"game", "invites", "created"},
        strict=True,
    )
    db.execute("create index tokens_of_a_game on tokens (game)")
    held = "select token, game, seat, 0, created from seats join games on id = game where token is not null"
    db.execute(f"insert into tokens (hash, game, seat, invites, created) {held}")
    db.execute("alter table seats drop column token")
    db.table("codes").create(
        {"code": str, "game": str, "until": str},
        pk="code",
        foreign_keys=[("game", "games", "id")],
        not_null={"game", "until"},
        strict=True,
    )
    db.execute("create unique index code_of_a_game on codes (game)")
    db.table("guesses").create({"address": str, "at": str}, not_null={"address", "at"}, strict=True)
    db.execute("create index guesses_by_time on guesses (at)")


@migrations()
def games_that_were_played_elsewhere(db: Database) -> None:
    """What is known of the rivals of a game that came from a device."""
    db.execute("alter table games add column ai_check text")
    db.execute("create index games_to_check on games (ai_check) where ai_check = 'unchecked'")
