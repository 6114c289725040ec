"""Another table that looks the same to a seat: all that is hidden from it lies differently (GEN-7).

The engine's own sampling for AIs must not tell the two apart; what it forgot to deal anew, it would.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.choices import SetupChoice
from engine.content.cards import DISPLAYS, TRACKS, Content
from engine.events import CardBenched, CardsDrawn, DisplayFilled, Event
from engine.rng import Rng
from engine.rules.awards import ChooseRoyal
from engine.rules.benches import AskRoom, PutOnRoughing
from engine.rules.display_cards import DECKS, KeepDrawn, kind_of
from engine.rules.locations import UseCard
from engine.rules.patrons import AskGiving, PlaceNewPatron
from engine.rules.perform import AskInspiration, AskReroll
from engine.rules.planning import ChooseLocation, RelocateWorker
from engine.rules.repair import AskFoundRepair
from engine.rules.specialists import ChooseSpecialist
from engine.state import Deal, Player, State, Step, Worker
from engine.triggers import UseAbility

T = TypeVar("T", bound=Hashable)
Kind = Callable[[str], Hashable]
NAMES_A_CARD = (UseCard, PlaceNewPatron, AskFoundRepair, AskGiving, AskReroll, AskInspiration)
"""Unfinished business with a card that everybody has seen."""


def scrambled(state: State, seat: int | None, rng: Rng, then: State | None = None) -> State:
    """The state with everything mixed up that the seat (None: a spectator) may not see.

    With `then`, the state one choice later, both can be played on by that choice alike: what it shows the seat stays
    where it lies, and so do the kinds of cards in each deck, the chips of specialists, and the next chance.
    """
    twin = state.clone()
    mixer = _Mixer(twin, seat, rng, _Light(state, seat, then) if then is not None else None)
    mixer.mix()
    twin.rng = state.rng.clone() if then is not None else Rng(rng.next())
    twin.offered_cache = None
    return twin


# --- what a seat sees -----------------------------------------------------------------------------------------------


def in_the_open(state: State) -> dict[Hashable, tuple[str, ...]]:
    """The cards that lie face up, by place."""
    found: dict[Hashable, tuple[str, ...]] = dict(state.discards.items())
    found["market"] = (state.market,)
    found |= {location: state.displays[location] for location in DISPLAYS}
    found["agenda"] = tuple(step.card for step in state.agenda if isinstance(step, NAMES_A_CARD))
    for player in state.players:
        waiting = tuple(card for p in player.waiting for card in (p.card, *(under.card for under in p.tucked)))
        lying = player.roughing + player.finishing + player.completed + (player.goals if state.finished else ())
        found[player.seat] = (player.family, *lying, *waiting, *(owned.card for owned in player.specialists))
    return found


def seen_by(state: State, seat: int) -> dict[Hashable, tuple[str, ...]]:
    """The cards that the seat alone sees, by place."""
    player, top = state.players[seat], state.agenda[-1] if state.agenda else None
    found: dict[Hashable, tuple[str, ...]] = {"hand": player.hand, "goals": player.goals}
    if isinstance(top, KeepDrawn) and top.seat == seat:
        found["drawn"] = top.cards
    elif deck := looked_through(top, seat):
        found["deck"] = state.decks[deck]
    return found


def looked_through(top: Step | None, seat: int | None) -> str | None:
    """The face-down deck that the seat looks through just now."""
    if top is None or top.seat != seat:
        return None
    match top:
        case ChooseRoyal():
            return "royals"
        case ChooseSpecialist(track=track):
            return track
    return None


def came_up(before: dict[Hashable, tuple[str, ...]], after: dict[Hashable, tuple[str, ...]]) -> Iterator[str]:
    """The cards that came to a place where they are seen."""
    for place, cards in after.items():
        if (earlier := before.get(place, ())) != cards:
            yield from Counter(cards) - Counter(earlier)


class _Light:
    """What the seat sees after a choice that it did not see before it."""

    def __init__(self, state: State, seat: int | None, then: State) -> None:
        self.cards = set(came_up(in_the_open(state), in_the_open(then)))
        if seat is not None:
            self.cards.update(came_up(seen_by(state, seat), seen_by(then, seat)))
        for event in then.events:
            self.cards.update(shown_by(event, seat))
        still_hidden = {w.placement for w in then.workers if not sees(seat, w)}
        self.workers = {w.placement for w in state.workers} - still_hidden


def shown_by(event: Event, seat: int | None) -> tuple[str, ...]:
    """Cards that came up where another copy of them lay: what lies where tells nothing of these."""
    match event:
        case DisplayFilled(cards=cards):
            return cards
        case CardBenched(card=card):
            return (card,)
        case CardsDrawn(seat=drawer, cards=cards) if drawer == seat:
            return cards
    return ()


def sees(seat: int | None, worker: Worker) -> bool:
    return worker.revealed or worker.seat == seat or seat in worker.seen_by


# --- mixing ---------------------------------------------------------------------------------------------------------


def mixed(
    items: Sequence[T], rng: Rng, stay: Collection[T] = (), kind: Callable[[T], Hashable] | None = None
) -> list[T]:
    """The items with those of each kind in random order among themselves; some stay."""
    result, places = list(items), dict[Hashable, list[int]]()
    for place, item in enumerate(items):
        if item not in stay:
            places.setdefault(kind(item) if kind else None, []).append(place)
    for alike in places.values():
        for place, item in zip(alike, rng.shuffled([items[place] for place in alike]), strict=True):
            result[place] = item
    return result


@dataclass
class _Mixer:
    twin: State
    seat: int | None
    rng: Rng
    light: _Light | None
    others: list[Player] = field(init=False)

    def __post_init__(self) -> None:
        self.others = [player for player in self.twin.players if player.seat != self.seat]

    def mix(self) -> None:
        kept = [(player, player.deal, player.setup_choice) for player in self.others]
        self._families()
        self._patrons()
        self._instruments()
        self._goals()
        for location in ("perform", "repair"):
            self._deck(DECKS[location], self._kinds(location))
        self._deck("market")
        self._small_decks()
        for player in self.others:
            self._workers(player)
        for player, deal, keep in kept:
            if deal is not None and player.deal is not None and keep is not None:
                player.setup_choice = _same_places(keep, deal, player.deal)

    def _mixed(self, cards: Iterable[str], kind: Kind | None = None) -> Iterator[str]:
        return iter(mixed(tuple(cards), self.rng, self.light.cards if self.light else (), kind))

    def _kinds(self, location: str) -> Kind | None:
        """Where a choice is to follow, each place in a deck keeps its kind, for a Search shows how many it passes."""
        content: Content = self.twin.content
        return (lambda card: kind_of(content, location, card)) if self.light else None

    def _deck(self, name: str, kind: Kind | None = None, outside: Sequence[str] = ()) -> None:
        """A deck, of whose cards some may as well be out of the game."""
        cards = self._mixed((*self.twin.decks[name], *outside), kind)
        self.twin.decks[name] = _take(cards, len(self.twin.decks[name]))

    # --- cards ------------------------------------------------------------------------------------------------------

    def _deals(self) -> list[tuple[Player, Deal]]:
        return [(player, player.deal) for player in self.others if player.deal is not None]

    def _own_deal(self) -> Deal | None:
        return self.twin.players[self.seat].deal if self.seat is not None else None

    def _families(self) -> None:
        own, dealt = self._own_deal(), [family for _, deal in self._deals() for family in deal.families]
        known = (*dealt, *(own.families if own else ()))
        families = self._mixed([*dealt, *(family for family in self.twin.content.families if family not in known)])
        for player, deal in self._deals():
            player.deal = replace(deal, families=_take(families, 2))

    def _patrons(self) -> None:
        """Deck A lies on deck B; in the setup the others' patrons are among the A."""
        letters, kinds = self.twin.content.patrons, self._kinds("salon")
        dealt = [card for _, deal in self._deals() for card in deal.patrons]
        cards = self._mixed(
            (*dealt, *self.twin.decks["patrons"]), lambda card: (letters[card].deck, kinds(card) if kinds else None)
        )
        for player, deal in self._deals():
            player.deal = replace(deal, patrons=_take(cards, 2))
        self.twin.decks["patrons"] = tuple(cards)

    def _instruments(self) -> None:
        """In hands, in deals, in the deck, and drawn to choose from."""
        twin, deals = self.twin, self._deals()
        hands = [(player, player.hand) for player in self.others]
        drawn = [step for step in twin.agenda if isinstance(step, KeepDrawn) and step.seat != self.seat]
        pool = [card for _, hand in hands for card in hand]
        pool += [card for _, deal in deals for card in deal.instruments]
        pool += [card for step in drawn for card in step.cards]
        cards = self._mixed((*pool, *twin.decks["instruments"]), self._kinds("guild"))
        for player, hand in hands:
            player.hand = _take(cards, len(hand))
            self._rename(player, hand)
        for player, deal in deals:
            player.deal = replace(deal, instruments=_take(cards, 2))
        for step in drawn:
            self._replace(step, replace(step, cards=_take(cards, len(step.cards))))
        twin.decks["instruments"] = tuple(cards)

    def _rename(self, player: Player, hand: tuple[str, ...]) -> None:
        """A card on its way from hand to the roughing bench is still hidden while room is made for it."""
        for step in self.twin.agenda:
            if not isinstance(step, PutOnRoughing | AskRoom) or step.seat != player.seat:
                continue
            if isinstance(step, PutOnRoughing) or step.bench == "roughing":
                self._replace(step, replace(step, card=player.hand[hand.index(step.card)]))

    def _replace(self, old: Step, new: Step) -> None:
        self.twin.agenda = tuple(new if step is old else step for step in self.twin.agenda)

    def _goals(self) -> None:
        """Any that the seat itself does not hold may be another's; once the game is over all goals lie open."""
        if self.twin.finished:
            return
        own, deal = self.twin.players[self.seat].goals if self.seat is not None else (), self._own_deal()
        held = [goal for player in self.others for goal in player.goals]
        held += [goal for _, other in self._deals() for goal in other.goals]
        known = (*held, *own, *(deal.goals if deal else ()))
        goals = self._mixed([*held, *(goal for goal in self.twin.content.goals if goal not in known)])
        for player in self.others:
            player.goals = _take(goals, len(player.goals))
        for player, other in self._deals():
            player.deal = replace(other, goals=_take(goals, 4))

    def _small_decks(self) -> None:
        """Royals and specialty cards: any that nobody has met; how they lie, where the seat looks through them now."""
        twin = self.twin
        looking = looked_through(twin.agenda[-1] if twin.agenda else None, self.seat)
        met = {card for player in twin.players for card in (*player.completed, *(p.card for p in player.waiting))}
        met |= {step.card for step in twin.agenda if isinstance(step, PlaceNewPatron)}
        met |= {owned.card for player in twin.players for owned in player.specialists}
        decks = {"royals": [p.id for p in twin.content.patrons.values() if p.deck == "royal"]}
        decks |= {track: [s.id for s in twin.content.specialists.values() if s.track == track] for track in TRACKS}
        for name, cards in decks.items():
            known = {*twin.decks[name], *(cards if name == looking else met)}
            self._deck(name, outside=[card for card in cards if card not in known])

    # --- workers ----------------------------------------------------------------------------------------------------

    def _workers(self, player: Player) -> None:
        """Numbers of face-down workers; while planning they could be any that their seat has not shown."""
        twin, top = self.twin, self.twin.agenda[-1] if self.twin.agenda else None
        shown = self.light.workers if self.light else ()
        unseen = [
            w for w in twin.workers if w.seat == player.seat and not sees(self.seat, w) and w.placement not in shown
        ]
        home = player.idle if twin.phase == "planning" else ()
        placement = top if isinstance(top, ChooseLocation) and top.seat == player.seat else None
        numbers = [*(w.number for w in unseen), *home]
        new = mixed(numbers, self.rng, kind=player.specialist if self.light or placement else None)
        for worker, number in zip(unseen, new, strict=False):
            twin.replace_worker(replace(worker, number=number))
        if placement is not None:
            self._replace(placement, replace(placement, number=new[len(unseen) + home.index(placement.number)]))
        if home:
            player.idle = tuple(sorted(new[len(unseen) :]))
        self._follow_chips(player, unseen)

    def _follow_chips(self, player: Player, before: list[Worker]) -> None:
        """A specialist that has still to do something does it where its chip lies."""
        lies = {worker.number: worker.placement for worker in self.twin.workers if worker.seat == player.seat}
        moved = {worker.placement: lies[worker.number] for worker in before if worker.number in lies}
        for step in self.twin.agenda:
            if isinstance(step, UseAbility | RelocateWorker) and step.seat == player.seat and step.placement in moved:
                self._replace(step, replace(step, placement=moved[step.placement]))


def _take(cards: Iterator[str], count: int) -> tuple[str, ...]:
    return tuple(next(cards) for _ in range(count))


def _same_places(kept: SetupChoice, old: Deal, new: Deal) -> SetupChoice:
    """What lies in the new deal where that which was kept lay in the old one."""
    first, second = (new.goals[old.goals.index(goal)] for goal in kept.goals)
    return SetupChoice(
        new.families[old.families.index(kept.family)],
        new.patrons[old.patrons.index(kept.patron)],
        new.instruments[old.instruments.index(kept.instrument)],
        (first, second),
    )
