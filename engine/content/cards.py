"""The types of the cards, and `parse`, which makes them from parsed TOML (VOCABULARY section 9)."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Goods = tuple[tuple[str, int], ...]
"""Goods words with amounts, in the order of `GOODS_WORDS`, so that equal goods are equal values."""

Cost = tuple[tuple[str, int], ...]
"""Material words with amounts, in the same order."""

Bench = Literal["roughing", "finishing"]
PerformanceLevel = Literal["low", "medium", "high"]
TokenKind = Literal["instrument", "performance", "repair"]
Track = Literal["reputation", "performance", "craft"]

SECTIONS = ("string", "wind", "percussion")
ERAS = ("baroque", "classical", "romantic")
MATERIALS = ("animal", "wood", "metal")
LEVELS: tuple[PerformanceLevel, ...] = ("low", "medium", "high")
TOKENS: tuple[TokenKind, ...] = ("instrument", "performance", "repair")
TRACKS: tuple[Track, ...] = ("reputation", "performance", "craft")
PATRON_TYPES = ("performer", "composer", "noble", "royal")
BOARD = ("salon", "guild", "perform", "repair", "balcony")
BENCHES: tuple[Bench, ...] = ("roughing", "finishing")
LOCATIONS = BOARD + BENCHES
DISPLAYS = ("salon", "guild", "perform", "repair")
GOODS_WORDS = ("money", "inspiration", *MATERIALS, "material", "apprentice", "prestige", "instrument")
COUNTER_FOLDS = ("kinds", "best", "sets")


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that is counted for one seat (VOCABULARY section 8)."""

    of: str
    filters: tuple[tuple[str, tuple[str | bool, ...]], ...] = ()
    fold: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card: trigger, conditions and effect with its parameters (VOCABULARY section 2)."""

    trigger: str
    effect: str
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    goods: tuple[Goods, ...] = ()
    cost: Cost = ()
    times: int = 0
    track: str = ""
    cards: int = 0
    keep: int = 0
    spaces: int = 0
    number: int = 0
    stat: str = ""
    amount: int = 0
    rule: str = ""
    counter: Counter | None = None
    per: int = 1
    prestige: int = 0

    def fits(self, **event: str) -> bool:
        """Whether every condition holds for the values of the event."""
        return all(event.get(word) in values for word, values in self.when)


@dataclass(frozen=True, slots=True)
class Level:
    """A number to reach and the prestige for it, of a goal or an award."""

    need: int
    prestige: int


@dataclass(frozen=True, slots=True)
class OrchestraSeat:
    """A place in the orchestra; a rare one has no era and no instrument of its own (ORC-1)."""

    id: str
    name: str
    section: str
    eras: tuple[str, ...]
    instrument: str | None
    bonus: Goods

    @property
    def rare(self) -> bool:
        return self.instrument is None


@dataclass(frozen=True, slots=True)
class Instrument:
    id: str
    name: str
    section: str
    rare: bool
    copies: int
    seats: tuple[str, ...]
    rough: Cost
    finish: Cost
    prestige: int
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement of a patron: an instrument of the section, or also a performance or repair (PAT-3)."""

    section: str
    perform: bool = False
    repair: bool = False


@dataclass(frozen=True, slots=True)
class Patron:
    id: str
    name: str
    born: int
    died: int
    deck: Literal["A", "B", "royal"]
    type: str
    era: str
    requirements: tuple[Requirement, ...]
    prestige: int
    gifts: tuple[Goods, Goods, Goods]
    ability: tuple[Ability, ...]
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    id: str
    name: str
    place: str
    number: int
    goods: Goods
    ability: tuple[Ability, ...]
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class Performance:
    id: str
    name: str
    composer: str
    year: int
    era: str
    genre: str
    medium: int
    high: int
    rewards: tuple[Goods, Goods, Goods]
    flavour: str = ""

    def level(self, result: int) -> str:
        """The highest level that the result reaches (PRF-4)."""
        return "high" if result >= self.high else "medium" if result >= self.medium else "low"

    def reward(self, level: str) -> Goods:
        return self.rewards[LEVELS.index(level)]


@dataclass(frozen=True, slots=True)
class Repair:
    id: str
    name: str
    section: str
    cost: Cost
    prestige: int
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class MarketCard:
    id: str
    name: str
    first_round: bool
    prices: Cost

    def price(self, material: str) -> int:
        return dict(self.prices)[material]


@dataclass(frozen=True, slots=True)
class Goal:
    id: str
    name: str
    counter: Counter
    levels: tuple[Level, Level, Level]


@dataclass(frozen=True, slots=True)
class Award:
    id: str
    name: str
    counter: Counter
    levels: tuple[Level, Level, Level]


@dataclass(frozen=True, slots=True)
class Specialist:
    id: str
    name: str
    track: str
    ability: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class OrchestraSetup:
    """An orchestra setup card of the two-seat game: neutral tokens and closed award levels (TWO-1)."""

    id: str
    instruments: tuple[str, ...]
    performances: tuple[str, ...]
    repairs: tuple[str, ...]
    blocked_levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IntentionCard:
    """A card of the intention deck, which guides an AI of the level apprentice (VOCABULARY section 10)."""

    id: str
    locations: tuple[str, ...]
    number: Literal["highest", "middle", "lowest"]
    apprentices: int
    section: str
    era: str
    goods: str
    tier: str


@dataclass(frozen=True, slots=True)
class Dice:
    white: tuple[int, ...]
    black: tuple[int, ...]
    purple: tuple[Goods, ...]

    def notes(self, colour: str) -> tuple[int, ...]:
        """The notes printed on the sides of a white or black die."""
        return self.black if colour == "black" else self.white


@dataclass(frozen=True, slots=True)
class Content:
    """A whole card set. Tables map ids to cards, in file order."""

    pack: str
    name: str
    label: str
    version: str
    digest: str
    original: bool
    dice: Dice
    orchestra: Mapping[str, OrchestraSeat]
    instruments: Mapping[str, Instrument]
    patrons: Mapping[str, Patron]
    families: Mapping[str, Family]
    performances: Mapping[str, Performance]
    repairs: Mapping[str, Repair]
    markets: Mapping[str, MarketCard]
    goals: Mapping[str, Goal]
    awards: Mapping[str, Award]
    specialists: Mapping[str, Specialist]
    setups: Mapping[str, OrchestraSetup]
    intention_deck: tuple[IntentionCard, ...]
    second_chair: tuple[Goods, ...]
    first_chair_table: tuple[int, ...]
    first_chair_beyond: int
    specialist_prestige: int
    tiers: Mapping[tuple[str, int], tuple[int, ...]]
    """Tier of each slot by (location, number of seats)."""
    tables: Mapping[str, Any] = field(repr=False)
    """The parsed TOML, which browsers receive and from which the digest is computed."""
    abilities: Mapping[str, tuple[Ability, ...]] = field(init=False, repr=False, compare=False)
    """The abilities printed on each family, patron and specialty card."""
    constant: Mapping[str, tuple[Ability, ...]] = field(init=False, repr=False, compare=False)
    """The abilities with the trigger `always`, by card. Nearly every choice reads them, so they are separate."""

    def __post_init__(self) -> None:
        printed = {f.id: f.ability for f in self.families.values()}
        printed |= {p.id: p.ability for p in self.patrons.values()}
        printed |= {s.id: s.ability for s in self.specialists.values()}
        constant = {card: tuple(a for a in abilities if a.trigger == "always") for card, abilities in printed.items()}
        object.__setattr__(self, "abilities", printed)
        object.__setattr__(self, "constant", {card: abilities for card, abilities in constant.items() if abilities})

    def first_chairs_prestige(self, chairs: int) -> int:
        """Prestige at the end for so many first chairs (END-1)."""
        table = self.first_chair_table
        beyond = max(0, chairs - len(table) + 1)
        return table[chairs - beyond] + beyond * self.first_chair_beyond


Table = Mapping[str, Any]


def parse(tables: Mapping[str, Any]) -> Content:
    """Make a card set from tables: file name without ending -> its parsed TOML.

    The tables must have no fault; `engine.content.check` finds faults.
    """
    pack, orchestra = tables["pack"], tables["orchestra"]
    dice = tables["dice"]
    seats = [_seat(t, t["instrument"], tuple(t["eras"])) for t in orchestra["seat"]]
    rare = [_seat(t, None, ()) for t in orchestra["rare_section"]]
    return Content(
        pack=pack["pack"],
        name=pack["name"],
        label=pack["label"],
        version=pack["version"],
        digest=digest(tables),
        original=pack["original"],
        dice=Dice(tuple(dice["white"]), tuple(dice["black"]), tuple(goods_of(g) for g in dice["purple"])),
        orchestra={s.id: s for s in seats + rare},
        instruments={t["id"]: _instrument(t) for t in tables["instruments"]["instrument"]},
        patrons={t["id"]: _patron(t) for t in tables["patrons"]["patron"]},
        families={t["id"]: _family(t) for t in tables["families"]["family"]},
        performances={t["id"]: _performance(t) for t in tables["performances"]["performance"]},
        repairs={t["id"]: _repair(t) for t in tables["repairs"]["repair"]},
        markets={
            t["id"]: MarketCard(t["id"], t["name"], t["first_round"], goods_of(t["prices"]))
            for t in tables["market"]["market"]
        },
        goals={
            t["id"]: Goal(t["id"], t["name"], _counter(t["counter"]), _levels(t["levels"]))
            for t in tables["goals"]["goal"]
        },
        awards={
            t["id"]: Award(t["id"], t["name"], _counter(t["counter"]), _levels(t["levels"]))
            for t in tables["awards"]["award"]
        },
        specialists={
            t["id"]: Specialist(t["id"], t["name"], t["track"], _abilities(t["ability"]))
            for t in tables["specialists"]["specialist"]
        },
        setups={t["id"]: _setup(t) for t in tables["orchestra_setups"]["setup"]},
        intention_deck=tuple(_intention(t) for t in tables["automa"]["card"]),
        second_chair=_options(orchestra["second_chair"]),
        first_chair_table=tuple(orchestra["first_chair_table"]),
        first_chair_beyond=orchestra["first_chair_beyond"],
        specialist_prestige=tables["specialists"]["end_prestige"],
        tiers={
            (t["location"], players): tuple(t["tiers"])
            for t in tables["display"]["display"]
            for players in t["players"]
        },
        tables=tables,
    )


DISPLAY_ONLY = ("name", "flavour", "label", "version", "place", "born", "died", "composer", "year", "genre")
"""Fields that no rule reads. They are no part of the digest, so that stored games survive a corrected text."""


def digest(tables: Mapping[str, Any]) -> str:
    """Identifies a card set as far as rules read it: the first 16 hex digits of a SHA-256."""
    played = {name: _played(table) for name, table in tables.items() if name != "i18n_terms"}
    return fingerprint(played)


def fingerprint(tables: Mapping[str, Any]) -> str:
    """The first 16 hex digits of the SHA-256 of the tables as sorted JSON."""
    text = json.dumps(tables, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _played(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _played(inner) for key, inner in value.items() if key not in DISPLAY_ONLY}
    return [_played(inner) for inner in value] if isinstance(value, list) else value


def goods_of(table: Mapping[str, int]) -> Goods:
    """A goods table as a value.

    >>> goods_of({"wood": 1, "money": 2})
    (('money', 2), ('wood', 1))
    """
    return tuple(sorted(table.items(), key=lambda pair: GOODS_WORDS.index(pair[0])))


def _options(goods: Table | Sequence[Table]) -> tuple[Goods, ...]:
    """A Goods choice: one table, or several of which the player chooses one."""
    return (goods_of(goods),) if isinstance(goods, Mapping) else tuple(goods_of(g) for g in goods)


def _seat(t: Table, instrument: str | None, eras: tuple[str, ...]) -> OrchestraSeat:
    return OrchestraSeat(t["id"], t["name"], t["section"], eras, instrument, goods_of(t["bonus"]))


def _instrument(t: Table) -> Instrument:
    plain = {k: t[k] for k in ("id", "name", "section", "rare", "copies", "prestige")}
    return Instrument(
        **plain,
        seats=tuple(t["seats"]),
        rough=goods_of(t["rough"]),
        finish=goods_of(t["finish"]),
        flavour=t.get("flavour", ""),
    )


def _patron(t: Table) -> Patron:
    plain = {k: t[k] for k in ("id", "name", "born", "died", "deck", "type", "era", "prestige")}
    first, second, third = (goods_of(g) for g in t["gifts"])
    rows = (Requirement(t["primary"]), *(Requirement(**row) for row in t["secondary"]))
    return Patron(
        **plain,
        requirements=rows,
        gifts=(first, second, third),
        ability=_abilities(t["ability"]),
        flavour=t.get("flavour", ""),
    )


def _family(t: Table) -> Family:
    plain = {k: t[k] for k in ("id", "name", "place", "number")}
    return Family(**plain, goods=goods_of(t["goods"]), ability=_abilities(t["ability"]), flavour=t.get("flavour", ""))


def _performance(t: Table) -> Performance:
    plain = {k: t[k] for k in ("id", "name", "composer", "year", "era", "genre", "medium", "high")}
    low, medium, high = (goods_of(t["rewards"][level]) for level in LEVELS)
    return Performance(**plain, rewards=(low, medium, high), flavour=t.get("flavour", ""))


def _repair(t: Table) -> Repair:
    return Repair(t["id"], t["name"], t["section"], goods_of(t["cost"]), t["prestige"], t.get("flavour", ""))


def _setup(t: Table) -> OrchestraSetup:
    groups = (tuple(t[k]) for k in ("instruments", "performances", "repairs", "blocked_levels"))
    return OrchestraSetup(t["id"], *groups)


def _intention(t: Table) -> IntentionCard:
    return IntentionCard(t["id"], tuple(t["locations"]), t["number"], t["apprentices"], **t["prefer"])


def _levels(levels: Sequence[Table]) -> tuple[Level, Level, Level]:
    first, second, third = (Level(t["need"], t["prestige"]) for t in levels)
    return first, second, third


def _counter(t: Table) -> Counter:
    fold = next((word for word in COUNTER_FOLDS if word in t), None)
    filters = {k: v for k, v in t.items() if k not in ("of", fold)}
    return Counter(
        t["of"],
        tuple((k, (v,) if isinstance(v, bool) else tuple(v)) for k, v in filters.items()),
        fold,
        t[fold] if fold else None,
    )


def _abilities(tables: Sequence[Table]) -> tuple[Ability, ...]:
    return tuple(parse_ability(t) for t in tables)


def parse_ability(t: Table) -> Ability:
    made: dict[str, Any] = dict(t)
    if "when" in t:
        made["when"] = tuple((word, tuple(values)) for word, values in t["when"].items())
    if "goods" in t:
        made["goods"] = _options(t["goods"])
    if "cost" in t:
        made["cost"] = goods_of(t["cost"])
    if "counter" in t:
        made["counter"] = _counter(t["counter"])
    return Ability(**made)
