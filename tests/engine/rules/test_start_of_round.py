"""Start of round: RND-1 to RND-5."""

import pytest

from engine.choices import Bench, Decline, Done, MakeRoom, NextPatron, TakeGoods, TakeMaterial, Trade
from engine.events import CardBenched, CardTakenBack, Gained, PatienceMoved, PatronLeft, PrestigeLost
from engine.rules.start_of_round import FillBench, Income, MovePatience, StartOfRound
from engine.state import NOBODY
from tests.engine.scenario import Table, new_game, scenario


@pytest.mark.rule("RND-1")
def test_income_comes_from_family_and_completed_patrons() -> None:
    table = scenario().seat(0, family="family-broadwood", completed=["nadezhda-von-meck", "louis-xiv"])
    table.agenda(Income(0))
    assert table.events(Gained) == [
        Gained(0, (("money", 1),), "ability", "family-broadwood"),
        Gained(0, (("money", 4),), "ability", "nadezhda-von-meck"),
        Gained(0, (("prestige", 3),), "ability", "louis-xiv"),
    ]
    assert (table.player(0).money, table.player(0).prestige) == (5, 3)
    assert table.is_over


@pytest.mark.rule("RND-1", "AWD-5", "GEN-12")
def test_the_storage_award_gives_a_material_of_choice_before_all_other_income() -> None:
    table = scenario().seat(0, family="family-broadwood", markers=("royal", "purple")).agenda(Income(0))
    assert [choice.material for choice in table.choices(0, TakeMaterial)] == ["animal", "wood", "metal"]
    assert table.player(0).money == 0
    table.choose(0, TakeMaterial("metal"))
    assert [event.card for event in table.events(Gained)] == ["storage", "family-broadwood"]
    assert (table.player(0).metal, table.player(0).money) == (1, 1)
    assert table.is_over


@pytest.mark.rule("RND-1")
def test_without_the_storage_award_there_is_no_material() -> None:
    table = scenario().agenda(Income(0))
    assert table.is_over
    assert table.player(0).materials == 0


@pytest.mark.rule("RND-1", "GEN-12", "GEN-13")
def test_an_optional_trade_of_the_family_comes_after_what_is_automatic() -> None:
    table = scenario().seat(0, family="family-silbermann", animal=1, completed=["nadezhda-von-meck"])
    table.agenda(Income(0))
    assert table.player(0).money == 4
    assert table.choices(0) == [Trade(), Decline()]
    table.choose(0, Trade())
    assert (table.player(0).animal, table.player(0).wood) == (0, 1)
    assert table.is_over


@pytest.mark.rule("RND-1")
def test_a_trade_that_cannot_be_paid_is_not_offered() -> None:
    table = scenario().seat(0, family="family-silbermann", wood=1).agenda(Income(0))
    assert table.is_over


@pytest.mark.rule("RND-1")
def test_a_choice_inside_income_has_to_be_made() -> None:
    table = scenario().seat(0, completed=["nikolaus-esterhazy"]).agenda(Income(0))
    assert table.choices(0) == [TakeGoods((("animal", 2),)), TakeGoods((("wood", 1),))]
    table.choose(0, TakeGoods((("wood", 1),)))
    assert table.player(0).wood == 1
    assert table.is_over


@pytest.mark.rule("RND-2")
def test_each_cube_moves_one_space_right_and_the_gift_there_is_taken() -> None:
    table = scenario().patron(0, "anton-stadler", patience=1).agenda(MovePatience(0))
    table.choose(0, NextPatron("anton-stadler"))
    assert table.player(0).waiting[0].patience == 2
    assert table.player(0).apprentices == 1
    assert table.events(PatienceMoved) == [PatienceMoved(0, "anton-stadler", 2)]
    assert table.is_over


@pytest.mark.rule("RND-2")
def test_the_owner_chooses_in_which_order_its_patrons_move() -> None:
    table = scenario().patron(0, "anton-stadler", space=1).patron(0, "karl-theodor", space=3, patience=1)
    table.agenda(MovePatience(0))
    assert table.choices(0) == [NextPatron("anton-stadler"), NextPatron("karl-theodor")]
    table.choose(0, NextPatron("karl-theodor"))
    assert (table.player(0).money, table.player(0).inspiration) == (3, 0)
    assert table.choices(0) == [NextPatron("anton-stadler")]
    table.choose(0, NextPatron("anton-stadler"))
    assert (table.player(0).money, table.player(0).inspiration) == (3, 3)
    assert table.is_over


@pytest.mark.rule("RND-2", "PAT-5")
def test_on_the_last_space_the_patron_leaves_without_a_gift() -> None:
    table = scenario().seat(0, prestige=10)
    table.patron(0, "karl-theodor", patience=2, tucked=[("repair", "repair-bridge")]).agenda(MovePatience(0))
    outcome = table.outcome(0, NextPatron("karl-theodor"))
    assert (outcome.word, outcome.details, outcome.warn) == ("leaves", (("loss", 6),), ("patron-leaves",))
    table.choose(0, NextPatron("karl-theodor"))
    assert table.player(0).prestige == 4
    assert table.events(PatronLeft) == [PatronLeft(0, "karl-theodor", 2)]
    assert table.events(PrestigeLost) == [PrestigeLost(0, 6, "karl-theodor")]
    assert table.events(Gained) == []
    assert (table.player(0).waiting, table.player(0).free_spaces()) == ((), (1, 2, 3))
    assert table.state.discards["patrons"] == ("karl-theodor",)
    assert table.state.discards["repairs"] == ("repair-bridge",)
    assert table.is_over


@pytest.mark.rule("RND-2", "GEN-2")
def test_a_leaving_patron_takes_no_more_prestige_than_there_is() -> None:
    table = scenario().seat(0, prestige=2).patron(0, "karl-theodor", patience=2).agenda(MovePatience(0))
    table.choose(0, NextPatron("karl-theodor"))
    assert table.player(0).prestige == 0
    assert table.events(PrestigeLost) == [PrestigeLost(0, 2, "karl-theodor")]
    assert table.is_over


@pytest.mark.rule("RND-2", "GEN-5")
def test_a_gift_over_the_storage_limit_is_taken_and_then_discarded_down() -> None:
    table = scenario().seat(0, wood=9).patron(0, "chevalier-de-saint-georges").agenda(MovePatience(0))
    table.choose(0, NextPatron("chevalier-de-saint-georges"))
    assert (table.player(0).animal, table.kind) == (2, "discard")
    assert table.player(0).materials == 11


@pytest.mark.rule("RND-2")
def test_a_seat_without_patrons_is_not_asked() -> None:
    assert scenario().agenda(MovePatience(0)).is_over


@pytest.mark.rule("RND-3")
def test_up_to_two_cards_go_from_hand_to_the_roughing_bench() -> None:
    table = scenario().seat(0, hand=["oboe", "lute", "horn"]).agenda(FillBench(0))
    table.choose(0, Bench("lute"), Bench("horn"))
    assert (table.player(0).hand, table.player(0).roughing) == (("oboe",), ("lute", "horn"))
    assert table.events(CardBenched) == [CardBenched(0, "lute"), CardBenched(0, "horn")]
    assert table.is_over


@pytest.mark.rule("RND-3")
def test_putting_cards_down_may_stop_at_any_time() -> None:
    table = scenario().seat(0, hand=["oboe", "lute"]).agenda(FillBench(0))
    table.choose(0, Bench("lute"), Done())
    assert (table.player(0).hand, table.player(0).roughing) == (("oboe",), ("lute",))
    assert table.is_over
    assert scenario().seat(0, hand=["oboe"]).agenda(FillBench(0)).choose(0, Done()).is_over


@pytest.mark.rule("RND-3")
def test_with_an_empty_hand_nothing_is_asked() -> None:
    assert scenario().seat(0, roughing=["oboe"]).agenda(FillBench(0)).is_over


@pytest.mark.rule("RND-3", "GEN-9")
def test_on_a_full_bench_a_card_goes_back_to_hand_first() -> None:
    table = scenario().seat(0, hand=["lute"], roughing=["oboe", "horn"]).agenda(FillBench(0))
    table.choose(0, Bench("lute"))
    assert table.choices(0) == [MakeRoom("oboe"), MakeRoom("horn")]
    table.choose(0, MakeRoom("oboe"))
    assert (table.player(0).hand, table.player(0).roughing) == (("oboe",), ("horn", "lute"))
    assert table.events(CardTakenBack) == [CardTakenBack(0, "roughing", "oboe")]
    assert table.is_over


@pytest.mark.rule("RND-3", "GEN-9")
def test_both_cards_of_a_full_bench_may_be_exchanged() -> None:
    table = scenario().seat(0, hand=["lute", "flute"], roughing=["oboe", "horn"]).agenda(FillBench(0))
    table.choose(0, Bench("lute"), MakeRoom("oboe"), Bench("flute"), MakeRoom("horn"))
    assert (table.player(0).hand, table.player(0).roughing) == (("oboe", "horn"), ("lute", "flute"))
    assert table.is_over


@pytest.mark.rule("RND-3")
def test_equal_cards_in_hand_are_one_choice() -> None:
    table = scenario().seat(0, hand=["lute", "lute"]).agenda(FillBench(0))
    assert table.choices(0) == [Bench("lute"), Done()]
    table.choose(0, Bench("lute"), Bench("lute"))
    assert table.player(0).roughing == ("lute", "lute")
    assert table.is_over


def both_seats_have_all_three_parts() -> Table:
    table = scenario().order(1, 0)
    for seat, patron, card in ((0, "karl-theodor", "lute"), (1, "nadezhda-von-meck", "horn")):
        table.seat(seat, hand=[card], completed=["louis-xiv" if seat else "joseph-ii"]).patron(seat, patron)
    return table.agenda(StartOfRound(NOBODY))


@pytest.mark.rule("RND-4")
def test_each_seat_does_all_of_it_before_the_next_in_turn_order() -> None:
    table = both_seats_have_all_three_parts()
    assert (table.player(1).prestige, table.player(0).prestige) == (3, 0)
    assert (table.clock, table.kind) == ((1,), "next-patron")
    table.choose(1, NextPatron("nadezhda-von-meck"))
    assert (table.clock, table.kind) == ((1,), "bench")
    assert table.player(0).prestige == 0
    table.choose(1, Bench("horn"))
    assert table.player(0).prestige == 1
    assert (table.clock, table.kind) == ((0,), "next-patron")
    table.choose(0, NextPatron("karl-theodor"), Done())
    assert table.is_over


@pytest.mark.rule("RND-5")
def test_in_round_1_the_first_patron_already_pays_its_first_gift() -> None:
    table = new_game().play_until("plan-worker")
    assert (table.state.round, table.state.phase) == (1, "planning")
    for player in table.state.players:
        (patron,) = player.waiting
        assert patron.patience == 1
        moved = PatienceMoved(player.seat, patron.card, 1)
        gift = table.state.content.patrons[patron.card].gifts[1]
        if gift[0][0] in ("money", "inspiration"):
            assert Gained(player.seat, gift, "gift", patron.card) in table.history
        assert moved in table.history
