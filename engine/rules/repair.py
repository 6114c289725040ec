"""Repairs for the orchestra (REP-1 to REP-4, RES-16, RES-22)."""

from engine.choices import Decline, MakeRepair
from engine.content.cards import Goods
from engine.events import RepairMade
from engine.rules import material_costs, orchestra, patrons, tracks
from engine.rules.locations import CardLocation, location
from engine.state import State, Step
from engine.steps import Decision, Effect, step


@location
class Repair(CardLocation):
    """Main action: make a repair, paid in materials, of which inspiration may replace any."""

    name = "repair"
    token = "repair"
    bonus_track = "craft"

    def affordable(self, state: State, seat: int, card: str, price: int) -> bool:
        """Whether tier price and materials are payable together (RES-16, REP-1)."""
        player = state.players[seat]
        inspiration = player.inspiration - max(0, price - player.money)
        units = material_costs.discount(state, seat, "repair")
        bill = material_costs.cost_of(state, "repair", card)
        return player.coins >= price and material_costs.payable(state, seat, "repair", bill, units, inspiration)

    def reserve(self, state: State, seat: int, card: str) -> int:
        """Inspiration that the materials will need (RES-16)."""
        units = material_costs.discount(state, seat, "repair")
        return (
            material_costs.inspiration_needed(
                state, seat, "repair", material_costs.cost_of(state, "repair", card), units
            )
            or 0
        )

    def details(self, state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
        return (("prestige", state.content.repairs[card].prestige),)

    def use(self, state: State, seat: int, card: str, found: bool) -> None:
        state.then(*((AskFoundRepair(seat, card),) if found else make(state, seat, card)))

    def alternates(self, state: State, seat: int) -> list[Goods]:
        """2 wood (REP-3)."""
        return [(("wood", 2),)]

    def bonus(self, state: State, seat: int) -> None:
        """One space on the craft track (REP-4)."""
        state.then(tracks.Advance(seat, self.bonus_track))


def make(state: State, seat: int, card: str) -> tuple[Step, ...]:
    """Steps of a repair: pay, score, place the token, give or discard the card (REP-1, REP-2)."""
    bill = material_costs.cost_of(state, "repair", card)
    return (
        material_costs.SettleBill(seat, "repair", card, bill),
        ScoreRepair(seat, card),
        orchestra.PlaceToken(seat, "repair", card),
        patrons.AskGiving(seat, "repair", card),
    )


@step
class ScoreRepair(Effect):
    """Score the repair (REP-2)."""

    card: str

    def run(self, state: State) -> None:
        player, prestige = state.players[self.seat], state.content.repairs[self.card].prestige
        player.repairs += (self.card,)
        player.score("repairs", prestige)
        state.emit(RepairMade(self.seat, self.card, prestige))


@step
class AskFoundRepair(Decision[MakeRepair | Decline]):
    """Make or discard a repair found by a Search (RES-22)."""

    card: str
    kind = "found-repair"
    rule = "RES-22"

    def choices(self, state: State, seat: int) -> list[MakeRepair | Decline]:
        able = material_costs.can_pay(state, seat, "repair", self.card)
        return [MakeRepair(), Decline()] if able else []

    def run(self, state: State) -> None:
        """The repair cannot be paid: discard it."""
        patrons.discard_card(state, self.seat, "repair", self.card)

    def resolve(self, state: State, seat: int, choice: MakeRepair | Decline) -> None:
        if choice == MakeRepair():
            state.then(*make(state, seat, self.card))
        else:
            patrons.discard_card(state, seat, "repair", self.card)
