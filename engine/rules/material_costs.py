"""Material costs with discounts and replacements (RGH-2, RGH-6, FIN-4, REP-1)."""

from collections.abc import Mapping
from dataclasses import replace

from engine.abilities import permits, stat
from engine.choices import Done, ReplaceMaterial, SaveMaterial
from engine.constants import INSPIRATION_RATE
from engine.content.cards import Cost
from engine.goods import priced, spend
from engine.state import Player, State
from engine.steps import Decision, Effect, Outcome, step

USES = {"roughing": "rough", "finishing": "finish", "repair": "repair"}
"""Location -> use of materials there."""
SKILL_FOR_DISCOUNT = {"rough": 5, "finish": 4}


def cost_of(state: State, use: str, card: str) -> Cost:
    """The printed cost of a card; `use`: rough, finish or repair."""
    content = state.content
    if use == "repair":
        return content.repairs[card].cost
    instrument = content.instruments[card]
    return instrument.rough if use == "rough" else instrument.finish


def discount(state: State, seat: int, use: str) -> int:
    """Materials that this action may still save; counted per action, not per instrument (RGH-6)."""
    acting = state.active_worker
    skill, saved = (acting.skill, acting.saved) if acting is not None and acting.seat == seat else (0, 0)
    return max(0, stat(state, seat, f"{use}_discount", discount_by_skill(use, skill)) - saved)


def discount_by_skill(use: str, skill: int) -> int:
    """Materials that an action saves by skill alone (RGH-2, FIN-4)."""
    return int(skill >= SKILL_FOR_DISCOUNT.get(use, skill + 1))


def rate(state: State, seat: int, use: str) -> int:
    """Inspiration that replaces one material; 0 if none can be replaced."""
    if use == "repair":
        return stat(state, seat, "inspiration_rate", INSPIRATION_RATE, low=1)
    return INSPIRATION_RATE if permits(state, seat, "inspiration_on_bench") else 0


def missing(player: Player, bill: Cost) -> int:
    """Number of materials of the bill that the player lacks."""
    return sum(max(0, amount - player.material(material)) for material, amount in bill)


def inspiration_needed(state: State, seat: int, use: str, bill: Cost, units: int) -> int | None:
    """Least inspiration that pays the bill after saving `units` materials; None if it cannot be paid."""
    lack = max(0, missing(state.players[seat], bill) - units)
    each = rate(state, seat, use)
    return 0 if not lack else lack * each if each else None


def payable(state: State, seat: int, use: str, bill: Cost, units: int, inspiration: int) -> bool:
    needed = inspiration_needed(state, seat, use, bill, units)
    return needed is not None and needed <= inspiration


def can_pay(state: State, seat: int, use: str, card: str) -> bool:
    """Whether the seat can pay the card's materials in this action."""
    units = discount(state, seat, use)
    return payable(state, seat, use, cost_of(state, use, card), units, state.players[seat].inspiration)


def less(bill: Cost, material: str) -> Cost:
    """The bill with one less of the material."""
    rest: Mapping[str, int] = {m: n - (m == material) for m, n in bill}
    return tuple((m, n) for m, n in rest.items() if n)


@step
class SettleBill(Effect):
    """Apply discounts, replace materials, pay the rest. `more`: a second instrument may follow."""

    use: str
    card: str
    bill: Cost
    more: bool = False
    saving: bool = True

    def run(self, state: State) -> None:
        seat, player = self.seat, state.players[self.seat]
        units = discount(state, seat, self.use) if self.saving else 0
        each = rate(state, seat, self.use)
        if units and self.bill:
            state.then(AskSaving(seat, self.use, self.card, self.bill, units, self.more))
        elif each and self.bill and player.inspiration >= each:
            state.then(AskReplacing(seat, self.use, self.card, self.bill, each))
        else:
            spend(state, seat, self.bill, self.use, self.card)


@step
class AskSaving(Decision[SaveMaterial | Done]):
    """Choose the material that a discount saves; it may be kept for a second instrument (RGH-6)."""

    use: str
    card: str
    bill: Cost
    discount: int
    more: bool
    kind = "save-material"
    rule = "RGH-6"

    def choices(self, state: State, seat: int) -> list[SaveMaterial | Done]:
        held = state.players[seat].inspiration
        saved: list[SaveMaterial | Done] = [
            SaveMaterial(material)
            for material, _ in self.bill
            if payable(state, seat, self.use, less(self.bill, material), self.discount - 1, held)
        ]
        spare = self.more and payable(state, seat, self.use, self.bill, 0, held)
        return [*saved, Done()] if spare else saved

    def resolve(self, state: State, seat: int, choice: SaveMaterial | Done) -> None:
        if not isinstance(choice, SaveMaterial):
            state.then(SettleBill(seat, self.use, self.card, self.bill, self.more, saving=False))
            return
        assert state.active_worker is not None
        state.active_worker = replace(state.active_worker, saved=state.active_worker.saved + 1)
        state.then(SettleBill(seat, self.use, self.card, less(self.bill, choice.material), self.more))

    def outcome(self, state: State, seat: int, choice: SaveMaterial | Done) -> Outcome:
        if not isinstance(choice, SaveMaterial):
            return Outcome(word="saves-for-second")
        return Outcome((f"till:{choice.material}",), "saves", cost=less(self.bill, choice.material))


@step
class AskReplacing(Decision[ReplaceMaterial | Done]):
    """Choose a material that inspiration replaces, any number of times (REP-1)."""

    use: str
    card: str
    bill: Cost
    rate: int
    kind = "replace-material"
    rule = "REP-1"

    def choices(self, state: State, seat: int) -> list[ReplaceMaterial | Done]:
        player = state.players[seat]
        left = player.inspiration - self.rate
        replaced: list[ReplaceMaterial | Done] = [
            ReplaceMaterial(material)
            for material, _ in self.bill
            if left >= 0 and payable(state, seat, self.use, less(self.bill, material), 0, left)
        ]
        return [*replaced, Done()] if not missing(player, self.bill) else replaced

    def resolve(self, state: State, seat: int, choice: ReplaceMaterial | Done) -> None:
        if not isinstance(choice, ReplaceMaterial):
            spend(state, seat, self.bill, self.use, self.card)
            return
        spend(state, seat, priced(self.rate, "inspiration"), self.use, self.card)
        state.then(SettleBill(seat, self.use, self.card, less(self.bill, choice.material), saving=False))

    def outcome(self, state: State, seat: int, choice: ReplaceMaterial | Done) -> Outcome:
        if not isinstance(choice, ReplaceMaterial):
            return Outcome(word="pays", cost=self.bill)
        return Outcome((f"till:{choice.material}",), "replaces", cost=priced(self.rate, "inspiration"))
