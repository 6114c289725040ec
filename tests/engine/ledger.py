"""What must hold at every moment of a game: nothing is lost or doubled, and all that changes is told."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields

from scramble import scrambled

from engine import codec, game
from engine.abilities import at_market
from engine.content.cards import MATERIALS
from engine.determinize import determinize
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
from engine.rng import Rng
from engine.rules.awards import ChooseMarker
from engine.rules.cards import DECKS, KeepDrawn, UseCard
from engine.rules.orchestra import PlaceToken
from engine.rules.patrons import PILES, AskGiving, PlaceNewPatron
from engine.rules.perform import AskInspiration, AskReroll, CountDice, GiveConcert, RollDice
from engine.rules.repair import AskFoundRepair, ScoreRepair
from engine.state import STONE, TRANSIENT, Player, State
from engine.steps import Step
from engine.view import events_for, table_view

MOST_CHOICES = 60
ON_STAGE = (RollDice, AskReroll, CountDice, AskInspiration, GiveConcert)
SPENDABLE = ("money", "inspiration", *MATERIALS)


class Ledger:
    """The books of one game, opened on its first decision; `check` closes each step."""

    def __init__(self, state: State) -> None:
        self.cards = cards_in_play(state)
        self.neutral = tokens_of(state, STONE)
        self.markets = 1 + len(state.decks["market"])
        self.left: Counter[str] = Counter()
        self.unseated: Counter[tuple[int, str]] = Counter()
        self.told = [Counter[str]() for _ in state.players]
        self.note(state.events)

    def note(self, events: Iterable[Event]) -> None:
        """Write down what an event says that somebody gained, paid, scored or lost."""
        for event in events:
            for word, amount in changes(event):
                self.told[event.seat][word] += amount
            match event:
                case PatronLeft(_, patron):
                    self.left[patron] += 1
                case NoChair(seat, token):
                    self.unseated[seat, token] += 1

    def check(self, state: State) -> None:
        """All that holds between two choices."""
        self.note(state.events)
        check_offers(state)
        self._check_cards(state)
        for player in state.players:
            self._check_goods(player)
            check_people(state, player)
            self._check_tokens(state, player)
        assert tokens_of(state, STONE) == self.neutral

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

    def _check_tokens(self, state: State, player: Player) -> None:
        """Every instrument, concert and repair has its token in the orchestra, but for those no chair would take."""
        seat = player.seat
        made = {"instrument": player.finished, "performance": player.concerts, "repair": player.repairs}
        seated = tokens_of(state, seat)
        for token, cards in made.items():
            waiting = sum(isinstance(s, PlaceToken) and (s.seat, s.token) == (seat, token) for s in state.agenda)
            unmade = sum(isinstance(s, ScoreRepair) and s.seat == seat for s in state.agenda) * (token == "repair")
            assert seated[token] + self.unseated[seat, token] + waiting - unmade == len(cards)


def changes(event: Event) -> Iterator[tuple[str, int]]:
    """What an event does to its seat's goods and prestige."""
    match event:
        case Gained(goods=goods):
            yield from goods
        case Paid(goods=goods):
            yield from ((word, -amount) for word, amount in goods)
        case MaterialDiscarded(material=material):
            yield material, -1
        case InstrumentFinished() | RepairMade() | PatronCompleted() | AwardScored() | SourceScored():
            yield "prestige", event.prestige
        case PrestigeLost(amount=amount):
            yield "prestige", -amount


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
        yield from ((PILES[under.token], under.card) for under in patron.under)
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


def tokens_of(state: State, seat: int) -> Counter[str]:
    """A seat's tokens in the orchestra, by kind."""
    chairs = state.orchestra.values()
    return Counter(token.kind for c in chairs for token in c.first + c.line if token.seat == seat)


def check_people(state: State, player: Player) -> None:
    """Chips, apprentices and markers: each is in one place."""
    seat = player.seat
    on_table = [w.disc for w in state.workers if w.seat == seat]
    turned = [disc for owner, disc in state.balcony if owner == seat]
    assert sorted((*player.home, *on_table, *turned)) == list(player.chips)
    placed = sum(w.apprentices for w in state.workers if w.seat == seat)
    assert min(player.apprentices, player.gone, placed, at_market(state, seat)) >= 0
    assert player.apprentices + player.gone + placed + at_market(state, seat) == 3
    scored = sum(level == seat for tile in state.awards for level in tile.levels)
    choosing = sum(isinstance(s, ChooseMarker) and s.seat == seat for s in state.agenda)
    assert scored == 3 - len(player.markers) + choosing
    numbered = [s.disc for s in player.specialists if s.disc is not None]
    assert len(set(numbered)) == len(numbered)
    assert set(numbered) <= set(player.chips)


def check_offers(state: State) -> None:
    """The seats that a decision asks, and they alone, have choices: some, no two alike, not too many."""
    asked = state.agenda[-1].on_the_clock() if state.agenda else ()
    assert game.clock(state) == asked
    assert bool(asked) != state.finished
    for player in state.players:
        offered = game.legal_choices(state, player.seat)
        assert len(set(offered)) == len(offered) <= MOST_CHOICES
        assert bool(offered) == (player.seat in asked)


# --- what costs more to look at -------------------------------------------------------------------------------------


def check_saving(state: State) -> None:
    """A state written as JSON and read again is the same state."""
    saved = codec.state_to_json(state)
    again = codec.state_from_json(json.loads(json.dumps(saved)), state.content)
    assert codec.state_to_json(again) == saved
    assert again.rng.state == state.rng.state
    for field in fields(State):
        if field.name not in (*TRANSIENT, "rng"):
            assert getattr(again, field.name) == getattr(state, field.name), field.name


def check_trials(state: State, rng: Rng, most: int = 3) -> None:
    """Choices tried on clones are taken, lead somewhere, and leave the state itself alone."""
    before = codec.state_hash(state)
    for seat in game.clock(state):
        for choice in rng.shuffled(game.legal_choices(state, seat))[:most]:
            trial = state.clone()
            game.apply(trial, seat, choice)
            assert trial.finished or game.clock(trial)
    assert codec.state_hash(state) == before


def check_secrets(state: State, rng: Rng) -> None:
    """What a seat may see, and what an AI makes of it, does not depend on what is hidden from the seat (GEN-7, GEN-17).

    Spectators see what nobody may hide: less than any seat.
    """
    for player in state.players:
        seat = player.seat
        imagined, other = determinize(state, seat, Rng(rng.state)), scrambled(state, seat, rng)
        check_offers(imagined)
        check_imagined_cards(imagined, state)
        for viewer in (seat, None):
            shown = table_view(state, viewer)
            assert table_view(imagined, viewer) == shown
            assert table_view(other, viewer) == shown
        start = Rng(rng.next())
        once, twice = (determinize(alike, seat, start.clone()) for alike in (state, other))
        assert codec.state_to_json(once) == codec.state_to_json(twice)


def check_imagined_cards(imagined: State, state: State) -> None:
    """An imagined table has as many cards as the true one, and no card that is already somewhere else."""
    for deck, cards in cards_in_play(state).items():
        guess = cards_in_play(imagined)[deck]
        assert guess.total() == cards.total()
        if deck in PILES.values():
            assert guess == cards
        assert max(guess.values()) <= max(cards.values())
    for player in imagined.players:
        others = [p for p in imagined.players if p is not player]
        assert not set(player.goals) & {goal for p in others for goal in p.goals}


def check_told(state: State, n: int = 1) -> None:
    """Private parts of events go to their seat alone, hidden events too."""
    for viewer in (*range(state.seats), None):
        for told in events_for(n, state.events, viewer):
            assert told["seat"] == viewer or "private" not in told
            assert told["seat"] == viewer or told["type"] != "nothing-to-choose"
