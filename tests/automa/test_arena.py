"""The arena: mirrored games, and correct counts."""

import pytest

from automa.arena import Played, Series, play, play_series, result, seat_of, share, wilson
from tests.automa.positions import content


def test_with_two_seats_every_seed_is_played_from_both() -> None:
    assert [(index // 2, seat_of(0, index, 2), seat_of(1, index, 2)) for index in range(4)] == [
        (0, 0, 1),
        (0, 1, 0),
        (1, 0, 1),
        (1, 1, 0),
    ]


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_every_entrant_has_every_seat(seats: int) -> None:
    for entry in range(seats):
        assert sorted(seat_of(entry, index, seats) for index in range(seats)) == list(range(seats))


def ended(*winners: int, prestige: tuple[int, ...] = (10, 8)) -> Played:
    return Played(winners, prestige, tuple({"patrons": p} for p in prestige), decisions=100)


def test_a_shared_victory_counts_half_and_is_no_win() -> None:
    assert [share(0, (0,)), share(0, (0, 1)), share(0, (1,))] == [1.0, 0.5, 0.0]
    figures = result(Series(("journeyman", "apprentice"), 2, "1"), [ended(0, 1), ended(0, 1)], 1.0)
    assert [entry["wins"] for entry in figures["seats"]] == [0, 0]
    assert [entry["win_rate"] for entry in figures["seats"]] == [0.5, 0.5]


def test_wins_and_prestige_follow_an_entrant_from_seat_to_seat() -> None:
    """In the second game of a seed the first entrant has the second seat."""
    series = Series(("journeyman", "apprentice"), 2, "1")
    figures = result(series, [ended(0, prestige=(30, 10)), ended(0, prestige=(12, 20))], 2.0)
    first, second = figures["seats"]
    assert (first["level"], first["wins"], first["win_rate"], first["mean_prestige"]) == ("journeyman", 1, 0.5, 25.0)
    assert (second["level"], second["wins"], second["win_rate"], second["mean_prestige"]) == (
        "apprentice",
        1,
        0.5,
        11.0,
    )
    assert first["sources"] == {"patrons": 25.0}
    assert (figures["games"], figures["games_per_s"], figures["decisions_per_s"]) == (2, 1.0, 100.0)


@pytest.mark.parametrize(
    ("rate", "number", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.75, 200, 0.6858, 0.8049), (1.0, 200, 0.9812, 1.0), (0.0, 20, 0.0, 0.1611)],
)
def test_the_interval_is_wilsons(rate: float, number: int, low: float, high: float) -> None:
    assert wilson(rate, number) == pytest.approx((low, high), abs=5e-4)


def test_a_series_is_the_same_on_one_process_and_on_two() -> None:
    series = Series(("apprentice", "random"), 4, "same")
    alone, together = (play_series(series, content(), processes)["seats"] for processes in (1, 2))
    assert alone == together


def test_games_of_one_seed_are_the_same() -> None:
    assert play(["apprentice", "random"], "once", content()) == play(["apprentice", "random"], "once", content())


@pytest.mark.parametrize("seats", [3, 4])
def test_three_and_four_can_play(seats: int) -> None:
    played = play(["apprentice", *["random"] * (seats - 1)], "many", content())
    assert len(played.prestige) == seats
    assert played.winners
