"""The Balcony (BAL-1 to BAL-4): public awards, and an earlier place in the turn order."""

from engine.abilities import at_market
from engine.choices import ScoreAward
from engine.content.cards import Goods
from engine.rules import awards, tracks
from engine.rules.locations import BoardLocation, location
from engine.state import State
from engine.steps import Outcome


@location
class Balcony(BoardLocation[ScoreAward]):
    """Main action: score a level of a public award."""

    name = "balcony"
    bonus_track = "reputation"

    def choices(self, state: State, seat: int) -> list[ScoreAward]:
        """Levels of public awards that the seat can score (BAL-1)."""
        return awards.claims(state, seat)

    def resolve(self, state: State, seat: int, choice: ScoreAward) -> None:
        awards.score(state, seat, choice)

    def outcome(self, state: State, seat: int, choice: ScoreAward) -> Outcome:
        return awards.outcome(state, choice)

    def alternates(self, state: State, seat: int) -> list[Goods]:
        """6 money, or up to 2 apprentices from the Market (BAL-2)."""
        there = min(2, at_market(state, seat))
        apprentices: list[Goods] = [(("apprentice", there),)] if there else []
        return [(("money", 6),), *apprentices]

    def bonus(self, state: State, seat: int) -> None:
        """One space on the reputation track (BAL-3)."""
        state.then(tracks.Advance(seat, self.bonus_track))
