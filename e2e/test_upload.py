"""Games move between a device and the server: each entry once and the same at both ends, and none is overwritten."""

import json
import sqlite3
import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from automa import AUTOMA_VERSION, choose
from automa.orchestra_setup import draw
from automa.search.determinization import sampler_for
from automa.table import Table
from e2e.conftest import PHONE, Server
from e2e.offline_player import SERVER_GAME, OfflinePlayer, game_code, record_of
from engine.content.files import load
from engine.game import Game, SeatHeader, game_from_json, header_for
from engine.loop import legal_choices
from tests.server.proxy import Proxy

Json = dict[str, Any]

CONTENT = load()
SEED = "LUTE 4817"
UPLOAD = "**/api/games/upload"

pytestmark = pytest.mark.long


def hashes(record: Json) -> list[str]:
    """The hash of the state after each entry of a log, by the server's engine."""
    played = game_from_json({"header": record["header"], "log": []}, CONTENT)
    assert isinstance(played, Game)
    found = [played.hash()]
    for entry in game_from_json(record_of(record), CONTENT).entries:
        played.append(entry)
        found.append(played.hash())
    return found


def count_games(server: Server) -> int:
    with sqlite3.connect(f"file:{server.data / 'games.db'}?mode=ro", uri=True) as db:
        (count,) = db.execute("select count(*) from games").fetchone()
        return int(count)


def starts_with(record: Json, other: Json) -> bool:
    return bool(record["log"][: len(other["log"])] == other["log"])


def check_ai_note(player: OfflinePlayer, note: str) -> None:
    """Read what the list of seats says about the AIs of an uploaded game."""
    page = player.page
    player.open_menu("Who sits")
    page.get_by_text("Played without a network").wait_for()
    page.get_by_text(note).wait_for(timeout=60_000)
    page.keyboard.press("Escape")


def test_a_game_created_offline_is_uploaded_and_continued_on_another_device(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Each state has the same hash at both ends; the server says that it was played offline, and checks its AIs."""
    player = OfflinePlayer(new_phone().new_page(), "upload")
    player.set_instant_playback()
    player.download_engine()
    server.stop()
    here = player.begin_on_device("Alone")
    player.play_entries(here, 6)
    player.start_upload()
    player.page.get_by_text("The server does not answer. The game is kept here").wait_for(timeout=60_000)
    server.start()
    player.page.get_by_role("button", name="Try again").tap()
    there = player.wait_for_server_game()
    kept, record = player.stored(here), player.export(there)
    assert hashes(kept) == hashes(record)[: len(kept["log"]) + 1]
    check_ai_note(player, "Its rivals chose as they would have here")

    link = player.page.request.post(f"/api/games/{there}/links", data={"seat": 0}).json()
    other = OfflinePlayer(new_phone().new_page(), "other device")
    other.set_instant_playback()
    other.page.goto(f"/seat/{there}#{link['token']}")
    other.page.locator("form.ask").wait_for()
    other.play_until(lambda: len(other.export(there)["log"]) > len(record["log"]))


def whole_game() -> Json:
    """A finished game, in which an apprentice chose for the person."""
    seats = (SeatHeader("azure", "person", "Ada", None), SeatHeader("gules", "ai", "", "journeyman"))
    neutral = draw(SEED, CONTENT)
    table = Table.begin(header_for(CONTENT, SEED, seats, automa=AUTOMA_VERSION, neutral=neutral), CONTENT)
    while not table.finished:
        if move := table.next_ai_move():
            table.apply_ai_move(move)
            continue
        sampler = sampler_for(table.game.state, 0, SEED, table.game.choice_count)
        choice, _ = choose(table.view(0), legal_choices(table.game.state, 0), sampler, "apprentice")
        table.submit(0, [choice])
    return table.to_json()


def test_a_whole_game_has_the_same_hash_on_the_device_and_on_the_server_and_is_verified_there(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """A finished game is imported from a file on the device, then uploaded to the server."""
    player, record = OfflinePlayer(new_phone().new_page(), "whole game"), whole_game()
    page = player.page
    player.download_engine()
    page.goto("/settings")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.get_by_label("Import", exact=True).set_input_files(file)  # type: ignore[arg-type]
    page.wait_for_url("**/table/L-**", timeout=60_000)
    page.get_by_role("button", name="Hall").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Take this game to the server").tap()
    with page.expect_request(UPLOAD) as sent:
        page.get_by_role("button", name="Take it to the server").tap()
    assert json.loads(sent.value.post_data or "")["record"]["hash"] == record["hash"]
    page.wait_for_url(SERVER_GAME, timeout=60_000)
    page.get_by_role("button", name="Hall").tap()
    there = player.export(game_code(page))
    assert (there["hash"], there["log"]) == (record["hash"], record["log"])
    assert hashes(there)[-1] == record["hash"]
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Who sits").tap()
    page.get_by_text("Its rivals chose as they would have here").wait_for(timeout=60_000)


def test_a_game_of_the_server_is_copied_to_the_device_continued_offline_and_uploaded(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """The upload continues the same game of the server, with all offline moves."""
    player = OfflinePlayer(new_phone().new_page(), "copy")
    player.set_instant_playback()
    player.download_engine()
    there = player.begin_on_server()
    player.play(moves=3)
    here = player.copy_to_device()
    server.stop()
    player.play_entries(here, 5)
    server.start()
    player.start_upload()
    assert player.wait_for_server_game() == there
    kept, record = player.stored(here), player.export(there)
    assert hashes(kept) == hashes(record)[: len(kept["log"]) + 1]
    check_ai_note(player, "Its rivals chose as they would have here")
    player.play(moves=1)
    assert count_games(server) == 1


@pytest.mark.parametrize("answer", ["This phone’s", "The server’s"])
def test_when_a_game_was_continued_at_both_ends_the_person_keeps_one_and_the_other_stays_as_a_copy(
    new_phone: Callable[..., BrowserContext], server: Server, answer: str
) -> None:
    phone = new_phone()
    player, second = OfflinePlayer(phone.new_page(), "conflict"), OfflinePlayer(phone.new_page(), "second tab")
    player.set_instant_playback()
    player.download_engine()
    there = player.begin_on_server()
    here = player.copy_to_device()
    player.play_entries(here, 1)
    ours = player.stored(here)
    second.open_table(there)
    second.play_until(lambda: not starts_with(ours, second.export(there)))
    theirs = second.export(there)

    player.start_upload()
    player.page.get_by_text("The game went on at the server, too").wait_for(timeout=60_000)
    player.page.get_by_text(answer, exact=True).tap()
    chosen = player.wait_for_server_game()
    assert starts_with(player.stored(here), ours)
    assert starts_with(player.export(there), theirs)
    if answer == "The server’s":
        assert (chosen, count_games(server)) == (there, 1)
        player.page.goto("/")
        player.page.get_by_role("button", name=", a copy").wait_for()
    else:
        assert (chosen == there, count_games(server)) == (False, 2)
        assert starts_with(player.export(chosen), ours)


def test_an_upload_whose_answer_is_lost_is_sent_again_and_has_one_effect(
    new_context: Callable[..., BrowserContext], server: Server
) -> None:
    """The device learns that the server has the game, even after a reload of the page."""
    with Proxy(server.port) as proxy:
        player = OfflinePlayer(
            new_context(base_url=f"http://127.0.0.1:{proxy.port}", **PHONE).new_page(), "lost answer"
        )
        player.set_instant_playback()
        player.download_engine()
        here = player.begin_on_device("Alone")
        player.play_entries(here, 3)
        proxy.drop("answers")
        player.start_upload()
        deadline = time.monotonic() + 60
        while not count_games(server) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert count_games(server) == 1
        proxy.refuse()
        player.page.get_by_text("The server does not answer. The game is kept here").wait_for(timeout=60_000)
        proxy.restore()
        player.open_table(here)
        player.play_entries(here, 1)
        player.start_upload()
        there = player.wait_for_server_game()
        kept, record = player.stored(here), player.export(there)
        assert hashes(kept) == hashes(record)[: len(kept["log"]) + 1]
        assert count_games(server) == 1


def test_forged_and_truncated_logs_are_refused_and_other_ai_choices_are_marked(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Forged: a choice, then the end of the log, then an AI's choice for another legal one."""
    player = OfflinePlayer(new_phone().new_page(), "forged logs")
    player.set_instant_playback()
    player.download_engine()
    here = player.begin_on_device("Alone")
    player.play_entries(here, 4)
    record = Table.from_record(record_of(player.stored(here)), CONTENT).to_json()
    page = player.page

    at = next(n for n, entry in reversed(list(enumerate(record["log"]))) if "choice" in entry)
    forged = deepcopy(record)
    forged["log"][at]["choice"] = {"kind": "plan-location", "location": "nowhere"}
    replace_upload(page, forged)
    player.start_upload()
    page.get_by_text(f"entry {at + 1}").wait_for(timeout=60_000)
    for words, lost in (
        ("has another hash than the record tells", {"log": record["log"][:-2]}),
        ("the hash of its end is missing", {"hash": None}),
    ):
        replace_upload(page, {part: value for part, value in {**record, **lost}.items() if value is not None})
        page.get_by_role("button", name="Try again").tap()
        page.get_by_text(words).wait_for(timeout=60_000)
    assert count_games(server) == 0

    replace_upload(page, with_other_ai_choice(record))
    page.get_by_role("button", name="Try again").tap()
    player.wait_for_server_game()
    check_ai_note(player, "Rival not verified")


def replace_upload(page: Page, record: Json) -> None:
    """Replace the record in every later upload."""

    def change(route: Route) -> None:
        body = json.loads(route.request.post_data or "")
        route.continue_(post_data=json.dumps({**body, "record": record}))

    page.unroute_all()
    page.route(UPLOAD, change)


def with_other_ai_choice(record: Json) -> Json:
    """A log that ends with an AI's choice, replaced by another legal one."""
    table = Table(Game(Table.from_record(record, CONTENT).game.header, CONTENT), "")
    while not (move := table.next_ai_move()) or len(legal_choices(table.game.state, move.seat)) < 2:
        if move:
            table.apply_ai_move(move)
        else:
            seat = table.clock()[0]
            table.submit(seat, [legal_choices(table.game.state, seat)[0]])
    table.submit(move.seat, [next(c for c in legal_choices(table.game.state, move.seat) if c != move.choice)])
    return table.to_json()
