"""Card sets for tests: Atelier, Atelier with one value changed, and the smallest set that a game needs."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.content.files import read_tables

GONE = object()
"""In place of a new value: the old one is removed."""


def atelier_tables() -> dict[str, Any]:
    """A copy of Atelier."""
    tables: dict[str, Any] = json.loads(_atelier())
    return tables


@cache
def _atelier() -> str:
    return json.dumps(read_tables())


def smallest() -> dict[str, Any]:
    """Atelier without most of the cards that a game with four players does not need."""
    tables = atelier_tables()
    for file, pile, number in (
        ("families", "family", 8),
        ("performances", "performance", 5),
        ("repairs", "repair", 5),
        ("market", "market", 6),
        ("goals", "goal", 16),
        ("awards", "award", 4),
        ("orchestra_setups", "setup", 1),
        ("automa", "card", 5),
    ):
        del tables[file][pile][number:]
    tables["patrons"]["patron"] = _first_of_each(tables["patrons"]["patron"], "deck", {"A": 13, "B": 2, "royal": 5})
    tables["specialists"]["specialist"] = _first_of_each(tables["specialists"]["specialist"], "track", 5)
    tables["i18n_terms"]["terms"] = {"salon": tables["i18n_terms"]["terms"]["salon"]}
    _thin_out_orchestra(tables)
    return tables


def _first_of_each(cards: list[Any], field: str, number: int | dict[str, int]) -> list[Any]:
    kinds = dict.fromkeys(card[field] for card in cards)
    number = number if isinstance(number, dict) else dict.fromkeys(kinds, number)
    return [card for kind in kinds for card in [card for card in cards if card[field] == kind][: number[kind]]]


def _thin_out_orchestra(tables: dict[str, Any]) -> None:
    """Keep the seats that the setup needs, the rare sections, and one instrument for each."""
    (setup,) = tables["orchestra_setups"]["setup"]
    kept = {*setup["instruments"], *setup["performances"], *setup["repairs"]}
    tables["orchestra"]["seat"] = [seat for seat in tables["orchestra"]["seat"] if seat["id"] in kept]
    kept |= {seat["id"] for seat in tables["orchestra"]["rare_section"]}
    instruments = tables["instruments"]["instrument"]
    first = {card["seats"][0]: card for card in instruments if card["seats"][0] in kept}
    tables["instruments"]["instrument"] = list(first.values())
    names = tables["i18n_terms"]["instruments"]
    tables["i18n_terms"]["instruments"] = {card["id"]: names[card["id"]] for card in first.values()}


def change(tables: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Set the value at a path such as `patrons/patron/hector-berlioz/gifts/1`, or remove it (GONE)."""
    *steps, last = path.split("/")
    there: Any = tables
    for step in steps:
        there = there[key(there, step)]
    if value is GONE:
        del there[key(there, last)]
    else:
        there[key(there, last)] = value
    return tables


def key(holder: Any, step: str) -> Any:
    """The key of one part of a path: a field, or in an array an index or the index of the card with that id."""
    if isinstance(holder, dict):
        return step
    ids = [card.get("id") if isinstance(card, dict) else None for card in holder]
    return ids.index(step) if step in ids else int(step)


def all_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a table, as fields and indices, outer values first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in inner:
        yield (*path, step)
        yield from all_paths(one, (*path, step))
