"""What cards hear: `Dispatch` tells a seat's cards of an event, and those that listen resolve (VOCABULARY section 3).

Automatic abilities resolve first, then optional ones, in the order of GEN-12; each wholly before the next (GEN-11).
What an effect word does stands in `effects.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.abilities import abilities_of, in_force
from engine.content.cards import Ability
from engine.state import State
from engine.steps import Effect, step

TRIGGERS: Mapping[str, tuple[str, ...]] = {
    "setup": (),
    "round_start": (),
    "always": ("location",),
    "placed": ("location",),
    "planned": (),
    "acted": ("location",),
    "performed": ("level",),
    "finished": ("section",),
    "seated": ("section", "token"),
    "completed": (),
    "game_end": (),
}
"""Trigger -> the values of its event that conditions may read: those that differ from one event to another."""

EVENTS = tuple(trigger for trigger in TRIGGERS if trigger not in ("always", "game_end"))
"""Triggers that are events of the game; `always` holds all the time, `game_end` is read by the final scoring."""

Values = tuple[tuple[str, str], ...]


@step
class Dispatch(Effect):
    """An event happens to a seat: its cards that listen, and whose conditions hold, resolve.

    `number` is the worker that caused it (its specialty card listens), `placement` that worker on the table; `patrons`
    the number of completed patrons that hear it (PAT-13), all when None; `bonus` what `echo` would repeat.
    """

    trigger: str
    values: Values = ()
    number: int | None = None
    placement: int = 0
    patrons: int | None = None
    bonus: tuple[str, bool] | None = None

    def run(self, state: State) -> None:
        state.then(*self.uses(state))

    def uses(self, state: State) -> tuple["UseAbility", ...]:
        """The abilities that hear the event, in the order in which they resolve."""
        found = [
            (EFFECTS[ability.effect].optional, UseAbility(self.seat, card, index, self.placement, self.bonus))
            for card in in_force(state, self.seat, self.number, self.patrons)
            for index, ability in enumerate(abilities_of(state.content, card))
            if ability.trigger == self.trigger and ability.fits(**dict(self.values))
        ]
        return tuple(use for optional in (False, True) for wanted, use in found if wanted is optional)


def dispatch(state: State, seat: int, trigger: str, *, patrons: int | None = None, **values: str) -> Dispatch:
    """The event of the acting worker, or of no worker; the cards completed up to now hear it."""
    acting = state.active_worker
    own = acting if acting is not None and acting.seat == seat else None
    if own is not None:
        values.setdefault("location", own.location)
    heard = len(state.players[seat].completed) if patrons is None else patrons
    number, placement = (own.number, own.placement) if own is not None else (None, 0)
    return Dispatch(seat, trigger, tuple(values.items()), number, placement, heard)


@step
class UseAbility(Effect):
    """One ability does what it says."""

    card: str
    index: int
    placement: int = 0
    bonus: tuple[str, bool] | None = None

    def ability(self, state: State) -> Ability:
        return abilities_of(state.content, self.card)[self.index]

    def run(self, state: State) -> None:
        ability = self.ability(state)
        run = EFFECTS[ability.effect].run
        assert run is not None, f"{ability.effect} works at no event"
        run(state, self, ability)

    def optional(self, state: State) -> bool:
        """Whether the owner may decline it (GEN-13)."""
        return EFFECTS[self.ability(state).effect].optional


EffectRule = Callable[[State, UseAbility, Ability], None]


@dataclass(frozen=True, slots=True)
class EffectWord:
    """An effect word of VOCABULARY section 5, with all that the checker, the texts and the rules need of it."""

    parameters: tuple[str, ...]
    triggers: tuple[str, ...]
    """The triggers with which it works."""
    optional: bool
    """Whether its owner may decline it (GEN-13)."""
    locations: tuple[str, ...]
    """The locations that a condition may list, where they are not all those of the trigger."""
    text: str
    """Key of its text in the message files; braces name a parameter whose value is a part of the key."""
    run: EffectRule | None = None
    """What it does when its trigger happens; None for a word that rules ask for."""


EFFECTS: dict[str, EffectWord] = {}
"""Effect word -> its declaration; filled by `effects.py`."""


def effect(
    word: str,
    *parameters: str,
    triggers: tuple[str, ...] = EVENTS,
    optional: bool = False,
    locations: tuple[str, ...] = (),
    text: str = "",
) -> Callable[[EffectRule], EffectRule]:
    """Declare an effect word; as a decorator also register the function that it runs."""
    declared = EFFECTS[word] = EffectWord(parameters, triggers, optional, locations, text or f"card.effect.{word}")

    def register(run: EffectRule) -> EffectRule:
        EFFECTS[word] = replace(declared, run=run)
        return run

    return register
