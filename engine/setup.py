"""Setup (SET-1 to SET-12), with the neutral pieces of a two-seat game (TWO-1 to TWO-4)."""

from dataclasses import dataclass, replace

from engine.choices import SetupChoice
from engine.constants import ROUNDS
from engine.content.cards import DISPLAYS, TRACKS, Content
from engine.events import (
    AwardsShown,
    CardsDealt,
    DisplayFilled,
    FamilyShown,
    MarketShown,
    PhaseBegun,
    SetupChosen,
    TurnOrderSet,
)
from engine.goods import GainGoods, draw
from engine.rng import stream
from engine.rules import end_of_round, patrons, planning, resolution, start_of_round
from engine.rules.display_cards import DECKS
from engine.scoring import FinalScoring
from engine.state import NEUTRAL, NOBODY, AwardTile, Chairs, Deal, Phase, Player, State, Step, Token
from engine.steps import Decision, Effect, step
from engine.triggers import Dispatch

AWARDS = {2: 3, 3: 3, 4: 4}


@dataclass(frozen=True, slots=True)
class Neutral:
    """The pieces that an orchestra setup card puts on the table.

    `tokens`: (orchestra seat, kind); `removed`: instrument cards that leave the game; `closed`: the closed level of
    each award tile, first tile first.
    """

    card: str
    tokens: tuple[tuple[str, str], ...]
    removed: tuple[str, ...]
    closed: tuple[int, ...]


def neutral_of(card: str, content: Content) -> Neutral:
    """The pieces of a setup card (TWO-2, TWO-4); for each neutral instrument, a card is removed (TWO-3)."""
    setup, orchestra = content.setups[card], content.orchestra
    groups = (("instrument", setup.instruments), ("performance", setup.performances), ("repair", setup.repairs))
    tokens = tuple((place, token) for token, places in groups for place in places)
    removed = tuple(instrument for place in setup.instruments if (instrument := orchestra[place].instrument))
    return Neutral(card, tokens, removed, setup.blocked_levels)


def new_state(content: Content, seed: str, seats: int, neutral: Neutral | None, rules: str) -> State:
    """The table before the first choice, shuffled and dealt, with the whole game on its agenda.

    `seats`: 2 to 4; `rules`: the version of the rules.
    """
    assert 2 <= seats <= 4, f"a game has 2 to 4 seats, not {seats}"
    state = State(content, stream(seed), [Player(seat) for seat in range(seats)], rules)
    _place_awards(state, neutral)
    _place_orchestra(state, neutral)
    _shuffle_decks(state, neutral)
    _fill_displays(state)
    _place_market(state)
    _reduce_decks(state)
    _deal(state)
    state.floor = None
    rounds: list[Step] = [part for number in range(1, ROUNDS + 1) for part in _round(number)]
    state.then(ChooseSetup(NOBODY, tuple(range(seats))), GoodsAndPatrons(NOBODY), *rounds, FinalScoring(NOBODY))
    return state


def _round(number: int) -> list[Step]:
    """The phases of a round (GEN-1); the last round has no end of round."""
    phases: list[Step] = [
        start_of_round.StartOfRound(NOBODY),
        BeginPlanning(NOBODY),
        planning.AfterPlanning(NOBODY),
        BeginResolution(NOBODY),
    ]
    return [*phases, end_of_round.EndOfRound(NOBODY)] if number < ROUNDS else phases


@step
class BeginPlanning(Effect):
    """Seats place their workers, from the first in turn order (PLN-1)."""

    def run(self, state: State) -> None:
        _begin(state, "planning")
        state.placed = 0
        state.then(planning.PlaceWorkers(state.order[0]))


@step
class BeginResolution(Effect):
    """Seats take turns until all have passed (RES-1)."""

    def run(self, state: State) -> None:
        _begin(state, "resolution")
        state.then(resolution.NextTurn(state.order[0]))


def _begin(state: State, phase: Phase) -> None:
    state.phase = phase
    state.emit(PhaseBegun(NOBODY, state.round, phase))


# --- setting up the table -------------------------------------------------------------------------------------------


def _place_awards(state: State, neutral: Neutral | None) -> None:
    """Award tiles (SET-1); a setup card closes a level of each, first tile first (TWO-4)."""
    tiles = state.rng.shuffled(list(state.content.awards))[: AWARDS[state.seats]]
    closed = neutral.closed if neutral else ()
    state.awards = tuple(
        AwardTile(award, _levels(closed[i] if i < len(closed) else None)) for i, award in enumerate(tiles)
    )
    state.emit(AwardsShown(NOBODY, tiles))


def _levels(closed: int | None) -> tuple[int | None, int | None, int | None]:
    one, two, three = (NEUTRAL if level == closed else None for level in (1, 2, 3))
    return one, two, three


def _place_orchestra(state: State, neutral: Neutral | None) -> None:
    """Empty chairs, except for neutral first chairs (TWO-2)."""
    state.orchestra = {place: Chairs() for place in state.content.orchestra}
    for place, kind in neutral.tokens if neutral else ():
        state.orchestra[place] = Chairs((Token(NEUTRAL, kind),))


def _shuffle_decks(state: State, neutral: Neutral | None) -> None:
    """Patrons A above B, instruments without removed ones, performances, repairs (SET-2, TWO-3)."""
    content, rng = state.content, state.rng
    lettered = {deck: [p.id for p in content.patrons.values() if p.deck == deck] for deck in ("A", "B", "royal")}
    instruments = [i.id for i in content.instruments.values() for _ in range(i.copies)]
    for card in neutral.removed if neutral else ():
        instruments.remove(card)
    state.decks = {
        "patrons": rng.shuffled(lettered["A"]) + rng.shuffled(lettered["B"]),
        "instruments": rng.shuffled(instruments),
        "performances": rng.shuffled(list(content.performances)),
        "repairs": rng.shuffled(list(content.repairs)),
        "royals": rng.shuffled(lettered["royal"]),
    }
    for track in TRACKS:
        state.decks[track] = rng.shuffled([s.id for s in content.specialists.values() if s.track == track])
    state.discards = dict.fromkeys((*DECKS.values(), "market"), ())


def _fill_displays(state: State) -> None:
    """Face-up cards by seat count, from the left (SET-3)."""
    for location in DISPLAYS:
        slots = len(state.tiers(location))
        cards = draw(state, DECKS[location], slots)
        cards += ("",) * (slots - len(cards))
        state.displays[location] = cards
        state.emit(DisplayFilled(NOBODY, location, cards))


def _place_market(state: State) -> None:
    """The market card of round 1, and the deck of the others, shuffled (SET-4)."""
    cards = state.content.markets.values()
    (state.market,) = (card.id for card in cards if card.first_round)
    state.decks["market"] = state.rng.shuffled([card.id for card in cards if not card.first_round])
    state.emit(MarketShown(NOBODY, state.market))


def _reduce_decks(state: State) -> None:
    """Royals and each track's specialty cards: seats + 1 cards each (SET-5)."""
    for deck in ("royals", *TRACKS):
        state.decks[deck] = state.decks[deck][: state.seats + 1]


# --- the deal -------------------------------------------------------------------------------------------------------


def _deal(state: State) -> None:
    """Each seat is dealt 2 families, 2 patrons, 2 instruments and 4 goals (SET-7)."""
    families = state.rng.shuffled(list(state.content.families))
    goals = state.rng.shuffled(list(state.content.goals))
    for player in state.players:
        at = player.seat
        dealt = Deal(
            families[2 * at : 2 * at + 2],
            draw(state, "patrons", 2),
            draw(state, "instruments", 2),
            goals[4 * at : 4 * at + 4],
        )
        player.deal = dealt
        state.emit(CardsDealt(at, dealt.families, dealt.patrons, dealt.instruments, dealt.goals))


@step
class ChooseSetup(Decision[SetupChoice]):
    """Every seat chooses 1 family, 1 patron, 1 instrument and 2 goals, all at the same time (SET-10)."""

    waiting: tuple[int, ...]
    kind = "setup"
    rule = "SET-7"
    secret = True

    def on_the_clock(self) -> tuple[int, ...]:
        return self.waiting

    def choices(self, state: State, seat: int) -> list[SetupChoice]:
        deal = state.players[seat].deal
        assert deal is not None
        pairs = [(a, b) for i, a in enumerate(deal.goals) for b in deal.goals[i + 1 :]]
        return [
            SetupChoice(family, patron, instrument, pair)
            for family in deal.families
            for patron in deal.patrons
            for instrument in dict.fromkeys(deal.instruments)
            for pair in pairs
        ]

    def resolve(self, state: State, seat: int, choice: SetupChoice) -> None:
        state.players[seat].setup_choice = choice
        state.emit(SetupChosen(seat, choice.family, choice.patron, choice.instrument, choice.goals))
        waiting = tuple(other for other in self.waiting if other != seat)
        state.then(replace(self, waiting=waiting) if waiting else RevealSetup(NOBODY))

    def about(self, state: State, seat: int) -> dict[str, object]:
        deal = state.players[seat].deal
        assert deal is not None
        return {
            "families": list(deal.families),
            "patrons": list(deal.patrons),
            "instruments": list(deal.instruments),
            "goals": list(deal.goals),
        }


@step
class RevealSetup(Effect):
    """Reveal families and patrons; the other cards return or leave the game (SET-8, SET-10, SET-11)."""

    def run(self, state: State) -> None:
        instruments: list[str] = []
        returned: list[str] = []
        for player in state.players:
            deal, chosen = player.deal, player.setup_choice
            assert deal is not None
            assert chosen is not None
            player.family, player.goals, player.hand = chosen.family, chosen.goals, (chosen.instrument,)
            instruments += _without(deal.instruments, chosen.instrument)
            returned += _without(deal.patrons, chosen.patron)
            player.deal = None
            state.emit(FamilyShown(player.seat, chosen.family, chosen.patron))
        state.close("deck-seen")
        state.decks["instruments"] += state.rng.shuffled(instruments)
        _under_deck_a(state, state.rng.shuffled(returned))
        families = state.content.families
        state.order = tuple(p.seat for p in sorted(state.players, key=lambda p: families[p.family].number))
        state.emit(TurnOrderSet(NOBODY, state.order))


def _without(cards: tuple[str, ...], card: str) -> list[str]:
    rest = list(cards)
    rest.remove(card)
    return rest


def _under_deck_a(state: State, cards: tuple[str, ...]) -> None:
    """Patrons that were not chosen go below the A cards (SET-11)."""
    deck, patrons_by_id = state.decks["patrons"], state.content.patrons
    at = next((i for i, card in enumerate(deck) if patrons_by_id[card].deck != "A"), len(deck))
    state.decks["patrons"] = deck[:at] + cards + deck[at:]


@step
class GoodsAndPatrons(Effect):
    """In turn order: goods of the family, first patron with its space bonus, `setup` abilities (SET-12)."""

    def run(self, state: State) -> None:
        state.then(*(part for seat in state.order for part in self._parts(state, seat)))

    @staticmethod
    def _parts(state: State, seat: int) -> tuple[Step, ...]:
        player = state.players[seat]
        assert player.setup_choice is not None
        goods = state.content.families[player.family].goods
        patron = player.setup_choice.patron
        player.setup_choice = None
        return (
            GainGoods(seat, goods, "family", player.family),
            patrons.PlaceNewPatron(seat, patron),
            Dispatch(seat, "setup"),
        )
