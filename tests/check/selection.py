"""Which tests a change affects: from changed files to test files, nearest first.

A test file is affected when it changed, or when it imports a changed module, directly or through other modules.
Between the packages engine, automa, server and the browser's engine only direct imports count: a change inside a rule
affects the engine's tests, a change of a module that the server imports itself affects the server's tests too.
Otherwise nearly every change would affect nearly every test.
"""

import ast
import fnmatch
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("engine", "automa", "server", "web/offline", "tests")
PACKAGE_OF = {
    "engine": "engine",
    "tests/engine": "engine",
    "tests/content": "engine",
    "automa": "automa",
    "tests/automa": "automa",
    "server": "server",
    "tests/server": "server",
    "web/offline": "offline",
    "tests/offline": "offline",
}
"""The package that a folder belongs to; the golden games and the playthroughs belong to none, and test all."""
READERS = {
    "engine/RULES.md": ("tests/engine/rules/test_*.py", "web/scripts/rules.ts"),
    "engine/content/*.toml": ("engine/content/files.py", "web/tests/content.ts"),
    "engine/content/VOCABULARY.md": ("tests/content/test_vocabulary.py",),
    "engine/content/files.py": ("web/tests/content.ts",),
    "pyproject.toml": ("tests/conftest.py",),
    "requirements.txt": ("tests/conftest.py",),
    "server/cli/*.py": ("tests/server/server_process.py",),
    "server/http/pages/*": ("server/http/reference.py",),
    "server/requirements.txt": (),
    "tests/*/requirements.txt": (),
    "tests/bench/baseline.json": ("tests/server/test_cli.py",),
    "tests/engine/perft.txt": ("tests/engine/test_perft.py",),
    "tests/golden/*.json": ("tests/golden/test_*.py", "tests/playthroughs/test_playthroughs.py"),
    "tests/playthroughs/*.txt": ("tests/playthroughs/test_playthroughs.py",),
    "web/src/api/generated.ts": ("tests/server/test_openapi.py",),
    "web/src/messages/*": ("web/src/text/i18n.ts",),
}
"""Files that are read, not imported, by pattern, with their readers: a change of the first is one of the second."""


def changed_since_main() -> list[str]:
    """Files that differ from the merge base with main, uncommitted and untracked ones included."""
    base = _git("merge-base", "HEAD", _main())[0]
    untracked = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", "--no-renames", base), *untracked})


def _main() -> str:
    """The branch to compare with: on main itself the one that it was fetched from."""
    on_main = _git("rev-parse", "--abbrev-ref", "HEAD") == ["main"]
    for name in ("origin/main", "HEAD") if on_main else ("main", "origin/main", "HEAD"):
        if _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"):
            return name
    raise SystemExit("make check needs a git repository with a commit")


def _git(*words: str) -> list[str]:
    asked = subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return asked.stdout.splitlines()


def python_tests(changed: Iterable[str]) -> dict[str, int]:
    """The affected test files, each with its distance from the change, nearest first.

    Tests of the repository as a whole, which lie in tests/ itself, are affected by every change.
    """
    changed = with_readers(changed)
    found = {file: far for file, far in distances(changed).items() if is_test(file) and (ROOT / file).exists()}
    named_after = {(package(file), f"test_{Path(file).stem}") for file in changed}
    found |= {file: 0 for file in found if (package(file), Path(file).stem) in named_after}
    whole = (path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_*.py"))
    found |= {file: 0 for file in whole if changed}
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))


def web_files(changed: Iterable[str]) -> list[str]:
    """The changed files of the web app that there still are, relative to its folder."""
    files = (file for file in with_readers(changed) if file.startswith("web/") and not file.endswith(".py"))
    return [file.removeprefix("web/") for file in files if (ROOT / file).exists()]


def with_readers(changed: Iterable[str]) -> list[str]:
    """The changed files and those that read them."""
    changed = list(changed)
    patterns = [p for pattern, readers in READERS.items() for p in readers if fnmatch.filter(changed, pattern)]
    read = (path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern))
    return list(dict.fromkeys([*changed, *read]))


def is_test(file: str) -> bool:
    return file.startswith("tests/") and fnmatch.fnmatch(Path(file).name, "test_*.py")


def package(file: str) -> str | None:
    """The package that a file belongs to."""
    return next((name for folder, name in PACKAGE_OF.items() if file.startswith(f"{folder}/")), None)


def distances(changed: Iterable[str]) -> dict[str, int]:
    """How many imports lie between a change and each file that it affects."""
    users = importers()
    found = {file: 0 for file in changed if file.endswith(".py")}
    ring = list(found)
    for distance in count(1):
        ring = [user for file in ring for user in users[file] if reaches(file, user, distance == 1)]
        ring = [user for user in dict.fromkeys(ring) if user not in found]
        if not ring:
            break
        found |= dict.fromkeys(ring, distance)
    return found


def reaches(file: str, user: str, changed: bool) -> bool:
    """Whether what affects a file affects the file that imports it too; `changed` where it is the change itself."""
    return changed or package(user) in (None, package(file))


@cache
def importers() -> dict[str, set[str]]:
    """By file, those that import it: a module's package comes before it, fixtures with the folder of a test."""
    users: dict[str, set[str]] = defaultdict(set)
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.py"):
            user = path.relative_to(ROOT).as_posix()
            for file in (*imported_files(path), *fixtures_for(user)):
                users[file].add(user)
    return users


def imported_files(path: Path) -> Iterator[str]:
    """The files of each module that a file imports anywhere, also where there is none by that name any more."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from files_of(alias.name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield from files_of(f"{node.module}.{alias.name}")


def files_of(name: str) -> Iterator[str]:
    """The files that are run to import a dotted name, of which the last part may be no module but a name in one."""
    parts = name.split(".")
    yield f"web/offline/{parts[0]}.py"
    for end in range(1, len(parts) + 1):
        yield "/".join(parts[:end]) + ".py"
        yield "/".join(parts[:end]) + "/__init__.py"


def fixtures_for(file: str) -> Iterator[str]:
    """The files of fixtures for a test file."""
    if is_test(file):
        yield from (f"{folder.as_posix()}/conftest.py" for folder in list(Path(file).parents)[:-1])
