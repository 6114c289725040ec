"""Cards, tiers and Search: RES-10 to RES-12, RES-16 to RES-22."""

import pytest

from engine.choices import (
    Activate,
    Alternate,
    Decline,
    Done,
    MakeRepair,
    Pay,
    PlacePatron,
    ReplaceMaterial,
    Search,
    Take,
    TakeMaterial,
    TakeMoney,
)
from engine.events import ApprenticeLeft, CardDiscarded, DeckSearched, Gained, Paid, RepairMade
from engine.view import events_for, table_view
from tests.engine.scenario import Table, scenario

KINDS = {
    "salon": ["composer", "noble", "performer"],
    "guild": ["percussion", "string", "wind"],
    "perform": ["baroque", "classical", "romantic"],
    "repair": ["percussion", "string", "wind"],
}


def at_guild(*cards: str, **possessions: object) -> Table:
    return scenario().display("guild", *cards).seat(0, **possessions)


# --- tiers ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RES-10")
def test_tier_1_is_free_tier_2_costs_4_and_tier_3_costs_8() -> None:
    cards = ("oboe", "lute", "viola", "flute", "horn")
    for money, slots in ((0, 2), (3, 2), (4, 4), (7, 4), (8, 5)):
        table = at_guild(*cards, money=money).acts(0, "guild", 3)
        assert [choice.slot for choice in table.choices(0, Take)] == list(range(1, slots + 1))
    free = at_guild(*cards).acts(0, "guild", 3).choose(0, Take(2, "lute"))
    assert (free.player(0).hand, free.events(Paid)) == (("lute",), [])
    assert free.is_over
    dear = at_guild(*cards, money=9).acts(0, "guild", 3).choose(0, Take(5, "horn"), Pay(8))
    assert (dear.player(0).money, dear.player(0).hand) == (1, ("horn",))
    assert dear.is_over


@pytest.mark.rule("RES-10", "GEN-3")
def test_a_tier_is_paid_in_any_mix_of_money_and_inspiration() -> None:
    table = at_guild("", "", "viola", money=3, inspiration=2).acts(0, "guild", 3).choose(0, Take(3, "viola"))
    assert table.choices(0) == [Pay(3), Pay(2)]
    table.choose(0, Pay(2))
    assert (table.player(0).money, table.player(0).inspiration) == (1, 0)
    assert table.events(Paid) == [Paid(0, (("money", 2), ("inspiration", 2)), "take", "viola")]
    assert table.is_over


@pytest.mark.rule("RES-10")
def test_inspiration_alone_pays_a_tier() -> None:
    table = at_guild("", "", "viola", inspiration=4).acts(0, "guild", 3).choose(0, Take(3, "viola"), Pay(0))
    assert table.player(0).inspiration == 0
    assert table.is_over


@pytest.mark.rule("RES-10", "TRK-R3", "TRK-R6")
@pytest.mark.parametrize(("reputation", "tier_2", "tier_3"), [(2, 4, 8), (3, 0, 8), (5, 0, 8), (6, 0, 0)])
def test_the_reputation_track_makes_tiers_free(reputation: int, tier_2: int, tier_3: int) -> None:
    for slot, price in ((3, tier_2), (5, tier_3)):
        cards = [""] * 5
        cards[slot - 1] = "viola"
        table = at_guild(*cards, money=8, reputation=reputation).acts(0, "guild", 3).choose(0, Take(slot, "viola"))
        if price:
            table.choose(0, Pay(price))
        assert table.player(0).money == 8 - price
        assert table.is_over


@pytest.mark.rule("RES-10", "GEN-18")
def test_the_private_secretary_takes_4_off_the_tier_but_not_below_nothing() -> None:
    table = at_guild("", "", "viola", "", "horn", money=4).specialist(0, "private-secretary", number=3)
    table.acts(0, "guild", 3)
    assert [choice.slot for choice in table.choices(0, Take)] == [3, 5]
    table.choose(0, Take(3, "viola"))
    assert (table.player(0).money, table.player(0).inspiration) == (4, 1)
    assert table.is_over


@pytest.mark.rule("RES-11")
def test_a_taken_card_leaves_its_slot_empty_and_no_card_slides() -> None:
    table = at_guild("oboe", "lute", "viola", money=4).acts(0, "guild", 3).choose(0, Take(2, "lute"))
    assert table.state.displays["guild"] == ("oboe", "", "viola", "", "")
    assert [slot["card"] for slot in table_view(table.state, 0)["locations"]["guild"]["display"]][:2] == ["oboe", None]


@pytest.mark.rule("RES-16", "REP-1")
def test_tier_and_materials_must_be_payable_together() -> None:
    """Tier II costs 4, the key pads 1 animal or 2 inspiration."""
    for money, inspiration, animal, offered in (
        (4, 0, 1, True),
        (4, 0, 0, False),
        (2, 4, 0, True),
        (2, 3, 0, False),
        (3, 3, 0, True),
        (0, 6, 0, True),
        (0, 5, 0, False),
        (0, 4, 1, True),
    ):
        table = scenario().display("repair", "", "", "repair-key-pads")
        table.seat(0, money=money, inspiration=inspiration, animal=animal).acts(0, "repair", 3)
        assert bool(table.choices(0, Take)) is offered, (money, inspiration, animal)


@pytest.mark.rule("RES-16", "GEN-3")
def test_the_tier_leaves_the_inspiration_that_the_materials_need() -> None:
    table = scenario().display("repair", "", "", "repair-key-pads").seat(0, money=5, inspiration=4)
    table.acts(0, "repair", 3).choose(0, Take(3, "repair-key-pads"))
    assert table.choices(0) == [Pay(4), Pay(3), Pay(2)]
    table.choose(0, Pay(2), ReplaceMaterial("animal"))
    assert (table.player(0).money, table.player(0).inspiration) == (3, 0)
    assert table.events(RepairMade) == [RepairMade(0, "repair-key-pads", 2)]


@pytest.mark.rule("RES-16", "REP-1")
def test_with_inspiration_for_both_only_the_one_mix_is_offered() -> None:
    table = scenario().display("repair", "", "", "repair-key-pads").seat(0, money=2, inspiration=4)
    table.acts(0, "repair", 3).choose(0, Take(3, "repair-key-pads"))
    assert table.choices(0) == [Pay(2)]
    table.choose(0, Pay(2))
    assert table.choices(0) == [ReplaceMaterial("animal")]


# --- Search ---------------------------------------------------------------------------------------------------------


def searching(location: str, **possessions: object) -> Table:
    """Seat 0 acts at a location with an apprentice and 10 money; nothing lies open."""
    table = scenario().seat(0, **{"money": 10, **possessions})
    if location == "salon":  # all three kinds of patrons on top, a noble last
        table.deck("patrons", "marin-marais", "joseph-haydn", "karl-theodor")
    return table.acts(0, location, 1, apprentices=1)


@pytest.mark.rule("RES-12")
@pytest.mark.parametrize("location", KINDS)
def test_all_four_decks_can_be_searched_for_a_kind_as_on_their_backs(location: str) -> None:
    table = searching(location)
    assert [choice.wanted for choice in table.choices(0, Search)] == KINDS[location]


@pytest.mark.rule("RES-12")
def test_only_a_worker_with_an_apprentice_can_search() -> None:
    assert not scenario().seat(0, money=10, apprentices=2).acts(0, "guild", 1).choices(0, Search)


@pytest.mark.rule("RES-12")
@pytest.mark.parametrize(("money", "inspiration", "able"), [(9, 0, False), (10, 0, True), (6, 4, True), (0, 10, True)])
def test_a_search_costs_10_in_money_and_inspiration(money: int, inspiration: int, able: bool) -> None:
    table = searching("guild", money=money, inspiration=inspiration)
    assert bool(table.choices(0, Search)) is able
    if able:
        table.choose(0, Search("wind"))
        assert table.choices(0) == [Pay(money)]
        table.choose(0, Pay(money))
        assert table.player(0).coins == 0
        assert table.is_over


@pytest.mark.rule("RES-12", "RES-21", "GEN-10")
def test_the_first_card_of_the_kind_is_found_and_those_passed_over_stay_on_top_in_order() -> None:
    table = (
        scenario().seat(0, money=10).deck("instruments", "lute", "horn", "violin", "timpani", "harpsichord", "flute")
    )
    before = table.state.decks["instruments"]
    table.acts(0, "guild", 1, apprentices=1).choose(0, Search("percussion"), Pay(10))
    assert table.player(0).hand == ("timpani",)
    assert table.state.decks["instruments"] == (*before[:3], *before[4:])
    assert table.floor == "deck-seen"
    assert table.is_over


@pytest.mark.rule("RES-21", "GEN-15")
def test_others_see_how_many_were_passed_over_and_the_card_if_it_ends_in_the_open() -> None:
    table = scenario().seat(0, money=10).deck("instruments", "lute", "horn", "timpani")
    table.acts(0, "guild", 1, apprentices=1).choose(0, Search("percussion"), Pay(10))
    event = table.events(DeckSearched)
    assert event == [DeckSearched(0, "guild", "percussion", 2, "", "timpani")]
    (told,) = events_for(1, event, seat=1)
    assert (told["passed"], told["card"]) == (2, "")
    assert "timpani" not in str(told)
    assert "lute" not in str(told)
    salon = searching("salon").choose(0, Search("composer"), Pay(10))
    (told,) = events_for(1, salon.events(DeckSearched), seat=1)
    assert (told["passed"], told["card"]) == (1, "joseph-haydn")


@pytest.mark.rule("RES-12", "RES-20", "SAL-1")
def test_a_patron_found_is_placed_at_once_without_a_tier_price() -> None:
    table = searching("salon").choose(0, Search("noble"), Pay(10), PlacePatron(1))
    assert [p.card for p in table.player(0).waiting] == ["karl-theodor"]
    assert (table.player(0).money, table.player(0).apprentices_removed) == (4, 1)
    assert table.state.decks["patrons"][:2] == ("marin-marais", "joseph-haydn")
    assert table.is_over


@pytest.mark.rule("RES-12", "RES-20", "PRF-1")
def test_a_performance_found_is_given_at_once() -> None:
    table = scenario().seat(0, money=10).deck("performances", "cramer-studies", "chopin-etudes").dice(6, 6)
    table.acts(0, "perform", 1, apprentices=1).choose(0, Search("romantic"), Pay(10)).play_until("chair")
    assert table.player(0).performances[0].card == "chopin-etudes"
    assert table.player(0).money == 5


@pytest.mark.rule("RES-12", "RES-20", "RES-22")
def test_a_repair_found_may_be_paid_and_made() -> None:
    table = scenario().seat(0, money=10, animal=1).deck("repairs", "repair-bridge", "repair-key-pads")
    table.acts(0, "repair", 1, apprentices=1).choose(0, Search("wind"), Pay(10))
    assert (table.kind, table.choices(0)) == ("found-repair", [MakeRepair(), Decline()])
    table.choose(0, MakeRepair()).play_until("chair")
    assert (table.player(0).animal, table.player(0).repairs) == (0, ("repair-key-pads",))


@pytest.mark.rule("RES-22")
def test_a_repair_found_and_not_wanted_goes_to_the_discard_pile_and_ends_the_action() -> None:
    table = scenario().seat(0, money=10, animal=1).deck("repairs", "repair-bridge", "repair-key-pads")
    table.acts(0, "repair", 1, apprentices=3).choose(0, Search("wind"), Pay(10), Decline())
    assert table.state.discards["repairs"] == ("repair-key-pads",)
    assert table.events(CardDiscarded) == [CardDiscarded(0, "repair", "repair-key-pads")]
    assert (table.player(0).money, table.player(0).apprentices_removed, table.player(0).prestige) == (0, 1, 0)
    assert table.player(0).tracks.craft == 1  # skill 4: the bonus is taken all the same
    assert table.is_over


@pytest.mark.rule("RES-22")
def test_a_repair_found_that_cannot_be_paid_goes_to_the_discard_pile() -> None:
    table = scenario().seat(0, money=10).deck("repairs", "repair-key-pads")
    table.acts(0, "repair", 1, apprentices=1).choose(0, Search("wind"), Pay(10))
    assert table.state.discards["repairs"] == ("repair-key-pads",)
    assert (table.player(0).coins, table.player(0).apprentices_removed) == (0, 1)
    assert table.is_over


@pytest.mark.rule("RES-22", "RES-12")
def test_a_search_for_a_repair_may_spend_the_inspiration_that_its_materials_would_need() -> None:
    table = scenario().seat(0, money=10, inspiration=2).deck("repairs", "repair-key-pads")
    table.acts(0, "repair", 1, apprentices=1).choose(0, Search("wind"))
    assert table.choices(0) == [Pay(10), Pay(9), Pay(8)]
    table.choose(0, Pay(8))
    assert table.state.discards["repairs"] == ("repair-key-pads",)
    assert table.is_over


@pytest.mark.rule("RES-17")
def test_after_a_search_one_apprentice_leaves_for_good_and_the_others_go_to_the_market() -> None:
    table = scenario().seat(0, money=10).acts(0, "guild", 1, apprentices=2)
    table.choose(0, Search("wind"), Pay(10))
    assert table.events(ApprenticeLeft) == [ApprenticeLeft(0)]
    shown = table_view(table.state, 0)["seats"][0]["apprentices"]
    assert shown == {"held": 0, "placed": 0, "market": 2, "removed": 1}
    table.acts(0, "balcony", 3).choose(0, Alternate((("apprentice", 2),)))
    assert table_view(table.state, 0)["seats"][0]["apprentices"]["market"] == 0
    assert table.is_over


@pytest.mark.rule("RES-17", "RES-13")
def test_the_apprentice_leaves_after_the_bonus_and_acted_abilities() -> None:
    table = scenario().seat(0, money=10).specialist(0, "broker", number=3).acts(0, "guild", 3, apprentices=1)
    table.choose(0, Search("wind"), Pay(10))
    assert (table.kind, table.player(0).apprentices_removed) == ("material", 0)
    table.choose(0, TakeMaterial("wood"), Done())
    assert [type(event) for event in table.told][-2:] == [Gained, ApprenticeLeft]
    assert table.player(0).apprentices_removed == 1


@pytest.mark.rule("RES-17")
def test_the_rehearsal_master_cannot_keep_the_apprentice_of_a_search() -> None:
    table = scenario().seat(0, money=10).specialist(0, "rehearsal-master", number=1).acts(0, "guild", 1, apprentices=2)
    table.choose(0, Search("wind"), Pay(10))
    assert (table.player(0).apprentices, table.player(0).apprentices_removed) == (1, 1)
    assert table.is_over


@pytest.mark.rule("RES-18")
def test_a_seat_searches_once_in_a_resolution_phase() -> None:
    table = scenario().seat(0, money=20).seat(1, money=20)
    table.worker(0, "guild", 3, apprentices=1).worker(1, "guild", 1, apprentices=1).worker(0, "salon", 1, apprentices=1)
    table.turn(0).choose(0, Activate("guild"), Search("wind"), Pay(10), TakeMaterial("wood"))
    table.play_until("act")
    assert table.choices(1, Search)
    table.choose(1, TakeMoney()).play_until("turn").play_until("act")
    assert table.clock == (0,)
    assert table.choices(0, Search) == []


@pytest.mark.rule("RES-18")
def test_another_round_another_search() -> None:
    table = searching("guild", searched=True)
    assert table.choices(0, Search) == []
    assert searching("guild", searched=False).choices(0, Search)


@pytest.mark.rule("RES-19")
def test_a_kind_that_only_the_discard_pile_holds_is_shuffled_under_the_deck_and_found() -> None:
    table = scenario().seat(0, money=10).discards("instruments", "timpani", "horn", "timpani")
    table.deck("instruments", "lute", "violin", rest=False)
    table.acts(0, "guild", 1, apprentices=1)
    assert [choice.wanted for choice in table.choices(0, Search)] == ["percussion", "string", "wind"]
    table.choose(0, Search("percussion"), Pay(10))
    assert table.player(0).hand == ("timpani",)
    assert table.state.decks["instruments"][:2] == ("lute", "violin")
    assert sorted(table.state.decks["instruments"][2:]) == ["horn", "timpani"]
    assert table.state.discards["instruments"] == ()
    assert table.is_over


@pytest.mark.rule("RES-19")
def test_the_discard_pile_stays_where_it_is_when_the_deck_has_the_kind() -> None:
    table = scenario().seat(0, money=10).discards("instruments", "timpani").deck("instruments", "horn", rest=False)
    table.acts(0, "guild", 1, apprentices=1).choose(0, Search("wind"), Pay(10))
    assert table.state.discards["instruments"] == ("timpani",)


@pytest.mark.rule("RES-19")
def test_a_kind_that_neither_deck_nor_discard_pile_holds_cannot_be_named() -> None:
    table = scenario().seat(0, money=10).discards("instruments", "timpani").deck("instruments", "horn", rest=False)
    table.acts(0, "guild", 1, apprentices=1)
    assert [choice.wanted for choice in table.choices(0, Search)] == ["percussion", "wind"]


@pytest.mark.rule("RES-20", "GEN-18")
def test_a_search_costs_10_whatever_makes_tiers_cheaper() -> None:
    table = scenario().seat(0, money=10, reputation=6).specialist(0, "private-secretary", number=1)
    table.acts(0, "guild", 1, apprentices=1).choose(0, Search("wind"))
    assert table.choices(0) == [Pay(10)]
