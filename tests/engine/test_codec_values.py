"""Whatever a choice or an unfinished step holds survives JSON text, found by hypothesis from annotations alone."""

import json
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import codec
from engine.choices import CHOICES
from engine.content.cards import GOODS_WORDS, Goods, goods_of
from engine.registries import STEPS

MOST = codec.MOST_DIGITS - 1
SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-MOST, MOST),
    str: st.text(),
    bool: st.booleans(),
    NoneType: st.none(),
    Goods: st.dictionaries(st.sampled_from(GOODS_WORDS), st.integers(-MOST, MOST)).map(goods_of),
}


@cache
def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of an annotated type."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    inner = get_args(kind)
    match get_origin(kind):
        case origin if origin in (Union, UnionType):
            return st.one_of(*map(values, inner))
        case origin if origin is Literal:
            return st.sampled_from(inner)
        case origin if origin is tuple and inner[-1] is Ellipsis:
            return st.lists(values(inner[0]), max_size=4).map(tuple)
        case origin if origin is tuple:
            return st.tuples(*map(values, inner))
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: values(hints[field.name]) for field in fields(kind)})


@pytest.mark.parametrize("kind", CHOICES)
@given(data=st.data())
def test_any_choice_survives_json(kind: str, data: st.DataObject) -> None:
    choice_type: Any = CHOICES[kind]
    choice = data.draw(values(choice_type))
    read = codec.choice_from_json(json.loads(json.dumps(codec.to_json(choice))))
    assert read == choice
    assert type(read) is type(choice)
    assert hash(read) == hash(choice)


@pytest.mark.parametrize("name", STEPS)
@given(data=st.data())
def test_any_unfinished_step_survives_json(name: str, data: st.DataObject) -> None:
    step_type: Any = STEPS[name]
    step = data.draw(values(step_type))
    assert codec.from_json(STEPS[name], json.loads(json.dumps(codec.to_json(step)))) == step
