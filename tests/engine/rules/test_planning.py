"""Planning: PLN-1 to PLN-7."""

import pytest

from engine import loop
from engine.choices import (
    Activate,
    Choice,
    Decline,
    Peek,
    PlanLocation,
    PlanWorker,
    Relocate,
    TakeMoney,
)
from engine.content.cards import LOCATIONS, Ability
from engine.events import PhaseBegun, WorkerMoved, WorkerPlaced, WorkersPeeked
from engine.rules.planning import AfterPlanning
from engine.setup import BeginPlanning, BeginResolution
from engine.state import NOBODY
from engine.view import events_for, table_view
from tests.engine.scenario import Table, scenario


def plans(table: Table, seat: int, number: int, location: str, apprentices: int = 0) -> Table:
    return table.choose(seat, PlanWorker(number, apprentices), PlanLocation(location))


def placed(table: Table) -> list[tuple[int, int, str]]:
    return [(worker.seat, worker.number, worker.location) for worker in table.state.workers]


@pytest.mark.rule("PLN-1")
def test_seats_place_one_worker_each_in_turn_order_until_all_are_placed() -> None:
    table = scenario(3).order(2, 0, 1)
    for seat in range(3):
        table.seat(seat, numbers=(1, 3))
    table.agenda(BeginPlanning(NOBODY))
    asked = []
    while table.clock:
        asked.append(table.clock[0])
        table.choose(table.clock[0], table.choices(table.clock[0])[0], PlanLocation("guild"))
    assert asked == [2, 0, 1, 2, 0, 1]
    assert len(table.state.workers) == 6
    assert table.is_over


@pytest.mark.rule("PLN-1", "PLN-5")
def test_a_seat_with_more_workers_goes_on_when_the_others_have_none_left() -> None:
    table = scenario().seat(0, numbers=(1,)).seat(1, numbers=(1, 2, 3)).agenda(BeginPlanning(NOBODY))
    asked = []
    while table.clock:
        asked.append(table.clock[0])
        table.choose(table.clock[0], table.choices(table.clock[0])[0], PlanLocation("guild"))
    assert asked == [0, 1, 1, 1]
    assert table.is_over


@pytest.mark.rule("PLN-5", "PLN-1")
def test_seats_with_none_left_are_skipped_and_the_others_still_alternate() -> None:
    table = scenario(3).seat(0, numbers=(1,)).agenda(BeginPlanning(NOBODY))
    asked = []
    while table.clock:
        asked.append(table.clock[0])
        table.choose(table.clock[0], table.choices(table.clock[0])[0], PlanLocation("guild"))
    assert asked == [0, 1, 2, 1, 2, 1, 2]
    assert table.is_over


@pytest.mark.rule("PLN-2")
def test_a_worker_goes_to_one_of_five_locations_or_two_own_benches() -> None:
    table = scenario().agenda(BeginPlanning(NOBODY)).choose(0, PlanWorker(5, 0))
    assert [choice.location for choice in table.choices(0, PlanLocation)] == [
        "salon",
        "guild",
        "perform",
        "repair",
        "balcony",
        "roughing",
        "finishing",
    ]


@pytest.mark.rule("PLN-3")
def test_with_a_worker_go_as_many_apprentices_as_the_seat_holds_or_fewer() -> None:
    table = scenario().seat(0, numbers=(1, 5), apprentices=2).agenda(BeginPlanning(NOBODY))
    assert table.choices(0) == [PlanWorker(number, n) for number in (1, 5) for n in (0, 1, 2)]
    plans(table, 0, 5, "guild", apprentices=1)
    assert (table.player(0).apprentices, table.state.workers[0].apprentices) == (1, 1)
    plans(table, 1, 1, "guild")
    assert table.choices(0) == [PlanWorker(1, 0), PlanWorker(1, 1)]


@pytest.mark.rule("PLN-3")
def test_all_three_apprentices_may_go_with_one_worker_and_each_adds_1_skill() -> None:
    table = scenario().seat(0, apprentices=3).agenda(BeginPlanning(NOBODY))
    table.choose(0, PlanWorker(1, 3))
    assert dict(table.outcome(0, PlanLocation("salon")).details) == {"position": 1, "skill": 4}


@pytest.mark.rule("PLN-3")
def test_apprentices_at_the_market_cannot_be_placed() -> None:
    table = scenario().agenda(BeginPlanning(NOBODY))
    assert {choice.apprentices for choice in table.choices(0, PlanWorker)} == {0}


@pytest.mark.rule("PLN-4")
def test_workers_keep_the_order_in_which_they_came_also_two_of_one_seat() -> None:
    table = scenario().seat(0, numbers=(1, 3)).seat(1, numbers=(5,)).agenda(BeginPlanning(NOBODY))
    plans(table, 0, 3, "guild")
    plans(table, 1, 5, "guild")
    table.choose(0, PlanWorker(1, 0))
    assert dict(table.outcome(0, PlanLocation("guild")).details)["position"] == 3
    table.choose(0, PlanLocation("guild"))
    assert [(w.seat, w.number) for w in table.state.queue("guild")] == [(0, 3), (1, 5), (0, 1)]
    assert table.is_over


@pytest.mark.rule("PLN-4")
def test_workers_of_others_on_their_own_bench_are_not_ahead() -> None:
    table = scenario().order(1, 0).agenda(BeginPlanning(NOBODY))
    plans(table, 1, 5, "roughing")
    table.choose(0, PlanWorker(1, 0))
    assert dict(table.outcome(0, PlanLocation("roughing")).details)["position"] == 1


@pytest.mark.rule("PLN-5")
def test_no_worker_may_be_held_back() -> None:
    table = scenario().agenda(BeginPlanning(NOBODY))
    assert all(type(choice) is PlanWorker for choice in table.choices(0))
    table.choose(0, PlanWorker(1, 0))
    assert all(type(choice) is PlanLocation for choice in table.choices(0))


@pytest.mark.rule("PLN-5", "SAL-1")
def test_a_worker_may_go_where_it_will_be_able_to_do_nothing_but_take_2_money() -> None:
    table = scenario().seat(0, numbers=(1,)).seat(1, numbers=()).agenda(BeginPlanning(NOBODY), BeginResolution(NOBODY))
    plans(table, 0, 1, "finishing")
    table.choose(0, Activate("finishing"))
    assert table.choices(0) == [TakeMoney()]


@pytest.mark.rule("PLN-1", "PLN-5")
def test_the_prompt_counts_the_workers_that_are_left_to_place() -> None:
    table = scenario().seat(0, numbers=(1, 3, 5)).seat(1, numbers=()).agenda(BeginPlanning(NOBODY))
    for number, left in ((5, 3), (1, 2), (3, 1)):
        assert loop.decision(table.state).about(table.state, 0) == {"left": left}
        plans(table, 0, number, "guild")
    assert table.is_over


@pytest.mark.rule("PLN-1", "GEN-7")
def test_a_worker_lies_face_down_and_only_its_owner_knows_its_number() -> None:
    table = scenario().seat(0, apprentices=1).agenda(BeginPlanning(NOBODY))
    plans(table, 0, 5, "guild", apprentices=1)
    told = events_for(1, table.events(WorkerPlaced), seat=1)[0]
    assert told == {
        "n": 1,
        "i": 0,
        "type": "worker-placed",
        "seat": 0,
        "location": "guild",
        "placement": 1,
        "apprentices": 1,
    }
    (mine,), (theirs,) = (table_view(table.state, seat)["locations"]["guild"]["queue"] for seat in (0, 1))
    assert (mine["number"], theirs["number"], theirs["apprentices"], theirs["revealed"]) == (5, None, 1, False)


# --- `placed` and `planned` abilities -------------------------------------------------------------------------------


def confidante_to(location: str, *others: tuple[int, str, int]) -> Table:
    """Seat 0 has the Confidante's worker 3 left to place, after others (seat, location, number)."""
    table = scenario().seat(0, numbers=(1, 3, 5)).specialist(0, "confidante", number=3)
    for seat, place, number in others:
        table.worker(seat, place, number)
    for player in table.state.players:
        player.idle = (3,) if player.seat == 0 else ()
    table.agenda(BeginPlanning(NOBODY))
    table.state.placed = len(others)
    return plans(table, 0, 3, location)


@pytest.mark.rule("PLN-6")
def test_a_peek_comes_right_after_the_worker_was_put_down_and_shows_what_lies_under_it() -> None:
    table = confidante_to("guild", (1, "guild", 5), (0, "guild", 1), (1, "salon", 1))
    assert (table.clock, table.choices(0)) == ((0,), [Peek(), Decline()])
    table.choose(0, Peek())
    assert table.events(WorkersPeeked) == [WorkersPeeked(0, "guild", ((1, 5),))]
    assert table.floor == "worker-revealed"
    (seen, _own, _new) = table_view(table.state, 0)["locations"]["guild"]["queue"]
    assert (seen["number"], seen["revealed"]) == (5, False)
    assert table.is_over


@pytest.mark.rule("PLN-6")
def test_the_prompt_of_a_peek_tells_where_and_at_how_many_workers() -> None:
    table = confidante_to("guild", (1, "guild", 5), (0, "guild", 1), (1, "guild", 3), (1, "salon", 1))
    assert loop.decision(table.state).about(table.state, 0) == {"location": "guild", "count": 2}


@pytest.mark.rule("PLN-6")
def test_others_are_told_that_somebody_peeked_but_not_what_was_seen() -> None:
    table = confidante_to("guild", (1, "guild", 5)).choose(0, Peek())
    assert events_for(1, table.events(WorkersPeeked), seat=1) == [
        {"n": 1, "i": 0, "type": "workers-peeked", "seat": 0, "location": "guild"}
    ]
    (other, mine) = table_view(table.state, 1)["locations"]["guild"]["queue"]
    assert (other["number"], mine["number"]) == (5, None)


@pytest.mark.rule("PLN-6")
def test_a_peek_may_be_declined() -> None:
    table = confidante_to("guild", (1, "guild", 5)).choose(0, Decline())
    assert table.events() == []
    assert table.state.workers[0].seen_by == ()
    assert table.is_over


@pytest.mark.rule("PLN-6")
def test_the_peek_shows_no_worker_that_comes_later() -> None:
    table = scenario().seat(0, numbers=(3,)).seat(1, numbers=(5,)).specialist(0, "confidante", number=3)
    table.agenda(BeginPlanning(NOBODY))
    plans(table, 0, 3, "guild")
    plans(table, 1, 5, "guild")
    assert table.state.workers[1].seen_by == ()
    assert table.is_over


@pytest.mark.rule("PLN-6")
@pytest.mark.parametrize("others", [(), ((0, "guild", 1),), ((1, "salon", 5),)])
def test_with_no_worker_of_another_underneath_there_is_nothing_to_peek_at(others: tuple[tuple[int, str, int]]) -> None:
    assert confidante_to("guild", *others).is_over


@pytest.mark.rule("PLN-6", "PLN-2")
def test_on_an_own_bench_there_is_nothing_to_peek_at() -> None:
    table = confidante_to("roughing", (1, "roughing", 5))
    assert table.state.workers[0].seen_by == ()
    assert table.is_over


@pytest.mark.rule("PLN-6")
def test_another_worker_of_the_seat_does_not_peek() -> None:
    table = scenario().seat(0, numbers=(1,)).seat(1, numbers=(5,)).specialist(0, "confidante", number=3).order(1, 0)
    table.agenda(BeginPlanning(NOBODY))
    plans(table, 1, 5, "guild")
    plans(table, 0, 1, "guild")
    assert table.is_over


def envoys(*workers: tuple[int, str, int]) -> Table:
    """Both seats own an Envoy's chip 3 where it is among the workers (seat, location, number); all workers lie."""
    table = scenario().specialist(0, "envoy", number=3).order(1, 0)
    for seat, location, number in workers:
        table.worker(seat, location, number)
    return table.agenda(AfterPlanning(NOBODY), BeginResolution(NOBODY))


@pytest.mark.rule("PLN-7")
def test_an_envoy_moves_after_all_lie_and_before_the_first_turn_and_comes_last_at_its_new_place() -> None:
    table = envoys((0, "guild", 3), (0, "salon", 1), (1, "salon", 5))
    assert (table.clock, table.kind) == ((0,), "relocate")
    assert table.events(PhaseBegun) == []
    moves: list[Choice] = [Relocate(location) for location in LOCATIONS if location != "guild"]
    assert table.choices(0) == [*moves, Decline()]
    table.choose(0, Relocate("salon"))
    assert table.events(WorkerMoved) == [WorkerMoved(0, 1, "guild", "salon")]
    assert [(w.seat, w.number, w.revealed) for w in table.state.queue("salon")] == [
        (0, 1, False),
        (1, 5, False),
        (0, 3, False),
    ]
    assert (table.clock, table.kind) == ((1,), "turn")
    assert table_view(table.state, 1)["locations"]["salon"]["queue"][2]["number"] is None
    assert table.choices(0, Activate) == []


@pytest.mark.rule("PLN-7")
def test_an_envoy_may_stay() -> None:
    table = envoys((0, "guild", 3)).choose(0, Decline())
    assert placed(table) == [(0, 3, "guild")]
    assert table.events(WorkerMoved) == []


@pytest.mark.rule("PLN-7", "PLN-2")
def test_an_envoy_may_go_to_an_own_bench_with_its_apprentices() -> None:
    table = scenario().specialist(0, "envoy", number=3).worker(0, "guild", 3, apprentices=2)
    table.agenda(AfterPlanning(NOBODY)).choose(0, Relocate("finishing"))
    (worker,) = table.state.queue("finishing")
    assert (worker.number, worker.apprentices) == (3, 2)
    assert table.is_over


@pytest.mark.rule("PLN-7")
def test_planned_abilities_come_in_turn_order() -> None:
    table = scenario().order(1, 0)
    for seat in (0, 1):
        table.worker(seat, "guild", 3)
    table.specialist(0, "envoy", number=3)
    table.state.players[1].specialists = table.player(0).specialists
    table.agenda(AfterPlanning(NOBODY))
    assert table.clock == (1,)
    table.choose(1, Decline())
    assert table.clock == (0,)
    table.choose(0, Relocate("salon"))
    assert table.is_over


@pytest.mark.rule("PLN-7", "SPC-5")
def test_an_envoy_without_a_chip_moves_nobody() -> None:
    table = scenario().specialist(0, "envoy").worker(0, "guild", 3).agenda(AfterPlanning(NOBODY))
    assert table.is_over


@pytest.mark.rule("PLN-5", "PLN-7")
def test_other_workers_stay_where_they_were_put() -> None:
    table = scenario().specialist(0, "envoy", number=5).worker(0, "guild", 3).agenda(AfterPlanning(NOBODY))
    assert table.is_over


@pytest.mark.rule("PLN-6", "PLN-7", "RES-3")
def test_who_was_seen_and_then_moves_is_still_known_to_the_one_that_peeked() -> None:
    table = confidante_to("guild", (1, "guild", 3)).choose(0, Peek())
    table.specialist(1, "envoy", number=3).agenda(AfterPlanning(NOBODY)).choose(1, Relocate("salon"))
    (moved,) = table_view(table.state, 0)["locations"]["salon"]["queue"]
    assert (moved["number"], moved["revealed"]) == (3, False)
    assert table.is_over


@pytest.mark.rule("PLN-7", "GEN-11")
def test_of_several_abilities_heard_after_planning_the_automatic_ones_come_first() -> None:
    soothe = Ability("planned", "soothe", spaces=1)
    gain = Ability("planned", "gain", goods=((("money", 1),),))
    table = scenario().seat(0, family="family-stradivari").ability("family-stradivari", soothe, gain)
    table.patron(0, "marin-marais", patience=1).agenda(AfterPlanning(NOBODY))
    assert (table.kind, table.player(0).money) == ("soothe", 1)
