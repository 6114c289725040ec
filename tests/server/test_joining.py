"""Access to seats: join codes with a rate limit, links, invitations and other devices."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask

from server.games import joining
from server.games.tokens import ALPHABET
from tests.server.people import APPRENTICE, PERSON, REMOTE_PERSON, Host, Person, play_on, problem_code

KEY = "a-key-that-nobody-else-can-guess"
ADDRESSES = (f"10.0.{i // 250}.{i % 250}" for i in range(1, 60_000))


@pytest.fixture
def advance_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Moves the clock of join codes."""
    real = joining.utc_now

    def set_clock(time: timedelta) -> None:
        monkeypatch.setattr(joining, "utc_now", lambda: real() + time)

    return set_clock


def seat_values(person: Person, key: str) -> list:
    return [seat[key] for seat in person.seats["seats"]]


# --- open seats ------------------------------------------------------------------------------------------------------


def test_the_seat_of_a_remote_person_is_open_and_has_no_token(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, APPRENTICE)
    assert (ada.seat, ada.seats["host"], ada.seats["you"]) == (0, 0, [0])
    assert seat_values(ada, "open") == [False, True, False]
    assert seat_values(ada, "held") == [True, False, False]
    assert seat_values(ada, "devices") == [1, 0, 0]


def test_the_host_is_the_first_person_at_this_device(host: Host):
    created = host.client().post("/api/games", json={"seats": [APPRENTICE, REMOTE_PERSON, PERSON, PERSON]}).json
    assert (created["host"], created["seat"]) == (2, 2)
    assert [seat["seat"] for seat in created["seats"]] == [2, 3]


@pytest.mark.parametrize("seats", [[REMOTE_PERSON, REMOTE_PERSON], [REMOTE_PERSON, APPRENTICE]])
def test_a_game_needs_a_person_at_this_device(host: Host, seats: list):
    assert problem_code(host.client().post("/api/games", json={"seats": seats})) == "malformed"


def test_a_seed_can_be_chosen_only_without_remote_people(host: Host):
    """It determines all cards, and remote people would not know that it was chosen."""
    response = host.client().post("/api/games", json={"seats": [PERSON, REMOTE_PERSON], "seed": "LUTE 1"})
    assert problem_code(response) == "malformed"
    assert "seed" in response.json["detail"]


def test_nobody_sees_the_hand_of_an_open_seat(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    assert problem_code(ada.get("?seat=1")) == "foreign-seat"
    assert problem_code(ada.get("/export")) == "game-has-secrets"


# --- join codes ------------------------------------------------------------------------------------------------------


def test_a_code_shows_the_open_seats_and_a_guest_takes_one(host: Host):
    (ada,) = host.new_game({**PERSON, "name": "Ada"}, REMOTE_PERSON, APPRENTICE)
    code = ada.create_join_code()
    assert re.fullmatch(f"[{ALPHABET}]{{6}}", code)
    assert code != ada.game
    shown = host.client().get(f"/api/join/{code}").json
    assert shown["game"] == ada.game
    assert [(seat["name"], seat["open"]) for seat in shown["seats"]] == [("Ada", False), ("", True), ("", False)]
    bo = host.join(code, 1, "Bo")
    assert bo.view["you"] == 1
    assert [seat["name"] for seat in ada.view["seats"]] == ["Ada", "Bo", ""]
    assert seat_values(ada, "open") == [False, False, False]
    assert seat_values(ada, "devices") == [1, 1, 0]


def test_a_guest_gets_a_cookie_for_the_seat(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    browser = host.app.test_client()
    response = browser.post(f"/api/join/{ada.create_join_code()}", json={"seat": 1, "name": "Bo"})
    assert f"Path=/api/games/{ada.game}" in response.headers["Set-Cookie"]
    assert browser.get(ada.address).json["view"]["you"] == 1


def test_a_code_may_be_typed_in_lower_case_with_a_space(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code().lower()
    assert host.join(f"{code[:3]} {code[3:]}", 1).seat == 1


def test_the_log_has_who_joined(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    host.join(ada.create_join_code(), 1, "Bo")
    entry = ada.get("/log").json["entries"][-1]
    assert (entry["n"], entry["seat"], entry["choice"], entry["events"]) == (1, 1, None, [])
    assert entry["player_change"] == {"player": "person", "level": None, "name": "Bo", "freed": False}


def test_a_guest_without_a_name_gets_the_name_that_the_host_chose(host: Host):
    (ada,) = host.new_game(PERSON, {**REMOTE_PERSON, "name": "Cy"}, seed=None)
    host.join(ada.create_join_code(), 1, " ")
    assert ada.view["seats"][1]["name"] == "Cy"


def test_an_open_seat_that_an_ai_plays_may_be_taken(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    ada.reseat(1, "apprentice")
    assert seat_values(ada, "open") == [False, True]
    host.games.move_ai(ada.game)
    bo = host.join(ada.create_join_code(), 1)
    assert ada.view["seats"][1]["player"] == "person"
    assert bo.view["you"] == 1


@pytest.mark.parametrize("code", ["NOSUCH", "x", "A" * 300, "%00", "é"])
def test_a_wrong_code_is_unknown(open_app: Callable[..., Flask], code: str):
    host = Host(open_app())
    assert problem_code(host.client().get(f"/api/join/{code}")) == "unknown-code"
    assert problem_code(host.try_join(code, 0)) == "unknown-code"


def test_the_name_of_a_game_is_no_join_code(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    ada.create_join_code()
    assert problem_code(host.try_join(ada.game, 1, address=next(ADDRESSES))) == "unknown-code"


def test_a_code_expires_after_an_hour(host: Host, advance_clock: Callable[[timedelta], None]):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    advance_clock(timedelta(minutes=59))
    assert host.client().get(f"/api/join/{code}").status_code == 200
    advance_clock(timedelta(minutes=61))
    assert problem_code(host.try_join(code, 1, address=next(ADDRESSES))) == "unknown-code"
    assert host.join(ada.create_join_code(), 1).seat == 1


def test_a_new_code_revokes_the_previous_one(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    old, new = ada.create_join_code(), ada.create_join_code()
    assert problem_code(host.try_join(old, 1, address=next(ADDRESSES))) == "unknown-code"
    assert host.join(new, 1).seat == 1


def test_two_games_never_share_a_code(host: Host, monkeypatch: pytest.MonkeyPatch):
    codes = iter(["AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr(joining, "new_join_code", lambda _: next(codes))
    (ada,), (bo,) = host.new_game(PERSON, REMOTE_PERSON), host.new_game(PERSON, REMOTE_PERSON)
    assert (ada.create_join_code(), bo.create_join_code()) == ("AAAAAA", "BBBBBB")


def test_without_an_open_seat_a_code_is_unknown_and_none_is_created(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    host.join(code, 1)
    assert problem_code(host.client().get(f"/api/join/{code}")) == "unknown-code"
    assert problem_code(ada.post("/join-code", {})) == "no-free-seat"


def test_only_the_host_creates_codes(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON)
    bo = host.join(ada.create_join_code(), 1)
    response = bo.post("/join-code", {})
    assert (response.status_code, problem_code(response)) == (403, "not-host")


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_a_code_takes_open_seats_only(host: Host, seat: int):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, APPRENTICE)
    assert problem_code(host.try_join(ada.create_join_code(), seat)) == "seat-taken"
    assert host.record(ada.game)["log"] == []


def test_of_simultaneous_guests_one_gets_the_seat(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda i: host.try_join(code, 1, f"Guest {i}"), range(6)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    assert {problem_code(answer) for answer in answers if answer.status_code == 409} == {"seat-taken"}
    assert [entry["op"] for entry in host.record(ada.game)["log"]] == ["seat"]
    assert seat_values(ada, "devices") == [1, 1]


def test_the_length_of_codes_is_configurable(open_app: Callable[..., Flask]):
    (ada,) = Host(open_app(code_length=10)).new_game(PERSON, REMOTE_PERSON)
    assert len(ada.create_join_code()) == 10


# --- rate limit ------------------------------------------------------------------------------------------------------


def try_wrong_code(host: Host, address: str) -> str:
    response = host.client().get("/api/join/GUESS9", environ_overrides={"REMOTE_ADDR": address})
    if problem_code(response) == "too-many-guesses":
        assert response.status_code == 429
        assert 0 < int(response.headers["Retry-After"]) <= joining.ATTEMPT_WINDOW.total_seconds()
    return problem_code(response)


def test_too_many_wrong_codes_from_an_address_block_valid_ones_too(open_app: Callable[..., Flask]):
    host = Host(open_app())
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    codes = [try_wrong_code(host, "10.0.0.1") for _ in range(joining.MAX_FAILED_ATTEMPTS + 2)]
    assert codes == ["unknown-code"] * joining.MAX_FAILED_ATTEMPTS + ["too-many-guesses"] * 2
    assert problem_code(host.try_join(code, 1, address="10.0.0.1")) == "too-many-guesses"
    assert host.try_join(code, 1, address="10.0.0.2").status_code == 200


def test_failed_attempts_expire(open_app: Callable[..., Flask], advance_clock: Callable[[timedelta], None]):
    host = Host(open_app())
    for _ in range(joining.MAX_FAILED_ATTEMPTS):
        try_wrong_code(host, "10.0.0.1")
    advance_clock(joining.ATTEMPT_WINDOW / 2)
    assert try_wrong_code(host, "10.0.0.1") == "too-many-guesses"
    advance_clock(joining.ATTEMPT_WINDOW + timedelta(seconds=1))
    assert try_wrong_code(host, "10.0.0.1") == "unknown-code"


def test_valid_codes_are_not_counted(open_app: Callable[..., Flask]):
    host = Host(open_app())
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    for _ in range(2 * joining.MAX_FAILED_ATTEMPTS):
        assert host.client().get(f"/api/join/{code}").status_code == 200


def test_failed_attempts_from_all_addresses_have_a_limit(
    open_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(joining, "MAX_FAILED_ATTEMPTS_IN_TOTAL", 25)
    host = Host(open_app())
    codes = [try_wrong_code(host, address) for address, _ in zip(ADDRESSES, range(30), strict=False)]
    assert codes == ["unknown-code"] * 25 + ["too-many-guesses"] * 5


def test_processes_count_failed_attempts_together_and_exactly(open_app: Callable[..., Flask]):
    hosts = [Host(open_app()), Host(open_app())]
    with ThreadPoolExecutor(8) as pool:
        codes = list(
            pool.map(lambda i: try_wrong_code(hosts[i % 2], "10.0.0.1"), range(3 * joining.MAX_FAILED_ATTEMPTS))
        )
    assert codes.count("unknown-code") == joining.MAX_FAILED_ATTEMPTS


def test_an_ipv6_client_is_counted_by_its_network(open_app: Callable[..., Flask]):
    """A client with one IPv6 address usually has 2**64 of them."""
    host = Host(open_app())
    codes = [try_wrong_code(host, f"2001:db8::{i:x}") for i in range(1, joining.MAX_FAILED_ATTEMPTS + 3)]
    assert codes.count("unknown-code") == joining.MAX_FAILED_ATTEMPTS
    assert try_wrong_code(host, "2001:db8:0:1::1") == "unknown-code"


# --- links -----------------------------------------------------------------------------------------------------------


def test_an_invitation_takes_an_open_seat(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    bo = ada.create_link(1)
    assert len(bo.token) == 43
    response = bo.open_session("Bo")
    assert response.json == {"game": ada.game, "seat": 1, "token": bo.token}
    assert "HttpOnly" in response.headers["Set-Cookie"]
    assert bo.view["you"] == 1
    assert ada.view["seats"][1]["name"] == "Bo"
    assert not seat_values(ada, "open")[1]


def test_an_invitation_gives_no_access_before_the_seat_is_taken(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    bo = ada.create_link(1)
    assert problem_code(bo.get()) == "no-token"
    assert problem_code(bo.get("/seats")) == "no-token"
    assert problem_code(bo.try_submit({"kind": "pass"}, revision=0)) == "no-token"
    assert seat_values(ada, "open") == [False, True]


def test_a_repeated_session_with_the_same_key_has_one_effect(host: Host):
    """A client that lost the answer sends its secret key again and gets the same token."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    link = ada.create_link(1)
    answers = [link.try_open_session("Bo", key=KEY).json for _ in range(2)]
    assert answers[0] == answers[1]
    assert [entry.get("name") for entry in host.record(ada.game)["log"]] == ["Bo"]
    assert seat_values(ada, "devices") == [1, 1]


def test_a_repeated_join_with_the_same_key_has_one_effect(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    answers = [host.try_join(code, 1, "Bo", key=KEY).json for _ in range(2)]
    assert answers[0] == answers[1]
    assert seat_values(ada, "devices") == [1, 1]


def test_a_used_invitation_gives_no_access_to_others_who_have_it(host: Host):
    """Neither the host, who created it, nor another friend with the same link sees the guest's hand."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    link = ada.create_link(1)
    assert link.try_open_session("Bo", key=KEY).status_code == 200
    assert problem_code(link.try_open_session("Cy", key="another-key-of-thirty-two-characters")) == "seat-taken"
    assert problem_code(link.try_open_session("Cy")) == "seat-taken"
    assert problem_code(link.get()) == "no-token"


def test_a_short_key_is_refused(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    assert problem_code(ada.create_link(1).try_open_session("Bo", key="1234")) == "malformed"
    assert problem_code(host.try_join(ada.create_join_code(), 1, "Bo", key="1234")) == "malformed"


def test_of_two_invitations_to_one_seat_the_first_used_gets_it(host: Host):
    """The second friend must not see the hand of the first."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    bo, cy = ada.create_link(1), ada.create_link(1)
    assert bo.open_session("Bo").status_code == 200
    assert problem_code(cy.open_session("Cy")) == "seat-taken"
    assert problem_code(cy.get()) == "no-token"
    assert seat_values(ada, "devices") == [1, 1]


def test_an_invitation_to_a_seat_taken_by_code_is_refused(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    cy, code = ada.create_link(1), ada.create_join_code()
    host.join(code, 1)
    assert problem_code(cy.open_session("Cy")) == "seat-taken"


def test_only_the_host_invites_to_an_open_seat(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON)
    bo = host.join(ada.create_join_code(), 1)
    assert problem_code(bo.post("/links", {"seat": 2})) == "not-host"


def test_a_link_to_the_own_seat_adds_a_second_device(host: Host):
    ada, bo = host.new_game()
    tablet = bo.create_link(1)
    assert tablet.open_session().json == {"game": bo.game, "seat": 1, "token": tablet.token}
    tablet.submit(tablet.legal_choices[0])
    assert bo.view["revision"] == 1
    assert bo.seats["seats"][1]["devices"] == 2
    assert host.record(ada.game)["log"][0]["seat"] == 1


def test_of_simultaneous_moves_of_two_devices_one_is_stale_and_gets_the_view(host: Host):
    ada, bo = host.new_game()
    tablet, choices = bo.create_link(1), bo.legal_choices[:2]
    moves = [(bo, bo.body(choices[0], revision=0)), (tablet, tablet.body(choices[1], revision=0))]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda move: move[0].post("/choices", move[1]), moves))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    late = next(answer for answer in answers if answer.status_code == 409)
    assert (problem_code(late), late.json["revision"], late.json["view"]["you"]) == ("stale", 1, 1)
    assert ada.revision == 1


def test_the_same_key_from_two_devices_of_a_seat_has_one_effect_and_the_same_answer(host: Host):
    ada, bo = host.new_game()
    tablet, body = bo.create_link(1), bo.body(bo.legal_choices[0], revision=0, key="one")
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda device: device.post("/choices", body).json, (bo, tablet)))
    assert answers[0] == answers[1]
    assert answers[0]["revision"] == ada.revision == 1


def test_only_the_owner_and_the_host_see_the_number_of_devices(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    bo, cy = host.join(code, 1), host.join(code, 2)
    bo.create_link(1)
    assert seat_values(ada, "devices") == [1, 2, 1]
    assert seat_values(bo, "devices") == [None, 2, None]
    assert seat_values(cy, "devices") == [None, None, 1]


def test_nobody_links_to_seats_of_others(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, APPRENTICE)
    bo = host.join(ada.create_join_code(), 1)
    assert problem_code(ada.post("/links", {"seat": 1})) == "foreign-seat"
    assert problem_code(bo.post("/links", {"seat": 0})) == "foreign-seat"
    assert problem_code(ada.post("/links", {"seat": 2})) == "foreign-seat"
    assert problem_code(ada.post("/links", {"seat": 3})) == "foreign-seat"


def test_the_owner_revokes_the_other_devices_of_a_seat(host: Host):
    ada, bo = host.new_game()
    tablet, other = bo.create_link(1), bo.create_link(1)
    assert bo.delete("/links?seat=1").status_code == 204
    assert bo.view["you"] == 1
    assert [problem_code(device.get()) for device in (tablet, other)] == ["no-token", "no-token"]
    assert problem_code(tablet.open_session()) == "no-token"
    assert ada.view["you"] == 0


def test_the_host_revokes_invitations(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    lost = ada.create_link(1)
    assert ada.delete("/links?seat=1").status_code == 204
    assert problem_code(lost.open_session("Bo")) == "no-token"
    assert ada.create_link(1).open_session("Bo").status_code == 200


def test_nobody_revokes_links_of_others(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON)
    bo = host.join(ada.create_join_code(), 1)
    for person, seat, code in ((ada, 1, "foreign-seat"), (bo, 0, "foreign-seat"), (bo, 2, "not-host")):
        assert problem_code(person.delete(f"/links?seat={seat}")) == code
    assert bo.view["you"] == 1
    assert problem_code(ada.delete("/links")) == "malformed"


def test_the_links_of_a_seat_have_a_limit(host: Host):
    ada, _ = host.new_game()
    for _ in range(joining.MAX_LINKS - 1):
        ada.create_link(0)
    assert problem_code(ada.post("/links", {"seat": 0})) == "too-many-links"
    ada.delete("/links?seat=0")
    assert ada.create_link(0).view["you"] == 0


def test_of_too_many_invitations_the_oldest_are_revoked(host: Host):
    """Each view of the page that invites creates one; the newest stay valid."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    links = [ada.create_link(1) for _ in range(joining.MAX_LINKS + 3)]
    assert [problem_code(link.try_open_session("Bo")) for link in links[:3]] == ["no-token"] * 3
    assert links[3].open_session("Bo").status_code == 200
    assert problem_code(links[-1].try_open_session("Cy")) == "seat-taken"


def test_invitations_do_not_count_as_devices(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    bo, *_ = [ada.create_link(1) for _ in range(joining.MAX_LINKS)]
    bo.open_session("Bo")
    for _ in range(joining.MAX_LINKS - 1):
        bo.create_link(1)
    assert problem_code(bo.post("/links", {"seat": 1})) == "too-many-links"


# --- seats -----------------------------------------------------------------------------------------------------------


def test_the_seats_have_an_etag(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    tag = ada.get("/seats").headers["ETag"]
    assert ada.get("/seats", headers={"If-None-Match": tag}).status_code == 304
    bo = host.join(ada.create_join_code(), 1)
    assert ada.get("/seats", headers={"If-None-Match": tag}).status_code == 200
    assert bo.get("/seats", headers={"If-None-Match": ada.get("/seats").headers["ETag"]}).status_code == 200


def test_the_seats_say_whether_the_game_is_finished(host: Host):
    people = host.new_game(confirm_turns=False, auto_forced=True)
    assert not people[0].seats["finished"]
    play_on(people, 2000)
    assert people[0].seats["finished"]


def test_seats_and_tokens_survive_a_restart(open_app: Callable[..., Flask]):
    first = Host(open_app())
    (ada,) = first.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    bo = first.join(code, 1)
    restarted = Host(open_app())
    assert restarted.person(bo.game, 1, bo.token).seats["seats"][1]["name"] == "Bo"


def test_another_process_sees_at_once_who_joined(open_app: Callable[..., Flask]):
    first, second = Host(open_app()), Host(open_app())
    (ada,) = first.new_game(PERSON, REMOTE_PERSON)
    assert second.person(ada.game, 0, ada.token).view["seats"][1]["name"] == ""
    bo = second.join(ada.create_join_code(), 1)
    assert ada.view["seats"][1]["name"] == "Bo"
    assert first.person(bo.game, 1, bo.token).view["you"] == 1
