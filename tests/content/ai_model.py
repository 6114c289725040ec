"""A rough model of one AI with the intention deck: enough of its state to decide which locations are useful."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.content.cards import IntentionCard

FALLBACK = ("finishing", "roughing", "salon", "perform", "balcony")
ROUNDS = 6
COST = 3
"""Average materials for roughing or finishing an instrument."""


def ai_visits(deck: Sequence[IntentionCard], games: int = 1500, seed: int = 3) -> tuple[Counter[str], float]:
    """The number of workers at each location, and the instruments finished per game."""
    rng = random.Random(seed)
    visits, made = Counter[str](), 0
    for _ in range(games):
        apprentice = _Apprentice(deck, rng)
        for number in range(1, ROUNDS + 1):
            visits += apprentice.round(workers=3 + (number >= 3) + (number >= 5))
        made += apprentice.made
    return visits, made / games


@dataclass
class _Apprentice:
    cards: Sequence[IntentionCard]
    rng: random.Random
    hand: int = 0
    roughing: int = 1
    finishing: int = 0
    made: int = 0
    materials: int = 4
    patience: list[int] = field(default_factory=lambda: [3])
    """The rounds until each waiting patron leaves."""
    deck: list[IntentionCard] = field(default_factory=list)

    def round(self, workers: int) -> Counter[str]:
        self.patience = [left - 1 for left in self.patience if left > 1]
        while self.hand and self.roughing < 2:
            self.hand, self.roughing = self.hand - 1, self.roughing + 1
        placed = Counter[str]()
        for _ in range(workers):
            placed[self._choose(placed)] += 1
        self._resolve(placed)
        return placed

    def _choose(self, placed: Counter[str]) -> str:
        if not self.deck:
            self.deck = self.rng.sample(self.cards, len(self.cards))
        wanted = (*self.deck.pop().locations, *FALLBACK)
        return next(location for location in wanted if self._useful(location, placed))

    def _useful(self, location: str, placed: Counter[str]) -> bool:
        """The table of VOCABULARY section 10; `placed` counts the own workers already placed."""
        instruments = self.hand + self.roughing + self.finishing
        can_finish = self.finishing > 0 and self.materials >= COST
        return {
            "salon": len(self.patience) + placed["salon"] < 2,
            "guild": instruments + placed["guild"] < 3,
            "perform": not placed["perform"],
            "repair": self.materials >= 2 + COST * placed["repair"],
            "balcony": True,
            "roughing": self.roughing > 0 and self.materials >= COST and not placed["roughing"],
            "finishing": not placed["finishing"]
            and (can_finish or (placed["roughing"] > 0 and self.materials >= 2 * COST)),
        }[location]

    def _resolve(self, placed: Counter[str]) -> None:
        if placed["roughing"]:
            self.roughing, self.finishing = self.roughing - 1, self.finishing + 1
            self.materials -= COST
        if placed["finishing"] and self.finishing:
            self.finishing, self.made = self.finishing - 1, self.made + 1
            self.materials -= COST
            if self.patience:
                self.patience.remove(min(self.patience))
        self.patience += [3] * placed["salon"]
        self.hand += placed["guild"]
        self.materials -= 2 * min(placed["repair"], self.materials // 2)
        # Gifts, alternates and the Market: about six materials a round.
        self.materials = min(9, max(0, self.materials) + self.rng.choice((4, 5, 6, 7)))
