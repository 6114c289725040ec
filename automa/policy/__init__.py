"""The rollout policy: one cheap rule for every kind of decision.

Rollouts are played by it; the apprentice falls back on it where its intention deck says nothing.
"""

from collections.abc import Sequence

from automa.policy import awards, market, payments, performances, setup, turns
from automa.policy.base import Policy, first, last
from engine.choices import Choice
from engine.state import State
from engine.steps import AnyDecision


def policy_choice(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """The choice of the policy for this kind of decision."""
    return choices[0] if len(choices) == 1 else POLICIES[decision.kind](state, seat, decision, choices)


POLICIES: dict[str, Policy] = {
    "setup": setup.setup,
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
    "market": market.market,
    "end-turn": first,
    "pay": payments.pay,
    "save-material": payments.save_material,
    "replace-material": payments.replace_material,
    "discard": payments.discard,
    "material": payments.material,
    "goods": payments.goods,
    "second-chair": payments.goods,
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
    "assign-number": awards.assign_number,
    "draw": first,
    "keep-card": awards.keep_card,
}
"""The policy for each kind of decision."""
