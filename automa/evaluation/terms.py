"""Pieces of a valuation that stand alone: counters, tracks, patrons, needs. In hundredths of a prestige."""

from collections.abc import Sequence

from automa.evaluation.weights import LEFTOVER, card_worth, growth, moment, rounds_left
from engine.abilities import abilities_of
from engine.constants import LAST_LASTING
from engine.content.cards import MATERIALS, Content, Cost, Counter, Level, Patron
from engine.counters import count
from engine.state import Player, State


def diminishing(held: int, each: int, plenty: int) -> int:
    """So many of a good, of which more than plenty is worth half, yet never less than a leftover."""
    return min(held, plenty) * each + max(0, held - plenty) * max(LEFTOVER, each // 2)


def needs(content: Content, player: Player, more: Sequence[str] = ()) -> dict[str, int]:
    """Materials that the instruments on the benches still take, and those of `more` cards."""
    wanted = dict.fromkeys(MATERIALS, 0)
    costs: list[Cost] = [content.instruments[card].finish for card in player.finishing]
    for card in (*player.roughing, *more):
        costs += [content.instruments[card].rough, content.instruments[card].finish]
    for cost in costs:
        for material, amount in cost:
            wanted[material] += amount
    return wanted


def reach(own: int, need: int, grows: int) -> int:
    """How sure a counter is to reach a number, in percent; it is expected to grow by so many hundredths."""
    missing = need - own
    if missing <= 0:
        return 100
    return min(92, 62 * grows // (100 * missing)) if grows >= 50 * missing else 20 * grows // (50 * missing)


def levels_worth(state: State, seat: int, counter: Counter, levels: tuple[Level, ...]) -> int:
    """What levels of which the highest reached scores in the end are worth now."""
    own, grows = count(state, seat, counter), growth(counter, rounds_left(state))
    worth = below = 0
    for level in levels:
        worth += (level.prestige - below) * reach(own, level.need, grows)
        below = level.prestige
    return worth


def lasting_worth(state: State, seat: int, card: str) -> int:
    """What a card in force still gives, or will count in the end."""
    rounds = rounds_left(state)
    worth = card_worth(state.content, card, moment(state), max(0, rounds - 1))
    for ability in abilities_of(state.content, card):
        if ability.counter is not None:
            expected = 100 * count(state, seat, ability.counter) + growth(ability.counter, rounds) * 3 // 4
            worth += expected * ability.prestige // ability.per
    return worth


def patron_worth(state: State, seat: int, patron: Patron) -> int:
    """What completing a patron gives: its prestige, a step of reputation, its lasting effect."""
    reputation = state.players[seat].reputation
    step = track_worth("reputation", reputation + 1, rounds_left(state)) - track_worth(
        "reputation", reputation, rounds_left(state)
    )
    return 100 * patron.prestige + step + 60 + lasting_worth(state, seat, patron.id)


LASTING = {
    "reputation": (0, 0, 0, 55, 0, 120, 60, 60, 60),
    "performance": (0, 30, 45, 0, 25, 40, 0),
    "craft": (0, 30, 40, 0, 45, 40, 0),
}
"""What a step gives each round from then on; what it gives once, comes as goods or cards."""

ONWARD = 30
"""What a step is worth for those that follow it, each round."""


def track_worth(track: str, reached: int, rounds: int) -> int:
    """Steps on a track: what they give in the rounds to come."""
    steps = LASTING[track][: reached + 1]
    onward = ONWARD * min(reached, LAST_LASTING[track])
    return sum(steps) * rounds + onward * rounds
