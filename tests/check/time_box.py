"""pytest plugin: records how long tests take, and in `make check` begins none that would end too late.

The tests of the files in $CHECK_FIRST run first, then the fastest, by the seconds that each took when it last ran in
any run of pytest. None begins that would end after $CHECK_UNTIL, a time in seconds since 1970.
"""

import math
import os
import time

import pytest

KEY = "luthier/seconds"
FIRST = os.environ.get("CHECK_FIRST", "").split()
UNTIL = float(os.environ.get("CHECK_UNTIL", "inf"))
TOO_LATE = "the rest by make unit"
USUAL = 0.1
"""Seconds of a test that has not run yet."""

expected = pytest.StashKey[float]()
taken: dict[str, float] = {}
late = set[str]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if math.isinf(UNTIL):
        return
    known = config.cache.get(KEY, {})
    for item in items:
        item.stash[expected] = known.get(item.nodeid, USUAL)
    items.sort(key=lambda item: -1 if item.nodeid.partition("::")[0] in FIRST else item.stash[expected])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if time.time() + item.stash.get(expected, 0) > UNTIL:
        pytest.skip(TOO_LATE)


def pytest_report_teststatus(report: pytest.TestReport | pytest.CollectReport) -> tuple[str, str, str] | None:
    if report.nodeid not in late:
        return None
    return ("left out" if report.when == "setup" else "", "", "")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and TOO_LATE in str(report.longrepr):
        late.add(report.nodeid)
    elif report.nodeid not in late:
        taken[report.nodeid] = taken.get(report.nodeid, 0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        measured = {name: round(duration, 2) for name, duration in taken.items()}
        session.config.cache.set(KEY, session.config.cache.get(KEY, {}) | measured)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if late:
        ran, affected = len(taken), len(taken) + len(late)
        terminalreporter.write_line(f"Ran {ran} of {affected} affected tests, the nearest and fastest; {TOO_LATE}")
