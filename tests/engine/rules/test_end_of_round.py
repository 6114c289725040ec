"""End of round: EOR-1 to EOR-6."""

import pytest

from engine.choices import Alternate, AssignNumber, Choice, TakeMoney
from engine.content.files import load
from engine.events import DisplayFilled, MarketShown, NumberAssigned, PhaseBegun, TurnOrderSet, WorkerGained
from engine.rules.end_of_round import EndOfRound, worker_count
from engine.rules.resolution import RevealWorkers
from tests.engine.scenario import Table, scenario

ALL = ("salon", "guild", "perform", "repair")


def ending(table: Table, number: int = 1) -> Table:
    return table.round(number).agenda(EndOfRound(-1))


# --- turn order -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("EOR-1", "BAL-4")
def test_seats_with_a_balcony_chip_come_first_by_the_priority_of_their_best() -> None:
    table = scenario(4).order(0, 1, 2, 3)
    table.worker(3, "balcony", 3).worker(2, "balcony", 5).worker(3, "balcony", 5).agenda(RevealWorkers(2, "balcony"))
    while table.clock:
        table.choose(table.clock[0], *table.choices(table.clock[0], TakeMoney) or table.choices(table.clock[0])[:1])
    assert table.state.balcony == ((2, 5), (3, 5), (3, 3)), "5 of seat 2 was placed before 5 of seat 3"
    ending(table)
    assert table.state.order == (2, 3, 0, 1)
    assert table.events(TurnOrderSet) == [TurnOrderSet(-1, (2, 3, 0, 1))]
    assert table.state.balcony == ()


@pytest.mark.rule("EOR-1")
def test_without_a_balcony_chip_the_old_order_stays() -> None:
    assert ending(scenario(3).order(2, 0, 1)).state.order == (2, 0, 1)


@pytest.mark.rule("EOR-1")
def test_those_without_a_chip_keep_their_old_order_among_them() -> None:
    table = scenario(4).order(3, 1, 0, 2)
    table.state.balcony = ((0, 5),)
    table.player(0).idle = (1, 3)
    assert ending(table).state.order == (0, 3, 1, 2)


# --- workers --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EOR-2")
def test_all_workers_return_also_those_of_the_balcony() -> None:
    table = scenario().acts(0, "balcony", 5)
    table.choose(0, Alternate((("money", 6),)))
    assert table.player(0).idle == (1, 3)
    ending(table)
    assert table.player(0).idle == (1, 3, 5)


@pytest.mark.rule("EOR-3", "SPC-2")
def test_chips_go_to_new_specialty_cards_in_the_new_turn_order() -> None:
    table = scenario(3).order(0, 1, 2).specialist(0, "broker").specialist(2, "critic").specialist(1, "herald", 3)
    table.state.balcony = ((2, 5),)
    ending(table)
    assert table.clock == (2,)
    table.choose(2, AssignNumber(5))
    assert table.clock == (0,)
    table.choose(0, AssignNumber(1))
    assert table.is_over


@pytest.mark.rule("EOR-6")
@pytest.mark.parametrize(
    ("number", "numbers"), [(1, (1, 3, 5)), (2, (1, 2, 3, 5)), (3, (1, 3, 5)), (4, (1, 3, 4, 5)), (5, (1, 3, 5))]
)
def test_entering_round_3_brings_worker_2_and_entering_round_5_worker_4(number: int, numbers: tuple[int, ...]) -> None:
    table = ending(scenario(), number)
    for player in table.state.players:
        assert (player.numbers, player.idle) == (numbers, numbers)
    assert table.state.round == number + 1


@pytest.mark.rule("EOR-6")
def test_a_seat_whose_family_gave_it_that_worker_gets_nothing() -> None:
    table = ending(scenario().seat(0, numbers=(1, 2, 3, 5)), 2)
    assert table.player(0).idle == (1, 2, 3, 5)
    assert table.events(WorkerGained) == [WorkerGained(1, 2)]
    ending(table, 4)
    assert table.player(0).idle == (1, 2, 3, 4, 5)


@pytest.mark.rule("EOR-6")
@pytest.mark.parametrize(
    ("family", "counts"), [("family-amati", [3, 3, 4, 4, 5, 5]), ("family-guarneri", [4, 4, 4, 4, 5, 5])]
)
def test_the_workers_of_a_round_are_known_from_the_family(family: str, counts: list[int]) -> None:
    """The second family brings worker 2 itself, so round 3 brings it none."""
    assert [worker_count(load(), family, number) for number in range(1, 7)] == counts


@pytest.mark.rule("EOR-6", "MKT-1", "RES-8", "RES-18")
def test_market_pass_and_search_are_free_again_in_the_next_round() -> None:
    table = ending(scenario().seat(0, market_used=True, passed=True, searched=True))
    player = table.player(0)
    assert not any((player.market_used, player.passed, player.searched))


@pytest.mark.rule("EOR-1", "EOR-2", "EOR-3", "EOR-4", "EOR-5", "EOR-6", "PAT-8")
def test_everything_comes_in_the_order_of_the_rules() -> None:
    table = scenario().order(1, 0).specialist(0, "broker").seat(0, market_used=True).round(4)
    table.state.balcony, table.player(0).idle = ((0, 5),), (1, 3)
    ending(table, 4)
    assert [type(event) for event in table.told] == [PhaseBegun, TurnOrderSet]
    assert table.player(0).idle == (1, 3, 5), "workers are back before a chip goes onto a card"
    assert (table.state.round, table.player(0).market_used) == (4, True)
    table.choose(0, AssignNumber(1))
    assert [type(event) for event in table.told] == [
        NumberAssigned,
        MarketShown,
        *[DisplayFilled] * 4,
        *[WorkerGained] * 2,
    ]
    assert [event.seat for event in table.events(WorkerGained)] == [0, 1], "in the new turn order"
    assert (table.state.round, table.player(0).market_used) == (5, False)


# --- the board ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EOR-4")
def test_the_market_card_is_put_away_and_the_next_is_shown() -> None:
    table = scenario().deck("market", "market-07", "market-03")
    before = table.state.market
    ending(table)
    assert table.state.market == "market-07"
    assert table.events(MarketShown) == [MarketShown(-1, "market-07")]
    assert table.state.decks["market"][0] == "market-03"
    assert before not in (*table.state.decks["market"], *table.state.discards["market"])


@pytest.mark.rule("EOR-5")
def test_tier_1_is_discarded_the_others_slide_in_order_and_new_ones_enter_at_the_right() -> None:
    table = (
        scenario().display("guild", "oboe", "lute", "horn", "viola", "celesta").deck("instruments", "timpani", "flute")
    )
    ending(table)
    assert table.state.displays["guild"] == ("horn", "viola", "celesta", "timpani", "flute")
    assert table.state.discards["instruments"] == ("oboe", "lute")


@pytest.mark.rule("EOR-5", "RES-11")
def test_cards_slide_into_every_empty_slot() -> None:
    table = scenario().display("guild", "", "lute", "", "viola", "celesta")
    table.deck("instruments", "timpani", "flute", "horn")
    ending(table)
    assert table.state.displays["guild"] == ("viola", "celesta", "timpani", "flute", "horn")
    assert table.state.discards["instruments"] == ("lute",)


@pytest.mark.rule("EOR-5", "SET-3")
@pytest.mark.parametrize(("seats", "slots"), [(2, 4), (3, 5), (4, 5)])
def test_every_display_is_refilled_to_its_size(seats: int, slots: int) -> None:
    table = ending(scenario(seats))
    assert {location: len(table.state.displays[location]) for location in ALL} == {
        "salon": 5,
        "guild": 5,
        "perform": slots,
        "repair": slots,
    }
    assert all(all(cards) for cards in table.state.displays.values())
    assert [event.location for event in table.events(DisplayFilled)] == list(ALL)


@pytest.mark.rule("EOR-5")
def test_a_small_display_has_two_slots_of_tier_1_and_one_of_each_other() -> None:
    table = scenario().display("repair", "repair-bridge", "repair-crook", "repair-kettle", "repair-valves")
    table.deck("repairs", "repair-hammers", "repair-bellows")
    ending(table)
    assert table.state.displays["repair"] == ("repair-kettle", "repair-valves", "repair-hammers", "repair-bellows")


@pytest.mark.rule("EOR-5", "GEN-14")
def test_a_slot_stays_empty_when_there_is_no_card_for_it() -> None:
    table = scenario().display("repair", "", "", "", "repair-valves").deck("repairs", "repair-hammers", rest=False)
    ending(table)
    assert table.state.displays["repair"] == ("repair-valves", "repair-hammers", "", "")


@pytest.mark.rule("EOR-5", "GEN-6")
def test_a_refill_may_bring_back_what_was_just_discarded() -> None:
    table = scenario().display("repair", "repair-bridge", "repair-crook").deck("repairs", rest=False)
    ending(table)
    assert sorted(table.state.displays["repair"]) == ["", "", "repair-bridge", "repair-crook"]
    assert table.state.discards["repairs"] == ()


@pytest.mark.rule("EOR-5", "PAT-8")
def test_after_round_3_empty_slots_of_a_patrons_are_filled_too() -> None:
    table = scenario().display("salon", "", "", "marin-marais", "clara-schumann", "anton-stadler")
    table.deck("patrons", "johannes-brahms")
    ending(table, 3)
    assert table.state.displays["salon"][:2] == ("clara-schumann", "johannes-brahms")
    assert "" not in table.state.displays["salon"]


@pytest.mark.rule("EOR-2", "RES-7")
def test_the_end_of_the_round_asks_nobody_where_there_is_no_new_specialist() -> None:
    table = ending(scenario(4))
    asked: list[Choice] = [choice for seat in range(4) for choice in table.choices(seat)]
    assert asked == []
    assert table.is_over


def test_workers_are_counted_anew_each_round() -> None:
    table = scenario().worker(0, "guild", 3)
    assert table.state.placed == 1
    assert ending(table).state.placed == 0
