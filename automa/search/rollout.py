"""Rollouts: a sampled table is played on by the policy, then the position is evaluated."""

from collections.abc import Callable, Sequence

from automa.evaluation.features import Evaluation
from automa.evaluation.forecast import plans
from automa.evaluation.position import evaluate
from automa.policy import policy_choice
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.rules.planning import ChooseWorker
from engine.state import State

MOST_CHOICES = 400
"""The longest rollout."""

StopCondition = Callable[[State], bool]


def rollout(table: State, seat: int, choices: Sequence[Choice], stop: StopCondition) -> Evaluation:
    """The seat's evaluation of the position after the choices and the rollout that follows them."""
    state = table.clone()
    for choice in choices:
        loop.apply(state, seat, choice)
    play_on(state, stop)
    return evaluate(state, seat)


def play_on(state: State, stop: StopCondition) -> None:
    """Play all seats by the policy until the condition holds."""
    for _ in range(MOST_CHOICES):
        if state.finished or stop(state):
            return
        seat, choices = next(iter(loop.offered(state).items()))
        decision = loop.decision(state)
        if isinstance(decision, ChooseWorker):
            plan = plans(state, seat)[0]
            loop.apply(state, seat, c.PlanWorker(plan.number, plan.apprentices))
            loop.apply(state, seat, c.PlanLocation(plan.location))
        else:
            loop.apply(state, seat, policy_choice(state, seat, decision, choices))


def round_over(table: State) -> StopCondition:
    """The planning of the next round begins."""
    number = table.round if table.phase != "setup" else 1
    return lambda state: state.round > number and state.phase == "planning"


def action_over(table: State, seat: int) -> StopCondition:
    """The present action is done: the worker has acted, or else the seat is asked no further."""
    depth = len(table.agenda)
    acting = _acting(table)

    def stop(state: State) -> bool:
        if acting:
            return _acting(state) != acting
        return len(state.agenda) < depth or seat not in loop.offered(state)

    return stop


def _acting(state: State) -> int:
    return state.active_worker.placement if state.active_worker is not None else 0
