"""Writes the choices of a game down as a host's log holds them: by moves, with second thoughts where wanted."""

from automa.table import AI_SETTINGS, SeatSettings, Table
from engine import loop
from engine.choices import Choice
from engine.content.cards import Content
from engine.game import Game, Header
from engine.rng import stream
from tests.golden.case import Case
from tests.golden.story import Pick, picks_of

ONE_IN = 5
"""So often people have second thoughts, in a game that is there for it."""
RIVAL_FROM, RIVAL_TO = 1 / 3, 2 / 3
"""The part of a game for which a rival plays a seat that changes hands."""


class Scribe:
    """A table at which given choices are made.

    A move holds one choice, or several where nothing hidden comes between. The host ends the turns of every other
    seat by itself. Where the case wants it, people take moves back, and a rival has the first seat for a while.
    """

    def __init__(self, case: Case, header: Header, content: Content) -> None:
        self.case, self.rng = case, stream("scribe", header.seed)
        settings = [
            AI_SETTINGS if seat.player == "ai" else SeatSettings(confirm_turns=number % 2 == 0)
            for number, seat in enumerate(header.seats)
        ]
        self.table = Table.begin(header, content, settings=settings)

    @property
    def played(self) -> Game:
        return self.table.game

    def write(self, picks: list[Pick]) -> Game:
        """The record of a game with these choices in force."""
        while self.played.choice_count < len(picks):
            if self.case.changes_hands:
                self._change_hands(self.played.choice_count / len(picks))
            self.table.submit(*self._next_press(picks[self.played.choice_count :]))
            if self.case.wanders and self.rng.below(ONE_IN) == 0:
                self._think_again()
        assert picks_of(self.played) == picks
        return self.played

    def _next_press(self, picks: list[Pick]) -> tuple[int, list[Choice]]:
        """The next choices of a seat, up to where something hidden is shown or it stops to think."""
        (seat, first), rest = picks[0], picks[1:]
        trial, group = self.played.state.clone(), [first]
        loop.apply(trial, seat, first)
        for following, choice in rest:
            if following != seat or trial.floor is not None or self.rng.below(2):
                break
            loop.apply(trial, seat, choice)
            group.append(choice)
        return seat, group

    def _change_hands(self, elapsed: float) -> None:
        who = "ai" if RIVAL_FROM <= elapsed < RIVAL_TO else "person"
        if self.played.players[0].player != who:
            self.played.reseat(0, "ai" if who == "ai" else "person", "apprentice" if who == "ai" else None)

    # --- second thoughts ----------------------------------------------------------------------------------------------

    def _think_again(self) -> None:
        """Whoever can takes the last moves back, and does them again, or something else, or leaves it at that."""
        for seat in range(len(self.played.players)):
            undone = 0
            while undone < 2 and self.played.undo_state(seat)["to"] is not None:
                self.played.undo(seat)
                undone += 1
            if undone:
                self._go_on(seat, undone)

    def _go_on(self, seat: int, undone: int) -> None:
        match self.rng.below(3):
            case 0:
                for _ in range(undone):
                    self.played.redo(seat)
            case 1:
                self._try_another(seat)

    def _try_another(self, seat: int) -> None:
        """Choose something that can be taken back, and take it back."""
        for choice in loop.legal_choices(self.played.state, seat):
            trial = self.played.state.clone()
            loop.apply(trial, seat, choice)
            if trial.floor is None:
                self.played.submit(seat, [choice], confirm=True, forced=False)
                self.played.undo(seat)
                return
