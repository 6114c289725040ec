"""The schemas of every body, in and out. What comes in becomes a value of ours at once."""

from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate, validates_schema

from automa import LEVELS
from automa.table import Manners
from engine.record import COLOURS
from server import wire
from server.games import SeatSetup, Setup
from server.shapes import Text, Truth, Whole, choice_field, schema_of, sent_choice

MOST_CHOICES = 64
"""In one press; the longest draft of the app is a set-up of a few pages."""
NAME_LENGTH = 40
SEED_LENGTH = 64
KEY_LENGTH = 100


class Strict(Schema):
    """Refuses keys that it does not know."""

    class Meta:
        unknown = RAISE


class SeatSetupSchema(Strict):
    player = fields.String(required=True, validate=validate.OneOf(["person", "ai"]))
    name = Text(load_default="", validate=validate.Length(max=NAME_LENGTH))
    level = fields.String(load_default=None, validate=validate.OneOf(LEVELS))
    colour = fields.String(load_default=None, validate=validate.OneOf(COLOURS))

    @validates_schema
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        if data["player"] == "ai" and data["level"] is None:
            raise ValidationError("a rival needs a level", "level")

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> SeatSetup:
        return SeatSetup(**data)


class OptionsSchema(Strict):
    setup_card = Truth(load_default=True, metadata={"description": "TWO-6: in a two-seat game with a rival."})


class MannersSchema(Strict):
    """What the host does by itself for the people's seats."""

    confirm_turns = Truth(load_default=True)
    auto_forced = Truth(load_default=True)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Manners:
        return Manners(**data)


class SetupSchema(Strict):
    """A new game: who sits where, and from which seed."""

    seats = fields.List(fields.Nested(SeatSetupSchema), required=True, validate=validate.Length(min=2, max=4))
    seed = Text(load_default=None, allow_none=True, validate=validate.Length(max=SEED_LENGTH))
    options = fields.Nested(OptionsSchema, load_default=lambda: {"setup_card": True})
    settings = fields.Nested(MannersSchema, load_default=lambda: Manners(confirm_turns=True, auto_forced=True))

    @validates_schema
    def check_seats(self, data: dict[str, Any], **_: Any) -> None:
        seats: list[SeatSetup] = data["seats"]
        colours = [seat.colour for seat in seats if seat.colour]
        if len(set(colours)) < len(colours):
            raise ValidationError("two seats have the same colour", "seats")
        if all(seat.player == "ai" for seat in seats):
            raise ValidationError("at least one seat must be a person's", "seats")

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Setup:
        seed = (data["seed"] or "").strip() or None
        return Setup(tuple(data["seats"]), seed, data["options"]["setup_card"], data["settings"])


class MoveSchema(Strict):
    """Undo or redo: at which ply, under which key."""

    seat = Whole(required=True, validate=validate.Range(0, 3))
    ply = Whole(required=True, validate=validate.Range(0))
    key = Text(required=True, validate=validate.Length(1, KEY_LENGTH))


def _choices(least: int) -> fields.List[Any]:
    return fields.List(choice_field(sent_choice), required=True, validate=validate.Length(least, MOST_CHOICES))


class PressSchema(MoveSchema):
    """One press: its choices are made all, or none."""

    choices = _choices(1)


class DraftSchema(Strict):
    """Choices that are not made yet."""

    seat = Whole(required=True, validate=validate.Range(0, 3))
    ply = Whole(required=True, validate=validate.Range(0))
    choices = _choices(0)


class SettingsSchema(Strict):
    seat = Whole(required=True, validate=validate.Range(0, 3))
    confirm_turns = Truth(required=True)
    auto_forced = Truth(required=True)


class TokenSchema(Strict):
    token = Text(required=True, validate=validate.Length(1, 200))


class OfSeatSchema(Schema):
    """Queries pass over what they do not know."""

    seat = fields.Integer(validate=validate.Range(0, 3), metadata={"description": "Default: the first seat held."})


class AtSchema(OfSeatSchema):
    ply = fields.Integer(validate=validate.Range(0), metadata={"description": "Default: now."})


class DigestSchema(Schema):
    digest = fields.String(metadata={"description": "With the card set's digest the answer may be kept for ever."})


class HelloSchema(Strict):
    game = fields.String()
    seats = fields.List(Whole())
    since = Whole(required=True, validate=validate.Range(0))


class Bodies:
    """One of each schema."""

    def __init__(self) -> None:
        self.setup, self.press, self.move, self.draft = SetupSchema(), PressSchema(), MoveSchema(), DraftSchema()
        self.settings, self.token, self.hello = SettingsSchema(), TokenSchema(), HelloSchema()
        self.of_seat, self.at, self.digest = OfSeatSchema(), AtSchema(), DigestSchema()
        self.created, self.seat = schema_of(wire.Created)(), schema_of(wire.SeatTaken)()
        self.frame, self.answer = schema_of(wire.Frame)(), schema_of(wire.Answer)()
        self.preview, self.log = schema_of(wire.Preview)(), schema_of(wire.Log)()
        self.why, self.record = schema_of(wire.Reason)(), schema_of(wire.Record)()
        self.content, self.health = schema_of(wire.CardTables)(), schema_of(wire.Health)()
        self.problem = schema_of(wire.ProblemDetails, "Problem")()
