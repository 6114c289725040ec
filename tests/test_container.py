"""The Containerfile and the locks hold together: what they name is there, and is what the rest of the project uses."""

import json
import re
import shlex
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest

from server.cli.main import parser

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted(
    path.relative_to(ROOT)
    for path in ROOT.glob("**/requirements.txt")
    if not {".venv", "node_modules"} & set(path.parts)
)
TARGET = re.compile(r"^([a-z0-9-]+):", re.MULTILINE)


class Step(NamedTuple):
    """An instruction of the Containerfile."""

    word: str
    rest: str


def steps(*words: str) -> list[Step]:
    lines = (ROOT / "Containerfile").read_text().splitlines()
    read = [Step(*line.split(" ", 1)) for line in lines if line and not line.startswith("#")]
    return [step for step in read if not words or step.word in words]


def ignored(path: str) -> bool:
    """Whether .dockerignore leaves a file out: the last line that fits it decides."""
    left_out = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!")
        parts = [path, *map(str, Path(path).parents)]
        if line and not line.startswith("#") and any(fnmatch(part, pattern.replace("**/", "*")) for part in parts):
            left_out = not line.startswith("!")
    return left_out


def copied() -> list[str]:
    """What is copied from this folder, not from an earlier stage."""
    return [word for step in steps("COPY") if "--from" not in step.rest for word in step.rest.split()[:-1]]


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def test_all_that_is_copied_is_there_and_not_ignored() -> None:
    assert len(copied()) > 8
    for path in copied():
        assert (ROOT / path).exists(), path
        assert not ignored(path), path


@pytest.mark.parametrize(
    "path", [".venv/bin/python", ".git/config", "data/games.db", "web/node_modules/vite/x.js", "web/dist/x.js"]
)
def test_what_a_machine_has_of_its_own_stays_out(path: str) -> None:
    assert ignored(path)


def test_stages_copy_from_stages_that_are_there() -> None:
    named = {step.rest.split(" AS ")[1] for step in steps("FROM") if " AS " in step.rest}
    taken = {word.removeprefix("--from=") for step in steps("COPY") for word in step.rest.split() if "--from=" in word}
    assert taken == named


def test_its_make_targets_are_there() -> None:
    made = [word for step in steps("RUN") if step.rest.startswith("make ") for word in step.rest.split()[1:]]
    assert made
    assert set(made) <= set(TARGET.findall((ROOT / "Makefile").read_text()))


def test_it_serves_with_options_that_there_are() -> None:
    """With the settings that the image begins with."""
    environment = dict(word.split("=", 1) for step in steps("ENV") for word in shlex.split(step.rest))
    *_, command = json.loads(steps("CMD")[-1].rest)
    words = re.sub(r"\$([A-Z]+)", lambda name: environment[name[1]], command).split()
    assert words[:3] == ["exec", "luthier", "serve"]
    asked = parser().parse_args(words[2:])
    assert (asked.host, asked.port, asked.processes) == ("0.0.0.0", 8765, 1)
    assert parser().parse_args([*words[2:], "--behind-proxy"]).behind_proxy


def test_it_is_healthy_when_it_is_ready_and_runs_as_nobody_in_particular() -> None:
    assert "/readyz" in steps("HEALTHCHECK")[0].rest
    assert str(parser().parse_args(["serve"]).port) in steps("HEALTHCHECK")[0].rest
    assert steps("USER")[-1].rest == "luthier"
    assert steps("VOLUME")[0].rest == "/data"


def test_every_setting_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["serve", "--help"])
    options = set(re.findall(r"--[a-z][a-z-]*", capsys.readouterr().out)) - {"--help"}
    hosting = (ROOT / "docs" / "HOSTING.md").read_text()
    assert len(options) > 6
    assert {option for option in options if f"`{option}" not in hosting} == set()


# --- locks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", LOCKS, ids=str)
def test_every_package_of_a_lock_has_hashes_and_no_address(lock: Path) -> None:
    text = (ROOT / lock).read_text()
    packages = re.split(r"\n(?=[a-z])", text.strip())
    assert [package.split("==")[0] for package in packages if "--hash=sha256:" not in package] == []
    assert "://" not in text


def test_the_locks_agree() -> None:
    """What is served in a container is what was tested."""
    tested = pins(Path("requirements.txt"))
    for lock in LOCKS:
        differing = {name: version for name, version in pins(lock).items() if tested.get(name, version) != version}
        assert differing == {}, lock
    assert set(pins(Path("server/requirements.txt"))) <= set(tested)


def test_every_lock_is_audited() -> None:
    recipe = (ROOT / "Makefile").read_text().partition("\naudit:")[2].partition("\n\n")[0]
    assert {str(lock) for lock in LOCKS} <= set(recipe.replace(";", " ").split())
