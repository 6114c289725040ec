"""Start of round (RND-1 to RND-5): income, patience and gifts, cards for the roughing bench."""

from dataclasses import replace

from engine.choices import NextPatron
from engine.constants import LOSS, PATIENCE_SPACES
from engine.events import PhaseBegun
from engine.goods import ChooseMaterial
from engine.requirements import unmet
from engine.rules import benches, patrons
from engine.state import NOBODY, State, Step
from engine.steps import Decision, Effect, Outcome, step
from engine.triggers import Dispatch


@step
class StartOfRound(Effect):
    """In turn order: income, patience of the patrons, cards for the bench (RND-4)."""

    def run(self, state: State) -> None:
        state.phase = "start-of-round"
        state.emit(PhaseBegun(NOBODY, state.round, state.phase))
        state.then(*(part for seat in state.order for part in self._parts(seat)))

    @staticmethod
    def _parts(seat: int) -> tuple[Step, ...]:
        return Income(seat), MovePatience(seat), FillBench(seat)


@step
class Income(Effect):
    """The material of the storage award, then `round_start` abilities (RND-1, GEN-12)."""

    def run(self, state: State) -> None:
        state.then(Dispatch(self.seat, "round_start"))
        if state.players[self.seat].unlocked("storage"):
            state.then(ChooseMaterial(self.seat, 1, "award", "storage"))


@step
class MovePatience(Effect):
    """The patience of every waiting patron moves, in an order that the owner chooses (RND-2, RND-5)."""

    def run(self, state: State) -> None:
        if waiting := tuple(p.card for p in state.players[self.seat].waiting):
            state.then(ChooseNextPatron(self.seat, waiting))


def next_move(state: State, seat: int, card: str) -> int:
    """The round in which a patron's patience moves next; a round after the last one means never."""
    for waits in state.agenda:
        match waits:
            case MovePatience(seat=mover) if mover == seat:
                return state.round
            case ChooseNextPatron(seat=mover, left=left) if mover == seat and card in left:
                return state.round
    return state.round + 1 if state.phase != "setup" else 1


@step
class ChooseNextPatron(Decision[NextPatron]):
    """Choose the patron whose patience moves next."""

    left: tuple[str, ...]
    kind = "next-patron"
    rule = "RND-2"

    def choices(self, state: State, seat: int) -> list[NextPatron]:
        return [NextPatron(card) for card in self.left]

    def resolve(self, state: State, seat: int, choice: NextPatron) -> None:
        if rest := tuple(card for card in self.left if card != choice.patron):
            state.then(replace(self, left=rest))
        patrons.move_patience(state, seat, choice.patron)

    def outcome(self, state: State, seat: int, choice: NextPatron) -> Outcome:
        waiting, lit = state.players[seat].patron(choice.patron), (f"patron:{choice.patron}",)
        space = waiting.patience + 1
        if space < PATIENCE_SPACES:
            gifts = state.content.patrons[choice.patron].gifts
            return Outcome(lit, "gift", (("space", space),), gain=gifts[space])
        loss = min(LOSS * unmet(state.content, waiting), state.players[seat].prestige)
        return Outcome(lit, "leaves", (("loss", loss),), warn=("patron-leaves",))


@step
class FillBench(Effect):
    """Put up to two instrument cards from hand on the roughing bench (RND-3)."""

    def run(self, state: State) -> None:
        if state.players[self.seat].hand:
            state.then(benches.BenchCards(self.seat, 2, "start"))
