"""Two people and a rival on one phone: between them a curtain, and behind it nothing of the other's secrets."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import BrowserContext, Page, Response, WebSocket

from e2e.player import Player
from engine.content.files import load
from engine.record import Game, game_from_json
from engine.view import view_for

Json = Any

SEATS: list[dict[str, Any]] = [
    {"player": "person", "name": "Ada"},
    {"player": "ai", "level": "apprentice"},
    {"player": "person", "name": "Bruno"},
]
SEAT_OF = {"Ada": 0, "Bruno": 2}
CONTENT = load()
PAGE = """() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelector("svg:has(symbol)")?.remove();
  return page.outerHTML + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage });
}"""
"""The page and all that it has stored, without the sprite, which has a sign for every instrument there is."""


class Wire:
    """What the page was told since the last look: bodies and messages."""

    def __init__(self, page: Page) -> None:
        self._responses: list[Response] = []
        self._messages: list[str] = []
        page.on("response", lambda response: self._responses.append(response))
        page.on("websocket", self._opened)

    def told(self) -> list[Json]:
        """All of it, as JSON; then begin anew."""
        bodies = [response.text() for response in self._responses if "/api/games/" in response.url and response.ok]
        told = [json.loads(text) for text in (*bodies, *self._messages)]
        self._responses.clear()
        self._messages.clear()
        return told

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda message: self._messages.append(str(message)))


def everything_in(value: Json) -> Iterator[Json]:
    """Every object in a message, however deep."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from everything_in(part)


def shows_only(message: Json, seat: int | None) -> bool:
    """Whether each view and event of a message is the seat's own or lies open to all."""
    for found in everything_in(message):
        if "clock" in found and not (found["you"] in (None, seat) and hides_others(found)):
            return False
        if "private" in found and found["seat"] != seat:
            return False
    return True


def hides_others(view: Json) -> bool:
    """Whether others' cards are numbers, and their workers face down."""
    others = [shown for shown in view["seats"] if shown["seat"] != view["you"]]
    queues = [*view["locations"].values(), *view["benches"]]
    workers = [worker for place in queues for worker in place["queue"] if worker["seat"] != view["you"]]
    counts = all(isinstance(shown["hand"], int) and isinstance(shown["goals"], int) for shown in others)
    return (
        counts
        and all(shown["discs"] is None for shown in others)
        and all(worker["disc"] is None or worker["shown"] for worker in workers)
    )


def hidden_from(played: Game, seat: int) -> set[str]:
    """What the other person holds and this one sees nowhere, by id and by name."""
    seen = json.dumps(view_for(played, seat))
    others = [played.state.players[other] for other in SEAT_OF.values() if other != seat]
    dealt = [card for p in others if p.deal for card in (*p.deal.families, *p.deal.patrons, *p.deal.goals)]
    held = {*dealt, *(card for player in others for card in (*player.hand, *player.goals))}
    ids = {card for card in held if f'"{card}"' not in seen}
    names = {table[card].name for card in ids for table in (CONTENT.goals, CONTENT.families) if card in table}
    return {f"{mark}{card}" for card in ids for mark in (":", "#ins-", '"')} | names


def test_two_people_and_a_rival_play_a_round_on_one_phone_and_see_nothing_of_each_others_secrets(
    new_phone: Callable[..., BrowserContext],
) -> None:
    """At every curtain, and while the person that it named plays, the page, its storage and all it is told are read."""
    player = Player(new_phone().new_page(), "two thumbs")
    player.quicken()
    wire = Wire(player.page)
    game = player.begin(SEATS)
    curtains = dict.fromkeys(SEAT_OF, 0)
    seat: int | None = None
    played: Game

    def truth() -> Game:
        return game_from_json(player.export(game), CONTENT)

    def looks_clean(hidden: set[str]) -> bool:
        page: str = player.page.evaluate(PAGE)
        return not [card for card in hidden if card in page]

    for _ in range(2_000):
        if name := player.curtain():
            played = truth()
            if played.state.round == 2 and played.state.phase == "planning":
                break
            assert all(shows_only(message, seat) for message in wire.told())
            seat, hidden = None, hidden_from(played, SEAT_OF[name])
            both = hidden | hidden_from(played, sum(SEAT_OF.values()) - SEAT_OF[name])
            assert looks_clean(both)
            player.page.wait_for_timeout(50)
            assert all(shows_only(message, None) for message in wire.told())
            player.open_curtain()
            seat = SEAT_OF[name]
            player.page.locator("form.ask").wait_for()
            assert looks_clean(hidden)
            curtains[name] += 1
            player.answer()
        elif player.asked():
            player.answer()
        else:
            player.go_on()
        assert not player.faults, player.faults
    assert min(curtains.values()) >= 4
    assert played.state.round == 2, "the round came to its end"


def test_after_a_reload_the_curtain_hangs_and_nobodys_secrets_show(new_phone: Callable[..., BrowserContext]) -> None:
    player = Player(new_phone().new_page(), "two thumbs")
    player.begin(SEATS)
    player.page.get_by_role("button", name="Hold to open, Ada").wait_for()
    player.open_curtain()
    player.page.locator("form.ask").wait_for()
    wire = Wire(player.page)
    player.page.reload()
    player.page.get_by_role("button", name="Hold to open, Ada").wait_for()
    told = wire.told()
    assert told
    assert all(shows_only(message, None) for message in told)
