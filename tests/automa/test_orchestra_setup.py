"""The orchestra setup of a two-seat game: the card drawn, and the tokens and markers that the engine places."""

import pytest

from automa.orchestra_setup import draw
from engine import loop
from engine.counters import count
from engine.scoring import FIRST_CHAIRS
from engine.setup import neutral_of
from engine.state import NEUTRAL, Token
from tests.automa.positions import content

CARDS = sorted(content().setups)


@pytest.mark.rule("TWO-1")
def test_a_seed_draws_one_card_and_always_the_same() -> None:
    drawn = [draw(f"seed {n}", content()).card for n in range(60)]
    assert set(drawn) == set(CARDS)
    assert drawn == [draw(f"seed {n}", content()).card for n in range(60)]


@pytest.mark.rule("TWO-1")
def test_the_draw_leaves_the_deal_as_it_is() -> None:
    """It has a stream of its own: with and without the card the award tiles lie in the same order."""
    with_card = loop.begin(content(), "LUTE 4817", 2, draw("LUTE 4817", content()))
    without = loop.begin(content(), "LUTE 4817", 2)
    assert [tile.award for tile in with_card.awards] == [tile.award for tile in without.awards]


@pytest.mark.rule("TWO-2")
@pytest.mark.parametrize("card", CARDS)
def test_neutral_tokens_take_the_first_chairs_that_the_card_shows(card: str) -> None:
    printed = content().setups[card]
    state = loop.begin(content(), "LUTE 4817", 2, neutral_of(card, content()))
    taken = {place: chairs.holder for place, chairs in state.orchestra.items() if chairs.holder}
    expected = dict.fromkeys(printed.instruments, Token(NEUTRAL, "instrument"))
    expected |= dict.fromkeys(printed.performances, Token(NEUTRAL, "performance"))
    expected |= dict.fromkeys(printed.repairs, Token(NEUTRAL, "repair"))
    assert taken == expected


@pytest.mark.rule("TWO-2")
@pytest.mark.parametrize("card", CARDS)
def test_neutral_tokens_belong_to_no_seat(card: str) -> None:
    state = loop.begin(content(), "LUTE 4817", 2, neutral_of(card, content()))
    assert [count(state, seat, FIRST_CHAIRS) for seat in (0, 1)] == [0, 0]
    assert [player.prestige for player in state.players] == [0, 0]


@pytest.mark.rule("TWO-3")
@pytest.mark.parametrize("card", CARDS)
def test_a_matching_instrument_leaves_the_game_for_each_neutral_instrument(card: str) -> None:
    """For either violin seat that is a violin."""
    state = loop.begin(content(), "LUTE 4817", 2, neutral_of(card, content()))
    left = list(state.decks["instruments"]) + [x for x in state.displays["guild"] if x]
    left += [x for player in state.players if player.deal for x in player.deal.instruments]
    sitting = [content().orchestra[place].instrument for place in content().setups[card].instruments]
    for instrument in content().instruments.values():
        assert left.count(instrument.id) == instrument.copies - sitting.count(instrument.id)


@pytest.mark.rule("TWO-3")
def test_a_neutral_token_on_a_violin_seat_takes_a_violin_out() -> None:
    assert "violin" in neutral_of("orchestra-05", content()).removed
    assert "violin" in neutral_of("orchestra-07", content()).removed


@pytest.mark.rule("TWO-4")
@pytest.mark.parametrize("card", CARDS)
def test_neutral_markers_close_a_level_of_each_tile_from_the_first_on(card: str) -> None:
    state = loop.begin(content(), "LUTE 4817", 2, neutral_of(card, content()))
    closed = [[n for n, level in enumerate(tile.levels, 1) if level == NEUTRAL] for tile in state.awards]
    assert closed == [[level] for level in content().setups[card].blocked_levels]
