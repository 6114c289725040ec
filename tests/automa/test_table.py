"""A table hosts a game without any server."""

from automa.table import AI_SETTINGS, PERSON_SETTINGS, Table
from engine import loop
from tests.automa.hosting import ADA, BO, CONTENT, CY, new_table, play


def test_people_confirm_their_turns_and_ais_do_not() -> None:
    at = new_table(ADA, CY)
    assert [at._settings_at(seat) for seat in (0, 1)] == [PERSON_SETTINGS, AI_SETTINGS]


def test_the_host_ends_the_turns_of_ais() -> None:
    at = new_table(ADA, CY)
    play(at, 120)
    for entry in at.game.entries:
        if entry.seat == 1 and entry.choice is not None and entry.choice.kind == "end-turn":
            assert entry.auto


def test_a_table_that_appends_the_entries_of_another_host_shows_the_same() -> None:
    here = new_table(ADA, BO, CY)
    there = Table.replay(here.game.header, [], CONTENT, "GAME")
    for turn in range(30):
        play(here, 3, f"follow {turn}")
        there.append(
            [entry.to_json() for entry in here.game.entries[there.revision :]], here.reasons_since(there.revision)
        )
        assert there.game.hash() == here.game.hash()
    for seat in (0, 1, 2, None):
        assert there.log_for(seat) == here.log_for(seat)
        assert there.frame(seat, there.revision) == here.frame(seat, here.revision)


def test_a_table_loaded_in_the_middle_of_a_game_has_the_same_next_ai_move() -> None:
    """An AI keeps no memory: after a restart its next move and reason are the same."""
    here = new_table(ADA, CY)
    for turn in range(25):
        move = here.next_ai_move()
        log = [entry.to_json() for entry in here.game.entries]
        loaded = Table.replay(here.game.header, log, CONTENT, "GAME", reasons=here.reasons_since(0))
        assert loaded.next_ai_move() == move
        play(here, 2, f"memory {turn}")


def test_past_frames_show_what_was_shown_then() -> None:
    at = new_table(ADA, BO)
    shown = []
    for turn in range(60):
        play(at, 1, f"frames {turn}")
        shown.append(at.frame(0, at.revision))
    for frame in shown:
        again = at.frame(0, frame["revision"])
        assert again["events"] == frame["events"]
        assert again["view"]["seats"] == frame["view"]["seats"]


def test_an_entry_that_was_taken_back_is_not_in_the_log() -> None:
    at = new_table(ADA, BO)
    while True:
        seat = at.clock()[0]
        choices = loop.legal_choices(at.game.state, seat)
        at.submit(seat, choices[:1])
        if at.game.undo_state(seat)["to"] is not None:
            break
    taken_back = at.revision
    before = [entry["n"] for entry in at.log_for(seat)]
    at.undo(seat)
    assert taken_back in before
    assert taken_back not in [entry["n"] for entry in at.log_for(seat)]
