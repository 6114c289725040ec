"""Policy for planning and turns: workers' locations, the order of activation, actions."""

from collections.abc import Sequence

from automa.evaluation.cards import CardEvaluator
from automa.evaluation.forecast import plans, plans_for_worker
from automa.evaluation.terms import goods_value
from automa.evaluation.weights import PRESTIGE
from automa.policy.base import NEVER, best
from automa.policy.market import should_visit
from engine import choices as c
from engine.choices import Choice
from engine.content.cards import BENCHES
from engine.rules.display_cards import tier_price
from engine.rules.material_costs import cost_of
from engine.rules.planning import ChooseLocation
from engine.rules.resolution import MONEY_INSTEAD
from engine.state import State
from engine.steps import AnyDecision

ORDER = ("salon", "guild", "perform", "repair", "balcony")
"""The order in which locations are activated before the benches: patrons come before the cards that serve them."""
MARKER = 60
"""Value of what an award marker unlocks, per round left."""


def plan_worker(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    plan = plans(state, seat)[0]
    return c.PlanWorker(plan.number, plan.apprentices)


def plan_location(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(decision, ChooseLocation)
    return c.PlanLocation(plans_for_worker(state, seat, decision.number, decision.apprentices)[0].location)


def turn(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """Locations in order, then the benches; the Market before them for missing materials, or at last."""
    waiting = [choice.location for choice in choices if isinstance(choice, c.Activate)]
    board = [location for location in ORDER if location in waiting]
    if c.VisitMarket() in choices and not board and should_visit(state, seat, workers_wait=bool(waiting)):
        return c.VisitMarket()
    for location in (*board, *BENCHES):
        if location in waiting:
            return c.Activate(location)
    return c.Pass() if c.Pass() in choices else choices[0]


def act(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The action of the highest value; never a Search."""
    cards = CardEvaluator(state, seat)
    return best(choices, lambda choice: _action(state, seat, cards, choice))


def _action(state: State, seat: int, cards: CardEvaluator, choice: Choice) -> int:
    acting = state.active_worker
    assert acting is not None
    match choice:
        case c.Take(slot, card):
            price = tier_price(state, seat, state.tiers(acting.location)[slot - 1]) * cards.good("money")
            return _card_taken(cards, acting.location, card, acting.skill) - price
        case c.Alternate(goods):
            return goods_value(goods, cards.progress)
        case c.ScoreAward(award, level):
            return PRESTIGE * state.content.awards[award].levels[level - 1].prestige + MARKER * cards.rounds
        case c.Rough(card):
            return cards.roughed(card) - goods_value(cost_of(state, "rough", card), cards.progress)
        case c.Finish(card):
            return cards.finished(card) - goods_value(cost_of(state, "finish", card), cards.progress)
        case c.TakeMoney():
            return goods_value(MONEY_INSTEAD, cards.progress)
        case c.Done():
            return 0
    return NEVER


def _card_taken(cards: CardEvaluator, location: str, card: str, skill: int) -> int:
    match location:
        case "salon":
            return cards.patron(card)
        case "guild":
            return cards.instrument(card)
        case "perform":
            return cards.performance(card, skill, None)
    return cards.repair(card)
