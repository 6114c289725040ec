"""The books of a whole game: what must hold at every moment, from the deal to the end (tests/engine/watch.py)."""

from engine import codec, loop
from engine.game import Game
from engine.rng import stream
from tests.engine.ledger import Ledger, check_told
from tests.engine.watch import look_closer
from tests.golden.story import beginning, picks_of


def check_books(played: Game, each: int, costly: int) -> None:
    """Look them through at each so many'th step, and at what costs more at fewer; all that happened is entered."""
    state, looks = beginning(played.header, played.content), stream("books", played.header.seed)
    ledger = Ledger(state)
    for number, (seat, choice) in enumerate(picks_of(played)):
        loop.apply(state, seat, choice)
        check_told(state)
        if number % each == 0 or state.finished:
            ledger.check(state)
        else:
            ledger.note(state.events)
        if number % costly == 0 or state.finished:
            look_closer(state, looks)
    assert codec.state_hash(state) == played.hash()
