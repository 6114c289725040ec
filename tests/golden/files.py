"""Golden games on disk: a whole record with what it came to, one log entry a line so that a diff can be read."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import codec
from engine.content.cards import Content
from engine.game import Entry, Game, Header, game_from_json
from tests.golden.story import Pick, picks_of

Json = dict[str, Any]
FOLDER = Path(__file__).resolve().parent
RECORD = ("header", "log", "hash")
"""The parts of a file that are the record as the game itself exports it."""


@dataclass(frozen=True, slots=True)
class Golden:
    """A golden game as its file tells it."""

    name: str
    data: Json

    @property
    def record(self) -> Json:
        return {part: self.data[part] for part in RECORD}

    @property
    def header(self) -> Header:
        return codec.from_json(Header, self.data["header"])

    def picks(self, content: Content) -> list[Pick]:
        """The choices in force: the whole log, where nothing was taken back."""
        entries = [Entry.from_json(entry) for entry in self.data["log"]]
        if any(entry.op for entry in entries):
            return picks_of(self.replay(content))
        return [(entry.seat, entry.choice) for entry in entries if entry.choice is not None]

    def replay(self, content: Content) -> Game:
        """The game that the log tells; raises BrokenRecord where it does not fit today's rules."""
        return game_from_json(self.record, content)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def names() -> list[str]:
    """The files that are there."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def read(name: str) -> Golden:
    return Golden(name, json.loads(path_of(name).read_text(encoding="utf-8")))


def tidings(played: Game, why: str) -> Json:
    """What a file tells of a finished game."""
    state = played.state
    seats = [
        {
            "seat": player.seat,
            "family": player.family,
            "prestige": player.prestige,
            "money": player.money,
            "sources": dict(sorted(player.sources.items())),
        }
        for player in state.players
    ]
    return {"why": why, **played.to_json(), "winners": list(state.winners), "seats": seats}


def text_of(data: Json) -> str:
    """The file's text: each top field on a line of its own, the log, the seats and the header over several."""
    return "{\n" + ",\n".join(f"{_line(key)}:{_value(value)}" for key, value in data.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(map(_line, value)) + "\n]"
    if isinstance(value, dict):
        return "{\n" + ",\n".join(f"{_line(key)}:{_line(part)}" for key, part in value.items()) + "\n}"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
