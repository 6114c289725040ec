"""A whole solo game, on a phone, through the page."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext

from e2e.conftest import Server
from e2e.player import Player
from engine.content.files import load
from engine.game import game_from_json


def test_a_solo_game_is_played_by_tapping_from_home_to_the_final_scoring(phone: BrowserContext) -> None:
    """The scores shown at the end are those of the engine's replay of the exported log."""
    player = Player(phone.new_page(), "thumb one")
    player.quicken()
    game = player.new_game("Apprentice", "LUTE 4817")
    player.play()
    replayed = game_from_json(player.export(game), load())
    assert replayed.state.finished
    assert player.totals() == [p.prestige for p in replayed.state.players]


def test_a_game_goes_on_after_a_reload_and_a_restart_of_the_server(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Neither the person nor the rival has to do anything about it: the next question is asked."""
    player = Player(new_phone().new_page(), "thumb two")
    player.quicken()
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
