"""Errors of the engine.

LuthierError
  IllegalChoice     the choice is not offered to the seat
  UndoClosed        undo or redo is not possible
  HiddenAhead       a preview would reveal something hidden
  BrokenRecord      an invalid log, header or saved state
  ContentError      an invalid card set
"""


class LuthierError(Exception):
    """Base class; the game is unchanged."""


class IllegalChoice(LuthierError):
    """The choice is not among those offered to the seat."""

    def __init__(self, seat: int, choice: object, asked: object) -> None:
        super().__init__(f"seat {seat} may not choose {choice!r:.200} at {asked!r:.200}")
        self.seat, self.choice, self.asked = seat, choice, asked


class UndoClosed(LuthierError):
    """Undo or redo is not possible; `by` names the cause."""

    def __init__(self, by: str) -> None:
        super().__init__(f"undo is closed by: {by}")
        self.by = by


class HiddenAhead(LuthierError):
    """The result of a choice is hidden until the choice is submitted."""


class BrokenRecord(LuthierError):
    """A log, header or saved state is malformed or contradicts the rules; the text says where."""


class ContentError(LuthierError):
    """A card set is invalid; the text names file, card and field."""
