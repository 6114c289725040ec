"""Everything a seat can choose, as frozen values that name what is chosen by id (never by its place in a list).

In JSON a choice is its fields beside its `kind`: `{"kind": "plan-worker", "number": 3, "apprentices": 1}`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar, cast, dataclass_transform

from engine.content.cards import Goods

CHOICES: dict[str, type["Choice"]] = {}


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to one decision."""

    kind: ClassVar[str]


C = TypeVar("C", bound=type[Choice])


@dataclass_transform(frozen_default=True)
def choice(kind: str) -> Callable[[C], C]:
    """Make a class a frozen choice, findable by its kind when a log is read."""

    def register(cls: C) -> C:
        made = cast(C, dataclass(frozen=True, slots=True)(cls))
        made.kind = kind
        CHOICES[kind] = made
        return made

    return register


# --- answers that many decisions share ------------------------------------------------------------------------------


@choice("decline")
class Decline(Choice):
    """Not to use what is optional."""


@choice("done")
class Done(Choice):
    """No more of what may be done several times."""


@choice("material")
class TakeMaterial(Choice):
    """The kind of a material of choice."""

    material: str


@choice("goods")
class TakeGoods(Choice):
    """One of several tables of goods."""

    goods: Goods


@choice("discard")
class Discard(Choice):
    """A material to lay off because storage is over its limit (GEN-5)."""

    material: str


@choice("pay")
class Pay(Choice):
    """Pay with so much money; the rest of the price is inspiration (GEN-3)."""

    money: int


@choice("end-turn")
class EndTurn(Choice):
    """Let the clock pass to another seat."""


# --- setup ----------------------------------------------------------------------------------------------------------


@choice("setup")
class SetupChoice(Choice):
    """What is kept of the cards dealt (SET-7)."""

    family: str
    patron: str
    instrument: str
    goals: tuple[str, str]


@choice("patron-space")
class PlacePatron(Choice):
    """The patron space for a new patron (SAL-1)."""

    space: int


# --- start of round -------------------------------------------------------------------------------------------------


@choice("next-patron")
class NextPatron(Choice):
    """The patron whose patience moves next (RND-2)."""

    patron: str


@choice("bench")
class Bench(Choice):
    """An instrument card from hand for the roughing bench (RND-3)."""

    card: str


@choice("make-room")
class MakeRoom(Choice):
    """The card that goes from a full bench back to hand (GEN-9)."""

    card: str


# --- planning -------------------------------------------------------------------------------------------------------


@choice("plan-worker")
class PlanWorker(Choice):
    """The worker to place face down, and the apprentices that go with it (PLN-3)."""

    number: int
    apprentices: int


@choice("plan-location")
class PlanLocation(Choice):
    """Where the worker goes (PLN-2)."""

    location: str


@choice("peek")
class Peek(Choice):
    """Look at the workers under the one just placed."""


@choice("relocate")
class Relocate(Choice):
    """Move the face-down worker to another location (PLN-7)."""

    location: str


# --- resolution -----------------------------------------------------------------------------------------------------


@choice("activate")
class Activate(Choice):
    """Show and resolve the workers at a location, or the own ones at a bench (RES-2, RES-4)."""

    location: str


@choice("market")
class VisitMarket(Choice):
    """Use this turn for the Market (MKT-1)."""


@choice("pass")
class Pass(Choice):
    """Take no more turns this round (RES-8)."""


@choice("throw-away")
class ThrowAway(Choice):
    """Throw a material away before the turn (GEN-19)."""

    material: str


@choice("take")
class Take(Choice):
    """The face-up card of a slot (RES-10)."""

    slot: int
    card: str


@choice("search")
class Search(Choice):
    """The first card of a kind from the deck, for 10 (RES-12)."""

    wanted: str


@choice("alternate")
class Alternate(Choice):
    """The location's other action, named by what it gives."""

    goods: Goods


@choice("money")
class TakeMoney(Choice):
    """2 money instead of any action (RES-5)."""


@choice("score")
class ScoreAward(Choice):
    """A level of a public award, 1 to 3 (AWD-1)."""

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
    """The material that a discount saves (RGH-6)."""

    material: str


@choice("replace-material")
class ReplaceMaterial(Choice):
    """The material that inspiration replaces (REP-1)."""

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
    """Roll no die again."""


@choice("spend-inspiration")
class SpendInspiration(Choice):
    """Inspiration for the concert, +1 each (PRF-3)."""

    amount: int


@choice("chair")
class TakeChair(Choice):
    """The orchestra seat for a token (ORC-10)."""

    orchestra_seat: str


@choice("double")
class DoubleBonus(Choice):
    """Take this token's chair bonus twice (FIN-7)."""


@choice("give")
class Give(Choice):
    """The patron that gets the card (PAT-4)."""

    patron: str


@choice("discard-card")
class DiscardCard(Choice):
    """Give the card to nobody."""


@choice("gift")
class TakeGift(Choice):
    """A gift of a waiting patron, by its patience space 0 to 2 (SAL-4)."""

    patron: str
    space: int


@choice("soothe")
class Soothe(Choice):
    """The waiting patron whose patience moves back."""

    patron: str


@choice("keep-card")
class KeepCard(Choice):
    """One of the instrument cards drawn."""

    card: str


@choice("marker")
class TakeMarker(Choice):
    """The award marker that leaves the workbench: storage, royal or purple (AWD-4)."""

    marker: str


@choice("royal")
class TakeRoyal(Choice):
    """A royal patron from the deck (AWD-6)."""

    card: str


@choice("specialist")
class TakeSpecialist(Choice):
    """A specialty card from the track's deck (SPC-1)."""

    card: str


@choice("assign-number")
class AssignNumber(Choice):
    """The numbered chip for a specialty card (SPC-2)."""

    number: int


@choice("draw")
class Draw(Choice):
    """Draw the cards that an ability offers."""


@choice("trade")
class Trade(Choice):
    """Make the exchange that an ability offers."""


@choice("echo")
class Echo(Choice):
    """Take the chair bonus once more."""


# --- the Market -----------------------------------------------------------------------------------------------------


@choice("buy")
class Buy(Choice):
    """One material (MKT-2)."""

    material: str


@choice("sell")
class Sell(Choice):
    """One material (MKT-2)."""

    material: str


@choice("hire")
class Hire(Choice):
    """One apprentice (MKT-3)."""


@choice("train")
class Train(Choice):
    """One step on the performance or craft track (MKT-5)."""

    track: str


@choice("leave")
class LeaveMarket(Choice):
    """End the visit."""
