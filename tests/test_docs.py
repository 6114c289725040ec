"""The documents name nothing that does not exist, and what people can run is documented."""

import re
from pathlib import Path

import pytest

from tests.documents import DOCUMENTS, GAME_DOCUMENTS, ROOT, TARGET, Checker, help_of, source_files


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker()


@pytest.mark.parametrize("document", [*DOCUMENTS, *GAME_DOCUMENTS], ids=lambda path: path.name)
def test_all_that_a_document_names_exists(document: Path, checker: Checker) -> None:
    """Commands, options, files, links, addresses, rules and code names of the README, docs/ and the rules exist."""
    faults = checker.faults(document.read_text(encoding="utf-8"), document.parent)
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("`make tset`", "`make test`"),
        ("`make random GAMSE=5`", "`make random GAMES=5`"),
        ('`make play ARGS="--prot 9000"`', '`make play ARGS="--port 9000"`'),
        ('`make load ARGS="--tabels 5"`', '`make load ARGS="--tables 5"`'),
        ('`make unit ARGS="--ruels"`', '`make unit ARGS="-k salon"`'),
        ("`luthier sevre`", "`luthier serve`"),
        ("`luthier serve --json`", "`luthier simulate --json`"),
        ("`luthier content chekc --x`", "`luthier content check`"),
        ("`--behind-a-proxy`", "`--behind-proxy`"),
        ("`LUTHIER_DATUM`", "`LUTHIER_DATA`"),
        ("`/api/games/<game>/ply`", "`/api/games/<game>/undo`"),
        ("`engine/vieuw.py`", "`engine/view.py`"),
        ("`engine/rulse/`", "`engine/rules/`"),
        ("`engine/contents/*.toml`", "`engine/content/*.toml`"),
        ("`engine/view.py:Vieuw`", "`engine/view.py:View`"),
        ("`engine/view.py:View.ply`", "`engine/view.py:View.revision`"),
        ("`web/src/api/host.ts:Hots`", "`web/src/api/host.ts:Host`"),
        ("`web/src/main.tsx.ts`", "`web/src/main.ts`"),
        ("`view_fro`", "`view_for`"),
        ("`state.agendum`", "`state.agenda`"),
        ("`plan-wrokers`", "`plan-worker`"),
        ("[x](docs/NOWHERE.md)", "[x](docs/HOSTING.md)"),
        ("[x](docs/HOSTING.md#no-such-heading)", "[x](docs/HOSTING.md#settings)"),
        ("# A b\n[x](#a-c)", "# A b\n[x](#a-b)"),
        ("![x](docs/pictures/none.png)", "![x](docs/pictures/phone.png)"),
        ("see GEN-999", "see GEN-10"),
        ("`npm run chekc`", "`npm run check`"),
        ("`cd web && npx vitest run src/txet`", "`cd web && npx vitest run src/text`"),
        ("`.venv/bin/python -m pytest tests/none.py`", "`.venv/bin/python -m pytest -q tests/test_docs.py`"),
        ("```\nmake tset # not there\n```", "```\nmake test # there\n```"),
        ('```json\n{"revisoin": 1}\n```', '```json\n{"revision": 1}\n```'),
        ('`{"hello": {"gmae"}}`', '`{"hello": {"game"}}`'),
    ],
)
def test_the_checker_finds_a_wrong_name(wrong: str, right: str, checker: Checker) -> None:
    """Each kind of name is really looked up: a misspelt one is found, and the same without the mistake is not."""
    assert len(checker.faults(wrong)) == 1
    assert checker.faults(right) == []


def documented() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)


def test_every_make_target_is_documented() -> None:
    """What `make help` lists is in the README or in docs/."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z0-9-]+):.*## ", makefile, re.MULTILINE)
    assert len(targets) > 20
    assert set(targets) <= set(TARGET.findall(makefile))
    assert [target for target in targets if not re.search(rf"make {target}\b(?!-)", documented())] == []


def test_every_command_is_documented() -> None:
    """Each subcommand of luthier is in the README or in docs/."""
    commands = re.findall(r"^ {4}([a-z]+) ", help_of("") or "", re.MULTILINE)
    assert {"serve", "simulate", "replay", "backup"} <= set(commands)
    assert [command for command in commands if f"luthier {command}" not in documented()] == []


def test_every_document_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in DOCUMENTS[1:] if f"(docs/{path.name})" not in readme] == []


def test_code_names_no_document_that_is_not_there() -> None:
    """A comment that refers to a document refers to one that a reader can open."""
    known = {path.name for path in ROOT.glob("*.md")} | {path.name for path in source_files() if path.suffix == ".md"}
    known |= {path.name for path in DOCUMENTS}
    named = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in source_files()
        for name in re.findall(r"\b[A-Z][A-Z0-9_]+\.md\b|\bDESIGN\b", path.read_text(encoding="utf-8"))
        if name not in known
    }
    assert named == set()
