"""Policy for performances, orchestra seats and waiting patrons."""

from collections.abc import Sequence

from automa.evaluation.cards import CardEvaluator
from automa.evaluation.terms import goods_value
from automa.policy.base import NEVER, best
from engine import choices as c
from engine.choices import Choice
from engine.requirements import unmet
from engine.rules import perform
from engine.rules.orchestra import AskDouble, PlaceToken
from engine.state import State
from engine.steps import AnyDecision

COMPLETES = 1000
"""Added to the value of a card that completes a patron."""
RESTLESS = 40
"""Value of a gift for each space that its patron's patience cube goes back."""
DOUBLED_BONUS = 110
"""A chair bonus of more than this value is doubled, with a second instrument to come."""


def reroll(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The die that shows least below its average, unless the highest level is reached."""
    assert isinstance(decision, perform.AskReroll)
    if perform.result(state, seat, decision.dice) >= state.content.performances[decision.card].high:
        return c.KeepDice()
    rated = []
    for number, die in enumerate(decision.dice, 1):
        if die.colour != "purple":
            printed = state.content.dice.notes(die.colour)
            rated.append((len(printed) * perform.notes(state, seat, die) - sum(printed), number))
    lowest, number = min(rated)
    return c.Reroll(number) if lowest < 0 else c.KeepDice()


def spend_inspiration(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """As much as the next levels take, where they give more than that."""
    assert isinstance(decision, perform.AskInspiration)
    cards, printed = CardEvaluator(state, seat), state.content.performances[decision.card]
    token = cards.best_chair("performance", decision.card) + cards.service("performance", decision.card)
    useful = {0} | {need - decision.result for need in (printed.medium, printed.high) if need > decision.result}

    def value(choice: Choice) -> int:
        assert isinstance(choice, c.SpendInspiration)
        if choice.amount not in useful:
            return NEVER
        level = printed.level(decision.result + choice.amount)
        gained = goods_value(printed.reward(level), cards.progress) + (token if level != "low" else 0)
        return gained - choice.amount * cards.good("inspiration")

    return best(choices, value)


def chair(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(decision, PlaceToken)
    cards, token = CardEvaluator(state, seat), decision.token
    return best(
        choices, lambda choice: cards.chair(token, choice.orchestra_seat) if isinstance(choice, c.TakeChair) else 0
    )


def double(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """A first chair's bonus of high value."""
    assert isinstance(decision, AskDouble)
    bonus = state.content.orchestra[decision.orchestra_seat].bonus if decision.first else ()
    return choices[0] if goods_value(bonus, 0) > DOUBLED_BONUS else choices[-1]


def give(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """To the patron for which the card is worth most; one that it completes comes before all others."""
    cards, player = CardEvaluator(state, seat), state.players[seat]

    def value(choice: Choice) -> int:
        if not isinstance(choice, c.Give):
            return 0
        waiting = player.patron(choice.patron)
        return cards.given(waiting) + COMPLETES * (unmet(state.content, waiting) == 1)

    return best(choices, value)


def gift(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    cards, player = CardEvaluator(state, seat), state.players[seat]

    def value(choice: Choice) -> int:
        if not isinstance(choice, c.TakeGift):
            return -1
        patience = RESTLESS * player.patron(choice.patron).patience
        return goods_value(state.content.patrons[choice.patron].gifts[choice.space], cards.progress) + patience

    return best(choices, value)


def soothe(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    player = state.players[seat]
    return best(choices, lambda choice: player.patron(choice.patron).patience if isinstance(choice, c.Soothe) else -1)
