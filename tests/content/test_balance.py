"""Our cards agree with each other, under the assumptions of `valuation.py`."""

import re
from dataclasses import replace

import pytest

from engine.content import Content
from engine.content.files import ATELIER, load
from tests.content.balance import main, sheets
from tests.content.population import Position, population
from tests.content.valuation import ACTION, ASSUMED, MONEY, STEP


@pytest.fixture(scope="module")
def people() -> list[Position]:
    return population(load())


def outliers(content: Content, people: list[Position]) -> list[str]:
    return [outlier for sheet in sheets(content, people) for outlier in sheet.outliers()]


def test_our_set_has_no_outliers(people: list[Position]) -> None:
    """Every card is within a quarter of the median of its group."""
    assert outliers(load(), people) == []


def test_a_card_out_of_line_is_named(people: list[Position]) -> None:
    """A patron with ten prestige more is too good to be one of deck A."""
    atelier = load()
    berlioz = atelier.patrons["hector-berlioz"]
    better = replace(atelier, patrons={**atelier.patrons, berlioz.id: replace(berlioz, prestige=berlioz.prestige + 10)})
    (found,) = outliers(better, people)
    assert re.search(r"hector-berlioz .* \+\d+% from the median of A", found)


def test_the_script_says_how_many_outliers_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    """Its exit status is 0 without any; quiet, it prints no tables."""
    assert main(["--quiet"]) == 0
    assert capsys.readouterr().out == "0 outliers\n"


def test_the_figures_are_those_of_the_document() -> None:
    """Section 11 of the vocabulary tells what each thing is taken to be worth."""
    text = (ATELIER / "VOCABULARY.md").read_text(encoding="utf-8").split("## 11 Valuation")[1]
    told = dict(re.findall(r"^\| ([^|]+) \| ([\d./ ]+) \|$", text, flags=re.MULTILINE))

    def figures(*numbers: float) -> str:
        return " / ".join(f"{number:g}" for number in numbers)

    assert told == {
        "money": figures(MONEY["money"]),
        "inspiration": figures(MONEY["inspiration"]),
        "animal / wood / metal": figures(MONEY["animal"], MONEY["wood"], MONEY["metal"]),
        "material of choice": figures(MONEY["material"]),
        "apprentice": figures(MONEY["apprentice"]),
        "instrument card drawn blind": figures(MONEY["instrument"]),
        "prestige: rounds 1–2 / middle / end": figures(ASSUMED.early, ASSUMED.middle, ASSUMED.late),
        "prestige on deck A, royal, deck B patrons": figures(*(ASSUMED.deck[deck] for deck in ("A", "royal", "B"))),
        "track step": figures(STEP),
        "one worker action": figures(ACTION),
    }
