"""Spectators see public information only, in every response; and no response holds secrets of other seats."""

import json
from typing import Any

import pytest

from engine.state import State
from tests.server.people import APPRENTICE, PERSON, REMOTE_PERSON, Host, Person, choose_setups, play_on, problem_code

Json = dict[str, Any]


def spectator(person: Person) -> Person:
    """A spectator with a session."""
    eve = person.create_link(None)
    assert eve.open_session().json == {"game": person.game, "seat": None, "token": eve.token}
    return eve


def test_a_spectator_gets_the_public_view_by_a_link(host: Host):
    ada, _ = host.new_game()
    eve = spectator(ada)
    assert eve.view["you"] is None
    assert (eve.seats["you"], eve.seats["watching"]) == ([], True)
    assert [seat["devices"] for seat in eve.seats["seats"]] == [None, None]
    assert [seat["held"] for seat in eve.seats["seats"]] == [False, False]


def test_the_cookie_of_a_spectator_gives_access_to_the_public_view(host: Host):
    ada, _ = host.new_game()
    browser = host.app.test_client()
    browser.post(f"{ada.address}/session", json={"token": ada.create_link(None).token})
    assert browser.get(ada.address).json["view"]["you"] is None
    assert problem_code(browser.get(f"{ada.address}?seat=0")) == "foreign-seat"


def test_everybody_with_a_seat_invites_spectators_and_no_spectator_does(host: Host):
    ada, bo = host.new_game()
    assert spectator(bo).view["you"] is None
    assert problem_code(spectator(ada).post("/links", {"seat": None})) == "foreign-seat"


def test_the_host_revokes_all_spectators(host: Host):
    ada, bo = host.new_game()
    eve = spectator(bo)
    assert problem_code(bo.delete("/links?seat=none")) == "not-host"
    assert ada.delete("/links?seat=none").status_code == 204
    assert problem_code(eve.get()) == "no-token"
    assert bo.view["you"] == 1


def test_a_spectator_can_change_nothing(host: Host):
    ada, _ = host.new_game()
    eve = spectator(ada)
    move = {**ada.body(ada.legal_choices[0]), "viewer": None}
    responses = [
        eve.post("/choices", move),
        eve.post("/undo", ada.undo_body()),
        eve.post("/redo", ada.undo_body()),
        eve.post("/preview", {"seat": 0, "revision": 0, "choices": []}),
        eve.put("/settings", {"seat": 0, "confirm_turns": True, "auto_forced": True}),
        eve.get("/export"),
        eve.post("/copy", {"revision": 0, "level": "apprentice"}),
        eve.post("/rematch", {}),
        eve.try_reseat(0, "apprentice"),
        eve.post("/links", {"seat": 0}),
    ]
    assert {problem_code(response) for response in responses} == {"foreign-seat"}
    for response in (eve.post("/join-code", {}), eve.delete(), eve.delete("/links?seat=none")):
        assert problem_code(response) == "not-host"
    assert host.record(ada.game)["log"] == []


def test_a_spectator_gets_no_export_after_the_end(host: Host):
    people = host.new_game(confirm_turns=False, auto_forced=True)
    eve = spectator(people[0])
    play_on(people, 2000)
    assert people[1].get("/export").status_code == 200
    assert problem_code(eve.get("/export")) == "foreign-seat"


def test_a_person_may_ask_for_the_public_view(host: Host):
    """For a shared device: between two turns it shows nobody's hand."""
    ada, bo = host.new_game()
    choose_setups(ada, bo)
    eve = spectator(ada)
    assert ada.get("?seat=none").json == bo.get("?seat=none").json == eve.get().json
    assert ada.get("/log?seat=none").json == eve.get("/log").json
    assert ada.get("?seat=none&revision=1").json == eve.get("?revision=1").json


def test_own_and_public_views_have_different_etags(host: Host):
    ada, _ = host.new_game()
    own, public = ada.get().headers["ETag"], ada.get("?seat=none").headers["ETag"]
    assert own != public
    assert ada.get("?seat=none", headers={"If-None-Match": own}).status_code == 200
    assert ada.get("?seat=none", headers={"If-None-Match": public}).status_code == 304


@pytest.mark.parametrize("seat", ["nobody", "4", "-1", "", "None", "null"])
def test_an_unknown_viewer_is_malformed(host: Host, seat: str):
    ada, _ = host.new_game()
    assert problem_code(ada.get(f"?seat={seat}")) == "malformed"


# --- nothing leaks ---------------------------------------------------------------------------------------------------


def hidden_from(state: State, seat: int | None) -> set[str]:
    """Cards that a viewer cannot see: the goals and deals of others, and decks without duplicate cards."""
    others = [player for player in state.players if player.seat != seat]
    dealt = {card for player in others if player.deal for card in (*player.deal.patrons, *player.deal.goals)}
    goals = {goal for player in others for goal in player.goals}
    in_decks = {card for deck, cards in state.decks.items() if deck not in ("instruments", "market") for card in cards}
    own = next((player for player in state.players if player.seat == seat), None)
    return (dealt | goals | in_decks) - set(own.deal.patrons if own and own.deal else ())


def all_bodies(person: Person, other: int) -> dict[str, str]:
    """The bodies of all kinds of responses to a person: own, public, and problems."""
    revision, view = person.revision, "?seat=none" if person.seat is None else f"?seat={person.seat}"
    move = {"seat": person.seat if person.seat is not None else 0, "revision": revision, "key": "k"}
    responses = {
        "view": person.get(view),
        "public view": person.get("?seat=none"),
        "previous view": person.get(f"?revision={max(0, revision - 1)}"),
        "log": person.get("/log"),
        "public log": person.get("/log?seat=none"),
        "seats": person.get("/seats"),
        "preview": person.post("/preview", {**{k: move[k] for k in ("seat", "revision")}, "choices": []}),
        "stale": person.post("/choices", {**move, "revision": revision + 1, "choices": [{"kind": "pass"}]}),
        "stale, public": person.post("/undo", {**move, "revision": revision + 1, "viewer": None}),
        "another's view": person.get(f"?seat={other}"),
        "another's log": person.get(f"/log?seat={other}"),
        "another's preview": person.post("/preview", {"seat": other, "revision": revision, "choices": []}),
        "export": person.get("/export"),
        "copy": person.post("/copy", {"revision": revision, "level": "apprentice"}),
        "rematch": person.post("/rematch", {}),
        **{f"reason {n}": person.get(f"/reasons/{n}") for n in range(max(1, revision - 3), revision + 1)},
    }
    return {name: response.text for name, response in responses.items()}


@pytest.mark.parametrize("seed", ["LUTE 4817", "VIOL 11"])
def test_no_response_names_a_card_that_its_receiver_cannot_know(host: Host, seed: str):
    """Throughout a game with an AI, which also plays a person's seat for a while."""
    people = host.new_game(PERSON, PERSON, APPRENTICE, seed=seed, confirm_turns=False, auto_forced=True)
    ada, bo = people
    readers = [ada, bo, spectator(ada)]
    checks = 0
    for turn in range(400):
        while host.games.move_ai(ada.game):
            pass
        state = host.table(ada.game).game.state
        if state.finished:
            break
        if turn % 24 < 2:
            checks += 1
            check_nothing_leaks(readers, state)
        if turn == 40:
            ada.reseat(1, "apprentice")
        elif turn == 60:
            bo.reseat(1)
        else:
            play_on(people, 1, f"{seed} {turn}")
    assert checks > 20


def private_events(person: Person) -> str:
    """The private parts of events so far, such as cards that were dealt to the seat and not kept."""
    events = [event for entry in person.get("/log").json["entries"] for event in entry["events"]]
    private = [event for event in events if "private" in event]
    assert {event["seat"] for event in private} <= {person.seat}
    return json.dumps(private)


def check_nothing_leaks(readers: list[Person], state: State) -> None:
    for reader in readers:
        seen = private_events(reader)
        hidden = {card for card in hidden_from(state, reader.seat) if f'"{card}"' not in seen}
        assert hidden
        for name, text in all_bodies(reader, other=1 if reader.seat == 0 else 0).items():
            assert [card for card in hidden if f'"{card}"' in text] == [], f"{name} for {reader.seat}"
            assert '"rng"' not in text


def test_a_spectator_sees_no_private_part(host: Host):
    people = host.new_game()
    eve = spectator(people[0])
    for turn in range(30):
        play_on(people, 5, f"spectator {turn}")
        view = eve.view
        for seat in view["seats"]:
            assert isinstance(seat["hand"], int)
            assert isinstance(seat["goals"], int)
            assert seat["idle"] is None
            assert seat["goal_counts"] is None
        prompt = view["prompt"]
        assert prompt is None or not prompt["secret"]
    entries = eve.get("/log").json["entries"]
    assert len(entries) > 100
    assert "private" not in json.dumps(entries)
    assert {entry["choice"] is None for entry in entries} == {True}


def test_a_shared_device_may_get_the_public_frames_of_a_move(host: Host):
    ada, bo = host.new_game()
    setup = ada.legal_choices[0]
    answer = ada.post("/choices", {**ada.body(setup), "viewer": None}).text
    for card in (setup["family"], setup["patron"], *setup["goals"]):
        assert f'"{card}"' not in answer
    assert bo.view["seats"][0]["family"] is None


def test_a_join_code_shows_only_names_and_seats(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, APPRENTICE)
    ada.submit(ada.legal_choices[0])
    joinable = host.client().get(f"/api/join/{ada.create_join_code()}").json
    assert set(joinable) == {"game", "seats", "until"}
    assert {key for seat in joinable["seats"] for key in seat} == {"seat", "colour", "player", "name", "level", "open"}
