"""The line between a device and the table: silent, asleep, without a network, in a race."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from e2e.conftest import Server
from e2e.player import Player
from e2e.tables import APPRENTICE, PERSON, begin, lead
from tests.server.proxy import Proxy

PATIENT_MS = 20_000
PING_MS, PONG_MS = 15_000, 5_000
"""When an open socket is asked whether it lives, and how long that may take."""


def line(page: Page, now: str) -> None:
    """Wait until the bar says how the table is followed."""
    expect(page.locator(f".top .connection.{now}")).to_be_visible(timeout=PATIENT_MS)


def silent(socket: WebSocketRoute) -> None:
    """Accept a socket and never say anything."""
    socket.on_message(lambda _: None)


@contextmanager
def asleep(context: BrowserContext) -> Iterator[None]:
    """Stop the processes of all pages meanwhile, as a phone does in a pocket."""
    assert context.browser is not None
    told = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pages = [process["id"] for process in told["processInfo"] if process["type"] == "renderer"]
    assert pages
    try:
        for page in pages:
            os.kill(page, signal.SIGSTOP)
        yield
    finally:
        for page in pages:
            os.kill(page, signal.SIGCONT)


def position(page: Page, game: str) -> int:
    revision: int = page.request.get(f"/api/games/{game}").json()["revision"]
    return revision


def test_a_socket_that_was_accepted_and_stays_silent_is_noticed_and_done_without(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    ada, bruno = begin(server, PERSON, PERSON)
    page = new_phone().new_page()
    page.route_web_socket("**/socket", silent)
    page.clock.install()
    ada.sit(page)
    page.locator("form.ask").wait_for()
    for seat in (ada, bruno):
        seat.submit(seat.view()["prompt"]["choices"][0]["choice"])
    page.clock.fast_forward(PONG_MS)
    line(page, "polling")
    expect(page.locator(".top")).not_to_contain_text("Set-up: a house", timeout=PATIENT_MS)
    expect(page.locator(".dock .till")).to_be_visible(timeout=PATIENT_MS)


def test_a_device_says_that_it_is_live_and_shows_others_choices_at_once(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    ada, bruno = begin(server, PERSON, PERSON)
    page = new_phone().new_page()
    ada.sit(page)
    line(page, "live")
    for seat in (ada, bruno):
        seat.submit(seat.view()["prompt"]["choices"][0]["choice"])
    expect(page.locator(".dock .till")).to_be_visible()
    line(page, "live")


def test_a_line_that_falls_silent_in_the_middle_is_noticed_and_said_so_until_it_heals(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Nothing breaks: what is sent arrives nowhere, and nothing comes. Then all that was missed is there."""
    ada, bruno = begin(server, PERSON, PERSON)
    with Proxy(server.port) as proxy:
        page = new_phone(base_url=f"http://127.0.0.1:{proxy.port}").new_page()
        page.clock.install()
        ada.sit(page)
        line(page, "live")
        proxy.drop()
        for seat in (ada, bruno):
            seat.submit(seat.view()["prompt"]["choices"][0]["choice"])
        line(page, "live")
        page.clock.fast_forward(PING_MS)
        page.clock.fast_forward(PONG_MS)
        line(page, "offline")
        expect(page.get_by_role("img", name="The table does not answer. Trying again.")).to_be_visible()
        expect(page.locator(".dock .till")).to_have_count(0)
        proxy.restore()
        line(page, "live")
        expect(page.locator(".dock .till")).to_be_visible()


def test_a_phone_that_slept_while_its_line_broke_catches_up_when_it_wakes(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    seats = begin(server, PERSON, PERSON)
    other = lead(seats, lambda prompt: prompt["kind"] == "turn")
    sleeper = seats[1 - other.seat]
    with Proxy(server.port) as proxy:
        player = Player(new_phone(base_url=f"http://127.0.0.1:{proxy.port}").new_page(), "asleep")
        player.quicken()
        sleeper.sit(player.page)
        line(player.page, "live")
        asked = player.page.locator("form.ask, .foldline").first
        expect(asked).to_have_count(0)
        with asleep(player.page.context):
            while sleeper.view()["prompt"] is None:
                other.submit(other.view()["prompt"]["choices"][0]["choice"])
            proxy.cut()
        expect(asked).to_be_visible(timeout=PATIENT_MS)
        line(player.page, "live")


def test_a_choice_made_without_a_network_waits_and_is_sent_once_under_one_key(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    seats = begin(server, PERSON, APPRENTICE)
    asked = lead(seats, lambda prompt: prompt["kind"] == "plan-worker")
    phone = new_phone()
    player = Player(phone.new_page(), "offline")
    sent: list[dict[str, Any]] = []
    player.page.on(
        "request", lambda r: sent.append(json.loads(r.post_data or "{}")) if r.url.endswith("/choices") else None
    )
    asked.sit(player.page)
    line(player.page, "live")
    before = position(player.page, asked.game)
    phone.set_offline(True)
    line(player.page, "offline")
    expect(player.page.locator(".dock .btn.go").or_(player.page.locator(".dock .places button").first)).to_be_visible()
    for _ in range(10):
        if player.page.locator(".waits").count():
            break
        if player.page.get_by_role("button", name="Send when back").count():
            player.page.get_by_role("button", name="Send when back").tap()
        else:
            player.answer()
    expect(player.page.locator(".waits")).to_contain_text("counts only once")
    waiting = asked.view()
    assert waiting["revision"] == before, "nothing reached the table"
    phone.set_offline(False)
    expect(player.page.locator(".waits")).to_have_count(0, timeout=PATIENT_MS)
    line(player.page, "live")
    assert asked.view()["revision"] > before
    assert len({move["key"] for move in sent}) == 1, "every try went under the same key"


def test_of_two_devices_of_one_seat_the_slower_one_sees_what_the_other_chose(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    seats = begin(server, PERSON, APPRENTICE)
    asked = lead(seats, lambda prompt: prompt["kind"] == "plan-worker")
    slow = Player(new_phone().new_page(), "slow")
    slow.page.route_web_socket("**/socket", silent)
    asked.sit(slow.page)
    slow.page.locator("form.ask").wait_for()
    slow.page.route("**/api/games/*?seat=*", lambda route: route.abort())  # nor does it learn of it by asking
    quick = Player(new_phone().new_page(), "quick")
    asked.sit(quick.page)
    quick.page.locator("form.ask").wait_for()
    while asked.view()["prompt"] and asked.view()["prompt"]["kind"] == "plan-worker":
        quick.answer()
    for _ in range(10):
        if slow.page.locator(".summ").count():
            break
        slow.answer()
        slow.page.wait_for_timeout(500)
    expect(slow.page.locator(".summ")).to_contain_text("The table has moved on.")
    expect(slow.page.locator(".summ")).to_contain_text("This seat chose on another device.")
    expect(slow.page.locator(".summ")).to_contain_text("Not made:")
