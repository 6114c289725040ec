"""The database schema as a list of migrations. Released ones never change; new ones are added at the end."""

from contextlib import closing

from sqlite_utils import Database, Migrations

from server.games.problems import Problem

migrations = Migrations("luthier")

PRE_RELEASE = {"games_and_their_logs", "tokens_hosts_and_join_codes", "games_that_were_played_elsewhere"}
"""Migrations of the schema before the first release, in which all columns had other names."""


@migrations()
def first_schema(db: Database) -> None:
    game = [("game", "games", "id")]
    db.table("games").create(
        {
            "id": str,
            "header": str,
            "revision": int,
            "finished": int,
            "ai_to_move": int,
            "host": int,
            "seat_revision": int,
            "ai_check": str,
            "created": str,
            "changed": str,
        },
        pk="id",
        not_null={"header", "revision", "finished", "ai_to_move", "host", "seat_revision", "created", "changed"},
        strict=True,
    )
    db.execute("create index games_awaiting_ai on games (changed) where ai_to_move and not finished")
    db.execute("create index games_to_check on games (ai_check) where ai_check = 'unchecked'")
    db.table("entries").create(
        {"game": str, "n": int, "seat": int, "body": str, "key": str, "at": str},
        pk=("game", "n"),
        foreign_keys=game,
        not_null={"seat", "body", "at"},
        strict=True,
    )
    db.table("moves").create(
        {"game": str, "key": str, "digest": str, "before": int, "after": int},
        pk=("game", "key"),
        foreign_keys=game,
        not_null={"digest", "before", "after"},
        strict=True,
    )
    db.table("reasons").create(
        {"game": str, "n": int, "body": str}, pk=("game", "n"), foreign_keys=game, not_null={"body"}, strict=True
    )
    db.table("seats").create(
        {"game": str, "seat": int, "player": str, "confirm_turns": int, "auto_forced": int},
        pk=("game", "seat"),
        foreign_keys=game,
        not_null={"player", "confirm_turns", "auto_forced"},
        strict=True,
    )
    db.table("tokens").create(
        {"hash": str, "game": str, "seat": int, "is_invitation": int, "created": str},
        pk="hash",
        foreign_keys=game,
        not_null={"game", "is_invitation", "created"},
        strict=True,
    )
    db.execute("create index tokens_of_game on tokens (game)")
    db.table("join_codes").create(
        {"code": str, "game": str, "expires_at": str},
        pk="code",
        foreign_keys=game,
        not_null={"game", "expires_at"},
        strict=True,
    )
    db.execute("create unique index join_code_of_game on join_codes (game)")
    db.table("failed_join_attempts").create({"address": str, "at": str}, not_null={"address", "at"}, strict=True)
    db.execute("create index failed_join_attempts_by_time on failed_join_attempts (at)")


def migrate(db: Database) -> None:
    """Bring the schema up to date; raises storage-failed for a database that this version cannot read."""
    _check_readable(db)
    migrations.apply(db)


def _check_readable(db: Database) -> None:
    applied = {migration.name for migration in migrations.applied(db)}
    if applied & PRE_RELEASE:
        raise Problem(
            "storage-failed",
            "games.db was written before the first release, and its games cannot be read any more; move the file away",
        )
    if unknown := applied - _names():
        raise Problem("storage-failed", f"games.db was written by a newer version: it has {', '.join(sorted(unknown))}")
    if not applied and set(db.table_names()) - {Migrations.migrations_table}:
        raise Problem("storage-failed", "games.db is another program's database; move the file away")


def _names() -> set[str]:
    with closing(Database(memory=True)) as empty:
        return {migration.name for migration in migrations.pending(empty)}
