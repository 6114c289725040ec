"""A player by lot: no level for people, but what the others are measured against."""

from collections.abc import Sequence

from automa.reasons.parts import Reason, part
from automa.search.determinization import Sample
from engine.choices import Choice
from engine.view import View


def choose(view: View, choices: Sequence[Choice], sample: Sample) -> tuple[Choice, Reason]:
    drawn = sample.stream("random", sample.choice_count).below(len(choices))
    return choices[drawn], Reason("random", (part("chance"),))
