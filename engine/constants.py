"""Numbers of the rules that several modules read; others are in the file of their rule."""

from collections.abc import Mapping
from typing import Literal

from engine.content.cards import Goods

ROUNDS = 6
"""Rounds of a game (GEN-1)."""
STORAGE = 9
"""Materials that a seat may keep without the award (GEN-5)."""
STORAGE_OF_AWARD = 3
"""Materials that the storage award adds to the limit (AWD-5)."""
FIRST_NUMBERS = (1, 3, 5)
"""Numbers of the workers of a seat at the start (SET-6)."""
APPRENTICES = 3
"""Apprentices of a seat, held, placed, at the Market or removed (GEN-4)."""
Marker = Literal["storage", "royal", "purple"]
MARKERS: tuple[Marker, ...] = ("storage", "royal", "purple")
"""Award markers on a workbench at the start (AWD-4)."""
BENCH_ROOM = 2
"""Cards that fit on a bench (GEN-9)."""

SPACE_BONUS: Mapping[int, Goods] = {1: (("money", 4),), 2: (("material", 1),), 3: (("apprentice", 1),)}
"""Goods for placing a patron, by patron space (SAL-3)."""
PATIENCE_SPACES = 3
"""Patience spaces of a patron, each with a gift; beyond the last the patron leaves (PAT-5)."""
LOSS = 3
"""Prestige lost for each requirement unmet when a patron leaves (PAT-5)."""

SKILL_FOR_BONUS = 4
"""Skill that pays the bonus of a location on the main board (RES-6)."""
BONUS_SIGNS: Mapping[str, str] = {
    "salon": "patience",
    "guild": "material",
    "perform": "track-performance",
    "repair": "track-craft",
    "balcony": "track-reputation",
}
"""Icon of each location's bonus (SAL-4, GLD-3, PRF-7, REP-4, BAL-3)."""

TIER_PRICES: Mapping[int, int] = {1: 0, 2: 4, 3: 8}
"""Money for a face-up card of each tier (RES-10)."""
SEARCH_PRICE = 10
"""Money for a Search (RES-12)."""
HIRING_PRICE, TRAINING_PRICE = 4, 15
"""Money for an apprentice and for a track space at the Market (MKT-4, MKT-5)."""
INSPIRATION_RATE = 2
"""Inspiration that replaces one material (REP-1)."""

TRACK_SPACES: Mapping[str, int] = {"reputation": 8, "performance": 6, "craft": 6}
"""Spaces of each track; the last pays 2 prestige, and on reputation the marker returns to 7 (TRK-R8)."""
LAST_BONUS_SPACE: Mapping[str, int] = {"reputation": 7, "performance": 5, "craft": 5}
"""Space of each track with its last permanent bonus."""
SPECIALIST_SPACES: Mapping[str, int] = {"reputation": 4, "performance": 3, "craft": 3}
"""Space of each track that brings a specialty card (TRK-R4, TRK-P3, TRK-C3)."""

STAT_BASES: Mapping[str, int] = {
    "storage": STORAGE,
    "apprentice_price": HIRING_PRICE,
    "training_price": TRAINING_PRICE,
    "inspiration_rate": INSPIRATION_RATE,
}
"""Printed values of the stats with one value for all cards and workers (GEN-18)."""
STAT_LIMITS: Mapping[str, int] = {
    "storage": 0,
    "apprentice_price": 0,
    "training_price": 0,
    "buy_price": 1,
    "inspiration_rate": 1,
}
"""Least value of a stat, however many cards lower it (GEN-18)."""
