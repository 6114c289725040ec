"""When the parts of a reason open."""

from dataclasses import replace
from typing import Any

import pytest

from automa.reasons.visibility import StoredReason, count_open, store_reason, visible_part
from engine import loop
from engine.state import ActiveWorker, State, Worker
from tests.automa.hosting import ADA, CY, new_table, play


def reason(opens: str = "now", second: str | None = None) -> dict[str, Any]:
    """A reason of one part, with a second best choice if its word is given."""
    best = {"choice": {"kind": "pass"}, "because": [], "behind": 3, "opens": second}
    return {
        "n": 5,
        "level": "apprentice",
        "deck_card": None,
        "because": [{"word": "serves", "value": 310, "opens": opens}],
        "second": best if second else None,
    }


@pytest.fixture
def state() -> State:
    """Resolution of round 2: the fourth worker placed is of seat 1 and not revealed."""
    at = new_table(ADA, CY)
    play(at, 40)
    state = at.game.state.clone()
    state.round, state.placed, state.active_worker = 2, 4, None
    state.workers = (Worker(4, 1, 3, 0, "guild", 1),)
    return state


def stored(**changes: Any) -> StoredReason:
    plain = StoredReason(n=5, seat=1, round=2, placement=0, setup=False, secret=False, reason=reason())
    return replace(plain, **changes)


def visible(reason: StoredReason, state: State) -> dict[str, Any]:
    """The part of a reason that is open; there is one."""
    part = visible_part(reason, state)
    assert part is not None
    return part


def test_what_opens_now_is_visible_at_once(state: State) -> None:
    assert visible_part(stored(), state) == reason()


def test_what_opens_at_the_end_is_visible_when_the_game_is_over(state: State) -> None:
    late = stored(reason=reason("end"))
    assert visible_part(late, state) is None
    state.phase = "finished"
    assert visible_part(late, state) == reason("end")


def test_an_unknown_word_opens_at_the_end(state: State) -> None:
    assert visible_part(stored(reason=reason("tomorrow")), state) is None


def test_the_reason_of_a_planning_choice_opens_as_a_whole_with_its_worker(state: State) -> None:
    planned = stored(placement=4, reason=reason(second="now"))
    assert visible_part(planned, state) is None
    state.workers = (replace(state.workers[0], revealed=True),)
    assert visible_part(planned, state) == reason(second="now")


def test_a_worker_that_went_home_has_been_revealed(state: State) -> None:
    planned = stored(placement=4)
    state.workers = ()
    assert visible_part(planned, state) == reason()


def test_a_worker_that_is_not_placed_yet_is_not_revealed(state: State) -> None:
    assert visible_part(stored(placement=5), state) is None


def test_the_same_number_in_a_later_round_is_another_worker(state: State) -> None:
    assert visible_part(stored(placement=4, round=1), state) == reason()


def test_a_part_may_wait_for_a_worker_of_its_own(state: State) -> None:
    waiting = stored(reason=reason("placement:4"))
    assert visible_part(waiting, state) is None
    state.workers = (replace(state.workers[0], revealed=True),)
    assert visible_part(waiting, state) == reason("placement:4")


def test_a_part_waits_until_the_ai_lays_the_card_open(state: State) -> None:
    state.players[1].hand, state.players[1].roughing, state.players[1].finished = ("oboe",), (), ()
    waiting = stored(reason=reason("card:oboe"), open_before={"oboe": count_open(state, 1, "oboe")})
    assert visible_part(waiting, state) is None
    state.players[0].roughing = ("oboe",)
    assert visible_part(waiting, state) is None, "another seat's oboe is not from this hand"
    state.players[1].roughing = ("oboe",)
    assert visible_part(waiting, state) == reason("card:oboe")


def test_a_copy_that_lay_open_before_does_not_count(state: State) -> None:
    state.players[1].hand, state.players[1].roughing, state.players[1].finished = ("oboe",), (), ("oboe",)
    waiting = stored(reason=reason("card:oboe"), open_before={"oboe": count_open(state, 1, "oboe")})
    assert visible_part(waiting, state) is None
    state.players[1].finished = ("oboe", "oboe")
    assert visible_part(waiting, state) == reason("card:oboe")


def test_a_deck_card_opens_when_its_worker_begins_to_act(state: State) -> None:
    planned = stored(placement=4, reason={**reason(), "deck_card": "intention-07"})
    state.workers = (replace(state.workers[0], revealed=True),)
    assert visible(planned, state)["deck_card"] is None
    state.active_worker = ActiveWorker(4, 1, 3, 0, "guild", 3, 1)
    assert visible(planned, state)["deck_card"] == "intention-07"


def test_the_second_best_opens_by_its_own_word(state: State) -> None:
    part = visible(stored(reason=reason(second="end")), state)
    assert part["second"] is None
    assert part["because"]


def test_among_hidden_cards_the_one_not_taken_stays_hidden_until_the_end(state: State) -> None:
    secret = stored(secret=True, reason=reason(second="now"))
    assert visible(secret, state)["second"] is None
    state.phase = "finished"
    assert visible(secret, state)["second"] is not None


def test_the_reason_of_a_setup_choice_opens_when_all_have_chosen() -> None:
    at = new_table(ADA, CY)
    move = at.next_ai_move()
    assert move is not None
    first = store_reason(at.revision + 1, at.game.state, 1, {**reason(), "n": at.revision + 1})
    at.apply_ai_move(move)
    assert visible_part(first, at.game.state) is None
    at.submit(0, loop.legal_choices(at.game.state, 0)[:1])
    assert visible_part(first, at.game.state) is not None


def test_stored_reasons_survive_json() -> None:
    before = stored(open_before={"oboe": 1})
    assert StoredReason.from_json(before.to_json()) == before
