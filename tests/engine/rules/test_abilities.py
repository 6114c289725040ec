"""Every ability of the card set, once: what it listens to, what it does, and that it does nothing else (VOCABULARY)."""

import pytest

from engine.abilities import permits, stat
from engine.choices import (
    Bench,
    Decline,
    Done,
    Draw,
    Echo,
    Finish,
    KeepCard,
    Pay,
    Peek,
    PlanLocation,
    PlanWorker,
    Relocate,
    SaveMaterial,
    Soothe,
    Take,
    TakeChair,
    TakeGift,
    TakeGoods,
    TakeMaterial,
    Trade,
)
from engine.content.cards import LOCATIONS, Ability
from engine.content.vocabulary import CONDITIONS
from engine.counters import count
from engine.events import Gained, WorkerMoved
from engine.rules.planning import AfterPlanning, ChooseWorker
from engine.scoring import lines
from engine.triggers import Dispatch
from tests.engine.card_abilities import CONTENT, EVENTS, NUMBER, abilities, alone, having, hear, matching, missing
from tests.engine.scenario import Table, scenario

# --- gains ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "index"), list(abilities("gain")))
def test_a_gain_is_received_on_its_event_and_on_no_other(card: str, index: int) -> None:
    table, ability = alone(card, index)
    for options in ability.goods:
        hear(table, ability, matching(ability))
        if len(ability.goods) > 1:
            table.choose(0, TakeGoods(options))
        assert table.events(Gained) == [Gained(0, options, "ability", card)]
        assert table.is_over
    for values in missing(ability):
        assert hear(table, ability, values).told == []
    for trigger in EVENTS:
        if trigger != ability.trigger:
            fired = tuple((word, CONDITIONS[word][0]) for word in EVENTS[trigger])
            assert table.agenda(Dispatch(0, trigger, fired, NUMBER)).told == []


@pytest.mark.parametrize("card", list(CONTENT.specialists))
def test_a_specialist_hears_its_own_worker_alone(card: str) -> None:
    table = having(card).patron(0, "antonio-vivaldi", 1, 2).seat(0, hand=["oboe"], wood=2)
    for ability in CONTENT.specialists[card].ability:
        if ability.trigger != "always":
            for number in (1, 5, None):
                assert hear(table, ability, matching(ability), number).told == []
                assert table.is_over


# --- what holds all the time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "index"), list(abilities("modify")))
def test_a_modified_number_differs_by_the_amount_where_the_condition_holds(card: str, index: int) -> None:
    table, ability = alone(card, index)
    places = dict(ability.when).get("location", LOCATIONS)
    for location in LOCATIONS:
        base = 1 if ability.stat == "die_floor" else 20
        value = stat(table.state, 0, ability.stat, base, number=NUMBER, location=location)
        changed = ability.amount if ability.stat == "die_floor" else base + ability.amount
        assert value == (changed if location in places else base)
        assert stat(table.state, 1, ability.stat, base, number=NUMBER, location=location) == base
        assert stat(table.state, 0, "no-such-number", base, number=NUMBER, location=location) == base


@pytest.mark.parametrize(("card", "index"), list(abilities("permit")))
def test_a_permitted_rule_holds_for_the_seat(card: str, index: int) -> None:
    table, ability = alone(card, index)
    assert permits(table.state, 0, ability.rule, number=NUMBER, location="salon")
    assert not permits(table.state, 1, ability.rule, number=NUMBER, location="salon")
    assert not permits(table.state, 0, "no-such-rule", number=NUMBER, location="salon")


@pytest.mark.parametrize("card", list(CONTENT.specialists))
def test_what_a_specialist_changes_holds_for_its_own_worker_alone(card: str) -> None:
    table = having(card)
    for ability in CONTENT.specialists[card].ability:
        for number in (1, 5, None):
            if ability.effect == "modify":
                assert stat(table.state, 0, ability.stat, 1, number=number, location="salon") == 1
            if ability.effect == "permit":
                assert not permits(table.state, 0, ability.rule, number=number, location="salon")


def test_amounts_of_several_cards_add_up_but_the_floor_of_the_dice_is_the_highest() -> None:
    table = scenario().ability("anton-stadler", Ability("always", "modify", stat="die_floor", amount=1))
    cards = ["anton-stadler", "maria-theresia-von-paradis", "marin-marais", "maddalena-sirmen"]
    table.seat(0, completed=cards)
    assert stat(table.state, 0, "die_floor", 0) == 2
    assert stat(table.state, 0, "die_floor", 3) == 3
    assert stat(table.state, 0, "result", 5) == 5 + 2 + 1


def test_what_is_asked_while_a_worker_acts_is_asked_for_that_worker_and_its_place() -> None:
    there, elsewhere = (
        Ability("always", "modify", when=(("location", (place,)),), stat="tier_discount", amount=amount)
        for place, amount in (("guild", 4), ("salon", 9))
    )
    table = having("broker").ability("broker", there, elsewhere).display("guild", "", "", "", "", "horn")
    table.seat(0, money=4).acts(0, "guild", NUMBER)
    assert table.choices(0, Take) == [Take(5, "horn")]
    assert stat(table.state, 0, "tier_discount", 0) == 4
    assert stat(table.state, 1, "tier_discount", 0) == 0
    table.choose(0, Take(5, "horn"), Pay(4))
    assert table.is_over
    table.display("guild", "", "", "", "", "celesta").seat(0, money=4).acts(0, "guild", 1)
    assert table.choices(0, Take) == []


def test_a_number_does_not_drop_below_its_limit() -> None:
    table = scenario().seat(0, completed=["joseph-haydn"])
    assert stat(table.state, 0, "buy_price", 1, low=1) == 1
    assert stat(table.state, 0, "apprentice_price", 1, low=0) == 0


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "index"), list(abilities("score")))
def test_an_end_effect_scores_what_its_counter_says(card: str, index: int) -> None:
    table, ability = alone(card, index)
    table.seat(0, finished=("lute", "oboe", "timpani"), reputation=7, performance=5, craft=2)
    table.specialist(0, "critic").awards("award-golden-chair", closed=("award-golden-chair", 1, 0))
    table.chair("seat-lute", (0, "instrument")).chair("seat-horn", (0, "repair"), second=[(0, "performance")])
    table.chair("seat-oboe", (0, "performance")).chair("seat-xylophone", (1, "repair"), second=[(0, "repair")])
    assert ability.counter is not None
    value = count(table.state, 0, ability.counter)
    assert value >= ability.per
    (scored,) = [line for line in lines(table.state, 0) if line.source == "patron_effects"]
    assert (scored.prestige, scored.count) == (value // ability.per * ability.prestige, value)
    assert hear(table, Ability("acted", "gain"), {"location": "salon"}).told == []


# --- effects with choices of their own ------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "index"), list(abilities("trade")))
def test_a_trade_is_made_up_to_so_many_times(card: str, index: int) -> None:
    table, ability = alone(card, index)
    (given, _), (got, _) = ability.cost[0], ability.goods[0][0]
    table.seat(0, **{given: 3})
    hear(table, ability, matching(ability))
    for _ in range(ability.times):
        assert table.choices(0) == [Trade(), Decline()]
        table.choose(0, Trade())
    assert table.is_over
    player = table.player(0)
    assert (player.material(given), player.material(got)) == (3 - ability.times, ability.times)
    hear(table, ability, matching(ability)).choose(0, Decline())
    assert table.is_over
    for values in missing(ability):
        assert hear(table, ability, values).is_over


@pytest.mark.parametrize(("card", "index"), list(abilities("advance")))
def test_a_step_moves_up_its_track(card: str, index: int) -> None:
    table, ability = alone(card, index)
    hear(table, ability, matching(ability))
    assert table.player(0).tracks.space(ability.track) == ability.spaces
    assert table.is_over


@pytest.mark.parametrize(("card", "index"), list(abilities("draw")))
def test_a_draw_keeps_some_cards_and_puts_the_others_at_the_bottom(card: str, index: int) -> None:
    table, ability = alone(card, index, scenario().deck("instruments", "oboe", "horn", "lute"))
    hear(table, ability, matching(ability))
    assert table.choices(0) == [Draw(), Decline()]
    table.choose(0, Draw())
    drawn = ("oboe", "horn", "lute")[: ability.cards]
    assert table.choices(0) == [*(KeepCard(card) for card in drawn), Done()]
    table.choose(0, KeepCard("oboe"))
    assert table.player(0).hand == ("oboe",)
    assert table.state.decks["instruments"][-len(drawn) + 1 :] == drawn[1:]
    assert table.is_over


@pytest.mark.parametrize(("card", "index"), list(abilities("draw")))
def test_of_a_draw_none_need_be_kept_and_it_may_be_declined_unseen(card: str, index: int) -> None:
    table, ability = alone(card, index)
    hear(table, ability, matching(ability)).choose(0, Draw(), Done())
    assert table.player(0).hand == ()
    assert table.is_over
    hear(table, ability, matching(ability)).choose(0, Decline())
    assert table.floor is None
    assert table.is_over


def test_a_draw_that_keeps_several_asks_one_at_a_time() -> None:
    table, ability = alone("family-amati", 0, scenario().deck("instruments", "oboe", "horn", "lute"))
    table.ability("family-amati", Ability("setup", "draw", cards=3, keep=2))
    hear(table, ability, {}).choose(0, Draw(), KeepCard("horn"))
    assert table.choices(0) == [KeepCard("oboe"), KeepCard("lute"), Done()]
    table.choose(0, KeepCard("lute"))
    assert table.player(0).hand == ("horn", "lute")
    assert table.state.decks["instruments"][-1] == "oboe"
    assert table.is_over


@pytest.mark.parametrize(("card", "index"), list(abilities("bench")))
def test_a_card_from_hand_goes_to_the_roughing_bench(card: str, index: int) -> None:
    table, ability = alone(card, index, hand=["oboe", "lute"])
    hear(table, ability, matching(ability))
    assert table.choices(0) == [Bench("oboe"), Bench("lute"), Done()]
    table.choose(0, Bench("lute"))
    assert (table.player(0).hand, table.player(0).roughing) == (("oboe",), ("lute",))
    assert table.is_over


@pytest.mark.parametrize(("card", "index"), list(abilities("soothe")))
def test_one_patrons_patience_moves_left_without_a_gift(card: str, index: int) -> None:
    table, ability = alone(card, index)
    table.patron(0, "nadezhda-von-meck", 1, 2).patron(0, "marin-marais", 2, 1).patron(0, "louis-xiv", 3, 0)
    hear(table, ability, matching(ability))
    assert table.choices(0) == [Soothe("nadezhda-von-meck"), Soothe("marin-marais"), Decline()]
    table.choose(0, Soothe("nadezhda-von-meck"))
    assert [p.patience for p in table.player(0).waiting] == [2 - ability.spaces, 1, 0]
    assert (table.player(0).money, table.events(Gained)) == (0, [])
    assert table.is_over


def test_patience_does_not_move_beyond_the_leftmost_space() -> None:
    table, _ = alone("copyist", 0)
    far = Ability("performed", "soothe", spaces=3)
    table.ability("copyist", far).patron(0, "marin-marais", 2, 1)
    hear(table, far, {"level": "low"}).choose(0, Soothe("marin-marais"))
    assert table.player(0).patron("marin-marais").patience == 0


@pytest.mark.parametrize(("card", "index"), list(abilities("gift")))
def test_any_gift_of_one_waiting_patron_is_received(card: str, index: int) -> None:
    table, ability = alone(card, index)
    table.patron(0, "nadezhda-von-meck", 1, 2).patron(0, "fanny-hensel", 2)
    hear(table, ability, matching(ability))
    gifts = [TakeGift(patron, space) for patron in ("nadezhda-von-meck", "fanny-hensel") for space in range(3)]
    assert table.choices(0) == [*gifts, Decline()]
    table.choose(0, TakeGift("fanny-hensel", 1), TakeMaterial("metal"))
    assert table.player(0).metal == 1
    assert table.player(0).patron("nadezhda-von-meck").patience == 2
    for values in missing(ability):
        assert hear(table, ability, values).is_over


@pytest.mark.parametrize(("card", "index"), list(abilities("worker")))
def test_a_family_may_bring_a_worker_at_once(card: str, index: int) -> None:
    table, ability = alone(card, index)
    hear(table, ability, {})
    chips = tuple(sorted((1, 3, 5, ability.number)))
    assert (table.player(0).numbers, table.player(0).idle) == (chips, chips)


def performing() -> Table:
    """The worker with the conductor's chip has performed and is asked for a chair."""
    table = having("conductor").display("perform", "chopin-etudes").dice(4, 5)
    table.acts(0, "perform", NUMBER).choose(0, Take(1, "chopin-etudes"))
    return table.choose(0, table.choices(0)[0])


def test_the_conductor_receives_the_chairs_bonus_once_more() -> None:
    table = performing().choose(0, TakeChair("seat-horn"))
    assert (table.kind, table.player(0).metal) == ("echo", 1)
    assert table.choices(0) == [Echo(), Decline()]
    table.choose(0, Echo())
    assert table.player(0).metal == 2
    assert table.is_over


def test_an_echoed_second_chair_is_chosen_anew() -> None:
    table = having("conductor").chair("seat-horn", (1, "instrument")).display("perform", "chopin-etudes").dice(4, 5)
    table.acts(0, "perform", NUMBER).choose(0, Take(1, "chopin-etudes"))
    table.choose(0, table.choices(0)[0], TakeChair("seat-horn"))
    table.choose(0, TakeGoods((("money", 2),)), Echo(), TakeGoods((("inspiration", 1),)))
    assert (table.player(0).money, table.player(0).inspiration) == (5 + 2, 1)
    assert table.is_over


def test_the_prompt_tells_what_an_echo_brings() -> None:
    table = performing().choose(0, TakeChair("seat-horn"))
    assert table.outcome(0, Echo()).gain == (("metal", 1),)
    assert table.outcome(0, Decline()).gain == ()
    table = having("conductor").chair("seat-horn", (1, "instrument")).display("perform", "chopin-etudes").dice(4, 5)
    table.acts(0, "perform", NUMBER).choose(0, Take(1, "chopin-etudes"))
    table.choose(0, table.choices(0)[0], TakeChair("seat-horn"), TakeGoods((("money", 2),)))
    assert table.outcome(0, Echo()).gain == ()


def test_an_echo_may_be_declined_and_other_tokens_are_not_echoed() -> None:
    table = performing().choose(0, TakeChair("seat-horn"), Decline())
    assert table.player(0).metal == 1
    assert table.is_over
    table = having("conductor", animal=1).seat(0, finishing=["lute"]).acts(0, "finishing", NUMBER)
    table.choose(0, table.choices(0)[0], TakeChair("seat-lute"))
    assert table.is_over


def test_a_doubled_bonus_is_echoed_once() -> None:
    table = having("conductor").ability("conductor", Ability("seated", "echo"))
    table.seat(0, finishing=["bassoon"], animal=2, craft=5).acts(0, "finishing", NUMBER, apprentices=1)
    assert table.state.active_worker is not None
    assert table.state.active_worker.skill == 6
    table.choose(0, Finish("bassoon"), SaveMaterial("animal"), TakeChair("seat-bassoon"))
    assert table.player(0).money == 10
    table.choose(0, Echo())
    assert table.player(0).money == 15
    assert table.is_over


def test_the_confidante_peeks_when_it_is_placed_on_others() -> None:
    table = having("confidante", scenario(3)).worker(1, "guild", 5).worker(2, "salon", 5)
    table.state.phase = "planning"
    table.agenda(ChooseWorker(0)).choose(0, PlanWorker(NUMBER, 0), PlanLocation("guild"))
    assert table.choices(0) == [Peek(), Decline()]
    table.choose(0, Peek())
    assert [w.seen_by for w in table.state.workers] == [(0,), (), ()]
    assert table.floor == "worker-revealed"
    assert table.is_over


@pytest.mark.parametrize(("number", "location"), [(1, "guild"), (NUMBER, "perform"), (NUMBER, "roughing")])
def test_other_workers_do_not_peek_and_where_nobody_lies_there_is_nothing_to_see(number: int, location: str) -> None:
    table = having("confidante").worker(1, "guild", 5).worker(1, "roughing", 1)
    table.state.phase = "planning"
    table.agenda(ChooseWorker(0)).choose(0, PlanWorker(number, 0), PlanLocation(location))
    assert table.is_over, "another seat's bench is another place"


def test_the_envoy_moves_to_another_place_and_comes_last_there() -> None:
    table = having("envoy").worker(0, "guild", NUMBER, apprentices=1).worker(1, "salon", 5)
    table.agenda(AfterPlanning(-1))
    assert table.choices(0) == [*(Relocate(place) for place in LOCATIONS if place != "guild"), Decline()]
    table.choose(0, Relocate("salon"))
    assert [w.seat for w in table.state.queue("salon")] == [1, 0]
    assert [(w.apprentices, w.revealed) for w in table.state.queue("salon")] == [(0, False), (1, False)]
    assert table.events(WorkerMoved) == [WorkerMoved(0, 1, "guild", "salon")]
    assert table.is_over


def test_the_envoy_may_stay() -> None:
    table = having("envoy").worker(0, "guild", NUMBER).agenda(AfterPlanning(-1)).choose(0, Decline())
    assert len(table.state.queue("guild")) == 1
    assert table.is_over
