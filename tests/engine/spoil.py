"""Ways to break JSON: one value of a tree is taken away, doubled, swapped, or replaced by what nobody expects there."""

from collections.abc import Sequence
from typing import Any

from engine.rng import Rng

Json = Any
Path = tuple[Any, ...]

LAYERS = 10_000


def deep(layers: int = LAYERS, name: str = "") -> Json:
    """Arrays in arrays, or objects in objects under a name; too deep for whoever goes down by recursion."""
    tree: Json = []
    for _ in range(layers):
        tree = {name: tree} if name else [tree]
    return tree


NASTY: tuple[Json, ...] = (
    *(None, True, False, 0, -1, 1, 3, 7, 1 << 31, 1 << 62, 1 << 63, -(1 << 63), 10**30, 10**5000, -(10**5000)),
    *(0.0, -0.0, 1.0, 1.5, 1e308, float("inf"), float("nan")),
    *("", " ", "0", "\0", "\x1b[2J", "\n", "\ud800", "\udfff", "🎻", "é" * 100, "x" * 100_000, "None", "__class__"),
    *("oboe", "salon", "instrument", "done", "ai", "seat-lute", "rare-wind", "joseph-haydn", "orchestra-01"),
    *([], [[]], [None], [0], {}, {"": None}, {"kind": "done"}, {"kind": "pay", "money": 10**400}, {"op": "undo"}),
    *({"step": "AskEndTurn", "seat": 0}, {"\ud800": 1}, {"x" * 100_000: True}, deep(), deep(name="kind")),
)
"""What nobody expects, or somebody only elsewhere; ids and words of the game stand where they do not belong."""


def spoilt(tree: Json, rng: Rng, times: int = 1) -> Json:
    """A copy of the tree, broken at so many places."""
    root = [copied(tree)]
    for _ in range(times):
        path = (0, *somewhere(root[0], rng))
        _break(root, path, rng)
    return root[0] if root else None


def copied(tree: Json, layers: int = 30) -> Json:
    """A copy of a tree, without going down into what nests too deep."""
    if layers and isinstance(tree, dict):
        return {name: copied(inner, layers - 1) for name, inner in tree.items()}
    if layers and isinstance(tree, list):
        return [copied(inner, layers - 1) for inner in tree]
    return tree


def somewhere(tree: Json, rng: Rng) -> Path:
    """The path of some value, each level as likely as the others."""
    path: Path = ()
    while isinstance(tree, dict | list) and tree and len(path) < 30 and rng.below(5):
        step = one_of(list(tree) if isinstance(tree, dict) else range(len(tree)), rng)
        path, tree = (*path, step), tree[step]
    return path


def one_of(items: Sequence[Any], rng: Rng) -> Any:
    return items[rng.below(len(items))]


def _break(root: Json, path: Path, rng: Rng) -> None:
    holder, last = followed(root, path[:-1]), path[-1]
    match rng.below(8):
        case 0 if len(path) > 1:
            del holder[last]
        case 1:
            holder[last] = copied(followed(root[0], somewhere(root[0], rng)))
        case 2:
            holder[last] = [holder[last], copied(holder[last])]
        case 3 if isinstance(holder, list) and len(path) > 1:
            holder.insert(last, copied(holder[last]))
        case 3 | 4 if isinstance(holder, dict):
            holder[one_of(("surprise", "seat", "x" * 100_000, "\ud800", ""), rng)] = _nasty(rng)
        case 5 | 6:
            holder[last] = _nudged(holder[last], rng)
        case _:
            holder[last] = _nasty(rng)


def _nasty(rng: Rng) -> Json:
    return copied(one_of(NASTY, rng))


def _nudged(value: Json, rng: Rng) -> Json:
    """Something like it: the other truth, another number, a text cut short."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + one_of((-1, 1, 2, -7, 100, 1 << 40), rng)
    if isinstance(value, str):
        return one_of((value[:-1], value.upper(), value + " ", value[::-1]), rng)
    return _nasty(rng)


def followed(tree: Json, path: Path) -> Json:
    for step in path:
        tree = tree[step]
    return tree
