"""Two people and an AI on one phone: the handover screen separates them, and no secret of the other is shown."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Response, WebSocket

from e2e.offline_player import OfflinePlayer, game_code, record_of
from e2e.page_player import PagePlayer
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
PAGE_AND_STORAGE = """async () => {
  const page = document.documentElement.cloneNode(true);
  page.querySelector("svg:has(symbol)")?.remove();
  const stored = [{ ...localStorage }, { ...sessionStorage }, history.state];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes("/api/games")) stored.push(await (await caches.match(url)).text());
  return page.outerHTML + JSON.stringify(stored);
}"""
"""The page and all that it has stored, without the sprite, which has an icon for every instrument."""
DATABASES = """async () => {
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
"""The contents of all databases of the page."""
RECORD_WORKERS = """
  window.workerMessages = [];
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => workerMessages.push(JSON.stringify(data)));
    }
  };
"""
"""Records the messages of workers to the page."""


class Traffic:
    """What the page received since the last call: bodies, and messages of sockets and workers; and its console."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._responses: list[Response] = []
        self._messages: list[str] = []
        self.console: list[str] = []
        page.add_init_script(RECORD_WORKERS)
        page.on("console", lambda message: self.console.append(message.text))
        page.on("response", lambda response: self._responses.append(response))
        page.on("websocket", self._opened)

    def take(self) -> list[Json]:
        """All of it as JSON, since the last call."""
        bodies = [response.text() for response in self._responses if "/api/games/" in response.url and response.ok]
        from_workers: list[str] = self._page.evaluate("() => window.workerMessages?.splice(0) ?? []")
        messages = [json.loads(text) for text in (*bodies, *self._messages, *from_workers)]
        self._responses.clear()
        self._messages.clear()
        return messages

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda message: self._messages.append(str(message)))


def everything_in(value: Json) -> Iterator[Json]:
    """Every object in a message, at any depth."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from everything_in(part)


def shows_only(message: Json, seat: int | None) -> bool:
    """Whether each view and event of a message is the seat's own or public."""
    for found in everything_in(message):
        if "clock" in found and not (found["you"] in (None, seat) and hides_others(found)):
            return False
        if "private" in found and found["seat"] != seat:
            return False
    return True


def hides_others(view: Json) -> bool:
    """Whether the cards of others are counts, and their workers face down."""
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
    """Regular expressions for the cards that the other person holds and this one cannot see, by id and by name."""
    seen = json.dumps(view_for(played, seat))
    player = played.state.players[other]
    dealt = (*player.deal.families, *player.deal.patrons, *player.deal.goals) if player.deal else ()
    held = {*dealt, *player.hand, *player.goals}
    ids = {card for card in held if f'"{card}"' not in seen}
    names = {table[card].name for card in ids for table in (CONTENT.goals, CONTENT.families) if card in table}
    marked = {re.escape(f"{mark}{card}") for card in ids for mark in (":", "#ins-", '"')}
    return marked | {rf"\b{re.escape(name)}\b" for name in names}


def play_a_round(
    player: PagePlayer,
    traffic: Traffic,
    truth: Callable[[], Game],
    scripts: Sequence[str],
    seat_of: dict[str, int],
    turns: int = 2_000,
) -> None:
    """Play a round, or this many turns each; check at every handover screen and after it.

    Checked is all that the page shows, logs, stores and receives; `scripts` gather it.
    """
    handovers = dict.fromkeys(seat_of, 0)
    seat: int | None = None
    played: Game

    def shows_none_of(hidden: set[str]) -> bool:
        shown = [*(player.page.evaluate(script) for script in scripts), *traffic.console]
        return not [card for card in hidden if any(re.search(card, text) for text in shown)]

    for _ in range(2_000):
        if min(handovers.values()) == turns:
            return
        if name := player.handover_name():
            played = truth()
            if played.state.round == 2 and played.state.phase == "planning":
                break
            messages = traffic.take()
            assert messages
            assert all(shows_only(message, seat) for message in messages)
            own, other = seat_of[name], sum(seat_of.values()) - seat_of[name]
            seat, hidden = None, hidden_from(played, own, other)
            both = hidden | hidden_from(played, other, own)
            assert shows_none_of(both)
            player.page.wait_for_timeout(50)
            assert all(shows_only(message, None) for message in traffic.take())
            player.open_handover()
            seat = own
            player.page.locator("form.ask").wait_for()
            assert shows_none_of(hidden)
            handovers[name] += 1
            player.answer()
        elif player.is_asked():
            player.answer()
        else:
            player.skip_or_wait()
        assert not player.faults, player.faults
    assert min(handovers.values()) >= 4
    assert played.state.round == 2, "the round has ended"


@pytest.mark.parametrize("turns", [2, pytest.param(2_000, marks=pytest.mark.long, id="a whole round")])
def test_two_people_on_one_phone_see_no_secrets_of_each_other(
    new_phone: Callable[..., BrowserContext], turns: int
) -> None:
    player = PagePlayer(new_phone().new_page(), "two people")
    traffic = Traffic(player.page)
    player.set_instant_playback()
    game = player.begin_shared(SEATS)
    play_a_round(
        player,
        traffic,
        lambda: game_from_json(player.export(game), CONTENT),
        [PAGE_AND_STORAGE, DATABASES],
        SEAT_OF,
        turns,
    )


@pytest.mark.long
def test_two_people_on_one_phone_that_keeps_the_game_see_no_secrets(
    new_phone: Callable[..., BrowserContext],
) -> None:
    """The worker's messages are checked too; the database is not, since it holds the whole log."""
    player = OfflinePlayer(new_phone().new_page(), "two people offline")
    traffic = Traffic(player.page)
    player.set_instant_playback()
    player.download_engine()
    player.page.goto("/new")
    player.page.get_by_role("radio", name="Two and rival", exact=True).tap()
    for field, name in zip(player.page.get_by_role("textbox", name="Name").all(), ("Ada", "Bruno"), strict=True):
        field.fill(name)
    player.page.get_by_role("radio", name="Apprentice", exact=True).tap()
    player.page.get_by_role("switch", name="Keep this game on this").tap()
    player.page.get_by_role("button", name="Begin: Ada, Bruno").tap()
    player.page.wait_for_url("**/table/L-**")
    game = game_code(player.page)
    play_a_round(
        player,
        traffic,
        lambda: game_from_json(record_of(player.stored(game)), CONTENT),
        [PAGE_AND_STORAGE],
        {"Ada": 0, "Bruno": 1},
    )


def test_after_a_reload_the_handover_screen_is_shown_and_no_secrets(new_phone: Callable[..., BrowserContext]) -> None:
    player = PagePlayer(new_phone().new_page(), "two people")
    player.begin_shared(SEATS)
    player.page.get_by_role("button", name="Hold to open, Ada").wait_for()
    player.open_handover()
    player.page.locator("form.ask").wait_for()
    traffic = Traffic(player.page)
    player.page.reload()
    player.page.get_by_role("button", name="Hold to open, Ada").wait_for()
    messages = traffic.take()
    assert messages
    assert all(shows_only(message, None) for message in messages)
