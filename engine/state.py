"""The state of the table at one moment, including the agenda of what is still to happen.

Only the loop changes a state, in place; clone it to keep the old one. Fields hold immutable values or flat dicts of
them, so that a clone is a few shallow copies.
"""

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal

from engine import RULES_VERSION
from engine.choices import Choice, SetupChoice
from engine.constants import FIRST_NUMBERS, MARKERS, SPACE_BONUS, Marker
from engine.content.cards import MATERIALS, Content
from engine.events import Event
from engine.rng import Rng

Phase = Literal["setup", "start-of-round", "planning", "resolution", "end-of-round", "scoring", "finished"]
Floor = Literal["dice-rolled", "deck-seen", "worker-revealed"]
"""Causes of an undo floor (GEN-10)."""

NOBODY = -1
"""The seat of a step or event that concerns the whole table."""
NEUTRAL = -2
"""The seat of a neutral token, and of a level that the two-seat setup closes (TWO-2, TWO-4)."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A placed worker. `ordinal`: 1 for the seat's first placement of the game, and so on."""

    placement: int
    seat: int
    number: int
    apprentices: int
    location: str
    ordinal: int
    revealed: bool = False
    seen_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveWorker:
    """The worker whose action is being resolved; its skill is fixed for the action (RES-14)."""

    placement: int
    seat: int
    number: int
    apprentices: int
    location: str
    skill: int
    ordinal: int
    searched: bool = False
    saved: int = 0
    """Materials saved by discounts in this action (RGH-6)."""
    doubled: bool = False
    """Whether a chair bonus of this action was doubled (FIN-6)."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token in the orchestra; `seat` is NEUTRAL for a neutral one."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class Chairs:
    """Tokens on an orchestra seat: in the first chair (in a rare place all), and in second chairs."""

    first: tuple[Token, ...] = ()
    second: tuple[Token, ...] = ()

    @property
    def holder(self) -> Token | None:
        return self.first[0] if self.first else None

    def count(self, seat: int) -> int:
        """Number of tokens of a seat here, in first and second chairs."""
        return [t.seat for t in self.first + self.second].count(seat)


@dataclass(frozen=True, slots=True)
class TuckedCard:
    """A card under a patron, with its kind; it met one requirement."""

    token: str
    card: str


@dataclass(frozen=True, slots=True)
class WaitingPatron:
    """A patron on a patron space, with its patience (0 to 2) and the cards that met requirements."""

    card: str
    space: int
    patience: int = 0
    tucked: tuple[TuckedCard, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnedSpecialist:
    """A specialty card, with the number of its worker once one is assigned (SPC-2)."""

    card: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class AwardTile:
    """A public award; each level is free (None), closed by the setup (NEUTRAL) or taken by a seat."""

    award: str
    levels: tuple[int | None, int | None, int | None] = (None, None, None)


@dataclass(frozen=True, slots=True)
class PlayedPerformance:
    """A performance that reached medium or high."""

    card: str
    level: str


@dataclass(frozen=True, slots=True)
class Tracks:
    """The space that a seat has reached on each track; 0 before the first."""

    reputation: int = 0
    performance: int = 0
    craft: int = 0

    def space(self, track: str) -> int:
        reached: int = getattr(self, track)
        return reached


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards that a seat was dealt in the setup (SET-7)."""

    families: tuple[str, ...]
    patrons: tuple[str, ...]
    instruments: tuple[str, ...]
    goals: tuple[str, ...]


@dataclass(slots=True)
class Player:
    """One seat's possessions."""

    seat: int
    family: str = ""
    prestige: int = 0
    sources: dict[str, int] = field(default_factory=dict)
    money: int = 0
    inspiration: int = 0
    animal: int = 0
    wood: int = 0
    metal: int = 0
    apprentices: int = 0
    apprentices_removed: int = 0
    numbers: tuple[int, ...] = FIRST_NUMBERS
    idle: tuple[int, ...] = FIRST_NUMBERS
    hand: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    deal: Deal | None = None
    setup_choice: SetupChoice | None = None
    waiting: tuple[WaitingPatron, ...] = ()
    completed: tuple[str, ...] = ()
    roughing: tuple[str, ...] = ()
    finishing: tuple[str, ...] = ()
    tracks: Tracks = Tracks()
    markers: tuple[Marker, ...] = MARKERS
    specialists: tuple[OwnedSpecialist, ...] = ()
    finished: tuple[str, ...] = ()
    performances: tuple[PlayedPerformance, ...] = ()
    repairs: tuple[str, ...] = ()
    requirements_met: int = 0
    placements: int = 0
    market_used: bool = False
    passed: bool = False
    searched: bool = False

    def clone(self) -> "Player":
        twin = Player(*_player_values(self))
        twin.sources = self.sources.copy()
        return twin

    def bench(self, name: str) -> tuple[str, ...]:
        return self.roughing if name == "roughing" else self.finishing

    def material(self, name: str) -> int:
        held: int = getattr(self, name)
        return held

    @property
    def materials(self) -> int:
        return self.animal + self.wood + self.metal

    @property
    def coins(self) -> int:
        """Money and inspiration together, for prices that accept both (GEN-3)."""
        return self.money + self.inspiration

    def held_materials(self) -> tuple[str, ...]:
        return tuple(m for m in MATERIALS if self.material(m))

    def unlocked(self, marker: str) -> bool:
        """Whether the award marker has left the workbench (AWD-4)."""
        return marker not in self.markers

    def patron(self, card: str) -> WaitingPatron:
        return next(p for p in self.waiting if p.card == card)

    def replace_patron(self, new: WaitingPatron) -> None:
        self.waiting = tuple(new if p.card == new.card else p for p in self.waiting)

    def free_spaces(self) -> tuple[int, ...]:
        taken = [p.space for p in self.waiting]
        return tuple(space for space in SPACE_BONUS if space not in taken)

    def specialist(self, number: int) -> str | None:
        """The specialty card of the worker with this number, if any."""
        for owned in self.specialists:
            if owned.number == number:
                return owned.card
        return None

    def score(self, source: str, amount: int) -> None:
        """Add prestige from a source; a loss stops at 0 prestige (GEN-2)."""
        amount = max(amount, -self.prestige)
        if amount:
            self.prestige += amount
            self.sources[source] = self.sources.get(source, 0) + amount


_player_values = attrgetter(*Player.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Step:
    """An item of the agenda; its kinds are in `steps.py`."""

    seat: int

    def on_the_clock(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return (self.seat,)

    def choices(self, state: "State", seat: int) -> list[Any]:
        """The legal choices of a seat; none if the step does not ask."""
        return []

    def run(self, state: "State") -> None:
        """Take effect; called if no seat has a choice."""
        raise NotImplementedError


@dataclass(slots=True)
class State:
    """The table. The last step of `agenda` is next; `then` adds steps in reading order.

    `unended_turn`: the seat that chose last while it can still undo; it is asked `end-turn` before another seat is.
    `events` and `floor` belong to the last choice, `offered_cache` holds the legal choices; JSON omits all three.
    """

    content: Content
    rng: Rng
    players: list[Player]
    rules: str = RULES_VERSION
    agenda: tuple[Step, ...] = ()
    round: int = 1
    phase: Phase = "setup"
    order: tuple[int, ...] = ()
    decks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    discards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    displays: dict[str, tuple[str, ...]] = field(default_factory=dict)
    workers: tuple[Worker, ...] = ()
    placed: int = 0
    active_worker: ActiveWorker | None = None
    balcony: tuple[tuple[int, int], ...] = ()
    awards: tuple[AwardTile, ...] = ()
    orchestra: dict[str, Chairs] = field(default_factory=dict)
    market: str = ""
    winners: tuple[int, ...] = ()
    unended_turn: int | None = None
    events: list[Event] = field(default_factory=list, compare=False, repr=False)
    floor: Floor | None = field(default=None, compare=False)
    offered_cache: dict[int, list[Choice]] | None = field(default=None, compare=False, repr=False)

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def finished(self) -> bool:
        return self.phase == "finished"

    def clone(self) -> "State":
        twin = State(*_state_values(self))
        twin.rng = self.rng.clone()
        twin.players = [p.clone() for p in self.players]
        twin.decks = self.decks.copy()
        twin.discards = self.discards.copy()
        twin.displays = self.displays.copy()
        twin.orchestra = self.orchestra.copy()
        twin.events = []
        return twin

    def then(self, *steps: Step) -> None:
        """Add steps to the agenda, to run in reading order before all others."""
        self.agenda += steps[::-1]

    def pop(self) -> Step:
        top, self.agenda = self.agenda[-1], self.agenda[:-1]
        return top

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def close(self, by: Floor) -> None:
        """Set the undo floor: something hidden was revealed, so that undo is closed (GEN-10)."""
        self.floor = self.floor or by
        self.unended_turn = None

    def queue(self, location: str) -> tuple[Worker, ...]:
        """Workers at a location or bench, in the order of placement (PLN-4)."""
        return tuple(w for w in self.workers if w.location == location)

    def replace_worker(self, new: Worker) -> None:
        self.workers = tuple(new if w.placement == new.placement else w for w in self.workers)

    def tiers(self, location: str) -> tuple[int, ...]:
        """The tier of each slot of a display, slot 1 first."""
        return self.content.tiers[location, self.seats]


_state_values = attrgetter(*State.__dataclass_fields__)
TRANSIENT = ("content", "events", "floor", "offered_cache")
"""Fields that a state's JSON omits."""
