"""What a view tells of waiting patrons: how their requirements stand, what they would still take, when they leave."""

import pytest

from engine.content.cards import Content
from engine.requirements import accepts, requirements_met_by
from engine.rules.orchestra import chairs_for_card
from engine.rules.planning import ChooseWorker
from engine.rules.start_of_round import ChooseNextPatron, MovePatience
from engine.state import TuckedCard, WaitingPatron
from engine.view import PatronView, table_view
from tests.engine.scenario import scenario


def told(card: str, *under: tuple[str, str], patience: int = 0) -> PatronView:
    table = scenario().patron(0, card, 1, patience, tucked=list(under)).agenda(ChooseWorker(0))
    return table_view(table.state, None)["seats"][0]["patrons"][0]


def states(patron: PatronView) -> list[str]:
    return [row["state"] for row in patron["requirements"]]


@pytest.mark.rule("PAT-10")
def test_a_card_is_told_to_meet_the_narrow_requirement_so_that_the_broad_one_stays_open() -> None:
    vivaldi = told("antonio-vivaldi", ("instrument", "viola"))
    assert states(vivaldi) == ["met", "open"]
    assert [row["card"] for row in vivaldi["requirements"]] == ["viola", None]


@pytest.mark.rule("PAT-10")
def test_a_concert_that_may_meet_either_of_two_requirements_leaves_both_in_doubt() -> None:
    assert states(told("nadezhda-von-meck", ("performance", "brahms-clarinet-quintet"))) == ["open", "either", "either"]


@pytest.mark.rule("PAT-10")
def test_of_a_card_only_the_requirements_count_that_could_still_be_met(content: Content) -> None:
    von_meck = told("nadezhda-von-meck", ("performance", "brahms-clarinet-quintet"))
    fits = requirements_met_by(content)["nadezhda-von-meck"]
    assert [i for i in fits["horn"] if i in von_meck["takes"]] == [2]
    assert [i for i in fits["timpani"] if i in von_meck["takes"]] == [1]
    assert "telemann-tafelmusik" not in fits


@pytest.mark.rule("PAT-10")
def test_a_patron_with_every_card_takes_nothing_more() -> None:
    full = told("marin-marais", ("instrument", "viola"))
    assert (full["takes"], states(full), full["loss"]) == ([], ["met"], 0)


@pytest.mark.rule("PAT-10")
def test_what_is_told_agrees_with_what_every_patron_accepts(content: Content) -> None:
    """For each patron, empty or with one card: it accepts another card just where the two tables meet."""
    fits = requirements_met_by(content)
    kinds = {"instrument": content.instruments, "performance": content.performances, "repair": content.repairs}
    cards = [(token, card) for token, pile in kinds.items() for card in pile]
    for patron, meets in fits.items():
        for under in [(), *((TuckedCard(token, card),) for token, card in cards if card in meets)][::7]:
            waiting = WaitingPatron(patron, 1, tucked=under)
            takes = told(patron, *((u.token, u.card) for u in under))["takes"]
            for token, card in cards:
                assert accepts(content, waiting, token, card) == bool(set(meets.get(card, ())) & set(takes))


@pytest.mark.rule("PAT-5")
def test_a_patron_tells_what_its_leaving_would_cost() -> None:
    assert told("antonio-vivaldi")["loss"] == 6
    assert told("antonio-vivaldi", ("instrument", "viola"))["loss"] == 3


@pytest.mark.rule("RND-2")
@pytest.mark.parametrize(("round_", "patience", "leaves"), [(3, 0, 6), (3, 2, 4), (6, 2, None), (4, 0, None)])
def test_a_patron_leaves_three_moves_from_the_first_space_and_not_after_the_last_round(
    round_: int, patience: int, leaves: int | None
) -> None:
    table = scenario().round(round_).patron(0, "antonio-vivaldi", 1, patience).agenda(ChooseWorker(0))
    assert table_view(table.state, None)["seats"][0]["patrons"][0]["leaves_in_round"] == leaves


@pytest.mark.rule("RND-4", "RND-5")
def test_at_the_start_of_a_round_a_patron_moves_next_in_this_round_until_it_has_moved() -> None:
    table = scenario().round(4).patron(0, "antonio-vivaldi", 1, 1).patron(0, "hector-berlioz", 2, 1)
    table.patron(1, "clara-schumann", 1, 1)
    table.agenda(MovePatience(1), ChooseNextPatron(0, ("hector-berlioz",)))
    moves = {p["card"]: p["moves_in_round"] for seat in table_view(table.state, 0)["seats"] for p in seat["patrons"]}
    assert moves == {"antonio-vivaldi": 5, "hector-berlioz": 4, "clara-schumann": 4}


@pytest.mark.rule("ORC-2")
def test_a_card_is_told_the_chairs_of_its_instrument_its_era_or_its_section(content: Content) -> None:
    where = chairs_for_card(content)
    assert where["oboe"] == content.instruments["oboe"].seats
    for card in content.performances.values():
        assert where[card.id] == [s.id for s in content.orchestra.values() if card.era in s.eras and not s.rare]
    for repair in content.repairs.values():
        sections = {content.orchestra[seat].section for seat in where[repair.id]}
        assert sections == {repair.section}
