"""The apprentice's deck of intentions: which card belongs to which of its workers (VOCABULARY 10).

A rival keeps no memory: the order of its deck follows from the seed, the seat and how many workers it has placed so
far, so that a worker's card is found again when it resolves.
"""

from collections.abc import Callable

from engine.abilities import abilities_of
from engine.content.cards import Content, IntentionCard
from engine.rng import Rng
from engine.rules.end_of_round import WORKER_OF_ROUND
from engine.state import Player

FIRST_CHIPS = 3


def card_of(content: Content, player: Player, ordinal: int, stream: Callable[..., Rng]) -> IntentionCard:
    """The card that was drawn, or is to be drawn, for the seat's ordinal worker of the game."""
    ids = [card.id for card in content.intention_deck]
    rounds = round_starts(content, player.family, ordinal)
    pile: list[str] = []
    drawn: list[str] = []
    shuffles = 0
    while len(drawn) < ordinal:
        if not pile:
            started = max(first for first in rounds if first <= len(drawn) + 1)
            unresolved = drawn[started - 1 :]
            shuffles += 1
            pile = list(stream("deck", shuffles).shuffled([card for card in ids if card not in unresolved]))
        drawn.append(pile.pop(0))
    return next(card for card in content.intention_deck if card.id == drawn[-1])


def round_starts(content: Content, family: str, ordinal: int) -> list[int]:
    """Which worker of the game is the first of each round, up to the ordinal.

    Workers are known by the round: three, and those that come with the rounds or the family (EOR-6).
    """
    early = [ability.number for ability in abilities_of(content, family) if ability.effect == "worker"]
    starts, number = [1], 1
    while starts[-1] <= ordinal:
        late = [worker for comes, worker in WORKER_OF_ROUND.items() if comes <= number and worker not in early]
        starts.append(starts[-1] + FIRST_CHIPS + len(early) + len(late))
        number += 1
    return starts
