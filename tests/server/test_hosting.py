"""`automa.table` and `automa.reasons.visibility`: a host without any server, and when reasons may be told."""

from dataclasses import replace

import pytest

from automa.orchestra_setup import draw
from automa.reasons.visibility import StoredReason, laid_open, open_part, store_reason
from automa.table import AI_SETTINGS, PERSON_SETTINGS, SeatSettings, Table
from engine import loop
from engine.content.files import load
from engine.game import SeatHeader, header_for
from engine.rng import stream
from engine.state import ActiveWorker, State, Worker

CONTENT = load()
ADA = SeatHeader("azure", "person", "Ada")
BO = SeatHeader("gules", "person", "Bo")
CY = SeatHeader("vert", "ai", level="apprentice")


def table(*seats: SeatHeader, seed: str = "LUTE 4817", settings: tuple[SeatSettings, ...] = ()) -> Table:
    neutral = draw(seed, CONTENT) if len(seats) == 2 else None
    header = header_for(CONTENT, seed, seats, automa="test", neutral=neutral)
    return Table.begin(header, CONTENT, "GAME", settings)


def play(at: Table, moves: int, seed: str = "play") -> None:
    """Rivals as they are, people at random."""
    rng = stream(seed)
    for _ in range(moves):
        while (move := at.next_ai_move()) is not None:
            at.apply_ai_move(move)
        if at.finished:
            return
        seat = at.clock()[0]
        choices = loop.legal_choices(at.game.state, seat)
        at.submit(seat, [choices[rng.below(len(choices))]])


# --- the table -------------------------------------------------------------------------------------------------------


def test_people_confirm_their_turns_and_rivals_do_not():
    at = table(ADA, CY)
    assert [at._settings_at(seat) for seat in (0, 1)] == [PERSON_SETTINGS, AI_SETTINGS]


def test_no_rival_is_asked_to_end_its_turn_or_to_take_the_only_choice():
    at = table(ADA, CY)
    play(at, 120)
    for entry in at.game.entries:
        if entry.seat == 1 and entry.choice is not None and entry.choice.kind == "end-turn":
            assert entry.auto


def test_a_table_follows_a_log_that_another_wrote():
    here = table(ADA, BO, CY)
    there = Table.replay(here.game.header, [], CONTENT, "GAME")
    for turn in range(30):
        play(here, 3, f"follow {turn}")
        there.append(
            [entry.to_json() for entry in here.game.entries[there.revision :]], here.reasons_since(there.revision)
        )
        assert there.game.hash() == here.game.hash()
    for seat in (0, 1, 2, None):
        assert there.log_for(seat) == here.log_for(seat)
        assert there.frame(seat, there.revision) == here.frame(seat, here.revision)


def test_a_table_that_is_loaded_in_the_middle_thinks_the_same():
    """The rival keeps no memory: after a restart its next move and reason are those it would have had."""
    here = table(ADA, CY)
    for turn in range(25):
        move = here.next_ai_move()
        log = [entry.to_json() for entry in here.game.entries]
        loaded = Table.replay(here.game.header, log, CONTENT, "GAME", reasons=here.reasons_since(0))
        assert loaded.next_ai_move() == move
        play(here, 2, f"memory {turn}")


def test_frames_of_the_past_are_what_was_shown_then():
    at = table(ADA, BO)
    shown = []
    for turn in range(60):
        play(at, 1, f"frames {turn}")
        shown.append(at.frame(0, at.revision))
    for frame in shown:
        again = at.frame(0, frame["revision"])
        assert again["events"] == frame["events"]
        assert again["view"]["seats"] == frame["view"]["seats"]


def test_what_was_taken_back_is_not_told():
    at = table(ADA, BO)
    while True:
        seat = at.clock()[0]
        choices = loop.legal_choices(at.game.state, seat)
        at.submit(seat, choices[:1])
        if at.game.undo_state(seat)["to"] is not None:
            break
    taken_back = at.revision
    before = [entry["n"] for entry in at.log_for(seat)]
    at.undo(seat)
    assert taken_back in before
    assert taken_back not in [entry["n"] for entry in at.log_for(seat)]


# --- telling reasons -------------------------------------------------------------------------------------------------


def reason(opens: str = "now", second: str | None = None) -> dict:
    """A reason of one part, and maybe a second best choice."""
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
    """Resolution of round 2, where seat 1 has a worker lying face down that came fourth."""
    at = table(ADA, CY)
    play(at, 40)
    state = at.game.state.clone()
    state.round, state.placed, state.active_worker = 2, 4, None
    state.workers = (Worker(4, 1, 3, 0, "guild", 1),)
    return state


def kept(**changes: object) -> StoredReason:
    plain = StoredReason(n=5, seat=1, round=2, placement=0, keeping=False, secret=False, reason=reason())
    return replace(plain, **changes)


def test_what_opens_now_is_told_at_once(state: State):
    assert open_part(kept(), state) == reason()


def test_what_opens_at_the_end_is_told_when_the_game_is_over(state: State):
    late = kept(reason=reason("end"))
    assert open_part(late, state) is None
    state.phase = "finished"
    assert open_part(late, state) == reason("end")


def test_an_unknown_word_opens_at_the_end(state: State):
    assert open_part(kept(reason=reason("tomorrow")), state) is None


def test_a_planning_choice_opens_wholly_with_its_worker(state: State):
    planned = kept(placement=4, reason=reason(second="now"))
    assert open_part(planned, state) is None
    state.workers = (replace(state.workers[0], revealed=True),)
    assert open_part(planned, state) == reason(second="now")


def test_a_worker_that_went_home_was_shown(state: State):
    planned = kept(placement=4)
    state.workers = ()
    assert open_part(planned, state) == reason()


def test_a_worker_that_is_not_placed_yet_is_not_shown(state: State):
    assert open_part(kept(placement=5), state) is None


def test_the_same_number_in_a_later_round_is_another_worker(state: State):
    assert open_part(kept(placement=4, round=1), state) == reason()


def test_a_part_may_wait_for_a_worker_of_its_own(state: State):
    waiting = kept(reason=reason("placement:4"))
    assert open_part(waiting, state) is None
    state.workers = (replace(state.workers[0], revealed=True),)
    assert open_part(waiting, state) == reason("placement:4")


def test_a_part_waits_until_the_rival_lays_the_card_open(state: State):
    state.players[1].hand, state.players[1].roughing, state.players[1].finished = ("oboe",), (), ()
    waiting = kept(reason=reason("card:oboe"), had={"oboe": laid_open(state, 1, "oboe")})
    assert open_part(waiting, state) is None
    state.players[0].roughing = ("oboe",)
    assert open_part(waiting, state) is None, "another one's oboe tells nothing of this hand"
    state.players[1].roughing = ("oboe",)
    assert open_part(waiting, state) == reason("card:oboe")


def test_a_copy_that_lay_open_before_does_not_count(state: State):
    state.players[1].hand, state.players[1].roughing, state.players[1].finished = ("oboe",), (), ("oboe",)
    waiting = kept(reason=reason("card:oboe"), had={"oboe": laid_open(state, 1, "oboe")})
    assert open_part(waiting, state) is None
    state.players[1].finished = ("oboe", "oboe")
    assert open_part(waiting, state) == reason("card:oboe")


def test_a_deck_card_opens_when_its_worker_begins_to_act(state: State):
    planned = kept(placement=4, reason={**reason(), "deck_card": "rival-07"})
    state.workers = (replace(state.workers[0], revealed=True),)
    assert open_part(planned, state)["deck_card"] is None
    state.active_worker = ActiveWorker(4, 1, 3, 0, "guild", 3, 1)
    assert open_part(planned, state)["deck_card"] == "rival-07"


def test_the_second_best_has_a_moment_of_its_own(state: State):
    told = open_part(kept(reason=reason(second="end")), state)
    assert told["second"] is None
    assert told["because"]


def test_among_hidden_cards_the_one_not_taken_stays_hidden_until_the_end(state: State):
    secret = kept(secret=True, reason=reason(second="now"))
    assert open_part(secret, state)["second"] is None
    state.phase = "finished"
    assert open_part(secret, state)["second"] is not None


def test_what_is_kept_of_the_deal_is_told_when_all_have_chosen():
    at = table(ADA, CY)
    move = at.next_ai_move()
    first = store_reason(at.revision + 1, at.game.state, 1, {**reason(), "n": at.revision + 1})
    at.apply_ai_move(move)
    assert open_part(first, at.game.state) is None
    at.submit(0, loop.legal_choices(at.game.state, 0)[:1])
    assert open_part(first, at.game.state) is not None


def test_kept_reasons_go_through_json():
    there = kept(had={"oboe": 1})
    assert StoredReason.from_json(there.to_json()) == there
