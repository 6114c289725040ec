"""Patrons (PAT-1 to PAT-15), their spaces (SAL-3), patience and gifts (RND-2, SAL-4)."""

from dataclasses import replace

from engine.choices import (
    Decline,
    DiscardCard,
    Give,
    PlacePatron,
    Soothe,
    TakeGift,
)
from engine.constants import LOSS, PATIENCE_SPACES, SPACE_BONUS
from engine.content.cards import Goods
from engine.events import (
    CardDiscarded,
    CardGiven,
    PatienceMoved,
    PatronCompleted,
    PatronLeft,
    PatronPlaced,
    PrestigeLost,
)
from engine.goods import CheckStorage, discard, gain
from engine.requirements import accepts, unmet
from engine.rules import tracks
from engine.state import State, TuckedCard, WaitingPatron
from engine.steps import Decision, Effect, Outcome, step
from engine.triggers import dispatch

PILES = {"instrument": "instruments", "performance": "performances", "repair": "repairs"}


# --- a patron comes -------------------------------------------------------------------------------------------------


@step
class PlaceNewPatron(Decision[PlacePatron]):
    """Choose a patron space for a new patron and take its bonus (SAL-1, SAL-3, PAT-9)."""

    card: str
    kind = "patron-space"
    rule = "SAL-3"

    def choices(self, state: State, seat: int) -> list[PlacePatron]:
        return [PlacePatron(space) for space in state.players[seat].free_spaces()]

    def resolve(self, state: State, seat: int, choice: PlacePatron) -> None:
        player = state.players[seat]
        placed = (*player.waiting, WaitingPatron(self.card, choice.space))
        player.waiting = tuple(sorted(placed, key=lambda p: p.space))
        state.emit(PatronPlaced(seat, self.card, choice.space))
        gain(state, seat, SPACE_BONUS[choice.space], "space", self.card)

    def outcome(self, state: State, seat: int, choice: PlacePatron) -> Outcome:
        return Outcome((f"space:{choice.space}",), gain=SPACE_BONUS[choice.space])


# --- patience and gifts ---------------------------------------------------------------------------------------------


def move_patience(state: State, seat: int, card: str) -> None:
    """Move a patron's patience one space and take the gift; after the last it leaves (RND-2, PAT-5)."""
    waiting = state.players[seat].patron(card)
    patience = waiting.patience + 1
    if patience >= PATIENCE_SPACES:
        leave(state, seat, waiting)
        return
    state.players[seat].replace_patron(replace(waiting, patience=patience))
    state.emit(PatienceMoved(seat, card, patience))
    gain(state, seat, state.content.patrons[card].gifts[patience], "gift", card)


def leave(state: State, seat: int, waiting: WaitingPatron) -> None:
    """A patron leaves: its owner loses prestige for each unmet requirement (PAT-5, PAT-14)."""
    missing = unmet(state.content, waiting)
    state.emit(PatronLeft(seat, waiting.card, missing))
    player = state.players[seat]
    before = player.prestige
    player.score("patrons_left", -LOSS * missing)
    if before != player.prestige:
        state.emit(PrestigeLost(seat, before - player.prestige, waiting.card))
    remove_patron(state, seat, waiting)
    if state.content.patrons[waiting.card].deck != "royal":
        discard(state, "patrons", waiting.card)


def remove_patron(state: State, seat: int, waiting: WaitingPatron) -> None:
    """Discard the cards under a patron and free its space."""
    for under in waiting.tucked:
        discard(state, PILES[under.token], under.card)
    player = state.players[seat]
    player.waiting = tuple(p for p in player.waiting if p.card != waiting.card)


def soothe(state: State, seat: int, card: str, spaces: int) -> None:
    """Move a patron's patience back, not beyond the first space."""
    waiting = state.players[seat].patron(card)
    patience = max(0, waiting.patience - spaces)
    if patience != waiting.patience:
        state.players[seat].replace_patron(replace(waiting, patience=patience))
        state.emit(PatienceMoved(seat, card, patience))


@step
class AskGift(Decision[TakeGift | Decline]):
    """Take any gift of a waiting patron; its patience moves back by `soothes` (SAL-4)."""

    soothes: int
    optional: bool = False
    kind = "gift"
    rule = "SAL-4"

    def choices(self, state: State, seat: int) -> list[TakeGift | Decline]:
        gifts: list[TakeGift | Decline] = [
            TakeGift(waiting.card, space) for waiting in state.players[seat].waiting for space in range(PATIENCE_SPACES)
        ]
        return [*gifts, Decline()] if gifts and self.optional else gifts

    def resolve(self, state: State, seat: int, choice: TakeGift | Decline) -> None:
        if isinstance(choice, TakeGift):
            soothe(state, seat, choice.patron, self.soothes)
            gain(state, seat, state.content.patrons[choice.patron].gifts[choice.space], "gift", choice.patron)

    def outcome(self, state: State, seat: int, choice: TakeGift | Decline) -> Outcome:
        if not isinstance(choice, TakeGift):
            return Outcome()
        offered = state.content.patrons[choice.patron].gifts[choice.space]
        return Outcome((f"gift:{choice.patron}:{choice.space}", f"patron:{choice.patron}"), gain=offered)


@step
class SoothePatron(Decision[Soothe | Decline]):
    """Move the patience of a waiting patron back by `spaces`, without a gift."""

    spaces: int
    kind = "soothe"
    rule = "PAT-9"

    def choices(self, state: State, seat: int) -> list[Soothe | Decline]:
        restless: list[Soothe | Decline] = [Soothe(p.card) for p in state.players[seat].waiting if p.patience]
        return [*restless, Decline()] if restless else []

    def resolve(self, state: State, seat: int, choice: Soothe | Decline) -> None:
        if isinstance(choice, Soothe):
            soothe(state, seat, choice.patron, self.spaces)

    def outcome(self, state: State, seat: int, choice: Soothe | Decline) -> Outcome:
        if not isinstance(choice, Soothe):
            return Outcome()
        space = max(0, state.players[seat].patron(choice.patron).patience - self.spaces)
        return Outcome((f"patron:{choice.patron}",), "soothes", (("space", space),))


# --- a card meets a requirement -------------------------------------------------------------------------------------


@step
class AskGiving(Decision[Give | DiscardCard]):
    """Give the card to a patron that accepts it, or discard it (FIN-3, PRF-5, REP-2)."""

    token: str
    card: str
    kind = "give"
    rule = "PAT-4"

    def choices(self, state: State, seat: int) -> list[Give | DiscardCard]:
        fitting: list[Give | DiscardCard] = [
            Give(p.card) for p in state.players[seat].waiting if accepts(state.content, p, self.token, self.card)
        ]
        return [*fitting, DiscardCard()] if fitting else []

    def run(self, state: State) -> None:
        """No patron accepts the card: discard it."""
        discard_card(state, self.seat, self.token, self.card)

    def resolve(self, state: State, seat: int, choice: Give | DiscardCard) -> None:
        if not isinstance(choice, Give):
            discard_card(state, seat, self.token, self.card)
            return
        player = state.players[seat]
        waiting = player.patron(choice.patron)
        met = replace(waiting, patience=0, tucked=(*waiting.tucked, TuckedCard(self.token, self.card)))
        player.replace_patron(met)
        player.requirements_met += 1
        state.emit(CardGiven(seat, self.token, self.card, choice.patron))
        if not unmet(state.content, met):
            complete(state, seat, choice.patron)

    def outcome(self, state: State, seat: int, choice: Give | DiscardCard) -> Outcome:
        if not isinstance(choice, Give):
            return Outcome(word="discards")
        left = unmet(state.content, state.players[seat].patron(choice.patron)) - 1
        lit, details = (f"patron:{choice.patron}",), (("missing", left),)
        prize: Goods = () if left else (("prestige", state.content.patrons[choice.patron].prestige),)
        return Outcome(lit, "meets" if left else "completes", details, gain=prize)


def discard_card(state: State, seat: int, token: str, card: str) -> None:
    discard(state, PILES[token], card)
    state.emit(CardDiscarded(seat, token, card))


def complete(state: State, seat: int, card: str) -> None:
    """A patron is completed: its prestige, a space of reputation, then it leaves its space (PAT-6)."""
    patron = state.content.patrons[card]
    state.players[seat].score("patrons", patron.prestige)
    state.emit(PatronCompleted(seat, card, patron.prestige))
    triggered = dispatch(state, seat, "completed")
    state.then(tracks.Advance(seat, "reputation"), MoveToCompleted(seat, card), triggered)


@step
class MoveToCompleted(Effect):
    """The completed patron leaves its space; its abilities are in force from now on (PAT-6, PAT-13).

    They may lower the storage limit.
    """

    card: str

    def run(self, state: State) -> None:
        player = state.players[self.seat]
        remove_patron(state, self.seat, player.patron(self.card))
        player.completed += (self.card,)
        state.then(CheckStorage(self.seat))
