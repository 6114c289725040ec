"""A game as text, step by step: what each seat sees and may choose, and what it is told of what was chosen.

The first view is printed whole, after that what changed. Viewers (the seats, and `-` for a spectator) who see the same
share a line, so that a line with fewer viewers shows what is hidden from the others.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import codec, loop
from engine.game import Entry, Game
from engine.view import events_for, view_for

SPECTATOR = "-"
LEFT_OUT = ("game", "revision", "choice_count", "you", "prompt")
"""Fields of a view that say nothing of the table; the prompt has lines of its own."""
WHOLE = ("undo", "redo", "active_worker", "sources")
"""Fields of a view that are printed as one value."""
WIDTH = 150

Seen = dict[str, Any]
"""A view; empty before the first look."""


def text_of(played: Game, title: str, why: str) -> str:
    """The whole game: the record's log, played step by step."""
    return "\n".join(Teller(played).lines(title, why)) + "\n"


class Teller:
    def __init__(self, played: Game) -> None:
        self.played = Game(played.header, played.content)
        self.log = played.entries
        self.viewers: list[int | None] = [*range(len(played.header.seats)), None]
        self.round = 0
        self.views: dict[int | None, dict[str, Any]] = {}
        """What each viewer sees now, as far as it was asked for."""

    def lines(self, title: str, why: str) -> Iterator[str]:
        yield f"{title}: {why}"
        yield f"seed {self.played.header.seed!r}, rules {self.played.header.rules}, {_setup_card(self.played)}"
        yield "views: " + " ".join(_name(viewer) for viewer in self.viewers) + " (- is a spectator)"
        yield ""
        yield from self._told(0)
        seen = self._look()
        yield from self._changes([{} for _ in self.viewers], seen)
        for entry in self.log:
            yield ""
            yield from self._round_begins()
            yield from self._asked()
            yield from self._does(entry)
            before, seen = seen, self._look()
            yield from self._changes(before, seen)
        yield ""
        yield from self._end()

    # --- what is asked ------------------------------------------------------------------------------------------------

    def _round_begins(self) -> Iterator[str]:
        """A new round has its heading, with a line on each seat."""
        state = self.played.state
        if state.round == self.round:
            return
        self.round = state.round
        yield f"===== round {state.round} ====="
        for player in state.players:
            goods = " ".join(f"{word} {getattr(player, word)}" for word in GOODS)
            tracks = f"{player.tracks.reputation}/{player.tracks.performance}/{player.tracks.craft}"
            yield f"seat {player.seat}: {player.family or 'no family'}, {goods}, tracks {tracks}, {player.numbers}"
        yield ""

    def _asked(self) -> Iterator[str]:
        """Each seat that is asked, what, and all that it may choose."""
        state = self.played.state
        yield f"[{self.played.choice_count}] round {state.round} {state.phase}"
        for seat in loop.clock(state):
            prompt = self._view(seat)["prompt"]
            about = f" about {_short(prompt['about'])}" if prompt["about"] else ""
            yield f"{seat} is asked {prompt['kind']} ({prompt['rule']}), {len(prompt['choices'])} offered{about}"
            yield from _wrapped([_choice(choice) for choice in prompt["choices"]])

    def _does(self, entry: Entry) -> Iterator[str]:
        self.played.append(entry)
        self.views = {}
        yield f"> {_move(entry)}"
        yield from self._told(entry.n)

    # --- what is seen -------------------------------------------------------------------------------------------------

    def _view(self, viewer: int | None) -> dict[str, Any]:
        if viewer not in self.views:
            self.views[viewer] = {**view_for(self.played, viewer, irreversible=False)}
        return self.views[viewer]

    def _look(self) -> list[Seen]:
        return [self._view(viewer) for viewer in self.viewers]

    def _changes(self, before: Sequence[Seen], after: Sequence[Seen]) -> Iterator[str]:
        """What changed in whose view, the viewers who see the same together."""
        groups: dict[tuple[int | None, ...], list[str]] = {}
        changed = [dict(_differences(old, new)) for old, new in zip(before, after, strict=True)]
        for path in dict.fromkeys(path for found in changed for path in found):
            values: dict[str, list[int | None]] = {}
            for viewer, found in zip(self.viewers, changed, strict=True):
                if path in found:
                    values.setdefault(_short(found[path]), []).append(viewer)
            for value, told in values.items():
                groups.setdefault(tuple(told), []).append(f"{path} {value}")
        for viewers, parts in sorted(groups.items(), key=lambda group: -len(group[0])):
            yield from _wrapped(parts, head=f"{self._names(viewers)} sees ")

    def _told(self, n: int) -> Iterator[str]:
        """What each viewer is told of an entry, event by event."""
        events = self.played.events[n]
        for event in events:
            told: dict[str, list[int | None]] = {}
            for viewer in self.viewers:
                for line in map(_event, events_for(n, [event], viewer)):
                    told.setdefault(line, []).append(viewer)
            for line, viewers in told.items():
                yield f"{self._names(viewers)} is told {line}"

    def _names(self, viewers: Sequence[int | None]) -> str:
        return "all" if len(viewers) == len(self.viewers) else " ".join(map(_name, viewers))

    def _end(self) -> Iterator[str]:
        state = self.played.state
        yield f"===== the end: {self.played.hash()} ====="
        for player in state.players:
            yield f"seat {player.seat}: {player.prestige} prestige of {_short(dict(sorted(player.sources.items())))}"
        yield f"won by {' and '.join(map(str, state.winners))}"


GOODS = ("prestige", "money", "inspiration", "animal", "wood", "metal", "apprentices")


GONE = "gone"


def _name(viewer: int | None) -> str:
    return SPECTATOR if viewer is None else str(viewer)


def _setup_card(played: Game) -> str:
    return f"setup card {played.header.neutral.card}" if played.header.neutral else "no setup card"


def _move(entry: Entry) -> str:
    """A log entry in words."""
    if entry.choice is None:
        rest = f"to {entry.to}" if entry.op != "seat" else f"{entry.player} {entry.level or ''}".strip()
        return f"{entry.seat} {entry.op} {rest}"
    return f"{entry.seat} {_plain(codec.to_json(entry.choice))}" + (" (by itself)" if entry.auto else "")


def _plain(choice: Mapping[str, Any]) -> str:
    """A choice in words: its kind, then its fields."""
    return " ".join([choice["kind"], *(f"{key}={_short(value)}" for key, value in choice.items() if key != "kind")])


def _choice(offered: Mapping[str, Any]) -> str:
    """A choice of a prompt, with all that the prompt says of it."""
    word, *details = offered["outcome"].items()
    outcome = " ".join([word[1], *(f"{name} {value}" for name, value in details)]).strip()
    extras = [f"{name} {_short(offered[name])}" for name in ("cost", "gain", "warn") if offered[name]]
    meaning = "; ".join([outcome, *extras] if outcome else extras)
    return _plain(offered["choice"]) + (f" [{meaning}]" if meaning else "")


def _event(told: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in told.items() if key not in ("n", "i", "type", "seat")}
    return f"{told['type']} {told['seat']} {_short(rest)}".rstrip()


def _differences(old: Mapping[str, Any], new: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The parts of a view that are not as they were: objects by their fields, seats one by one, all else as it is."""
    for key in {**new, **old}:
        before, after = old.get(key, GONE), new.get(key, GONE)
        where = f"{path}.{key}" if path else key
        if before == after or where in LEFT_OUT:
            continue
        if where == "seats":
            for number, seat in enumerate(after):
                yield from _differences(before[number] if before != GONE else {}, seat, f"seat{number}")
        elif isinstance(after, dict) and after and key not in WHOLE:
            yield from _differences(before if isinstance(before, dict) else {}, after, where)
        else:
            yield where, after


def _short(value: Any) -> str:
    """A JSON value in few signs: no quotes, no blanks after commas, objects as key:value."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_short(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_short, value)) + "]"
    return str(value) if isinstance(value, str) else json.dumps(value)


def _wrapped(parts: Iterator[str] | Sequence[str], head: str = "") -> Iterator[str]:
    """Parts with bars between them, in lines that are not too long."""
    line = head
    for n, part in enumerate(parts):
        if n and len(line) + len(part) > WIDTH:
            yield line.rstrip()
            line = "  "
        line += part if line in (head, "  ") else f" | {part}"
    yield line
