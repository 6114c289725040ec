"""The orchestra setup of a two-seat game (TWO-1): draws its card; the engine places the tokens."""

from engine.content.cards import Content
from engine.rng import stream
from engine.setup import Neutral, neutral_of


def draw(seed: str, content: Content) -> Neutral:
    """The setup card of the game with this seed, drawn from a random stream of its own (TWO-1)."""
    return neutral_of(stream(seed, "orchestra-setup").shuffled(sorted(content.setups))[0], content)
