"""What must hold between the files of a card set: ids that differ, and references that lead somewhere."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.content.field_checks import Fault, Place, shown

Table = Mapping[str, Any]
Relation = Callable[[Table], Iterator[Fault]]

DECKS = {
    "salon": ("patrons", "patron", 2),
    "guild": ("instruments", "instrument", 2),
    "perform": ("performances", "performance", 0),
    "repair": ("repairs", "repair", 0),
}
"""Each display with the file and the pile of its deck, and the cards dealt from it to every player."""


def _one_pack(tables: Table) -> Iterator[Fault]:
    """Every file belongs to the pack of `pack.toml`."""
    pack = tables["pack"]["pack"]
    for name, file in tables.items():
        other = file.get("pack") if isinstance(file, Mapping) else None
        if isinstance(other, str) and other != pack:
            yield Place(f"{name}.toml").at("pack").fault(f"{shown(other)} is not {shown(pack)}, the pack of pack.toml")


def _ids_differ(tables: Table) -> Iterator[Fault]:
    """No two cards of the whole pack have the same id."""
    seen: dict[str, str] = {}
    for name, file in tables.items():
        for card in _all_cards(file):
            if card["id"] in seen:
                at = Place(f"{name}.toml", card["id"], "id")
                yield at.fault(f"is the id of another card too, in {seen[card['id']]}")
            seen[card["id"]] = f"{name}.toml"


def _all_cards(file: object) -> Iterator[Table]:
    for pile in file.values() if isinstance(file, Mapping) else ():
        for card in pile if isinstance(pile, list) else ():
            if isinstance(card, Mapping) and isinstance(card.get("id"), str):
                yield card


def _seats_have_instruments(tables: Table) -> Iterator[Fault]:
    instruments = _by_id(tables["instruments"]["instrument"])
    for seat in tables["orchestra"]["seat"]:
        at = Place("orchestra.toml", seat["id"], "instrument")
        if seat["instrument"] not in instruments:
            yield at.fault(f"{shown(seat['instrument'])} is no instrument")
        elif seat["id"] not in instruments[seat["instrument"]]["seats"]:
            yield at.fault(f"{seat['instrument']} does not name this seat among its own")


def _instruments_have_seats(tables: Table) -> Iterator[Fault]:
    """Tokens of an instrument can go to seats that exist, are of its section, and rare only if it is."""
    basic, rare = _by_id(tables["orchestra"]["seat"]), _by_id(tables["orchestra"]["rare_section"])
    for card in tables["instruments"]["instrument"]:
        places, noun = (rare, "rare section") if card["rare"] else (basic, "seat of the orchestra")
        for i, seat in enumerate(card["seats"]):
            at = Place("instruments.toml", card["id"]).at("seats").at(i)
            if seat not in places:
                yield at.fault(f"{shown(seat)} is no {noun}")
            elif places[seat]["section"] != card["section"]:
                yield at.fault(f"{shown(seat)} is not in the section {card['section']}")
            elif not card["rare"] and places[seat]["instrument"] != card["id"]:
                yield at.fault(f"{shown(seat)} is the seat of {places[seat]['instrument']}")


def _setups_have_seats(tables: Table) -> Iterator[Fault]:
    """Neutral tokens go to seats that exist, one to each."""
    seats = _by_id(tables["orchestra"]["seat"])
    for setup in tables["orchestra_setups"]["setup"]:
        taken: list[str] = []
        for group in ("instruments", "performances", "repairs"):
            for i, seat in enumerate(setup[group]):
                at = Place("orchestra_setups.toml", setup["id"]).at(group).at(i)
                if seat not in seats:
                    yield at.fault(f"{shown(seat)} is no seat of the orchestra")
                elif seat in taken:
                    yield at.fault(f"{shown(seat)} has another token on this card")
                taken.append(seat)


def _setups_have_copies(tables: Table) -> Iterator[Fault]:
    """For each neutral instrument there is a card to remove (TWO-3)."""
    seats = _by_id(tables["orchestra"]["seat"])
    instruments = _by_id(tables["instruments"]["instrument"])
    for setup in tables["orchestra_setups"]["setup"]:
        removed = Counter(seats[seat]["instrument"] for seat in setup["instruments"])
        for name, number in removed.items():
            if number > instruments[name]["copies"]:
                at = Place("orchestra_setups.toml", setup["id"], "instruments")
                yield at.fault(f"{number} cards {name} leave the game, of {instruments[name]['copies']}")


def _decks_last_through_setup(tables: Table) -> Iterator[Fault]:
    """There are enough cards to fill the displays and to deal from the same decks (SET-3, SET-7)."""
    for location, (file, pile, _) in DECKS.items():
        # Patrons come from deck A alone.
        number = sum(card.get("copies", 1) for card in tables[file][pile] if card.get("deck", "A") == "A")
        needed = max(_drawn_by_setup(tables, location, players) for players in (2, 3, 4))
        if number < needed:
            deck = "deck A" if location == "salon" else "the deck"
            text = f"the number of cards in {deck} is {number}, {needed} are needed to fill the display and to deal"
            yield Place(f"{file}.toml").at(pile).fault(text)


def _drawn_by_setup(tables: Table, location: str, players: int) -> int:
    """The cards shown and dealt, and with two players those that neutral instruments remove (TWO-3)."""
    shown = sum(
        len(entry["tiers"])
        for entry in tables["display"]["display"]
        if entry["location"] == location and players in entry["players"]
    )
    removed = max(len(setup["instruments"]) for setup in tables["orchestra_setups"]["setup"])
    return shown + DECKS[location][2] * players + (removed if location == "guild" and players == 2 else 0)


def _instruments_have_names(tables: Table) -> Iterator[Fault]:
    """The translated instruments are those of the set."""
    place = Place("i18n_terms.toml").at("instruments")
    instruments, names = _by_id(tables["instruments"]["instrument"]), tables["i18n_terms"]["instruments"]
    yield from (place.at(name).fault("is missing") for name in instruments if name not in names)
    yield from (place.at(name).fault("is no instrument of the set") for name in names if name not in instruments)


def _by_id(cards: Sequence[Table]) -> dict[str, Table]:
    return {card["id"]: card for card in cards}


RELATIONS: tuple[tuple[tuple[str, ...], Relation], ...] = (
    (("pack",), _one_pack),
    ((), _ids_differ),
    (("instruments", "orchestra"), _seats_have_instruments),
    (("instruments", "orchestra"), _instruments_have_seats),
    (("orchestra", "orchestra_setups"), _setups_have_seats),
    (("instruments", "orchestra", "orchestra_setups"), _setups_have_copies),
    (("display", "orchestra_setups", *(file for file, _, _ in DECKS.values())), _decks_last_through_setup),
    (("instruments", "i18n_terms"), _instruments_have_names),
)
"""Each with the files in which nothing else may be wrong before it is looked at."""
