"""Another table that looks the same to a seat: all that is hidden from it lies differently (GEN-7).

The engine's own sampling for AIs must not tell the two apart; what it forgot to deal anew, it would.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.choices import Keep
from engine.content.cards import TRACKS
from engine.rng import Rng
from engine.rules.awards import ChooseRoyal
from engine.rules.patrons import PlaceNewPatron
from engine.rules.specialists import ChooseSpecialist
from engine.state import Deal, Player, State


def scrambled(state: State, seat: int, rng: Rng) -> State:
    """The state with everything that the seat may not see mixed up."""
    twin = state.clone()
    others = [player for player in twin.players if player.seat != seat]
    for deck in ("performances", "repairs", "market"):
        twin.decks[deck] = rng.shuffled(twin.decks[deck])
    _mix_patrons(twin, others, rng)
    _mix_instruments(twin, others, rng)
    _mix_goals_and_families(twin, seat, others, rng)
    _mix_face_down_decks(twin, seat, rng)
    _mix_workers(twin, seat, others, rng)
    _keep_something(others, rng)
    twin.rng = Rng(rng.next())
    twin.offered = None
    return twin


def _mixed(cards: Sequence[str], rng: Rng) -> Iterator[str]:
    return iter(rng.shuffled(cards))


def _mix_patrons(twin: State, others: list[Player], rng: Rng) -> None:
    """Deck A lies on deck B; in the setup the others' patrons are among the A."""
    deck, letters = twin.decks["patrons"], twin.content.patrons
    first = [card for card in deck if letters[card].deck == "A"]
    dealt = [card for player in others if player.deal for card in player.deal.patrons]
    pool = _mixed(first + dealt, rng)
    for player in others:
        if player.deal is not None:
            player.deal = replace(player.deal, patrons=(next(pool), next(pool)))
    twin.decks["patrons"] = (*pool, *rng.shuffled([card for card in deck if letters[card].deck != "A"]))


def _mix_instruments(twin: State, others: list[Player], rng: Rng) -> None:
    dealt = [card for player in others if player.deal for card in player.deal.instruments]
    pool = _mixed([*twin.decks["instruments"], *dealt, *(card for player in others for card in player.hand)], rng)
    for player in others:
        player.hand = tuple(next(pool) for _ in player.hand)
        if player.deal is not None:
            player.deal = replace(player.deal, instruments=(next(pool), next(pool)))
    twin.decks["instruments"] = tuple(pool)


def _mix_goals_and_families(twin: State, seat: int, others: list[Player], rng: Rng) -> None:
    """Any that the seat itself does not hold may be another's; once the game is over all goals lie open."""
    if twin.finished:
        return
    own, deal = twin.players[seat], twin.players[seat].deal
    known = (*own.goals, *(deal.goals if deal else ()))
    goals = _mixed([goal for goal in twin.content.goals if goal not in known], rng)
    families = _mixed([f for f in twin.content.families if deal is None or f not in deal.families], rng)
    for player in others:
        player.goals = tuple(next(goals) for _ in player.goals)
        if player.deal is not None:
            dealt = (next(goals), next(goals), next(goals), next(goals))
            player.deal = replace(player.deal, families=(next(families), next(families)), goals=dealt)


def _mix_face_down_decks(twin: State, seat: int, rng: Rng) -> None:
    """Royals and specialty cards that nobody has met, unless the seat looks through that deck just now."""
    top = twin.agenda[-1] if twin.agenda else None
    looking = top if top is not None and top.seat == seat else None
    met = {card for player in twin.players for card in (*player.completed, *(p.card for p in player.waiting))}
    met |= {step.card for step in twin.agenda if isinstance(step, PlaceNewPatron)}
    owned = {owned.card for player in twin.players for owned in player.specialists}
    if not isinstance(looking, ChooseRoyal):
        royals = [p.id for p in twin.content.patrons.values() if p.deck == "royal" and p.id not in met]
        twin.decks["royals"] = rng.shuffled(royals)[: len(twin.decks["royals"])]
    for track in TRACKS:
        if not (isinstance(looking, ChooseSpecialist) and looking.track == track):
            cards = [s.id for s in twin.content.specialists.values() if s.track == track and s.id not in owned]
            twin.decks[track] = rng.shuffled(cards)[: len(twin.decks[track])]


def _mix_workers(twin: State, seat: int, others: list[Player], rng: Rng) -> None:
    """Numbers of face-down workers; while planning they could be any that their seat has not shown."""
    for player in others:
        unseen = [w for w in twin.workers if w.seat == player.seat and not (w.shown or seat in w.seen_by)]
        at_home = player.home if twin.phase == "planning" else ()
        numbers = iter(rng.shuffled([*(w.disc for w in unseen), *at_home]))
        for worker in unseen:
            twin.replace_worker(replace(worker, disc=next(numbers)))
        if at_home:
            player.home = tuple(sorted(numbers))


def _keep_something(others: list[Player], rng: Rng) -> None:
    """Who has chosen in the setup has kept some of what it was dealt."""
    for player in others:
        deal = player.deal
        if deal is not None and player.kept is not None:
            player.kept = _kept(deal, rng)


def _kept(deal: Deal, rng: Rng) -> Keep:
    first, second, *_ = rng.shuffled(deal.goals)
    return Keep(
        deal.families[rng.below(2)], deal.patrons[rng.below(2)], deal.instruments[rng.below(2)], (first, second)
    )
