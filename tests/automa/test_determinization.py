"""An AI knows no more than its seat: it chooses the same however hidden cards lie, and never reads the real table."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from automa import PLAYERS, choose, table
from automa.reasons.parts import Reason
from automa.search import determinization
from automa.search.determinization import Sampler, sampler_for
from automa.table import Table
from engine import codec, loop
from engine.choices import Choice
from engine.determinize import determinize
from engine.game import SeatHeader, header_for
from engine.rng import Rng, stream
from engine.state import State
from engine.view import View, table_view
from tests.automa.positions import content
from tests.engine.players import MODES, Mode, eager
from tests.engine.scramble import scrambled
from tests.test_architecture import modules

WORLDS = 50
DECISIONS = {
    "random": {"setup": 1, "planning": 1, "resolution": 1},
    "apprentice": {"setup": 2, "start-of-round": 2, "planning": 12, "resolution": 18},
    "journeyman": {"setup": 1, "start-of-round": 1, "planning": 1, "resolution": 2},
}
"""How many decisions of a game are tried at each level, by phase."""
MANY = 10
SEED, STEP = "LUTE 4817", 7
Answer = tuple[Choice, dict[str, Any]]


def some_decisions(mode: Mode, level: str, number: int) -> list[tuple[State, int]]:
    """Random decisions with several choices in a random game, with their seats."""
    state, rng = mode.begin(content(), number), stream("blind", mode.name, level, number)
    found: dict[str, list[tuple[State, int]]] = {}
    while seats := loop.clock(state):
        seat = seats[rng.below(len(seats))]
        offered = loop.legal_choices(state, seat)
        if len(offered) > 1:
            found.setdefault(state.phase, []).append((state.clone(), seat))
        loop.apply(state, seat, eager(state, seat, offered, rng))
    return [one for phase, few in DECISIONS[level].items() for one in rng.shuffled(found.get(phase, []))[:few]]


def answer(state: State, seat: int, level: str) -> Answer:
    """The choice of an AI in that seat, and its reason."""
    view, offered = table_view(state, seat), loop.legal_choices(state, seat)
    choice, reason = choose(view, offered, sampler_for(state, seat, SEED, STEP), level)
    return choice, reason.to_json()


def worlds(state: State, seat: int, rng: Rng) -> Iterator[State]:
    """States that look the same to the seat, each with hidden cards dealt differently."""
    before = codec.state_hash(state)
    for _ in range(WORLDS):
        other = scrambled(state, seat, rng)
        assert codec.state_hash(other) != before
        yield other


def check_blindness(mode: Mode, level: str, number: int) -> None:
    rng = stream("worlds", mode.name, level, number)
    for state, seat in some_decisions(mode, level, number):
        expected = answer(state, seat, level)
        for other in worlds(state, seat, rng):
            assert answer(other, seat, level) == expected, loop.decision(state)


by_mode = pytest.mark.parametrize("mode", [pytest.param(mode, id=mode.name) for mode in MODES])
by_level = pytest.mark.parametrize("level", PLAYERS)


@by_level
@by_mode
@pytest.mark.rule("GEN-7", "GEN-17")
def test_choice_and_reason_stay_when_all_that_is_hidden_is_permuted_fifty_times(mode: Mode, level: str) -> None:
    check_blindness(mode, level, 0)


@pytest.mark.long
@by_level
@by_mode
def test_choice_and_reason_stay_at_many_decisions_of_many_games(mode: Mode, level: str) -> None:
    for number in range(1, MANY + 1):
        check_blindness(mode, level, number)


@by_mode
def test_an_ai_that_read_the_real_table_would_be_found(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hidden cards matter: with the real table in its hands a journeyman chooses or explains differently."""
    monkeypatch.setattr(determinization, "determinize", lambda state, seat, rng: state.clone())
    with pytest.raises(AssertionError):
        check_blindness(mode, "journeyman", 0)


# --- the real table -------------------------------------------------------------------------------------------------


class Watched(State):
    """A table that can be read only while it is `open`."""

    __slots__ = ()
    open = True

    def __getattribute__(self, name: str) -> Any:
        assert Watched.open or name == "__class__", f"an AI reads {name} of the real table"
        return super().__getattribute__(name)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """While an AI searches, the states in this list can be read by `determinize` alone."""
    tables: list[State] = []

    def redealt(state: State, seat: int, rng: Rng) -> State:
        with monkeypatch.context() as dealing:
            dealing.setattr(Watched, "open", True)
            return determinize(state, seat, rng)

    def watched_choice(view: View, choices: Sequence[Choice], sampler: Sampler, level: str) -> tuple[Choice, Reason]:
        with monkeypatch.context() as asked:
            for real in tables:
                asked.setattr(real, "__class__", Watched)
            asked.setattr(Watched, "open", False)
            return choose(view, choices, sampler, level)

    monkeypatch.setattr(determinization, "determinize", redealt)
    monkeypatch.setattr(table, "choose", watched_choice)
    return tables


def hosted(level: str) -> Table:
    seats = [SeatHeader("azure", "ai", level=level), SeatHeader("gules", "ai", level=level)]
    return Table.begin(header_for(content(), SEED, seats, automa="1.0.0"), content())


@by_level
@pytest.mark.rule("GEN-17")
def test_while_an_ai_searches_the_real_table_is_read_by_determinize_alone(level: str, watched: list[State]) -> None:
    host = hosted(level)
    watched.append(host.game.state)
    for _ in range(60):
        move = host.next_ai_move()
        assert move is not None
        host.apply_ai_move(move)
    assert host.game.state is watched[0]


def test_an_ai_that_reads_the_real_table_is_noticed(watched: list[State], monkeypatch: pytest.MonkeyPatch) -> None:
    host = hosted("journeyman")
    watched.append(host.game.state)
    cheat = Sampler(0, lambda k: host.game.state.clone(), lambda *names: stream(SEED, *names))
    monkeypatch.setattr(table, "sampler_for", lambda *arguments: cheat)
    with pytest.raises(AssertionError, match="reads clone of the real table"):
        host.next_ai_move()


@by_level
@by_mode
def test_the_view_the_choices_and_the_determinizations_are_all_that_an_ai_needs(mode: Mode, level: str) -> None:
    """Sent through JSON, they lead to the same choice for the same reason."""
    for state, seat in some_decisions(mode, level, 0):
        view: View = json.loads(json.dumps(table_view(state, seat)))
        offered = [codec.choice_from_json(codec.to_json(choice)) for choice in loop.legal_choices(state, seat)]
        choice, reason = choose(view, offered, through_json(sampler_for(state, seat, SEED, STEP)), level)
        assert (choice, reason.to_json()) == answer(state, seat, level)


def through_json(sampler: Sampler) -> Sampler:
    """A sampler of the same tables, each sent through JSON."""
    texts = [json.dumps(codec.state_to_json(sampler.table(k))) for k in range(8)]
    return replace(sampler, table=lambda k: codec.state_from_json(json.loads(texts[k]), content()))


def test_one_module_calls_determinize_and_only_hosts_make_samplers() -> None:
    importers: dict[str, set[str]] = {}
    for module in modules("automa"):
        for name, _ in module.imports():
            importers.setdefault(name, set()).add(module.name)
    assert importers["engine.determinize"] == {"automa.search.determinization"}
    assert importers["automa.search.determinization.sampler_for"] == {"automa.table", "automa.arena"}
    assert importers["engine.game"] == {"automa.table"}
    assert not importers.keys() & {"automa.table", "automa.arena", "gc", "inspect"}
