"""The tables of the rules, row by row: what each location gives besides, and what each step of a track does.

What is expected stands here in numbers, not in the cards or the engine.
"""

import pytest

from engine.choices import (
    Alternate,
    Choice,
    Finish,
    KeepDice,
    Reroll,
    Rough,
    ScoreAward,
    Take,
    TakeChair,
    TakeMoney,
)
from engine.events import DiceRolled, Gained, TrackAdvanced
from engine.rules.tracks import Advance
from tests.engine.scenario import Table, scenario

# --- locations ------------------------------------------------------------------------------------------------------

MONEY = TakeMoney()
LOCATIONS: dict[str, tuple[str, Choice, list[Choice]]] = {
    "salon": ("gift", Take(1, "karl-theodor"), [Alternate((("inspiration", 2), ("apprentice", 1))), MONEY]),
    "guild": ("material", Take(1, "oboe"), [Alternate((("metal", 1),)), MONEY]),
    "perform": ("performance", Take(1, "cramer-studies"), [Alternate((("animal", 3),)), MONEY]),
    "repair": ("craft", Take(1, "repair-key-pads"), [Alternate((("wood", 2),)), MONEY]),
    "balcony": (
        "reputation",
        ScoreAward("award-master-plane", 1),
        [Alternate((("money", 6),)), Alternate((("apprentice", 2),)), MONEY],
    ),
}
"""The bonus of each location, a main action, and all that a worker there may do instead."""
BONUS_RULES = {"salon": "SAL-4", "guild": "GLD-3", "perform": "PRF-7", "repair": "REP-4", "balcony": "BAL-3"}
WAYS = [
    pytest.param(location, choice, marks=pytest.mark.rule(BONUS_RULES[location]), id=f"{location}-{choice.kind}-{n}")
    for location, (_, main, others) in LOCATIONS.items()
    for n, choice in enumerate([main, *others])
]
SKILLS = [(1, 0), (3, 0), (3, 1), (5, 0)]
"""Numbers of workers and of apprentices with them."""


def at(location: str, number: int, apprentices: int) -> Table:
    """Seat 0's worker is at a location where the main action can be done, and has use for every bonus."""
    table = scenario().patron(0, "marin-marais", 3).seat(0, animal=1, finished=("horn", "lute"))
    table.display("salon", "karl-theodor").display("guild", "oboe").display("perform", "cramer-studies").dice(1, 1)
    table.display("repair", "repair-key-pads").awards("award-master-plane")
    return table.acts(0, location, number, apprentices)


def bonuses(table: Table) -> list[str]:
    """The bonuses of locations that were ever given at this table."""
    words = {"gift": "gift", "bonus": "material"}
    gained = [words[event.source] for event in table.history if isinstance(event, Gained) and event.source in words]
    return gained + [event.track for event in table.history if isinstance(event, TrackAdvanced)]


@pytest.mark.rule("RES-5", "RES-6")
@pytest.mark.parametrize(("number", "apprentices"), SKILLS)
@pytest.mark.parametrize(("location", "choice"), WAYS)
def test_a_location_gives_its_bonus_from_skill_4_on_whatever_the_worker_did(
    location: str, choice: Choice, number: int, apprentices: int
) -> None:
    table = at(location, number, apprentices).choose(0, choice).play_until(None)
    assert bonuses(table) == [LOCATIONS[location][0]] * (number + apprentices >= 4)


@pytest.mark.rule("RES-5", "SAL-2", "GLD-2", "PRF-6", "REP-3", "BAL-2")
@pytest.mark.parametrize("location", LOCATIONS)
def test_a_worker_is_offered_the_main_action_the_alternates_and_2_money(location: str) -> None:
    _, main, others = LOCATIONS[location]
    assert at(location, 1, 0).choices(0) == [main, *others]


@pytest.mark.rule("RES-5", "SAL-2", "GLD-2", "PRF-6", "REP-3", "BAL-2")
@pytest.mark.parametrize("location", LOCATIONS)
def test_an_alternate_gives_what_it_says_and_nothing_else(location: str) -> None:
    for other in LOCATIONS[location][2]:
        goods = other.goods if isinstance(other, Alternate) else (("money", 2),)
        gained = [event.goods for event in at(location, 1, 0).choose(0, other).events(Gained)]
        assert gained == [goods]


# --- tracks: what a step gives at once ------------------------------------------------------------------------------

STEPS = [
    ("TRK-R1", "reputation", 0, 1, (("apprentice", 1),), None),
    ("TRK-R2", "reputation", 1, 2, (), "keep-card"),
    ("TRK-R3", "reputation", 2, 3, (), None),
    ("TRK-R4", "reputation", 3, 4, (), "specialist"),
    ("TRK-R5", "reputation", 4, 5, (), None),
    ("TRK-R6", "reputation", 5, 6, (), None),
    ("TRK-R7", "reputation", 6, 7, (), "award"),
    ("TRK-R8", "reputation", 7, 7, (("prestige", 2),), "award"),
    ("TRK-P1", "performance", 0, 1, (), None),
    ("TRK-P2", "performance", 1, 2, (), None),
    ("TRK-P3", "performance", 2, 3, (), "specialist"),
    ("TRK-P4", "performance", 3, 4, (), None),
    ("TRK-P5", "performance", 4, 5, (), None),
    ("TRK-P6", "performance", 5, 6, (("prestige", 2),), None),
    ("TRK-P6", "performance", 6, 6, (("prestige", 2),), None),
    ("TRK-C1", "craft", 0, 1, (), None),
    ("TRK-C2", "craft", 1, 2, (), None),
    ("TRK-C3", "craft", 2, 3, (), "specialist"),
    ("TRK-C4", "craft", 3, 4, (), None),
    ("TRK-C5", "craft", 4, 5, (), None),
    ("TRK-C6", "craft", 5, 6, (("prestige", 2),), None),
    ("TRK-C6", "craft", 6, 6, (("prestige", 2),), None),
]
"""Rule, track, where the marker stands before and after, the goods gained at once, the decision asked."""


@pytest.mark.rule("TRK-1")
@pytest.mark.parametrize(
    ("track", "before", "after", "goods", "asked"),
    [pytest.param(*row, marks=pytest.mark.rule(rule), id=f"{rule}-from-{row[1]}") for rule, *row in STEPS],
)
def test_a_step_gives_at_once_what_its_row_says(
    track: str, before: int, after: int, goods: tuple[tuple[str, int], ...], asked: str | None
) -> None:
    table = scenario().awards("award-master-plane").seat(0, finished=("oboe", "lute"), **{track: before})
    table.agenda(Advance(0, track))
    assert table.player(0).tracks.space(track) == after
    assert [event.goods for event in table.events(Gained)] == [goods] * bool(goods)
    assert table.kind == asked


# --- tracks: what lasts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TRK-1", "TRK-R3", "TRK-R5", "TRK-R6")
@pytest.mark.parametrize(
    ("reputation", "slots", "prestige"),
    [
        (0, [1], 4),
        (1, [1], 4),
        (2, [1], 4),
        (3, [1, 3], 4),
        (4, [1, 3], 4),
        (5, [1, 3], 6),
        (6, [1, 3, 5], 6),
        (7, [1, 3, 5], 6),
    ],
)
def test_what_reputation_makes_free_and_what_a_lute_of_4_is_worth(
    reputation: int, slots: list[int], prestige: int
) -> None:
    table = scenario().seat(0, reputation=reputation).display("guild", "oboe", "", "horn", "", "flute")
    assert [choice.slot for choice in table.acts(0, "guild", 1).choices(0, Take)] == slots
    table = scenario().seat(0, reputation=reputation, finishing=["lute"], animal=1).acts(0, "finishing", 1)
    assert table.choose(0, Finish("lute")).player(0).prestige == prestige


@pytest.mark.rule("TRK-1", "TRK-P1", "TRK-P2", "TRK-P4", "TRK-P5")
@pytest.mark.parametrize(
    ("performance", "colours", "rerolls"),
    [
        (0, "white white", 0),
        (1, "white white", 1),
        (2, "black white", 1),
        (3, "black white", 1),
        (4, "black white", 2),
        (5, "black black", 2),
        (6, "black black", 2),
    ],
)
def test_which_dice_a_concert_has_and_how_often_one_is_rolled_again(
    performance: int, colours: str, rerolls: int
) -> None:
    table = scenario().seat(0, performance=performance).display("perform", "cramer-studies").dice(1, 1, 1, 1)
    table.acts(0, "perform", 1).choose(0, Take(1, "cramer-studies"))
    assert " ".join(die.colour for die in table.events(DiceRolled)[0].dice) == colours
    for _ in range(rerolls):
        assert table.choices(0) == [KeepDice(), Reroll(1), Reroll(2)]
        table.choose(0, Reroll(1))
    assert table.kind == "spend-inspiration"


@pytest.mark.rule("TRK-1", "TRK-C1", "TRK-C2", "TRK-C4", "TRK-C5")
@pytest.mark.parametrize(
    ("craft", "roughed", "skill", "finished"),
    [(0, 1, 1, 1), (1, 2, 1, 1), (2, 2, 2, 1), (3, 2, 2, 1), (4, 2, 2, 2), (5, 2, 3, 2), (6, 2, 3, 2)],
)
def test_how_many_instruments_a_1_works_on_and_with_what_skill(
    craft: int, roughed: int, skill: int, finished: int
) -> None:
    for bench, most in (("roughing", roughed), ("finishing", finished)):
        table = scenario().seat(0, craft=craft, **{bench: ["lute", "xylophone"]}, animal=1, wood=4)
        table.acts(0, bench, 1)
        assert table.state.active_worker is not None
        assert table.state.active_worker.skill == skill
        done = 0
        while work := table.choices(0, Rough) + table.choices(0, Finish):
            table.choose(0, work[0])
            while table.choices(0, TakeChair) or table.kind in ("material", "save-material"):
                table.choose(0, table.choices(0)[0])
            done += 1
        assert done == most
        assert table.is_over
