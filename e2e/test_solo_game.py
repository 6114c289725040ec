"""A whole solo game on a phone."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext

from e2e.conftest import Server
from e2e.page_player import PagePlayer
from engine.content.files import load
from engine.game import game_from_json


def test_a_solo_game_is_played_from_home_to_the_final_scoring(phone: BrowserContext) -> None:
    """The replay of the exported log gives the scores that are shown."""
    player = PagePlayer(phone.new_page(), "solo")
    player.set_instant_playback()
    game = player.new_game("Apprentice", "LUTE 4817")
    player.play()
    replayed = game_from_json(player.export(game), load())
    assert replayed.state.finished
    assert player.totals() == [p.prestige for p in replayed.state.players]


def test_a_game_goes_on_after_a_reload_and_a_restart_of_the_server(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """The next question is asked without any action of the person."""
    player = PagePlayer(new_phone().new_page(), "restart")
    player.set_instant_playback()
    game = player.new_game("Journeyman", "VIOLA 22")
    player.play(moves=12)
    before = len(player.export(game)["log"])
    player.page.reload()
    player.play(moves=6)
    server.kill()
    server.start()
    player.page.reload()
    player.play(moves=12)
    record = player.export(game)
    assert len(record["log"]) > before
    game_from_json(record, load())
