"""Counters of awards, goals and B patrons (VOCABULARY section 8)."""

from collections.abc import Iterator, Mapping
from itertools import product

from engine.constants import LAST_BONUS_SPACE
from engine.content.cards import ERAS, PATRON_TYPES, SECTIONS, TOKENS, TRACKS, Counter
from engine.requirements import all_completed
from engine.state import State

GROUPS: dict[str, tuple[str, ...]] = {
    "section": SECTIONS,
    "era": ERAS,
    "token": TOKENS,
    "track": TRACKS,
    "type": PATRON_TYPES,
}
"""Groups of a fold, including empty ones; for `name` they are the instruments of the card set."""

Values = tuple[str | bool, ...]
Item = Mapping[str, Values]
"""A counted thing: attribute -> its possible values; a violin seat has two eras (ORC-1)."""


def count(state: State, seat: int, counter: Counter) -> int:
    """Current value of the counter for one seat."""
    items = [kept for item in ITEMS[counter.of](state, seat) if (kept := _filtered(item, counter)) is not None]
    if counter.fold is None or counter.by is None:
        return len(items)
    groups = GROUPS.get(counter.by) or tuple(state.content.instruments)
    return _folded([item[counter.by] for item in items], counter.fold, groups)


def _filtered(item: Item, counter: Counter) -> Item | None:
    """The item reduced to the values that pass the filters; None if a filter excludes it."""
    for word, allowed in counter.filters:
        left = tuple(value for value in item[word] if value in allowed)
        if not left:
            return None
        item = {**item, word: left}
    return item


def _folded(items: list[Values], fold: str, groups: tuple[str, ...]) -> int:
    """Value of the fold; an item with two values counts as the one that gives more."""
    fixed = [values[0] for values in items if len(values) == 1]
    free = [values for values in items if len(values) > 1]
    return max(_fold_value([*fixed, *chosen], fold, groups) for chosen in _choices(free))


def _choices(free: list[Values]) -> Iterator[Values]:
    """All assignments of one value to each item with several; equal items are interchangeable."""
    kinds = list(dict.fromkeys(free))
    splits = ([(n, free.count(kind) - n) for n in range(free.count(kind) + 1)] for kind in kinds)
    for split in product(*splits):
        yield tuple(
            value
            for kind, numbers in zip(kinds, split, strict=True)
            for value, n in zip(kind, numbers, strict=True)
            for _ in range(n)
        )


def _fold_value(values: list[str | bool], fold: str, groups: tuple[str, ...]) -> int:
    sizes = [values.count(group) for group in groups]
    match fold:
        case "kinds":
            return sum(size > 0 for size in sizes)
        case "best":
            return max(sizes)
        case _:
            return min(sizes)


# --- what is counted ------------------------------------------------------------------------------------------------


def _instruments(state: State, seat: int) -> Iterator[Item]:
    for card in state.players[seat].finished:
        instrument = state.content.instruments[card]
        yield {"section": (instrument.section,), "rare": (instrument.rare,), "name": (card,)}


def _performances(state: State, seat: int) -> Iterator[Item]:
    for played in state.players[seat].performances:
        yield {"era": (state.content.performances[played.card].era,), "level": (played.level,)}


def _repairs(state: State, seat: int) -> Iterator[Item]:
    for card in state.players[seat].repairs:
        yield {"section": (state.content.repairs[card].section,)}


def _patrons(state: State, seat: int) -> Iterator[Item]:
    for card in all_completed(state, seat):
        yield {"type": (state.content.patrons[card].type,)}


def _requirements(state: State, seat: int) -> Iterator[Item]:
    yield from ({} for _ in range(state.players[seat].requirements_met))


def _chairs(state: State, seat: int, *, first: bool, second: bool) -> Iterator[Item]:
    for place, chairs in state.orchestra.items():
        printed = state.content.orchestra[place]
        for token in (chairs.first if first else ()) + (chairs.second if second else ()):
            if token.seat == seat:
                yield {"section": (printed.section,), "era": printed.eras, "token": (token.kind,)}


def _first_chairs(state: State, seat: int) -> Iterator[Item]:
    return _chairs(state, seat, first=True, second=False)


def _second_chairs(state: State, seat: int) -> Iterator[Item]:
    return _chairs(state, seat, first=False, second=True)


def _tokens(state: State, seat: int) -> Iterator[Item]:
    return _chairs(state, seat, first=True, second=True)


def _specialists(state: State, seat: int) -> Iterator[Item]:
    for owned in state.players[seat].specialists:
        yield {"track": (state.content.specialists[owned.card].track,)}


def _awards(state: State, seat: int) -> Iterator[Item]:
    yield from ({} for tile in state.awards for level in tile.levels if level == seat)


def _track_spaces(state: State, seat: int) -> Iterator[Item]:
    for track in TRACKS:
        yield from ({"track": (track,)} for _ in range(state.players[seat].tracks.space(track)))


def _tracks_completed(state: State, seat: int) -> Iterator[Item]:
    for track in TRACKS:
        if state.players[seat].tracks.space(track) >= LAST_BONUS_SPACE[track]:
            yield {"track": (track,)}


ITEMS = {
    "instruments": _instruments,
    "performances": _performances,
    "repairs": _repairs,
    "patrons": _patrons,
    "requirements": _requirements,
    "first_chairs": _first_chairs,
    "second_chairs": _second_chairs,
    "tokens": _tokens,
    "specialists": _specialists,
    "awards": _awards,
    "track_spaces": _track_spaces,
    "tracks_completed": _tracks_completed,
}
