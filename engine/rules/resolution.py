"""Resolution (RES-1 to RES-9, RES-13 to RES-15, RES-17); throwing materials away (GEN-19).

Seats take turns. A turn activates a location: each worker there acts, takes its skill bonus, triggers `acted`
abilities and leaves. The actions of each location are in its own file.
"""

from dataclasses import replace

from engine.abilities import permits
from engine.choices import (
    Activate,
    Alternate,
    Choice,
    Pass,
    TakeMoney,
    ThrowAway,
    VisitMarket,
)
from engine.constants import SKILL_FOR_BONUS
from engine.content.cards import BENCHES, BOARD, LOCATIONS
from engine.events import ApprenticeLeft, Passed, RevealedWorker, WorkerActed, WorkersRevealed
from engine.goods import gain, lose_material
from engine.rules import balcony, finishing, guild, locations, market, perform, planning, repair, roughing, salon
from engine.state import ActiveWorker, State, Worker
from engine.steps import Decision, Effect, Outcome, step
from engine.triggers import dispatch

LOCATION_MODULES = (balcony, finishing, guild, perform, repair, roughing, salon)
"""Imported so that each registers its location."""
MONEY_INSTEAD = (("money", 2),)


# --- turns ----------------------------------------------------------------------------------------------------------


@step
class NextTurn(Effect):
    """The turn of the seat, or of the next one in turn order that has not passed (RES-15)."""

    def run(self, state: State) -> None:
        start = state.order.index(self.seat)
        for seat in state.order[start:] + state.order[:start]:
            if not state.players[seat].passed:
                following = state.order[(state.order.index(seat) + 1) % state.seats]
                state.then(TakeTurn(seat), NextTurn(following))
                return


@step
class TakeTurn(Effect):
    """A turn; a seat that can only pass does so without a choice (RES-8)."""

    def run(self, state: State) -> None:
        if turn_choices(state, self.seat) == [Pass()]:
            pass_round(state, self.seat)
        else:
            state.then(ChooseTurn(self.seat))


def turn_choices(state: State, seat: int) -> list[Activate | VisitMarket | Pass]:
    """The ways to use a turn: activate, visit the Market, pass (RES-1, RES-8, MKT-1)."""
    own = [w.location for w in state.workers if w.seat == seat]
    found: list[Activate | VisitMarket | Pass] = [Activate(location) for location in LOCATIONS if location in own]
    if not state.players[seat].market_used and market.open_to(state, seat):
        found.append(VisitMarket())
    return found if own else [*found, Pass()]


def pass_round(state: State, seat: int) -> None:
    state.players[seat].passed = True
    state.emit(Passed(seat))


@step
class ChooseTurn(Decision[Activate | VisitMarket | Pass | ThrowAway]):
    """Activate a location with an own worker, visit the Market or pass; before it, throw materials away."""

    kind = "turn"
    rule = "RES-1"

    def choices(self, state: State, seat: int) -> list[Activate | VisitMarket | Pass | ThrowAway]:
        thrown = [ThrowAway(material) for material in state.players[seat].held_materials()]
        return [*turn_choices(state, seat), *thrown]

    def resolve(self, state: State, seat: int, choice: Activate | VisitMarket | Pass | ThrowAway) -> None:
        match choice:
            case Activate(location):
                state.then(RevealWorkers(seat, location))
            case VisitMarket():
                state.players[seat].market_used = True
                state.then(market.Visit(seat))
            case ThrowAway(material):
                lose_material(state, seat, material, thrown=True)
                state.then(TakeTurn(seat))
            case _:
                pass_round(state, seat)

    def outcome(self, state: State, seat: int, choice: Activate | VisitMarket | Pass | ThrowAway) -> Outcome:
        match choice:
            case Activate(location):
                place = "bench" if location in BENCHES else "location"
                return Outcome((f"{place}:{location}",))
            case VisitMarket():
                return Outcome(("market",))
            case ThrowAway(material):
                return Outcome((f"till:{material}",), cost=((material, 1),))
        unused = not state.players[seat].market_used and market.open_to(state, seat)
        return Outcome(warn=("market-unused",) if unused else ())


# --- a location is activated ----------------------------------------------------------------------------------------


def acting_order(state: State, seat: int, location: str) -> list[RevealedWorker]:
    """The workers that act, by skill; ties by `win_ties`, then by placement (RES-3, RES-4)."""
    queue = [w for w in state.queue(location) if w.seat == seat or location in BOARD]
    queue.sort(key=lambda w: (-_skill(state, w), not _wins_ties(state, w)))
    return [_revealed(state, w) for w in queue]


def _skill(state: State, worker: Worker) -> int:
    return planning.skill(state, worker.seat, worker.number, worker.apprentices, worker.location)


def _wins_ties(state: State, worker: Worker) -> bool:
    return permits(state, worker.seat, "win_ties", number=worker.number, location=worker.location)


def _revealed(state: State, w: Worker) -> RevealedWorker:
    specialist = state.players[w.seat].specialist(w.number) or ""
    return RevealedWorker(w.placement, w.seat, w.number, w.apprentices, specialist, _skill(state, w))


@step
class RevealWorkers(Effect):
    """Reveal all workers at a location, or the own ones at a bench; they act in order (RES-2, RES-4)."""

    location: str

    def run(self, state: State) -> None:
        order = acting_order(state, self.seat, self.location)
        for revealed in order:
            worker = next(w for w in state.workers if w.placement == revealed.placement)
            state.replace_worker(replace(worker, revealed=True))
        state.close("worker-revealed")
        state.emit(WorkersRevealed(self.seat, self.location, tuple(order)))
        state.then(*(WorkerTurn(w.seat, w.placement) for w in order))


@step
class WorkerTurn(Effect):
    """One worker acts, with the skill that it has now (RES-13, RES-14)."""

    placement: int

    def run(self, state: State) -> None:
        w = next(w for w in state.workers if w.placement == self.placement)
        state.active_worker = ActiveWorker(
            w.placement, w.seat, w.number, w.apprentices, w.location, _skill(state, w), w.ordinal
        )
        state.then(ChooseAction(self.seat, w.location), SkillBonus(self.seat), LeaveLocation(self.seat))


@step
class ChooseAction(Decision[Choice]):
    """Choose a main action of the location, an alternate, or 2 money (RES-5, RES-9)."""

    location: str
    kind = "act"
    rule = "RES-5"

    def choices(self, state: State, seat: int) -> list[Choice]:
        found = locations.BY_NAME[self.location].choices(state, seat)
        if self.location in BOARD:
            found = found + [
                Alternate(goods) for goods in locations.BOARD_BY_NAME[self.location].alternates(state, seat)
            ]
        return [*found, TakeMoney()]

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        assert state.active_worker is not None
        state.emit(WorkerActed(seat, self.location, state.active_worker.placement, choice.kind))
        match choice:
            case Alternate(goods):
                gain(state, seat, goods, "alternate", self.location)
            case TakeMoney():
                gain(state, seat, MONEY_INSTEAD, "money", self.location)
            case _:
                locations.BY_NAME[self.location].resolve(state, seat, choice)

    def about(self, state: State, seat: int) -> dict[str, object]:
        acting = state.active_worker
        assert acting is not None
        return {
            "placement": acting.placement,
            "number": acting.number,
            "skill": acting.skill,
            "apprentices": acting.apprentices,
        }

    def outcome(self, state: State, seat: int, choice: Choice) -> Outcome:
        match choice:
            case Alternate(goods):
                return Outcome(gain=goods)
            case TakeMoney():
                assert state.active_worker is not None
                forgone = locations.BY_NAME[self.location].skill_bonus
                wastes = forgone is not None and state.active_worker.skill >= forgone
                return Outcome(gain=MONEY_INSTEAD, warn=("wastes-bonus",) if wastes else ())
        return locations.BY_NAME[self.location].outcome(state, seat, choice)


@step
class SkillBonus(Effect):
    """From skill 4 on, the bonus of a location of the main board; then `acted` abilities (RES-6, RES-13)."""

    def run(self, state: State) -> None:
        acting = state.active_worker
        assert acting is not None
        state.then(ActedAbilities(self.seat))
        if acting.location in BOARD and acting.skill >= SKILL_FOR_BONUS:
            locations.BOARD_BY_NAME[acting.location].bonus(state, self.seat)


@step
class ActedAbilities(Effect):
    """The action is over: `acted` abilities, including those of patrons completed by it (PAT-13)."""

    def run(self, state: State) -> None:
        state.then(dispatch(state, self.seat, "acted"))


@step
class LeaveLocation(Effect):
    """The worker becomes idle, or enters the turn order; its apprentices go to the Market (RES-7, BAL-4).

    After a Search one apprentice leaves the game (RES-17).
    """

    def run(self, state: State) -> None:
        acting, player = state.active_worker, state.players[self.seat]
        assert acting is not None
        returning = acting.apprentices
        if acting.searched:
            player.apprentices_removed += 1
            returning -= 1
            state.emit(ApprenticeLeft(self.seat))
        if permits(state, self.seat, "keep_apprentices"):
            player.apprentices += returning
        state.workers = tuple(w for w in state.workers if w.placement != acting.placement)
        if acting.location == "balcony":
            state.balcony += ((self.seat, acting.number),)
        else:
            player.idle = tuple(sorted((*player.idle, acting.number)))
        state.active_worker = None
