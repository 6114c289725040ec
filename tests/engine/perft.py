"""Counts the sequences of choices from eight fixed positions: one number pins all that may be chosen on the way.

    python -m tests.engine.perft                    print the table of perft.txt as it is now
    python -m tests.engine.perft --write            write it
    python -m tests.engine.perft --divide the-turn  split a count by its first choice, to find where it differs

A sequence is what any seat on the clock may choose, one after another; ends of turns count as choices.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from engine import loop
from engine.rules.planning import AfterPlanning, PlaceWorkers
from engine.rules.resolution import NextTurn, WorkerTurn
from engine.rules.start_of_round import StartOfRound
from engine.state import NOBODY, State
from tests.engine.scenario import Table, new_game, scenario

FILE = Path(__file__).resolve().parent / "perft.txt"
DEPTHS = (1, 2, 3, 4, 5, 6)
WIDE = {"the-deal": 3}
"""Positions with so many choices that they are not counted deeper."""
POSITIONS: dict[str, Callable[[], Table]] = {}


def position(lay: Callable[[], Table]) -> Callable[[], Table]:
    """A position, named as the function that lays it."""
    POSITIONS[lay.__name__.replace("_", "-")] = lay
    return lay


# --- the positions --------------------------------------------------------------------------------------------------


@position
def the_deal() -> Table:
    """Both seats are to keep what they want of their deal."""
    return new_game(2, "LUTE 4817")


@position
def the_start_of_a_round() -> Table:
    """Income that overflows the storage, three patrons with gifts, one about to leave, and a full roughing bench."""
    table = scenario().seat(0, family="family-silbermann", animal=5, wood=4, markers=["royal"], prestige=4)
    table.seat(0, hand=["oboe", "theorbo", "horn"], roughing=["violin", "lute"])
    table.patron(0, "joseph-haydn", 1, 0).patron(0, "hector-berlioz", 2, 2).patron(0, "anton-stadler", 3, 1)
    return table.agenda(StartOfRound(NOBODY))


@position
def the_planning() -> Table:
    """Workers and apprentices to place, over workers of the other seat; one of them may look under itself."""
    table = scenario().seat(0, numbers=(1, 2, 3, 5), apprentices=2).specialist(0, "confidante", 3)
    table.specialist(0, "envoy", 2).worker(1, "guild", 5).worker(1, "salon", 1)
    return table.agenda(PlaceWorkers(0), AfterPlanning(NOBODY))


@position
def the_turn() -> Table:
    """Four places to activate, the Market, and materials to throw away; an award is within reach."""
    table = scenario(3).seat(0, numbers=(1, 2, 3, 5), money=9, animal=1, wood=2, metal=1, reputation=6)
    table.seat(0, performances=[], finished=["oboe", "lute"], finishing=["horn", "flute"])
    table.worker(0, "balcony", 5).worker(0, "guild", 1, 1).worker(0, "finishing", 3).worker(0, "repair", 2)
    table.worker(1, "guild", 3).worker(2, "balcony", 3)
    table.display("guild", "violin", "", "bassoon", "guitar").display("repair", "repair-keywork", "repair-gut-strings")
    return table.awards("award-master-plane", "award-long-apprenticeship", "award-golden-chair").turn(0)


@position
def the_search() -> Table:
    """At the Salon, with an apprentice and 14 to spend in any mix."""
    table = scenario().seat(0, money=8, inspiration=6).patron(0, "joseph-haydn", 2, 1)
    table.display("salon", "marin-marais", "antonio-vivaldi", "hector-berlioz", "", "nikolaus-esterhazy")
    return acts_first(table, "salon", 3, apprentices=1)


@position
def the_concert() -> Table:
    """Rerolls of black, white and purple dice, inspiration, and a token that may take chairs."""
    table = scenario().seat(0, performance=4, inspiration=3, money=4, markers=["royal"])
    table.display("perform", "vivaldi-four-seasons", "haydn-farewell-symphony", "faure-requiem")
    table.patron(0, "antonio-vivaldi").chair("seat-lute", (1, "performance"))
    return acts_first(table.dice(*(4, 2, 6, 1, 3, 5) * 3), "perform", 5)


@position
def the_finishing() -> Table:
    """Two instruments in one action, a discount to use, a chair bonus to double, a patron to serve."""
    table = scenario().seat(0, finishing=["violin", "bassoon"], animal=3, wood=2, metal=2, craft=4)
    table.patron(0, "antonio-vivaldi").chair("seat-violin-1", (1, "repair"))
    return acts_first(table, "finishing", 5)


@position
def the_market() -> Table:
    """A visit to the Market, with money and inspiration for anything."""
    table = scenario().seat(0, money=16, inspiration=4, animal=2, wood=1, performance=4, family="family-denner")
    table.worker(1, "salon", 1)
    return table.turn(0)


def acts_first(table: Table, location: str, number: int, apprentices: int = 0) -> Table:
    """A shown worker of the first seat acts; after it the second seat has a turn with a worker at the Repair."""
    table.worker(1, "repair", 3).worker(0, location, number, apprentices, revealed=True)
    return table.agenda(WorkerTurn(0, table.state.placed), NextTurn(1))


# --- counting -------------------------------------------------------------------------------------------------------


def sequences(state: State, depth: int) -> int:
    """How many sequences of so many choices there are; one that ends the game earlier is none."""
    offered = loop.offered(state)
    if depth == 1:
        return sum(map(len, offered.values()))
    return sum(count for _, count in divided(state, depth))


def divided(state: State, depth: int) -> list[tuple[str, int]]:
    """The count, split by the first choice."""
    found = []
    for seat, choices in loop.offered(state).items():
        for choice in choices:
            trial = state.clone()
            loop.apply(trial, seat, choice)
            found.append((f"{seat} {choice!r}", sequences(trial, depth - 1) if depth > 1 else 1))
    return found


def counts(name: str) -> list[int]:
    state = POSITIONS[name]().state
    return [sequences(state, depth) for depth in DEPTHS if depth <= WIDE.get(name, DEPTHS[-1])]


def row(name: str) -> str:
    return f"{name:<20}" + "".join(f"{count:>8}" for count in counts(name))


def table() -> str:
    """The text of perft.txt."""
    head = "# Made by python -m tests.engine.perft --write: sequences of choices from fixed positions"
    depths = f"{'# depth':<20}" + "".join(f"{depth:>8}" for depth in DEPTHS)
    return "\n".join([head, depths, *map(row, POSITIONS)]) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.perft", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table to perft.txt")
    parser.add_argument("--divide", metavar="NAME", choices=POSITIONS, help="one position, by the first choice")
    parser.add_argument("--depth", type=int, default=3, help="how deep to divide")
    options = parser.parse_args(arguments)
    if options.divide:
        for choice, count in divided(POSITIONS[options.divide]().state, options.depth):
            print(f"{count:>8}  {choice}")
    elif options.write:
        FILE.write_text(table(), encoding="utf-8")
    else:
        print(table(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
