"""What all tests share: the marker `rule` and the option `--rules`, which lists the rules that no test names."""

import gc
import re
from functools import cache
from pathlib import Path

import pytest

pytest_plugins = ("tests.check.time_box",)

RULES = Path(__file__).resolve().parent.parent / "engine" / "RULES.md"
RULE_ID = re.compile(r"\*\*([A-Z]+-[A-Z]?\d+)\*\*")

untested = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rules",
        action="store_true",
        help="print each rule of engine/RULES.md that no test names, one id a line, and run nothing",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.option.rules:
        config.option.verbose = -1
        config.option.dist = "no"  # the collecting must happen in this process


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Hold what the tests name against the rules, before any of them is deselected."""
    if hasattr(config, "workerinput"):
        return  # a worker of xdist has no way to report a usage error: there the test itself fails, below
    rules = rule_ids()
    named = {rule for item in items for rule in rules_named_by(item, rules)}
    config.stash[untested] = [rule for rule in rules if rule not in named]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    config = session.config
    if not config.option.rules or session.testsfailed:
        return None  # a module that cannot be collected is reported as in any other run
    config.pluginmanager.unregister(name="terminalreporter")
    if unnamed := config.stash.get(untested, []):
        print("\n".join(unnamed))
    return True


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.option.rules and not session.testsfailed and untested in session.config.stash:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED if session.config.stash[untested] else pytest.ExitCode.OK


def pytest_collection_finish() -> None:
    """What stands when the tests begin is not looked through again and again for garbage: a tenth of their time."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    rules_named_by(item, rule_ids())


@cache
def rule_ids() -> list[str]:
    """The ids of the rules, each once, in the order of the rulebook."""
    if not RULES.exists():
        raise pytest.UsageError(f"{RULES.parent.name}/{RULES.name} is missing")
    return list(dict.fromkeys(RULE_ID.findall(RULES.read_text(encoding="utf-8"))))


def rules_named_by(item: pytest.Item, rules: list[str]) -> list[str]:
    named: list[str] = []
    for marker in item.iter_markers("rule"):
        if not marker.args or marker.kwargs:
            raise pytest.UsageError(f'{item.nodeid}: say which rule, as in @pytest.mark.rule("SAL-2")')
        unknown = [rule for rule in marker.args if rule not in rules]
        if unknown:
            raise pytest.UsageError(f"{item.nodeid}: engine/RULES.md has no rule {', '.join(map(str, unknown))}")
        named += marker.args
    return named
