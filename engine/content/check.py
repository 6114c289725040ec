"""Names each fault of a card set, so that whatever passes can be played.

Any set of the shape that `VOCABULARY.md` describes passes: nothing here knows a particular card, or how strong it is.
`FILES` tells the fields of every file; a rule beside a field, a card or a file tells what else must hold of it, and may
rely on its fields. `card_text.py` has what abilities may say, `relations.py` what must hold between files.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.content.card_text import abilities, cost, counter, goods, goods_choice, levels, reach
from engine.content.cards import DISPLAYS, ERAS, LEVELS, LOCATIONS, MATERIALS, PATRON_TYPES, SECTIONS, TRACKS
from engine.content.field_checks import (
    Check,
    Fault,
    Place,
    anything,
    each,
    flag,
    many,
    set_of,
    shown,
    slug,
    table,
    text,
    then,
    whole,
    word,
)
from engine.content.references import RELATIONS
from engine.content.vocabulary import GENRES

__all__ = ["FILES", "Fault", "check"]

Table = Mapping[str, Any]


def check(tables: Table) -> list[Fault]:
    """All faults of a card set: file name without ending -> its parsed TOML."""
    faults = [fault for name in FILES for fault in _in_file(name, tables)]
    faults += [Fault(f"{name}.toml", "", "", "is no file of a card set") for name in tables if name not in FILES]
    for files, relation in RELATIONS:
        faulty = {fault.file for fault in faults}
        if faulty.isdisjoint(f"{name}.toml" for name in files):
            faults += relation(tables)
    return faults


def _in_file(name: str, tables: Table) -> list[Fault]:
    place = Place(f"{name}.toml")
    return list(FILES[name](tables[name], place)) if name in tables else [place.fault("is missing")]


# --- Cards ------------------------------------------------------------------------------------------------------------


def _patron_fits(patron: Table, place: Place) -> Iterator[Fault]:
    """Type, deck, rows and years of a patron agree."""
    kind, deck, rows = patron["type"], patron["deck"], len(patron["secondary"])
    if (kind == "royal") != (deck == "royal"):
        yield place.at("type").fault(f"a {kind} does not belong to deck {deck}")
    if rows != ROWS[kind]:
        yield place.at("secondary").fault(f"the number of rows is {rows}, but a {kind} has {ROWS[kind]}")
    if patron["died"] < patron["born"]:
        yield place.at("died").fault(f"{patron['died']} is before {patron['born']}")
    yield from reach(f"patron of deck {deck}")(patron, place)


ROWS = {"performer": 0, "composer": 1, "noble": 2, "royal": 0}
"""Secondary requirements of each type of patron (PAT-7)."""


def _high_above_medium(performance: Table, place: Place) -> Iterator[Fault]:
    if performance["high"] <= performance["medium"]:
        yield place.at("high").fault(f"{performance['high']} is not above medium, {performance['medium']}")


def _never_falls(values: Sequence[int], place: Place) -> Iterator[Fault]:
    for i in range(1, len(values)):
        if values[i] < values[i - 1]:
            yield place.at(i).fault(f"{values[i]} is below the {values[i - 1]} before it")


def _cards(*rules: Check, **fields: Check) -> Check:
    """An array of cards, not empty; a fault in a card is told of it by its id."""
    card = then(table({"id": slug, **fields}, {"flavour": text}), *rules)

    def check(value: object, place: Place) -> Iterator[Fault]:
        yield from many(anything, least=1)(value, place)
        for i, one in enumerate(value if isinstance(value, list) else ()):
            yield from card(one, Place(place.file, _name(one, place.at(i).field)))

    return check


def _name(card: object, otherwise: str) -> str:
    name = card.get("id") if isinstance(card, Mapping) else None
    return name if isinstance(name, str) and name.strip() else otherwise


# --- Files ------------------------------------------------------------------------------------------------------------


def _file(*rules: Check, **fields: Check) -> Check:
    return then(table({"pack": slug, **fields}), *rules)


def _enough(pile: str, least: int, why: str, **kind: str) -> Check:
    """A pile holds so many cards, of a kind if one is named."""
    of_kind = "".join(f" of {name} {value}" for name, value in kind.items())

    def check(file: Table, place: Place) -> Iterator[Fault]:
        number = sum(all(card[name] == value for name, value in kind.items()) for card in file[pile])
        if number < least:
            yield place.at(pile).fault(f"the number of cards{of_kind} is {number}, {least} are needed: {why}")

    return check


def _lists_every_file(pack: Table, place: Place) -> Iterator[Fault]:
    known = [f"{name}.toml" for name in FILES if name != "pack"]
    for i, name in enumerate(pack["files"]):
        if name not in known:
            yield place.at("files").at(i).fault(f"{shown(name)} is no file of a card set")
    for name in known:
        if name not in pack["files"]:
            yield place.at("files").fault(f"{name} is not listed")


def _displays_cover(file: Table, place: Place) -> Iterator[Fault]:
    """Every display is told once for every number of players."""
    told = Counter((entry["location"], players) for entry in file["display"] for players in entry["players"])
    for location in DISPLAYS:
        for players in (2, 3, 4):
            if told[location, players] != 1:
                times = told[location, players]
                yield place.at("display").fault(f"{location} with {players} players is told {times} times, not once")


def _one_card_is_first(file: Table, place: Place) -> Iterator[Fault]:
    number = sum(card["first_round"] for card in file["market"])
    if number != 1:
        yield place.at("market").fault(f"first_round is true on {number} cards, not on one")


def _numbers_differ(file: Table, place: Place) -> Iterator[Fault]:
    taken: dict[int, str] = {}
    for family in file["family"]:
        other = taken.setdefault(family["number"], family["id"])
        if other != family["id"]:
            at = Place(place.file, family["id"], "number")
            yield at.fault(f"{family['number']} is also the number of {other}")


_section = word("section", SECTIONS)
_seat_ids = set_of(slug, least=0)
_goal = {"name": text, "counter": counter, "levels": levels}
_year = whole(1, 2100)
_translations = table({"en": text, "es": text, "zh-Hant": text})

FILES: Mapping[str, Check] = {
    "pack": _file(_lists_every_file, name=text, version=text, original=flag, label=text, files=set_of(text)),
    "dice": _file(white=many(whole(), 6, 6), black=many(whole(), 6, 6), purple=many(goods, 6, 6)),
    "display": _file(
        _displays_cover,
        display=_cards(
            location=word("display", DISPLAYS),
            players=set_of(whole(1, 4)),
            tiers=then(many(whole(1, 3), least=1), _never_falls),
        ),
    ),
    "orchestra": _file(
        second_chair=goods_choice,
        first_chair_table=then(many(whole(), least=1), _never_falls),
        first_chair_beyond=whole(),
        seat=_cards(name=text, section=_section, eras=set_of(word("era", ERAS), 1, 2), instrument=slug, bonus=goods),
        rare_section=_cards(name=text, section=_section, bonus=goods),
    ),
    "instruments": _file(
        instrument=_cards(
            name=text,
            section=_section,
            rare=flag,
            copies=whole(1),
            seats=set_of(slug),
            rough=cost,
            finish=cost,
            prestige=whole(),
        ),
    ),
    "patrons": _file(
        _enough("patron", 1, "they follow on deck A", deck="B"),
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
            secondary=many(table({"section": _section, "perform": flag, "repair": flag})),
            prestige=whole(),
            gifts=many(goods, 3, 3),
            ability=abilities,
        ),
    ),
    "families": _file(
        _enough("family", 8, "two are dealt to each of four players"),
        _numbers_differ,
        family=_cards(reach("family"), name=text, place=text, number=whole(1), goods=goods, ability=abilities),
    ),
    "performances": _file(
        performance=_cards(
            _high_above_medium,
            name=text,
            composer=text,
            year=_year,
            era=word("era", ERAS),
            genre=word("genre", GENRES),
            medium=whole(1),
            high=whole(1),
            rewards=table(dict.fromkeys(LEVELS, goods)),
        )
    ),
    "repairs": _file(repair=_cards(name=text, section=_section, cost=cost, prestige=whole())),
    "market": _file(
        _enough("market", 6, "one is shown in each of six rounds"),
        _one_card_is_first,
        market=_cards(name=text, first_round=flag, prices=table(dict.fromkeys(MATERIALS, whole(1)))),
    ),
    "goals": _file(_enough("goal", 16, "four are dealt to each of four players"), goal=_cards(**_goal)),
    "awards": _file(_enough("award", 4, "so many lie open with four players"), award=_cards(**_goal)),
    "specialists": _file(
        *(_enough("specialist", 5, "one more than players is kept", track=track) for track in TRACKS),
        end_prestige=whole(),
        specialist=_cards(reach("specialist"), name=text, track=word("track", TRACKS), ability=abilities),
    ),
    "orchestra_setups": _file(
        setup=_cards(
            instruments=_seat_ids,
            performances=_seat_ids,
            repairs=_seat_ids,
            blocked_levels=many(whole(1, 3), 3, 3),
        )
    ),
    "automa": _file(
        _enough("card", 5, "a rival has five workers out at once"),
        card=_cards(
            locations=set_of(word("location", LOCATIONS), 3, 3),
            number=word("number", ("highest", "middle", "lowest")),
            apprentices=whole(0, 2),
            prefer=table(
                {
                    "section": _section,
                    "era": word("era", ERAS),
                    "goods": word("preferred goods", ("money", "inspiration")),
                    "tier": word("preferred tier", ("free", "paid")),
                }
            ),
        ),
    ),
    "i18n_terms": _file(terms=each(_translations), instruments=each(_translations)),
}
"""What each file must be; `pack.toml` lists the others."""
