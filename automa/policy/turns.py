"""Habits of planning and of turns: where workers go, in which order they are resolved, what they do."""

from collections.abc import Sequence

from automa.evaluation.cards import Eye
from automa.evaluation.forecast import places_for, plans
from automa.evaluation.weights import goods_worth
from automa.policy.base import best
from automa.policy.market import market_pays
from engine import choices as c
from engine.choices import Choice
from engine.content.cards import BENCHES
from engine.rules.display_cards import tier_price
from engine.rules.planning import ChooseLocation
from engine.state import State
from engine.steps import Decision

ORDER = ("salon", "guild", "perform", "repair", "balcony")
"""In which order own workers are best resolved before those at the benches: patrons come before what serves them."""


def plan_worker(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    plan = plans(state, seat)[0]
    return c.PlanWorker(plan.number, plan.apprentices)


def plan_location(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(asked, ChooseLocation)
    return c.PlanLocation(places_for(state, seat, asked.number, asked.apprentices)[0].location)


def turn(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Workers in the usual order; the Market when it helps the benches, or at last when there is something to do."""
    waiting = [choice.location for choice in choices if isinstance(choice, c.Activate)]
    board = [location for location in ORDER if location in waiting]
    if c.VisitMarket() in choices and not board and market_pays(state, seat, bool(waiting)):
        return c.VisitMarket()
    for location in (*board, *BENCHES):
        if location in waiting:
            return c.Activate(location)
    return c.Pass() if c.Pass() in choices else choices[0]


def act(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """What brings most, by rule of thumb; a Search never does."""
    eye = Eye(state, seat)
    return best(choices, lambda choice: _action(state, seat, eye, choice))


def _action(state: State, seat: int, eye: Eye, choice: Choice) -> int:
    acting = state.active_worker
    assert acting is not None
    match choice:
        case c.Take(slot, card):
            price = tier_price(state, seat, state.tiers(acting.location)[slot - 1]) * eye.rate("money")
            return card_taken(eye, acting.location, card, acting.skill) - price
        case c.Alternate(goods):
            return goods_worth(goods, eye.when)
        case c.ScoreAward(award, level):
            return 100 * state.content.awards[award].levels[level - 1].prestige + 60 * eye.rounds
        case c.Rough(card):
            return eye.roughing(card) - goods_worth(state.content.instruments[card].rough, eye.when)
        case c.Finish(card):
            return eye.finishing(card) - goods_worth(state.content.instruments[card].finish, eye.when)
        case c.TakeMoney():
            return 2 * eye.rate("money")
        case c.Done():
            return 0
    return -999


def card_taken(eye: Eye, location: str, card: str, skill: int) -> int:
    match location:
        case "salon":
            return eye.patron(card)
        case "guild":
            return eye.instrument(card)
        case "perform":
            return eye.concert(card, skill, None)
    return eye.repair(card)
