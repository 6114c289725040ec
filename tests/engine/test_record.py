"""A game as it is kept: moves, undo and redo up to the floor (GEN-10), logs that hold together or do not."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine import RULES_VERSION, loop
from engine.choices import (
    Activate,
    Alternate,
    Choice,
    Done,
    EndTurn,
    Pay,
    PlanLocation,
    PlanWorker,
    Search,
    TakeMoney,
)
from engine.content import Content
from engine.errors import BrokenRecord, HiddenAhead, IllegalChoice, UndoClosed
from engine.game import PAST_STATES, Entry, Game, SeatHeader, game_from_json, header_for

SEATS = (SeatHeader("azure", "person", "Ada"), SeatHeader("gules", "person", "Ben"))


@pytest.fixture
def played(content: Content) -> Game:
    """A game of two, nothing chosen yet."""
    return Game(header_for(content, "LUTE 4817", SEATS, automa="1.0.0"), content)


@pytest.fixture
def planning(played: Game) -> Game:
    """The same game with the first seat about to place its first worker."""
    play_until(played, "plan-worker")
    return played


def asked(played: Game) -> str:
    return loop.decision(played.state).kind


def first(played: Game) -> int:
    """The seat on the clock."""
    return loop.clock(played.state)[0]


def offered(played: Game) -> list[Choice]:
    return loop.legal_choices(played.state, first(played))


def play_until(played: Game, kind: str, prefer: Callable[[Choice], bool] = lambda choice: False) -> None:
    """Everybody takes a preferred choice, else the first there is, until a decision of this kind is asked."""
    while asked(played) != kind:
        choices = offered(played)
        played.submit(first(played), [next(filter(prefer, choices), choices[0])])


def place(played: Game, location: str, number: int, apprentices: int = 0) -> None:
    """The seat on the clock places a worker in one move, and ends its turn."""
    seat = first(played)
    played.submit(seat, [PlanWorker(number, apprentices), PlanLocation(location)], confirm=False)


def least(played: Game) -> int:
    """The lowest worker that the seat on the clock has left."""
    return min(played.state.players[first(played)].idle)


def closed_by(played: Game, seat: int) -> str:
    """What closed the way back, for a seat that tries to take something back."""
    with pytest.raises(UndoClosed) as refused:
        played.undo(seat)
    assert played.undo_state(seat)["closed"]["by"] == refused.value.by
    return refused.value.by


# --- moves --------------------------------------------------------------------------------------------------------


def test_a_press_of_several_choices_is_one_press_of_several_entries(planning: Game) -> None:
    seat, revision = first(planning), planning.revision
    made = planning.submit(seat, [PlanWorker(3, 0), PlanLocation("guild")])
    assert [entry.n for entry in made] == [revision + 1, revision + 2]
    assert {entry.move for entry in made} == {revision + 1}
    assert asked(planning) == "end-turn"


def test_a_press_is_done_as_a_whole_or_not_at_all(planning: Game) -> None:
    seat, before, entries = first(planning), planning.hash(), list(planning.entries)
    with pytest.raises(IllegalChoice):
        planning.submit(seat, [PlanWorker(3, 0), PlanLocation("roof")])
    assert planning.hash() == before
    assert planning.entries == entries
    assert planning.undo_state(seat)["closed"] is not None


def test_a_refused_press_leaves_what_was_taken_back_to_be_done_again(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(3, 0)])
    planning.undo(seat)
    with pytest.raises(IllegalChoice):
        planning.submit(seat, [PlanWorker(2, 0)])
    assert planning.redo_state(seat) is not None


def test_a_seat_that_is_not_asked_can_choose_nothing(planning: Game) -> None:
    other = 1 - first(planning)
    assert not planning.is_asked(other)
    with pytest.raises(IllegalChoice):
        planning.submit(other, [PlanWorker(3, 0)])


@pytest.mark.rule("GEN-10")
def test_the_end_of_a_turn_is_asked_for_where_something_can_be_taken_back(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(1, 0), PlanLocation("guild")])
    assert (first(planning), asked(planning)) == (seat, "end-turn")
    planning.submit(seat, [EndTurn()])
    assert (first(planning), asked(planning)) == (1 - seat, "plan-worker")


@pytest.mark.rule("GEN-10")
def test_the_end_of_a_turn_is_not_asked_for_after_a_press_that_closed_the_way_back(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        place(
            planning,
            "roughing" if len(planning.state.players[first(planning)].idle) == 1 else "balcony",
            least(planning),
        )
    seat = first(planning)
    made = planning.submit(seat, [Activate("roughing"), TakeMoney()])
    assert (made[-1].choice, made[-1].auto) == (EndTurn(), True)
    assert first(planning) == 1 - seat


def test_the_end_of_a_turn_is_not_asked_for_where_the_host_chose_all(played: Game) -> None:
    play_until(played, "next-patron")
    seat = first(played)
    played.state.players[seat].hand = ()
    made = played.settle(seat, confirm=True, forced=True)
    assert [entry.auto for entry in made] == [True] * len(made)
    assert (made[-1].choice, first(played)) == (EndTurn(), 1 - seat)


def test_a_host_that_need_not_confirm_ends_the_turn_in_the_same_press(planning: Game) -> None:
    seat = first(planning)
    made = planning.submit(seat, [PlanWorker(1, 0), PlanLocation("guild")], confirm=False)
    assert (made[-1].choice, made[-1].auto, made[-1].move) == (EndTurn(), True, made[0].n)
    planning.undo(seat)
    assert (first(planning), asked(planning)) == (seat, "plan-worker")
    assert 1 in planning.state.players[seat].idle


def test_a_choice_without_alternative_is_made_by_the_host(played: Game) -> None:
    play_until(played, "next-patron")
    seat, revision = first(played), played.revision
    (only,) = offered(played)
    assert played.settle(seat, confirm=True, forced=False) == []
    assert played.settle(seat, confirm=True, forced=True) == [Entry(revision + 1, seat, revision + 1, only, auto=True)]


def test_a_choice_without_alternative_waits_for_the_press_where_it_closes_the_way_back(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        place(planning, "balcony", planning.state.players[first(planning)].idle[0])
    seat = first(planning)
    for player in planning.state.players:
        player.money = player.inspiration = player.animal = player.wood = player.metal = 0
    planning.state.offered_cache = None
    assert offered(planning) == [Activate("balcony")]
    assert planning.settle(seat, confirm=False, forced=True) == []


def test_settling_alone_is_a_press_of_its_own_and_ends_what_could_be_done_again(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(1, 0), PlanLocation("guild")])
    planning.submit(seat, [EndTurn()])
    planning.undo(seat)
    assert planning.redo_state(seat) is not None
    (made,) = planning.settle(seat, confirm=False, forced=False)
    assert made.move == made.n
    assert planning.redo_state(seat) is None
    assert game_from_json(planning.to_json(), planning.content).hash() == planning.hash()


# --- the way back ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-10")
def test_several_presses_are_taken_back_one_by_one_and_done_again(planning: Game) -> None:
    seat = first(planning)
    start = planning.hash()
    planning.submit(seat, [PlanWorker(3, 0)])
    middle = planning.hash()
    planning.submit(seat, [PlanLocation("salon")])
    end = planning.hash()
    planning.undo(seat)
    assert planning.hash() == middle
    planning.undo(seat)
    assert planning.hash() == start
    planning.redo(seat)
    assert planning.hash() == middle
    planning.redo(seat)
    assert planning.hash() == end
    assert planning.redo_state(seat) is None
    planning.undo(seat)
    planning.undo(seat)
    assert planning.hash() == start


def test_a_new_choice_ends_what_could_be_done_again(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(3, 0)])
    planning.undo(seat)
    planning.submit(seat, [PlanWorker(1, 0)])
    with pytest.raises(UndoClosed):
        planning.redo(seat)


def test_only_who_took_something_back_can_do_it_again(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(3, 0)])
    planning.undo(seat)
    with pytest.raises(UndoClosed):
        planning.redo(1 - seat)


def test_at_the_very_beginning_there_is_nothing_to_take_back(played: Game) -> None:
    assert played.undo_state(0) == {"to": None, "closed": None}
    with pytest.raises(UndoClosed):
        played.undo(0)


@pytest.mark.rule("GEN-10")
def test_what_is_kept_in_the_setup_can_be_taken_back_until_another_seat_has_chosen(played: Game) -> None:
    keep = loop.legal_choices(played.state, 0)[0]
    played.submit(0, [keep])
    played.undo(0)
    played.submit(0, [keep])
    assert closed_by(played, 1) == "other-chose"
    played.submit(1, [loop.legal_choices(played.state, 1)[0]])
    assert closed_by(played, 0) == "deck-seen"


@pytest.mark.rule("GEN-10")
def test_the_choice_of_another_seat_closes_the_way_back(planning: Game) -> None:
    seat = first(planning)
    place(planning, "guild", 1)
    assert planning.undo_state(seat)["to"] is not None, "the end of the turn alone closes nothing"
    place(planning, "guild", 1)
    assert closed_by(planning, seat) == "other-chose"


@pytest.mark.rule("GEN-10")
def test_showing_workers_closes_the_way_back(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        place(planning, "balcony", planning.state.players[first(planning)].idle[0])
    seat = first(planning)
    planning.submit(seat, [Activate("balcony")])
    assert closed_by(planning, seat) == "worker-revealed"


@pytest.mark.rule("GEN-10", "PRF-8")
def test_the_fall_of_the_dice_closes_the_way_back(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        place(planning, "perform", planning.state.players[first(planning)].idle[0])
    seat = first(planning)
    planning.submit(seat, [Activate("perform")])
    actor = first(planning)
    planning.submit(actor, [next(choice for choice in offered(planning) if choice.kind == "take")])
    assert closed_by(planning, actor) == "dice-rolled"


@pytest.mark.rule("GEN-10")
def test_a_look_into_a_deck_closes_the_way_back(planning: Game) -> None:
    seat = first(planning)
    for player in planning.state.players:
        player.apprentices, player.money = 1, 20
    planning.state.offered_cache = None
    place(planning, "guild", 5, apprentices=1)
    while asked(planning) == "plan-worker":
        place(planning, "salon", planning.state.players[first(planning)].idle[0])
    planning.submit(seat, [Activate("guild")])
    planning.submit(seat, [Search("wind"), Pay(10)])
    assert closed_by(planning, seat) == "deck-seen"


@pytest.mark.rule("GEN-10")
def test_a_free_choice_after_the_floor_can_be_taken_back_to_it_and_no_further(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        place(planning, "balcony", planning.state.players[first(planning)].idle[0])
    seat = first(planning)
    planning.submit(seat, [Activate("balcony")])
    shown, actor = planning.hash(), first(planning)
    planning.submit(actor, [Alternate((("money", 6),))])
    planning.undo(actor)
    assert planning.hash() == shown
    assert closed_by(planning, actor) in ("worker-revealed", "other-chose")


def test_a_press_that_closes_the_way_back_half_way_is_closed_as_a_whole(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        seat = first(planning)
        place(planning, "salon" if seat == planning.state.order[0] else "guild", planning.state.players[seat].idle[0])
    seat = first(planning)
    planning.submit(seat, [Activate("salon"), TakeMoney()])
    assert closed_by(planning, seat) == "worker-revealed"


def test_the_floor_is_named_with_the_entry_that_made_it(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        place(planning, "balcony", planning.state.players[first(planning)].idle[0])
    seat = first(planning)
    planning.submit(seat, [Activate("balcony")])
    assert planning.undo_state(seat)["closed"] == {"by": "worker-revealed", "n": planning.revision}


def test_a_spectator_takes_nothing_back(planning: Game) -> None:
    planning.submit(first(planning), [PlanWorker(3, 0)])
    assert planning.undo_state(None)["to"] is None
    assert planning.redo_state(None) is None


# --- previews and earlier positions ---------------------------------------------------------------------------------


def test_a_preview_shows_a_draft_and_changes_nothing(planning: Game) -> None:
    seat, before = first(planning), planning.hash()
    ahead = planning.preview(seat, [PlanWorker(3, 0)])
    assert loop.decision(ahead).kind == "plan-location"
    assert planning.hash() == before
    assert ahead.players[seat] is not planning.state.players[seat]


def test_a_preview_stops_where_something_hidden_would_be_seen(planning: Game) -> None:
    while asked(planning) == "plan-worker":
        place(planning, "balcony", planning.state.players[first(planning)].idle[0])
    with pytest.raises(HiddenAhead):
        planning.preview(first(planning), [Activate("balcony")])


def test_a_preview_stops_where_another_seat_would_be_asked(planning: Game) -> None:
    seat = first(planning)
    with pytest.raises(HiddenAhead):
        planning.preview(seat, [PlanWorker(3, 0), PlanLocation("salon"), EndTurn()])


def test_a_preview_refuses_what_is_not_offered(planning: Game) -> None:
    with pytest.raises(IllegalChoice):
        planning.preview(first(planning), [Done()])


def test_an_earlier_position_is_the_one_that_was(planning: Game) -> None:
    seat = first(planning)
    hashes = {planning.revision: planning.hash()}
    for step in (
        lambda: planning.submit(seat, [PlanWorker(3, 0)]),
        lambda: planning.undo(seat),
        lambda: planning.redo(seat),
        lambda: planning.submit(seat, [PlanLocation("salon")]),
        lambda: planning.submit(seat, [EndTurn()]),
        lambda: planning.reseat(seat, "ai", "journeyman"),
    ):
        step()
        hashes[planning.revision] = planning.hash()
    for revision, was in hashes.items():
        past = planning.at(revision)
        assert (past.revision, past.hash()) == (revision, was)
        assert past.players[seat].player == ("ai" if revision == planning.revision else "person")
    assert planning.players[seat].player == "ai"


def test_old_states_are_let_go_of_and_played_again_when_looked_at(planning: Game) -> None:
    hashes = [planning.hash()]
    start = planning.revision
    while len(hashes) < 3 * PAST_STATES:
        planning.submit(first(planning), [offered(planning)[0]])
        hashes.append(planning.hash())
    for revision in (start, start + 7, planning.revision - 3):
        assert planning.at(revision).hash() == hashes[revision - start]
    assert planning._applied[0].before is None
    assert planning._applied[-1].before is not None


# --- who plays ------------------------------------------------------------------------------------------------------


def test_a_seat_may_pass_to_another_player_without_a_change_to_the_table(planning: Game) -> None:
    before = planning.hash()
    planning.reseat(1, "ai", "journeyman")
    assert planning.hash() == before
    assert (planning.players[1].player, planning.players[1].level) == ("ai", "journeyman")
    again = game_from_json(planning.to_json(), planning.content)
    assert again.players == planning.players
    assert planning.header.seats[1].player == "person"


def test_who_sits_down_brings_a_name_along_which_stays_when_a_rival_takes_over(planning: Game) -> None:
    planning.reseat(1, "person", name="Bruno")
    planning.reseat(1, "ai", "apprentice")
    again = game_from_json(planning.to_json(), planning.content)
    assert [who.name for who in again.players] == [planning.header.seats[0].name, "Bruno"]


@pytest.mark.parametrize(("player", "level"), [("ai", None), ("person", "apprentice"), ("ghost", None)])
def test_a_rival_has_a_level_and_a_person_has_none(planning: Game, player: str, level: str | None) -> None:
    with pytest.raises(BrokenRecord):
        planning.append(Entry(planning.revision + 1, 1, op="seat", player=player, level=level))


# --- logs -----------------------------------------------------------------------------------------------------------


def test_a_log_written_and_read_again_tells_the_same_game(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(3, 0), PlanLocation("salon")])
    planning.undo(seat)
    planning.redo(seat)
    planning.reseat(1 - seat, "ai", "journeyman")
    planning.submit(seat, [EndTurn()])
    record = planning.to_json()
    again = game_from_json(record, planning.content)
    assert again.to_json() == record
    assert again.events == planning.events
    assert (again.revision, again.choice_count) == (planning.revision, planning.choice_count)


def test_entries_survive_json() -> None:
    for entry in (
        Entry(1, 0, 1, PlanWorker(3, 1)),
        Entry(2, 0, 1, EndTurn(), auto=True),
        Entry(3, 1, op="undo", to=0),
        Entry(4, 1, op="redo", to=2),
        Entry(5, 1, op="seat", player="person"),
        Entry(6, 1, op="seat", player="ai", level="master"),
        Entry(7, 1, op="seat", player="person", name="Bruno"),
    ):
        assert Entry.from_json(entry.to_json()) == entry


CHOICE = {"n": 1, "move": 1, "seat": 0, "choice": {"kind": "done"}}


@pytest.mark.parametrize(
    "line",
    [
        None,
        7,
        [],
        [[[]]],
        {},
        {"n": 1, "seat": 0},
        {"n": 1, "seat": 0, "op": "delete"},
        {"n": 1, "seat": 0, "op": []},
        {**CHOICE, "n": "1"},
        {**CHOICE, "n": True},
        {**CHOICE, "seat": None},
        {**CHOICE, "auto": 1},
        {**CHOICE, "to": 3},
        {**CHOICE, "op": "undo"},
        {**CHOICE, "choice": None},
        {**CHOICE, "choice": {"kind": "dance"}},
        {"n": 1, "op": "undo", "seat": 0},
        {"n": 1, "op": "undo", "seat": 0, "to": "0"},
        {"n": 1, "op": "undo", "seat": 0, "to": 0, "move": 1},
        {"n": 1, "op": "seat", "seat": 0, "player": "ai", "level": 3},
    ],
)
def test_a_line_that_is_no_entry_is_named_broken(line: Any) -> None:
    with pytest.raises(BrokenRecord):
        Entry.from_json(line)


def test_a_log_is_broken_at_the_first_line_that_cannot_be(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(3, 0), PlanLocation("salon")])
    n = planning.revision

    def refused(spoil: Callable[[list[dict[str, Any]]], Any]) -> str:
        record = planning.to_json()
        spoil(record["log"])
        with pytest.raises(BrokenRecord) as fault:
            game_from_json(record, planning.content)
        return str(fault.value)

    last = {"n": n + 1, "seat": seat}
    assert f"log entry {n}:" in refused(lambda log: log[-1].update(n=n, move=n - 2))
    assert f"number {n} expected" in refused(lambda log: log[-1].update(n=n + 1))
    assert "no seat 7" in refused(lambda log: log[-1].update(seat=7))
    assert f"log entry {n}:" in refused(lambda log: log[-1].update(seat=1 - seat, move=n))
    assert f"log entry {n}:" in refused(lambda log: log[-1]["choice"].update(location="roof"))
    assert f"log entry {n + 1}:" in refused(lambda log: log.append({**last, "op": "undo", "to": n}))
    assert f"log entry {n + 1}:" in refused(lambda log: log.append({**last, "op": "redo", "to": n}))
    seated = {**last, "op": "seat", "player": "cat", "level": None}
    assert f"log entry {n + 1}:" in refused(lambda log: log.append(seated))
    assert "expected" in refused(lambda log: log.pop(3))


def test_a_press_cannot_go_on_after_something_else(planning: Game) -> None:
    seat = first(planning)
    planning.submit(seat, [PlanWorker(3, 0)])
    planning.submit(seat, [PlanLocation("salon")])
    planning.undo(seat)
    record = planning.to_json()
    n = planning.revision
    again = {"n": n + 1, "move": n - 2, "seat": seat, "choice": {"kind": "plan-location", "location": "guild"}}
    record["log"].append(again)
    with pytest.raises(BrokenRecord, match=f"log entry {n + 1}: move {n - 2}"):
        game_from_json(record, planning.content)


def test_a_record_with_another_hash_than_its_log_gives_is_broken(planning: Game) -> None:
    record = planning.to_json()
    with pytest.raises(BrokenRecord, match="hash"):
        game_from_json({**record, "hash": "0" * 64}, planning.content)


@pytest.mark.parametrize("data", [None, [], {}, {"header": {}}, {"header": {}, "log": {}}, {"header": {}, "log": []}])
def test_what_is_no_record_is_named_broken(data: Any, content: Content) -> None:
    with pytest.raises(BrokenRecord):
        game_from_json(data, content)


def spoilt(path: Sequence[str | int], value: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(header: Any) -> None:
        for name in path[:-1]:
            header = header[name]
        header[path[-1]] = value

    return spoil


PRINTED = (
    ("instrument", ("seat-cello", "seat-oboe", "seat-xylophone")),
    ("performance", ("seat-lute", "seat-grand-piano")),
    ("repair", ("seat-viola-da-gamba", "seat-fortepiano")),
)
NEUTRAL = {
    "card": "orchestra-01",
    "tokens": [[place, kind] for kind, places in PRINTED for place in places],
    "removed": ["cello", "oboe", "xylophone"],
    "closed": [1, 2, 3],
}


def seat_of(**changes: Any) -> dict[str, Any]:
    return {"colour": "gules", "player": "person", "name": "", "level": None, **changes}


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (spoilt(["format"], 1), r"header\.format: format 1 was written before the first release"),
        (spoilt(["format"], 3), r"header\.format: this program reads format 2, not 3"),
        (spoilt(["rules"], "0.9.0"), "header.rules"),
        (spoilt(["content", "digest"], "beef"), "header.content"),
        (spoilt(["seats"], []), "header.seats"),
        (spoilt(["seats"], [seat_of()] * 5), "header.seats"),
        (spoilt(["seats"], 2), "seats"),
        (spoilt(["seats"], [seat_of(), seat_of()]), r"header\.seats\[1\]\.colour: gules .* azure, vert, purpure$"),
        (spoilt(["seats", 0, "colour"], "neutral"), r"seats\[0\]\.colour: one of azure, .* not 'neutral'"),
        (spoilt(["seats", 0, "level"], "journeyman"), r"header\.seats\[0\]\.level"),
        (spoilt(["seats", 1, "player"], "ai"), r"header\.seats\[1\]\.level"),
        (spoilt(["seats", 1, "name"], "\ud83c"), "a text expected, not '.ud83c'"),
        (spoilt(["options"], {"fast": True}), "header.options: this program knows no option fast"),
        (spoilt(["neutral"], {**NEUTRAL, "card": "orchestra-99"}), "header.neutral.card"),
        (spoilt(["neutral"], {**NEUTRAL, "card": "orchestra-02"}), "header.neutral.tokens"),
        (spoilt(["neutral"], {**NEUTRAL, "tokens": NEUTRAL["tokens"][1:]}), "header.neutral.tokens"),
        (spoilt(["neutral"], {**NEUTRAL, "tokens": [NEUTRAL["tokens"][0]] * 7}), "header.neutral.tokens"),
        (spoilt(["neutral"], {**NEUTRAL, "tokens": [["rare-wind", "instrument"]]}), "header.neutral.tokens"),
        (spoilt(["neutral"], {**NEUTRAL, "tokens": [["roof", "cat"]]}), "header.neutral.tokens"),
        (spoilt(["neutral"], {**NEUTRAL, "removed": ["cello"]}), "header.neutral.removed"),
        (spoilt(["neutral"], {**NEUTRAL, "removed": ["cat"]}), "header.neutral.removed"),
        (spoilt(["neutral"], {**NEUTRAL, "closed": [1, 2, 4]}), "header.neutral.closed"),
        (spoilt(["neutral"], {**NEUTRAL, "closed": []}), "header.neutral.closed"),
        (spoilt(["seed"], 7), "seed"),
        (spoilt(["seed"], "\udcff"), "seed"),
        (spoilt(["surprise"], 7), "surprise"),
    ],
)
def test_a_header_that_does_not_fit_is_named(spoil: Callable[..., None], named: str, played: Game) -> None:
    record = played.to_json()
    spoil(record["header"])
    with pytest.raises(BrokenRecord, match=named):
        game_from_json(record, played.content)


def test_an_entry_of_format_1_is_not_the_fault_that_is_named(played: Game) -> None:
    record = played.to_json()
    record["header"]["format"] = 1
    record["log"] = [{"n": 1, "press": 1, "seat": 0, "choice": {"kind": "keep"}}]
    with pytest.raises(BrokenRecord, match="format 1 was written before the first release"):
        game_from_json(record, played.content)


def test_a_setup_card_is_for_two_seats(content: Content, played: Game) -> None:
    record = played.to_json()
    record["header"]["neutral"] = NEUTRAL
    assert game_from_json({"header": record["header"], "log": []}, content).state.orchestra["seat-cello"].first
    record["header"]["seats"].append({"colour": "vert", "player": "person", "name": "", "level": None})
    with pytest.raises(BrokenRecord, match=r"header\.neutral"):
        game_from_json(record, content)


def test_the_header_tells_by_what_the_game_is_played(played: Game) -> None:
    header = played.to_json()["header"]
    assert (header["rules"], header["seed"], header["format"]) == (RULES_VERSION, "LUTE 4817", 2)
    assert header["content"]["digest"] == played.content.digest
    assert [seat["name"] for seat in header["seats"]] == ["Ada", "Ben"]
