"""Two people with a phone each, and an AI: both phones show the same, also with a bad connection."""

import json
from collections.abc import Callable, Sequence
from itertools import count, cycle
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from e2e.conftest import Server
from e2e.page_player import PagePlayer
from e2e.tables import APPRENTICE, PERSON, Seat, begin
from engine.content.files import load
from engine.game import game_from_json
from engine.rng import stream
from tests.server.proxy import Proxy

Fault = Callable[[Proxy], None]

FAULTS: Sequence[Fault] = (
    Proxy.cut,
    lambda proxy: proxy.drop("answers"),
    lambda proxy: proxy.delay(0.3),
    Proxy.drop,
    Proxy.refuse,
    lambda proxy: proxy.drop("requests"),
)
MAX_IDLE = 200
"""Polls without a question after which the game counts as stuck."""
RECOVERY_MS = 40_000
READ_SEATS = """async () => {
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
"""Opens each seat on the Seats tab, then returns to the question. Reads family, goods, counts of hidden cards, and each
time the prestige of all, the round and the phase."""
REMOVE_WEBSOCKET = "delete window.WebSocket"


class Phone(PagePlayer):
    """A player with a phone, which records the moves that it sent and their results."""

    def __init__(self, page: Page, seat: Seat, sockets: bool = True) -> None:
        super().__init__(page, f"phone of seat {seat.seat}")
        self.seat = seat.seat
        self.usual_state = "live" if sockets else "polling"
        """The connection state while nothing disturbs it."""
        self.sent: set[str] = set()
        self.done: dict[str, int] = {}
        """By idempotency key: the move's number."""
        self.refused: dict[str, str] = {}
        self._pending = 0
        self._answered: list[Request] = []
        page.on("request", self._on_request)
        page.on("requestfailed", self._on_failure)
        page.on("requestfinished", self._on_answer)
        self.set_instant_playback()
        seat.open_on(page)

    def step(self) -> bool:
        """Answer a question, or wait; returns whether there was one."""
        self.read_answers()
        if self.is_finished():
            return False
        if asked := self.is_asked():
            self.answer()
        else:
            self.skip_or_wait()
        return asked

    def read_answers(self) -> None:
        """Record the results of the moves whose answers are complete."""
        while self._answered:
            request = self._answered.pop()
            answer = request.response()
            assert answer is not None
            key, body = key_of(request), answer.json()
            if answer.ok:
                move = body["frames"][0]["revision"]
                assert self.done.setdefault(key, move) == move, "a repeated key has one effect"
            else:
                self.refused[key] = body["code"]

    def settle(self) -> None:
        """Wait until every move is answered, and none waits to be sent."""
        for _ in range(MAX_IDLE):
            self.page.wait_for_timeout(200)
            self.read_answers()
            answered = self._pending == 0 and self.sent == self.done.keys() | self.refused.keys()
            if answered and not self.page.locator(".waits").count():
                return
        raise AssertionError("a move was never answered")

    def seats(self) -> Any:
        """All seats as this phone shows them."""
        return self.page.evaluate(READ_SEATS)

    def _on_request(self, request: Request) -> None:
        if is_submit(request):
            self._pending += 1
            self.sent.add(key_of(request))

    def _on_failure(self, request: Request) -> None:
        if is_submit(request):
            self._pending -= 1

    def _on_answer(self, request: Request) -> None:
        if is_submit(request):
            self._pending -= 1
            self._answered.append(request)


def is_submit(request: Request) -> bool:
    return request.url.endswith("/choices")


def key_of(move: Request) -> str:
    key: str = json.loads(move.post_data or "")["key"]
    return key


def wait_until_equal(phones: list[Phone]) -> None:
    """Wait until each phone is connected, and all show the same seats."""
    for phone in phones:
        connected = phone.page.locator(f".top .connection.{phone.usual_state}").or_(phone.page.locator(".scoring"))
        expect(connected.first).to_be_visible(timeout=RECOVERY_MS)
    seen: list[Any] = []
    for _ in range(MAX_IDLE):
        seen = [phone.seats() for phone in phones]
        if any(phone.is_finished() for phone in phones):
            return
        if all(shown == seen[0] for shown in seen) and [len(goods) for _, goods, *_ in seen[0]] == [1, 1, 1]:
            return
        phones[0].page.wait_for_timeout(100)
    raise AssertionError(f"the phones show {seen}")


def play(phones: list[Phone], proxy: Proxy, pace: int, over: Callable[[], bool]) -> int:
    """Let all phones answer; returns how often they were compared.

    Every `pace` rounds the proxy gets the next fault, or is restored.
    """
    faults = cycle(FAULTS)
    idle = compared = 0
    for step in count():
        if over():
            break
        if step % (2 * pace) == 0:
            next(faults)(proxy)
        elif step % pace == 0:
            proxy.restore()
            if all(phone.page.locator(".tabs").count() for phone in phones):
                wait_until_equal(phones)
                compared += 1
        asked = [phone.step() for phone in phones]
        idle = 0 if any(asked) else idle + 1
        assert idle < MAX_IDLE, "nobody is asked and nothing moves"
    proxy.restore()
    for phone in phones:
        phone.settle()
        assert not phone.faults
    return compared


def check_moves(phones: list[Phone], seats: list[Seat]) -> None:
    """The log has exactly the moves that the phones know as made: none is lost, and none is double."""
    for seat in seats:
        log = {entry["move"] for entry in seat.log() if entry["seat"] == seat.seat and not entry["auto"]}
        made = [move for phone in phones if phone.seat == seat.seat for move in phone.done.values()]
        assert sorted(made) == sorted(log)
    assert {code for phone in phones for code in phone.refused.values()} <= {"stale"}


def check_scores(phones: list[Phone], game: str) -> None:
    """Both phones show the scores of the replayed log."""
    replayed = game_from_json(phones[0].export(game), load())
    assert replayed.state.finished
    assert [phone.totals() for phone in phones] == [[player.prestige for player in replayed.state.players]] * 2


def test_two_phones_show_the_same_one_polling_and_one_with_a_bad_connection(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """After each fault both show the same, and every move is made once."""
    seats = begin(server, PERSON, PERSON, APPRENTICE)
    with Proxy(server.port) as proxy:
        good, bad = new_phone(), new_phone(base_url=f"http://127.0.0.1:{proxy.port}")
        good.add_init_script(REMOVE_WEBSOCKET)
        phones = [Phone(good.new_page(), seats[0], sockets=False), Phone(bad.new_page(), seats[1])]
        answers: list[int] = []
        polls = f"/api/games/{seats[0].game}?seat=0"
        phones[0].page.on(
            "response", lambda answer: answers.append(answer.status) if answer.url.endswith(polls) else None
        )
        compared = play(phones, proxy, 10, lambda: sum(len(phone.done) for phone in phones) >= 24)
        wait_until_equal(phones)
    assert compared
    assert 304 in answers, "an unchanged view is not sent again"
    check_moves(phones, seats)


@pytest.mark.long
def test_two_phones_play_a_whole_game_with_a_bad_connection(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """Both show the scores of the log: no move is lost or made twice."""
    seats = begin(server, PERSON, PERSON, APPRENTICE)
    with Proxy(server.port) as proxy:
        contexts = [new_phone(), new_phone(base_url=f"http://127.0.0.1:{proxy.port}")]
        phones = [Phone(context.new_page(), seat) for context, seat in zip(contexts, seats, strict=True)]
        compared = play(phones, proxy, 40, lambda: all(phone.is_finished() for phone in phones))
        check_scores(phones, seats[0].game)
    assert compared > 3
    check_moves(phones, seats)


@pytest.mark.long
def test_two_phones_play_a_whole_game_without_sockets(new_phone: Callable[..., BrowserContext], server: Server) -> None:
    """One browser has no sockets; the other's sockets are refused, and its connection is bad."""
    seats = begin(server, PERSON, PERSON, APPRENTICE)
    with Proxy(server.port) as proxy:
        contexts = [new_phone(), new_phone(base_url=f"http://127.0.0.1:{proxy.port}")]
        contexts[0].add_init_script(REMOVE_WEBSOCKET)
        contexts[1].route_web_socket("**/socket", lambda socket: socket.close())
        phones = [Phone(context.new_page(), seat, sockets=False) for context, seat in zip(contexts, seats, strict=True)]
        compared = play(phones, proxy, 40, lambda: all(phone.is_finished() for phone in phones))
        check_scores(phones, seats[0].game)
    assert compared > 3
    check_moves(phones, seats)


@pytest.mark.long
def test_two_devices_of_one_seat_race_and_each_move_is_made_by_one_of_them(
    new_phone: Callable[..., BrowserContext], server: Server
) -> None:
    """One has a bad connection. A late move is refused as stale, and never taken for another answer."""
    ada, bruno = begin(server, PERSON, PERSON, APPRENTICE, seed="VIOLA 22")
    with Proxy(server.port) as proxy:
        contexts = [new_phone(), new_phone(base_url=f"http://127.0.0.1:{proxy.port}"), new_phone()]
        phones = [Phone(context.new_page(), seat) for context, seat in zip(contexts, (ada, bruno, bruno), strict=True)]
        phones[2].rng = stream("the other device")
        compared = play(phones, proxy, 20, lambda: ada.view()["round"] > 2)
        wait_until_equal(phones)
    assert compared
    check_moves(phones, [ada, bruno])
