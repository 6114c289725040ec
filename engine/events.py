"""Events: frozen records of the past, from which clients make sentences.

Only the event's own seat sees fields marked `private()`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from engine.content.cards import Goods

EVENTS: dict[str, type["Event"]] = {}


def private(*, default: Any) -> Any:
    """A field that only the event's own seat sees; `default`: its value when empty."""
    return field(default=default, metadata={"private": True})


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a seat, or of the table (NOBODY)."""

    type: ClassVar[str]
    hidden: ClassVar[bool] = False
    """Whether only its own seat sees the event."""
    seat: int


E = TypeVar("E", bound=type[Event])


@dataclass_transform(frozen_default=True, field_specifiers=(private, field))
def event(name: str, *, hidden: bool = False) -> Callable[[E], E]:
    """Make a class a frozen event, with its name as `type` in JSON."""

    def register(cls: E) -> E:
        made = cast(E, dataclass(frozen=True, slots=True)(cls))
        made.type, made.hidden = name, hidden
        EVENTS[name] = made
        return made

    return register


# --- the table ------------------------------------------------------------------------------------------------------


@event("phase-begun")
class PhaseBegun(Event):
    round: int
    phase: str


@event("turn-order-set")
class TurnOrderSet(Event):
    order: tuple[int, ...]


@event("market-shown")
class MarketShown(Event):
    card: str


@event("display-filled")
class DisplayFilled(Event):
    """Face-up cards after a refill, slot 1 first; an empty string for an empty slot."""

    location: str
    cards: tuple[str, ...]


@event("awards-shown")
class AwardsShown(Event):
    awards: tuple[str, ...]


@event("game-ended")
class GameEnded(Event):
    """Winners in seat order; several share the victory (END-7)."""

    winners: tuple[int, ...]
    prestige: tuple[int, ...]


# --- setup ----------------------------------------------------------------------------------------------------------


@event("cards-dealt")
class CardsDealt(Event):
    families: tuple[str, ...] = private(default=())
    patrons: tuple[str, ...] = private(default=())
    instruments: tuple[str, ...] = private(default=())
    goals: tuple[str, ...] = private(default=())


@event("setup-chosen")
class SetupChosen(Event):
    """The seat has made its setup choice; `family-shown` reveals it when all have chosen."""

    family: str = private(default="")
    patron: str = private(default="")
    instrument: str = private(default="")
    goals: tuple[str, ...] = private(default=())


@event("family-shown")
class FamilyShown(Event):
    family: str
    patron: str


# --- goods ----------------------------------------------------------------------------------------------------------


@event("gained")
class Gained(Event):
    """Goods received, with their source and the card or location that gave them, if any.

    `source`: family, gift, space, alternate, bonus, chair, track, award, ability, dice, level, money, market.
    """

    goods: Goods
    source: str
    card: str = ""


@event("paid")
class Paid(Event):
    goods: Goods
    source: str
    card: str = ""


@event("material-discarded")
class MaterialDiscarded(Event):
    material: str
    thrown: bool
    """`thrown`: true if thrown away before a turn (GEN-19), false if over the storage limit (GEN-5)."""


@event("prestige-lost")
class PrestigeLost(Event):
    amount: int
    card: str


@event("apprentice-left")
class ApprenticeLeft(Event):
    """An apprentice leaves the game after a Search (RES-17)."""


@event("cards-drawn")
class CardsDrawn(Event):
    """Instrument cards drawn to hand, or to choose from."""

    count: int
    source: str
    cards: tuple[str, ...] = private(default=())


@event("card-kept")
class CardKept(Event):
    card: str = private(default="")


# --- patrons --------------------------------------------------------------------------------------------------------


@event("patron-placed")
class PatronPlaced(Event):
    card: str
    space: int


@event("patience-moved")
class PatienceMoved(Event):
    patron: str
    patience: int


@event("patron-left")
class PatronLeft(Event):
    patron: str
    unmet: int


@event("card-given")
class CardGiven(Event):
    token: str
    card: str
    patron: str


@event("card-discarded")
class CardDiscarded(Event):
    token: str
    card: str


@event("patron-completed")
class PatronCompleted(Event):
    patron: str
    prestige: int


# --- instruments ----------------------------------------------------------------------------------------------------


@event("card-benched")
class CardBenched(Event):
    card: str


@event("card-taken-back")
class CardTakenBack(Event):
    bench: str
    card: str


@event("instrument-roughed")
class InstrumentRoughed(Event):
    card: str


@event("instrument-finished")
class InstrumentFinished(Event):
    card: str
    prestige: int


# --- planning -------------------------------------------------------------------------------------------------------


@event("worker-placed")
class WorkerPlaced(Event):
    location: str
    placement: int
    apprentices: int
    number: int = private(default=0)


@event("workers-peeked")
class WorkersPeeked(Event):
    """The seat looked at the workers below its own; `seen`: (placement, number) of each."""

    location: str
    seen: tuple[tuple[int, int], ...] = private(default=())


@event("worker-moved")
class WorkerMoved(Event):
    placement: int
    source: str
    location: str


# --- resolution -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RevealedWorker:
    """A revealed worker with its skill (RES-3)."""

    placement: int
    seat: int
    number: int
    apprentices: int
    specialist: str
    skill: int


@event("workers-revealed")
class WorkersRevealed(Event):
    """A location or bench was activated; `order`: its workers in the order of acting."""

    location: str
    workers: tuple[RevealedWorker, ...]


@event("worker-acted")
class WorkerActed(Event):
    """A worker acts; `action`: the kind of the choice."""

    location: str
    placement: int
    action: str


@event("card-taken")
class CardTaken(Event):
    location: str
    slot: int
    card: str


@event("deck-searched")
class DeckSearched(Event):
    """A Search; `passed`: number of cards above the found one; `card`: empty if it goes to a hand."""

    location: str
    wanted: str
    passed: int
    card: str = ""
    found: str = private(default="")


@event("passed")
class Passed(Event):
    pass


@event("market-left")
class MarketLeft(Event):
    pass


@event("nothing-to-choose", hidden=True)
class NothingToChoose(Event):
    """A decision was skipped, as it had no choices; `kind`: that of the decision."""

    kind: str


# --- performances and repairs ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Die:
    """A rolled die; `face`: number of its side, from 1, whose notes or goods are in the card set."""

    colour: str
    face: int


@event("dice-rolled")
class DiceRolled(Event):
    """All dice after a roll; `rerolled`: number of the rerolled die, 0 for the first roll."""

    card: str
    dice: tuple[Die, ...]
    rerolled: int


@event("performance-given")
class PerformanceGiven(Event):
    card: str
    result: int
    level: str


@event("repair-made")
class RepairMade(Event):
    card: str
    prestige: int


@event("token-placed")
class TokenPlaced(Event):
    """A token was placed; `word`: the result, empty, ousts, takes-chair, second or rare (ORC-3 to ORC-9)."""

    token: str
    orchestra_seat: str
    chair: str
    word: str


@event("token-displaced")
class TokenDisplaced(Event):
    """The seat's token (NEUTRAL for a neutral one) moved from the first chair to a second chair."""

    token: str
    orchestra_seat: str


@event("no-chair")
class NoChair(Event):
    """No orchestra seat was possible for the token (ORC-10)."""

    token: str


# --- tracks, awards, specialists ------------------------------------------------------------------------------------


@event("track-advanced")
class TrackAdvanced(Event):
    track: str
    space: int


@event("award-scored")
class AwardScored(Event):
    award: str
    level: int
    prestige: int


@event("marker-taken")
class MarkerTaken(Event):
    marker: str


@event("specialist-gained")
class SpecialistGained(Event):
    card: str


@event("number-assigned")
class NumberAssigned(Event):
    card: str
    number: int


@event("worker-gained")
class WorkerGained(Event):
    number: int


# --- final scoring --------------------------------------------------------------------------------------------------


@event("source-scored")
class SourceScored(Event):
    """One line of the final scoring; `card`: the card that scored, if any."""

    source: str
    prestige: int
    count: int
    card: str = ""
