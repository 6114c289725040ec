"""Policy for awards, royal patrons, specialty workers and drawn cards."""

from collections.abc import Sequence

from automa.evaluation.cards import CardEvaluator
from automa.evaluation.terms import abilities_value
from automa.policy.base import NEVER, best
from engine import choices as c
from engine.choices import Choice
from engine.constants import ROUNDS
from engine.state import State
from engine.steps import AnyDecision


def award(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    def value(choice: Choice) -> int:
        if not isinstance(choice, c.ScoreAward):
            return 0
        return state.content.awards[choice.award].levels[choice.level - 1].prestige

    return best(choices, value)


def marker(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """A royal patron while it can still be served; then materials; then the purple die."""
    has_space = bool(state.players[seat].free_spaces())
    early = state.round < ROUNDS
    values = {"royal": 3 * (has_space and early), "storage": 2 * early, "purple": 1}
    return best(choices, lambda choice: values[choice.marker] if isinstance(choice, c.TakeMarker) else NEVER)


def royal(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    cards = CardEvaluator(state, seat)
    return best(choices, lambda choice: cards.patron(choice.card) if isinstance(choice, c.TakeRoyal) else NEVER)


def specialist(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The card whose ability is worth most in a whole game."""

    def value(choice: Choice) -> int:
        if not isinstance(choice, c.TakeSpecialist):
            return NEVER
        return abilities_value(state.content, choice.card, 0, ROUNDS)

    return best(choices, value)


def assign_number(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The highest number: the ability is worth a strong worker."""
    return choices[-1]


def keep_card(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    cards = CardEvaluator(state, seat)
    return best(choices, lambda choice: cards.instrument(choice.card) if isinstance(choice, c.KeepCard) else -1)
