"""Every route of the API against valid and invalid requests that Schemathesis generates from the document.

They meet a game that goes on all the while: whoever asks sits in it, and where a request fits the document it is given
the game's revision and a choice that is offered, so that much of it gets past the first check.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode, Response
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi import checks

from server.config import Config
from server.http.app import create_app
from tests.server.people import APPRENTICE, PERSON, Host, Person, choose_setups

Json = dict[str, Any]

FEW = settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=150, derandomize=False)
UNKNOWN_QUERIES = GenerationConfig(allow_extra_parameters=False)
"""Unknown query parameters are ignored, so no request is refused for one."""


# Created here, since pytest needs the routes when it collects the tests.
folder = tempfile.TemporaryDirectory()
app = create_app(Config(data=Path(folder.name), ai_workers=0, testing=True))
config = SchemathesisConfig(projects=ProjectsConfig(default=ProjectConfig(generation=UNKNOWN_QUERIES)))
schema = schemathesis.openapi.from_wsgi("/openapi.json", app, config=config)


class Company:
    """A game of two people and an AI, created again where it was deleted."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._people: tuple[Person, ...] = ()
        self._code = ""

    def person(self) -> Person:
        """The person at the first seat, once the AI has moved."""
        if not self._people or self._people[0].get("/seats").status_code != 200:
            self._people = self._host.new_game(PERSON, PERSON, {**PERSON, "on_this_device": False}, APPRENTICE)
            self._code = self._people[0].post("/join-code", {}).json["code"]
            choose_setups(*self._people)
        ada = self._people[0]
        while self._host.games.move_ai(ada.game):
            pass
        return ada

    def send(self, case: Case) -> None:
        """Send a request and check the response against the document."""
        ada = self.person()
        self._put_into_the_game(case, ada)
        headers = {**ada.headers, "Accept-Encoding": "identity"}
        response = case.call(headers=headers)
        left_out = excluded(case, response.status_code, response.json() if response.status_code == 422 else {})
        case.validate_response(response, excluded_checks=left_out, headers=headers)

    def _put_into_the_game(self, case: Case, ada: Person) -> None:
        if "game" in case.path_parameters:
            case.path_parameters["game"] = ada.game
        if not fits(case) or case.meta.phase.name != TestPhase.FUZZING:
            return
        if "code" in case.path_parameters:
            case.path_parameters["code"] = self._code
        if isinstance(case.body, dict):
            now = {"seat": ada.seat, "revision": ada.revision, "choices": ada.legal_choices[:1]}
            case.body |= {name: value for name, value in now.items() if case.body.get(name) and value}


def fits(case: Case) -> bool:
    """Whether the request was generated as a valid one."""
    return case.meta.generation.mode == GenerationMode.POSITIVE


def excluded(case: Case, status: int, problem: Json) -> list[Any]:
    """Checks that do not apply to this request."""
    checks_left_out = []
    if (case.method, case.path) == ("DELETE", "/api/games/{game}"):
        checks_left_out.append(checks.ignored_auth)  # sent again without a token, it finds no game
    if case.path.startswith("/api/games/") and "{" not in case.path:
        checks_left_out.append(checks.allow_header_conformance)  # the word in the path might be a game's name
    if status == 422:
        checks_left_out.append(checks.missing_required_header)  # the body is checked first
    if problem.get("code") == "broken-record" or (problem and contradicts(problem.get("errors"))):
        checks_left_out.append(checks.positive_data_acceptance)
    return checks_left_out


def contradicts(errors: Any) -> bool:
    """Whether each field is valid, and only their combination is not."""
    if not isinstance(errors, dict):
        return False
    return all(name == "_schema" or contradicts(inner) for name, inner in errors.items())


@pytest.fixture(scope="module", autouse=True)
def company() -> Iterator[Company]:
    yield Company(Host(app))
    app.extensions["luthier"].close()
    folder.cleanup()


@schema.parametrize()
@FEW
def test_generated_requests_get_documented_responses(case: Case, company: Company):
    company.send(case)


class Lives(schema.as_state_machine()):
    """Games are created, used and deleted in any order; a deleted game answers nothing."""

    def setup(self) -> None:
        self.tokens: dict[str, str] = {}

    def before_call(self, case: Case) -> None:
        if (case.method, case.path) == ("POST", "/api/games") and fits(case):
            case.body = {"seats": [PERSON, APPRENTICE]}

    def get_call_kwargs(self, case: Case) -> Json:
        token = self.tokens.get(str(case.path_parameters.get("game")), "none")
        return {"headers": {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}}

    def validate_response(self, response: Response, case: Case, **kwargs: Any) -> None:
        problem = response.json() if response.status_code == 422 else {}
        left_out = excluded(case, response.status_code, problem)
        case.validate_response(
            response,
            headers=kwargs["headers"],
            excluded_checks=left_out,
            recorder=self.recorder,
            transport_kwargs=kwargs,
        )
        if response.status_code == 201:
            created = response.json()
            self.tokens[created["game"]] = created["seats"][0]["token"]


TestLives = Lives.TestCase
TestLives.settings = settings(FEW, max_examples=5, stateful_step_count=8)


@pytest.mark.long
@schema.parametrize()
@MANY
def test_many_generated_requests_get_documented_responses(case: Case, company: Company):
    company.send(case)
