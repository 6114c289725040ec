"""Specialty workers: SPC-1 to SPC-6."""

from dataclasses import replace

from engine.choices import Choice, PlaceChip, TakeSpecialist
from engine.events import ChipPlaced, SpecialistGained
from engine.state import OwnedSpecialist, State
from engine.steps import Decision, Outlook, step


@step
class ChooseSpecialist(Decision):
    """A card from the track's deck, all of which the chooser sees (SPC-1)."""

    track: str
    kind = "specialist"
    rule = "SPC-1"
    secret = True

    def choices(self, state: State, seat: int) -> list[Choice]:
        return [TakeSpecialist(card) for card in sorted(state.decks[self.track])]

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        assert isinstance(choice, TakeSpecialist)
        state.decks[self.track] = tuple(c for c in state.decks[self.track] if c != choice.card)
        state.players[seat].specialists += (OwnedSpecialist(choice.card),)
        state.tell(SpecialistGained(seat, choice.card))

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        assert isinstance(choice, TakeSpecialist)
        return Outlook((f"specialist:{choice.card}",))


@step
class ChooseChip(Decision):
    """At the end of the round a numbered chip goes onto the card for good (SPC-2, SPC-4, SPC-5)."""

    card: str
    kind = "chip"
    rule = "SPC-2"

    def choices(self, state: State, seat: int) -> list[Choice]:
        player = state.players[seat]
        return [PlaceChip(disc) for disc in player.chips if player.specialist(disc) is None]

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        assert isinstance(choice, PlaceChip)
        player = state.players[seat]
        player.specialists = tuple(
            replace(s, disc=choice.disc) if s.card == self.card else s for s in player.specialists
        )
        state.tell(ChipPlaced(seat, self.card, choice.disc))

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        assert isinstance(choice, PlaceChip)
        return Outlook((f"disc:{choice.disc}",))
