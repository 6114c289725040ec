"""The one place where an AI's reasons are withheld until people may know them.

Each part says when it opens: `now`, `placement:4` (that worker is revealed), `card:oboe` (the AI lays that card open),
`end`. The decision itself withholds the whole reason besides: a planning choice opens with its worker, a setup choice
when all have chosen, and the second best of hidden cards at the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import loop
from engine.setup import ChooseSetup
from engine.state import State

Json = dict[str, Any]

PLANNING = ("plan-worker", "plan-location", "peek", "relocate")


@dataclass(frozen=True, slots=True)
class StoredReason:
    """A reason with the facts that decide when it opens.

    `placement` is the worker that the choice was about (0: none), in `round`; `setup` whether it was the setup choice;
    `secret` whether it was among hidden cards; `open_before` how often each card named in `opens` lay open before.
    """

    n: int
    seat: int
    round: int
    placement: int
    setup: bool
    secret: bool
    reason: Json
    open_before: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {
            "n": self.n,
            "seat": self.seat,
            "round": self.round,
            "placement": self.placement,
            "setup": self.setup,
            "secret": self.secret,
            "reason": self.reason,
            "open_before": self.open_before,
        }

    @staticmethod
    def from_json(data: Json) -> "StoredReason":
        return StoredReason(**data)


def store_reason(n: int, state: State, seat: int, reason: Json) -> StoredReason:
    """The stored reason of the choice that the seat is about to make; `n` will be the number of its entry."""
    decision = loop.decision(state)
    planning = decision.kind in PLANNING
    placement: int = getattr(decision, "placement", state.placed + 1) if planning else _acting(state)
    named = [word.removeprefix("card:") for word in _opening_words(reason) if word.startswith("card:")]
    return StoredReason(
        n,
        seat,
        state.round,
        placement,
        isinstance(decision, ChooseSetup),
        decision.secret and not planning,
        reason,
        {card: count_open(state, seat, card) for card in named},
    )


def visible_part(stored: StoredReason, state: State) -> Json | None:
    """The part of a reason that is open in this state, a later one; None where nothing is."""
    if not _may_open(stored, state):
        return None
    reason = stored.reason
    because = [part for part in reason["because"] if _is_open(part["opens"], stored, state)]
    second = _visible_second(reason["second"], stored, state)
    deck_card = reason["deck_card"] if _has_acted(stored, state) else None
    if not because and second is None and deck_card is None:
        return None
    return {**reason, "because": because, "second": second, "deck_card": deck_card}


def _may_open(stored: StoredReason, state: State) -> bool:
    """Whether the decision lets any part open."""
    if stored.setup:
        return state.phase != "setup" or bool(state.players[stored.seat].family)
    return _is_revealed(stored.placement, stored, state)


def _visible_second(second: Mapping[str, Any] | None, stored: StoredReason, state: State) -> Json | None:
    """The second best choice, with those of its parts that are open."""
    if second is None or (stored.secret and not state.finished) or not _is_open(second["opens"], stored, state):
        return None
    return {**second, "because": [part for part in second["because"] if _is_open(part["opens"], stored, state)]}


def _is_open(opens: str, stored: StoredReason, state: State) -> bool:
    kind, _, what = opens.partition(":")
    match kind:
        case "now":
            return True
        case "placement":
            return _is_revealed(int(what), stored, state)
        case "card":
            return count_open(state, stored.seat, what) > stored.open_before[what]
        case _:
            return state.finished


def _is_revealed(placement: int, stored: StoredReason, state: State) -> bool:
    """Whether the worker of that round has been revealed; one that went home has."""
    if state.round > stored.round or placement == 0:
        return True
    there = [worker for worker in state.workers if worker.placement == placement]
    return there[0].revealed if there else placement <= state.placed


def _has_acted(stored: StoredReason, state: State) -> bool:
    """Whether the worker has at least begun its action."""
    if not _is_revealed(stored.placement, stored, state):
        return False
    waits = any(worker.placement == stored.placement for worker in state.workers) and state.round == stored.round
    return not waits or _acting(state) == stored.placement


def count_open(state: State, seat: int, card: str) -> int:
    """How often a card lies open before a seat, or is counted there since it did."""
    player = state.players[seat]
    tucked = [one.card for patron in player.waiting for one in patron.tucked]
    patrons = [patron.card for patron in player.waiting]
    specialists = [specialist.card for specialist in player.specialists]
    benches = [*player.roughing, *player.finishing, *player.finished]
    return [*tucked, *patrons, *specialists, *benches, *player.completed, *player.repairs].count(card)


def _acting(state: State) -> int:
    return state.active_worker.placement if state.active_worker is not None else 0


def _opening_words(reason: Json) -> list[str]:
    """`opens` of all parts and of the second best choice."""
    second = reason["second"]
    parts = reason["because"] + (second["because"] if second else [])
    return [part["opens"] for part in parts] + ([second["opens"]] if second else [])
