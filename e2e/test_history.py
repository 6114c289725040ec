"""Looking back: positions as they were, nothing that was hidden then, playing on from there, and records as files."""

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
from e2e.player import Player
from e2e.test_shared_device import PAGE, hides_others
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
    """A game that was played to a round's planning, the people by an apprentice's choices."""
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


class Looks:
    """The positions that a page was given, by revision and viewer."""

    def __init__(self, page: Page) -> None:
        self._responses: list[Response] = []
        page.on("response", self._came)

    def _came(self, response: Response) -> None:
        if response.ok and "revision=" in response.url:
            self._responses.append(response)

    def since(self) -> list[tuple[int, int | None, Json]]:
        """Those of after the last look."""
        given = [(*self._asked(response.url), response.json()["view"]) for response in self._responses]
        self._responses.clear()
        return given

    @staticmethod
    def _asked(url: str) -> tuple[int, int | None]:
        found = re.search(r"revision=(\d+)&seat=(\w+)", url)
        assert found, url
        return int(found[1]), None if found[2] == "none" else int(found[2])


def bring(page: Page, record: Json) -> str:
    """The record as a game of this browser, opened at its story; the game's code."""
    page.goto("/")
    answer = page.request.post("/api/games/import", data=record)
    assert answer.ok, answer.text()
    game: str = answer.json()["game"]
    page.goto(f"/table/{game}/story")
    return game


def to_step(page: Page, step: int) -> Locator:
    """Slide to a step; the print of the position once it is there."""
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
    """What others held at that position and the seat saw nowhere."""
    seen = json.dumps(open_view(played) if seat is None else view_for(played, seat))
    others = [player for other, player in enumerate(played.state.players) if other != seat]
    held = {card for player in others for card in (*player.hand, *player.goals)}
    return {card for card in held if f'"{card}"' not in seen}


def holds_back(look: tuple[int, int | None, Json], played: Game) -> bool:
    """Whether a position that was given tells its viewer no more than it saw then."""
    revision, seat, view = look
    hidden, told = hidden_at(played.at(revision), seat), json.dumps(view)
    return view["you"] == seat and hides_others(view) and not any(f'"{card}"' in told for card in hidden)


def tells_nothing_of(cards: set[str], page: Page) -> bool:
    """Whether the page names none of them: by an id, or where names tell which seat holds it, by a name."""
    names = {CONTENT.goals[card].name for card in cards if card in CONTENT.goals}
    told: str = page.evaluate(PAGE)
    return not any(mark in told for mark in {*names, *(f":{card}" for card in cards)})


def test_an_earlier_position_shows_what_was_then_and_can_be_played_on_from(phone: BrowserContext) -> None:
    """The print and the table of then are held against the engine's replay of the record."""
    player = Player(phone.new_page(), "look back")
    page = player.page
    player.quicken()
    looks = Looks(page)
    game = bring(page, record_of(ALONE, 3))
    record = player.export(game)
    played = game_from_json(record, CONTENT)
    page.locator(".st2 li").first.wait_for()

    to_step(page, steps(page) // 2)
    page.keyboard.press("Tab")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    step = steps(page) // 2 - 1
    page.get_by_role("heading", name=f"Step {step} of").wait_for()
    page.get_by_role("button", name="One step forward").tap()
    page.get_by_role("button", name="One step back").tap()
    shown = to_step(page, step)
    expect(page.locator(".st2 .here").first).to_be_visible()
    revisions = [revision for revision, _, _ in looks.since()]
    assert len(revisions) == len(set(revisions)), "a position was fetched twice"
    printed = shown.inner_text()

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
    assert f"You\n{then['prestige']}" in printed
    assert f"your money\n{then['goods']['money']}" in printed
    assert then["hand"], "the test shows nothing"
    assert [name for name in names(then["hand"]) if name not in hand] == []

    new = page.url.split("/table/")[1].split("/")[0]
    player.play(moves=2)
    gone_on = player.export(new)
    assert gone_on["log"][:revision] == record["log"][:revision]
    assert len(gone_on["log"]) > revision
    assert len(player.export(game)["log"]) == len(record["log"])


def test_no_past_position_tells_its_viewer_more_than_it_saw_then(new_phone: Callable[..., BrowserContext]) -> None:
    """Ada and then Bruno on one phone, and a spectator elsewhere; what was seen is asked for anew by the next one."""
    player = Player(new_phone().new_page(), "look back")
    page = player.page
    player.quicken()
    looks = Looks(page)
    game = bring(page, record_of(SHARED, 2))
    played = game_from_json(player.export(game), CONTENT)
    seen: list[set[int]] = []
    for _ in range(2):
        page.get_by_role("button", name="Hold to open").wait_for()
        name = player.curtain()
        player.open_curtain()
        page.locator("form.ask").wait_for()
        page.get_by_role("button", name="Story").tap()
        for part in (0.2, 0.5, 0.8):
            to_step(page, int(steps(page) * part))
            page.wait_for_load_state("networkidle")
        given = looks.since()
        assert {seat for _, seat, _ in given} == {SEAT_OF[name]}
        assert all(holds_back(look, played) for look in given if look[0] <= played.revision)
        assert tells_nothing_of(hidden_at(played, SEAT_OF[name]), page)
        seen.append({revision for revision, _, _ in given})
        page.get_by_role("button", name="Back to now").tap()
        while player.curtain() in ("", name):
            player.answer() if player.asked() else player.go_on()
        looks.since()
        assert tells_nothing_of(hidden_at(played, None), page)
    assert seen[0] & seen[1], "nothing was asked for anew"

    answer = page.request.post(f"/api/games/{game}/links", data={"seat": None})
    watcher = new_phone().new_page()
    looks = Looks(watcher)
    watcher.goto(f"/seat/{game}#{answer.json()['token']}")
    watcher.wait_for_url("**/table/**")
    watcher.get_by_role("button", name="Story").tap()
    for part in (0.3, 0.7):
        to_step(watcher, int(steps(watcher) * part))
    given = looks.since()
    assert {seat for _, seat, _ in given} == {None}
    assert all(holds_back(look, played) for look in given if look[0] <= played.revision)


def test_a_record_is_saved_brought_in_and_tells_the_same_story(phone: BrowserContext, tmp_path: Path) -> None:
    """One that was changed is refused, naming the entry that differs."""
    page = phone.new_page()
    game = bring(page, record_of(ALONE, 2))
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
