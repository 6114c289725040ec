"""The balance of Atelier: the value of each card in money (see `card_values.py`), compared with its group.

    python -m tests.content.balance                 a table of every deck, and the outliers
    python -m tests.content.balance --quiet         the outliers only
    python -m tests.content.balance --sensitivity   the outliers under other assumptions

An outlier is a value more than a quarter away from the median of its group; if there are any, the exit status is 1. The
assumptions behind the values are not measured (VOCABULARY section 11).
"""

import argparse
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.content import Content
from engine.content.cards import ERAS, LOCATIONS, SECTIONS, Cost, Level
from engine.content.files import load
from tests.content.ai_model import ai_visits
from tests.content.card_values import (
    ACTION,
    ASSUMED,
    TRACK_SPACE,
    Assumptions,
    CardValues,
    better_half,
    goods_value,
    other_assumptions,
)
from tests.content.population import Position, count, population

TOLERANCE = 0.25

# --- Sheets -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheet:
    """A deck as a table: each row starts with the id of the card and ends with its value."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Any]]
    groups: Sequence[str] = ()
    """The group of each row, if there are several."""
    bounds: tuple[float, float] | None = None
    """Absolute limits of the value."""
    relative: bool = True
    """Whether a value is compared with the median of its group."""
    notes: Sequence[str] = ()
    faults: Sequence[str] = ()
    """Further outliers, of the deck as a whole."""

    @property
    def grouped(self) -> list[tuple[Sequence[Any], str]]:
        return list(zip(self.rows, self.groups or [""] * len(self.rows), strict=True))

    @property
    def medians(self) -> dict[str, float]:
        groups = sorted({group for _, group in self.grouped})
        return {name: statistics.median(row[-1] for row, group in self.grouped if group == name) for name in groups}

    def deviation(self, row: Sequence[Any], group: str) -> float:
        return float(row[-1] / self.medians[group] - 1)

    def outliers(self) -> list[str]:
        found = list(self.faults)
        for row, group in self.grouped:
            deviation = self.deviation(row, group)
            if self.relative and abs(deviation) > TOLERANCE + 1e-9:
                found.append(f"{row[0]} {row[-1]:.1f}, {deviation:+.0%} from the median of {group or 'the deck'}")
            if self.bounds and not self.bounds[0] <= row[-1] <= self.bounds[1]:
                found.append(f"{row[0]} {row[-1]:.1f}, not from {self.bounds[0]} to {self.bounds[1]}")
        return [f"{self.title}: {text}" for text in found]

    def __str__(self) -> str:
        cells = [[*map(_cell, row), f"{self.deviation(row, group):+.0%}"] for row, group in self.grouped]
        lines = _columns([[*self.head, "deviation"], *cells])
        medians = ", ".join(f"{group or 'all'} {_cell(value)}" for group, value in self.medians.items())
        return "\n".join(
            [f"== {self.title}", *lines, f"   median {medians}", *(f"   {note}" for note in self.notes), ""]
        )


def _cell(value: object) -> str:
    return f"{value:.{2 if abs(value) < 3 else 1}f}" if isinstance(value, float) else str(value)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


def _materials(cost: Cost) -> str:
    return " ".join(f"{number}{material[0]}" for material, number in cost)


def _means(title: str, rows: Sequence[Sequence[Any]], by: int, names: Sequence[str]) -> str:
    means = (f"{name} {statistics.mean(row[-1] for row in rows if row[by] == name):.2f}" for name in names)
    return f"mean by {title} " + ", ".join(means)


def seats(v: CardValues) -> Sheet:
    rows = [
        (seat.id, seat.section, "/".join(seat.eras) or "-", goods_value(seat.bonus, v.assumed.middle))
        for seat in v.content.orchestra.values()
    ]
    groups = ["rare" if seat.rare else "seat" for seat in v.content.orchestra.values()]
    return Sheet("First-chair bonuses", ("seat", "section", "era", "value"), rows, groups, bounds=(3, 6))


def instruments(v: CardValues) -> Sheet:
    rows = []
    for card in v.content.instruments.values():
        materials = goods_value(card.rough, 0) + goods_value(card.finish, 0)
        token = statistics.mean(v.instrument_token(v.content.orchestra[seat]) for seat in card.seats)
        prestige = v.assumed.middle * card.prestige
        gain = prestige + token + 2.5  # two inspiration for roughing with skill 3
        bill = (_materials(card.rough), _materials(card.finish))
        ratio = gain / (materials + 3 * ACTION)
        rows.append((card.id, card.section, *bill, card.prestige, float(materials), token, prestige - materials, ratio))
    head = ("instrument", "section", "rough", "finish", "P", "materials", "token", "P-mat", "ratio")
    groups = ["rare" if card.rare else "basic" for card in v.content.instruments.values()]
    notes = [_means("section", rows, 1, SECTIONS)]
    return Sheet("Instruments (gain / (materials + 3 actions), before any patron)", head, rows, groups, notes=notes)


def patrons(v: CardValues) -> Sheet:
    rows = []
    for card in v.content.patrons.values():
        value = v.assumed.deck[card.deck]
        gifts = goods_value(card.gifts[1], value) + 0.7 * goods_value(card.gifts[2], value)
        ability = v.abilities(card.ability, card.deck, value)
        effort = 14.0 + sum(_effort(row.perform, row.repair, card.era) for row in card.requirements[1:])
        net = value * card.prestige + TRACK_SPACE + gifts + ability - effort
        printed = (card.id, card.type, card.era, card.requirements[0].section, card.prestige)
        rows.append((*printed, gifts, ability, effort, net))
    head = ("patron", "type", "era", "primary", "P", "gifts", "ability", "effort", "net")
    groups = [card.deck for card in v.content.patrons.values()]
    return Sheet("Patrons (prestige + track space + gifts + ability - effort)", head, rows, groups)


def _effort(perform: bool, repair: bool, era: str) -> float:
    return (8.0 if perform and repair else 9.5) - (1.5 if era == "any" and perform else 0)


def families(v: CardValues) -> Sheet:
    rows = []
    for card in sorted(v.content.families.values(), key=lambda card: card.number):
        goods = float(goods_value(card.goods, v.assumed.early))
        ability = float(v.abilities(card.ability, "family", v.assumed.early))
        rows.append((card.id, card.number, goods, ability, goods + ability))
    half = len(rows) // 2
    rising = statistics.mean(row[-1] for row in rows[:half]) < statistics.mean(row[-1] for row in rows[half:])
    faults = [] if rising else ["low numbers are not weaker than high ones"]
    return Sheet("Families (goods + ability)", ("family", "no.", "goods", "ability", "value"), rows, faults=faults)


def performances(v: CardValues) -> Sheet:
    rows = []
    for card in v.content.performances.values():
        values = [v.performance(card, scene) for scene in v.assumed.scenes]
        levels = f"{card.medium}/{card.high}"
        rows.append((card.id, card.era, card.genre, levels, *values, statistics.mean(values)))
    scenes = [f"skill {scene.skill}" for scene in v.assumed.scenes]
    notes = [_means("era", rows, 1, ERAS)]
    return Sheet("Performances", ("performance", "era", "genre", "M/H", *scenes, "mean"), rows, notes=notes)


def repairs(v: CardValues) -> Sheet:
    rows = []
    for card in v.content.repairs.values():
        materials = goods_value(card.cost, 0)
        net = v.assumed.middle * card.prestige - materials + v.token
        rows.append((card.id, card.section, _materials(card.cost), card.prestige, float(materials), net))
    head = ("repair", "section", "cost", "P", "materials", "net")
    notes = [_means("section", rows, 1, SECTIONS)]
    return Sheet("Repairs (prestige + token - materials)", head, rows, notes=notes)


def market(v: CardValues) -> Sheet:
    prices = [(card.id, [price for _, price in card.prices]) for card in v.content.markets.values()]
    rows = [(name, *each, float(sum(each))) for name, each in prices]
    return Sheet("Market (price of one of each)", ("card", "animal", "wood", "metal", "sum"), rows)


def goals(v: CardValues) -> Sheet:
    return _levels(v, "Goals", v.content.goals)


def awards(v: CardValues) -> Sheet:
    return _levels(v, "Awards", v.content.awards)


def _levels(v: CardValues, title: str, deck: Mapping[str, Any]) -> Sheet:
    rows = []
    for card in deck.values():
        numbers = [count(position[card.counter.of], card.counter) for position in v.positions]
        levels = " ".join(f"{level.need}:{level.prestige}" for level in card.levels)
        reached = (sum(n >= level.need for n in numbers) / len(numbers) for level in card.levels)
        prestige = better_half(_prestige(card.levels, n) for n in numbers)
        rows.append((card.id, statistics.mean(numbers), levels, " ".join(f"{x:.0%}" for x in reached), prestige))
    head = ("card", "mean", "levels", "reached", "prestige")
    return Sheet(f"{title} (prestige of the better half of positions)", head, rows)


def _prestige(levels: Iterable[Level], number: int) -> int:
    return max((level.prestige for level in levels if number >= level.need), default=0)


def specialists(v: CardValues) -> Sheet:
    cards = v.content.specialists.values()
    rows = [(card.id, card.track, v.abilities(card.ability, "specialist", v.assumed.late + 0.25)) for card in cards]
    return Sheet("Specialists", ("specialist", "track", "value"), rows, [card.track for card in cards])


def setups(v: CardValues) -> Sheet:
    rows = []
    for card in v.content.setups.values():
        blocked = [*card.instruments, *card.performances, *card.repairs]
        value = sum(goods_value(v.content.orchestra[seat].bonus, v.assumed.middle) for seat in blocked)
        rows.append((card.id, " ".join(map(str, card.blocked_levels)), value))
    return Sheet("Two-seat setups (bonuses of the blocked seats)", ("setup", "levels", "value"), rows)


def intentions(v: CardValues) -> Sheet:
    deck = v.content.intention_deck
    visits, made = ai_visits(deck)
    rows = []
    for location in LOCATIONS:
        first = sum(card.locations[0] == location for card in deck)
        named = sum(location in card.locations for card in deck)
        rows.append((location, first, named, visits[location] / visits.total() * 100))
    head = ("location", "first", "named", "share")
    notes = [f"instruments finished in a game {made:.1f} (rough model)"]
    title = "Intention deck (per cent of the workers)"
    return Sheet(title, head, rows, bounds=(8, 22), relative=False, notes=notes)


SHEETS = (
    seats,
    instruments,
    patrons,
    families,
    performances,
    repairs,
    market,
    goals,
    awards,
    specialists,
    setups,
    intentions,
)


def sheets(content: Content, positions: Sequence[Position], assumed: Assumptions = ASSUMED) -> list[Sheet]:
    values = CardValues(content, positions, assumed)
    return [sheet(values) for sheet in SHEETS]


# --- Report -----------------------------------------------------------------------------------------------------------


def report(content: Content, quiet: bool) -> int:
    made = sheets(content, population(content))
    outliers = [outlier for sheet in made for outlier in sheet.outliers()]
    if not quiet:
        print(*made, sep="\n")
    print(*outliers, f"{len(outliers)} outliers", sep="\n")
    return 1 if outliers else 0


def sensitivity(content: Content) -> int:
    positions = population(content)
    for name, assumed in other_assumptions().items():
        outliers = [outlier for sheet in sheets(content, positions, assumed) for outlier in sheet.outliers()]
        print(f"{name}: {len(outliers)} outliers", *outliers, sep="\n    ")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compute the values of the cards and print the outliers.")
    parser.add_argument("--quiet", action="store_true", help="print the outliers only")
    parser.add_argument("--sensitivity", action="store_true", help="print the outliers under other assumptions")
    chosen = parser.parse_args(arguments)
    return sensitivity(load()) if chosen.sensitivity else report(load(), chosen.quiet)


if __name__ == "__main__":
    sys.exit(main())
