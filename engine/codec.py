"""Encode the engine's values as JSON, and decode untrusted JSON with a check of every field.

A choice is tagged with its `kind`, a step with its `step`; goods are objects; any other value is its fields. Encoder
and decoder of a type are built once, from its annotations.

Stored records contain the hash of a state's JSON. A field added to a type after a release is therefore declared as
`field(default=0, metadata={"later": True})`: JSON omits it while it has its default, so that old hashes still match.
"""

import json
from collections.abc import Callable, Hashable, Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.choices import CHOICES, Choice
from engine.content.cards import GOODS_WORDS, Content, Goods, goods_of
from engine.errors import BrokenRecord
from engine.registries import STEPS
from engine.rng import Rng
from engine.state import TRANSIENT, State, Step

T = TypeVar("T")
Json = Any
"""Any result of `json.loads`."""

MOST_DIGITS = 1 << 63
LONGEST_SHOWN = 60


def to_json(value: Any) -> Json:
    """Encode a choice, a step or another value of the engine."""
    return _encoder(cast(Hashable, type(value)))(value)


def from_json(kind: type[T], data: Json) -> T:
    """Decode a value of this type; raises BrokenRecord naming the invalid field."""
    return cast(T, read(kind, data, kind.__name__))


def read(kind: Any, data: Json, where: str) -> Any:
    """Decode a value of an annotated type such as `str | None`; BrokenRecord begins with `where`."""
    return _decoder(kind)(data, where)


def choice_from_json(data: Json) -> Choice:
    """Decode a choice; raises BrokenRecord."""
    return cast(Choice, _decoder(Choice)(data, "choice"))


def state_to_json(state: State) -> Json:
    """Encode a state without its card set; the rng as hex, since many JSON readers lose 64-bit integers."""
    return _encoder(State)(state)


def state_from_json(data: Json, content: Content) -> State:
    """Decode a state and attach its card set; raises BrokenRecord naming the invalid field.

    Types are checked; whether the position can be reached is not.
    """
    return State(content, **_fields_decoder(State)(data, "state"))


def state_hash(state: State) -> str:
    """SHA-256 of the state's sorted JSON; equal on every Python for equal states."""
    text = json.dumps(state_to_json(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


# --- out ------------------------------------------------------------------------------------------------------------

Encode = Callable[[Any], Json]


@cache
def _encoder(kind: Any) -> Encode:
    """Encoder of an annotated type."""
    if kind == Goods:
        return dict
    if kind is Rng:
        return lambda rng: f"{rng.state:016x}"
    if isinstance(kind, type) and is_dataclass(kind) and not _abstract(kind):
        return _dataclass_encoder(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        some = _encoder(_other_than_none(inner))
        return lambda value: None if value is None else some(value)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return _each(_encoder(inner[0]))
    if origin is list:
        return _each(_encoder(inner[0]))
    if origin is tuple:
        parts = [_encoder(part) for part in inner]
        return lambda values: [part(value) for part, value in zip(parts, values, strict=True)]
    if origin is dict:
        item = _encoder(inner[1])
        return lambda table: {key: item(value) for key, value in table.items()}
    if _abstract(kind):
        return to_json
    assert kind in (int, str, bool, NoneType) or origin is Literal, f"no codec for {kind!r}"
    return lambda value: value


def _other_than_none(kinds: tuple[Any, ...]) -> Any:
    """The X of `X | None`, the only kind of union in use."""
    (other,) = (kind for kind in kinds if kind is not NoneType)
    return other


def _abstract(kind: type) -> bool:
    """Whether the type is a base class whose subclasses differ by a tag."""
    return kind in (Choice, Step)


def _each(item: Encode) -> Encode:
    return lambda values: [item(value) for value in values]


def _dataclass_encoder(kind: type) -> Encode:
    hints = get_type_hints(kind)
    parts = [(f.name, _encoder(hints[f.name])) for f in _saved(kind) if not _later(f)]
    later = [(f.name, _encoder(hints[f.name]), _default(f)) for f in _saved(kind) if _later(f)]
    tag = _tag(kind)

    def encode(value: Any) -> Json:
        return {**tag, **{name: part(getattr(value, name)) for name, part in parts}}

    def encode_all(value: Any) -> Json:
        held = ((name, part, getattr(value, name), default) for name, part, default in later)
        return {**encode(value), **{name: part(it) for name, part, it, default in held if it != default}}

    return encode_all if later else encode


def _saved(kind: type) -> list[Field[Any]]:
    return [f for f in fields(kind) if not (kind is State and f.name in TRANSIENT)]


def _later(field: Field[Any]) -> bool:
    """Whether the field was added after a release."""
    return bool(field.metadata.get("later"))


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _tag(kind: type) -> dict[str, str]:
    if issubclass(kind, Choice):
        return {"kind": kind.kind}
    return {"step": kind.__name__} if issubclass(kind, Step) else {}


# --- in -------------------------------------------------------------------------------------------------------------

Decode = Callable[[Json, str], Any]


@cache
def _decoder(kind: Any) -> Decode:
    """Decoder of an annotated type; its second argument is the path for error messages."""
    if kind == Goods:
        return _decode_goods
    if kind is Rng:
        return _decode_rng
    if kind is Choice:
        return _tagged("kind", CHOICES)
    if kind is Step:
        return _tagged("step", STEPS)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_decoder(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _union_decoder(inner)
    if origin is list or (origin is tuple and inner[-1] is Ellipsis):
        return _sequence_decoder(list if origin is list else tuple, _decoder(inner[0]))
    if origin is tuple:
        return _fixed_decoder([_decoder(part) for part in inner])
    if origin is dict:
        return _table_decoder(_decoder(inner[1]))
    if origin is Literal:
        return _literal_decoder(inner)
    assert kind in (int, str, bool), f"no codec for {kind!r}"
    return _plain_decoder(kind)


def _refuse(where: str, wanted: str, data: Json) -> BrokenRecord:
    return BrokenRecord(f"{where}: {wanted} expected, not {describe(data)}")


def misfit(where: str, odd: Iterable[str]) -> BrokenRecord:
    """The error for an object with missing or unknown fields."""
    return BrokenRecord(f"{where}: the fields {short(', '.join(sorted(odd)))} are missing or too many")


def describe(data: Json) -> str:
    """A short text for any value, however long, deep or large, for error messages."""
    if type(data) in (dict, list):
        return "an object" if type(data) is dict else "a list"
    if type(data) is int and abs(data) >= MOST_DIGITS:
        return "a huge number"
    return short(repr(data))


def short(text: str) -> str:
    """The text, cut to a length and escaped where it is not printable."""
    text = text if text.isprintable() else repr(text)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def _plain_decoder(kind: type) -> Decode:
    names = {int: "a whole number", str: "a text", bool: "true or false"}

    def decode(data: Json, where: str) -> Any:
        huge, torn = type(data) is int and abs(data) >= MOST_DIGITS, type(data) is str and _torn(data)
        if type(data) is not kind or huge or torn:
            raise _refuse(where, names[kind], data)
        return data

    return decode


def _torn(text: str) -> bool:
    """Whether the text contains a lone surrogate, which can be neither hashed nor printed."""
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def _literal_decoder(words: tuple[Any, ...]) -> Decode:
    def decode(data: Json, where: str) -> Any:
        if not any(type(data) is type(word) and data == word for word in words):
            raise _refuse(where, "one of " + ", ".join(map(str, words)), data)
        return data

    return decode


def _union_decoder(kinds: tuple[Any, ...]) -> Decode:
    inner = _decoder(_other_than_none(kinds))
    return lambda data, where: None if data is None else inner(data, where)


def _sequence_decoder(make: Callable[[list[Any]], Any], item: Decode) -> Decode:
    def decode(data: Json, where: str) -> Any:
        if type(data) is not list:
            raise _refuse(where, "a list", data)
        return make([item(value, f"{where}[{i}]") for i, value in enumerate(data)])

    return decode


def _fixed_decoder(parts: list[Decode]) -> Decode:
    def decode(data: Json, where: str) -> Any:
        if type(data) is not list or len(data) != len(parts):
            raise _refuse(where, f"a list of {len(parts)}", data)
        return tuple(part(value, f"{where}[{i}]") for i, (part, value) in enumerate(zip(parts, data, strict=True)))

    return decode


def _table_decoder(item: Decode) -> Decode:
    """Decoder of an object whose values have one type."""
    name = _plain_decoder(str)

    def decode(data: Json, where: str) -> Any:
        if type(data) is not dict:
            raise _refuse(where, "an object", data)
        return {name(key, where): item(value, f"{where}.{short(key)}") for key, value in data.items()}

    return decode


def _decode_goods(data: Json, where: str) -> Goods:
    table = _table_decoder(_plain_decoder(int))(data, where)
    if unknown := [word for word in table if word not in GOODS_WORDS]:
        raise _refuse(where, "goods words", unknown[0])
    return goods_of(table)


def _decode_rng(data: Json, where: str) -> Rng:
    if type(data) is not str or len(data) != 16 or any(c not in "0123456789abcdef" for c in data):
        raise _refuse(where, "16 hex digits", data)
    return Rng(int(data, 16))


def _tagged(tag: str, table: dict[str, type[T]]) -> Decode:
    def decode(data: Json, where: str) -> Any:
        if type(data) is not dict or type(data.get(tag)) is not str or data[tag] not in table:
            raise _refuse(where, f"an object with a known {tag}", data.get(tag) if type(data) is dict else data)
        return _decoder(cast(Hashable, table[data[tag]]))(data, f"{where} {data[tag]}")

    return decode


def _dataclass_decoder(kind: type) -> Decode:
    read = _fields_decoder(kind)
    return lambda data, where: kind(**read(data, where))


@cache
def _fields_decoder(kind: type) -> Decode:
    """Decoder of the fields of a dataclass; refuses missing and unknown ones."""
    hints = get_type_hints(kind)
    parts = {f.name: _decoder(hints[f.name]) for f in _saved(kind)}
    later = {f.name for f in _saved(kind) if _later(f)}
    tag = _tag(kind)

    def decode(data: Json, where: str) -> Any:
        if type(data) is not dict or any(data.get(key) != word for key, word in tag.items()):
            raise _refuse(where, f"an object {tag or ''}".strip(), data)
        if odd := (data.keys() - tag.keys() ^ parts.keys()) - (later - data.keys()):
            raise misfit(where, odd)
        return {name: part(data[name], f"{where}.{name}") for name, part in parts.items() if name in data}

    return decode
