"""The schemas of every body, in and out. What comes in becomes a value of ours at once."""

import re
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate, validates_schema

from automa import LEVELS
from automa.table import SeatSettings
from engine.game import COLOURS
from server.games.new_game import NAME_LENGTH, SeatSetup, Setup
from server.http import wire
from server.http.schema_from_types import Text, Truth, Whole, choice_field, schema_of, sent_choice

MOST_CHOICES = 64
"""In one move; the longest draft of the app is a set-up of a few pages."""
SEED_LENGTH = 64
KEY_LENGTH = 100
LEAST_SECRET = 32
"""Characters of a key that must not be guessed."""
MOST_VIEWERS = 5
"""Of one socket: each seat's, and a spectator's."""
NOBODY = "none"
OPENS = re.compile(r"now|end|placement:[0-9]{1,3}|card:[a-z0-9-]{1,40}")
"""When a part of a reason may say that it opens."""


class Strict(Schema):
    """Refuses keys that it does not know. What is wrong between fields is told of the whole, not of a field."""

    class Meta:
        unknown = RAISE


def _name(**more: Any) -> Text:
    return Text(validate=validate.Length(max=NAME_LENGTH), **more)


def _own_key() -> Text:
    """What makes a new seat's token one's own: the sender alone knows it."""
    told = "A secret of the sender's own: sent again with the same one, the request gives the same seat once more."
    return Text(load_default=None, validate=validate.Length(LEAST_SECRET, KEY_LENGTH), metadata={"description": told})


def _seat_or_none(**more: Any) -> Whole:
    return Whole(allow_none=True, validate=validate.Range(0, 3), **more)


def _viewer(description: str = "Whose view the answer shows; null: what lies open. Default: the seat's.") -> Whole:
    return _seat_or_none(metadata={"description": description})


class SeatSetupSchema(Strict):
    player = fields.String(required=True, validate=validate.OneOf(["person", "ai"]))
    name = _name(load_default="")
    level = fields.String(load_default=None, validate=validate.OneOf(LEVELS))
    colour = fields.String(load_default=None, validate=validate.OneOf(COLOURS))
    on_this_device = Truth(
        load_default=True, metadata={"description": "Whether a person sits at this device, or comes by code or link."}
    )

    @validates_schema
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        if (data["player"] == "ai") != (data["level"] is not None):
            raise ValidationError("a rival needs a level, and a person has none")

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> SeatSetup:
        return SeatSetup(**data)


class OptionsSchema(Strict):
    setup_card = Truth(load_default=True, metadata={"description": "TWO-6: in a two-seat game with a rival."})


class SeatSettingsSchema(Strict):
    """What the host does by itself for the people's seats."""

    confirm_turns = Truth(load_default=True)
    auto_forced = Truth(load_default=True)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> SeatSettings:
        return SeatSettings(**data)


class SetupSchema(Strict):
    """A new game: who sits where, and from which seed."""

    seats = fields.List(fields.Nested(SeatSetupSchema), required=True, validate=validate.Length(min=2, max=4))
    seed = Text(load_default=None, allow_none=True, validate=validate.Length(max=SEED_LENGTH))
    options = fields.Nested(OptionsSchema, load_default=lambda: {"setup_card": True})
    settings = fields.Nested(
        SeatSettingsSchema, load_default=lambda: SeatSettings(confirm_turns=True, auto_forced=True)
    )

    @validates_schema
    def check_seats(self, data: dict[str, Any], **_: Any) -> None:
        seats: list[SeatSetup] = data["seats"]
        colours = [seat.colour for seat in seats if seat.colour]
        if len(set(colours)) < len(colours):
            raise ValidationError("two seats have the same colour")
        people = [seat for seat in seats if seat.player == "person"]
        if not any(seat.on_this_device for seat in people):
            raise ValidationError("at least one seat must be of a person who is here")
        if data["seed"] and not all(seat.on_this_device for seat in people):
            raise ValidationError("the seed tells all cards: it can be chosen where all people are here")

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Setup:
        seed = (data["seed"] or "").strip() or None
        return Setup(tuple(data["seats"]), seed, data["options"]["setup_card"], data["settings"])


class UndoSchema(Strict):
    """Undo or redo: at which revision, under which key."""

    seat = Whole(required=True, validate=validate.Range(0, 3))
    viewer = _viewer()
    revision = Whole(required=True, validate=validate.Range(0))
    key = Text(required=True, validate=validate.Length(1, KEY_LENGTH))


def _choices(least: int) -> fields.List[Any]:
    return fields.List(choice_field(sent_choice), required=True, validate=validate.Length(least, MOST_CHOICES))


class MoveSchema(UndoSchema):
    """One move: its choices are made all, or none."""

    choices = _choices(1)


class DraftSchema(Strict):
    """Choices that are not made yet."""

    seat = Whole(required=True, validate=validate.Range(0, 3))
    viewer = _viewer()
    revision = Whole(required=True, validate=validate.Range(0))
    choices = _choices(0)


class SettingsSchema(Strict):
    seat = Whole(required=True, validate=validate.Range(0, 3))
    confirm_turns = Truth(required=True)
    auto_forced = Truth(required=True)


class TokenSchema(Strict):
    token = Text(required=True, validate=validate.Length(1, 200))
    name = _name(load_default="", metadata={"description": "Of who sits down, where the link is to an open seat."})
    key = _own_key()


class JoinSchema(Strict):
    seat = Whole(required=True, validate=validate.Range(0, 3))
    name = _name(required=True)
    key = _own_key()


class NewLinkSchema(Strict):
    seat = _seat_or_none(required=True, metadata={"description": "null: a link for somebody who watches."})


class ReseatSchema(Strict):
    """Who is to play a seat: a rival of a level, or the person again."""

    player = fields.String(required=True, validate=validate.OneOf(["person", "ai"]))
    level = fields.String(load_default=None, validate=validate.OneOf(LEVELS))
    key = Text(required=True, validate=validate.Length(1, KEY_LENGTH))
    viewer = _viewer("Whose view the answer shows. Default: the seat's if it is held, else the first seat held.")

    @validates_schema
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        if (data["player"] == "ai") != (data["level"] is not None):
            raise ValidationError("a rival needs a level, and a person has none")


class FreeSchema(Strict):
    """Somebody else is to come to a seat."""

    key = Text(required=True, validate=validate.Length(1, KEY_LENGTH))
    viewer = _viewer("Whose view the answer shows. Default: the first seat held.")


class EmptySchema(Strict):
    """An object without anything in it."""


class CopySchema(Strict):
    """From which revision to play on, and against rivals of which level."""

    revision = Whole(required=True, validate=validate.Range(0))
    level = fields.String(required=True, validate=validate.OneOf(LEVELS))
    seat = Whole(
        load_default=None,
        validate=validate.Range(0, 3),
        metadata={"description": "The held seat at which to play on. Default: the first seat held."},
    )


class ImportSchema(Strict):
    """A record as it was exported, and what the host is to do by itself for the people in it."""

    header = fields.Dict(required=True)
    log = fields.List(fields.Dict(), required=True)
    hash = Text()
    reasons = fields.List(fields.Nested(schema_of(wire.Reason)))
    settings = fields.Nested(
        SeatSettingsSchema, load_default=lambda: SeatSettings(confirm_turns=True, auto_forced=True)
    )

    @validates_schema
    def check_reasons(self, data: dict[str, Any], **_: Any) -> None:
        for reason in data.get("reasons", ()):
            second = [reason["second"]] if reason["second"] else []
            for part in [*reason["because"], *second, *(part for best in second for part in best["because"])]:
                if not OPENS.fullmatch(part["opens"]):
                    raise ValidationError(f"a reason does not open by {part['opens']!r}")


class HomeSchema(Strict):
    """A game that was played on a device. The key is a secret."""

    record = fields.Nested(ImportSchema, required=True)
    key = Text(required=True, validate=validate.Length(LEAST_SECRET, KEY_LENGTH))


class BackSchema(HomeSchema):
    """A game that was taken along at a revision and played on."""

    revision = Whole(required=True, validate=validate.Range(0))


class OfSeatSchema(Schema):
    """Queries pass over what they do not know."""

    seat = fields.String(
        validate=validate.OneOf([*map(str, range(4)), NOBODY]),
        metadata={"description": "Whose view: a held seat's, or what a spectator sees. Default: the first seat held."},
    )

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        if "seat" in data:
            data["seat"] = None if data["seat"] == NOBODY else int(data["seat"])
        return data


class UnlinkSchema(OfSeatSchema):
    seat = fields.String(
        required=True,
        validate=validate.OneOf([*map(str, range(4)), NOBODY]),
        metadata={"description": "Which links: those to a seat, or the spectators'."},
    )


class AtSchema(OfSeatSchema):
    revision = fields.Integer(validate=validate.Range(0), metadata={"description": "Default: now."})


class DigestSchema(Schema):
    digest = fields.String(metadata={"description": "With the card set's digest the answer may be kept for ever."})


class HelloSchema(Strict):
    game = fields.String()
    seats = fields.List(
        _seat_or_none(),
        validate=validate.Length(max=MOST_VIEWERS),
        metadata={"description": "null: as a spectator sees it."},
    )
    since = Whole(required=True, validate=validate.Range(0))
    follow_seats = Truth(load_default=False, metadata={"description": "Tell who sits where, now and at each change."})


class Bodies:
    """One of each schema."""

    def __init__(self) -> None:
        self.setup, self.move, self.undo, self.draft = SetupSchema(), MoveSchema(), UndoSchema(), DraftSchema()
        self.settings, self.token, self.hello = SettingsSchema(), TokenSchema(), HelloSchema()
        self.join, self.link, self.empty = JoinSchema(), NewLinkSchema(), EmptySchema()
        self.reseat, self.free = ReseatSchema(), FreeSchema()
        self.copy, self.record_in = CopySchema(), ImportSchema()
        self.home, self.back = HomeSchema(), BackSchema()
        self.of_seat, self.at, self.digest, self.unlink = OfSeatSchema(), AtSchema(), DigestSchema(), UnlinkSchema()
        self.who, self.code = schema_of(wire.Who)(), schema_of(wire.JoinCode)()
        self.joinable, self.joined = schema_of(wire.Joinable)(), schema_of(wire.Joined)()
        self.linked = schema_of(wire.Link)()
        self.created, self.seat = schema_of(wire.Created)(), schema_of(wire.SeatTaken)()
        self.frame, self.answer = schema_of(wire.Frame)(), schema_of(wire.Answer)()
        self.preview, self.log = schema_of(wire.Preview)(), schema_of(wire.Log)()
        self.reason, self.record = schema_of(wire.Reason)(), schema_of(wire.Record)()
        self.content, self.health = schema_of(wire.CardTables)(), schema_of(wire.Health)()
        self.problem = schema_of(wire.ProblemDetails, "Problem")()
