"""The weights cover the whole vocabulary of card sets, and every round."""

from collections.abc import Collection

import pytest

from automa.evaluation import weights
from engine.constants import PATIENCE_SPACES, ROUNDS, TRACK_SPACES
from engine.content import vocabulary


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({**weights.GOODS, **weights.STEADY_GOODS}, vocabulary.GOODS),
        (weights.STATS, vocabulary.STATS),
        (weights.RULES, vocabulary.RULES),
        (weights.OPTIONAL_EFFECTS, vocabulary.EFFECTS.keys() - set(vocabulary.AUTOMATIC)),
        (weights.CONDITIONS, vocabulary.CONDITIONS),
        (weights.GROWTH, vocabulary.COUNTERS),
        (weights.FILTERS, {word for words in vocabulary.COUNTERS.values() for word in words} - {"name"}),
        (weights.FOLDS, {None, *vocabulary.FOLDS}),
    ],
)
def test_every_word_has_a_weight(table: Collection[object], words: Collection[object]) -> None:
    assert set(table) == set(words)


def test_tables_by_progress_and_by_rounds_left_are_complete() -> None:
    assert len(weights.TAPER) == weights.LAST_PROGRESS + 1
    for by_round in (*weights.FINISH_CHANCES.values(), weights.AWARD_CLAIMED):
        assert len(by_round) == ROUNDS + 1
    for by_move in (weights.BY_PERFORMANCE, weights.BY_REPAIR, weights.BY_NEW_INSTRUMENT):
        assert len(by_move) == PATIENCE_SPACES + 1


def test_every_space_of_a_track_has_a_weight() -> None:
    assert {track: len(spaces) - 1 for track, spaces in weights.TRACK_SPACES.items()} == TRACK_SPACES
