"""Reads a card set from its folder of TOML files: the one module of the engine that touches files."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from engine.content.cards import Content, parse
from engine.content.check import FILES, Fault, check
from engine.errors import ContentError

ATELIER = Path(__file__).parent
"""The built-in set. It is checked by the tests, not again each time it is loaded."""


@cache
def load(folder: Path = ATELIER) -> Content:
    """The card set in `folder`; raises ContentError with the first faults of a set that is not the built-in one."""
    faults = [] if folder == ATELIER else check_folder(folder)
    if faults:
        raise ContentError(_first(faults))
    return parse(read_tables(folder))


def check_folder(folder: Path) -> list[Fault]:
    """All faults of the card set in `folder`, those of reading it first."""
    if not folder.is_dir():
        return [Fault(str(folder), "", "", "there is no such folder")]
    read = {name: _read(folder / f"{name}.toml") for name in FILES}
    unread = {fault.file: fault for fault in read.values() if isinstance(fault, Fault)}
    found = check({name: table for name, table in read.items() if not isinstance(table, Fault)})
    return [*unread.values(), *_strays(folder), *(fault for fault in found if fault.file not in unread)]


def _strays(folder: Path) -> list[Fault]:
    known = {f"{name}.toml" for name in FILES}
    names = sorted(path.name for path in folder.glob("*.toml"))
    return [Fault(name, "", "", "is not listed in pack.toml") for name in names if name not in known]


def read_tables(folder: Path = ATELIER) -> dict[str, Any]:
    """The plain tables of the set, by file name without ending, in the order of its `pack.toml`."""
    names = ["pack.toml", *_must_read(folder / "pack.toml").get("files", [])]
    return {name.removesuffix(".toml"): _must_read(folder / name) for name in names}


def _must_read(path: Path) -> dict[str, Any]:
    table = _read(path)
    if isinstance(table, Fault):
        raise ContentError(str(table))
    return table


def _read(path: Path) -> dict[str, Any] | Fault:
    """The table in a file, or what hinders reading it (a number or a nesting out of bounds is no TOMLDecodeError)."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Fault(path.name, "", "", "is missing")
    except (OSError, ValueError, RecursionError) as error:
        return Fault(path.name, "", "", str(error))


def _first(faults: list[Fault], number: int = 3) -> str:
    more = len(faults) - number
    return "\n".join([*(str(fault) for fault in faults[:number]), *([f"and {more} more"] if more > 0 else [])])
