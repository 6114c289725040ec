"""The command line: each command works, and reports an error in a sentence."""

import json
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from engine.content.files import ATELIER
from server.cli import bench
from server.cli.main import main
from tests.server.people import APPRENTICE, PERSON, Host, play_on

Out = pytest.CaptureFixture[str]
BASELINE = Path(__file__).resolve().parent.parent / "bench" / "baseline.json"


@pytest.fixture
def exported(host: Host) -> dict[str, Any]:
    """The record of an unfinished game."""
    (ada,) = host.new_game(PERSON, APPRENTICE)
    for turn in range(40):
        while host.games.move_ai(ada.game):
            pass
        play_on((ada,), 1, f"exported {turn}")
    record: dict[str, Any] = ada.get("/export").json
    return record


def written(folder: Path, record: Any) -> str:
    file = folder / "game.json"
    file.write_text(record if isinstance(record, str) else json.dumps(record))
    return str(file)


def test_replay_verifies_a_log(exported: dict[str, Any], tmp_path: Path, capsys: Out):
    assert main(["replay", written(tmp_path, exported)]) == 0
    assert f"{len(exported['log'])} entries" in capsys.readouterr().out


def test_replay_names_the_first_entry_that_differs(exported: dict[str, Any], tmp_path: Path, capsys: Out):
    exported["log"][20]["choice"] = {"kind": "take", "slot": 3, "card": "oboe"}
    assert main(["replay", written(tmp_path, exported)]) == 1
    assert "log entry 21:" in capsys.readouterr().err


def test_replay_notices_another_end(exported: dict[str, Any], tmp_path: Path, capsys: Out):
    exported["hash"] = "0" * 64
    assert main(["replay", written(tmp_path, exported)]) == 1
    assert "another hash" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{", "[]", '{"header": 1, "log": []}', "[" * 100_000, ""])
def test_replay_refuses_a_file_that_is_no_record(tmp_path: Path, capsys: Out, text: str):
    assert main(["replay", written(tmp_path, text)]) == 1
    error = capsys.readouterr().err
    assert error.startswith("luthier: ")
    assert "Traceback" not in error


def test_replay_refuses_a_missing_file(tmp_path: Path, capsys: Out):
    assert main(["replay", str(tmp_path / "none.json")]) == 1
    assert "cannot be read: No such file" in capsys.readouterr().err


def test_content_check_finds_no_fault_in_the_shipped_card_set(capsys: Out):
    assert main(["content", "check"]) == 0
    assert "no fault found" in capsys.readouterr().out


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """The shipped card set with an instrument that costs an unknown material."""
    folder = tmp_path / "cards"
    shutil.copytree(ATELIER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    file = folder / "instruments.toml"
    file.write_text(file.read_text().replace("wood", "gold", 1))
    return folder


def test_content_check_names_file_and_card_of_a_fault(faulty: Path, capsys: Out):
    assert main(["content", "check", str(faulty)]) == 1
    out = capsys.readouterr().out
    assert "instruments.toml" in out
    assert "gold" in out


def test_a_card_set_with_a_fault_is_not_served(faulty: Path, tmp_path: Path, capsys: Out):
    assert main(["serve", "--port", str(free_port()), "--content", str(faulty), "--data", str(tmp_path / "data")]) == 1
    error = capsys.readouterr().err
    assert "instruments.toml" in error
    assert not (tmp_path / "data").exists()


def test_a_folder_without_cards_is_named(tmp_path: Path, capsys: Out):
    assert main(["content", "check", str(tmp_path)]) == 1
    assert "pack.toml" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path, capsys: Out):
    (tmp_path / "file").write_text("")
    assert main(["serve", "--port", str(free_port()), "--data", str(tmp_path / "file" / "data")]) == 1
    error = capsys.readouterr().err
    assert error.startswith("luthier: the folder ")
    assert len(error.splitlines()) == 1


def test_a_port_that_is_taken_is_refused(tmp_path: Path, capsys: Out):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--data", str(tmp_path / "data")]) == 1
    assert f"cannot listen at 127.0.0.1:{port}" in capsys.readouterr().err


def test_simulate_plays_mirrored_games(capsys: Out):
    assert main(["simulate", "--seats", "apprentice,random", "--games", "2", "--seed", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["games"] == 2
    assert {"games_per_s", "decisions_per_s"} <= set(result)
    keys = {"level", "wins", "win_rate", "ci95", "mean_prestige", "sources"}
    assert [entry["level"] for entry in result["seats"]] == ["apprentice", "random"]
    assert all(keys <= set(entry) for entry in result["seats"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "apprentice"], "2 to 4 seats"),
        (["--seats", "apprentice,genius"], "genius"),
        (["--games", "0"], "--games must be at least 1, not 0"),
    ],
)
def test_simulate_refuses_impossible_options(capsys: Out, arguments: list[str], message: str):
    assert main(["simulate", *arguments]) == 1
    assert message in capsys.readouterr().err


FIGURES = {
    "calibration_ms",
    "choice_us",
    "choice_us_three_seats",
    "legal_choices_worst_us",
    "clone_us",
    "view_us",
    "state_json_bytes",
    "random_game_ms",
    "choices_per_s",
}


def test_bench_measures_every_figure(capsys: Out, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "LOOP", 1000)
    assert main(["bench", "--games", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) >= FIGURES
    assert all(figures[name] > 0 for name in FIGURES)
    assert figures["state_json_bytes"] < 60_000


def test_the_baseline_has_every_figure():
    baseline = json.loads(BASELINE.read_text())
    assert set(baseline) >= FIGURES


def test_bench_compares_with_a_baseline(capsys: Out, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "measure", lambda games: json.loads(BASELINE.read_text()))
    assert main(["bench", "--compare", str(BASELINE), "--fail-above", "1.5"]) == 0
    table = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert table["clone_us"][0] == table["clone_us"][1]
    assert table["clone_us"][2] == "1.00"


BEFORE = {"calibration_ms": 50, "clone_us": 10.0, "choices_per_s": 40_000, "state_json_bytes": 9000, "view_us": 80}


@pytest.mark.parametrize(
    ("changed", "ratios"),
    [
        ({}, {"clone_us": 1.0, "choices_per_s": 1.0, "state_json_bytes": 1.0}),
        ({"clone_us": 20.0, "choices_per_s": 20_000}, {"clone_us": 2.0, "choices_per_s": 2.0, "state_json_bytes": 1.0}),
        ({"calibration_ms": 100}, {"clone_us": 0.5, "choices_per_s": 0.5, "state_json_bytes": 1.0}),
        ({"state_json_bytes": 18_000}, {"clone_us": 1.0, "choices_per_s": 1.0, "state_json_bytes": 2.0}),
    ],
)
def test_ratios_are_scaled_to_one_machine(changed: dict[str, float], ratios: dict[str, float]):
    before = {name: value for name, value in BEFORE.items() if name != "view_us"}
    assert bench.compare({**BEFORE, **changed}, before) == ratios


def test_bench_fails_above_the_ratio_alone(tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "measure", lambda games: BEFORE | {"clone_us": 20.0})
    compared = ["bench", "--compare", written(tmp_path, BEFORE)]
    assert main(compared) == 0
    assert main([*compared, "--fail-above", "2"]) == 0
    assert main([*compared, "--fail-above", "1.9"]) == 1
    assert capsys.readouterr().err == "luthier: clone_us is 2.00 times as bad as before, more than 1.9\n"


@pytest.mark.parametrize("text", ["{", "[]", '{"clone_us": 3}', '{"calibration_ms": 0}', '{"calibration_ms": "fast"}'])
def test_bench_refuses_a_file_without_measurements(tmp_path: Path, capsys: Out, text: str):
    assert main(["bench", "--compare", written(tmp_path, text)]) == 1
    assert capsys.readouterr().err.startswith("luthier: ")


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--fail-above", "2"]])
def test_bench_refuses_impossible_options(capsys: Out, arguments: list[str]):
    assert main(["bench", *arguments]) == 1
    assert capsys.readouterr().err.startswith("luthier: ")


def test_openapi_prints_the_document(capsys: Out):
    assert main(["openapi"]) == 0
    assert json.loads(capsys.readouterr().out)["openapi"].startswith("3.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
