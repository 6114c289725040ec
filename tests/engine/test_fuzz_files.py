"""`luthier replay FILE`: whatever the file holds, it is verified or refused in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.rng import stream
from server.cli.main import main
from tests.engine.spoil import spoilt

Out = pytest.CaptureFixture[str]
RELEASED = sorted((Path(__file__).resolve().parents[1] / "golden" / "released").glob("*.json"))
TEXT = RELEASED[0].read_text(encoding="utf-8")
RECORD = json.loads(TEXT)
SHORT = {"header": RECORD["header"], "log": RECORD["log"][:40]}
NINES = "9" * 3000


def replayed(file: Path, capsys: Out) -> str:
    """What the command says of the file: on the output if the log holds, else one line of refusal."""
    status = main(["replay", str(file)])
    said, refused = capsys.readouterr()
    if status == 0:
        assert said.startswith("The log holds: ")
        assert refused == ""
        return said
    assert status == 1
    assert said == ""
    assert refused.startswith("luthier: ")
    assert refused.count("\n") == 1
    assert len(refused) < 600
    return refused


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in RELEASED])
def test_a_saved_game_is_verified(path: Path, capsys: Out) -> None:
    assert "entries" in replayed(path, capsys)


def changed(old: str, new: str) -> bytes:
    assert old in TEXT
    return TEXT.replace(old, new, 1).encode()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        pytest.param(b"", "no JSON", id="empty"),
        pytest.param(b" \n\t", "no JSON", id="blank"),
        pytest.param(b"\0" * 100, "no JSON", id="zeros"),
        pytest.param(TEXT[: len(TEXT) // 2].encode(), "no JSON", id="cut off"),
        pytest.param(TEXT.encode() + b"}", "no JSON", id="more behind"),
        pytest.param(TEXT.encode("utf-16"), "no JSON", id="UTF-16"),
        pytest.param(TEXT.encode("utf-8-sig"), "no JSON", id="byte order mark"),
        pytest.param(b'{"header": "\xe9"}', "no JSON", id="Latin-1"),
        pytest.param(b"[" * 100_000, "no JSON", id="deep and open"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, "no JSON", id="deep arrays"),
        pytest.param(b'{"log":' * 100_000 + b"1" + b"}" * 100_000, "no JSON", id="deep objects"),
        pytest.param(b'{"log": [], "header": ' + b"[" * 500 + b"]" * 500 + b"}", "Header: an object", id="nested"),
        pytest.param(b"null", "record: an object", id="null"),
        pytest.param(b"Infinity", "record: an object", id="infinite"),
        pytest.param(changed('"move":1,', f'"move":{NINES * 2},'), "no JSON", id="number too long to read"),
        pytest.param(changed('"move":1,', f'"move":{NINES},'), "log entry 1: move: .* huge", id="huge number"),
        pytest.param(changed('"move":1,', '"move":1e999,'), "log entry 1: move: .* inf", id="infinite number"),
        pytest.param(changed('"move":1,', '"move":NaN,'), "log entry 1: move: .* nan", id="no number"),
        pytest.param(changed('"move":1,', '"move":1.0,'), "log entry 1: move: .* 1.0", id="not whole"),
        pytest.param(changed('"n":1,', '"n":2,"n":1,'), "no JSON: n is repeated", id="the same name twice"),
        pytest.param(changed('"azure"', '"\\ud83c"'), "colour: one of azure, .* expected, not", id="half a character"),
        pytest.param(
            changed('"azure"', '"\\u001b[2J"'), "colour: one of azure, .* not '.x1b", id="escapes of a terminal"
        ),
        pytest.param(
            changed('"seed":"', '"seed":"\\udfff'), "Header.seed: a text expected", id="half a character to hash"
        ),
        pytest.param(changed('"hash":"', '"hash":"0'), "another hash", id="another hash"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(content: bytes, named: str, tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with pytest.raises(AssertionError, match=named):
        raise AssertionError(replayed(file, capsys))


def test_a_folder_is_no_game(tmp_path: Path, capsys: Out) -> None:
    assert "cannot be read" in replayed(tmp_path, capsys)


def test_torn_files_are_verified_or_refused_in_one_line(tmp_path: Path, capsys: Out) -> None:
    rng, file, text = stream("torn"), tmp_path / "game.json", json.dumps(SHORT).encode()
    for _ in range(60):
        at, length = rng.below(len(text)), rng.below(4)
        junk = bytes(rng.below(256) for _ in range(rng.below(4)))
        file.write_bytes(text[:at] + junk + text[at + length :])
        replayed(file, capsys)


def test_spoilt_records_are_verified_or_refused_in_one_line(tmp_path: Path, capsys: Out) -> None:
    rng, file = stream("files"), tmp_path / "game.json"
    texts = [text for _ in range(60) if (text := written(spoilt(SHORT, rng, 1 + rng.below(2))))]
    assert len(texts) > 30
    for text in texts:
        file.write_text(text, encoding="utf-8")
        replayed(file, capsys)


def written(tree: Any) -> str:
    """The JSON text; empty for what is too deep or too long a number to be written down."""
    try:
        return json.dumps(tree)
    except (ValueError, RecursionError):
        return ""
