"""The app without its server, which is truly stopped: whole games, the browser killed in the middle, two people."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Playwright

from e2e.away import Away, record_of
from e2e.conftest import PHONE, Server
from engine.content.files import load
from engine.game import game_from_json


def test_a_whole_solo_game_is_played_without_the_server(phone: BrowserContext, server: Server) -> None:
    """The log that the device kept comes to the scores that were shown."""
    away = Away(phone.new_page(), "far thumb")
    away.quicken()
    away.fetch_engine()
    server.stop()
    game = away.begin_here("Alone")
    away.play()
    replayed = game_from_json(record_of(away.kept(game)), load())
    assert replayed.state.finished
    assert away.totals() == [p.prestige for p in replayed.state.players]


@pytest.mark.long
def test_a_game_goes_on_after_the_browser_was_killed(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], server: Server, tmp_path: Path
) -> None:
    """What was shown as done is there when the browser is opened again, still without the server."""

    def open_browser() -> BrowserContext:
        return playwright.chromium.launch_persistent_context(
            str(tmp_path / "profile"), base_url=server.url, **browser_type_launch_args, **PHONE
        )

    context = open_browser()
    away = Away(context.new_page(), "killed thumb")
    away.quicken()
    away.fetch_engine()
    server.stop()
    game = away.begin_here("Alone")
    for moves in (9, 14):
        away.play(moves=moves)
        revision = away.kept(game)["status"]["revision"]
        kill_browser(tmp_path / "profile")
        context = open_browser()
        away = Away(context.new_page(), f"killed thumb {moves}")
        away.page.goto(f"/table/{game}/hall")
        away.page.locator("form.ask").wait_for(timeout=60_000)
        assert away.kept(game)["status"]["revision"] >= revision
    away.play()
    assert game_from_json(record_of(away.kept(game)), load()).state.finished
    context.close()


def kill_browser(profile: Path) -> None:
    """End every process that runs on this profile, without warning."""
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
def test_two_people_and_a_rival_play_on_one_phone_without_the_server(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    away = Away(new_phone().new_page(), "two far thumbs")
    away.quicken()
    away.fetch_engine()
    server.stop()
    game = away.begin_here("Two and rival", seed="VIOLA 22")
    away.play()
    replayed = game_from_json(record_of(away.kept(game)), load())
    assert replayed.state.finished
    assert [who.player for who in replayed.players] == ["person", "person", "ai"]
    assert away.totals() == [p.prestige for p in replayed.state.players]
