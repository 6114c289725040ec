"""Patrons: PAT-1 to PAT-15."""

from itertools import permutations

import pytest

from engine.choices import (
    DiscardCard,
    Finish,
    Give,
    NextPatron,
    Pay,
    PlacePatron,
    ScoreAward,
    Search,
    SpendInspiration,
    Take,
    TakeChair,
    TakeGift,
    TakeMarker,
    TakeMoney,
)
from engine.content import Content
from engine.content.cards import Ability, Requirement
from engine.events import (
    CardDiscarded,
    Gained,
    PatienceMoved,
    PatronCompleted,
    PatronLeft,
    PrestigeLost,
    TrackAdvanced,
)
from engine.requirements import accepts, met_by, unmet
from engine.rules.end_of_round import PrepareRound
from engine.rules.orchestra import PlaceToken
from engine.rules.patrons import AskGiving
from engine.rules.start_of_round import MovePatience
from engine.state import TuckedCard, WaitingPatron
from engine.triggers import dispatch
from tests.engine.scenario import Table, scenario

WOOD = ((("money", 4),),)
WORKS = {"baroque": "vivaldi-four-seasons", "classical": "mozart-requiem", "romantic": "verdi-requiem"}
REPAIRS = {"string": "repair-bridge", "wind": "repair-crook", "percussion": "repair-kettle"}
INSTRUMENTS = {"string": "lute", "wind": "oboe", "percussion": "timpani"}


def giving(table: Table, token: str, card: str) -> Table:
    """Seat 0 is asked to whom it gives a card, with nothing else on."""
    pile = {"instrument": "instruments", "performance": "performances", "repair": "repairs"}[token]
    cards = list(table.state.decks[pile])
    cards.remove(card)
    table.state.decks[pile] = tuple(cards)
    return table.agenda(AskGiving(0, token, card))


def waiting(card: str, *tucked: tuple[str, str]) -> WaitingPatron:
    return WaitingPatron(card, 1, 0, tuple(TuckedCard(token, given) for token, given in tucked))


# --- patrons on the workbench ---------------------------------------------------------------------------------------


@pytest.mark.rule("PAT-1", "SAL-1")
def test_three_patrons_wait_at_most_and_completed_ones_do_not_count() -> None:
    table = scenario().display("salon", "anton-stadler").seat(0, completed=["marin-marais"])
    table.patron(0, "antonio-vivaldi", 1).patron(0, "joseph-haydn", 3)
    table.acts(0, "salon", 3).choose(0, Take(1, "anton-stadler"))
    assert table.choices(0) == [PlacePatron(2)]
    table.choose(0, PlacePatron(2))
    assert [(p.card, p.space) for p in table.player(0).waiting] == [
        ("antonio-vivaldi", 1),
        ("anton-stadler", 2),
        ("joseph-haydn", 3),
    ]
    table.display("salon", "gottfried-reiche").acts(0, "salon", 1)
    assert not table.choices(0, Take)


@pytest.mark.rule("PAT-9")
def test_a_patron_is_placed_with_its_cube_leftmost_and_without_a_gift() -> None:
    table = scenario().display("salon", "nadezhda-von-meck").acts(0, "salon", 3)
    table.choose(0, Take(1, "nadezhda-von-meck"), PlacePatron(3))
    assert table.player(0).patron("nadezhda-von-meck").patience == 0
    assert not [event for event in table.events(Gained) if event.source == "gift"]


# --- requirements ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PAT-2")
@pytest.mark.parametrize("section", INSTRUMENTS)
def test_the_primary_requirement_is_an_instrument_of_its_section(content: Content, section: str) -> None:
    assert accepts(content, waiting("marin-marais"), "instrument", INSTRUMENTS[section]) == (section == "string")


@pytest.mark.rule("PAT-2", "PAT-3")
def test_a_rare_instrument_counts_for_its_section(content: Content) -> None:
    assert accepts(content, waiting("marin-marais"), "instrument", "octobass")


@pytest.mark.rule("PAT-2", "PAT-3")
def test_neither_performance_nor_repair_meets_a_primary_requirement(content: Content) -> None:
    assert not accepts(content, waiting("marin-marais"), "performance", WORKS["baroque"])
    assert not accepts(content, waiting("marin-marais"), "repair", REPAIRS["string"])


@pytest.mark.rule("PAT-3")
@pytest.mark.parametrize(
    ("patron", "era"), [("antonio-vivaldi", "baroque"), ("joseph-haydn", "classical"), ("hector-berlioz", "romantic")]
)
def test_a_secondary_requirement_may_be_a_performance_of_the_patrons_era(
    content: Content, patron: str, era: str
) -> None:
    found = [work for work in WORKS if accepts(content, waiting(patron), "performance", WORKS[work])]
    assert found == [era]


@pytest.mark.rule("PAT-3")
def test_a_patron_of_any_era_accepts_every_era(content: Content) -> None:
    assert all(accepts(content, waiting("georg-philipp-telemann"), "performance", work) for work in WORKS.values())


@pytest.mark.rule("PAT-3")
def test_a_secondary_requirement_may_be_a_repair_of_its_section(content: Content) -> None:
    found = [section for section in REPAIRS if accepts(content, waiting("fanny-hensel"), "repair", REPAIRS[section])]
    assert found == ["string"]


@pytest.mark.rule("PAT-3")
def test_a_requirement_allows_only_what_it_shows(content: Content) -> None:
    assert not accepts(content, waiting("fanny-hensel"), "performance", WORKS["romantic"])
    assert not accepts(content, waiting("antonio-vivaldi"), "repair", REPAIRS["string"])


@pytest.mark.rule("PAT-3")
def test_a_secondary_requirement_may_always_be_an_instrument_of_its_section(content: Content) -> None:
    under = ("instrument", INSTRUMENTS["wind"])
    assert accepts(content, waiting("hector-berlioz", under), "instrument", INSTRUMENTS["percussion"])
    assert not accepts(content, waiting("hector-berlioz", under), "instrument", INSTRUMENTS["wind"])


@pytest.mark.rule("PAT-3", "PRF-5")
def test_a_performance_at_low_meets_nothing() -> None:
    table = scenario().patron(0, "antonio-vivaldi").display("perform", "vivaldi-four-seasons").dice(1, 1)
    table.acts(0, "perform", 1).choose(0, Take(1, "vivaldi-four-seasons"))
    while table.kind == "spend-inspiration":
        table.choose(0, table.choices(0)[0])
    assert table.state.discards["performances"] == ("vivaldi-four-seasons",)
    assert table.player(0).patron("antonio-vivaldi").tucked == ()
    assert table.is_over


@pytest.mark.rule("PAT-4")
def test_one_card_meets_one_requirement_and_sets_the_cube_back() -> None:
    table = giving(scenario().patron(0, "vincenzo-gonzaga", patience=2), "instrument", "oboe")
    table.choose(0, Give("vincenzo-gonzaga"))
    patron = table.player(0).patron("vincenzo-gonzaga")
    assert (patron.patience, patron.tucked) == (0, (TuckedCard("instrument", "oboe"),))
    assert unmet(table.state.content, patron) == 2
    assert table.player(0).requirements_met == 1
    assert table.player(0).prestige == 0
    assert table.is_over


@pytest.mark.rule("PAT-4", "FIN-3")
def test_a_card_given_to_nobody_moves_no_cube() -> None:
    table = giving(scenario().patron(0, "vincenzo-gonzaga", patience=2), "instrument", "oboe").choose(0, DiscardCard())
    assert table.player(0).patron("vincenzo-gonzaga").patience == 2
    assert table.state.discards["instruments"] == ("oboe",)


@pytest.mark.rule("PAT-10")
def test_which_requirement_a_card_meets_is_settled_only_at_completion(content: Content) -> None:
    """Esterházy wants a string instrument, a string repair, and a wind performance, repair or instrument."""
    patron = content.patrons["nikolaus-esterhazy"]
    assert met_by(content, patron, "instrument", "lute") == (0, 1)
    cards = [("instrument", "lute"), ("instrument", "viola"), ("repair", "repair-crook")]
    for order in permutations(cards):
        assert accepts(content, waiting("nikolaus-esterhazy", *order[:2]), *order[2])
    assert not accepts(content, waiting("nikolaus-esterhazy", *cards[:2]), "instrument", "cello")
    assert not accepts(content, waiting("nikolaus-esterhazy", cards[0], cards[1]), "repair", "repair-bridge")
    first = waiting("nikolaus-esterhazy", ("instrument", "lute"))
    assert accepts(content, first, "repair", "repair-bridge"), "the lute is then the primary requirement"
    assert accepts(content, first, "instrument", "viola"), "one of the two is then the secondary requirement"


@pytest.mark.rule("PAT-10")
def test_a_performance_takes_the_requirement_that_leaves_most_to_the_others(content: Content) -> None:
    """Gonzaga wants a wind instrument, a string repair or performance, a percussion performance."""
    for cards in permutations([("performance", WORKS["baroque"]), ("performance", "bach-brandenburg-concertos")]):
        assert accepts(content, waiting("vincenzo-gonzaga", *cards), "instrument", "oboe")
        assert not accepts(content, waiting("vincenzo-gonzaga", *cards), "repair", "repair-bridge")


# --- a patron leaves ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PAT-5", "RND-2")
@pytest.mark.parametrize(
    ("tucked", "loss"),
    [
        ((), 9),
        ((("instrument", "oboe"),), 6),
        ((("instrument", "oboe"), ("repair", "repair-bridge")), 3),
    ],
)
def test_a_patron_whose_patience_ends_leaves_and_costs_3_for_each_unmet_requirement(
    tucked: tuple[tuple[str, str], ...], loss: int
) -> None:
    table = scenario().seat(0, prestige=20, sources={"instruments": 20})
    table.patron(0, "vincenzo-gonzaga", 2, 2, tucked).agenda(MovePatience(0))
    table.choose(0, NextPatron("vincenzo-gonzaga"))
    player = table.player(0)
    assert (player.prestige, player.sources) == (20 - loss, {"instruments": 20, "patrons_left": -loss})
    assert (player.waiting, player.free_spaces()) == ((), (1, 2, 3))
    assert table.state.discards["patrons"] == ("vincenzo-gonzaga",)
    assert table.state.discards["instruments"] + table.state.discards["repairs"] == tuple(card for _, card in tucked)
    assert table.events(PatronLeft) == [PatronLeft(0, "vincenzo-gonzaga", 3 - len(tucked))]
    assert not table.events(Gained)
    assert table.is_over


@pytest.mark.rule("PAT-5", "GEN-2")
def test_prestige_lost_to_a_patron_never_drops_below_0() -> None:
    table = scenario().seat(0, prestige=4, sources={"gifts": 4}).patron(0, "vincenzo-gonzaga", 1, 2)
    table.agenda(MovePatience(0)).choose(0, NextPatron("vincenzo-gonzaga"))
    assert table.player(0).prestige == 0
    assert table.events(PrestigeLost) == [PrestigeLost(0, 4, "vincenzo-gonzaga")]
    table.agenda(dispatch(table.state, 0, "round_start"))
    assert sum(table.player(0).sources.values()) == 0


@pytest.mark.rule("PAT-5")
def test_requirements_met_count_as_fulfilled_even_if_the_patron_left() -> None:
    table = scenario().patron(0, "vincenzo-gonzaga", 1, 2, tucked=[("instrument", "oboe")]).agenda(MovePatience(0))
    table.choose(0, NextPatron("vincenzo-gonzaga"))
    assert table.player(0).requirements_met == 1


@pytest.mark.rule("PAT-14")
def test_a_royal_that_leaves_is_out_of_the_game() -> None:
    table = scenario().seat(0, prestige=9).patron(0, "louis-xiv", 1, 2).agenda(MovePatience(0))
    table.choose(0, NextPatron("louis-xiv"))
    assert table.player(0).prestige == 6
    assert "louis-xiv" not in table.state.discards["patrons"] + table.state.decks["royals"]
    assert table.is_over


# --- a patron is completed ------------------------------------------------------------------------------------------


def completed(patron: str, card: str, **possessions: object) -> Table:
    """Seat 0 gives a patron the instrument that completes it."""
    table = giving(scenario().seat(0, **possessions).patron(0, patron), "instrument", card)
    return table.choose(0, Give(patron))


@pytest.mark.rule("PAT-6")
def test_a_completed_patron_scores_and_steps_then_clears_its_space_and_is_turned_over() -> None:
    table = completed("niccolo-paganini", "lute")
    player = table.player(0)
    assert player.sources == {"patrons": 5}
    assert (player.tracks.reputation, player.apprentices) == (1, 1)
    assert player.waiting == ()
    assert player.free_spaces() == (1, 2, 3)
    assert player.completed == ("niccolo-paganini",)
    assert table.state.discards["instruments"] == ("lute",)
    kinds = [type(event) for event in table.told]
    assert kinds.index(PatronCompleted) < kinds.index(TrackAdvanced)
    assert table.is_over


@pytest.mark.rule("PAT-6")
def test_all_cards_under_a_completed_patron_are_discarded() -> None:
    under = [("performance", "vivaldi-four-seasons"), ("repair", "repair-bridge")]
    table = giving(scenario().patron(0, "vincenzo-gonzaga", tucked=under), "instrument", "oboe")
    table.choose(0, Give("vincenzo-gonzaga"))
    assert table.player(0).completed == ("vincenzo-gonzaga",)
    discards = table.state.discards
    assert [discards[deck] for deck in ("performances", "repairs", "instruments")] == [
        ("vivaldi-four-seasons",),
        ("repair-bridge",),
        ("oboe",),
    ]
    assert discards["patrons"] == ()


@pytest.mark.rule("PAT-6")
def test_a_patron_with_a_requirement_unmet_stays() -> None:
    table = giving(scenario().patron(0, "antonio-vivaldi"), "instrument", "lute").choose(0, Give("antonio-vivaldi"))
    assert table.player(0).completed == ()
    assert table.player(0).tracks.reputation == 0


@pytest.mark.rule("PAT-7")
def test_kinds_of_patrons_have_their_requirements_and_gifts(content: Content) -> None:
    rows = {"performer": 1, "composer": 2, "noble": 3, "royal": 1}
    materials = {"animal", "wood", "metal", "material"}
    gifts = {
        "performer": {"apprentice", "inspiration"},
        "composer": {"apprentice", *materials},
        "noble": {"money"},
        "royal": {"prestige"},
    }
    for patron in content.patrons.values():
        assert len(patron.requirements) == rows[patron.type]
        assert {word for gift in patron.gifts for word, _ in gift} <= gifts[patron.type]
        assert patron.requirements[0] == Requirement(patron.requirements[0].section)
        end = {ability.trigger == "game_end" for ability in patron.ability}
        assert end == {patron.deck == "B"}


@pytest.mark.rule("PAT-11", "GEN-11")
def test_a_royal_gained_by_the_step_of_a_patron_needs_another_space() -> None:
    table = scenario().awards("award-grand-patronage").seat(0, reputation=6, completed=["marin-marais"])
    table.patron(0, "antonio-vivaldi", 1).patron(0, "joseph-haydn", 2).patron(0, "niccolo-paganini", 3)
    giving(table, "instrument", "lute").choose(0, Give("niccolo-paganini"))
    table.choose(0, ScoreAward("award-grand-patronage", 1))
    assert table.outcome(0, TakeMarker("royal")).word == "no-space"
    table.choose(0, TakeMarker("royal"))
    assert [p.card for p in table.player(0).waiting] == ["antonio-vivaldi", "joseph-haydn"]
    assert table.player(0).free_spaces() == (3,)
    assert table.is_over


@pytest.mark.rule("PAT-12")
def test_a_patron_counts_as_completed_for_the_award_that_its_own_step_scores() -> None:
    table = scenario().awards("award-grand-patronage").seat(0, reputation=6, completed=["marin-marais"])
    giving(table.patron(0, "niccolo-paganini"), "instrument", "lute").choose(0, Give("niccolo-paganini"))
    assert table.choices(0, ScoreAward) == [ScoreAward("award-grand-patronage", 1)]
    table.choose(0, ScoreAward("award-grand-patronage", 1), TakeMarker("purple"))
    assert table.player(0).sources == {"patrons": 5, "awards": 3}
    assert table.player(0).completed == ("marin-marais", "niccolo-paganini")
    assert table.is_over


@pytest.mark.rule("PAT-12")
def test_requirements_met_count_with_the_card_that_completes() -> None:
    table = scenario().awards("award-promises-kept").seat(0, reputation=6, requirements_met=2)
    giving(table.patron(0, "niccolo-paganini"), "instrument", "lute").choose(0, Give("niccolo-paganini"))
    assert table.choices(0, ScoreAward) == [ScoreAward("award-promises-kept", 1)]


# --- what a completed patron hears ----------------------------------------------------------------------------------


def listening(*triggers: str) -> tuple[Ability, ...]:
    """A lasting effect that gives as many money as the trigger's place among those named, counted in tens."""
    return tuple(Ability(trigger, "gain", goods=((("money", 10**at),),)) for at, trigger in enumerate(triggers))


EVENTS = ("seated", "finished", "performed", "completed", "acted")


@pytest.mark.rule("PAT-13", "RES-13")
def test_a_patron_does_not_hear_the_instrument_that_completed_it_but_that_its_worker_acted() -> None:
    table = scenario().ability("niccolo-paganini", *listening(*EVENTS)).patron(0, "niccolo-paganini")
    table.seat(0, finishing=["lute"], animal=1).acts(0, "finishing", 1)
    table.choose(0, Finish("lute"), TakeChair("seat-lute"), Give("niccolo-paganini"))
    assert table.player(0).money == 2 + 10_000
    assert table.is_over


@pytest.mark.rule("PAT-13")
def test_a_patron_does_not_hear_the_performance_that_completed_it() -> None:
    table = scenario().ability("joseph-haydn", *listening(*EVENTS))
    table.patron(0, "joseph-haydn", tucked=[("instrument", "lute")]).display("perform", "cramer-studies").dice(6, 6)
    table.acts(0, "perform", 1).choose(0, Take(1, "cramer-studies"))
    table.choose(0, SpendInspiration(0), TakeChair("seat-bassoon"), Give("joseph-haydn"))
    assert table.player(0).money == 3 + 5 + 10_000
    assert table.is_over


@pytest.mark.rule("PAT-13", "FIN-8")
def test_a_patron_hears_all_of_the_next_instrument_of_the_same_worker() -> None:
    table = scenario().ability("niccolo-paganini", *listening(*EVENTS)).patron(0, "niccolo-paganini")
    table.seat(0, finishing=["lute", "bass-drum"], animal=4, craft=4).acts(0, "finishing", 1)
    table.choose(0, Finish("lute"), TakeChair("seat-lute"), Give("niccolo-paganini"))
    assert table.player(0).money == 2
    table.choose(0, Finish("bass-drum"), TakeChair("seat-bass-drum"))
    assert table.player(0).money == 2 + 11 + 10_000
    assert table.is_over


@pytest.mark.rule("PAT-13", "GEN-11")
def test_a_patron_hears_what_happens_to_another_patron_later() -> None:
    table = scenario().ability("niccolo-paganini", *listening(*EVENTS)).seat(0, completed=["niccolo-paganini"])
    giving(table.patron(0, "marin-marais"), "instrument", "lute").choose(0, Give("marin-marais"))
    assert table.player(0).money == 1_000


@pytest.mark.rule("PAT-13", "GEN-12")
def test_the_family_hears_that_a_patron_was_completed_once_all_of_it_is_done() -> None:
    table = scenario().ability("family-sax", Ability("completed", "trade", cost=(("wood", 1),), goods=WOOD, times=1))
    table.seat(0, family="family-sax", wood=1).patron(0, "niccolo-paganini")
    giving(table, "instrument", "lute").choose(0, Give("niccolo-paganini"))
    assert table.kind == "trade"
    assert table.player(0).completed == ("niccolo-paganini",)


@pytest.mark.rule("PAT-13")
def test_what_a_patron_permits_and_changes_holds_at_once() -> None:
    table = scenario().patron(0, "anton-stadler").display("perform", "chopin-etudes")
    giving(table, "instrument", "oboe").choose(0, Give("anton-stadler"))
    table.dice(6, 6, 6).acts(0, "perform", 1).choose(0, Take(1, "chopin-etudes"))
    assert dict(table.outcome(0, SpendInspiration(0)).details)["result"] == 1 + 3 * 3


# --- decks A and B --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PAT-8", "EOR-5")
def test_after_round_3_the_a_patrons_of_deck_and_display_are_discarded(content: Content) -> None:
    table = scenario().round(3).patron(0, "joseph-haydn")
    table.display("salon", "marin-marais", "clara-schumann", "anton-stadler", "johannes-brahms", "antonio-vivaldi")
    table.agenda(PrepareRound(-1))
    letters = {card: content.patrons[card].deck for card in content.patrons}
    shown, deck = table.state.displays["salon"], table.state.decks["patrons"]
    assert {letters[card] for card in (*shown, *deck)} == {"B"}
    assert shown[0] == "johannes-brahms"
    gone = table.state.discards["patrons"]
    assert sorted(gone) == sorted(
        [card for card in letters if letters[card] == "A" and card != "joseph-haydn"] + ["clara-schumann"]
    )
    assert [p.card for p in table.player(0).waiting] == ["joseph-haydn"]


@pytest.mark.rule("PAT-8")
@pytest.mark.parametrize("number", [1, 2, 4, 5])
def test_after_other_rounds_the_a_patrons_stay(number: int) -> None:
    table = scenario().round(number).display("salon", "", "", "marin-marais").agenda(PrepareRound(-1))
    assert table.state.displays["salon"][0] == "marin-marais"


@pytest.mark.rule("PAT-15")
def test_b_patrons_come_up_when_the_a_part_is_used_up(content: Content) -> None:
    table = scenario().round(1).deck("patrons", "anton-stadler", rest=False)
    table.state.decks["patrons"] += ("clara-schumann", "johannes-brahms", "george-bridgetower", "wilma-neruda")
    table.agenda(PrepareRound(-1))
    assert table.state.displays["salon"] == (
        "anton-stadler",
        "clara-schumann",
        "johannes-brahms",
        "george-bridgetower",
        "wilma-neruda",
    )


@pytest.mark.rule("PAT-15", "RES-12")
def test_a_search_may_bring_a_b_patron_before_the_end_of_round_3() -> None:
    table = scenario().round(1).deck("patrons", "marin-marais", "elena-pavlovna", "johannes-brahms", rest=False)
    table.seat(0, money=10).acts(0, "salon", 1, apprentices=1)
    table.choose(0, Search("noble"), Pay(10), PlacePatron(1))
    assert table.player(0).patron("elena-pavlovna").space == 1
    assert table.state.decks["patrons"] == ("marin-marais", "johannes-brahms")
    assert table.is_over


@pytest.mark.rule("PAT-15", "GEN-6")
def test_a_patrons_may_come_back_when_the_deck_is_refilled() -> None:
    table = (
        scenario().round(5).discards("patrons", "anton-stadler").deck("patrons", rest=False).agenda(PrepareRound(-1))
    )
    assert table.state.displays["salon"] == ("anton-stadler", "", "", "", "")
    assert table.state.discards["patrons"] == ()


@pytest.mark.rule("PAT-9")
def test_a_completed_patron_has_no_gifts() -> None:
    table = scenario().seat(0, completed=["antonio-vivaldi"]).patron(0, "louis-xiv", 2)
    table.acts(0, "salon", 5).choose(0, TakeMoney())
    assert {choice.patron for choice in table.choices(0, TakeGift)} == {"louis-xiv"}


@pytest.mark.rule("PAT-9", "RND-2")
def test_the_cube_moves_over_the_gifts_one_space_a_round() -> None:
    table = scenario().patron(0, "louis-xiv", 2)
    for patience, prestige in ((1, 1), (2, 3)):
        table.agenda(MovePatience(0)).choose(0, NextPatron("louis-xiv"))
        assert table.events(PatienceMoved) == [PatienceMoved(0, "louis-xiv", patience)]
        assert table.player(0).sources == {"gifts": prestige}
    table.agenda(MovePatience(0)).choose(0, NextPatron("louis-xiv"))
    assert table.player(0).prestige == 0


@pytest.mark.rule("PAT-7", "AWD-6")
def test_a_royal_is_served_like_any_patron_and_works_from_the_next_round_on() -> None:
    table = completed("louis-xiv", "lute")
    assert table.player(0).sources == {"patrons": 6}
    table.agenda(dispatch(table.state, 0, "round_start"))
    assert table.player(0).sources == {"patrons": 6, "abilities": 3}
    assert (table.player(0).waiting, "louis-xiv" in table.state.decks["royals"]) == ((), False)
    assert table.is_over


@pytest.mark.rule("PAT-6", "GEN-11")
def test_a_patron_is_completed_before_what_follows_the_card() -> None:
    """The token waits on the agenda below: completion, step and its choices come first."""
    table = scenario().seat(0, reputation=1).patron(0, "niccolo-paganini")
    table.state.then(PlaceToken(0, "instrument", "viola"))
    giving(table, "instrument", "lute").choose(0, Give("niccolo-paganini"))
    assert table.kind == "keep-card"
    table.choose(0, table.choices(0)[0])
    assert table.kind == "chair"
    assert not table.events(CardDiscarded)
