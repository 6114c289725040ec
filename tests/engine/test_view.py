"""What is told to whom: the view, the events and the prompt name what a seat may see, and nothing else (GEN-7)."""

import json
from dataclasses import fields
from typing import Any, get_type_hints

import pytest

from engine import view
from engine.choices import Bench, Decline, Peek, PlanLocation, PlanWorker, Take, TakeMaterial
from engine.content import Content
from engine.events import EVENTS, CardsDrawn, Event, NothingToChoose, WorkerPlaced
from engine.game import Game, SeatHeader, header_for
from engine.rng import Rng
from engine.rules.display_cards import KeepDrawn
from engine.rules.planning import ChooseWorker
from engine.state import State
from engine.view import events_for, table_view, view_for
from tests.engine.players import MODES, dice_of, eager, neutral_of, play
from tests.engine.scenario import new_game, scenario


def seen(state: State, viewer: int | None) -> Any:
    return json.loads(json.dumps(table_view(state, viewer)))


def seat_of(shown: Any, seat: int) -> Any:
    return shown["seats"][seat]


# --- the view -------------------------------------------------------------------------------------------------------


def test_the_view_has_the_fields_that_are_written_down_and_no_others() -> None:
    shown = seen(new_game().state, 0)
    assert list(shown) == list(get_type_hints(view.View))
    for seat in shown["seats"]:
        assert list(seat) == list(get_type_hints(view.SeatView))
    assert list(shown["locations"]["guild"]) == list(get_type_hints(view.LocationView))


@pytest.mark.rule("GEN-7", "GEN-16")
def test_hands_and_goals_are_lists_for_their_owner_and_numbers_for_others() -> None:
    state = scenario().seat(0, hand=["oboe", "violin"], goals=["goal-at-court", "goal-prize-shelf"]).state
    assert seat_of(seen(state, 0), 0)["hand"] == ["oboe", "violin"]
    assert seat_of(seen(state, 0), 0)["goals"] == ["goal-at-court", "goal-prize-shelf"]
    for viewer in (1, None):
        assert seat_of(seen(state, viewer), 0)["hand"] == 2
        assert seat_of(seen(state, viewer), 0)["goals"] == 2


@pytest.mark.rule("GEN-7")
def test_the_number_of_a_worker_lying_face_down_is_seen_by_its_owner_alone() -> None:
    table = scenario().worker(0, "guild", 5, apprentices=2).agenda(ChooseWorker(1))
    for viewer, number in ((0, 5), (1, None), (None, None)):
        (worker,) = seen(table.state, viewer)["locations"]["guild"]["queue"]
        assert (worker["seat"], worker["number"], worker["apprentices"]) == (0, number, 2)


@pytest.mark.rule("GEN-7")
def test_workers_on_a_bench_are_hidden_alike_and_lie_at_their_own_seat() -> None:
    table = scenario().worker(0, "finishing", 5).worker(1, "finishing", 1).agenda(ChooseWorker(1))
    benches = seen(table.state, 1)["benches"]
    assert [(b["seat"], b["bench"], b["queue"][0]["number"]) for b in benches] == [
        (0, "finishing", None),
        (1, "finishing", 1),
    ]


@pytest.mark.rule("GEN-7", "RES-2")
def test_a_shown_worker_is_seen_by_all() -> None:
    state = scenario().worker(0, "guild", 5, revealed=True).agenda(ChooseWorker(1)).state
    for viewer in (0, 1, None):
        assert seen(state, viewer)["locations"]["guild"]["queue"][0]["number"] == 5


@pytest.mark.rule("GEN-7", "PLN-6")
def test_who_peeks_sees_the_workers_under_its_own_and_nobody_else_does() -> None:
    table = scenario(3).specialist(0, "confidante", 3).worker(1, "guild", 5).worker(2, "guild", 1)
    table.state.phase = "planning"
    table.agenda(ChooseWorker(0)).choose(0, PlanWorker(3, 0), PlanLocation("guild"))
    assert table.kind == "peek"
    assert [w["kind"] for w in seen(table.state, 1)["waiting_for"]] == [None]
    table.choose(0, Peek())
    numbers = {v: [w["number"] for w in seen(table.state, v)["locations"]["guild"]["queue"]] for v in (0, 1, 2, None)}
    assert numbers == {0: [5, 1, 3], 1: [5, None, None], 2: [None, 1, None], None: [None, None, None]}
    assert table.is_over


@pytest.mark.rule("GEN-7")
def test_workers_at_home_are_counted_for_others_and_named_for_their_owner_only_while_planning() -> None:
    table = scenario()
    table.state.phase = "planning"
    table.agenda(ChooseWorker(0))
    own, other = (seat_of(seen(table.state, viewer), 0) for viewer in (0, 1))
    assert (own["idle"], own["to_place"]) == ([1, 3, 5], 3)
    assert (other["idle"], other["to_place"]) == (None, 3)


@pytest.mark.rule("GEN-7")
def test_decks_are_told_by_their_size_and_discard_piles_open() -> None:
    state = scenario().discards("instruments", "oboe").agenda(ChooseWorker(0)).state
    shown = seen(state, 1)
    assert shown["decks"] == {deck: len(cards) for deck, cards in state.decks.items()}
    assert shown["discards"]["instruments"] == ["oboe"]
    assert "market" not in shown["discards"]


@pytest.mark.rule("GEN-7")
def test_what_lies_open_is_the_same_for_every_viewer() -> None:
    table = scenario().seat(0, money=7, wood=2, roughing=["oboe"], completed=["anton-stadler"], performance=2)
    table.patron(0, "antonio-vivaldi", 2, 1, tucked=[("instrument", "violin")]).specialist(0, "critic", 5)
    table.chair("seat-oboe", (0, "instrument"), second=[(1, "repair")]).agenda(ChooseWorker(1))
    own, other, spectator = (seat_of(seen(table.state, viewer), 0) for viewer in (0, 1, None))
    hidden = {"hand", "goals", "goal_counts", "idle"}
    assert {k: v for k, v in own.items() if k not in hidden} == {k: v for k, v in other.items() if k not in hidden}
    assert other == spectator
    assert other["goods"] == {"money": 7, "inspiration": 0, "animal": 0, "wood": 2, "metal": 0}
    [vivaldi] = other["patrons"]
    assert (vivaldi["card"], vivaldi["space"], vivaldi["patience"]) == ("antonio-vivaldi", 2, 1)
    assert vivaldi["tucked"] == [{"token": "instrument", "card": "violin"}]


def test_only_the_seat_on_the_clock_gets_the_prompt() -> None:
    table = scenario().agenda(KeepDrawn(0, ("oboe", "violin"), 1, "track", optional=False))
    assert seen(table.state, 0)["prompt"]["about"]["cards"] == ["oboe", "violin"]
    for viewer in (1, None):
        shown = seen(table.state, viewer)
        assert shown["prompt"] is None
        assert shown["waiting_for"] == [{"seat": 0, "kind": "keep-card"}]
        assert "oboe" not in json.dumps(shown["seats"])


@pytest.mark.rule("SET-7", "SET-10", "GEN-7")
def test_nobody_sees_what_another_was_dealt_or_keeps_until_all_have_chosen() -> None:
    table = new_game(3)
    table.choose(1, table.choices(1)[0])
    kept = table.choices(0)[0]
    table.choose(0, kept)
    for viewer in (2, None):
        text = json.dumps(seen(table.state, viewer)) + json.dumps(events_for(1, table.told, viewer))
        for player in table.state.players[:2]:
            assert player.deal is not None
            assert not [card for card in (*player.deal.families, *player.deal.goals) if card in text]
    assert seat_of(seen(table.state, 2), 0)["family"] is None


@pytest.mark.rule("TWO-2", "TWO-4")
def test_neutral_tokens_and_levels_have_a_name_of_their_own(content: Content) -> None:
    state = new_game(neutral=neutral_of(content, "orchestra-01")).state
    shown = seen(state, 0)
    assert shown["orchestra"]["seat-cello"]["first"] == ["neutral", "instrument"]
    assert [tile["levels"] for tile in shown["awards"]] == [
        ["closed", None, None],
        [None, "closed", None],
        [None, None, "closed"],
    ]


def test_prices_are_those_of_the_viewer() -> None:
    table = scenario().seat(0, reputation=3).display("guild", "oboe", "violin", "lute", "viola", "cello")
    table.seat(1, completed=["joseph-haydn"]).agenda(ChooseWorker(0))
    prices = [[slot["price"] for slot in seen(table.state, v)["locations"]["guild"]["display"]] for v in (0, 1)]
    assert prices == [[0, 0, 0, 0, 8], [0, 0, 4, 4, 8]]
    assert seen(table.state, 0)["market"]["buy"] == {"animal": 2, "wood": 3, "metal": 5}
    assert seen(table.state, 1)["market"]["buy"] == {"animal": 1, "wood": 2, "metal": 4}
    assert seen(table.state, 1)["market"]["sell"] == {"animal": 2, "wood": 3, "metal": 5}


def test_a_rare_place_shows_all_its_tokens() -> None:
    table = scenario().chair("rare-wind", (0, "instrument"), (1, "instrument")).agenda(ChooseWorker(0))
    shown = seen(table.state, 1)["orchestra"]["rare-wind"]
    assert shown["first"] is None
    assert shown["second"] == []
    assert shown["rare"] == [[0, "instrument"], [1, "instrument"]]


@pytest.mark.rule("ORC-6", "ORC-8")
def test_a_viewer_sees_how_many_tokens_take_a_chair_and_whether_as_many_can_still_be_placed() -> None:
    line = ((1, "performance"), (0, "repair"))
    table = scenario().chair("seat-oboe", (1, "repair"), second=line).agenda(ChooseWorker(0))
    for viewer, expected in ((0, (2, False)), (1, (None, None)), (None, (None, None))):
        chairs = seen(table.state, viewer)["orchestra"]["seat-oboe"]
        assert (chairs["needed"], chairs["possible"]) == expected, f"viewer {viewer}"


@pytest.mark.rule("GEN-7")
def test_goals_and_the_scoring_line_by_line_are_open_when_the_game_is_over(content: Content) -> None:
    mode = MODES[1]
    state = mode.begin(content, 5)
    for _ in play(state, eager, dice_of(mode, 5)):
        assert seen(state, None)["scoring"] is None or state.finished
    shown = seen(state, None)
    assert all(len(seat["goals"]) == 2 for seat in shown["seats"])
    for scored in shown["scoring"]:
        goals = [line for line in scored["lines"] if line["source"] == "goals"]
        assert [line["card"] for line in goals] == seat_of(shown, scored["seat"])["goals"]
    assert shown["winners"] == list(state.winners)


def test_the_view_of_a_game_says_who_sits_where(content: Content) -> None:
    seats = [SeatHeader("azure", "person", "Ada"), SeatHeader("gules", "ai", "", "journeyman")]
    played = Game(header_for(content, "LUTE 4817", seats, automa="1.0.0"), content)
    shown = view_for(played, 0, "7QK4")
    assert (shown["game"], shown["revision"], shown["choice_count"], shown["you"]) == ("7QK4", 0, 0, 0)
    assert [(s["colour"], s["player"], s["name"], s["level"]) for s in shown["seats"]] == [
        ("azure", "person", "Ada", None),
        ("gules", "ai", "", "journeyman"),
    ]
    json.dumps(shown)


def test_looking_changes_nothing() -> None:
    table = scenario().seat(0, roughing=["violin"], wood=2).acts(0, "roughing", 5)
    table.state.rng = Rng(1)
    before = table.state.clone()
    view.table_view(table.state, 0, irreversible=True)
    assert table.state.players == before.players
    assert table.state.agenda == before.agenda
    assert table.state.rng.state == before.rng.state


# --- events ---------------------------------------------------------------------------------------------------------


PRIVATE = {
    "cards-dealt": {"families", "patrons", "instruments", "goals"},
    "setup-chosen": {"family", "patron", "instrument", "goals"},
    "cards-drawn": {"cards"},
    "card-kept": {"card"},
    "worker-placed": {"number"},
    "workers-peeked": {"seen"},
    "deck-searched": {"found"},
}


def test_the_private_parts_of_events_are_these_and_no_others() -> None:
    private = {name: {f.name for f in fields(kind) if f.metadata.get("private")} for name, kind in EVENTS.items()}
    assert {name: parts for name, parts in private.items() if parts} == PRIVATE
    assert [name for name, kind in EVENTS.items() if kind.hidden] == ["nothing-to-choose"]


@pytest.mark.rule("GEN-15")
def test_private_parts_are_told_to_the_seat_of_the_event_alone() -> None:
    drawn: list[Event] = [CardsDrawn(0, 2, "track", ("oboe", "violin")), WorkerPlaced(1, "guild", 1, 0, 5)]
    own, other, spectator = (events_for(7, drawn, viewer) for viewer in (0, 1, None))
    assert own[0]["private"] == {"cards": ["oboe", "violin"]}
    assert own[1] == {
        "n": 7, "i": 1, "type": "worker-placed", "seat": 1, "location": "guild", "placement": 1, "apprentices": 0
    }  # fmt: skip
    assert "private" not in other[0]
    assert other[1]["private"] == {"number": 5}
    assert all("private" not in told for told in spectator)


def test_a_hidden_event_is_told_to_its_seat_alone() -> None:
    dropped: list[Event] = [NothingToChoose(0, "trade"), CardsDrawn(0, 1, "track")]
    assert [told["type"] for told in events_for(1, dropped, 0)] == ["nothing-to-choose", "cards-drawn"]
    for viewer in (1, None):
        assert [told["type"] for told in events_for(1, dropped, viewer)] == ["cards-drawn"]


@pytest.mark.rule("RND-3", "GEN-7")
def test_what_goes_from_hand_to_a_bench_is_seen_and_what_stays_is_not() -> None:
    table = scenario().seat(0, hand=["oboe", "violin"])
    table.display("guild", "lute").acts(0, "guild", 3, apprentices=1)
    table.choose(0, Take(1, "lute"), TakeMaterial("wood"))
    table.choose(0, Bench("violin"))
    text = json.dumps(events_for(1, table.told, 1)) + json.dumps(seen(table.state, 1)["seats"])
    assert "violin" in text
    assert "oboe" not in text


def test_a_declined_look_is_not_told() -> None:
    table = scenario().specialist(0, "confidante", 3).worker(1, "guild", 5)
    table.state.phase = "planning"
    table.agenda(ChooseWorker(0)).choose(0, PlanWorker(3, 0), PlanLocation("guild"))
    table.choose(0, Decline())
    assert table.told == []
