"""The end of a turn (GEN-10)."""

from engine.choices import EndTurn
from engine.state import State
from engine.steps import Decision, step


@step
class AskEndTurn(Decision[EndTurn]):
    """The seat that chose last ends its turn before another seat is asked; until then it can undo."""

    kind = "end-turn"
    rule = "GEN-10"

    def choices(self, state: State, seat: int) -> list[EndTurn]:
        return [EndTurn()]

    def resolve(self, state: State, seat: int, choice: EndTurn) -> None:
        """No effect: the next seat is asked."""
