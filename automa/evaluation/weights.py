"""What goods and lasting abilities are worth at a moment of the game, in hundredths of a prestige.

Goods lose worth as the game goes on: in the end ten of anything are one prestige (END-6). All figures are design
assumptions, held against each other in the arena.
"""

from functools import cache

from engine.abilities import abilities_of
from engine.content.cards import Ability, Content, Counter, Goods
from engine.state import State

ROUNDS = 6
LEFTOVER = 10
"""What any good is worth in the end (END-6)."""

BASE = {"money": 36, "inspiration": 42, "animal": 70, "wood": 105, "metal": 165, "material": 130, "apprentice": 120}
"""What one of a good is worth at the start."""

TAPER = (100, 97, 94, 91, 88, 84, 80, 74, 66, 56, 42, 15)
"""How much of the worth above a leftover's is left, in percent: at the planning and the resolution of each round."""

OTHERS = {"prestige": 100, "instrument": 110}

STEP = {"reputation": 200, "performance": 150, "craft": 150}
"""A step on a track, roughly, where nobody counts closely."""

EVENTS = {"round_start": 100, "finished": 75, "performed": 75, "completed": 60, "seated": 160, "acted": 60}
"""How often an event comes a round, in hundredths."""

STATS = {
    "skill": 60,
    "result": 45,
    "dice": 70,
    "rerolls": 40,
    "die_floor": 40,
    "rough_discount": 60,
    "finish_discount": 60,
    "repair_discount": 50,
    "tier_discount": 18,
    "storage": 12,
    "inspiration_rate": -35,
    "buy_price": -45,
    "apprentice_price": -25,
    "training_price": -18,
}
"""What a change of a stat by one is worth each round."""

RULES = {
    "win_ties": 25,
    "equal_takes_chair": 50,
    "any_era_seat": 45,
    "any_section_seat": 40,
    "inspiration_on_bench": 40,
    "keep_apprentices": 45,
}
OPTIONAL = {"trade": 30, "draw": 60, "bench": 20, "soothe": 30, "gift": 90, "echo": 60, "peek": 5, "relocate": 25}
"""What a rule or an optional effect is worth each round, or each time."""

GROWTH = {
    "instruments": 75,
    "performances": 60,
    "repairs": 50,
    "patrons": 55,
    "requirements": 85,
    "first_chairs": 130,
    "second_chairs": 35,
    "tokens": 180,
    "specialists": 25,
    "awards": 40,
    "track_spaces": 160,
    "tracks_completed": 8,
}
"""By how much a counter grows a round, in hundredths, before its filters."""


def moment(state: State) -> int:
    """Where in the game the table is: 0 is the first planning, 11 the last resolution."""
    return max(0, min(11, 2 * state.round - (1 if state.phase in ("resolution", "scoring", "finished") else 2)))


def rounds_left(state: State) -> int:
    """Rounds whose workers are still to be resolved, this one among them before its resolution is over."""
    if state.finished:
        return 0
    return ROUNDS + 1 - max(1, state.round) - (state.phase == "end-of-round")


@cache
def rate(word: str, when: int) -> int:
    """What one of a good is worth at a moment.

    >>> rate("money", 0), rate("metal", 11)
    (36, 33)
    """
    if word in OTHERS:
        return OTHERS[word]
    return LEFTOVER + (BASE[word] - LEFTOVER) * TAPER[when] // 100


@cache
def goods_worth(goods: Goods, when: int) -> int:
    """What a table of goods is worth."""
    return sum(amount * rate(word, when) for word, amount in goods)


@cache
def best_goods(options: tuple[Goods, ...], when: int) -> int:
    return max(goods_worth(goods, when) for goods in options)


def ability_worth(ability: Ability, when: int, rounds: int) -> int:
    """What an ability gives in so many more rounds; scoring at the end is counted by who knows the counter."""
    often = rounds * EVENTS.get(ability.trigger, 100) * _condition(ability) // 100
    match ability.effect:
        case "gain":
            return often * best_goods(ability.goods, when) // 100
        case "advance":
            return often * STEP[ability.track] * ability.spaces // 100
        case "modify":
            return often * STATS[ability.stat] * ability.amount // 100
        case "permit":
            return often * RULES[ability.rule] // 100
        case "score" | "worker":
            return 0
    return often * OPTIONAL[ability.effect] // 100


def _condition(ability: Ability) -> int:
    """How often the conditions hold, in hundredths."""
    share = 100
    for word, values in ability.when:
        share = share * min(100, {"section": 34, "level": 40, "token": 36, "location": 30}[word] * len(values)) // 100
    return share


def card_worth(content: Content, card: str, when: int, rounds: int) -> int:
    """What the abilities of a family, patron or specialist still give."""
    return sum(ability_worth(ability, when, rounds) for ability in abilities_of(content, card))


def growth(counter: Counter, rounds: int) -> int:
    """By how much a counter will grow in so many rounds, in hundredths."""
    share = 100
    for word, values in counter.filters:
        share = share * FILTERS[word][min(len(values), 4)] // 100
    fold = {None: 100, "best": 55, "kinds": 45, "sets": 25}[counter.fold]
    return GROWTH[counter.of] * rounds * share * fold // 10000


FILTERS = {
    "section": (0, 36, 68, 100, 100),
    "era": (0, 38, 70, 100, 100),
    "level": (0, 50, 80, 100, 100),
    "token": (0, 36, 68, 100, 100),
    "type": (0, 34, 55, 80, 100),
    "track": (0, 36, 70, 100, 100),
    "rare": (0, 22, 100, 100, 100),
}
"""What share of a counter's items a filter with so many values keeps, in hundredths."""
