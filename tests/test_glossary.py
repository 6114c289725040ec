"""docs/GLOSSARY.md is true: its places exist, and public names use no word that it lists as retired."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from engine.choices import CHOICES
from engine.events import EVENTS
from engine.steps import STEPS
from server.config import Config
from server.http.app import create_app
from server.http.openapi import document
from tests.documents import ROOT, Checker, help_of, options_of, source_files

GLOSSARY = ROOT / "docs" / "GLOSSARY.md"
PACKAGES = ("engine", "automa", "server")
CODE = {".py", ".ts", ".js", ".mjs", ".svelte", ".css", ".html"}
NOT_CODE = ("tests/", "e2e/", "web/tests/", "web/src/messages/", "web/src/fixtures/")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


class Term(NamedTuple):
    """A line of the glossary's tables of terms."""

    term: str
    kind: str
    meaning: str
    where: str


class Retired(NamedTuple):
    """A line of the table of retired words."""

    old: str
    new: str
    scope: str = "names"


def rows(heading: str) -> list[list[str]]:
    """The lines of the table under a heading, without its head."""
    section = GLOSSARY.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def terms() -> list[Term]:
    return [Term(*row) for heading in ("The game", "Software", "AI") for row in rows(heading)]


def retired() -> list[Retired]:
    return [Retired(*row) for row in rows("Retired words")]


# --- words of names --------------------------------------------------------------------------------------------------


def words(name: str) -> list[str]:
    """The words of a name, whether it is written with capitals, underscores, hyphens or slashes.

    >>> words("openRevision_of-the/APIKey2")
    ['open', 'revision', 'of', 'the', 'api', 'key', '2']
    """
    return [part.lower() for part in PART.findall(name)]


def forms(word: str) -> set[str]:
    """A word in the singular and the plural."""
    return {word, f"{word}s", f"{word}es"}


def offenders(names: Iterable[tuple[str, str]], table: Iterable[Retired]) -> list[str]:
    """Each name (with its place) that uses a retired word or phrase as whole words, and what to use in its place."""
    by_first: dict[str, list[tuple[list[set[str]], Retired]]] = {}
    for line in table:
        first, *rest = map(forms, words(line.old))
        for form in first:
            by_first.setdefault(form, []).append((rest, line))
    return [
        f"{place}: {name} uses {line.old!r}; the word is {line.new!r}"
        for name, place in names
        for inside in [words(name)]
        for at, word in enumerate(inside)
        for rest, line in by_first.get(word, ())
        if len(inside) > at + len(rest) and all(inside[at + 1 + i] in form for i, form in enumerate(rest))
    ]


# --- public names ----------------------------------------------------------------------------------------------------


def python_names(package: str) -> Iterator[tuple[str, str]]:
    """Modules, and what is public in them: functions with their parameters, classes with their members, constants."""
    for path in sorted((ROOT / package).rglob("*.py")):
        place = str(path.relative_to(ROOT))
        yield path.relative_to(ROOT).with_suffix("").as_posix(), place
        for name, line in _public(ast.parse(path.read_text(encoding="utf-8")).body):
            yield name, f"{place}:{line}"


def _public(body: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    for node in body:
        for name in _defined(node):
            if not name.startswith("_") or name == "__init__":
                yield name, node.lineno
                yield from _parameters(node)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _public(node.body)


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name))


def _parameters(node: ast.stmt) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.FunctionDef):
        given = node.args
        yield from ((each.arg, node.lineno) for each in [*given.posonlyargs, *given.args, *given.kwonlyargs])


def api_names() -> Iterator[tuple[str, str]]:
    """Paths, parameters, schemas, fields and closed lists of words of the OpenAPI document."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(data=Path(folder)))
        described = document(app)
        app.extensions["luthier"].close()
    for path in described["paths"]:
        yield path, "a path of the API"
    for name in described["components"]["schemas"]:
        yield name, "a schema of the API"
    yield from _fields(described, "")


def _fields(node: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, list):
        for each in node:
            yield from _fields(each, where)
    if isinstance(node, dict):
        names = node.get("properties")
        yield from ((name, f"a field of the API, {where}") for name in names or ())
        for value in node.get("enum", ()) if isinstance(node.get("enum"), list) else ():
            if isinstance(value, str):
                yield value, f"a word of the API, {where}"
        if "in" in node and isinstance(node.get("name"), str):
            yield node["name"], f"a parameter of the API, {where}"
        for key, value in node.items():
            if key != "description":
                yield from _fields(value, f"{where}/{key}"[-80:])


def command_names() -> Iterator[tuple[str, str]]:
    commands = re.findall(r"^ {4}([a-z]+) ", help_of("") or "", re.MULTILINE)
    for command in commands:
        yield command, "a command of luthier"
        yield from ((option, f"an option of luthier {command}") for option in sorted(options_of(command)))


def registered_names() -> Iterator[tuple[str, str]]:
    """The words of choices, events and steps in JSON."""
    for registry in (CHOICES, EVENTS, STEPS):
        yield from ((name, "a word in JSON") for name in registry)


def code_lines() -> Iterator[tuple[str, str]]:
    """All lines of the code without its tests: names, comments and texts, but not what the app says."""
    for path in source_files():
        place = path.relative_to(ROOT).as_posix()
        if path.suffix not in CODE or place.startswith(NOT_CODE) or ".test." in path.name:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield line.strip(), f"{place}:{number}"


# --- tests -----------------------------------------------------------------------------------------------------------


def test_every_place_in_the_glossary_exists() -> None:
    """Each term's file is there and defines the name that the glossary gives."""
    checker = Checker()
    references = [(term.term, ref) for term in terms() for ref in re.findall(r"`([^`]+)`", term.where)]
    assert len(references) > 80
    faults = [f"{term}: {fault}" for term, reference in references for fault in checker.reference(reference)]
    assert not faults, "\n".join(["", *faults])


def test_every_term_has_a_place_and_a_meaning_and_stands_once() -> None:
    listed = terms()
    assert [term.term for term in listed if not (term.kind and term.meaning and "`" in term.where)] == []
    names = [name.strip() for term in listed for name in term.term.split(",")]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_public_name_of_a_package_uses_a_retired_word(package: str) -> None:
    """Modules, classes, functions, parameters, fields and constants speak the one vocabulary."""
    found = offenders(python_names(package), retired())
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("names", [api_names, command_names, registered_names], ids=["api", "commands", "json"])
def test_no_name_that_others_see_uses_a_retired_word(names: Any) -> None:
    """Paths, schemas, fields, commands, options and the words of JSON speak the one vocabulary."""
    listed = list(names())
    assert len(listed) > 10
    found = offenders(listed, retired())
    assert not found, "\n".join(["", *found])


def test_no_code_uses_a_word_that_is_retired_altogether() -> None:
    """Also private names, local variables and comments are free of the words that have no other sense."""
    found = offenders(code_lines(), (line for line in retired() if line.scope == "all code"))
    assert not found, "\n".join(["", *found])


def test_every_retired_word_has_a_successor_and_a_scope() -> None:
    listed = retired()
    assert len(listed) > 30
    assert [line for line in listed if not line.new or line.scope not in ("names", "all code")] == []
    assert len({line.old for line in listed}) == len(listed)


def test_no_term_of_the_glossary_is_retired() -> None:
    assert offenders(((term.term, "GLOSSARY.md") for term in terms()), retired()) == []


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("tablePly", "ply"),
        ("TABLE_PLY", "ply"),
        ("/api/games/<game>/ply", "ply"),
        ("since-ply", "ply"),
        ("discs", "disc"),
        ("presses", "press"),
        ("APIPly", "ply"),
        ("is_laid_open", "laid open"),
        ("LaidOpen", "laid open"),
    ],
)
def test_the_checker_finds_a_retired_word(name: str, old: str) -> None:
    """A retired word is found in every way of writing a name."""
    assert offenders([(name, "here")], [Retired(old, "new")]) == [f"here: {name} uses {old!r}; the word is 'new'"]


@pytest.mark.parametrize(
    ("name", "old"),
    [("reply", "ply"), ("multiply", "ply"), ("discard", "disc"), ("express", "press"), ("open_laid", "laid open")],
)
def test_the_checker_compares_whole_words(name: str, old: str) -> None:
    assert offenders([(name, "here")], [Retired(old, "new")]) == []
