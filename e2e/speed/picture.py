"""Draws the report: a strip per row with a dot for every value, and the goal as a line."""

from html import escape
from pathlib import Path

from playwright.sync_api import Playwright

from e2e.conftest import find_chromium
from e2e.speed.row import Row

WIDTH, STRIP, LEFT, RIGHT = 1100, 44, 400, 170
STYLE = "font: 14px sans-serif; fill: #2b1d10"


def picture(playwright: Playwright, rows: list[Row], note: str, to: Path) -> None:
    """Write a PNG."""
    height = STRIP * (len(rows) + 1)
    drawn = "".join(_strip(row, 12 + at * STRIP) for at, row in enumerate(rows))
    text = f'<text x="12" y="{height - 16}" style="{STYLE}">{escape(note)}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}">{drawn}{text}</svg>'
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": WIDTH, "height": height})
    page.set_content(f'<body style="margin: 0; background: #f3e8d2">{svg}</body>')
    page.screenshot(path=to)
    browser.close()


def _strip(row: Row, y: float) -> str:
    """A row's values on a scale up to its goal or its worst value."""
    end = max(row.goal or 0, row.most) * 1.05 or 1

    def x(value: float) -> float:
        return LEFT + value / end * (WIDTH - LEFT - RIGHT)

    dots = "".join(f'<circle cx="{x(v):.1f}" cy="{y + 12}" r="4" fill="#a11d2e" opacity=".4"/>' for v in row.values)
    middle = _mark(x(row.median), y, "#2b1d10", 2)
    goal = "" if row.goal is None else _mark(x(row.goal), y, "#2f6b3a", 3)
    summary = f"{row.median:.0f}, worst {row.most:.0f} {row.unit}"
    return (
        f'<text x="12" y="{y + 17}" style="{STYLE}">{escape(row.what)}</text>'
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y + 12}" y2="{y + 12}" stroke="#c9b48c"/>{goal}{dots}{middle}'
        f'<text x="{WIDTH - RIGHT + 10}" y="{y + 17}" style="{STYLE}">{summary}</text>'
    )


def _mark(x: float, y: float, colour: str, width: int) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + 24}" stroke="{colour}" stroke-width="{width}"/>'
