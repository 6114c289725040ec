"""The reference page shows everything in the document, and keeps to the content security policy."""

import re

import pytest
from flask import Flask

from server.games.problems import PROBLEMS
from server.http.openapi import document
from server.http.reference import render, schema_text
from tests.server.people import Host, codes_of


@pytest.fixture(scope="module")
def page(host: Host) -> str:
    response = host.client().get("/reference")
    assert (response.status_code, response.mimetype) == (200, "text/html")
    return response.text


def article(page: str, anchor: str) -> str:
    found = re.search(rf'<article id="{re.escape(anchor)}">.*?</article>', page, re.DOTALL)
    assert found, f"the page has no {anchor}"
    return found[0]


def operations(app: Flask) -> list[tuple[str, str, dict]]:
    paths = document(app)["paths"].items()
    return [
        (path, method, operation) for path, of in paths for method, operation in of.items() if method != "parameters"
    ]


def anchor(path: str, method: str) -> str:
    return f"{method}-{path.strip('/').replace('/', '-').replace('{', '').replace('}', '')}"


def test_every_route_is_named_with_each_of_its_answers_and_problems(app: Flask, page: str):
    assert len(operations(app)) > 10
    for path, method, operation in operations(app):
        of = article(page, anchor(path, method))
        assert f">{method.upper()}</b> <code>{path}</code>" in of
        for status, answer in operation["responses"].items():
            assert f"<dt>{status}</dt>" in of
            for code in codes_of(answer):
                assert f'<a href="#problem-{code}"><code>{code}</code></a> {PROBLEMS[code][1]}' in of.replace(
                    "&#39;", "'"
                )


def test_every_parameter_and_body_is_named(app: Flask, page: str):
    for path, method, operation in operations(app):
        of = article(page, anchor(path, method))
        for parameter in operation.get("parameters", ()):
            assert f"<code>{parameter['name']}</code>" in of
        for word in re.findall(r"{(\w+)}", path):
            assert f"<code>{word}</code>" in of
        if "requestBody" in operation:
            name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert f'<a href="#type-{name}">' in of
            for field in document(app)["components"]["schemas"][name]["properties"]:
                assert f"<code>{field}</code>" in of


def test_every_problem_is_listed_with_its_status_and_meaning(page: str):
    for code, (status, title) in PROBLEMS.items():
        assert f'<dt id="problem-{code}"><code>{code}</code> <small>{status}</small></dt>' in page
        assert title in page.replace("&#39;", "'")


def test_every_problem_is_documented_at_a_route_or_for_all(app: Flask, page: str):
    of_routes = {
        code
        for _, _, operation in operations(app)
        for answer in operation["responses"].values()
        for code in codes_of(answer)
    }
    general = page[: page.index("<nav")]
    assert [code for code in PROBLEMS if code not in of_routes and f"#problem-{code}" not in general] == []


def test_every_type_is_described_and_every_link_leads_somewhere(app: Flask, page: str):
    anchors = set(re.findall(r' id="([^"]+)"', page))
    assert {f"type-{name}" for name in document(app)["components"]["schemas"]} <= anchors
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links - anchors == set()


def test_the_page_needs_nothing_that_the_policy_forbids(page: str, host: Host):
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|javascript:", page)
    style = host.client().get("/reference.css")
    assert (style.status_code, style.mimetype) == (200, "text/css")
    assert "prefers-color-scheme: dark" in style.text


def test_a_known_page_is_not_sent_again(host: Host):
    tag = host.client().get("/reference").headers["ETag"]
    assert host.client().get("/reference", headers={"If-None-Match": tag}).status_code == 304


def test_paths_below_the_page_are_not_the_apps(host: Host):
    assert host.client().get("/reference/games").status_code == 404


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 3}, "integer, 0 to 3"),
        ({"type": "integer", "minimum": 1, "maximum": (1 << 63) - 1}, "integer, 1 or more"),
        ({"type": "integer", "minimum": 1 - (1 << 63), "maximum": (1 << 63) - 1}, "integer"),
        ({"type": "string", "minLength": 1, "maxLength": 9}, "string, 1 to 9 characters"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"type": ["string", "null"], "maxLength": 9}, "string, 0 to 9 characters, or null"),
        (
            {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 4},
            "list of string, 2 to 4 entries",
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2},
            "[string, integer]",
        ),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "object with values of integer"),
        ({"type": "object", "additionalProperties": {}}, "object with values of anything"),
        ({"enum": ["a", "b", None]}, "<code>a</code>, <code>b</code> or <code>null</code>"),
        ({"enum": ["<i>"]}, "<code>&lt;i&gt;</code>"),
        ({"type": "string", "const": "pass"}, "<code>pass</code>"),
        ({"$ref": "#/components/schemas/Take"}, '<a href="#type-Take">Take</a>'),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null"),
        ({}, "anything"),
    ],
)
def test_schemas_are_written_in_words(schema: dict, words: str):
    assert str(schema_text(schema)) == words


def test_a_type_says_which_of_its_fields_are_optional(app: Flask):
    page = render(document(app))
    move = article(page, "type-Move")
    assert "<dt><code>viewer</code> <small>optional</small></dt>" in move
    assert "<dt><code>revision</code></dt>" in move
