"""What is looked for in random games would be found: each of these faults, put into the engine, is noticed."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from engine import codec, loop, view
from engine.content import Content
from engine.errors import LuthierError
from engine.game import Game
from engine.rng import Rng, stream
from engine.rules import display_cards, end_of_round, locations, perform
from engine.rules.awards import LookForRoyal
from engine.rules.locations import CardLocation
from engine.state import Player, State
from engine.steps import Outcome
from tests.engine import twins
from tests.engine.players import MODES, Policy, climbing, eager, header_of
from tests.engine.watch import Watch

Fault = Callable[[], AbstractContextManager[Any]]
FAULTS: dict[str, Fault] = {}
DUEL = MODES[1]


def fault(name: str) -> Callable[[Fault], Fault]:
    def register(made: Fault) -> Fault:
        FAULTS[name] = made
        return made

    return register


def instead(owner: Any, name: str, wrong: Callable[..., Any]) -> AbstractContextManager[Any]:
    """A function is replaced by one that gets the right one as its first argument."""
    right = getattr(owner, name)
    return patch.object(owner, name, lambda *args, **kwargs: wrong(right, *args, **kwargs))


# --- what somebody sees or hears ------------------------------------------------------------------------------------


def seen(field: str, value: Callable[[Player], Any]) -> Fault:
    return lambda: instead(
        view, "_seat", lambda right, state, player, viewer: {**right(state, player, viewer), field: value(player)}
    )


FAULTS["others see a hand"] = seen("hand", lambda player: list(player.hand))
FAULTS["others see goals"] = seen("goals", lambda player: list(player.goals))
FAULTS["others see the chips at home"] = seen("idle", lambda player: list(player.idle))
FAULTS["a family is seen before all have chosen"] = seen(
    "family", lambda player: player.setup_choice.family if player.setup_choice else player.family
)


def shown(extra: Callable[[State, int | None], Any]) -> Fault:
    return lambda: instead(
        twins, "table_view", lambda right, state, viewer: {**right(state, viewer), "extra": extra(state, viewer)}
    )


FAULTS["the top of a deck is seen"] = shown(lambda state, viewer: state.decks["repairs"][:1])
FAULTS["spectators alone see a goal"] = shown(lambda state, viewer: viewer is None and state.players[0].goals)
FAULTS["what is asked in secret is seen"] = shown(lambda state, viewer: repr(state.agenda[-1:]))


def told(event: str, *fields: str) -> Fault:
    def tell(right: Callable[..., Any], n: int, i: int, happened: Any, viewer: int | None) -> Any:
        plain = codec.to_json(happened) if happened.type == event else {}
        return {**right(n, i, happened, viewer), **{field: plain[field] for field in fields if plain}}

    return lambda: instead(view, "_event", tell)


FAULTS["others are told what was kept"] = told("setup-chosen", "goals")
FAULTS["others are told a worker's number"] = told("worker-placed", "number")
FAULTS["others are told what was drawn"] = told("cards-drawn", "cards")
FAULTS["others are told which card was chosen"] = told("card-kept", "card")


@fault("a prompt tells what the deck holds")
def _() -> AbstractContextManager[Any]:
    def outcome(right: Callable[..., Outcome], location: CardLocation, state: State, *args: Any) -> Outcome:
        return replace(right(location, state, *args), word=state.decks["repairs"][0])

    return instead(CardLocation, "outcome", outcome)


@fault("a search is offered by what lies on top")
def _() -> AbstractContextManager[Any]:
    def searchable(right: Callable[..., list[str]], state: State, player: Player, location: str) -> list[str]:
        deck = state.decks[display_cards.DECKS[location]]
        top = display_cards.kind_of(state.content, location, deck[0]) if deck else ""
        return [kind for kind in right(state, player, location) if kind != top]

    return instead(locations, "searchable", searchable)


# --- the way back ---------------------------------------------------------------------------------------------------


def open_way(by: str) -> Fault:
    return lambda: instead(State, "close", lambda right, state, cause: right(state, cause) if cause != by else None)


FAULTS["who saw the deck can go back"] = open_way("deck-seen")
FAULTS["who saw a worker can go back"] = open_way("worker-revealed")
FAULTS["who rolled dice can go back"] = open_way("dice-rolled")


@fault("who looked through the royals can go back")
def _() -> AbstractContextManager[Any]:
    def run(right: Callable[..., None], look: LookForRoyal, state: State) -> None:
        right(look, state)
        state.floor = None

    return instead(LookForRoyal, "run", run)


@fault("one face of a die does not close the way back")
def _() -> AbstractContextManager[Any]:
    def roll(right: Callable[..., Any], state: State, colour: str) -> Any:
        die = right(state, colour)
        state.floor = None if die.face == 1 else state.floor
        return die

    return instead(perform, "roll", roll)


@fault("undo leads elsewhere")
def _() -> AbstractContextManager[Any]:
    def undo(right: Callable[..., Any], played: Game, seat: int) -> None:
        right(played, seat)
        played.state.players[seat].placements += 1

    return instead(Game, "undo", undo)


# --- clones, JSON, components ---------------------------------------------------------------------------------------


def shared(name: str) -> Fault:
    def clone(right: Callable[..., State], state: State) -> State:
        twin = right(state)
        setattr(twin, name, getattr(state, name))
        return twin

    return lambda: instead(State, "clone", clone)


for part in ("rng", "players", "decks", "discards", "displays", "orchestra"):
    FAULTS[f"clones share {part}"] = shared(part)


def unsaved(name: str, value: Any) -> Fault:
    return lambda: instead(codec, "state_to_json", lambda right, state: {**right(state), name: value})


FAULTS["who acts is not saved"] = unsaved("active_worker", None)
FAULTS["who may take back is not saved"] = unsaved("unended_turn", None)


@fault("a card is doubled")
def _() -> AbstractContextManager[Any]:
    def draw(right: Callable[..., Any], state: State, deck: str, count: int) -> Any:
        drawn = right(state, deck, count)
        state.decks[deck] += drawn[:1]
        return drawn

    return instead(end_of_round, "draw", draw)


# --- what an AI imagines --------------------------------------------------------------------------------------------


@fault("imagined tables keep the order of a deck")
def _() -> AbstractContextManager[Any]:
    def imagine(right: Callable[..., State], state: State, seat: int, rng: Rng) -> State:
        imagined = right(state, seat, rng)
        imagined.decks["market"] = state.decks["market"]
        return imagined

    return instead(twins, "determinize", imagine)


def play_watched(content: Content, policy: Policy) -> None:
    """A game with undo."""
    played, rng = Game(header_of(content, DUEL, 2), content), stream("noticed", policy.__name__)
    watch = Watch(played, rng)
    while not played.state.finished:
        seat = loop.clock(played.state)[0]
        choice = policy(played.state, seat, loop.legal_choices(played.state, seat), rng)
        watch.find_move(played.submit(seat, [choice]))
        if played.undo_state(seat)["to"] is not None and rng.below(20) == 0:
            played.undo(seat)
            watch.took_back()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_this_kind_is_noticed(content: Content, name: str) -> None:
    with FAULTS[name](), pytest.raises((AssertionError, LuthierError)):
        play_all_watched(content)


def play_all_watched(content: Content) -> None:
    for policy in (eager, climbing):
        play_watched(content, policy)
