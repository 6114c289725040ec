"""End of round (EOR-1 to EOR-6), and the end of deck A after round 3 (PAT-8)."""

from engine.abilities import abilities_of
from engine.constants import FIRST_NUMBERS
from engine.content.cards import DISPLAYS, Content
from engine.effects import gain_worker
from engine.events import DisplayFilled, MarketShown, PhaseBegun, TurnOrderSet
from engine.goods import discard, draw
from engine.rules import specialists
from engine.rules.display_cards import DECKS
from engine.state import NOBODY, State
from engine.steps import Effect, step

WORKER_OF_ROUND = {3: 2, 5: 4}
LAST_ROUND_OF_A = 3


@step
class EndOfRound(Effect):
    """New turn order, all workers idle, numbers for new specialty cards; then the next round is prepared."""

    def run(self, state: State) -> None:
        state.phase = "end-of-round"
        state.emit(PhaseBegun(NOBODY, state.round, state.phase))
        state.order = new_order(state)
        state.emit(TurnOrderSet(NOBODY, state.order))
        state.balcony = ()
        for player in state.players:
            player.idle = player.numbers
        pending = [
            specialists.ChooseNumber(seat, owned.card)
            for seat in state.order
            for owned in state.players[seat].specialists
            if owned.number is None
        ]
        state.then(*pending, PrepareRound(NOBODY))


def new_order(state: State) -> tuple[int, ...]:
    """Seats with a worker on the Balcony, by its order there, then the others in old order (EOR-1, BAL-4)."""
    first = tuple(dict.fromkeys(seat for seat, _ in state.balcony))
    return first + tuple(seat for seat in state.order if seat not in first)


@step
class PrepareRound(Effect):
    """Next market card, new face-up cards, workers of the next round (EOR-4 to EOR-6)."""

    def run(self, state: State) -> None:
        ending = state.round
        for player in state.players:
            player.market_used = player.passed = player.searched = False
        (state.market,) = draw(state, "market", 1)
        state.emit(MarketShown(NOBODY, state.market))
        if ending == LAST_ROUND_OF_A:
            retire_deck_a(state)
        for location in DISPLAYS:
            refill(state, location)
        state.round += 1
        state.placed = 0
        if number := WORKER_OF_ROUND.get(state.round):
            for seat in state.order:
                gain_worker(state, seat, number)


def worker_count(content: Content, family: str, number: int) -> int:
    """Number of workers that a seat of the family has in a round (EOR-6)."""
    own = [ability.number for ability in abilities_of(content, family) if ability.effect == "worker"]
    come = [worker for first, worker in WORKER_OF_ROUND.items() if first <= number]
    return len({*FIRST_NUMBERS, *own, *come})


def retire_deck_a(state: State) -> None:
    """Discard all A patrons of the display and the deck (PAT-8)."""
    patrons = state.content.patrons
    deck = state.decks["patrons"]
    shown = state.displays["salon"]
    gone = [card for card in (*shown, *deck) if card and patrons[card].deck == "A"]
    state.displays["salon"] = tuple("" if card in gone else card for card in shown)
    state.decks["patrons"] = tuple(card for card in deck if card not in gone)
    discard(state, "patrons", *gone)


def refill(state: State, location: str) -> None:
    """Discard tier I, move the other cards down in order, fill up from the deck (EOR-5)."""
    deck, tiers = DECKS[location], state.tiers(location)
    shown = list(zip(state.displays[location], tiers, strict=True))
    discard(state, deck, *(card for card, tier in shown if card and tier == 1))
    staying = [card for card, tier in shown if card and tier > 1]
    missing = len(tiers) - len(staying)
    new = draw(state, deck, missing)
    cards = (*staying, *new, *([""] * (missing - len(new))))
    state.displays[location] = cards
    state.emit(DisplayFilled(NOBODY, location, cards))
