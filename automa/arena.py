"""The levels played against each other: who wins how often, and with what.

Games are mirrored: each seed is played once from every seat, so that luck of the deal and of the order falls on all.
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
from automa.search.determinization import sample_of
from engine import loop
from engine.content.cards import Content
from engine.view import table_view

Z = 1.96
"""Of the normal distribution, for 95 percent."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game as it ended; lists are by seat."""

    winners: tuple[int, ...]
    prestige: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    decisions: int


@dataclass(frozen=True, slots=True)
class Series:
    """What is to be played: `seed` is the seed of the whole series."""

    levels: tuple[str, ...]
    games: int
    seed: str
    setup_card: bool = True


class EntryResult(TypedDict):
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
    seats: list[EntryResult]


def play_series(series: Series, content: Content, processes: int = 1) -> Result:
    """Play all games, on several processes if wanted, and count them together."""
    begun = time.perf_counter()
    played = list(_played(series, content, processes))
    return result(series, played, time.perf_counter() - begun)


def _played(series: Series, content: Content, processes: int) -> Iterable[Played]:
    if processes == 1:
        return (play_nth(series, content, nth) for nth in range(series.games))
    with ProcessPoolExecutor(processes, initializer=_begin, initargs=(series, content)) as pool:
        return list(pool.map(_nth, range(series.games)))


_work: list[tuple[Series, Content]] = []
"""What a process of the pool plays; filled once when it starts."""


def _begin(series: Series, content: Content) -> None:
    _work[:] = [(series, content)]


def _nth(nth: int) -> Played:
    return play_nth(*_work[0], nth)


# --- one game ---------------------------------------------------------------------------------------------------------


def seat_of(entry: int, nth: int, seats: int) -> int:
    """Where an entry sits in the nth game of a series.

    >>> [seat_of(0, nth, 2) for nth in range(4)]
    [0, 1, 0, 1]
    """
    return (entry + nth) % seats


def play_nth(series: Series, content: Content, nth: int) -> Played:
    """The nth game; as many in a row as there are seats have the same seed."""
    seats = len(series.levels)
    levels = [""] * seats
    for entry, level in enumerate(series.levels):
        levels[seat_of(entry, nth, seats)] = level
    return play(levels, f"{series.seed}/{nth // seats}", content, series.setup_card)


def play(levels: Sequence[str], seed: str, content: Content, setup_card: bool = True) -> Played:
    """A game from setup to final scoring; what is forced is done without asking, as a host does."""
    neutral = draw(seed, content) if setup_card and len(levels) == 2 else None
    state = loop.begin(content, seed, len(levels), neutral)
    step = decisions = 0
    while not state.finished:
        seat, choices = next(iter(loop.offered(state).items()))
        choice = choices[0]
        if len(choices) > 1:
            decisions += 1
            choice, _ = choose(table_view(state, seat), choices, sample_of(state, seat, seed, step), levels[seat])
        loop.apply(state, seat, choice)
        step += 1
    players = state.players
    return Played(state.winners, tuple(p.prestige for p in players), tuple(p.sources for p in players), decisions)


# --- figures ----------------------------------------------------------------------------------------------------------


def result(series: Series, played: Sequence[Played], seconds: float) -> Result:
    """The figures of a series."""
    return {
        "games": len(played),
        "games_per_s": round(len(played) / seconds, 2),
        "decisions_per_s": round(sum(p.decisions for p in played) / seconds, 1),
        "seats": [_entry(series, entry, played) for entry in range(len(series.levels))],
    }


def _entry(series: Series, entry: int, played: Sequence[Played]) -> EntryResult:
    seats = [seat_of(entry, nth, len(series.levels)) for nth in range(len(played))]
    games = list(zip(seats, played, strict=True))
    sources: Counter[str] = Counter()
    for seat, one in games:
        sources.update(one.sources[seat])
    rate = sum(share(seat, one.winners) for seat, one in games) / len(games)
    return {
        "level": series.levels[entry],
        "wins": sum(one.winners == (seat,) for seat, one in games),
        "win_rate": round(rate, 4),
        "ci95": [round(bound, 4) for bound in wilson(rate, len(games))],
        "mean_prestige": round(sum(one.prestige[seat] for seat, one in games) / len(games), 2),
        "sources": {source: round(sum_ / len(games), 2) for source, sum_ in sorted(sources.items())},
    }


def share(seat: int, winners: tuple[int, ...]) -> float:
    """A seat's share of a victory: a shared one counts half.

    >>> share(0, (0,)), share(0, (0, 1)), share(0, (1,))
    (1.0, 0.5, 0.0)
    """
    if seat not in winners:
        return 0.0
    return 1.0 if len(winners) == 1 else 0.5


def wilson(rate: float, number: int) -> tuple[float, float]:
    """The interval in which the true rate lies with 95 percent, by Wilson.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    middle = rate + Z * Z / (2 * number)
    spread = Z * sqrt(rate * (1 - rate) / number + Z * Z / (4 * number * number))
    below = 1 + Z * Z / number
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
