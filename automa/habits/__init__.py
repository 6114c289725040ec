"""What a rival does without thinking: one cheap rule for every kind of decision.

The apprentice falls back on them where its deck says nothing; the journeyman plays its trials on with them.
"""

from collections.abc import Sequence

from automa.habits import prizes, purse, stage, start, turns
from automa.habits.market import at_the_market
from automa.habits.ways import Habit, first, last
from engine.choices import Choice
from engine.state import State
from engine.steps import Decision


def habit(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The usual choice."""
    return choices[0] if len(choices) == 1 else HABITS[asked.kind](state, seat, asked, choices)


HABITS: dict[str, Habit] = {
    "keep": start.keep,
    "patron-space": start.patron_space,
    "next-patron": start.next_patron,
    "bench": start.bench,
    "make-room": start.make_room,
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
    "pay": purse.pay,
    "save-material": purse.save_material,
    "replace-material": purse.replace_material,
    "discard": purse.discard,
    "material": purse.material,
    "goods": purse.goods_choice,
    "second-chair": purse.goods_choice,
    "trade": purse.trade,
    "reroll": stage.reroll,
    "spend-inspiration": stage.spend_inspiration,
    "chair": stage.chair,
    "double": stage.double,
    "echo": first,
    "give": stage.give,
    "gift": stage.gift,
    "soothe": stage.soothe,
    "award": prizes.award,
    "marker": prizes.marker,
    "royal": prizes.royal,
    "specialist": prizes.specialist,
    "chip": prizes.chip,
    "draw": first,
    "keep-card": prizes.keep_card,
}
"""The habit for each kind of decision."""
