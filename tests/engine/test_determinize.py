"""What a seat imagines of the table holds nothing that it cannot know, not even in business that is still to come."""

import pytest

from engine.determinize import determinize
from engine.rng import Rng
from engine.rules.awards import ChooseRoyal
from engine.rules.planning import ChooseWorker, RelocateWorker
from engine.rules.specialists import ChooseSpecialist
from engine.state import State, Step
from engine.triggers import UseAbility
from tests.engine.scenario import Table, scenario


@pytest.mark.rule("GEN-17", "SPC-1", "AWD-6")
@pytest.mark.parametrize(("asked", "deck"), [(ChooseSpecialist(0, "craft"), "craft"), (ChooseRoyal(0), "royals")])
def test_of_a_deck_looked_through_the_cards_are_known_but_not_how_they_lie(asked: Step, deck: str) -> None:
    state = scenario().agenda(asked).state
    other = state.clone()
    other.decks[deck] = state.decks[deck][::-1]
    assert determinize(state, 0, Rng(1)) == determinize(other, 0, Rng(1))
    assert sorted(determinize(state, 0, Rng(1)).decks[deck]) == sorted(state.decks[deck])


@pytest.mark.rule("GEN-17", "PLN-7")
@pytest.mark.parametrize("waiting", [RelocateWorker, UseAbility])
def test_where_anothers_specialist_lies_is_not_told_by_what_it_has_still_to_do(waiting: type[Step]) -> None:
    """An envoy that will be moved later is, in what others imagine, wherever its chip was dealt."""
    true, other = (planned(envoy, waiting) for envoy in ("guild", "salon"))
    assert true != other
    places = set[str]()
    for start in range(20):
        imagined = determinize(true, 0, Rng(start))
        assert imagined == determinize(other, 0, Rng(start))
        places.add(envoy_place(imagined))
    assert places == {"guild", "salon"}


def planned(envoy: str, waiting: type[Step]) -> State:
    """Seat 1 has workers 3, its envoy, and 5 at the Guild and the Salon; seat 0 is asked first."""
    table: Table = scenario().specialist(1, "envoy", 3)
    for location in ("guild", "salon"):
        table.worker(1, location, 3 if location == envoy else 5)
    placement = next(w.placement for w in table.state.workers if w.number == 3)
    later = RelocateWorker(1, placement) if waiting is RelocateWorker else UseAbility(1, "envoy", 0, placement)
    return table.agenda(ChooseWorker(0), later).state


def envoy_place(state: State) -> str:
    """Where the worker lies that has still something to do; it is the envoy."""
    (waiting,) = (step for step in state.agenda if isinstance(step, RelocateWorker | UseAbility))
    (worker,) = (w for w in state.workers if w.placement == waiting.placement)
    assert worker.number == 3
    return worker.location
