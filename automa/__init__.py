"""The AIs: players by program.

They follow the same rules as people, know what their seat may see, and give a reason for each choice.

`choose` is the one entry point: a choice and its reason, from the view, the legal choices and a `Sampler`.

apprentice.py       plays by an intention deck
journeyman.py       searches: evaluates each candidate by rollouts
policy/             the rollout policy: one cheap rule for every kind of decision
evaluation/         values of positions, cards and locations
search/             determinizations and rollouts
reasons/            reasons of choices, and when people may see them
orchestra_setup.py  the neutral tokens of a two-seat game
table.py            a game with its people and AIs, as its host runs it
arena.py            plays the levels against each other
"""

from collections.abc import Callable, Sequence

from automa import apprentice, journeyman, random_player
from automa.reasons.parts import Reason
from automa.search.determinization import Sampler
from engine.choices import Choice
from engine.view import View

AUTOMA_VERSION = "1.0.0"
"""Stored with each game: AIs of another version may choose differently."""

AiPlayer = Callable[[View, Sequence[Choice], Sampler], tuple[Choice, Reason]]

LEVELS = ("apprentice", "journeyman")
"""The levels that people can play against, weakest first."""

PLAYERS: dict[str, AiPlayer] = {
    "random": random_player.choose,
    "apprentice": apprentice.choose,
    "journeyman": journeyman.choose,
}


def choose(view: View, choices: Sequence[Choice], sampler: Sampler, level: str) -> tuple[Choice, Reason]:
    """One of the legal choices of the seat `view["you"]`, and why.

    The same for the same view and sampler, on every machine: the search is bounded by counts, never by time.
    """
    assert choices, "an AI needs at least one legal choice"
    if level not in PLAYERS:
        raise ValueError(f"there is no AI level {level!r}, only {', '.join(PLAYERS)}")
    return PLAYERS[level](view, choices, sampler)
