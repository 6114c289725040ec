"""A rival knows no more than its seat: what is hidden may lie anyhow, and the true table it never touches."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from automa import PLAYERS, choose, table
from automa.reasons.parts import Reason
from automa.search import determinization
from automa.search.determinization import Sample, sample_of
from automa.table import Table
from engine import codec, loop
from engine.choices import Choice
from engine.determinize import determinize
from engine.game import SeatHeader, header_for
from engine.rng import Rng, stream
from engine.state import State
from engine.view import View, table_view
from tests.automa.tables import content
from tests.engine.players import MODES, Mode, eager
from tests.engine.scramble import scrambled
from tests.test_architecture import modules

WORLDS = 50
MOMENTS = {
    "random": {"setup": 1, "planning": 1, "resolution": 1},
    "apprentice": {"setup": 2, "start-of-round": 2, "planning": 12, "resolution": 18},
    "journeyman": {"setup": 1, "start-of-round": 1, "planning": 1, "resolution": 2},
}
"""At how many moments of a game each level is asked, by phase."""
MANY = 10
SEED, STEP = "LUTE 4817", 7
Answer = tuple[Choice, dict[str, Any]]


def moments(mode: Mode, level: str, number: int) -> list[tuple[State, int]]:
    """Random moments of a random game in which a seat has a real choice, and the seat."""
    state, rng = mode.begin(content(), number), stream("blind", mode.name, level, number)
    found: dict[str, list[tuple[State, int]]] = {}
    while seats := loop.clock(state):
        seat = seats[rng.below(len(seats))]
        offered = loop.legal_choices(state, seat)
        if len(offered) > 1:
            found.setdefault(state.phase, []).append((state.clone(), seat))
        loop.apply(state, seat, eager(state, seat, offered, rng))
    return [moment for phase, few in MOMENTS[level].items() for moment in rng.shuffled(found.get(phase, []))[:few]]


def answer(state: State, seat: int, level: str) -> Answer:
    """What a rival in that seat chooses, and why."""
    view, offered = table_view(state, seat), loop.legal_choices(state, seat)
    choice, reason = choose(view, offered, sample_of(state, seat, SEED, STEP), level)
    return choice, reason.to_json()


def worlds(state: State, seat: int, rng: Rng) -> Iterator[State]:
    """Tables that look the same to the seat, each with something hidden lying elsewhere."""
    before = codec.state_hash(state)
    for _ in range(WORLDS):
        other = scrambled(state, seat, rng)
        assert codec.state_hash(other) != before
        yield other


def check_blindness(mode: Mode, level: str, number: int) -> None:
    rng = stream("worlds", mode.name, level, number)
    for state, seat in moments(mode, level, number):
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
def test_choice_and_reason_stay_at_many_moments_of_many_games(mode: Mode, level: str) -> None:
    for number in range(1, MANY + 1):
        check_blindness(mode, level, number)


@by_mode
def test_a_rival_that_looked_at_the_true_table_would_be_found_out(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is permuted matters: thinking on the true tables, a journeyman chooses or tells otherwise."""
    monkeypatch.setattr(determinization, "determinize", lambda state, seat, rng: state.clone())
    with pytest.raises(AssertionError):
        check_blindness(mode, "journeyman", 0)


# --- the true table -------------------------------------------------------------------------------------------------


class Watched(State):
    """A table that can be read only while it is `open`."""

    __slots__ = ()
    open = True

    def __getattribute__(self, name: str) -> Any:
        assert Watched.open or name == "__class__", f"a rival reads {name} of the true table"
        return super().__getattribute__(name)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """While a rival thinks, the states in this list can be read by `determinize` alone."""
    tables: list[State] = []

    def dealt_anew(state: State, seat: int, rng: Rng) -> State:
        with monkeypatch.context() as dealing:
            dealing.setattr(Watched, "open", True)
            return determinize(state, seat, rng)

    def thinking(view: View, choices: Sequence[Choice], there: Sample, level: str) -> tuple[Choice, Reason]:
        with monkeypatch.context() as asked:
            for true in tables:
                asked.setattr(true, "__class__", Watched)
            asked.setattr(Watched, "open", False)
            return choose(view, choices, there, level)

    monkeypatch.setattr(determinization, "determinize", dealt_anew)
    monkeypatch.setattr(table, "choose", thinking)
    return tables


def hosted(level: str) -> Table:
    seats = [SeatHeader("azure", "ai", level=level), SeatHeader("gules", "ai", level=level)]
    return Table.begin(header_for(content(), SEED, seats, automa="1.0.0"), content())


@by_level
@pytest.mark.rule("GEN-17")
def test_while_a_rival_thinks_nothing_of_the_true_table_is_read_but_to_deal_anew(
    level: str, watched: list[State]
) -> None:
    host = hosted(level)
    watched.append(host.game.state)
    for _ in range(60):
        move = host.next_ai_move()
        assert move is not None
        host.apply_ai_move(move)
    assert host.game.state is watched[0]


def test_a_rival_that_reads_the_true_table_is_noticed(watched: list[State], monkeypatch: pytest.MonkeyPatch) -> None:
    host = hosted("journeyman")
    watched.append(host.game.state)
    monkeypatch.setattr(determinization.Sample, "__call__", lambda there, k: host.game.state.clone())
    with pytest.raises(AssertionError, match="reads clone of the true table"):
        host.next_ai_move()


@by_level
@by_mode
def test_the_view_the_choices_and_the_tables_dealt_anew_are_all_that_a_rival_needs(mode: Mode, level: str) -> None:
    """Written down and read elsewhere, they lead to the same choice for the same reason."""
    for state, seat in moments(mode, level, 0):
        view: View = json.loads(json.dumps(table_view(state, seat)))
        offered = [codec.choice_from_json(codec.to_json(choice)) for choice in loop.legal_choices(state, seat)]
        choice, reason = choose(view, offered, written_down(sample_of(state, seat, SEED, STEP)), level)
        assert (choice, reason.to_json()) == answer(state, seat, level)


def written_down(there: Sample) -> Sample:
    """The same tables, from paper."""
    paper = [json.dumps(codec.state_to_json(there(k))) for k in range(8)]
    return Sample(there.choice_count, lambda k: codec.state_from_json(json.loads(paper[k]), content()), there.stream)


def test_one_module_deals_tables_anew_and_only_hosts_hand_them_out() -> None:
    importers: dict[str, set[str]] = {}
    for module in modules("automa"):
        for name, _ in module.imports():
            importers.setdefault(name, set()).add(module.name)
    assert importers["engine.determinize"] == {"automa.search.determinization"}
    assert importers["automa.search.determinization.sample_of"] == {"automa.table", "automa.arena"}
    assert importers["engine.game"] == {"automa.table"}
    assert not importers.keys() & {"automa.table", "automa.arena", "gc", "inspect"}
