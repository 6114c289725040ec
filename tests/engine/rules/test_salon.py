"""The Salon: SAL-1 to SAL-4."""

import pytest

from engine.choices import Alternate, Pay, PlacePatron, Search, Take, TakeGift, TakeMaterial, TakeMoney
from engine.events import Gained, PatienceMoved, PatronPlaced
from tests.engine.scenario import Table, scenario

TWO_INSPIRATION_AND_AN_APPRENTICE = Alternate((("inspiration", 2), ("apprentice", 1)))


@pytest.mark.rule("SAL-1", "PAT-9")
def test_a_patron_taken_goes_to_an_empty_space_of_the_owners_choice_with_its_cube_on_0() -> None:
    table = scenario().display("salon", "karl-theodor").patron(0, "marin-marais", space=2).acts(0, "salon", 3)
    table.choose(0, Take(1, "karl-theodor"))
    assert table.choices(0) == [PlacePatron(1), PlacePatron(3)]
    table.choose(0, PlacePatron(1))
    assert [(p.card, p.space, p.patience) for p in table.player(0).waiting] == [
        ("karl-theodor", 1, 0),
        ("marin-marais", 2, 0),
    ]
    assert table.events(PatronPlaced) == [PatronPlaced(0, "karl-theodor", 1)]
    assert table.events(Gained) == [Gained(0, (("money", 4),), "space", "karl-theodor")]
    assert table.is_over


@pytest.mark.rule("SAL-1", "RES-10")
def test_a_patron_of_a_higher_tier_is_paid_for_before_it_is_placed() -> None:
    table = scenario().display("salon", "", "", "karl-theodor").seat(0, money=4).acts(0, "salon", 3)
    table.choose(0, Take(3, "karl-theodor"), Pay(4), PlacePatron(1))
    assert table.player(0).money == 4
    assert table.is_over


@pytest.mark.rule("SAL-1", "PAT-1", "RES-5")
def test_with_no_empty_space_there_is_no_main_action_and_no_search() -> None:
    table = scenario().seat(0, money=20).display("salon", "karl-theodor")
    for space, card in enumerate(("marin-marais", "joseph-haydn", "louis-xiv"), 1):
        table.patron(0, card, space)
    table.acts(0, "salon", 1, apprentices=1)
    assert table.choices(0, Take) == []
    assert table.choices(0, Search) == []
    assert table.choices(0) == [TWO_INSPIRATION_AND_AN_APPRENTICE, TakeMoney()]


@pytest.mark.rule("SAL-1", "PAT-1")
def test_completed_patrons_need_no_space() -> None:
    table = scenario().display("salon", "karl-theodor").seat(0, completed=["marin-marais", "joseph-haydn", "louis-xiv"])
    table.acts(0, "salon", 3)
    assert table.choices(0, Take) == [Take(1, "karl-theodor")]


@pytest.mark.rule("SAL-2")
def test_the_alternate_gives_2_inspiration_and_an_apprentice() -> None:
    table = scenario().acts(0, "salon", 3).choose(0, TWO_INSPIRATION_AND_AN_APPRENTICE)
    assert (table.player(0).inspiration, table.player(0).apprentices) == (2, 1)
    assert table.is_over


@pytest.mark.rule("SAL-2", "GEN-4")
def test_the_alternate_gives_no_apprentice_when_none_is_at_the_market() -> None:
    table = scenario().seat(0, apprentices=2).acts(0, "salon", 2 + 1, apprentices=1)
    table.choose(0, Alternate((("inspiration", 2),)))
    assert (table.player(0).inspiration, table.player(0).apprentices) == (2, 2)
    assert table.is_over


@pytest.mark.rule("SAL-3")
@pytest.mark.parametrize(("space", "field", "amount"), [(1, "money", 4), (3, "apprentices", 1)])
def test_a_space_pays_its_bonus_when_a_patron_is_placed(space: int, field: str, amount: int) -> None:
    table = scenario().display("salon", "karl-theodor").acts(0, "salon", 3)
    table.choose(0, Take(1, "karl-theodor"), PlacePatron(space))
    assert getattr(table.player(0), field) == amount
    assert table.is_over


@pytest.mark.rule("SAL-3")
def test_the_second_space_pays_a_material_of_choice() -> None:
    table = scenario().display("salon", "karl-theodor").acts(0, "salon", 3)
    table.choose(0, Take(1, "karl-theodor"), PlacePatron(2))
    assert table.choices(0) == [TakeMaterial("animal"), TakeMaterial("wood"), TakeMaterial("metal")]
    table.choose(0, TakeMaterial("metal"))
    assert table.player(0).metal == 1
    assert table.is_over


@pytest.mark.rule("SAL-3", "GEN-4")
def test_the_apprentice_of_the_third_space_is_lost_when_none_is_at_the_market() -> None:
    table = scenario().display("salon", "karl-theodor").seat(0, apprentices=3).acts(0, "salon", 3)
    table.choose(0, Take(1, "karl-theodor"), PlacePatron(3))
    assert table.player(0).apprentices == 3
    assert table.events(Gained) == []
    assert table.is_over


def soothed(patience: int, card: str = "karl-theodor") -> Table:
    """Gifts of Karl Theodor: 3, 5 and 3 money."""
    return scenario().patron(0, card, patience=patience).acts(0, "salon", 5).choose(0, TakeMoney())


@pytest.mark.rule("SAL-4", "RES-6")
def test_skill_4_moves_a_cube_one_space_left_and_takes_any_gift_of_that_patron() -> None:
    table = soothed(2)
    assert table.choices(0) == [TakeGift("karl-theodor", space) for space in (0, 1, 2)]
    table.choose(0, TakeGift("karl-theodor", 1))
    assert table.player(0).money == 2 + 5
    assert table.player(0).waiting[0].patience == 1
    assert table.events(PatienceMoved) == [PatienceMoved(0, "karl-theodor", 1)]
    assert table.is_over


@pytest.mark.rule("SAL-4")
@pytest.mark.parametrize("gift", [0, 1, 2])
def test_a_cube_on_the_leftmost_space_stays_and_every_gift_is_to_be_had(gift: int) -> None:
    table = soothed(0).choose(0, TakeGift("karl-theodor", gift))
    assert table.player(0).waiting[0].patience == 0
    assert table.player(0).money == 2 + (3, 5, 3)[gift]
    assert table.events(PatienceMoved) == []
    assert table.is_over


@pytest.mark.rule("SAL-4")
def test_the_bonus_works_on_the_patron_that_this_very_worker_placed() -> None:
    table = scenario().display("salon", "karl-theodor").acts(0, "salon", 5)
    table.choose(0, Take(1, "karl-theodor"), PlacePatron(1), TakeGift("karl-theodor", 1))
    assert table.player(0).money == 4 + 5
    assert table.is_over


@pytest.mark.rule("SAL-4", "PAT-7")
def test_the_bonus_works_on_royals() -> None:
    table = soothed(2, "louis-xiv").choose(0, TakeGift("louis-xiv", 2))
    assert (table.player(0).prestige, table.player(0).waiting[0].patience) == (2, 1)
    assert table.is_over


@pytest.mark.rule("SAL-4")
def test_the_bonus_is_for_one_patron_of_several() -> None:
    table = scenario().patron(0, "karl-theodor", 1, patience=2).patron(0, "anton-stadler", 2, patience=1)
    table.acts(0, "salon", 5).choose(0, TakeMoney())
    assert len(table.choices(0)) == 6
    table.choose(0, TakeGift("anton-stadler", 2))
    assert [p.patience for p in table.player(0).waiting] == [2, 0]
    assert (table.player(0).apprentices, table.player(0).money) == (1, 2)
    assert table.is_over


@pytest.mark.rule("SAL-4")
def test_with_no_waiting_patron_the_bonus_is_nothing() -> None:
    table = scenario().patron(1, "karl-theodor").seat(0, completed=["anton-stadler"]).acts(0, "salon", 5)
    table.choose(0, TakeMoney())
    assert table.player(0).coins == 2
    assert table.is_over


@pytest.mark.rule("SAL-4", "PAT-9")
def test_the_gift_of_the_impresario_does_not_move_the_cube_and_may_be_declined() -> None:
    table = scenario().specialist(0, "impresario", number=5).patron(0, "karl-theodor", patience=2).acts(0, "salon", 5)
    table.choose(0, TakeMoney(), TakeGift("karl-theodor", 0))
    assert (table.kind, table.player(0).waiting[0].patience) == ("gift", 1)
    assert len(table.choices(0)) == 4
    table.choose(0, TakeGift("karl-theodor", 1))
    assert (table.player(0).money, table.player(0).waiting[0].patience) == (2 + 3 + 5, 1)
    assert table.is_over
