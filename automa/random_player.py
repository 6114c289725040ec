"""A player that draws its choices by lot: the baseline for the levels, not offered to people."""

from collections.abc import Sequence

from automa.reasons.parts import Reason, part
from automa.search.determinization import Sampler
from engine.choices import Choice
from engine.view import View


def choose(view: View, choices: Sequence[Choice], sampler: Sampler) -> tuple[Choice, Reason]:
    drawn = sampler.stream("random", sampler.choice_count).below(len(choices))
    return choices[drawn], Reason("random", (part("chance"),))
