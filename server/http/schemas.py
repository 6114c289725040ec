"""The schemas of request bodies, queries and socket messages. A loaded body is a value of ours where there is one."""

from typing import Any, ClassVar

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields, post_load, validate, validates_schema

from automa import LEVELS
from automa.table import SeatSettings
from engine.choices import Choice
from engine.codec import choice_from_json
from engine.errors import BrokenRecord
from engine.game import COLOURS
from server.config import MEGABYTE
from server.games.new_game import NAME_LENGTH, SeatSetup, Setup
from server.http.json_schema import MAX_INTEGER, reference
from server.http.wire import OPENS

MAX_CHOICES = 64
"""In one move. The longest draft of the app is a setup of a few cards."""
MAX_SEED_LENGTH = 64
MAX_KEY_LENGTH = 100
MIN_SECRET_LENGTH = 32
"""Characters of a key that must not be guessed."""
MAX_VIEWERS = 5
"""Of one socket: each seat and a spectator."""
MAX_RECORD_BYTES = 2 * MEGABYTE
SPECTATOR = "none"
"""A query's word for the spectators' view."""
PRINTABLE = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"


class Body(Schema):
    """An object without keys that the API does not know. Faults between fields are reported for the whole object."""

    class Meta:
        unknown = RAISE


# --- fields ----------------------------------------------------------------------------------------------------------


class Text(fields.String):
    """Printable text. Half a surrogate pair is refused too, which the document's pattern cannot say."""

    def __init__(self, length: validate.Length, **options: Any) -> None:
        super().__init__(validate=[length, validate.Regexp(PRINTABLE, error="holds control characters")], **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **options)
        try:
            text.encode()
        except UnicodeEncodeError as fault:
            raise ValidationError("holds half a character") from fault
        return text


class Flag(fields.Boolean):
    """True or false, but not 1, "yes" or the like."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class ChoiceField(fields.Field[Choice]):
    """Any choice, read by the engine's strict decoder."""

    def __init__(self, **options: Any) -> None:
        super().__init__(metadata={"anyOf": [reference("Choice")]}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> Choice:
        try:
            return choice_from_json(value)
        except BrokenRecord as fault:
            raise ValidationError(str(fault)) from fault


def _integer(least: int, most: int = MAX_INTEGER, **options: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(least, most), **options)


def _seat(**options: Any) -> fields.Integer:
    return _integer(0, 3, **options)


def _revision() -> fields.Integer:
    return _integer(0, required=True)


def _name(**options: Any) -> Text:
    return Text(validate.Length(max=NAME_LENGTH), **options)


def _key() -> Text:
    description = "The same request with the same key has one effect, however often it is sent."
    return Text(validate.Length(1, MAX_KEY_LENGTH), required=True, metadata={"description": description})


def _secret_key(**options: Any) -> Text:
    """A key from which the token of a new seat is derived."""
    description = "A secret of the sender: the same request with the same key gives the same seat again."
    return Text(validate.Length(MIN_SECRET_LENGTH, MAX_KEY_LENGTH), metadata={"description": description}, **options)


def _viewer(description: str = "Whose view the response shows; null: what is open to all. Default: the seat's.") -> Any:
    return _seat(allow_none=True, metadata={"description": description})


def _one_of(*words: str, **options: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(words), **options)


def _seat_query(description: str, **options: Any) -> fields.String:
    return _one_of(*map(str, range(4)), SPECTATOR, metadata={"description": description}, **options)


def _choices(least: int) -> fields.List[Any]:
    return fields.List(ChoiceField(), required=True, validate=validate.Length(least, MAX_CHOICES))


# --- new games -------------------------------------------------------------------------------------------------------


def _check_level(data: dict[str, Any]) -> None:
    if (data["player"] == "ai") != (data["level"] is not None):
        raise ValidationError("an AI needs a level, and a person has none")


class NewSeatSchema(Body):
    """A seat of a new game: a person, or an AI of a level."""

    player = _one_of("person", "ai", required=True)
    name = _name(load_default="")
    level = _one_of(*LEVELS, load_default=None)
    colour = _one_of(*COLOURS, load_default=None)
    on_this_device = Flag(
        load_default=True,
        metadata={"description": "Whether the person plays on this device, or joins by code or link."},
    )

    @validates_schema
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        _check_level(data)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> SeatSetup:
        return SeatSetup(**data)


class GameOptionsSchema(Body):
    """The options of a new game."""

    setup_card = Flag(
        load_default=True,
        metadata={"description": "Whether a two-seat game with an AI uses an orchestra setup card (TWO-6)."},
    )


class SettingsSchema(Body):
    """What the server does for people without asking: end their turns, make choices that have no alternative."""

    confirm_turns = Flag(load_default=True)
    auto_forced = Flag(load_default=True)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> SeatSettings:
        return SeatSettings(**data)


def _settings() -> fields.Nested:
    return fields.Nested(SettingsSchema, load_default=lambda: SeatSettings(confirm_turns=True, auto_forced=True))


class NewGameSchema(Body):
    """A new game: its seats, and the seed of all chance, which determines every hidden card. So a seed can be chosen
    only where all people play on this device."""

    seats = fields.List(fields.Nested(NewSeatSchema), required=True, validate=validate.Length(min=2, max=4))
    seed = Text(validate.Length(max=MAX_SEED_LENGTH), load_default=None, allow_none=True)
    options = fields.Nested(GameOptionsSchema, load_default=lambda: {"setup_card": True})
    settings = _settings()

    @validates_schema
    def check_seats(self, data: dict[str, Any], **_: Any) -> None:
        seats: list[SeatSetup] = data["seats"]
        colours = [seat.colour for seat in seats if seat.colour]
        if len(set(colours)) < len(colours):
            raise ValidationError("two seats have the same colour")
        people = [seat for seat in seats if seat.player == "person"]
        if not any(seat.on_this_device for seat in people):
            raise ValidationError("at least one seat must be of a person on this device")
        if data["seed"] and not all(seat.on_this_device for seat in people):
            raise ValidationError("a seed can be chosen only where all people play on this device")

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Setup:
        seed = (data["seed"] or "").strip() or None
        return Setup(tuple(data["seats"]), seed, data["options"]["setup_card"], data["settings"])


class CopySchema(Body):
    """From which revision to play on, and against AIs of which level."""

    revision = _revision()
    level = _one_of(*LEVELS, required=True)
    seat = _seat(
        load_default=None,
        metadata={"description": "The held seat at which to play on. Default: the first seat held."},
    )


class EmptySchema(Body):
    """An object without any keys."""


# --- records ---------------------------------------------------------------------------------------------------------


def _check_opens(text: str) -> None:
    if not OPENS.fullmatch(text):
        raise ValidationError(f"a reason does not open by {text!r}")


class ReasonPartSchema(Schema):
    class Meta:
        unknown = INCLUDE

    word = fields.String(required=True)
    value = fields.Integer(strict=True, required=True)
    opens = fields.String(required=True, validate=_check_opens)

    @validates_schema
    def check_details(self, data: dict[str, Any], **_: Any) -> None:
        if not all(type(value) in (int, str) for value in data.values()):
            raise ValidationError("the details of a reason are numbers and texts")


class SecondBestSchema(Body):
    choice = ChoiceField(required=True)
    because = fields.List(fields.Nested(ReasonPartSchema), required=True)
    behind = fields.Integer(strict=True, required=True)
    opens = fields.String(required=True, validate=_check_opens)


class ReasonSchema(Body):
    """`wire.Reason`, checked."""

    n = fields.Integer(strict=True, required=True)
    level = fields.String(required=True)
    deck_card = fields.String(required=True, allow_none=True)
    because = fields.List(fields.Nested(ReasonPartSchema), required=True)
    second = fields.Nested(SecondBestSchema, required=True, allow_none=True)


class ReasonField(fields.Field[Any]):
    """A reason of an exported record: checked, and kept as JSON."""

    _schema = ReasonSchema()

    def __init__(self) -> None:
        super().__init__(metadata={"anyOf": [reference("Reason")]})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> Any:
        self._schema.load(value)
        return value


class ImportSchema(Body):
    """An exported record, and the settings of the people in it."""

    max_bytes: ClassVar[int] = MAX_RECORD_BYTES
    header = fields.Dict(required=True)
    log = fields.List(fields.Dict(), required=True)
    hash = Text(validate.Length(max=64))
    reasons = fields.List(ReasonField())
    settings = _settings()


class UploadSchema(Body):
    """A game that was played on a device. The key is a secret."""

    max_bytes: ClassVar[int] = MAX_RECORD_BYTES
    record = fields.Nested(ImportSchema, required=True)
    key = _secret_key(required=True)


class UploadToGameSchema(UploadSchema):
    """A game that a device took along at a revision and played on."""

    revision = _revision()


# --- moves -----------------------------------------------------------------------------------------------------------


class UndoSchema(Body):
    """Undo or redo: at which revision, under which key."""

    seat = _seat(required=True)
    viewer = _viewer()
    revision = _revision()
    key = _key()


class MoveSchema(UndoSchema):
    """One move: its choices are made all, or none."""

    choices = _choices(1)


class DraftSchema(Body):
    """Choices that are not made yet."""

    seat = _seat(required=True)
    viewer = _viewer()
    revision = _revision()
    choices = _choices(0)


# --- seats -----------------------------------------------------------------------------------------------------------


class SeatSettingsChangeSchema(Body):
    """What the server does for one seat without asking: end its turns, make choices that have no alternative."""

    seat = _seat(required=True)
    confirm_turns = Flag(required=True)
    auto_forced = Flag(required=True)


class SessionSchema(Body):
    """The token of a link."""

    token = Text(validate.Length(1, 200), required=True)
    name = _name(load_default="", metadata={"description": "The player's name, where the link is to an open seat."})
    key = _secret_key(load_default=None)


class JoinSchema(Body):
    """An open seat to take, and the player's name."""

    seat = _seat(required=True)
    name = _name(required=True)
    key = _secret_key(load_default=None)


class LinkSchema(Body):
    """The seat that a new link opens."""

    seat = _seat(allow_none=True, required=True, metadata={"description": "null: a link for spectators."})


class ReseatSchema(Body):
    """Who plays a seat from now on: an AI of a level, or the person again."""

    player = _one_of("person", "ai", required=True)
    level = _one_of(*LEVELS, load_default=None)
    key = _key()
    viewer = _viewer("Whose view the response shows. Default: the seat's if it is held, else the first seat held.")

    @validates_schema
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        _check_level(data)


class FreeSchema(Body):
    """A seat is to be free for another person."""

    key = _key()
    viewer = _viewer("Whose view the response shows. Default: the first seat held.")


# --- queries ---------------------------------------------------------------------------------------------------------
# Unknown query parameters are ignored.


class ViewerQuery(Schema):
    seat = _seat_query("Whose view: a held seat's, or the spectators'. Default: the first seat held.")

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        if "seat" in data:
            data["seat"] = None if data["seat"] == SPECTATOR else int(data["seat"])
        return data


class RevisionQuery(ViewerQuery):
    revision = fields.Integer(validate=validate.Range(0), metadata={"description": "Default: the newest."})


class LinksQuery(ViewerQuery):
    seat = _seat_query("Which links: those to a seat, or the spectators'.", required=True)


class DigestQuery(Schema):
    digest = fields.String(metadata={"description": "With the card set's digest the response may be cached for ever."})


# --- the socket ------------------------------------------------------------------------------------------------------


class HelloSchema(Body):
    """The first message over a socket."""

    game = fields.String()
    seats = fields.List(
        _seat(allow_none=True),
        validate=validate.Length(max=MAX_VIEWERS),
        metadata={"description": "Whose views to push; null: the spectators'. Default: the seats held."},
    )
    since = _revision()
    follow_seats = Flag(load_default=False, metadata={"description": "Push the seats too, now and at each change."})
