"""Every card that has no ability is played once: paid to the last material, served in every way, scored at every level.

Those with abilities are in test_abilities.py and test_ability_limits.py.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest

from engine.choices import (
    Buy,
    Finish,
    Give,
    NextPatron,
    Pay,
    Rough,
    Sell,
    SpendInspiration,
    Take,
    TakeChair,
    VisitMarket,
)
from engine.content.cards import ERAS, SECTIONS, TRACKS, Cost, Level, Patron
from engine.content.files import load
from engine.counters import count
from engine.events import Gained, PerformanceGiven
from engine.rules.awards import claims
from engine.rules.patrons import AskGiving
from engine.rules.start_of_round import MovePatience
from engine.scoring import lines
from engine.state import AwardTile, OwnedSpecialist, PlayedPerformance, Token
from tests.engine.scenario import Table, scenario

CONTENT = load()


def one_short(cost: Cost) -> Iterator[dict[str, int]]:
    """All ways to have one material too few."""
    for material, amount in cost:
        yield {**dict(cost), material: amount - 1}


# --- instruments and repairs ----------------------------------------------------------------------------------------


@pytest.mark.rule("RGH-1")
@pytest.mark.parametrize("card", list(CONTENT.instruments))
def test_an_instrument_is_roughed_with_exactly_its_materials(card: str) -> None:
    cost = CONTENT.instruments[card].rough
    for held in one_short(cost):
        assert not scenario().seat(0, roughing=[card], **held).acts(0, "roughing", 1).choices(0, Rough)
    table = scenario().seat(0, roughing=[card], **dict(cost)).acts(0, "roughing", 1).choose(0, Rough(card))
    assert (table.player(0).materials, table.player(0).finishing) == (0, (card,))


@pytest.mark.rule("FIN-1", "FIN-2", "ORC-2", "ORC-9")
@pytest.mark.parametrize("card", list(CONTENT.instruments))
def test_an_instrument_is_finished_with_exactly_its_materials_scores_and_takes_its_seat(card: str) -> None:
    printed = CONTENT.instruments[card]
    for held in one_short(printed.finish):
        assert not scenario().seat(0, finishing=[card], **held).acts(0, "finishing", 1).choices(0, Finish)
    table = scenario().seat(0, finishing=[card], **dict(printed.finish)).acts(0, "finishing", 1)
    table.choose(0, Finish(card))
    assert (table.player(0).materials, table.player(0).prestige) == (0, printed.prestige)
    seats = [choice.orchestra_seat for choice in table.choices(0, TakeChair)]
    names = [CONTENT.orchestra[seat].instrument for seat in seats]
    assert names == ([None] if printed.rare else [card] * (2 if card == "violin" else 1))
    assert {CONTENT.orchestra[seat].section for seat in seats} == {printed.section}
    for seat in seats:
        trial = Table(table.state.clone()).choose(0, TakeChair(seat))
        assert trial.state.orchestra[seat].first == (Token(0, "instrument"),)


@pytest.mark.rule("REP-1", "REP-2")
@pytest.mark.parametrize("card", list(CONTENT.repairs))
def test_a_repair_is_made_with_exactly_its_materials_and_scores(card: str) -> None:
    printed = CONTENT.repairs[card]
    for held in one_short(printed.cost):
        assert not scenario().display("repair", card).seat(0, **held).acts(0, "repair", 1).choices(0, Take)
    table = scenario().display("repair", card).seat(0, **dict(printed.cost)).acts(0, "repair", 1)
    table.choose(0, Take(1, card))
    assert (table.player(0).materials, table.player(0).prestige) == (0, printed.prestige)
    sections = {CONTENT.orchestra[choice.orchestra_seat].section for choice in table.choices(0, TakeChair)}
    assert sections == {printed.section}


# --- performances and the Market ------------------------------------------------------------------------------------


@pytest.mark.rule("PRF-4", "PRF-5")
@pytest.mark.parametrize("card", list(CONTENT.performances))
def test_a_performance_pays_each_level_from_its_number_on(card: str) -> None:
    printed = CONTENT.performances[card]
    levels = [(1, "low"), (printed.medium - 1, "low"), (printed.medium, "medium")]
    for result, level in [*levels, (printed.high - 1, "medium"), (printed.high, "high"), (printed.high + 9, "high")]:
        table = scenario().display("perform", card).seat(0, inspiration=result - 1).dice(1, 1).acts(0, "perform", 1)
        table.choose(0, Take(1, card), SpendInspiration(result - 1))
        assert table.events(PerformanceGiven) == [PerformanceGiven(0, card, result, level)]
        assert [event.goods for event in table.events(Gained)] == [printed.reward(level)]
        assert (table.kind == "chair") is (level != "low")
        assert all(printed.era in CONTENT.orchestra[seat.orchestra_seat].eras for seat in table.choices(0, TakeChair))


@pytest.mark.rule("MKT-2")
@pytest.mark.parametrize("card", list(CONTENT.markets))
def test_a_market_card_has_one_price_for_buying_and_selling(card: str) -> None:
    for material, price in CONTENT.markets[card].prices:
        table = scenario() if CONTENT.markets[card].first_round else scenario().market(card)
        table.seat(0, money=price).turn(0).choose(0, VisitMarket(), Buy(material), Pay(price))
        assert (table.player(0).money, table.player(0).material(material)) == (0, 1)
        table = scenario() if CONTENT.markets[card].first_round else scenario().market(card)
        table.seat(0, **{material: 1}).turn(0).choose(0, VisitMarket(), Sell(material))
        assert (table.player(0).money, table.player(0).material(material)) == (price, 0)


# --- patrons --------------------------------------------------------------------------------------------------------

OF_SECTION: dict[str, dict[str, tuple[str, ...]]] = {
    "instrument": {
        "string": ("lute", "viola", "cello"),
        "wind": ("oboe", "horn", "flute"),
        "percussion": ("timpani", "xylophone", "harpsichord"),
    },
    "repair": {
        "string": ("repair-bridge", "repair-long-neck"),
        "wind": ("repair-crook", "repair-valves"),
        "percussion": ("repair-kettle", "repair-quills"),
    },
}
OF_ERA = {
    "baroque": ("handel-messiah", "vivaldi-four-seasons"),
    "classical": ("mozart-requiem", "haydn-creation"),
    "romantic": ("verdi-requiem", "faure-requiem"),
}


def ways(patron: Patron) -> Iterator[list[tuple[str, str]]]:
    """Every way to serve a patron, as the cards given to it: for each row each kind of card that it shows."""
    rows = []
    for n, row in enumerate(patron.requirements):
        cards = [("instrument", OF_SECTION["instrument"][row.section][n])]
        if row.perform:
            cards += [("performance", OF_ERA[era][n - 1]) for era in ERAS if patron.era in ("any", era)]
        if row.repair:
            cards.append(("repair", OF_SECTION["repair"][row.section][n - 1]))
        rows.append(cards)
    return (list(cards) for cards in product(*rows))


@pytest.mark.rule("PAT-2", "PAT-3", "PAT-6", "PAT-10")
@pytest.mark.parametrize("card", list(CONTENT.patrons))
def test_a_patron_is_completed_in_every_way_that_its_rows_show(card: str) -> None:
    printed = CONTENT.patrons[card]
    for cards in ways(printed):
        table = scenario().patron(0, card, tucked=cards[:-1]).agenda(AskGiving(0, *cards[-1]))
        table.choose(0, Give(card))
        player = table.player(0)
        assert player.sources == {"patrons": printed.prestige}, cards
        assert (player.completed, player.waiting, player.tracks.reputation) == ((card,), (), 1)


@pytest.mark.rule("PAT-9", "RND-2")
@pytest.mark.parametrize("card", list(CONTENT.patrons))
def test_a_patron_gives_its_second_and_third_gift_and_leaves(card: str) -> None:
    printed = CONTENT.patrons[card]
    table = scenario().seat(0, prestige=20).patron(0, card)
    for gift in printed.gifts[1:]:
        table.agenda(MovePatience(0)).choose(0, NextPatron(card))
        while table.kind == "material":
            table.choose(0, table.choices(0)[0])
        assert sum(n for event in table.events(Gained) for _, n in event.goods) == sum(n for _, n in gift)
    held = table.player(0).prestige
    table.agenda(MovePatience(0)).choose(0, NextPatron(card))
    assert table.player(0).prestige == held - 3 * len(printed.requirements)
    assert table.player(0).waiting == ()


# --- goals and awards -----------------------------------------------------------------------------------------------

INSTRUMENTS = ("lute", "oboe", "timpani", "octobass", "serpent", "celesta", "viola", "horn", "xylophone") * 2
TYPES = ("performer", "composer", "noble", "royal")


def growing() -> Iterator[Table]:
    """A seat that gets one thing more of every kind at each step: what any counter counts grows by 1 at most."""
    table = scenario()
    player = table.player(0)
    works = [[p.id for p in CONTENT.performances.values() if p.era == era] for era in ERAS]
    repairs = [[r.id for r in CONTENT.repairs.values() if r.section == section] for section in SECTIONS]
    patrons = [[p.id for p in CONTENT.patrons.values() if p.type == kind and p.deck != "B"] for kind in TYPES]
    specialists = [[s.id for s in CONTENT.specialists.values() if s.track == track] for track in TRACKS]
    chairs = [[p.id for p in CONTENT.orchestra.values() if p.section == s and not p.rare] for s in SECTIONS]
    yield table
    for n in range(18):
        third, turn = n % 3, n // 3
        player.finished += (INSTRUMENTS[n],)
        player.performances += (PlayedPerformance(works[third][turn], "high"),)
        player.repairs += (repairs[third][turn],)
        player.completed += (patrons[n % 4][n // 4],)
        player.requirements_met += 1
        track = TRACKS[third]
        player.tracks = replace(player.tracks, **{track: min(player.tracks.space(track) + 1, 6)})
        if n < 3:
            player.specialists += (OwnedSpecialist(specialists[n][0]),)
        yield from _seated(table, chairs[third][turn], ("instrument", "performance", "repair")[(third + turn) % 3])


def _seated(table: Table, place: str, kind: str) -> Iterator[Table]:
    """A token in the first chair, then another kind below the line."""
    other = {"instrument": "performance", "performance": "repair", "repair": "performance"}[kind]
    table.chair(place, (0, kind))
    yield table
    table.chair(place, (0, kind), second=[(0, other)])
    yield table


def levels_seen(levels: tuple[Level, Level, Level], found: Callable[[Table], tuple[int, list[int]]]) -> None:
    """At each step exactly the levels are reached whose number the counter comes to, and in the end all three."""
    seen = set()
    for table in growing():
        value, reached = found(table)
        assert reached == [n for n, level in enumerate(levels, 1) if value >= level.need]
        seen.add(len(reached))
    assert seen == {0, 1, 2, 3}


@pytest.mark.rule("END-4")
@pytest.mark.parametrize("card", [goal for goal in CONTENT.goals if goal != "goal-prize-shelf"])
def test_a_goal_scores_each_of_its_levels_from_its_number_on(card: str) -> None:
    printed = CONTENT.goals[card]

    def found(table: Table) -> tuple[int, list[int]]:
        table.seat(0, goals=(card,))
        (line,) = [line for line in lines(table.state, 0) if line.source == "goals"]
        scores = [0, *(level.prestige for level in printed.levels)]
        return line.count, list(range(1, scores.index(line.prestige) + 1))

    levels_seen(printed.levels, found)


@pytest.mark.rule("END-4", "AWD-3")
def test_the_prize_shelf_scores_one_two_and_three_awards() -> None:
    for number, prestige in enumerate((0, 1, 4, 7)):
        table = scenario().seat(0, goals=("goal-prize-shelf",))
        tiles = ("award-golden-chair", "award-silver-bow", "award-household")
        table.state.awards = tuple(
            AwardTile(tile, (0 if n < number else 1, None, None)) for n, tile in enumerate(tiles)
        )
        assert [line.prestige for line in lines(table.state, 0) if line.source == "goals"] == [prestige]


@pytest.mark.rule("AWD-1")
@pytest.mark.parametrize("card", list(CONTENT.awards))
def test_an_award_offers_each_of_its_levels_from_its_number_on(card: str) -> None:
    printed = CONTENT.awards[card]

    def found(table: Table) -> tuple[int, list[int]]:
        offered = [choice.level for choice in claims(table.awards(card).state, 0)]
        return count(table.state, 0, printed.counter), offered

    levels_seen(printed.levels, found)
