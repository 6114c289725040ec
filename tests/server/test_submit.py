"""Commands over HTTP: `submit`, `undo`, `redo`, `preview` and seat settings."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.content.files import load
from engine.game import game_from_json
from tests.server.people import APPRENTICE, PERSON, Host, Person, choose_setups, play_on, problem_code, until


def test_a_move_is_answered_with_the_new_revision_and_a_frame_for_each_entry(host: Host):
    ada, _ = host.new_game()
    answer = ada.submit(ada.legal_choices[0])
    assert answer["revision"] == 1
    assert [frame["revision"] for frame in answer["frames"]] == [1]
    assert answer["frames"][0]["view"] == ada.view


def test_several_choices_of_one_move_are_made_together(host: Host):
    people = host.new_game()
    asked = until(people, "plan-worker")
    first = asked.legal_choices[0]
    preview = asked.post("/preview", {"seat": asked.seat, "revision": asked.revision, "choices": [first]}).json
    assert preview is not None
    before = asked.revision
    answer = asked.submit(first, preview["prompt"]["choices"][0]["choice"])
    log = host.record(asked.game)["log"]
    assert [entry["move"] for entry in log[before : before + 2]] == [before + 1, before + 1]
    assert [frame["revision"] for frame in answer["frames"]] == list(range(before + 1, answer["revision"] + 1))


def test_a_move_with_one_illegal_choice_makes_none_of_its_choices(host: Host):
    ada, _ = host.new_game()
    before = host.record(ada.game)
    response = ada.try_submit(ada.legal_choices[0], {"kind": "pass"})
    assert problem_code(response) in ("not-offered", "not-on-the-clock")
    assert host.record(ada.game) == before


def test_the_same_key_has_one_effect_and_gives_the_same_answer(host: Host):
    people = host.new_game()
    choose_setups(*people)
    asked = next(person for person in people if person.legal_choices)
    body = asked.body(asked.legal_choices[0])
    first = asked.post("/choices", body)
    second = asked.post("/choices", body)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json == second.json
    assert len(host.record(asked.game)["log"]) == first.json["revision"]


def test_a_repeated_key_gets_the_same_answer_after_the_game_has_gone_on(host: Host):
    people = host.new_game()
    choose_setups(*people)
    asked = next(person for person in people if person.legal_choices)
    body = asked.body(asked.legal_choices[0])
    first = asked.post("/choices", body)
    play_on(people, 5)
    repeated = asked.post("/choices", body)
    assert repeated.json["revision"] == first.json["revision"]
    assert [lasting_part(frame) for frame in repeated.json["frames"]] == [
        lasting_part(frame) for frame in first.json["frames"]
    ]


def lasting_part(frame: dict) -> tuple:
    """A frame without its prompt: only the newest position marks choices that cannot be undone."""
    view = {key: value for key, value in frame["view"].items() if key != "prompt"}
    return frame["revision"], view, frame["events"]


def test_a_key_cannot_be_used_for_another_move(host: Host):
    ada, bo = host.new_game()
    ada.try_submit(ada.legal_choices[0], key="one")
    assert problem_code(bo.try_submit(bo.legal_choices[0], key="one")) == "key-reused"
    assert len(host.record(ada.game)["log"]) == 1


def test_a_stale_revision_is_refused_with_the_current_view(host: Host):
    ada, bo = host.new_game()
    ada.submit(ada.legal_choices[0])
    response = bo.try_submit(bo.legal_choices[0], revision=0)
    assert (response.status_code, problem_code(response)) == (409, "stale")
    assert response.json["view"] == bo.view
    assert response.json["revision"] == 1


def test_a_future_revision_is_stale_too(host: Host):
    ada, _ = host.new_game()
    assert problem_code(ada.try_submit(ada.legal_choices[0], revision=7)) == "stale"


def test_a_choice_that_is_not_offered_is_refused_and_named(host: Host):
    ada, _ = host.new_game()
    before = host.record(ada.game)
    response = ada.try_submit({"kind": "take", "slot": 3, "card": "oboe"})
    assert (response.status_code, problem_code(response)) == (409, "not-offered")
    assert '"oboe"' in response.json["detail"]
    assert host.record(ada.game) == before


def test_a_move_of_a_seat_that_is_not_asked_is_refused(host: Host):
    ada, _ = host.new_game()
    ada.submit(ada.legal_choices[0])
    assert problem_code(ada.try_submit({"kind": "pass"})) == "not-on-the-clock"


def test_a_move_after_the_end_of_the_game_is_refused(host: Host):
    people = host.new_game(confirm_turns=False, auto_forced=True)
    play_on(people, 2000)
    ada = people[0]
    assert ada.view["phase"] == "finished"
    response = ada.try_submit({"kind": "pass"})
    assert problem_code(response) == "not-on-the-clock"
    assert "ended" in response.json["detail"]


def test_undo_takes_back_the_last_move_and_redo_makes_it_again(host: Host):
    people = host.new_game(PERSON, PERSON, confirm_turns=True)
    asked = until(people, "plan-worker")
    before = asked.view
    asked.submit(asked.legal_choices[0])
    after = asked.view
    assert asked.undo().status_code == 200
    assert same_position(asked.view, before)
    assert asked.view["redo"] is not None
    assert asked.redo().status_code == 200
    assert same_position(asked.view, after)


def same_position(one: dict, other: dict) -> bool:
    ignored = ("revision", "undo", "redo")
    return {k: v for k, v in one.items() if k not in ignored} == {k: v for k, v in other.items() if k not in ignored}


def test_undo_stops_where_another_seat_chose_and_names_it(host: Host):
    ada, bo = host.new_game()
    choose_setups(ada, bo)
    for person in (ada, bo):
        response = person.undo()
        assert (response.status_code, problem_code(response)) == (409, "undo-closed")
        assert response.json["by"]


def test_redo_without_an_undo_is_refused(host: Host):
    ada, _ = host.new_game()
    assert problem_code(ada.redo()) == "undo-closed"


def test_a_repeated_undo_takes_back_once(host: Host):
    people = host.new_game()
    asked = until(people, "plan-worker")
    asked.submit(asked.legal_choices[0])
    body = asked.undo_body()
    first, second = asked.post("/undo", body), asked.post("/undo", body)
    assert first.json == second.json
    assert [entry.get("op") for entry in host.record(asked.game)["log"]].count("undo") == 1


def test_a_turn_ends_automatically_for_a_seat_that_does_not_confirm_turns(host: Host):
    quick = host.new_game(PERSON, PERSON, confirm_turns=False, auto_forced=False)
    until(quick, "plan-worker")
    log = host.record(quick[0].game)["log"]
    ends = [entry for entry in log if entry["choice"] == {"kind": "end-turn"}]
    assert ends
    assert all(entry["auto"] for entry in ends)


def test_changed_settings_make_the_automatic_choices_that_follow_from_them(host: Host):
    people = host.new_game(PERSON, PERSON, confirm_turns=True)
    asked = until(people, "end-turn")
    body = {"seat": asked.seat, "confirm_turns": False, "auto_forced": True}
    response = asked.put("/settings", body)
    assert response.json == body
    assert {"kind": "end-turn"} not in asked.legal_choices
    assert host.record(asked.game)["log"][-1]["auto"]


def test_of_simultaneous_moves_one_is_accepted_at_each_revision(host: Host):
    """Threads that all submit: every 200 is one new move in the log, every other response a problem."""
    ada, bo = host.new_game(PERSON, PERSON, confirm_turns=False)
    choose_setups(ada, bo)

    def submit_all(client: tuple[Person, int]) -> int:
        person, number = client
        accepted = 0
        for turn in range(8):
            frame = person.frame()
            prompt = frame["view"]["prompt"]
            if prompt is None:
                continue
            choice = prompt["choices"][0]["choice"]
            response = person.try_submit(choice, revision=frame["revision"], key=f"{person.seat} {number} {turn}")
            assert response.status_code == 200 or problem_code(response) in ("stale", "not-on-the-clock")
            accepted += response.status_code == 200
        return accepted

    before = {entry["move"] for entry in host.record(ada.game)["log"]}
    with ThreadPoolExecutor(6) as pool:
        accepted = sum(pool.map(submit_all, [(person, n) for n in range(3) for person in (ada, bo)]))
    log = host.record(ada.game)["log"]
    by_hand = {entry["move"] for entry in log if not entry.get("auto")} - before
    assert accepted == len(by_hand) > 0
    assert [entry["n"] for entry in log] == list(range(1, len(log) + 1))


def test_a_preview_shows_the_next_prompt_and_changes_nothing(host: Host):
    people = host.new_game()
    asked = until(people, "plan-worker")
    before = host.record(asked.game)
    preview = asked.post(
        "/preview", {"seat": asked.seat, "revision": asked.revision, "choices": [asked.legal_choices[0]]}
    ).json
    assert preview["prompt"]["kind"] == "plan-location"
    assert preview["seat"]["seat"] == asked.seat
    assert not preview["hidden"]
    assert host.record(asked.game) == before


def test_a_preview_stops_before_hidden_information(host: Host):
    ada, bo = host.new_game()
    ada.submit(ada.legal_choices[0])
    preview = bo.post("/preview", {"seat": 1, "revision": 1, "choices": [bo.legal_choices[0]]}).json
    assert preview["hidden"] or preview["prompt"]
    body = {"seat": 1, "revision": 1, "choices": [bo.legal_choices[0], {"kind": "done"}]}
    if preview["hidden"]:
        assert problem_code(bo.post("/preview", body)) == "hidden-ahead"


def test_an_ai_moves_through_the_same_log(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert host.games.move_ai(ada.game)
    assert not host.games.move_ai(ada.game), "only its own setup was asked of it"
    (entry,) = host.record(ada.game)["log"]
    assert (entry["seat"], entry["choice"]["kind"]) == (1, "setup")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_played_to_its_scoring(host: Host, seats: int):
    """One person and AIs; the log replays to the same hash, and the export holds all reasons at the end."""
    (ada,) = host.new_game(PERSON, *([APPRENTICE] * (seats - 1)), confirm_turns=False, auto_forced=True)
    for turn in range(1000):
        while host.games.move_ai(ada.game):
            pass
        if not play_on((ada,), 1, f"whole {turn}"):
            break
    assert ada.view["phase"] == "finished"
    assert ada.view["winners"]
    exported = ada.get("/export").json
    assert game_from_json(exported, load()).hash() == exported["hash"]
    assert len(exported["reasons"]) > 20
