"""Counters: what awards, goals and B patrons count (VOCABULARY section 8)."""

from typing import Any

import pytest

from engine.content.cards import Counter
from engine.counters import count
from engine.state import AwardTile, PlayedPerformance
from tests.engine.scenario import Table, scenario


def counted(table: Table, of: str, fold: str | None = None, by: str | None = None, **filters: Any) -> int:
    """The value of a counter for seat 0."""
    words = tuple((word, value if isinstance(value, tuple) else (value,)) for word, value in filters.items())
    return count(table.state, 0, Counter(of, words, fold, by))


def workshop() -> Table:
    """Three strings (two of them equal, one rare), one wind."""
    return scenario().seat(0, finished=("lute", "lute", "octobass", "oboe"))


def test_instruments_by_section_rarity_and_name() -> None:
    assert counted(workshop(), "instruments") == 4
    assert counted(workshop(), "instruments", section="string") == 3
    assert counted(workshop(), "instruments", section=("wind", "percussion")) == 1
    assert counted(workshop(), "instruments", rare=True) == 1
    assert counted(workshop(), "instruments", rare=False) == 3
    assert counted(workshop(), "instruments", "kinds", "name") == 3
    assert counted(workshop(), "instruments", "best", "name") == 2
    assert counted(workshop(), "instruments", "sets", "name") == 0, "one of each that there is would be a set"
    assert counted(workshop(), "instruments", "kinds", "section") == 2
    assert counted(workshop(), "instruments", "sets", "section") == 0
    assert counted(workshop(), "instruments", "best", "section", rare=False) == 2


def test_performances_by_era_and_level() -> None:
    concerts = (
        PlayedPerformance("mozart-requiem", "high"),
        PlayedPerformance("haydn-creation", "medium"),
        PlayedPerformance("chopin-etudes", "high"),
    )
    table = scenario().seat(0, performances=concerts)
    assert counted(table, "performances") == 3
    assert counted(table, "performances", level="high") == 2
    assert counted(table, "performances", era="classical") == 2
    assert counted(table, "performances", "best", "era") == 2
    assert counted(table, "performances", era="baroque") == 0


def test_repairs_by_section() -> None:
    table = scenario().seat(0, repairs=("repair-bridge", "repair-crook", "repair-valves"))
    assert counted(table, "repairs") == 3
    assert counted(table, "repairs", section="wind") == 2
    assert counted(table, "repairs", "best", "section") == 2


def test_patrons_by_type_royals_being_a_type() -> None:
    table = scenario().seat(0, completed=["marin-marais", "anton-stadler", "joseph-haydn", "louis-xiv"])
    assert counted(table, "patrons") == 4
    assert counted(table, "patrons", type="performer") == 2
    assert counted(table, "patrons", type=("noble", "royal")) == 1
    assert counted(table, "patrons", "kinds", "type") == 3
    assert counted(table, "patrons", "sets", "type") == 0


@pytest.mark.rule("PAT-12")
def test_a_patron_counts_from_the_moment_its_last_requirement_is_met() -> None:
    table = scenario().patron(0, "antonio-vivaldi", 1, 0, [("instrument", "lute")])
    assert counted(table, "patrons") == 0
    table.patron(0, "marin-marais", 2, 0, [("instrument", "cello")])
    assert counted(table, "patrons") == 1


def test_requirements_count_every_card_ever_put_under_a_patron() -> None:
    table = scenario().seat(0, requirements_met=2).patron(0, "vincenzo-gonzaga", 1, 0, [("instrument", "oboe")])
    assert counted(table, "requirements") == 3


def orchestra() -> Table:
    """Seat 0: first chairs oboe, horn, one rare; below the line at the cello; seat 1 and a neutral sit there too."""
    table = scenario().chair("seat-oboe", (0, "instrument")).chair("seat-horn", (0, "repair"), second=[(1, "repair")])
    table.chair("seat-cello", (-1, "instrument"), second=[(0, "performance")])
    return table.chair("rare-wind", (0, "instrument"), (1, "instrument"))


@pytest.mark.rule("ORC-1")
def test_first_chairs_by_section_and_era() -> None:
    assert counted(orchestra(), "first_chairs") == 3
    assert counted(orchestra(), "first_chairs", section="wind") == 3
    assert counted(orchestra(), "first_chairs", era="baroque") == 1
    assert counted(orchestra(), "first_chairs", "kinds", "era") == 2, "a rare place has no era"
    assert counted(orchestra(), "first_chairs", "sets", "section") == 0


def test_second_chairs_are_tokens_below_the_line() -> None:
    assert counted(orchestra(), "second_chairs") == 1
    assert counted(orchestra(), "second_chairs", token="performance") == 1
    assert counted(orchestra(), "second_chairs", era="classical") == 1
    assert counted(orchestra(), "second_chairs", section="wind") == 0


def test_tokens_wherever_they_sit() -> None:
    assert counted(orchestra(), "tokens") == 4
    assert counted(orchestra(), "tokens", token="instrument") == 2
    assert counted(orchestra(), "tokens", section="wind") == 3
    assert counted(orchestra(), "tokens", "kinds", "section") == 2
    assert counted(orchestra(), "tokens", "sets", "token") == 1
    assert counted(orchestra(), "tokens", "best", "era") == 1
    assert counted(orchestra(), "tokens", "kinds", "section", token="repair") == 1


@pytest.mark.rule("ORC-1")
def test_a_token_at_the_violins_has_the_era_that_counts_more() -> None:
    table = scenario().chair("seat-violin-1", (0, "instrument")).chair("seat-violin-2", (0, "instrument"))
    assert counted(table, "tokens", era="baroque") == 1
    assert counted(table, "tokens", era="classical") == 2, "the era is chosen anew each time"
    assert counted(table, "tokens", era="romantic") == 1
    assert counted(table, "tokens", "best", "era") == 2
    assert counted(table, "tokens", "kinds", "era") == 2
    table.chair("seat-cello", (0, "repair"))
    assert counted(table, "tokens", "sets", "era") == 1, "baroque, classical and romantic"
    assert counted(table, "tokens", "best", "era") == 3
    assert counted(table, "tokens", era=("baroque", "romantic")) == 2
    assert counted(table, "tokens", "kinds", "era", era=("baroque", "romantic")) == 2


@pytest.mark.rule("ORC-1")
def test_several_tokens_at_one_violin_seat_may_have_different_eras() -> None:
    table = scenario().chair("seat-violin-1", (0, "instrument"), second=[(0, "repair"), (0, "performance")])
    assert counted(table, "tokens", "kinds", "era") == 2
    assert counted(table, "tokens", "best", "era") == 3
    table.chair("seat-violin-2", (0, "instrument"), second=[(0, "repair"), (0, "performance")])
    assert counted(table, "tokens", "sets", "era") == 2


def test_specialists_by_track_with_or_without_a_chip() -> None:
    table = scenario().specialist(0, "critic", 3).specialist(0, "broker")
    assert counted(table, "specialists") == 2
    assert counted(table, "specialists", track="reputation") == 1


def test_awards_are_levels_claimed() -> None:
    table = scenario()
    table.state.awards = (AwardTile("award-golden-chair", (0, None, 1)), AwardTile("award-silver-bow", (-1, None, 0)))
    assert counted(table, "awards") == 2


@pytest.mark.rule("TRK-R8")
def test_steps_are_the_numbers_of_the_spaces_reached() -> None:
    table = scenario().seat(0, reputation=7, performance=2, craft=6)
    assert counted(table, "track_spaces") == 15
    assert counted(table, "track_spaces", track="performance") == 2
    assert counted(table, "track_spaces", "best", "track") == 7
    assert counted(table, "track_spaces", "sets", "track") == 2


@pytest.mark.parametrize(
    ("reputation", "performance", "craft", "done"),
    [(6, 4, 4, 0), (7, 4, 4, 1), (6, 5, 4, 1), (6, 4, 5, 1), (7, 6, 6, 3)],
)
def test_tracks_are_done_with_every_lasting_benefit(reputation: int, performance: int, craft: int, done: int) -> None:
    table = scenario().seat(0, reputation=reputation, performance=performance, craft=craft)
    assert counted(table, "tracks_completed") == done
    assert counted(table, "tracks_completed", track="reputation") == (reputation == 7)


@pytest.mark.parametrize("fold", ["kinds", "best", "sets"])
@pytest.mark.parametrize("by", ["name", "section"])
def test_a_fold_over_nothing_is_0(fold: str, by: str) -> None:
    assert counted(scenario(), "instruments", fold, by) == 0
