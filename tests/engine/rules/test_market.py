"""The Market: MKT-1 to MKT-7. The first card asks 2 for animal, 3 for wood, 5 for metal."""

import pytest

from engine.choices import (
    Activate,
    Buy,
    Discard,
    Hire,
    LeaveMarket,
    Pass,
    Pay,
    PlanWorker,
    Sell,
    TakeMoney,
    TakeSpecialist,
    Train,
    VisitMarket,
)
from engine.events import MarketLeft, Paid, TrackAdvanced
from engine.setup import BeginPlanning
from engine.state import NOBODY
from tests.engine.scenario import Table, scenario


def visiting(**possessions: object) -> Table:
    """Seat 0 visits the Market on its turn."""
    return scenario().seat(0, **possessions).turn(0).choose(0, VisitMarket())


@pytest.mark.rule("MKT-1", "RES-1")
def test_a_visit_needs_no_worker_and_is_a_whole_turn() -> None:
    table = scenario().seat(0, money=2).worker(0, "guild", 1).worker(1, "guild", 3).turn(0)
    table.choose(0, VisitMarket(), Buy("animal"), Pay(2), LeaveMarket())
    assert len(table.state.workers) == 2
    assert (table.clock, table.kind) == ((1,), "turn")
    assert table.events(MarketLeft) == [MarketLeft(0)]


@pytest.mark.rule("MKT-1")
def test_the_market_is_visited_once_a_round() -> None:
    table = scenario().seat(0, money=9).worker(0, "guild", 1).worker(1, "salon", 3).turn(0)
    table.choose(0, VisitMarket(), Buy("animal"), Pay(2), LeaveMarket()).choose(1, Activate("salon"), TakeMoney())
    assert table.player(0).market_used
    assert table.choices(0, VisitMarket) == []


@pytest.mark.rule("MKT-2")
def test_materials_are_bought_and_sold_at_the_price_of_the_market_card() -> None:
    table = visiting(money=10, wood=2)
    table.choose(0, Buy("metal"), Pay(5), Buy("metal"), Pay(5))
    assert (table.player(0).metal, table.player(0).money) == (2, 0)
    table.choose(0, Sell("wood"), Sell("wood"))
    assert (table.player(0).wood, table.player(0).money) == (0, 6)
    assert table.choose(0, LeaveMarket()).turn_is_over


@pytest.mark.rule("MKT-2", "EOR-4")
def test_another_market_card_has_other_prices() -> None:
    table = scenario().market("market-02").seat(0, money=8).turn(0).choose(0, VisitMarket(), Buy("metal"))
    assert table.choices(0) == [Pay(6)]
    table.choose(0, Pay(6), Buy("wood"), Pay(2))
    assert table.player(0).money == 0


@pytest.mark.rule("MKT-2")
def test_what_was_bought_cannot_be_sold_and_what_was_sold_cannot_be_bought() -> None:
    table = visiting(money=20, wood=2, animal=1).choose(0, Buy("wood"), Pay(3))
    assert table.choices(0, Sell) == [Sell("animal")]
    table.choose(0, Sell("animal"))
    assert table.choices(0, Buy) == [Buy("wood"), Buy("metal")]


@pytest.mark.rule("MKT-2")
def test_what_cannot_be_paid_is_not_offered() -> None:
    assert visiting(money=3).choices(0) == [Buy("animal"), Buy("wood")]


@pytest.mark.rule("MKT-2", "GEN-18")
def test_haydn_makes_buying_cheaper_and_leaves_selling_as_it_is() -> None:
    table = visiting(money=4, wood=1, completed=["joseph-haydn"]).choose(0, Buy("metal"))
    assert table.choices(0) == [Pay(4)]
    table.choose(0, Pay(4), Sell("wood"))
    assert table.player(0).money == 3


@pytest.mark.rule("MKT-2", "GEN-18")
def test_a_material_never_costs_less_than_1() -> None:
    table = scenario().market("market-02").seat(0, money=1, completed=["joseph-haydn"]).turn(0)
    table.choose(0, VisitMarket())
    assert table.choices(0, Buy) == [Buy("animal"), Buy("wood")]
    table.choose(0, Buy("animal"), Pay(1))
    assert table.player(0).money == 0


@pytest.mark.rule("MKT-3")
def test_own_apprentices_at_the_market_are_hired_for_4_each() -> None:
    table = visiting(money=9, apprentices=1).choose(0, Hire(), Pay(4), Hire(), Pay(4))
    assert (table.player(0).apprentices, table.player(0).money) == (3, 1)
    assert table.choices(0, Hire) == []


@pytest.mark.rule("MKT-3", "GEN-4")
def test_nobody_is_hired_who_is_not_at_the_market() -> None:
    assert visiting(money=9, apprentices=2, apprentices_removed=1).choices(0, Hire) == []
    table = scenario().seat(0, money=9, apprentices=1).worker(0, "guild", 1, apprentices=2).turn(0)
    assert table.choose(0, VisitMarket()).choices(0, Hire) == []


@pytest.mark.rule("MKT-3", "GEN-18")
def test_denner_hires_for_2_and_with_haydn_for_nothing() -> None:
    table = visiting(money=2, family="family-denner").choose(0, Hire())
    assert table.choices(0) == [Pay(2)]
    table = visiting(family="family-denner", completed=["joseph-haydn"])
    assert table.choices(0) == [Hire()]
    table.choose(0, Hire())
    assert table.player(0).apprentices == 1
    assert table.kind == "market"


@pytest.mark.rule("MKT-4", "GEN-3")
def test_inspiration_counts_as_money_for_buying_hiring_and_training() -> None:
    table = visiting(inspiration=21).choose(0, Buy("animal"), Pay(0), Hire(), Pay(0), Train("craft"), Pay(0))
    player = table.player(0)
    assert (player.inspiration, player.animal, player.apprentices, player.tracks.craft) == (0, 1, 1, 1)


@pytest.mark.rule("MKT-4")
def test_any_mix_of_money_and_inspiration_pays() -> None:
    table = visiting(money=2, inspiration=2).choose(0, Buy("wood"))
    assert table.choices(0) == [Pay(2), Pay(1)]
    table.choose(0, Pay(1))
    assert table.events(Paid) == [Paid(0, (("money", 1), ("inspiration", 2)), "buy", "wood")]


@pytest.mark.rule("MKT-4")
def test_inspiration_can_be_neither_bought_nor_sold() -> None:
    table = visiting(money=30, inspiration=5, wood=1)
    assert {choice.material for choice in table.choices(0, Buy) + table.choices(0, Sell)} == {
        "animal",
        "wood",
        "metal",
    }


@pytest.mark.rule("MKT-5")
def test_training_costs_15_for_a_step_of_performance_or_craft_any_number_of_times() -> None:
    table = visiting(money=30)
    assert table.choices(0, Train) == [Train("performance"), Train("craft")]
    table.choose(0, Train("performance"), Pay(15), Train("performance"), Pay(15))
    assert (table.player(0).tracks.performance, table.player(0).money) == (2, 0)
    assert table.choices(0, Train) == []


@pytest.mark.rule("MKT-5", "TRK-P6", "TRK-C6")
@pytest.mark.parametrize(("step", "able"), [(4, True), (5, False), (6, False)])
def test_training_never_reaches_the_steps_that_pay_2_prestige(step: int, able: bool) -> None:
    table = visiting(money=15, performance=step, craft=step)
    assert bool(table.choices(0, Train)) is able


@pytest.mark.rule("MKT-5", "GEN-18")
def test_steinway_trains_for_10() -> None:
    table = visiting(money=10, family="family-steinway").choose(0, Train("craft"))
    assert table.choices(0) == [Pay(10)]


@pytest.mark.rule("MKT-6", "GEN-11", "SPC-1")
def test_a_step_with_a_specialty_card_is_resolved_before_the_visit_goes_on() -> None:
    table = scenario().deck("craft", "varnisher", "sawyer", "inlayer", rest=False)
    table.seat(0, money=19, craft=2).turn(0).choose(0, VisitMarket(), Train("craft"), Pay(15))
    assert table.events(TrackAdvanced) == [TrackAdvanced(0, "craft", 3)]
    assert (table.clock, table.kind) == ((0,), "specialist")
    table.choose(0, TakeSpecialist("sawyer"))
    assert table.kind == "market"
    assert Hire() in table.choices(0)


@pytest.mark.rule("MKT-6", "GEN-5")
def test_a_material_over_the_limit_is_discarded_before_the_visit_goes_on() -> None:
    table = visiting(money=9, wood=9).choose(0, Buy("metal"), Pay(5))
    assert (table.kind, table.player(0).materials) == ("discard", 10)
    table.choose(0, Discard("wood"))
    assert (table.kind, table.player(0).wood, table.player(0).metal) == ("market", 8, 1)


@pytest.mark.rule("MKT-6")
def test_a_visit_does_at_least_one_thing_and_then_ends_when_the_visitor_likes() -> None:
    table = visiting(money=9)
    assert LeaveMarket() not in table.choices(0)
    table.choose(0, Buy("animal"), Pay(2))
    assert LeaveMarket() in table.choices(0)


@pytest.mark.rule("MKT-6")
def test_when_nothing_more_is_possible_the_visit_can_only_be_left() -> None:
    table = visiting(money=2).choose(0, Buy("animal"), Pay(2))
    assert table.choices(0) == [LeaveMarket()]
    assert table.choose(0, LeaveMarket()).turn_is_over


@pytest.mark.rule("MKT-6")
def test_where_nothing_is_possible_a_visit_is_not_offered() -> None:
    table = scenario().seat(0, money=1).worker(0, "guild", 1).turn(0)
    assert table.choices(0) == [Activate("guild")]
    assert VisitMarket() in scenario().seat(0, money=2).worker(0, "guild", 1).turn(0).choices(0)
    assert VisitMarket() in scenario().seat(0, wood=1).worker(0, "guild", 1).turn(0).choices(0)


@pytest.mark.rule("MKT-6", "MKT-2")
def test_everything_comes_in_any_order() -> None:
    table = visiting(wood=5).choose(0, Sell("wood"), Sell("wood"), Hire(), Pay(4), Buy("animal"), Pay(2))
    assert (table.player(0).apprentices, table.player(0).animal, table.player(0).money) == (1, 1, 0)
    table.choose(0, Sell("wood"), LeaveMarket())
    assert table.player(0).money == 3


@pytest.mark.rule("MKT-7", "PLN-3")
def test_apprentices_hired_in_resolution_go_with_workers_in_the_next_planning() -> None:
    table = scenario().seat(0, money=4).worker(0, "guild", 3).turn(0).choose(0, VisitMarket(), Hire(), Pay(4))
    table.choose(0, LeaveMarket(), Activate("guild"), TakeMoney())
    table.play_until(None)
    assert table.state.workers == ()
    table.agenda(BeginPlanning(NOBODY))
    assert PlanWorker(3, 1) in table.choices(0)


@pytest.mark.rule("MKT-7")
def test_a_placed_worker_gets_no_apprentice_that_was_hired_later() -> None:
    table = scenario().seat(0, money=4).worker(0, "guild", 3).turn(0).choose(0, VisitMarket(), Hire(), Pay(4))
    assert table.state.workers[0].apprentices == 0


@pytest.mark.rule("MKT-1", "RES-8")
def test_who_could_still_visit_the_market_is_asked_before_it_passes() -> None:
    table = scenario().seat(0, wood=1).turn(0)
    assert VisitMarket() in table.choices(0)
    assert table.outcome(0, Pass()).warn == ("market-unused",)
