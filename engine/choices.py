"""Choices: frozen values that name what is chosen by id, never by its index in a list.

In JSON a choice is its fields beside its `kind`: `{"kind": "plan-worker", "number": 3, "apprentices": 1}`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar, cast, dataclass_transform

from engine.content.cards import Goods

CHOICES: dict[str, type["Choice"]] = {}


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of one decision."""

    kind: ClassVar[str]


C = TypeVar("C", bound=type[Choice])


@dataclass_transform(frozen_default=True)
def choice(kind: str) -> Callable[[C], C]:
    """Make a class a frozen choice, registered by its kind for the codec."""

    def register(cls: C) -> C:
        made = cast(C, dataclass(frozen=True, slots=True)(cls))
        made.kind = kind
        CHOICES[kind] = made
        return made

    return register


# --- choices of many decisions --------------------------------------------------------------------------------------


@choice("decline")
class Decline(Choice):
    """Decline something optional."""


@choice("done")
class Done(Choice):
    """Stop a decision that can be repeated."""


@choice("material")
class TakeMaterial(Choice):
    """Take a kind of material."""

    material: str


@choice("goods")
class TakeGoods(Choice):
    """Take one of several tables of goods."""

    goods: Goods


@choice("discard")
class Discard(Choice):
    """Discard a material over the storage limit (GEN-5)."""

    material: str


@choice("pay")
class Pay(Choice):
    """Pay a price with this much money and the rest in inspiration (GEN-3)."""

    money: int


@choice("end-turn")
class EndTurn(Choice):
    """End the turn."""


# --- setup ----------------------------------------------------------------------------------------------------------


@choice("setup")
class SetupChoice(Choice):
    """The chosen cards of the deal (SET-7)."""

    family: str
    patron: str
    instrument: str
    goals: tuple[str, str]


@choice("patron-space")
class PlacePatron(Choice):
    """Place a new patron on a patron space (SAL-1)."""

    space: int


# --- start of round -------------------------------------------------------------------------------------------------


@choice("next-patron")
class NextPatron(Choice):
    """Move the patience of a patron next (RND-2)."""

    patron: str


@choice("bench")
class Bench(Choice):
    """Put an instrument card from hand on the roughing bench (RND-3)."""

    card: str


@choice("make-room")
class MakeRoom(Choice):
    """Return a card from a full bench to hand (GEN-9)."""

    card: str


# --- planning -------------------------------------------------------------------------------------------------------


@choice("plan-worker")
class PlanWorker(Choice):
    """The worker to place, and the apprentices with it (PLN-3)."""

    number: int
    apprentices: int


@choice("plan-location")
class PlanLocation(Choice):
    """The location of the worker (PLN-2)."""

    location: str


@choice("peek")
class Peek(Choice):
    """Look at the workers below the one just placed (PLN-6)."""


@choice("relocate")
class Relocate(Choice):
    """Move the face-down worker to another location (PLN-7)."""

    location: str


# --- resolution -----------------------------------------------------------------------------------------------------


@choice("activate")
class Activate(Choice):
    """Reveal and resolve the workers at a location, or the own ones at a bench (RES-2, RES-4)."""

    location: str


@choice("market")
class VisitMarket(Choice):
    """Use the turn for the Market (MKT-1)."""


@choice("pass")
class Pass(Choice):
    """Take no more turns this round (RES-8)."""


@choice("throw-away")
class ThrowAway(Choice):
    """Throw a material away before the turn (GEN-19)."""

    material: str


@choice("take")
class Take(Choice):
    """Take the face-up card of a slot (RES-10)."""

    slot: int
    card: str


@choice("search")
class Search(Choice):
    """Take the first card of a kind from the deck (RES-12)."""

    wanted: str


@choice("alternate")
class Alternate(Choice):
    """Take an alternate of the location, named by its goods (RES-5)."""

    goods: Goods


@choice("money")
class TakeMoney(Choice):
    """Take 2 money in place of an action (RES-5)."""


@choice("score")
class ScoreAward(Choice):
    """Score a level of a public award, 1 to 3 (AWD-1)."""

    award: str
    level: int


@choice("rough")
class Rough(Choice):
    """Rough an instrument (RGH-1)."""

    card: str


@choice("finish")
class Finish(Choice):
    """Finish an instrument (FIN-1)."""

    card: str


@choice("save-material")
class SaveMaterial(Choice):
    """Save a material by a discount (RGH-6)."""

    material: str


@choice("replace-material")
class ReplaceMaterial(Choice):
    """Replace a material by inspiration (REP-1)."""

    material: str


@choice("repair")
class MakeRepair(Choice):
    """Pay and make the repair that a Search found (RES-22)."""


# --- what actions ask -----------------------------------------------------------------------------------------------


@choice("reroll")
class Reroll(Choice):
    """Roll one die again, numbered from 1 (PRF-3)."""

    die: int


@choice("keep-dice")
class KeepDice(Choice):
    """Keep all dice."""


@choice("spend-inspiration")
class SpendInspiration(Choice):
    """Spend inspiration on the performance, +1 each (PRF-3)."""

    amount: int


@choice("chair")
class TakeChair(Choice):
    """Place a token on an orchestra seat (ORC-10)."""

    orchestra_seat: str


@choice("double")
class DoubleBonus(Choice):
    """Take this token's chair bonus twice (FIN-7)."""


@choice("give")
class Give(Choice):
    """Give the card to a patron (PAT-4)."""

    patron: str


@choice("discard-card")
class DiscardCard(Choice):
    """Discard the card in place of giving it (FIN-3)."""


@choice("gift")
class TakeGift(Choice):
    """Take a gift of a waiting patron, by its patience space, 0 to 2 (SAL-4)."""

    patron: str
    space: int


@choice("soothe")
class Soothe(Choice):
    """Move the patience of a waiting patron back."""

    patron: str


@choice("keep-card")
class KeepCard(Choice):
    """Keep one of the drawn instrument cards."""

    card: str


@choice("marker")
class TakeMarker(Choice):
    """Remove an award marker from the workbench: storage, royal or purple (AWD-4)."""

    marker: str


@choice("royal")
class TakeRoyal(Choice):
    """Take a royal from the deck (AWD-6)."""

    card: str


@choice("specialist")
class TakeSpecialist(Choice):
    """Take a specialty card from the track's deck (SPC-1)."""

    card: str


@choice("assign-number")
class AssignNumber(Choice):
    """Assign a number to a specialty card (SPC-2)."""

    number: int


@choice("draw")
class Draw(Choice):
    """Draw the cards that an ability offers."""


@choice("trade")
class Trade(Choice):
    """Make the trade that an ability offers."""


@choice("echo")
class Echo(Choice):
    """Take the chair bonus once more."""


# --- the Market -----------------------------------------------------------------------------------------------------


@choice("buy")
class Buy(Choice):
    """Buy one material (MKT-2)."""

    material: str


@choice("sell")
class Sell(Choice):
    """Sell one material (MKT-2)."""

    material: str


@choice("hire")
class Hire(Choice):
    """Hire one apprentice (MKT-3)."""


@choice("train")
class Train(Choice):
    """Train one space on the performance or craft track (MKT-5)."""

    track: str


@choice("leave")
class LeaveMarket(Choice):
    """Leave the Market."""
