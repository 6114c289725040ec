"""What a rival does without thinking: one cheap rule for every kind of decision.

The apprentice falls back on them where its deck says nothing; the journeyman plays its trials on with them.
"""

from collections.abc import Sequence

from automa.policy import awards, payments, performances, setup, turns
from automa.policy.base import Habit, first, last
from automa.policy.market import at_the_market
from engine.choices import Choice
from engine.state import State
from engine.steps import Decision


def habit(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The usual choice."""
    return choices[0] if len(choices) == 1 else HABITS[asked.kind](state, seat, asked, choices)


HABITS: dict[str, Habit] = {
    "setup": setup.keep,
    "patron-space": setup.patron_space,
    "next-patron": setup.next_patron,
    "bench": setup.bench,
    "make-room": setup.make_room,
    "plan-worker": turns.plan_worker,
    "plan-location": turns.plan_location,
    "peek": first,
    "relocate": last,
    "turn": turns.turn,
    "act": turns.act,
    "rough-again": turns.act,
    "finish-again": turns.act,
    "found-repair": first,
    "market": at_the_market,
    "end-turn": first,
    "pay": payments.pay,
    "save-material": payments.save_material,
    "replace-material": payments.replace_material,
    "discard": payments.discard,
    "material": payments.material,
    "goods": payments.goods_choice,
    "second-chair": payments.goods_choice,
    "trade": payments.trade,
    "reroll": performances.reroll,
    "spend-inspiration": performances.spend_inspiration,
    "chair": performances.chair,
    "double": performances.double,
    "echo": first,
    "give": performances.give,
    "gift": performances.gift,
    "soothe": performances.soothe,
    "award": awards.award,
    "marker": awards.marker,
    "royal": awards.royal,
    "specialist": awards.specialist,
    "assign-number": awards.chip,
    "draw": first,
    "keep-card": awards.keep_card,
}
"""The habit for each kind of decision."""
