"""Games go between a device and the server: every step the same at both ends, once, and never one over the other."""

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
from e2e.away import THERE, Away, game_at, record_of
from e2e.conftest import PHONE, Server
from engine.content.files import load
from engine.game import Game, SeatHeader, game_from_json, header_for
from engine.loop import legal_choices
from tests.server.proxy import Proxy

Json = dict[str, Any]

CONTENT = load()
SEED = "LUTE 4817"
NEW = "**/api/games/upload"

pytestmark = pytest.mark.long


def hashes(record: Json) -> list[str]:
    """The hash of the state after each step of a log, by the server's engine."""
    played = game_from_json({"header": record["header"], "log": []}, CONTENT)
    assert isinstance(played, Game)
    told = [played.hash()]
    for entry in game_from_json(record_of(record), CONTENT).entries:
        played.append(entry)
        told.append(played.hash())
    return told


def games_at(server: Server) -> int:
    with sqlite3.connect(f"file:{server.data / 'games.db'}?mode=ro", uri=True) as db:
        (count,) = db.execute("select count(*) from games").fetchone()
        return int(count)


def begins(log: Json, with_: Json) -> bool:
    return bool(log["log"][: len(with_["log"])] == with_["log"])


def tells_of_its_rivals(away: Away, line: str) -> None:
    page = away.page
    away.menu("Who sits")
    page.get_by_text("Played without a network").wait_for()
    page.get_by_text(line).wait_for(timeout=60_000)
    page.keyboard.press("Escape")


def test_a_game_begun_without_the_server_goes_home_and_goes_on_from_another_device(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Every step has the same hash at both ends; the server tells that it was offline, and looks at its rivals."""
    away = Away(new_phone().new_page(), "homing thumb")
    away.quicken()
    away.fetch_engine()
    server.stop()
    here = away.begin_here("Alone")
    away.play_on(here, 6)
    away.send_home()
    away.page.get_by_text("The server does not answer. The game is kept here").wait_for(timeout=60_000)
    server.start()
    away.page.get_by_role("button", name="Try again").tap()
    there = away.at_server()
    kept, record = away.kept(here), away.export(there)
    assert hashes(kept) == hashes(record)[: len(kept["log"]) + 1]
    tells_of_its_rivals(away, "Its rivals chose as they would have here")

    link = away.page.request.post(f"/api/games/{there}/links", data={"seat": 0}).json()
    other = Away(new_phone().new_page(), "other thumb")
    other.quicken()
    other.page.goto(f"/seat/{there}#{link['token']}")
    other.page.locator("form.ask").wait_for()
    other.play_until(lambda: len(other.export(there)["log"]) > len(record["log"]))


def whole_game() -> Json:
    """A game to its end, the person by an apprentice's choices."""
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


def test_a_whole_game_comes_to_the_same_hash_on_the_device_and_at_the_server_and_is_verified_there(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Through the device's engine from a file, and from the device to the server, at the end of it all."""
    away, record = Away(new_phone().new_page(), "whole thumb"), whole_game()
    page = away.page
    away.fetch_engine()
    page.goto("/settings")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.get_by_label("Import", exact=True).set_input_files(file)  # type: ignore[arg-type]
    page.wait_for_url("**/table/L-**", timeout=60_000)
    page.get_by_role("button", name="Hall").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Take this game to the server").tap()
    with page.expect_request(NEW) as sent:
        page.get_by_role("button", name="Take it to the server").tap()
    assert json.loads(sent.value.post_data or "")["record"]["hash"] == record["hash"]
    page.wait_for_url(THERE, timeout=60_000)
    page.get_by_role("button", name="Hall").tap()
    there = away.export(game_at(page))
    assert (there["hash"], there["log"]) == (record["hash"], record["log"])
    assert hashes(there)[-1] == record["hash"]
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Who sits").tap()
    page.get_by_text("Its rivals chose as they would have here").wait_for(timeout=60_000)


def test_a_game_of_the_server_is_taken_along_played_on_without_it_and_brought_back(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """It goes on in its own place, with all that was played; taken along and not played on, it has no mark."""
    away = Away(new_phone().new_page(), "roaming thumb")
    away.quicken()
    away.fetch_engine()
    there = away.begin_there()
    away.play(moves=3)
    here = away.take_along()
    server.stop()
    away.play_on(here, 5)
    server.start()
    away.send_home()
    assert away.at_server() == there
    kept, record = away.kept(here), away.export(there)
    assert hashes(kept) == hashes(record)[: len(kept["log"]) + 1]
    tells_of_its_rivals(away, "Its rivals chose as they would have here")
    away.play(moves=1)
    assert games_at(server) == 1


@pytest.mark.parametrize("answer", ["This phone’s", "The server’s"])
def test_where_a_game_went_on_at_both_ends_a_plain_choice_keeps_one_and_the_other_stays_as_a_copy(
    new_phone: Callable[..., BrowserContext], server: Server, answer: str
) -> None:
    phone = new_phone()
    away, second = Away(phone.new_page(), "torn thumb"), Away(phone.new_page(), "second thumb")
    away.quicken()
    away.fetch_engine()
    there = away.begin_there()
    here = away.take_along()
    away.play_on(here, 1)
    ours = away.kept(here)
    second.open(there)
    second.play_until(lambda: not begins(ours, second.export(there)))
    theirs = second.export(there)

    away.send_home()
    away.page.get_by_text("The game went on at the server, too").wait_for(timeout=60_000)
    away.page.get_by_text(answer, exact=True).tap()
    chosen = away.at_server()
    assert begins(away.kept(here), ours)
    assert begins(away.export(there), theirs)
    if answer == "The server’s":
        assert (chosen, games_at(server)) == (there, 1)
        away.page.goto("/")
        away.page.get_by_role("button", name=", a copy").wait_for()
    else:
        assert (chosen == there, games_at(server)) == (False, 2)
        assert begins(away.export(chosen), ours)


def test_an_upload_whose_answer_is_lost_is_sent_again_and_has_one_effect(
    new_context: Callable[..., BrowserContext], server: Server
) -> None:
    """The device hears in the end that the server has it, though the page was loaded anew meanwhile."""
    with Proxy(server.port) as line:
        away = Away(new_context(base_url=f"http://127.0.0.1:{line.port}", **PHONE).new_page(), "cut thumb")
        away.quicken()
        away.fetch_engine()
        here = away.begin_here("Alone")
        away.play_on(here, 3)
        line.drop("answers")
        away.send_home()
        came = time.monotonic() + 60
        while not games_at(server) and time.monotonic() < came:
            time.sleep(0.1)
        assert games_at(server) == 1
        line.refuse()
        away.page.get_by_text("The server does not answer. The game is kept here").wait_for(timeout=60_000)
        line.restore()
        away.open(here)
        away.play_on(here, 1)
        away.send_home()
        there = away.at_server()
        kept, record = away.kept(here), away.export(there)
        assert hashes(kept) == hashes(record)[: len(kept["log"]) + 1]
        assert games_at(server) == 1


def test_forged_and_cut_logs_are_refused_in_words_and_rivals_that_chose_otherwise_are_told(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """What is forged on the way: a step, then the end, then a rival's choice that was as legal as its own."""
    away = Away(new_phone().new_page(), "honest thumb")
    away.quicken()
    away.fetch_engine()
    here = away.begin_here("Alone")
    away.play_on(here, 4)
    record = Table.from_record(record_of(away.kept(here)), CONTENT).to_json()
    page = away.page

    at = next(n for n, entry in reversed(list(enumerate(record["log"]))) if "choice" in entry)
    forged = deepcopy(record)
    forged["log"][at]["choice"] = {"kind": "plan-location", "location": "nowhere"}
    on_its_way(page, forged)
    away.send_home()
    page.get_by_text(f"entry {at + 1}").wait_for(timeout=60_000)
    for words, lost in (
        ("has another hash than the record tells", {"log": record["log"][:-2]}),
        ("the hash of its end is missing", {"hash": None}),
    ):
        on_its_way(page, {part: told for part, told in {**record, **lost}.items() if told is not None})
        page.get_by_role("button", name="Try again").tap()
        page.get_by_text(words).wait_for(timeout=60_000)
    assert games_at(server) == 0

    on_its_way(page, otherwise(record))
    page.get_by_role("button", name="Try again").tap()
    away.at_server()
    tells_of_its_rivals(away, "Rival not verified")


def on_its_way(page: Page, record: Json) -> None:
    """From now on what is sent to the server holds this record."""

    def change(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        route.continue_(post_data=json.dumps({**sent, "record": record}))

    page.unroute_all()
    page.route(NEW, change)


def otherwise(record: Json) -> Json:
    """The log to a rival's choice, which is another one of those that it had."""
    table = Table(Game(Table.from_record(record, CONTENT).game.header, CONTENT), "")
    while not (move := table.next_ai_move()) or len(legal_choices(table.game.state, move.seat)) < 2:
        if move:
            table.apply_ai_move(move)
        else:
            seat = table.clock()[0]
            table.submit(seat, [legal_choices(table.game.state, seat)[0]])
    table.submit(move.seat, [next(c for c in legal_choices(table.game.state, move.seat) if c != move.choice)])
    return table.to_json()
