"""What is in memory: a copy of the last games used, which may go at any moment."""

import threading

import pytest

from server.games import table_cache
from server.games.table_cache import Desks
from tests.server.playing import Host, keep_cards, play_on
from tests.server.serving import until


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Desks:
    monkeypatch.setattr(table_cache, "KEPT", 2)
    return Desks()


def names(kept: Desks) -> list[str]:
    return list(kept._desks)


def test_a_game_keeps_its_desk(kept: Desks):
    with kept.at("A") as first, kept.at("A") as second:
        assert first is second
    kept.close()


def test_of_too_many_games_the_one_used_longest_ago_goes(kept: Desks):
    for game in "ABAC":
        with kept.at(game):
            pass
    assert names(kept) == ["A", "C"]
    kept.close()


def test_a_game_that_is_forgotten_is_gone(kept: Desks):
    with kept.at("A"):
        pass
    kept.forget("A")
    kept.forget("NEVER")
    assert len(kept) == 0
    kept.close()


def test_a_game_that_nobody_touches_leaves_memory_and_one_that_is_played_stays():
    kept = Desks(idle=0.5)

    def only_a_is_left() -> bool:
        with kept.at("A"):
            return names(kept) == ["A"]

    with kept.at("B"):
        pass
    assert not only_a_is_left()
    until(only_a_is_left, "the idle game stays")
    until(lambda: not kept, "the last one stays")
    kept.close()


def test_without_a_time_nothing_is_started_that_clears_games(monkeypatch: pytest.MonkeyPatch):
    """A browser's Python cannot start threads."""
    monkeypatch.setattr(threading, "Timer", lambda *_: pytest.fail("a timer was started"))
    kept = Desks(idle=None)
    with kept.at("A"):
        pass
    assert names(kept) == ["A"]
    kept.close()


def test_what_left_memory_goes_on_where_it_was(host: Host):
    people = host.game()
    keep_cards(*people)
    before = [person.view for person in people]
    host.games._desks.forget(people[0].game)
    assert [person.view for person in people] == before
    assert play_on(people, 5) == 5


def test_nobody_waits_for_the_next_look_when_the_server_ends(kept: Desks):
    with kept.at("A"):
        pass
    timer = kept._timer
    assert timer is not None
    kept.close()
    timer.join(20)
    assert not timer.is_alive()
