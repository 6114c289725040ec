"""The closed lists of words of card texts; `VOCABULARY.md` defines their meaning.

The basic sets (sections, eras, locations ...) are in `cards.py`. A test compares both with the document.
"""

from collections.abc import Mapping

from engine import registries, triggers
from engine.content.cards import (
    BENCHES,
    BOARD,
    COUNTER_FOLDS,
    DISPLAYS,
    ERAS,
    GOODS_WORDS,
    LEVELS,
    LOCATIONS,
    PATRON_TYPES,
    SECTIONS,
    TOKENS,
    TRACKS,
)

GOODS = GOODS_WORDS

TRIGGERS = triggers.TRIGGERS

CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "location": LOCATIONS,
    "section": SECTIONS,
    "level": LEVELS,
    "token": TOKENS,
}
"""Condition -> the values that it may list."""

EFFECTS: Mapping[str, tuple[str, ...]] = {word: declared.parameters for word, declared in registries.EFFECTS.items()}
"""Effect -> its parameters, all required but `per`."""

AUTOMATIC = tuple(word for word, declared in registries.EFFECTS.items() if not declared.optional)
"""Effects that their owner cannot decline (GEN-13)."""

STATS = (
    "skill",
    "result",
    "dice",
    "rerolls",
    "die_floor",
    "rough_discount",
    "finish_discount",
    "repair_discount",
    "inspiration_rate",
    "tier_discount",
    "buy_price",
    "apprentice_price",
    "training_price",
    "storage",
)

RULES = (
    "win_ties",
    "equal_takes_chair",
    "any_era_seat",
    "any_section_seat",
    "inspiration_on_bench",
    "keep_apprentices",
)

LOCATIONS_OF: Mapping[str, tuple[str, ...]] = {
    "skill": LOCATIONS,
    "tier_discount": DISPLAYS,
    "win_ties": BOARD,
    "keep_apprentices": LOCATIONS,
    "equal_takes_chair": ("perform", "repair"),
    "inspiration_on_bench": BENCHES,
    **{word: declared.locations for word, declared in registries.EFFECTS.items() if declared.locations},
}
"""Stat, rule or effect -> the locations that a condition may list.

A stat or rule that is missing is read at one location or at none, an effect at all locations of its event.
"""

COUNTERS: Mapping[str, tuple[str, ...]] = {
    "instruments": ("section", "rare", "name"),
    "performances": ("era", "level"),
    "repairs": ("section",),
    "patrons": ("type",),
    "requirements": (),
    "first_chairs": ("section", "era"),
    "second_chairs": ("section", "era", "token"),
    "tokens": ("section", "era", "token"),
    "specialists": ("track",),
    "awards": (),
    "track_spaces": ("track",),
    "tracks_completed": ("track",),
}
"""Counter -> the attributes of its items, for filters and folds."""

FILTERS: Mapping[str, tuple[str, ...]] = {
    "section": SECTIONS,
    "era": ERAS,
    "level": LEVELS,
    "token": TOKENS,
    "type": PATRON_TYPES,
    "track": TRACKS,
}
"""Filter -> the values that its array may list; the filter `rare` holds a boolean."""

FOLDS = COUNTER_FOLDS

GROUPS = ("section", "era", "token", "track", "type", "name")
"""The attributes that a fold may name."""

GENRES = ("etude", "chamber", "sacred", "symphony", "concerto")
