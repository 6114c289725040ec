"""Checks of names in documents: commands, options, files, links, addresses, rules and code names must exist.

`Checker.faults(text, folder)` lists what a document names and the project does not have. It reads

- links and pictures, with their anchors;
- inline code: commands, options, environment variables, addresses, files (`engine/view.py`), names in files
  (`engine/view.py:View.revision`), and words of the code;
- fenced blocks: command lines, and the keys of JSON.
"""

import ast
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from server.cli.main import parser
from server.config import Config
from server.http.app import create_app

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
GAME_DOCUMENTS = [ROOT / "engine" / "RULES.md", ROOT / "engine" / "content" / "VOCABULARY.md"]
SOURCES = ("engine", "automa", "server", "web", "tests", "e2e")
SUFFIXES = {".py", ".ts", ".js", ".mjs", ".svelte", ".css", ".html", ".json", ".toml", ".txt", ".md"}
TOOLS = {"node_modules", "dist", "__pycache__"}
NOT_SOURCES = {"documents.py", "test_docs.py", "test_glossary.py"}
EXTENSIONS = "py|ts|js|mjs|svelte|css|html|json|toml|txt|md|png|cfg"

FENCE = re.compile(r"^```.*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
PATH = re.compile(rf"[\w.*<>-]+(/[\w.*<>-]*)+|[\w.-]+\.({EXTENSIONS})|Makefile|Containerfile|LICENSE")
ADDRESS = re.compile(r"/[\w.-]+(/[\w.<>-]+)*")
MEDIA_TYPE = re.compile(r"(application|image|text)/[a-z+-]+")
WORDS = re.compile(r"[A-Za-z_][\w.-]*(\(\))?")
RULE = re.compile(r"\b([A-Z]{3})-[A-Z]?\d+\b")
COMMANDS = ("make", "luthier", ".venv/bin/luthier", "pytest", ".venv/bin/python", "npm", "npx", "cd")
TARGET = re.compile(r"^([a-z0-9-]+):", re.MULTILINE)
DEFINED = r"(class|function|const|let|type|interface|enum|get|static|readonly)\s+#?{0}\b|^\s*#?{0}\??\s*[:(=]"


def anchor(heading: str) -> str:
    """The anchor that GitHub gives to a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def source_files() -> Iterator[Path]:
    for top in SOURCES:
        for path in (ROOT / top).rglob("*"):
            if path.suffix in SUFFIXES and not TOOLS & set(path.parts) and path.name not in NOT_SOURCES:
                yield path
    yield from (ROOT / name for name in ("Makefile", "Containerfile", "pyproject.toml"))


class Checker:
    """What the project has, collected once."""

    @cached_property
    def words(self) -> set[str]:
        """All words of the sources, and the parts of those with hyphens."""
        found: set[str] = set()
        for path in source_files():
            for word in re.findall(r"\w[\w-]*", path.read_text(encoding="utf-8")):
                found.update((word, *word.split("-")))
        return found

    @cached_property
    def file_names(self) -> set[str]:
        return {path.name for path in source_files()}

    @cached_property
    def addresses(self) -> set[str]:
        with TemporaryDirectory() as folder:
            app = create_app(Config(data=Path(folder)))
            rules = {_address(rule.rule) for rule in app.url_map.iter_rules()}
            app.extensions["luthier"].close()
        return rules

    @cached_property
    def rules(self) -> set[str]:
        return set(re.findall(r"\*\*([A-Z]+-[A-Z]?\d+)\*\*", (ROOT / "engine" / "RULES.md").read_text()))

    @cached_property
    def makefile(self) -> str:
        return (ROOT / "Makefile").read_text()

    @cached_property
    def scripts(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((ROOT / "web" / "package.json").read_text())["scripts"]
        return found

    @cached_property
    def ignored(self) -> list[str]:
        """What .gitignore leaves out: made on a machine, so not there in a fresh checkout."""
        lines = (ROOT / ".gitignore").read_text().splitlines()
        return [line.strip("/") for line in lines if line and not line.startswith("#")]

    @cached_property
    def options(self) -> set[str]:
        """The options of all commands, and those of pytest."""
        subcommands = [*self._subcommands(), "content check"]
        return {option for words in subcommands for option in options_of(words)} | pytest_options()

    def _subcommands(self) -> list[str]:
        return re.findall(r"^ {4}([a-z]+) ", help_of("") or "", re.MULTILINE)

    # --- a document --------------------------------------------------------------------------------------------------

    def faults(self, text: str, folder: Path = ROOT) -> list[str]:
        """Each name in a document of this folder that leads nowhere."""
        return list(dict.fromkeys(self._faults(text, folder)))

    def _faults(self, text: str, folder: Path) -> Iterator[str]:
        for block in FENCE.findall(text):
            yield from self._block(block, folder)
        prose = FENCE.sub("", text)
        for target in LINK.findall(SPAN.sub("", prose)):
            yield from self._link(target, prose, folder)
        for span in SPAN.findall(prose):
            yield from self._span(span, folder)
        for rule in RULE.finditer(prose):
            if rule[0] not in self.rules and any(known.startswith(rule[1]) for known in self.rules):
                yield f"there is no rule {rule[0]}"

    def _link(self, target: str, prose: str, folder: Path) -> Iterator[str]:
        if "://" in target:
            return
        path, _, fragment = target.partition("#")
        file = (folder / path).resolve() if path else None
        if file is not None and not file.exists():
            yield f"the link {target} leads to no file"
            return
        text = file.read_text(encoding="utf-8") if file is not None and fragment else prose
        if fragment and fragment not in map(anchor, HEADING.findall(text)):
            yield f"the link {target} leads to no heading"

    def _block(self, block: str, folder: Path) -> Iterator[str]:
        for line in block.splitlines():
            words = line.partition(" #")[0].strip()
            if words.startswith(tuple(f"{command} " for command in COMMANDS)):
                yield from self._commands(words, folder)
        for key in re.findall(r'"([\w-]+)"\s*:', block):
            yield from self._word(key)

    def _span(self, span: str, folder: Path) -> Iterator[str]:
        if span.split()[0] in COMMANDS and " " in span:
            yield from self._commands(span, folder)
        elif re.fullmatch(r"LUTHIER_\w+", span):
            yield from self._word(span)
        elif OPTION.match(span):
            yield from (f"there is no option {name}" for name in OPTION.findall(span) if name not in self.options)
        elif ADDRESS.fullmatch(span):
            if _address(span) not in self.addresses and not span.startswith(("/srv", "/data")):
                yield f"there is no address {span}"
        elif ":" in span and PATH.fullmatch(span.partition(":")[0]):
            yield from self.reference(span)
        elif MEDIA_TYPE.fullmatch(span):
            return
        elif PATH.fullmatch(span) and span not in self.words:
            yield from self._path(span, folder)
        elif RULE.fullmatch(span):
            return
        elif WORDS.fullmatch(span):
            yield from self._word(span.removesuffix("()"))
        else:
            for key in re.findall(r'"([\w-]+)"', span):
                yield from self._word(key)

    def _word(self, word: str) -> Iterator[str]:
        if word not in self.words:
            yield from (f"the code has no {part} ({word})" for part in word.split(".") if part not in self.words)

    def _path(self, path: str, folder: Path) -> Iterator[str]:
        pattern = re.sub(r"<[^>]*>", "*", path).rstrip("/")
        if any(part in self.ignored or f"*{Path(part).suffix}" in self.ignored for part in pattern.split("/")):
            return
        by_name = "/" not in path and path in self.file_names
        if not by_name and not any(list(base.glob(pattern)) for base in (ROOT, folder)):
            yield f"there is no file {path}"

    def reference(self, text: str) -> Iterator[str]:
        """`engine/view.py:View.revision` or `engine/view.py`: the file must exist, and define the name."""
        path, _, name = text.partition(":")
        file = ROOT / path
        if not file.exists():
            yield f"there is no file {path}"
        elif name and not defines(file, name):
            yield f"{path} defines no {name}"

    # --- commands ----------------------------------------------------------------------------------------------------

    def _commands(self, line: str, folder: Path) -> Iterator[str]:
        here = ROOT
        for command in line.split("&&"):
            words = shlex.split(command)
            if words[:1] == ["cd"]:
                here = ROOT / words[1]
            else:
                yield from self._command(words, here)

    def _command(self, words: list[str], here: Path) -> Iterator[str]:
        program, *rest = words
        if program == "make":
            yield from self._make(rest)
        elif program.endswith("luthier"):
            yield from self._luthier(rest)
        elif program == "npm" and rest[0] == "run":
            if rest[1] not in self.scripts:
                yield f"there is no npm script {rest[1]}"
        elif "pytest" in words:
            yield from unknown("pytest", rest, pytest_options())
        for word in rest:
            is_path = PATH.fullmatch(word) and "/" in word and program not in ("make", "luthier")
            if is_path and not (here / word).exists():
                yield f"there is no file {word}"

    def _make(self, words: list[str]) -> Iterator[str]:
        targets = [word for word in words if "=" not in word]
        for word in words:
            name, given, value = word.partition("=")
            if not given:
                if name not in TARGET.findall(self.makefile):
                    yield f"there is no target make {name}"
            elif name == "ARGS" and targets:
                yield from unknown(f"make {targets[0]}", shlex.split(value), self._options_of_target(targets[0]))
            elif not re.search(rf"\$\(.*\b{name}\b|\${{{name}\b|^{name} \?=", self.makefile, re.MULTILINE):
                yield f"the Makefile reads no {name}"

    def _options_of_target(self, target: str) -> set[str]:
        """The options of the program that a target runs with ARGS."""
        recipe = self.makefile.partition(f"\n{target}:")[2].partition("\n\n")[0]
        line = next((line for line in recipe.splitlines() if "$(ARGS)" in line), "")
        if run := re.search(r"bin/luthier ([a-z]+)", line):
            return options_of(run[1])
        if "pytest" in line:
            return pytest_options()
        script = re.search(r"\$\(PY\) (?:-m )?(\S+)", line)
        if script is None:
            return set()
        name = script[1] if "/" in script[1] else script[1].replace(".", "/")
        file = ROOT / name
        files = sorted(file.glob("*.py")) if file.is_dir() else [file if file.suffix else file.with_suffix(".py")]
        return {option for file in files for option in re.findall(r'"(--[a-z-]+)"', file.read_text())}

    def _luthier(self, words: list[str]) -> Iterator[str]:
        subcommand = ""
        for word in words:
            if not re.fullmatch(r"[a-z]+", word) or help_of(f"{subcommand} {word}") == help_of(subcommand):
                break
            if help_of(f"{subcommand} {word}") is None:
                if not subcommand:
                    yield f"there is no command luthier {word}"
                    return
                break
            subcommand = f"{subcommand} {word}".strip()
        yield from unknown(f"luthier {subcommand}", words, options_of(subcommand))


def unknown(command: str, words: list[str], options: set[str]) -> Iterator[str]:
    given = [word.partition("=")[0] for word in words if word.startswith("-")]
    yield from (f"{command} has no option {option}" for option in given if option not in options)


@cache
def help_of(words: str) -> str | None:
    """The help of a subcommand of luthier; None where there is none."""
    told = io.StringIO()
    try:
        with redirect_stdout(told), redirect_stderr(io.StringIO()):
            parser().parse_args([*words.split(), "--help"])
    except SystemExit as end:
        return None if end.code else told.getvalue()
    return None


def options_of(words: str) -> set[str]:
    return set(OPTION.findall(help_of(words) or ""))


@cache
def pytest_options() -> set[str]:
    told = subprocess.run([sys.executable, "-m", "pytest", "--help"], cwd=ROOT, capture_output=True, text=True)
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", told.stdout))


def _address(text: str) -> str:
    """An address with its parameters made alike."""
    return re.sub(r"<[^>]*>", "<>", text)


def defines(file: Path, name: str) -> bool:
    """Whether a file defines a name, as `View.revision`: a field of the class View, or a method."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return name in python_names(text)
    pattern = "|".join(DEFINED.format(part) for part in [name.split(".")[-1]])
    return re.search(pattern, text, re.MULTILINE) is not None


def python_names(text: str) -> set[str]:
    """What a module defines at its top, and what its classes define: functions, fields, attributes of self."""
    names: set[str] = set()
    for node in ast.parse(text).body:
        names.update(_bound(node))
        if isinstance(node, ast.ClassDef):
            names.update(f"{node.name}.{name}" for inner in node.body for name in _bound(inner))
            names.update(f"{node.name}.{name}" for name in _attributes(node))
    return names


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def _attributes(node: ast.ClassDef) -> Iterator[str]:
    for inner in ast.walk(node):
        match inner:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name
