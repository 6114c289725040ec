"""A rough model of one rival that plays by the rival deck: enough of its state to tell which locations are useful."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.content.cards import AutomaCard

FALLBACK = ("finishing", "roughing", "salon", "perform", "balcony")
ROUNDS = 6
COST = 3
"""Materials for one step of an instrument, on an average."""


def rival_visits(deck: Sequence[AutomaCard], games: int = 1500, seed: int = 3) -> tuple[Counter[str], float]:
    """How many workers went to each location, and the instruments finished in a game."""
    rng = random.Random(seed)
    visits, made = Counter[str](), 0
    for _ in range(games):
        rival = _Rival(deck, rng)
        for number in range(1, ROUNDS + 1):
            visits += rival.round(workers=3 + (number >= 3) + (number >= 5))
        made += rival.made
    return visits, made / games


@dataclass
class _Rival:
    cards: Sequence[AutomaCard]
    rng: random.Random
    hand: int = 0
    roughing: int = 1
    finishing: int = 0
    made: int = 0
    materials: int = 4
    patience: list[int] = field(default_factory=lambda: [3])
    """Rounds that each waiting patron still waits."""
    deck: list[AutomaCard] = field(default_factory=list)

    def round(self, workers: int) -> Counter[str]:
        self.patience = [left - 1 for left in self.patience if left > 1]
        while self.hand and self.roughing < 2:
            self.hand, self.roughing = self.hand - 1, self.roughing + 1
        here = Counter[str]()
        for _ in range(workers):
            here[self._choose(here)] += 1
        self._resolve(here)
        return here

    def _choose(self, here: Counter[str]) -> str:
        if not self.deck:
            self.deck = self.rng.sample(self.cards, len(self.cards))
        wanted = (*self.deck.pop().locations, *FALLBACK)
        return next(location for location in wanted if self._useful(location, here))

    def _useful(self, location: str, here: Counter[str]) -> bool:
        """The table of VOCABULARY section 10; `here` counts the own workers already placed."""
        instruments = self.hand + self.roughing + self.finishing
        can_finish = self.finishing > 0 and self.materials >= COST
        return {
            "salon": len(self.patience) + here["salon"] < 2,
            "guild": instruments + here["guild"] < 3,
            "perform": not here["perform"],
            "repair": self.materials >= 2 + COST * here["repair"],
            "balcony": True,
            "roughing": self.roughing > 0 and self.materials >= COST and not here["roughing"],
            "finishing": not here["finishing"]
            and (can_finish or (here["roughing"] > 0 and self.materials >= 2 * COST)),
        }[location]

    def _resolve(self, here: Counter[str]) -> None:
        if here["roughing"]:
            self.roughing, self.finishing = self.roughing - 1, self.finishing + 1
            self.materials -= COST
        if here["finishing"] and self.finishing:
            self.finishing, self.made = self.finishing - 1, self.made + 1
            self.materials -= COST
            if self.patience:
                self.patience.remove(min(self.patience))
        self.patience += [3] * here["salon"]
        self.hand += here["guild"]
        self.materials -= 2 * min(here["repair"], self.materials // 2)
        # Gifts, alternates and the Market: about six materials a round.
        self.materials = min(9, max(0, self.materials) + self.rng.choice((4, 5, 6, 7)))
