"""Cases that the published summaries of the rules work out or state outright, each played in the player's words.

Every test carries the marker `example` with its case in a few words, and names the rules that decide it. Where a
summary decides otherwise than engine/RULES.md, the test follows RULES.md and says so.
"""

from collections import Counter

import pytest

from engine.choices import (
    Activate,
    Alternate,
    AssignNumber,
    Bench,
    Buy,
    Decline,
    Discard,
    DiscardCard,
    Done,
    Finish,
    Give,
    Hire,
    KeepCard,
    KeepDice,
    LeaveMarket,
    MakeRoom,
    NextPatron,
    Pass,
    Pay,
    PlacePatron,
    PlanLocation,
    PlanWorker,
    ReplaceMaterial,
    Reroll,
    Rough,
    SaveMaterial,
    ScoreAward,
    Search,
    Sell,
    SetupChoice,
    SpendInspiration,
    Take,
    TakeChair,
    TakeGift,
    TakeGoods,
    TakeMarker,
    TakeMaterial,
    TakeMoney,
    TakeRoyal,
    TakeSpecialist,
    ThrowAway,
    Train,
    VisitMarket,
)
from engine.content.cards import DISPLAYS, LOCATIONS, TRACKS, Requirement
from engine.content.files import load
from engine.events import (
    DiceRolled,
    Gained,
    InstrumentFinished,
    PatronCompleted,
    PatronLeft,
    PerformanceGiven,
    TrackAdvanced,
)
from engine.game import Game, SeatHeader, header_for
from engine.goods import GainGoods, draw
from engine.rules.end_of_round import EndOfRound
from engine.rules.orchestra import PlaceToken
from engine.rules.patrons import AskGiving
from engine.rules.resolution import RevealWorkers, acting_order
from engine.rules.start_of_round import FillBench, Income, MovePatience, StartOfRound
from engine.rules.tracks import Advance
from engine.scoring import FinalScoring
from engine.setup import BeginPlanning, ChooseSetup, Neutral
from engine.state import NEUTRAL, NOBODY, Chairs, Token, TuckedCard
from engine.triggers import Dispatch
from tests.engine.scenario import Table, new_game, scenario

MONEY, INSPIRATION = TakeGoods((("money", 2),)), TakeGoods((("inspiration", 1),))


@pytest.fixture(autouse=True)
def _is_an_example_of_a_rule(request: pytest.FixtureRequest) -> None:
    marks = {mark.name: mark.args for mark in request.node.iter_markers()}
    assert len(marks["example"]) == 1
    assert marks["rule"]


# --- the table is laid ----------------------------------------------------------------------------------------------


@pytest.mark.example("award tiles by the number of seats")
@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(("seats", "tiles"), [(2, 3), (3, 3), (4, 4)])
def test_three_award_tiles_are_used_and_a_fourth_with_four_seats(seats: int, tiles: int) -> None:
    assert len(new_game(seats).state.awards) == tiles


@pytest.mark.example("one royal, and one specialty card of each track, more than seats")
@pytest.mark.rule("SET-5")
@pytest.mark.parametrize(("seats", "cards"), [(2, 3), (3, 4), (4, 5)])
def test_four_small_decks_hold_one_card_more_than_there_are_seats(seats: int, cards: int) -> None:
    decks = new_game(seats).state.decks
    assert [len(decks[deck]) for deck in ("royals", *TRACKS)] == [cards] * 4


@pytest.mark.example("the cover tiles of a two-seat game")
@pytest.mark.rule("SET-3")
def test_with_two_seats_perform_and_repair_show_a_card_less() -> None:
    two, three = (new_game(seats).state.displays for seats in (2, 3))
    assert {place: len(three[place]) - len(two[place]) for place in DISPLAYS} == {
        "salon": 0,
        "guild": 0,
        "perform": 1,
        "repair": 1,
    }


@pytest.mark.example("the market card of round 1")
@pytest.mark.rule("SET-4")
def test_the_game_begins_with_the_first_market_card_whatever_the_shuffle() -> None:
    assert {new_game(2, f"LUTE {n}").state.market for n in range(5)} == {"market-01"}


@pytest.mark.example("a neutral instrument takes its card out of the game")
@pytest.mark.rule("TWO-2", "TWO-3")
def test_for_a_neutral_cello_one_of_the_two_cello_cards_leaves() -> None:
    state = new_game(2, neutral=Neutral("orchestra-01", (("seat-cello", "instrument"),), ("cello",), ())).state
    dealt = [card for player in state.players if player.deal for card in player.deal.instruments]
    assert [*state.decks["instruments"], *state.displays["guild"], *dealt].count("cello") == 1
    assert state.orchestra["seat-cello"] == Chairs((Token(NEUTRAL, "instrument"),))


@pytest.mark.example("instrument cards: four violins, two of each other basic instrument, one of each rare one")
@pytest.mark.rule("SET-2")
def test_the_instrument_deck_holds_equal_cards() -> None:
    table = scenario()
    copies = Counter(table.state.decks["instruments"])
    rare = {card.id for card in table.state.content.instruments.values() if card.rare}
    assert copies["violin"] == 4
    assert {copies[card] for card in copies.keys() - rare - {"violin"}} == {2}
    assert {copies[card] for card in rare} == {1}


@pytest.mark.example("an AI as third player")
@pytest.mark.rule("TWO-5")
def test_two_people_and_an_ai_lay_the_table_for_three() -> None:
    seats = [SeatHeader("azure", "person"), SeatHeader("gules", "person"), SeatHeader("vert", "ai", level="apprentice")]
    state = Game(header_for(load(), "LUTE 4817", seats, automa="1"), load()).state
    assert [len(state.displays[place]) for place in DISPLAYS] == [5, 5, 5, 5]
    assert not any(chairs.first for chairs in state.orchestra.values())


@pytest.mark.example("the lowest family number goes first")
@pytest.mark.rule("SET-7", "SET-8")
def test_families_7_12_and_3_make_the_third_seat_begin() -> None:
    table, kept = scenario(3), ("family-silbermann", "family-steinway", "family-stradivari")
    cards = (("marin-marais", "oboe"), ("joseph-haydn", "lute"), ("karl-theodor", "horn"))
    for seat, (family, (patron, card)) in enumerate(zip(kept, cards, strict=True)):
        table.deal(seat, f"{family} family-amati", f"{patron}", f"{card} violin", "goal-a goal-b goal-c goal-d")
    table.agenda(ChooseSetup(NOBODY, (0, 1, 2)))
    for seat, (family, (patron, card)) in enumerate(zip(kept, cards, strict=True)):
        table.choose(seat, SetupChoice(family, patron, card, ("goal-a", "goal-c")))
    assert table.state.order == (2, 0, 1)


@pytest.mark.example("three workers to begin with, or four by the family")
@pytest.mark.rule("SET-6", "SET-12")
def test_a_seat_begins_with_1_3_and_5_and_the_guarneri_with_a_2_too() -> None:
    assert {player.idle for player in new_game(4).state.players} == {(1, 3, 5)}
    table = scenario().seat(0, family="family-guarneri").agenda(Dispatch(0, "setup"))
    assert table.player(0).idle == (1, 2, 3, 5)


@pytest.mark.example("no seventh round")
@pytest.mark.rule("GEN-1")
def test_after_the_resolution_of_round_6_only_the_final_scoring_is_left() -> None:
    left = [type(step).__name__ for step in reversed(new_game().state.agenda)]
    assert left.count("StartOfRound") == left.count("BeginResolution") == 6
    assert left[-2:] == ["BeginResolution", "FinalScoring"]


# --- the workbench --------------------------------------------------------------------------------------------------


@pytest.mark.example("nine materials, or twelve with the award")
@pytest.mark.rule("GEN-5", "AWD-5")
@pytest.mark.parametrize(("markers", "limit"), [(("storage", "royal", "purple"), 9), (("royal", "purple"), 12)])
def test_what_is_over_the_limit_is_taken_first_and_then_discarded(markers: tuple[str, ...], limit: int) -> None:
    table = scenario().seat(0, markers=markers, metal=limit - 1).acts(0, "repair", 1)
    table.choose(0, Alternate((("wood", 2),)))
    assert table.player(0).materials == limit + 1
    assert table.choices(0) == [Discard("wood"), Discard("metal")]
    table.choose(0, Discard("metal"))
    assert (table.player(0).wood, table.player(0).metal) == (2, limit - 2)
    assert table.is_over


@pytest.mark.example("the storage award gives a material at every start of round")
@pytest.mark.rule("AWD-5", "RND-1")
def test_the_place_of_the_storage_marker_brings_a_material_of_choice_each_round() -> None:
    table = scenario().seat(0, markers=("royal", "purple"))
    for number in (1, 2, 3):
        table.agenda(Income(0)).choose(0, TakeMaterial("metal"))
        assert table.player(0).metal == number


@pytest.mark.example("4 money, a material of choice, or an apprentice where a patron is placed")
@pytest.mark.rule("SAL-3")
@pytest.mark.parametrize(
    ("space", "got"), [(1, (("money", 4),)), (2, (("animal", 1),)), (3, (("apprentice", 1),))], ids=["1", "2", "3"]
)
def test_each_patron_space_pays_once_when_a_patron_comes(space: int, got: tuple[tuple[str, int]]) -> None:
    table = scenario().display("salon", "marin-marais").acts(0, "salon", 3)
    table.choose(0, Take(1, "marin-marais"), PlacePatron(space))
    if space == 2:
        table.choose(0, TakeMaterial("animal"))
    assert table.events(Gained)[0].goods == got
    assert table.is_over


@pytest.mark.example("three patrons fill the workbench, completed ones do not count")
@pytest.mark.rule("PAT-1", "SAL-1")
def test_a_fourth_patron_cannot_come_before_one_is_completed() -> None:
    for waiting, completed in ((3, 0), (2, 1)):
        table = scenario().display("salon", "karl-theodor")
        for space, card in enumerate(("marin-marais", "anton-stadler", "niccolo-paganini")[:waiting], 1):
            table.patron(0, card, space)
        table.seat(0, completed=["niccolo-paganini"][:completed]).acts(0, "salon", 3)
        assert bool(table.choices(0, Take)) is bool(completed)


@pytest.mark.example("the cube moves each round and pays the gift it comes to")
@pytest.mark.rule("RND-2", "PAT-9")
def test_a_patron_gives_its_second_gift_in_the_first_round_and_its_third_in_the_next() -> None:
    """Elisabeth Jacquet de La Guerre gives a metal, an apprentice, a metal."""
    card = "elisabeth-jacquet-de-la-guerre"
    table = scenario().patron(0, card)
    for goods in ((("apprentice", 1),), (("metal", 1),)):
        table.agenda(MovePatience(0)).choose(0, NextPatron(card))
        assert table.events(Gained) == [Gained(0, goods, "gift", card)]


@pytest.mark.example("two different gifts on three spaces")
@pytest.mark.rule("PAT-9")
def test_every_patron_has_two_kinds_of_gifts_on_its_three_spaces() -> None:
    for patron in scenario().state.content.patrons.values():
        assert (len(patron.gifts), len(set(patron.gifts))) == (3, 2), patron.id


@pytest.mark.example("what an impatient patron costs")
@pytest.mark.rule("PAT-5")
@pytest.mark.parametrize(
    ("tucked", "loss"),
    [
        ((), 9),
        ((("instrument", "oboe"),), 6),
        ((("performance", "vivaldi-four-seasons"), ("repair", "repair-bridge")), 3),
    ],
    ids=["none met", "primary met", "both secondary met"],
)
def test_a_noble_takes_3_prestige_for_each_wish_unmet(tucked: tuple[tuple[str, str], ...], loss: int) -> None:
    """One summary takes 3 in all; by PAT-5 it is 3 for each requirement, primary and secondary alike."""
    table = scenario().seat(0, prestige=10).patron(0, "vincenzo-gonzaga", 1, 2, tucked).agenda(MovePatience(0))
    table.choose(0, NextPatron("vincenzo-gonzaga"))
    assert table.player(0).prestige == 10 - loss
    assert table.events(PatronLeft) == [PatronLeft(0, "vincenzo-gonzaga", loss // 3)]
    assert table.player(0).waiting == ()


@pytest.mark.example("prestige stops at 0")
@pytest.mark.rule("GEN-2", "PAT-5")
def test_who_has_2_prestige_loses_2_to_a_patron_that_would_cost_6() -> None:
    table = scenario().seat(0, prestige=2).patron(0, "joseph-haydn", 1, 2).agenda(MovePatience(0))
    table.choose(0, NextPatron("joseph-haydn"))
    assert table.player(0).prestige == 0


@pytest.mark.example("each wish met makes a patron patient again")
@pytest.mark.rule("PAT-4")
def test_a_patron_with_several_wishes_is_calmed_by_each_of_them() -> None:
    table = scenario().patron(0, "vincenzo-gonzaga", 1, 2)
    for token, card in (("instrument", "oboe"), ("repair", "repair-bridge")):
        table.agenda(AskGiving(0, token, card)).choose(0, Give("vincenzo-gonzaga"))
        assert table.player(0).patron("vincenzo-gonzaga").patience == 0
        table.agenda(MovePatience(0)).choose(0, NextPatron("vincenzo-gonzaga"))
        assert table.player(0).patron("vincenzo-gonzaga").patience == 1


@pytest.mark.example("up to two instrument cards go to the roughing bench at the start of a round")
@pytest.mark.rule("RND-3")
def test_of_three_cards_in_hand_two_go_to_the_bench() -> None:
    """One summary moves them the other way, from the bench to the hand; RND-3 has them go onto the bench."""
    table = scenario().seat(0, hand=["oboe", "lute", "horn"]).agenda(FillBench(0)).choose(0, Bench("oboe"))
    table.choose(0, Bench("horn"))
    assert (table.player(0).hand, table.player(0).roughing) == (("lute",), ("oboe", "horn"))
    assert table.is_over


@pytest.mark.example("a card taken back from the finishing bench has cost its materials for nothing")
@pytest.mark.rule("GEN-9", "RGH-1")
def test_room_on_the_finishing_bench_is_made_by_taking_a_card_back_to_hand() -> None:
    """One summary takes cards back at any moment; by GEN-9 only when a card is to go onto a full bench."""
    table = scenario().seat(0, roughing=["oboe"], finishing=["lute", "viola"], wood=2).worker(0, "roughing", 1)
    assert MakeRoom("lute") not in table.turn(0).choices(0)
    table.choose(0, Activate("roughing"), Rough("oboe"), MakeRoom("lute"))
    player = table.player(0)
    assert (player.hand, player.finishing, player.wood) == (("lute",), ("viola", "oboe"), 0)


@pytest.mark.example("throwing materials away")
@pytest.mark.rule("GEN-19")
def test_materials_may_be_thrown_away_on_ones_own_turn() -> None:
    """One summary allows it at any time; by GEN-19 it comes before what the seat does with its turn."""
    table = scenario().seat(0, wood=1).worker(0, "guild", 3).turn(0)
    table.choose(0, ThrowAway("wood"))
    assert (table.player(0).wood, table.clock, table.kind) == (0, (0,), "turn")
    table = scenario().seat(0, wood=1).acts(0, "guild", 3)
    assert not table.choices(0, ThrowAway)


# --- workers and apprentices ----------------------------------------------------------------------------------------


def shown(table: Table, location: str) -> list[tuple[int, int, int]]:
    """The workers that seat 0 would show there as (seat, number, skill), in the order in which they act."""
    return [(w.seat, w.number, w.skill) for w in acting_order(table.state, 0, location)]


@pytest.mark.example("a 3 with two apprentices comes before a 4, a 1 with three after it")
@pytest.mark.rule("PLN-3", "RES-3")
def test_each_apprentice_adds_1_to_the_worker_it_goes_with() -> None:
    table = scenario(3).seat(1, numbers=(1, 3, 4, 5)).worker(1, "salon", 4)
    table.worker(2, "salon", 1, apprentices=3).worker(0, "salon", 3, apprentices=2)
    assert shown(table, "salon") == [(0, 3, 5), (1, 4, 4), (2, 1, 4)]


@pytest.mark.example("a tie goes to who was placed first")
@pytest.mark.rule("RES-3", "PLN-4")
def test_of_equal_workers_the_one_at_the_bottom_acts_first() -> None:
    table = scenario(3).worker(2, "guild", 3).worker(0, "guild", 3).worker(1, "guild", 3)
    assert [seat for seat, _, _ in shown(table, "guild")] == [2, 0, 1]


@pytest.mark.example("two workers of one seat at one place")
@pytest.mark.rule("PLN-4", "RES-2", "RES-3")
def test_two_own_workers_are_placed_on_two_turns_and_act_each_for_itself() -> None:
    table = scenario().seat(0, numbers=(1, 5)).seat(1, numbers=(3,)).agenda(BeginPlanning(NOBODY))
    asked = []
    for number in (1, 3, 5):
        asked.append(table.clock[0])
        table.choose(table.clock[0], PlanWorker(number, 0), PlanLocation("perform"))
    assert asked == [0, 1, 0]
    table.agenda(RevealWorkers(0, "perform"))
    for seat in (0, 1, 0):
        assert table.clock == (seat,)
        table.choose(seat, Alternate((("animal", 3),)))
    assert [player.animal for player in table.state.players] == [6, 3]


@pytest.mark.example("three apprentices at most, those at work counted")
@pytest.mark.rule("GEN-4")
def test_who_holds_1_and_has_2_at_work_gains_no_other() -> None:
    table = scenario().seat(0, apprentices=1).worker(0, "guild", 3, apprentices=2)
    table.agenda(GainGoods(0, (("apprentice", 1),), "gift"))
    assert (table.player(0).apprentices, table.events()) == (1, [])


@pytest.mark.example("used apprentices go to the Market")
@pytest.mark.rule("RES-7", "MKT-3")
def test_an_apprentice_helps_once_and_can_then_be_hired_again() -> None:
    table = scenario().seat(0, money=4).worker(0, "guild", 1, apprentices=3).turn(0)
    table.choose(0, Activate("guild"), TakeMoney())
    while table.kind == "material":
        table.choose(0, TakeMaterial("wood"))
    assert table.player(0).apprentices == 0
    table.choose(0, VisitMarket(), Hire(), Pay(4))
    assert table.player(0).apprentices == 1


@pytest.mark.example("a location is resolved for everybody, a bench for its owner")
@pytest.mark.rule("RES-2", "RES-4")
def test_one_seat_opens_a_location_for_all_and_a_bench_for_itself() -> None:
    table = scenario().worker(0, "salon", 1).worker(1, "salon", 3).worker(0, "finishing", 3).worker(1, "finishing", 1)
    assert [seat for seat, _, _ in shown(table, "salon")] == [1, 0]
    assert [seat for seat, _, _ in shown(table, "finishing")] == [0]


@pytest.mark.example("who has passed does nothing more this round")
@pytest.mark.rule("RES-8", "RES-15")
def test_the_other_seat_goes_on_alone() -> None:
    table = scenario().seat(0, money=9).worker(1, "salon", 1).worker(1, "guild", 3).turn(0).choose(0, Pass())
    for place in ("salon", "guild"):
        assert (table.clock, table.kind) == ((1,), "turn")
        table.choose(1, Activate(place), TakeMoney())
    table.choose(1, Pass())
    assert table.is_over


@pytest.mark.example("2 money instead of any action")
@pytest.mark.rule("RES-5", "RGH-4", "FIN-6")
@pytest.mark.parametrize("location", LOCATIONS)
def test_at_every_location_and_bench_a_worker_may_take_2_money(location: str) -> None:
    table = scenario().acts(0, location, 3).choose(0, TakeMoney())
    assert table.player(0).money == 2
    assert table.is_over


@pytest.mark.example("without the materials for the bench the worker is not lost")
@pytest.mark.rule("RGH-4", "FIN-6", "RES-7")
@pytest.mark.parametrize("bench", ["roughing", "finishing"])
def test_a_worker_that_cannot_pay_takes_2_money_and_is_there_next_round(bench: str) -> None:
    table = scenario().seat(0, **{bench: ["oboe"]}).acts(0, bench, 3)
    assert table.choices(0) == [TakeMoney()]
    table.choose(0, TakeMoney())
    assert (table.player(0).money, table.player(0).idle) == (2, (1, 3, 5))
    table.agenda(BeginPlanning(NOBODY))
    assert PlanWorker(3, 0) in table.choices(0)


# --- cards, tiers and Search ----------------------------------------------------------------------------------------


@pytest.mark.example("tier I is free, tier II costs 4, tier III costs 8, in any mix")
@pytest.mark.rule("RES-10", "GEN-3")
@pytest.mark.parametrize(("slot", "price"), [(1, 0), (3, 4), (5, 8)])
def test_a_card_of_a_dear_tier_is_paid_half_in_money_half_in_inspiration(slot: int, price: int) -> None:
    table = scenario().display("guild", *[""] * (slot - 1), "viola").seat(0, money=price // 2, inspiration=price // 2)
    table.acts(0, "guild", 3).choose(0, Take(slot, "viola"))
    if price:
        table.choose(0, Pay(price // 2))
    assert (table.player(0).hand, table.player(0).coins) == (("viola",), 0)


@pytest.mark.example("step 3 of reputation frees tier II, step 6 tier III")
@pytest.mark.rule("TRK-R3", "TRK-R6")
@pytest.mark.parametrize(("reputation", "slots"), [(2, []), (3, [3]), (5, [3]), (6, [3, 5])])
def test_who_has_no_money_takes_what_its_reputation_makes_free(reputation: int, slots: list[int]) -> None:
    table = scenario().display("guild", "", "", "viola", "", "horn").seat(0, reputation=reputation)
    assert [choice.slot for choice in table.acts(0, "guild", 3).choices(0, Take)] == slots


@pytest.mark.example("a Search costs 10 in any mix and an apprentice")
@pytest.mark.rule("RES-12", "RES-17")
def test_the_first_card_of_the_kind_is_taken_and_the_others_go_back_in_order() -> None:
    table = scenario().seat(0, money=6, inspiration=4).deck("instruments", "lute", "violin", "horn", "oboe")
    table.acts(0, "guild", 1, apprentices=1).choose(0, Search("wind"), Pay(6))
    assert table.player(0).hand == ("horn",)
    assert table.state.decks["instruments"][:3] == ("lute", "violin", "oboe")
    assert (table.player(0).coins, table.player(0).apprentices_removed) == (0, 1)


@pytest.mark.example("decks that can be searched")
@pytest.mark.rule("RES-12")
@pytest.mark.parametrize(("location", "kind"), [("guild", "wind"), ("perform", "baroque"), ("repair", "string")])
def test_instruments_performances_and_repairs_can_be_searched(location: str, kind: str) -> None:
    table = scenario().seat(0, money=10).acts(0, location, 1, apprentices=1)
    assert Search(kind) in table.choices(0)


@pytest.mark.example("patrons can be searched too")
@pytest.mark.rule("RES-12")
def test_patrons_can_be_searched_too() -> None:
    """One summary leaves them out where it names the decks; by RES-12 all four can be searched."""
    table = scenario().seat(0, money=10).acts(0, "salon", 1, apprentices=1)
    assert Search("noble") in table.choices(0)


@pytest.mark.example("one Search in a resolution phase")
@pytest.mark.rule("RES-18")
def test_the_second_worker_with_an_apprentice_cannot_search() -> None:
    table = scenario().seat(0, money=20).acts(0, "guild", 1, apprentices=1).choose(0, Search("wind"), Pay(10))
    assert not table.acts(0, "repair", 3, apprentices=1).choices(0, Search)


@pytest.mark.example("the apprentice of a Search is gone after the bonus, for good")
@pytest.mark.rule("RES-17", "RES-6")
def test_the_apprentice_still_counts_for_the_bonus_of_the_worker_that_searched() -> None:
    table = scenario().seat(0, money=10).acts(0, "guild", 3, apprentices=1).choose(0, Search("wind"), Pay(10))
    assert (table.kind, table.player(0).apprentices_removed) == ("material", 0)
    table.choose(0, TakeMaterial("metal"), Done())
    table.agenda(GainGoods(0, (("apprentice", 3),), "gift"))
    assert (table.player(0).apprentices_removed, table.player(0).apprentices) == (1, 2)


# --- Salon and Guild ------------------------------------------------------------------------------------------------


@pytest.mark.example("what each location gives instead of its main action")
@pytest.mark.rule("SAL-2", "GLD-2", "PRF-6", "REP-3", "BAL-2")
@pytest.mark.parametrize(
    ("location", "alternates"),
    [
        ("salon", [(("inspiration", 2), ("apprentice", 1))]),
        ("guild", [(("metal", 1),)]),
        ("perform", [(("animal", 3),)]),
        ("repair", [(("wood", 2),)]),
        ("balcony", [(("money", 6),), (("apprentice", 2),)]),
    ],
)
def test_each_location_gives_its_own_alternates(location: str, alternates: list[tuple[tuple[str, int], ...]]) -> None:
    for goods in alternates:
        table = scenario().acts(0, location, 3)
        assert table.choices(0, Alternate) == [Alternate(offered) for offered in alternates]
        assert table.choose(0, Alternate(goods)).events(Gained)[0].goods == goods


@pytest.mark.example("the Salon's bonus: one space left and any gift")
@pytest.mark.rule("SAL-4")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0), (0, 0)])
def test_skill_4_at_the_salon_calms_a_patron_by_one_space(before: int, after: int) -> None:
    """One summary has the cube set back wholly; by SAL-4 it moves one space, and stays where it is leftmost."""
    table = scenario().patron(0, "nikolaus-esterhazy", patience=before).acts(0, "salon", 3, apprentices=1)
    table.choose(0, TakeMoney(), TakeGift("nikolaus-esterhazy", 2))
    assert table.player(0).patron("nikolaus-esterhazy").patience == after
    assert table.player(0).money == 2 + 5


@pytest.mark.example("the Salon's bonus works on the patron just placed")
@pytest.mark.rule("SAL-4")
def test_a_patron_just_placed_gives_any_gift_at_once() -> None:
    table = scenario().display("salon", "nikolaus-esterhazy").acts(0, "salon", 5)
    table.choose(0, Take(1, "nikolaus-esterhazy"), PlacePatron(1), TakeGift("nikolaus-esterhazy", 0))
    assert table.player(0).money == 4 + 5


@pytest.mark.example("from the Guild straight to the bench")
@pytest.mark.rule("GLD-1", "GLD-3")
@pytest.mark.parametrize(("number", "apprentices", "at_once"), [(3, 0, False), (3, 1, True), (5, 0, True)])
def test_skill_4_at_the_guild_benches_the_card_just_taken(number: int, apprentices: int, at_once: bool) -> None:
    table = scenario().display("guild", "oboe").acts(0, "guild", number, apprentices).choose(0, Take(1, "oboe"))
    if at_once:
        table.choose(0, TakeMaterial("wood"), Bench("oboe"))
    assert (table.player(0).hand, table.player(0).roughing) == (((), ("oboe",)) if at_once else (("oboe",), ()))
    assert table.player(0).wood == at_once
    assert table.is_over


# --- concerts -------------------------------------------------------------------------------------------------------


def concert(*faces: int, number: int = 1, apprentices: int = 0, card: str = "mozart-requiem", **goods: object) -> Table:
    """Seat 0 gives a concert (this one: medium 7, high 10) and the dice fall so."""
    table = scenario().display("perform", card).seat(0, **goods).dice(*faces)
    return table.acts(0, "perform", number, apprentices).choose(0, Take(1, card))


def result(table: Table) -> int:
    """The result of the concert, without inspiration and rerolls."""
    table.choose(0, *([KeepDice()] if table.kind == "reroll" else []), SpendInspiration(0))
    return table.events(PerformanceGiven)[0].result


@pytest.mark.example("a white die: one blank, two of 1 note, two of 2, one of 3")
@pytest.mark.rule("PRF-1", "PRF-2")
def test_the_faces_of_a_white_die() -> None:
    assert Counter(result(concert(face, 1)) - 1 for face in range(1, 7)) == {0: 1, 1: 2, 2: 2, 3: 1}


@pytest.mark.example("a black die has no blank and shows up to 4 notes")
@pytest.mark.rule("PRF-2", "TRK-P2")
def test_the_faces_of_a_black_die() -> None:
    notes = [result(concert(face, 1, performance=2)) - 1 for face in range(1, 7)]
    assert (min(notes), max(notes)) == (1, 4)


@pytest.mark.example("a 4 on the black die")
@pytest.mark.rule("PRF-1", "TRK-P2")
def test_a_black_4_a_white_1_and_a_worker_of_3_with_an_apprentice_make_9() -> None:
    assert result(concert(6, 2, number=3, apprentices=1, performance=2)) == 4 + 1 + 3 + 1


@pytest.mark.example("inspiration lifts a concert 1 for 1, after the dice")
@pytest.mark.rule("PRF-1", "PRF-3")
def test_two_inspiration_lift_a_5_to_the_medium_level_of_7() -> None:
    table = concert(4, 4, number=1, inspiration=3).choose(0, SpendInspiration(2))
    assert [(given.result, given.level) for given in table.events(PerformanceGiven)] == [(7, "medium")]
    assert table.player(0).inspiration == 1


@pytest.mark.example("only the highest level reached pays")
@pytest.mark.rule("PRF-4")
@pytest.mark.parametrize(("result", "money", "prestige"), [(6, 3, 0), (7, 4, 1), (9, 4, 1), (10, 4, 4), (14, 4, 4)])
def test_a_concert_pays_one_level(result: int, money: int, prestige: int) -> None:
    table = concert(1, 1, inspiration=20).choose(0, SpendInspiration(result - 1))
    assert (table.player(0).money, table.player(0).prestige) == (money, prestige)


@pytest.mark.example("money at any level")
@pytest.mark.rule("PRF-4")
def test_every_concert_pays_money_at_every_level() -> None:
    for card in scenario().state.content.performances.values():
        assert all(dict(card.reward(level)).get("money") for level in ("low", "medium", "high")), card.id


@pytest.mark.example("no token below the medium level")
@pytest.mark.rule("PRF-5")
@pytest.mark.parametrize(("spent", "seated"), [(5, False), (6, True)])
def test_a_low_concert_brings_nobody_into_the_orchestra(spent: int, seated: bool) -> None:
    table = concert(1, 1, inspiration=6).choose(0, SpendInspiration(spent))
    assert (table.kind == "chair") is seated
    assert table.state.discards["performances"] == (() if seated else ("mozart-requiem",))


@pytest.mark.example("the purple die is rolled along and pays goods")
@pytest.mark.rule("PRF-2", "AWD-7")
def test_the_purple_die_pays_beside_the_notes_of_the_white_ones() -> None:
    table = concert(2, 2, 5, markers=("storage", "royal"))
    assert [die.colour for die in table.events(DiceRolled)[0].dice] == ["white", "white", "purple"]
    assert table.player(0).money == 5
    assert result(table) == 1 + 1 + 1


@pytest.mark.example("a reroll is of one die, and the second may take it again")
@pytest.mark.rule("PRF-3", "TRK-P4")
def test_with_two_rerolls_the_same_die_is_rolled_twice() -> None:
    table = concert(6, 1, 1, 6, performance=4).choose(0, Reroll(2))
    assert [die.face for die in table.events(DiceRolled)[0].dice] == [6, 1]
    table.choose(0, Reroll(2))
    assert [die.face for die in table.events(DiceRolled)[0].dice] == [6, 6]
    assert table.kind == "spend-inspiration"


@pytest.mark.example("the step comes too late for the concert that earned it")
@pytest.mark.rule("PRF-7", "RES-6")
def test_the_first_reroll_is_for_the_next_concert() -> None:
    table = concert(1, 1, number=5)
    assert table.kind == "spend-inspiration"
    table.choose(0, SpendInspiration(0))
    assert table.player(0).tracks.performance == 1


@pytest.mark.example("a patron without a sign of an era takes them all")
@pytest.mark.rule("PAT-3")
@pytest.mark.parametrize("card", ["handel-messiah", "mozart-requiem", "verdi-requiem"])
def test_a_patron_of_any_era_takes_concerts_of_every_era(card: str) -> None:
    table = scenario().patron(0, "georg-philipp-telemann").agenda(AskGiving(0, "performance", card))
    assert Give("georg-philipp-telemann") in table.choices(0)


# --- repairs --------------------------------------------------------------------------------------------------------


@pytest.mark.example("2 inspiration for any material of a repair, as often as needed")
@pytest.mark.rule("REP-1")
def test_a_repair_of_three_materials_is_paid_with_6_inspiration() -> None:
    card = "repair-long-neck"
    table = scenario().display("repair", card).seat(0, inspiration=6).acts(0, "repair", 3).choose(0, Take(1, card))
    table.choose(0, ReplaceMaterial("wood"), ReplaceMaterial("animal"), ReplaceMaterial("wood"))
    assert (table.player(0).inspiration, table.player(0).repairs) == (0, (card,))


@pytest.mark.example("a repair that cannot be paid cannot be taken")
@pytest.mark.rule("REP-1", "RES-16")
def test_with_5_inspiration_a_repair_of_three_materials_is_not_offered() -> None:
    table = scenario().display("repair", "repair-long-neck").seat(0, inspiration=5).acts(0, "repair", 3)
    assert not table.choices(0, Take)


# --- the Balcony, awards and the turn order -------------------------------------------------------------------------


@pytest.mark.example("up to 2 apprentices, if they are there")
@pytest.mark.rule("BAL-2")
@pytest.mark.parametrize(("held", "taken"), [(0, 2), (1, 2), (2, 1)])
def test_the_balcony_gives_as_many_apprentices_as_are_at_the_market(held: int, taken: int) -> None:
    table = scenario().seat(0, apprentices=held).acts(0, "balcony", 1)
    table.choose(0, table.choices(0, Alternate)[1])
    assert table.player(0).apprentices == held + taken


@pytest.mark.example("only the best chip of a seat counts, and who has none keeps its place")
@pytest.mark.rule("BAL-4", "EOR-1")
def test_the_balcony_makes_the_turn_order_of_the_next_round() -> None:
    table = scenario(4).order(2, 0, 3, 1).worker(1, "balcony", 5).worker(3, "balcony", 3).worker(1, "balcony", 1)
    table.agenda(RevealWorkers(1, "balcony")).choose(1, Alternate((("money", 6),)))
    table.choose(3, Alternate((("money", 6),))).choose(1, TakeMoney())
    table.round(1).agenda(EndOfRound(NOBODY))
    assert table.state.order == (1, 3, 2, 0)
    assert table.player(1).idle == (1, 3, 5), "the chips come back when the order is made"


@pytest.mark.example("one level of a tile for each seat, each level for one seat")
@pytest.mark.rule("AWD-1", "AWD-2")
def test_who_reaches_two_levels_scores_one_and_the_next_seat_finds_it_closed() -> None:
    """Instruments finished: 2, 3, 5 for 3, 5, 9 prestige."""
    table = scenario().awards("award-master-plane")
    for seat in (0, 1):
        table.seat(seat, finished=("oboe", "lute", "horn"))
    table.acts(0, "balcony", 3)
    assert table.choices(0, ScoreAward) == [ScoreAward("award-master-plane", level) for level in (1, 2)]
    table.choose(0, ScoreAward("award-master-plane", 2), TakeMarker("purple"))
    assert not table.acts(0, "balcony", 1).choices(0, ScoreAward)
    table.choose(0, TakeMoney())
    assert table.acts(1, "balcony", 3).choices(1, ScoreAward) == [ScoreAward("award-master-plane", 1)]


@pytest.mark.example("three markers, three awards")
@pytest.mark.rule("AWD-3")
def test_without_a_marker_left_nothing_can_be_scored() -> None:
    for markers, able in ((("royal",), True), ((), False)):
        table = scenario().awards("award-master-plane").seat(0, finished=("oboe", "lute"), markers=markers)
        assert bool(table.acts(0, "balcony", 3).choices(0, ScoreAward)) is able


@pytest.mark.example("a royal needs a free patron space")
@pytest.mark.rule("AWD-6")
@pytest.mark.parametrize("waiting", [2, 3])
def test_the_royal_marker_brings_a_royal_of_choice_only_where_there_is_room(waiting: int) -> None:
    table = scenario().awards("award-master-plane").seat(0, finished=("oboe", "lute"))
    for space, card in enumerate(("marin-marais", "anton-stadler", "joseph-haydn")[:waiting], 1):
        table.patron(0, card, space)
    table.acts(0, "balcony", 3).choose(0, ScoreAward("award-master-plane", 1), TakeMarker("royal"))
    if waiting == 2:
        table.choose(0, TakeRoyal("louis-xiv"), PlacePatron(3))
        assert table.player(0).apprentices == 1, "with the bonus of its space"
    assert table.player(0).prestige == 3
    assert len(table.player(0).waiting) == 3
    assert table.is_over


# --- the tracks -----------------------------------------------------------------------------------------------------


@pytest.mark.example("beyond the end of the reputation track")
@pytest.mark.rule("TRK-R7", "TRK-R8")
def test_every_further_step_pays_2_prestige_and_lets_an_award_be_scored_again() -> None:
    table = scenario().awards("award-master-plane", "award-restoration").seat(0, reputation=7)
    table.seat(0, finished=("oboe", "lute"), repairs=("repair-bridge", "repair-crook"))
    for prestige, award, marker in ((5, "award-master-plane", "purple"), (10, "award-restoration", "storage")):
        table.agenda(Advance(0, "reputation")).choose(0, ScoreAward(award, 1), TakeMarker(marker))
        assert (table.player(0).tracks.reputation, table.player(0).prestige) == (7, prestige)


@pytest.mark.example("the award of the reputation track is optional")
@pytest.mark.rule("TRK-R7")
def test_the_award_of_the_track_may_be_left() -> None:
    table = scenario().awards("award-master-plane").seat(0, reputation=6, finished=("oboe", "lute"))
    table.agenda(Advance(0, "reputation")).choose(0, Decline())
    assert (table.player(0).prestige, table.is_over) == (0, True)


@pytest.mark.example("draw three instrument cards, keep one")
@pytest.mark.rule("TRK-R2")
def test_two_of_the_three_cards_go_under_the_deck() -> None:
    table = scenario().seat(0, reputation=1).deck("instruments", "horn", "cello", "flute")
    table.agenda(Advance(0, "reputation")).choose(0, KeepCard("cello"))
    assert table.player(0).hand == ("cello",)
    assert table.state.decks["instruments"][-2:] == ("horn", "flute")


@pytest.mark.example("2 prestige for every instrument from now on, none for those before")
@pytest.mark.rule("TRK-R5", "FIN-1")
def test_the_fifth_step_of_reputation_pays_for_later_instruments_only() -> None:
    table = scenario().seat(0, reputation=4, finished=("viola",), finishing=["lute"], animal=1)
    table.agenda(Advance(0, "reputation"))
    assert table.player(0).prestige == 0
    table.acts(0, "finishing", 1).choose(0, Finish("lute"))
    assert table.events(InstrumentFinished) == [InstrumentFinished(0, "lute", 4 + 2)]


@pytest.mark.example("a 3 works as a 5 at the benches")
@pytest.mark.rule("TRK-C2", "TRK-C5")
@pytest.mark.parametrize(("craft", "skill"), [(1, 3), (2, 4), (4, 4), (5, 5)])
def test_the_craft_track_lifts_workers_at_the_benches(craft: int, skill: int) -> None:
    """One summary makes a 3 a 5 by a single +1; by TRK-C2 and TRK-C5 it is a 4 first, and a 5 with the second."""
    for bench in ("roughing", "finishing"):
        assert shown(scenario().seat(0, craft=craft).worker(0, bench, 3), bench) == [(0, 3, skill)]
    assert shown(scenario().seat(0, craft=craft).worker(0, "repair", 3), "repair") == [(0, 3, 3)]


@pytest.mark.example("the last space of a skill track cannot be trained for")
@pytest.mark.rule("MKT-5", "TRK-P6", "TRK-C6")
@pytest.mark.parametrize("track", ["performance", "craft"])
def test_the_2_prestige_are_earned_at_the_location_alone(track: str) -> None:
    table = scenario().seat(0, money=15, **{track: 5}).turn(0).choose(0, VisitMarket())
    assert Train(track) not in table.choices(0)
    table = scenario().seat(0, **{track: 5}).acts(0, "perform" if track == "performance" else "repair", 5)
    table.choose(0, TakeMoney())
    assert table.player(0).prestige == 2


@pytest.mark.example("a numbered chip becomes a specialty worker for good")
@pytest.mark.rule("SPC-1", "SPC-2", "SPC-3")
def test_the_specialty_worker_has_the_number_of_the_chip_on_its_card() -> None:
    table = scenario().seat(0, craft=2).deck("craft", "journeyman", "sawyer", "inlayer", rest=False)
    table.agenda(Advance(0, "craft")).choose(0, TakeSpecialist("journeyman"))
    table.round(1).agenda(EndOfRound(NOBODY)).choose(0, AssignNumber(3))
    assert table.player(0).idle == (1, 3, 5), "as many workers as before"
    assert shown(table.worker(0, "repair", 3), "repair") == [(0, 3, 3 + 2)], "the journeyman's own 2 are added"
    assert table.agenda(FinalScoring(NOBODY)).player(0).sources == {"specialists": 1}


# --- the benches ----------------------------------------------------------------------------------------------------


@pytest.mark.example("skill at the roughing bench")
@pytest.mark.rule("RGH-2")
@pytest.mark.parametrize(
    ("number", "apprentices", "inspiration", "saved"), [(1, 1, 0, 0), (3, 0, 2, 0), (3, 1, 2, 0), (5, 0, 2, 1)]
)
def test_from_3_on_a_worker_brings_2_inspiration_and_from_5_on_it_also_saves_a_material(
    number: int, apprentices: int, inspiration: int, saved: int
) -> None:
    table = scenario().seat(0, roughing=["oboe"], wood=2).acts(0, "roughing", number, apprentices)
    table.choose(0, Rough("oboe"), *[SaveMaterial("wood")] * saved)
    assert (table.player(0).inspiration, table.player(0).wood) == (inspiration, saved)


@pytest.mark.example("skill at the finishing bench")
@pytest.mark.rule("FIN-4", "FIN-7")
@pytest.mark.parametrize(("number", "apprentices", "saved", "money"), [(3, 0, 0, 5), (3, 1, 1, 5), (5, 1, 1, 10)])
def test_from_4_on_a_worker_saves_a_material_and_from_6_on_it_also_doubles_the_bonus(
    number: int, apprentices: int, saved: int, money: int
) -> None:
    """One summary speaks of roughing where it means this bench."""
    table = scenario().seat(0, finishing=["bassoon"], animal=2).acts(0, "finishing", number, apprentices)
    table.choose(0, Finish("bassoon"), *[SaveMaterial("animal")] * saved, TakeChair("seat-bassoon"))
    assert (table.player(0).animal, table.player(0).money) == (saved, money)


@pytest.mark.example("a discount is for the worker, not for each instrument")
@pytest.mark.rule("RGH-6", "FIN-4")
def test_of_two_instruments_in_one_action_one_is_paid_in_full() -> None:
    table = scenario().seat(0, roughing=["oboe", "lute"], wood=4, craft=1).acts(0, "roughing", 5)
    table.choose(0, Rough("oboe"), SaveMaterial("wood"), Rough("lute"))
    assert table.player(0).wood == 1
    table = scenario().seat(0, finishing=["viola", "bassoon"], animal=4, craft=4).acts(0, "finishing", 3)
    table.choose(0, Finish("viola"), SaveMaterial("animal"), TakeChair("seat-viola"), TakeMaterial("metal"))
    table.choose(0, Finish("bassoon"))
    assert table.player(0).animal == 1


@pytest.mark.example("two ways to rough two instruments")
@pytest.mark.rule("RGH-3", "RES-4", "TRK-C1")
def test_two_workers_or_one_with_the_craft_step_rough_two_instruments() -> None:
    table = scenario().seat(0, roughing=["oboe", "lute"], wood=4).worker(0, "roughing", 3).worker(0, "roughing", 1)
    table.agenda(RevealWorkers(0, "roughing")).choose(0, Rough("oboe"), Rough("lute"))
    assert (table.player(0).finishing, table.player(0).inspiration) == (("oboe", "lute"), 2)
    table = scenario().seat(0, roughing=["oboe", "lute"], wood=4, craft=1).acts(0, "roughing", 3)
    table.choose(0, Rough("oboe"), Rough("lute"))
    assert (table.player(0).finishing, table.player(0).inspiration) == (("oboe", "lute"), 2)


@pytest.mark.example("two ways to finish two instruments")
@pytest.mark.rule("FIN-5", "RES-4", "TRK-C4")
def test_two_workers_or_one_with_the_craft_step_finish_two_instruments() -> None:
    for craft, others in ((0, [1]), (4, [])):
        table = scenario().seat(0, finishing=["lute", "xylophone"], animal=1, wood=1, craft=craft)
        table.worker(0, "finishing", 3)
        for number in others:
            table.worker(0, "finishing", number)
        table.agenda(RevealWorkers(0, "finishing"))
        table.choose(0, Finish("lute"), *([SaveMaterial("animal")] if craft else []), TakeChair("seat-lute"))
        table.choose(0, Finish("xylophone"), TakeChair("seat-xylophone"), TakeMaterial("wood"))
        assert table.player(0).finished == ("lute", "xylophone")
        assert table.is_over


# --- patrons --------------------------------------------------------------------------------------------------------

OF_SECTION = {
    "instrument": {"string": "lute", "wind": "oboe", "percussion": "timpani"},
    "repair": {"string": "repair-bridge", "wind": "repair-crook", "percussion": "repair-kettle"},
}
OF_ERA = {"baroque": "handel-messiah", "classical": "mozart-requiem", "romantic": "verdi-requiem"}


@pytest.mark.example("three rows with a note and a hammer")
@pytest.mark.rule("PAT-3")
@pytest.mark.parametrize(
    ("section", "era"), [("string", "baroque"), ("wind", "baroque"), ("percussion", "romantic")], ids="-".join
)
def test_a_row_is_met_by_instrument_or_repair_of_its_section_or_a_concert_of_the_patrons_era(
    section: str, era: str
) -> None:
    other = next(s for s in OF_SECTION["repair"] if s != section)
    rows = (Requirement(other), Requirement(section, perform=True, repair=True))
    cards = [(token, card) for token, found in OF_SECTION.items() for card in found.values()]
    for token, card in (*cards, *(("performance", work) for work in OF_ERA.values())):
        table = scenario().printed("antonio-vivaldi", era=era, requirements=rows)
        table.patron(0, "antonio-vivaldi", tucked=[("instrument", OF_SECTION["instrument"][other])])
        meets = card in (OF_SECTION["instrument"][section], OF_SECTION["repair"][section], OF_ERA[era])
        assert (Give("antonio-vivaldi") in table.agenda(AskGiving(0, token, card)).choices(0)) is meets, card


@pytest.mark.example("which of two wishes a concert meets is left open")
@pytest.mark.rule("PAT-10")
def test_a_concert_that_could_meet_either_row_leaves_both_to_be_met() -> None:
    """Gonzaga wants a wind instrument, a string row and a percussion row; a baroque concert suits both rows."""
    under = [("performance", "vivaldi-four-seasons")]
    for token, card in (("repair", "repair-bridge"), ("instrument", "timpani"), ("performance", "handel-messiah")):
        table = scenario().patron(0, "vincenzo-gonzaga", tucked=under).agenda(AskGiving(0, token, card))
        assert Give("vincenzo-gonzaga") in table.choices(0)


@pytest.mark.example("a patron is completed")
@pytest.mark.rule("PAT-6")
def test_the_last_wish_scores_steps_clears_the_space_and_turns_the_patron_over() -> None:
    """Nadezhda von Meck: 10 prestige, and 4 money at each start of round from then on."""
    under = [("instrument", "lute"), ("repair", "repair-kettle")]
    table = scenario().patron(0, "nadezhda-von-meck", 2, 2, under).agenda(AskGiving(0, "performance", "verdi-requiem"))
    table.choose(0, Give("nadezhda-von-meck"))
    assert [type(event) for event in table.told if isinstance(event, PatronCompleted | TrackAdvanced)] == [
        PatronCompleted,
        TrackAdvanced,
    ]
    player = table.player(0)
    assert (player.prestige, player.tracks.reputation, player.waiting) == (10, 1, ())
    assert {pile: cards for pile, cards in table.state.discards.items() if cards} == {
        "instruments": ("lute",),
        "repairs": ("repair-kettle",),
        "performances": ("verdi-requiem",),
    }
    table.agenda(StartOfRound(NOBODY))
    assert player.money == 4


@pytest.mark.example("a card that meets no wish is discarded")
@pytest.mark.rule("FIN-3", "PRF-5", "REP-2")
@pytest.mark.parametrize(
    ("token", "pile", "card"),
    [
        ("instrument", "instruments", "timpani"),
        ("performance", "performances", "verdi-requiem"),
        ("repair", "repairs", "repair-kettle"),
    ],
)
def test_a_card_that_no_patron_wants_goes_to_its_discard_pile(token: str, pile: str, card: str) -> None:
    table = scenario().patron(0, "antonio-vivaldi").agenda(AskGiving(0, token, card))
    assert table.state.discards[pile] == (card,)
    assert table.is_over


@pytest.mark.example("giving a card to a patron is up to its owner")
@pytest.mark.rule("FIN-3", "PAT-4")
def test_a_card_that_is_wanted_may_still_be_discarded() -> None:
    table = scenario().patron(0, "antonio-vivaldi", patience=1).agenda(AskGiving(0, "instrument", "lute"))
    table.choose(0, DiscardCard())
    assert (table.player(0).waiting[0].tucked, table.player(0).waiting[0].patience) == ((), 1)
    table.agenda(AskGiving(0, "instrument", "lute")).choose(0, Give("antonio-vivaldi"))
    assert table.player(0).waiting[0].tucked == (TuckedCard("instrument", "lute"),)


# --- the orchestra --------------------------------------------------------------------------------------------------


def at_bassoon(token: str, *first: tuple[int, str], second: tuple[tuple[int, str], ...] = ()) -> Table:
    """Seat 0's token comes to the bassoon's place, whose first chair is worth 5 money."""
    card = {"instrument": "bassoon", "performance": "mozart-requiem", "repair": "repair-crook"}[token]
    table = scenario(3).chair("seat-bassoon", *first, second=second).agenda(PlaceToken(0, token, card))
    return table.choose(0, TakeChair("seat-bassoon"))


@pytest.mark.example("one token is not enough to take a chair, two are")
@pytest.mark.rule("ORC-6", "ORC-11")
@pytest.mark.parametrize("held", ["performance", "repair"])
def test_more_tokens_than_the_holder_take_the_chair_and_its_bonus(held: str) -> None:
    table = at_bassoon("repair", (1, held))
    assert table.choices(0) == [MONEY, INSPIRATION]
    table = at_bassoon("repair", (1, held), second=((0, "performance"),))
    assert table.state.orchestra["seat-bassoon"].first == (Token(0, "repair"),)
    assert table.player(0).money == 5


@pytest.mark.example("the first instrument takes the chair from any number of tokens")
@pytest.mark.rule("ORC-4")
def test_an_instrument_takes_the_chair_though_others_have_four_tokens_there() -> None:
    line = ((1, "repair"), (2, "performance"), (2, "repair"))
    table = at_bassoon("instrument", (1, "performance"), second=line)
    assert table.state.orchestra["seat-bassoon"].first == (Token(0, "instrument"),)
    assert len(table.state.orchestra["seat-bassoon"].second) == 4
    assert table.player(0).money == 5


@pytest.mark.example("an instrument never moves an instrument, nor do two tokens")
@pytest.mark.rule("ORC-5")
@pytest.mark.parametrize("token", ["instrument", "performance"])
def test_a_chair_held_by_an_instrument_is_held_to_the_end(token: str) -> None:
    table = at_bassoon(token, (1, "instrument"), second=((0, "repair"),)).choose(0, MONEY)
    assert table.state.orchestra["seat-bassoon"].first == (Token(1, "instrument"),)
    assert table.player(0).money == 2


@pytest.mark.example("an instrument may move one's own token below the line")
@pytest.mark.rule("ORC-4")
def test_ones_own_repair_token_makes_room_for_ones_instrument() -> None:
    table = at_bassoon("instrument", (0, "repair"))
    assert table.state.orchestra["seat-bassoon"] == Chairs((Token(0, "instrument"),), (Token(0, "repair"),))
    assert table.player(0).money == 5


@pytest.mark.example("one performance and one repair token of a player at a place")
@pytest.mark.rule("ORC-7", "ORC-8")
def test_beside_ones_own_performance_token_there_is_room_for_a_repair_token_only() -> None:
    table = at_bassoon("repair", (0, "performance")).choose(0, INSPIRATION)
    assert table.player(0).inspiration == 1
    table.agenda(PlaceToken(0, "performance", "mozart-requiem"))
    assert TakeChair("seat-bassoon") not in table.choices(0)


@pytest.mark.example("rare instruments sit side by side in first chairs")
@pytest.mark.rule("ORC-9", "END-1")
def test_a_third_rare_instrument_of_a_section_is_a_first_chair_with_its_bonus() -> None:
    """The rare percussion place pays an instrument card, 1 inspiration and 1 money."""
    table = scenario().chair("rare-percussion", (1, "instrument"), (0, "instrument")).deck("instruments", "horn")
    table.agenda(PlaceToken(0, "instrument", "celesta")).choose(0, TakeChair("rare-percussion"))
    player = table.player(0)
    assert (player.hand, player.inspiration, player.money) == (("horn",), 1, 1)
    table.agenda(FinalScoring(NOBODY))
    assert [p.sources.get("first_chairs") for p in table.state.players] == [2, 1]


@pytest.mark.example("a violin sits between two eras and counts for one of them")
@pytest.mark.rule("ORC-1", "ORC-2")
@pytest.mark.parametrize(
    ("others", "level"), [((), 0), (("seat-oboe", "seat-lute"), 1), (("seat-oboe", "seat-cello"), 0)]
)
def test_a_violin_makes_a_third_baroque_token_but_joins_no_two_eras(others: tuple[str, ...], level: int) -> None:
    """The Prize of the Age wants three tokens of one era."""
    table = scenario().awards("award-prize-of-the-age").agenda(PlaceToken(0, "instrument", "violin"))
    assert table.choices(0) == [TakeChair("seat-violin-1"), TakeChair("seat-violin-2")]
    table.choose(0, TakeChair("seat-violin-1"))
    for place in others:
        table.chair(place, (0, "repair"))
    table.acts(0, "balcony", 3)
    assert table.choices(0, ScoreAward) == [ScoreAward("award-prize-of-the-age", 1)] * level


# --- the Market -----------------------------------------------------------------------------------------------------


@pytest.mark.example("the range of market prices")
@pytest.mark.rule("MKT-2")
def test_animal_costs_1_to_3_wood_2_to_4_metal_4_to_6() -> None:
    cards = scenario().state.content.markets.values()
    found = {material: {card.price(material) for card in cards} for material in ("animal", "wood", "metal")}
    assert found == {"animal": {1, 2, 3}, "wood": {2, 3, 4}, "metal": {4, 5, 6}}


@pytest.mark.example("apprentices for 4, training for 15, inspiration as money")
@pytest.mark.rule("MKT-3", "MKT-4", "MKT-5")
def test_19_inspiration_hire_and_train_without_any_money() -> None:
    table = scenario().seat(0, inspiration=19).turn(0).choose(0, VisitMarket(), Hire(), Pay(0), Train("craft"), Pay(0))
    player = table.player(0)
    assert (player.apprentices, player.tracks.craft, player.inspiration) == (1, 1, 0)
    assert table.choices(0) == [LeaveMarket()]


@pytest.mark.example("inspiration is not for sale")
@pytest.mark.rule("MKT-4")
def test_the_market_deals_in_materials_only() -> None:
    table = scenario().seat(0, money=9, inspiration=9, wood=1).turn(0).choose(0, VisitMarket())
    assert table.choices(0, Buy) == [Buy("animal"), Buy("wood"), Buy("metal")]
    assert table.choices(0, Sell) == [Sell("wood")]


@pytest.mark.example("a material is either bought or sold")
@pytest.mark.rule("MKT-2")
def test_who_sold_wood_buys_other_materials_only() -> None:
    """The first market card asks 2, 3 and 5."""
    table = scenario().seat(0, wood=2, money=4).turn(0).choose(0, VisitMarket(), Sell("wood"))
    assert table.player(0).money == 7
    assert table.choices(0, Buy) == [Buy("animal"), Buy("metal")]
    assert table.choices(0, Sell) == [Sell("wood")]


@pytest.mark.example("once a round, as a turn, without a worker")
@pytest.mark.rule("MKT-1")
def test_a_visit_is_a_turn_of_its_own() -> None:
    table = scenario().seat(0, money=4).worker(0, "guild", 1).worker(1, "salon", 1).worker(1, "guild", 3).turn(0)
    table.choose(0, VisitMarket(), Buy("animal"), Pay(2), LeaveMarket())
    assert (table.clock, len(table.state.workers)) == ((1,), 3)
    table.choose(1, Activate("salon"), TakeMoney())
    assert VisitMarket() not in table.choices(0)


# --- the end of a round ---------------------------------------------------------------------------------------------


@pytest.mark.example("tier I is swept away, the others slide, new cards come")
@pytest.mark.rule("EOR-5")
def test_the_display_after_a_round_in_which_one_dear_card_was_taken() -> None:
    table = scenario().display("guild", "oboe", "lute", "", "viola", "horn")
    table.deck("instruments", "timpani", "flute", "cello").round(1).agenda(EndOfRound(NOBODY))
    assert table.state.displays["guild"] == ("viola", "horn", "timpani", "flute", "cello")
    assert table.state.discards["instruments"] == ("oboe", "lute")


@pytest.mark.example("after round 3 the A patrons make room for the B patrons")
@pytest.mark.rule("PAT-8", "EOR-5")
def test_a_patrons_leave_the_salon_and_stay_on_workbenches() -> None:
    table = scenario().round(3).patron(0, "joseph-haydn", patience=0)
    table.display("salon", "marin-marais", "", "karl-theodor", "hector-berlioz", "anton-stadler")
    table.agenda(EndOfRound(NOBODY))
    patrons = table.state.content.patrons
    assert {patrons[card].deck for card in table.state.displays["salon"]} == {"B"}
    assert [waiting.card for waiting in table.player(0).waiting] == ["joseph-haydn"]


@pytest.mark.example("worker 2 for round 3, worker 4 for round 5")
@pytest.mark.rule("EOR-6")
def test_after_rounds_2_and_4_every_seat_has_a_worker_more() -> None:
    homes = []
    for number in range(1, 6):
        table = scenario().seat(0, numbers=(1, 3, 5) if number < 3 else (1, 2, 3, 5)).round(number)
        homes.append(table.agenda(EndOfRound(NOBODY)).player(0).idle)
    assert homes == [(1, 3, 5), (1, 2, 3, 5), (1, 2, 3, 5), (1, 2, 3, 4, 5), (1, 2, 3, 5)]


@pytest.mark.example("an empty deck is made of its discards, patrons A and B together")
@pytest.mark.rule("GEN-6")
def test_patrons_of_both_letters_come_back_in_one_deck() -> None:
    table = scenario().deck("patrons", rest=False)
    table.state.discards["patrons"] = ("marin-marais", "clara-schumann", "joseph-haydn")
    assert sorted(draw(table.state, "patrons", 3)) == ["clara-schumann", "joseph-haydn", "marin-marais"]
    assert table.state.discards["patrons"] == ()


# --- the end of the game --------------------------------------------------------------------------------------------


def sources(table: Table) -> dict[str, int]:
    """What the final scoring brings seat 0."""
    return table.round(6).agenda(FinalScoring(NOBODY)).player(0).sources


@pytest.mark.example("an instrument of 3 is worth 2 on the finishing bench")
@pytest.mark.rule("END-3")
@pytest.mark.parametrize(("prestige", "half"), [(3, 2), (4, 2), (5, 3)])
def test_half_the_prestige_of_an_unfinished_instrument_is_rounded_up(prestige: int, half: int) -> None:
    """One summary rounds down; two round up, and so does END-3."""
    table = scenario().printed("lute", prestige=prestige).seat(0, finishing=["lute"])
    assert sources(table) == {"finishing_bench": half}


@pytest.mark.example("1 prestige for every 10 of all that is left")
@pytest.mark.rule("END-6")
@pytest.mark.parametrize(("money", "prestige"), [(1, 0), (2, 1), (11, 1), (12, 2)])
def test_money_inspiration_materials_and_apprentices_are_counted_together(money: int, prestige: int) -> None:
    table = scenario().seat(0, money=money, inspiration=3, animal=1, wood=1, metal=1, apprentices=2)
    assert sources(table).get("leftovers", 0) == prestige


@pytest.mark.example("the highest level of a goal, 1 for each specialty card, B patrons at the end alone")
@pytest.mark.rule("END-2", "END-4", "END-5")
def test_goals_specialists_and_b_patrons_score_at_the_end() -> None:
    """String instruments finished, 1, 2, 3 for 2, 4, 7; Georg II: 1 prestige for each instrument."""
    table = scenario().seat(0, goals=("goal-string-workshop",), finished=("lute", "viola", "oboe"))
    table.seat(0, completed=["georg-ii-of-saxe-meiningen"]).specialist(0, "broker", 3).specialist(0, "critic")
    assert table.agenda(StartOfRound(NOBODY)).player(0).sources == {}
    assert sources(table) == {"goals": 4, "patron_effects": 3, "specialists": 2}


@pytest.mark.example("a tie goes to the seat with most money")
@pytest.mark.rule("END-7", "END-6")
def test_a_tie_is_decided_by_the_money_held_not_by_what_the_division_leaves() -> None:
    """Two summaries compare the remainders of END-6, here 1 against 9; by END-7 nothing is spent: 21 against 19."""
    table = scenario().seat(0, prestige=5, money=21).seat(1, prestige=6, money=19)
    table.round(6).agenda(FinalScoring(NOBODY))
    assert [player.prestige for player in table.state.players] == [7, 7]
    assert table.state.winners == (0,)


@pytest.mark.example("still tied, they share the victory")
@pytest.mark.rule("END-7")
def test_equal_prestige_and_equal_money_share_the_victory() -> None:
    table = scenario(3).seat(0, prestige=6, money=3).seat(1, prestige=7, money=3).seat(2, prestige=7, money=3)
    table.round(6).agenda(FinalScoring(NOBODY))
    assert table.state.winners == (1, 2)
