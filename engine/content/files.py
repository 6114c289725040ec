"""Reads a card set from its folder of TOML files: the only module of the engine that reads files."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from engine.content.cards import Content, parse
from engine.content.check import FILES, Fault, check
from engine.errors import ContentError

ATELIER = Path(__file__).parent
"""The built-in set. The tests check it; `load` does not check it again."""


@cache
def load(folder: Path = ATELIER) -> Content:
    """The card set in `folder`. Raises ContentError with the first faults, except for the built-in set."""
    faults = [] if folder == ATELIER else check_folder(folder)
    if faults:
        raise ContentError(_first(faults))
    return parse(read_tables(folder))


def check_folder(folder: Path) -> list[Fault]:
    """All faults of the card set in `folder`, those of reading the files first."""
    if not folder.is_dir():
        return [Fault(str(folder), "", "", "there is no such folder")]
    read = {name: _read(folder / f"{name}.toml") for name in FILES}
    unread = {fault.file: fault for fault in read.values() if isinstance(fault, Fault)}
    found = check({name: table for name, table in read.items() if not isinstance(table, Fault)})
    return [*unread.values(), *_unlisted_files(folder), *(fault for fault in found if fault.file not in unread)]


def _unlisted_files(folder: Path) -> list[Fault]:
    known = {f"{name}.toml" for name in FILES}
    names = sorted(path.name for path in folder.glob("*.toml"))
    return [Fault(name, "", "", "is not listed in pack.toml") for name in names if name not in known]


def read_tables(folder: Path = ATELIER) -> dict[str, Any]:
    """The parsed TOML of the set, by file name without ending, in the order of its `pack.toml`."""
    names = ["pack.toml", *_read_table(folder / "pack.toml").get("files", [])]
    return {name.removesuffix(".toml"): _read_table(folder / name) for name in names}


def _read_table(path: Path) -> dict[str, Any]:
    table = _read(path)
    if isinstance(table, Fault):
        raise ContentError(str(table))
    return table


def _read(path: Path) -> dict[str, Any] | Fault:
    """The table in a file, or the fault of reading it (a huge number or deep nesting is not a TOMLDecodeError)."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Fault(path.name, "", "", "is missing")
    except (OSError, ValueError, RecursionError) as error:
        return Fault(path.name, "", "", str(error))


def _first(faults: list[Fault], number: int = 3) -> str:
    more = len(faults) - number
    return "\n".join([*(str(fault) for fault in faults[:number]), *([f"and {more} more"] if more > 0 else [])])
