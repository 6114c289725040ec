"""Seats and tokens: the creator of a game has access to its seats, by cookie or by token."""

import re
from itertools import product

import pytest

from server.games.tokens import ALPHABET
from tests.server.people import APPRENTICE, PERSON, REMOTE_PERSON, CheckedClient, Host, problem_code


def test_a_new_game_has_a_short_name_without_similar_characters(host: Host):
    ada, _ = host.new_game()
    assert re.fullmatch(f"[{ALPHABET}]{{6}}", ada.game)
    assert not set("01IO") & set(ALPHABET)


def test_every_person_gets_a_token_of_256_bits_and_no_ai_does(host: Host):
    created = host.client().post("/api/games", json={"seats": [APPRENTICE, PERSON, PERSON]}).json
    assert [seat["seat"] for seat in created["seats"]] == [1, 2]
    assert created["seat"] == 1
    assert all(len(seat["token"]) == 43 for seat in created["seats"])


def test_the_cookie_of_a_new_game_gives_access_to_the_seat(host: Host):
    browser = host.app.test_client()
    response = browser.post("/api/games", json={"seats": [PERSON, APPRENTICE]})
    game = response.json["game"]
    (cookie,) = response.headers.getlist("Set-Cookie")
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", f"Path=/api/games/{game}"))
    assert "Secure" not in cookie
    assert browser.get(f"/api/games/{game}").json["view"]["you"] == 0
    assert problem_code(host.client().get(f"/api/games/{game}")) == "no-token"


def test_over_https_the_cookie_is_secure(host: Host):
    browser = host.app.test_client()
    response = browser.post("/api/games", json={"seats": [PERSON, APPRENTICE]}, base_url="https://localhost")
    assert "Secure" in response.headers["Set-Cookie"]


def test_the_token_of_a_link_is_traded_for_a_cookie(host: Host):
    ada, bo = host.new_game()
    browser = host.app.test_client()
    body = browser.post(f"{bo.address}/session", json={"token": bo.token}).json
    assert body == {"game": bo.game, "seat": 1, "token": bo.token}
    assert browser.get(bo.address).json["view"]["you"] == 1
    assert problem_code(browser.get(f"{ada.address}?seat=0")) == "foreign-seat"


def test_a_wrong_token_gets_no_session(host: Host):
    ada, _ = host.new_game()
    browser: CheckedClient = host.app.test_client()
    response = browser.post(f"{ada.address}/session", json={"token": "x" * 43})
    assert (response.status_code, problem_code(response)) == (401, "no-token")
    assert "Set-Cookie" not in response.headers


def test_a_caller_with_two_seats_chooses_the_view(host: Host):
    ada, bo = host.new_game()
    headers = {"Authorization": f"Bearer {ada.token}, {bo.token}"}
    for query, seat in (("", 0), ("?seat=0", 0), ("?seat=1", 1)):
        assert host.client().get(ada.address + query, headers=headers).json["view"]["you"] == seat


def test_a_setup_may_choose_names_colours_and_the_seed(host: Host):
    seats = [{"player": "person", "name": "Ada 👩‍🎨", "colour": "gules"}, {"player": "ai", "level": "apprentice"}]
    (ada,) = host.new_game(*seats, seed=" LUTE 4817 ")
    header = host.record(ada.game)["header"]
    assert header["seed"] == "LUTE 4817"
    assert [(seat["colour"], seat["name"]) for seat in header["seats"]] == [("gules", "Ada 👩‍🎨"), ("azure", "")]


def test_the_seed_is_returned_without_remote_people_and_else_cannot_be_guessed(host: Host):
    for seats in ([PERSON, APPRENTICE], [PERSON, PERSON]):
        local = host.client().post("/api/games", json={"seats": seats}).json
        assert re.fullmatch(r"[A-Z-]+ \d{4}", local["seed"])
    remote = host.client().post("/api/games", json={"seats": [PERSON, {**PERSON, "on_this_device": False}]}).json
    assert remote["seed"] is None
    assert len(host.record(remote["game"])["header"]["seed"]) == 32


def test_the_same_seed_makes_the_same_game(host: Host):
    one, other = host.new_game(seed="HARP 1"), host.new_game(seed="HARP 1")
    assert one[0].legal_choices == other[0].legal_choices


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_mix_of_players_is_accepted_with_at_least_one_person_at_this_device(host: Host, seats: int):
    for mix in product((PERSON, REMOTE_PERSON, APPRENTICE), repeat=seats):
        response = host.client().post("/api/games", json={"seats": mix})
        if PERSON not in mix:
            assert (response.status_code, problem_code(response)) == (422, "malformed")
            continue
        local_seats = [seat for seat, player in enumerate(mix) if player is PERSON]
        assert [seat["seat"] for seat in response.json["seats"]] == local_seats
        ada = host.person(response.json["game"], local_seats[0], response.json["seats"][0]["token"])
        assert [seat["open"] for seat in ada.seats["seats"]] == [player is REMOTE_PERSON for player in mix]
        assert bool(host.record(ada.game)["header"]["neutral"]) == (seats == 2)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_no_game_has_fewer_than_two_seats_or_more_than_four(host: Host, seats: int):
    assert problem_code(host.client().post("/api/games", json={"seats": [PERSON] * seats})) == "malformed"


def test_the_setup_card_is_for_two_seats_and_optional_against_an_ai(host: Host):
    def neutral(*seats: dict, setup_card: bool) -> dict | None:
        body = {"seats": list(seats), "options": {"setup_card": setup_card}}
        game = host.client().post("/api/games", json=body).json["game"]
        drawn: dict | None = host.record(game)["header"]["neutral"]
        return drawn

    assert neutral(PERSON, APPRENTICE, setup_card=True)
    assert neutral(PERSON, APPRENTICE, setup_card=False) is None
    assert neutral(PERSON, PERSON, setup_card=False), "two people always use it (TWO-1)"
    assert neutral(PERSON, PERSON, APPRENTICE, setup_card=True) is None
