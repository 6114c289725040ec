"""The orchestra: ORC-1 to ORC-13."""

import pytest

from engine.choices import TakeChair, TakeGoods, TakeMaterial
from engine.content import Content
from engine.content.cards import MATERIALS, Ability
from engine.events import NoChair, TokenDisplaced, TokenPlaced
from engine.rules.orchestra import PlaceToken, tokens_left, tokens_to_take
from engine.state import NEUTRAL, Chairs, Token
from tests.engine.scenario import Table, scenario

MONEY, INSPIRATION = TakeGoods((("money", 2),)), TakeGoods((("inspiration", 1),))
CARDS = {"instrument": "bassoon", "performance": "mozart-requiem", "repair": "repair-crook"}
"""Each can go to the bassoon: a classical wind seat, whose bonus is 5 money."""


def placement(table: Table, token: str, card: str = "", seat: int = 0) -> Table:
    return table.agenda(PlaceToken(seat, token, card or CARDS[token]))


def bassoon(*first: tuple[int, str], second: tuple[tuple[int, str], ...] = ()) -> Table:
    return scenario(3).chair("seat-bassoon", *first, second=second)


def seats(table: Table, seat: int = 0) -> list[str]:
    return [choice.orchestra_seat for choice in table.choices(seat, TakeChair)]


def goods_of(table: Table) -> dict[str, int]:
    """All that seat 0 has, which had nothing before."""
    player = table.player(0)
    held = {word: getattr(player, word) for word in ("money", "inspiration", *MATERIALS, "prestige")}
    held |= {"apprentice": player.apprentices, "instrument": len(player.hand)}
    return {word: amount for word, amount in held.items() if amount}


def chairs(table: Table) -> Chairs:
    return table.state.orchestra["seat-bassoon"]


# --- where a token may go -------------------------------------------------------------------------------------------


@pytest.mark.rule("ORC-1")
def test_every_basic_instrument_has_a_seat_and_each_section_a_rare_place(content: Content) -> None:
    basic = [place for place in content.orchestra.values() if not place.rare]
    rare = [place for place in content.orchestra.values() if place.rare]
    assert {place.instrument for place in basic} == {i.id for i in content.instruments.values() if not i.rare}
    assert sorted(place.section for place in rare) == ["percussion", "string", "wind"]
    assert all(place.eras == () for place in rare)
    violins = [place.eras for place in basic if place.instrument == "violin"]
    assert violins == [("baroque", "classical"), ("classical", "romantic")]
    assert all(len(place.eras) == 1 for place in basic if place.instrument != "violin")


@pytest.mark.rule("ORC-2")
def test_an_instrument_token_goes_to_its_instruments_seat() -> None:
    assert seats(placement(scenario(), "instrument", "horn")) == ["seat-horn"]
    assert seats(placement(scenario(), "instrument", "violin")) == ["seat-violin-1", "seat-violin-2"]
    assert seats(placement(scenario(), "instrument", "celesta")) == ["rare-percussion"]


@pytest.mark.rule("ORC-2", "ORC-1")
@pytest.mark.parametrize(
    ("card", "era"),
    [("handel-messiah", "baroque"), ("mozart-requiem", "classical"), ("verdi-requiem", "romantic")],
)
def test_a_performance_token_goes_to_its_eras_column_and_to_no_rare_place(
    content: Content, card: str, era: str
) -> None:
    found = seats(placement(scenario(), "performance", card))
    assert found == [place.id for place in content.orchestra.values() if era in place.eras]
    assert len([place for place in found if "violin-" in place]) == (2 if era == "classical" else 1)
    assert not [place for place in found if "rare" in place]


@pytest.mark.rule("ORC-2")
@pytest.mark.parametrize(
    ("card", "section"), [("repair-bridge", "string"), ("repair-crook", "wind"), ("repair-kettle", "percussion")]
)
def test_a_repair_token_goes_to_its_sections_row_and_to_no_rare_place(
    content: Content, card: str, section: str
) -> None:
    found = seats(placement(scenario(), "repair", card))
    rows = [place for place in content.orchestra.values() if place.section == section and not place.rare]
    assert found == [place.id for place in rows]


@pytest.mark.rule("ORC-8")
@pytest.mark.parametrize("token", ["performance", "repair"])
@pytest.mark.parametrize("below", [False, True])
def test_where_a_token_of_the_kind_already_is_no_second_can_go(token: str, below: bool) -> None:
    mine = (0, token)
    table = bassoon((1, "instrument"), second=(mine,)) if below else bassoon(mine)
    assert "seat-bassoon" not in seats(placement(table, token))


@pytest.mark.rule("ORC-8")
def test_a_performance_a_repair_and_any_number_of_instruments_of_one_player_may_share_a_seat() -> None:
    table = bassoon((0, "performance"))
    assert "seat-bassoon" in seats(placement(table, "repair"))
    table = bassoon((0, "instrument"), second=((0, "performance"), (0, "repair")))
    assert seats(placement(table, "instrument")) == ["seat-bassoon"]


@pytest.mark.rule("ORC-8")
def test_tokens_of_others_leave_room_for_ones_own() -> None:
    table = bassoon((1, "performance"), second=((2, "performance"),))
    assert "seat-bassoon" in seats(placement(table, "performance"))


@pytest.mark.rule("ORC-10")
def test_a_token_must_be_placed() -> None:
    table = placement(scenario(), "performance")
    assert all(isinstance(choice, TakeChair) for choice in table.choices(0))


@pytest.mark.rule("ORC-10")
def test_with_no_legal_seat_no_token_is_placed_and_no_bonus_taken(content: Content) -> None:
    table = scenario()
    for place in content.orchestra.values():
        if place.section == "wind" and not place.rare:
            table.chair(place.id, (0, "repair"))
    before = dict(table.state.orchestra)
    placement(table, "repair")
    assert table.is_over
    assert table.events() == [NoChair(0, "repair")]
    assert table.state.orchestra == before


# --- who gets the chair ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ORC-3")
@pytest.mark.parametrize("token", CARDS)
def test_an_empty_first_chair_is_taken_with_its_bonus(token: str) -> None:
    table = placement(bassoon(), token).choose(0, TakeChair("seat-bassoon"))
    assert chairs(table) == Chairs((Token(0, token),))
    assert table.player(0).money == 5
    assert table.events(TokenPlaced) == [TokenPlaced(0, token, "seat-bassoon", "first", "empty")]
    assert table.is_over


@pytest.mark.rule("ORC-3")
def test_every_printed_bonus_is_received(content: Content) -> None:
    for place in content.orchestra.values():
        if place.rare:
            continue
        table = placement(scenario(), "instrument", place.instrument or "").choose(0, TakeChair(place.id))
        expected = dict(place.bonus)
        if named := expected.pop("material", 0):
            table.choose(0, TakeMaterial("metal"))
            expected["metal"] = named
        assert goods_of(table) == expected
        assert table.is_over


@pytest.mark.rule("ORC-4", "ORC-12", "ORC-13")
@pytest.mark.parametrize("holder", [(0, "performance"), (1, "performance"), (1, "repair"), (NEUTRAL, "repair")])
def test_an_instrument_moves_a_performance_or_repair_token_below_the_line(holder: tuple[int, str]) -> None:
    table = placement(bassoon(holder, second=((2, "repair"), (2, "performance"))), "instrument")
    table.choose(0, TakeChair("seat-bassoon"))
    assert chairs(table).first == (Token(0, "instrument"),)
    assert sorted(chairs(table).second, key=repr) == sorted(
        (Token(*holder), Token(2, "repair"), Token(2, "performance")), key=repr
    )
    assert table.player(0).money == 5
    assert table.events(TokenDisplaced) == [TokenDisplaced(*holder, "seat-bassoon")]
    assert (table.player(1).money, table.player(2).money) == (0, 0)
    assert table.is_over


@pytest.mark.rule("ORC-5")
@pytest.mark.parametrize("token", CARDS)
@pytest.mark.parametrize("holder", [0, 1, NEUTRAL])
def test_where_an_instrument_holds_the_chair_a_token_goes_below_the_line(token: str, holder: int) -> None:
    table = placement(bassoon((holder, "instrument")), token).choose(0, TakeChair("seat-bassoon"))
    assert table.choices(0) == [MONEY, INSPIRATION]
    table.choose(0, INSPIRATION)
    assert chairs(table) == Chairs((Token(holder, "instrument"),), (Token(0, token),))
    assert (table.player(0).money, table.player(0).inspiration) == (0, 1)
    assert table.is_over


@pytest.mark.rule("ORC-5")
def test_below_the_line_2_money_may_be_chosen() -> None:
    table = placement(bassoon((1, "instrument")), "repair").choose(0, TakeChair("seat-bassoon"), MONEY)
    assert (table.player(0).money, table.player(0).inspiration) == (2, 0)


@pytest.mark.rule("ORC-6", "ORC-11")
@pytest.mark.parametrize("holder", [1, NEUTRAL])
def test_a_token_stays_below_the_line_where_it_does_not_outnumber_the_holder(holder: int) -> None:
    table = placement(bassoon((holder, "repair")), "performance").choose(0, TakeChair("seat-bassoon"))
    assert table.kind == "second-chair"
    assert chairs(table) == Chairs((Token(holder, "repair"),), (Token(0, "performance"),))


@pytest.mark.rule("ORC-6", "ORC-11", "ORC-12")
@pytest.mark.parametrize("holder", [1, NEUTRAL])
def test_a_token_that_outnumbers_the_holder_swaps_into_the_chair(holder: int) -> None:
    table = placement(bassoon((holder, "repair"), second=((0, "repair"),)), "performance")
    table.choose(0, TakeChair("seat-bassoon"))
    assert chairs(table).first == (Token(0, "performance"),), "the token just placed makes the swap"
    assert set(chairs(table).second) == {Token(0, "repair"), Token(holder, "repair")}
    assert table.player(0).money == 5
    assert table.events(TokenDisplaced) == [TokenDisplaced(holder, "repair", "seat-bassoon")]
    assert table.is_over


@pytest.mark.rule("ORC-6", "ORC-11")
def test_the_holders_tokens_below_the_line_count_too_and_those_of_third_seats_do_not() -> None:
    line = ((0, "repair"), (1, "performance"), (2, "performance"))
    table = placement(bassoon((1, "repair"), second=line), "performance").choose(0, TakeChair("seat-bassoon"))
    assert table.kind == "second-chair", "2 against 2"
    line = ((0, "repair"), (2, "performance"), (2, "repair"))
    table = placement(bassoon((1, "repair"), second=line), "performance").choose(0, TakeChair("seat-bassoon"))
    assert table.player(0).money == 5, "2 against 1"


@pytest.mark.rule("ORC-6")
def test_an_own_instrument_below_the_line_counts_in_the_comparison() -> None:
    table = placement(bassoon((1, "repair"), second=((0, "instrument"),)), "performance")
    table.choose(0, TakeChair("seat-bassoon"))
    assert chairs(table).first == (Token(0, "performance"),)


@pytest.mark.rule("ORC-6")
def test_the_prompt_says_how_many_tokens_are_missing() -> None:
    table = placement(bassoon((1, "repair"), second=((1, "performance"),)), "performance")
    outcome = table.outcome(0, TakeChair("seat-bassoon"))
    assert outcome.word == "second"
    assert dict(outcome.details) == {"mine": 1, "theirs": 2, "holder": 1, "held_by": "repair", "needed": 2}


@pytest.mark.rule("ORC-6", "ORC-8", "ORC-11")
@pytest.mark.parametrize("holder", [1, NEUTRAL])
def test_the_tokens_to_take_a_chair_are_as_many_as_it_takes_until_one_swaps(holder: int) -> None:
    table = bassoon((holder, "repair"))
    assert (tokens_to_take(table.state, 0, "seat-bassoon"), tokens_left(table.state, 0, "seat-bassoon")) == (2, 2)
    placement(table, "performance").choose(0, TakeChair("seat-bassoon"), MONEY)
    assert (tokens_to_take(table.state, 0, "seat-bassoon"), tokens_left(table.state, 0, "seat-bassoon")) == (1, 1)
    placement(table, "repair").choose(0, TakeChair("seat-bassoon"))
    assert chairs(table).first == (Token(0, "repair"),)


@pytest.mark.rule("ORC-3", "ORC-5", "ORC-7", "ORC-9")
def test_no_number_of_tokens_takes_a_chair_that_is_empty_rare_own_or_an_instruments() -> None:
    table = bassoon((1, "instrument")).chair("seat-oboe", (0, "repair")).chair("rare-wind", (1, "instrument"))
    for place in ("seat-flute", "rare-wind", "seat-oboe", "seat-bassoon"):
        assert tokens_to_take(table.state, 0, place) is None, place


@pytest.mark.rule("ORC-7")
@pytest.mark.parametrize(("held", "token"), [("performance", "repair"), ("repair", "performance")])
def test_beside_ones_own_performance_or_repair_token_the_new_one_goes_below_the_line(held: str, token: str) -> None:
    table = placement(bassoon((0, held)), token).choose(0, TakeChair("seat-bassoon"), MONEY)
    assert chairs(table) == Chairs((Token(0, held),), (Token(0, token),))
    assert table.player(0).money == 2
    assert table.is_over


@pytest.mark.rule("ORC-9")
@pytest.mark.parametrize(
    ("card", "place", "bonus"),
    [
        ("octobass", "rare-string", {"money": 2, "apprentice": 1}),
        ("serpent", "rare-wind", {"inspiration": 1, "wood": 1}),
        ("celesta", "rare-percussion", {"money": 1, "inspiration": 1, "instrument": 1}),
    ],
)
def test_a_rare_instrument_always_takes_a_first_chair(card: str, place: str, bonus: dict[str, int]) -> None:
    table = scenario().chair(place, (1, "instrument"), (0, "instrument"))
    placement(table, "instrument", card).choose(0, TakeChair(place))
    if "wood" in bonus:
        table.choose(0, TakeMaterial("wood"))
    assert table.state.orchestra[place].first == (
        Token(1, "instrument"),
        Token(0, "instrument"),
        Token(0, "instrument"),
    )
    assert goods_of(table) == bonus
    assert table.is_over


@pytest.mark.rule("ORC-13", "ORC-12")
def test_a_displaced_token_pays_nothing_and_sets_nothing_off() -> None:
    heard = Ability("seated", "gain", goods=((("money", 100),),))
    table = bassoon((1, "performance")).ability("family-sax", heard).seat(1, family="family-sax")
    placement(table, "instrument").choose(0, TakeChair("seat-bassoon"))
    assert table.player(1).money == 0
    assert Token(1, "performance") in chairs(table).second
    assert table.is_over


# --- what abilities change ------------------------------------------------------------------------------------------


@pytest.mark.rule("ORC-6", "GEN-18")
@pytest.mark.parametrize("holder", [1, NEUTRAL])
def test_as_many_tokens_are_enough_for_who_has_berlioz(holder: int) -> None:
    table = bassoon((holder, "repair")).seat(0, completed=["hector-berlioz"])
    placement(table, "performance").choose(0, TakeChair("seat-bassoon"))
    assert chairs(table) == Chairs((Token(0, "performance"),), (Token(holder, "repair"),))
    assert table.player(0).money == 5


@pytest.mark.rule("ORC-6", "GEN-18")
def test_who_has_berlioz_needs_one_token_less() -> None:
    table = bassoon((1, "repair"), second=((1, "performance"),)).seat(0, completed=["hector-berlioz"])
    assert tokens_to_take(table.state, 0, "seat-bassoon") == 2


@pytest.mark.rule("ORC-4", "ORC-5", "ORC-7", "GEN-18")
def test_berlioz_takes_no_chair_from_an_instrument_nor_from_oneself() -> None:
    for held in ((1, "instrument"), (0, "repair")):
        table = bassoon(held).seat(0, completed=["hector-berlioz"])
        placement(table, "performance").choose(0, TakeChair("seat-bassoon"))
        assert table.kind == "second-chair"


@pytest.mark.rule("ORC-2", "GEN-18")
def test_performance_tokens_may_go_to_any_seat_but_the_rare_for_who_has_szymanowska(content: Content) -> None:
    table = scenario().seat(0, completed=["maria-szymanowska"])
    found = seats(placement(table, "performance"))
    assert found == [place.id for place in content.orchestra.values() if not place.rare]
    assert len(seats(placement(scenario().seat(0, completed=["maria-szymanowska"]), "repair"))) == 6


@pytest.mark.rule("ORC-2", "GEN-18")
def test_repair_tokens_may_go_to_any_seat_but_the_rare_for_the_restorers_worker(content: Content) -> None:
    table = scenario().specialist(0, "restorer", 3).acts(0, "repair", 3)
    found = seats(placement(table, "repair"))
    assert found == [place.id for place in content.orchestra.values() if not place.rare]
    other = scenario().specialist(0, "restorer", 3).acts(0, "repair", 1)
    assert len(seats(placement(other, "repair"))) == 6
