"""The types of responses, from which the OpenAPI document and the app's TypeScript types are made.

The engine's choices and events stand here for their JSON.
"""

import re
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from engine.choices import Choice
from engine.events import Event
from engine.game import Colour, PlayerKind
from engine.prompt import Prompt
from engine.rule_facts import RuleFacts
from engine.view import SeatView, View

# --- reasons ---------------------------------------------------------------------------------------------------------

OPENS = re.compile(r"^(now|end|placement:[0-9]{1,3}|card:[a-z0-9-]{1,40})$")
"""When a part of a reason becomes visible to others: at once, with the worker of a placement, with a card, or at the
end of the game."""
Opens = Annotated[str, OPENS]


class ReasonPart(TypedDict):
    """One consideration and its value in hundredths of a prestige. Further keys depend on the word."""

    word: str
    value: int
    opens: Opens


AnyReasonPart = Annotated[dict[str, int | str], ReasonPart]


class SecondBest(TypedDict):
    """The choice that an AI valued second, and by how much less."""

    choice: Choice
    because: list[AnyReasonPart]
    behind: int
    opens: Opens


class Reason(TypedDict):
    """The visible part of an AI's reason for entry `n`."""

    n: int
    level: str
    deck_card: str | None
    because: list[AnyReasonPart]
    second: SecondBest | None


# --- positions -------------------------------------------------------------------------------------------------------


class Frame(TypedDict):
    """A position as a seat sees it, with the events of the entry that led to it."""

    revision: int
    view: View
    events: list[Event]
    reasons: list[Reason]


class Update(TypedDict):
    """The game's new revision, with a frame for each new entry."""

    revision: int
    frames: list[Frame]


class Preview(TypedDict):
    """The next question after a draft, and the seat's possessions then. `hidden`: hidden information comes first."""

    prompt: Prompt | None
    seat: SeatView
    hidden: bool


class PlayerChange(TypedDict):
    """Who plays a seat from an entry on. `freed`: nobody, until another person joins."""

    player: PlayerKind
    level: str | None
    name: str
    freed: bool


class LogEntry(TypedDict):
    """An entry as a seat may see it: the choice only where it is the seat's own; `player_change` only in an entry that
    changes who plays a seat."""

    n: int
    move: int
    seat: int
    auto: bool
    choice: Choice | None
    events: list[Event]
    reason: Reason | None
    player_change: PlayerChange | None


class Log(TypedDict):
    """The entries of a game that are in force."""

    revision: int
    entries: list[LogEntry]


class GameRecord(TypedDict):
    """A whole game. Header and log determine everything else."""

    header: dict[str, Any]
    log: list[dict[str, Any]]
    hash: str
    reasons: NotRequired[list[Reason]]


# --- seats -----------------------------------------------------------------------------------------------------------


class SeatToken(TypedDict):
    """A seat and the token that opens it."""

    seat: int
    token: str


class CreatedGame(TypedDict):
    """A new game, the host's seat, which is the first one held here, and the tokens of all seats held here."""

    game: str
    seat: int
    host: int
    seats: list[SeatToken]
    seed: str | None


class SeatAccess(TypedDict):
    """A seat that is held from now on, or the right to watch (null). The token opens it, as the cookie does."""

    game: str
    seat: int | None
    token: str


class PublicSeat(TypedDict):
    """A seat as everybody at the table may know it. `open`: no person has joined; an AI may play it meanwhile."""

    seat: int
    colour: Colour
    player: PlayerKind
    name: str
    level: str | None
    open: bool


class SeatStatus(PublicSeat):
    """A seat with what concerns the caller: whether they hold it, and on how many devices it is held (for its holder
    and the host)."""

    held: bool
    devices: int | None


class Seats(TypedDict):
    """All seats, the host's seat, and the seats that the caller holds."""

    host: int
    you: list[int]
    watching: bool
    seats: list[SeatStatus]
    finished: bool
    played_offline: bool
    ai_check: Literal["unchecked", "verified", "not-verified"] | None
    """Of a game that was played offline: whether its AIs chose what the automa chooses."""


class SeatSettings(TypedDict):
    """What the server does for one seat without asking."""

    seat: int
    confirm_turns: bool
    auto_forced: bool


class JoinCode(TypedDict):
    """A code for joining a game, and when it expires."""

    code: str
    until: str


class JoinableGame(TypedDict):
    """The game that a join code leads to, and when the code expires."""

    game: str
    seats: list[PublicSeat]
    until: str


class SeatLink(TypedDict):
    """A token that opens a seat, or the spectators' view (null), on another device."""

    seat: int | None
    token: str


# --- the rest --------------------------------------------------------------------------------------------------------


class CardTables(TypedDict):
    """The card set as plain tables, by file, and the rules' numbers. `requirements_met_by`: by patron and card, the
    indexes of the requirements that the card could meet. `chairs_for_card`: where the card's token may go."""

    pack: str
    version: str
    digest: str
    tables: dict[str, Any]
    requirements_met_by: dict[str, dict[str, list[int]]]
    chairs_for_card: dict[str, list[str]]
    rules: RuleFacts


class Health(TypedDict):
    ok: bool


class Problem(TypedDict):
    """Problem details (RFC 9457) with a stable `code`, which never changes its meaning."""

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
