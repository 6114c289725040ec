"""The host of a browser's games: what it answers and writes away, and that nothing is done that was not written."""

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from desk import Desk

from engine.content.files import load, read_tables
from engine.game import game_from_json

TABLES = json.dumps(read_tables())
SETTINGS = {"confirm_turns": True, "auto_forced": True}
ALONE = {"seats": [{"player": "person", "name": "Ada"}, {"player": "ai", "level": "apprentice"}]}
SHARED = {"seats": [{"player": "person"}, {"player": "person"}, {"player": "ai", "level": "apprentice"}]}


class Browser:
    """A page with its database, a plain table of rows, and the worker's loop between both."""

    def __init__(self) -> None:
        self.desk = Desk(TABLES)
        self.rows: dict[str, dict[str, Any]] = {}
        self.full = False

    def ask(self, what: str, **told: Any) -> Any:
        game = told.get("game", "")
        if game in self.rows and not self.desk.has(game):
            self.desk.put(game, json.dumps(self.rows[game]))
        return self._take(self.desk.ask(what, json.dumps(told)))

    def move_ais(self, game: str) -> None:
        while self._take(self.desk.move_ai(game)):
            pass

    def restart(self) -> None:
        self.desk = Desk(TABLES)

    def _take(self, text: str) -> Any:
        told = json.loads(text)
        if "problem" in told:
            raise Refusal(told["problem"])
        if self.full and told["writes"]:
            for write in told["writes"]:
                self.desk.forget(write["game"])
            raise Refusal({"code": "storage-full"})
        for write in told["writes"]:
            self._write(write)
        return told["answer"]

    def _write(self, write: dict[str, Any]) -> None:
        if write.get("deleted"):
            del self.rows[write["game"]]
            return
        kept = self.rows.setdefault(write["game"], {"entries": [], "reasons": [], "moves": []})
        kept["row"], kept["summary"] = write["row"], write["summary"]
        kept["entries"] += write["entries"]
        kept["reasons"] += write["reasons"]
        kept["moves"] += [write["move"]] if write["move"] else []


class Refusal(Exception):
    @property
    def code(self) -> str:
        return str(self.args[0]["code"])


@pytest.fixture
def browser() -> Browser:
    return Browser()


def begin(browser: Browser, seats: dict[str, Any] = ALONE) -> str:
    setup = {**seats, "seed": "LUTE 1", "options": {"setup_card": True}, "settings": SETTINGS}
    return str(browser.ask("create", setup=setup)["game"])


def press_first(browser: Browser, game: str, key: str, seat: int = 0) -> Any:
    frame = browser.ask("view", game=game, viewer=seat)
    choice = frame["view"]["prompt"]["choices"][0]["choice"]
    return browser.ask(
        "submit", game=game, body={"seat": seat, "revision": frame["revision"], "key": key, "choices": [choice]}
    )


def play_on(browser: Browser, game: str, moves: int) -> None:
    """So many moves of the person's first choice each time, with the rivals' moves between."""
    for number in range(moves):
        browser.move_ais(game)
        view = browser.ask("view", game=game, viewer=0)["view"]
        if view["phase"] == "finished":
            return
        press_first(browser, game, f"{view['revision']}-{number}")


def test_a_whole_game_is_played_and_what_was_written_away_tells_it(browser: Browser) -> None:
    game = begin(browser)
    assert game.startswith("L-")
    play_on(browser, game, 2000)
    kept = browser.rows[game]
    assert kept["row"]["status"]["finished"]
    assert kept["summary"]["phase"] == "finished"
    record = browser.ask("export", game=game)
    assert record["log"] == kept["entries"]
    assert game_from_json(record, load()).state.finished


def test_a_game_goes_on_where_it_was_after_the_worker_was_stopped(browser: Browser) -> None:
    game = begin(browser)
    play_on(browser, game, 12)
    before = browser.ask("view", game=game)
    browser.restart()
    assert browser.ask("view", game=game) == before
    play_on(browser, game, 3)
    assert browser.ask("view", game=game)["revision"] > before["revision"]


def test_what_could_not_be_written_away_was_not_done(browser: Browser) -> None:
    game = begin(browser)
    before = browser.ask("view", game=game)
    browser.full = True
    with pytest.raises(Refusal) as refusal:
        press_first(browser, game, "a")
    assert refusal.value.code == "storage-full"
    browser.full = False
    assert browser.ask("view", game=game) == before
    press_first(browser, game, "a")
    assert browser.ask("view", game=game)["revision"] > before["revision"]


def test_a_repeated_key_has_one_effect_also_after_the_worker_was_stopped(browser: Browser) -> None:
    game = begin(browser)
    frame = browser.ask("view", game=game)
    choice = frame["view"]["prompt"]["choices"][0]["choice"]
    body = {"seat": 0, "revision": frame["revision"], "key": "once", "choices": [choice]}
    first = browser.ask("submit", game=game, body=body)
    browser.restart()
    assert browser.ask("submit", game=game, body=body) == first
    assert browser.ask("view", game=game)["revision"] == first["revision"]


def test_undo_redo_and_the_way_back_survive_the_workers_end(browser: Browser) -> None:
    game = begin(browser)
    play_on(browser, game, 10)
    browser.move_ais(game)
    while (frame := browser.ask("view", game=game, viewer=0))["view"]["undo"]["to"] is None:
        press_first(browser, game, f"k{frame['revision']}")
        browser.move_ais(game)
    browser.restart()
    back = browser.ask("undo", game=game, body={"seat": 0, "revision": frame["revision"], "key": "back"})
    browser.restart()
    forth = browser.ask("redo", game=game, body={"seat": 0, "revision": back["revision"], "key": "forth"})
    shown = forth["frames"][-1]["view"]
    assert {**shown, "revision": 0, "undo": 0, "redo": 0} == {**frame["view"], "revision": 0, "undo": 0, "redo": 0}


def test_refusals_have_the_servers_codes(browser: Browser) -> None:
    game = begin(browser)
    for told, code in [
        ({"seat": 0, "revision": 99, "key": "a", "choices": []}, "stale"),
        ({"seat": 0, "revision": 0, "key": "b", "choices": [{"kind": "done"}]}, "not-offered"),
        ({"seat": 0, "revision": 0, "key": "c", "choices": [{"kind": "no-such"}]}, "malformed"),
        ({"seat": 1, "revision": 0, "key": "d", "choices": []}, "foreign-seat"),
    ]:
        with pytest.raises(Refusal) as refusal:
            browser.ask("submit", game=game, body=told)
        assert refusal.value.code == code
    with pytest.raises(Refusal) as refusal:
        browser.ask("view", game="L-NOBODY")
    assert refusal.value.code == "unknown-game"


def test_on_a_shared_device_each_is_told_only_the_own_secrets(browser: Browser) -> None:
    game = begin(browser, SHARED)
    own, other = (browser.ask("view", game=game, viewer=seat)["view"] for seat in (0, 1))
    open_to_all = browser.ask("view", game=game, viewer=None)["view"]
    assert own["prompt"] != other["prompt"]
    assert open_to_all["you"] is None
    assert open_to_all["prompt"] is None


def test_a_game_is_exported_brought_in_again_and_deleted(browser: Browser) -> None:
    game = begin(browser)
    play_on(browser, game, 8)
    record = browser.ask("export", game=game)
    other = browser.ask("import", record=record)["game"]
    assert browser.ask("export", game=other) == record
    browser.ask("remove", game=game)
    assert list(browser.rows) == [other]


def test_a_rival_takes_the_seat_over_and_gives_it_back(browser: Browser) -> None:
    game = begin(browser, SHARED)
    browser.ask("reseat", game=game, seat=1, to={"player": "ai", "level": "apprentice", "key": "a"})
    assert [seat["player"] for seat in browser.ask("who", game=game)["seats"]] == ["person", "ai", "ai"]
    browser.restart()
    browser.ask("reseat", game=game, seat=1, to={"player": "person", "key": "b"})
    assert browser.ask("who", game=game)["seats"][1]["player"] == "person"


def test_a_log_that_cannot_be_played_is_told_as_broken_with_the_entry(browser: Browser) -> None:
    game = begin(browser)
    play_on(browser, game, 6)
    browser.rows[game]["entries"][2]["choice"] = {"kind": "leave"}
    browser.restart()
    with pytest.raises(Refusal) as refusal:
        browser.ask("view", game=game)
    assert refusal.value.code == "broken-record"
    assert "entry 3" in refusal.value.args[0]["detail"]


def test_what_a_list_tells_of_a_game_is_what_lies_open(browser: Browser) -> None:
    game = begin(browser)
    play_on(browser, game, 20)
    browser.move_ais(game)
    told, view = browser.rows[game]["summary"], browser.ask("view", game=game, viewer=None)["view"]
    assert {name: view[name] for name in ("round", "phase", "clock", "active_worker", "winners")} == {
        name: told[name] for name in told if name != "seats"
    }
    assert [seat["prestige"] for seat in told["seats"]] == [seat["prestige"] for seat in view["seats"]]


def test_what_the_desk_ships_needs_nothing_but_the_standard_library() -> None:
    """The modules of the server that go into the archive import the engine, the automa and each other alone."""
    root = Path(__file__).resolve().parents[2]
    for path in sorted((root / "server" / "games").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                first = name.partition(".")[0]
                allowed = first in ("engine", "automa") or first in sys.stdlib_module_names
                assert allowed or name.startswith("server.games"), f"{path.name}: {name}"
