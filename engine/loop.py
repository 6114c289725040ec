"""The game loop, the only way to change a state.

    legal_choices(state, seat)   the choices of a seat
    apply(state, seat, choice)   apply a choice, then run steps until a seat is asked

After `apply`, `state.events` holds the events of the choice, and `state.floor` the undo floor that it set, if any.
"""

from engine import RULES_VERSION
from engine import registries as registries  # complete before any step runs
from engine.choices import Choice
from engine.content.cards import Content
from engine.errors import IllegalChoice
from engine.rules.end_turn import AskEndTurn
from engine.setup import ChooseSetup, Neutral, new_state
from engine.state import State
from engine.steps import AnyDecision, Decision, Effect


def begin(content: Content, seed: str, seats: int, neutral: Neutral | None = None, rules: str = RULES_VERSION) -> State:
    """A new game at its first decision. Its events are those of the setup."""
    state = new_state(content, seed, seats, neutral, rules)
    advance(state)
    return state


def clock(state: State) -> tuple[int, ...]:
    """The seats that are asked now; empty when the game is over."""
    return tuple(offered(state))


def legal_choices(state: State, seat: int) -> list[Choice]:
    """The choices of a seat; empty when it is not on the clock."""
    return offered(state).get(seat, [])


def offered(state: State) -> dict[int, list[Choice]]:
    """The choices of every seat on the clock; cached until the next choice."""
    if state.offered_cache is None:
        top = state.agenda[-1] if state.agenda else None
        asked = top.on_the_clock() if top is not None else ()
        state.offered_cache = {seat: found for seat in asked if top is not None and (found := top.choices(state, seat))}
    return state.offered_cache


def decision(state: State) -> AnyDecision:
    """The current decision."""
    top = state.agenda[-1]
    assert isinstance(top, Decision), f"{top!r} asks nobody"
    return top


def apply(state: State, seat: int, choice: Choice) -> None:
    """Apply one choice in place; raises IllegalChoice, with the state unchanged, if it is not offered."""
    if choice not in legal_choices(state, seat):
        raise IllegalChoice(seat, choice, state.agenda[-1:])
    asked = state.pop()
    assert isinstance(asked, Decision)
    state.events, state.floor, state.offered_cache = [], None, None
    asked.resolve(state, seat, choice)
    state.unended_turn = None if isinstance(asked, AskEndTurn) or state.floor is not None else seat
    advance(state)


def advance(state: State) -> None:
    """Run steps until a seat is asked, or the game is over."""
    while state.agenda:
        top = state.agenda[-1]
        if isinstance(top, Effect) or not offered(state):
            state.pop().run(state)
        elif (unended := state.unended_turn) is not None and _asks_others(state, unended):
            state.then(AskEndTurn(unended))
        else:
            return
        state.offered_cache = None


def _asks_others(state: State, seat: int) -> bool:
    """Whether only other seats are asked; in the setup all seats choose at once (SET-10)."""
    return seat not in offered(state) and not isinstance(state.agenda[-1], ChooseSetup)
