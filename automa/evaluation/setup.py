"""The value of a setup choice: family, patron, instrument and goals that a seat keeps of its deal."""

from automa.evaluation import weights
from automa.evaluation.terms import abilities_value, goods_value
from engine.choices import SetupChoice
from engine.constants import ROUNDS
from engine.content.cards import Content, Counter


def setup_values(content: Content, choice: SetupChoice) -> dict[str, int]:
    """The value of each card kept; a card that goes with another one is worth more."""
    patron, instrument = content.patrons[choice.patron], content.instruments[choice.instrument]
    values = {
        choice.family: _family(content, choice.family),
        choice.patron: _patron(content, choice.patron),
        choice.instrument: weights.SETUP_INSTRUMENT * instrument.prestige
        - goods_value(instrument.rough + instrument.finish, 0),
    }
    if patron.requirements[0].section == instrument.section:
        values[choice.patron] += weights.SETUP_MATCH
    for goal in choice.goals:
        printed = content.goals[goal]
        match = _matches(printed.counter, instrument.section, patron.type) * weights.SETUP_GOAL_MATCH
        values[goal] = weights.SETUP_GOAL * printed.levels[1].prestige + match
    return values


def _family(content: Content, card: str) -> int:
    return goods_value(content.families[card].goods, 0) + abilities_value(content, card, 0, ROUNDS)


def _patron(content: Content, card: str) -> int:
    patron = content.patrons[card]
    printed = weights.SETUP_PATRON * patron.prestige - weights.SETUP_REQUIREMENT * len(patron.requirements)
    return printed + abilities_value(content, card, 0, weights.SETUP_PATRON_ROUNDS)


def _matches(counter: Counter, section: str, patron_type: str) -> int:
    """How many of the counter's filters name the instrument's section or the patron's type."""
    filters = dict(counter.filters)
    return (section in filters.get("section", ())) + (patron_type in filters.get("type", ()))
