"""Policy for the setup and the start of a round: setup choice, patron spaces, bench cards."""

from collections.abc import Sequence

from automa.evaluation.cards import CardEvaluator
from automa.evaluation.setup import setup_values
from automa.evaluation.terms import game_progress, goods_value
from automa.policy.base import NEVER, best
from engine import choices as c
from engine.choices import Choice
from engine.constants import BENCH_ROOM, SPACE_BONUS
from engine.state import State
from engine.steps import AnyDecision


def setup(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    def value(choice: Choice) -> int:
        assert isinstance(choice, c.SetupChoice)
        return sum(setup_values(state.content, choice).values())

    return best(choices, value)


def patron_space(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The space with the most valuable bonus."""
    progress = game_progress(state)

    def value(choice: Choice) -> int:
        return goods_value(SPACE_BONUS[choice.space], progress) if isinstance(choice, c.PlacePatron) else 0

    return best(choices, value)


def next_patron(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """A patron that leaves goes first: prestige from gifts that come later cannot be lost with it."""
    player = state.players[seat]
    return best(
        choices, lambda choice: player.patron(choice.patron).patience if isinstance(choice, c.NextPatron) else 0
    )


def bench(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The best card while there is room."""
    if len(state.players[seat].roughing) >= BENCH_ROOM:
        return c.Done()
    cards = CardEvaluator(state, seat)
    return best(choices, lambda choice: cards.benched(choice.card) if isinstance(choice, c.Bench) else NEVER)


def make_room(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The worst card goes back to hand."""
    cards = CardEvaluator(state, seat)
    return best(choices, lambda choice: -cards.benched(choice.card) if isinstance(choice, c.MakeRoom) else 0)
