"""Habits of concerts, chairs and waiting patrons."""

from collections.abc import Sequence

from automa.evaluation.cards import Eye
from automa.evaluation.weights import goods_worth
from automa.policy.base import best
from engine import choices as c
from engine.choices import Choice
from engine.requirements import unmet
from engine.rules import perform
from engine.rules.orchestra import AskDouble, PlaceToken
from engine.state import State
from engine.steps import Decision


def reroll(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The die with the fewest notes, unless the highest level is reached or it shows well."""
    assert isinstance(asked, perform.AskReroll)
    printed = state.content.performances[asked.card]
    if perform.result(state, seat, asked.dice) >= printed.high:
        return c.KeepDice()
    rated = []
    for number, die in enumerate(asked.dice, 1):
        if die.colour != "purple":
            faces = state.content.dice.black if die.colour == "black" else state.content.dice.white
            rated.append((6 * perform.notes(state, seat, die) - sum(faces), number))
    lowest, number = min(rated)
    return c.Reroll(number) if lowest < 0 else c.KeepDice()


def spend_inspiration(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """As much as the next levels take, where they give more than that."""
    assert isinstance(asked, perform.AskInspiration)
    eye = Eye(state, seat)
    printed = state.content.performances[asked.card]
    token = eye.best_chair("performance", asked.card) + eye.service("performance", asked.card)
    aims = {0} | {need - asked.result for need in (printed.medium, printed.high) if need > asked.result}

    def worth(choice: Choice) -> int:
        assert isinstance(choice, c.SpendInspiration)
        if choice.amount not in aims:
            return -999
        level = printed.level(asked.result + choice.amount)
        gained = goods_worth(printed.reward(level), eye.when) + (token if level != "low" else 0)
        return gained - choice.amount * eye.rate("inspiration")

    return best(choices, worth)


def chair(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(asked, PlaceToken)
    eye, token = Eye(state, seat), asked.token
    return best(
        choices, lambda choice: eye.chair(token, choice.orchestra_seat) if isinstance(choice, c.TakeChair) else 0
    )


def double(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(asked, AskDouble)
    bonus = state.content.orchestra[asked.orchestra_seat].bonus if asked.first else ()
    return choices[0] if goods_worth(bonus, 0) > 110 else choices[-1]


def give(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The patron to whom it means most; who is completed comes before all others."""
    eye, player = Eye(state, seat), state.players[seat]

    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.Give):
            return 0
        waiting = player.patron(choice.patron)
        return eye.giving(waiting) + 1000 * (unmet(state.content, waiting) == 1)

    return best(choices, worth)


def gift(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye, player = Eye(state, seat), state.players[seat]

    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.TakeGift):
            return -1
        restless = 40 * player.patron(choice.patron).patience
        return goods_worth(state.content.patrons[choice.patron].gifts[choice.space], eye.when) + restless

    return best(choices, worth)


def soothe(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    player = state.players[seat]
    return best(choices, lambda choice: player.patron(choice.patron).patience if isinstance(choice, c.Soothe) else -1)
