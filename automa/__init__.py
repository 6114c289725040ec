"""The rivals: the same rules and goods as everybody, what their seat may see, and a reason for each choice.

choose              the one door: a choice and its reason, from the view, the choices offered and a `Sample`
apprentice.py       plays by a deck of intentions
journeyman.py       weighs each choice by what the position is worth after it
orchestra_setup.py  the neutral pieces of a two-seat game
table.py            who sits at a game, and what its host does
arena.py            plays the levels against each other
"""

from collections.abc import Callable, Sequence

from automa import apprentice, journeyman, random_player
from automa.reasons.parts import Reason
from automa.search.determinization import Sample
from engine.choices import Choice
from engine.view import View

AUTOMA_VERSION = "1.0.0"
"""Games store it: with another one, rivals may choose otherwise."""

Player = Callable[[View, Sequence[Choice], Sample], tuple[Choice, Reason]]

LEVELS = ("apprentice", "journeyman")
"""The levels that people can play against, weakest first."""

PLAYERS: dict[str, Player] = {
    "random": random_player.choose,
    "apprentice": apprentice.choose,
    "journeyman": journeyman.choose,
}


def choose(view: View, choices: Sequence[Choice], sample: Sample, level: str) -> tuple[Choice, Reason]:
    """One of the choices that are offered to the seat `view["you"]`, and why.

    The same for the same view and sample, on every machine: thinking is bounded by counting, never by time.
    """
    assert choices, "a rival is asked without a choice"
    if level not in PLAYERS:
        raise ValueError(f"there is no rival {level!r}, only {', '.join(PLAYERS)}")
    return PLAYERS[level](view, choices, sample)
