"""What a single value of a card set must be: small checks, put together to tables of fields in `check.py`.

A check takes a value of whatever kind and the place where it stands, and tells each fault of it; it never raises.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MOST = 999
"""No number on a card is larger; a slip of the finger must not make a deck of a million cards."""


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
class Place:
    """Where a value stands.

    >>> Place("patrons.toml", "hector-berlioz").at("gifts").at(1).at("metal").field
    'gifts[1].metal'
    """

    file: str
    card: str = ""
    field: str = ""

    def at(self, step: object) -> "Place":
        """The place of an entry (a number) or a field (a name) of the value that stands here."""
        inner = f"[{shown(step)}]" if not isinstance(step, str) else f".{step}" if self.field else step
        return Place(self.file, self.card, self.field + inner)

    def fault(self, text: str) -> Fault:
        return Fault(self.file, self.card, self.field, text)


Check = Callable[[Any, Place], Iterable[Fault]]


def shown(value: object) -> str:
    """The value in few words, whatever it is.

    >>> shown("brass"), shown(-1), shown([[[]]])
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


def anything(value: object, place: Place) -> Iterator[Fault]:
    """A value that is looked at elsewhere."""
    yield from ()


def text(value: object, place: Place) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield place.fault(f"{shown(value)} is no text")
    elif not value.strip():
        yield place.fault("is empty")


def slug(value: object, place: Place) -> Iterator[Fault]:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        yield place.fault(f"{shown(value)} is no slug of small letters, digits and hyphens")


def flag(value: object, place: Place) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield place.fault(f"{shown(value)} is neither true nor false")


def whole(least: int = 0, most: int = MOST) -> Check:
    """A whole number in a range; true and false are none."""
    wanted = {(0, MOST): "of 0 or more", (1, MOST): "above 0"}.get((least, most), f"from {least} to {most}")

    def check(value: object, place: Place) -> Iterator[Fault]:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            yield place.fault(f"{shown(value)} is not a whole number {wanted}")
        elif value > most:
            yield place.fault(f"{shown(value)} is more than {most}")

    return check


def word(noun: str, words: Iterable[str]) -> Check:
    """One of a closed list of words; `noun` is what they are the words for."""
    known = tuple(words)

    def check(value: object, place: Place) -> Iterator[Fault]:
        if not isinstance(value, str) or value not in known:
            yield place.fault(f"{shown(value)} is no {noun} ({', '.join(known)})")

    return check


def many(entry: Check, least: int = 0, most: int = MOST) -> Check:
    """An array with so many entries."""
    wanted = str(least) if least == most else f"{least} to {most}" if most < MOST else f"{least} or more"

    def check(value: object, place: Place) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield place.fault(f"{shown(value)} is no array")
            return
        if not least <= len(value) <= most:
            yield place.fault(f"the number of entries is {len(value)}, not {wanted}")
        for i, one in enumerate(value):
            yield from entry(one, place.at(i))

    return check


def set_of(entry: Check, least: int = 1, most: int = MOST) -> Check:
    """An array in which nothing stands twice."""
    return then(many(entry, least, most), _all_differ)


def _all_differ(values: list[Any], place: Place) -> Iterator[Fault]:
    for i, value in enumerate(values):
        if value in values[:i]:
            yield place.at(i).fault(f"{shown(value)} stands there twice")


def table(fields: Mapping[str, Check], optional: Mapping[str, Check] | None = None, *, others: bool = False) -> Check:
    """A table with these fields, perhaps the optional ones, and no others unless they are looked at elsewhere."""
    known = {**fields, **(optional or {})}

    def check(value: object, place: Place) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield place.fault(f"{shown(value)} is no table")
            return
        for name in fields:
            if name not in value:
                yield place.at(name).fault("is missing")
        for name, one in value.items():
            if name in known:
                yield from known[name](one, place.at(name))
            elif not others:
                yield place.at(name).fault(f"is no field here; known are {', '.join(known)}")

    return check


def each(entry: Check) -> Check:
    """A table, not empty, with any names."""

    def check(value: object, place: Place) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield place.fault(f"{shown(value)} is no table")
            return
        if not value:
            yield place.fault("is empty")
        for name, one in value.items():
            yield from entry(one, place.at(name))

    return check


def amounts(noun: str, words: Iterable[str]) -> Check:
    """A table, not empty, of words with whole numbers above 0."""
    known = word(noun, words)

    def check(value: object, place: Place) -> Iterator[Fault]:
        yield from each(whole(1))(value, place)
        for name in value if isinstance(value, Mapping) else ():
            yield from known(name, place.at(name))

    return check


def then(check: Check, *rules: Check) -> Check:
    """A check, and rules that may rely on it: they are asked only where it finds nothing."""

    def both(value: Any, place: Place) -> Iterator[Fault]:
        found = list(check(value, place))
        yield from found or (fault for rule in rules for fault in rule(value, place))

    return both
