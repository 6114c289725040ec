"""Perform: PRF-1 to PRF-9. White dice show 0 1 1 2 2 3 notes, black ones 1 2 2 3 3 4."""

from collections.abc import Sequence

import pytest

from engine import loop
from engine.choices import (
    Alternate,
    Choice,
    Decline,
    Discard,
    DiscardCard,
    Echo,
    Give,
    KeepDice,
    Pay,
    Reroll,
    Soothe,
    SpendInspiration,
    Take,
    TakeChair,
    TakeMoney,
)
from engine.content.cards import Ability
from engine.events import (
    CardDiscarded,
    CardGiven,
    CardTaken,
    DiceRolled,
    Die,
    Gained,
    Paid,
    PatronCompleted,
    PerformanceGiven,
    TokenPlaced,
    TrackAdvanced,
)
from engine.state import Token
from tests.engine.scenario import Table, scenario


def concert(
    *faces: int, card: str = "bach-brandenburg-concertos", number: int = 3, apprentices: int = 0, **possessions: object
) -> Table:
    """Seat 0 takes a performance (this one: medium 8, high 12) and the dice fall so."""
    table = ready(*faces, card=card, **possessions)
    return table.acts(0, "perform", number, apprentices).choose(0, Take(1, card))


def ready(*faces: int, card: str = "bach-brandenburg-concertos", **possessions: object) -> Table:
    return scenario().display("perform", card).seat(0, **possessions).dice(*faces)


def rolled(table: Table) -> list[tuple[str, int]]:
    return [(die.colour, die.face) for die in table.events(DiceRolled)[0].dice]


# --- the result -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRF-1")
def test_the_result_is_notes_and_skill_and_inspiration() -> None:
    table = concert(6, 4, number=3, apprentices=1, inspiration=3)
    assert rolled(table) == [("white", 6), ("white", 4)]
    assert table.floor == "dice-rolled"
    table.choose(0, SpendInspiration(2))
    assert table.events(PerformanceGiven) == [
        PerformanceGiven(0, "bach-brandenburg-concertos", 3 + 2 + (3 + 1) + 2, "medium")
    ]
    assert table.player(0).inspiration == 1


@pytest.mark.rule("PRF-1")
@pytest.mark.parametrize(("face", "notes"), list(enumerate((0, 1, 1, 2, 2, 3), 1)))
def test_each_white_face_counts_its_notes(face: int, notes: int) -> None:
    table = concert(face, 1, number=1).choose(0, SpendInspiration(0))
    assert table.events(PerformanceGiven)[0].result == 1 + notes
    assert table.is_over


@pytest.mark.rule("PRF-2", "TRK-P2", "TRK-P5")
@pytest.mark.parametrize(
    ("step", "colours"), [(1, "white white"), (2, "black white"), (4, "black white"), (5, "black black")]
)
def test_white_dice_become_black_by_the_track(step: int, colours: str) -> None:
    table = concert(6, 6, performance=step)
    assert " ".join(colour for colour, _ in rolled(table)) == colours


@pytest.mark.rule("PRF-2")
def test_a_black_die_counts_more() -> None:
    table = concert(6, 1, performance=2, number=1).choose(0, KeepDice(), SpendInspiration(0))
    assert table.events(PerformanceGiven)[0].result == 1 + 4 + 0


@pytest.mark.rule("PRF-2", "AWD-7")
def test_the_purple_die_is_rolled_with_its_award_and_gives_goods_but_no_notes() -> None:
    table = concert(1, 1, 5, number=1, markers=("storage", "royal"))
    assert rolled(table) == [("white", 1), ("white", 1), ("purple", 5)]
    assert table.events(Gained) == [Gained(0, (("money", 5),), "dice", "bach-brandenburg-concertos")]
    table.choose(0, SpendInspiration(0))
    assert table.events(PerformanceGiven)[0].result == 1
    assert table.player(0).money == 5 + 4
    assert table.is_over


@pytest.mark.rule("PRF-2", "AWD-7")
@pytest.mark.parametrize(
    ("face", "word", "amount"),
    [(1, "animal", 2), (2, "wood", 1), (3, "metal", 1), (4, "money", 3), (5, "money", 5), (6, "prestige", 2)],
)
def test_each_face_of_the_purple_die_pays_its_goods(face: int, word: str, amount: int) -> None:
    table = concert(1, 1, face, markers=("storage", "royal"))
    assert table.events(Gained) == [Gained(0, ((word, amount),), "dice", "bach-brandenburg-concertos")]
    assert getattr(table.player(0), word) == amount


@pytest.mark.rule("PRF-2")
@pytest.mark.parametrize(("face", "notes"), list(enumerate((1, 2, 2, 3, 3, 4), 1)))
def test_each_black_face_counts_its_notes(face: int, notes: int) -> None:
    table = concert(face, 1, performance=2, number=1).choose(0, KeepDice(), SpendInspiration(0))
    assert table.events(PerformanceGiven)[0].result == 1 + notes


@pytest.mark.rule("PRF-2", "GEN-18")
def test_extra_dice_stay_white_whatever_the_track_says() -> None:
    table = scenario().display("perform", "chopin-etudes").dice(1, 1, 6, 6).seat(0, performance=5)
    table.specialist(0, "accompanist", number=3).acts(0, "perform", 3).choose(0, Take(1, "chopin-etudes"))
    assert [colour for colour, _ in rolled(table)] == ["black", "black", "white", "white"]
    table.choose(0, KeepDice(), SpendInspiration(0))
    assert table.events(PerformanceGiven)[0].result == 3 + 1 + 1 + 3 + 3


@pytest.mark.rule("PRF-1", "GEN-18")
def test_abilities_add_to_the_result_and_raise_low_dice() -> None:
    table = concert(1, 6, number=1, completed=["marin-marais", "maria-theresia-von-paradis"])
    table.choose(0, SpendInspiration(0))
    assert table.events(PerformanceGiven)[0].result == 1 + 2 + 3 + 2  # the 0 counts as 2


# --- rerolls --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRF-3")
def test_without_the_track_there_is_no_reroll() -> None:
    assert concert(1, 1).kind == "spend-inspiration"


@pytest.mark.rule("PRF-3", "TRK-P1")
def test_one_reroll_of_one_die_of_choice() -> None:
    table = concert(1, 2, 6, performance=1)
    assert table.choices(0) == [KeepDice(), Reroll(1), Reroll(2)]
    table.choose(0, Reroll(1))
    assert table.events(DiceRolled) == [
        DiceRolled(0, "bach-brandenburg-concertos", (Die("white", 6), Die("white", 2)), 1)
    ]
    assert table.floor == "dice-rolled"
    assert table.kind == "spend-inspiration"
    table.choose(0, SpendInspiration(0))
    assert table.events(PerformanceGiven)[0].result == 3 + 3 + 1


@pytest.mark.rule("PRF-3", "TRK-P4")
def test_a_second_reroll_may_take_the_same_die_again() -> None:
    table = concert(1, 1, 2, 6, performance=4)
    table.choose(0, Reroll(1))
    assert table.kind == "reroll"
    table.choose(0, Reroll(1))
    assert table.events(DiceRolled)[0].dice == (Die("black", 6), Die("white", 1))
    assert table.kind == "spend-inspiration"


@pytest.mark.rule("PRF-3")
def test_the_dice_may_be_kept_with_a_reroll_left() -> None:
    table = concert(6, 6, 1, performance=4).choose(0, Reroll(2), KeepDice())
    assert table.kind == "spend-inspiration"


@pytest.mark.rule("PRF-3", "GEN-18")
def test_rerolls_of_abilities_are_more() -> None:
    table = scenario().display("perform", "chopin-etudes").dice(1, 1, 1, 1, 1).specialist(0, "repetiteur", number=3)
    table.seat(0, performance=1).acts(0, "perform", 3).choose(0, Take(1, "chopin-etudes"))
    table.choose(0, Reroll(1), Reroll(1), Reroll(2))
    assert table.kind == "spend-inspiration"


@pytest.mark.rule("PRF-3")
def test_any_number_of_inspiration_is_spent_after_the_last_reroll() -> None:
    table = concert(1, 1, inspiration=3)
    assert table.choices(0) == [SpendInspiration(n) for n in range(4)]
    assert [table.outcome(0, choice).word for choice in table.choices(0)] == ["low"] * 4


@pytest.mark.rule("PRF-3", "GEN-3")
def test_inspiration_spent_on_the_tier_is_gone_for_the_concert() -> None:
    table = scenario().display("perform", "", "", "chopin-etudes").dice(1, 1).seat(0, inspiration=5)
    table.acts(0, "perform", 3).choose(0, Take(3, "chopin-etudes"), Pay(0))
    assert table.choices(0) == [SpendInspiration(0), SpendInspiration(1)]


@pytest.mark.rule("PRF-9")
def test_the_purple_die_may_be_rerolled_and_only_its_last_face_pays() -> None:
    table = concert(1, 1, 6, 5, performance=1, markers=())
    assert table.player(0).prestige == 0
    table.choose(0, Reroll(3))
    assert table.events(Gained) == [Gained(0, (("money", 5),), "dice", "bach-brandenburg-concertos")]
    assert (table.player(0).prestige, table.player(0).money) == (0, 5)


@pytest.mark.rule("PRF-3", "PRF-9", "PRF-2")
def test_the_prompt_of_a_reroll_tells_the_notes_of_each_die_and_none_of_the_purple_one() -> None:
    table = concert(
        4, 1, 6, number=3, apprentices=1, performance=2, markers=(), completed=["maria-theresia-von-paradis"]
    )
    about = loop.decision(table.state).about(table.state, 0)
    assert about == {"result": 3 + 2 + 4, "notes": [3, 2, None], "skill": 4}, "the white 0 counts as 2"


# --- the level ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRF-4")
@pytest.mark.parametrize(
    ("result", "level", "money", "prestige"),
    [(1, "low", 4, 0), (7, "low", 4, 0), (8, "medium", 6, 2), (11, "medium", 6, 2), (12, "high", 8, 5)],
)
def test_only_the_highest_level_reached_pays(result: int, level: str, money: int, prestige: int) -> None:
    table = concert(1, 1, number=1, inspiration=result - 1).choose(0, SpendInspiration(result - 1))
    assert table.events(PerformanceGiven) == [PerformanceGiven(0, "bach-brandenburg-concertos", result, level)]
    assert (table.player(0).money, table.player(0).prestige) == (money, prestige)
    assert table.player(0).sources == ({"performances": prestige} if prestige else {})


@pytest.mark.rule("PRF-5")
def test_a_low_concert_seats_no_token_and_its_card_is_discarded_even_with_a_patron_for_it() -> None:
    table = ready(1, 1).patron(0, "antonio-vivaldi").acts(0, "perform", 1)
    table.choose(0, Take(1, "bach-brandenburg-concertos"), SpendInspiration(0))
    assert table.events(TokenPlaced) == []
    assert table.events(CardDiscarded) == [CardDiscarded(0, "performance", "bach-brandenburg-concertos")]
    assert table.state.discards["performances"] == ("bach-brandenburg-concertos",)
    assert (table.player(0).performances, table.player(0).waiting[0].tucked) == ((), ())
    assert table.is_over


@pytest.mark.rule("PRF-5", "ORC-2")
def test_a_medium_concert_seats_a_token_in_the_column_of_its_era() -> None:
    table = concert(6, 6, number=1, inspiration=1).choose(0, SpendInspiration(1))
    orchestra = table.state.content.orchestra
    places = [choice.orchestra_seat for choice in table.choices(0, TakeChair)]
    assert places == [seat.id for seat in orchestra.values() if "baroque" in seat.eras]
    assert "seat-violin-1" in places
    assert not any(place.startswith("rare") for place in places)
    table.choose(0, TakeChair("seat-harpsichord"))
    assert table.state.orchestra["seat-harpsichord"].first == (Token(0, "performance"),)
    assert (table.player(0).wood, table.player(0).money) == (1, 6 + 1)
    assert table.state.discards["performances"] == ("bach-brandenburg-concertos",)
    assert table.is_over


@pytest.mark.rule("PRF-5", "PAT-3")
def test_the_card_may_go_under_a_patron_whose_open_secondary_requirement_it_meets() -> None:
    table = ready(6, 6).seat(0, inspiration=1).patron(0, "antonio-vivaldi", patience=2)
    table.acts(0, "perform", 1).choose(0, Take(1, "bach-brandenburg-concertos"), SpendInspiration(1))
    table.choose(0, TakeChair("seat-lute"))
    assert table.choices(0) == [Give("antonio-vivaldi"), DiscardCard()]
    table.choose(0, Give("antonio-vivaldi"))
    assert table.events(CardGiven) == [CardGiven(0, "performance", "bach-brandenburg-concertos", "antonio-vivaldi")]
    assert table.player(0).waiting[0].patience == 0
    assert table.state.discards["performances"] == ()
    assert table.is_over


@pytest.mark.rule("PRF-5")
def test_giving_the_card_is_optional() -> None:
    table = ready(6, 6).seat(0, inspiration=1).patron(0, "antonio-vivaldi")
    table.acts(0, "perform", 1).choose(0, Take(1, "bach-brandenburg-concertos"), SpendInspiration(1))
    table.choose(0, TakeChair("seat-lute"), DiscardCard())
    assert table.player(0).waiting[0].tucked == ()
    assert table.state.discards["performances"] == ("bach-brandenburg-concertos",)
    assert table.is_over


@pytest.mark.rule("PRF-5", "PAT-3", "PAT-10")
@pytest.mark.parametrize(
    ("patron", "tucked"),
    [
        ("marin-marais", ()),  # no secondary requirement
        ("fanny-hensel", ()),  # another era, and its row takes no performance
        ("joseph-haydn", ()),  # another era
        ("antonio-vivaldi", (("performance", "vivaldi-four-seasons"),)),  # met already
    ],
)
def test_a_patron_that_the_performance_does_not_serve_is_not_offered(
    patron: str, tucked: Sequence[tuple[str, str]]
) -> None:
    table = ready(6, 6).seat(0, inspiration=1).patron(0, patron, tucked=tucked)
    table.acts(0, "perform", 1).choose(0, Take(1, "bach-brandenburg-concertos"), SpendInspiration(1))
    table.choose(0, TakeChair("seat-lute"))
    assert table.state.discards["performances"] == ("bach-brandenburg-concertos",)
    assert table.is_over


@pytest.mark.rule("PRF-5", "PAT-3")
def test_a_patron_of_any_era_accepts_every_era() -> None:
    table = ready(6, 6).seat(0, inspiration=1).patron(0, "georg-philipp-telemann")
    table.acts(0, "perform", 1).choose(0, Take(1, "bach-brandenburg-concertos"), SpendInspiration(1))
    table.choose(0, TakeChair("seat-lute"))
    assert Give("georg-philipp-telemann") in table.choices(0)


@pytest.mark.rule("PRF-5", "ORC-8", "ORC-10")
def test_with_an_own_performance_token_on_every_seat_of_the_era_none_is_placed() -> None:
    table = ready(6, 6).seat(0, inspiration=1)
    for place in table.state.content.orchestra.values():
        if "baroque" in place.eras:
            table.chair(place.id, (0, "performance"))
    table.acts(0, "perform", 1).choose(0, Take(1, "bach-brandenburg-concertos"), SpendInspiration(1))
    assert table.events(TokenPlaced) == []
    assert table.player(0).money == 6
    assert table.is_over


@pytest.mark.rule("PRF-6")
def test_the_alternate_gives_3_animal() -> None:
    table = scenario().acts(0, "perform", 3).choose(0, Alternate((("animal", 3),)))
    assert table.player(0).animal == 3
    assert table.is_over


@pytest.mark.rule("PRF-7", "TRK-2")
def test_skill_4_moves_one_step_on_the_performance_track() -> None:
    table = scenario().acts(0, "perform", 3, apprentices=1).choose(0, TakeMoney())
    assert table.events(TrackAdvanced) == [TrackAdvanced(0, "performance", 1)]
    assert table.player(0).tracks.performance == 1
    assert table.is_over


# --- the order ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRF-8", "PAT-13", "GEN-12")
def test_a_concert_goes_step_by_step_in_the_order_of_the_rules() -> None:
    """Gottfried Reiche pays 3 money for a performance; Haydn is completed by this one."""
    table = scenario().display("perform", "", "", "mozart-requiem").dice(6, 1, 1, 3)
    table.seat(0, money=4, inspiration=3, performance=1, markers=(), completed=["gottfried-reiche"])
    table.patron(0, "joseph-haydn", tucked=[("instrument", "lute")]).acts(0, "perform", 3)
    steps: list[Choice] = [
        Take(3, "mozart-requiem"),
        Pay(4),
        Reroll(2),
        SpendInspiration(0),
        TakeChair("seat-cello"),
        Give("joseph-haydn"),
    ]
    for choice in steps:
        table.choose(0, choice)
    told = [type(event) for event in table.history]
    order = [CardTaken, Paid, DiceRolled, DiceRolled, Gained, PerformanceGiven, Gained, TokenPlaced, Gained]
    at = -1
    for expected in [*order, CardGiven, PatronCompleted, TrackAdvanced, Gained, Gained]:
        at = told.index(expected, at + 1)
    sources = [event.source for event in table.history if isinstance(event, Gained)]
    assert sources == ["dice", "level", "chair", "track", "ability"]
    assert table.is_over


@pytest.mark.rule("PRF-8", "GEN-5", "GEN-11")
def test_what_the_purple_die_brings_over_the_limit_is_discarded_before_inspiration_is_spent() -> None:
    table = concert(1, 1, 1, wood=9, inspiration=1, markers=("storage", "royal"))
    assert (table.kind, table.player(0).animal) == ("discard", 2)
    table.choose(0, Discard("wood"), Discard("animal"))
    assert table.kind == "spend-inspiration"
    assert (table.player(0).wood, table.player(0).animal) == (8, 1)


@pytest.mark.rule("PRF-8")
def test_inspiration_from_the_chair_comes_too_late_for_the_concert() -> None:
    table = concert(6, 6, number=1, inspiration=1)
    assert table.choices(0, SpendInspiration) == [SpendInspiration(0), SpendInspiration(1)]
    table.choose(0, SpendInspiration(1), TakeChair("seat-oboe"))
    assert table.player(0).inspiration == 3
    assert [event.result for event in table.events(PerformanceGiven)] == [8]
    assert table.is_over


@pytest.mark.rule("PRF-8", "PRF-5")
def test_performed_abilities_hear_a_low_concert_too_unless_they_name_a_level() -> None:
    table = scenario().display("perform", "chopin-etudes").dice(1, 1).seat(0, completed=["gottfried-reiche"])
    table.specialist(0, "critic", number=1).acts(0, "perform", 1)
    table.choose(0, Take(1, "chopin-etudes"), SpendInspiration(0))
    assert (table.player(0).money, table.player(0).prestige) == (3 + 3, 0)
    assert table.is_over


@pytest.mark.rule("PRF-8", "GEN-12")
def test_automatic_abilities_of_a_concert_come_before_optional_ones() -> None:
    """The Copyist's card names the optional soothing first, its inspiration second."""
    table = scenario().display("perform", "chopin-etudes").dice(1, 1).specialist(0, "copyist", number=1)
    table.patron(0, "karl-theodor", patience=2).acts(0, "perform", 1)
    table.choose(0, Take(1, "chopin-etudes"), SpendInspiration(0))
    assert table.player(0).inspiration == 2
    assert table.choices(0) == [Soothe("karl-theodor"), Decline()]
    table.choose(0, Soothe("karl-theodor"))
    assert table.player(0).waiting[0].patience == 1
    assert table.is_over


@pytest.mark.rule("PRF-8", "GEN-18")
def test_the_conductor_echoes_the_chair_bonus_before_the_card_is_given() -> None:
    table = scenario().display("perform", "bach-brandenburg-concertos").dice(6, 6).seat(0, inspiration=1)
    table.specialist(0, "conductor", number=1).patron(0, "antonio-vivaldi").acts(0, "perform", 1)
    table.choose(0, Take(1, "bach-brandenburg-concertos"), SpendInspiration(0), TakeChair("seat-natural-trumpet"))
    assert table.choices(0) == [Echo(), Decline()]
    table.choose(0, Echo())
    assert (table.player(0).money, table.player(0).prestige) == (6 + 2 + 2, 2 + 1 + 1)
    assert table.kind == "give"
    assert table.play_until(None).is_over


@pytest.mark.rule("PRF-5", "ORC-2", "GEN-18")
def test_any_era_seat_lets_the_token_go_to_every_column_but_no_rare_place() -> None:
    table = concert(6, 6, number=1, inspiration=1, completed=["maria-szymanowska"]).choose(0, SpendInspiration(1))
    places = {choice.orchestra_seat for choice in table.choices(0, TakeChair)}
    assert places == {seat.id for seat in table.state.content.orchestra.values() if not seat.rare}


@pytest.mark.rule("PRF-9", "GEN-18")
def test_abilities_never_take_more_rerolls_than_there_are() -> None:
    clumsy = Ability("always", "modify", stat="rerolls", amount=-1)
    table = ready(1, 1).seat(0, family="family-stradivari").ability("family-stradivari", clumsy)
    table.acts(0, "perform", 3).choose(0, Take(1, "bach-brandenburg-concertos"))
    assert table.kind == "spend-inspiration"
