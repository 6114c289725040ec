"""Games that an older server kept go on: its tables become today's, and nothing of them is lost."""

import json
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from sqlite_utils import Database

from server.games.tokens import fingerprint
from server.storage.migrations import migrations
from tests.server.playing import APPRENTICE, PERSON, Host, Person, play_on

BEFORE_TOKENS = "tokens_hosts_and_join_codes"


def keep_as_before(file: Path, people: tuple[Person, ...], rivals: tuple[int, ...] = ()) -> None:
    """Write a game as it was kept when a seat had one token, and a game no host."""
    file.parent.mkdir(parents=True, exist_ok=True)
    host, game = people[0].host, people[0].game
    record, status = host.record(game), host.storage.status(game)
    db = Database(file)
    migrations.apply(db, stop_before=BEFORE_TOKENS)
    times = {"created": "2026-11-30T09:00:00.000+00:00", "changed": "2026-11-30T10:00:00.000+00:00"}
    row = {"id": game, "header": json.dumps(record["header"]), "revision": status.revision, **times}
    db.table("games").insert({**row, "finished": status.finished, "ai_to_move": status.ai_to_move})
    for entry in record["log"]:
        log = {"game": game, "n": entry["n"], "seat": entry["seat"], "body": json.dumps(entry), "at": times["changed"]}
        db.table("entries").insert({**log, "key": None})
    for person in people:
        seat = {"game": game, "seat": person.seat, "player": "person", "token": fingerprint(person.token)}
        db.table("seats").insert({**seat, "confirm_turns": False, "auto_forced": True})
    for rival in rivals:
        seat = {"game": game, "seat": rival, "player": "ai", "token": None}
        db.table("seats").insert({**seat, "confirm_turns": False, "auto_forced": True})
    db.close()


def moved(people: tuple[Person, ...], host: Host) -> tuple[Person, ...]:
    return tuple(host.person(person.game, person.seat, person.token) for person in people)


def test_old_games_keep_their_positions_tokens_and_settings(host: Host, open_app: Callable[..., Flask], tmp_path: Path):
    people = host.game(confirm_turns=False)
    play_on(people, 60)
    keep_as_before(tmp_path / "data" / "games.db", people)
    now = moved(people, Host(open_app()))
    assert [person.view for person in now] == [person.view for person in people]
    assert now[0].host.record(now[0].game) == host.record(people[0].game)
    assert play_on(now, 20) == 20
    assert not now[0].host.table(now[0].game)._seat_settings[0].confirm_turns


def test_the_host_of_an_old_game_is_the_first_person(host: Host, open_app: Callable[..., Flask], tmp_path: Path):
    people = host.game(APPRENTICE, PERSON, PERSON)
    keep_as_before(tmp_path / "data" / "games.db", people, rivals=(0,))
    bo, cy = moved(people, Host(open_app()))
    who = cy.who
    assert (who["host"], who["you"]) == (1, [2])
    assert [seat["open"] for seat in who["seats"]] == [False, False, False]
    assert [seat["devices"] for seat in bo.who["seats"]] == [0, 1, 1]
    assert bo.delete().status_code == 204
