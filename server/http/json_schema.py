"""JSON Schemas, as OpenAPI 3.1 has them, of the types in `wire` and of the engine's choices and events.

A TypedDict or dataclass becomes a named schema that others refer to. The choices and the events are unions, whose
members a tag tells apart.
"""

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from inspect import cleandoc
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from engine.choices import CHOICES, Choice
from engine.codec import MOST_DIGITS
from engine.content.cards import GOODS_WORDS, Goods
from engine.events import EVENTS, Event

Schema = dict[str, Any]

MAX_INTEGER = MOST_DIGITS - 1
INTEGER: Schema = {"type": "integer"}
INT64: Schema = {"type": "integer", "minimum": -MAX_INTEGER, "maximum": MAX_INTEGER}
"""A whole number that a request may hold."""
GOODS: Schema = {
    "type": "object",
    "propertyNames": {"enum": list(GOODS_WORDS)},
    "additionalProperties": INT64,
}
PLAIN: dict[Any, Schema] = {
    Any: {},
    bool: {"type": "boolean"},
    int: INTEGER,
    str: {"type": "string"},
    types.NoneType: {"type": "null"},
    Goods: GOODS,
}


def reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


class Schemas:
    """The named schemas of a document, each made when it is first referred to."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type hint.

        >>> Schemas().of(list[int] | None)
        {'anyOf': [{'type': 'array', 'items': {'type': 'integer'}}, {'type': 'null'}]}
        """
        if hint in PLAIN:
            return PLAIN[hint]
        if hint is Choice:
            return self._union("Choice", "kind", CHOICES, self._choice)
        if hint is Event:
            return self._union("GameEvent", "type", EVENTS, self._event)
        if is_typeddict(hint) or is_dataclass(hint):
            return self._name(hint.__name__, lambda: self._object(hint))
        return self._generic(get_origin(hint), get_args(hint))

    def _generic(self, origin: Any, args: tuple[Any, ...]) -> Schema:
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(arg) for arg in args]}
        if origin is Literal:
            return {"type": "string", "enum": list(args)}
        if origin is NotRequired:
            return self.of(args[0])
        if origin is Annotated:
            return self._annotated(*args)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if origin is list or (origin is tuple and args[-1] is Ellipsis):
            return {"type": "array", "items": self.of(args[0])}
        if origin is tuple:
            return {"type": "array", "prefixItems": [self.of(arg) for arg in args], **_length(len(args))}
        raise TypeError(f"there is no schema for {origin!r}{args!r}")

    def _annotated(self, plain: Any, meant: Any) -> Schema:
        """A text with a pattern; or a dict that is the JSON of a choice, or that has at least a TypedDict's keys."""
        if isinstance(meant, re.Pattern):
            return {**self.of(plain), "pattern": meant.pattern}
        if meant is Choice:
            return self.of(Choice)
        others = self.of(get_args(plain)[1])
        return self._name(meant.__name__, lambda: {**self._object(meant), "additionalProperties": others})

    def _object(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        optional = getattr(kind, "__optional_keys__", ())
        properties = {name: self.of(hints[name]) for name in _fields(kind)}
        return _closed(properties, [name for name in properties if name not in optional], _doc(kind))

    # --- unions ------------------------------------------------------------------------------------------------------

    def _union(self, name: str, tag: str, members: Mapping[str, Any], make: Callable[[str, Any], Schema]) -> Schema:
        def union() -> Schema:
            made = {word: self._name(name + camel(word), partial(make, word, kind)) for word, kind in members.items()}
            mapping = {word: schema["$ref"] for word, schema in made.items()}
            return {"oneOf": list(made.values()), "discriminator": {"propertyName": tag, "mapping": mapping}}

        return self._name(name, union)

    def _choice(self, kind: str, cls: type[Choice]) -> Schema:
        schema = self._object(cls)
        read = {name: INT64 if of == INTEGER else of for name, of in schema["properties"].items()}
        return {**schema, "properties": {"kind": _tag(kind), **read}, "required": ["kind", *schema["required"]]}

    def _event(self, name: str, cls: type[Event]) -> Schema:
        """An event with its place in the log; only its own seat gets the private fields, in an object of their own."""
        properties = self._object(cls)["properties"]
        hidden = {f.name: properties.pop(f.name) for f in fields(cls) if f.metadata.get("private")}
        told = {"n": INTEGER, "i": INTEGER, "type": _tag(name), **properties}
        private = {"private": _closed(hidden, list(hidden))} if hidden else {}
        return _closed({**told, **private}, list(told), _doc(cls))

    def _name(self, name: str, make: Callable[[], Schema]) -> Schema:
        if name not in self.named:
            self.named[name] = {}  # a type may refer to itself
            self.named[name] = make()
        return reference(name)


def camel(word: str) -> str:
    """
    >>> camel("plan-worker")
    'PlanWorker'
    """
    return "".join(part.capitalize() for part in word.split("-"))


def _fields(kind: Any) -> list[str]:
    return [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind.__annotations__)


def _closed(properties: Schema, required: list[str], doc: str = "") -> Schema:
    described = {"description": doc} if doc else {}
    return {
        **described,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _length(number: int) -> Schema:
    return {"minItems": number, "maxItems": number}


def _tag(word: str) -> Schema:
    return {"type": "string", "const": word}


def _doc(kind: type) -> str:
    """The class's own docstring; a dataclass without one has been given its signature."""
    doc = vars(kind).get("__doc__") or ""
    return "" if doc.startswith(f"{kind.__name__}(") else cleandoc(doc)
