"""Habits of the purse and the storage: what is paid, saved, taken and laid off."""

from collections.abc import Sequence

from automa.evaluation.cards import Eye
from automa.evaluation.terms import needs
from automa.evaluation.weights import goods_worth
from automa.policy.base import best
from engine import choices as c
from engine.choices import Choice
from engine.effects import OfferTrade
from engine.rules import material_costs
from engine.state import State
from engine.steps import Decision


def pay(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Money first; inspiration is worth more."""
    return choices[0]


def save_material(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The dearest, and first what is missing."""
    eye, player = Eye(state, seat), state.players[seat]
    assert isinstance(asked, material_costs.AskSaving | material_costs.AskReplacing)
    bill = dict(asked.bill)

    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.SaveMaterial | c.ReplaceMaterial):
            return -1
        missing = bill[choice.material] > player.material(choice.material)
        return eye.rate(choice.material) + 1000 * missing

    return best(choices, worth)


def replace_material(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Only what is missing, or metal."""
    assert isinstance(asked, material_costs.AskReplacing)
    if c.Done() in choices:
        dear = asked.rate * Eye(state, seat).rate("inspiration") < Eye(state, seat).rate("metal")
        return next((x for x in choices if x == c.ReplaceMaterial("metal") and dear), c.Done())
    return save_material(state, seat, asked, choices)


def discard(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """What instruments need least, the cheapest first."""
    eye, player = Eye(state, seat), state.players[seat]
    needed = needs(state.content, player)

    def worth(choice: Choice) -> int:
        assert isinstance(choice, c.Discard)
        spare = player.material(choice.material) - needed[choice.material]
        return 1000 * (spare > 0) - eye.rate(choice.material)

    return best(choices, worth)


def material(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """What instruments on the benches miss, the dearest first."""
    eye, player = Eye(state, seat), state.players[seat]
    needed = needs(state.content, player)

    def worth(choice: Choice) -> int:
        assert isinstance(choice, c.TakeMaterial)
        return eye.rate(choice.material) + 60 * (needed[choice.material] > player.material(choice.material))

    return best(choices, worth)


def goods_choice(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: goods_worth(choice.goods, eye.when) if isinstance(choice, c.TakeGoods) else 0)


def trade(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    assert isinstance(asked, OfferTrade)
    needed, player = needs(state.content, state.players[seat]), state.players[seat]
    spare = all(player.material(m) - n >= needed[m] for m, n in asked.cost)
    gains = goods_worth(asked.goods, eye.when) > goods_worth(asked.cost, eye.when)
    return choices[0] if spare and gains else choices[-1]
