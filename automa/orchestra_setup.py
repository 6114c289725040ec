"""The orchestra setup of a two-seat game: its card is drawn here (TWO-1) and spelled out; the engine lays it."""

from engine.content.cards import Content
from engine.rng import stream
from engine.setup import Neutral, neutral_of


def draw(seed: str, content: Content) -> Neutral:
    """The setup card of the game with this seed, drawn by a stream of its own (TWO-1)."""
    return neutral_of(stream(seed, "orchestra-setup").shuffled(sorted(content.setups))[0], content)
