"""Specialty workers: SPC-1 to SPC-6."""

import pytest

from engine.choices import Alternate, AssignNumber, TakeMoney, TakeSpecialist
from engine.events import NumberAssigned, SpecialistGained, WorkersRevealed
from engine.rules.end_of_round import EndOfRound
from engine.rules.planning import ChooseWorker
from engine.rules.resolution import RevealWorkers
from engine.rules.tracks import Advance
from engine.scoring import lines
from engine.view import table_view
from tests.engine.scenario import Table, scenario


def ending(table: Table, number: int = 1) -> Table:
    return table.round(number).agenda(EndOfRound(-1))


@pytest.mark.rule("SPC-1")
def test_a_specialty_card_is_chosen_at_once_from_all_cards_of_its_deck() -> None:
    table = scenario().seat(0, craft=2).deck("craft", "sawyer", "inlayer", "restorer", rest=False)
    table.agenda(Advance(0, "craft"))
    assert [choice.card for choice in table.choices(0, TakeSpecialist)] == ["inlayer", "restorer", "sawyer"]
    assert table.floor == "deck-seen"
    table.choose(0, TakeSpecialist("restorer"))
    assert table.state.decks["craft"] == ("sawyer", "inlayer")
    assert table.events(SpecialistGained) == [SpecialistGained(0, "restorer")]
    assert [s.card for s in table.player(0).specialists] == ["restorer"]
    assert table.is_over


@pytest.mark.rule("SPC-1")
def test_the_next_chooser_has_one_card_less() -> None:
    table = scenario(3).seat(0, craft=2).seat(1, craft=2).deck("craft", "sawyer", "inlayer", "restorer", rest=False)
    table.agenda(Advance(0, "craft"), Advance(1, "craft")).choose(0, TakeSpecialist("inlayer"))
    assert [choice.card for choice in table.choices(1, TakeSpecialist)] == ["restorer", "sawyer"]


@pytest.mark.rule("SPC-2", "EOR-3")
def test_when_the_round_ends_a_chip_goes_onto_the_card_for_good() -> None:
    table = ending(scenario().specialist(0, "broker"))
    assert table.choices(0) == [AssignNumber(1), AssignNumber(3), AssignNumber(5)]
    table.choose(0, AssignNumber(3))
    assert table.player(0).specialist(3) == "broker"
    assert table.events(NumberAssigned) == [NumberAssigned(0, "broker", 3)]
    assert table.player(0).numbers == (1, 3, 5), "the number of workers stays the same"
    assert ending(table, 2).is_over, "no chip is asked for again"
    assert table.player(0).specialist(3) == "broker"


@pytest.mark.rule("SPC-2")
def test_the_worker_with_the_chip_has_the_ability_and_the_others_do_not() -> None:
    table = scenario().specialist(0, "broker", 3)
    table.acts(0, "balcony", 3).choose(0, Alternate((("money", 6),)))
    assert table.player(0).money == 6 + 3
    table.acts(0, "balcony", 1).choose(0, Alternate((("money", 6),)))
    assert table.player(0).money == 9 + 6


@pytest.mark.rule("SPC-3", "SPC-5", "END-5")
def test_a_specialty_card_scores_1_with_or_without_a_chip() -> None:
    table = scenario().specialist(0, "broker", 3).specialist(0, "critic")
    (line,) = [line for line in lines(table.state, 0) if line.source == "specialists"]
    assert (line.prestige, line.count) == (2, 2)


@pytest.mark.rule("SPC-4")
def test_no_chip_already_on_a_card_may_be_taken() -> None:
    table = ending(scenario().specialist(0, "broker", 3).specialist(0, "critic"))
    assert table.choices(0) == [AssignNumber(1), AssignNumber(5)]


@pytest.mark.rule("SPC-4", "EOR-6")
@pytest.mark.parametrize(("number", "new"), [(2, 2), (4, 4)])
def test_the_worker_that_comes_with_the_next_round_may_not_be_taken(number: int, new: int) -> None:
    table = ending(scenario().specialist(0, "broker"), number)
    assert table.choices(0) == [AssignNumber(1), AssignNumber(3), AssignNumber(5)]
    table.choose(0, AssignNumber(1))
    assert new in table.player(0).numbers


@pytest.mark.rule("SPC-4")
def test_a_worker_that_the_family_gave_early_may_be_taken() -> None:
    table = ending(scenario().seat(0, numbers=(1, 2, 3, 5)).specialist(0, "broker"))
    assert AssignNumber(2) in table.choices(0)


@pytest.mark.rule("SPC-5")
def test_until_it_has_its_chip_a_card_does_nothing() -> None:
    table = scenario().specialist(0, "broker")
    for number in (1, 3, 5):
        table.acts(0, "guild", number).choose(0, TakeMoney())
        while table.clock:
            table.choose(0, table.choices(0)[0])
    assert table.player(0).money == 6


@pytest.mark.rule("SPC-5")
def test_two_cards_of_one_round_get_a_chip_each() -> None:
    table = ending(scenario().specialist(0, "broker").specialist(0, "critic"))
    assert table.state.agenda[-1].seat == 0
    table.choose(0, AssignNumber(5))
    assert table.choices(0) == [AssignNumber(1), AssignNumber(3)]
    table.choose(0, AssignNumber(1))
    assert {s.card: s.number for s in table.player(0).specialists} == {"broker": 5, "critic": 1}


@pytest.mark.rule("SPC-6", "GEN-7")
def test_face_down_a_specialty_chip_looks_like_any_other() -> None:
    table = scenario().specialist(0, "broker", 3).worker(0, "salon", 3).worker(0, "salon", 1).agenda(ChooseWorker(1))
    queue = table_view(table.state, 1)["locations"]["salon"]["queue"]
    assert [{k: v for k, v in w.items() if k != "placement"} for w in queue] == [
        {"seat": 0, "number": None, "apprentices": 0, "revealed": False}
    ] * 2


@pytest.mark.rule("SPC-6", "RES-2")
def test_shown_it_says_whose_specialty_it_is() -> None:
    table = scenario().specialist(0, "broker", 3).worker(0, "salon", 3).agenda(RevealWorkers(0, "salon"))
    (shown,) = table.events(WorkersRevealed)
    assert [w.specialist for w in shown.workers] == ["broker"]


@pytest.mark.rule("SPC-5", "GEN-1")
def test_a_card_gained_in_round_6_gets_no_chip() -> None:
    table = scenario().round(6).specialist(0, "broker").turn(0)
    assert table.is_over
    assert table.player(0).specialists[0].number is None
