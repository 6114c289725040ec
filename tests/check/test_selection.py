"""`make check` finds the changes since main and the tests that they affect."""

import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.check import __main__ as check
from tests.check import selection
from tests.check.selection import READERS, ROOT, changed_since_main, python_tests, web_files


def folders(changed: str) -> set[str]:
    """The folders of the tests that a change affects."""
    return {Path(file).parent.as_posix() for file in python_tests([changed])}


def test_a_change_inside_a_rule_affects_the_engines_tests_its_own_first_and_not_the_servers() -> None:
    found = python_tests(["engine/rules/salon.py"])
    assert [file for file, distance in found.items() if distance == 0 and "rules" in file] == [
        "tests/engine/rules/test_salon.py"
    ]
    assert {"tests/engine/rules/test_guild.py", "tests/engine/test_random_games.py"} < set(found)
    assert {"tests/golden/test_golden.py", "tests/playthroughs/test_playthroughs.py"} < set(found)
    assert list(found.values()) == sorted(found.values())
    assert "tests/server" not in folders("engine/rules/salon.py")


def test_a_change_of_what_another_package_imports_affects_its_tests_too() -> None:
    assert {"tests/engine/rules", "tests/automa", "tests/server"} < folders("engine/view.py")


def test_a_change_of_the_server_affects_its_tests_alone() -> None:
    assert folders("server/http/app.py") == {"tests/server", "tests"}


def test_a_change_of_a_test_affects_itself_and_one_of_a_fixture_its_folder() -> None:
    assert python_tests(["tests/engine/rules/test_salon.py"])["tests/engine/rules/test_salon.py"] == 0
    assert len(python_tests(["tests/engine/rules/test_salon.py"])) < 10
    assert {file.parent.as_posix() for file in map(Path, python_tests(["tests/server/conftest.py"]))} == {
        "tests/server",
        "tests",
    }


def test_a_change_of_a_card_affects_the_tests_of_the_card_set() -> None:
    assert python_tests(["engine/content/awards.toml"])["tests/content/test_atelier.py"] == 1
    assert web_files(["engine/content/awards.toml"]) == ["tests/content.ts"]


def test_a_module_that_is_gone_affects_those_that_still_import_it(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text("from engine import gone")
    assert "engine/gone.py" in set(selection.imported_files(tmp_path / "user.py"))


def test_without_a_change_nothing_is_affected() -> None:
    assert python_tests([]) == {}
    assert web_files([]) == []


def test_a_change_of_the_web_app_runs_the_vitest_files_that_import_it(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(check, "InWeb", lambda *words: started.append(words))
    check.start_web_checks(web_files(["web/src/text/names.ts", "engine/rules/salon.py"]))
    assert ("npx", "vitest", "related", "--run", "--passWithNoTests", "src/text/names.ts") in [w[:6] for w in started]
    assert ("npm", "run", "--silent", "check") in started


def test_every_file_that_is_no_module_has_its_readers() -> None:
    """A new kind of data file is given to those that read it, or make check would run nothing for it."""
    tracked = selection._git("ls-files", "engine", "automa", "server", "tests", "web/offline")
    without = [file for file in tracked if not file.endswith(".py")]
    assert [file for file in without if not any(fnmatch(file, pattern) for pattern in READERS)] == []
    assert [reader for readers in READERS.values() for reader in readers if not any(ROOT.glob(reader))] == []


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two files on main."""
    monkeypatch.setattr(selection, "ROOT", tmp_path)
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path, "on-main", "also-on-main")
    return tmp_path


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, *files: str) -> None:
    for file in files:
        (folder / file).write_text(f"{file} of {len(list(folder.iterdir()))}")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "more")


def test_what_differs_from_where_the_branch_left_main_has_changed(repository: Path) -> None:
    git(repository, "checkout", "-qb", "work")
    commit(repository, "committed")
    git(repository, "checkout", "-q", "main")
    commit(repository, "later-on-main")
    git(repository, "checkout", "-q", "work")
    (repository / "on-main").write_text("edited")
    (repository / "also-on-main").unlink()
    (repository / "untracked").write_text("new")
    assert changed_since_main() == ["also-on-main", "committed", "on-main", "untracked"]


def test_on_main_itself_the_fetched_main_is_compared_with(repository: Path) -> None:
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    commit(repository, "not-pushed")
    assert changed_since_main() == ["not-pushed"]


def test_without_another_branch_only_uncommitted_files_have_changed(repository: Path) -> None:
    commit(repository, "committed")
    (repository / "untracked").write_text("new")
    assert changed_since_main() == ["untracked"]
