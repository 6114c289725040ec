"""Whatever is sent as a choice, step, state, header, log or whole game is read, or refused in one clear sentence."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import codec, loop
from engine.choices import CHOICES, Choice, Done, PlanWorker
from engine.content.cards import Goods
from engine.content.files import load
from engine.errors import BrokenRecord, LuthierError
from engine.events import EVENTS
from engine.game import Entry, Game, Header, game_from_json
from engine.rng import Rng, stream
from engine.state import Player, Step
from engine.steps import STEPS
from engine.view import view_for
from tests.engine.spoil import NASTY, copied, one_of, spoilt

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
RECORDS = ("moves-taken-back-and-done-again", "a-seat-passes-to-a-rival-and-back", "solo-against-an-apprentice")
"""Golden games whose logs have entries of every form, and headers with a setup card and without one."""
LONGEST = 500
ROUNDS, FEW, MANY = 5, 1500, 20_000

T = TypeVar("T")
Json = Any


def read_or_refused(read: Callable[[Json], T], data: Json) -> T | None:
    """What is read; None where it is refused, in so many words that can be printed."""
    try:
        return read(data)
    except BrokenRecord as refusal:
        said = str(refusal)
        assert 10 < len(said) < LONGEST
        assert said.isprintable()
        return None


# --- values ---------------------------------------------------------------------------------------------------------


def some(kind: Any) -> Any:
    """A value of an annotated type, with something in each of its fields."""
    plain = {int: 3, str: "oboe", bool: True, Goods: (("money", 2), ("wood", 1)), Choice: Done(), Rng: Rng(7)}
    if kind in plain:
        return plain[kind]
    if kind is Step:
        return some(STEPS["AskEndTurn"])
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{field.name: some(hints[field.name]) for field in fields(kind)})
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return inner[0]
    if origin is tuple:
        return tuple(some(part) for part in inner if part is not Ellipsis)
    if origin is list:
        return [some(inner[0])]
    if origin is dict:
        return {"oboe": some(inner[1])}
    (other,) = (part for part in inner if part is not NoneType)
    return some(other)


KINDS: dict[str, type[Any]] = {
    **{f"choice {name}": kind for name, kind in CHOICES.items()},
    **{f"step {name}": kind for name, kind in STEPS.items()},
    **{f"event {name}": kind for name, kind in EVENTS.items()},
    **{kind.__name__: kind for kind in (Header, Player, Choice, Step)},
}
by_kind = pytest.mark.parametrize("kind", [pytest.param(kind, id=name) for name, kind in KINDS.items()])


def check_value(kind: type[Any], sent: Json) -> bool:
    """Whether it is read; if so, just as it was sent."""
    value = read_or_refused(lambda data: codec.from_json(kind, data), sent)
    if value is not None:
        assert isinstance(value, kind)
        assert codec.to_json(value) == sent
    return value is not None


@by_kind
def test_a_value_of_each_type_is_read_as_it_is_and_spoilt_is_refused_or_read_as_sent(kind: type[Any]) -> None:
    sent, rng = codec.to_json(some(kind)), stream("values", kind.__name__)
    assert check_value(kind, sent)
    for nasty in NASTY:
        check_value(kind, nasty)
    for _ in range(60):
        check_value(kind, spoilt(sent, rng))


def picked(items: Sequence[Json]) -> st.SearchStrategy[Json]:
    """One of the items; hypothesis does not print them, as some cannot be."""
    return st.integers(0, len(items) - 1).map(lambda i: items[i])


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8)
trees = st.recursive(
    leaves | picked([nasty for nasty in NASTY if not isinstance(nasty, dict | list)]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(KINDS)), trees, st.data())
def test_any_json_in_any_field_is_refused_or_read_as_sent(name: str, tree: Json, data: st.DataObject) -> None:
    sent = codec.to_json(some(KINDS[name]))
    sent[data.draw(st.sampled_from(sorted(sent)))] = tree
    check_value(KINDS[name], sent)


# --- states ---------------------------------------------------------------------------------------------------------


@cache
def saved_states() -> list[Json]:
    released = sorted((GOLDEN / "released").glob("*.json"))
    return [json.loads(path.read_text(encoding="utf-8"))["state"] for path in released]


def check_states(number: int, many: int) -> None:
    rng, content, read = stream("states", number), load(), 0
    for _ in range(many):
        sent = spoilt(one_of(saved_states(), rng), rng, 1 + rng.below(3))
        state = read_or_refused(lambda data: codec.state_from_json(data, content), sent)
        if state is not None:
            read += 1
            assert codec.state_to_json(state) == sent
            assert len(codec.state_hash(state)) == 64
    assert 0 < read < many // 4


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_spoilt_state_is_refused_or_read_as_sent(number: int) -> None:
    check_states(number, FEW)


@pytest.mark.long
@pytest.mark.parametrize("number", range(ROUNDS, 2 * ROUNDS))
def test_many_spoilt_states_are_refused_or_read_as_sent(number: int) -> None:
    check_states(number, MANY)


# --- whole games ----------------------------------------------------------------------------------------------------


@cache
def golden(name: str) -> Json:
    """The record of a golden game."""
    data = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return {part: data[part] for part in ("header", "log", "hash")}


@cache
def begun(name: str, revision: int) -> Json:
    """The record of a golden game as it was after so many entries."""
    record = golden(name)
    entries = [Entry.from_json(entry) for entry in record["log"][:revision]]
    return Game.replay(codec.from_json(Header, record["header"]), entries, load()).to_json()


def check_game(sent: Json) -> bool:
    """Whether it is read; if so, as a game that can be told again, looked at by everybody, and gone on with."""
    played = read_or_refused(lambda data: game_from_json(data, load()), sent)
    if played is None:
        return False
    record = played.to_json()
    again = game_from_json(json.loads(json.dumps(record)), load())
    assert again.to_json() == record
    for seat in (None, *range(len(played.players))):
        json.dumps(view_for(played, seat))
    assert played.state.finished or all(loop.legal_choices(played.state, seat) for seat in loop.clock(played.state))
    return True


def check_games(number: int, many: int) -> None:
    rng, read = stream("games", number), 0
    for _ in range(many):
        record = copied(begun(one_of(RECORDS, rng), rng.below(60)))
        match rng.below(4):
            case 0:
                record["header"] = spoilt(record["header"], rng, 1 + rng.below(2))
            case 1:
                record = spoilt(record, rng, 1 + rng.below(3))
            case _:
                record["log"] = spoilt(record["log"], rng, 1 + rng.below(3))
        if rng.below(4) and isinstance(record, dict):
            record.pop("hash", None)
        read += check_game(record)
    assert many // 100 < read < many // 2


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_spoilt_game_is_refused_or_replays(number: int) -> None:
    check_games(number, FEW)


@pytest.mark.long
@pytest.mark.parametrize("number", range(ROUNDS, 2 * ROUNDS))
def test_many_spoilt_games_are_refused_or_replay(number: int) -> None:
    check_games(number, MANY)


@pytest.mark.parametrize("name", RECORDS)
def test_a_whole_game_spoilt_at_one_entry_is_refused_or_replays(name: str) -> None:
    """Each kind of entry, early and late."""
    rng, record = stream("entries", name), golden(name)
    for _ in range(20):
        at = rng.below(len(record["log"]))
        log = [*record["log"][:at], spoilt(record["log"][at], rng), *record["log"][at + 1 :]]
        check_game({"header": record["header"], "log": log})


@pytest.mark.parametrize("part", ["header", "log", "hash"])
def test_what_nobody_expects_is_no_part_of_a_game(part: str) -> None:
    record = begun(RECORDS[0], 9)
    for nasty in NASTY:
        assert not check_game({**record, part: nasty})


# --- entries --------------------------------------------------------------------------------------------------------

ENTRIES = [
    Entry(7, 1, 7, Done()),
    Entry(8, 0, 7, PlanWorker(3, 1), auto=True),
    Entry(9, 1, op="undo", to=6),
    Entry(10, 1, op="redo", to=7),
    Entry(11, 0, op="seat", player="ai", level="journeyman", name="Ada"),
]


@given(st.sampled_from(ENTRIES), st.sampled_from(["surprise", *(field.name for field in fields(Entry))]), trees)
def test_an_entry_with_any_json_in_a_field_is_refused_or_read_as_sent(entry: Entry, name: str, tree: Json) -> None:
    sent = {**entry.to_json(), name: tree}
    read = read_or_refused(Entry.from_json, sent)
    if read is not None:
        told = read.to_json()
        assert told == sent or {**told, name: tree} == sent


numbers = st.integers() | picked([0, 1, 2, 5, 6, 7, 10**5000, -(10**5000)])
forged = st.builds(
    Entry,
    n=st.sampled_from([1, 9, 10, 11]) | numbers,
    seat=st.sampled_from([0, 1, 2]) | numbers,
    move=st.sampled_from([9, 10, 11]) | numbers,
    choice=st.none() | st.sampled_from([some(kind) for kind in CHOICES.values()]),
    op=picked([None, "undo", "redo", "seat", "x" * 100_000, "\x1b[2J"]),
    to=st.none() | numbers,
    player=st.sampled_from([None, "person", "ai", "cat"]),
    level=st.sampled_from([None, "journeyman"]),
)


@given(forged, st.sampled_from(RECORDS))
def test_a_forged_entry_is_followed_or_refused_and_then_nothing_has_happened(entry: Entry, name: str) -> None:
    played = game_from_json(begun(name, 9), load())
    before = (played.hash(), played.revision, played.choice_count, list(played.players))
    followed = False
    with suppress(LuthierError):
        played.append(entry)
        followed = True
    assert played.revision == before[1] + followed
    assert followed or (played.hash(), played.revision, played.choice_count, played.players) == before


@given(st.lists(forged, min_size=1, max_size=3))
def test_a_log_of_forged_entries_is_replayed_or_broken(entries: list[Entry]) -> None:
    header = codec.from_json(Header, golden(RECORDS[0])["header"])
    played = read_or_refused(lambda log: Game.replay(header, log, load()), entries)
    assert played is None or played.revision == len(entries)
