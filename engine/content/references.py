"""Checks that compare the files of a card set: distinct ids, and references to cards and seats that exist."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.content.field_checks import Fault, FieldPath, short_repr

Table = Mapping[str, Any]
ReferenceCheck = Callable[[Table], Iterator[Fault]]

DECKS = {
    "salon": ("patrons", "patron", 2),
    "guild": ("instruments", "instrument", 2),
    "perform": ("performances", "performance", 0),
    "repair": ("repairs", "repair", 0),
}
"""Location -> file and field of its deck, and the number of cards dealt from the deck to every player."""


def _one_pack(tables: Table) -> Iterator[Fault]:
    """Every file has the `pack` of `pack.toml`."""
    pack = tables["pack"]["pack"]
    for name, file in tables.items():
        other = file.get("pack") if isinstance(file, Mapping) else None
        if isinstance(other, str) and other != pack:
            yield (
                FieldPath(f"{name}.toml")
                .at("pack")
                .fault(f"{short_repr(other)} is not {short_repr(pack)}, the pack of pack.toml")
            )


def _ids_differ(tables: Table) -> Iterator[Fault]:
    """No two cards of the set have the same id."""
    seen: dict[str, str] = {}
    for name, file in tables.items():
        for card in _all_cards(file):
            if card["id"] in seen:
                at = FieldPath(f"{name}.toml", card["id"], "id")
                yield at.fault(f"is also the id of a card in {seen[card['id']]}")
            seen[card["id"]] = f"{name}.toml"


def _all_cards(file: object) -> Iterator[Table]:
    for pile in file.values() if isinstance(file, Mapping) else ():
        for card in pile if isinstance(pile, list) else ():
            if isinstance(card, Mapping) and isinstance(card.get("id"), str):
                yield card


def _seats_have_instruments(tables: Table) -> Iterator[Fault]:
    instruments = _by_id(tables["instruments"]["instrument"])
    for seat in tables["orchestra"]["seat"]:
        at = FieldPath("orchestra.toml", seat["id"], "instrument")
        if seat["instrument"] not in instruments:
            yield at.fault(f"{short_repr(seat['instrument'])} is not an instrument")
        elif seat["id"] not in instruments[seat["instrument"]]["seats"]:
            yield at.fault(f"{seat['instrument']} does not list this seat")


def _instruments_have_seats(tables: Table) -> Iterator[Fault]:
    """The seats of an instrument exist, belong to its section, and are rare if and only if the instrument is."""
    basic, rare = _by_id(tables["orchestra"]["seat"]), _by_id(tables["orchestra"]["rare_section"])
    for card in tables["instruments"]["instrument"]:
        places, noun = (rare, "rare section") if card["rare"] else (basic, "seat of the orchestra")
        for i, seat in enumerate(card["seats"]):
            at = FieldPath("instruments.toml", card["id"]).at("seats").at(i)
            if seat not in places:
                yield at.fault(f"{short_repr(seat)} is not a {noun}")
            elif places[seat]["section"] != card["section"]:
                yield at.fault(f"{short_repr(seat)} is not in the section {card['section']}")
            elif not card["rare"] and places[seat]["instrument"] != card["id"]:
                yield at.fault(f"{short_repr(seat)} is the seat of {places[seat]['instrument']}")


def _setups_have_seats(tables: Table) -> Iterator[Fault]:
    """The seats of neutral tokens exist, and each has one token."""
    seats = _by_id(tables["orchestra"]["seat"])
    for setup in tables["orchestra_setups"]["setup"]:
        taken: list[str] = []
        for group in ("instruments", "performances", "repairs"):
            for i, seat in enumerate(setup[group]):
                at = FieldPath("orchestra_setups.toml", setup["id"]).at(group).at(i)
                if seat not in seats:
                    yield at.fault(f"{short_repr(seat)} is not a seat of the orchestra")
                elif seat in taken:
                    yield at.fault(f"{short_repr(seat)} has another token on this card")
                taken.append(seat)


def _setups_have_copies(tables: Table) -> Iterator[Fault]:
    """The deck holds a card to remove for each neutral instrument (TWO-3)."""
    seats = _by_id(tables["orchestra"]["seat"])
    instruments = _by_id(tables["instruments"]["instrument"])
    for setup in tables["orchestra_setups"]["setup"]:
        removed = Counter(seats[seat]["instrument"] for seat in setup["instruments"])
        for name, number in removed.items():
            if number > instruments[name]["copies"]:
                at = FieldPath("orchestra_setups.toml", setup["id"], "instruments")
                yield at.fault(f"{number} cards {name} leave the game, of {instruments[name]['copies']}")


def _decks_last_through_setup(tables: Table) -> Iterator[Fault]:
    """Every deck has enough cards to fill its display and to deal to all players (SET-3, SET-7)."""
    for location, (file, pile, _) in DECKS.items():
        # Patrons come from deck A alone.
        number = sum(card.get("copies", 1) for card in tables[file][pile] if card.get("deck", "A") == "A")
        needed = max(_drawn_by_setup(tables, location, players) for players in (2, 3, 4))
        if number < needed:
            deck = "deck A" if location == "salon" else "the deck"
            text = f"the number of cards in {deck} is {number}, {needed} are needed to fill the display and to deal"
            yield FieldPath(f"{file}.toml").at(pile).fault(text)


def _drawn_by_setup(tables: Table, location: str, players: int) -> int:
    """Cards displayed, dealt, and with two players removed for neutral instruments (TWO-3)."""
    displayed = sum(
        len(entry["tiers"])
        for entry in tables["display"]["display"]
        if entry["location"] == location and players in entry["players"]
    )
    removed = max(len(setup["instruments"]) for setup in tables["orchestra_setups"]["setup"])
    return displayed + DECKS[location][2] * players + (removed if location == "guild" and players == 2 else 0)


def _instruments_have_names(tables: Table) -> Iterator[Fault]:
    """Every instrument has translated names, and no other instrument has."""
    path = FieldPath("i18n_terms.toml").at("instruments")
    instruments, names = _by_id(tables["instruments"]["instrument"]), tables["i18n_terms"]["instruments"]
    yield from (path.at(name).fault("is missing") for name in instruments if name not in names)
    yield from (path.at(name).fault("is not an instrument of the set") for name in names if name not in instruments)


def _by_id(cards: Sequence[Table]) -> dict[str, Table]:
    return {card["id"]: card for card in cards}


REFERENCE_CHECKS: tuple[tuple[tuple[str, ...], ReferenceCheck], ...] = (
    (("pack",), _one_pack),
    ((), _ids_differ),
    (("instruments", "orchestra"), _seats_have_instruments),
    (("instruments", "orchestra"), _instruments_have_seats),
    (("orchestra", "orchestra_setups"), _setups_have_seats),
    (("instruments", "orchestra", "orchestra_setups"), _setups_have_copies),
    (("display", "orchestra_setups", *(file for file, _, _ in DECKS.values())), _decks_last_through_setup),
    (("instruments", "i18n_terms"), _instruments_have_names),
)
"""Each check with the files that must have no other fault before it runs."""
