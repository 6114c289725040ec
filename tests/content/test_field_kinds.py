"""One mutation for each kind of field that a card set can have: all are told with file, card and field."""

import copy
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.content.check import FILES, check
from engine.content.field_checks import FieldPath
from engine.content.vocabulary import CONDITIONS, COUNTERS, EFFECTS, FILTERS, FOLDS, GOODS, GROUPS, TRIGGERS
from tests.content.sets import GONE, ours, places

Path = tuple[Any, ...]

OPTIONAL = re.compile(r"\.(flavour|when|per|<goods>|<word>|when\.[a-z]+|counter\([a-z_]+\)\.(?!of)[a-z]+)$")
"""The kinds of field that a card may do without; but no table that must have something in it may be empty."""


# --- the fullest set --------------------------------------------------------------------------------------------------


@cache
def fullest() -> dict[str, Any]:
    """Our set, with every field somewhere that a card may have: a flavour, each filter, each condition."""
    tables = ours()
    for file in tables.values():
        for pile in file.values():
            if isinstance(pile, list) and isinstance(pile[0], dict) and "id" in pile[0]:
                pile[0].setdefault("flavour", "Varnished twice.")
    scored = iter(tables["goals"]["goal"] + tables["awards"]["award"])
    for counter in counters():
        next(scored)["counter"] = counter
    tables["families"]["family"][0]["ability"] += conditional()
    return tables


def counters() -> Iterator[dict[str, Any]]:
    """Each counter with all its filters, and a fold where it has groups."""
    folds = iter(FOLDS * len(COUNTERS))
    for of, attributes in COUNTERS.items():
        filters = {name: [FILTERS[name][0]] for name in attributes if name in FILTERS}
        rare = {"rare": False} if "rare" in attributes else {}
        groups = [name for name in attributes if name in GROUPS]
        yield {"of": of, **filters, **rare, **({next(folds): groups[0]} if groups else {})}


def conditional() -> Iterator[dict[str, Any]]:
    """An ability with all the conditions that a trigger tells, for each trigger that tells any."""
    for trigger, told in TRIGGERS.items():
        works = {"effect": "modify", "stat": "skill", "amount": 1} if trigger == "always" else {"effect": "gift"}
        if told:
            yield {"trigger": trigger, **works, "when": {name: [CONDITIONS[name][0]] for name in told}}


@cache
def kinds() -> dict[str, Path]:
    """The kinds of field, each with a place where one stands."""
    found: dict[str, Path] = {}
    for path in places(fullest()):
        found.setdefault(kind_of(path), path)
    return found


def kind_of(path: Path) -> str:
    """What stands at a path, without saying on which card, or at which number of a list."""
    value, name = fullest(), ""
    for step in path:
        holder, value = value, value[step]
        if isinstance(step, int):
            name += f"[{value.get('effect', '') if isinstance(value, dict) else ''}]"
        elif name in ("i18n_terms.terms", "i18n_terms.instruments"):
            name += ".<word>"
        elif holder.keys() <= set(GOODS) and not name.endswith(".prices"):
            name += ".<goods>"
        else:
            name += f".{step}" if name else step
            name += f"({value['of']})" if isinstance(value, dict) and "of" in value else ""
    return name


def test_the_fullest_set_is_sound() -> None:
    assert check(fullest()) == []


def test_each_parameter_filter_and_condition_stands_in_the_fullest_set() -> None:
    """Of a new one this test says that no card shows it, so that it is mutated below."""
    known = "\n".join(kinds())
    for effect, parameters in EFFECTS.items():
        for name in parameters:
            assert f".ability[{effect}].{name}" in known
    for of, attributes in COUNTERS.items():
        for name in attributes:
            assert name not in FILTERS or f".counter({of}).{name}[]" in known
    for trigger, told in TRIGGERS.items():
        assert {"trigger": trigger, "conditions": told} in shown_conditions() or not told
    assert all(f").{fold}\n" in known for fold in FOLDS)


def shown_conditions() -> list[dict[str, Any]]:
    """The triggers of the fullest set with all their conditions."""
    abilities = [ability for family in fullest()["families"]["family"] for ability in family["ability"]]
    return [{"trigger": one["trigger"], "conditions": tuple(one["when"])} for one in abilities if "when" in one]


# --- mutations --------------------------------------------------------------------------------------------------------

by_file = pytest.mark.parametrize("file", FILES)


def of_file(file: str) -> list[tuple[str, Path, Any]]:
    """The kinds of field of a file, each with a path and the value there."""
    return [(kind, path, followed(fullest(), path)) for kind, path in kinds().items() if path[0] == file]


def followed(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def told_with(path: Path, value: Any) -> set[FieldPath]:
    """Where faults are told when a value stands at a path, or GONE takes away what does."""
    faults = check(changed(fullest(), path, value))
    return {FieldPath(fault.file, fault.card, fault.field) for fault in faults}


def changed(table: Any, path: Path, value: Any) -> Any:
    """A copy of the tables, as far as they differ."""
    step, *rest = path
    twin = copy.copy(table)
    if rest:
        twin[step] = changed(table[step], tuple(rest), value)
    elif value is GONE:
        del twin[step]
    else:
        twin[step] = value
    return twin


def place_of(path: Path) -> FieldPath:
    """Where a fault at the path is told: in a file, of a card by its id, at a field."""
    file, *steps = path
    place = FieldPath(f"{file}.toml")
    card = followed(fullest(), path[:3]) if len(path) > 2 and isinstance(path[2], int) else None
    if isinstance(card, dict) and "id" in card:
        pile, number, *steps = steps
        place = FieldPath(f"{file}.toml", card["id"] if steps and steps != ["id"] else f"{pile}[{number}]")
    for step in steps:
        place = place.at(step)
    return place


WRONG: dict[type, Any] = {bool: 1, int: 10**6, str: " ", list: {}, dict: []}
"""What cannot stand instead of a value, though it is nearly of the right kind."""


@by_file
def test_a_wrong_value_is_told_where_it_stands(file: str) -> None:
    for kind, path, value in of_file(file):
        assert place_of(path) in told_with(path, WRONG[type(value)]), kind


@by_file
def test_a_field_that_is_missing_is_told_unless_it_may_be(file: str) -> None:
    """Where the last word of a table goes, the table is told to be empty."""
    for kind, path, _ in of_file(file):
        if isinstance(path[-1], str):
            told = told_with(path, GONE)
            may_be = OPTIONAL.search(kind) and (not told or place_of(path[:-1]) in told)
            assert may_be or place_of(path) in told, kind


@by_file
def test_a_field_that_nobody_knows_is_told(file: str) -> None:
    for kind, path, value in of_file(file):
        if isinstance(value, dict):
            assert place_of((*path, "surprise")) in told_with((*path, "surprise"), 0.5), kind
