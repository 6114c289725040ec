"""What the engine refuses, and why.

LuthierError
  IllegalChoice     not offered to this seat now
  UndoClosed        the way back is closed, by a named event
  HiddenAhead       a preview would have to look at what nobody may see yet
  BrokenRecord      a log, header or saved state that does not hold together
  ContentError      a card set with a fault
"""


class LuthierError(Exception):
    """Any refusal of the engine; the game is as it was before."""


class IllegalChoice(LuthierError):
    """The choice is not among those offered to the seat."""

    def __init__(self, seat: int, choice: object, asked: object) -> None:
        super().__init__(f"seat {seat} may not choose {choice!r:.200} at {asked!r:.200}")
        self.seat, self.choice, self.asked = seat, choice, asked


class UndoClosed(LuthierError):
    """Nothing can be taken back; `by` names what closed the way."""

    def __init__(self, by: str) -> None:
        super().__init__(f"the way back is closed by: {by}")
        self.by = by


class HiddenAhead(LuthierError):
    """What would come next is hidden until the choice is really made."""


class BrokenRecord(LuthierError):
    """A log, header or saved state is malformed or contradicts the rules; says where."""


class ContentError(LuthierError):
    """A card set has a fault; the text names file, card and field."""
