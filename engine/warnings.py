"""Warnings in prompts: the choice loses something that another choice would keep."""

from engine.abilities import at_market, storage_limit
from engine.choices import Choice, Decline, DiscardCard, Give, Soothe, TakeGift
from engine.constants import PATIENCE_SPACES, ROUNDS
from engine.content.cards import MATERIALS
from engine.requirements import accepts
from engine.rules.patrons import AskGift, AskGiving, SoothePatron
from engine.rules.start_of_round import ChooseNextPatron, next_move
from engine.state import State, WaitingPatron
from engine.steps import AnyDecision, Outcome, Warn


def warnings(state: State, seat: int, asked: AnyDecision, choice: Choice, outcome: Outcome) -> dict[Warn, str]:
    """The warnings of a choice, each with the patron concerned or "".

    A prompt omits a warning that all of its choices share.
    """
    found = dict.fromkeys(outcome.warn, getattr(choice, "patron", ""))
    if isinstance(asked, ChooseNextPatron):
        return found  # the gifts come in any order
    if outcome.gain:
        gained = dict(outcome.gain)
        if _overflows(state, seat, gained, dict(outcome.cost)):
            found["overflow"] = ""
        if "apprentice" in gained and gained["apprentice"] > at_market(state, seat):
            found["wastes-bonus"] = ""
    if lost := _lost_patron(state, seat, asked, choice):
        found["patron-leaves"] = lost
    return found


def _overflows(state: State, seat: int, gained: dict[str, int], paid: dict[str, int]) -> bool:
    """Whether materials would have to be discarded (GEN-5)."""
    coming = sum(gained.get(word, 0) for word in (*MATERIALS, "material"))
    going = sum(paid.get(word, 0) for word in MATERIALS)
    return coming > going and state.players[seat].materials + coming - going > storage_limit(state, seat)


def _lost_patron(state: State, seat: int, asked: AnyDecision, choice: Choice) -> str:
    """A patron that leaves next and that another choice could keep (PAT-4, PAT-5, SAL-4), or ""."""
    chosen = choice.patron if isinstance(choice, (Give, Soothe, TakeGift)) else None
    if chosen is None and not isinstance(choice, (Decline, DiscardCard)):
        return ""
    restless = [
        p for p in state.players[seat].waiting if _about_to_leave(state, seat, p) and _can_keep(state, asked, p)
    ]
    return "" if not restless or chosen in [p.card for p in restless] else restless[0].card


def _about_to_leave(state: State, seat: int, waiting: WaitingPatron) -> bool:
    return waiting.patience == PATIENCE_SPACES - 1 and next_move(state, seat, waiting.card) <= ROUNDS


def _can_keep(state: State, asked: AnyDecision, waiting: WaitingPatron) -> bool:
    """Whether a choice of this decision moves the patron's patience back."""
    match asked:
        case AskGift(soothes=spaces):
            return spaces > 0
        case AskGiving(token=token, card=card):
            return accepts(state.content, waiting, token, card)
        case SoothePatron():
            return True
    return False
