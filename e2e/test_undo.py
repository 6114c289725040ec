"""Undo: move by move to the undo floor, across reloads and restarts."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from e2e.conftest import Server
from e2e.tables import APPRENTICE, PERSON, begin, play_until_asked


def test_moves_are_undone_to_the_floor_after_a_reload_and_a_restart(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Each tap undoes one move; at the floor the lock says why; redo makes them again."""
    seats = begin(server, PERSON, APPRENTICE)
    asked = play_until_asked(seats, lambda prompt: {"kind": "market"} in [one["choice"] for one in prompt["choices"]])
    floor = asked.view()["choice_count"]
    assert asked.view()["undo"]["to"] is None
    moves = 0
    page = new_phone().new_page()
    asked.open_on(page)
    asked.submit({"kind": "market"})
    moves += 1
    while moves < 4:
        offered = [one["choice"] for one in asked.view()["prompt"]["choices"]]
        asked.submit(next((one for one in offered if one["kind"] in ("sell", "pay")), offered[0]))
        moves += 1
    page.reload()
    server.restart()
    page.reload()
    back = page.get_by_role("button", name="Take back", exact=True).first
    for left in range(moves, 0, -1):
        assert asked.view()["choice_count"] > floor, f"{left} moves still stand"
        before = asked.view()["choice_count"]
        expect(back).to_be_enabled()
        back.tap()
        for _ in range(400):
            if asked.view()["choice_count"] < before:
                break
            page.wait_for_timeout(50)
    assert asked.view()["choice_count"] == floor
    lock = page.get_by_role("button", name="No way back")
    lock.tap()
    expect(page.locator(".lockwhy")).to_contain_text("No way back: another seat has chosen")
    page.get_by_role("button", name="Forward again").tap()
    expect(back).to_be_visible()
    assert asked.view()["choice_count"] > floor


def test_a_hidden_card_that_was_seen_sets_the_undo_floor(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    seats = begin(server, PERSON, APPRENTICE)
    asked = play_until_asked(seats, lambda prompt: prompt["kind"] == "turn")
    place = next(c["choice"] for c in asked.view()["prompt"]["choices"] if c["choice"]["kind"] == "activate")
    page = new_phone().new_page()
    asked.open_on(page)
    asked.submit(place)
    play_until_asked(seats, lambda prompt: True)
    expect(page.get_by_role("button", name="No way back")).to_be_visible()
    page.get_by_role("button", name="No way back").tap()
    expect(page.locator(".lockwhy")).to_contain_text("No way back:")
    refused = page.request.post(
        f"/api/games/{asked.game}/undo", data={"seat": asked.seat, "revision": asked.view()["revision"], "key": "back"}
    )
    assert (refused.status, refused.json()["code"]) == (409, "undo-closed")
