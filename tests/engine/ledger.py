"""What must hold at every moment of a game: nothing is lost or doubled, and all that changes is told."""

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy

from engine import loop
from engine.abilities import at_market
from engine.content.cards import MATERIALS
from engine.events import (
    AwardScored,
    Event,
    Gained,
    InstrumentFinished,
    MaterialDiscarded,
    NoChair,
    Paid,
    PatronCompleted,
    PatronLeft,
    PrestigeLost,
    RepairMade,
    SourceScored,
)
from engine.goods import PRESTIGE_SOURCES
from engine.rules.awards import ChooseMarker
from engine.rules.display_cards import DECKS, KeepDrawn
from engine.rules.locations import UseCard
from engine.rules.orchestra import PlaceToken
from engine.rules.patrons import PILES, AskGiving, PlaceNewPatron
from engine.rules.perform import AskInspiration, AskReroll, CountDice, FinishPerformance, RollDice
from engine.rules.repair import AskFoundRepair, ScoreRepair
from engine.state import NEUTRAL, Player, State, Step
from engine.view import events_for

MOST_CHOICES = 60
ON_STAGE = (RollDice, AskReroll, CountDice, AskInspiration, FinishPerformance)
SPENDABLE = ("money", "inspiration", *MATERIALS)
Tokens = Counter[tuple[int, str]]
"""By seat and kind."""


class Ledger:
    """The books of one game, opened on its first decision; `check` closes each step."""

    def __init__(self, state: State) -> None:
        self.cards = cards_in_play(state)
        self.neutral = of_stone(tokens(state))
        self.markets = 1 + len(state.decks["market"])
        self.left: Counter[str] = Counter()
        self.unseated: Tokens = Counter()
        self.told = [Counter[str]() for _ in state.players]
        self.scored = [Counter[str]() for _ in state.players]
        self.note(state.events)

    def note(self, events: Iterable[Event]) -> None:
        """Write down what an event says that somebody gained, paid, scored or lost."""
        for event in events:
            for word, amount, source in changes(event):
                self.told[event.seat][word] += amount
                if word == "prestige":
                    self.scored[event.seat][source] += amount
            match event:
                case PatronLeft(_, patron):
                    self.left[patron] += 1
                case NoChair(seat, token):
                    self.unseated[seat, token] += 1

    def check(self, state: State) -> None:
        """Enter what happened, then see that the books are right."""
        self.note(state.events)
        self.balance(state)

    def balance(self, state: State) -> None:
        """All that holds between two choices."""
        check_offers(state)
        self._check_cards(state)
        self._check_tokens(state)
        for player in state.players:
            self._check_goods(player)
            check_people(state, player)

    def _check_cards(self, state: State) -> None:
        gone = Counter({card: n for card, n in self.left.items() if state.content.patrons[card].deck == "royal"})
        now = cards_in_play(state)
        for deck, cards in self.cards.items():
            expected = cards - gone if deck == "patrons" else cards
            assert now[deck] == expected, f"{deck}: {now[deck] - expected} too many, {expected - now[deck]} missing"
        past = max(0, state.round - 1)
        assert 1 + len(state.decks["market"]) + past == self.markets

    def _check_goods(self, player: Player) -> None:
        told = self.told[player.seat]
        for word in SPENDABLE:
            assert getattr(player, word) == told[word] >= 0, f"seat {player.seat} was told of {told[word]} {word}"
        assert player.prestige == told["prestige"] == sum(player.sources.values()) >= 0
        assert player.sources == self.scored[player.seat]

    def _check_tokens(self, state: State) -> None:
        """Every instrument, concert and repair has its token in the orchestra, but for those no chair would take."""
        seated = tokens(state)
        assert of_stone(seated) == self.neutral
        seated.update(self.unseated)
        for step in state.agenda:
            if isinstance(step, PlaceToken):
                seated[step.seat, step.token] += 1
            elif isinstance(step, ScoreRepair):
                seated[step.seat, "repair"] -= 1
        for player in state.players:
            made = {"instrument": player.finished, "performance": player.performances, "repair": player.repairs}
            for token, cards in made.items():
                assert seated[player.seat, token] == len(cards)

    def clone(self) -> "Ledger":
        twin = copy(self)
        twin.left, twin.unseated = self.left.copy(), self.unseated.copy()
        twin.told = [told.copy() for told in self.told]
        twin.scored = [scored.copy() for scored in self.scored]
        return twin


def changes(event: Event) -> Iterator[tuple[str, int, str]]:
    """What an event does to its seat's goods and prestige, and the source that prestige is counted under."""
    match event:
        case Gained(goods=goods, source=source):
            yield from ((word, amount, PRESTIGE_SOURCES.get(source, source)) for word, amount in goods)
        case Paid(goods=goods, source=source):
            yield from ((word, -amount, source) for word, amount in goods)
        case MaterialDiscarded(material=material):
            yield material, -1, ""
        case InstrumentFinished(prestige=prestige):
            yield "prestige", prestige, "instruments"
        case RepairMade(prestige=prestige):
            yield "prestige", prestige, "repairs"
        case PatronCompleted(prestige=prestige):
            yield "prestige", prestige, "patrons"
        case AwardScored(prestige=prestige):
            yield "prestige", prestige, "awards"
        case PrestigeLost(amount=amount):
            yield "prestige", -amount, "patrons_left"
        case SourceScored(source=source, prestige=prestige) if prestige:
            yield "prestige", prestige, source


def cards_in_play(state: State) -> dict[str, Counter[str]]:
    """Every card of each deck, wherever it lies: royals among the patrons, specialty cards by track."""
    found: dict[str, Counter[str]] = {
        deck: Counter(cards) for deck, cards in state.decks.items() if deck not in ("market", "royals")
    }
    found["patrons"].update(state.decks["royals"])
    for deck, cards in state.discards.items():
        if deck != "market":
            found[deck].update(cards)
    for location, shown in state.displays.items():
        found[DECKS[location]].update(filter(None, shown))
    for player in state.players:
        for deck, card in held(state, player):
            found[deck][card] += 1
    for step in state.agenda:
        for deck, card in on_the_way(step):
            found[deck][card] += 1
    return found


def held(state: State, player: Player) -> Iterator[tuple[str, str]]:
    """The cards that lie at a seat, with the deck that each is of."""
    yield from (("instruments", card) for card in player.hand + player.roughing + player.finishing)
    yield from (("patrons", card) for card in player.completed)
    for patron in player.waiting:
        yield "patrons", patron.card
        yield from ((PILES[under.token], under.card) for under in patron.tucked)
    for owned in player.specialists:
        yield state.content.specialists[owned.card].track, owned.card
    if player.deal is not None:
        yield from (("patrons", card) for card in player.deal.patrons)
        yield from (("instruments", card) for card in player.deal.instruments)


def on_the_way(step: Step) -> Iterator[tuple[str, str]]:
    """The cards that lie nowhere else than in an unfinished step."""
    match step:
        case UseCard(location=location, card=card):
            yield DECKS[location], card
        case PlaceNewPatron(card=card):
            yield "patrons", card
        case KeepDrawn(cards=cards):
            yield from (("instruments", card) for card in cards)
        case AskFoundRepair(card=card):
            yield "repairs", card
        case AskGiving(token=token, card=card):
            yield PILES[token], card
        case _ if isinstance(step, ON_STAGE):
            yield "performances", step.card


def tokens(state: State) -> Tokens:
    """All tokens in the orchestra."""
    return Counter((token.seat, token.kind) for c in state.orchestra.values() for token in c.first + c.second)


def of_stone(found: Tokens) -> dict[str, int]:
    """The neutral ones, by kind."""
    return {kind: count for (seat, kind), count in found.items() if seat == NEUTRAL}


def check_people(state: State, player: Player) -> None:
    """Chips, apprentices and markers: each is in one place."""
    seat = player.seat
    on_table = [w.number for w in state.workers if w.seat == seat]
    turned = [number for owner, number in state.balcony if owner == seat]
    assert sorted((*player.idle, *on_table, *turned)) == list(player.numbers)
    placed = sum(w.apprentices for w in state.workers if w.seat == seat)
    assert min(player.apprentices, player.apprentices_removed, placed, at_market(state, seat)) >= 0
    assert player.apprentices + player.apprentices_removed + placed + at_market(state, seat) == 3
    scored = sum(level == seat for tile in state.awards for level in tile.levels)
    choosing = sum(isinstance(s, ChooseMarker) and s.seat == seat for s in state.agenda)
    assert scored == 3 - len(player.markers) + choosing
    numbered = [s.number for s in player.specialists if s.number is not None]
    assert len(set(numbered)) == len(numbered)
    assert set(numbered) <= set(player.numbers)


def check_offers(state: State) -> None:
    """The seats that a decision asks, and they alone, have choices: some, no two alike, not too many."""
    asked = state.agenda[-1].on_the_clock() if state.agenda else ()
    assert loop.clock(state) == asked
    assert bool(asked) != state.finished
    for player in state.players:
        offered = loop.legal_choices(state, player.seat)
        assert len(set(offered)) == len(offered) <= MOST_CHOICES
        assert bool(offered) == (player.seat in asked)


def check_told(state: State) -> None:
    """Private parts of events go to their seat alone, hidden events too."""
    for viewer in (*range(state.seats), None):
        for told in events_for(1, state.events, viewer):
            assert told["seat"] == viewer or "private" not in told
            assert told["seat"] == viewer or told["type"] != "nothing-to-choose"


def check_imagined_cards(imagined: State, state: State) -> None:
    """An imagined table has as many cards as the true one, and no card that is already somewhere else."""
    guesses = cards_in_play(imagined)
    for deck, cards in cards_in_play(state).items():
        guess = guesses[deck]
        assert guess.total() == cards.total()
        if deck in PILES.values():
            assert guess == cards
        assert max(guess.values()) <= max(cards.values())
    for player in imagined.players:
        others = [p for p in imagined.players if p is not player]
        assert not set(player.goals) & {goal for p in others for goal in p.goals}
