"""The table cache: a copy of the last games used, from which any may be evicted at any moment."""

import threading

import pytest

from server.games import table_cache
from server.games.table_cache import TableCache
from tests.server.people import Host, choose_setups, play_on
from tests.server.server_process import until


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> TableCache:
    monkeypatch.setattr(table_cache, "MAX_TABLES", 2)
    return TableCache()


def names(cache: TableCache) -> list[str]:
    return list(cache._entries)


def test_a_game_keeps_its_cache_entry(cache: TableCache):
    with cache.lock("A") as first, cache.lock("A") as second:
        assert first is second
    cache.close()


def test_a_full_cache_evicts_the_least_recently_used_game(cache: TableCache):
    for game in "ABAC":
        with cache.lock(game):
            pass
    assert names(cache) == ["A", "C"]
    cache.close()


def test_an_evicted_game_is_gone(cache: TableCache):
    with cache.lock("A"):
        pass
    cache.evict("A")
    cache.evict("NEVER")
    assert len(cache) == 0
    cache.close()


def test_an_idle_game_is_evicted_and_a_used_one_stays():
    cache = TableCache(idle_s=0.5)

    def only_a_is_left() -> bool:
        with cache.lock("A"):
            return names(cache) == ["A"]

    with cache.lock("B"):
        pass
    assert not only_a_is_left()
    until(only_a_is_left, "the idle game stays")
    until(lambda: not cache, "the last one stays")
    cache.close()


def test_without_an_idle_time_no_timer_is_started(monkeypatch: pytest.MonkeyPatch):
    """A browser's Python cannot start threads."""
    monkeypatch.setattr(threading, "Timer", lambda *_: pytest.fail("a timer was started"))
    cache = TableCache(idle_s=None)
    with cache.lock("A"):
        pass
    assert names(cache) == ["A"]
    cache.close()


def test_an_evicted_game_is_loaded_again_at_the_same_position(host: Host):
    people = host.new_game()
    choose_setups(*people)
    before = [person.view for person in people]
    host.games.evict(people[0].game)
    assert [person.view for person in people] == before
    assert play_on(people, 5) == 5


def test_closing_the_cache_cancels_its_timer(cache: TableCache):
    with cache.lock("A"):
        pass
    timer = cache._timer
    assert timer is not None
    cache.close()
    timer.join(20)
    assert not timer.is_alive()
