"""Reasons of AI choices, in parts.

Each part has a word for which the app has a message, and a value, a whole number in hundredths of a prestige. It opens
`now`, when a worker is revealed (`placement:4`), when its owner lays a card open (`card:oboe`), or at the `end` of the
game; `visibility.py` enforces that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from automa.evaluation.features import END, NOW
from engine import codec
from engine.choices import Choice

Detail = int | str

REASON_WORDS: dict[str, str] = {
    # --- any level ---------------------------------------------------------------------------------------------------
    "only-choice": "No other choice was legal.",
    "only-sensible": "No other choice was a candidate.",
    "even": "Both choices had the same value; it took that of its policy.",
    # --- random ------------------------------------------------------------------------------------------------------
    "chance": "Drawn by lot.",
    # --- apprentice --------------------------------------------------------------------------------------------------
    "intention": "Its deck card names `location`, and that was useful (VOCABULARY 10, step 2).",
    "fallback": "No location of its deck card was useful; `location` was the first useful one of the usual order.",
    "number": "Its deck card asks for the `number` (highest, middle or lowest) of its workers at home.",
    "apprentices-asked": "Its deck card asks for `apprentices` apprentices.",
    "serves": "Meets an open requirement of `patron`.",
    "preferred": "Of the kind `kind` that its deck card prefers.",
    "best-card": "The card with the most prestige: `prestige`.",
    "leftmost": "The leftmost among equals.",
    "award-first": "At the Balcony it scores an award before all else.",
    "no-main-action": "No main action was possible, so it took the alternate.",
    "default": "The choice of its policy, where its deck card says nothing.",
    # --- journeyman: features in which the position has a higher value -----------------------------------------------
    "prestige": "Prestige scored.",
    "money": "Money held.",
    "inspiration": "Inspiration held.",
    "material": "Materials of the kind `material` held.",
    "apprentices": "Apprentices held.",
    "instrument": "The instrument `card` in hand or on a bench.",
    "patron": "The waiting patron `patron`: what it is likely to give, and to take when it leaves.",
    "permanent-bonus": "What the completed patron or family `card` will still give.",
    "goal": "The personal goal `goal`.",
    "award": "The public award `award`, within reach.",
    "first-chairs": "First chairs held in the orchestra.",
    "track": "Spaces of the track `track`, and what they will still give.",
    "specialist": "The specialty worker `card`.",
    "cards-to-come": "Cards that it does not know yet, to be drawn or searched.",
    "turn-order": "An early place in the turn order.",
}
"""Every word of a reason, with its meaning; `backticks` name its details. The app has a message for each."""


@dataclass(frozen=True, slots=True)
class Part:
    """One consideration."""

    word: str
    value: int = 0
    opens: str = NOW
    details: tuple[tuple[str, Detail], ...] = ()

    def to_json(self) -> dict[str, Detail]:
        return {"word": self.word, **dict(self.details), "value": self.value, "opens": self.opens}


def part(word: str, value: int = 0, opens: str = NOW, **details: Detail) -> Part:
    """A part of a reason.

    >>> part("goal", 90, END, goal="goal-pattern-book").to_json()
    {'word': 'goal', 'goal': 'goal-pattern-book', 'value': 90, 'opens': 'end'}
    """
    assert word in REASON_WORDS, f"{word!r} is no word of a reason"
    return Part(word, value, opens, tuple(details.items()))


@dataclass(frozen=True, slots=True)
class Second:
    """The second best choice, its own parts, and the value by which it was behind."""

    choice: Choice
    because: tuple[Part, ...]
    behind: int
    opens: str

    def to_json(self) -> dict[str, Any]:
        return {
            "choice": codec.to_json(self.choice),
            "because": [p.to_json() for p in self.because],
            "behind": self.behind,
            "opens": self.opens,
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an AI made a choice."""

    level: str
    because: tuple[Part, ...]
    deck_card: str | None = None
    second: Second | None = None

    def to_json(self, n: int = 0) -> dict[str, Any]:
        """The Reason of the API; `n` is the number of the log entry."""
        return {
            "n": n,
            "level": self.level,
            "deck_card": self.deck_card,
            "because": [p.to_json() for p in self.because],
            "second": self.second.to_json() if self.second else None,
        }


def latest(opens: Iterable[str]) -> str:
    """When all of these are open: their one later moment, or the end if they have several.

    >>> latest([]), latest(["now", "card:oboe", "now"]), latest(["card:oboe", "card:lute"])
    ('now', 'card:oboe', 'end')
    """
    later = dict.fromkeys(one for one in opens if one != NOW)
    return next(iter(later), NOW) if len(later) < 2 else END
