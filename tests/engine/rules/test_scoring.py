"""Final scoring: END-1 to END-8. The counters that goals, awards and patrons use are in test_counters.py."""

import pytest

from engine.content import Content
from engine.events import GameEnded, PhaseBegun, SourceScored
from engine.scoring import FinalScoring, Line, lines
from tests.engine.scenario import Table, scenario


def scored(table: Table) -> Table:
    return table.round(6).agenda(FinalScoring(-1))


def from_source(table: Table, source: str, seat: int = 0) -> list[Line]:
    return [line for line in lines(table.state, seat) if line.source == source]


def with_chairs(number: int) -> Table:
    """Seat 0 holds so many first chairs."""
    table = scenario()
    for place in [place for place in table.state.orchestra if "rare" not in place][:number]:
        table.chair(place, (0, "instrument"))
    return table


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(
    ("number", "prestige"),
    [
        (0, 0),
        (1, 1),
        (2, 2),
        (3, 4),
        (4, 6),
        (5, 8),
        (6, 11),
        (7, 14),
        (8, 17),
        (9, 20),
        (10, 24),
        (11, 28),
        (12, 32),
        (13, 36),
    ],
)
def test_first_chairs_score_by_the_table(content: Content, number: int, prestige: int) -> None:
    table = with_chairs(number)
    assert from_source(table, "first_chairs") == [Line("first_chairs", prestige, number)]
    assert content.first_chairs_prestige(number) == prestige


@pytest.mark.rule("END-1")
@pytest.mark.parametrize("token", ["instrument", "performance", "repair"])
def test_every_kind_of_token_in_a_first_chair_counts(token: str) -> None:
    table = scenario().chair("seat-oboe", (0, token)).chair("seat-horn", (1, token), second=[(0, token)])
    assert from_source(table, "first_chairs")[0].count == 1


@pytest.mark.rule("END-1", "ORC-9")
def test_each_token_in_a_rare_place_counts_as_one_chair() -> None:
    table = scenario().chair("rare-wind", (0, "instrument"), (1, "instrument"), (0, "instrument"))
    assert from_source(table, "first_chairs")[0].count == 2
    assert from_source(table, "first_chairs", 1)[0].count == 1


@pytest.mark.rule("END-2", "PAT-7")
def test_completed_b_patrons_score_their_end_effect() -> None:
    table = scenario().seat(0, completed=["johann-joachim-quantz", "domenico-dragonetti"])
    table.chair("seat-oboe", (0, "instrument")).chair("seat-horn", (0, "repair"), second=[(0, "performance")])
    assert from_source(table, "patron_effects") == [
        Line("patron_effects", 4, 2, "johann-joachim-quantz"),
        Line("patron_effects", 1, 1, "domenico-dragonetti"),
    ]


@pytest.mark.rule("END-2")
def test_an_end_effect_counts_whole_groups_only() -> None:
    """Martines: 1 prestige for every 2 steps."""
    table = scenario().seat(0, completed=["marianna-martines"], reputation=3, craft=4)
    assert from_source(table, "patron_effects") == [Line("patron_effects", 3, 7, "marianna-martines")]


@pytest.mark.rule("END-2", "END-8")
def test_a_waiting_b_patron_and_a_completed_a_patron_score_no_end_effect() -> None:
    table = scenario().patron(0, "domenico-dragonetti").seat(0, completed=["anton-stadler"])
    table.chair("seat-oboe", (1, "instrument"), second=[(0, "repair")])
    assert from_source(table, "patron_effects") == []


@pytest.mark.rule("END-3")
@pytest.mark.parametrize(("card", "prestige"), [("oboe", 3), ("lute", 2), ("octobass", 7), ("celesta", 6)])
def test_an_instrument_on_the_finishing_bench_scores_half_its_prestige_rounded_up(card: str, prestige: int) -> None:
    table = scenario().seat(0, finishing=[card], reputation=7)
    assert from_source(table, "finishing_bench") == [Line("finishing_bench", prestige, 1, card)]


@pytest.mark.rule("END-3")
def test_halves_are_rounded_for_each_instrument() -> None:
    table = scored(scenario().seat(0, finishing=["oboe", "violin"]))
    assert table.player(0).sources == {"finishing_bench": 6}


@pytest.mark.rule("END-4")
@pytest.mark.parametrize(("finished", "prestige"), [(0, 0), (1, 2), (2, 4), (3, 7), (4, 7)])
def test_a_goal_scores_the_highest_level_reached(finished: int, prestige: int) -> None:
    table = scenario().seat(0, goals=("goal-string-workshop",), finished=("lute",) * finished)
    assert from_source(table, "goals") == [Line("goals", prestige, finished, "goal-string-workshop")]


@pytest.mark.rule("END-4")
def test_each_of_the_two_goals_scores() -> None:
    goals, repairs = ("goal-string-workshop", "goal-repair-counter"), ("repair-bridge", "repair-crook")
    table = scored(scenario().seat(0, goals=goals, finished=("lute",), repairs=repairs))
    assert table.player(0).sources == {"goals": 2 + 2}
    assert [event.card for event in table.events(SourceScored) if event.source == "goals"] == [
        "goal-string-workshop",
        "goal-repair-counter",
    ]


@pytest.mark.rule("END-5")
def test_specialty_cards_score_1_each() -> None:
    table = scored(scenario().specialist(0, "critic").specialist(0, "broker", 3).specialist(1, "sawyer"))
    assert [player.sources for player in table.state.players] == [{"specialists": 2}, {"specialists": 1}]


@pytest.mark.rule("END-6")
@pytest.mark.parametrize(
    ("left", "prestige"),
    [
        ({"money": 9}, 0),
        ({"money": 10}, 1),
        ({"money": 5, "inspiration": 5}, 1),
        ({"money": 4, "inspiration": 3, "animal": 1, "wood": 1, "metal": 1}, 1),
        ({"money": 8, "apprentices": 2}, 1),
        ({"money": 17, "apprentices": 2}, 1),
        ({"money": 17, "apprentices": 3}, 2),
    ],
)
def test_what_is_left_over_scores_1_for_every_10_together(left: dict[str, int], prestige: int) -> None:
    table = scenario().seat(0, **left)
    assert from_source(table, "leftovers") == [Line("leftovers", prestige, sum(left.values()))]


@pytest.mark.rule("END-6", "GEN-4")
def test_apprentices_at_the_market_are_not_left_over() -> None:
    assert from_source(scenario(), "leftovers") == [Line("leftovers", 0, 0)]


@pytest.mark.rule("END-7")
def test_most_prestige_wins() -> None:
    table = scored(scenario(3).seat(1, prestige=7, sources={"gifts": 7}).seat(2, prestige=6, money=9))
    assert table.state.winners == (1,)
    assert table.events(GameEnded) == [GameEnded(-1, (1,), (0, 7, 6))]
    assert table.state.finished
    assert table.is_over


@pytest.mark.rule("END-7")
def test_among_equals_most_money_wins() -> None:
    table = scenario(3).seat(0, prestige=7, money=3).seat(1, prestige=7, money=5).seat(2, prestige=7, inspiration=9)
    assert scored(table).state.winners == (1,)


@pytest.mark.rule("END-7")
def test_still_equal_they_share_the_victory() -> None:
    table = scenario(3).seat(0, prestige=7, money=5).seat(1, prestige=7, money=5, inspiration=4).seat(2, prestige=6)
    assert scored(table).state.winners == (0, 1)


@pytest.mark.rule("END-7")
@pytest.mark.parametrize(
    ("held", "winners"),
    [
        ([(7, 0), (6, 9)], (0,)),
        ([(7, 3), (7, 4)], (1,)),
        ([(7, 4), (7, 4)], (0, 1)),
        ([(0, 0), (0, 0)], (0, 1)),
        ([(7, 1), (7, 2), (6, 9)], (1,)),
        ([(6, 9), (7, 2), (7, 2)], (1, 2)),
        ([(7, 2), (7, 2), (7, 3), (7, 3)], (2, 3)),
        ([(7, 2), (7, 2), (7, 2), (7, 2)], (0, 1, 2, 3)),
    ],
    ids=str,
)
def test_prestige_wins_then_money_and_equals_share_the_victory(
    held: list[tuple[int, int]], winners: tuple[int, ...]
) -> None:
    """Each seat's prestige and money, and who wins."""
    table = scenario(len(held))
    for seat, (prestige, money) in enumerate(held):
        table.seat(seat, prestige=prestige, money=money)
    assert scored(table).state.winners == winners


@pytest.mark.rule("END-7", "END-6")
def test_the_tie_is_looked_at_after_all_sources() -> None:
    table = scenario().seat(0, prestige=6, money=10).seat(1, prestige=7, money=9)
    scored(table)
    assert (table.player(0).prestige, table.player(1).prestige) == (7, 7)
    assert table.player(0).money == 10, "nothing is spent for prestige"
    assert table.state.winners == (0,)


@pytest.mark.rule("END-4", "GEN-7", "GEN-10")
def test_the_goals_are_shown_and_nothing_can_be_taken_back() -> None:
    assert scored(scenario()).floor == "deck-seen"


@pytest.mark.rule("END-8")
def test_waiting_patrons_hand_roughing_bench_and_markers_score_nothing() -> None:
    table = scenario().patron(0, "vincenzo-gonzaga", 1, 2, tucked=[("instrument", "oboe")])
    scored(table.seat(0, hand=["octobass"], roughing=["celesta"], prestige=4, sources={"gifts": 4}))
    assert table.player(0).sources == {"gifts": 4}
    assert table.player(0).prestige == 4
    assert table.is_over


@pytest.mark.rule("END-8", "END-4")
def test_goals_do_not_count_a_patron_with_a_requirement_unmet() -> None:
    table = scenario().patron(0, "antonio-vivaldi", tucked=[("instrument", "lute")])
    table.seat(0, goals=("goal-friend-of-composers",))
    assert from_source(table, "goals") == [Line("goals", 0, 0, "goal-friend-of-composers")]


@pytest.mark.rule("END-1", "END-2", "END-3", "END-4", "END-5", "END-6")
def test_all_sources_are_told_in_the_order_of_the_rules() -> None:
    table = with_chairs(2).seat(0, completed=["domenico-dragonetti"], finishing=["oboe"], goals=("goal-back-desks",))
    scored(table)
    told = [event.source for event in table.events(SourceScored) if event.seat == 0]
    assert told == ["first_chairs", "patron_effects", "finishing_bench", "goals", "specialists", "leftovers"]
    assert [event.phase for event in table.events(PhaseBegun)] == ["scoring"]
    assert table.player(0).prestige == sum(table.player(0).sources.values()) == 2 + 3
