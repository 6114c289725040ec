"""Seats: a guest joins by a code and loses the phone, and another person takes over the seat."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

Json = dict[str, Any]

JOIN_CODE = ".cd"
IS_FORGOTTEN = "(game) => !JSON.stringify({ ...localStorage }).includes(game)"
"""Whether the browser no longer lists a game."""


def join(page: Page, code: str, name: str) -> None:
    """Take a seat by a join code."""
    page.goto(f"/join/{code}")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name=f"Sit down as {name}").tap()
    page.wait_for_url("**/table/**")
    page.locator("form.ask").wait_for()


def offered_goals(page: Page) -> list[str]:
    """The goals that a seat chooses from in the setup."""
    view = page.request.get(page.url.replace("/table/", "/api/games/").removesuffix("/hall")).json()["view"]
    goals: list[str] = [goal for one in view["prompt"]["choices"] for goal in one["choice"]["goals"]]
    return sorted(set(goals))


def test_another_person_takes_the_seat_of_a_guest_who_lost_the_phone(new_phone: Callable[..., BrowserContext]) -> None:
    """The host frees the seat and confirms; the lost phone shows nothing more, and the log records the change."""
    host, lost, found = (new_phone().new_page() for _ in range(3))
    host.goto("/new")
    host.get_by_role("radio", name="Two phones").tap()
    host.get_by_role("button", name="Invite one guest").tap()
    host.wait_for_url("**/invite/**")
    first = host.locator(JOIN_CODE).inner_text()
    join(lost, first, "Bruno")
    table, cards = lost.url, offered_goals(lost)
    expect(host.get_by_text("joined just now")).to_be_visible()
    host.get_by_role("button", name="Begin with Bruno").tap()

    host.get_by_role("button", name="Menu").tap()
    host.get_by_role("button", name="Who sits").tap()
    bruno = host.get_by_role("listitem", name="Second seat: Bruno")
    bruno.get_by_role("button", name="Let somebody else sit here").tap()
    expect(bruno).to_contain_text("no device and no link opens it any more")
    bruno.get_by_role("button", name="Set the seat free").tap()
    host.wait_for_url("**/invite/**")
    second = host.locator(JOIN_CODE).inner_text()
    assert second != first

    expect(lost.get_by_role("dialog")).to_contain_text("The host can invite you anew.")
    lost.get_by_role("button", name="Home").tap()
    lost.wait_for_url(lambda url: "/table/" not in url)
    lost.wait_for_function(IS_FORGOTTEN, arg=table.split("/table/")[1].split("/")[0])
    lost.goto(table)
    expect(lost.get_by_role("alert")).to_contain_text("The host can invite you anew.")
    lost.goto(f"/join/{first}")
    expect(lost.get_by_role("status")).to_contain_text("No table has this code")

    join(found, second, "Cleo")
    assert offered_goals(found) == cards
    expect(host.get_by_text("joined just now")).to_be_visible()
    host.get_by_role("button", name="Go on with Cleo").or_(host.get_by_role("button", name="Begin with Cleo")).tap()
    found.get_by_role("button", name="Menu").tap()
    found.get_by_role("button", name="Who sits").tap()
    expect(found.get_by_role("listitem", name="Second seat: You, Cleo")).to_be_visible()
    changes = [entry["player_change"] for entry in log_of(host) if entry["player_change"]]
    assert [(who["name"], who["freed"]) for who in changes] == [("Bruno", False), ("", True), ("Cleo", False)]


def log_of(page: Page) -> list[Json]:
    page.wait_for_url("**/table/**")
    answer = page.request.get(page.url.replace("/table/", "/api/games/").removesuffix("/hall") + "/log")
    entries: list[Json] = answer.json()["entries"]
    return entries
