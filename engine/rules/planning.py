"""Planning (PLN-1 to PLN-7): seats place their workers face down, in turn order."""

from dataclasses import replace

from engine.abilities import stat
from engine.choices import Decline, Peek, PlanLocation, PlanWorker, Relocate
from engine.content.cards import BENCHES, LOCATIONS
from engine.events import WorkerMoved, WorkerPlaced, WorkersPeeked
from engine.rules import tracks
from engine.state import State, Worker
from engine.steps import Decision, Effect, Outcome, step
from engine.triggers import Dispatch, UseAbility


def skill(state: State, seat: int, number: int, apprentices: int, location: str) -> int:
    """Skill of a worker at a location: number, apprentices and bonuses."""
    benches = tracks.bench_skill(state.players[seat].tracks.craft) if location in BENCHES else 0
    return stat(state, seat, "skill", number + apprentices + benches, number=number, location=location)


@step
class PlaceWorkers(Effect):
    """The seat, or the next one in turn order with an idle worker, places one (PLN-1, PLN-5)."""

    def run(self, state: State) -> None:
        start = state.order.index(self.seat)
        for seat in state.order[start:] + state.order[:start]:
            if state.players[seat].idle:
                following = state.order[(state.order.index(seat) + 1) % state.seats]
                state.then(ChooseWorker(seat), PlaceWorkers(following))
                return


@step
class ChooseWorker(Decision[PlanWorker]):
    """Choose a worker and its apprentices (PLN-3)."""

    kind = "plan-worker"
    rule = "PLN-3"
    secret = True

    def choices(self, state: State, seat: int) -> list[PlanWorker]:
        player = state.players[seat]
        return [PlanWorker(number, n) for number in player.idle for n in range(player.apprentices + 1)]

    def resolve(self, state: State, seat: int, choice: PlanWorker) -> None:
        state.then(ChooseLocation(seat, choice.number, choice.apprentices))

    def about(self, state: State, seat: int) -> dict[str, object]:
        return {"left": len(state.players[seat].idle)}

    def outcome(self, state: State, seat: int, choice: PlanWorker) -> Outcome:
        return Outcome((f"number:{choice.number}",), details=(("skill", choice.number + choice.apprentices),))


@step
class ChooseLocation(Decision[PlanLocation]):
    """Choose the location of the worker (PLN-2, PLN-4)."""

    number: int
    apprentices: int
    kind = "plan-location"
    rule = "PLN-2"
    secret = True

    def choices(self, state: State, seat: int) -> list[PlanLocation]:
        return [PlanLocation(location) for location in LOCATIONS]

    def resolve(self, state: State, seat: int, choice: PlanLocation) -> None:
        player = state.players[seat]
        state.placed += 1
        player.placements += 1
        player.idle = tuple(number for number in player.idle if number != self.number)
        player.apprentices -= self.apprentices
        worker = Worker(state.placed, seat, self.number, self.apprentices, choice.location, player.placements)
        state.workers += (worker,)
        state.emit(WorkerPlaced(seat, choice.location, worker.placement, self.apprentices, self.number))
        where = (("location", choice.location),)
        state.then(Dispatch(seat, "placed", where, self.number, worker.placement))

    def outcome(self, state: State, seat: int, choice: PlanLocation) -> Outcome:
        location = choice.location
        place = "bench" if location in BENCHES else "location"
        ahead = [w for w in state.queue(location) if location not in BENCHES or w.seat == seat]
        reached = skill(state, seat, self.number, self.apprentices, location)
        return Outcome((f"{place}:{location}",), details=(("position", len(ahead) + 1), ("skill", reached)))


@step
class PeekUnder(Decision[Peek | Decline]):
    """The owner may look at the workers below the one just placed (PLN-6)."""

    placement: int
    kind = "peek"
    rule = "PLN-6"
    secret = True
    open_kind = False

    def choices(self, state: State, seat: int) -> list[Peek | Decline]:
        return [Peek(), Decline()] if self._under(state) else []

    def resolve(self, state: State, seat: int, choice: Peek | Decline) -> None:
        if choice != Peek():
            return
        under = self._under(state)
        for worker in under:
            state.replace_worker(replace(worker, seen_by=tuple(sorted({*worker.seen_by, seat}))))
        state.close("worker-revealed")
        seen = tuple((w.placement, w.number) for w in under)
        state.emit(WorkersPeeked(seat, under[0].location, seen))

    def about(self, state: State, seat: int) -> dict[str, object]:
        under = self._under(state)
        return {"location": under[0].location if under else "", "count": len(under)}

    def _under(self, state: State) -> list[Worker]:
        """Workers of other seats placed there earlier; none at a bench, as each seat has its own."""
        own = next(w for w in state.workers if w.placement == self.placement)
        if own.location in BENCHES:
            return []
        queue = state.queue(own.location)
        return [w for w in queue[: queue.index(own)] if w.seat != own.seat]


@step
class AfterPlanning(Effect):
    """All workers are placed: `planned` abilities resolve in turn order (PLN-7)."""

    def run(self, state: State) -> None:
        state.then(*(use for seat in state.order for use in self._uses(state, seat)))

    @staticmethod
    def _uses(state: State, seat: int) -> list[UseAbility]:
        """Abilities of family and patrons once, those of each placed specialty worker; automatic ones first."""
        placements = {w.number: w.placement for w in state.workers if w.seat == seat}
        uses = list(Dispatch(seat, "planned").uses(state))
        for owned in state.players[seat].specialists:
            if owned.number in placements:
                event = Dispatch(seat, "planned", number=owned.number, placement=placements[owned.number])
                uses += [use for use in event.uses(state) if use.card == owned.card]
        return sorted(uses, key=lambda use: use.optional(state))


@step
class RelocateWorker(Decision[Relocate | Decline]):
    """Move the worker, face down, to the end of the queue at another location; the move is public (PLN-7)."""

    placement: int
    kind = "relocate"
    rule = "PLN-7"
    secret = True
    open_kind = False

    def choices(self, state: State, seat: int) -> list[Relocate | Decline]:
        own = self._worker(state)
        moves: list[Relocate | Decline] = [Relocate(location) for location in LOCATIONS if location != own.location]
        return [*moves, Decline()]

    def resolve(self, state: State, seat: int, choice: Relocate | Decline) -> None:
        if isinstance(choice, Relocate):
            own = self._worker(state)
            others = tuple(w for w in state.workers if w.placement != own.placement)
            state.workers = (*others, replace(own, location=choice.location))
            state.emit(WorkerMoved(seat, own.placement, own.location, choice.location))

    def outcome(self, state: State, seat: int, choice: Relocate | Decline) -> Outcome:
        if not isinstance(choice, Relocate):
            return Outcome()
        place = "bench" if choice.location in BENCHES else "location"
        own = self._worker(state)
        reached = skill(state, seat, own.number, own.apprentices, choice.location)
        return Outcome((f"{place}:{choice.location}",), details=(("skill", reached),))

    def about(self, state: State, seat: int) -> dict[str, object]:
        own = self._worker(state)
        return {"number": own.number, "location": own.location}

    def _worker(self, state: State) -> Worker:
        return next(w for w in state.workers if w.placement == self.placement)
