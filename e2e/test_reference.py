"""The API reference in a real browser: on a phone, in light and dark mode, and beside the installed app."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, expect


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_reference_is_accessible_on_a_phone(new_phone: Callable[..., BrowserContext], scheme: str) -> None:
    page = new_phone(color_scheme=scheme).new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.goto("/reference")
    expect(page.get_by_role("heading", name="Luthier: the HTTP API")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("link", name="POST /api/games/{game}/choices").click()
    expect(page.locator("article:target h3")).to_be_in_viewport()
    assert messages == []


def test_the_service_worker_does_not_answer_for_the_reference(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto("/")
    page.evaluate("Promise.race([navigator.serviceWorker.ready.then(() => 0), new Promise(r => setTimeout(r, 20000))])")
    page.reload()
    page.goto("/reference")
    expect(page.get_by_role("heading", name="Luthier: the HTTP API")).to_be_visible()
