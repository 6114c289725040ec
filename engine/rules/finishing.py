"""The finishing bench (FIN-1 to FIN-8): instruments score, take a chair and may meet a requirement."""

from engine.choices import Done, Finish
from engine.events import InstrumentFinished
from engine.requirements import accepting_patrons
from engine.rules import benches, material_costs, orchestra, patrons
from engine.rules.locations import Location, location
from engine.state import State, Step
from engine.steps import Decision, Effect, Outcome, step
from engine.triggers import dispatch

SKILL_FOR_DOUBLE = 6
SPACE_FOR_TWO = 4
SPACE_FOR_PRESTIGE = 5


@location
class FinishingBench(Location[Finish]):
    """Main action: finish an instrument."""

    name = "finishing"
    skill_bonus = material_costs.SKILL_FOR_DISCOUNT["finish"]

    def choices(self, state: State, seat: int) -> list[Finish]:
        return choices(state, seat)

    def resolve(self, state: State, seat: int, choice: Finish) -> None:
        more = _two_allowed(state, seat) and len(state.players[seat].finishing) > 1
        state.then(*finish(state, seat, choice.card, more), FinishAgain(seat))

    def outcome(self, state: State, seat: int, choice: Finish) -> Outcome:
        return outcome(state, seat, choice)


def _two_allowed(state: State, seat: int) -> bool:
    return state.players[seat].tracks.craft >= SPACE_FOR_TWO


def choices(state: State, seat: int) -> list[Finish]:
    """Cards on the bench whose materials the seat can pay."""
    cards = dict.fromkeys(state.players[seat].finishing)
    return [Finish(card) for card in cards if material_costs.can_pay(state, seat, "finish", card)]


def finish(state: State, seat: int, card: str, more: bool) -> tuple[Step, ...]:
    """Steps that finish one instrument (FIN-8). `more`: a second one may follow."""
    bill = material_costs.cost_of(state, "finish", card)
    return material_costs.SettleBill(seat, "finish", card, bill, more), FinishInstrument(seat, card, more)


def prestige(state: State, seat: int, card: str) -> int:
    """Prestige for finishing the instrument (FIN-1, TRK-R5)."""
    extra = 2 if state.players[seat].tracks.reputation >= SPACE_FOR_PRESTIGE else 0
    return state.content.instruments[card].prestige + extra


def outcome(state: State, seat: int, choice: Finish | Done) -> Outcome:
    if not isinstance(choice, Finish):
        return Outcome()
    serves = accepting_patrons(state, seat, "instrument", choice.card)
    details = (("discount", material_costs.discount(state, seat, "finish")), ("serves", serves))
    cost = material_costs.cost_of(state, "finish", choice.card)
    gained = (("prestige", prestige(state, seat, choice.card)),)
    return Outcome((f"finishing:{choice.card}",), "finishes", details, cost, gained)


@step
class FinishInstrument(Effect):
    """The instrument leaves the bench and scores; then its token, a patron, and `finished` abilities."""

    card: str
    more: bool

    def run(self, state: State) -> None:
        seat, player = self.seat, state.players[self.seat]
        benches.remove_card(state, seat, "finishing", self.card)
        amount = prestige(state, seat, self.card)
        player.score("instruments", amount)
        player.finished += (self.card,)
        state.emit(InstrumentFinished(seat, self.card, amount))
        section = state.content.instruments[self.card].section
        state.then(
            orchestra.PlaceToken(seat, "instrument", self.card, self._doubling(state)),
            patrons.AskGiving(seat, "instrument", self.card),
            dispatch(state, seat, "finished", section=section),
        )

    def _doubling(self, state: State) -> str:
        """Whether the chair bonus is doubled: no, yes, or ask if a second instrument may follow (FIN-7)."""
        acting = state.active_worker
        if acting is None or acting.skill < SKILL_FOR_DOUBLE or acting.doubled:
            return "no"
        return "ask" if self.more else "yes"


@step
class FinishAgain(Decision[Finish | Done]):
    """A second instrument in the same action, if the craft track allows it after the first (FIN-5, FIN-8)."""

    kind = "finish-again"
    rule = "FIN-5"

    def choices(self, state: State, seat: int) -> list[Finish | Done]:
        found = choices(state, seat) if _two_allowed(state, seat) else []
        return [*found, Done()] if found else []

    def run(self, state: State) -> None:
        """Skip the decision; with an event only if the track allows a second instrument and the bench has one."""
        if _two_allowed(state, self.seat) and state.players[self.seat].finishing:
            Decision.run(self, state)

    def resolve(self, state: State, seat: int, choice: Finish | Done) -> None:
        if isinstance(choice, Finish):
            state.then(*finish(state, seat, choice.card, more=False))

    def outcome(self, state: State, seat: int, choice: Finish | Done) -> Outcome:
        return outcome(state, seat, choice)
