"""Public awards: AWD-1 to AWD-8."""

import pytest

from engine.choices import (
    Decline,
    KeepDice,
    NextPatron,
    PlacePatron,
    ScoreAward,
    SpendInspiration,
    Take,
    TakeMarker,
    TakeMaterial,
    TakeRoyal,
)
from engine.events import AwardScored, DiceRolled, Gained, MarkerTaken, PatronPlaced
from engine.goods import GainGoods
from engine.rules.awards import AskAward, LookForRoyal
from engine.rules.start_of_round import Income, MovePatience
from engine.state import NEUTRAL, AwardTile
from tests.engine.scenario import Table, scenario

PLANE, MEDAL = "award-master-plane", "award-restoration"
"""Instruments finished (2, 3, 5 for 3, 5, 9); repairs made (2, 3, 4 for 3, 5, 8)."""


def asking(finished: int, *tiles: str, **possessions: object) -> Table:
    """Seat 0, with so many instruments finished, may score an award."""
    table = scenario().awards(*(tiles or (PLANE,))).seat(0, finished=("oboe",) * finished, **possessions)
    return table.agenda(AskAward(0))


def scored(marker: str, **possessions: object) -> Table:
    """Seat 0 has scored an award and taken this marker."""
    return asking(2, **possessions).choose(0, ScoreAward(PLANE, 1), TakeMarker(marker))


@pytest.mark.rule("AWD-1")
@pytest.mark.parametrize(("finished", "levels"), [(1, []), (2, [1]), (3, [1, 2]), (4, [1, 2]), (5, [1, 2, 3])])
def test_a_level_can_be_scored_when_its_number_is_reached(finished: int, levels: list[int]) -> None:
    assert asking(finished).choices(0, ScoreAward) == [ScoreAward(PLANE, level) for level in levels]


@pytest.mark.rule("AWD-1", "AWD-4")
def test_a_scored_level_gives_its_prestige_and_takes_a_marker_from_the_workbench() -> None:
    table = asking(3).choose(0, ScoreAward(PLANE, 2))
    assert table.player(0).sources == {"awards": 5}
    assert table.choices(0) == [TakeMarker("storage"), TakeMarker("royal"), TakeMarker("purple")]
    assert table.state.awards == (AwardTile(PLANE, (None, 0, None)),)
    table.choose(0, TakeMarker("purple"))
    assert table.player(0).markers == ("storage", "royal")
    assert table.events(MarkerTaken) == [MarkerTaken(0, "purple")]
    assert table.is_over


@pytest.mark.rule("AWD-2")
def test_a_seat_scores_one_level_of_a_tile() -> None:
    table = scored("purple").seat(0, finished=("oboe",) * 5).agenda(AskAward(0))
    assert table.is_over


@pytest.mark.rule("AWD-2")
@pytest.mark.parametrize("by", [1, NEUTRAL])
def test_a_level_taken_or_closed_is_closed_for_all(by: int) -> None:
    table = scenario().awards(PLANE, closed=(PLANE, 2, by)).seat(0, finished=("oboe",) * 3).agenda(AskAward(0))
    assert table.choices(0, ScoreAward) == [ScoreAward(PLANE, 1)]


@pytest.mark.rule("AWD-2")
def test_several_seats_may_score_different_levels_of_a_tile() -> None:
    table = asking(3).choose(0, ScoreAward(PLANE, 2), TakeMarker("purple"))
    table.seat(1, finished=("lute",) * 3).agenda(AskAward(1))
    assert table.choices(1, ScoreAward) == [ScoreAward(PLANE, 1)]
    table.choose(1, ScoreAward(PLANE, 1), TakeMarker("purple"))
    assert table.state.awards == (AwardTile(PLANE, (1, 0, None)),)


@pytest.mark.rule("AWD-3")
def test_without_a_marker_no_award_can_be_scored() -> None:
    assert asking(5, PLANE, MEDAL, markers=()).is_over
    assert asking(5, PLANE, MEDAL, markers=("royal",)).choices(0, ScoreAward)


@pytest.mark.rule("AWD-3")
def test_three_awards_are_the_most_that_a_seat_scores() -> None:
    tiles = (PLANE, MEDAL, "award-household", "award-curiosity")
    table = scenario(4).awards(*tiles).seat(0, finished=("octobass",) * 5, repairs=("repair-crook",) * 4)
    table.specialist(0, "critic")
    for _ in range(3):
        table.agenda(AskAward(0)).choose(0, table.choices(0, ScoreAward)[0])
        table.choose(0, table.choices(0, TakeMarker)[-1])
    assert table.player(0).markers == ()
    assert table.agenda(AskAward(0)).kind != "award"


@pytest.mark.rule("AWD-4")
def test_a_marker_unlocks_its_place_after_the_prestige_of_the_award() -> None:
    table = asking(2, prestige=0).choose(0, ScoreAward(PLANE, 1), TakeMarker("royal"), TakeRoyal("louis-xiv"))
    assert table.player(0).prestige == 3
    assert table.kind == "patron-space"


# --- storage --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-5", "GEN-5")
def test_the_storage_marker_makes_room_for_3_materials_more() -> None:
    table = scored("storage", wood=9).agenda(GainGoods(0, (("wood", 3),), "money"))
    assert table.player(0).wood == 12
    assert table.is_over
    table.agenda(GainGoods(0, (("wood", 1),), "money"))
    assert table.kind == "discard"


@pytest.mark.rule("AWD-5", "RND-1", "GEN-12")
def test_the_storage_marker_brings_a_material_at_each_later_start_of_round_before_all_else() -> None:
    table = scored("storage", family="family-broadwood")
    assert table.player(0).materials == 0, "not at once"
    for round_ in (1, 2):
        table.agenda(Income(0))
        assert (table.kind, table.player(0).money) == ("material", round_ - 1)
        table.choose(0, TakeMaterial("metal"))
        assert (table.player(0).metal, table.player(0).money) == (round_, round_)


@pytest.mark.rule("AWD-5")
def test_without_the_storage_marker_there_is_neither() -> None:
    table = scored("purple", wood=9).agenda(Income(0))
    assert table.is_over
    table.agenda(GainGoods(0, (("wood", 1),), "money"))
    assert table.kind == "discard"


# --- royal ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-6", "SAL-3", "PAT-9")
def test_the_royal_marker_brings_a_royal_of_choice_to_a_space_with_its_bonus() -> None:
    table = scored("royal")
    assert table.floor == "deck-seen"
    assert {choice.card for choice in table.choices(0, TakeRoyal)} == {
        p.id for p in table.state.content.patrons.values() if p.deck == "royal"
    }
    table.choose(0, TakeRoyal("queen-victoria"), PlacePatron(1))
    assert "queen-victoria" not in table.state.decks["royals"]
    assert table.player(0).patron("queen-victoria").patience == 0
    assert table.player(0).money == 4
    assert table.events(PatronPlaced) == [PatronPlaced(0, "queen-victoria", 1)]
    assert table.is_over


@pytest.mark.rule("AWD-6")
def test_without_a_free_space_the_award_scores_and_no_royal_comes_now_or_later() -> None:
    table = scenario().awards(PLANE).seat(0, finished=("oboe", "oboe"))
    for space, card in enumerate(("marin-marais", "anton-stadler", "louis-xiv"), 1):
        table.patron(0, card, space, patience=2)
    table.agenda(AskAward(0)).choose(0, ScoreAward(PLANE, 1))
    assert table.outcome(0, TakeMarker("royal")).word == "no-space"
    assert table.outcome(0, TakeMarker("storage")).word == "storage"
    table.choose(0, TakeMarker("royal"))
    assert table.player(0).sources == {"awards": 3}
    assert table.is_over
    table.agenda(MovePatience(0)).choose(0, NextPatron("marin-marais"), NextPatron("anton-stadler"))
    table.choose(0, *table.choices(0, NextPatron))
    assert table.player(0).waiting == ()
    assert table.is_over


@pytest.mark.rule("AWD-6")
def test_where_no_royal_is_left_the_marker_brings_none() -> None:
    table = scenario().deck("royals", rest=False).agenda(LookForRoyal(0))
    assert table.is_over
    assert table.floor is None


@pytest.mark.rule("AWD-6", "RND-2")
def test_a_royal_gives_its_gifts_and_leaves_as_any_patron_does() -> None:
    table = scored("royal").choose(0, TakeRoyal("ludwig-ii"), PlacePatron(1))
    table.agenda(MovePatience(0)).choose(0, NextPatron("ludwig-ii"))
    assert table.player(0).sources == {"awards": 3, "gifts": 2}


# --- purple ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-7", "PRF-2")
def test_the_purple_marker_adds_the_purple_die_to_every_later_performance() -> None:
    table = scored("purple").display("perform", "chopin-etudes", "faure-requiem").dice(1, 1, 5, 1, 1, 4)
    for slot, (card, goods) in enumerate((("chopin-etudes", 5), ("faure-requiem", 3)), 1):
        table.acts(0, "perform", 1 if slot == 1 else 3).choose(0, Take(slot, card))
        assert [die.colour for die in table.events(DiceRolled)[0].dice] == ["white", "white", "purple"]
        assert Gained(0, (("money", goods),), "dice", card) in table.told
        table.choose(0, *table.choices(0, KeepDice), SpendInspiration(0))
        assert table.is_over


@pytest.mark.rule("AWD-7")
def test_without_the_purple_marker_there_is_no_purple_die() -> None:
    table = scored("storage").display("perform", "chopin-etudes").dice(1, 1)
    table.acts(0, "perform", 1).choose(0, Take(1, "chopin-etudes"))
    assert [die.colour for die in table.events(DiceRolled)[0].dice] == ["white", "white"]


# --- when they are counted ------------------------------------------------------------------------------------------


@pytest.mark.rule("AWD-8", "BAL-1")
def test_each_claim_is_counted_at_its_own_moment() -> None:
    """The award for awards' sake does not exist; the specialists' one counts the card that a step just brought."""
    table = scenario().awards("award-household", PLANE).seat(0, finished=("oboe", "oboe"), reputation=6)
    table.acts(0, "balcony", 5).choose(0, ScoreAward(PLANE, 1), TakeMarker("purple"))
    assert table.is_over, "no specialist yet"
    table.seat(0, finished=("oboe",) * 5).specialist(0, "critic").acts(0, "balcony", 3)
    table.choose(0, ScoreAward("award-household", 1), TakeMarker("storage"))
    assert table.player(0).sources == {"awards": 5}
    assert table.is_over


@pytest.mark.rule("AWD-8", "AWD-2", "TRK-R7")
def test_two_awards_of_one_turn_are_on_different_tiles() -> None:
    table = scenario().awards(PLANE, MEDAL)
    table.seat(0, reputation=6, finished=("oboe",) * 5, repairs=("repair-crook",) * 2)
    table.acts(0, "balcony", 5).choose(0, ScoreAward(PLANE, 3), TakeMarker("purple"))
    assert table.choices(0) == [ScoreAward(MEDAL, 1), Decline()]
    table.choose(0, ScoreAward(MEDAL, 1), TakeMarker("storage"))
    assert table.player(0).sources == {"awards": 9 + 3}
    assert [event.award for event in table.events(AwardScored)] == [MEDAL]
    assert table.is_over


@pytest.mark.rule("AWD-1", "TRK-R7")
def test_where_nothing_can_be_scored_nothing_is_asked() -> None:
    assert asking(2).kind == "award"
    assert asking(1).is_over
