"""A device that several people share plays on over what lies open: no answer it gets then shows a seat's own view."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.server.people import PERSON, REMOTE_PERSON, Host, Person, play_on, problem_code, until
from tests.server.test_secrets import unseen

Json = dict[str, Any]
OPEN: Json = {"viewer": None}


def shared(host: Host, *seats: Json, **settings: bool) -> tuple[Person, ...]:
    """Two people at one device, with a game in its first turn of resolution."""
    people = host.new_game(*(seats or (PERSON, PERSON)), **settings)
    until(people, "turn")
    return people


def holds_nothing_hidden(people: tuple[Person, ...], response: TestResponse) -> bool:
    """Whether an answer names no card and no worker that one of the people alone may see."""
    state = people[0].host.table(people[0].game).game.state
    hands = [card for player in state.players for card in player.hand]
    hidden = {card for person in people for card in unseen(state, person.seat)}
    hidden |= {goal for player in state.players for goal in player.goals} | {h for h in hands if hands.count(h) > 1}
    assert hidden
    return not [card for card in hidden if f'"{card}"' in response.text] and '"private"' not in response.text


def all_goals(people: tuple[Person, ...]) -> set[str]:
    """What was dealt of goals, which nobody shows before the end."""
    state = people[0].host.table(people[0].game).game.state
    return {goal for player in state.players if player.deal for goal in player.deal.goals}


def test_the_open_question_is_answered_without_anybodys_own_view(host: Host):
    people = shared(host)
    asked = until(people, "turn")
    seen = asked.get("?seat=none").json
    assert seen is not None
    prompt = seen["view"]["prompt"]
    assert (seen["view"]["you"], prompt["kind"], prompt["secret"]) == (None, "turn", False)
    move = asked.post("/choices", {**asked.body(prompt["choices"][0]["choice"]), **OPEN})
    assert move.status_code == 200, move.text
    assert [frame["view"]["you"] for frame in move.json["frames"]] == [None] * len(move.json["frames"])
    assert holds_nothing_hidden(people, move)


def test_previews_undo_redo_and_refusals_show_no_more(host: Host):
    people = shared(host)
    asked = until(people, "act")
    answers = [
        asked.post("/preview", {"seat": asked.seat, "revision": asked.revision, "choices": [], **OPEN}),
        asked.post(
            "/preview", {"seat": asked.seat, "revision": asked.revision, "choices": [{"kind": "money"}], **OPEN}
        ),
        asked.post("/preview", {"seat": asked.seat, "revision": asked.revision + 1, "choices": [], **OPEN}),
        asked.post("/choices", {**asked.body({"kind": "money"}, revision=asked.revision + 1), **OPEN}),
        asked.post("/choices", {**asked.body({"kind": "money"}), **OPEN}),
        asked.post("/undo", {**asked.undo_body(), **OPEN}),
        asked.post("/redo", {**asked.undo_body(), **OPEN}),
        asked.post("/undo", {**asked.undo_body(revision=0), **OPEN}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409, 409, 200, 200, 200, 409]
    assert answers[0].json["prompt"]["kind"] == "act"
    for answer in answers:
        assert holds_nothing_hidden(people, answer)


def test_a_preview_of_a_secret_question_shows_none(host: Host):
    people = host.new_game()
    asked = until(people, "plan-worker")
    body = {"seat": asked.seat, "revision": asked.revision, "choices": [asked.legal_choices[0]]}
    assert asked.post("/preview", body).json["prompt"]["kind"] == "plan-location"
    seen = asked.post("/preview", {**body, **OPEN})
    assert seen.json["prompt"] is None
    assert holds_nothing_hidden(people, seen)


def test_the_same_key_has_one_effect_whoever_looks(host: Host):
    people = shared(host)
    asked = until(people, "turn")
    body = asked.body(asked.legal_choices[0])
    first = asked.post("/choices", {**body, **OPEN}).json
    again = asked.post("/choices", body).json
    assert first["revision"] == again["revision"]
    assert [frame["view"]["you"] for frame in again["frames"]] == [asked.seat] * len(again["frames"])


@pytest.mark.parametrize("viewer", [0, 1])
def test_nobody_is_answered_with_the_view_of_a_seat_that_is_not_theirs(host: Host, viewer: int):
    people = shared(host)
    asked = until(people, "turn")
    if viewer != asked.seat:
        refused = asked.post(
            "/preview", {"seat": asked.seat, "revision": asked.revision, "choices": [], "viewer": viewer}
        )
        assert problem_code(refused) == "foreign-seat"


def test_a_long_game_over_what_lies_open_shows_nothing_hidden(host: Host):
    people = host.new_game(confirm_turns=False, auto_forced=True)
    dealt = all_goals(people)
    for look in range(8):
        assert play_on(people, 25, f"open {look}") == 25
        assert holds_nothing_hidden(people, people[0].get("?seat=none"))
        told = people[0].get("/log?seat=none").text
        assert '"private"' not in told
        assert not [goal for goal in dealt if f'"{goal}"' in told]


def test_people_on_other_devices_see_the_open_question_too(host: Host):
    ada, *_ = host.new_game(PERSON, REMOTE_PERSON)
    watcher = ada.create_link(None)
    assert watcher.open_session().status_code == 200
    seen = watcher.get().json
    assert seen is not None
    assert seen["view"]["you"] is None
    assert seen["view"]["prompt"] is None, "what is kept at the beginning is secret"
