"""What a person is asked about once before a choice: the four words, and that they name only what could be helped."""

from collections.abc import Sequence

import pytest

from engine.choices import (
    Activate,
    Alternate,
    Buy,
    Choice,
    Decline,
    DiscardCard,
    Finish,
    Give,
    NextPatron,
    Pass,
    PlacePatron,
    Rough,
    Sell,
    Soothe,
    TakeGift,
    TakeMoney,
    VisitMarket,
)
from engine.codec import choice_from_json
from engine.content.cards import BENCHES, BOARD
from engine.goods import ChooseMaterial
from engine.prompt import prompt_for
from engine.rules.patrons import AskGift, AskGiving, PlaceNewPatron, SoothePatron
from engine.rules.start_of_round import MovePatience
from tests.engine.scenario import Table, scenario


def warned(table: Table, seat: int = 0) -> dict[Choice, Sequence[str]]:
    """The choices that are asked about, with their words."""
    asked = prompt_for(table.state, seat, irreversible=False)
    assert asked is not None
    return {choice_from_json(one["choice"]): one["warn"] for one in asked["choices"] if one["warn"]}


def leaving(table: Table, choice: Choice) -> int | str | None:
    """The patron that a choice lets go, as its prompt names it."""
    asked = prompt_for(table.state, 0, irreversible=False)
    assert asked is not None
    outcome = next(one["outcome"] for one in asked["choices"] if choice_from_json(one["choice"]) == choice)
    return outcome.get("leaving")


# --- the Market unused ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RES-8", "MKT-1")
def test_passing_is_asked_about_while_the_market_was_not_visited() -> None:
    table = scenario().seat(0, wood=1).turn(0)
    assert warned(table) == {Pass(): ["market-unused"]}


def test_who_has_been_to_the_market_and_has_nothing_left_passes_unasked() -> None:
    assert scenario().seat(0, wood=1, market_used=True).turn(0).clock != (0,)


# --- 2 money in place of a bonus, a bonus in part -------------------------------------------------------------------


@pytest.mark.rule("RES-6")
@pytest.mark.parametrize("location", BOARD)
def test_2_money_on_the_main_board_waste_no_bonus(location: str) -> None:
    """The bonus for skill 4 or more is paid with the 2 money too."""
    table = scenario().seat(0, numbers=[1, 2, 3, 4, 5], money=20).patron(0, "joseph-haydn", 1)
    table.display("salon", "anton-stadler").display("guild", "oboe").acts(0, location, 5)
    assert "wastes-bonus" not in warned(table).get(TakeMoney(), [])


@pytest.mark.rule("RGH-2", "RGH-4")
@pytest.mark.parametrize(("skill", "words"), [(2, {}), (3, {TakeMoney(): ["wastes-bonus"]})])
def test_2_money_waste_the_inspiration_for_roughing(skill: int, words: dict[Choice, list[str]]) -> None:
    table = scenario().seat(0, numbers=[1, 2, 3, 4, 5], roughing=["violin"], wood=3, animal=3, metal=3)
    assert warned(table.acts(0, "roughing", skill)) == words
    assert table.choices(0, Rough)


@pytest.mark.rule("FIN-4", "FIN-6")
@pytest.mark.parametrize(("skill", "words"), [(3, {}), (4, {TakeMoney(): ["wastes-bonus"]})])
def test_2_money_waste_the_discount_for_finishing(skill: int, words: dict[Choice, list[str]]) -> None:
    table = scenario().seat(0, numbers=[1, 2, 3, 4, 5], finishing=["violin"], wood=3, animal=3, metal=3)
    assert warned(table.acts(0, "finishing", skill)) == words
    assert table.choices(0, Finish)


@pytest.mark.parametrize("bench", BENCHES)
def test_nothing_is_wasted_at_a_bench_where_2_money_are_all_there_is(bench: str) -> None:
    assert warned(scenario().acts(0, bench, 5)) == {}


@pytest.mark.rule("GEN-4")
def test_apprentices_that_are_not_at_the_market_are_asked_about() -> None:
    table = scenario().seat(0, apprentices=3).agenda(PlaceNewPatron(0, "joseph-haydn"))
    assert warned(table) == {PlacePatron(3): ["wastes-bonus"]}
    assert warned(scenario().agenda(PlaceNewPatron(0, "joseph-haydn"))) == {}


# --- storage --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-5")
def test_gains_over_the_storage_limit_are_asked_about() -> None:
    table = scenario().seat(0, wood=8).acts(0, "perform", 3)
    assert warned(table) == {Alternate((("animal", 3),)): ["overflow"]}
    assert warned(scenario().seat(0, wood=6).acts(0, "perform", 3)) == {}


@pytest.mark.rule("GEN-5", "MKT-2")
def test_buying_over_the_limit_is_asked_about_and_selling_is_not() -> None:
    table = scenario().seat(0, wood=9, money=20).turn(0).choose(0, VisitMarket())
    asked = warned(table)
    assert asked[Buy("metal")] == ["overflow"]
    assert Sell("wood") not in asked


def test_a_material_of_choice_counts_and_its_kind_is_then_not_asked_about_again() -> None:
    table = scenario().seat(0, wood=9).agenda(PlaceNewPatron(0, "joseph-haydn"))
    assert warned(table) == {PlacePatron(2): ["overflow"]}
    assert warned(scenario().seat(0, wood=9).agenda(ChooseMaterial(0, 1, "space"))) == {}


@pytest.mark.rule("RND-2", "RND-5")
def test_gifts_that_come_in_any_order_are_not_asked_about() -> None:
    table = scenario().seat(0, wood=9, apprentices=3).patron(0, "anton-stadler", 1, 1).patron(0, "karl-theodor", 3)
    assert warned(table.agenda(MovePatience(0))) == {}


# --- a patron about to leave ----------------------------------------------------------------------------------------


@pytest.mark.rule("RND-2", "PAT-5")
def test_moving_a_patron_that_then_leaves_is_asked_about_where_another_can_move_first() -> None:
    table = scenario().seat(0, prestige=9).patron(0, "anton-stadler", 1, 2).patron(0, "karl-theodor", 3)
    table.agenda(MovePatience(0))
    assert warned(table) == {NextPatron("anton-stadler"): ["patron-leaves"]}
    assert leaving(table, NextPatron("anton-stadler")) == "anton-stadler"
    table.choose(0, NextPatron("karl-theodor"))
    assert warned(table) == {}


def restless() -> Table:
    """One patron leaves at the next start of round, the other one does not."""
    return scenario().patron(0, "anton-stadler", 1, 2).patron(0, "karl-theodor", 3, 1)


@pytest.mark.rule("SAL-4")
def test_calming_another_patron_than_the_one_about_to_leave_is_asked_about() -> None:
    table = restless().agenda(AskGift(0, soothes=1))
    assert set(warned(table)) == {TakeGift("karl-theodor", space) for space in range(3)}
    assert leaving(table, TakeGift("karl-theodor", 0)) == "anton-stadler"
    assert warned(restless().agenda(AskGift(0, soothes=0, optional=True))) == {}


@pytest.mark.rule("PAT-9")
def test_letting_a_patron_go_that_could_be_soothed_is_asked_about() -> None:
    table = restless().agenda(SoothePatron(0, 1))
    assert warned(table) == {Soothe("karl-theodor"): ["patron-leaves"], Decline(): ["patron-leaves"]}


@pytest.mark.rule("PAT-4", "PAT-5")
def test_discarding_a_card_that_would_keep_a_patron_is_asked_about() -> None:
    table = restless().agenda(AskGiving(0, "instrument", "clarinet"))
    assert Give("anton-stadler") in table.choices(0)
    assert warned(table).get(DiscardCard()) == ["patron-leaves"]
    assert Give("anton-stadler") not in warned(table)


def test_in_the_last_round_no_patron_is_about_to_leave() -> None:
    assert warned(restless().round(6).agenda(SoothePatron(0, 1))) == {}


def test_a_turn_in_which_nothing_is_lost_is_not_asked_about() -> None:
    table = scenario().worker(0, "guild", 3).turn(0)
    assert Activate("guild") in table.choices(0)
    assert warned(table) == {}
