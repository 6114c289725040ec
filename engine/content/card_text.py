"""Checks of goods, costs, counters and abilities (VOCABULARY sections 1 to 8)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import registries, triggers
from engine.constants import STORAGE
from engine.content.cards import LOCATIONS, MATERIALS, TRACKS
from engine.content.field_checks import (
    Check,
    Fault,
    FieldPath,
    amounts,
    anything,
    array_of,
    boolean,
    set_of,
    table,
    table_of,
    whole_number,
    with_rules,
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


def _fits_storage(cost: Mapping[str, int], path: FieldPath) -> Iterator[Fault]:
    if sum(cost.values()) > STORAGE:
        yield path.fault(f"{sum(cost.values())} materials are more than the storage of {STORAGE}")


goods = amounts("goods word", GOODS)
cost = with_rules(amounts("material", MATERIALS), _fits_storage)


def goods_choice(value: object, path: FieldPath) -> Iterator[Fault]:
    """One Goods table, or an array of tables of which the player chooses one."""
    yield from (set_of(goods, least=2) if isinstance(value, list) else goods)(value, path)


# --- Counters and their levels ----------------------------------------------------------------------------------------


def _filters_and_fold(counter: Table, path: FieldPath) -> Iterator[Fault]:
    """A counter filters and folds attributes of the items it counts, and has at most one fold."""
    attributes = COUNTERS[counter["of"]]
    filters = {name: set_of(word(name, FILTERS[name])) for name in attributes if name in FILTERS}
    rare = {"rare": boolean} if "rare" in attributes else {}
    groups = [name for name in attributes if name in GROUPS]
    folds = {fold: word(f"group of {counter['of']}", groups) for fold in FOLDS} if groups else {}
    yield from table({"of": anything}, {**filters, **rare, **folds})(counter, path)
    if sum(fold in counter for fold in FOLDS) > 1:
        yield path.fault("has more than one fold")


def _rise(levels: Sequence[Mapping[str, int]], path: FieldPath) -> Iterator[Fault]:
    for i in range(1, len(levels)):
        for key in ("need", "prestige"):
            before, value = levels[i - 1][key], levels[i][key]
            if value <= before:
                yield path.at(i).at(key).fault(f"{value} is not above the {before} of the level before")


counter = with_rules(table({"of": word("counter", COUNTERS)}, others=True), _filters_and_fold)
levels = with_rules(array_of(table({"need": whole_number(1), "prestige": whole_number()}), 3, 3), _rise)


# --- Abilities --------------------------------------------------------------------------------------------------------

IN_GAME = tuple(trigger for trigger in TRIGGERS if trigger not in ("setup", "game_end"))

TRIGGERS_OF = {
    "family": (*triggers.EVENTS, "always"),
    "patron of deck A": IN_GAME,
    "patron of deck B": ("game_end",),
    "patron of deck royal": IN_GAME,
    "specialist": tuple(trigger for trigger in IN_GAME if trigger != "round_start"),
}
"""Kind of card -> the triggers that can happen to it (VOCABULARY section 2)."""

WITHOUT_WORKER = ("buy_price", "apprentice_price", "training_price", "storage")
"""Stats that are read when no worker acts, so that no specialist can change them."""


def _when(trigger: str) -> Check:
    """The conditions on an event; one on a value that the event does not have would never hold."""

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        yield from table_of(anything)(value, path)
        for name, values in value.items() if isinstance(value, Mapping) else ():
            if name not in CONDITIONS:
                yield from word("condition", CONDITIONS)(name, path.at(name))
            elif name not in TRIGGERS[trigger]:
                yield path.at(name).fault(f"is not a value of {trigger}")
            else:
                yield from set_of(word(name, CONDITIONS[name]))(values, path.at(name))

    return check


def _not_zero(amount: int, path: FieldPath) -> Iterator[Fault]:
    if amount == 0:
        yield path.fault("0 changes nothing")


def _can_come_early(number: int, path: FieldPath) -> Iterator[Fault]:
    if number not in (2, 4):
        yield path.fault(f"{number} is neither 2 nor 4, the workers that seats receive later")


PARAMETERS: Mapping[str, Check] = {
    "goods": goods,
    "cost": cost,
    "times": whole_number(1),
    "track": word("track", TRACKS),
    "cards": whole_number(1),
    "keep": whole_number(1),
    "spaces": whole_number(1),
    "number": with_rules(whole_number(1), _can_come_early),
    "stat": word("stat", STATS),
    "amount": with_rules(whole_number(-99, 99), _not_zero),
    "rule": word("rule", RULES),
    "counter": counter,
    "per": whole_number(1),
    "prestige": whole_number(1),
}


def _parameters(ability: Table, path: FieldPath) -> Iterator[Fault]:
    """An ability has the parameters of its effect, and no others."""
    fields = {name: PARAMETERS[name] for name in EFFECTS[ability["effect"]]}
    if ability["effect"] == "gain":
        fields["goods"] = goods_choice
    optional = {"when": _when(ability["trigger"])}
    if "per" in fields:
        optional["per"] = fields.pop("per")
    yield from table({"trigger": anything, "effect": anything, **fields}, optional)(ability, path)


def _effect_works(ability: Table, path: FieldPath) -> Iterator[Fault]:
    effect, trigger = ability["effect"], ability["trigger"]
    if trigger not in registries.EFFECTS[effect].triggers:
        yield path.at("trigger").fault(f"{effect} does not work with {trigger}")


def _location_matters(ability: Table, path: FieldPath) -> Iterator[Fault]:
    """A condition on the location can hold and can fail: it lists some of the locations at which the word is read."""
    word = ability.get("stat") or ability.get("rule") or ability["effect"]
    known = LOCATIONS_OF.get(word, () if ability["trigger"] == "always" else LOCATIONS)
    at = path.at("when").at("location")
    for i, location in enumerate(ability.get("when", {}).get("location", ())):
        if not known:
            yield at.fault(f"{word} does not depend on the location")
            return
        if location not in known:
            yield at.at(i).fault(f"{word} does not work at {location}, only at {', '.join(known)}")


def _keeps_what_it_draws(ability: Table, path: FieldPath) -> Iterator[Fault]:
    if ability["effect"] == "draw" and ability["keep"] > ability["cards"]:
        yield path.at("keep").fault(f"{ability['keep']} is more than the {ability['cards']} cards drawn")


_words = table({"trigger": word("trigger", TRIGGERS), "effect": word("effect", EFFECTS)}, others=True)
abilities = array_of(
    with_rules(with_rules(_words, _parameters), _effect_works, _location_matters, _keeps_what_it_draws), least=1
)


def suits(kind: str) -> Check:
    """The triggers and effects of a card's abilities fit its kind."""

    def check(card: Table, path: FieldPath) -> Iterator[Fault]:
        for i, ability in enumerate(card["ability"]):
            at = path.at("ability").at(i)
            if ability["trigger"] not in TRIGGERS_OF[kind]:
                yield at.at("trigger").fault(f"{ability['trigger']} never happens to a {kind}")
            if ability["effect"] == "relocate" and kind != "specialist":
                yield at.at("effect").fault(f"relocate moves the worker of a specialist; this is a {kind}")
            if ability.get("stat") in WITHOUT_WORKER and kind == "specialist":
                yield at.at("stat").fault(f"{ability['stat']} is read when no worker acts")

    return check
