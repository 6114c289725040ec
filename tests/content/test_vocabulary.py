"""The words in code are those of engine/content/VOCABULARY.md, both ways."""

import re
from dataclasses import fields
from functools import cache

import pytest

from engine.content import cards, vocabulary
from engine.content.check import FILES
from engine.content.files import ATELIER

LISTS = {
    "Goods": vocabulary.GOODS,
    "Triggers": vocabulary.TRIGGERS,
    "Conditions": vocabulary.CONDITIONS,
    "Effects": vocabulary.EFFECTS,
    "Stats": vocabulary.STATS,
    "Rules": vocabulary.RULES,
    "Counters": vocabulary.COUNTERS,
    "Folds": vocabulary.FOLDS,
}
SETS = {
    "section": cards.SECTIONS,
    "era": cards.ERAS,
    "material": cards.MATERIALS,
    "location": cards.LOCATIONS,
    "level": cards.LEVELS,
    "token": cards.TOKENS,
    "track": cards.TRACKS,
    "patron type": cards.PATRON_TYPES,
}


@cache
def document() -> str:
    return (ATELIER / "VOCABULARY.md").read_text(encoding="utf-8")


@cache
def closed_lists() -> dict[str, dict[str, list[str]]]:
    """Heading marked (closed list) -> the words of its table, each with the other cells of its row."""
    found: dict[str, dict[str, list[str]]] = {}
    for part in re.split(r"^#+ ", document(), flags=re.MULTILINE):
        heading = re.match(r"[\d.]+ (\w+) \(closed list\)", part)
        if heading:
            rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", part, flags=re.MULTILINE)
            found[heading[1]] = {word: [cell.strip() for cell in rest.split("|")] for word, rest in rows}
    return found


def quoted(text: str) -> tuple[str, ...]:
    """The words of a text in code spans."""
    return tuple(re.findall(r"`([\w-]+)`", text))


def paragraph(start: str) -> str:
    """The paragraph with this start, on one line."""
    (found,) = re.findall(rf"^{re.escape(start)}.*?(?=\n\n)", document(), flags=re.MULTILINE | re.DOTALL)
    return " ".join(found.split())


def test_every_closed_list_of_the_document_is_in_code() -> None:
    """No table of words is in the document alone."""
    assert set(closed_lists()) == set(LISTS)


@pytest.mark.parametrize("heading", LISTS)
def test_a_closed_list_has_the_words_of_the_document(heading: str) -> None:
    """Same words, same order."""
    assert tuple(closed_lists()[heading]) == tuple(LISTS[heading])


@pytest.mark.parametrize("name", SETS)
def test_a_value_set_has_the_words_of_the_document(name: str) -> None:
    """The first table lists the basic sets; the words after a semicolon are for one file only."""
    (cell,) = re.findall(rf"^\| {name} \| (.*) \|$", document(), flags=re.MULTILINE)
    assert quoted(re.split("[;(]", cell)[0]) == SETS[name]


@pytest.mark.parametrize("trigger", vocabulary.TRIGGERS)
def test_a_trigger_has_the_values_of_the_document(trigger: str) -> None:
    """Conditions may read these."""
    _, values = closed_lists()["Triggers"][trigger]
    assert quoted(values) == vocabulary.TRIGGERS[trigger]


def test_the_locations_of_stats_and_rules_are_those_of_the_document() -> None:
    """The document names sets of locations in words or one by one."""
    named = quoted(paragraph("With `always` the location"))
    for word, locations in vocabulary.LOCATIONS_OF.items():
        assert word in named
        if locations not in (cards.LOCATIONS, cards.BOARD):
            at = named.index(word) + 1
            assert named[at : at + len(locations)] == locations
    assert {word for word in named if word not in cards.LOCATIONS} == {"always", *vocabulary.LOCATIONS_OF}


@pytest.mark.parametrize("condition", vocabulary.CONDITIONS)
def test_a_condition_takes_the_values_of_the_document(condition: str) -> None:
    """A condition is named after the set of its values."""
    assert closed_lists()["Conditions"][condition][0] == f"{condition}s"
    assert vocabulary.CONDITIONS[condition] == SETS[condition]


@pytest.mark.parametrize("effect", vocabulary.EFFECTS)
def test_an_effect_has_the_parameters_of_the_document(effect: str) -> None:
    """And an ability has a field for each of them."""
    assert quoted(closed_lists()["Effects"][effect][0]) == vocabulary.EFFECTS[effect]
    assert set(vocabulary.EFFECTS[effect]) <= {field.name for field in fields(cards.Ability)}


def test_automatic_and_optional_effects_are_those_of_the_document() -> None:
    """Every effect is one or the other."""
    automatic, optional = re.split(r"are automatic\.", paragraph("**Optional or not.**"))
    optional = optional.split("are optional")[0]
    assert {*quoted(automatic)} == {*vocabulary.AUTOMATIC}
    assert {*quoted(automatic), *quoted(optional)} == set(vocabulary.EFFECTS)


@pytest.mark.parametrize("counter", vocabulary.COUNTERS)
def test_a_counter_has_the_attributes_of_the_document(counter: str) -> None:
    """Filters and folds name these."""
    assert quoted(closed_lists()["Counters"][counter][1]) == vocabulary.COUNTERS[counter]


def test_filters_and_groups_are_those_of_the_document() -> None:
    """A filter holds values of a set, or a boolean; a fold names an attribute with fixed groups, or the name."""
    assert quoted(paragraph("**Filters**")) == (*vocabulary.FILTERS, "rare")
    groups = re.findall(r"`(\w+)` (\d)", paragraph("Groups:"))
    assert [(name, len(vocabulary.FILTERS[name])) for name, _ in groups] == [(name, int(n)) for name, n in groups]
    assert {*(name for name, _ in groups), "name"} == set(vocabulary.GROUPS)


def test_genres_and_files_are_those_of_the_document() -> None:
    """Section 9 describes every file of a set."""
    (genres,) = re.findall(r"`genre` \((.*?);", paragraph("**`performances.toml`**"))
    assert quoted(genres) == vocabulary.GENRES
    described = re.findall(r"\*\*`(\w+)\.toml`\*\*", document().split("## 9 Files")[1].split("## 10")[0])
    assert sorted(described) == sorted(FILES)
