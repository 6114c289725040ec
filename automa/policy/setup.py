"""Habits of the setup and of the start of a round: what to keep, where patrons wait, which cards go to the bench."""

from collections.abc import Sequence

from automa.evaluation.cards import Eye
from automa.evaluation.weights import card_worth, goods_worth
from automa.policy.base import best
from engine import choices as c
from engine.choices import Choice
from engine.constants import BENCH_ROOM
from engine.content.cards import Counter
from engine.rules.benches import BenchCards
from engine.state import State
from engine.steps import Decision


def keep(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    return best(choices, lambda choice: sum(keeping(state, choice).values()))


def keeping(state: State, choice: Choice) -> dict[str, int]:
    """What each card kept is worth, and how they go together."""
    assert isinstance(choice, c.SetupChoice)
    content, when, rounds = state.content, 0, 6
    family = content.families[choice.family]
    patron, instrument = content.patrons[choice.patron], content.instruments[choice.instrument]
    worths = {
        choice.family: goods_worth(family.goods, when) + card_worth(content, family.id, when, rounds),
        choice.patron: 55 * patron.prestige - 120 * len(patron.requirements) + card_worth(content, patron.id, when, 4),
        choice.instrument: 70 * instrument.prestige - goods_worth(instrument.rough + instrument.finish, when),
    }
    if patron.requirements[0].section == instrument.section:
        worths[choice.patron] += 250
    for goal in choice.goals:
        printed = content.goals[goal]
        worths[goal] = 40 * printed.levels[1].prestige + _suits(printed.counter, instrument.section, patron.type)
    return worths


def _suits(counter: Counter, section: str, patron_type: str) -> int:
    """Whether a goal goes with the first instrument or patron."""
    filters = dict(counter.filters)
    return 60 * (section in filters.get("section", ())) + 60 * (patron_type in filters.get("type", ()))


def patron_space(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    worths = {1: 4 * eye.rate("money"), 2: eye.rate("material"), 3: eye.rate("apprentice")}
    return best(choices, lambda choice: worths[choice.space] if isinstance(choice, c.PlacePatron) else 0)


def next_patron(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Who leaves goes first: prestige that gifts may still bring cannot be lost with it."""
    player = state.players[seat]
    return best(
        choices, lambda choice: player.patron(choice.patron).patience if isinstance(choice, c.NextPatron) else 0
    )


def bench(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The best card while there is room."""
    assert isinstance(asked, BenchCards)
    if len(state.players[seat].roughing) >= BENCH_ROOM:
        return c.Done()
    eye = Eye(state, seat)
    return best(choices, lambda choice: _benched(eye, choice.card) if isinstance(choice, c.Bench) else -999)


def _benched(eye: Eye, card: str) -> int:
    instrument = eye.content.instruments[card]
    return eye.finishing(card) - goods_worth(instrument.rough + instrument.finish, eye.when)


def make_room(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: -_benched(eye, choice.card) if isinstance(choice, c.MakeRoom) else 0)
