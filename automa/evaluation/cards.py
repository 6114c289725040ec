"""What things would bring to a seat, by rule of thumb: cards, chairs, concerts. Quick, for habits and for planning."""

from collections.abc import Sequence

from automa.evaluation import dice_odds as concerts
from automa.evaluation.position import ACTION, CROWD, STAGES, Book
from automa.evaluation.weights import goods_worth, moment, rate, rounds_left
from engine.abilities import permits
from engine.content.cards import LEVELS
from engine.requirements import accepts, unmet
from engine.rules import material_costs
from engine.rules.orchestra import seating_result
from engine.state import State, Token, WaitingPatron

FIRST_CHAIR, SHAKY_CHAIR, LINE = 260, 190, 70
"""A first chair of an instrument, of another token (which may be ousted), and a place below the line."""
SPEND = 2
"""Inspiration that a concert is expected to take."""


class Eye:
    """A seat's quick look at the table."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.content, self.player = state.content, state.players[seat]
        self.when, self.rounds = moment(state), rounds_left(state)
        self.light_book = Book(state, seat)
        self._looked_up = False
        self._spare: dict[str, list[int]] | None = None
        self._chair: dict[tuple[str, str], int] = {}
        self._chairs: dict[tuple[str, str], int] = {}
        self._concerts: dict[str, tuple[int, int, int, int, int]] = {}
        self._services: dict[tuple[str, str], int] = {}
        self._odds: dict[int | None, tuple[tuple[int, ...], int]] = {}

    def rate(self, word: str) -> int:
        return rate(word, self.when)

    @property
    def book(self) -> Book:
        """The valuation, with what is on its way looked up when it is first asked for."""
        if not self._looked_up:
            self._looked_up = True
            self.light_book.instruments()
        return self.light_book

    # --- chairs -----------------------------------------------------------------------------------------------------

    def chair(self, token: str, place: str) -> int:
        """What a token at this orchestra seat brings."""
        key = token, place
        if key not in self._chair:
            self._chair[key] = self._chair_worth(token, place)
        return self._chair[key]

    def _chair_worth(self, token: str, place: str) -> int:
        word = seating_result(self.state, self.seat, token, place)
        if word == "second":
            return LINE
        first = FIRST_CHAIR if token == "instrument" else SHAKY_CHAIR
        holder = self.state.orchestra[place].holder
        own = word == "ousts" and holder is not None and holder.seat == self.seat
        return goods_worth(self.content.orchestra[place].bonus, self.when) + (LINE if own else first)

    def best_chair(self, token: str, card: str) -> int:
        """What the best orchestra seat for a token of this card brings."""
        key = token, self._kind(token, card)
        if key not in self._chairs:
            places = self._places(token, key[1])
            self._chairs[key] = max((self.chair(token, place) for place in places), default=0)
        return self._chairs[key]

    def _places(self, token: str, kind: str) -> Sequence[str]:
        """Orchestra seats for a token of this kind, as ORC-2 and ORC-8 have it."""
        if token == "instrument":
            return self.content.instruments[kind].seats
        rule, mark = ("any_era_seat" if token == "performance" else "any_section_seat"), Token(self.seat, token)
        everywhere = permits(self.state, self.seat, rule)
        return [
            place.id
            for place in self.content.orchestra.values()
            if (everywhere or kind == place.section or kind in place.eras)
            and not place.rare
            and mark not in self.state.orchestra[place.id].first
            and mark not in self.state.orchestra[place.id].second
        ]

    def _kind(self, token: str, card: str) -> str:
        """What decides to which orchestra seats a token may go."""
        if token == "instrument":
            return card
        return self.content.performances[card].era if token == "performance" else self.content.repairs[card].section

    # --- patrons ----------------------------------------------------------------------------------------------------

    def service(self, token: str, card: str) -> int:
        """What giving the card to the best of the waiting patrons brings."""
        key = token, self.content.instruments[card].section if token == "instrument" else self._kind(token, card)
        if key not in self._services:
            fitting = [p for p in self.player.waiting if accepts(self.content, p, token, card)]
            self._services[key] = max((self.giving(p) for p in fitting), default=0)
        return self._services[key]

    def giving(self, waiting: WaitingPatron) -> int:
        """What one more card under a patron brings: all of it, or a share and its patience."""
        worth = self.light_book.completing(waiting.card)
        missing = unmet(self.content, waiting)
        if missing == 1:
            return worth
        share = worth * (1, 30, 42, 45)[min(3, self.rounds)] // 100 if self.rounds else 0
        return share // (missing - 1) + 60 * waiting.patience * (self.rounds > 1)

    def patron(self, card: str) -> int:
        """What taking a patron promises, when those that wait already have what is on its way."""
        if self._spare is None:
            self._spare = self.book.spare()
            for waiting in self.player.waiting:
                self.book.waiting(waiting, self._spare)
        spare = {section: list(chances) for section, chances in self._spare.items()}
        return self.book.waiting(WaitingPatron(card, 0), spare) + 100

    # --- cards ------------------------------------------------------------------------------------------------------

    def instrument(self, card: str) -> int:
        """What a card for the hand promises."""
        book = self.book
        sure = STAGES["hand"][self.rounds] * CROWD[min(4, sum(map(len, book.chances.values())))] // 100
        worth = book.finished(card) - book.to_do(card, "hand")
        return sure * (max(0, worth) + self._wanted(card)) // 100

    def _wanted(self, card: str) -> int:
        """A share of the patrons that wait for an instrument of its section, when none is on the way."""
        if self.book.chances.get(self.content.instruments[card].section):
            return 0
        return self.service("instrument", card) * 2 // 3

    def finishing(self, card: str) -> int:
        """What finishing an instrument brings, before its materials."""
        extra = 200 if self.player.reputation >= 5 else 0
        prestige = 100 * self.content.instruments[card].prestige
        return prestige + extra + self.best_chair("instrument", card) + self.service("instrument", card)

    def roughing(self, card: str) -> int:
        """What roughing brings: half of what is left when the instrument is finished."""
        instrument = self.content.instruments[card]
        later = self.finishing(card) - goods_worth(instrument.finish, self.when) - ACTION
        sure = STAGES["finishing"][self.rounds]
        return max(0, later) * sure // 100 * 2 // 3

    def repair(self, card: str) -> int:
        """What a repair brings, after its materials."""
        printed = self.content.repairs[card]
        gained = 100 * printed.prestige + self.best_chair("repair", card) + self.service("repair", card)
        return gained - goods_worth(printed.cost, self.when)

    def concert(self, card: str, skill: int, number: int | None) -> int:
        """What a concert may bring: the levels by their chances."""
        if number not in self._odds:
            table = concerts.odds(concerts.dice_of(self.state, self.seat, number))
            self._odds[number] = table, concerts.extra(self.state, self.seat, number) + self._spends
        if card not in self._concerts:
            self._concerts[card] = self._levels(card)
        table, more = self._odds[number]
        low, medium, high, some_need, high_need = self._concerts[card]
        some, all_ = (concerts.at_least(table, need - skill - more) for need in (some_need, high_need))
        spent = self.rate("inspiration") * self._spends * 2 // 3
        return (low * (100 - some) + medium * (some - all_) + high * all_) // 100 - spent

    @property
    def _spends(self) -> int:
        return min(SPEND, self.player.inspiration)

    def _levels(self, card: str) -> tuple[int, int, int, int, int]:
        """What each level brings, and what medium and high take."""
        printed = self.content.performances[card]
        token = self.best_chair("performance", card) + self.service("performance", card)
        low, medium, high = (goods_worth(printed.reward(level), self.when) for level in LEVELS)
        return low, medium + token, high + token, printed.medium, printed.high

    # --- materials --------------------------------------------------------------------------------------------------

    def lack(self, bill: tuple[tuple[str, int], ...], units: int) -> int:
        """Money that the missing materials of a bill cost at the market, dearest saved first."""
        prices = self.content.markets[self.state.market]
        missing = [prices.price(m) for m, n in bill for _ in range(n - self.player.material(m))]
        return sum(sorted(missing)[: max(0, len(missing) - units)])

    def inspired(self) -> bool:
        """Whether inspiration replaces materials at the benches."""
        return permits(self.state, self.seat, "inspiration_on_bench")

    def payable(self, use: str, card: str) -> bool:
        return material_costs.can_pay(self.state, self.seat, use, card)
