"""The intention deck: 18 cards for each seat, found again without a memory (VOCABULARY 10)."""

import pytest

from automa.apprentice import Apprentice
from automa.intention_deck import intention_card, round_starts
from tests.automa.positions import at_random, content, decisions, new_game, planning, sampler


def drawn(seed: str, seat: int = 0, number: int = 24) -> list[str]:
    state = planning(family="family-amati")
    stream = sampler(state, seat, seed).stream
    family = state.players[0].family
    return [intention_card(content(), family, ordinal, stream).id for ordinal in range(1, number + 1)]


def test_all_eighteen_cards_come_before_any_comes_again() -> None:
    assert sorted(drawn("a")[:18]) == sorted(card.id for card in content().intention_deck)


def test_the_order_follows_from_seed_and_seat() -> None:
    assert drawn("a") == drawn("a")
    assert drawn("a") != drawn("b")
    assert drawn("a", seat=0) != drawn("a", seat=1)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_a_new_deck_is_without_the_cards_of_workers_still_unresolved(seed: str) -> None:
    """A seat places workers 15 to 19 in round 5: the deck runs out after four of them."""
    assert round_starts(content(), "family-amati", 24) == [1, 4, 7, 11, 15, 20, 25]
    cards = drawn(seed, number=32)
    assert cards[18] not in cards[14:18]
    assert len(set(cards[14:32])) == 18


def test_a_worker_that_the_family_gives_is_counted_from_the_first_round() -> None:
    assert round_starts(content(), "family-guarneri", 20) == [1, 5, 9, 13, 17, 22]


def test_a_worker_acts_with_the_card_with_which_it_was_placed() -> None:
    planned: dict[int, str] = {}
    checked = 0
    for state, seat in decisions(new_game(), at_random("deck")):
        card = Apprentice(state, 0, sampler(state, 0)).card if seat == 0 else None
        if card is None:
            continue
        acting = state.active_worker
        ordinal = acting.ordinal if acting is not None else state.players[0].placements + 1
        assert planned.setdefault(ordinal, card.id) == card.id
        checked += acting is not None
    assert len(planned) == 24
    assert checked > 20
