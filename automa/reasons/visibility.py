"""What may be told of a rival's reasons: the one place where they are held back, part by part (DESIGN: Reason).

A part says itself when it opens: `now`, `placement:4` (that worker is shown), `card:oboe` (the rival lays that card
open), `end`. What a choice was about holds back the whole of its reason besides: a planning choice opens with its
worker, the choice of what to keep when all have chosen, what was not taken of cards seen in secret at the end.
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
    """A reason with what must be known to tell when it opens.

    `placement` is the worker that the choice was about (0: none), in `round`; `had` is how often the cards named in
    `opens` already lay open in front of the AI when it chose; `secret` is whether it chose among hidden cards.
    """

    n: int
    seat: int
    round: int
    placement: int
    keeping: bool
    secret: bool
    reason: Json
    had: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {
            "n": self.n,
            "seat": self.seat,
            "round": self.round,
            "placement": self.placement,
            "keeping": self.keeping,
            "secret": self.secret,
            "reason": self.reason,
            "had": self.had,
        }

    @staticmethod
    def from_json(data: Json) -> "StoredReason":
        return StoredReason(**data)


def store_reason(n: int, state: State, seat: int, reason: Json) -> StoredReason:
    """A reason for what the seat is about to choose in this state; `n` will be the entry's number."""
    asked = loop.decision(state)
    about_worker = asked.kind in PLANNING
    placement: int = getattr(asked, "placement", state.placed + 1) if about_worker else _acting(state)
    named = [word.removeprefix("card:") for word in _opens(reason) if word.startswith("card:")]
    return StoredReason(
        n,
        seat,
        state.round,
        placement,
        isinstance(asked, ChooseSetup),
        asked.secret and not about_worker,
        reason,
        {card: laid_open(state, seat, card) for card in named},
    )


def open_part(kept: StoredReason, state: State) -> Json | None:
    """What of a reason is open in a state that came later; None where nothing is."""
    if not _begun(kept, state):
        return None
    reason = kept.reason
    because = [part for part in reason["because"] if _is_open(part["opens"], kept, state)]
    second = _open_second(reason["second"], kept, state)
    deck_card = reason["deck_card"] if _has_acted(kept, state) else None
    if not because and second is None and deck_card is None:
        return None
    return {**reason, "because": because, "second": second, "deck_card": deck_card}


def _begun(kept: StoredReason, state: State) -> bool:
    """Whether anything at all may be told."""
    if kept.keeping:
        return state.phase != "setup" or bool(state.players[kept.seat].family)
    return _is_shown(kept.placement, kept, state)


def _open_second(second: Mapping[str, Any] | None, kept: StoredReason, state: State) -> Json | None:
    """The second best choice, whole or not at all but for its own parts."""
    if second is None or (kept.secret and not state.finished) or not _is_open(second["opens"], kept, state):
        return None
    return {**second, "because": [part for part in second["because"] if _is_open(part["opens"], kept, state)]}


def _is_open(word: str, kept: StoredReason, state: State) -> bool:
    kind, _, what = word.partition(":")
    match kind:
        case "now":
            return True
        case "placement":
            return _is_shown(int(what), kept, state)
        case "card":
            return laid_open(state, kept.seat, what) > kept.had[what]
        case _:
            return state.finished


def _is_shown(placement: int, kept: StoredReason, state: State) -> bool:
    """Whether the worker of that round has been shown; who went home was."""
    if state.round > kept.round or placement == 0:
        return True
    lying = [worker for worker in state.workers if worker.placement == placement]
    return lying[0].revealed if lying else placement <= state.placed


def _has_acted(kept: StoredReason, state: State) -> bool:
    """Whether the worker has at least begun its action."""
    if not _is_shown(kept.placement, kept, state):
        return False
    waits = any(worker.placement == kept.placement for worker in state.workers) and state.round == kept.round
    return not waits or _acting(state) == kept.placement


def laid_open(state: State, seat: int, card: str) -> int:
    """How often a card lies open in front of a seat, or did and is counted."""
    player = state.players[seat]
    under = [lying.card for patron in player.waiting for lying in patron.tucked]
    patrons = [patron.card for patron in player.waiting]
    owned = [specialist.card for specialist in player.specialists]
    benches = [*player.roughing, *player.finishing, *player.finished]
    return [*under, *patrons, *owned, *benches, *player.completed, *player.repairs].count(card)


def _acting(state: State) -> int:
    return state.active_worker.placement if state.active_worker is not None else 0


def _opens(reason: Json) -> list[str]:
    second = reason["second"]
    parts = reason["because"] + (second["because"] if second else [])
    return [part["opens"] for part in parts] + ([second["opens"]] if second else [])
