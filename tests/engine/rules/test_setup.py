"""Setup: SET-1 to SET-12."""

import pytest

from engine.choices import Decline, Draw, KeepCard, PlacePatron, SetupChoice, TakeMaterial
from engine.content import Content
from engine.content.cards import DISPLAYS, TRACKS
from engine.events import AwardsShown, CardsDealt, DisplayFilled, Event, FamilyShown, Gained, MarketShown, SetupChosen
from engine.setup import ChooseSetup, GoodsAndPatrons
from engine.state import NOBODY, Tracks
from engine.view import events_for, table_view
from tests.engine.scenario import Table, new_game, scenario

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def two_deals() -> Table:
    """Seat 0 may keep Amati (1) or Broadwood (8), seat 1 Ruckers (2) or Érard (10)."""
    table = scenario()
    ours = "goal-string-workshop goal-wind-workshop goal-pattern-book goal-at-court"
    theirs = "goal-baroque-house goal-classical-house goal-repair-counter goal-back-desks"
    table.deal(0, "family-amati family-broadwood", "marin-marais joseph-haydn", "oboe lute", ours)
    table.deal(1, "family-ruckers family-erard", "vincenzo-gonzaga karl-theodor", "horn horn", theirs)
    return table.agenda(ChooseSetup(NOBODY, (0, 1)), GoodsAndPatrons(NOBODY))


def broadwood() -> SetupChoice:
    return SetupChoice("family-broadwood", "joseph-haydn", "lute", ("goal-string-workshop", "goal-pattern-book"))


def ruckers() -> SetupChoice:
    return SetupChoice("family-ruckers", "karl-theodor", "horn", ("goal-baroque-house", "goal-classical-house"))


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(("seats", "tiles"), [(2, 3), (3, 3), (4, 4)])
def test_three_award_tiles_lie_open_and_four_with_four_seats(seats: int, tiles: int, content: Content) -> None:
    awards = [tile.award for tile in new_game(seats).state.awards]
    assert len(set(awards)) == tiles
    assert set(awards) <= content.awards.keys()


@pytest.mark.rule("SET-1", "GEN-8")
def test_another_seed_lays_other_award_tiles_and_the_same_seed_the_same() -> None:
    rows = [new_game(2, seed).state.awards for seed in ("LUTE 1", "LUTE 2", "LUTE 1")]
    assert rows[0] == rows[2]
    assert rows[0] != rows[1]


@pytest.mark.rule("SET-2")
def test_patrons_a_lie_on_patrons_b(content: Content) -> None:
    letters = "".join(content.patrons[card].deck for card in new_game().state.decks["patrons"])
    assert letters == "A" * letters.count("A") + "B" * letters.count("B")
    assert letters.count("B") == sum(patron.deck == "B" for patron in content.patrons.values())


@pytest.mark.rule("SET-2", "GEN-8")
@pytest.mark.parametrize("deck", ["patrons", "instruments", "performances", "repairs", "royals", "market", *TRACKS])
def test_each_deck_is_shuffled_by_the_seed(deck: str) -> None:
    orders = {new_game(2, f"LUTE {n}").state.decks[deck] for n in range(5)}
    assert len(orders) > 1


@pytest.mark.rule("SET-2", "SET-7")
def test_every_card_of_the_four_decks_is_in_its_deck_face_up_or_dealt(content: Content) -> None:
    state = new_game(3).state
    deals = [player.deal for player in state.players if player.deal]
    patrons = [*state.decks["patrons"], *state.displays["salon"], *(card for deal in deals for card in deal.patrons)]
    assert sorted(patrons) == sorted(p.id for p in content.patrons.values() if p.deck != "royal")
    cards = [*state.decks["instruments"], *state.displays["guild"], *(c for deal in deals for c in deal.instruments)]
    assert sorted(cards) == sorted(i.id for i in content.instruments.values() for _ in range(i.copies))
    assert sorted(state.decks["repairs"] + state.displays["repair"]) == sorted(content.repairs)
    assert sorted(state.decks["performances"] + state.displays["perform"]) == sorted(content.performances)


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize(("seats", "slots"), [(2, (5, 5, 4, 4)), (3, (5, 5, 5, 5)), (4, (5, 5, 5, 5))])
def test_perform_and_repair_are_one_slot_shorter_with_two_seats(seats: int, slots: tuple[int, ...]) -> None:
    displays = new_game(seats).state.displays
    assert tuple(len(displays[location]) for location in ("salon", "guild", "perform", "repair")) == slots
    assert all(card for cards in displays.values() for card in cards)


@pytest.mark.rule("SET-4")
def test_the_fixed_market_card_is_open_and_all_others_wait(content: Content) -> None:
    for number in range(5):
        state = new_game(2, f"LUTE {number}").state
        assert content.markets[state.market].first_round
        assert sorted(state.decks["market"]) == sorted(content.markets.keys() - {state.market})


@pytest.mark.rule("SET-5")
@SEATS
def test_royals_and_specialty_cards_are_one_more_than_seats(seats: int, content: Content) -> None:
    decks = new_game(seats).state.decks
    assert len(decks["royals"]) == seats + 1
    assert {content.patrons[card].deck for card in decks["royals"]} == {"royal"}
    for track in TRACKS:
        assert len(decks[track]) == seats + 1
        assert {content.specialists[card].track for card in decks[track]} == {track}


@pytest.mark.rule("SET-6")
@SEATS
def test_a_seat_begins_with_three_workers_three_markers_and_its_apprentices_at_the_market(seats: int) -> None:
    table = new_game(seats)
    for player, shown in zip(table.state.players, table_view(table.state, None)["seats"], strict=True):
        assert player.idle == player.numbers == (1, 3, 5)
        assert player.markers == ("storage", "royal", "purple")
        assert (player.tracks, player.prestige) == (Tracks(), 0)
        assert shown["apprentices"] == {"held": 0, "placed": 0, "market": 3, "removed": 0}
        assert (player.coins, player.materials) == (0, 0)


@pytest.mark.rule("SET-7")
@SEATS
def test_each_seat_keeps_one_family_one_patron_one_instrument_and_two_goals_of_its_own_deal(seats: int) -> None:
    table = new_game(seats)
    families: list[str] = []
    goals: list[str] = []
    for player in table.state.players:
        deal = player.deal
        assert deal is not None
        families += deal.families
        goals += deal.goals
        assert [len(cards) for cards in (deal.families, deal.patrons, deal.instruments, deal.goals)] == [2, 2, 2, 4]
        offered = table.choices(player.seat, SetupChoice)
        pairs = {frozenset(keep.goals) for keep in offered}
        assert len(pairs) == 6
        assert all(len(pair) == 2 and pair <= set(deal.goals) for pair in pairs)
        assert len(offered) == 2 * 2 * len(set(deal.instruments)) * 6
    assert (len(set(families)), len(set(goals))) == (2 * seats, 4 * seats), "nothing is dealt twice"


@pytest.mark.rule("SET-1", "SET-3", "SET-4", "SET-7", "SET-10", "GEN-15")
def test_all_are_told_what_lies_open_and_each_seat_what_it_was_dealt() -> None:
    table = new_game()
    state = table.state
    shown: list[Event] = [AwardsShown(NOBODY, tuple(tile.award for tile in state.awards))]
    shown += [DisplayFilled(NOBODY, place, state.displays[place]) for place in DISPLAYS]
    deals = [player.deal for player in state.players]
    dealt = [CardsDealt(n, d.families, d.patrons, d.instruments, d.goals) for n, d in enumerate(deals) if d]
    assert table.history == [*shown, MarketShown(NOBODY, "market-01"), *dealt]
    told = [("private" in line) for line in events_for(0, dealt, 1)]
    assert told == [False, True], "the second seat sees its own deal alone"


@pytest.mark.rule("SET-7", "GEN-8")
@pytest.mark.parametrize("cards", ["families", "patrons", "instruments", "goals"])
def test_another_seed_deals_other_cards(cards: str) -> None:
    deals = [new_game(2, f"LUTE {n}").player(0).deal for n in range(5)]
    assert len({getattr(deal, cards) for deal in deals}) > 1


@pytest.mark.rule("SET-7")
def test_two_equal_instruments_are_one_choice() -> None:
    table = two_deals()
    assert {keep.instrument for keep in table.choices(1, SetupChoice)} == {"horn"}
    assert len(table.choices(1)) == 24


@pytest.mark.rule("SET-8")
def test_round_1_is_played_in_order_of_the_family_numbers() -> None:
    table = two_deals().choose(0, broadwood()).choose(1, ruckers())
    assert table.state.order == (1, 0)


@pytest.mark.rule("SET-8")
def test_the_lowest_family_number_goes_first_whoever_chose_first() -> None:
    amati = SetupChoice("family-amati", "joseph-haydn", "lute", ("goal-string-workshop", "goal-wind-workshop"))
    table = two_deals().choose(1, ruckers()).choose(0, amati)
    assert table.state.order == (0, 1)


@pytest.mark.rule("SET-10", "GEN-7")
def test_nobody_sees_what_another_keeps_until_all_have_chosen() -> None:
    table = two_deals()
    assert table.clock == (0, 1)
    table.choose(0, broadwood())
    assert table.clock == (1,)
    kept = events_for(1, table.events(SetupChosen), seat=1)
    assert kept == [{"n": 1, "i": 0, "type": "setup-chosen", "seat": 0}]
    seen_by_1 = str(table_view(table.state, 1))
    for secret in ("family-broadwood", "joseph-haydn", "lute", "goal-pattern-book"):
        assert f"'{secret}'" not in seen_by_1
    table.choose(1, ruckers())
    assert table.events(FamilyShown) == [
        FamilyShown(0, "family-broadwood", "joseph-haydn"),
        FamilyShown(1, "family-ruckers", "karl-theodor"),
    ]
    shown = table_view(table.state, 1)["seats"][0]
    assert (shown["family"], shown["hand"], shown["goals"]) == ("family-broadwood", 1, 2)


@pytest.mark.rule("SET-10")
def test_the_order_of_choosing_changes_nothing() -> None:
    one = two_deals().choose(0, broadwood()).choose(1, ruckers())
    other = two_deals().choose(1, ruckers()).choose(0, broadwood())
    assert one.state.decks == other.state.decks
    assert one.state.players == other.state.players
    assert one.clock == other.clock


@pytest.mark.rule("SET-11")
def test_instruments_not_kept_go_to_the_bottom_of_their_deck() -> None:
    table = two_deals()
    before = table.state.decks["instruments"]
    table.choose(0, broadwood()).choose(1, ruckers())
    after = table.state.decks["instruments"]
    assert after[: len(before)] == before
    assert sorted(after[len(before) :]) == ["horn", "oboe"]


@pytest.mark.rule("SET-11")
def test_patrons_not_kept_go_to_the_bottom_of_the_a_part(content: Content) -> None:
    table = two_deals().choose(0, broadwood()).choose(1, ruckers())
    deck = table.state.decks["patrons"]
    letters = [content.patrons[card].deck for card in deck]
    last_a = letters.index("B")
    assert letters[:last_a] == ["A"] * last_a
    assert sorted(deck[last_a - 2 : last_a]) == ["marin-marais", "vincenzo-gonzaga"]


@pytest.mark.rule("SET-11", "GEN-7")
def test_what_was_not_kept_is_shuffled_together_before_it_goes_back() -> None:
    """Nobody can tell from the order of seats whose card lies where."""
    orders = set()
    for seed in range(12):
        table = two_deals()
        table.state.rng.state = seed
        table.choose(0, broadwood()).choose(1, ruckers())
        patrons, instruments = table.state.decks["patrons"], table.state.decks["instruments"]
        orders.add((instruments[-2:], patrons.index("marin-marais") < patrons.index("vincenzo-gonzaga")))
    assert {cards for cards, _ in orders} == {("horn", "oboe"), ("oboe", "horn")}
    assert {ours_first for _, ours_first in orders} == {True, False}


@pytest.mark.rule("SET-11")
def test_families_and_goals_not_kept_leave_the_game() -> None:
    table = two_deals().choose(0, broadwood()).choose(1, ruckers())
    everything = str(table.state.players) + str(table.state.decks) + str(table.state.discards)
    for gone in (
        "family-amati",
        "family-erard",
        "goal-wind-workshop",
        "goal-at-court",
        "goal-repair-counter",
        "goal-back-desks",
    ):
        assert f"'{gone}'" not in everything
    assert table.player(0).goals == ("goal-string-workshop", "goal-pattern-book")


@pytest.mark.rule("SET-12")
def test_seats_take_goods_and_place_their_patron_one_after_the_other_in_turn_order() -> None:
    table = two_deals().choose(0, broadwood()).choose(1, ruckers())
    assert (table.clock, table.kind) == ((1,), "patron-space")
    ruckers_goods = table.player(1)
    assert (ruckers_goods.money, ruckers_goods.inspiration) == (4, 1)
    assert (ruckers_goods.wood, ruckers_goods.animal, ruckers_goods.metal) == (2, 1, 1)
    assert table.player(0).coins == 0
    assert table.choices(1) == [PlacePatron(1), PlacePatron(2), PlacePatron(3)]
    table.choose(1, PlacePatron(1))
    assert table.player(1).money == 8
    assert (table.clock, table.kind) == ((0,), "patron-space")
    assert table.player(0).money == 4
    table.choose(0, PlacePatron(2), TakeMaterial("metal"))
    assert table.player(0).metal == 1
    assert table.player(0).waiting[0].card == "joseph-haydn"
    assert table.player(0).waiting[0].patience == 0
    assert table.is_over


@pytest.mark.rule("SET-12")
def test_setup_abilities_follow_the_placed_patron() -> None:
    amati = SetupChoice("family-amati", "joseph-haydn", "lute", ("goal-string-workshop", "goal-wind-workshop"))
    table = two_deals().deck("instruments", "guitar", "viola", "flute").choose(0, amati).choose(1, ruckers())
    table.choose(0, PlacePatron(3))
    assert table.player(0).apprentices == 1
    assert (table.kind, table.choices(0)) == ("draw", [Draw(), Decline()])
    table.choose(0, Draw(), KeepCard("viola"))
    assert table.player(0).hand == ("lute", "viola")
    assert table.state.decks["instruments"][-2:] == ("guitar", "flute")
    assert (table.clock, table.kind) == ((1,), "patron-space")
    table.choose(1, PlacePatron(1))
    assert table.is_over


@pytest.mark.rule("SET-12")
@pytest.mark.parametrize(
    ("family", "field", "value"),
    [
        ("family-guarneri", "idle", (1, 2, 3, 5)),
        ("family-hotteterre", "tracks", Tracks(performance=1)),
        ("family-erard", "tracks", Tracks(reputation=1)),
        ("family-sax", "tracks", Tracks(craft=1)),
    ],
)
def test_a_family_with_a_setup_ability_begins_with_it(family: str, field: str, value: object) -> None:
    table = scenario()
    table.deal(
        0,
        f"{family} family-steinway",
        "marin-marais joseph-haydn",
        "oboe lute",
        "goal-string-workshop goal-wind-workshop goal-pattern-book goal-at-court",
    )
    table.deal(1, "family-broadwood family-stein-streicher", "karl-theodor fanny-hensel", "horn viola", "h1 h2 h3 h4")
    table.agenda(ChooseSetup(NOBODY, (0, 1)), GoodsAndPatrons(NOBODY))
    table.choose(0, SetupChoice(family, "marin-marais", "oboe", ("goal-string-workshop", "goal-wind-workshop")))
    table.choose(1, SetupChoice("family-broadwood", "karl-theodor", "horn", ("h1", "h2")))
    first = table.clock[0]
    table.choose(first, PlacePatron(1)).choose(1 - first, PlacePatron(1))
    assert getattr(table.player(0), field) == value
    assert table.is_over


@pytest.mark.rule("SET-12", "GEN-4")
def test_the_apprentice_of_a_family_comes_from_the_market() -> None:
    denner = SetupChoice("family-denner", "marin-marais", "oboe", ("goal-string-workshop", "goal-wind-workshop"))
    table = scenario()
    table.deal(
        0,
        "family-denner family-steinway",
        "marin-marais joseph-haydn",
        "oboe lute",
        "goal-string-workshop goal-wind-workshop goal-pattern-book goal-at-court",
    )
    table.deal(1, "family-broadwood family-stein-streicher", "karl-theodor fanny-hensel", "horn viola", "h1 h2 h3 h4")
    table.agenda(ChooseSetup(NOBODY, (0, 1)), GoodsAndPatrons(NOBODY))
    table.choose(0, denner).choose(1, SetupChoice("family-broadwood", "karl-theodor", "horn", ("h1", "h2")))
    goods = (("money", 5), ("inspiration", 1), ("wood", 2), ("apprentice", 1))
    assert table.events(Gained) == [Gained(0, goods, "family", "family-denner")]
    table.choose(0, PlacePatron(3)).choose(1, PlacePatron(1))
    assert table.player(0).apprentices == 2
    assert table.is_over
