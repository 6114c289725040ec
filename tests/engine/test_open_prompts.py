"""Which questions show something hidden: what is asked openly is the same whatever its seat hides (GEN-7).

On a device that several people share an open question is asked over what a spectator sees.
"""

import pytest

from engine import loop
from engine.choices import Bench
from engine.content import Content
from engine.game import Game, SeatHeader, header_for
from engine.prompt import prompt_for
from engine.rng import Rng, stream
from engine.rules.benches import AskRoom, BenchCards
from engine.state import State
from engine.steps import STEPS, Decision
from engine.view import open_view, view_for
from tests.engine.players import MODES, Mode, anything, dice_of, eager, play
from tests.engine.scenario import scenario
from tests.engine.scramble import scrambled

SECRET = {
    "bench",
    "setup",
    "keep-card",
    "peek",
    "plan-location",
    "plan-worker",
    "relocate",
    "royal",
    "specialist",
}
"""Always; `make-room` at the roughing bench too."""


# --- which are secret -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GEN-7", "GEN-15")
@pytest.mark.parametrize("mode", [pytest.param(mode, id=mode.name) for mode in MODES])
def test_an_open_question_is_the_same_whatever_its_seat_hides(content: Content, mode: Mode) -> None:
    looks, heard = stream("open prompts", mode.name), set[str]()
    for number, policy in enumerate((anything, eager)):
        state = mode.begin(content, number)
        check_open_question(state, looks)
        for _ in play(state, policy, dice_of(mode, number)):
            if not state.finished and looks.below(3) == 0:
                heard |= check_open_question(state, looks)
    assert len(heard) > 12, heard


def check_open_question(state: State, looks: Rng) -> set[str]:
    """Scramble what the asked seat hides from another one; which kinds were asked openly."""
    asked = loop.decision(state)
    seat = loop.clock(state)[0]
    if asked.secret:
        return set()
    shown = prompt_for(state, seat)
    for viewer in range(state.seats):
        if viewer != seat:
            twin = scrambled(state, viewer, looks)
            told = prompt_for(twin, seat)
            assert told == shown, asked
    return {asked.kind}


def test_the_questions_that_always_show_something_hidden_are_these() -> None:
    decisions = [kind for kind in STEPS.values() if issubclass(kind, Decision)]
    assert {kind.kind for kind in decisions if kind.secret is True} == SECRET


@pytest.mark.rule("GEN-9", "GEN-7")
def test_making_room_on_the_roughing_bench_is_secret_since_the_card_is_still_in_the_hand() -> None:
    table = scenario().seat(0, hand=["violin"], roughing=["oboe", "lute"]).agenda(BenchCards(0, 1, "start"))
    table.choose(0, Bench("violin"))
    asked = prompt_for(table.state, 0)
    assert asked is not None
    assert (asked["kind"], asked["about"]["card"], asked["secret"]) == ("make-room", "violin", True)
    assert not AskRoom(0, "finishing", "oboe").secret


# --- what a spectator is shown of it --------------------------------------------------------------------------------


def table_of(content: Content, *players: str) -> Game:
    seats = [
        SeatHeader(colour, player, level="journeyman" if player == "ai" else None)  # type: ignore[arg-type]
        for colour, player in zip(("azure", "gules", "vert", "purpure"), players, strict=False)
    ]
    return Game(header_for(content, "LUTE 4817", seats, automa="1.0.0"), content)


def to_the_first_turn(played: Game) -> int:
    """Play on, each choice a move, until somebody has a turn in resolution; its seat."""
    while played.state.phase != "resolution" or loop.decision(played.state).kind != "turn":
        seat = loop.clock(played.state)[0]
        played.submit(seat, [loop.legal_choices(played.state, seat)[0]])
    return loop.clock(played.state)[0]


def test_an_open_question_of_a_person_is_shown_to_all(content: Content) -> None:
    played = table_of(content, "person", "person")
    seat = to_the_first_turn(played)
    shown = open_view(played)
    own = view_for(played, seat)["prompt"]
    assert own is not None
    assert own["kind"] == "turn"
    assert (shown["you"], shown["prompt"]) == (None, own)
    assert open_view(played, irreversible=False)["prompt"] == view_for(played, seat, irreversible=False)["prompt"]


def test_a_secret_question_is_shown_to_its_seat_alone(content: Content) -> None:
    played = table_of(content, "person", "person")
    assert open_view(played)["prompt"] is None
    for seat in (0, 1):
        played.submit(seat, [loop.legal_choices(played.state, seat)[0]])
    while loop.decision(played.state).kind != "plan-worker":
        seat = loop.clock(played.state)[0]
        played.submit(seat, [loop.legal_choices(played.state, seat)[0]])
    assert open_view(played)["prompt"] is None
    assert open_view(played)["waiting_for"][0]["kind"] == "plan-worker"


def test_the_question_of_a_rival_is_not_shown(content: Content) -> None:
    played = table_of(content, "person", "person")
    seat = to_the_first_turn(played)
    played.reseat(seat, "ai", "journeyman")
    assert open_view(played)["prompt"] is None
    assert open_view(played)["waiting_for"][0]["kind"] == "turn"


@pytest.mark.rule("GEN-10")
def test_the_way_back_says_whose_it_is(content: Content) -> None:
    played = table_of(content, "person", "person")
    assert open_view(played)["undo"] == {"to": None, "closed": None}
    played.submit(1, [loop.legal_choices(played.state, 1)[0]])
    assert open_view(played)["undo"] == {"to": 0, "closed": None, "seat": 1}
    assert view_for(played, None)["undo"]["to"] is None
    played.undo(1)
    assert open_view(played)["redo"] == {"to": 1, "seat": 1}
    played.reseat(1, "ai", "journeyman")
    assert open_view(played)["redo"] is None


def test_what_lies_open_is_else_what_a_spectator_sees(content: Content) -> None:
    played = table_of(content, "person", "ai", "person")
    to_the_first_turn(played)
    passing = ("prompt", "undo", "redo")
    shown, spectator = open_view(played, "7QK4"), view_for(played, None, "7QK4")
    assert {k: v for k, v in shown.items() if k not in passing} == {
        k: v for k, v in spectator.items() if k not in passing
    }
