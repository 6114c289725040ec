"""Security headers, https, trusted proxies, other sites, cookies and the sizes of bodies."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.server.people import PERSON, Host, problem_code

ELSEWHERE = {"Origin": "http://elsewhere.example", "Host": "localhost"}
FROM_PROXY = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example"}
NEW_GAME = {"seats": [PERSON, PERSON]}
PATHS = ["/", "/api/content", "/api/nothing", "/healthz", "/readyz", "/metrics", "/openapi.json", "/reference"]


@pytest.fixture
def behind(open_app: Callable[..., Flask]) -> Host:
    return Host(open_app(behind_proxy=True))


@pytest.mark.parametrize("path", PATHS)
def test_https_responses_have_hsts(host: Host, path: str):
    secure = host.client().get(path, base_url="https://localhost")
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in host.client().get(path).headers


@pytest.mark.parametrize("path", PATHS)
def test_the_policy_forbids_framing_and_foreign_scripts(host: Host, path: str):
    headers = host.client().get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


# --- pages of other sites --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
def test_no_response_lets_another_site_read_it(host: Host, path: str):
    headers = host.client().get(path, headers=ELSEWHERE).headers
    assert [name for name, _ in headers if name.lower().startswith("access-control")] == []


@pytest.mark.parametrize(("path", "method"), [("/api/games", "POST"), ("/api/games/GAME", "DELETE"), ("/", "POST")])
def test_a_cors_preflight_is_refused(host: Host, path: str, method: str):
    asks = ELSEWHERE | {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "content-type"}
    response = host.client().options(path, headers=asks)
    assert (response.status_code, problem_code(response)) == (405, "wrong-method")
    assert [name for name, _ in response.headers if name.lower().startswith("access-control")] == []


def test_a_deletion_needs_no_body(host: Host):
    """A form cannot send DELETE, so no content type is needed to exclude other sites."""
    response = host.client().delete("/api/games/NOSUCH")
    assert (response.status_code, problem_code(response)) == (404, "unknown-game")


# --- cookies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_seats_cookie_is_for_its_games_paths_and_no_script_and_secure_over_https(host: Host, scheme: str):
    response = host.client().post("/api/games", json=NEW_GAME, base_url=f"{scheme}://localhost")
    cookies = response.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        parts = cookie.split("; ")
        assert {"HttpOnly", "SameSite=Lax", f"Path=/api/games/{response.json['game']}"} <= set(parts)
        assert ("Secure" in parts) == (scheme == "https")


def test_reading_the_seats_refreshes_the_cookies_for_a_year(host: Host):
    """Otherwise a player of a game that lasts longer than a year would lose the seat."""
    browser = host.app.test_client()
    game = browser.post("/api/games", json=NEW_GAME).json["game"]
    browser.set_cookie(f"seat-{game}-3", "of no use any more", path=f"/api/games/{game}")
    seats = browser.get(f"/api/games/{game}/seats")
    unchanged = browser.get(f"/api/games/{game}/seats", headers={"If-None-Match": seats.headers["ETag"]})
    assert unchanged.status_code == 304
    for answer in (seats, unchanged):
        cookies = answer.headers.getlist("Set-Cookie")
        assert sorted(cookie.split("=")[0] for cookie in cookies) == [f"seat-{game}-0", f"seat-{game}-1"]
        assert all({"Max-Age=31536000", "HttpOnly", "SameSite=Lax"} <= set(cookie.split("; ")) for cookie in cookies)
    program = host.client().get(f"/api/games/{game}/seats", headers={"Authorization": f"Bearer {'x' * 43}"})
    assert "Set-Cookie" not in program.headers


# --- proxies ---------------------------------------------------------------------------------------------------------


def test_without_a_proxy_forwarded_headers_are_ignored(host: Host):
    response = host.client().post("/api/games", json=NEW_GAME, headers=FROM_PROXY)
    assert "Secure" not in response.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in response.headers


def test_behind_a_proxy_the_forwarded_scheme_is_used(behind: Host):
    response = behind.client().post("/api/games", json=NEW_GAME, headers=FROM_PROXY)
    assert "Secure" in response.headers["Set-Cookie"]
    assert "Strict-Transport-Security" in response.headers
    assert "Strict-Transport-Security" not in behind.client().get("/healthz").headers


def test_behind_a_proxy_the_last_forwarded_address_is_used(behind: Host):
    """An address that the client claims comes before the one that the proxy adds."""
    spoofed = FROM_PROXY | {"X-Forwarded-For": "127.0.0.1, 203.0.113.9"}
    response = behind.client().get("/metrics", headers=spoofed)
    assert (response.status_code, problem_code(response)) == (403, "metrics-closed")


# --- bodies ----------------------------------------------------------------------------------------------------------


def test_a_saved_game_may_be_larger_than_other_bodies(host: Host):
    (ada, _), much = host.new_game(), "x" * 500_000
    refused = ada.post("/choices", {**ada.body(ada.legal_choices[0]), "key": much})
    assert (refused.status_code, problem_code(refused)) == (413, "too-large")
    taken = host.client().post("/api/games/import", json={"header": {"much": much}, "log": []})
    assert problem_code(taken) == "broken-record"
    too_much = host.client().post("/api/games/import", json={"header": {"much": much * 5}, "log": []})
    assert (too_much.status_code, problem_code(too_much)) == (413, "too-large")


def test_a_body_of_unknown_length_is_read_no_further_than_allowed(host: Host):
    response = host.client().post(
        "/api/games",
        data=b" " * 1_000_000,
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert (response.status_code, problem_code(response)) == (413, "too-large")
