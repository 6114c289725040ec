"""Every set without faults can be played: whole games with random cards."""

import random
from typing import Any

import pytest

from engine.content import Content, cards, parse, vocabulary
from engine.content.card_text import TRIGGERS_OF, abilities, suits
from engine.content.check import check
from engine.content.field_checks import FieldPath
from engine.loop import apply, begin, offered
from tests.content.sets import smallest

AMOUNTS = (-99, -20, -5, -2, -1, 1, 2, 5, 20, 99)


@pytest.mark.parametrize("seed", range(60))
def test_a_set_without_faults_can_be_played_to_the_end(seed: int) -> None:
    """Random abilities, goods, prices and thresholds, in a random game with two to four players."""
    tables = RandomSet(seed).tables()
    assert check(tables) == []
    play(parse(tables), seed, players=2 + seed % 3)


def play(content: Content, seed: int, players: int) -> None:
    rng = random.Random(seed)
    state = begin(content, str(seed), players)
    while state.agenda:
        asked = offered(state)
        seat = rng.choice(sorted(asked))
        apply(state, seat, rng.choice(asked[seat]))
    assert state.winners


class RandomSet:
    """Fills a small set with random words of the vocabulary."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def tables(self) -> dict[str, Any]:
        tables = smallest()
        self.people(tables)
        self.board(tables)
        self.works(tables)
        return tables

    def people(self, tables: dict[str, Any]) -> None:
        for family in tables["families"]["family"]:
            family.update(goods=self.goods(), ability=self.abilities("family"))
        for specialist in tables["specialists"]["specialist"]:
            specialist["ability"] = self.abilities("specialist")
        for patron in tables["patrons"]["patron"]:
            patron["ability"] = self.abilities(f"patron of deck {patron['deck']}")
            patron["gifts"] = [self.goods() for _ in range(3)]
            patron["era"] = self.rng.choice((*cards.ERAS, "any"))
            patron["primary"] = self.rng.choice(cards.SECTIONS)
            patron["prestige"] = self.rng.choice((0, 5))

    def board(self, tables: dict[str, Any]) -> None:
        orchestra = tables["orchestra"]
        orchestra["second_chair"] = self.choice() if self.rng.random() < 0.5 else self.goods()
        for seat in [*orchestra["seat"], *orchestra["rare_section"]]:
            seat["bonus"] = self.goods()
        for seat in orchestra["seat"]:
            seat["eras"] = self.some(cards.ERAS)
        for display in tables["display"]["display"]:
            display["tiers"] = sorted(self.rng.choice((1, 2, 3)) for _ in display["tiers"])
        tables["dice"]["white"] = [self.rng.randint(0, 5) for _ in range(6)]
        tables["dice"]["purple"] = [self.goods() for _ in range(6)]

    def works(self, tables: dict[str, Any]) -> None:
        for performance in tables["performances"]["performance"]:
            medium = self.rng.randint(1, 6)
            rewards = {level: self.goods() for level in cards.LEVELS}
            performance.update(medium=medium, high=medium + self.rng.randint(1, 9), rewards=rewards)
        for instrument in tables["instruments"]["instrument"]:
            instrument.update(rough=self.cost(), finish=self.cost())
        for repair in tables["repairs"]["repair"]:
            repair["cost"] = self.cost()
        for card in [*tables["goals"]["goal"], *tables["awards"]["award"]]:
            card["counter"] = self.counter()

    def some(self, words: Any) -> list[str]:
        return self.rng.sample(words, self.rng.choice((1, 2)))

    def goods(self) -> dict[str, int]:
        return {word: self.rng.choice((1, 1, 2, 3, 12)) for word in self.some(vocabulary.GOODS)}

    def choice(self) -> list[dict[str, int]]:
        return [{"money": 3}, {"material": self.rng.randint(1, 4)}]

    def cost(self) -> dict[str, int]:
        return {word: self.rng.randint(1, 3) for word in self.some(cards.MATERIALS)}

    def counter(self) -> dict[str, Any]:
        of = self.rng.choice(list(vocabulary.COUNTERS))
        made: dict[str, Any] = {"of": of}
        for name in vocabulary.COUNTERS[of]:
            if name in vocabulary.FILTERS and self.rng.random() < 0.3:
                made[name] = self.some(vocabulary.FILTERS[name])
        groups = [name for name in vocabulary.COUNTERS[of] if name in vocabulary.GROUPS]
        if groups and self.rng.random() < 0.5:
            made[self.rng.choice(vocabulary.FOLDS)] = self.rng.choice(groups)
        return made

    def abilities(self, kind: str) -> list[dict[str, Any]]:
        """One or two abilities that the checker accepts on a kind of card, found by trial."""
        while True:
            made = [self.ability(kind) for _ in range(self.rng.choice((1, 2)))]
            place = FieldPath("cards.toml")
            if not list(abilities(made, place)) and not list(suits(kind)({"ability": made}, place)):
                return made

    def ability(self, kind: str) -> dict[str, Any]:
        effect, trigger = self.rng.choice(list(vocabulary.EFFECTS)), self.rng.choice(TRIGGERS_OF[kind])
        made = {"trigger": trigger, "effect": effect, **self.parameters(effect)}
        conditions = vocabulary.TRIGGERS[trigger]
        if conditions and self.rng.random() < 0.4:
            condition = self.rng.choice(conditions)
            made["when"] = {condition: self.some(vocabulary.CONDITIONS[condition])}
        return made

    def parameters(self, effect: str) -> dict[str, Any]:
        number = self.rng.choice((1, 2, 9))
        possible: dict[str, Any] = {
            "goods": self.choice() if effect == "gain" and self.rng.random() < 0.4 else self.goods(),
            "cost": self.cost(),
            "track": self.rng.choice(cards.TRACKS),
            "cards": 3 * number,
            "keep": number,
            "number": self.rng.choice((2, 4)),
            "stat": self.rng.choice(vocabulary.STATS),
            "amount": self.rng.choice(AMOUNTS),
            "rule": self.rng.choice(vocabulary.RULES),
            "counter": self.counter(),
        }
        return {name: possible.get(name, number) for name in vocabulary.EFFECTS[effect]}
