"""A device that several people share may ask for the public view: no response then shows the view of a seat."""

from typing import Any

from werkzeug.test import TestResponse

from tests.server.people import PERSON, Host, Person, play_on, problem_code, until
from tests.server.test_secrets import unseen

Json = dict[str, Any]
PUBLIC: Json = {"viewer": None}


def shared(host: Host, *seats: Json, **settings: bool) -> tuple[Person, ...]:
    """Two people at one device, with a game in its first turn of resolution."""
    people = host.new_game(*(seats or (PERSON, PERSON)), **settings)
    until(people, "turn")
    return people


def has_no_secret(people: tuple[Person, ...], response: TestResponse) -> bool:
    """Whether a response names no card or worker that only one of the people may see."""
    state = people[0].host.table(people[0].game).game.state
    hands = [card for player in state.players for card in player.hand]
    hidden = {card for person in people for card in unseen(state, person.seat)}
    hidden |= {goal for player in state.players for goal in player.goals} | {h for h in hands if hands.count(h) > 1}
    assert hidden
    return not [card for card in hidden if f'"{card}"' in response.text] and '"private"' not in response.text


def dealt_goals(people: tuple[Person, ...]) -> set[str]:
    """All goals that were dealt; they stay secret until the end."""
    state = people[0].host.table(people[0].game).game.state
    return {goal for player in state.players if player.deal for goal in player.deal.goals}


def test_a_public_prompt_is_answered_without_any_seats_view(host: Host):
    people = shared(host)
    asked = until(people, "turn")
    frame = asked.get("?seat=none").json
    assert frame is not None
    prompt = frame["view"]["prompt"]
    assert (frame["view"]["you"], prompt["kind"], prompt["secret"]) == (None, "turn", False)
    move = asked.post("/choices", {**asked.body(prompt["choices"][0]["choice"]), **PUBLIC})
    assert move.status_code == 200, move.text
    assert [frame["view"]["you"] for frame in move.json["frames"]] == [None] * len(move.json["frames"])
    assert has_no_secret(people, move)


def test_previews_undo_redo_and_problems_hold_no_secret(host: Host):
    people = shared(host)
    asked = until(people, "act")
    answers = [
        asked.post("/preview", {"seat": asked.seat, "revision": asked.revision, "choices": [], **PUBLIC}),
        asked.post(
            "/preview", {"seat": asked.seat, "revision": asked.revision, "choices": [{"kind": "money"}], **PUBLIC}
        ),
        asked.post("/preview", {"seat": asked.seat, "revision": asked.revision + 1, "choices": [], **PUBLIC}),
        asked.post("/choices", {**asked.body({"kind": "money"}, revision=asked.revision + 1), **PUBLIC}),
        asked.post("/choices", {**asked.body({"kind": "money"}), **PUBLIC}),
        asked.post("/undo", {**asked.undo_body(), **PUBLIC}),
        asked.post("/redo", {**asked.undo_body(), **PUBLIC}),
        asked.post("/undo", {**asked.undo_body(revision=0), **PUBLIC}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409, 409, 200, 200, 200, 409]
    assert answers[0].json["prompt"]["kind"] == "act"
    for answer in answers:
        assert has_no_secret(people, answer)


def test_a_public_preview_of_a_secret_prompt_is_empty(host: Host):
    people = host.new_game()
    asked = until(people, "plan-worker")
    body: Json = {"seat": asked.seat, "revision": asked.revision, "choices": [asked.legal_choices[0]]}
    assert asked.post("/preview", body).json["prompt"]["kind"] == "plan-location"
    response = asked.post("/preview", {**body, **PUBLIC})
    assert response.json["prompt"] is None
    assert has_no_secret(people, response)


def test_the_same_key_has_one_effect_for_different_viewers(host: Host):
    people = shared(host)
    asked = until(people, "turn")
    body = asked.body(asked.legal_choices[0])
    first = asked.post("/choices", {**body, **PUBLIC}).json
    second = asked.post("/choices", body).json
    assert first["revision"] == second["revision"]
    assert [frame["view"]["you"] for frame in second["frames"]] == [asked.seat] * len(second["frames"])


def test_nobody_gets_the_view_of_another_persons_seat(host: Host):
    people = shared(host)
    asked = until(people, "turn")
    body: Json = {"seat": asked.seat, "revision": asked.revision, "choices": [], "viewer": 1 - asked.seat}
    assert problem_code(asked.post("/preview", body)) == "foreign-seat"


def test_throughout_a_game_the_public_view_and_log_hold_no_secret(host: Host):
    people = host.new_game(confirm_turns=False, auto_forced=True)
    dealt = dealt_goals(people)
    for check in range(8):
        assert play_on(people, 25, f"open {check}") == 25
        assert has_no_secret(people, people[0].get("?seat=none"))
        log = people[0].get("/log?seat=none").text
        assert '"private"' not in log
        assert not [goal for goal in dealt if f'"{goal}"' in log]


def test_a_secret_prompt_is_not_in_the_public_view(host: Host):
    ada, _ = host.new_game()
    view = ada.get("?seat=none").json["view"]
    assert view["you"] is None
    assert view["prompt"] is None, "the setup is secret"
