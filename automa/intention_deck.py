"""The apprentice's intention deck: which card belongs to which of its workers (VOCABULARY 10).

An AI keeps no memory. The order of the deck follows from the seed, the seat and the number of workers placed so far, so
that the card of a worker is found again when the worker acts.
"""

from collections.abc import Callable

from engine.content.cards import Content, IntentionCard
from engine.rng import Rng
from engine.rules.end_of_round import worker_count


def intention_card(content: Content, family: str, ordinal: int, stream: Callable[..., Rng]) -> IntentionCard:
    """The card of a worker: `ordinal` is 1 for the seat's first placement of the game, and so on."""
    ids = [card.id for card in content.intention_deck]
    starts = round_starts(content, family, ordinal)
    pile: list[str] = []
    drawn: list[str] = []
    shuffles = 0
    while len(drawn) < ordinal:
        if not pile:
            start = max(first for first in starts if first <= len(drawn) + 1)
            unresolved = drawn[start - 1 :]
            shuffles += 1
            pile = list(stream("deck", shuffles).shuffled([card for card in ids if card not in unresolved]))
        drawn.append(pile.pop(0))
    return next(card for card in content.intention_deck if card.id == drawn[-1])


def round_starts(content: Content, family: str, ordinal: int) -> list[int]:
    """The ordinal of the first worker of each round, up to the first that is beyond `ordinal`."""
    starts, number = [1], 1
    while starts[-1] <= ordinal:
        starts.append(starts[-1] + worker_count(content, family, number))
        number += 1
    return starts
