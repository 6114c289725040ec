"""Numbers and orders of the rules for clients, which hold none of their own."""

from typing import TypedDict

from engine import constants
from engine.constants import Marker
from engine.content.cards import BENCHES, BOARD, MATERIALS, Bench, Content
from engine.rules import finishing, material_costs, roughing
from engine.rules.display_cards import DECKS, FREE_TIERS
from engine.rules.market import LAST_TRAINED


class StorageFacts(TypedDict):
    base: int
    with_award: int


class PatronSpaceFacts(TypedDict):
    """A patron space, and the goods for placing a patron there (SAL-3)."""

    space: int
    goods: dict[str, int]


class LocationFacts(TypedDict):
    """A location of the main board: the icon of its bonus (RES-6), and its deck; null if it has no cards."""

    location: str
    bonus: str
    deck: str | None


class SkillFacts(TypedDict):
    """Skill from which a bonus applies (RES-6, RGH-2, FIN-4)."""

    bonus: int
    rough_inspiration: int
    rough_discount: int
    finish_discount: int
    finish_double: int


class TrackFacts(TypedDict):
    """Number of spaces of a track; the space of its specialty card, and that of its last permanent bonus."""

    spaces: int
    specialist: int
    last_bonus: int


class TierFacts(TypedDict):
    """A tier of a display: its price, and the reputation space from which it is free, if it is not yet."""

    tier: int
    price: int
    free_from: int | None


class StatFacts(TypedDict):
    """The printed value of a stat, and its least value; null if there is no limit."""

    base: int
    least: int | None


class RuleFacts(TypedDict):
    rounds: int
    locations: list[LocationFacts]
    benches: list[Bench]
    bench_room: int
    materials: list[str]
    storage: StorageFacts
    apprentices: int
    markers: list[Marker]
    patron_spaces: list[PatronSpaceFacts]
    patience_spaces: int
    loss_per_requirement: int
    skill: SkillFacts
    tracks: dict[str, TrackFacts]
    tiers: list[TierFacts]
    search_price: int
    hiring_price: int
    training_price: int
    last_trained: int
    stats: dict[str, StatFacts]
    first_chair_prestige: list[int]


def rule_facts(content: Content) -> RuleFacts:
    """All rule facts. `first_chair_prestige`: by number of first chairs, from 0 (END-1)."""
    return {
        "rounds": constants.ROUNDS,
        "locations": [
            {"location": location, "bonus": constants.BONUS_SIGNS[location], "deck": DECKS.get(location)}
            for location in BOARD
        ],
        "benches": list(BENCHES),
        "bench_room": constants.BENCH_ROOM,
        "materials": list(MATERIALS),
        "storage": {"base": constants.STORAGE, "with_award": constants.STORAGE + constants.STORAGE_OF_AWARD},
        "apprentices": constants.APPRENTICES,
        "markers": list(constants.MARKERS),
        "patron_spaces": [{"space": space, "goods": dict(goods)} for space, goods in constants.SPACE_BONUS.items()],
        "patience_spaces": constants.PATIENCE_SPACES,
        "loss_per_requirement": constants.LOSS,
        "skill": _skill(),
        "tracks": {
            track: {
                "spaces": spaces,
                "specialist": constants.SPECIALIST_SPACES[track],
                "last_bonus": constants.LAST_BONUS_SPACE[track],
            }
            for track, spaces in constants.TRACK_SPACES.items()
        },
        "tiers": [
            {"tier": tier, "price": price, "free_from": FREE_TIERS.get(tier)}
            for tier, price in constants.TIER_PRICES.items()
        ],
        "search_price": constants.SEARCH_PRICE,
        "hiring_price": constants.HIRING_PRICE,
        "training_price": constants.TRAINING_PRICE,
        "last_trained": LAST_TRAINED,
        "stats": {
            stat: {"base": base, "least": constants.STAT_LIMITS.get(stat)}
            for stat, base in constants.STAT_BASES.items()
        },
        "first_chair_prestige": [content.first_chairs_prestige(chairs) for chairs in range(_most_chairs(content) + 1)],
    }


def _skill() -> SkillFacts:
    discounts = material_costs.SKILL_FOR_DISCOUNT
    return {
        "bonus": constants.SKILL_FOR_BONUS,
        "rough_inspiration": roughing.SKILL_FOR_INSPIRATION,
        "rough_discount": discounts["rough"],
        "finish_discount": discounts["finish"],
        "finish_double": finishing.SKILL_FOR_DOUBLE,
    }


def _most_chairs(content: Content) -> int:
    """Number of first chairs: one in each basic seat, one for each rare instrument (ORC-9)."""
    rare = sum(card.copies for card in content.instruments.values() if card.rare)
    return rare + sum(not seat.rare for seat in content.orchestra.values())
