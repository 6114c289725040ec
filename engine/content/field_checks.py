"""Checks of single values of a card set, which `check.py` combines into tables of fields.

A check takes a value of any type and its path, and yields a fault for everything wrong with it; it never raises.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MOST = 999
"""The largest number on a card; a typing error must not make a deck of a million cards."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a card set.

    >>> print(Fault("patrons.toml", "hector-berlioz", "gifts[1].metal", "0 is not a whole number above 0"))
    patrons.toml: hector-berlioz: gifts[1].metal: 0 is not a whole number above 0
    """

    file: str
    card: str
    field: str
    text: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.card, self.field, self.text) if part)


@dataclass(frozen=True, slots=True)
class FieldPath:
    """The file, card and field of a value.

    >>> FieldPath("patrons.toml", "hector-berlioz").at("gifts").at(1).at("metal").field
    'gifts[1].metal'
    """

    file: str
    card: str = ""
    field: str = ""

    def at(self, key: object) -> "FieldPath":
        """The path of an entry (a number) or a field (a name) inside this value."""
        inner = f"[{short_repr(key)}]" if not isinstance(key, str) else f".{key}" if self.field else key
        return FieldPath(self.file, self.card, self.field + inner)

    def fault(self, text: str) -> Fault:
        return Fault(self.file, self.card, self.field, text)


Check = Callable[[Any, FieldPath], Iterable[Fault]]


def short_repr(value: object) -> str:
    """A value of any type in at most 40 characters.

    >>> short_repr("brass"), short_repr(-1), short_repr([[[]]])
    ("'brass'", '-1', 'an array')
    """
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "an array"
    if isinstance(value, int) and abs(value) > 10**9:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def anything(value: object, path: FieldPath) -> Iterator[Fault]:
    """A value that another check covers."""
    yield from ()


def text(value: object, path: FieldPath) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield path.fault(f"{short_repr(value)} is not a text")
    elif not value.strip():
        yield path.fault("is empty")


def slug(value: object, path: FieldPath) -> Iterator[Fault]:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        yield path.fault(f"{short_repr(value)} is not a slug of lower-case letters, digits and hyphens")


def boolean(value: object, path: FieldPath) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield path.fault(f"{short_repr(value)} is neither true nor false")


def whole_number(least: int = 0, most: int = MOST) -> Check:
    """A whole number in a range; true and false are not numbers."""
    wanted = {(0, MOST): "of 0 or more", (1, MOST): "above 0"}.get((least, most), f"from {least} to {most}")

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            yield path.fault(f"{short_repr(value)} is not a whole number {wanted}")
        elif value > most:
            yield path.fault(f"{short_repr(value)} is more than {most}")

    return check


def word(noun: str, words: Iterable[str]) -> Check:
    """A word of a closed list; `noun` names the list in faults."""
    known = tuple(words)

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        if not isinstance(value, str) or value not in known:
            yield path.fault(f"{short_repr(value)} is not a known {noun} ({', '.join(known)})")

    return check


def array_of(entry: Check, least: int = 0, most: int = MOST) -> Check:
    """An array with a number of entries in a range."""
    wanted = str(least) if least == most else f"{least} to {most}" if most < MOST else f"{least} or more"

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield path.fault(f"{short_repr(value)} is not an array")
            return
        if not least <= len(value) <= most:
            yield path.fault(f"the number of entries is {len(value)}, not {wanted}")
        for i, one in enumerate(value):
            yield from entry(one, path.at(i))

    return check


def set_of(entry: Check, least: int = 1, most: int = MOST) -> Check:
    """An array of distinct entries."""
    return with_rules(array_of(entry, least, most), _all_differ)


def _all_differ(values: list[Any], path: FieldPath) -> Iterator[Fault]:
    for i, value in enumerate(values):
        if value in values[:i]:
            yield path.at(i).fault(f"{short_repr(value)} appears twice")


def table(fields: Mapping[str, Check], optional: Mapping[str, Check] | None = None, *, others: bool = False) -> Check:
    """A table with these fields, and the optional ones if present; `others`: further fields are checked elsewhere."""
    known = {**fields, **(optional or {})}

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield path.fault(f"{short_repr(value)} is not a table")
            return
        for name in fields:
            if name not in value:
                yield path.at(name).fault("is missing")
        for name, one in value.items():
            if name in known:
                yield from known[name](one, path.at(name))
            elif not others:
                yield path.at(name).fault(f"is not a known field ({', '.join(known)})")

    return check


def table_of(entry: Check) -> Check:
    """A table with at least one field, of any name, all of one kind."""

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield path.fault(f"{short_repr(value)} is not a table")
            return
        if not value:
            yield path.fault("is empty")
        for name, one in value.items():
            yield from entry(one, path.at(name))

    return check


def amounts(noun: str, words: Iterable[str]) -> Check:
    """A table with at least one field: words with whole numbers above 0."""
    known = word(noun, words)

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        yield from table_of(whole_number(1))(value, path)
        for name in value if isinstance(value, Mapping) else ():
            yield from known(name, path.at(name))

    return check


def with_rules(check: Check, *rules: Check) -> Check:
    """A check, followed by rules that rely on it: they run only if it finds nothing."""

    def both(value: Any, path: FieldPath) -> Iterator[Fault]:
        found = list(check(value, path))
        yield from found or (fault for rule in rules for fault in rule(value, path))

    return both
