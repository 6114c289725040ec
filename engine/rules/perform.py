"""Performances (PRF-1 to PRF-9): dice, rerolls, inspiration, and the rewards of the level reached."""

from dataclasses import replace

from engine.abilities import stat
from engine.choices import KeepDice, Reroll, SpendInspiration
from engine.content.cards import Goods
from engine.events import DiceRolled, Die, PerformanceGiven
from engine.goods import gain, priced, spend
from engine.rules import orchestra, patrons, tracks
from engine.rules.locations import CardLocation, location
from engine.state import PlayedPerformance, State
from engine.steps import Decision, Effect, Outcome, step
from engine.triggers import dispatch

MOST_INSPIRATION = 59
"""Most inspiration offered, so that no decision has more than 60 choices; no performance needs more."""


@location
class Perform(CardLocation):
    """Main action: give a performance."""

    name = "perform"
    token = "performance"
    bonus_track = "performance"

    def details(self, state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
        performance = state.content.performances[card]
        return (("medium", performance.medium), ("high", performance.high))

    def use(self, state: State, seat: int, card: str, found: bool) -> None:
        state.then(RollDice(seat, card))

    def alternates(self, state: State, seat: int) -> list[Goods]:
        """3 animal (PRF-6)."""
        return [(("animal", 3),)]

    def bonus(self, state: State, seat: int) -> None:
        """One space on the performance track (PRF-7)."""
        state.then(tracks.Advance(seat, self.bonus_track))


# --- dice -----------------------------------------------------------------------------------------------------------


def roll(state: State, colour: str) -> Die:
    """Roll a die of a colour; sets the undo floor."""
    state.close("dice-rolled")
    return Die(colour, state.rng.below(6) + 1)


def notes(state: State, seat: int, die: Die) -> int:
    """Notes of a die; 0 for the purple one, which gives goods (PRF-2)."""
    if die.colour == "purple":
        return 0
    return sides(state, seat, die.colour)[die.face - 1]


def sides(state: State, seat: int, colour: str, number: int | None = None) -> tuple[int, ...]:
    """Notes by side of a white or black die, with abilities. `number`: as in `abilities.stat`."""
    floor = stat(state, seat, "die_floor", 0, number=number, location="perform")
    return tuple(max(notes, floor) for notes in state.content.dice.notes(colour))


def note_dice(state: State, seat: int, number: int | None = None) -> list[str]:
    """Colours of the dice with notes: two, black by the track, and extra white ones (PRF-2)."""
    black = tracks.black_dice(state.players[seat].tracks.performance)
    extra = stat(state, seat, "dice", 0, low=0, number=number, location="perform")
    return ["black"] * black + ["white"] * (2 - black + extra)


def rerolls(state: State, seat: int, number: int | None = None) -> int:
    """Rerolls by the track and by abilities (PRF-3)."""
    by_track = tracks.rerolls(state.players[seat].tracks.performance)
    return stat(state, seat, "rerolls", by_track, low=0, number=number, location="perform")


def result_bonus(state: State, seat: int, number: int | None = None) -> int:
    """Amount that abilities add to the result (PRF-1)."""
    return stat(state, seat, "result", 0, number=number, location="perform")


def result(state: State, seat: int, dice: tuple[Die, ...]) -> int:
    """Result before inspiration: notes, skill and abilities (PRF-1)."""
    assert state.active_worker is not None
    return sum(notes(state, seat, die) for die in dice) + state.active_worker.skill + result_bonus(state, seat)


@step
class RollDice(Effect):
    """Roll the dice with notes, and the purple die if it is unlocked (PRF-2)."""

    card: str

    def run(self, state: State) -> None:
        seat, player = self.seat, state.players[self.seat]
        colours = note_dice(state, seat)
        if player.unlocked("purple"):
            colours.append("purple")
        dice = tuple(roll(state, colour) for colour in colours)
        state.emit(DiceRolled(seat, self.card, dice, 0))
        left = rerolls(state, seat)
        state.then(*((AskReroll(seat, self.card, dice, left),) if left else (CountDice(seat, self.card, dice),)))


@step
class AskReroll(Decision[KeepDice | Reroll]):
    """Reroll a die, up to `left` times, or keep the dice (PRF-3, PRF-9)."""

    card: str
    dice: tuple[Die, ...]
    left: int
    kind = "reroll"
    rule = "PRF-3"

    def choices(self, state: State, seat: int) -> list[KeepDice | Reroll]:
        return [KeepDice(), *(Reroll(number) for number in range(1, len(self.dice) + 1))]

    def resolve(self, state: State, seat: int, choice: KeepDice | Reroll) -> None:
        if not isinstance(choice, Reroll):
            state.then(CountDice(seat, self.card, self.dice))
            return
        at = choice.die - 1
        dice = (*self.dice[:at], roll(state, self.dice[at].colour), *self.dice[choice.die :])
        state.emit(DiceRolled(seat, self.card, dice, choice.die))
        again = replace(self, dice=dice, left=self.left - 1)
        state.then(again if again.left else CountDice(seat, self.card, dice))

    def about(self, state: State, seat: int) -> dict[str, object]:
        assert state.active_worker is not None
        return {
            "result": result(state, self.seat, self.dice),
            "notes": [notes(state, self.seat, d) if d.colour != "purple" else None for d in self.dice],
            "skill": state.active_worker.skill,
        }

    def outcome(self, state: State, seat: int, choice: KeepDice | Reroll) -> Outcome:
        if isinstance(choice, Reroll):
            return Outcome((f"die:{choice.die}",), "rolls-again")
        reached = result(state, seat, self.dice)
        return Outcome(
            word=state.content.performances[self.card].level(reached),
            details=(("result", reached),),
        )


@step
class CountDice(Effect):
    """The dice are final: goods of the purple one, then inspiration may be added (PRF-8)."""

    card: str
    dice: tuple[Die, ...]

    def run(self, state: State) -> None:
        ask = AskInspiration(self.seat, self.card, result(state, self.seat, self.dice))
        state.then(ask)
        for die in self.dice:
            if die.colour == "purple":
                gain(state, self.seat, state.content.dice.purple[die.face - 1], "dice", self.card)


@step
class AskInspiration(Decision[SpendInspiration]):
    """Spend inspiration, +1 to the result for each (PRF-3)."""

    card: str
    result: int
    kind = "spend-inspiration"
    rule = "PRF-3"
    form = "stepper"

    def choices(self, state: State, seat: int) -> list[SpendInspiration]:
        most = min(state.players[seat].inspiration, MOST_INSPIRATION)
        return [SpendInspiration(amount) for amount in range(most + 1)]

    def resolve(self, state: State, seat: int, choice: SpendInspiration) -> None:
        spend(state, seat, priced(choice.amount, "inspiration"), "performance", self.card)
        state.then(FinishPerformance(seat, self.card, self.result + choice.amount))

    def about(self, state: State, seat: int) -> dict[str, object]:
        performance = state.content.performances[self.card]
        return {"medium": performance.medium, "high": performance.high}

    def outcome(self, state: State, seat: int, choice: SpendInspiration) -> Outcome:
        performance = state.content.performances[self.card]
        level = performance.level(self.result + choice.amount)
        details = (("result", self.result + choice.amount),)
        return Outcome((), level, details, priced(choice.amount, "inspiration"), performance.reward(level))


@step
class FinishPerformance(Effect):
    """Reward of the level reached; from medium on also a token and a patron (PRF-4, PRF-5, PRF-8)."""

    card: str
    result: int

    def run(self, state: State) -> None:
        seat, performance = self.seat, state.content.performances[self.card]
        level = performance.level(self.result)
        state.emit(PerformanceGiven(seat, self.card, self.result, level))
        triggered = dispatch(state, seat, "performed", level=level)
        if level == "low":
            state.then(triggered)
        else:
            state.players[seat].performances += (PlayedPerformance(self.card, level),)
            place = orchestra.PlaceToken(seat, "performance", self.card)
            state.then(place, patrons.AskGiving(seat, "performance", self.card), triggered)
        gain(state, seat, performance.reward(level), "level", self.card)
        if level == "low":
            patrons.discard_card(state, seat, "performance", self.card)
