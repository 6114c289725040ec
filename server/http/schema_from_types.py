"""Schemas made from the engine's own types, so that no choice, event or view is described twice.

A dataclass or TypedDict becomes a marshmallow schema by its type hints; a family of such (all choices, all events)
becomes one field that looks up the member by its tag. apispec is taught to show both in the OpenAPI document.
"""

import types
import typing
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from engine.choices import CHOICES, Choice
from engine.codec import MOST_DIGITS, choice_from_json
from engine.content.cards import GOODS_WORDS
from engine.errors import BrokenRecord
from engine.events import EVENTS, Event
from engine.prompt import PromptChoice

GOODS = (str, int)
"""Pairs of a word and a number are written as an object."""
SHOWABLE = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"
"""What the document says of texts; that half a character is none goes without saying in JSON."""

LARGEST = MOST_DIGITS - 1

Table = Mapping[str, Any]


class Whole(fields.Integer):
    """A whole number that 64 bits hold: no fraction, no text, no truth value."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)
        self.validators = [*self.validators, validate.Range(-LARGEST, LARGEST)]

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, (bool, str)):
            raise self.make_error("invalid", input=value)
        number: int = super()._deserialize(value, attr, data, **kwargs)
        return number


class Text(fields.String):
    """A text of characters that can be written and shown."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if any(unicodedata.category(character) in ("Cc", "Cs") for character in text):
            raise ValidationError("holds characters that cannot be shown")
        return text


class Truth(fields.Boolean):
    """True or false, and nothing that merely looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Goods(fields.Dict):
    """How many of each: a word of the engine's for goods, and a number."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(keys=fields.String(validate=validate.OneOf(GOODS_WORDS)), values=Whole(), **kwargs)


class Row(fields.Tuple):
    """A list of fixed length, each place with its own type."""


class Either(fields.Field[Any]):
    """One of several types, tried in order."""

    def __init__(self, options: Sequence[fields.Field[Any]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = options

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        for option in self.options:
            try:
                return option.deserialize(value, attr, data)
            except ValidationError:
                continue
        raise ValidationError("is none of the types that are possible here")


class Tagged(fields.Field[Any]):
    """One of a family of schemas, told apart by the value of a tag; `make`, where given, checks in their stead."""

    def __init__(
        self,
        family: str,
        tag: str,
        members: Mapping[str, type[Schema]],
        make: Callable[[Any], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.family, self.tag, self.members, self.make = family, tag, members, make

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if self.make:
            return self.make(value)
        name = value.get(self.tag) if isinstance(value, dict) else None
        if not isinstance(name, str) or name not in self.members:
            raise ValidationError(f"has no known {self.tag!r}: {name!r}")
        return self.members[name]().load(value)


# --- from types ------------------------------------------------------------------------------------------------------


@cache
def schema_of(kind: type, name: str | None = None, unknown: str = RAISE) -> type[Schema]:
    """The schema of a dataclass or TypedDict."""
    table = {key: field_of(hint) for key, hint in hints_of(kind).items()}
    return make_schema(name or kind.__name__, table, unknown, doc_of(kind))


def make_schema(
    name: str, table: Mapping[str, fields.Field[Any]], unknown: str = RAISE, doc: str | None = None
) -> type[Schema]:
    """A schema that refuses what it does not know, unless told otherwise."""
    meta = type("Meta", (), {"unknown": unknown, "register": False})
    return type(name, (Schema,), {**table, "Meta": meta, "__doc__": doc})


def doc_of(kind: type) -> str | None:
    """What is said of a class in its own docstring; a dataclass without one has been given its signature."""
    doc: str | None = vars(kind).get("__doc__")
    return None if doc is None or doc.startswith(f"{kind.__name__}(") else doc


def hints_of(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    if kind is PromptChoice:
        hints["choice"] = Choice  # there it is a choice's JSON
    if is_dataclass(kind):
        return {field.name: hints[field.name] for field in fields_of(kind)}
    optional: frozenset[str] = getattr(kind, "__optional_keys__", frozenset())
    return {name: _optional(hint) if name in optional else hint for name, hint in hints.items()}


def _optional(hint: Any) -> Any:
    return hint if get_origin(hint) is NotRequired else NotRequired[hint]


def field_of(hint: Any) -> fields.Field[Any]:
    """The field of a type hint; required unless it says otherwise.

    >>> field_of(int | None).allow_none
    True
    """
    if get_origin(hint) is NotRequired:
        field = field_of(get_args(hint)[0])
        field.required = False
        return field
    if get_origin(hint) is Annotated:
        kind, unknown = get_args(hint)
        return fields.Nested(schema_of(kind, None, unknown), required=True)
    options = _options(hint)
    allow_none = type(None) in options
    named = [option for option in options if option is not type(None)]
    if len(named) > 1:
        return Either([_plain(option, required=True) for option in named], required=True, allow_none=allow_none)
    return _plain(named[0], required=True, allow_none=allow_none)


def _options(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _plain(hint: Any, **kwargs: Any) -> fields.Field[Any]:
    simple: dict[Any, type[fields.Field[Any]]] = {int: Whole, str: fields.String, bool: Truth, Any: fields.Raw}
    if hint in simple:
        return simple[hint](**kwargs)
    if hint is Choice:
        return choice_field(**kwargs)
    if hint is Event:
        return Tagged("GameEvent", "type", event_schemas(), **kwargs)
    if hint is object:
        return fields.Raw(**{**kwargs, "allow_none": True})
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return fields.String(validate=validate.OneOf(args), **kwargs)
    if origin in (dict, Mapping):
        return fields.Dict(keys=field_of(args[0]), values=field_of(args[1]), **kwargs)
    if origin is tuple:
        return _tuple(args, kwargs)
    if origin in (list, Sequence):
        return fields.List(field_of(args[0]), **kwargs)
    if is_dataclass(hint) or typing.is_typeddict(hint):
        return fields.Nested(schema_of(hint), **kwargs)
    raise TypeError(f"no field for the type {hint!r}")


def _tuple(args: tuple[Any, ...], kwargs: dict[str, Any]) -> fields.Field[Any]:
    if args[-1] is not Ellipsis:
        return Row([field_of(arg) for arg in args], **kwargs)
    if get_origin(args[0]) is tuple and get_args(args[0]) == GOODS:
        return Goods(**kwargs)
    return fields.List(field_of(args[0]), **kwargs)


# --- the engine's families -------------------------------------------------------------------------------------------


def choice_field(make: Callable[[Any], Any] | None = None, **kwargs: Any) -> Tagged:
    """Any choice."""
    return Tagged("Choice", "kind", choice_schemas(), make, **kwargs)


def sent_choice(data: Any) -> Choice:
    """The choice that somebody sent, by the engine's own strict reader."""
    try:
        return choice_from_json(data)
    except BrokenRecord as fault:
        raise ValidationError(str(fault)) from fault


@cache
def choice_schemas() -> dict[str, type[Schema]]:
    return {kind: _choice_schema(kind, cls) for kind, cls in CHOICES.items()}


def _choice_schema(kind: str, cls: type[Choice]) -> type[Schema]:
    own = {name: field_of(hint) for name, hint in hints_of(cls).items()}
    return make_schema(f"Choice{camel(kind)}", {"kind": constant(kind), **own}, doc=doc_of(cls))


@cache
def event_schemas() -> dict[str, type[Schema]]:
    return {name: _event_schema(name, cls) for name, cls in EVENTS.items()}


def _event_schema(name: str, cls: type[Event]) -> type[Schema]:
    """An event with its place in the log; its private fields lie in an object that only its own seat gets."""
    hints = hints_of(cls)
    private = {f.name for f in fields_of(cls) if f.metadata.get("private")}
    table: dict[str, fields.Field[Any]] = {"n": Whole(required=True), "i": Whole(required=True), "type": constant(name)}
    table |= {key: field_of(hint) for key, hint in hints.items() if key not in private}
    if private:
        hidden = make_schema(f"Private{camel(name)}", {key: field_of(hints[key]) for key in hints if key in private})
        table["private"] = fields.Nested(hidden)
    return make_schema(f"Event{camel(name)}", table, doc=doc_of(cls))


def constant(value: str) -> fields.Field[Any]:
    """The tag of a member: this one word."""
    return fields.String(required=True, validate=validate.Equal(value), metadata={"const": value})


def camel(word: str) -> str:
    """
    >>> camel("plan-worker")
    'PlanWorker'
    """
    return "".join(part.capitalize() for part in word.replace("_", "-").split("-"))


# --- in the OpenAPI document -----------------------------------------------------------------------------------------


def show_row(converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """How apispec shows a list of fixed length."""
    if not isinstance(field, Row):
        return {}
    places = [converter.field2property(place) for place in field.tuple_fields]
    return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}


def show_text(converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    return {"pattern": SHOWABLE} if isinstance(field, Text) else {}


def show_goods(converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    return {"propertyNames": {"enum": list(GOODS_WORDS)}} if isinstance(field, Goods) else {}


def show_either(converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    if not isinstance(field, Either):
        return {}
    shown = [converter.field2property(option) for option in field.options]
    return {"anyOf": [*shown, {"type": "null"}] if field.allow_none else shown}


def show_tagged(converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """A family is a component of its own, made the first time that it is met."""
    if not isinstance(field, Tagged):
        return {}
    components = converter.spec.components
    if field.family not in components.schemas:
        shown = {name: converter.resolve_nested_schema(member) for name, member in field.members.items()}
        mapping = {name: reference["$ref"] for name, reference in shown.items()}
        family = {
            "oneOf": list(shown.values()),
            "discriminator": {"propertyName": field.tag, "mapping": mapping},
        }
        components.schema(field.family, family)
    reference = {"$ref": f"#/components/schemas/{field.family}"}
    return {"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference
