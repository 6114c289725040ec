"""The finishing bench: FIN-1 to FIN-8. The instrument is done, takes its chair and meets a patron's requirement."""

from engine.choices import Choice, Done, Finish
from engine.events import InstrumentFinished
from engine.rules import benches, bills, orchestra, patrons
from engine.rules.pages import Page
from engine.state import State
from engine.steps import Decision, Effect, Outlook, Step, step
from engine.triggers import fire

SKILL_FOR_DOUBLE = 6
STEP_FOR_TWO = 4
STEP_FOR_PRESTIGE = 5


class FinishingBench(Page):
    """An instrument is finished."""

    location = "finishing"

    def choices(self, state: State, seat: int) -> list[Choice]:
        return choices(state, seat)

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        assert isinstance(choice, Finish)
        player = state.players[seat]
        again = player.craft >= STEP_FOR_TWO and len(player.finishing) > 1
        second: tuple[Step, ...] = (FinishAgain(seat),) if again else ()
        state.then(*finish(state, seat, choice.card, again), *second)

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        return outlook(state, seat, choice)


def choices(state: State, seat: int) -> list[Choice]:
    """The cards on the bench whose materials can be paid."""
    lying = dict.fromkeys(state.players[seat].finishing)
    return [Finish(card) for card in lying if bills.can_pay(state, seat, "finish", card)]


def finish(state: State, seat: int, card: str, more: bool) -> tuple[Step, ...]:
    """Pay, score, seat and give one instrument, to its end (FIN-8). `more`: a second one may follow."""
    bill = bills.cost_of(state, "finish", card)
    return bills.SettleBill(seat, "finish", card, bill, more), FinishInstrument(seat, card, more)


def prestige(state: State, seat: int, card: str) -> int:
    """What finishing it scores (FIN-1, TRK-R5)."""
    extra = 2 if state.players[seat].reputation >= STEP_FOR_PRESTIGE else 0
    return state.content.instruments[card].prestige + extra


def outlook(state: State, seat: int, choice: Choice) -> Outlook:
    if not isinstance(choice, Finish):
        return Outlook()
    waiting = state.players[seat].waiting
    serves = sum(patrons.would_accept(state, seat, p, "instrument", choice.card) for p in waiting)
    details = (("discount", bills.discount(state, seat, "finish")), ("serves", serves))
    cost = bills.cost_of(state, "finish", choice.card)
    gained = (("prestige", prestige(state, seat, choice.card)),)
    return Outlook((f"finishing:{choice.card}",), "finishes", details, cost, gained)


@step
class FinishInstrument(Effect):
    """The instrument leaves the bench and scores; then its token, its patron and the abilities that listen."""

    card: str
    more: bool

    def run(self, state: State) -> None:
        seat, player = self.seat, state.players[self.seat]
        benches.take_off(state, seat, "finishing", self.card)
        amount = prestige(state, seat, self.card)
        player.score("instruments", amount)
        player.finished += (self.card,)
        state.tell(InstrumentFinished(seat, self.card, amount))
        section = state.content.instruments[self.card].section
        state.then(
            orchestra.PlaceToken(seat, "instrument", self.card, self._doubling(state)),
            patrons.AskGiving(seat, "instrument", self.card),
            fire(state, seat, "finished", section=section),
        )

    def _doubling(self, state: State) -> str:
        """Whether this token's chair bonus is doubled: the owner decides if a second may follow (FIN-7)."""
        acting = state.acting
        if acting is None or acting.skill < SKILL_FOR_DOUBLE or acting.doubled:
            return "no"
        return "ask" if self.more else "yes"


@step
class FinishAgain(Decision):
    """With the craft step, a second instrument in the same action (FIN-5, TRK-C4)."""

    kind = "finish-again"
    rule = "FIN-5"

    def choices(self, state: State, seat: int) -> list[Choice]:
        found = choices(state, seat)
        return [*found, Done()] if found else []

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        if isinstance(choice, Finish):
            state.then(*finish(state, seat, choice.card, more=False))

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        return outlook(state, seat, choice)
