"""The values of cards in money, under assumptions that are not measured (VOCABULARY section 11)."""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import product

from engine.content import Content
from engine.content.cards import LOCATIONS, Ability, Cost, Counter, Goods, OrchestraSeat, Performance
from tests.content.population import Position, count

# --- Assumptions ------------------------------------------------------------------------------------------------------

MONEY = {
    "money": 1,
    "inspiration": 1.25,
    "animal": 2,
    "wood": 3,
    "metal": 5,
    "material": 4.5,
    "apprentice": 4,
    "instrument": 3,
}
"""The value of goods. That of prestige falls in the course of the game."""

TRACK_SPACE, ACTION = 6.0, 6.0

EVENTS: Mapping[str, Mapping[str, float]] = {
    "A": {
        "round_start": 2.5,
        "performed": 3.5,
        "finished": 2.7,
        "repaired": 2.7,
        "roughed": 2.5,
        "balcony": 2.0,
        "bought": 7,
        "hired": 2.0,
        "trained": 1.0,
    },
    "B": {},
    "royal": {"round_start": 1.5},
    "family": {
        "round_start": 6,
        "finished": 4.2,
        "repaired": 2.7,
        "performed": 2.7,
        "completed": 3.5,
        "hired": 2.5,
        "trained": 1.5,
        "traded": 4,
    },
    "specialist": {"any": 2.5, "one": 2.0, "two": 2.2, "three": 2.4},
}
"""How often an event happens after the card is in play; for a specialist, by the number of locations it works at."""

READ_WHEN = {
    "rough_discount": "roughed",
    "finish_discount": "finished",
    "repair_discount": "repaired",
    "inspiration_rate": "repaired",
    "buy_price": "bought",
    "apprentice_price": "hired",
    "training_price": "trained",
}
"""Stat -> the event at which it is read; the others are read in performances."""

DICE_STATS = ("result", "dice", "rerolls", "die_floor")
STATS = {"inspiration_rate": 3.5, "skill": 1.8, "tier_discount": 0.6}
"""The value of one unit of a stat, set by hand; a unit of a price or of storage has the value 1."""

PERMITS = {
    "win_ties": 5.5,
    "equal_takes_chair": 9.0,
    "any_era_seat": 4.5,
    "any_section_seat": 1.5,
    "inspiration_on_bench": 8.5,
    "keep_apprentices": 4.0,
}
WIN_TIES_OF_ONE_WORKER = 2.0

EFFECTS = {"bench": 1.0, "soothe": 2.0, "gift": 4.2, "peek": 1.5, "relocate": 3.6, "worker": 11.0}
"""Effects that cannot be derived, set by hand."""


@dataclass(frozen=True)
class Scene:
    """The conditions of a performance."""

    skill: int
    dice: tuple[str, ...]
    inspiration: int
    rerolls: int


@dataclass(frozen=True)
class Assumptions:
    """The assumptions that `--sensitivity` changes."""

    early: float = 3.0
    middle: float = 2.5
    late: float = 2.0
    deck: Mapping[str, float] = field(default_factory=lambda: {"A": 2.75, "royal": 2.5, "B": 2.25})
    """The value of one prestige: early, middle and late in the game, and on the patrons of each deck."""
    discount: float = 3.3
    """The value of one material saved, the most expensive of the bill."""
    events: Mapping[str, Mapping[str, float]] = field(default_factory=lambda: EVENTS)
    scenes: tuple[Scene, ...] = (
        Scene(3, ("white", "white"), 1, 0),
        Scene(4, ("white", "white"), 2, 1),
        Scene(5, ("black", "white"), 1, 1),
        Scene(6, ("black", "black"), 2, 1),
    )


ASSUMED = Assumptions()


def other_assumptions() -> dict[str, Assumptions]:
    """Variants, each with one assumption changed."""
    white, mixed, black = ("white", "white"), ("black", "white"), ("black", "black")
    late_specialists = {"any": 1.5, "one": 1.3, "two": 1.4, "three": 1.5}
    return {
        "as published": ASSUMED,
        "prestige has the value 2 throughout": replace(ASSUMED, middle=2.0, deck=dict.fromkeys(ASSUMED.deck, 2.0)),
        "prestige has the value 3 throughout": replace(
            ASSUMED, middle=3.0, late=2.5, deck=dict.fromkeys(ASSUMED.deck, 3.0)
        ),
        "weak performers": replace(
            ASSUMED, scenes=(Scene(3, white, 0, 0), Scene(4, white, 1, 0), Scene(4, mixed, 1, 1), Scene(5, black, 1, 1))
        ),
        "strong performers": replace(
            ASSUMED, scenes=(Scene(4, white, 1, 0), Scene(5, white, 2, 1), Scene(6, mixed, 2, 1), Scene(7, black, 2, 2))
        ),
        "saturated performers": replace(ASSUMED, scenes=(Scene(5, mixed, 2, 1), Scene(7, black, 2, 1))),
        "a material saved has the value 2.5": replace(ASSUMED, discount=2.5),
        "specialists a round later": replace(ASSUMED, events={**EVENTS, "specialist": late_specialists}),
        "A patrons a round earlier": replace(ASSUMED, events={**EVENTS, "A": _scaled(EVENTS["A"], 1.4)}),
        "A patrons a round later": replace(ASSUMED, events={**EVENTS, "A": _scaled(EVENTS["A"], 0.65)}),
    }


def _scaled(events: Mapping[str, float], factor: float) -> dict[str, float]:
    return {name: number * factor for name, number in events.items()}


# --- Values -----------------------------------------------------------------------------------------------------------


def goods_value(goods: Goods | Cost, prestige: float) -> float:
    return sum(number * (prestige if word == "prestige" else MONEY[word]) for word, number in goods)


def choice_value(options: Sequence[Goods], prestige: float) -> float:
    """The value of the best option, and a little for the choice."""
    return max(goods_value(goods, prestige) for goods in options) + (0.5 if len(options) > 1 else 0)


def better_half(values: Iterable[float]) -> float:
    """The mean of the better half: a card is kept by the players for whom it is good."""
    best = sorted(values, reverse=True)
    return statistics.mean(best[: len(best) // 2])


class CardValues:
    """The values of cards in money under some assumptions."""

    def __init__(self, content: Content, positions: Sequence[Position], assumed: Assumptions = ASSUMED) -> None:
        self.content, self.positions, self.assumed = content, positions, assumed
        self.performance = cache(self._performance)
        self.stat = cache(self._stat)

    # Orchestra

    @cached_property
    def seat_bonus(self) -> float:
        seats = [seat for seat in self.content.orchestra.values() if not seat.rare]
        return statistics.mean(goods_value(seat.bonus, self.assumed.middle) for seat in seats)

    @property
    def chair(self) -> float:
        """The value of one more first chair."""
        return 2.4 * self.assumed.late

    @property
    def token(self) -> float:
        """The value of a performance or repair token."""
        return 0.7 * self.seat_bonus + 0.3 * 2 + 0.55 * self.chair

    def instrument_token(self, seat: OrchestraSeat) -> float:
        first = goods_value(seat.bonus, self.assumed.middle) + self.chair
        return first if seat.rare else 0.85 * first + 0.15 * 2

    # Performances

    def _performance(self, card: Performance, scene: Scene, stat: str = "", amount: int = 0) -> float:
        """Expected value of a performance with optimal rerolls and inspiration, with a stat changed by `amount`."""
        extra = {stat: amount}
        names = scene.dice + ("white",) * extra.get("dice", 0)
        floor = extra.get("die_floor", 0)
        dice = [[max(notes, floor) for notes in getattr(self.content.dice, name)] for name in names]
        start = scene.skill + extra.get("result", 0)

        @cache
        def best(rolled: tuple[int, ...], rerolls: int) -> float:
            stay = self._paid(card, start + sum(rolled), scene.inspiration)
            return max([stay, *(reroll(rolled, die, rerolls - 1) for die in range(len(rolled)) if rerolls)])

        def reroll(rolled: tuple[int, ...], die: int, left: int) -> float:
            return statistics.mean(best((*rolled[:die], notes, *rolled[die + 1 :]), left) for notes in dice[die])

        rolls = list(product(*dice))
        return sum(best(rolled, scene.rerolls + extra.get("rerolls", 0)) for rolled in rolls) / len(rolls)

    def _paid(self, card: Performance, result: int, inspiration: int) -> float:
        """The value of a result with the best amount of inspiration."""
        return max(self._level_value(card, result + spent) - 1.25 * spent for spent in range(inspiration + 1))

    def _level_value(self, card: Performance, result: int) -> float:
        level = card.level(result)
        return goods_value(card.reward(level), self.assumed.middle) + (0 if level == "low" else self.token)

    def _stat(self, stat: str, amount: int) -> float:
        """The value that a change of a dice stat adds to a performance."""
        pairs = list(product(self.content.performances.values(), self.assumed.scenes))
        changed = statistics.mean(self.performance(card, scene, stat, amount) for card, scene in pairs)
        return changed - statistics.mean(self.performance(card, scene) for card, scene in pairs)

    # Counters

    def scored(self, counter: Counter, score: Callable[[int], float]) -> float:
        return better_half(score(count(position[counter.of], counter)) for position in self.positions)

    # Abilities

    def abilities(self, abilities: Iterable[Ability], kind: str, prestige: float) -> float:
        """The value of abilities over the rest of the game; `kind` is a deck of patrons, family or specialist."""
        return sum(self._times(ability, kind) * self._once(ability, kind, prestige) for ability in abilities)

    def _times(self, ability: Ability, kind: str) -> float:
        """How often the ability counts."""
        events, when = self.assumed.events[kind], dict(ability.when)
        if kind == "specialist":
            number = events[{1: "one", 2: "two", 3: "three"}.get(len(_places(ability)), "any")]
        elif ability.effect == "modify":
            return 1 if ability.stat == "storage" else events.get(READ_WHEN.get(ability.stat, "performed"), 1)
        elif ability.effect == "trade" and kind == "family":
            return events["traded"]
        elif ability.trigger in ("always", "setup", "game_end"):
            number = 1
        elif ability.trigger == "acted":
            number = sum(events[location] for location in when["location"])
        else:
            number = events[ability.trigger]
        return number * _share(when, kind)

    def _once(self, ability: Ability, kind: str, prestige: float) -> float:
        """The value of the ability each time."""
        match ability.effect:
            case "gain":
                return choice_value(ability.goods, prestige)
            case "trade":
                gained = choice_value(ability.goods, prestige) - goods_value(ability.cost, prestige)
                return gained * ability.times
            case "score" if ability.counter:
                return self.scored(ability.counter, lambda n: n // ability.per * ability.prestige) * prestige
            case "modify":
                return self._modified(ability.stat, abs(ability.amount))
            case "permit" if kind == "specialist" and ability.rule == "win_ties":
                return WIN_TIES_OF_ONE_WORKER
            case "permit":
                return PERMITS[ability.rule]
            case "advance":
                return TRACK_SPACE * ability.spaces
            case "draw":
                return 2.5 + 0.75 * (ability.cards - ability.keep)
            case "echo":
                return 0.7 * self.seat_bonus + 0.6
            case effect:
                return EFFECTS[effect]

    def _modified(self, stat: str, amount: int) -> float:
        if stat in DICE_STATS:
            return self.stat(stat, amount)
        return amount * (
            self.assumed.discount if stat.endswith("_discount") and stat not in STATS else STATS.get(stat, 1)
        )


def _places(ability: Ability) -> Sequence[str]:
    """The locations at which a specialist can use the ability."""
    when = dict(ability.when)
    if "location" in when:
        return when["location"]
    if ability.trigger == "performed" or when.get("token") == ("performance",) or ability.stat in DICE_STATS:
        return ["perform"]
    if ability.trigger == "finished" or ability.stat == "finish_discount":
        return ["finishing"]
    if ability.stat == "rough_discount":
        return ["roughing"]
    if ability.stat == "repair_discount" or ability.rule == "any_section_seat":
        return ["repair"]
    return LOCATIONS


def _share(when: Mapping[str, Sequence[str]], kind: str) -> float:
    """The share of events at which the conditions hold; most instruments of a family are of its own section."""
    level = when.get("level")
    share = 0.5 if level == ("high",) else 0.9 if level == ("medium", "high") or "token" in when else 1
    return share * (0.6 if "section" in when and kind == "family" else 1)
