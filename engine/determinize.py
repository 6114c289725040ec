"""The one door to the state for an AI: a state that fits all that its seat may know, the rest dealt anew.

What is hidden from the seat is gathered, put into a canonical order, shuffled by the given stream and dealt back to
where hidden things lie. Two states that look alike to the seat therefore give the same sample, and no AI can see
what a person in its place could not (GEN-7, GEN-17).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.choices import SetupChoice
from engine.content.cards import TRACKS
from engine.rng import Rng
from engine.rules.awards import ChooseRoyal
from engine.rules.patrons import PlaceNewPatron
from engine.rules.planning import RelocateWorker
from engine.rules.specialists import ChooseSpecialist
from engine.state import Deal, Player, State, Worker
from engine.triggers import UseAbility


def determinize(state: State, seat: int, rng: Rng) -> State:
    """A state as the seat might imagine it. `rng` is a stream of the AI's own, never the game's."""
    sample = state.clone()
    others = [p for p in sample.players if p.seat != seat]
    _deal_setup(sample, seat, others, rng)
    _deal_hands(sample, others, rng)
    _deal_goals(sample, seat, others, rng)
    _shuffle_patrons(sample, rng)
    _deal_small_decks(sample, seat, rng)
    for deck in ("performances", "repairs", "market"):
        sample.decks[deck] = rng.shuffled(sorted(sample.decks[deck]))
    for player in others:
        _turn_workers(sample, seat, player, rng)
    sample.rng = Rng(rng.next())
    sample.offered_cache = None
    return sample


def _hidden(cards: Iterable[str], rng: Rng) -> Iterator[str]:
    """Hidden cards in an order that does not depend on where they lie."""
    return iter(rng.shuffled(sorted(cards)))


def _take(cards: Iterator[str], count: int) -> tuple[str, ...]:
    return tuple(next(cards) for _ in range(count))


def _deal_setup(sample: State, seat: int, others: list[Player], rng: Rng) -> None:
    """In the setup: what the other seats were dealt, and kept so far (SET-10)."""
    dealing = [p for p in others if p.deal is not None]
    if not dealing:
        return
    own = sample.players[seat].deal
    families = _hidden((f for f in sample.content.families if own is None or f not in own.families), rng)
    goals = _hidden((g for g in sample.content.goals if own is None or g not in own.goals), rng)
    patrons = _hidden([c for p in dealing if p.deal for c in p.deal.patrons] + _deck_a(sample), rng)
    pool = [c for p in dealing if p.deal for c in p.deal.instruments] + list(sample.decks["instruments"])
    instruments = _hidden(pool, rng)
    for player in dealing:
        deal = Deal(_take(families, 2), _take(patrons, 2), _take(instruments, 2), _take(goals, 4))
        player.deal = deal
        if player.setup_choice is not None:
            pair = (deal.goals[0], deal.goals[1])
            player.setup_choice = SetupChoice(deal.families[0], deal.patrons[0], deal.instruments[0], pair)
    letters = sample.content.patrons
    rest = [c for c in sample.decks["patrons"] if letters[c].deck != "A"]
    sample.decks["patrons"] = (*patrons, *rest)
    sample.decks["instruments"] = tuple(instruments)


def _deck_a(sample: State) -> list[str]:
    return [c for c in sample.decks["patrons"] if sample.content.patrons[c].deck == "A"]


def _deal_hands(sample: State, others: list[Player], rng: Rng) -> None:
    """The other hands and the instrument deck."""
    pool = list(sample.decks["instruments"]) + [card for p in others for card in p.hand]
    cards = _hidden(pool, rng)
    for player in others:
        player.hand = _take(cards, len(player.hand))
    sample.decks["instruments"] = tuple(cards)


def _deal_goals(sample: State, seat: int, others: list[Player], rng: Rng) -> None:
    """The other seats' goals; once the game is over they lie open."""
    if sample.finished:
        return
    goals = _hidden((g for g in sample.content.goals if g not in sample.players[seat].goals), rng)
    for player in others:
        player.goals = _take(goals, len(player.goals))


def _shuffle_patrons(sample: State, rng: Rng) -> None:
    """Deck A is known to lie on deck B (SET-2)."""
    letters, deck = sample.content.patrons, sample.decks["patrons"]
    first = _hidden((c for c in deck if letters[c].deck == "A"), rng)
    then = _hidden((c for c in deck if letters[c].deck != "A"), rng)
    sample.decks["patrons"] = (*first, *then)


def _deal_small_decks(sample: State, seat: int, rng: Rng) -> None:
    """Royals and specialty cards, face down: any that nobody has. Of a deck that the seat looks through just now it
    knows the cards, not how they lie."""
    content, top = sample.content, sample.agenda[-1] if sample.agenda else None
    looking = top if top is not None and top.seat == seat else None
    if isinstance(looking, ChooseRoyal):
        sample.decks["royals"] = tuple(sorted(sample.decks["royals"]))
    else:
        met = [c for p in sample.players for c in (*p.completed, *(w.card for w in p.waiting))]
        met += [s.card for s in sample.agenda if isinstance(s, PlaceNewPatron)]
        royals = (p.id for p in content.patrons.values() if p.deck == "royal" and p.id not in met)
        sample.decks["royals"] = _take(_hidden(royals, rng), len(sample.decks["royals"]))
    owned = [s.card for p in sample.players for s in p.specialists]
    for track in TRACKS:
        if isinstance(looking, ChooseSpecialist) and looking.track == track:
            sample.decks[track] = tuple(sorted(sample.decks[track]))
        else:
            cards = (s.id for s in content.specialists.values() if s.track == track and s.id not in owned)
            sample.decks[track] = _take(_hidden(cards, rng), len(sample.decks[track]))


def _turn_workers(sample: State, seat: int, player: Player, rng: Rng) -> None:
    """The numbers of another seat's face-down workers; while it plans, also which ones it still has at home."""
    unseen = [w for w in sample.workers if w.seat == player.seat and not w.revealed and seat not in w.seen_by]
    home = player.idle if sample.phase == "planning" else ()
    numbers = iter(rng.shuffled(sorted([w.number for w in unseen] + list(home))))
    for worker in unseen:
        sample.replace_worker(replace(worker, number=next(numbers)))
    if home:
        player.idle = tuple(sorted(numbers))
    _follow_chips(sample, player, unseen)


def _follow_chips(sample: State, player: Player, before: list[Worker]) -> None:
    """What a specialist has still to do is done where its chip lies now; where it truly lies is hidden."""
    lies = {w.number: w.placement for w in sample.workers if w.seat == player.seat}
    moved = {w.placement: lies[w.number] for w in before if w.number in lies}
    sample.agenda = tuple(
        replace(step, placement=moved.get(step.placement, step.placement))
        if isinstance(step, UseAbility | RelocateWorker) and step.seat == player.seat
        else step
        for step in sample.agenda
    )
