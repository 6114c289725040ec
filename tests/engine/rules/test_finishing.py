"""The finishing bench: FIN-1 to FIN-8."""

import pytest

from engine.choices import (
    Decline,
    DiscardCard,
    Done,
    DoubleBonus,
    Finish,
    Give,
    PlacePatron,
    SaveMaterial,
    ScoreAward,
    TakeChair,
    TakeGoods,
    TakeMarker,
    TakeMaterial,
    TakeMoney,
    TakeRoyal,
)
from engine.content.cards import Ability
from engine.events import CardDiscarded, Gained, InstrumentFinished, NothingToChoose, Paid, PatronCompleted, TokenPlaced
from engine.state import Chairs, Token, TuckedCard
from tests.engine.scenario import Table, scenario

MONEY, INSPIRATION = TakeGoods((("money", 2),)), TakeGoods((("inspiration", 1),))


def finishing(*cards: str, number: int = 1, apprentices: int = 0, **possessions: object) -> Table:
    """Seat 0's worker is asked what it does at the finishing bench, where these cards lie."""
    return bench(scenario(), *cards, number=number, apprentices=apprentices, **possessions)


def bench(table: Table, *cards: str, number: int = 1, apprentices: int = 0, **possessions: object) -> Table:
    return table.seat(0, finishing=list(cards), **possessions).acts(0, "finishing", number, apprentices)


@pytest.mark.rule("FIN-1")
def test_a_finished_instrument_costs_its_materials_leaves_the_bench_and_scores() -> None:
    table = finishing("oboe", "lute", animal=2, wood=1).choose(0, Finish("oboe"))
    player = table.player(0)
    assert (player.finishing, player.finished, player.prestige) == (("lute",), ("oboe",), 5)
    assert (player.animal, player.wood) == (1, 0)
    assert player.sources == {"instruments": 5}
    assert table.events(Paid) == [Paid(0, (("animal", 1), ("wood", 1)), "finish", "oboe")]


@pytest.mark.rule("FIN-1")
@pytest.mark.parametrize(("animal", "able"), [(3, False), (4, True)])
def test_an_instrument_is_offered_when_its_materials_are_there(animal: int, able: bool) -> None:
    table = finishing("viola-da-gamba", animal=animal)
    assert table.choices(0, Finish) == ([Finish("viola-da-gamba")] if able else [])


@pytest.mark.rule("FIN-1", "TRK-R5")
@pytest.mark.parametrize(("reputation", "prestige"), [(4, 4), (5, 6), (7, 6)])
def test_the_fifth_step_of_reputation_adds_2_to_each_instrument(reputation: int, prestige: int) -> None:
    table = finishing("lute", animal=1, reputation=reputation).choose(0, Finish("lute"))
    assert table.player(0).prestige == prestige


@pytest.mark.rule("FIN-2")
def test_the_token_takes_its_chair_and_the_bonus_after_the_prestige() -> None:
    table = finishing("bassoon", animal=2).choose(0, Finish("bassoon"), TakeChair("seat-bassoon"))
    assert table.state.orchestra["seat-bassoon"] == Chairs((Token(0, "instrument"),))
    assert table.player(0).money == 5
    assert table.is_over


@pytest.mark.rule("FIN-2", "FIN-3")
def test_prestige_token_bonus_and_card_come_in_this_order() -> None:
    table = finishing("bassoon", animal=2).choose(0, Finish("bassoon"))
    first = list(table.told)
    table.choose(0, TakeChair("seat-bassoon"))
    kinds = [type(event) for event in first + table.told]
    order = [kinds.index(kind) for kind in (Paid, InstrumentFinished, TokenPlaced, Gained, CardDiscarded)]
    assert order == sorted(order)


@pytest.mark.rule("FIN-3")
def test_the_card_goes_to_a_patron_that_wants_it_or_is_discarded() -> None:
    table = scenario().patron(0, "antonio-vivaldi").patron(0, "hector-berlioz", 2)
    bench(table, "lute", animal=1).choose(0, Finish("lute"), TakeChair("seat-lute"))
    assert table.choices(0) == [Give("antonio-vivaldi"), DiscardCard()]
    given, kept = table.state.clone(), table.state.clone()
    table.state = given
    table.choose(0, Give("antonio-vivaldi"))
    assert table.player(0).patron("antonio-vivaldi").tucked == (TuckedCard("instrument", "lute"),)
    assert table.state.discards["instruments"] == ()
    table.state = kept
    table.choose(0, DiscardCard())
    assert table.player(0).patron("antonio-vivaldi").tucked == ()
    assert table.state.discards["instruments"] == ("lute",)
    assert table.is_over


@pytest.mark.rule("FIN-3", "PAT-4")
def test_one_card_goes_to_one_patron() -> None:
    table = scenario().patron(0, "antonio-vivaldi").patron(0, "joseph-haydn", 2)
    bench(table, "lute", animal=1).choose(0, Finish("lute"), TakeChair("seat-lute"))
    assert table.choices(0) == [Give("antonio-vivaldi"), Give("joseph-haydn"), DiscardCard()]
    table.choose(0, Give("joseph-haydn"))
    assert table.player(0).patron("antonio-vivaldi").tucked == ()
    assert table.is_over


@pytest.mark.rule("FIN-3")
def test_a_card_that_nobody_wants_is_discarded_without_a_question() -> None:
    table = scenario().patron(0, "hector-berlioz")
    bench(table, "lute", animal=1).choose(0, Finish("lute"), TakeChair("seat-lute"))
    assert table.state.discards["instruments"] == ("lute",)
    assert table.is_over


@pytest.mark.rule("FIN-4")
@pytest.mark.parametrize(("number", "apprentices", "able"), [(3, 0, False), (3, 1, True), (5, 0, True)])
def test_a_skill_of_4_saves_a_material_once(number: int, apprentices: int, able: bool) -> None:
    table = finishing("oboe", number=number, apprentices=apprentices, wood=1)
    assert table.choices(0, Finish) == ([Finish("oboe")] if able else [])
    if able:
        table.choose(0, Finish("oboe"))
        assert table.choices(0) == [SaveMaterial("animal")]


@pytest.mark.rule("FIN-4", "RGH-6")
def test_the_discount_counts_once_for_two_instruments() -> None:
    table = finishing("lute", "bass-drum", number=3, animal=9, craft=4).choose(0, Finish("lute"))
    table.choose(0, SaveMaterial("animal"), TakeChair("seat-lute"), Finish("bass-drum"), TakeChair("seat-bass-drum"))
    assert table.player(0).animal == 9 - 3
    assert table.is_over


@pytest.mark.rule("FIN-4", "RGH-6")
def test_the_discount_may_be_kept_for_the_second_instrument() -> None:
    table = finishing("lute", "bass-drum", number=3, animal=9, craft=4).choose(0, Finish("lute"), Done())
    table.choose(0, TakeChair("seat-lute"), Finish("bass-drum"), SaveMaterial("animal"))
    assert table.player(0).animal == 9 - 1 - 2


@pytest.mark.rule("FIN-4", "FIN-7")
@pytest.mark.parametrize(("apprentices", "money"), [(0, 5), (1, 10)])
def test_a_skill_of_6_takes_the_chair_bonus_twice(apprentices: int, money: int) -> None:
    table = finishing("bassoon", number=5, apprentices=apprentices, animal=2)
    table.choose(0, Finish("bassoon"), SaveMaterial("animal"), TakeChair("seat-bassoon"))
    assert table.player(0).money == money
    assert table.is_over


@pytest.mark.rule("FIN-7")
def test_a_doubled_second_chair_is_chosen_anew_each_time() -> None:
    table = scenario().chair("seat-bassoon", (1, "instrument"))
    bench(table, "bassoon", number=5, apprentices=1, animal=2)
    table.choose(0, Finish("bassoon"), SaveMaterial("animal"), TakeChair("seat-bassoon"), MONEY)
    assert table.choices(0) == [MONEY, INSPIRATION]
    table.choose(0, INSPIRATION)
    assert (table.player(0).money, table.player(0).inspiration) == (2, 1)
    assert table.is_over


@pytest.mark.rule("FIN-7")
def test_a_doubled_material_of_choice_is_named_each_time() -> None:
    table = finishing("viola", number=5, apprentices=1, animal=2)
    table.choose(0, Finish("viola"), SaveMaterial("animal"), TakeChair("seat-viola"), TakeMaterial("wood"))
    table.choose(0, TakeMaterial("metal"))
    assert (table.player(0).animal, table.player(0).wood, table.player(0).metal) == (1, 1, 1)


@pytest.mark.rule("FIN-7")
def test_with_two_instruments_the_owner_decides_at_the_first_token() -> None:
    def at_first() -> Table:
        table = finishing("bassoon", "lute", number=5, animal=9, craft=4)
        return table.choose(0, Finish("bassoon"), SaveMaterial("animal"), TakeChair("seat-bassoon"))

    table = at_first()
    assert table.choices(0) == [DoubleBonus(), Decline()]
    table.choose(0, DoubleBonus(), Finish("lute"), TakeChair("seat-lute"))
    assert (table.player(0).money, table.player(0).inspiration) == (10 + 2, 1)
    assert table.is_over
    table = at_first().choose(0, Decline(), Finish("lute"), TakeChair("seat-lute"))
    assert (table.player(0).money, table.player(0).inspiration) == (5 + 4, 2)
    assert table.is_over


@pytest.mark.rule("FIN-7")
def test_with_one_card_on_the_bench_its_bonus_is_doubled_unasked() -> None:
    table = finishing("bassoon", number=5, animal=9, craft=4).choose(0, Finish("bassoon"))
    assert table.choices(0) == [SaveMaterial("animal")]
    table.choose(0, SaveMaterial("animal"), TakeChair("seat-bassoon"))
    assert table.player(0).money == 10
    assert table.is_over


@pytest.mark.rule("FIN-5", "TRK-C4")
def test_with_the_craft_step_two_instruments_are_finished_in_one_action() -> None:
    table = finishing("lute", "violin", animal=2, wood=1, craft=4).choose(0, Finish("lute"), TakeChair("seat-lute"))
    assert table.kind == "finish-again"
    assert table.choices(0) == [Finish("violin"), Done()]
    table.choose(0, Finish("violin"), TakeChair("seat-violin-1"))
    assert table.player(0).finished == ("lute", "violin")
    assert table.is_over


@pytest.mark.rule("FIN-5", "TRK-C4")
def test_without_the_craft_step_one_instrument_is_finished() -> None:
    table = finishing("lute", "violin", animal=2, wood=1, craft=3).choose(0, Finish("lute"))
    assert table.choose(0, TakeChair("seat-lute")).is_over


@pytest.mark.rule("FIN-5")
def test_the_second_instrument_may_be_left_and_is_not_offered_when_it_cannot_be_paid() -> None:
    table = finishing("lute", "viola", animal=3, craft=4).choose(0, Finish("lute"), TakeChair("seat-lute"), Done())
    assert table.player(0).finishing == ("viola",)
    assert table.is_over
    table = finishing("lute", "viola", animal=2, craft=4).choose(0, Finish("lute"))
    assert table.choose(0, TakeChair("seat-lute")).is_over


@pytest.mark.rule("FIN-6", "RES-5")
def test_a_worker_that_is_unable_or_unwilling_takes_2_money() -> None:
    for table in (finishing("lute", number=5, apprentices=1), finishing("lute", animal=1), finishing()):
        table.choose(0, TakeMoney())
        assert (table.player(0).money, table.player(0).prestige) == (2, 0)
        assert table.is_over


@pytest.mark.rule("FIN-5", "FIN-8", "TRK-C4")
@pytest.mark.parametrize("trigger", ["finished", "seated", "completed"])
def test_a_craft_space_that_the_first_instrument_brings_allows_a_second(trigger: str) -> None:
    table = scenario().patron(0, "niccolo-paganini").seat(0, family="family-sax")
    table.ability("family-sax", Ability(trigger, "advance", track="craft", spaces=1))
    bench(table, "lute", "bass-drum", animal=4, craft=3)
    table.choose(0, Finish("lute"), TakeChair("seat-lute"), Give("niccolo-paganini"))
    assert table.choices(0) == [Finish("bass-drum"), Done()]
    table.choose(0, Finish("bass-drum"), TakeChair("seat-bass-drum"))
    assert table.player(0).finished == ("lute", "bass-drum")
    assert table.is_over


@pytest.mark.rule("FIN-5", "FIN-7", "RGH-6")
def test_a_second_instrument_that_is_not_allowed_yet_leaves_discount_and_doubling_to_the_first() -> None:
    table = scenario().seat(0, family="family-sax")
    table.ability("family-sax", Ability("finished", "advance", track="craft", spaces=1))
    bench(table, "bassoon", "lute", number=5, apprentices=1, animal=9, craft=3).choose(0, Finish("bassoon"))
    assert table.choices(0) == [SaveMaterial("animal")]
    table.choose(0, SaveMaterial("animal"), TakeChair("seat-bassoon"))
    assert table.player(0).money == 2 * 5
    table.choose(0, Finish("lute"), TakeChair("seat-lute"))
    assert table.is_over


@pytest.mark.rule("FIN-5")
def test_a_second_instrument_that_cannot_be_paid_is_an_event_and_one_that_cannot_follow_is_not() -> None:
    for table in (finishing("lute", "violin", animal=1, craft=3), finishing("lute", animal=1, craft=4)):
        table.choose(0, Finish("lute"), TakeChair("seat-lute"))
        assert table.events(NothingToChoose) == []
    table = finishing("lute", "violin", animal=1, craft=4).choose(0, Finish("lute"), TakeChair("seat-lute"))
    assert table.events(NothingToChoose) == [NothingToChoose(0, "finish-again")]


@pytest.mark.rule("FIN-8", "TRK-R5")
def test_the_second_instrument_profits_from_a_step_that_the_first_one_brought() -> None:
    table = scenario().patron(0, "niccolo-paganini")
    bench(table, "lute", "bass-drum", animal=9, craft=4, reputation=4)
    table.choose(0, Finish("lute"), TakeChair("seat-lute"), Give("niccolo-paganini"))
    assert table.player(0).tracks.reputation == 5
    table.choose(0, Finish("bass-drum"), TakeChair("seat-bass-drum"))
    assert table.player(0).sources["instruments"] == 4 + (4 + 2)
    assert table.is_over


@pytest.mark.rule("FIN-8", "RGH-6", "PAT-13")
def test_the_second_instrument_profits_from_a_discount_that_the_first_one_brought() -> None:
    table = scenario().patron(0, "antonio-vivaldi", tucked=[("performance", "vivaldi-four-seasons")])
    bench(table, "lute", "bass-drum", animal=3, craft=4)
    table.choose(0, Finish("lute"), TakeChair("seat-lute"), Give("antonio-vivaldi"))
    assert table.choices(0, Finish) == [Finish("bass-drum")], "2 animal are left, and Vivaldi saves the third"
    table.choose(0, Finish("bass-drum"), SaveMaterial("animal"), TakeChair("seat-bass-drum"))
    assert table.player(0).animal == 0
    assert table.is_over


@pytest.mark.rule("FIN-8", "GEN-11", "AWD-6", "AWD-8")
def test_the_second_instrument_may_serve_a_royal_that_the_first_one_brought() -> None:
    table = scenario().patron(0, "niccolo-paganini").awards("award-master-plane")
    bench(table, "lute", "violin", animal=2, wood=1, craft=4, reputation=6, finished=["oboe"])
    table.choose(0, Finish("lute"), TakeChair("seat-lute"), Give("niccolo-paganini"))
    table.choose(0, ScoreAward("award-master-plane", 1), TakeMarker("royal"), TakeRoyal("liliuokalani"))
    table.choose(0, PlacePatron(2), TakeMaterial("metal"))
    table.choose(0, Finish("violin"), TakeChair("seat-violin-2"), Give("liliuokalani"))
    assert [event.patron for event in table.events(PatronCompleted)] == ["liliuokalani"]
    assert table.player(0).completed == ("niccolo-paganini", "liliuokalani")
    assert table.is_over


@pytest.mark.rule("FIN-8")
def test_the_first_instrument_is_done_to_its_end_before_the_second_begins() -> None:
    table = scenario().seat(0, family="family-stradivari")
    bench(table, "lute", "violin", animal=2, wood=1, craft=4).choose(0, Finish("lute"), TakeChair("seat-lute"))
    assert table.kind == "finish-again"
    assert table.player(0).sources == {"instruments": 4, "abilities": 1}
    assert table.state.discards["instruments"] == ("lute",)
    table.choose(0, Finish("violin"), TakeChair("seat-violin-1"))
    assert table.player(0).sources == {"instruments": 9, "abilities": 2}
    assert table.is_over


@pytest.mark.rule("FIN-1", "FIN-3", "FIN-4")
def test_the_prompt_tells_cost_discount_prestige_and_how_many_patrons_would_take_the_card() -> None:
    table = scenario().patron(0, "antonio-vivaldi").patron(0, "joseph-haydn", 2).patron(0, "anton-stadler", 3)
    bench(table, "lute", "oboe", "timpani", number=5, animal=4, wood=1, reputation=5)
    serves = {card: dict(table.outcome(0, Finish(card)).details)["serves"] for card in ("lute", "oboe", "timpani")}
    assert serves == {"lute": 2, "oboe": 2, "timpani": 0}
    outcome = table.outcome(0, Finish("oboe"))
    assert (outcome.word, outcome.at) == ("finishes", ("finishing:oboe",))
    assert (outcome.cost, outcome.gain) == ((("animal", 1), ("wood", 1)), (("prestige", 7),))
    assert dict(outcome.details)["discount"] == 1


@pytest.mark.rule("PAT-4", "PAT-6")
def test_the_prompt_tells_whether_a_card_meets_or_completes() -> None:
    table = scenario().patron(0, "antonio-vivaldi").patron(0, "niccolo-paganini", 2)
    bench(table, "lute", animal=1).choose(0, Finish("lute"), TakeChair("seat-lute"))
    meets, completes = (table.outcome(0, Give(card)) for card in ("antonio-vivaldi", "niccolo-paganini"))
    assert (meets.word, dict(meets.details), meets.gain) == ("meets", {"missing": 1}, ())
    assert (completes.word, dict(completes.details), completes.gain) == (
        "completes",
        {"missing": 0},
        (("prestige", 5),),
    )
    assert table.outcome(0, DiscardCard()).word == "discards"


@pytest.mark.rule("FIN-7")
def test_the_prompt_tells_what_a_doubled_bonus_is() -> None:
    table = finishing("bassoon", "lute", number=5, animal=9, craft=4)
    table.choose(0, Finish("bassoon"), SaveMaterial("animal"), TakeChair("seat-bassoon"))
    assert table.outcome(0, DoubleBonus()).gain == (("money", 10),)
    assert table.outcome(0, Decline()).gain == (("money", 5),)
