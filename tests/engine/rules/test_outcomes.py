"""What prompts and events say: the words that the screens have sentences for, and what a choice is said to mean."""

from collections.abc import Iterator
from dataclasses import fields

import pytest

from engine import loop
from engine.choices import (
    Activate,
    Alternate,
    Bench,
    Buy,
    Choice,
    Done,
    DoubleBonus,
    Hire,
    LeaveMarket,
    MakeRoom,
    NextPatron,
    PlanLocation,
    Relocate,
    ReplaceMaterial,
    Rough,
    Search,
    Sell,
    SpendInspiration,
    Take,
    TakeChair,
    TakeMoney,
    ThrowAway,
    Train,
    VisitMarket,
)
from engine.content.cards import GOODS_WORDS
from engine.content.files import load
from engine.events import CardsDrawn, Gained, Paid, PhaseBegun, SourceScored, TokenPlaced
from engine.rng import stream
from engine.rules.benches import BenchCards
from engine.rules.orchestra import AskDouble, PlaceToken
from engine.rules.patrons import SoothePatron
from engine.rules.planning import ChooseLocation, RelocateWorker
from engine.rules.start_of_round import ChooseNextPatron
from engine.state import NOBODY, State
from engine.steps import AnyDecision, Outcome
from tests.engine.scenario import Table, new_game, scenario

LIT = {
    "act": "award deck finishing roughing slot",
    "bench": "hand",
    "chair": "orchestra",
    "assign-number": "number",
    "discard": "till",
    "gift": "gift patron",
    "give": "patron",
    "make-room": "finishing roughing",
    "marker": "marker",
    "market": "market",
    "material": "till",
    "next-patron": "patron",
    "patron-space": "space",
    "plan-location": "bench location",
    "plan-worker": "number",
    "relocate": "bench location",
    "replace-material": "till",
    "reroll": "die",
    "rough-again": "roughing",
    "royal": "royal",
    "save-material": "till",
    "second-chair": "orchestra",
    "soothe": "patron",
    "specialist": "specialist",
    "turn": "bench location market till",
}
"""What lights up for each kind of decision: the first half of an outcome's `at`."""

WORDS = {
    "act": "- finishes makes-room roughs scores search take",
    "bench": "- benched makes-room",
    "chair": "empty ousts rare second takes-chair",
    "give": "completes discards meets",
    "make-room": "back-to-hand loses-materials",
    "marker": "purple royal storage",
    "market": "- buys hires sells trains",
    "next-patron": "gift leaves",
    "replace-material": "pays replaces",
    "reroll": "high low medium rolls-again",
    "rough-again": "- makes-room roughs",
    "save-material": "saves saves-for-second",
    "soothe": "- soothes",
    "spend-inspiration": "high low medium",
}
"""In which words the choices of a decision may end ("-": in none); decisions not named here use none."""

SOURCES = {
    Gained: "ability alternate award bonus chair dice family gift level market money space track",
    Paid: "ability award buy finish hire performance repair rough search sell take train",
    CardsDrawn: "ability track",
}
"""For what goods come and go."""

DETAILS = {
    "act": "discount high medium prestige serves wanted",
    "chair": "held_by holder mine needed theirs",
    "give": "missing",
    "next-patron": "loss space",
    "plan-location": "position skill",
    "plan-worker": "skill",
    "relocate": "skill",
    "reroll": "result",
    "rough-again": "discount",
    "soothe": "space",
    "spend-inspiration": "result",
}
"""Numbers and ids that sentences of outcomes use."""


def random_positions() -> Iterator[State]:
    """Positions of whole games by chance, each with the events that led to it; the final ones too."""
    content = load()
    for number in range(9):
        state, rng = loop.begin(content, f"outcomes {number}", 2 + number % 3), stream(f"outcomes {number}", "player")
        while not state.finished:
            yield state
            seat = loop.clock(state)[0]
            found = loop.legal_choices(state, seat)
            loop.apply(state, seat, found[rng.below(len(found))])
        yield state


def random_outcomes() -> Iterator[tuple[AnyDecision, Choice, Outcome]]:
    for state in random_positions():
        if state.finished:
            continue
        asked = loop.decision(state)
        for seat, found in loop.offered(state).items():
            yield from ((asked, choice, asked.outcome(state, seat, choice)) for choice in found)


def test_outcomes_light_up_places_and_use_words_that_the_screens_know() -> None:
    for asked, choice, outcome in random_outcomes():
        lit = {place.partition(":")[0] for place in outcome.at}
        assert lit <= set(LIT.get(asked.kind, "").split()), f"{choice} lights up {outcome.at}"
        assert (outcome.word or "-") in WORDS.get(asked.kind, "-").split(), f"{choice} is told as {outcome.word!r}"
        assert {name for name, _ in outcome.details} <= set(DETAILS.get(asked.kind, "").split()), outcome.details
        for word, amount in (*outcome.cost, *outcome.gain):
            assert word in GOODS_WORDS
            assert amount > 0, f"{choice}: {outcome}"


def test_goods_come_and_go_for_reasons_that_the_screens_know() -> None:
    for event in (event for state in random_positions() for event in state.events):
        match event:
            case Gained() | Paid() | CardsDrawn():
                assert event.source in SOURCES[type(event)].split(), event
                if not isinstance(event, CardsDrawn) and event.source not in ("hire", "market"):
                    assert event.card, f"{event} names no card"
            case TokenPlaced():
                chairs = {"second": "second", "rare": "rare"}
                assert event.chair == chairs.get(event.word, "first"), event


def test_every_event_names_its_seat_or_nobody_and_leaves_nothing_out() -> None:
    for state in random_positions():
        for event in state.events:
            assert event.seat in (NOBODY, *range(state.seats)), event
            for field in fields(event):
                assert "None" in str(field.type) or getattr(event, field.name) is not None, event


# --- what a prompt is about -----------------------------------------------------------------------------------------


def about(table: Table, seat: int = 0) -> dict[str, object]:
    return loop.decision(table.state).about(table.state, seat)


@pytest.mark.rule("SET-7")
def test_the_prompt_of_the_deal_tells_what_was_dealt_to_the_seat_that_is_asked() -> None:
    table = new_game()
    for seat in (0, 1):
        deal = table.player(seat).deal
        assert deal is not None
        assert about(table, seat) == {
            "families": list(deal.families),
            "patrons": list(deal.patrons),
            "instruments": list(deal.instruments),
            "goals": list(deal.goals),
        }


@pytest.mark.rule("RES-14")
def test_the_prompt_of_an_action_tells_which_worker_acts_and_with_what_skill() -> None:
    table = scenario().worker(1, "guild", 5).seat(0, craft=2).acts(0, "roughing", 3, apprentices=2)
    assert about(table) == {"placement": 2, "number": 3, "skill": 6, "apprentices": 2}


@pytest.mark.rule("PRF-3", "PRF-4")
def test_the_prompt_of_inspiration_tells_the_numbers_of_the_levels() -> None:
    table = scenario().display("perform", "mozart-requiem").dice(1, 1).acts(0, "perform", 3)
    assert about(table.choose(0, Take(1, "mozart-requiem"))) == {"medium": 7, "high": 10}


# --- one decision at a time ------------------------------------------------------------------------------------------


@pytest.mark.rule("RES-10", "RES-12")
def test_taking_lights_up_the_slot_and_tells_the_price_of_its_tier() -> None:
    table = scenario().seat(0, money=12).display("guild", "timpani", "", "guitar").acts(0, "guild", 3, apprentices=1)
    take = table.outcome(0, Take(3, "guitar"))
    assert (take.at, take.word, take.cost) == (("slot:guild:3",), "take", (("money", 4),))
    assert dict(take.details)["serves"] == 0
    assert table.outcome(0, Take(1, "timpani")).cost == ()
    search = table.outcome(0, Search("wind"))
    assert (search.at, search.word, search.details) == (("deck:guild",), "search", (("wanted", "wind"),))
    assert search.cost == (("money", 10), ("apprentice", 1))
    assert table.outcome(0, TakeMoney()).gain == (("money", 2),)


@pytest.mark.rule("MKT-2", "MKT-4", "MKT-5")
def test_the_market_tells_prices_and_goods() -> None:
    table = scenario().seat(0, money=20, wood=2).turn(0).choose(0, VisitMarket())
    assert table.outcome(0, Buy("metal")) == Outcome(("market:metal",), "buys", (), (("money", 5),), (("metal", 1),))
    assert table.outcome(0, Sell("wood")) == Outcome(("market:wood",), "sells", (), (("wood", 1),), (("money", 3),))
    assert table.outcome(0, Hire()) == Outcome(("market:hire",), "hires", (), (("money", 4),), (("apprentice", 1),))
    assert table.outcome(0, Train("craft")) == Outcome(("market:craft",), "trains", (), (("money", 15),))
    table.choose(0, Sell("wood"))
    assert table.events(Gained) == [Gained(0, (("money", 3),), "market", "wood")]
    assert table.outcome(0, LeaveMarket()) == Outcome(("market",))


@pytest.mark.rule("SAL-1", "REP-1")
def test_cards_are_told_with_their_prestige_and_concerts_with_their_levels() -> None:
    table = scenario().display("repair", "repair-long-neck").seat(0, wood=2, animal=1).acts(0, "repair", 3)
    prestige = table.state.content.repairs["repair-long-neck"].prestige
    assert dict(table.outcome(0, Take(1, "repair-long-neck")).details) == {"prestige": prestige, "serves": 0}
    table = scenario().display("salon", "marin-marais").acts(0, "salon", 3)
    assert "prestige" in dict(table.outcome(0, Take(1, "marin-marais")).details)
    table = scenario().display("perform", "bach-brandenburg-concertos").acts(0, "perform", 3)
    details = dict(table.outcome(0, Take(1, "bach-brandenburg-concertos")).details)
    assert details == {"medium": 8, "high": 12, "serves": 0}


@pytest.mark.rule("FIN-7", "ORC-5")
def test_doubling_below_the_line_promises_nothing_that_is_still_to_be_chosen() -> None:
    table = scenario().agenda(AskDouble(0, "seat-bassoon", first=False))
    assert table.outcome(0, DoubleBonus()) == Outcome(("orchestra:seat-bassoon",))


@pytest.mark.rule("GEN-9")
def test_a_card_for_a_full_bench_is_said_to_make_room() -> None:
    table = scenario().seat(0, hand=["lute"], roughing=["oboe", "horn"]).agenda(BenchCards(0, 1, "start"))
    assert table.outcome(0, Bench("lute")) == Outcome(("hand:lute",), "makes-room")
    table.choose(0, Bench("lute"))
    assert table.outcome(0, MakeRoom("horn")) == Outcome(("roughing:horn",), "back-to-hand")
    table = scenario().seat(0, roughing=["oboe"], finishing=["lute", "horn"], wood=3).acts(0, "roughing", 1)
    table.choose(0, Rough("oboe"))
    assert table.outcome(0, MakeRoom("horn")) == Outcome(("finishing:horn",), "loses-materials")


@pytest.mark.rule("RND-3")
def test_the_prompt_counts_how_many_cards_may_still_be_benched() -> None:
    table = scenario().seat(0, hand=["lute", "oboe", "horn"]).agenda(BenchCards(0, 2, "start"))
    assert table.outcome(0, Bench("lute")) == Outcome(("hand:lute",), "benched")
    table.choose(0, Bench("lute"))
    assert loop.decision(table.state) == BenchCards(0, 1, "start")


@pytest.mark.rule("REP-1")
def test_replacing_tells_the_material_and_the_inspiration_it_costs() -> None:
    card = "repair-long-neck"
    table = scenario().seat(0, animal=1, wood=2, inspiration=4).display("repair", card)
    table.acts(0, "repair", 3).choose(0, Take(1, card))
    replaces = Outcome(("till:wood",), "replaces", cost=(("inspiration", 2),))
    assert table.outcome(0, ReplaceMaterial("wood")) == replaces
    assert table.outcome(0, Done()) == Outcome(word="pays", cost=(("animal", 1), ("wood", 2)))
    table.choose(0, ReplaceMaterial("wood"), Done())
    assert table.events(Paid) == [
        Paid(0, (("inspiration", 2),), "repair", card),
        Paid(0, (("animal", 1), ("wood", 1)), "repair", card),
    ]


@pytest.mark.rule("PRF-3", "PRF-4")
def test_inspiration_is_told_with_the_result_that_it_makes_and_paid_for_the_concert() -> None:
    card = "bach-brandenburg-concertos"
    table = scenario().display("perform", card).seat(0, inspiration=3).dice(4, 5).acts(0, "perform", 3)
    table.choose(0, Take(1, card)).play_until("spend-inspiration")
    without = dict(table.outcome(0, SpendInspiration(0)).details)["result"]
    most = table.outcome(0, SpendInspiration(2))
    assert dict(most.details)["result"] == without + 2
    assert most.gain == table.state.content.performances[card].reward(most.word)
    table.choose(0, SpendInspiration(2))
    assert table.events(Paid) == [Paid(0, (("inspiration", 2),), "performance", card)]
    assert all(gained.card == card for gained in table.events(Gained) if gained.source == "level")


@pytest.mark.rule("SAL-4")
def test_soothing_tells_the_space_to_which_the_cube_goes() -> None:
    table = scenario().patron(0, "marin-marais", patience=2).agenda(SoothePatron(0, 1))
    choice = table.choices(0)[0]
    assert table.outcome(0, choice) == Outcome(("patron:marin-marais",), "soothes", (("space", 1),))


@pytest.mark.rule("RND-2")
def test_the_next_patron_is_told_with_its_gift() -> None:
    table = scenario().patron(0, "marin-marais").patron(0, "nadezhda-von-meck", space=2)
    table.agenda(ChooseNextPatron(0, ("marin-marais", "nadezhda-von-meck")))
    gift = table.state.content.patrons["marin-marais"].gifts[1]
    outcome = table.outcome(0, NextPatron("marin-marais"))
    assert outcome == Outcome(("patron:marin-marais",), "gift", (("space", 1),), gain=gift)


@pytest.mark.rule("PLN-4", "PLN-7")
def test_planning_and_relocating_tell_bench_or_location_and_the_skill_there() -> None:
    table = scenario().agenda(ChooseLocation(0, 3, 0))
    assert table.outcome(0, PlanLocation("finishing")).at == ("bench:finishing",)
    assert table.outcome(0, PlanLocation("repair")).at == ("location:repair",)
    table = scenario().worker(0, "guild", 3).agenda(RelocateWorker(0, 1))
    assert loop.decision(table.state).about(table.state, 0) == {"number": 3, "location": "guild"}
    assert table.outcome(0, Relocate("salon")) == Outcome(("location:salon",), details=(("skill", 3),))
    assert table.outcome(0, Relocate("roughing")).at == ("bench:roughing",)


@pytest.mark.rule("RES-1", "GEN-19")
def test_a_turn_lights_up_what_it_activates() -> None:
    table = scenario().seat(0, wood=1).worker(0, "guild", 3).worker(0, "roughing", 1).turn(0)
    assert table.outcome(0, Activate("guild")) == Outcome(("location:guild",))
    assert table.outcome(0, Activate("roughing")) == Outcome(("bench:roughing",))
    assert table.outcome(0, VisitMarket()) == Outcome(("market",))
    assert table.outcome(0, ThrowAway("wood")) == Outcome(("till:wood",), cost=(("wood", 1),))


@pytest.mark.rule("RES-9")
def test_an_alternate_tells_its_goods_and_money_is_taken_at_the_location() -> None:
    table = scenario().acts(0, "guild", 3)
    alternate = table.choices(0, Alternate)[0]
    assert table.outcome(0, alternate).gain == alternate.goods
    table.choose(0, TakeMoney())
    assert table.events(Gained) == [Gained(0, (("money", 2),), "money", "guild")]


@pytest.mark.rule("ORC-10")
def test_a_free_chair_is_told_with_its_bonus() -> None:
    table = scenario().agenda(PlaceToken(0, "repair", "repair-long-neck"))
    chairs = table.state.content.orchestra
    free = [choice for choice in table.choices(0, TakeChair) if not chairs[choice.orchestra_seat].rare]
    assert free
    for choice in free:
        seat = chairs[choice.orchestra_seat]
        assert table.outcome(0, choice) == Outcome((f"orchestra:{seat.id}",), "empty", gain=seat.bonus)


@pytest.mark.rule("RES-17")
def test_each_search_takes_one_more_apprentice_out_of_the_game() -> None:
    table = scenario().seat(0, money=10, apprentices_removed=1).display("guild").acts(0, "guild", 1, apprentices=1)
    table.choose(0, Search("percussion")).play_until(None)
    assert table.player(0).apprentices_removed == 2


def test_phases_begin_for_nobody_alone_and_final_lines_are_counted() -> None:
    told = [event for state in random_positions() for event in state.events]
    assert {event.seat for event in told if isinstance(event, PhaseBegun)} == {NOBODY}
    lines = [event for event in told if isinstance(event, SourceScored)]
    assert lines
    assert all(isinstance(line.count, int) for line in lines)
