"""How the database came to be what it is, step by step; steps are added at the end and never changed."""

from sqlite_utils import Database, Migrations

migrations = Migrations("luthier")


@migrations()
def games_and_their_logs(db: Database) -> None:
    db.table("games").create(
        {"id": str, "header": str, "ply": int, "finished": int, "rival": int, "created": str, "changed": str},
        pk="id",
        not_null={"header", "ply", "finished", "rival", "created", "changed"},
        strict=True,
    )
    db.execute("create index games_with_a_rival_to_move on games (changed) where rival and not finished")
    db.table("entries").create(
        {"game": str, "n": int, "seat": int, "body": str, "key": str, "at": str},
        pk=("game", "n"),
        foreign_keys=[("game", "games", "id")],
        not_null={"seat", "body", "at"},
        strict=True,
    )
    db.table("presses").create(
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
