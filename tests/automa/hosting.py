"""Tables with people and AIs, played some moves, for the tests of hosting."""

from automa.orchestra_setup import draw
from automa.table import SeatSettings, Table
from engine import loop
from engine.content.files import load
from engine.game import SeatHeader, header_for
from engine.rng import stream

CONTENT = load()
ADA = SeatHeader("azure", "person", "Ada")
BO = SeatHeader("gules", "person", "Bo")
CY = SeatHeader("vert", "ai", level="apprentice")


def new_table(*seats: SeatHeader, seed: str = "LUTE 4817", settings: tuple[SeatSettings, ...] = ()) -> Table:
    neutral = draw(seed, CONTENT) if len(seats) == 2 else None
    header = header_for(CONTENT, seed, seats, automa="test", neutral=neutral)
    return Table.begin(header, CONTENT, "GAME", settings)


def play(at: Table, moves: int, seed: str = "play") -> None:
    """AIs as they are, people at random."""
    rng = stream(seed)
    for _ in range(moves):
        while (move := at.next_ai_move()) is not None:
            at.apply_ai_move(move)
        if at.finished:
            return
        seat = at.clock()[0]
        choices = loop.legal_choices(at.game.state, seat)
        at.submit(seat, [choices[rng.below(len(choices))]])
