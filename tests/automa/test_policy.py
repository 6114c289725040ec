"""The rollout policy has a rule for every decision."""

from automa.policy import POLICIES
from engine.steps import STEPS, Decision


def test_there_is_a_policy_for_every_kind_of_decision() -> None:
    kinds = {step.kind for step in STEPS.values() if issubclass(step, Decision)}
    assert POLICIES.keys() == kinds
