"""The arrows of import: server -> automa -> engine, and what the engine must never touch."""

import ast
import sys
from collections.abc import Iterator
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
