"""In `make check` tests begin while there is time, the nearest first and then the fastest."""

import json
import time

import pytest

pytest_plugins = ("pytester",)

ONE = "def test_slow(): pass\ndef test_fast(): pass\n"


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Two test files, whose tests have run before."""
    pytester.makepyfile(test_far=ONE, test_near=ONE)
    seconds = pytester.path / ".pytest_cache" / "v" / "luthier" / "seconds"
    seconds.parent.mkdir(parents=True)
    seconds.write_text(json.dumps({"test_far.py::test_slow": 20, "test_near.py::test_slow": 5}))
    monkeypatch.setenv("CHECK_FIRST", "test_near.py")
    return pytester


def run(folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, until: float) -> pytest.RunResult:
    monkeypatch.setenv("CHECK_UNTIL", str(until))
    return folder.runpytest_subprocess("-v", "-p", "tests.check.time_box", "-p", "no:schemathesis")


def test_the_nearest_run_first_and_then_the_fastest(folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = run(folder, monkeypatch, time.time() + 60)
    order = [line.split()[0] for line in ended.outlines if " PASSED" in line]
    assert order == [
        f"test_{name}"
        for name in ("near.py::test_slow", "near.py::test_fast", "far.py::test_fast", "far.py::test_slow")
    ]


def test_none_begins_that_would_end_too_late(folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = run(folder, monkeypatch, time.time() + 12)
    assert "test_far.py::test_slow" not in " ".join(line for line in ended.outlines if " PASSED" in line)
    ended.stdout.fnmatch_lines(["Ran 3 of 4 affected tests, the nearest and fastest; the rest by make unit"])
    assert ended.ret == 0


def test_what_a_test_took_is_recorded_in_any_run(folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.makepyfile(test_near="import time\ndef test_slow(): time.sleep(0.2)\n")
    run(folder, monkeypatch, float("inf"))
    seconds = json.loads((folder.path / ".pytest_cache" / "v" / "luthier" / "seconds").read_text())
    assert 0.2 <= seconds["test_near.py::test_slow"] < 5
    assert seconds["test_far.py::test_slow"] < 20
