"""Imports: server -> automa -> engine, one cycle, complete registries, and what the engine never touches."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = "engine.content.files"  # the one engine module that reads files

# Standard library modules through which files are opened, found or changed.
FILE_MODULES = {
    "fileinput",
    "glob",
    "importlib",
    "io",
    "mmap",
    "os",
    "pathlib",
    "pkgutil",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "urllib",
    "zipfile",
}
CHANCE_AND_CLOCK = {"datetime", "random", "secrets", "time", "uuid"}


class Module:
    """One Python file: its dotted name and its syntax tree."""

    def __init__(self, path: Path) -> None:
        self.path = path
        parts = path.relative_to(ROOT).with_suffix("").parts
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.tree = ast.parse(path.read_text(encoding="utf-8"), str(path))

    def imports(self) -> Iterator[tuple[str, str]]:
        """Each dotted name it imports, at any depth of the file, with the place where it does."""
        for node in ast.walk(self.tree):
            place = f"{self.path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name, place
            elif isinstance(node, ast.ImportFrom):
                source = self.source_of(node)
                yield source, place
                for alias in node.names:  # `from engine.content import files` may import a module
                    yield f"{source}.{alias.name}", place

    def source_of(self, node: ast.ImportFrom) -> str:
        """The module after `from`, with leading dots made out."""
        if not node.level:
            return node.module or ""
        above = self.name.split(".")
        above = above[: len(above) - node.level + self.is_package]
        return ".".join([*above, node.module] if node.module else above)

    def calls(self, function: str) -> Iterator[str]:
        """Each place where it calls the built-in of that name."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
                yield f"{self.path.relative_to(ROOT)}:{node.lineno}"


def modules(package: str) -> list[Module]:
    found = [Module(path) for path in sorted((ROOT / package).rglob("*.py"))]
    assert found, f"no Python files in {package}/"
    return found


def top(name: str) -> str:
    return name.partition(".")[0]


def imports_outside(package: str, allowed: set[str]) -> list[str]:
    return sorted(
        {
            f"{place} imports {top(name)}"
            for module in modules(package)
            for name, place in module.imports()
            if top(name) not in allowed | sys.stdlib_module_names
        }
    )


def nothing(found: list[str]) -> None:
    assert not found, "\n".join(["", *found])


def test_engine_imports_only_itself_and_the_standard_library() -> None:
    """The engine needs nothing but Python, so that it also runs in a browser."""
    nothing(imports_outside("engine", {"engine"}))


def test_automa_imports_only_the_engine_itself_and_the_standard_library() -> None:
    """The rivals need nothing but the engine, so that they too play in a browser."""
    nothing(imports_outside("automa", {"automa", "engine"}))


@pytest.mark.parametrize("package", ["engine", "automa"])
def test_nothing_below_imports_the_server(package: str) -> None:
    """The arrows of import point down: server -> automa -> engine."""
    nothing([place for module in modules(package) for name, place in module.imports() if top(name) == "server"])


LAYERS_BELOW = {
    "server.games": set[str](),
    "server.storage": {"server.games"},
    "server.config": {"server.games"},
    "server.logs": set[str](),
    "server.metrics": set[str](),
    "server.ai": {"server.games", "server.storage", "server.config", "server.logs", "server.metrics"},
    "server.http": {
        "server.games",
        "server.storage",
        "server.ai",
        "server.config",
        "server.logs",
        "server.metrics",
    },
}
"""What each part of the server may import besides itself; `server.cli`, on top, may import all."""


def part_of(name: str) -> str:
    """The part of the server that a module belongs to."""
    return ".".join(name.split(".")[:2])


@pytest.mark.parametrize("part", LAYERS_BELOW)
def test_each_part_of_the_server_imports_only_those_below_it(part: str) -> None:
    allowed = {"server", part} | LAYERS_BELOW[part]
    nothing(
        [
            f"{place} imports {name}"
            for module in modules("server")
            if part_of(module.name) == part
            for name, place in module.imports()
            if top(name) == "server" and part_of(name) not in allowed
        ]
    )


def test_every_part_of_the_server_has_a_layer() -> None:
    parts = {part_of(module.name) for module in modules("server")}
    assert parts - {"server", "server.cli"} == LAYERS_BELOW.keys()


def test_one_engine_module_alone_touches_files() -> None:
    """Only engine/content/files.py opens files, or imports what could."""
    others = [module for module in modules("engine") if module.name != FILES]
    opened = [f"{place} calls open" for module in others for place in module.calls("open")]
    imported = [
        f"{place} imports {name}" for module in others for name, place in module.imports() if top(name) in FILE_MODULES
    ]
    nothing(opened + imported)


def test_no_engine_module_imports_the_one_that_reads_files() -> None:
    """Who loads cards from files is outside the engine; the engine is handed the parsed card set."""
    nothing(
        [
            place
            for module in modules("engine")
            for name, place in module.imports()
            if name == FILES or name.startswith(FILES + ".")
        ]
    )


def test_engine_knows_no_other_chance_and_no_clock() -> None:
    """Chance comes from the state's own generator alone, and time does not exist in the rules."""
    nothing(
        [
            f"{place} imports {name}"
            for module in modules("engine")
            for name, place in module.imports()
            if top(name) in CHANCE_AND_CLOCK
        ]
    )


def test_engine_never_calls_hash() -> None:
    """Python's hash() differs between machines and processes; states are hashed by SHA-256 of their JSON."""
    nothing([place for module in modules("engine") for place in module.calls("hash")])


# --- cycles ---------------------------------------------------------------------------------------------------------

CYCLES = [["engine.rules.awards", "engine.rules.patrons", "engine.rules.tracks"]]
"""A royal is an award, a completed patron moves up a track, and a track gives an award: the game's own circle."""


def test_modules_import_each_other_in_one_direction_but_for_the_games_own_circle() -> None:
    """No cycle of imports in engine, automa and server, also none hidden in a function or for type checkers alone."""
    found = [module for package in ("engine", "automa", "server") for module in modules(package)]
    names = {module.name for module in found}
    graph = {module.name: {name for name, _ in module.imports()} & names - {module.name} for module in found}
    graph = {name: {leaf for leaf in leaves if not contains(leaf, leaves)} for name, leaves in graph.items()}
    assert cycles(graph) == CYCLES


def contains(name: str, others: set[str]) -> bool:
    """Whether the import of a package is meant only as the way to one of its modules."""
    return any(other.startswith(f"{name}.") for other in others)


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected parts of a graph with more than one member, in alphabetical order."""
    reached = {name: reachable(graph, name) for name in graph}
    parts = {tuple(sorted(other for other in reached[name] if name in reached[other])) for name in graph}
    return sorted(list(part) for part in parts if len(part) > 1)


def reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_a_cycle_is_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c", "d"}, "c": {"b"}, "d": set()}) == [["b", "c"]]


def test_no_engine_function_imports_anything() -> None:
    """What a module needs stands at its top, so that its place in the layers can be seen."""
    nothing(
        [
            f"{module.path.relative_to(ROOT)}:{node.lineno} imports in {function.name}"
            for module in modules("engine")
            for function in ast.walk(module.tree)
            if isinstance(function, ast.FunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        ]
    )


# --- registries -----------------------------------------------------------------------------------------------------

COMPLETE = {
    "engine.loop": ("STEPS", "EFFECTS", "LOCATIONS"),
    "engine.codec": ("STEPS", "EFFECTS", "LOCATIONS"),
    "engine.rules.resolution": ("LOCATIONS",),
}
"""Modules that use a registry: whoever imports one of them has those registries complete."""

EACH_ALONE = """
import ast, dataclasses, enum, functools, hashlib, itertools, json, os, sys, typing
for module in sys.argv[1:]:
    if os.fork() == 0:
        __import__(module)
        loaded = [name for name in ("engine.loop", "engine.codec", "engine.rules.resolution") if name in sys.modules]
        from engine.rules.locations import BY_NAME
        from engine.steps import STEPS
        from engine.triggers import EFFECTS
        sizes = {"STEPS": len(STEPS), "EFFECTS": len(EFFECTS), "LOCATIONS": len(BY_NAME)}
        print(json.dumps([module, loaded, sizes]), flush=True)
        os._exit(0)
    assert os.wait()[1] == 0, module
"""


def test_the_registries_are_complete_whatever_is_imported_first() -> None:
    """Each module of the engine imported alone: with the loop or the codec come all steps, effects and locations."""
    names = [module.name for module in modules("engine")]
    ran = subprocess.run(
        [sys.executable, "-c", EACH_ALONE, *names], capture_output=True, text=True, check=True, cwd=ROOT
    )
    found = {name: (loaded, sizes) for name, loaded, sizes in map(json.loads, ran.stdout.splitlines())}
    _, complete = found["engine.registries"]
    assert list(found) == names
    assert complete == {"STEPS": len(registered("step")), "EFFECTS": len(registered("effect")), "LOCATIONS": 7}
    for name, (loaded, sizes) in found.items():
        for registry in {registry for user in loaded for registry in COMPLETE[user]}:
            assert sizes[registry] == complete[registry], f"{registry} after import {name}"
    assert {user for user in COMPLETE if user in found[user][0]} == set(COMPLETE)


def registered(decorator: str) -> list[str]:
    """Where the engine registers something by this decorator, or by a call of it as a statement of its own."""
    return [
        f"{module.name}: {ast.unparse(used)}"
        for module in modules("engine")
        for node in ast.walk(module.tree)
        for used in getattr(node, "decorator_list", [node.value] if isinstance(node, ast.Expr) else [])
        if isinstance(name := used.func if isinstance(used, ast.Call) else used, ast.Name) and name.id == decorator
    ]
