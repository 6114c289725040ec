"""The largest text on a small phone: nothing overlaps, and everything can be reached."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from e2e.conftest import Server
from e2e.tables import APPRENTICE, PERSON, Seat, begin, play_until_asked

OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll('.stage .lab, .stage .bo, .stage .eras span')]
    .filter((one) => one.textContent.trim())
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2)
    .map(([other]) => `${name} / ${other}`));
}"""
STAGE_FONT_SIZE = "parseFloat(getComputedStyle(document.querySelector('.stage .lip')).fontSize)"
CLIPPED = """() => [...document.querySelectorAll(
    '.top, .seats button, .hall > *, .places button, .dock .btn, .tabs button')]
  .filter((one) => one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 3
    || one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.textContent.trim())"""


@pytest.fixture
def asked(server: Server) -> Seat:
    """The seat that is asked where its worker goes."""
    return play_until_asked(begin(server, PERSON, APPRENTICE), lambda prompt: prompt["kind"] == "plan-worker")


def enlarge_in_the_app(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("radiogroup", name="Text size").get_by_role("radio").last.tap()


def enlarge_in_the_browser(page: Page) -> None:
    page.add_init_script("document.onreadystatechange = () => (document.documentElement.style.fontSize = '180%')")


@pytest.mark.parametrize("enlarge", [enlarge_in_the_app, enlarge_in_the_browser])
def test_the_table_can_be_read_and_played_in_the_largest_text(
    phone: BrowserContext, asked: Seat, enlarge: Callable[[Page], None]
) -> None:
    page = phone.new_page()
    enlarge(page)
    asked.open_on(page)
    page.locator("form.ask").wait_for()
    assert page.evaluate(CLIPPED) == []
    assert page.locator(".places button").count() == 7
    for tab in ("Workshop", "Orchestra", "Seats", "Story"):
        page.locator(".tabs button", has_text=tab).tap()
        page.locator("main").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
        assert page.evaluate(OVERLAPPING) == [], tab
    page.locator(".tabs button", has_text="Orchestra").tap()
    assert page.evaluate(STAGE_FONT_SIZE) == pytest.approx(12), "the stage grows as a whole, not only its letters"


def test_no_screen_is_wider_than_the_smallest_phone_in_the_largest_text(
    new_phone: Callable[..., BrowserContext],
) -> None:
    page = new_phone(viewport={"width": 320, "height": 640}).new_page()
    enlarge_in_the_app(page)
    for path in ("/", "/new/trio", "/settings", "/rules", "/join", "/past", "/credits"):
        page.goto(path)
        page.locator("main").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
