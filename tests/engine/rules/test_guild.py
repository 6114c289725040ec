"""The Guild: GLD-1 to GLD-3."""

import pytest

from engine.choices import Alternate, Bench, Done, MakeRoom, Pay, Take, TakeMaterial, TakeMoney
from engine.events import CardTaken
from engine.view import table_view
from tests.engine.scenario import scenario


@pytest.mark.rule("GLD-1")
def test_an_instrument_card_taken_at_the_guild_goes_to_hand() -> None:
    table = scenario().seat(0, money=7).display("guild", "timpani", "", "guitar").acts(0, "guild", number=3)
    table.choose(0, Take(3, "guitar"), Pay(4))
    assert table.player(0).hand == ("guitar",)
    assert table.player(0).money == 3
    assert table.state.displays["guild"] == ("timpani", "", "", "", "")
    assert table.events(CardTaken) == [CardTaken(0, "guild", 3, "guitar")]
    assert table.is_over


@pytest.mark.rule("GLD-1", "GEN-16")
def test_a_full_hand_does_not_exist() -> None:
    hand = ["violin", "violin", "violin", "violin", "lute", "lute", "viola", "viola", "oboe", "oboe"]
    table = scenario().seat(0, hand=hand).display("guild", "timpani").acts(0, "guild", 3)
    table.choose(0, Take(1, "timpani"))
    assert len(table.player(0).hand) == 11
    assert table_view(table.state, 1)["seats"][0]["hand"] == 11
    assert table.is_over


@pytest.mark.rule("GLD-1", "RES-11")
def test_with_nothing_on_the_display_only_the_alternate_and_2_money_are_left() -> None:
    assert scenario().acts(0, "guild", 3).choices(0) == [Alternate((("metal", 1),)), TakeMoney()]


@pytest.mark.rule("GLD-2")
def test_the_alternate_gives_1_metal() -> None:
    table = scenario().acts(0, "guild", 3).choose(0, Alternate((("metal", 1),)))
    assert table.player(0).metal == 1
    assert table.is_over


@pytest.mark.rule("GLD-3")
def test_skill_4_gives_a_material_of_choice_and_benches_the_card_just_taken() -> None:
    table = scenario().display("guild", "timpani").acts(0, "guild", number=3, apprentices=1)
    table.choose(0, Take(1, "timpani"))
    assert table.kind == "material"
    table.choose(0, TakeMaterial("metal"))
    assert table.choices(0) == [Bench("timpani"), Done()]
    table.choose(0, Bench("timpani"))
    assert table.player(0).roughing == ("timpani",)
    assert (table.player(0).hand, table.player(0).metal) == ((), 1)
    assert table.is_over


@pytest.mark.rule("GLD-3")
def test_only_one_card_goes_to_the_bench_and_any_of_the_hand_may() -> None:
    table = scenario().seat(0, hand=["oboe", "lute"]).acts(0, "guild", 5)
    table.choose(0, TakeMoney(), TakeMaterial("wood"), Bench("lute"))
    assert (table.player(0).hand, table.player(0).roughing) == (("oboe",), ("lute",))
    assert table.is_over


@pytest.mark.rule("GLD-3")
def test_benching_may_be_left() -> None:
    table = scenario().seat(0, hand=["oboe"]).acts(0, "guild", 5)
    table.choose(0, TakeMoney(), TakeMaterial("wood"), Done())
    assert (table.player(0).hand, table.player(0).roughing) == (("oboe",), ())
    assert table.is_over


@pytest.mark.rule("GLD-3")
def test_with_an_empty_hand_only_the_material_is_asked_for() -> None:
    assert scenario().acts(0, "guild", 5).choose(0, TakeMoney(), TakeMaterial("wood")).is_over


@pytest.mark.rule("GLD-3", "GEN-9")
def test_a_full_bench_gives_a_card_back_to_hand_first() -> None:
    table = scenario().seat(0, hand=["horn"], roughing=["oboe", "lute"]).acts(0, "guild", 5)
    table.choose(0, TakeMoney(), TakeMaterial("wood"), Bench("horn"), MakeRoom("lute"))
    assert (table.player(0).hand, table.player(0).roughing) == (("lute",), ("oboe", "horn"))
    assert table.is_over


@pytest.mark.rule("GLD-3", "RES-6")
def test_skill_3_has_no_bonus() -> None:
    table = scenario().seat(0, hand=["oboe"]).acts(0, "guild", 3).choose(0, TakeMoney())
    assert table.player(0).materials == 0
    assert table.is_over


@pytest.mark.rule("GLD-3", "GEN-5", "GEN-11")
def test_a_material_over_the_limit_is_discarded_before_the_card_is_benched() -> None:
    table = scenario().seat(0, hand=["oboe"], wood=9).acts(0, "guild", 5)
    table.choose(0, TakeMoney(), TakeMaterial("metal"))
    assert table.kind == "discard"
    table.choose(0, table.choices(0)[0])
    assert table.kind == "bench"
