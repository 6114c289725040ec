"""Specialty workers (SPC-1 to SPC-6)."""

from dataclasses import replace

from engine.choices import AssignNumber, TakeSpecialist
from engine.events import NumberAssigned, SpecialistGained
from engine.state import OwnedSpecialist, State
from engine.steps import Decision, Outcome, step


@step
class ChooseSpecialist(Decision[TakeSpecialist]):
    """Take a card from the track's deck, which the chooser looks through (SPC-1)."""

    track: str
    kind = "specialist"
    rule = "SPC-1"
    secret = True

    def choices(self, state: State, seat: int) -> list[TakeSpecialist]:
        return [TakeSpecialist(card) for card in sorted(state.decks[self.track])]

    def resolve(self, state: State, seat: int, choice: TakeSpecialist) -> None:
        state.decks[self.track] = tuple(c for c in state.decks[self.track] if c != choice.card)
        state.players[seat].specialists += (OwnedSpecialist(choice.card),)
        state.emit(SpecialistGained(seat, choice.card))

    def outcome(self, state: State, seat: int, choice: TakeSpecialist) -> Outcome:
        return Outcome((f"specialist:{choice.card}",))


@step
class ChooseNumber(Decision[AssignNumber]):
    """Assign a number to a new specialty card for the rest of the game (SPC-2, SPC-4, SPC-5)."""

    card: str
    kind = "assign-number"
    rule = "SPC-2"

    def choices(self, state: State, seat: int) -> list[AssignNumber]:
        player = state.players[seat]
        return [AssignNumber(number) for number in player.numbers if player.specialist(number) is None]

    def resolve(self, state: State, seat: int, choice: AssignNumber) -> None:
        player = state.players[seat]
        player.specialists = tuple(
            replace(s, number=choice.number) if s.card == self.card else s for s in player.specialists
        )
        state.emit(NumberAssigned(seat, self.card, choice.number))

    def outcome(self, state: State, seat: int, choice: AssignNumber) -> Outcome:
        return Outcome((f"number:{choice.number}",))
