"""Why a rival chose: parts in words that the app has messages for, each with its value and the moment it opens.

Whole numbers only: value is in hundredths of a prestige. A part opens `now`, with a worker that is shown
(`placement:4`), with a card that its owner lays open (`card:oboe`), or at the `end`; telling.py enforces that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine import codec
from engine.choices import Choice

Detail = int | str

NOW, END = "now", "end"

REASON_WORDS: dict[str, str] = {
    # --- any level -----------------------------------------------------------------------------------------------
    "only-choice": "Nothing else was offered.",
    "only-sensible": "Nothing else was value a thought.",
    "even": "It came to the same; it took the usual.",
    # --- random --------------------------------------------------------------------------------------------------
    "chance": "Drawn by lot.",
    # --- apprentice ----------------------------------------------------------------------------------------------
    "intention": "Its deck card names `location`, and that was useful (VOCABULARY 10, step 2).",
    "fallback": "No location of its deck card was useful; `location` was the first useful one of the usual order.",
    "number": "Its deck card asks for the `number` (highest, middle or lowest) of its workers at home.",
    "apprentices-asked": "Its deck card asks for `apprentices` apprentices.",
    "serves": "Meets an open requirement of `patron`.",
    "preferred": "Of the kind `kind` that its deck card prefers.",
    "best-card": "The most prestige among its like: `prestige`.",
    "leftmost": "Lies furthest left among equals.",
    "award-first": "An award it qualifies for comes before all else at the Balcony.",
    "no-main-action": "No main action was possible, so it took the alternate.",
    "default": "What it always does where its deck card says nothing.",
    # --- journeyman: what the position is value more by -------------------------------------------------------------
    "prestige": "Prestige scored.",
    "money": "Money at hand.",
    "inspiration": "Inspiration at hand.",
    "material": "Materials of the kind `material` at hand.",
    "apprentices": "Apprentices at hand.",
    "instrument": "The instrument `card` on its way: in hand or on a bench.",
    "patron": "The waiting patron `patron`: what it promises and what it risks.",
    "permanent-bonus": "What the completed patron, family or expert `card` still gives.",
    "goal": "The personal goal `goal`.",
    "award": "The public award `award`, claimed or within reach.",
    "first-chairs": "First chairs held in the orchestra.",
    "track": "Steps on the track `track`, and what they still give.",
    "specialist": "The specialty worker `card`.",
    "cards-to-come": "Cards that it does not know yet: still in their decks, to be drawn or searched.",
    "turn-order": "An early place in the turn order.",
}
"""Every word of a reason, with what it says; `backticks` name its details. The app has a message for each."""


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
    """The choice that came second, why, and by how much it was behind."""

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
    """Why a rival chose; the host numbers it with its entry."""

    level: str
    because: tuple[Part, ...]
    deck_card: str | None = None
    second: Second | None = None

    def to_json(self, n: int = 0) -> dict[str, Any]:
        """As DESIGN 8 has it; `n` is the number of the log entry."""
        return {
            "n": n,
            "level": self.level,
            "deck_card": self.deck_card,
            "because": [p.to_json() for p in self.because],
            "second": self.second.to_json() if self.second else None,
        }


def latest(opens: Iterable[str]) -> str:
    """The moment at which all of these are open: the one if they agree, else the end.

    >>> latest([]), latest(["now", "card:oboe", "now"]), latest(["card:oboe", "card:lute"])
    ('now', 'card:oboe', 'end')
    """
    later = dict.fromkeys(moment for moment in opens if moment != NOW)
    return next(iter(later), NOW) if len(later) < 2 else END
