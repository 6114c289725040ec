"""The Guild: GLD-1 to GLD-3."""

import pytest
from scenario import scenario

from engine.choices import Bench, Done, Pay, Take, TakeMaterial


@pytest.mark.rule("GLD-1")
def test_an_instrument_card_taken_at_the_guild_goes_to_hand() -> None:
    table = scenario().seat(0, money=7).display("guild", "timpani", "", "guitar").acts(0, "guild", disc=3)
    table.choose(0, Take(3, "guitar"), Pay(4))
    assert table.player(0).hand == ("guitar",)
    assert table.player(0).money == 3
    assert table.state.displays["guild"] == ("timpani", "", "", "", "")
    assert table.is_over


@pytest.mark.rule("GLD-3")
def test_a_skill_of_4_gives_a_material_of_choice_and_benches_the_card_just_taken() -> None:
    table = scenario().display("guild", "timpani").acts(0, "guild", disc=3, apprentices=1)
    table.choose(0, Take(1, "timpani"))
    assert table.kind == "material"
    table.choose(0, TakeMaterial("metal"))
    assert table.choices(0) == [Bench("timpani"), Done()]
    table.choose(0, Bench("timpani"))
    assert table.player(0).roughing == ("timpani",)
    assert (table.player(0).hand, table.player(0).metal) == ((), 1)
    assert table.is_over
