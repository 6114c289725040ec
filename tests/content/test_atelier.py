"""The card set Atelier: it has no faults, and its design goals hold."""

import copy
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from typing import Any

import pytest

from engine.content import Content, cards, vocabulary
from engine.content.cards import digest
from engine.content.check import check
from engine.content.files import ATELIER, check_folder, load, read_tables
from tests.content.sets import atelier_tables

SECTIONS, ERAS, TRACKS, LOCATIONS = cards.SECTIONS, cards.ERAS, cards.TRACKS, cards.LOCATIONS


@pytest.fixture(scope="module")
def atelier() -> Content:
    return load()


def even(words: Iterable[str], times: int) -> dict[str, int]:
    return dict.fromkeys(words, times)


def all_abilities(atelier: Content) -> Iterator[cards.Ability]:
    card: Any
    for card in [*atelier.patrons.values(), *atelier.families.values(), *atelier.specialists.values()]:
        yield from card.ability


def all_counters(atelier: Content) -> Iterator[cards.Counter]:
    yield from (card.counter for card in atelier.goals.values())
    yield from (card.counter for card in atelier.awards.values())
    yield from (ability.counter for ability in all_abilities(atelier) if ability.counter)


def test_atelier_has_no_faults() -> None:
    """Neither in its tables nor in its folder."""
    assert check(atelier_tables()) == []
    assert check_folder(ATELIER) == []


def test_the_label_says_that_atelier_is_not_the_printed_game(atelier: Content) -> None:
    """The app shows the label wherever it names the set."""
    assert atelier.original
    assert "original card set" in atelier.label
    assert "not the card data of the printed game" in atelier.label


def test_every_deck_has_its_size(atelier: Content) -> None:
    """The numbers of different cards."""
    sizes = {
        "instruments": 31,
        "patrons": 48,
        "families": 12,
        "performances": 24,
        "repairs": 24,
        "markets": 12,
        "goals": 20,
        "awards": 15,
        "specialists": 24,
        "setups": 8,
        "intention_deck": 18,
    }
    assert {name: len(getattr(atelier, name)) for name in sizes} == sizes


def test_flavour_is_one_sentence(atelier: Content) -> None:
    """On instruments, patrons and families."""
    card: Any
    for card in [*atelier.instruments.values(), *atelier.patrons.values(), *atelier.families.values()]:
        assert re.fullmatch(r"[^\n.!?]+\.", card.flavour), card.id


# --- Board ------------------------------------------------------------------------------------------------------------


def test_dice_have_their_faces(atelier: Content) -> None:
    """Black is one note better on every face; purple gives goods."""
    assert atelier.dice.white == (0, 1, 1, 2, 2, 3)
    assert atelier.dice.black == tuple(notes + 1 for notes in atelier.dice.white)
    assert len(set(atelier.dice.purple)) == 6


def test_displays_of_two_seats_are_a_slot_shorter_at_perform_and_repair(atelier: Content) -> None:
    """Five slots of rising tiers, and four with the cover tile."""
    for (location, players), tiers in atelier.tiers.items():
        small = players < 3 and location in ("perform", "repair")
        assert tiers == ((1, 1, 2, 3) if small else (1, 1, 2, 2, 3))


def test_each_further_first_chair_scores_at_least_as_much_as_the_one_before(atelier: Content) -> None:
    """From 0 to 10 chairs and beyond."""
    table = atelier.first_chair_table
    steps = [after - before for before, after in pairwise(table)]
    assert (table[0], len(table)) == (0, 11)
    assert [*steps, atelier.first_chair_beyond] == sorted([*steps, atelier.first_chair_beyond])


def test_every_section_has_two_seats_of_each_era_and_a_rare_place(atelier: Content) -> None:
    """Besides the two violin seats, which span two eras each."""
    seats = [seat for seat in atelier.orchestra.values() if not seat.rare]
    columns = Counter((seat.section, seat.eras[0]) for seat in seats if len(seat.eras) == 1)
    assert columns == dict.fromkeys(product(SECTIONS, ERAS), 2)
    assert {seat.instrument: seat.section for seat in seats if len(seat.eras) == 2} == {"violin": "string"}
    assert [seat.eras for seat in seats if len(seat.eras) == 2] == [ERAS[:2], ERAS[1:]]
    assert [seat.section for seat in atelier.orchestra.values() if seat.rare] == list(SECTIONS)


def test_the_rare_percussion_bonus_is_the_published_one(atelier: Content) -> None:
    """No other number of the set is a published fact."""
    assert dict(atelier.orchestra["rare-percussion"].bonus) == {"instrument": 1, "inspiration": 1, "money": 1}


# --- Cards ------------------------------------------------------------------------------------------------------------


def test_instrument_deck_has_52_cards(atelier: Content) -> None:
    """Two of each basic instrument, four violins, one of each rare one."""
    instruments = atelier.instruments.values()
    number = Counter[str]()
    for card in instruments:
        number["rare" if card.rare else card.section] += card.copies
        assert card.copies == (1 if card.rare else 4 if card.id == "violin" else 2)
        assert len(card.seats) == (2 if card.id == "violin" else 1)
    assert number == {"string": 16, "wind": 12, "percussion": 12, "rare": 12}
    assert Counter(card.section for card in instruments if card.rare) == even(SECTIONS, 4)


def test_no_two_instruments_of_a_section_cost_the_same(atelier: Content) -> None:
    """So that no two are equivalent choices."""
    costs = Counter(
        (card.section, tuple(sorted(card.rough)), tuple(sorted(card.finish))) for card in atelier.instruments.values()
    )
    assert max(costs.values()) == 1


@pytest.mark.rule("PAT-7")
def test_patron_decks_have_their_types(atelier: Content) -> None:
    """Deck A and deck B alike, and eight royals."""
    found = Counter((card.deck, card.type) for card in atelier.patrons.values())
    each = {"performer": 7, "composer": 7, "noble": 6}
    decks = {(deck, kind): number for deck in "AB" for kind, number in each.items()}
    assert found == {**decks, ("royal", "royal"): 8}


@pytest.mark.rule("PAT-7")
def test_patrons_give_what_their_type_gives(atelier: Content) -> None:
    """Performers apprentices and inspiration, composers apprentices and materials, nobles money, royals prestige."""
    words = {
        "performer": {"apprentice", "inspiration"},
        "composer": {"apprentice", "material", *cards.MATERIALS},
        "noble": {"money"},
        "royal": {"prestige"},
    }
    for card in atelier.patrons.values():
        assert {word for gift in card.gifts for word, _ in gift} <= words[card.type], card.id
        assert len({tuple(sorted(gift)) for gift in card.gifts}) == 2, card.id


@pytest.mark.rule("PAT-7")
def test_patrons_have_the_abilities_of_their_deck(atelier: Content) -> None:
    """Deck A and royals work during the game, nobles and royals at the start of rounds; deck B scores at the end."""
    scored = {
        "performer": {"first_chairs", "second_chairs", "tokens"},
        "composer": {"tokens", "specialists", "track_spaces", "tracks_completed", "awards"},
        "noble": {"patrons", "instruments", "first_chairs"},
    }
    for card in atelier.patrons.values():
        triggers = {ability.trigger for ability in card.ability}
        if card.deck == "B":
            assert {ability.counter.of for ability in card.ability if ability.counter} <= scored[card.type], card.id
        elif card.type in ("noble", "royal"):
            assert triggers == {"round_start"}, card.id


def test_eras_and_sections_are_spread_over_the_patron_decks(atelier: Content) -> None:
    """Eras and sections are about equally frequent, and each secondary requirement allows a performance or repair."""
    for deck in "AB":
        patrons = [card for card in atelier.patrons.values() if card.deck == deck]
        eras = Counter(card.era for card in patrons)
        primaries = Counter(card.requirements[0].section for card in patrons)
        assert all(5 <= eras[era] <= 8 for era in ERAS)
        assert all(5 <= primaries[section] <= 8 for section in SECTIONS)
    rows = [row for card in atelier.patrons.values() for row in card.requirements[1:]]
    assert all(row.perform or row.repair for row in rows)


def test_patrons_lived_in_the_time_of_the_game(atelier: Content) -> None:
    """Historical people, all dead for a century."""
    for card in atelier.patrons.values():
        assert 1500 < card.born < card.died < 1925, card.id


def test_families_are_numbered_from_1_to_12(atelier: Content) -> None:
    """And start with at most three apprentices and nine materials."""
    families = atelier.families.values()
    assert sorted(card.number for card in families) == list(range(1, 13))
    for card in families:
        goods = dict(card.goods)
        assert goods.get("apprentice", 0) <= 3, card.id
        assert sum(goods.get(word, 0) for word in cards.MATERIALS) <= 9, card.id


def test_each_era_has_eight_performances(atelier: Content) -> None:
    """Composed between 1600 and 1900, with reachable levels that all pay money."""
    assert Counter(card.era for card in atelier.performances.values()) == even(ERAS, 8)
    for card in atelier.performances.values():
        assert 1600 <= card.year <= 1900, card.id
        assert 5 <= card.medium <= 8 <= card.high <= 12, card.id
        assert card.high - card.medium >= 2, card.id
        rewards = [dict(reward) for reward in card.rewards]
        assert all("money" in reward and set(reward) <= {"money", "prestige"} for reward in rewards), card.id
        values = [reward["money"] + 2.5 * reward.get("prestige", 0) for reward in rewards]
        assert values == sorted(set(values)), card.id


def test_each_section_has_eight_repairs(atelier: Content) -> None:
    """One to four materials for two to seven prestige."""
    assert Counter(card.section for card in atelier.repairs.values()) == even(SECTIONS, 8)
    for card in atelier.repairs.values():
        assert 1 <= sum(number for _, number in card.cost) <= 4, card.id
        assert 2 <= card.prestige <= 7, card.id


def test_every_price_stands_on_four_market_cards(atelier: Content) -> None:
    """Three prices a material, and no two equal cards."""
    markets = atelier.markets.values()
    for material, lowest in (("animal", 1), ("wood", 2), ("metal", 4)):
        prices = Counter(card.price(material) for card in markets)
        assert prices == {lowest: 4, lowest + 1: 4, lowest + 2: 4}
    assert len({card.prices for card in markets}) == 12


def test_no_two_goals_and_no_two_awards_count_the_same(atelier: Content) -> None:
    """So that each goal and each award is different."""
    for deck in (atelier.goals, atelier.awards):
        assert len({card.counter for card in deck.values()}) == len(deck)


def test_each_track_has_eight_specialists(atelier: Content) -> None:
    """Of which at most five are in a game."""
    assert Counter(card.track for card in atelier.specialists.values()) == even(TRACKS, 8)


def test_setups_block_all_parts_of_the_orchestra_evenly(atelier: Content) -> None:
    """Three instruments, two performances, two repairs; mixed sections and eras; closed levels that add up to six."""
    seats = atelier.orchestra
    for card in atelier.setups.values():
        placed = [*card.instruments, *card.performances, *card.repairs]
        assert (len(card.instruments), len(card.performances), len(card.repairs)) == (3, 2, 2)
        assert {seats[seat].section for seat in card.instruments} == set(SECTIONS), card.id
        assert any(set(eras) == set(ERAS) for eras in product(*(seats[seat].eras for seat in card.instruments))), (
            card.id
        )
        assert max(Counter(seats[seat].section for seat in placed).values()) <= 3, card.id
        assert all(2 <= sum(era in seats[seat].eras for seat in placed) <= 3 for era in ERAS), card.id
        assert sum(card.blocked_levels) == 6, card.id


def test_every_seat_is_blocked_by_two_to_four_setups(atelier: Content) -> None:
    """By one or two of them with an instrument."""
    setups = atelier.setups.values()
    uses = Counter(seat for card in setups for seat in (*card.instruments, *card.performances, *card.repairs))
    as_instrument = Counter(seat for card in setups for seat in card.instruments)
    for seat in atelier.orchestra.values():
        assert seat.rare or 2 <= uses[seat.id] <= 4, seat.id
        assert seat.rare or 1 <= as_instrument[seat.id] <= 2, seat.id


def test_intention_deck_is_even(atelier: Content) -> None:
    """Numbers and preferences are equally frequent, locations nearly so, in the first position and overall."""
    deck = atelier.intention_deck
    assert Counter(card.number for card in deck) == even(("highest", "middle", "lowest"), 6)
    assert Counter(card.section for card in deck) == even(SECTIONS, 6)
    assert Counter(card.era for card in deck) == even(ERAS, 6)
    assert Counter(card.goods for card in deck) == even(("money", "inspiration"), 9)
    first = Counter(card.locations[0] for card in deck)
    named = Counter(location for card in deck for location in card.locations)
    assert all(2 <= first[location] <= 3 and 6 <= named[location] <= 9 for location in LOCATIONS)


# --- Words ------------------------------------------------------------------------------------------------------------


def used_words(atelier: Content) -> dict[str, set[str]]:
    """The words of each closed list that a card uses."""
    abilities, counters = list(all_abilities(atelier)), list(all_counters(atelier))
    return {
        "GOODS": set(goods_words(atelier_tables())),
        "TRIGGERS": {ability.trigger for ability in abilities},
        "CONDITIONS": {word for ability in abilities for word, _ in ability.when},
        "EFFECTS": {ability.effect for ability in abilities},
        "STATS": {ability.stat for ability in abilities},
        "RULES": {ability.rule for ability in abilities},
        "COUNTERS": {counter.of for counter in counters},
        "FOLDS": {counter.fold for counter in counters if counter.fold},
        "GENRES": {card.genre for card in atelier.performances.values()},
    }


def goods_words(value: Any) -> Iterator[str]:
    """The goods words with an amount in tables at any depth."""
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key in vocabulary.GOODS and isinstance(one, int):
            yield key
        yield from goods_words(one)


@pytest.mark.parametrize(
    "name", ["GOODS", "TRIGGERS", "CONDITIONS", "EFFECTS", "STATS", "RULES", "COUNTERS", "FOLDS", "GENRES"]
)
def test_a_card_uses_every_word_of_the_vocabulary(atelier: Content, name: str) -> None:
    """A word that no card uses would be code that no game runs."""
    assert set(getattr(vocabulary, name)) - used_words(atelier)[name] == set()


def test_the_english_names_of_instruments_are_those_of_their_cards(atelier: Content) -> None:
    """In the table of translations."""
    names = atelier_tables()["i18n_terms"]["instruments"]
    assert {name: one["en"] for name, one in names.items()} == {
        card.id: card.name for card in atelier.instruments.values()
    }


def test_every_basic_word_is_translated() -> None:
    """Sections, eras, materials, locations, levels, patron types and goods have a term."""
    words = [*SECTIONS, *ERAS, *cards.MATERIALS, *LOCATIONS, *cards.LEVELS, *cards.PATRON_TYPES, *vocabulary.GOODS]
    assert set(words) - set(atelier_tables()["i18n_terms"]["terms"]) == set()


def test_a_corrected_text_keeps_stored_games_playable_and_a_changed_number_does_not() -> None:
    """The digest in the header of a game covers only the fields that rules read."""
    tables = copy.deepcopy(read_tables())
    before = digest(tables)
    tables["patrons"]["patron"][0]["flavour"] = "Another sentence."
    tables["instruments"]["instrument"][0]["name"] = "Fiddle"
    assert digest(tables) == before
    tables["instruments"]["instrument"][0]["prestige"] += 1
    assert digest(tables) != before
