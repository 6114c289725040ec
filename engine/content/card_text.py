"""What the text of a card may say: goods, costs, counters and abilities (VOCABULARY sections 1 to 8)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.constants import STORAGE
from engine.content.cards import LOCATIONS, MATERIALS, TRACKS
from engine.content.field_checks import (
    Check,
    Fault,
    Place,
    amounts,
    anything,
    each,
    flag,
    many,
    set_of,
    table,
    then,
    whole,
    word,
)
from engine.content.vocabulary import (
    CONDITIONS,
    COUNTERS,
    EFFECTS,
    FILTERS,
    FOLDS,
    GOODS,
    GROUPS,
    LOCATIONS_OF,
    RULES,
    STATS,
    TRIGGERS,
)

Table = Mapping[str, Any]

# --- Goods and costs --------------------------------------------------------------------------------------------------


def _fits_storage(cost: Mapping[str, int], place: Place) -> Iterator[Fault]:
    if sum(cost.values()) > STORAGE:
        yield place.fault(f"{sum(cost.values())} materials are more than the {STORAGE} that a storage holds")


goods = amounts("goods", GOODS)
cost = then(amounts("material", MATERIALS), _fits_storage)


def goods_choice(value: object, place: Place) -> Iterator[Fault]:
    """One Goods table, or an array of several of which the player picks one."""
    yield from (set_of(goods, least=2) if isinstance(value, list) else goods)(value, place)


# --- Counters and their levels ----------------------------------------------------------------------------------------


def _filters_and_fold(counter: Table, place: Place) -> Iterator[Fault]:
    """A counter may filter and fold the attributes of what it counts, and fold only once."""
    attributes = COUNTERS[counter["of"]]
    filters = {name: set_of(word(name, FILTERS[name])) for name in attributes if name in FILTERS}
    rare = {"rare": flag} if "rare" in attributes else {}
    groups = [name for name in attributes if name in GROUPS]
    folds = {fold: word(f"group of {counter['of']}", groups) for fold in FOLDS} if groups else {}
    yield from table({"of": anything}, {**filters, **rare, **folds})(counter, place)
    if sum(fold in counter for fold in FOLDS) > 1:
        yield place.fault("has more than one fold")


def _rise(levels: Sequence[Mapping[str, int]], place: Place) -> Iterator[Fault]:
    for i in range(1, len(levels)):
        for key in ("need", "prestige"):
            before, value = levels[i - 1][key], levels[i][key]
            if value <= before:
                yield place.at(i).at(key).fault(f"{value} is not above the {before} of the level before")


counter = then(table({"of": word("counter", COUNTERS)}, others=True), _filters_and_fold)
levels = then(many(table({"need": whole(1), "prestige": whole()}), 3, 3), _rise)


# --- Abilities --------------------------------------------------------------------------------------------------------

EVENTS = tuple(trigger for trigger in TRIGGERS if trigger not in ("always", "game_end"))
IN_GAME = tuple(trigger for trigger in TRIGGERS if trigger not in ("setup", "game_end"))

WORKS_AT = {
    "modify": ("always",),
    "permit": ("always",),
    "score": ("game_end",),
    "echo": ("seated",),
    "peek": ("placed",),
    "relocate": ("planned",),
    "worker": ("setup",),
    "soothe": tuple(trigger for trigger in EVENTS if trigger != "setup"),
}
"""The triggers that give an effect what it needs. Those not named work at every event but the end of the game."""

HEARS = {
    "family": (*EVENTS, "always"),
    "patron of deck A": IN_GAME,
    "patron of deck B": ("game_end",),
    "patron of deck royal": IN_GAME,
    "specialist": tuple(trigger for trigger in IN_GAME if trigger != "round_start"),
}
"""The triggers that reach a kind of card (VOCABULARY section 2)."""

WITHOUT_WORKER = ("buy_price", "apprentice_price", "training_price", "storage")
"""Stats that are read where no worker acts: no specialist can change them."""


def _when(trigger: str) -> Check:
    """Conditions on what the trigger tells; one that it does not tell would never hold."""

    def check(value: object, place: Place) -> Iterator[Fault]:
        yield from each(anything)(value, place)
        for name, values in value.items() if isinstance(value, Mapping) else ():
            if name not in CONDITIONS:
                yield from word("condition", CONDITIONS)(name, place.at(name))
            elif name not in TRIGGERS[trigger]:
                yield place.at(name).fault(f"is not told by {trigger}")
            else:
                yield from set_of(word(name, CONDITIONS[name]))(values, place.at(name))

    return check


def _not_zero(amount: int, place: Place) -> Iterator[Fault]:
    if amount == 0:
        yield place.fault("0 changes nothing")


def _can_come_early(number: int, place: Place) -> Iterator[Fault]:
    if number not in (2, 4):
        yield place.fault(f"{number} is neither 2 nor 4, the workers that come later")


PARAMETERS: Mapping[str, Check] = {
    "goods": goods,
    "cost": cost,
    "times": whole(1),
    "track": word("track", TRACKS),
    "cards": whole(1),
    "keep": whole(1),
    "spaces": whole(1),
    "number": then(whole(1), _can_come_early),
    "stat": word("stat", STATS),
    "amount": then(whole(-99, 99), _not_zero),
    "rule": word("rule", RULES),
    "counter": counter,
    "per": whole(1),
    "prestige": whole(1),
}


def _parameters(ability: Table, place: Place) -> Iterator[Fault]:
    """An ability has the parameters of its effect."""
    fields = {name: PARAMETERS[name] for name in EFFECTS[ability["effect"]]}
    if ability["effect"] == "gain":
        fields["goods"] = goods_choice
    optional = {"when": _when(ability["trigger"])}
    if "per" in fields:
        optional["per"] = fields.pop("per")
    yield from table({"trigger": anything, "effect": anything, **fields}, optional)(ability, place)


def _effect_works(ability: Table, place: Place) -> Iterator[Fault]:
    effect, trigger = ability["effect"], ability["trigger"]
    if trigger not in WORKS_AT.get(effect, EVENTS):
        yield place.at("trigger").fault(f"{effect} does not work at {trigger}")


def _location_matters(ability: Table, place: Place) -> Iterator[Fault]:
    """A condition on the location names locations where the ability is read, and there are others."""
    word = ability.get("stat") or ability.get("rule") or ability["effect"]
    known = LOCATIONS_OF.get(word, () if ability["trigger"] == "always" else LOCATIONS)
    at = place.at("when").at("location")
    for i, location in enumerate(ability.get("when", {}).get("location", ())):
        if not known:
            yield at.fault(f"{word} does not depend on the location")
            return
        if location not in known:
            yield at.at(i).fault(f"{word} is not read at {location}, only at {', '.join(known)}")


def _keeps_what_it_draws(ability: Table, place: Place) -> Iterator[Fault]:
    if ability["effect"] == "draw" and ability["keep"] > ability["cards"]:
        yield place.at("keep").fault(f"{ability['keep']} is more than the {ability['cards']} drawn")


_words = table({"trigger": word("trigger", TRIGGERS), "effect": word("effect", EFFECTS)}, others=True)
abilities = many(then(then(_words, _parameters), _effect_works, _location_matters, _keeps_what_it_draws), least=1)


def reach(kind: str) -> Check:
    """The abilities of a card can hear their triggers and act."""

    def check(card: Table, place: Place) -> Iterator[Fault]:
        for i, ability in enumerate(card["ability"]):
            at = place.at("ability").at(i)
            if ability["trigger"] not in HEARS[kind]:
                yield at.at("trigger").fault(f"{ability['trigger']} is never heard by a {kind}")
            if ability["effect"] == "relocate" and kind != "specialist":
                yield at.at("effect").fault(f"relocate moves the worker of a specialist; this is a {kind}")
            if ability.get("stat") in WITHOUT_WORKER and kind == "specialist":
                yield at.at("stat").fault(f"{ability['stat']} is read where no specialist acts")

    return check
