"""The cards of Atelier have similar values within each group, under the assumptions of `card_values.py`."""

import re
from dataclasses import replace

import pytest

from engine.content import Content
from engine.content.files import ATELIER, load
from tests.content.balance import main, sheets
from tests.content.card_values import ACTION, ASSUMED, MONEY, TRACK_SPACE
from tests.content.population import Position, population


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    return population(load())


def outliers(content: Content, positions: list[Position]) -> list[str]:
    return [outlier for sheet in sheets(content, positions) for outlier in sheet.outliers()]


def test_atelier_has_no_outliers(positions: list[Position]) -> None:
    """Every card is within a quarter of the median of its group."""
    assert outliers(load(), positions) == []


def test_an_outlier_is_named(positions: list[Position]) -> None:
    """A patron with ten prestige more has too high a value for deck A."""
    atelier = load()
    berlioz = atelier.patrons["hector-berlioz"]
    better = replace(atelier, patrons={**atelier.patrons, berlioz.id: replace(berlioz, prestige=berlioz.prestige + 10)})
    (found,) = outliers(better, positions)
    assert re.search(r"hector-berlioz .* \+\d+% from the median of A", found)


def test_the_script_prints_the_number_of_outliers(capsys: pytest.CaptureFixture[str]) -> None:
    """Its exit status is 0 without outliers, and with --quiet it prints no tables."""
    assert main(["--quiet"]) == 0
    assert capsys.readouterr().out == "0 outliers\n"


def test_the_assumed_values_are_those_of_the_vocabulary() -> None:
    text = (ATELIER / "VOCABULARY.md").read_text(encoding="utf-8").split("## 11 Card values")[1]
    documented = dict(re.findall(r"^\| ([^|]+) \| ([\d./ ]+) \|$", text, flags=re.MULTILINE))

    def figures(*numbers: float) -> str:
        return " / ".join(f"{number:g}" for number in numbers)

    assert documented == {
        "money": figures(MONEY["money"]),
        "inspiration": figures(MONEY["inspiration"]),
        "animal / wood / metal": figures(MONEY["animal"], MONEY["wood"], MONEY["metal"]),
        "material of choice": figures(MONEY["material"]),
        "apprentice": figures(MONEY["apprentice"]),
        "instrument card drawn blind": figures(MONEY["instrument"]),
        "prestige: rounds 1–2 / middle / end": figures(ASSUMED.early, ASSUMED.middle, ASSUMED.late),
        "prestige on deck A, royal, deck B patrons": figures(*(ASSUMED.deck[deck] for deck in ("A", "royal", "B"))),
        "track space": figures(TRACK_SPACE),
        "one worker action": figures(ACTION),
    }
