"""`make load` on a small scale, and that its check finds lost and doubled moves."""

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


def test_a_lost_move_ends_the_command_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(load, "faults", lambda *_: ["lost: one move"])
    assert load.main(["--tables", "1", "--seconds", "1", "--pace", "0.2", "--processes", "1"]) == 1
    assert "lost: one move" in capsys.readouterr().err


# --- the check itself ------------------------------------------------------------------------------------------------


@pytest.fixture
def people(host: Host) -> tuple[Person, ...]:
    return host.new_game()


def submit_move(person: Person) -> AcknowledgedMove:
    revision, choice = person.revision, person.legal_choices[0]
    person.submit(choice)
    return AcknowledgedMove(f"at {revision}", person.seat, revision, choice)


def player(seat: int, *acknowledged: AcknowledgedMove) -> SimpleNamespace:
    return SimpleNamespace(seat=seat, acknowledged=list(acknowledged))


def test_a_log_with_every_move_once_has_no_fault(host: Host, people: tuple[Person, ...]):
    ada, bo = people
    players = [player(0, submit_move(ada)), player(1, submit_move(bo))]
    assert faults(host.record(ada.game), players, CONTENT) == []


def test_a_move_that_is_not_in_the_log_is_lost(host: Host, people: tuple[Person, ...]):
    ada, _ = people
    move = submit_move(ada)
    never = AcknowledgedMove("never", 1, 1, {"kind": "pass"})
    elsewhere = AcknowledgedMove("elsewhere", 1, 0, move.choice)
    found = faults(host.record(ada.game), [player(0, move), player(1, never, elsewhere)], CONTENT)
    assert [fault.split(":")[0] for fault in found] == ["lost", "lost"]


def test_a_choice_that_was_never_acknowledged_is_doubled(host: Host, people: tuple[Person, ...]):
    ada, bo = people
    move = submit_move(ada)
    submit_move(bo)
    assert faults(host.record(ada.game), [player(0, move), player(1)], CONTENT) == [
        "1 choices in the log that were never acknowledged"
    ]
