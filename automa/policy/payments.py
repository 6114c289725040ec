"""Policy for payments and storage: what is paid, saved, replaced, taken and discarded."""

from collections.abc import Sequence

from automa.evaluation.terms import game_progress, good_value, goods_value, needed_materials
from automa.policy.base import best
from engine import choices as c
from engine.choices import Choice
from engine.effects import OfferTrade
from engine.rules import material_costs
from engine.state import State
from engine.steps import AnyDecision

FIRST = 1000
"""Added to the values of choices that come before all others."""
NEEDED = 60
"""Value of a material that an instrument on a bench misses, beyond its own."""


def pay(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """Money first; inspiration is worth more."""
    return choices[0]


def save_material(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The most valuable material, and first one that is missing."""
    assert isinstance(decision, material_costs.AskSaving | material_costs.AskReplacing)
    player, progress, bill = state.players[seat], game_progress(state), dict(decision.bill)

    def value(choice: Choice) -> int:
        if not isinstance(choice, c.SaveMaterial | c.ReplaceMaterial):
            return -1
        missing = bill[choice.material] > player.material(choice.material)
        return good_value(choice.material, progress) + FIRST * missing

    return best(choices, value)


def replace_material(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """Only what is missing, or metal where that is worth more than the inspiration."""
    assert isinstance(decision, material_costs.AskReplacing)
    if c.Done() not in choices:
        return save_material(state, seat, decision, choices)
    progress = game_progress(state)
    gains = decision.rate * good_value("inspiration", progress) < good_value("metal", progress)
    return c.ReplaceMaterial("metal") if gains and c.ReplaceMaterial("metal") in choices else c.Done()


def discard(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """A material that instruments do not need, the least valuable first."""
    player, progress = state.players[seat], game_progress(state)
    needed = needed_materials(state, seat)

    def value(choice: Choice) -> int:
        assert isinstance(choice, c.Discard)
        spare = player.material(choice.material) > needed[choice.material]
        return FIRST * spare - good_value(choice.material, progress)

    return best(choices, value)


def material(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """A material that instruments on the benches miss, the most valuable first."""
    player, progress = state.players[seat], game_progress(state)
    needed = needed_materials(state, seat)

    def value(choice: Choice) -> int:
        assert isinstance(choice, c.TakeMaterial)
        missing = needed[choice.material] > player.material(choice.material)
        return good_value(choice.material, progress) + NEEDED * missing

    return best(choices, value)


def goods(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    progress = game_progress(state)
    return best(choices, lambda choice: goods_value(choice.goods, progress) if isinstance(choice, c.TakeGoods) else 0)


def trade(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """A trade that gains value and takes no material that instruments need."""
    assert isinstance(decision, OfferTrade)
    player, progress = state.players[seat], game_progress(state)
    needed = needed_materials(state, seat)
    spare = all(player.material(m) - n >= needed[m] for m, n in decision.cost)
    gains = goods_value(decision.goods, progress) > goods_value(decision.cost, progress)
    return choices[0] if spare and gains else choices[-1]
