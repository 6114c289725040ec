"""The orchestra setup of a two-seat game: TWO-1 to TWO-4. Drawn here and spelled out; the engine lays it."""

from engine.content.cards import Content, OrchestraSetup
from engine.rng import stream
from engine.setup import Neutral


def draw(seed: str, content: Content) -> Neutral:
    """The setup card of the game with this seed, drawn by a stream of its own (TWO-1)."""
    return neutral_of(stream(seed, "orchestra-setup").shuffled(sorted(content.setups))[0], content)


def neutral_of(card: str, content: Content) -> Neutral:
    """What the card puts on the table and takes out of the game."""
    setup = content.setups[card]
    return Neutral(card, _tokens(setup), _removed(setup, content), setup.blocked_levels)


def _tokens(setup: OrchestraSetup) -> tuple[tuple[str, str], ...]:
    """Neutral first chairs: orchestra seat and kind of token (TWO-2)."""
    groups = (("instrument", setup.instruments), ("performance", setup.performances), ("repair", setup.repairs))
    return tuple((place, token) for token, places in groups for place in places)


def _removed(setup: OrchestraSetup, content: Content) -> tuple[str, ...]:
    """For each neutral instrument one card of what sits there (TWO-3)."""
    sitting = (content.orchestra[place].instrument for place in setup.instruments)
    return tuple(card for card in sitting if card is not None)
