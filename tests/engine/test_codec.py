"""Values to JSON and back: nothing is lost, and what somebody else sent is read strictly."""

import ast
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import codec
from engine.choices import CHOICES, Choice, Pay, PlanWorker, SetupChoice, Take, TakeGoods
from engine.content import Content
from engine.content.cards import Goods
from engine.errors import BrokenRecord
from engine.rng import Rng
from engine.state import Player, State, WaitingPatron
from engine.steps import STEPS
from tests.engine.players import MODES, dice_of, eager, play
from tests.engine.scenario import new_game

GOODS: Goods = (("money", 2), ("wood", 1))
SOME: dict[Any, Any] = {int: 3, str: "oboe", bool: True, Goods: GOODS, tuple[str, str]: ("a", "b")}


def some(kind: type[Choice]) -> Choice:
    """A choice of the kind, with something in each field."""
    hints = get_type_hints(kind)
    return kind(**{part.name: SOME[hints[part.name]] for part in fields(kind)})


@pytest.mark.parametrize("kind", CHOICES)
def test_every_kind_of_choice_survives_json(kind: str) -> None:
    choice = some(CHOICES[kind])
    sent = json.loads(json.dumps(codec.to_json(choice)))
    assert sent["kind"] == kind
    assert codec.choice_from_json(sent) == choice
    assert type(codec.choice_from_json(sent)) is type(choice)


def test_choices_are_written_as_the_client_writes_them() -> None:
    assert codec.to_json(PlanWorker(3, 1)) == {"kind": "plan-worker", "number": 3, "apprentices": 1}
    assert codec.to_json(TakeGoods((("money", 2),))) == {"kind": "goods", "goods": {"money": 2}}
    keep = codec.to_json(SetupChoice("family-amati", "antonio-vivaldi", "violin", ("a", "b")))
    assert keep["goals"] == ["a", "b"]


def test_goods_are_read_in_one_order() -> None:
    read = codec.choice_from_json({"kind": "goods", "goods": {"wood": 1, "money": 2}})
    assert read == TakeGoods((("money", 2), ("wood", 1)))


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (None, "object with a known kind"),
        ([], "object with a known kind"),
        ({}, "object with a known kind"),
        ({"kind": "dance"}, "dance"),
        ({"kind": ["pay"]}, "known kind"),
        ({"kind": "pay"}, "money"),
        ({"kind": "pay", "money": 3, "inspiration": 1}, "inspiration"),
        ({"kind": "pay", "money": "3"}, "whole number"),
        ({"kind": "pay", "money": 3.0}, "whole number"),
        ({"kind": "pay", "money": True}, "whole number"),
        ({"kind": "pay", "money": None}, "whole number"),
        ({"kind": "pay", "money": 10**5000}, "huge number"),
        ({"kind": "take", "slot": 1, "card": 7}, "a text"),
        ({"kind": "goods", "goods": {"gold": 1}}, "goods words"),
        ({"kind": "goods", "goods": {"money": "1"}}, "whole number"),
        ({"kind": "goods", "goods": [["money", 1]]}, "an object"),
        ({"kind": "setup", "family": "f", "patron": "p", "instrument": "i", "goals": ["a"]}, "list of 2"),
        ({"kind": "setup", "family": "f", "patron": "p", "instrument": "i", "goals": "ab"}, "list of 2"),
    ],
)
def test_a_choice_that_is_none_is_refused_with_the_field_named(sent: Any, named: str) -> None:
    with pytest.raises(BrokenRecord, match=named):
        codec.choice_from_json(sent)


def test_what_is_refused_may_be_long_or_deep() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for sent in (deep, "x" * 1_000_000, {"kind": "take", "slot": deep, "card": ""}, {"kind": deep}):
        with pytest.raises(BrokenRecord) as refused:
            codec.choice_from_json(sent)
        assert len(str(refused.value)) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_whatever_is_sent_as_a_choice_is_read_or_named_broken(sent: Any) -> None:
    with pytest.raises(BrokenRecord):
        codec.choice_from_json(sent)


@given(st.sampled_from(sorted(CHOICES)), st.data())
def test_a_choice_with_a_field_of_whatever_is_read_as_sent_or_named_broken(kind: str, data: st.DataObject) -> None:
    sent = codec.to_json(some(CHOICES[kind]))
    name = data.draw(st.sampled_from(["surprise", *sent]))
    sent[name] = data.draw(json_values)
    try:
        read = codec.choice_from_json(sent)
    except BrokenRecord:
        return
    assert codec.to_json(read) == sent


# --- states ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def late(content: Content) -> State:
    """The state in the middle of a game, with much on the table."""
    mode = MODES[2]
    state = mode.begin(content, 1)
    for _ in zip(range(350), play(state, eager, dice_of(mode, 1)), strict=False):
        pass
    return state


def test_a_state_read_again_is_equal_in_all_but_the_card_set(late: State) -> None:
    saved = json.loads(json.dumps(codec.state_to_json(late)))
    again = codec.state_from_json(saved, late.content)
    assert again.players == late.players
    assert again.agenda == late.agenda
    assert codec.state_hash(again) == codec.state_hash(late)
    assert "content" not in saved
    assert again.content is late.content


def test_the_generator_is_saved_as_hex() -> None:
    assert codec.to_json(Rng(255)) == "00000000000000ff"
    assert codec.from_json(Rng, "00000000000000ff").state == 255
    for broken in ("ff", "00000000000000FF", 255, "g" * 16):
        with pytest.raises(BrokenRecord):
            codec.from_json(Rng, broken)


def test_every_step_says_by_its_name_what_it_is(late: State) -> None:
    for step in late.agenda:
        sent = codec.to_json(step)
        assert STEPS[sent["step"]] is type(step)
        assert codec.from_json(type(step), sent) == step


@pytest.mark.parametrize(
    ("name", "value"),
    [("agenda", [{"step": "Dance", "seat": 0}]), ("round", "2"), ("players", {}), ("order", [0, None]), ("rng", 7)],
)
def test_a_spoilt_state_is_named_broken(late: State, name: str, value: Any) -> None:
    with pytest.raises(BrokenRecord, match=name if name != "agenda" else "known step"):
        codec.state_from_json({**codec.state_to_json(late), name: value}, late.content)


def test_a_state_with_a_field_too_many_or_too_few_is_named_broken(late: State) -> None:
    saved = codec.state_to_json(late)
    spoilt: Any
    for spoilt in ({**saved, "cheat": 1}, {k: v for k, v in saved.items() if k != "round"}, [], None):
        with pytest.raises(BrokenRecord):
            codec.state_from_json(spoilt, late.content)


@given(json_values, st.data())
def test_a_state_with_whatever_in_one_place_is_read_or_named_broken(value: Any, data: st.DataObject) -> None:
    saved: Any = json.loads(json.dumps(codec.state_to_json(new_game().state)))
    at, key = saved, data.draw(st.sampled_from(sorted(saved)))
    while isinstance(at[key], dict | list) and at[key] and data.draw(st.booleans()):
        at = at[key]
        key = data.draw(st.sampled_from(sorted(at))) if isinstance(at, dict) else data.draw(st.integers(0, len(at) - 1))
    at[key] = value
    try:
        codec.state_from_json(saved, new_game().state.content)
    except BrokenRecord:
        return


def test_parts_of_a_state_are_read_with_their_types() -> None:
    patron = WaitingPatron("antonio-vivaldi", 1, 2)
    assert codec.from_json(WaitingPatron, codec.to_json(patron)) == patron
    assert codec.from_json(Player, codec.to_json(Player(0))) == Player(0)
    with pytest.raises(BrokenRecord, match="patience"):
        codec.from_json(WaitingPatron, {**codec.to_json(patron), "patience": None})


def test_equal_states_have_equal_hashes_and_others_do_not(late: State) -> None:
    assert codec.state_hash(late) == codec.state_hash(late.clone())
    other = late.clone()
    other.players[0].money += 1
    assert codec.state_hash(other) != codec.state_hash(late)


def test_choices_read_from_json_are_values() -> None:
    assert codec.choice_from_json({"kind": "take", "slot": 2, "card": "oboe"}) == Take(2, "oboe")
    assert {codec.choice_from_json({"kind": "pay", "money": 2})} == {Pay(2)}


# --- fields that come later -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Guest:
    """As it was when games of it were first saved."""

    name: str
    tickets: int = 1


@dataclass(frozen=True)
class LaterGuest(Guest):
    """The same, with what a release added."""

    coat: str | None = field(default=None, metadata={"later": True})
    debts: dict[str, int] = field(default_factory=dict, metadata={"later": True})


def test_a_later_field_is_left_out_while_it_holds_its_default() -> None:
    assert codec.to_json(LaterGuest("Ada")) == codec.to_json(Guest("Ada")) == {"name": "Ada", "tickets": 1}
    told = codec.to_json(LaterGuest("Ada", 2, "red", {"bar": 3}))
    assert told == {"name": "Ada", "tickets": 2, "coat": "red", "debts": {"bar": 3}}


def test_a_later_field_that_is_missing_is_read_as_its_default() -> None:
    for guest in (LaterGuest("Ada"), LaterGuest("Ada", 2, "red"), LaterGuest("Ada", debts={"bar": 1})):
        assert codec.from_json(LaterGuest, codec.to_json(guest)) == guest


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"name": "Ada"}, "the fields tickets are missing"),
        ({"tickets": 1, "coat": "red"}, "the fields name are missing"),
        ({"name": "Ada", "tickets": 1, "hat": "red"}, "the fields hat are missing or too many"),
        ({"name": "Ada", "tickets": 1, "coat": 3}, r"LaterGuest\.coat: a text"),
    ],
)
def test_all_other_fields_must_be_there_and_fit(sent: Any, named: str) -> None:
    with pytest.raises(BrokenRecord, match=named):
        codec.from_json(LaterGuest, sent)


ROOT = Path(__file__).resolve().parents[2]
RELEASED = sorted((ROOT / "tests" / "golden" / "released").glob("*.json"))
LATER = 'novelty: int = dataclasses.field(default=0, metadata={"later": True})'
GREW = ("state.py", "choices.py", "game.py", "setup.py", "rules/resolution.py")
"""Files of the engine whose types get one more field each."""
VERIFY = """
import json, sys
from dataclasses import replace
from engine import codec
from engine.choices import CHOICES
from engine.content.files import load
from engine.game import Header, game_from_json
from engine.rules.resolution import NextTurn
from engine.state import Player, State, Worker

grown = (State, Player, Worker, Header, NextTurn, *CHOICES.values())
assert all("novelty" in kind.__dataclass_fields__ for kind in grown), "nothing was added"
for path in sys.argv[1:]:
    data = json.load(open(path, encoding="utf-8"))
    played, saved = game_from_json(data, load()), codec.state_from_json(data["state"], load())
    assert played.hash() == codec.state_hash(saved) == data["hash"], path
    assert codec.state_to_json(saved) == data["state"]
    assert codec.to_json(played.header) == data["header"]
    saved.novelty, saved.players[0].novelty = 1, 2
    saved.workers = tuple(replace(worker, novelty=3) for worker in saved.workers)
    again = codec.state_from_json(codec.state_to_json(saved), load())
    assert (again.novelty, again.players, again.workers) == (1, saved.players, saved.workers)
    assert codec.state_hash(again) == codec.state_hash(saved.clone()) != data["hash"]
    print(data["hash"])
"""


def grown(source: str) -> str:
    """The module with a later field at the end of each of its types that has all its fields in one place."""
    tree = ast.parse(source)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and is_type(node)]
    bases = {base.id for node in classes for base in node.bases if isinstance(base, ast.Name)} | {"Step"}
    lines = source.splitlines()
    for node in reversed(classes):
        if node.name not in bases:
            own = [part for part in node.body if isinstance(part, ast.AnnAssign)]
            lines.insert((own or node.body)[-1 if own else 0].end_lineno or 0, "    " + LATER)
    lines.insert(tree.body[0].end_lineno or 0, "import dataclasses")
    return "\n".join(lines) + "\n"


def is_type(node: ast.ClassDef) -> bool:
    return any(
        "dataclass" in ast.dump(one) or "'step'" in ast.dump(one) or "'choice'" in ast.dump(one)
        for one in node.decorator_list
    )


def test_one_more_field_on_every_type_leaves_the_hashes_of_released_games(tmp_path: Path) -> None:
    """Were the engine to grow like that, games that people have saved would still verify, load and play on."""
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for name in GREW:
        file = tmp_path / "engine" / name
        file.write_text(grown(file.read_text(encoding="utf-8")), encoding="utf-8")
    verified = subprocess.run(
        [sys.executable, "-c", VERIFY, *map(str, RELEASED)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert verified.stderr == ""
    assert verified.stdout.split() == [json.loads(path.read_text(encoding="utf-8"))["hash"] for path in RELEASED]
