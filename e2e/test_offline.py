"""Playing while the server is stopped: whole games, a killed browser, two people."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Playwright

from e2e.conftest import PHONE, Server
from e2e.offline_player import OfflinePlayer, record_of
from engine.content.files import load
from engine.game import game_from_json


def test_a_whole_solo_game_is_played_offline(phone: BrowserContext, server: Server) -> None:
    """The replay of the stored log gives the scores that were shown."""
    player = OfflinePlayer(phone.new_page(), "offline")
    player.set_instant_playback()
    player.download_engine()
    server.stop()
    game = player.begin_on_device("Alone")
    player.play()
    replayed = game_from_json(record_of(player.stored(game)), load())
    assert replayed.state.finished
    assert player.totals() == [p.prestige for p in replayed.state.players]


@pytest.mark.long
def test_a_game_goes_on_after_the_browser_was_killed(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], server: Server, tmp_path: Path
) -> None:
    """Every move that was shown as made is stored when the browser is opened again, still offline."""

    def open_browser() -> BrowserContext:
        return playwright.chromium.launch_persistent_context(
            str(tmp_path / "profile"), base_url=server.url, **browser_type_launch_args, **PHONE
        )

    context = open_browser()
    player = OfflinePlayer(context.new_page(), "killed browser")
    player.set_instant_playback()
    player.download_engine()
    server.stop()
    game = player.begin_on_device("Alone")
    for moves in (9, 14):
        player.play(moves=moves)
        revision = player.stored(game)["status"]["revision"]
        kill_browser(tmp_path / "profile")
        context = open_browser()
        player = OfflinePlayer(context.new_page(), f"killed browser {moves}")
        player.page.goto(f"/table/{game}/hall")
        player.page.locator("form.ask").wait_for(timeout=60_000)
        assert player.stored(game)["status"]["revision"] >= revision
    player.play()
    assert game_from_json(record_of(player.stored(game)), load()).state.finished
    context.close()


def kill_browser(profile: Path) -> None:
    """Kill every process that uses this profile."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if f"--user-data-dir={profile}" in command:
            os.kill(int(folder.name), signal.SIGKILL)


@pytest.mark.long
def test_two_people_and_an_ai_play_on_one_phone_offline(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    player = OfflinePlayer(new_phone().new_page(), "two people offline")
    player.set_instant_playback()
    player.download_engine()
    server.stop()
    game = player.begin_on_device("Two and rival", seed="VIOLA 22")
    player.play()
    replayed = game_from_json(record_of(player.stored(game)), load())
    assert replayed.state.finished
    assert [who.player for who in replayed.players] == ["person", "person", "ai"]
    assert player.totals() == [p.prestige for p in replayed.state.players]
