"""Terms of the evaluation that stand alone: goods, abilities, counters, tracks, materials needed."""

from collections.abc import Sequence
from functools import cache

from automa.evaluation import weights
from automa.evaluation.weights import LEFTOVER, PRESTIGE, Share
from engine.abilities import abilities_of
from engine.constants import LAST_BONUS_SPACE, ROUNDS
from engine.content.cards import MATERIALS, Ability, Content, Counter, Goods, Level, Patron
from engine.counters import count
from engine.rules.material_costs import cost_of
from engine.state import State


def share(value: int, of: Share) -> int:
    return value * of[0] // of[1]


# --- time ------------------------------------------------------------------------------------------------------------


def game_progress(state: State) -> int:
    """Half rounds behind: 0 at the first planning, 11 at the last resolution."""
    resolved = state.phase in ("resolution", "scoring", "finished")
    return max(0, min(weights.LAST_PROGRESS, 2 * state.round - (1 if resolved else 2)))


def rounds_left(state: State) -> int:
    """Rounds whose workers are still to be resolved, this one among them before its resolution is over."""
    if state.finished:
        return 0
    return ROUNDS + 1 - max(1, state.round) - (state.phase == "end-of-round")


# --- goods -----------------------------------------------------------------------------------------------------------


@cache
def good_value(word: str, progress: int) -> int:
    """The value of one of a good, which falls in the course of the game to that of a leftover.

    >>> good_value("money", 0), good_value("metal", 11)
    (36, 33)
    """
    if word in weights.STEADY_GOODS:
        return weights.STEADY_GOODS[word]
    return LEFTOVER + (weights.GOODS[word] - LEFTOVER) * weights.TAPER[progress] // 100


@cache
def goods_value(goods: Goods, progress: int) -> int:
    return sum(amount * good_value(word, progress) for word, amount in goods)


@cache
def best_goods_value(options: tuple[Goods, ...], progress: int) -> int:
    return max(goods_value(goods, progress) for goods in options)


def diminishing(held: int, each: int, plenty: int) -> int:
    """The value of a good held, of which more than plenty has less value, yet never less than a leftover."""
    beyond = max(LEFTOVER, share(each, weights.BEYOND_PLENTY))
    return min(held, plenty) * each + max(0, held - plenty) * beyond


def needed_materials(state: State, seat: int, more: Sequence[str] = ()) -> dict[str, int]:
    """Materials that the instruments on the seat's benches still take, and those of `more` cards."""
    player = state.players[seat]
    costs = [cost_of(state, "finish", card) for card in player.finishing]
    for card in (*player.roughing, *more):
        costs += [cost_of(state, "rough", card), cost_of(state, "finish", card)]
    needed = dict.fromkeys(MATERIALS, 0)
    for cost in costs:
        for material, amount in cost:
            needed[material] += amount
    return needed


# --- abilities -------------------------------------------------------------------------------------------------------


def ability_value(ability: Ability, progress: int, rounds: int) -> int:
    """The value of an ability in so many more rounds, without what it scores at the end of the game."""
    percent = rounds * weights.EVENTS.get(ability.trigger, 100) * _condition_percent(ability) // 100
    match ability.effect:
        case "gain":
            return percent * best_goods_value(ability.goods, progress) // 100
        case "advance":
            return percent * weights.TRACK_ADVANCES[ability.track] * ability.spaces // 100
        case "modify":
            return percent * weights.STATS[ability.stat] * ability.amount // 100
        case "permit":
            return percent * weights.RULES[ability.rule] // 100
        case "score" | "worker":
            return 0
    return percent * weights.OPTIONAL_EFFECTS[ability.effect] // 100


def _condition_percent(ability: Ability) -> int:
    """How often all conditions hold."""
    percent = 100
    for word, values in ability.when:
        percent = percent * min(100, weights.CONDITIONS[word] * len(values)) // 100
    return percent


def abilities_value(content: Content, card: str, progress: int, rounds: int) -> int:
    """The value of a card's abilities in so many more rounds."""
    return sum(ability_value(ability, progress, rounds) for ability in abilities_of(content, card))


# --- counters --------------------------------------------------------------------------------------------------------


def counter_growth(counter: Counter, rounds: int) -> int:
    """The expected growth of a counter in so many rounds, in hundredths."""
    percent = 100
    for word, values in counter.filters:
        percent = percent * weights.FILTERS[word][min(len(values), 4)] // 100
    return weights.GROWTH[counter.of] * rounds * percent * weights.FOLDS[counter.fold] // 10000


def reach_percent(own: int, need: int, growth: int) -> int:
    """The chance in percent that a counter reaches a number, with an expected growth in hundredths."""
    missing = need - own
    if missing <= 0:
        return 100
    if growth >= 50 * missing:
        return min(weights.REACH_MOST, weights.REACH_EXPECTED * growth // (100 * missing))
    return weights.REACH_HALF * growth // (50 * missing)


def levels_value(state: State, seat: int, counter: Counter, levels: tuple[Level, ...]) -> int:
    """The expected value of levels of which the highest reached scores at the end."""
    own, growth = count(state, seat, counter), counter_growth(counter, rounds_left(state))
    value = below = 0
    for level in levels:
        value += (level.prestige - below) * reach_percent(own, level.need, growth)
        below = level.prestige
    return value


# --- cards in force, tracks ------------------------------------------------------------------------------------------


def permanent_value(state: State, seat: int, card: str) -> int:
    """What a card in force will still give, and what it is expected to score at the end."""
    rounds = rounds_left(state)
    value = abilities_value(state.content, card, game_progress(state), max(0, rounds - 1))
    for ability in abilities_of(state.content, card):
        if ability.counter is not None:
            growth = share(counter_growth(ability.counter, rounds), weights.PERMANENT_GROWTH)
            expected = 100 * count(state, seat, ability.counter) + growth
            value += expected * ability.prestige // ability.per
    return value


def completion_value(state: State, seat: int, patron: Patron) -> int:
    """The value of completing a patron: its prestige, a space of reputation, its permanent bonus."""
    space = next_space_value("reputation", state.players[seat].tracks.reputation, rounds_left(state))
    return PRESTIGE * patron.prestige + space + weights.COMPLETION + permanent_value(state, seat, patron.id)


def track_value(track: str, reached: int, rounds: int) -> int:
    """What the spaces reached give in so many rounds."""
    lasting = sum(weights.TRACK_SPACES[track][: reached + 1])
    return (lasting + weights.TRACK_ONWARD * min(reached, LAST_BONUS_SPACE[track])) * rounds


def next_space_value(track: str, reached: int, rounds: int) -> int:
    """What one more space gives in so many rounds."""
    return track_value(track, reached + 1, rounds) - track_value(track, reached, rounds)
