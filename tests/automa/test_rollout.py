"""Rollouts change no table but their own, and end."""

from unittest.mock import Mock

import pytest

from automa.search import rollout
from automa.search.rollout import round_over
from engine import choices as c
from engine import loop
from tests.automa.positions import planning


def test_a_rollout_leaves_the_table_as_it_is() -> None:
    state = planning()
    before = state.clone()
    rollout.rollout(state, 0, [c.PlanWorker(1, 0), c.PlanLocation("balcony")], round_over(state))
    assert state == before


def test_rollouts_are_bounded_by_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rollout that never meets its condition ends after so many choices."""
    apply = Mock(side_effect=loop.apply)
    monkeypatch.setattr(loop, "apply", apply)
    rollout.play_on(planning(), lambda table: False)
    assert apply.call_count < 2 * rollout.MOST_CHOICES + 2
