"""Mutations of each kind of field that a card set can have: all are faults with the right file, card and field."""

import copy
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.content.check import FILES, check
from engine.content.field_checks import FieldPath
from engine.content.vocabulary import CONDITIONS, COUNTERS, EFFECTS, FILTERS, FOLDS, GOODS, GROUPS, TRIGGERS
from tests.content.sets import GONE, all_paths, atelier_tables

Path = tuple[Any, ...]

OPTIONAL = re.compile(r"\.(flavour|when|per|<goods>|<word>|when\.[a-z]+|counter\([a-z_]+\)\.(?!of)[a-z]+)$")
"""The kinds of field that are optional; a table that must not be empty still needs one of them."""


# --- the fullest set --------------------------------------------------------------------------------------------------


@cache
def fullest() -> dict[str, Any]:
    """Atelier with every possible field on some card: a flavour, each filter, each condition."""
    tables = atelier_tables()
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
    """For each trigger with conditions, an ability with all of them."""
    for trigger, told in TRIGGERS.items():
        works = {"effect": "modify", "stat": "skill", "amount": 1} if trigger == "always" else {"effect": "gift"}
        if told:
            yield {"trigger": trigger, **works, "when": {name: [CONDITIONS[name][0]] for name in told}}


@cache
def kinds() -> dict[str, Path]:
    """Each kind of field with the path of one."""
    found: dict[str, Path] = {}
    for path in all_paths(fullest()):
        found.setdefault(kind_of(path), path)
    return found


def kind_of(path: Path) -> str:
    """The kind of the field at a path: the path without card ids and array indices."""
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


def test_the_fullest_set_has_no_faults() -> None:
    assert check(fullest()) == []


def test_each_parameter_filter_and_condition_is_in_the_fullest_set() -> None:
    """Otherwise the mutations below would miss a new one."""
    known = "\n".join(kinds())
    for effect, parameters in EFFECTS.items():
        for name in parameters:
            assert f".ability[{effect}].{name}" in known
    for of, attributes in COUNTERS.items():
        for name in attributes:
            assert name not in FILTERS or f".counter({of}).{name}[]" in known
    for trigger, told in TRIGGERS.items():
        assert {"trigger": trigger, "conditions": told} in conditions_in_use() or not told
    assert all(f").{fold}\n" in known for fold in FOLDS)


def conditions_in_use() -> list[dict[str, Any]]:
    """The triggers of the fullest set, each with its conditions."""
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


def faults_with(path: Path, value: Any) -> set[FieldPath]:
    """The paths of the faults after a value is set at a path, or removed (GONE)."""
    faults = check(changed(fullest(), path, value))
    return {FieldPath(fault.file, fault.card, fault.field) for fault in faults}


def changed(table: Any, path: Path, value: Any) -> Any:
    """The tables with one value changed; parts that do not change are shared."""
    step, *rest = path
    twin = copy.copy(table)
    if rest:
        twin[step] = changed(table[step], tuple(rest), value)
    elif value is GONE:
        del twin[step]
    else:
        twin[step] = value
    return twin


def field_path(path: Path) -> FieldPath:
    """The FieldPath of a fault at the path."""
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
"""Type of a value -> a value that is wrong in its place."""


@by_file
def test_a_wrong_value_is_a_fault_at_its_path(file: str) -> None:
    for kind, path, value in of_file(file):
        assert field_path(path) in faults_with(path, WRONG[type(value)]), kind


@by_file
def test_a_missing_field_is_a_fault_unless_it_is_optional(file: str) -> None:
    """If the only field of a table is missing, the fault is that the table is empty."""
    for kind, path, _ in of_file(file):
        if isinstance(path[-1], str):
            found = faults_with(path, GONE)
            optional = OPTIONAL.search(kind) and (not found or field_path(path[:-1]) in found)
            assert optional or field_path(path) in found, kind


@by_file
def test_an_unknown_field_is_a_fault(file: str) -> None:
    for kind, path, value in of_file(file):
        if isinstance(value, dict):
            assert field_path((*path, "surprise")) in faults_with((*path, "surprise"), 0.5), kind
