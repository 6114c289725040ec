"""The abilities printed on the cards of the set, one at a time: who has them, and what they hear."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.abilities import abilities_of
from engine.content.cards import Ability
from engine.content.files import load
from engine.content.vocabulary import CONDITIONS, TRIGGERS
from engine.triggers import Dispatch
from tests.engine.scenario import Table, scenario

CONTENT = load()
NUMBER = 3
EVENTS = {trigger: words for trigger, words in TRIGGERS.items() if trigger not in ("always", "game_end")}
"""What happens at a moment of its own, with what it tells."""


def abilities(*effects: str) -> Iterator[Any]:
    """Each ability with one of these effects, as (card, number)."""
    for cards in (CONTENT.families, CONTENT.patrons, CONTENT.specialists):
        for card in cards.values():
            for index, ability in enumerate(card.ability):
                if ability.effect in effects:
                    yield pytest.param(card.id, index, id=f"{card.id}-{ability.trigger}-{ability.effect}-{index}")


def having(card: str, table: Table | None = None, **possessions: object) -> Table:
    """Seat 0 has the card in force, a specialist with its chip on 3."""
    table = table or scenario()
    if card in CONTENT.families:
        return table.seat(0, family=card, **possessions)
    if card in CONTENT.specialists:
        return table.specialist(0, card, NUMBER).seat(0, **possessions)
    return table.seat(0, completed=[card], **possessions)


def matching(ability: Ability) -> dict[str, str]:
    """An event that the ability listens to."""
    wanted = dict(ability.when)
    return {word: wanted.get(word, CONDITIONS[word])[0] for word in EVENTS.get(ability.trigger, ("location",))}


def missing(ability: Ability) -> Iterator[dict[str, str]]:
    """Events that fail one of its conditions."""
    for word, wanted in ability.when:
        for value in CONDITIONS[word]:
            if value not in wanted:
                yield {**matching(ability), word: value}


def hear(table: Table, ability: Ability, values: dict[str, str], number: int | None = NUMBER) -> Table:
    return table.agenda(Dispatch(0, ability.trigger, tuple(values.items()), number))


def ability_of(card: str, index: int) -> Ability:
    return abilities_of(CONTENT, card)[index]


def alone(card: str, index: int, table: Table | None = None, **possessions: object) -> tuple[Table, Ability]:
    """Seat 0 has the card, with this one of its abilities alone."""
    ability = ability_of(card, index)
    return having(card, table, **possessions).ability(card, ability), ability
