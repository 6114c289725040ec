"""The OpenAPI document is valid and complete, and the app's types are generated from it."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from flask import Flask
from marshmallow import Schema
from openapi_spec_validator import validate

from engine.choices import CHOICES
from engine.events import EVENTS
from engine.game import COLOURS
from engine.state import Phase
from server.games.problems import PROBLEMS
from server.http import schemas, wire
from server.http.json_schema import Schemas
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


def schema_of(app: Flask, name: str) -> dict[str, Any]:
    schema: dict[str, Any] = document(app)["components"]["schemas"][name]
    return schema


def test_closed_sets_of_words_are_enums(app: Flask):
    assert schema_of(app, "View")["properties"]["phase"]["enum"] == list(get_args(Phase))
    assert schema_of(app, "SeatView")["properties"]["colour"]["enum"] == list(COLOURS)


def test_tags_are_constants(app: Flask):
    assert schema_of(app, "ChoiceTake")["properties"]["kind"]["const"] == "take"
    assert schema_of(app, "GameEventGained")["properties"]["type"]["const"] == "gained"


def test_a_pair_has_two_places_and_may_be_null_where_its_type_says_so(app: Flask):
    pair, null = schema_of(app, "ChairsView")["properties"]["first"]["anyOf"]
    assert (pair["minItems"], pair["maxItems"], len(pair["prefixItems"])) == (2, 2, 2)
    assert null == {"type": "null"}


def test_private_fields_of_an_event_are_an_optional_object_of_their_own(app: Flask):
    dealt = schema_of(app, "GameEventCardsDealt")
    assert "private" not in dealt["required"]
    assert set(dealt["properties"]["private"]["required"]) == {"families", "patrons", "instruments", "goals"}
    assert "families" not in dealt["properties"]


def test_further_keys_of_a_reasons_part_are_numbers_or_texts(app: Flask):
    part = schema_of(app, "ReasonPart")
    assert sorted(part["required"]) == ["opens", "value", "word"]
    assert part["additionalProperties"] == {"anyOf": [{"type": "integer"}, {"type": "string"}]}


def test_a_type_without_a_schema_is_refused():
    with pytest.raises(TypeError, match="no schema"):
        Schemas().of(set[int])


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        (schemas.ReasonSchema, wire.Reason),
        (schemas.SecondBestSchema, wire.SecondBest),
        (schemas.ReasonPartSchema, wire.ReasonPart),
    ],
)
def test_imported_reasons_are_checked_by_the_keys_that_are_exported(schema: type[Schema], kind: type):
    assert set(schema().fields) == set(kind.__annotations__)


@pytest.mark.skipif(not (shutil.which("node") and TOOL.exists()), reason="needs node and the web app's packages")
def test_the_types_of_the_app_are_made_from_this_document(app: Flask, tmp_path: Path):
    """Run `make api-types` where this fails."""
    source, made = tmp_path / "openapi.json", tmp_path / "generated.ts"
    source.write_text(json.dumps(document(app), indent=2, sort_keys=True))
    subprocess.run(
        [TOOL, source, "--default-non-nullable=false", "-o", made], check=True, capture_output=True, timeout=120
    )
    assert made.read_text() == (WEB / "src" / "api" / "generated.ts").read_text()
