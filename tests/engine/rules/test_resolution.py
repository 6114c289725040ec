"""Resolution: RES-1 to RES-9, RES-13 to RES-15; throwing materials away (GEN-19)."""

import pytest

from engine.choices import (
    Activate,
    Alternate,
    EndTurn,
    Finish,
    Give,
    LeaveMarket,
    Pass,
    Pay,
    PlacePatron,
    SaveMaterial,
    Sell,
    Take,
    TakeChair,
    TakeGift,
    TakeMaterial,
    TakeMoney,
    ThrowAway,
    VisitMarket,
)
from engine.content.cards import Ability
from engine.events import (
    CardTaken,
    Gained,
    MaterialDiscarded,
    Passed,
    TrackAdvanced,
    WorkerActed,
    WorkersRevealed,
)
from engine.rules.resolution import RevealWorkers, acting_order
from engine.rules.tracks import Advance
from engine.view import table_view
from tests.engine.scenario import Table, scenario


def order_shown(table: Table) -> list[tuple[int, int, int]]:
    """The workers last shown as (seat, number, skill), in the order in which they act."""
    return [(worker.seat, worker.number, worker.skill) for worker in table.events(WorkersRevealed)[0].workers]


# --- turns ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RES-1", "RES-8")
def test_a_turn_activates_an_own_location_or_bench_or_visits_the_market() -> None:
    table = scenario().seat(0, money=3).worker(0, "guild", 1).worker(0, "roughing", 3).worker(1, "salon", 5).turn(0)
    assert table.choices(0) == [Activate("guild"), Activate("roughing"), VisitMarket()]


@pytest.mark.rule("RES-1", "RES-8")
def test_with_no_worker_left_a_seat_may_visit_the_market_or_pass() -> None:
    table = scenario().seat(0, money=3).worker(1, "salon", 5).turn(0)
    assert table.choices(0) == [VisitMarket(), Pass()]


@pytest.mark.rule("RES-2", "RES-9")
def test_activating_a_location_lets_the_workers_of_all_seats_act_and_passes_the_turn_on() -> None:
    table = scenario(3).worker(1, "guild", 5).worker(0, "guild", 1).worker(2, "guild", 3).worker(1, "salon", 1)
    table.turn(0)
    table.choose(0, Activate("guild"))
    assert order_shown(table) == [(1, 5, 5), (2, 3, 3), (0, 1, 1)]
    assert table.floor == "worker-revealed"
    asked = []
    while table.kind == "act":
        asked.append(table.clock[0])
        table.choose(table.clock[0], TakeMoney())
        if table.kind == "material":  # the bonus of skill 4+
            table.choose(1, TakeMaterial("wood"))
    assert asked == [1, 2, 0]
    assert (table.clock, table.kind) == ((1,), "turn")
    assert table.choices(1, Activate) == [Activate("salon")]


@pytest.mark.rule("RES-2")
def test_all_workers_at_the_location_are_seen_before_the_first_acts() -> None:
    table = scenario().worker(1, "salon", 5).worker(0, "salon", 3).turn(0).choose(0, Activate("salon"))
    assert [(w["number"], w["revealed"]) for w in table_view(table.state, None)["locations"]["salon"]["queue"]] == [
        (5, True),
        (3, True),
    ]


@pytest.mark.rule("RES-3")
def test_the_highest_skill_acts_first_and_apprentices_count() -> None:
    table = scenario().worker(0, "salon", 3).worker(1, "salon", 1, apprentices=3).agenda(RevealWorkers(0, "salon"))
    assert order_shown(table) == [(1, 1, 4), (0, 3, 3)]


@pytest.mark.rule("RES-3", "PLN-4")
def test_a_tie_goes_to_the_worker_that_was_placed_first() -> None:
    table = scenario().worker(1, "salon", 3).worker(0, "salon", 3).worker(0, "salon", 1, apprentices=2)
    assert order_shown(table.agenda(RevealWorkers(0, "salon"))) == [(1, 3, 3), (0, 3, 3), (0, 1, 3)]


@pytest.mark.rule("RES-3")
def test_win_ties_beats_equal_skill_but_not_more() -> None:
    table = scenario().seat(0, completed=["chevalier-de-saint-georges"])
    table.worker(1, "salon", 3).worker(1, "salon", 5).worker(0, "salon", 3).agenda(RevealWorkers(0, "salon"))
    assert order_shown(table) == [(1, 5, 5), (0, 3, 3), (1, 3, 3)]


@pytest.mark.rule("RES-3")
def test_among_those_that_win_ties_who_came_first_is_first_and_it_beats_its_owners_other_worker() -> None:
    table = scenario(3).seat(1, completed=["chevalier-de-saint-georges"]).specialist(0, "herald", number=3)
    table.worker(0, "salon", 1, apprentices=2).worker(1, "salon", 3).worker(0, "salon", 3).worker(2, "salon", 3)
    assert order_shown(table.agenda(RevealWorkers(0, "salon"))) == [(1, 3, 3), (0, 3, 3), (0, 1, 3), (2, 3, 3)]


@pytest.mark.rule("RES-3")
def test_skill_of_a_specialty_worker_counts_for_the_order_where_it_holds() -> None:
    table = scenario().specialist(0, "courtier", number=3).worker(1, "salon", 3, apprentices=1).worker(0, "salon", 3)
    assert order_shown(table.agenda(RevealWorkers(0, "salon"))) == [(0, 3, 5), (1, 3, 4)]
    elsewhere = (
        scenario().specialist(0, "courtier", number=3).worker(1, "guild", 3, apprentices=1).worker(0, "guild", 3)
    )
    assert order_shown(elsewhere.agenda(RevealWorkers(0, "guild"))) == [(1, 3, 4), (0, 3, 3)]


@pytest.mark.rule("RES-4")
def test_a_bench_shows_and_resolves_own_workers_only_highest_skill_first() -> None:
    table = scenario().worker(1, "roughing", 5).worker(0, "roughing", 1).worker(0, "roughing", 3).turn(0)
    table.choose(0, Activate("roughing"))
    assert order_shown(table) == [(0, 3, 3), (0, 1, 1)]
    table.choose(0, TakeMoney(), TakeMoney())
    (theirs,) = table.state.workers
    assert (theirs.seat, theirs.revealed) == (1, False)
    assert (table.clock, table.choices(1)) == ((1,), [Activate("roughing")])


# --- acting ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RES-5")
def test_a_worker_takes_exactly_one_of_main_action_alternate_and_2_money() -> None:
    table = scenario().display("guild", "oboe").acts(0, "guild", 3)
    assert table.choices(0) == [Take(1, "oboe"), Alternate((("metal", 1),)), TakeMoney()]
    table.choose(0, TakeMoney())
    assert (table.player(0).money, table.player(0).metal, table.player(0).hand) == (2, 0, ())
    assert table.events(WorkerActed) == [WorkerActed(0, "guild", 1, "money")]
    assert table.is_over


@pytest.mark.rule("RES-5")
def test_who_cannot_do_the_main_action_is_free_to_take_the_others() -> None:
    table = scenario().display("guild", "", "", "oboe").seat(0, money=3).acts(0, "guild", 3)
    assert table.choices(0) == [Alternate((("metal", 1),)), TakeMoney()]


@pytest.mark.rule("RES-5")
def test_at_a_bench_there_is_no_alternate() -> None:
    assert scenario().acts(0, "finishing", 5).choices(0) == [TakeMoney()]


@pytest.mark.rule("RES-6")
@pytest.mark.parametrize(("number", "apprentices", "gets"), [(3, 0, False), (3, 1, True), (5, 0, True)])
def test_the_bonus_is_for_skill_4_and_more(number: int, apprentices: int, gets: bool) -> None:
    table = scenario().acts(0, "repair", number, apprentices).choose(0, TakeMoney())
    assert bool(table.events(TrackAdvanced)) is gets
    assert table.is_over


@pytest.mark.rule("RES-6")
@pytest.mark.parametrize("choice", [Alternate((("wood", 2),)), TakeMoney()])
def test_the_bonus_comes_after_an_alternate_or_the_2_money_too(choice: Alternate | TakeMoney) -> None:
    table = scenario().acts(0, "repair", 5).choose(0, choice)
    assert [type(event) for event in table.events()] == [WorkerActed, Gained, TrackAdvanced]
    assert table.is_over


@pytest.mark.rule("RES-6", "PRF-7")
def test_the_bonus_does_not_help_the_action_that_it_follows() -> None:
    table = scenario().display("perform", "cramer-studies").dice(1, 1).acts(0, "perform", 5)
    table.choose(0, Take(1, "cramer-studies"))
    assert table.kind == "spend-inspiration"  # no reroll, though the bonus will give one
    assert table.play_until(None).events(TrackAdvanced) == [TrackAdvanced(0, "performance", 1)]
    assert table.is_over


@pytest.mark.rule("RES-6")
def test_benches_have_no_4_plus_bonus_of_the_board() -> None:
    table = scenario().acts(0, "finishing", 5).choose(0, TakeMoney())
    assert [type(event) for event in table.events()] == [WorkerActed, Gained]


@pytest.mark.rule("RES-7", "MKT-7")
def test_the_worker_returns_and_its_apprentices_go_to_the_market() -> None:
    table = scenario().seat(0, apprentices=1).acts(0, "guild", 1, apprentices=2)
    assert table_view(table.state, 0)["seats"][0]["apprentices"] == {"held": 1, "placed": 2, "market": 0, "removed": 0}
    table.choose(0, TakeMoney())
    assert table.player(0).idle == (1, 3, 5)
    assert table.state.workers == ()
    assert table_view(table.state, 0)["seats"][0]["apprentices"] == {"held": 1, "placed": 0, "market": 2, "removed": 0}
    assert table.is_over


@pytest.mark.rule("RES-7", "GEN-4")
def test_apprentices_are_taken_again_in_the_same_round_but_not_by_the_worker_that_they_stand_with() -> None:
    table = scenario().worker(0, "balcony", 1, apprentices=3).worker(0, "balcony", 3).turn(0)
    table.choose(0, Activate("balcony"))
    assert table.choices(0, Alternate) == [Alternate((("money", 6),))]
    table.choose(0, TakeMoney())
    assert Alternate((("apprentice", 2),)) in table.choices(0)
    table.choose(0, Alternate((("apprentice", 2),)))
    assert table.player(0).apprentices == 2


@pytest.mark.rule("RES-7", "BAL-4")
def test_from_the_balcony_the_chip_does_not_return_but_its_apprentices_do() -> None:
    table = scenario().acts(0, "balcony", 3, apprentices=1).choose(0, TakeMoney())
    assert (table.player(0).idle, table.state.balcony) == ((1, 5), ((0, 3),))
    assert table_view(table.state, 0)["seats"][0]["apprentices"]["market"] == 2


@pytest.mark.rule("RES-7")
def test_the_rehearsal_master_keeps_its_apprentices() -> None:
    table = scenario().specialist(0, "rehearsal-master", number=3).acts(0, "guild", 3, apprentices=2)
    table.choose(0, TakeMoney(), TakeMaterial("wood"))
    assert table.player(0).apprentices == 2
    assert table.is_over


# --- passing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RES-8")
def test_nobody_passes_with_a_worker_left() -> None:
    table = scenario().seat(0, money=9, market_used=True).worker(0, "salon", 5).turn(0)
    assert table.choices(0) == [Activate("salon")]


@pytest.mark.rule("RES-8")
def test_passing_is_final_for_the_round() -> None:
    table = scenario().seat(0, money=9).worker(1, "salon", 5).worker(1, "guild", 3).turn(0)
    table.choose(0, Pass())
    assert table.clock == (1,)
    table.choose(1, Activate("salon"), TakeMoney())
    assert (table.clock, table.kind) == ((1,), "turn")
    assert table.player(0).passed


@pytest.mark.rule("RES-8")
def test_a_seat_with_nothing_left_to_do_passes_by_itself() -> None:
    table = scenario().worker(1, "guild", 3).turn(0)
    assert table.events(Passed) == [Passed(0)]
    assert (table.clock, table.kind) == ((1,), "turn")


@pytest.mark.rule("RES-8")
def test_when_all_have_passed_the_phase_ends() -> None:
    table = scenario().worker(0, "guild", 3).turn(0).choose(0, Activate("guild"), Alternate((("metal", 1),)))
    table.choose(0, VisitMarket(), Sell("metal"), LeaveMarket())
    assert table.events(Passed) == [Passed(0)]
    assert [player.passed for player in table.state.players] == [True, True]
    assert table.is_over


@pytest.mark.rule("RES-8", "RES-15")
def test_turns_go_round_in_turn_order_past_seats_that_have_passed() -> None:
    table = scenario(3).order(2, 0, 1)
    for seat in (2, 1):
        table.worker(seat, "guild", 1).worker(seat, "salon", 3).worker(seat, "roughing", 5)
    table.turn(2)
    table.choose(2, Activate("roughing"), TakeMoney())
    assert (table.clock, table.kind) == ((1,), "turn")
    assert table.player(0).passed
    table.choose(1, Activate("roughing"), TakeMoney())
    assert (table.clock, table.kind) == ((2,), "turn")


@pytest.mark.rule("RES-15")
def test_who_took_the_turn_of_a_passed_seat_does_not_get_another_before_the_next_in_order() -> None:
    table = scenario(3)
    for seat in (1, 2):
        table.worker(seat, "roughing", 5).worker(seat, "finishing", 3).worker(seat, "repair", 1)
    table.turn(0).choose(1, Activate("roughing"), TakeMoney()).choose(2, Activate("roughing"), TakeMoney())
    table.choose(1, Activate("finishing"), TakeMoney())
    assert (table.clock, table.choices(2, Activate)) == ((2,), [Activate("repair"), Activate("finishing")])


@pytest.mark.rule("RES-15")
def test_nobody_is_left_at_a_location_that_was_activated() -> None:
    table = scenario().worker(0, "guild", 1).worker(1, "guild", 3).worker(1, "salon", 1).turn(0)
    table.choose(0, Activate("guild")).choose(1, TakeMoney()).choose(0, TakeMoney())
    assert table.state.queue("guild") == ()
    assert table.choices(1, Activate) == [Activate("salon")]


@pytest.mark.rule("RES-9", "GEN-10")
def test_each_seat_makes_the_choices_of_its_own_workers() -> None:
    table = scenario().display("salon", "karl-theodor", "joseph-haydn").worker(0, "salon", 1).worker(1, "salon", 3)
    table.turn(0).choose(0, Activate("salon"))
    assert table.clock == (1,)
    table.choose(1, Take(1, "karl-theodor"), PlacePatron(2), TakeMaterial("metal"))
    assert table.clock == (0,)
    table.choose(0, Take(2, "joseph-haydn"), PlacePatron(1))
    assert [p.waiting[0].card for p in table.state.players] == ["joseph-haydn", "karl-theodor"]
    assert table.turn_is_over


# --- the course of one worker's turn --------------------------------------------------------------------------------


@pytest.mark.rule("RES-13")
def test_action_then_bonus_then_acted_abilities_then_the_worker_leaves() -> None:
    table = scenario().display("guild", "oboe").specialist(0, "broker", number=5).acts(0, "guild", 5)
    table.choose(0, Take(1, "oboe"))
    assert table.kind == "material"
    assert (table.player(0).hand, table.player(0).money) == (("oboe",), 0)
    table.choose(0, TakeMaterial("wood"))
    assert (table.kind, table.player(0).money) == ("bench", 0)
    table.choose(0, table.choices(0)[-1])
    assert table.player(0).money == 3
    assert table.is_over


@pytest.mark.rule("RES-13")
def test_an_acted_ability_hears_the_2_money_too_and_only_its_own_worker() -> None:
    for number, money in ((3, 5), (1, 2)):
        table = scenario().specialist(0, "broker", number=3).acts(0, "salon", number).choose(0, TakeMoney())
        assert table.player(0).money == money
        assert table.is_over


@pytest.mark.rule("RES-13")
def test_an_optional_acted_ability_comes_while_the_worker_still_stands_there() -> None:
    table = scenario().specialist(0, "impresario", number=3).patron(0, "karl-theodor", patience=2)
    table.acts(0, "salon", 3).choose(0, TakeMoney())
    assert table.kind == "gift"
    assert len(table.state.workers) == 1
    table.choose(0, TakeGift("karl-theodor", 1))
    assert (table.player(0).money, table.player(0).waiting[0].patience) == (7, 2)
    assert table.is_over


@pytest.mark.rule("RES-14")
def test_the_order_does_not_change_after_the_workers_were_shown() -> None:
    table = scenario().seat(0, craft=1, numbers=(1, 3)).worker(0, "finishing", 3).worker(0, "finishing", 1)
    table.agenda(RevealWorkers(0, "finishing"))
    table.agenda(Advance(0, "craft"))
    assert [w.skill for w in table.history[0].workers] == [3, 1]  # type: ignore[attr-defined]
    assert table.state.active_worker is not None
    assert table.state.active_worker.number == 3


@pytest.mark.rule("RES-14", "FIN-4")
def test_skill_is_read_when_the_worker_begins_to_act_and_holds_for_its_whole_turn() -> None:
    table = scenario().seat(0, craft=1, animal=2, finishing=["lute", "lute"]).worker(0, "finishing", 3)
    table.worker(0, "finishing", 1, apprentices=2).agenda(RevealWorkers(0, "finishing"))
    table.agenda(Advance(0, "craft"))  # +1 skill at the benches: too late for the worker that acts, not for the next
    table.choose(0, Finish("lute")).play_until("act")
    assert table.player(0).animal == 1
    assert table.state.active_worker is not None
    assert table.state.active_worker.skill == 4
    table.choose(0, Finish("lute"), SaveMaterial("animal")).play_until("second-chair")
    assert table.player(0).animal == 1


@pytest.mark.rule("RES-14", "RES-6", "GEN-18")
def test_skill_that_the_action_itself_brought_earns_no_bonus_of_the_location() -> None:
    more = Ability("always", "modify", stat="skill", amount=3)
    table = scenario().ability("joseph-haydn", more).patron(0, "joseph-haydn", tucked=[("instrument", "lute")])
    table.display("repair", "repair-crook").seat(0, animal=1, metal=1).acts(0, "repair", 3)
    table.choose(0, Take(1, "repair-crook"), TakeChair("seat-oboe"), Give("joseph-haydn"))
    assert table.player(0).completed == ("joseph-haydn",)
    assert table.player(0).tracks.craft == 0, "3 when the worker began to act"
    assert table.is_over
    table.acts(0, "repair", 1).choose(0, TakeMoney())
    assert table.player(0).tracks.craft == 1


# --- throwing materials away ----------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-19")
def test_a_seat_may_throw_materials_away_before_what_it_does_with_its_turn() -> None:
    table = scenario().seat(0, wood=2, metal=1).worker(0, "guild", 3).worker(1, "guild", 1).turn(0)
    assert table.choices(0, ThrowAway) == [ThrowAway("wood"), ThrowAway("metal")]
    table.choose(0, ThrowAway("wood"))
    assert table.events(MaterialDiscarded) == [MaterialDiscarded(0, "wood", thrown=True)]
    assert (table.clock, table.kind, table.player(0).wood) == ((0,), "turn", 1)
    assert Activate("guild") in table.choices(0)
    table.choose(0, ThrowAway("wood"), ThrowAway("metal"), Activate("guild"))
    assert table.player(0).materials == 0
    assert table.kind == "act"
    assert not table.choices(0, ThrowAway)


@pytest.mark.rule("GEN-19")
def test_materials_are_not_thrown_away_on_the_turn_of_another() -> None:
    table = scenario().seat(1, wood=2).worker(0, "guild", 3).worker(1, "guild", 5).turn(0)
    assert table.choices(1) == []
    table.choose(0, Activate("guild"))
    assert table.clock == (1,)
    assert not table.choices(1, ThrowAway)


@pytest.mark.rule("GEN-19", "RES-8")
def test_who_throws_away_the_last_material_with_nothing_else_to_do_passes() -> None:
    table = scenario().seat(0, wood=1).worker(1, "guild", 3).turn(0).choose(0, ThrowAway("wood"))
    assert table.events(Passed) == [Passed(0)]
    assert table.clock == (1,)


@pytest.mark.rule("RES-11", "RES-3")
def test_a_later_worker_finds_the_slot_empty() -> None:
    table = scenario().display("guild", "oboe", "lute").worker(0, "guild", 3).worker(1, "guild", 1).turn(0)
    table.choose(0, Activate("guild"), Take(1, "oboe"))
    assert table.choices(1, Take) == [Take(2, "lute")]
    table.choose(1, Take(2, "lute"))
    assert table.events(CardTaken) == [CardTaken(1, "guild", 2, "lute")]
    assert table.turn_is_over


@pytest.mark.rule("RES-6", "GEN-10")
def test_a_worker_that_pays_acts_at_once_and_the_next_seat_is_asked_after_it() -> None:
    table = scenario().display("guild", "", "", "oboe").seat(0, money=2, inspiration=3)
    table.worker(0, "guild", 3).worker(1, "guild", 1).turn(0).choose(0, Activate("guild"), Take(3, "oboe"), Pay(1))
    assert (table.player(0).money, table.player(0).inspiration) == (1, 0)
    assert (table.clock, table.kind) == ((1,), "act")


@pytest.mark.rule("GEN-10")
def test_a_turn_that_could_be_taken_back_is_ended_before_another_seat_is_asked() -> None:
    table = scenario().seat(0, wood=1, market_used=True).confirming()
    table.worker(0, "guild", 3).worker(1, "guild", 1).turn(0).choose(0, Activate("guild"))
    assert (table.clock, table.kind) == ((0,), "act")
    table.choose(0, TakeMoney())
    assert (table.clock, table.kind) == ((0,), "end-turn")
    table.choose(0, EndTurn())
    assert (table.clock, table.kind) == ((1,), "act")


@pytest.mark.rule("GEN-10")
def test_a_turn_that_cannot_be_taken_back_needs_no_ending() -> None:
    table = scenario().worker(0, "guild", 3).worker(1, "guild", 5).confirming().turn(0)
    table.choose(0, Activate("guild"))
    assert (table.clock, table.floor) == ((1,), "worker-revealed")


@pytest.mark.rule("RES-3")
@pytest.mark.parametrize(("where", "first"), [("guild", 1), ("salon", 0)])
def test_ties_are_won_where_the_ability_says_so_alone(where: str, first: int) -> None:
    wins = Ability("always", "permit", rule="win_ties", when=(("location", (where,)),))
    table = scenario().seat(1, family="family-stradivari").ability("family-stradivari", wins)
    table.worker(0, "guild", 3).worker(1, "guild", 3)
    assert acting_order(table.state, 0, "guild")[0].seat == first
