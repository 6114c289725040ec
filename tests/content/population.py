"""Synthetic final positions of one player, and the values of counters there.

The weights are assumptions, not measurements. The values of goals, awards and B patrons depend on them.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from engine.content import Content, cards
from engine.content.cards import ERAS, PATRON_TYPES, SECTIONS
from engine.content.vocabulary import FILTERS

Item = Mapping[str, tuple[Any, ...]]
"""An item of a counter: attribute -> its values (no era for rare sections, two for violin seats)."""

Position = Mapping[str, Sequence[Item]]
"""Counter -> its items."""

Board = dict[str, list[str]]
"""Orchestra seat -> the player's tokens there."""

SPECIALIST_SPACE = {"reputation": 4, "performance": 3, "craft": 3}
TRACK_COMPLETED = {"reputation": 7, "performance": 5, "craft": 5}
REQUIREMENTS = {"performer": 1, "composer": 2, "noble": 3, "royal": 1}


def population(content: Content, size: int = 3000, seed: int = 1) -> list[Position]:
    """Random final positions."""
    maker = _Maker(content, random.Random(seed))
    return [maker.position() for _ in range(size)]


def count(items: Sequence[Item], counter: cards.Counter) -> int:
    """The value of a counter, with the best choice of eras (VOCABULARY section 8)."""
    for name, wanted in counter.filters:
        items = [item for item in items if any(value in wanted for value in item[name])]
    if counter.fold is None or counter.by is None:
        return len(items)
    values = [item[counter.by] for item in items if item[counter.by]]
    groups = FILTERS.get(counter.by, ())
    return max(_folded(counter.fold, Counter(chosen), groups) for chosen in product(*values))


def _folded(fold: str, sizes: Counter[Any], groups: Sequence[str]) -> int:
    if fold == "kinds":
        return len(sizes)
    return max(sizes.values(), default=0) if fold == "best" else min(sizes[group] for group in groups)


class _Maker:
    """Draws what a player may have reached in a game, without playing it."""

    def __init__(self, content: Content, rng: random.Random) -> None:
        self.rng = rng
        self.seats = {seat.id: seat for seat in content.orchestra.values() if not seat.rare}
        self.deck = [card for card in content.instruments.values() for _ in range(card.copies)]

    def position(self) -> Position:
        section_weights, era_weights = self._weights(), self._weights()
        board: Board = {}
        instruments, chairs = self._instruments(board, section_weights)
        performances = self._performances(board, era_weights)
        repairs = self._repairs(board, section_weights)
        seconds = self._chairs(board, chairs)
        return {
            "instruments": instruments,
            "performances": performances,
            "repairs": repairs,
            "first_chairs": chairs,
            "second_chairs": seconds,
            "tokens": chairs + seconds,
            **self._patrons(),
        }

    def _weights(self) -> list[float]:
        """Weights of sections or eras: one of them is twice as likely as the others."""
        weights = [1.0] * 3
        weights[self.rng.randrange(3)] = 2.0
        return weights

    def _number(self, values: Sequence[int], weights: Sequence[int]) -> int:
        return self.rng.choices(values, weights)[0]

    def _instruments(self, board: Board, weights: list[float]) -> tuple[list[Item], list[Item]]:
        """Two to seven instruments; rare ones have a first chair at once."""
        instruments: list[Item] = []
        chairs: list[Item] = []
        for _ in range(self._number(range(2, 8), (8, 22, 30, 23, 12, 5))):
            card = self.rng.choices(self.deck, [weights[SECTIONS.index(one.section)] for one in self.deck])[0]
            instruments.append({"section": (card.section,), "rare": (card.rare,), "name": (card.id,)})
            seat = self.rng.choice(card.seats)
            if card.rare:
                chairs.append({"section": (card.section,), "era": (), "token": ("instrument",)})
            else:
                board.setdefault(seat, []).append("instrument")
        return instruments, chairs

    def _performances(self, board: Board, weights: list[float]) -> list[Item]:
        performances: list[Item] = []
        for _ in range(self._number(range(6), (5, 15, 26, 27, 17, 10))):
            era = self.rng.choices(ERAS, weights)[0]
            level = "high" if self.rng.random() < 0.45 else "medium"
            performances.append({"era": (era,), "level": (level,)})
            self._place(board, "performance", [name for name, seat in self.seats.items() if era in seat.eras])
        return performances

    def _repairs(self, board: Board, weights: list[float]) -> list[Item]:
        repairs: list[Item] = []
        for _ in range(self._number(range(6), (5, 15, 26, 27, 17, 10))):
            section = self.rng.choices(SECTIONS, weights)[0]
            repairs.append({"section": (section,)})
            self._place(board, "repair", [name for name, seat in self.seats.items() if seat.section == section])
        return repairs

    def _place(self, board: Board, token: str, seats: list[str]) -> None:
        free = [seat for seat in seats if token not in board.get(seat, ())]
        if free:
            board.setdefault(self.rng.choice(free), []).append(token)

    def _chairs(self, board: Board, chairs: list[Item]) -> list[Item]:
        """Add the player's first chairs to `chairs`, and return the tokens in second chairs."""
        seconds: list[Item] = []
        for name, tokens in board.items():
            tokens.sort(key=lambda token: token != "instrument")
            held = 0.85 if tokens[0] == "instrument" else 0.55 if len(tokens) == 1 else 0.75
            first = self.rng.random() < held
            seat = self.seats[name]
            items = [{"section": (seat.section,), "era": seat.eras, "token": (token,)} for token in tokens]
            chairs += items[:1] if first else []
            seconds += items[1:] if first else items
        return seconds

    def _patrons(self) -> Position:
        """One to six patrons, with the requirements met, awards and track spaces."""
        number = self._number(range(1, 7), (5, 17, 30, 28, 14, 6))
        types = self.rng.choices(PATRON_TYPES, (38, 35, 19, 8), k=number)
        requirements = sum(REQUIREMENTS[kind] for kind in types) + self.rng.choice((0, 0, 1))
        awards = self._number(range(4), (10, 25, 40, 25))
        spaces = {
            "reputation": min(7, number + sum(self.rng.random() < 0.5 for _ in range(5))),
            "performance": min(6, max(0, round(self.rng.gauss(2.8, 1.5)))),
            "craft": min(6, max(0, round(self.rng.gauss(2.8, 1.5)))),
        }
        return {
            "patrons": [{"type": (kind,)} for kind in types],
            "requirements": [{}] * requirements,
            "awards": [{}] * awards,
            "track_spaces": [{"track": (track,)} for track, reached in spaces.items() for _ in range(reached)],
            "specialists": _reached(spaces, SPECIALIST_SPACE),
            "tracks_completed": _reached(spaces, TRACK_COMPLETED),
        }


def _reached(spaces: Mapping[str, int], wanted: Mapping[str, int]) -> list[Item]:
    return [{"track": (track,)} for track, reached in spaces.items() if reached >= wanted[track]]
