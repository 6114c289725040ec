"""Each level beats the one below it: few games on every run, the full series on demand (`pytest -m long`)."""

import pytest

from automa.arena import Series, play_series
from tests.automa.positions import content

PAIRS = [("journeyman", "apprentice"), ("apprentice", "random")]


@pytest.mark.parametrize("pair", PAIRS, ids=" - ".join)
def test_a_level_wins_most_of_ten_games_against_the_one_below(pair: tuple[str, str]) -> None:
    """A modest bound: ten games show only a level that is broken."""
    better, _ = play_series(Series(pair, 10, "quick"), content())["seats"]
    assert better["win_rate"] >= 0.7


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS, ids=" - ".join)
def test_a_level_wins_three_of_four_of_two_hundred_mirrored_games(pair: tuple[str, str]) -> None:
    better, _ = play_series(Series(pair, 200, "1"), content(), processes=2)["seats"]
    assert better["win_rate"] >= 0.75
