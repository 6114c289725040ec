"""The served web app: caching, headers, one page for all of its routes; and the caching of card set and views."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import Client

from tests.server.people import PERSON, Host, play_on, problem_code

FOREVER = "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["/", "/new", "/settings", "/table/7QK4/hall", "/rules"])
def test_every_route_of_the_app_gets_its_page(host: Host, path: str):
    response = host.client().get(path)
    assert response.status_code == 200
    assert response.mimetype == "text/html"
    assert response.headers["Cache-Control"] == "no-cache"


def test_the_service_worker_is_revalidated_each_time(host: Host):
    response = host.client().get("/sw.js")
    assert response.mimetype == "text/javascript"
    assert response.headers["Cache-Control"] == "no-cache"


def test_files_with_a_hash_in_their_name_are_cached_for_ever(host: Host):
    response = host.client().get("/assets/index-a1b2c3.js")
    assert response.headers["Cache-Control"] == FOREVER


def test_a_known_file_is_not_sent_again(host: Host):
    tag = host.client().get("/").headers["ETag"]
    response = host.client().get("/", headers={"If-None-Match": tag})
    assert (response.status_code, response.data) == (304, b"")


def test_files_are_gzipped_where_the_client_accepts_it(host: Host):
    plain = host.client().get("/assets/index-a1b2c3.js")
    packed = host.client().get("/assets/index-a1b2c3.js", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data)


def test_the_builds_brotli_copies_are_sent_where_the_client_accepts_them(host: Host):
    plain = host.client().get("/offline/engine-a1b2c3.zip")
    packed = host.client().get("/offline/engine-a1b2c3.zip", headers={"Accept-Encoding": "gzip, br"})
    assert (plain.data, plain.headers.get("Content-Encoding")) == (b"uncompressed", None)
    assert (packed.data, packed.headers["Content-Encoding"]) == (b"compressed", "br")
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert packed.headers["Cache-Control"] == plain.headers["Cache-Control"] == FOREVER


def test_a_brotli_copy_older_than_its_file_is_not_sent(host: Host, dist: Path):
    os.utime(dist / "offline" / "engine-a1b2c3.zip.br", (1, 1))
    response = host.client().get("/offline/engine-a1b2c3.zip", headers={"Accept-Encoding": "br"})
    assert response.data == b"uncompressed"


def test_long_responses_are_gzipped_and_those_with_a_token_are_not(host: Host):
    ada, _ = host.new_game(PERSON, PERSON)
    client = Client(host.app)
    headers = {**ada.headers, "Accept-Encoding": "gzip"}
    packed, plain = client.get(ada.address, headers=headers), client.get(ada.address, headers=ada.headers)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] == plain.headers["ETag"]
    assert {"Cookie", "Accept-Encoding"} <= set(packed.vary)
    link = client.post(f"{ada.address}/links", json={"seat": 0}, headers=headers)
    assert ("token" in link.json, link.headers.get("Content-Encoding")) == (True, None)


def test_the_manifest_of_the_engine_is_revalidated_each_time(host: Host):
    assert host.client().get("/offline/manifest.json").headers["Cache-Control"] == "no-cache"


def test_only_the_engines_worker_may_compile_webassembly(host: Host):
    policies = {
        path: host.client().get(path).headers["Content-Security-Policy"]
        for path in ("/", "/assets/index-a1b2c3.js", "/assets/worker-a1b2c3.js")
    }
    assert [path for path, policy in policies.items() if "wasm-unsafe-eval" in policy] == ["/assets/worker-a1b2c3.js"]
    assert not any("'unsafe-eval'" in policy or "unsafe-inline" in policy for policy in policies.values())


@pytest.mark.parametrize("path", ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd"])
def test_nothing_outside_the_app_is_served(host: Host, dist: Path, path: str):
    (dist.parent / "secret.txt").write_text("not for you")
    response = host.client().get(path)
    assert b"not for you" not in response.data
    assert b"root:" not in response.data


def test_a_new_build_is_served_at_once(host: Host, dist: Path):
    host.client().get("/")
    (dist / "index.html").write_text("<!doctype html><title>Luthier, newer</title>")
    assert b"newer" in host.client().get("/").data


def test_without_a_build_the_problem_names_the_command(open_app: Callable[..., Flask], tmp_path: Path):
    response = Host(open_app(dist=tmp_path / "nothing")).client().get("/")
    assert (response.status_code, problem_code(response)) == (503, "not-built")
    assert "make build" in response.json["detail"]


@pytest.mark.parametrize("path", ["/", "/api/content", "/api/nothing", "/healthz", "/openapi.json"])
def test_every_response_has_the_security_headers(host: Host, path: str):
    headers = host.client().get(path).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_the_health_check_answers(host: Host):
    assert host.client().get("/healthz").json == {"ok": True}


# --- the card set ----------------------------------------------------------------------------------------------------


def test_the_card_sets_etag_is_its_digest(host: Host):
    response = host.client().get("/api/content")
    tables = response.json
    assert (tables["pack"], response.headers["ETag"]) == ("atelier", f'W/"{tables["digest"]}"')
    assert {"instruments", "patrons", "performances"} <= set(tables["tables"])
    assert tables["rules"]["rounds"] == 6
    assert response.headers["Cache-Control"] == "no-cache"
    again = host.client().get("/api/content", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_the_card_set_of_a_digest_never_changes(host: Host):
    digest = host.client().get("/api/content").json["digest"]
    assert host.client().get(f"/api/content?digest={digest}").headers["Cache-Control"] == FOREVER
    assert host.client().get("/api/content?digest=another").headers["Cache-Control"] == "no-cache"


# --- the view's ETag -------------------------------------------------------------------------------------------------


def test_a_known_view_is_not_sent_again(host: Host):
    ada, bo = host.new_game(PERSON, PERSON)
    tag = ada.get().headers["ETag"]
    assert ada.get(headers={"If-None-Match": tag}).status_code == 304
    assert bo.get(headers={"If-None-Match": tag}).status_code == 200, "another seat sees something else"
    play_on((bo,), 1)
    response = ada.get(headers={"If-None-Match": tag})
    assert response.status_code == 200
    assert response.headers["ETag"] != tag


def test_no_shared_cache_may_keep_a_view(host: Host):
    ada, _ = host.new_game()
    headers = ada.get().headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in headers["Vary"]
    assert ada.get("/log").headers["Cache-Control"] == "no-store"


def test_a_view_of_an_earlier_revision_can_be_read(host: Host):
    people = host.new_game()
    seen = [people[0].frame()]
    for turn in range(40):
        play_on(people, 1, f"past {turn}")
        seen.append(people[0].frame())
    for frame in seen[:-1]:
        then = people[0].get(f"?revision={frame['revision']}").json
        assert without_finals(then) == without_finals(frame)


def without_finals(frame: dict) -> dict:
    view = {key: value for key, value in frame["view"].items() if key not in ("prompt", "redo")}
    return {**frame, "view": view}
