"""Triggers: `Dispatch` resolves the abilities of a seat that an event triggers (VOCABULARY section 3).

Automatic abilities resolve first, then optional ones, in the order of GEN-12; each wholly before the next (GEN-11).
`effects.py` declares the effect words.
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
"""Trigger -> the values of its event that conditions may read."""

EVENTS = tuple(trigger for trigger in TRIGGERS if trigger not in ("always", "game_end"))
"""Triggers that are events; `always` has none, `game_end` is read by the final scoring."""

Values = tuple[tuple[str, str], ...]


@step
class Dispatch(Effect):
    """An event of a seat: its abilities with this trigger whose conditions hold resolve.

    `number` and `placement`: the worker that caused the event. `patrons`: only the first so many completed patrons
    count (PAT-13), all if None. `bonus`: the chair bonus that `echo` repeats, as (orchestra seat, first chair).
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
        """The abilities that the event triggers, in the order of resolution."""
        found = [
            (EFFECTS[ability.effect].optional, UseAbility(self.seat, card, index, self.placement, self.bonus))
            for card in in_force(state, self.seat, self.number, self.patrons)
            for index, ability in enumerate(abilities_of(state.content, card))
            if ability.trigger == self.trigger and ability.fits(**dict(self.values))
        ]
        return tuple(use for optional in (False, True) for wanted, use in found if wanted is optional)


def dispatch(state: State, seat: int, trigger: str, *, patrons: int | None = None, **values: str) -> Dispatch:
    """The event of the active worker, if any; patrons completed later do not count."""
    acting = state.active_worker
    own = acting if acting is not None and acting.seat == seat else None
    if own is not None:
        values.setdefault("location", own.location)
    completed = len(state.players[seat].completed) if patrons is None else patrons
    number, placement = (own.number, own.placement) if own is not None else (None, 0)
    return Dispatch(seat, trigger, tuple(values.items()), number, placement, completed)


@step
class UseAbility(Effect):
    """Resolve one ability."""

    card: str
    index: int
    placement: int = 0
    bonus: tuple[str, bool] | None = None

    def ability(self, state: State) -> Ability:
        return abilities_of(state.content, self.card)[self.index]

    def run(self, state: State) -> None:
        ability = self.ability(state)
        run = EFFECTS[ability.effect].run
        assert run is not None, f"{ability.effect} has no event"
        run(state, self, ability)

    def optional(self, state: State) -> bool:
        """Whether the owner may decline it (GEN-13)."""
        return EFFECTS[self.ability(state).effect].optional


EffectRule = Callable[[State, UseAbility, Ability], None]


@dataclass(frozen=True, slots=True)
class EffectWord:
    """Declaration of an effect word (VOCABULARY section 5)."""

    parameters: tuple[str, ...]
    triggers: tuple[str, ...]
    """Triggers that an ability with this effect may have."""
    optional: bool
    """Whether the owner may decline it (GEN-13)."""
    locations: tuple[str, ...]
    """Locations that a condition may list; empty for all locations of the trigger."""
    text: str
    """Key of its text in the message files; a parameter in braces is replaced by its value."""
    run: EffectRule | None = None
    """Function that resolves it; None for a word that other rules read."""


EFFECTS: dict[str, EffectWord] = {}
"""Effect word -> declaration; filled by `effects.py`."""


def effect(
    word: str,
    *parameters: str,
    triggers: tuple[str, ...] = EVENTS,
    optional: bool = False,
    locations: tuple[str, ...] = (),
    text: str = "",
) -> Callable[[EffectRule], EffectRule]:
    """Declare an effect word; as a decorator, also register the function that resolves it."""
    declared = EFFECTS[word] = EffectWord(parameters, triggers, optional, locations, text or f"card.effect.{word}")

    def register(run: EffectRule) -> EffectRule:
        EFFECTS[word] = replace(declared, run=run)
        return run

    return register
