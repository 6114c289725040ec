"""The connection between a device and the server: silent, asleep, offline, and racing with another device."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from e2e.conftest import Server
from e2e.page_player import PagePlayer
from e2e.tables import APPRENTICE, PERSON, begin, play_until_asked
from tests.server.proxy import Proxy

TIMEOUT_MS = 20_000
PING_MS, PONG_MS = 15_000, 5_000
"""The ping interval of an open socket, and how long the answer may take."""


def wait_for_state(page: Page, state: str) -> None:
    """Wait until the top bar shows this connection state."""
    expect(page.locator(f".top .connection.{state}")).to_be_visible(timeout=TIMEOUT_MS)


def ignore_messages(socket: WebSocketRoute) -> None:
    """Accept a socket and never send anything."""
    socket.on_message(lambda _: None)


@contextmanager
def asleep(context: BrowserContext) -> Iterator[None]:
    """Stop the processes of all pages for the time of the block, as a sleeping phone does."""
    assert context.browser is not None
    answer = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pages = [process["id"] for process in answer["processInfo"] if process["type"] == "renderer"]
    assert pages
    try:
        for page in pages:
            os.kill(page, signal.SIGSTOP)
        yield
    finally:
        for page in pages:
            os.kill(page, signal.SIGCONT)


def revision_of(page: Page, game: str) -> int:
    revision: int = page.request.get(f"/api/games/{game}").json()["revision"]
    return revision


def test_a_socket_that_is_accepted_but_silent_is_replaced_by_polling(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    ada, bruno = begin(server, PERSON, PERSON)
    page = new_phone().new_page()
    page.route_web_socket("**/socket", ignore_messages)
    page.clock.install()
    ada.open_on(page)
    page.locator("form.ask").wait_for()
    for seat in (ada, bruno):
        seat.submit(seat.view()["prompt"]["choices"][0]["choice"])
    page.clock.fast_forward(PONG_MS)
    wait_for_state(page, "polling")
    expect(page.locator(".top")).not_to_contain_text("Set-up", timeout=TIMEOUT_MS)
    expect(page.locator(".dock .till")).to_be_visible(timeout=TIMEOUT_MS)


def test_a_device_shows_that_it_is_live_and_others_choices_at_once(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    ada, bruno = begin(server, PERSON, PERSON)
    page = new_phone().new_page()
    ada.open_on(page)
    wait_for_state(page, "live")
    for seat in (ada, bruno):
        seat.submit(seat.view()["prompt"]["choices"][0]["choice"])
    expect(page.locator(".dock .till")).to_be_visible()
    wait_for_state(page, "live")


def test_a_connection_that_falls_silent_is_shown_as_offline_until_it_is_restored(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """The socket stays open, but no data arrives in either direction. Afterwards the device catches up."""
    ada, bruno = begin(server, PERSON, PERSON)
    with Proxy(server.port) as proxy:
        page = new_phone(base_url=f"http://127.0.0.1:{proxy.port}").new_page()
        page.clock.install()
        ada.open_on(page)
        wait_for_state(page, "live")
        proxy.drop()
        for seat in (ada, bruno):
            seat.submit(seat.view()["prompt"]["choices"][0]["choice"])
        wait_for_state(page, "live")
        page.clock.fast_forward(PING_MS)
        page.clock.fast_forward(PONG_MS)
        wait_for_state(page, "offline")
        expect(page.get_by_role("img", name="The table does not answer. Trying again.")).to_be_visible()
        expect(page.locator(".dock .till")).to_have_count(0)
        proxy.restore()
        wait_for_state(page, "live")
        expect(page.locator(".dock .till")).to_be_visible()


def test_a_phone_that_slept_while_its_connection_broke_catches_up_when_it_wakes(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    seats = begin(server, PERSON, PERSON)
    other = play_until_asked(seats, lambda prompt: prompt["kind"] == "turn")
    sleeper = seats[1 - other.seat]
    with Proxy(server.port) as proxy:
        player = PagePlayer(new_phone(base_url=f"http://127.0.0.1:{proxy.port}").new_page(), "asleep")
        player.set_instant_playback()
        sleeper.open_on(player.page)
        wait_for_state(player.page, "live")
        asked = player.page.locator("form.ask, .foldline").first
        expect(asked).to_have_count(0)
        with asleep(player.page.context):
            while sleeper.view()["prompt"] is None:
                other.submit(other.view()["prompt"]["choices"][0]["choice"])
            proxy.cut()
        expect(asked).to_be_visible(timeout=TIMEOUT_MS)
        wait_for_state(player.page, "live")


def test_a_choice_made_offline_waits_and_is_sent_with_one_key(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    seats = begin(server, PERSON, APPRENTICE)
    asked = play_until_asked(seats, lambda prompt: prompt["kind"] == "plan-worker")
    phone = new_phone()
    player = PagePlayer(phone.new_page(), "offline")
    sent: list[dict[str, Any]] = []
    player.page.on(
        "request", lambda r: sent.append(json.loads(r.post_data or "{}")) if r.url.endswith("/choices") else None
    )
    asked.open_on(player.page)
    wait_for_state(player.page, "live")
    before = revision_of(player.page, asked.game)
    phone.set_offline(True)
    wait_for_state(player.page, "offline")
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
    assert waiting["revision"] == before, "nothing reached the server"
    phone.set_offline(False)
    expect(player.page.locator(".waits")).to_have_count(0, timeout=TIMEOUT_MS)
    wait_for_state(player.page, "live")
    assert asked.view()["revision"] > before
    assert len({move["key"] for move in sent}) == 1, "every retry has the same key"


def test_of_two_devices_of_one_seat_the_slower_one_sees_what_the_other_chose(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    seats = begin(server, PERSON, APPRENTICE)
    asked = play_until_asked(seats, lambda prompt: prompt["kind"] == "plan-worker")
    slow = PagePlayer(new_phone().new_page(), "slow")
    slow.page.route_web_socket("**/socket", ignore_messages)
    asked.open_on(slow.page)
    slow.page.locator("form.ask").wait_for()
    slow.page.route("**/api/games/*?seat=*", lambda route: route.abort())  # nor does it learn of it by polling
    quick = PagePlayer(new_phone().new_page(), "quick")
    asked.open_on(quick.page)
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
