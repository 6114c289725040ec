"""Finds the faults of a card set; a set without faults can be played.

Every set that follows `VOCABULARY.md` passes: no check knows a particular card, or how strong a card is. `FILES` holds
the fields of every file. Rules beside a field, a card or a file run only if its fields have no fault. The checks of
abilities are in `card_text.py`, those that compare files in `references.py`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.content.card_text import abilities, cost, counter, goods, goods_choice, levels, suits
from engine.content.cards import DISPLAYS, ERAS, LEVELS, LOCATIONS, MATERIALS, PATRON_TYPES, SECTIONS, TRACKS
from engine.content.field_checks import (
    Check,
    Fault,
    FieldPath,
    anything,
    array_of,
    boolean,
    set_of,
    short_repr,
    slug,
    table,
    table_of,
    text,
    whole_number,
    with_rules,
    word,
)
from engine.content.references import REFERENCE_CHECKS
from engine.content.vocabulary import GENRES

__all__ = ["FILES", "Fault", "check"]

Table = Mapping[str, Any]


def check(tables: Table) -> list[Fault]:
    """All faults of a card set: file name without ending -> its parsed TOML."""
    faults = [fault for name in FILES for fault in _in_file(name, tables)]
    faults += [Fault(f"{name}.toml", "", "", "is not a file of a card set") for name in tables if name not in FILES]
    for files, compare in REFERENCE_CHECKS:
        faulty = {fault.file for fault in faults}
        if faulty.isdisjoint(f"{name}.toml" for name in files):
            faults += compare(tables)
    return faults


def _in_file(name: str, tables: Table) -> list[Fault]:
    path = FieldPath(f"{name}.toml")
    return list(FILES[name](tables[name], path)) if name in tables else [path.fault("is missing")]


# --- Cards ------------------------------------------------------------------------------------------------------------


def _patron_fits(patron: Table, path: FieldPath) -> Iterator[Fault]:
    """Type, deck, requirements and years of a patron agree."""
    kind, deck, secondary = patron["type"], patron["deck"], len(patron["secondary"])
    if (kind == "royal") != (deck == "royal"):
        yield path.at("type").fault(f"a {kind} does not belong to deck {deck}")
    if secondary != SECONDARY[kind]:
        wrong = f"the number of requirements is {secondary}, but a {kind} has {SECONDARY[kind]}"
        yield path.at("secondary").fault(wrong)
    if patron["died"] < patron["born"]:
        yield path.at("died").fault(f"{patron['died']} is before {patron['born']}")
    yield from suits(f"patron of deck {deck}")(patron, path)


SECONDARY = {"performer": 0, "composer": 1, "noble": 2, "royal": 0}
"""Number of secondary requirements by type of patron (PAT-7)."""


def _high_above_medium(performance: Table, path: FieldPath) -> Iterator[Fault]:
    if performance["high"] <= performance["medium"]:
        yield path.at("high").fault(f"{performance['high']} is not above medium, {performance['medium']}")


def _never_falls(values: Sequence[int], path: FieldPath) -> Iterator[Fault]:
    for i in range(1, len(values)):
        if values[i] < values[i - 1]:
            yield path.at(i).fault(f"{values[i]} is below the {values[i - 1]} before it")


def _cards(*rules: Check, **fields: Check) -> Check:
    """An array of at least one card; the path of a fault in a card starts with its id."""
    card = with_rules(table({"id": slug, **fields}, {"flavour": text}), *rules)

    def check(value: object, path: FieldPath) -> Iterator[Fault]:
        yield from array_of(anything, least=1)(value, path)
        for i, one in enumerate(value if isinstance(value, list) else ()):
            yield from card(one, FieldPath(path.file, _name(one, path.at(i).field)))

    return check


def _name(card: object, otherwise: str) -> str:
    name = card.get("id") if isinstance(card, Mapping) else None
    return name if isinstance(name, str) and name.strip() else otherwise


# --- Files ------------------------------------------------------------------------------------------------------------


def _file(*rules: Check, **fields: Check) -> Check:
    return with_rules(table({"pack": slug, **fields}), *rules)


def _enough(pile: str, least: int, why: str, **kind: str) -> Check:
    """An array has at least so many cards, or so many with the given fields."""
    of_kind = "".join(f" of {name} {value}" for name, value in kind.items())

    def check(file: Table, path: FieldPath) -> Iterator[Fault]:
        number = sum(all(card[name] == value for name, value in kind.items()) for card in file[pile])
        if number < least:
            yield path.at(pile).fault(f"the number of cards{of_kind} is {number}, {least} are needed: {why}")

    return check


def _lists_every_file(pack: Table, path: FieldPath) -> Iterator[Fault]:
    known = [f"{name}.toml" for name in FILES if name != "pack"]
    for i, name in enumerate(pack["files"]):
        if name not in known:
            yield path.at("files").at(i).fault(f"{short_repr(name)} is not a file of a card set")
    for name in known:
        if name not in pack["files"]:
            yield path.at("files").fault(f"{name} is not listed")


def _displays_cover(file: Table, path: FieldPath) -> Iterator[Fault]:
    """Every display is given once for every number of players."""
    given = Counter((entry["location"], players) for entry in file["display"] for players in entry["players"])
    for location in DISPLAYS:
        for players in (2, 3, 4):
            if given[location, players] != 1:
                times = given[location, players]
                yield path.at("display").fault(f"{location} with {players} players is given {times} times, not once")


def _one_card_is_first(file: Table, path: FieldPath) -> Iterator[Fault]:
    number = sum(card["first_round"] for card in file["market"])
    if number != 1:
        yield path.at("market").fault(f"first_round is true on {number} cards, not on one")


def _numbers_differ(file: Table, path: FieldPath) -> Iterator[Fault]:
    taken: dict[int, str] = {}
    for family in file["family"]:
        other = taken.setdefault(family["number"], family["id"])
        if other != family["id"]:
            at = FieldPath(path.file, family["id"], "number")
            yield at.fault(f"{family['number']} is also the number of {other}")


_section = word("section", SECTIONS)
_seat_ids = set_of(slug, least=0)
_goal = {"name": text, "counter": counter, "levels": levels}
_year = whole_number(1, 2100)
_translations = table({"en": text, "es": text, "zh-Hant": text})

FILES: Mapping[str, Check] = {
    "pack": _file(_lists_every_file, name=text, version=text, original=boolean, label=text, files=set_of(text)),
    "dice": _file(
        white=array_of(whole_number(), 6, 6), black=array_of(whole_number(), 6, 6), purple=array_of(goods, 6, 6)
    ),
    "display": _file(
        _displays_cover,
        display=_cards(
            location=word("display", DISPLAYS),
            players=set_of(whole_number(1, 4)),
            tiers=with_rules(array_of(whole_number(1, 3), least=1), _never_falls),
        ),
    ),
    "orchestra": _file(
        second_chair=goods_choice,
        first_chair_table=with_rules(array_of(whole_number(), least=1), _never_falls),
        first_chair_beyond=whole_number(),
        seat=_cards(name=text, section=_section, eras=set_of(word("era", ERAS), 1, 2), instrument=slug, bonus=goods),
        rare_section=_cards(name=text, section=_section, bonus=goods),
    ),
    "instruments": _file(
        instrument=_cards(
            name=text,
            section=_section,
            rare=boolean,
            copies=whole_number(1),
            seats=set_of(slug),
            rough=cost,
            finish=cost,
            prestige=whole_number(),
        ),
    ),
    "patrons": _file(
        _enough("patron", 1, "deck B follows deck A", deck="B"),
        _enough("patron", 5, "one more than players is kept", deck="royal"),
        patron=_cards(
            _patron_fits,
            name=text,
            born=_year,
            died=_year,
            deck=word("deck", ("A", "B", "royal")),
            type=word("type of patron", PATRON_TYPES),
            era=word("era", (*ERAS, "any")),
            primary=_section,
            secondary=array_of(table({"section": _section, "perform": boolean, "repair": boolean})),
            prestige=whole_number(),
            gifts=array_of(goods, 3, 3),
            ability=abilities,
        ),
    ),
    "families": _file(
        _enough("family", 8, "two are dealt to each of four players"),
        _numbers_differ,
        family=_cards(suits("family"), name=text, place=text, number=whole_number(1), goods=goods, ability=abilities),
    ),
    "performances": _file(
        performance=_cards(
            _high_above_medium,
            name=text,
            composer=text,
            year=_year,
            era=word("era", ERAS),
            genre=word("genre", GENRES),
            medium=whole_number(1),
            high=whole_number(1),
            rewards=table(dict.fromkeys(LEVELS, goods)),
        )
    ),
    "repairs": _file(repair=_cards(name=text, section=_section, cost=cost, prestige=whole_number())),
    "market": _file(
        _enough("market", 6, "one is shown in each of six rounds"),
        _one_card_is_first,
        market=_cards(name=text, first_round=boolean, prices=table(dict.fromkeys(MATERIALS, whole_number(1)))),
    ),
    "goals": _file(_enough("goal", 16, "four are dealt to each of four players"), goal=_cards(**_goal)),
    "awards": _file(_enough("award", 4, "four seats play with four awards"), award=_cards(**_goal)),
    "specialists": _file(
        *(_enough("specialist", 5, "one more than players is kept", track=track) for track in TRACKS),
        end_prestige=whole_number(),
        specialist=_cards(suits("specialist"), name=text, track=word("track", TRACKS), ability=abilities),
    ),
    "orchestra_setups": _file(
        setup=_cards(
            instruments=_seat_ids,
            performances=_seat_ids,
            repairs=_seat_ids,
            blocked_levels=array_of(whole_number(1, 3), 3, 3),
        )
    ),
    "automa": _file(
        _enough("card", 5, "an AI places up to five workers in a round"),
        card=_cards(
            locations=set_of(word("location", LOCATIONS), 3, 3),
            number=word("number", ("highest", "middle", "lowest")),
            apprentices=whole_number(0, 2),
            prefer=table(
                {
                    "section": _section,
                    "era": word("era", ERAS),
                    "goods": word("goods preference", ("money", "inspiration")),
                    "tier": word("tier preference", ("free", "paid")),
                }
            ),
        ),
    ),
    "i18n_terms": _file(terms=table_of(_translations), instruments=table_of(_translations)),
}
"""File name without ending -> the check of its table."""
