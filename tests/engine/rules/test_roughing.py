"""The roughing bench: RGH-1 to RGH-6, and the craft steps that help there."""

from typing import Any

import pytest

from engine.choices import Done, MakeRoom, ReplaceMaterial, Rough, SaveMaterial, TakeMoney
from engine.events import CardTakenBack, Gained, InstrumentRoughed, Paid
from tests.engine.scenario import Table, scenario


def roughing(*cards: str, number: int = 1, apprentices: int = 0, **possessions: object) -> Table:
    """Seat 0's worker is asked what it does at the roughing bench, where these cards lie."""
    return scenario().seat(0, roughing=list(cards), **possessions).acts(0, "roughing", number, apprentices)


@pytest.mark.rule("RGH-1")
def test_a_roughed_instrument_costs_its_materials_and_moves_to_the_finishing_bench() -> None:
    table = roughing("grand-piano", "oboe", wood=4, metal=1).choose(0, Rough("grand-piano"))
    player = table.player(0)
    assert (player.roughing, player.finishing) == (("oboe",), ("grand-piano",))
    assert (player.wood, player.metal) == (1, 0)
    assert table.events(Paid) == [Paid(0, (("wood", 3), ("metal", 1)), "rough", "grand-piano")]
    assert player.prestige == 0
    assert table.is_over


@pytest.mark.rule("RGH-1")
@pytest.mark.parametrize(("wood", "able"), [(2, False), (3, True), (4, True)])
def test_an_instrument_is_offered_when_its_materials_are_there(wood: int, able: bool) -> None:
    table = roughing("harpsichord", wood=wood)
    assert table.choices(0, Rough) == ([Rough("harpsichord")] if able else [])


@pytest.mark.rule("RGH-1")
def test_two_equal_cards_on_the_bench_are_one_choice() -> None:
    table = roughing("violin", "violin", wood=4)
    assert table.choices(0) == [Rough("violin"), TakeMoney()]
    table.choose(0, Rough("violin"))
    assert (table.player(0).roughing, table.player(0).finishing) == (("violin",), ("violin",))


@pytest.mark.rule("RGH-1", "GEN-9")
def test_on_a_full_finishing_bench_a_card_first_goes_back_to_hand() -> None:
    table = roughing("oboe", wood=2, finishing=["lute", "viola"]).choose(0, Rough("oboe"))
    assert table.kind == "make-room"
    assert table.choices(0) == [MakeRoom("lute"), MakeRoom("viola")]
    table.choose(0, MakeRoom("lute"))
    player = table.player(0)
    assert (player.finishing, player.hand, player.wood) == (("viola", "oboe"), ("lute",), 0)
    assert [type(event) for event in table.told] == [CardTakenBack, InstrumentRoughed]


@pytest.mark.rule("RGH-2")
@pytest.mark.parametrize(("number", "helpers", "inspiration"), [(1, 0, 0), (1, 1, 0), (3, 0, 2), (1, 2, 2), (5, 0, 2)])
def test_a_skill_of_3_gives_2_inspiration(number: int, helpers: int, inspiration: int) -> None:
    table = roughing("bass-drum", number=number, apprentices=helpers, wood=1).choose(0, Rough("bass-drum"))
    if table.kind == "save-material":
        table.choose(0, SaveMaterial("wood"))
    assert table.player(0).inspiration == inspiration


@pytest.mark.rule("RGH-2")
def test_a_skill_of_5_saves_a_material_of_choice() -> None:
    table = roughing("grand-piano", number=5, wood=3, metal=1).choose(0, Rough("grand-piano"))
    assert table.choices(0) == [SaveMaterial("wood"), SaveMaterial("metal")]
    table.choose(0, SaveMaterial("metal"))
    assert (table.player(0).wood, table.player(0).metal) == (0, 1)
    assert table.is_over


@pytest.mark.rule("RGH-2")
def test_a_skill_of_4_saves_nothing() -> None:
    assert roughing("oboe", number=3, apprentices=1, wood=1).choices(0) == [TakeMoney()]


@pytest.mark.rule("RGH-2", "RGH-6")
def test_what_is_missing_is_what_must_be_saved() -> None:
    table = roughing("grand-piano", number=5, wood=3).choose(0, Rough("grand-piano"))
    assert table.choices(0) == [SaveMaterial("metal")]


@pytest.mark.rule("RGH-3", "TRK-C1")
def test_with_the_craft_step_two_instruments_are_roughed_in_one_action() -> None:
    table = roughing("oboe", "bass-drum", wood=3, craft=1).choose(0, Rough("oboe"))
    assert table.kind == "rough-again"
    assert table.choices(0) == [Rough("bass-drum"), Done()]
    table.choose(0, Rough("bass-drum"))
    assert table.player(0).finishing == ("oboe", "bass-drum")
    assert table.is_over


@pytest.mark.rule("RGH-3")
def test_the_second_instrument_may_be_left_and_is_not_offered_when_it_cannot_be_paid() -> None:
    table = roughing("oboe", "bass-drum", wood=3, craft=1).choose(0, Rough("oboe"), Done())
    assert table.player(0).roughing == ("bass-drum",)
    assert table.is_over
    assert roughing("oboe", "bass-drum", wood=2, craft=1).choose(0, Rough("oboe")).is_over


@pytest.mark.rule("RGH-3", "TRK-C1")
def test_without_the_craft_step_one_instrument_is_roughed() -> None:
    assert roughing("oboe", "bass-drum", wood=3).choose(0, Rough("oboe")).is_over


@pytest.mark.rule("RGH-3", "GEN-9")
def test_the_second_instrument_may_push_the_first_back_to_hand() -> None:
    table = roughing("oboe", "bass-drum", wood=3, craft=1, finishing=["lute"]).choose(0, Rough("oboe"))
    table.choose(0, Rough("bass-drum"))
    assert table.choices(0) == [MakeRoom("lute"), MakeRoom("oboe")]
    table.choose(0, MakeRoom("oboe"))
    assert (table.player(0).hand, table.player(0).finishing) == (("oboe",), ("lute", "bass-drum"))


@pytest.mark.rule("RGH-4", "RES-5")
def test_a_worker_that_is_unable_or_unwilling_takes_2_money_and_no_inspiration() -> None:
    for table in (roughing("oboe", number=5), roughing("oboe", number=5, wood=2), roughing(number=3)):
        assert TakeMoney() in table.choices(0)
        table.choose(0, TakeMoney())
        assert (table.player(0).money, table.player(0).inspiration) == (2, 0)
        assert table.is_over


@pytest.mark.rule("RGH-5")
def test_the_inspiration_comes_once_after_the_last_card_was_moved() -> None:
    table = roughing("oboe", "bass-drum", number=3, wood=3, craft=1).choose(0, Rough("oboe"))
    assert table.player(0).inspiration == 0
    table.choose(0, Rough("bass-drum"))
    assert table.player(0).inspiration == 2
    assert table.told.index(Gained(0, (("inspiration", 2),), "bonus", "roughing")) > table.told.index(
        InstrumentRoughed(0, "bass-drum")
    )


@pytest.mark.rule("RGH-5")
def test_the_inspiration_cannot_pay_for_the_action_that_gives_it() -> None:
    bare: dict[str, Any] = {"number": 3, "completed": ["fanny-hensel"]}
    assert roughing("oboe", wood=1, inspiration=1, **bare).choices(0) == [TakeMoney()]
    table = roughing("oboe", "bass-drum", wood=2, craft=1, **bare)
    assert table.choose(0, Rough("oboe")).is_over, "the 2 inspiration come too late for the bass drum"


@pytest.mark.rule("RGH-6", "GEN-18")
def test_discounts_of_skill_and_abilities_add_up() -> None:
    table = roughing("harpsichord", number=5, wood=1, completed=["elisabeth-jacquet-de-la-guerre"])
    table.choose(0, Rough("harpsichord"), SaveMaterial("wood"), SaveMaterial("wood"))
    assert (table.player(0).wood, table.player(0).finishing) == (0, ("harpsichord",))


@pytest.mark.rule("RGH-6")
def test_a_discount_counts_once_an_action_not_once_an_instrument() -> None:
    table = roughing("oboe", "lute", number=5, wood=4, craft=1).choose(0, Rough("oboe"))
    table.choose(0, SaveMaterial("wood"), Rough("lute"))
    assert table.player(0).wood == 4 - 1 - 2
    assert table.is_over


@pytest.mark.rule("RGH-6")
def test_a_discount_may_be_split_between_two_instruments() -> None:
    table = roughing("oboe", "lute", number=5, wood=9, craft=1, completed=["elisabeth-jacquet-de-la-guerre"])
    table.choose(0, Rough("oboe"))
    assert table.choices(0) == [SaveMaterial("wood"), Done()]
    table.choose(0, SaveMaterial("wood"), Done(), Rough("lute"), SaveMaterial("wood"))
    assert table.player(0).wood == 9 - 1 - 1
    assert table.is_over


@pytest.mark.rule("RGH-6")
def test_a_discount_can_be_kept_for_the_second_instrument_only_if_the_first_is_paid_without() -> None:
    table = roughing("oboe", "lute", number=5, wood=1, craft=1).choose(0, Rough("oboe"))
    assert table.choices(0) == [SaveMaterial("wood")]


@pytest.mark.rule("RGH-6")
def test_no_cost_goes_below_0_and_a_discount_not_used_is_lost() -> None:
    table = roughing("bass-drum", number=5, wood=2, completed=["elisabeth-jacquet-de-la-guerre"])
    table.choose(0, Rough("bass-drum"), SaveMaterial("wood"))
    assert table.player(0).wood == 2
    assert table.is_over


@pytest.mark.rule("RGH-6", "RGH-2")
def test_a_discount_has_to_be_used_where_no_second_instrument_can_profit() -> None:
    table = roughing("oboe", "lute", number=5, wood=9).choose(0, Rough("oboe"))
    assert table.choices(0) == [SaveMaterial("wood")]


@pytest.mark.rule("RGH-6", "RGH-3")
def test_with_one_card_on_the_bench_nothing_is_kept_for_a_second() -> None:
    table = roughing("oboe", number=5, wood=9, craft=1).choose(0, Rough("oboe"))
    assert table.choices(0) == [SaveMaterial("wood")]


@pytest.mark.rule("GEN-18")
def test_where_inspiration_may_replace_materials_each_costs_2() -> None:
    table = roughing("harpsichord", wood=2, inspiration=5, completed=["fanny-hensel"]).choose(0, Rough("harpsichord"))
    assert table.choices(0) == [ReplaceMaterial("wood")]
    table.choose(0, ReplaceMaterial("wood"))
    assert table.choices(0) == [ReplaceMaterial("wood"), Done()]
    table.choose(0, ReplaceMaterial("wood"))
    assert (table.player(0).wood, table.player(0).inspiration) == (1, 1)
    assert table.is_over


@pytest.mark.rule("TRK-C2", "TRK-C5")
@pytest.mark.parametrize(("craft", "more"), [(0, 0), (1, 0), (2, 1), (4, 1), (5, 2), (6, 2)])
@pytest.mark.parametrize("bench", ["roughing", "finishing"])
def test_craft_steps_give_skill_at_both_benches(craft: int, more: int, bench: str) -> None:
    table = scenario().seat(0, craft=craft).acts(0, bench, 3)
    assert table.state.active_worker is not None
    assert table.state.active_worker.skill == 3 + more


@pytest.mark.rule("TRK-C2")
def test_craft_steps_give_no_skill_at_the_main_board() -> None:
    table = scenario().seat(0, craft=6).acts(0, "repair", 3)
    assert table.state.active_worker is not None
    assert table.state.active_worker.skill == 3


@pytest.mark.rule("TRK-C2", "RGH-2")
def test_a_1_with_both_craft_steps_roughs_as_a_3() -> None:
    table = roughing("bass-drum", wood=1, craft=5).choose(0, Rough("bass-drum"))
    assert table.player(0).inspiration == 2


@pytest.mark.rule("RGH-1", "RGH-6")
def test_the_prompt_tells_cost_discount_and_whether_the_finishing_bench_is_full() -> None:
    table = roughing("oboe", number=5, wood=2, finishing=["lute"])
    outcome = table.outcome(0, Rough("oboe"))
    assert (outcome.word, outcome.at, outcome.cost) == ("roughs", ("roughing:oboe",), (("wood", 2),))
    assert dict(outcome.details) == {"discount": 1}
    table = roughing("oboe", "viola", wood=4, craft=1, finishing=["lute", "horn"])
    assert table.outcome(0, Rough("oboe")).word == "makes-room"
    table.choose(0, Rough("oboe"), MakeRoom("horn"))
    assert table.outcome(0, Rough("viola")).word == "makes-room"
    assert table.outcome(0, Done()).word == ""
