"""Cards on the benches: from hand to the roughing bench (RND-3), and room for two (GEN-9)."""

from dataclasses import replace

from engine.choices import Bench, Done, MakeRoom
from engine.constants import BENCH_ROOM
from engine.events import CardBenched, CardTakenBack
from engine.state import State
from engine.steps import Decision, Effect, Outcome, step


@step
class BenchCards(Decision[Bench | Done]):
    """Put up to `left` instrument cards from hand on the roughing bench."""

    left: int
    source: str
    kind = "bench"
    rule = "RND-3"
    secret = True

    def choices(self, state: State, seat: int) -> list[Bench | Done]:
        hand: list[Bench | Done] = [Bench(card) for card in dict.fromkeys(state.players[seat].hand)]
        return [*hand, Done()] if hand else []

    def resolve(self, state: State, seat: int, choice: Bench | Done) -> None:
        if isinstance(choice, Bench):
            again = (replace(self, left=self.left - 1),) if self.left > 1 and len(state.players[seat].hand) > 1 else ()
            state.then(PutOnRoughing(seat, choice.card), *again)

    def outcome(self, state: State, seat: int, choice: Bench | Done) -> Outcome:
        if not isinstance(choice, Bench):
            return Outcome()
        full = len(state.players[seat].roughing) >= BENCH_ROOM
        return Outcome((f"hand:{choice.card}",), "makes-room" if full else "benched")


@step
class PutOnRoughing(Effect):
    """Move a card from hand to the roughing bench."""

    card: str

    def run(self, state: State) -> None:
        player = state.players[self.seat]
        if len(player.roughing) >= BENCH_ROOM:
            state.then(AskRoom(self.seat, "roughing", self.card), self)
            return
        hand = list(player.hand)
        hand.remove(self.card)
        player.hand = tuple(hand)
        player.roughing += (self.card,)
        state.emit(CardBenched(self.seat, self.card))


@step
class AskRoom(Decision[MakeRoom]):
    """The bench is full: a card on it returns to hand (GEN-9)."""

    bench: str
    card: str
    kind = "make-room"
    rule = "GEN-9"

    @property
    def secret(self) -> bool:  # type: ignore[override]
        """At the roughing bench the card that needs the room is still in hand."""
        return self.bench == "roughing"

    def choices(self, state: State, seat: int) -> list[MakeRoom]:
        return [MakeRoom(card) for card in dict.fromkeys(state.players[seat].bench(self.bench))]

    def resolve(self, state: State, seat: int, choice: MakeRoom) -> None:
        remove_card(state, seat, self.bench, choice.card)
        state.players[seat].hand += (choice.card,)
        state.emit(CardTakenBack(seat, self.bench, choice.card))

    def outcome(self, state: State, seat: int, choice: MakeRoom) -> Outcome:
        word = "loses-materials" if self.bench == "finishing" else "back-to-hand"
        return Outcome((f"{self.bench}:{choice.card}",), word)


def remove_card(state: State, seat: int, bench: str, card: str) -> None:
    """Remove a card from a bench."""
    player = state.players[seat]
    cards = list(player.bench(bench))
    cards.remove(card)
    setattr(player, bench, tuple(cards))
