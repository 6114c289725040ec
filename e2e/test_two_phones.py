"""Two people, each with a phone of their own, and a rival: against each other's screens, over a line that is bad."""

import json
from collections.abc import Callable, Sequence
from itertools import count, cycle
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from e2e.conftest import Server
from e2e.player import Player
from e2e.tables import APPRENTICE, PERSON, Seat, begin
from engine.content.files import load
from engine.game import game_from_json
from engine.rng import stream
from tests.server.proxy import Proxy

Trouble = Callable[[Proxy], None]

TROUBLES: Sequence[Trouble] = (
    Proxy.cut,
    lambda line: line.drop("answers"),
    lambda line: line.delay(0.3),
    Proxy.drop,
    Proxy.refuse,
    lambda line: line.drop("requests"),
)
PATIENCE = 200
"""So many looks in which nobody is asked anything, then the game is stuck."""
HEALED_MS = 40_000
SEATS = """async () => {
  const all = (where) => [...document.querySelectorAll(where)];
  const texts = (where) => all(where).map((found) => found.textContent.replace(/\\s+/g, " "));
  const tab = (name) => all(".tabs button").find((found) => found.textContent.includes(name));
  const touch = async (found) => {
    found?.click();
    await new Promise((shown) => setTimeout(shown));
  };
  const seats = [];
  await touch(tab("Seats"));
  for (const seat of all(".seats button")) {
    await touch(seat);
    seats.push([".sts h2", ".sts .gd", ".sts .hid b", ".seats .n", ".top h1 small"].map(texts));
  }
  await touch(all(".foldline")[0] ?? tab("Hall"));
  return seats;
}"""
"""Looks at each seat on the Seats tab, and goes back to what is asked: family, goods and numbers of hidden cards, with
everybody's prestige and the round and phase each time."""
NO_SOCKETS = "delete window.WebSocket"


class Phone(Player):
    """A person with a phone of their own; what it sent, and what came of that, is kept."""

    def __init__(self, page: Page, seat: Seat, sockets: bool = True) -> None:
        super().__init__(page, f"phone of seat {seat.seat}")
        self.seat = seat.seat
        self.follows = "live" if sockets else "polling"
        """What the bar says while the line is good."""
        self.sent: set[str] = set()
        self.done: dict[str, int] = {}
        """By the key of a move: the number of the first entry that it made."""
        self.refused: dict[str, str] = {}
        self._under_way = 0
        self._answered: list[Request] = []
        page.on("request", self._sends)
        page.on("requestfailed", self._fails)
        page.on("requestfinished", self._hears)
        self.quicken()
        seat.sit(page)

    def look(self) -> bool:
        """Answer what is asked, or wait a little; whether something was asked."""
        self.read_answers()
        if self.finished():
            return False
        if asked := self.asked():
            self.answer()
        else:
            self.go_on()
        return asked

    def read_answers(self) -> None:
        """Note what became of the moves that were answered to the last byte."""
        while self._answered:
            request = self._answered.pop()
            answer = request.response()
            assert answer is not None
            key, told = key_of(request), answer.json()
            if answer.ok:
                made = told["frames"][0]["revision"]
                assert self.done.setdefault(key, made) == made, "a repeated key has one effect"
            else:
                self.refused[key] = told["code"]

    def settle(self) -> None:
        """Wait until every move was answered, and none waits to be sent."""
        for _ in range(PATIENCE):
            self.page.wait_for_timeout(200)
            self.read_answers()
            answered = self._under_way == 0 and self.sent == self.done.keys() | self.refused.keys()
            if answered and not self.page.locator(".waits").count():
                return
        raise AssertionError("a move was never answered")

    def seats(self) -> Any:
        """Each seat as this phone shows it."""
        return self.page.evaluate(SEATS)

    def _sends(self, request: Request) -> None:
        if is_press(request):
            self._under_way += 1
            self.sent.add(key_of(request))

    def _fails(self, request: Request) -> None:
        if is_press(request):
            self._under_way -= 1

    def _hears(self, request: Request) -> None:
        if is_press(request):
            self._under_way -= 1
            self._answered.append(request)


def is_press(request: Request) -> bool:
    return request.url.endswith("/choices")


def key_of(move: Request) -> str:
    key: str = json.loads(move.post_data or "")["key"]
    return key


def see_the_same(phones: list[Phone]) -> None:
    """Wait until each phone says that it follows the game, and all show every seat alike, whoever did what."""
    for phone in phones:
        follows = phone.page.locator(f".top .connection.{phone.follows}").or_(phone.page.locator(".scoring"))
        expect(follows.first).to_be_visible(timeout=HEALED_MS)
    seen: list[Any] = []
    for _ in range(PATIENCE):
        seen = [phone.seats() for phone in phones]
        if any(phone.finished() for phone in phones):
            return
        if all(shown == seen[0] for shown in seen) and [len(goods) for _, goods, *_ in seen[0]] == [1, 1, 1]:
            return
        phones[0].page.wait_for_timeout(100)
    raise AssertionError(f"the phones show {seen}")


def play(phones: list[Phone], line: Proxy, pace: int, over: Callable[[], bool]) -> int:
    """All answer what they are asked; how often it was seen that they show the same.

    After so many looks at the phones as the pace says a trouble comes over the line, after as many it is healed.
    """
    troubles = cycle(TROUBLES)
    idle = compared = 0
    for look in count():
        if over():
            break
        if look % (2 * pace) == 0:
            next(troubles)(line)
        elif look % pace == 0:
            line.restore()
            if all(phone.page.locator(".tabs").count() for phone in phones):
                see_the_same(phones)
                compared += 1
        asked = [phone.look() for phone in phones]
        idle = 0 if any(asked) else idle + 1
        assert idle < PATIENCE, "nobody is asked and nothing moves"
    line.restore()
    for phone in phones:
        phone.settle()
        assert not phone.faults
    return compared


def check_presses(phones: list[Phone], seats: list[Seat]) -> None:
    """The moves in the log are those that the phones know of as made: none is lost, and none is there twice."""
    for seat in seats:
        log = {told["move"] for told in seat.log() if told["seat"] == seat.seat and not told["auto"]}
        made = [move for phone in phones if phone.seat == seat.seat for move in phone.done.values()]
        assert sorted(made) == sorted(log)
    assert {code for phone in phones for code in phone.refused.values()} <= {"stale"}


def check_scores(phones: list[Phone], game: str) -> None:
    """Both show the same scores, which are those of the log."""
    replayed = game_from_json(phones[0].export(game), load())
    assert replayed.state.finished
    assert [phone.totals() for phone in phones] == [[player.prestige for player in replayed.state.players]] * 2


def test_two_phones_and_a_rival_play_one_without_sockets_the_other_over_a_line_that_is_cut_and_swallowed(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Whenever the line has healed both show the same, and every move is made once."""
    seats = begin(server, PERSON, PERSON, APPRENTICE)
    with Proxy(server.port) as line:
        good, bad = new_phone(), new_phone(base_url=f"http://127.0.0.1:{line.port}")
        good.add_init_script(NO_SOCKETS)
        phones = [Phone(good.new_page(), seats[0], sockets=False), Phone(bad.new_page(), seats[1])]
        answers: list[int] = []
        polls = f"/api/games/{seats[0].game}?seat=0"
        phones[0].page.on("response", lambda told: answers.append(told.status) if told.url.endswith(polls) else None)
        compared = play(phones, line, 10, lambda: sum(len(phone.done) for phone in phones) >= 24)
        see_the_same(phones)
    assert compared
    assert 304 in answers, "what has not changed is not sent again"
    check_presses(phones, seats)


@pytest.mark.long
def test_two_phones_and_a_rival_play_a_whole_game_while_one_line_is_cut_swallowed_and_delayed(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Both come to the same scores, which are those of the log: nothing was lost, nothing done twice."""
    seats = begin(server, PERSON, PERSON, APPRENTICE)
    with Proxy(server.port) as line:
        contexts = [new_phone(), new_phone(base_url=f"http://127.0.0.1:{line.port}")]
        phones = [Phone(context.new_page(), seat) for context, seat in zip(contexts, seats, strict=True)]
        compared = play(phones, line, 40, lambda: all(phone.finished() for phone in phones))
        check_scores(phones, seats[0].game)
    assert compared > 3
    check_presses(phones, seats)


@pytest.mark.long
def test_two_phones_and_a_rival_play_a_whole_game_without_any_socket(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """The one has a browser without sockets, the other one whose sockets are refused, and a bad line besides."""
    seats = begin(server, PERSON, PERSON, APPRENTICE)
    with Proxy(server.port) as line:
        contexts = [new_phone(), new_phone(base_url=f"http://127.0.0.1:{line.port}")]
        contexts[0].add_init_script(NO_SOCKETS)
        contexts[1].route_web_socket("**/socket", lambda socket: socket.close())
        phones = [Phone(context.new_page(), seat, sockets=False) for context, seat in zip(contexts, seats, strict=True)]
        compared = play(phones, line, 40, lambda: all(phone.finished() for phone in phones))
        check_scores(phones, seats[0].game)
    assert compared > 3
    check_presses(phones, seats)


@pytest.mark.long
def test_two_devices_of_one_seat_race_for_two_rounds_and_each_press_is_made_by_one_of_them(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """One has the bad line besides. What comes too late is refused as that, and never taken for another answer."""
    ada, bruno = begin(server, PERSON, PERSON, APPRENTICE, seed="VIOLA 22")
    with Proxy(server.port) as line:
        contexts = [new_phone(), new_phone(base_url=f"http://127.0.0.1:{line.port}"), new_phone()]
        phones = [Phone(context.new_page(), seat) for context, seat in zip(contexts, (ada, bruno, bruno), strict=True)]
        phones[2].rng = stream("the other device")
        compared = play(phones, line, 20, lambda: ada.view()["round"] > 2)
        see_the_same(phones)
    assert compared
    check_presses(phones, [ada, bruno])
