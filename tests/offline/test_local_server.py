"""The server of a browser's games: its answers and writes, and that a failed write changes nothing."""

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from local_server import LocalServer

from engine.content.files import load, read_tables
from engine.game import game_from_json

TABLES = json.dumps(read_tables())
SETTINGS = {"confirm_turns": True, "auto_forced": True}
ALONE = {"seats": [{"player": "person", "name": "Ada"}, {"player": "ai", "level": "apprentice"}]}
SHARED = {"seats": [{"player": "person"}, {"player": "person"}, {"player": "ai", "level": "apprentice"}]}


class Browser:
    """A page with its database, a dict of rows, and what the worker does between both."""

    def __init__(self) -> None:
        self.server = LocalServer(TABLES)
        self.rows: dict[str, dict[str, Any]] = {}
        self.full = False

    def call(self, command: str, **arguments: Any) -> Any:
        game = arguments.get("game", "")
        if game in self.rows and not self.server.is_loaded(game):
            self.server.load(game, json.dumps(self.rows[game]))
        return self._handle(self.server.call(command, json.dumps(arguments)))

    def move_ais(self, game: str) -> None:
        while self._handle(self.server.move_ai(game)):
            pass

    def restart(self) -> None:
        self.server = LocalServer(TABLES)

    def _handle(self, response: str) -> Any:
        parts = json.loads(response)
        if "problem" in parts:
            raise Refused(parts["problem"])
        if self.full and parts["writes"]:
            for write in parts["writes"]:
                self.server.unload(write["game"])
            raise Refused({"code": "storage-full"})
        for write in parts["writes"]:
            self._write(write)
        return parts["answer"]

    def _write(self, write: dict[str, Any]) -> None:
        if write.get("deleted"):
            del self.rows[write["game"]]
            return
        stored = self.rows.setdefault(write["game"], {"entries": [], "reasons": [], "moves": []})
        stored["row"], stored["summary"] = write["row"], write["summary"]
        stored["entries"] += write["entries"]
        stored["reasons"] += write["reasons"]
        stored["moves"] += [write["move"]] if write["move"] else []


class Refused(Exception):
    @property
    def code(self) -> str:
        return str(self.args[0]["code"])


@pytest.fixture
def browser() -> Browser:
    return Browser()


def create(browser: Browser, seats: dict[str, Any] = ALONE) -> str:
    setup = {**seats, "seed": "LUTE 1", "options": {"setup_card": True}, "settings": SETTINGS}
    return str(browser.call("create", setup=setup)["game"])


def submit_first(browser: Browser, game: str, key: str, seat: int = 0) -> Any:
    frame = browser.call("view", game=game, viewer=seat)
    choice = frame["view"]["prompt"]["choices"][0]["choice"]
    return browser.call(
        "submit", game=game, body={"seat": seat, "revision": frame["revision"], "key": key, "choices": [choice]}
    )


def play_on(browser: Browser, game: str, moves: int) -> None:
    """Make so many moves, always the person's first choice, with the AI moves between them."""
    for number in range(moves):
        browser.move_ais(game)
        view = browser.call("view", game=game, viewer=0)["view"]
        if view["phase"] == "finished":
            return
        submit_first(browser, game, f"{view['revision']}-{number}")


def test_a_whole_game_can_be_replayed_from_its_writes(browser: Browser) -> None:
    game = create(browser)
    assert game.startswith("L-")
    play_on(browser, game, 2000)
    stored = browser.rows[game]
    assert stored["row"]["status"]["finished"]
    assert stored["summary"]["phase"] == "finished"
    record = browser.call("export", game=game)
    assert record["log"] == stored["entries"]
    assert game_from_json(record, load()).state.finished


def test_after_a_restart_of_the_worker_a_game_is_at_the_same_position(browser: Browser) -> None:
    game = create(browser)
    play_on(browser, game, 12)
    before = browser.call("view", game=game)
    browser.restart()
    assert browser.call("view", game=game) == before
    play_on(browser, game, 3)
    assert browser.call("view", game=game)["revision"] > before["revision"]


def test_a_move_that_cannot_be_written_to_the_database_is_not_made(browser: Browser) -> None:
    game = create(browser)
    before = browser.call("view", game=game)
    browser.full = True
    with pytest.raises(Refused) as raised:
        submit_first(browser, game, "a")
    assert raised.value.code == "storage-full"
    browser.full = False
    assert browser.call("view", game=game) == before
    submit_first(browser, game, "a")
    assert browser.call("view", game=game)["revision"] > before["revision"]


def test_a_repeated_key_has_one_effect_also_after_a_restart(browser: Browser) -> None:
    game = create(browser)
    frame = browser.call("view", game=game)
    choice = frame["view"]["prompt"]["choices"][0]["choice"]
    body = {"seat": 0, "revision": frame["revision"], "key": "once", "choices": [choice]}
    first = browser.call("submit", game=game, body=body)
    browser.restart()
    assert browser.call("submit", game=game, body=body) == first
    assert browser.call("view", game=game)["revision"] == first["revision"]


def test_undo_and_redo_survive_a_restart(browser: Browser) -> None:
    game = create(browser)
    play_on(browser, game, 10)
    browser.move_ais(game)
    while (frame := browser.call("view", game=game, viewer=0))["view"]["undo"]["to"] is None:
        submit_first(browser, game, f"k{frame['revision']}")
        browser.move_ais(game)
    browser.restart()
    back = browser.call("undo", game=game, body={"seat": 0, "revision": frame["revision"], "key": "back"})
    browser.restart()
    forth = browser.call("redo", game=game, body={"seat": 0, "revision": back["revision"], "key": "forth"})
    shown = forth["frames"][-1]["view"]
    assert {**shown, "revision": 0, "undo": 0, "redo": 0} == {**frame["view"], "revision": 0, "undo": 0, "redo": 0}


def test_problems_have_the_servers_codes(browser: Browser) -> None:
    game = create(browser)
    for body, code in [
        ({"seat": 0, "revision": 99, "key": "a", "choices": []}, "stale"),
        ({"seat": 0, "revision": 0, "key": "b", "choices": [{"kind": "done"}]}, "not-offered"),
        ({"seat": 0, "revision": 0, "key": "c", "choices": [{"kind": "no-such"}]}, "malformed"),
        ({"seat": 1, "revision": 0, "key": "d", "choices": []}, "foreign-seat"),
    ]:
        with pytest.raises(Refused) as raised:
            browser.call("submit", game=game, body=body)
        assert raised.value.code == code
    with pytest.raises(Refused) as raised:
        browser.call("view", game="L-NOBODY")
    assert raised.value.code == "unknown-game"


def test_on_a_shared_device_each_viewer_sees_only_its_own_secrets(browser: Browser) -> None:
    game = create(browser, SHARED)
    own, other = (browser.call("view", game=game, viewer=seat)["view"] for seat in (0, 1))
    open_to_all = browser.call("view", game=game, viewer=None)["view"]
    assert own["prompt"] != other["prompt"]
    assert open_to_all["you"] is None
    assert open_to_all["prompt"] is None


def test_a_game_is_exported_imported_and_deleted(browser: Browser) -> None:
    game = create(browser)
    play_on(browser, game, 8)
    record = browser.call("export", game=game)
    other = browser.call("import", record=record)["game"]
    assert browser.call("export", game=other) == record
    browser.call("delete", game=game)
    assert list(browser.rows) == [other]


def test_an_ai_plays_a_persons_seat_and_gives_it_back(browser: Browser) -> None:
    game = create(browser, SHARED)
    browser.call("reseat", game=game, seat=1, to={"player": "ai", "level": "apprentice", "key": "a"})
    assert [seat["player"] for seat in browser.call("seats", game=game)["seats"]] == ["person", "ai", "ai"]
    browser.restart()
    browser.call("reseat", game=game, seat=1, to={"player": "person", "key": "b"})
    assert browser.call("seats", game=game)["seats"][1]["player"] == "person"


def test_a_log_with_an_illegal_entry_is_a_broken_record_that_names_it(browser: Browser) -> None:
    game = create(browser)
    play_on(browser, game, 6)
    browser.rows[game]["entries"][2]["choice"] = {"kind": "leave"}
    browser.restart()
    with pytest.raises(Refused) as raised:
        browser.call("view", game=game)
    assert raised.value.code == "broken-record"
    assert "entry 3" in raised.value.args[0]["detail"]


def test_a_stored_game_of_format_1_is_refused_with_the_reason(browser: Browser) -> None:
    game = create(browser)
    browser.rows[game]["row"]["header"]["format"] = 1
    browser.restart()
    for command, body in (("view", {}), ("export", {}), ("undo", {"body": {"seat": 0, "revision": 0, "key": "a"}})):
        with pytest.raises(Refused) as raised:
            browser.call(command, game=game, **body)
        assert raised.value.code == "broken-record"
        assert "format 1 was written before the first release" in raised.value.args[0]["detail"]


def test_an_unknown_command_is_refused(browser: Browser) -> None:
    with pytest.raises(Refused) as raised:
        browser.call("launch")
    assert raised.value.code == "not-found"


def test_the_summary_of_a_game_is_its_public_view(browser: Browser) -> None:
    game = create(browser)
    play_on(browser, game, 20)
    browser.move_ais(game)
    summary, view = browser.rows[game]["summary"], browser.call("view", game=game, viewer=None)["view"]
    assert {name: view[name] for name in ("round", "phase", "clock", "active_worker", "winners")} == {
        name: summary[name] for name in summary if name != "seats"
    }
    assert [seat["prestige"] for seat in summary["seats"]] == [seat["prestige"] for seat in view["seats"]]


def test_the_shipped_modules_need_nothing_but_the_standard_library() -> None:
    """The modules of the server in the archive import only the engine, the automa and each other."""
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
