"""The OpenAPI document is valid and complete, and the app's types are generated from it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from flask import Flask
from openapi_spec_validator import validate

from engine.choices import CHOICES
from engine.events import EVENTS
from server.games.problems import PROBLEMS
from server.http.openapi import document
from tests.server.people import Host, codes_of

WEB = Path(__file__).resolve().parents[2] / "web"
TOOL = WEB / "node_modules" / ".bin" / "openapi-typescript"


def test_the_document_is_valid(app: Flask):
    validate(document(app))


def test_the_document_is_served(host: Host):
    assert host.client().get("/openapi.json").json == json.loads(json.dumps(document(host.app)))


def test_every_route_is_in_the_document(app: Flask):
    documented = set(document(app)["paths"])
    server = {rule.rule.replace("<int:", "<") for rule in app.url_map.iter_rules() if not rule.websocket}
    site = {"/", "/<app_path:path>", "/openapi.json", "/reference", "/reference.css"}
    assert {rule.replace("<", "{").replace(">", "}") for rule in server - site} == documented


def test_every_response_has_a_schema(app: Flask):
    for path, operations in document(app)["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            responses = operation["responses"]
            assert any(status.startswith("2") for status in responses), f"{method} {path}"
            assert [status for status in responses if not status.isdigit()] == []
            for status, shown in responses.items():
                if int(status) >= 400:
                    codes = codes_of(shown)
                    assert codes
                    assert {PROBLEMS[code][0] for code in codes} == {int(status)}, f"{method} {path} {status}"


def test_every_choice_and_event_is_described(app: Flask):
    schemas = document(app)["components"]["schemas"]
    assert set(schemas["Choice"]["discriminator"]["mapping"]) == set(CHOICES)
    assert set(schemas["GameEvent"]["discriminator"]["mapping"]) == set(EVENTS)


def test_choices_are_described_by_their_fields(app: Flask):
    take = document(app)["components"]["schemas"]["ChoiceTake"]
    assert take["properties"]["slot"]["type"] == "integer"
    assert sorted(take["required"]) == ["card", "kind", "slot"]
    assert take["additionalProperties"] is False


@pytest.mark.skipif(not (shutil.which("node") and TOOL.exists()), reason="needs node and the web app's packages")
def test_the_types_of_the_app_are_made_from_this_document(app: Flask, tmp_path: Path):
    """Run `make api-types` where this fails."""
    source, made = tmp_path / "openapi.json", tmp_path / "generated.ts"
    source.write_text(json.dumps(document(app), indent=2, sort_keys=True))
    subprocess.run(
        [TOOL, source, "--default-non-nullable=false", "-o", made], check=True, capture_output=True, timeout=120
    )
    assert made.read_text() == (WEB / "src" / "api" / "generated.ts").read_text()
