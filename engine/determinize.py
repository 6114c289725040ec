"""Determinization: a state with all that is hidden from a seat dealt anew (GEN-7, GEN-17).

Hidden cards and numbers are collected, sorted, shuffled by the given stream and dealt back. Two states with the same
view for the seat give the same result, so that an AI cannot use what its seat may not see.
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
    """A random state with the same view for the seat. `rng` is the AI's stream, never the game's."""
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
        _deal_numbers(sample, seat, player, rng)
    sample.rng = Rng(rng.next())
    sample.offered_cache = None
    return sample


def _hidden(cards: Iterable[str], rng: Rng) -> Iterator[str]:
    """Hidden cards, shuffled from a sorted order, so that their real positions do not matter."""
    return iter(rng.shuffled(sorted(cards)))


def _take(cards: Iterator[str], count: int) -> tuple[str, ...]:
    return tuple(next(cards) for _ in range(count))


def _deal_setup(sample: State, seat: int, others: list[Player], rng: Rng) -> None:
    """During the setup: the deals and choices of the other seats (SET-10)."""
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
    """Hands of the other seats, and the instrument deck."""
    pool = list(sample.decks["instruments"]) + [card for p in others for card in p.hand]
    cards = _hidden(pool, rng)
    for player in others:
        player.hand = _take(cards, len(player.hand))
    sample.decks["instruments"] = tuple(cards)


def _deal_goals(sample: State, seat: int, others: list[Player], rng: Rng) -> None:
    """Goals of the other seats; after the end of the game they are public."""
    if sample.finished:
        return
    goals = _hidden((g for g in sample.content.goals if g not in sample.players[seat].goals), rng)
    for player in others:
        player.goals = _take(goals, len(player.goals))


def _shuffle_patrons(sample: State, rng: Rng) -> None:
    """The patron deck; the A cards are known to be above the B cards (SET-2)."""
    letters, deck = sample.content.patrons, sample.decks["patrons"]
    first = _hidden((c for c in deck if letters[c].deck == "A"), rng)
    then = _hidden((c for c in deck if letters[c].deck != "A"), rng)
    sample.decks["patrons"] = (*first, *then)


def _deal_small_decks(sample: State, seat: int, rng: Rng) -> None:
    """Decks of royals and specialty cards: any cards that nobody owns.

    A deck that the seat is looking through keeps its cards, in sorted order.
    """
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


def _deal_numbers(sample: State, seat: int, player: Player, rng: Rng) -> None:
    """Numbers of another seat's face-down workers; during planning also its idle numbers."""
    unseen = [w for w in sample.workers if w.seat == player.seat and not w.revealed and seat not in w.seen_by]
    idle = player.idle if sample.phase == "planning" else ()
    numbers = iter(rng.shuffled(sorted([w.number for w in unseen] + list(idle))))
    for worker in unseen:
        sample.replace_worker(replace(worker, number=next(numbers)))
    if idle:
        player.idle = tuple(sorted(numbers))
    _move_pending_steps(sample, player, unseen)


def _move_pending_steps(sample: State, player: Player, before: list[Worker]) -> None:
    """Pending steps of a specialty worker move to the placement that has its number now."""
    placements = {w.number: w.placement for w in sample.workers if w.seat == player.seat}
    moved = {w.placement: placements[w.number] for w in before if w.number in placements}
    sample.agenda = tuple(
        replace(step, placement=moved.get(step.placement, step.placement))
        if isinstance(step, UseAbility | RelocateWorker) and step.seat == player.seat
        else step
        for step in sample.agenda
    )
