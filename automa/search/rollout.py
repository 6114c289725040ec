"""A choice tried out: on a table as the seat may imagine it, played on by habit, and valued where it comes to rest."""

from collections.abc import Callable, Sequence

from automa.evaluation.forecast import plans
from automa.evaluation.position import Worths, position
from automa.policy import habit
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.rules.planning import ChooseWorker
from engine.state import State

MOST_STEPS = 400
"""No trial goes on for longer."""

Rest = Callable[[State], bool]


def tried(table: State, seat: int, choices: Sequence[Choice], rest: Rest) -> Worths:
    """What the position is worth to the seat when the choices were made and the table came to rest."""
    trial = table.clone()
    for choice in choices:
        loop.apply(trial, seat, choice)
    play_on(trial, rest)
    return position(trial, seat)


def play_on(trial: State, rest: Rest) -> None:
    """Everybody goes on by habit until the table rests."""
    for _ in range(MOST_STEPS):
        if trial.finished or rest(trial):
            return
        seat, choices = next(iter(loop.offered(trial).items()))
        asked = loop.decision(trial)
        if isinstance(asked, ChooseWorker):
            plan = plans(trial, seat)[0]
            loop.apply(trial, seat, c.PlanWorker(plan.number, plan.apprentices))
            loop.apply(trial, seat, c.PlanLocation(plan.location))
        else:
            loop.apply(trial, seat, habit(trial, seat, asked, choices))


def round_over(table: State) -> Rest:
    """All workers of this round are home and those of the next are asked for."""
    this = table.round if table.phase != "setup" else 1
    return lambda trial: trial.round > this and trial.phase == "planning"


def action_over(table: State, seat: int) -> Rest:
    """What is being done is done: another seat is asked, or the seat something new."""
    depth = len(table.agenda)
    worker = table.active_worker.placement if table.active_worker is not None else 0

    def rests(trial: State) -> bool:
        now = trial.active_worker.placement if trial.active_worker is not None else 0
        if worker:
            return now != worker
        return len(trial.agenda) < depth or seat not in loop.offered(trial)

    return rests
