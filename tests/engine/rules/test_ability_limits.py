"""Every ability of the card set at its limits: declined, without room, without the means, without anything to work on.

Each table below lays a position for a word of the vocabulary, and every card with that word is put into it; the last
test says that no word was forgotten.
"""

from collections.abc import Callable
from typing import Any

import pytest

from engine import codec
from engine.choices import (
    Bench,
    Buy,
    Choice,
    Decline,
    Discard,
    Done,
    Draw,
    Echo,
    Finish,
    Hire,
    KeepCard,
    MakeRoom,
    Rough,
    Take,
    TakeChair,
    TakeGift,
    TakeGoods,
    TakeMoney,
    Trade,
    Train,
    VisitMarket,
)
from engine.content.cards import MATERIALS, Ability
from engine.content.vocabulary import AUTOMATIC, EFFECTS, RULES, STATS
from engine.events import CardsDrawn, Gained, NoChair, TrackAdvanced, WorkerGained
from engine.goods import GainGoods
from engine.rules.orchestra import PlaceToken
from engine.rules.planning import AfterPlanning
from engine.rules.resolution import acting_order
from engine.scoring import lines
from engine.state import NOBODY
from engine.triggers import Dispatch
from tests.engine.card_abilities import NUMBER, abilities, ability_of, having, matching
from tests.engine.scenario import Table, scenario

Lay = Callable[[Table], Table]
HORN = ("seat-horn", True)
"""The first chair that an echo repeats: its bonus is 1 metal."""


def laid(card: str, index: int, lay: Lay = lambda table: table) -> tuple[Table, Ability]:
    """Seat 0 has the card, with this one of its abilities alone, in a position."""
    ability = ability_of(card, index)
    return lay(having(card).ability(card, ability)), ability


def hears(table: Table, ability: Ability, bonus: tuple[str, bool] | None = HORN) -> Table:
    """What the ability listens to happens, caused by the worker that was placed last."""
    values = tuple(matching(ability).items())
    return table.agenda(Dispatch(0, ability.trigger, values, NUMBER, table.state.placed, None, bonus))


def as_it_is(table: Table) -> dict[str, Any]:
    """The whole position, but for who chose last."""
    return {**codec.state_to_json(table.state), "unended_turn": None}


def with_stat(*stats: str) -> list[Any]:
    return [param for param in abilities("modify") if ability_of(*param.values).stat in stats]


def with_goods(*words: str) -> list[Any]:
    """Gains of which every choice has one of these goods."""
    return [
        param
        for param in abilities("gain")
        if all({word for word, _ in goods} & {*words} for goods in ability_of(*param.values).goods)
    ]


# --- declined -------------------------------------------------------------------------------------------------------

OFFERED: dict[str, Lay] = {
    "trade": lambda table: table.seat(0, animal=2, wood=2, metal=2),
    "draw": lambda table: table.deck("instruments", "oboe"),
    "bench": lambda table: table.seat(0, hand=["oboe"]),
    "soothe": lambda table: table.patron(0, "marin-marais", patience=2),
    "gift": lambda table: table.patron(0, "marin-marais", patience=2),
    "echo": lambda table: table,
    "peek": lambda table: table.worker(1, "guild", 5).worker(0, "guild", NUMBER),
    "relocate": lambda table: table.worker(0, "guild", NUMBER),
}
"""Where each optional effect has something to offer."""


@pytest.mark.rule("GEN-13")
@pytest.mark.parametrize(("card", "index"), list(abilities(*OFFERED)))
def test_an_optional_ability_may_be_declined_and_then_nothing_has_happened(card: str, index: int) -> None:
    table, ability = laid(card, index, OFFERED[ability_of(card, index).effect])
    before = as_it_is(table)
    hears(table, ability)
    assert len(table.choices(0)) > 1
    (declines,) = [choice for choice in table.choices(0) if choice in (Decline(), Done())]
    table.choose(0, declines)
    assert table.told == []
    assert as_it_is(table) == before


@pytest.mark.rule("GEN-13")
@pytest.mark.parametrize(("card", "index"), list(abilities(*(effect for effect in AUTOMATIC if effect != "score"))))
def test_no_automatic_ability_can_be_declined(card: str, index: int) -> None:
    table, ability = laid(card, index)
    if ability.trigger != "always":
        assert not {Decline(), Done()} & {*hears(table, ability).choices(0)}


# --- without room ---------------------------------------------------------------------------------------------------


def full(table: Table) -> Table:
    """Seat 0's storage is full."""
    return table.seat(0, animal=3, wood=3, metal=3)


def assert_discards(table: Table, over: int) -> None:
    """So many materials over the 9 are to be laid off, and then all is done."""
    assert table.player(0).materials == 9 + over
    for _ in range(over):
        assert (table.kind, len(table.choices(0, Discard))) == ("discard", 3)
        table.choose(0, table.choices(0)[0])
    assert table.player(0).materials == 9
    assert table.is_over


@pytest.mark.rule("GEN-5", "GEN-13")
@pytest.mark.parametrize(("card", "index"), with_goods(*MATERIALS, "material"))
def test_materials_that_find_no_room_are_taken_whole_and_then_discarded(card: str, index: int) -> None:
    for goods in ability_of(card, index).goods:
        table, ability = laid(card, index, full)
        hears(table, ability)
        if len(ability.goods) > 1:
            table.choose(0, TakeGoods(goods))
        assert_discards(table, sum(amount for word, amount in goods if word in MATERIALS))


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize(("card", "index"), list(abilities("gift", "echo")))
def test_a_gift_or_a_bonus_that_finds_no_room_is_taken_whole_and_then_discarded(card: str, index: int) -> None:
    table, ability = laid(card, index, lambda table: full(table).patron(0, "antonio-vivaldi"))
    hears(table, ability).choose(0, TakeGift("antonio-vivaldi", 2) if ability.effect == "gift" else Echo())
    assert_discards(table, 1)


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize(("card", "index"), list(abilities("trade")))
def test_a_trade_of_one_material_for_another_needs_no_room(card: str, index: int) -> None:
    table, ability = laid(card, index, full)
    hears(table, ability).choose(0, *[Trade()] * ability.times)
    assert table.player(0).materials == 9
    assert table.is_over


@pytest.mark.rule("GEN-5", "GEN-18")
@pytest.mark.parametrize(("card", "index"), with_stat("storage"))
def test_a_larger_storage_holds_so_much_more_and_no_more(card: str, index: int) -> None:
    table, ability = laid(card, index)
    table.seat(0, wood=8).agenda(GainGoods(0, (("wood", 1 + ability.amount),), "money"))
    assert table.is_over
    table.agenda(GainGoods(0, (("wood", 1),), "money"))
    assert table.choices(0) == [Discard("wood")]


@pytest.mark.rule("GEN-4")
@pytest.mark.parametrize(("card", "index"), with_goods("apprentice"))
def test_an_apprentice_that_is_not_at_the_market_is_lost(card: str, index: int) -> None:
    table, ability = laid(
        card, index, lambda table: table.seat(0, apprentices=1, apprentices_removed=1).worker(0, "guild", 1, 1)
    )
    hears(table, ability)
    assert (table.player(0).apprentices, table.events(Gained)) == (1, [])
    assert table.is_over


@pytest.mark.rule("GEN-9")
@pytest.mark.parametrize(("card", "index"), list(abilities("bench")))
def test_on_a_full_bench_a_card_goes_back_to_hand_first(card: str, index: int) -> None:
    table, ability = laid(card, index, lambda table: table.seat(0, hand=["oboe"], roughing=["lute", "horn"]))
    hears(table, ability).choose(0, Bench("oboe"))
    assert table.choices(0) == [MakeRoom("lute"), MakeRoom("horn")]
    table.choose(0, MakeRoom("lute"))
    assert (table.player(0).hand, table.player(0).roughing) == (("lute",), ("horn", "oboe"))
    assert table.is_over


@pytest.mark.rule("TRK-R8", "TRK-P6", "TRK-C6")
@pytest.mark.parametrize(("card", "index"), list(abilities("advance")))
def test_a_step_beyond_the_end_of_its_track_pays_2_prestige(card: str, index: int) -> None:
    last = 7 if ability_of(card, index).track == "reputation" else 6
    table, ability = laid(card, index, lambda table: table.seat(0, **{ability_of(card, index).track: last}))
    hears(table, ability)
    assert len(table.events(TrackAdvanced)) == ability.spaces
    assert (table.player(0).tracks.space(ability.track), table.player(0).prestige) == (last, 2 * ability.spaces)
    assert table.is_over


@pytest.mark.rule("EOR-6")
@pytest.mark.parametrize(("card", "index"), list(abilities("worker")))
def test_a_worker_that_is_there_already_does_not_come_twice(card: str, index: int) -> None:
    table, ability = laid(card, index, lambda table: table.seat(0, numbers=(1, 2, 3, 4, 5)))
    hears(table, ability)
    assert (table.player(0).idle, table.events(WorkerGained)) == ((1, 2, 3, 4, 5), [])
    assert table.is_over


# --- without the means ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-13")
@pytest.mark.parametrize(("card", "index"), list(abilities("trade")))
def test_a_trade_is_offered_as_often_as_it_can_be_paid(card: str, index: int) -> None:
    times = ability_of(card, index).times
    for held in range(times + 2):
        table, ability = laid(card, index)
        ((given, amount),) = ability.cost
        table.seat(0, **{given: held * amount})
        hears(table, ability)
        made = 0
        while table.choices(0):
            table.choose(0, Trade())
            made += 1
        assert made == min(held, times)
        assert table.player(0).material(given) == (held - made) * amount


@pytest.mark.rule("GEN-13")
@pytest.mark.parametrize(("animal", "wood", "able"), [(0, 9, False), (9, 0, False), (1, 1, False), (1, 2, True)])
def test_a_trade_is_offered_to_who_has_all_of_its_cost(animal: int, wood: int, able: bool) -> None:
    offer = Ability("acted", "trade", cost=(("animal", 1), ("wood", 2)), goods=((("metal", 1),),), times=1)
    table = having("broker").ability("broker", offer).seat(0, animal=animal, wood=wood)
    assert (Trade() in hears(table, offer).choices(0)) is able


def at_market(table: Table, choice: Choice) -> bool:
    """Whether the Market offers it."""
    table.worker(0, "balcony", 1).turn(0)
    return bool(table.choices(0, VisitMarket)) and choice in table.choose(0, VisitMarket()).choices(0)


PRICES: dict[str, tuple[str, int, int, Callable[[Table], bool]]] = {
    "tier_discount": (
        "money",
        8,
        -1,
        lambda table: bool(table.display("guild", "", "", "", "", "horn").acts(0, "guild", NUMBER).choices(0, Take)),
    ),
    "buy_price": ("money", 5, 1, lambda table: at_market(table, Buy("metal"))),
    "apprentice_price": ("money", 4, 1, lambda table: at_market(table, Hire())),
    "training_price": ("money", 15, 1, lambda table: at_market(table, Train("craft"))),
    "inspiration_rate": (
        "inspiration",
        2,
        1,
        lambda table: bool(table.display("repair", "repair-bridge").acts(0, "repair", NUMBER).choices(0, Take)),
    ),
    "rough_discount": (
        "wood",
        3,
        -1,
        lambda table: bool(table.seat(0, roughing=["harpsichord"]).acts(0, "roughing", NUMBER).choices(0, Rough)),
    ),
    "finish_discount": (
        "animal",
        4,
        -1,
        lambda table: bool(table.seat(0, finishing=["viola-da-gamba"]).acts(0, "finishing", NUMBER).choices(0, Finish)),
    ),
    "repair_discount": (
        "wood",
        2,
        -1,
        lambda table: bool(table.display("repair", "repair-cracked-belly").acts(0, "repair", NUMBER).choices(0, Take)),
    ),
}
"""What is paid with, how much of it without the card, whether an amount on the card adds to it or is taken off, and
whether the thing is offered to who has so much."""


@pytest.mark.rule("GEN-18")
@pytest.mark.parametrize(("card", "index"), with_stat(*PRICES))
def test_a_lower_price_must_still_be_paid(card: str, index: int) -> None:
    word, base, sign, offered = PRICES[ability_of(card, index).stat]
    price = base + sign * ability_of(card, index).amount
    for held in (price - 1, price):
        table, _ = laid(card, index)
        assert offered(table.seat(0, **{word: held})) is (held == price)
    assert price < base
    assert not offered(scenario().seat(0, **{word: base - 1})), "without the card"


@pytest.mark.rule("GEN-18")
@pytest.mark.parametrize(("inspiration", "able"), [(0, False), (1, False), (2, True)])
@pytest.mark.parametrize(("card", "index"), [p for p in abilities("permit") if "fanny-hensel" in p.values])
def test_what_replaces_a_material_must_be_there(card: str, index: int, inspiration: int, able: bool) -> None:
    table, _ = laid(card, index, lambda table: table.seat(0, roughing=["oboe"], wood=1, inspiration=inspiration))
    assert bool(table.acts(0, "roughing", NUMBER).choices(0, Rough)) is able


# --- without anything to work on ------------------------------------------------------------------------------------

NOTHING: dict[str, list[Lay]] = {
    "trade": [lambda table: table],
    "bench": [lambda table: table.seat(0, roughing=["oboe"])],
    "soothe": [
        lambda table: table.seat(0, completed=["marin-marais"]).patron(1, "anton-stadler", patience=2),
        lambda table: table.patron(0, "marin-marais", patience=0),
    ],
    "gift": [lambda table: table.seat(0, completed=["marin-marais"]).patron(1, "anton-stadler", patience=2)],
    "peek": [
        lambda table: table.worker(1, "salon", 5).worker(0, "guild", NUMBER),
        lambda table: table.worker(0, "guild", 5).worker(0, "guild", NUMBER),
        lambda table: table.worker(1, "roughing", 5).worker(0, "roughing", NUMBER),
    ],
}
"""Where an optional effect has nothing to offer."""


@pytest.mark.rule("GEN-13")
@pytest.mark.parametrize(("card", "index"), list(abilities(*NOTHING)))
def test_an_ability_with_nothing_to_work_on_asks_nobody_and_changes_nothing(card: str, index: int) -> None:
    for lay in NOTHING[ability_of(card, index).effect]:
        table, ability = laid(card, index, lay)
        before = as_it_is(table)
        hears(table, ability)
        assert table.is_over
        assert as_it_is(table) == before
        assert not [event for event in table.told if isinstance(event, Gained)]


@pytest.mark.rule("ORC-10")
@pytest.mark.parametrize(("card", "index"), list(abilities("echo")))
def test_where_a_token_finds_no_chair_there_is_nothing_to_echo(card: str, index: int) -> None:
    table, ability = laid(card, index)
    fill(table, "performance").agenda(PlaceToken(0, "performance", "chopin-etudes"))
    assert (table.events(), table.is_over) == ([NoChair(0, "performance")], True)
    assert hears(table, ability, bonus=None).is_over


@pytest.mark.rule("PLN-7")
@pytest.mark.parametrize(("card", "index"), list(abilities("relocate")))
def test_a_worker_that_is_not_on_the_table_is_not_moved(card: str, index: int) -> None:
    table, _ = laid(card, index, lambda table: table.worker(0, "guild", 5).agenda(AfterPlanning(NOBODY)))
    assert table.is_over


@pytest.mark.rule("GEN-14", "GEN-15")
@pytest.mark.parametrize(("card", "index"), list(abilities("draw")))
def test_from_an_empty_deck_nothing_is_drawn_and_from_a_short_one_what_there_is(card: str, index: int) -> None:
    table, ability = laid(card, index, lambda table: table.deck("instruments", rest=False))
    assert hears(table, ability).is_over
    assert not table.events(CardsDrawn)
    table, ability = laid(card, index, lambda table: table.deck("instruments", "oboe", rest=False))
    hears(table, ability).choose(0, Draw())
    assert table.events(CardsDrawn) == [CardsDrawn(0, 1, "ability", ("oboe",))]
    table.choose(0, KeepCard("oboe"))
    assert (table.player(0).hand, table.is_over) == (("oboe",), True)


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(("card", "index"), list(abilities("score")))
def test_an_end_effect_that_counts_nothing_scores_nothing(card: str, index: int) -> None:
    table, ability = laid(card, index)
    counted = [(line.count, line.prestige) for line in lines(table.state, 0) if line.source == "patron_effects"]
    itself = int(ability.counter is not None and ability.counter.of == "patrons")
    assert counted == [(itself, itself * ability.prestige)], "a patron that counts patrons counts itself"


ONE: dict[str, Lay] = {
    "tokens": lambda table: table.chair("seat-guitar", (0, "instrument")),
    "track_spaces": lambda table: table.seat(0, performance=1),
}


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(("card", "index"), [p for p in abilities("score") if ability_of(*p.values).per > 1])
def test_less_than_a_whole_group_scores_nothing(card: str, index: int) -> None:
    counter = ability_of(card, index).counter
    assert counter is not None
    table, _ = laid(card, index, ONE[counter.of])
    assert [(x.count, x.prestige) for x in lines(table.state, 0) if x.source == "patron_effects"] == [(1, 0)]


@pytest.mark.rule("GEN-18", "PRF-1")
@pytest.mark.parametrize(("face", "notes"), [(1, None), (4, 2), (6, 3)])
@pytest.mark.parametrize(("card", "index"), with_stat("die_floor"))
def test_a_floor_lifts_no_die_that_shows_as_much(card: str, index: int, face: int, notes: int | None) -> None:
    table, ability = laid(card, index, lambda table: table.display("perform", "chopin-etudes").dice(face, 6))
    table.acts(0, "perform", NUMBER).choose(0, Take(1, "chopin-etudes"))
    results = [dict(table.outcome(0, choice).details)["result"] for choice in table.choices(0)]
    assert results == [NUMBER + (notes or ability.amount) + 3]


def fill(table: Table, token: str) -> Table:
    """Seat 0 has such a token in every place that is not rare."""
    for place in table.state.content.orchestra.values():
        if not place.rare:
            table.chair(place.id, (0, token))
    return table


def no_place(token: str, card: str) -> Callable[[Table], bool]:
    return lambda table: fill(table, token).agenda(PlaceToken(0, token, card)).told == [NoChair(0, token)]


def _order(table: Table) -> bool:
    table.worker(1, "salon", 5).worker(0, "salon", NUMBER)
    return [worker.seat for worker in acting_order(table.state, 0, "salon")] == [1, 0]


def _second_chairs(table: Table) -> bool:
    for holder in ((1, "instrument"), (0, "repair")):
        table.chair("seat-horn", holder).agenda(PlaceToken(0, "performance", "chopin-etudes"))
        if table.choose(0, TakeChair("seat-horn")).kind != "second-chair":
            return False
        table.choose(0, table.choices(0)[0])
    return True


def _keeps_none(table: Table) -> bool:
    return table.acts(0, "guild", NUMBER).choose(0, TakeMoney()).player(0).apprentices == 0


def _pays_wood(table: Table) -> bool:
    table.seat(0, roughing=["oboe"], wood=2).acts(0, "roughing", NUMBER).choose(0, Rough("oboe"))
    return table.player(0).wood == 0


POINTLESS: dict[str, Callable[[Table], bool]] = {
    "any_era_seat": no_place("performance", "chopin-etudes"),
    "any_section_seat": no_place("repair", "repair-bridge"),
    "win_ties": _order,
    "equal_takes_chair": _second_chairs,
    "keep_apprentices": _keeps_none,
    "inspiration_on_bench": _pays_wood,
}
"""What happens, as if there were no such rule, where it has nothing to apply to."""


@pytest.mark.rule("GEN-18")
@pytest.mark.parametrize(("card", "index"), list(abilities("permit")))
def test_a_permitted_rule_changes_nothing_where_it_has_nothing_to_apply_to(card: str, index: int) -> None:
    table, ability = laid(card, index)
    assert POINTLESS[ability.rule](table)


# --- nothing forgotten ----------------------------------------------------------------------------------------------

ALWAYS_ROOM = {"skill", "result", "dice", "rerolls"}
"""Numbers that neither cost nor hold anything: where they count is shown with the abilities themselves."""


def test_every_word_has_its_limits() -> None:
    assert OFFERED.keys() == EFFECTS.keys() - {*AUTOMATIC}
    assert NOTHING.keys() | {"draw", "echo", "relocate"} == OFFERED.keys()
    assert {*PRICES} | {"storage", "die_floor"} | ALWAYS_ROOM == {*STATS}
    assert POINTLESS.keys() == {*RULES}
