"""The arena: plays the levels against each other and counts wins and sources of prestige.

Games are mirrored: each seed is played once from every seat, so that deal and turn order favour no level.
"""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import TypedDict

from automa import choose
from automa.orchestra_setup import draw
from automa.search.determinization import sampler_for
from engine import loop
from engine.content.cards import Content
from engine.view import table_view

Z = 1.96
"""Quantile of the normal distribution for an interval of 95 percent."""


@dataclass(frozen=True, slots=True)
class Played:
    """The end of one game; tuples are by seat."""

    winners: tuple[int, ...]
    prestige: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    decisions: int


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played; each has its own seed from that of the series."""

    levels: tuple[str, ...]
    games: int
    seed: str
    setup_card: bool = True


class EntrantResult(TypedDict):
    level: str
    wins: int
    win_rate: float
    ci95: list[float]
    mean_prestige: float
    sources: dict[str, float]


class Result(TypedDict):
    games: int
    games_per_s: float
    decisions_per_s: float
    seats: list[EntrantResult]


def play_series(series: Series, content: Content, processes: int = 1) -> Result:
    """Play all games, in several processes if wanted."""
    start = time.perf_counter()
    played = list(_played(series, content, processes))
    return result(series, played, time.perf_counter() - start)


def _played(series: Series, content: Content, processes: int) -> Iterable[Played]:
    if processes == 1:
        return (play_game(series, content, index) for index in range(series.games))
    with ProcessPoolExecutor(processes, initializer=_set_work, initargs=(series, content)) as pool:
        return list(pool.map(_play_index, range(series.games)))


_work: list[tuple[Series, Content]] = []
"""The series that a process of the pool plays; set once when the process starts."""


def _set_work(series: Series, content: Content) -> None:
    _work[:] = [(series, content)]


def _play_index(index: int) -> Played:
    return play_game(*_work[0], index)


# --- one game --------------------------------------------------------------------------------------------------------


def seat_of(entrant: int, index: int, seats: int) -> int:
    """The seat of an entrant in a game of a series.

    >>> [seat_of(0, index, 2) for index in range(4)]
    [0, 1, 0, 1]
    """
    return (entrant + index) % seats


def play_game(series: Series, content: Content, index: int) -> Played:
    """A game of the series; as many in a row as there are seats have the same seed."""
    seats = len(series.levels)
    levels = [""] * seats
    for entrant, level in enumerate(series.levels):
        levels[seat_of(entrant, index, seats)] = level
    return play(levels, f"{series.seed}/{index // seats}", content, series.setup_card)


def play(levels: Sequence[str], seed: str, content: Content, setup_card: bool = True) -> Played:
    """A game from setup to final scoring; an only choice is made without asking, as a host does."""
    neutral = draw(seed, content) if setup_card and len(levels) == 2 else None
    state = loop.begin(content, seed, len(levels), neutral)
    count = decisions = 0
    while not state.finished:
        seat, choices = next(iter(loop.offered(state).items()))
        choice = choices[0]
        if len(choices) > 1:
            decisions += 1
            choice, _ = choose(table_view(state, seat), choices, sampler_for(state, seat, seed, count), levels[seat])
        loop.apply(state, seat, choice)
        count += 1
    players = state.players
    return Played(state.winners, tuple(p.prestige for p in players), tuple(p.sources for p in players), decisions)


# --- results ---------------------------------------------------------------------------------------------------------


def result(series: Series, played: Sequence[Played], seconds: float) -> Result:
    """Counts of a series, by entrant."""
    return {
        "games": len(played),
        "games_per_s": round(len(played) / seconds, 2),
        "decisions_per_s": round(sum(p.decisions for p in played) / seconds, 1),
        "seats": [_entrant(series, entrant, played) for entrant in range(len(series.levels))],
    }


def _entrant(series: Series, entrant: int, played: Sequence[Played]) -> EntrantResult:
    seats = [seat_of(entrant, index, len(series.levels)) for index in range(len(played))]
    games = list(zip(seats, played, strict=True))
    sources: Counter[str] = Counter()
    for seat, one in games:
        sources.update(one.sources[seat])
    rate = sum(share(seat, one.winners) for seat, one in games) / len(games)
    return {
        "level": series.levels[entrant],
        "wins": sum(one.winners == (seat,) for seat, one in games),
        "win_rate": round(rate, 4),
        "ci95": [round(bound, 4) for bound in wilson(rate, len(games))],
        "mean_prestige": round(sum(one.prestige[seat] for seat, one in games) / len(games), 2),
        "sources": {source: round(sum_ / len(games), 2) for source, sum_ in sorted(sources.items())},
    }


def share(seat: int, winners: tuple[int, ...]) -> float:
    """A seat's share of a victory: a shared victory counts half.

    >>> share(0, (0,)), share(0, (0, 1)), share(0, (1,))
    (1.0, 0.5, 0.0)
    """
    if seat not in winners:
        return 0.0
    return 1.0 if len(winners) == 1 else 0.5


def wilson(rate: float, number: int) -> tuple[float, float]:
    """Wilson's interval of 95 percent for the true rate.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    middle = rate + Z * Z / (2 * number)
    spread = Z * sqrt(rate * (1 - rate) / number + Z * Z / (4 * number * number))
    below = 1 + Z * Z / number
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
