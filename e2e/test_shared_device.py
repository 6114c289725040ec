"""Two people and a rival on one phone: between them a curtain, and behind it nothing of the other's secrets."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Response, WebSocket

from e2e.away import Away, game_at, record_of
from e2e.player import Player
from engine.content.files import load
from engine.game import Game, game_from_json
from engine.view import view_for

Json = Any

SEATS: list[dict[str, Any]] = [
    {"player": "person", "name": "Ada"},
    {"player": "ai", "level": "apprentice"},
    {"player": "person", "name": "Bruno"},
]
SEAT_OF = {"Ada": 0, "Bruno": 2}
CONTENT = load()
PAGE = """async () => {
  const page = document.documentElement.cloneNode(true);
  page.querySelector("svg:has(symbol)")?.remove();
  const stored = [{ ...localStorage }, { ...sessionStorage }, history.state];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes("/api/games")) stored.push(await (await caches.match(url)).text());
  return page.outerHTML + JSON.stringify(stored);
}"""
"""The page and all that it has stored, without the sprite, which has a sign for every instrument there is."""
BASE = """async () => {
  const all = [];
  const done = (request) =>
    new Promise((good, bad) => Object.assign(request, { onsuccess: () => good(request.result), onerror: bad }));
  for (const { name } of await indexedDB.databases()) {
    const base = await done(indexedDB.open(name));
    for (const store of base.objectStoreNames)
      all.push(await done(base.transaction(store).objectStore(store).getAll()));
    base.close();
  }
  return JSON.stringify(all);
}"""
"""All that lies in the databases of the page."""
OVERHEAR = """
  window.overheard = [];
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => overheard.push(JSON.stringify(data)));
    }
  };
"""
"""Notes what workers tell the page."""


class Wire:
    """What the page was told since the last look: bodies, and messages of sockets and workers. And what it said."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._responses: list[Response] = []
        self._messages: list[str] = []
        self.console: list[str] = []
        page.add_init_script(OVERHEAR)
        page.on("console", lambda message: self.console.append(message.text))
        page.on("response", lambda response: self._responses.append(response))
        page.on("websocket", self._opened)

    def told(self) -> list[Json]:
        """All of it, as JSON; then begin anew."""
        bodies = [response.text() for response in self._responses if "/api/games/" in response.url and response.ok]
        overheard: list[str] = self._page.evaluate("() => window.overheard?.splice(0) ?? []")
        told = [json.loads(text) for text in (*bodies, *self._messages, *overheard)]
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
        and all(shown["idle"] is None for shown in others)
        and all(worker["number"] is None or worker["revealed"] for worker in workers)
    )


def hidden_from(played: Game, seat: int, other: int) -> set[str]:
    """What the other person holds and this one sees nowhere, by id and by name, as patterns."""
    seen = json.dumps(view_for(played, seat))
    player = played.state.players[other]
    dealt = (*player.deal.families, *player.deal.patrons, *player.deal.goals) if player.deal else ()
    held = {*dealt, *player.hand, *player.goals}
    ids = {card for card in held if f'"{card}"' not in seen}
    names = {table[card].name for card in ids for table in (CONTENT.goals, CONTENT.families) if card in table}
    marked = {re.escape(f"{mark}{card}") for card in ids for mark in (":", "#ins-", '"')}
    return marked | {rf"\b{re.escape(name)}\b" for name in names}


def play_a_round(
    player: Player,
    wire: Wire,
    truth: Callable[[], Game],
    looks: Sequence[str],
    seat_of: dict[str, int],
    turns: int = 2_000,
) -> None:
    """At every curtain, and while the person that it named plays, all that the page shows, says, stores and is told is
    read; `looks` are scripts that gather it. It ends with the round, or once everybody has had so many turns."""
    curtains = dict.fromkeys(seat_of, 0)
    seat: int | None = None
    played: Game

    def looks_clean(hidden: set[str]) -> bool:
        shown = [*(player.page.evaluate(look) for look in looks), *wire.console]
        return not [card for card in hidden if any(re.search(card, text) for text in shown)]

    for _ in range(2_000):
        if min(curtains.values()) == turns:
            return
        if name := player.curtain():
            played = truth()
            if played.state.round == 2 and played.state.phase == "planning":
                break
            told = wire.told()
            assert told
            assert all(shows_only(message, seat) for message in told)
            own, other = seat_of[name], sum(seat_of.values()) - seat_of[name]
            seat, hidden = None, hidden_from(played, own, other)
            both = hidden | hidden_from(played, other, own)
            assert looks_clean(both)
            player.page.wait_for_timeout(50)
            assert all(shows_only(message, None) for message in wire.told())
            player.open_curtain()
            seat = own
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


@pytest.mark.parametrize("turns", [2, pytest.param(2_000, marks=pytest.mark.long, id="a whole round")])
def test_two_people_and_a_rival_play_on_one_phone_and_see_nothing_of_each_others_secrets(
    new_phone: Callable[..., BrowserContext], turns: int
) -> None:
    player = Player(new_phone().new_page(), "two thumbs")
    wire = Wire(player.page)
    player.quicken()
    game = player.begin(SEATS)
    play_a_round(player, wire, lambda: game_from_json(player.export(game), CONTENT), [PAGE, BASE], SEAT_OF, turns)


@pytest.mark.long
def test_nor_do_they_where_the_phone_itself_keeps_the_game(new_phone: Callable[..., BrowserContext]) -> None:
    """What the worker tells the page is read too. The game's log lies in the phone's database: no page shows that."""
    away = Away(new_phone().new_page(), "two far thumbs")
    wire = Wire(away.page)
    away.quicken()
    away.fetch_engine()
    away.page.goto("/new")
    away.page.get_by_role("radio", name="Two and rival", exact=True).tap()
    for field, name in zip(away.page.get_by_role("textbox", name="Name").all(), ("Ada", "Bruno"), strict=True):
        field.fill(name)
    away.page.get_by_role("radio", name="Apprentice", exact=True).tap()
    away.page.get_by_role("switch", name="Keep this game on this").tap()
    away.page.get_by_role("button", name="Begin: Ada, Bruno").tap()
    away.page.wait_for_url("**/table/L-**")
    game = game_at(away.page)
    play_a_round(
        away, wire, lambda: game_from_json(record_of(away.kept(game)), CONTENT), [PAGE], {"Ada": 0, "Bruno": 1}
    )


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
