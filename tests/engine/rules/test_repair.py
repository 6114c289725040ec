"""Repair: REP-1 to REP-4. RES-16 and RES-22 are with the cards."""

from typing import Any

import pytest

from engine.choices import (
    Alternate,
    Choice,
    DiscardCard,
    Done,
    Give,
    ReplaceMaterial,
    SaveMaterial,
    Take,
    TakeChair,
    TakeMoney,
)
from engine.events import (
    CardDiscarded,
    CardGiven,
    Gained,
    Paid,
    PatronCompleted,
    RepairMade,
    TokenPlaced,
    TrackAdvanced,
)
from engine.state import Token
from tests.engine.scenario import Table, scenario


def repairing(card: str, number: int = 3, **possessions: Any) -> Table:
    """Seat 0 may take the repair, tier I, and has these possessions."""
    return scenario().display("repair", card).seat(0, **possessions).acts(0, "repair", number)


def taken(card: str, **possessions: Any) -> Table:
    return repairing(card, **possessions).choose(0, Take(1, card))


@pytest.mark.rule("REP-1")
def test_a_repair_is_paid_in_materials() -> None:
    table = taken("repair-long-neck", wood=3, animal=1)
    assert table.events(Paid) == [Paid(0, (("animal", 1), ("wood", 2)), "repair", "repair-long-neck")]
    assert (table.player(0).wood, table.player(0).animal) == (1, 0)


@pytest.mark.rule("REP-1")
@pytest.mark.parametrize(
    ("wood", "animal", "metal", "inspiration", "able"),
    [
        (2, 1, 0, 0, True),
        (1, 1, 0, 0, False),
        (1, 1, 0, 1, False),
        (1, 1, 0, 2, True),
        (0, 0, 9, 5, False),
        (0, 0, 0, 6, True),
        (3, 0, 0, 2, True),
    ],
)
def test_a_card_that_cannot_be_paid_cannot_be_taken(
    wood: int, animal: int, metal: int, inspiration: int, able: bool
) -> None:
    """The long neck costs 2 wood and 1 animal."""
    table = repairing("repair-long-neck", wood=wood, animal=animal, metal=metal, inspiration=inspiration)
    assert bool(table.choices(0, Take)) is able


@pytest.mark.rule("REP-1")
def test_each_material_may_be_replaced_by_2_inspiration() -> None:
    table = taken("repair-long-neck", wood=1, animal=1, inspiration=4)
    assert table.choices(0) == [ReplaceMaterial("animal"), ReplaceMaterial("wood")]
    table.choose(0, ReplaceMaterial("wood"))
    assert table.choices(0) == [ReplaceMaterial("animal"), ReplaceMaterial("wood"), Done()]
    table.choose(0, Done())
    assert (table.player(0).wood, table.player(0).animal, table.player(0).inspiration) == (0, 0, 2)
    assert table.kind == "chair"


@pytest.mark.rule("REP-1")
def test_inspiration_may_spare_a_material_that_is_there() -> None:
    table = taken("repair-bridge", wood=1, inspiration=2)
    assert table.choices(0) == [ReplaceMaterial("wood"), Done()]
    table.choose(0, ReplaceMaterial("wood"))
    assert (table.player(0).wood, table.player(0).inspiration, table.kind) == (1, 0, "chair")


@pytest.mark.rule("REP-1")
def test_replacing_must_leave_enough_for_what_is_still_missing() -> None:
    """Wood is there, the animal is not: the only 2 inspiration must stand for it."""
    table = taken("repair-pegs-and-frets", wood=1, inspiration=3)
    assert table.choices(0) == [ReplaceMaterial("animal")]
    table.choose(0, ReplaceMaterial("animal"))
    assert (table.player(0).wood, table.player(0).inspiration) == (0, 1)


@pytest.mark.rule("REP-1", "GEN-18")
def test_telemann_replaces_a_material_by_1_inspiration() -> None:
    table = taken("repair-cracked-belly", inspiration=2, completed=["georg-philipp-telemann"])
    table.choose(0, ReplaceMaterial("wood"), ReplaceMaterial("wood"))
    assert (table.player(0).inspiration, table.kind) == (0, "chair")


@pytest.mark.rule("REP-1", "GEN-18")
def test_the_restorer_saves_one_material_of_choice() -> None:
    table = scenario().display("repair", "repair-long-neck").seat(0, wood=2).specialist(0, "restorer", number=3)
    table.acts(0, "repair", 3).choose(0, Take(1, "repair-long-neck"))
    assert table.choices(0) == [SaveMaterial("animal")]
    table.choose(0, SaveMaterial("animal"))
    assert (table.player(0).wood, table.kind) == (0, "chair")
    assert len(table.choices(0)) == 20  # its token may go to any section, not to rare places


@pytest.mark.rule("REP-1", "RGH-6", "GEN-18")
def test_of_two_missing_materials_one_is_saved_and_the_other_replaced() -> None:
    """The long neck costs 2 wood and 1 animal; 1 wood is there, and inspiration for one material."""
    table = scenario().display("repair", "repair-long-neck").seat(0, wood=1, inspiration=3)
    table.specialist(0, "restorer", number=3).acts(0, "repair", 3).choose(0, Take(1, "repair-long-neck"))
    assert table.choices(0) == [SaveMaterial("animal"), SaveMaterial("wood")]
    table.choose(0, SaveMaterial("animal"))
    assert table.choices(0) == [ReplaceMaterial("wood")]
    table.choose(0, ReplaceMaterial("wood"))
    assert (table.player(0).wood, table.player(0).inspiration, table.kind) == (0, 1, "chair")


@pytest.mark.rule("REP-1", "RES-16", "GEN-18")
def test_a_saved_material_counts_for_what_can_be_afforded_together_with_the_tier() -> None:
    table = scenario().display("repair", "", "", "repair-key-pads").seat(0, money=4).specialist(0, "restorer", number=3)
    table.acts(0, "repair", 3)
    assert table.choices(0, Take) == [Take(3, "repair-key-pads")]
    assert table.choose(0, Take(3, "repair-key-pads")).play_until(None).events(RepairMade)


@pytest.mark.rule("REP-2", "ORC-2")
def test_the_token_goes_to_the_row_of_the_cards_section() -> None:
    table = taken("repair-bridge", wood=1)
    orchestra = table.state.content.orchestra
    places = [choice.orchestra_seat for choice in table.choices(0, TakeChair)]
    assert places == [s.id for s in orchestra.values() if s.section == "string" and not s.rare]
    table.choose(0, TakeChair("seat-double-bass"))
    assert table.state.orchestra["seat-double-bass"].first == (Token(0, "repair"),)
    assert table.player(0).prestige == 2 + 2
    assert table.player(0).sources == {"repairs": 2, "chairs": 2}
    assert table.is_over


@pytest.mark.rule("REP-2")
def test_prestige_then_token_then_card_in_this_order() -> None:
    table = scenario().display("repair", "repair-key-pads").seat(0, animal=1)
    table.patron(0, "joseph-haydn", patience=1, tucked=[("instrument", "lute")]).acts(0, "repair", 3)
    steps: list[Choice] = [Take(1, "repair-key-pads"), TakeChair("seat-oboe"), Give("joseph-haydn")]
    for choice in steps:
        table.choose(0, choice)
    order = [RepairMade, TokenPlaced, Gained, CardGiven, PatronCompleted, TrackAdvanced]
    told = [type(event) for event in table.history]
    assert [kind for kind in told if kind in order] == [*order, Gained]
    assert table.player(0).prestige == 2 + 7
    assert table.is_over


@pytest.mark.rule("REP-2", "PAT-3")
def test_the_card_is_given_only_to_a_patron_whose_open_secondary_requirement_takes_a_repair_of_its_section() -> None:
    table = scenario().display("repair", "repair-bridge").seat(0, wood=1)
    table.patron(0, "georg-philipp-telemann", 1)  # string, repair allowed
    table.patron(0, "antonio-vivaldi", 2)  # string, performance only
    table.patron(0, "joseph-haydn", 3)  # wind, repair allowed
    table.acts(0, "repair", 3).choose(0, Take(1, "repair-bridge"), TakeChair("seat-viola"))
    table.play_until("give")
    assert table.choices(0) == [Give("georg-philipp-telemann"), DiscardCard()]
    table.choose(0, DiscardCard())
    assert table.events(CardDiscarded) == [CardDiscarded(0, "repair", "repair-bridge")]
    assert table.state.discards["repairs"] == ("repair-bridge",)
    assert table.player(0).repairs == ("repair-bridge",)
    assert table.is_over


@pytest.mark.rule("REP-2")
def test_without_a_patron_for_it_the_card_is_discarded() -> None:
    table = taken("repair-bridge", wood=1).choose(0, TakeChair("seat-cello"))
    assert table.state.discards["repairs"] == ("repair-bridge",)
    assert table.is_over


@pytest.mark.rule("REP-2", "ORC-8", "ORC-10")
def test_with_an_own_repair_token_on_every_seat_of_the_row_none_is_placed() -> None:
    table = scenario().display("repair", "repair-bridge").seat(0, wood=1)
    for place in table.state.content.orchestra.values():
        if place.section == "string" and not place.rare:
            table.chair(place.id, (1, "instrument"), second=[(0, "repair")])
    table.acts(0, "repair", 3).choose(0, Take(1, "repair-bridge"))
    assert table.events(TokenPlaced) == []
    assert table.player(0).prestige == 2
    assert table.is_over


@pytest.mark.rule("REP-3")
def test_the_alternate_gives_2_wood() -> None:
    table = scenario().acts(0, "repair", 3).choose(0, Alternate((("wood", 2),)))
    assert table.player(0).wood == 2
    assert table.is_over


@pytest.mark.rule("REP-3", "GEN-5")
def test_wood_over_the_limit_is_discarded_down_by_the_owners_choice() -> None:
    table = scenario().seat(0, metal=8).acts(0, "repair", 3).choose(0, Alternate((("wood", 2),)))
    assert (table.kind, table.player(0).materials) == ("discard", 10)
    table.choose(0, table.choices(0)[0])
    assert table.player(0).materials == 9
    assert table.is_over


@pytest.mark.rule("REP-4", "TRK-2")
def test_skill_4_moves_one_step_on_the_craft_track() -> None:
    table = scenario().acts(0, "repair", 5).choose(0, TakeMoney())
    assert table.events(TrackAdvanced) == [TrackAdvanced(0, "craft", 1)]
    assert table.is_over
