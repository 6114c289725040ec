"""What a device keeps: carried to another one in a file, damaged, and where a browser has no room or keeps nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Download, Page

from e2e.away import Away, record_of
from e2e.conftest import Server
from engine.content.files import load
from engine.game import game_from_json

Json = dict[str, Any]

COPY_AND_SPOIL = """([game, spoils]) => new Promise((done, failed) => {
  const opening = indexedDB.open("luthier");
  opening.onsuccess = () => {
    const db = opening.result;
    const tx = db.transaction(["games", "entries"], "readwrite");
    const [games, entries] = [tx.objectStore("games"), tx.objectStore("entries")];
    games.get(game).onsuccess = ({ target: { result: row } }) => {
      entries.getAll(IDBKeyRange.bound([game], [game, []])).onsuccess = ({ target: { result: log } }) => {
        for (const [copy, how] of Object.entries(spoils)) {
          const other = { ...structuredClone(row), game: copy };
          const kept = structuredClone(log);
          if (how === "lost entry") delete kept[1];
          if (how === "other entry") kept[1] = { ...kept[1], choice: { kind: "plan-location", location: "nowhere" } };
          if (how === "no entry") kept[1] = "nothing";
          if (how === "half a row") for (const part of ["header", "summary", "seating", "status"]) delete other[part];
          games.put(other);
          kept.forEach((entry, i) => entries.put(entry, [copy, i + 1]));
        }
      };
    };
    tx.oncomplete = () => { db.close(); done(); };
    tx.onabort = () => failed(tx.error);
  };
})"""
"""Puts copies of a game beside it, each spoilt in its own way."""

BLOCKED = """indexedDB.open = () => { throw new DOMException("not here", "SecurityError"); };"""
NO_ROOM = "has no room left"

pytestmark = pytest.mark.long


def saved(download: Download) -> Json:
    told: Json = json.loads(Path(download.path()).read_text(encoding="utf-8"))
    return told


def bring_in(page: Page, name: str, record: Json) -> None:
    """Choose a file with this in it, where the settings take games in."""
    file = {"name": name, "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.get_by_label("Import", exact=True).set_input_files(file)  # type: ignore[arg-type]


def test_games_saved_to_a_file_go_on_in_a_fresh_browser_without_the_server(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Every step is there; what is broken in the file is told with the step, and the other games come in."""
    away, fresh = (Away(new_phone().new_page(), thumb) for thumb in ("old thumb", "new thumb"))
    for one in (away, fresh):
        one.quicken()
        one.fetch_engine()
    server.stop()
    game = away.begin_here("Alone")
    away.play_on(game, 5)
    away.page.goto("/settings")
    with away.page.expect_download() as download:
        away.page.get_by_role("button", name="Export").tap()
    file = saved(download.value)
    [record] = file["games"]
    assert record["log"] == away.kept(game)["log"]

    forged = json.loads(json.dumps(record))
    forged["log"][1]["choice"] = {"kind": "plan-location", "location": "nowhere"}
    fresh.page.goto("/settings")
    bring_in(fresh.page, "luthier-games.json", {**file, "games": [forged, record]})
    fresh.page.get_by_text("One game came in.").wait_for(timeout=60_000)
    fresh.page.get_by_text("One game does not hold: log entry 2").wait_for()
    fresh.page.goto("/")
    fresh.page.get_by_role("button", name="Continue, on this").tap()
    fresh.page.locator("form.ask").wait_for(timeout=60_000)
    fresh.play(moves=2)
    there = fresh.kept(fresh.page.url.split("/table/")[1].split("/")[0])
    assert there["log"][: len(record["log"])] == record["log"]
    assert game_from_json(record_of(there), load()).revision == there["status"]["revision"]


def test_damaged_games_leave_the_others_in_the_list_and_what_is_left_of_them_can_be_saved(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    away = Away(new_phone().new_page(), "unlucky thumb")
    page = away.page
    away.quicken()
    away.fetch_engine()
    server.stop()
    game = away.begin_here("Alone")
    away.play_on(game, 4)
    whole = away.kept(game)["log"]
    spoils = {"L-LOST": "lost entry", "L-OTHER": "other entry", "L-NONE": "no entry", "L-HALF": "half a row"}
    page.evaluate(COPY_AND_SPOIL, [game, spoils])
    for spoilt in ("L-OTHER", "L-NONE"):
        page.goto(f"/table/{spoilt}/hall")
        page.get_by_text("Its log cannot be read whole").wait_for(timeout=60_000)
    page.goto("/")
    damaged = page.locator(".odd", has_text="cannot be read whole")
    damaged.nth(3).wait_for()
    assert damaged.count() == 4
    left = []
    for one in damaged.all():
        with page.expect_download() as download:
            one.get_by_role("button", name="Save what is left").tap()
        left.append(saved(download.value)["log"])
    assert sorted(map(len, left)) == [len(whole) - 1, *[len(whole)] * 3]
    damaged.first.get_by_role("button", name="Remove").tap()
    damaged.first.get_by_role("button", name="Remove it for good").tap()
    damaged.nth(3).wait_for(state="detached")
    assert damaged.count() == 3
    page.get_by_role("button", name="Continue, on this").tap()
    page.locator("form.ask").wait_for(timeout=60_000)
    away.play_on(game, 1)
    assert away.kept(game)["log"][: len(whole)] == whole


def test_a_full_device_says_so_where_a_game_begins_and_where_one_is_played(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """What could not be written is not done; with room again it is."""
    phone = new_phone()
    away = Away(phone.new_page(), "full thumb")
    away.quicken()
    away.fetch_engine()
    game = away.begin_here("Alone")
    away.page.close()
    away = Away(phone.new_page(), "full thumb")
    page, quota = away.page, phone.new_cdp_session(away.page)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1})
    away.open(game)
    for _ in range(400):  # the browser looks at its room now and then only
        if page.get_by_text(NO_ROOM).count():
            break
        away.answer()
    page.get_by_text(NO_ROOM).first.wait_for()
    kept = away.kept(game)
    assert game_from_json(record_of(kept), load()).revision == kept["status"]["revision"]
    page.get_by_role("button", name="Try again").tap()
    page.get_by_text(NO_ROOM).first.wait_for()
    other = phone.new_page()
    other.goto("/new")
    other.get_by_role("switch", name="Keep this game on this").wait_for()
    other.get_by_role("button", name="Begin").tap()
    other.get_by_role("alert").get_by_text("Free some room").wait_for(timeout=60_000)
    assert away.kept(game)["log"] == kept["log"]
    quota.send("Storage.overrideQuotaForOrigin", {"origin": server.url})
    away.play_on(game, 1)
    assert away.kept(game)["log"][: len(kept["log"])] == kept["log"]


def test_a_browser_that_keeps_nothing_says_so_and_plays_at_the_server(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    phone = new_phone()
    phone.add_init_script(BLOCKED)
    away = Away(phone.new_page(), "private thumb")
    away.page.goto("/")
    away.page.get_by_text("This browser keeps nothing here").wait_for()
    away.new_game("Apprentice", "LUTE 4817")
    away.play(moves=1)
