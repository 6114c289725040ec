"""General rules, where no other page shows them. GEN-7 is in test_view.py, GEN-10 in test_record.py."""

import pytest

from engine.abilities import at_market, storage_limit
from engine.choices import (
    Decline,
    Discard,
    Draw,
    Give,
    KeepCard,
    Pay,
    TakeChair,
    TakeGift,
    TakeGoods,
    TakeMaterial,
    Trade,
)
from engine.content import Content
from engine.content.cards import Ability
from engine.events import CardsDrawn, Gained, MaterialDiscarded, PhaseBegun
from engine.goods import GainGoods, PayPrice, draw
from engine.rules.benches import BenchCards
from engine.rules.orchestra import PlaceToken
from engine.rules.patrons import AskGift, AskGiving, MoveToCompleted
from engine.rules.start_of_round import StartOfRound
from engine.triggers import Dispatch, dispatch
from tests.engine.players import MODES, Mode, anything, dice_of, play
from tests.engine.scenario import Table, scenario


def gaining(table: Table, seat: int = 0, **goods: int) -> Table:
    return table.agenda(GainGoods(seat, tuple(goods.items()), "ability"))


# --- rounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-1")
@pytest.mark.parametrize("mode", [pytest.param(mode, id=mode.name) for mode in MODES])
def test_a_game_is_six_rounds_of_four_phases_the_last_ending_in_the_scoring(content: Content, mode: Mode) -> None:
    state = mode.begin(content, 7)
    told = []
    for _ in play(state, anything, dice_of(mode, 7)):
        told += [(event.round, event.phase) for event in state.events if isinstance(event, PhaseBegun)]
    phases = ("start-of-round", "planning", "resolution", "end-of-round")
    rounds = [(number, phase) for number in range(1, 7) for phase in phases]
    assert told == [*rounds[:-1], (6, "scoring")]
    assert state.phase == "finished"
    assert state.agenda == ()


# --- goods ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-2")
def test_a_loss_beyond_0_is_forgotten() -> None:
    player = scenario().seat(0, prestige=2, sources={"gifts": 2}).player(0)
    player.score("patrons_left", -9)
    assert (player.prestige, player.sources) == (0, {"gifts": 2, "patrons_left": -2})
    player.score("gifts", 3)
    assert player.prestige == 3
    player.score("patrons_left", -1)
    assert player.prestige == 2


@pytest.mark.rule("GEN-3")
@pytest.mark.parametrize(
    ("money", "inspiration", "mixes"),
    [(9, 0, [4]), (0, 9, [0]), (9, 9, [4, 3, 2, 1, 0]), (3, 2, [3, 2]), (2, 2, [2]), (5, 1, [4, 3])],
)
def test_a_price_is_paid_in_any_mix_of_money_and_inspiration(money: int, inspiration: int, mixes: list[int]) -> None:
    table = scenario().seat(0, money=money, inspiration=inspiration).agenda(PayPrice(0, 4, "take"))
    assert table.choices(0) == [Pay(n) for n in mixes]
    table.choose(0, Pay(mixes[-1]))
    player = table.player(0)
    assert (player.money, player.inspiration) == (money - mixes[-1], inspiration - (4 - mixes[-1]))


@pytest.mark.rule("GEN-3")
def test_inspiration_needed_for_what_follows_may_not_be_spent_before() -> None:
    table = scenario().seat(0, money=9, inspiration=5).agenda(PayPrice(0, 4, "take", reserve=4))
    assert table.choices(0) == [Pay(4), Pay(3)]


@pytest.mark.rule("GEN-4")
def test_a_gain_takes_as_many_apprentices_as_are_at_the_market_and_the_rest_is_lost() -> None:
    table = scenario().seat(0, apprentices_removed=1).worker(0, "guild", 3, apprentices=1)
    assert at_market(table.state, 0) == 1
    gaining(table, apprentice=2)
    assert table.player(0).apprentices == 1
    assert table.events(Gained) == [Gained(0, (("apprentice", 1),), "ability")]
    gaining(table, apprentice=1)
    assert table.player(0).apprentices == 1
    assert table.events() == []


@pytest.mark.rule("GEN-5")
def test_a_gain_over_the_limit_is_taken_whole_then_the_owner_discards_down_to_it() -> None:
    table = gaining(scenario().seat(0, wood=8, metal=1), animal=1, wood=2)
    assert (table.player(0).wood, table.player(0).materials) == (10, 12)
    assert table.choices(0) == [Discard("animal"), Discard("wood"), Discard("metal")]
    table.choose(0, Discard("animal"))
    assert table.choices(0) == [Discard("wood"), Discard("metal")]
    table.choose(0, Discard("wood"), Discard("metal"))
    assert (table.player(0).animal, table.player(0).wood, table.player(0).metal) == (0, 9, 0)
    assert table.events(MaterialDiscarded)[0] == MaterialDiscarded(0, "wood", False)
    assert table.is_over


@pytest.mark.rule("GEN-5", "GEN-13")
def test_all_materials_of_choice_are_named_before_any_is_discarded() -> None:
    table = gaining(scenario().seat(0, wood=8), material=2).choose(0, TakeMaterial("metal"))
    assert table.kind == "material"
    assert table.player(0).metal == 1
    table.choose(0, TakeMaterial("animal"))
    assert table.choices(0) == [Discard("animal"), Discard("wood"), Discard("metal")]
    table.choose(0, Discard("animal"))
    assert table.is_over


@pytest.mark.rule("GEN-5", "GEN-11")
def test_what_is_too_much_is_discarded_before_anything_else_goes_on() -> None:
    table = scenario().seat(0, wood=9).patron(0, "antonio-vivaldi")
    table.agenda(PlaceToken(0, "instrument", "cello"), AskGiving(0, "instrument", "cello"))
    table.choose(0, TakeChair("seat-cello"))
    assert table.kind == "discard"
    table.choose(0, Discard("animal"), Discard("animal"))
    assert table.kind == "give"


@pytest.mark.rule("GEN-5", "AWD-5")
@pytest.mark.parametrize(
    ("family", "markers", "limit"),
    [
        ("family-amati", ("storage",), 9),
        ("family-ruckers", ("storage",), 11),
        ("family-amati", (), 12),
        ("family-ruckers", (), 14),
    ],
)
def test_the_limit_of_the_storage(family: str, markers: tuple[str, ...], limit: int) -> None:
    table = scenario().seat(0, family=family, markers=markers, wood=limit)
    assert storage_limit(table.state, 0) == limit
    assert gaining(table, wood=1).choices(0) == [Discard("wood")]


@pytest.mark.rule("GEN-5", "GEN-18")
@pytest.mark.parametrize(("amount", "limit"), [(-3, 6), (-9, 0), (-20, 0), (2, 11)])
def test_materials_are_discarded_down_to_the_limit_that_an_ability_sets(amount: int, limit: int) -> None:
    table = scenario().ability("family-sax", Ability("always", "modify", stat="storage", amount=amount))
    table.seat(0, family="family-sax", wood=limit)
    assert storage_limit(table.state, 0) == limit
    for goods in ({"metal": 1}, {"material": 1}):
        gaining(table, **goods)
        if "material" in goods:
            table.choose(0, TakeMaterial("metal"))
        assert table.kind == "discard"
        table.choose(0, Discard("metal"))
        assert table.player(0).wood == limit
        assert table.is_over


@pytest.mark.rule("GEN-5", "GEN-11", "PAT-13")
def test_a_limit_that_falls_has_its_owner_discard_before_anything_else_goes_on() -> None:
    table = scenario().seat(0, wood=5, animal=3, family="family-sax").patron(0, "joseph-haydn", 1)
    table.ability("joseph-haydn", Ability("always", "modify", stat="storage", amount=-3))
    table.ability("family-sax", paying("completed", 1)).agenda(
        MoveToCompleted(0, "joseph-haydn"), Dispatch(0, "completed")
    )
    assert table.choices(0) == [Discard("animal"), Discard("wood")]
    assert table.player(0).money == 0
    table.choose(0, Discard("wood"), Discard("wood"))
    assert table.player(0).money == 1
    assert (table.player(0).wood, table.player(0).animal) == (3, 3)


@pytest.mark.rule("GEN-5")
def test_a_gain_of_other_goods_leaves_full_storage_alone() -> None:
    assert gaining(scenario().seat(0, wood=9), money=1, inspiration=1).is_over


# --- decks ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-6")
def test_an_empty_deck_is_refilled_from_its_discard_pile_only_when_a_card_is_needed() -> None:
    table = scenario().deck("repairs", "repair-crook", rest=False)
    table.state.discards["repairs"] = ("repair-bridge", "repair-kettle", "repair-valves")
    assert draw(table.state, "repairs", 1) == ("repair-crook",)
    assert table.state.decks["repairs"] == ()
    assert len(table.state.discards["repairs"]) == 3
    drawn = draw(table.state, "repairs", 1)
    assert len(table.state.decks["repairs"]) == 2
    assert {*drawn, *table.state.decks["repairs"]} == {"repair-bridge", "repair-kettle", "repair-valves"}
    assert table.state.discards["repairs"] == ()


@pytest.mark.rule("GEN-6")
def test_a_deck_may_run_out_in_the_middle_of_a_draw() -> None:
    table = scenario().deck("repairs", "repair-crook", rest=False)
    table.state.discards["repairs"] = ("repair-bridge", "repair-kettle")
    drawn = draw(table.state, "repairs", 3)
    assert drawn[0] == "repair-crook"
    assert set(drawn[1:]) == {"repair-bridge", "repair-kettle"}


@pytest.mark.rule("GEN-6", "GEN-8")
def test_a_refilled_deck_is_shuffled_a_and_b_patrons_together() -> None:
    pile = ("anton-stadler", "marin-marais", "clara-schumann", "johannes-brahms", "wilma-neruda", "joseph-haydn")
    orders = set()
    for seed in range(20):
        table = scenario().deck("patrons", rest=False)
        table.state.discards["patrons"], table.state.rng.state = pile, seed
        orders.add(draw(table.state, "patrons", 6))
    assert len(orders) > 15
    assert all(set(order) == set(pile) for order in orders)
    assert len({order[0] for order in orders}) > 3


@pytest.mark.rule("GEN-14")
def test_where_deck_and_discard_pile_are_empty_a_gain_of_cards_is_lost() -> None:
    table = scenario().deck("instruments", "oboe", rest=False)
    gaining(table, instrument=2)
    assert table.player(0).hand == ("oboe",)
    assert table.events(CardsDrawn) == [CardsDrawn(0, 1, "ability", ("oboe",))]
    gaining(table, instrument=1)
    assert table.events() == []
    assert table.is_over


@pytest.mark.rule("GEN-16")
def test_there_is_no_limit_to_the_hand() -> None:
    table = gaining(scenario(), instrument=30)
    assert len(table.player(0).hand) == 30
    assert table.is_over


@pytest.mark.rule("GEN-9")
def test_a_card_is_taken_back_from_a_bench_only_when_it_is_full() -> None:
    table = scenario().seat(0, hand=["oboe"], roughing=["lute"]).agenda(BenchCards(0, 1, "ability"))
    table.choose(0, table.choices(0)[0])
    assert table.player(0).roughing == ("lute", "oboe")
    assert table.is_over
    table.seat(0, hand=["horn"]).agenda(BenchCards(0, 1, "ability"))
    table.choose(0, table.choices(0)[0])
    assert table.kind == "make-room"


# --- abilities ------------------------------------------------------------------------------------------------------


def paying(trigger: str, amount: int) -> Ability:
    """An automatic ability, to be known by what it pays."""
    return Ability(trigger, "gain", goods=((("money", amount),),))


def offering(trigger: str, amount: int) -> Ability:
    """An optional ability, to be known by what it would pay."""
    return Ability(trigger, "trade", cost=(("wood", 1),), goods=((("money", amount),),), times=1)


def resolved(table: Table) -> list[int]:
    """What abilities paid or would have paid, in order; offers are declined."""
    found = []
    while True:
        found += [event.goods[0][1] for event in table.events(Gained) if event.source == "ability"]
        if table.kind != "trade":
            return found
        found.append(dict(table.outcome(0, Trade()).gain)["money"])
        table.choose(0, Decline())


@pytest.mark.rule("GEN-12")
def test_automatic_abilities_come_first_then_optional_ones_each_from_family_to_specialists_and_top_to_bottom() -> None:
    table = scenario().seat(0, family="family-sax", wood=9, completed=["joseph-haydn", "anton-stadler"])
    table.specialist(0, "sawyer", 1).specialist(0, "broker", 3)
    table.ability("family-sax", offering("acted", 10), paying("acted", 1))
    table.ability("anton-stadler", paying("acted", 3), offering("acted", 30))
    table.ability("joseph-haydn", offering("acted", 20), paying("acted", 2))
    table.ability("broker", offering("acted", 40), paying("acted", 4), paying("acted", 5))
    table.ability("sawyer", paying("acted", 99))
    table.acts(0, "guild", 3).choose(0, table.choices(0)[-1])
    assert resolved(table) == [1, 2, 3, 4, 5, 10, 20, 30, 40]
    assert table.is_over


@pytest.mark.rule("GEN-12", "RND-4")
def test_abilities_of_several_seats_come_in_turn_order() -> None:
    table = scenario(3).order(2, 0, 1).ability("family-sax", paying("round_start", 1))
    for seat, family in enumerate(("family-sax", "family-broadwood", "family-sax")):
        table.seat(seat, family=family)
    table.agenda(StartOfRound(-1))
    assert [event.seat for event in table.events(Gained)] == [2, 0, 1]


@pytest.mark.rule("GEN-11", "GEN-12")
def test_what_an_ability_sets_off_is_resolved_before_the_next_ability() -> None:
    table = scenario().seat(0, reputation=1, family="family-sax", completed=["joseph-haydn"])
    table.ability("family-sax", Ability("round_start", "advance", track="reputation", spaces=1))
    table.ability("joseph-haydn", paying("round_start", 7)).agenda(Dispatch(0, "round_start"))
    assert table.kind == "keep-card"
    assert table.player(0).money == 0
    table.choose(0, table.choices(0)[0])
    assert table.player(0).money == 7


@pytest.mark.rule("GEN-13")
def test_gains_cannot_be_declined() -> None:
    for table in (
        gaining(scenario(), material=1),
        scenario().patron(0, "antonio-vivaldi").agenda(AskGift(0, 1)),
        scenario().chair("seat-oboe", (1, "instrument")).agenda(PlaceToken(0, "instrument", "oboe")),
        gaining(scenario().seat(0, wood=9), wood=1),
    ):
        assert Decline() not in table.choices(0)


@pytest.mark.rule("GEN-13")
@pytest.mark.parametrize(
    ("effect", "kind"),
    [
        (Ability("acted", "trade", cost=(("wood", 1),), goods=((("metal", 1),),), times=2), "trade"),
        (Ability("acted", "draw", cards=2, keep=1), "draw"),
        (Ability("acted", "bench"), "bench"),
        (Ability("acted", "soothe", spaces=1), "soothe"),
        (Ability("acted", "gift"), "gift"),
    ],
)
def test_what_the_vocabulary_calls_optional_may_be_declined(effect: Ability, kind: str) -> None:
    table = scenario().seat(0, family="family-sax", wood=2, hand=["oboe"]).patron(0, "antonio-vivaldi", 1, 2)
    table.ability("family-sax", effect).agenda(dispatch(table.state, 0, "acted"))
    assert table.kind == kind
    before = table.state.clone()
    table.choose(0, table.choices(0)[-1])
    assert table.state.players == before.players
    assert table.is_over


@pytest.mark.rule("GEN-13")
def test_an_ability_that_can_do_nothing_asks_nothing() -> None:
    for effect in (
        Ability("acted", "trade", cost=(("wood", 1),), goods=((("metal", 1),),), times=2),
        Ability("acted", "bench"),
        Ability("acted", "soothe", spaces=1),
        Ability("acted", "gift"),
    ):
        table = scenario().seat(0, family="family-sax").ability("family-sax", effect)
        assert table.agenda(dispatch(table.state, 0, "acted")).is_over


@pytest.mark.rule("GEN-13", "GEN-14")
def test_an_ability_that_draws_asks_only_while_deck_or_discard_pile_hold_a_card() -> None:
    drawing = Ability("acted", "draw", cards=2, keep=1)
    table = scenario().seat(0, family="family-sax").ability("family-sax", drawing).deck("instruments", rest=False)
    assert table.agenda(dispatch(table.state, 0, "acted")).is_over
    table.state.discards["instruments"] = ("oboe",)
    table.agenda(dispatch(table.state, 0, "acted")).choose(0, Draw())
    assert table.choices(0, KeepCard) == [KeepCard("oboe")]


@pytest.mark.rule("GEN-15")
def test_who_draws_sees_the_cards_alone() -> None:
    table = scenario().seat(0, family="family-sax").deck("instruments", "oboe", "horn")
    table.ability("family-sax", Ability("acted", "draw", cards=2, keep=1)).agenda(dispatch(table.state, 0, "acted"))
    table.choose(0, Draw())
    assert table.events(CardsDrawn) == [CardsDrawn(0, 2, "ability", ("oboe", "horn"))]
    table.choose(0, KeepCard("horn"))
    assert table.player(0).hand == ("horn",)
    assert table.state.decks["instruments"][-1] == "oboe"


@pytest.mark.rule("GEN-13")
def test_a_choice_of_goods_has_to_be_made_each_time() -> None:
    table = scenario().seat(0, completed=["nikolaus-esterhazy"])
    for goods in ((("animal", 2),), (("wood", 1),)):
        table.agenda(Dispatch(0, "round_start"))
        assert table.choices(0) == [TakeGoods((("animal", 2),)), TakeGoods((("wood", 1),))]
        table.choose(0, TakeGoods(goods))
    assert (table.player(0).animal, table.player(0).wood) == (2, 1)


@pytest.mark.rule("GEN-11", "PAT-6")
def test_an_interrupted_action_goes_on_when_all_that_it_set_off_is_done() -> None:
    table = scenario().seat(0, finishing=["lute"], animal=1, reputation=1).patron(0, "niccolo-paganini")
    table.acts(0, "finishing", 1).choose(0, table.choices(0)[0], TakeChair("seat-lute"), Give("niccolo-paganini"))
    assert table.kind == "keep-card"
    assert table.state.active_worker is not None
    table.choose(0, table.choices(0)[0])
    assert table.is_over
    assert table.player(0).idle == (1, 3, 5)


@pytest.mark.rule("GEN-18", "GEN-13")
def test_a_gift_taken_by_an_ability_moves_no_cube() -> None:
    table = scenario().specialist(0, "impresario", 3).patron(0, "nadezhda-von-meck", 1, 2)
    table.display("salon").acts(0, "salon", 3).choose(0, table.choices(0)[-1])
    table.choose(0, TakeGift("nadezhda-von-meck", 2))
    assert table.player(0).patron("nadezhda-von-meck").patience == 2
    assert table.player(0).money == 2 + 6
    assert table.is_over
