"""How likely a concert is to reach a level: exact odds of the dice, in percent."""

from functools import cache

from engine.abilities import stat
from engine.content.cards import Content
from engine.rules.tracks import black_dice, rerolls
from engine.state import State

Faces = tuple[int, ...]


@cache
def odds(dice: tuple[Faces, ...]) -> tuple[int, ...]:
    """Chance in percent that the dice show at least 0, 1, 2 ... notes.

    >>> odds(((0, 1, 1, 2, 2, 3),))
    (100, 83, 50, 16)
    """
    ways = [1]
    for faces in dice:
        longer = [0] * (len(ways) + max(faces))
        for notes, number in enumerate(ways):
            for face in faces:
                longer[notes + face] += number
        ways = longer
    every = sum(ways)
    return tuple(100 * sum(ways[notes:]) // every for notes in range(len(ways)))


def at_least(table: tuple[int, ...], notes: int) -> int:
    """Chance in percent of so many notes."""
    if notes <= 0:
        return 100
    return table[notes] if notes < len(table) else 0


def dice_of(state: State, seat: int, number: int | None = None) -> tuple[Faces, ...]:
    """The dice that a seat's worker would roll; a reroll counts as nothing here."""
    content: Content = state.content
    black = black_dice(state.players[seat].performance)
    white = 2 - black + stat(state, seat, "dice", 0, low=0, number=number, location="perform")
    floor = stat(state, seat, "die_floor", 0, number=number, location="perform")
    faces = [content.dice.black] * black + [content.dice.white] * white
    return tuple(tuple(max(note, floor) for note in die) for die in faces)


def extra(state: State, seat: int, number: int | None = None) -> int:
    """What comes to the result besides dice, skill and inspiration; two rerolls are taken for one note."""
    again = stat(
        state, seat, "rerolls", rerolls(state.players[seat].performance), low=0, number=number, location="perform"
    )
    return stat(state, seat, "result", 0, number=number, location="perform") + (again + 1) // 2
