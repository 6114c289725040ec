"""The tracks: TRK-1, TRK-2 and each step of TRK-R, TRK-P and TRK-C. Craft steps at the benches are with the benches."""

import pytest

from engine.choices import (
    Activate,
    Alternate,
    Decline,
    KeepCard,
    KeepDice,
    Reroll,
    ScoreAward,
    SpendInspiration,
    Take,
    TakeMarker,
    TakeMoney,
    TakeSpecialist,
    VisitMarket,
)
from engine.events import CardKept, CardsDrawn, DiceRolled, Gained, TrackAdvanced
from engine.rules.display_cards import tier_price
from engine.rules.tracks import Advance, bench_skill, black_dice, rerolls
from tests.engine.scenario import Table, scenario


def step(track: str, before: int, table: Table | None = None, **possessions: object) -> Table:
    """Seat 0's marker moves one step on from where it stands."""
    table = (table or scenario()).seat(0, **{track: before}, **possessions)
    return table.agenda(Advance(0, track))


# --- all tracks -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRK-1")
def test_a_step_gives_its_gain_when_the_marker_reaches_it() -> None:
    table = step("reputation", 0)
    assert table.player(0).tracks.reputation == 1
    assert table.events(TrackAdvanced) == [TrackAdvanced(0, "reputation", 1)]
    assert table.events(Gained) == [Gained(0, (("apprentice", 1),), "track", "reputation")]


@pytest.mark.rule("TRK-1", "TRK-2", "GEN-11")
def test_several_steps_are_taken_one_by_one_each_with_what_it_gives() -> None:
    table = scenario().agenda(Advance(0, "reputation"), Advance(0, "reputation"), Advance(0, "reputation"))
    assert (table.player(0).tracks.reputation, table.kind) == (2, "keep-card")
    table.choose(0, table.choices(0)[0])
    assert table.player(0).tracks.reputation == 3
    assert table.player(0).apprentices == 1
    assert table.is_over


@pytest.mark.rule("TRK-2")
@pytest.mark.parametrize(
    ("location", "track"), [("balcony", "reputation"), ("perform", "performance"), ("repair", "craft")]
)
def test_each_track_moves_by_the_bonus_of_its_location(location: str, track: str) -> None:
    table = scenario().acts(0, location, 5).choose(0, TakeMoney())
    assert {t: table.player(0).tracks.space(t) for t in ("reputation", "performance", "craft")} == {
        **dict.fromkeys(("reputation", "performance", "craft"), 0),
        track: 1,
    }


# --- reputation -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRK-R1", "GEN-4")
def test_the_first_step_of_reputation_gives_an_apprentice_if_one_is_at_the_market() -> None:
    assert step("reputation", 0, apprentices=2).player(0).apprentices == 3
    assert step("reputation", 0, apprentices=3).player(0).apprentices == 3


@pytest.mark.rule("TRK-R2", "GEN-15")
def test_the_second_step_draws_3_instrument_cards_of_which_1_is_kept() -> None:
    table = step("reputation", 1, scenario().deck("instruments", "oboe", "horn", "celesta"))
    assert table.events(CardsDrawn) == [CardsDrawn(0, 3, "track", ("oboe", "horn", "celesta"))]
    assert table.choices(0) == [KeepCard("oboe"), KeepCard("horn"), KeepCard("celesta")]
    assert table.floor == "deck-seen"
    table.choose(0, KeepCard("horn"))
    assert table.player(0).hand == ("horn",)
    assert table.state.decks["instruments"][-2:] == ("oboe", "celesta"), "in the order drawn"
    assert table.events(CardKept) == [CardKept(0, "horn")]
    assert table.is_over


@pytest.mark.rule("TRK-R2", "GEN-14")
def test_the_second_step_draws_what_there_is() -> None:
    table = step("reputation", 1, scenario().deck("instruments", "oboe", rest=False))
    assert table.choices(0) == [KeepCard("oboe")]
    assert step("reputation", 1, scenario().deck("instruments", rest=False)).is_over


@pytest.mark.rule("TRK-R2")
def test_equal_cards_drawn_are_one_choice() -> None:
    table = step("reputation", 1, scenario().deck("instruments", "oboe", "oboe", "horn"))
    table.choose(0, KeepCard("oboe"))
    assert table.player(0).hand == ("oboe",)
    assert table.state.decks["instruments"][-2:] == ("oboe", "horn")


@pytest.mark.rule("TRK-R3", "TRK-R6", "RES-10")
@pytest.mark.parametrize(
    ("reputation", "second", "third"), [(0, 4, 8), (2, 4, 8), (3, 0, 8), (5, 0, 8), (6, 0, 0), (7, 0, 0)]
)
def test_reputation_makes_tiers_free(reputation: int, second: int, third: int) -> None:
    state = scenario().seat(0, reputation=reputation).state
    assert [tier_price(state, 0, tier) for tier in (1, 2, 3)] == [0, second, third]


@pytest.mark.rule("TRK-R3")
def test_a_free_tier_asks_for_no_price() -> None:
    table = scenario().seat(0, reputation=3).display("guild", "", "", "horn").acts(0, "guild", 3)
    table.choose(0, Take(3, "horn"))
    assert table.player(0).hand == ("horn",)
    assert table.is_over


@pytest.mark.rule("TRK-R4", "TRK-P3", "TRK-C3", "SPC-1")
@pytest.mark.parametrize(("track", "before"), [("reputation", 3), ("performance", 2), ("craft", 2)])
def test_on_its_step_each_track_gives_a_specialty_worker(track: str, before: int) -> None:
    table = step(track, before)
    assert table.kind == "specialist"
    cards = {choice.card for choice in table.choices(0, TakeSpecialist)}
    assert cards == {s.id for s in table.state.content.specialists.values() if s.track == track}
    table.choose(0, table.choices(0)[0])
    assert len(table.player(0).specialists) == 1
    assert table.is_over


@pytest.mark.rule("TRK-R7", "AWD-1")
def test_the_seventh_step_scores_a_public_award() -> None:
    table = step("reputation", 6, scenario().awards("award-master-plane"), finished=("oboe", "lute"))
    assert table.choices(0) == [ScoreAward("award-master-plane", 1), Decline()]
    table.choose(0, ScoreAward("award-master-plane", 1), TakeMarker("purple"))
    assert table.player(0).sources == {"awards": 3}
    assert table.is_over


@pytest.mark.rule("TRK-R7", "GEN-13")
def test_the_award_of_the_seventh_step_may_be_declined() -> None:
    table = step("reputation", 6, scenario().awards("award-master-plane"), finished=("oboe", "lute"))
    table.choose(0, Decline())
    assert table.player(0).prestige == 0
    assert table.player(0).tracks.reputation == 7
    assert table.is_over


@pytest.mark.rule("TRK-R8")
def test_the_eighth_step_gives_2_prestige_and_works_as_the_seventh_again_and_again() -> None:
    table = step("reputation", 7, scenario().awards("award-master-plane"), finished=("oboe", "lute"))
    assert table.events(TrackAdvanced) == [TrackAdvanced(0, "reputation", 8)]
    assert (table.player(0).tracks.reputation, table.player(0).sources) == (7, {"tracks": 2})
    table.choose(0, ScoreAward("award-master-plane", 1), TakeMarker("purple"))
    table.agenda(Advance(0, "reputation"))
    assert (table.player(0).tracks.reputation, table.player(0).sources) == (7, {"tracks": 4, "awards": 3})
    assert table.is_over


@pytest.mark.rule("TRK-R7", "TRK-R8", "AWD-8")
def test_the_balcony_may_score_by_its_action_and_again_by_its_step_on_another_tile() -> None:
    table = scenario().awards("award-master-plane", "award-restoration")
    table.seat(0, reputation=7, finished=("oboe", "lute"), repairs=("repair-crook", "repair-kettle"))
    table.acts(0, "balcony", 5).choose(0, ScoreAward("award-master-plane", 1), TakeMarker("purple"))
    assert table.choices(0) == [ScoreAward("award-restoration", 1), Decline()]
    table.choose(0, ScoreAward("award-restoration", 1), TakeMarker("storage"))
    assert table.player(0).sources == {"awards": 6, "tracks": 2}
    assert table.is_over


# --- performance ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRK-P1", "TRK-P4")
def test_the_performance_track_gives_rerolls() -> None:
    assert [rerolls(n) for n in range(7)] == [0, 1, 1, 1, 2, 2, 2]


@pytest.mark.rule("TRK-P2", "TRK-P5")
def test_the_performance_track_blackens_dice() -> None:
    assert [black_dice(n) for n in range(7)] == [0, 0, 1, 1, 1, 2, 2]


@pytest.mark.rule("TRK-P1", "TRK-P4", "TRK-P2", "TRK-P5", "PRF-3")
@pytest.mark.parametrize(
    ("performance", "colours", "times"),
    [
        (0, ("white", "white"), 0),
        (1, ("white", "white"), 1),
        (2, ("black", "white"), 1),
        (4, ("black", "white"), 2),
        (5, ("black", "black"), 2),
        (6, ("black", "black"), 2),
    ],
)
def test_a_concert_has_the_dice_and_rerolls_of_the_track(
    performance: int, colours: tuple[str, ...], times: int
) -> None:
    table = scenario().seat(0, performance=performance).display("perform", "chopin-etudes").dice(1, 1, 2, 3)
    table.acts(0, "perform", 1).choose(0, Take(1, "chopin-etudes"))
    (rolled,) = table.events(DiceRolled)
    assert tuple(die.colour for die in rolled.dice) == colours
    for _ in range(times):
        assert table.choices(0) == [KeepDice(), Reroll(1), Reroll(2)]
        table.choose(0, Reroll(1))
    assert table.choices(0, SpendInspiration)


@pytest.mark.rule("TRK-P6")
def test_the_sixth_step_of_performance_and_every_further_one_gives_2_prestige() -> None:
    table = step("performance", 5)
    assert (table.player(0).tracks.performance, table.player(0).sources) == (6, {"tracks": 2})
    table.agenda(Advance(0, "performance"))
    assert (table.player(0).tracks.performance, table.player(0).sources) == (6, {"tracks": 4})
    assert table.is_over


@pytest.mark.rule("TRK-C6")
def test_the_sixth_step_of_craft_and_every_further_one_gives_2_prestige() -> None:
    table = step("craft", 5)
    assert (table.player(0).tracks.craft, table.player(0).sources) == (6, {"tracks": 2})
    table.agenda(Advance(0, "craft"))
    assert (table.player(0).tracks.craft, table.player(0).sources) == (6, {"tracks": 4})
    assert table.is_over


@pytest.mark.rule("TRK-C2", "TRK-C5")
def test_the_craft_track_gives_skill_at_the_benches() -> None:
    assert [bench_skill(n) for n in range(7)] == [0, 0, 1, 1, 1, 2, 2]


@pytest.mark.rule("TRK-1")
@pytest.mark.parametrize(
    ("track", "before"),
    [*(("reputation", n) for n in (2, 4, 5)), *((t, n) for t in ("performance", "craft") for n in (0, 1, 3, 4))],
)
def test_other_steps_give_nothing_at_once(track: str, before: int) -> None:
    table = step(track, before)
    assert table.events() == [TrackAdvanced(0, track, before + 1)]
    assert table.is_over


@pytest.mark.rule("TRK-2", "MKT-5")
def test_a_step_gained_at_the_market_gives_what_any_step_gives() -> None:
    table = scenario().seat(0, craft=2, money=15).turn(0)
    table.choose(0, VisitMarket())
    table.choose(0, next(choice for choice in table.choices(0) if getattr(choice, "track", "") == "craft"))
    table.choose(0, table.choices(0)[0])
    assert table.kind == "specialist"


@pytest.mark.rule("TRK-R1", "RES-6")
def test_an_apprentice_gained_by_the_step_of_the_balcony_stays_with_its_seat() -> None:
    table = scenario().worker(0, "balcony", 5).turn(0).choose(0, Activate("balcony"), Alternate((("money", 6),)))
    assert table.player(0).apprentices == 1
