"""The story: earlier positions, what was hidden in them, copies from there, and records as files."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Response, expect

from automa import AUTOMA_VERSION, choose
from automa.orchestra_setup import draw
from automa.search.determinization import sampler_for
from automa.table import Table
from e2e.page_player import PagePlayer
from e2e.test_shared_device import PAGE_AND_STORAGE, hides_others
from engine.content.files import load
from engine.game import Game, SeatHeader, game_from_json, header_for
from engine.loop import legal_choices
from engine.view import open_view, view_for

Json = Any

CONTENT = load()
SEED = "LUTE 4817"
ALONE = (SeatHeader("azure", "person", "Ada", None), SeatHeader("gules", "ai", "", "apprentice"))
SHARED = (*ALONE, SeatHeader("vert", "person", "Bruno", None))
SEAT_OF = {"Ada": 0, "Bruno": 2}


def record_of(seats: tuple[SeatHeader, ...], round: int) -> Json:
    """A game up to the planning of a round, in which an apprentice chose for the people."""
    neutral = draw(SEED, CONTENT) if len(seats) == 2 else None
    table = Table.begin(header_for(CONTENT, SEED, seats, automa=AUTOMA_VERSION, neutral=neutral), CONTENT)
    while (table.game.state.round, table.game.state.phase) != (round, "planning") or table.ais_asked():
        if move := table.next_ai_move():
            table.apply_ai_move(move)
            continue
        seat = table.clock()[0]
        sampler = sampler_for(table.game.state, seat, SEED, table.game.choice_count)
        choice, _ = choose(table.view(seat), legal_choices(table.game.state, seat), sampler, "apprentice")
        table.submit(seat, [choice])
    return table.to_json()


class PositionRequests:
    """The earlier positions that a page requested, with the answers."""

    def __init__(self, page: Page) -> None:
        self._responses: list[Response] = []
        page.on("response", self._record)

    def _record(self, response: Response) -> None:
        if response.ok and "revision=" in response.url:
            self._responses.append(response)

    def take(self) -> list[tuple[int, int | None, Json]]:
        """Those since the last call: revision, viewer and view."""
        given = [(*self._parameters(response.url), response.json()["view"]) for response in self._responses]
        self._responses.clear()
        return given

    @staticmethod
    def _parameters(url: str) -> tuple[int, int | None]:
        found = re.search(r"revision=(\d+)&seat=(\w+)", url)
        assert found, url
        return int(found[1]), None if found[2] == "none" else int(found[2])


def import_record(page: Page, record: Json) -> str:
    """Import a record and open its story; returns the game's code."""
    page.goto("/")
    answer = page.request.post("/api/games/import", data=record)
    assert answer.ok, answer.text()
    game: str = answer.json()["game"]
    page.goto(f"/table/{game}/story")
    return game


def show_position(page: Page, step: int) -> Locator:
    """Move the slider; returns the position's summary once it is shown."""
    page.get_by_role("slider", name="Position").fill(str(step))
    page.get_by_role("heading", name=f"Step {step} of").wait_for()
    shown = page.locator(".sep:not(.late)")
    shown.wait_for()
    return shown


def steps(page: Page) -> int:
    return int(page.get_by_role("slider", name="Position").get_attribute("max") or 0)


def sentences(page: Page) -> list[str]:
    return page.locator(".st2 .grow").all_inner_texts()


def names(cards: Json) -> list[str]:
    return [CONTENT.instruments[card].name for card in cards]


def hidden_at(played: Game, seat: int | None) -> set[str]:
    """Cards that others held at that position and that the seat could not see."""
    seen = json.dumps(open_view(played) if seat is None else view_for(played, seat))
    others = [player for other, player in enumerate(played.state.players) if other != seat]
    held = {card for player in others for card in (*player.hand, *player.goals)}
    return {card for card in held if f'"{card}"' not in seen}


def shows_no_more_than_then(position: tuple[int, int | None, Json], played: Game) -> bool:
    """Whether an answer holds no more than its viewer saw at that time."""
    revision, seat, view = position
    hidden, text = hidden_at(played.at(revision), seat), json.dumps(view)
    return view["you"] == seat and hides_others(view) and not any(f'"{card}"' in text for card in hidden)


def names_none_of(cards: set[str], page: Page) -> bool:
    """Whether the page holds none of the cards by id, and no goal by name."""
    names = {CONTENT.goals[card].name for card in cards if card in CONTENT.goals}
    text: str = page.evaluate(PAGE_AND_STORAGE)
    return not any(mark in text for mark in {*names, *(f":{card}" for card in cards)})


def test_an_earlier_position_is_shown_as_it_was_and_can_be_continued(phone: BrowserContext) -> None:
    """The summary and the table are compared with the engine's replay of the record."""
    player = PagePlayer(phone.new_page(), "history")
    page = player.page
    player.set_instant_playback()
    requests = PositionRequests(page)
    game = import_record(page, record_of(ALONE, 3))
    record = player.export(game)
    played = game_from_json(record, CONTENT)
    page.locator(".st2 li").first.wait_for()

    show_position(page, steps(page) // 2)
    page.keyboard.press("Tab")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    step = steps(page) // 2 - 1
    page.get_by_role("heading", name=f"Step {step} of").wait_for()
    page.get_by_role("button", name="One step forward").tap()
    page.get_by_role("button", name="One step back").tap()
    shown = show_position(page, step)
    expect(page.locator(".st2 .here").first).to_be_visible()
    revisions = [revision for revision, _, _ in requests.take()]
    assert len(revisions) == len(set(revisions)), "a position was fetched twice"
    summary = shown.inner_text()

    page.get_by_role("button", name=f"Look around the table at step {step}").tap()
    sheet = page.get_by_role("dialog", name="As it was")
    sheet.get_by_role("radio", name="Workshop").tap()
    hand = sheet.locator(".hand").inner_text()
    sheet.get_by_role("button", name="Close").tap()

    page.get_by_role("button", name="Play on from here").tap()
    with page.expect_request("**/copy") as copied:
        page.get_by_role("button", name="Play on alone").tap()
    page.wait_for_url(lambda url: "/table/" in url and game not in url)
    revision = json.loads(copied.value.post_data or "")["revision"]
    assert revision in revisions
    then = view_for(played.at(revision), 0)["seats"][0]
    assert f"You\n{then['prestige']}" in summary
    assert f"your money\n{then['goods']['money']}" in summary
    assert then["hand"], "the seat had no hand: choose another position"
    assert [name for name in names(then["hand"]) if name not in hand] == []

    new = page.url.split("/table/")[1].split("/")[0]
    player.play(moves=2)
    continued = player.export(new)
    assert continued["log"][:revision] == record["log"][:revision]
    assert len(continued["log"]) > revision
    assert len(player.export(game)["log"]) == len(record["log"])


def test_no_earlier_position_shows_its_viewer_more_than_it_saw_then(new_phone: Callable[..., BrowserContext]) -> None:
    """Two people on one phone, and a spectator: each requests the positions again, for itself."""
    player = PagePlayer(new_phone().new_page(), "history")
    page = player.page
    player.set_instant_playback()
    requests = PositionRequests(page)
    game = import_record(page, record_of(SHARED, 2))
    played = game_from_json(player.export(game), CONTENT)
    seen: list[set[int]] = []
    for _ in range(2):
        page.get_by_role("button", name="Hold to open").wait_for()
        name = player.handover_name()
        player.open_handover()
        page.locator("form.ask").wait_for()
        page.get_by_role("button", name="Story").tap()
        for part in (0.2, 0.5, 0.8):
            show_position(page, int(steps(page) * part))
            page.wait_for_load_state("networkidle")
        given = requests.take()
        assert {seat for _, seat, _ in given} == {SEAT_OF[name]}
        assert all(shows_no_more_than_then(position, played) for position in given if position[0] <= played.revision)
        assert names_none_of(hidden_at(played, SEAT_OF[name]), page)
        seen.append({revision for revision, _, _ in given})
        page.get_by_role("button", name="Back to now").tap()
        while player.handover_name() in ("", name):
            player.answer() if player.is_asked() else player.skip_or_wait()
        requests.take()
        assert names_none_of(hidden_at(played, None), page)
    assert seen[0] & seen[1], "no position was requested by both"

    answer = page.request.post(f"/api/games/{game}/links", data={"seat": None})
    watcher = new_phone().new_page()
    requests = PositionRequests(watcher)
    watcher.goto(f"/seat/{game}#{answer.json()['token']}")
    watcher.wait_for_url("**/table/**")
    watcher.get_by_role("button", name="Story").tap()
    for part in (0.3, 0.7):
        show_position(watcher, int(steps(watcher) * part))
    given = requests.take()
    assert {seat for _, seat, _ in given} == {None}
    assert all(shows_no_more_than_then(position, played) for position in given if position[0] <= played.revision)


def test_a_record_is_saved_and_imported_with_the_same_story(phone: BrowserContext, tmp_path: Path) -> None:
    """A changed record is refused; the refusal names the entry."""
    page = phone.new_page()
    game = import_record(page, record_of(ALONE, 2))
    page.locator(".st2 li").nth(20).wait_for()
    before = sentences(page)
    page.get_by_role("button", name="Menu").tap()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").tap()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)

    record = json.loads(file.read_text())
    spoilt = tmp_path / "spoilt.json"
    entry = next(entry for entry in record["log"] if entry["choice"]["kind"] == "plan-location")
    entry["choice"] = {"kind": "plan-location", "location": "attic"}
    spoilt.write_text(json.dumps(record))
    page.goto("/past")
    upload = page.locator("input[type=file]")
    upload.set_input_files(spoilt)
    page.get_by_text(re.compile(f"What differs: .*entry {entry['n']}")).wait_for()

    upload.set_input_files(file)
    page.wait_for_url("**/table/**")
    assert game not in page.url
    page.get_by_role("button", name="Story").tap()
    page.locator(".st2 li").nth(20).wait_for()
    assert sentences(page) == before
