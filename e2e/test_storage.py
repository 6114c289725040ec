"""Stored games: exported to another device, damaged, and in a browser with full or no storage."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Download, Page

from e2e.conftest import Server
from e2e.offline_player import OfflinePlayer, record_of
from engine.content.files import load
from engine.game import game_from_json

Json = dict[str, Any]

COPY_DAMAGED = """([game, damages]) => new Promise((done, failed) => {
  const opening = indexedDB.open("luthier");
  opening.onsuccess = () => {
    const db = opening.result;
    const tx = db.transaction(["games", "entries"], "readwrite");
    const [games, entries] = [tx.objectStore("games"), tx.objectStore("entries")];
    games.get(game).onsuccess = ({ target: { result: row } }) => {
      entries.getAll(IDBKeyRange.bound([game], [game, []])).onsuccess = ({ target: { result: log } }) => {
        for (const [copy, how] of Object.entries(damages)) {
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
"""Stores copies of a game, each damaged in its own way."""

BLOCK_STORAGE = """indexedDB.open = () => { throw new DOMException("not here", "SecurityError"); };"""
STORAGE_FULL = "has no room left"

pytestmark = pytest.mark.long


def read_download(download: Download) -> Json:
    content: Json = json.loads(Path(download.path()).read_text(encoding="utf-8"))
    return content


def import_file(page: Page, name: str, record: Json) -> None:
    """Import a file with this content on the Settings screen."""
    file = {"name": name, "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.get_by_label("Import", exact=True).set_input_files(file)  # type: ignore[arg-type]


def test_exported_games_are_continued_in_another_browser_offline(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """All entries are imported; a broken game is named with its entry, and the others are imported."""
    player, fresh = (OfflinePlayer(new_phone().new_page(), seed) for seed in ("exporting", "importing"))
    for one in (player, fresh):
        one.set_instant_playback()
        one.download_engine()
    server.stop()
    game = player.begin_on_device("Alone")
    player.play_entries(game, 5)
    player.page.goto("/settings")
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Export").tap()
    file = read_download(download.value)
    [record] = file["games"]
    assert record["log"] == player.stored(game)["log"]

    forged = json.loads(json.dumps(record))
    forged["log"][1]["choice"] = {"kind": "plan-location", "location": "nowhere"}
    fresh.page.goto("/settings")
    import_file(fresh.page, "luthier-games.json", {**file, "games": [forged, record]})
    fresh.page.get_by_text("One game came in.").wait_for(timeout=60_000)
    fresh.page.get_by_text("One game does not hold: log entry 2").wait_for()
    fresh.page.goto("/")
    fresh.page.get_by_role("button", name="Continue, on this").tap()
    fresh.page.locator("form.ask").wait_for(timeout=60_000)
    fresh.play(moves=2)
    stored = fresh.stored(fresh.page.url.split("/table/")[1].split("/")[0])
    assert stored["log"][: len(record["log"])] == record["log"]
    assert game_from_json(record_of(stored), load()).revision == stored["status"]["revision"]


def test_damaged_games_do_not_hide_the_others_and_their_remains_can_be_saved(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    player = OfflinePlayer(new_phone().new_page(), "damaged games")
    page = player.page
    player.set_instant_playback()
    player.download_engine()
    server.stop()
    game = player.begin_on_device("Alone")
    player.play_entries(game, 4)
    whole = player.stored(game)["log"]
    damages = {"L-LOST": "lost entry", "L-OTHER": "other entry", "L-NONE": "no entry", "L-HALF": "half a row"}
    page.evaluate(COPY_DAMAGED, [game, damages])
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
        left.append(read_download(download.value)["log"])
    assert sorted(map(len, left)) == [len(whole) - 1, *[len(whole)] * 3]
    damaged.first.get_by_role("button", name="Remove").tap()
    damaged.first.get_by_role("button", name="Remove it for good").tap()
    damaged.nth(3).wait_for(state="detached")
    assert damaged.count() == 3
    page.get_by_role("button", name="Continue, on this").tap()
    page.locator("form.ask").wait_for(timeout=60_000)
    player.play_entries(game, 1)
    assert player.stored(game)["log"][: len(whole)] == whole


def test_a_full_device_is_reported_when_a_game_is_created_and_when_one_is_played(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """A move that cannot be written is not made; with free space again it is."""
    phone = new_phone()
    player = OfflinePlayer(phone.new_page(), "full device")
    player.set_instant_playback()
    player.download_engine()
    game = player.begin_on_device("Alone")
    player.page.close()
    player = OfflinePlayer(phone.new_page(), "full device")
    page, quota = player.page, phone.new_cdp_session(player.page)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1})
    player.open_table(game)
    for _ in range(400):  # the browser checks its quota only now and then
        if page.get_by_text(STORAGE_FULL).count():
            break
        player.answer()
    page.get_by_text(STORAGE_FULL).first.wait_for()
    kept = player.stored(game)
    assert game_from_json(record_of(kept), load()).revision == kept["status"]["revision"]
    page.get_by_role("button", name="Try again").tap()
    page.get_by_text(STORAGE_FULL).first.wait_for()
    other = phone.new_page()
    other.goto("/new")
    other.get_by_role("switch", name="Keep this game on this").wait_for()
    other.get_by_role("button", name="Begin").tap()
    other.get_by_role("alert").get_by_text("Free some room").wait_for(timeout=60_000)
    assert player.stored(game)["log"] == kept["log"]
    quota.send("Storage.overrideQuotaForOrigin", {"origin": server.url})
    player.play_entries(game, 1)
    assert player.stored(game)["log"][: len(kept["log"])] == kept["log"]


def test_a_browser_without_storage_is_reported_and_plays_on_the_server(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    phone = new_phone()
    phone.add_init_script(BLOCK_STORAGE)
    player = OfflinePlayer(phone.new_page(), "no storage")
    player.page.goto("/")
    player.page.get_by_text("This browser keeps nothing here").wait_for()
    player.new_game("Apprentice", "LUTE 4817")
    player.play(moves=1)
