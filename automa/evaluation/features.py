"""Features: the parts of an evaluation, each with its own value, from which reasons are made."""

from dataclasses import dataclass

NOW, END = "now", "end"
"""When people may know of a feature: at once, or when the game is over; `visibility.py` has the other words."""


@dataclass(frozen=True, slots=True)
class Feature:
    """What a value is about: a word of `reasons/parts.py`, its detail by name and id, and when it opens."""

    word: str
    detail: str = ""
    id: str = ""
    opens: str = NOW


Evaluation = dict[Feature, int]
"""The value of each feature, in hundredths of a prestige."""


def total(evaluation: Evaluation) -> int:
    return sum(evaluation.values())
