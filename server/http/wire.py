"""What goes over the wire, as types. The schemas and the OpenAPI document are made from these and from the engine's own
choices and events (which stand here for their JSON); the app's TypeScript types are made from that document.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from marshmallow import INCLUDE

from engine.choices import Choice
from engine.events import Event
from engine.prompt import Prompt
from engine.rule_facts import RuleFacts
from engine.view import SeatView, View


class ReasonPart(TypedDict):
    """One consideration and its value in hundredths of a prestige; more keys, by the word, say what it is about."""

    word: str
    value: int
    opens: str


class SecondBest(TypedDict):
    choice: Choice
    because: list[Annotated[ReasonPart, INCLUDE]]
    behind: int
    opens: str


class Reason(TypedDict):
    """What is open of a rival's reason for entry `n`."""

    n: int
    level: str
    deck_card: str | None
    because: list[Annotated[ReasonPart, INCLUDE]]
    second: SecondBest | None


class Frame(TypedDict):
    """A position as a seat sees it, with what the entry that led to it told the seat."""

    revision: int
    view: View
    events: list[Event]
    reasons: list[Reason]


class Answer(TypedDict):
    """The new position after a move, with a frame for each entry that it made."""

    revision: int
    frames: list[Frame]


class Preview(TypedDict):
    """What would be asked after a draft, and the seat's own possessions then."""

    prompt: Prompt | None
    seat: SeatView
    hidden: bool


class PlayerChange(TypedDict):
    """Who came to play a seat; `freed`: nobody any more, until somebody else sits down."""

    player: str
    level: str | None
    name: str
    freed: bool


class ToldEntry(TypedDict):
    """An entry as a seat was told of it; the choice only where it is the seat's own. One by which somebody came to play
    a seat, and nothing else, has `seated`."""

    n: int
    move: int
    seat: int
    auto: bool
    choice: Choice | None
    events: list[Event]
    reason: Reason | None
    player_change: PlayerChange | None


class Log(TypedDict):
    revision: int
    entries: list[ToldEntry]


class HeldSeat(TypedDict):
    seat: int
    token: str


class Created(TypedDict):
    """A new game: its name, the first seat that is held here, which is the host's, and the tokens of all such seats."""

    game: str
    seat: int
    host: int
    seats: list[HeldSeat]
    seed: str | None


class SeatTaken(TypedDict):
    """A seat that is held from now on; null: the right to watch. The token opens it, as the cookie does."""

    game: str
    seat: int | None
    token: str


class Place(TypedDict):
    """A seat as everybody at the table may know it; at an open one nobody has sat down, though a rival may keep it."""

    seat: int
    colour: str
    player: str
    name: str
    level: str | None
    open: bool


class Sitting(Place):
    """A seat with what concerns whoever asks: whether they hold it, and how many devices do (for holder and host)."""

    held: bool
    devices: int | None


class Who(TypedDict):
    """Who sits where: the host's seat, the seats held by whoever asks, and all seats."""

    host: int
    you: list[int]
    watching: bool
    seats: list[Sitting]
    finished: bool
    played_offline: bool
    ai_check: Literal["unchecked", "verified", "not-verified"] | None
    """Of a game that was played offline: whether its rivals chose what the automa chooses."""


class JoinCode(TypedDict):
    code: str
    until: str


class Joinable(TypedDict):
    """What a join code leads to, and until when."""

    game: str
    seats: list[Place]
    until: str


class Joined(TypedDict):
    game: str
    seat: int
    token: str


class Link(TypedDict):
    """What opens a seat, or lets watch (null), on another device."""

    seat: int | None
    token: str


class Record(TypedDict):
    """A whole game: header and log are the truth of it, the rest can be worked out from them."""

    header: dict[str, Any]
    log: list[dict[str, Any]]
    hash: str
    reasons: NotRequired[list[Reason]]


class CardTables(TypedDict):
    """The card set as plain tables, by file; which card meets which requirement and sits where; the rules' numbers."""

    pack: str
    version: str
    digest: str
    tables: dict[str, Any]
    requirements_met_by: dict[str, dict[str, list[int]]]
    chairs_for_card: dict[str, list[str]]
    rules: RuleFacts


class Health(TypedDict):
    ok: bool


class ProblemDetails(TypedDict):
    """RFC 9457: every refusal. `code` never changes its meaning."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: NotRequired[Any]
    view: NotRequired[View]
    revision: NotRequired[int]
    by: NotRequired[str]
    retry_after: NotRequired[int]
