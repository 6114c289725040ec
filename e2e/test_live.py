"""The line between devices and the table: without sockets, with one that is half dead, without a network, in a race."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from e2e.conftest import Server
from e2e.player import Player
from e2e.tables import APPRENTICE, PERSON, begin, lead

NO_SOCKETS = "delete window.WebSocket"
PATIENT_MS = 20_000


def line(page: Page, now: str) -> None:
    """Wait until the bar says how the table is followed."""
    expect(page.locator(f".top .line.{now}")).to_be_visible(timeout=PATIENT_MS)


def play_in_turn(one: Player, other: Player, presses: int) -> None:
    """Both answer what they are asked, so many times together."""
    for _ in range(200):
        for player in (one, other):
            if presses and player.asked():
                player.answer()
                presses -= 1
            else:
                player.go_on()
        if not presses:
            return
    raise AssertionError("the game does not go on")


def silent(socket: WebSocketRoute) -> None:
    """Accept a socket and never say anything."""
    socket.on_message(lambda _: None)


def position(page: Page, game: str) -> int:
    ply: int = page.request.get(f"/api/games/{game}").json()["ply"]
    return ply


def test_two_devices_and_a_rival_play_without_any_socket(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """The view is asked for by its ETag: all that others do shows, and it is said that the line is not live."""
    seats = begin(server, PERSON, APPRENTICE, PERSON)
    players = []
    for seat in seats:
        phone = new_phone()
        phone.add_init_script(NO_SOCKETS)
        players.append(Player(phone.new_page(), f"asking {seat.seat}"))
        players[-1].quicken()
        seat.sit(players[-1].page)
    answers: list[int] = []
    polls = f"/api/games/{seats[0].game}?seat=0"
    players[0].page.on("response", lambda told: answers.append(told.status) if told.url.endswith(polls) else None)
    play_in_turn(players[0], players[1], 24)
    for player in players:
        line(player.page, "asking")
        assert not player.faults
    ada, bruno = (player.page for player in players)
    ada.wait_for_timeout(4_500)
    assert 304 in answers, "what has not changed is not sent again"
    assert position(ada, seats[0].game) == position(bruno, seats[0].game)


def test_a_socket_that_was_accepted_and_stays_silent_is_noticed_and_done_without(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    ada, bruno = begin(server, PERSON, PERSON)
    page = new_phone().new_page()
    page.route_web_socket("**/socket", silent)
    ada.sit(page)
    page.locator("form.ask").wait_for()
    line(page, "catching-up")
    for seat in (ada, bruno):
        seat.press(seat.view()["prompt"]["choices"][0]["choice"])
    line(page, "asking")
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
        seat.press(seat.view()["prompt"]["choices"][0]["choice"])
    expect(page.locator(".dock .till")).to_be_visible()
    line(page, "live")


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
    line(player.page, "away")
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
    assert waiting["ply"] == before, "nothing reached the table"
    phone.set_offline(False)
    expect(player.page.locator(".waits")).to_have_count(0, timeout=PATIENT_MS)
    line(player.page, "live")
    assert asked.view()["ply"] > before
    assert len({press["key"] for press in sent}) == 1, "every try went under the same key"


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
