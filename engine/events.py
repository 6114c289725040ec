"""What happened, as frozen records in the past tense (pokerkit's habit): who, what, how much, and who may see it.

Fields marked `private()` are told to the record's seat alone. The client makes the sentences.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from engine.content.cards import Goods

EVENTS: dict[str, type["Event"]] = {}


def private(*, default: Any) -> Any:
    """A field that only the event's own seat is told; `default` is what an empty one looks like."""
    return field(default=default, metadata={"private": True})


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a seat; NOBODY (-1) where it concerns the table."""

    type: ClassVar[str]
    hidden: ClassVar[bool] = False
    """Whether nobody but its seat is told of it at all."""
    seat: int


E = TypeVar("E", bound=type[Event])


@dataclass_transform(frozen_default=True, field_specifiers=(private, field))
def event(name: str, *, hidden: bool = False) -> Callable[[E], E]:
    """Make a class a frozen event, named in JSON by `type`."""

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
    """The face-up cards after a refill, slot 1 first; an empty slot is an empty string."""

    location: str
    cards: tuple[str, ...]


@event("awards-shown")
class AwardsShown(Event):
    awards: tuple[str, ...]


@event("game-ended")
class GameEnded(Event):
    """Winners in seat order: several share a victory (END-7)."""

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
    """The seat has chosen; what, is shown by `family-shown` when all have."""

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
    """Goods received. `source`: family, gift, space, alternate, bonus, chair, track, award, ability, dice, level,
    money, market, round; `card` names the card or place behind it, if any."""

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
    """True when thrown away on the own turn, False when over the limit."""


@event("prestige-lost")
class PrestigeLost(Event):
    amount: int
    card: str


@event("apprentice-left")
class ApprenticeLeft(Event):
    """After a Search, for good (RES-17)."""


@event("cards-drawn")
class CardsDrawn(Event):
    """Instrument cards drawn from the deck to hand, or to choose from."""

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
    """The seat looked at the workers under its own; each seen worker as (placement, number)."""

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
    """A worker in the order of playing, with the skill that gave it its place (RES-3)."""

    placement: int
    seat: int
    number: int
    apprentices: int
    specialist: str
    skill: int


@event("workers-revealed")
class WorkersRevealed(Event):
    """A location or bench was activated: its workers in the order in which they act."""

    location: str
    workers: tuple[RevealedWorker, ...]


@event("worker-acted")
class WorkerActed(Event):
    """A worker begins its action: `action` is the kind of choice made."""

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
    """`passed` cards were passed over. `card` is empty for others when it ends hidden in a hand."""

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
    """A decision was dropped for want of choices; `kind` is the decision's."""

    kind: str


# --- concerts and repairs -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Die:
    """A rolled die: its colour and the number of its face, from 1; notes or goods stand in the content."""

    colour: str
    face: int


@event("dice-rolled")
class DiceRolled(Event):
    """All dice after a roll; `rerolled` is the number of the die that was rolled again, 0 for the first roll."""

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
    """`chair` is first, line or rare; `word` how it came there: empty, ousts, takes-chair, second or rare."""

    token: str
    orchestra_seat: str
    chair: str
    word: str


@event("token-displaced")
class TokenDisplaced(Event):
    """This seat's token (NOBODY: a neutral one) stepped down from the first chair."""

    token: str
    orchestra_seat: str


@event("no-chair")
class NoChair(Event):
    """No orchestra seat would take the token (ORC-10)."""

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
    """One source of the final scoring; `card` where a card is behind it."""

    source: str
    prestige: int
    count: int
    card: str = ""
