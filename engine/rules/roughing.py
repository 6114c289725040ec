"""The roughing bench (RGH-1 to RGH-6): the first of the two steps of making an instrument."""

from engine.choices import Done, Rough
from engine.constants import BENCH_ROOM
from engine.events import InstrumentRoughed
from engine.goods import GainGoods
from engine.rules import benches, material_costs
from engine.rules.locations import Location, location
from engine.state import State, Step
from engine.steps import Decision, Effect, Outcome, step

SKILL_FOR_INSPIRATION = 3
SKILL_BONUS = (("inspiration", 2),)
SPACE_FOR_TWO = 1


@location
class RoughingBench(Location[Rough]):
    """Main action: rough an instrument."""

    name = "roughing"
    skill_bonus = SKILL_FOR_INSPIRATION

    def choices(self, state: State, seat: int) -> list[Rough]:
        return choices(state, seat)

    def resolve(self, state: State, seat: int, choice: Rough) -> None:
        assert state.active_worker is not None
        more = _two_allowed(state, seat) and len(state.players[seat].roughing) > 1
        inspired = state.active_worker.skill >= SKILL_FOR_INSPIRATION
        bonus = (GainGoods(seat, SKILL_BONUS, "bonus", "roughing"),) if inspired else ()
        state.then(*rough(state, seat, choice.card, more), RoughAgain(seat), *bonus)

    def outcome(self, state: State, seat: int, choice: Rough) -> Outcome:
        return outcome(state, seat, choice)


def _two_allowed(state: State, seat: int) -> bool:
    return state.players[seat].tracks.craft >= SPACE_FOR_TWO


def choices(state: State, seat: int) -> list[Rough]:
    """Cards on the bench whose materials the seat can pay."""
    cards = dict.fromkeys(state.players[seat].roughing)
    return [Rough(card) for card in cards if material_costs.can_pay(state, seat, "rough", card)]


def rough(state: State, seat: int, card: str, more: bool) -> tuple[Step, ...]:
    """Steps that rough one instrument (RGH-1). `more`: a second one may follow."""
    bill = material_costs.cost_of(state, "rough", card)
    return material_costs.SettleBill(seat, "rough", card, bill, more), MoveToFinishing(seat, card)


def outcome(state: State, seat: int, choice: Rough | Done) -> Outcome:
    if not isinstance(choice, Rough):
        return Outcome()
    full = len(state.players[seat].finishing) >= BENCH_ROOM
    cost = material_costs.cost_of(state, "rough", choice.card)
    details = (("discount", material_costs.discount(state, seat, "rough")),)
    return Outcome((f"roughing:{choice.card}",), "makes-room" if full else "roughs", details, cost)


@step
class MoveToFinishing(Effect):
    """Move the instrument to the finishing bench."""

    card: str

    def run(self, state: State) -> None:
        player = state.players[self.seat]
        if len(player.finishing) >= BENCH_ROOM:
            state.then(benches.AskRoom(self.seat, "finishing", self.card), self)
            return
        benches.remove_card(state, self.seat, "roughing", self.card)
        player.finishing += (self.card,)
        state.emit(InstrumentRoughed(self.seat, self.card))


@step
class RoughAgain(Decision[Rough | Done]):
    """A second instrument in the same action, if the craft track allows it after the first (RGH-3)."""

    kind = "rough-again"
    rule = "RGH-3"

    def choices(self, state: State, seat: int) -> list[Rough | Done]:
        found = choices(state, seat) if _two_allowed(state, seat) else []
        return [*found, Done()] if found else []

    def run(self, state: State) -> None:
        """Skip the decision; with an event only if the track allows a second instrument and the bench has one."""
        if _two_allowed(state, self.seat) and state.players[self.seat].roughing:
            Decision.run(self, state)

    def resolve(self, state: State, seat: int, choice: Rough | Done) -> None:
        if isinstance(choice, Rough):
            state.then(*rough(state, seat, choice.card, more=False))

    def outcome(self, state: State, seat: int, choice: Rough | Done) -> Outcome:
        return outcome(state, seat, choice)
