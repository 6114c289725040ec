"""Resolution: RES-1 to RES-9, RES-13 to RES-15, RES-17; throwing materials away (GEN-19).

Turns go round; a turn activates a location, and every worker there has its turn of acting: action, skill bonus,
`acted` abilities, home. What a location does is on its own page.
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
from engine.content.cards import BENCHES, BOARD, LOCATIONS
from engine.events import ApprenticeLeft, Passed, ShownWorker, WorkerActed, WorkersShown
from engine.goods import gain, lose_material
from engine.rules import market, pages, planning
from engine.state import Acting, State, Worker
from engine.steps import Decision, Effect, Outlook, step
from engine.triggers import fire

SKILL_FOR_BONUS = 4
CONSOLATION = (("money", 2),)


# --- turns ----------------------------------------------------------------------------------------------------------


@step
class NextTurn(Effect):
    """The seat's turn, or that of the next one in turn order that has not passed (RES-15)."""

    def run(self, state: State) -> None:
        start = state.order.index(self.seat)
        for seat in state.order[start:] + state.order[:start]:
            if not state.players[seat].passed:
                following = state.order[(state.order.index(seat) + 1) % state.seats]
                state.then(TakeTurn(seat), NextTurn(following))
                return


@step
class TakeTurn(Effect):
    """A seat with nothing left to do passes by itself (RES-8)."""

    def run(self, state: State) -> None:
        if activities(state, self.seat) == [Pass()]:
            pass_round(state, self.seat)
        else:
            state.then(ChooseTurn(self.seat))


def activities(state: State, seat: int) -> list[Choice]:
    """What can be done with a turn: activate, visit the Market, pass (RES-1, RES-8, MKT-1)."""
    own = [w.location for w in state.workers if w.seat == seat]
    found: list[Choice] = [Activate(location) for location in LOCATIONS if location in own]
    if not state.players[seat].market_used and market.open_to(state, seat):
        found.append(VisitMarket())
    return found if own else [*found, Pass()]


def pass_round(state: State, seat: int) -> None:
    state.players[seat].passed = True
    state.tell(Passed(seat))


@step
class ChooseTurn(Decision):
    """One of: a location or bench with an own worker, the Market, pass; before it, materials may be thrown away."""

    kind = "turn"
    rule = "RES-1"

    def choices(self, state: State, seat: int) -> list[Choice]:
        thrown = [ThrowAway(material) for material in state.players[seat].held_materials()]
        return [*activities(state, seat), *thrown]

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        match choice:
            case Activate(location):
                state.then(ShowWorkers(seat, location))
            case VisitMarket():
                state.players[seat].market_used = True
                state.then(market.Visit(seat))
            case ThrowAway(material):
                lose_material(state, seat, material, thrown=True)
                state.then(TakeTurn(seat))
            case _:
                pass_round(state, seat)

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        match choice:
            case Activate(location):
                place = "bench" if location in BENCHES else "location"
                return Outlook((f"{place}:{location}",))
            case VisitMarket():
                return Outlook(("market",))
            case ThrowAway(material):
                return Outlook((f"till:{material}",), cost=((material, 1),))
        unused = not state.players[seat].market_used and market.open_to(state, seat)
        return Outlook(warn=("market-unused",) if unused else ())


# --- a location is activated ----------------------------------------------------------------------------------------


def acting_order(state: State, seat: int, location: str) -> list[ShownWorker]:
    """The workers that act, highest skill first; ties by `win_ties`, then by who came first (RES-3, RES-4)."""
    queue = [w for w in state.queue(location) if w.seat == seat or location in BOARD]
    queue.sort(key=lambda w: (-_skill(state, w), not _wins_ties(state, w)))
    return [_shown(state, w) for w in queue]


def _skill(state: State, worker: Worker) -> int:
    return planning.skill(state, worker.seat, worker.disc, worker.apprentices, worker.location)


def _wins_ties(state: State, worker: Worker) -> bool:
    return permits(state, worker.seat, "win_ties", disc=worker.disc, location=worker.location)


def _shown(state: State, w: Worker) -> ShownWorker:
    specialist = state.players[w.seat].specialist(w.disc) or ""
    return ShownWorker(w.placing, w.seat, w.disc, w.apprentices, specialist, _skill(state, w))


@step
class ShowWorkers(Effect):
    """All workers at a location, or the own ones at a bench, are shown and act in priority order (RES-2, RES-4)."""

    location: str

    def run(self, state: State) -> None:
        order = acting_order(state, self.seat, self.location)
        for shown in order:
            worker = next(w for w in state.workers if w.placing == shown.placing)
            state.replace_worker(replace(worker, shown=True))
        state.close("worker-shown")
        state.tell(WorkersShown(self.seat, self.location, tuple(order)))
        state.then(*(WorkerTurn(w.seat, w.placing) for w in order))


@step
class WorkerTurn(Effect):
    """One worker acts: its skill is read now and holds for the whole turn (RES-13, RES-14)."""

    placing: int

    def run(self, state: State) -> None:
        w = next(w for w in state.workers if w.placing == self.placing)
        state.acting = Acting(w.placing, w.seat, w.disc, w.apprentices, w.location, _skill(state, w), w.nth)
        state.then(ChooseAction(self.seat, w.location), SkillBonus(self.seat), LeaveLocation(self.seat))


@step
class ChooseAction(Decision):
    """Exactly one of: the location's main action, an alternate, 2 money (RES-5, RES-9)."""

    location: str
    kind = "act"
    rule = "RES-5"

    def choices(self, state: State, seat: int) -> list[Choice]:
        found = pages.page(self.location).choices(state, seat)
        if self.location in BOARD:
            found = found + [Alternate(goods) for goods in pages.board_page(self.location).alternates(state, seat)]
        return [*found, TakeMoney()]

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        assert state.acting is not None
        state.tell(WorkerActed(seat, self.location, state.acting.placing, choice.kind))
        match choice:
            case Alternate(goods):
                gain(state, seat, goods, "alternate", self.location)
            case TakeMoney():
                gain(state, seat, CONSOLATION, "money", self.location)
            case _:
                pages.page(self.location).resolve(state, seat, choice)

    def about(self, state: State, seat: int) -> dict[str, object]:
        acting = state.acting
        assert acting is not None
        return {
            "placing": acting.placing,
            "disc": acting.disc,
            "skill": acting.skill,
            "apprentices": acting.apprentices,
        }

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        match choice:
            case Alternate(goods):
                return Outlook(gain=goods)
            case TakeMoney():
                assert state.acting is not None
                strong = state.acting.skill >= SKILL_FOR_BONUS
                return Outlook(gain=CONSOLATION, warn=("wastes-bonus",) if strong else ())
        return pages.page(self.location).outlook(state, seat, choice)


@step
class SkillBonus(Effect):
    """Skill 4+ at the main board: the location's bonus after the action; then `acted` abilities (RES-6, RES-13)."""

    def run(self, state: State) -> None:
        acting = state.acting
        assert acting is not None
        state.then(ActedAbilities(self.seat))
        if acting.location in BOARD and acting.skill >= SKILL_FOR_BONUS:
            pages.board_page(acting.location).bonus(state, self.seat)


@step
class ActedAbilities(Effect):
    """The worker's whole action is done: who listens for it now hears of it (PAT-13)."""

    def run(self, state: State) -> None:
        state.then(fire(state, self.seat, "acted"))


@step
class LeaveLocation(Effect):
    """The chip goes home, from the Balcony to the turn-order spaces; apprentices to the Market (RES-7, BAL-4).

    After a Search one apprentice leaves the game for good (RES-17).
    """

    def run(self, state: State) -> None:
        acting, player = state.acting, state.players[self.seat]
        assert acting is not None
        returning = acting.apprentices
        if acting.searched:
            player.gone += 1
            returning -= 1
            state.tell(ApprenticeLeft(self.seat))
        if permits(state, self.seat, "keep_apprentices"):
            player.apprentices += returning
        state.workers = tuple(w for w in state.workers if w.placing != acting.placing)
        if acting.location == "balcony":
            state.balcony += ((self.seat, acting.disc),)
        else:
            player.home = tuple(sorted((*player.home, acting.disc)))
        state.acting = None
