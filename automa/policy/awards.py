"""Habits of awards, royals, specialty workers and cards drawn."""

from collections.abc import Sequence

from automa.evaluation.cards import Eye
from automa.evaluation.weights import ROUNDS, card_worth
from automa.policy.base import best
from engine import choices as c
from engine.choices import Choice
from engine.state import State
from engine.steps import Decision


def award(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.ScoreAward):
            return 0
        return state.content.awards[choice.award].levels[choice.level - 1].prestige

    return best(choices, worth)


def marker(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """A royal while it can still be served; then materials, then the purple die."""
    free = bool(state.players[seat].free_spaces())
    early = state.round < ROUNDS
    worths = {"royal": 3 * (free and early), "storage": 2 * early, "purple": 1}
    return best(choices, lambda choice: worths[choice.marker] if isinstance(choice, c.TakeMarker) else 0)


def card_of(choice: Choice) -> str:
    """The card that a choice names."""
    found: str = getattr(choice, "card", "")
    return found


def royal(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: eye.patron(card_of(choice)))


def specialist(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    return best(choices, lambda choice: card_worth(state.content, card_of(choice), 0, 6))


def chip(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The highest number: an expert is worth a strong worker."""
    return choices[-1]


def keep_card(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: eye.instrument(card_of(choice)) if isinstance(choice, c.KeepCard) else -1)
