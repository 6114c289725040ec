"""`make load` on a small scale, and that it would notice what is lost or doubled."""

from types import SimpleNamespace

import pytest

from engine.content.files import load as load_content
from tests.server import load
from tests.server.people import Host, Person
from tests.server.random_players import AcknowledgedMove, faults

CONTENT = load_content()


def test_nothing_is_lost_or_doubled_under_a_small_load(capsys: pytest.CaptureFixture[str]):
    assert load.main(["--tables", "3", "--seconds", "4", "--pace", "0.2", "--processes", "2"]) == 0
    printed = {line[:32].strip(): line[32:].strip() for line in capsys.readouterr().out.splitlines()}
    assert float(printed["moves a second"]) > 0
    assert float(printed["pushes a second"]) > 0
    assert int(printed["memory MB, web processes"]) > 0
    assert printed["lost or doubled moves"] == printed["lost or doubled pushes"] == "0"


def test_what_is_lost_ends_the_command_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(load, "faults", lambda *_: ["lost: one move"])
    assert load.main(["--tables", "1", "--seconds", "1", "--pace", "0.2", "--processes", "1"]) == 1
    assert "lost: one move" in capsys.readouterr().err


# --- the check itself ------------------------------------------------------------------------------------------------


@pytest.fixture
def people(host: Host) -> tuple[Person, ...]:
    return host.new_game()


def find_move(person: Person) -> AcknowledgedMove:
    """A move, as its player remembers it."""
    revision, choice = person.revision, person.legal_choices[0]
    person.submit(choice)
    return AcknowledgedMove(f"at {revision}", person.seat, revision, choice)


def remembering(seat: int, *done: AcknowledgedMove) -> SimpleNamespace:
    return SimpleNamespace(seat=seat, done=list(done))


def test_a_log_with_every_press_once_is_found_good(host: Host, people: tuple[Person, ...]):
    ada, bo = people
    players = [remembering(0, find_move(ada)), remembering(1, find_move(bo))]
    assert faults(host.record(ada.game), players, CONTENT) == []


def test_a_press_that_is_not_in_the_log_is_lost(host: Host, people: tuple[Person, ...]):
    ada, _ = people
    done = find_move(ada)
    never = AcknowledgedMove("never", 1, 1, {"kind": "pass"})
    elsewhere = AcknowledgedMove("elsewhere", 1, 0, done.choice)
    found = faults(host.record(ada.game), [remembering(0, done), remembering(1, never, elsewhere)], CONTENT)
    assert [fault.split(":")[0] for fault in found] == ["lost", "lost"]


def test_a_choice_that_nobody_was_told_of_is_doubled(host: Host, people: tuple[Person, ...]):
    ada, bo = people
    done = find_move(ada)
    find_move(bo)
    assert faults(host.record(ada.game), [remembering(0, done), remembering(1)], CONTENT) == [
        "1 choices in the log that nobody was told of"
    ]
