"""The Balcony: BAL-1 to BAL-4."""

import pytest

from engine.choices import Activate, Alternate, ScoreAward, TakeMarker, TakeMoney
from engine.events import AwardScored, TrackAdvanced, TurnOrderSet
from engine.rules.end_of_round import EndOfRound
from engine.state import NOBODY
from engine.view import table_view
from tests.engine.scenario import Table, scenario

MONEY = Alternate((("money", 6),))


def apprentices(number: int) -> Alternate:
    return Alternate((("apprentice", number),))


@pytest.mark.rule("BAL-1", "AWD-1")
def test_the_main_action_scores_a_level_of_a_public_award() -> None:
    table = scenario().awards("award-restoration").seat(0, repairs=["repair-bridge", "repair-quills", "repair-kettle"])
    table.acts(0, "balcony", 3)
    assert table.choices(0, ScoreAward) == [ScoreAward("award-restoration", 1), ScoreAward("award-restoration", 2)]
    table.choose(0, ScoreAward("award-restoration", 2), TakeMarker("storage"))
    assert table.player(0).prestige == 5
    assert table.state.awards[0].levels == (None, 0, None)
    assert table.is_over


@pytest.mark.rule("BAL-1", "AWD-8")
def test_the_award_scored_and_the_marker_come_before_the_bonus() -> None:
    table = scenario().awards("award-restoration").seat(0, repairs=["repair-bridge", "repair-quills"])
    table.acts(0, "balcony", 5).choose(0, ScoreAward("award-restoration", 1))
    assert table.events(AwardScored) == [AwardScored(0, "award-restoration", 1, 3)]
    assert table.events(TrackAdvanced) == []
    table.choose(0, TakeMarker("purple"))
    assert table.events(TrackAdvanced) == [TrackAdvanced(0, "reputation", 1)]
    assert table.is_over


@pytest.mark.rule("BAL-1", "RES-5")
def test_without_an_award_to_score_there_is_no_main_action() -> None:
    table = scenario().awards("award-restoration").seat(0, repairs=["repair-bridge"]).acts(0, "balcony", 3)
    assert table.choices(0) == [MONEY, apprentices(2), TakeMoney()]


@pytest.mark.rule("BAL-2")
def test_an_alternate_gives_6_money() -> None:
    table = scenario().acts(0, "balcony", 3).choose(0, MONEY)
    assert table.player(0).money == 6
    assert table.is_over


@pytest.mark.rule("BAL-2", "GEN-4")
@pytest.mark.parametrize(("held", "offered"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_the_other_alternate_gives_2_apprentices_or_the_one_that_is_there(held: int, offered: int) -> None:
    table = scenario().seat(0, apprentices=held).acts(0, "balcony", 3)
    assert table.choices(0, Alternate)[1:] == ([apprentices(offered)] if offered else [])
    if offered:
        table.choose(0, apprentices(offered))
        assert table.player(0).apprentices == held + offered
        assert table.is_over


@pytest.mark.rule("BAL-2", "RES-17")
def test_apprentices_that_left_the_game_or_stand_with_a_worker_are_not_there() -> None:
    table = scenario().seat(0, apprentices_removed=1).acts(0, "balcony", 1, apprentices=1)
    assert table.choices(0, Alternate) == [MONEY, apprentices(1)]


@pytest.mark.rule("BAL-3")
def test_skill_4_moves_one_step_on_the_reputation_track() -> None:
    table = scenario().acts(0, "balcony", 3, apprentices=1).choose(0, TakeMoney())
    assert table.events(TrackAdvanced) == [TrackAdvanced(0, "reputation", 1)]
    assert table.player(0).apprentices == 1
    assert table.is_over


def both_at_the_balcony() -> Table:
    table = scenario(3).order(2, 1, 0)
    table.worker(0, "balcony", 1).worker(1, "balcony", 3).worker(0, "balcony", 5).worker(1, "guild", 1)
    table.turn(1).choose(1, Activate("balcony"))
    return table


@pytest.mark.rule("BAL-4", "EOR-1")
def test_chips_go_to_the_turn_order_spaces_in_priority_order_and_the_best_of_each_seat_counts() -> None:
    table = both_at_the_balcony().choose(0, TakeMoney()).choose(1, TakeMoney()).choose(0, MONEY)
    assert table.state.balcony == ((0, 5), (1, 3), (0, 1))
    assert table_view(table.state, 2)["balcony"][0] == {"seat": 0, "number": 5}
    table.agenda(EndOfRound(NOBODY))
    assert table.events(TurnOrderSet) == [TurnOrderSet(NOBODY, (0, 1, 2))]


@pytest.mark.rule("BAL-4")
@pytest.mark.parametrize("choice", [TakeMoney(), MONEY, apprentices(2)])
def test_the_chip_goes_there_whatever_the_worker_did(choice: TakeMoney | Alternate) -> None:
    table = scenario().acts(0, "balcony", 3).choose(0, choice)
    assert table.state.balcony == ((0, 3),)
    assert table.is_over
