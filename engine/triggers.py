"""What cards hear: `Dispatch` tells a seat's cards of an event, and those that listen resolve (VOCABULARY section 3).

Automatic abilities resolve first, then optional ones, in the order of GEN-12; each wholly before the next (GEN-11).
What an effect word does stands in `effects.py`.
"""

from collections.abc import Callable

from engine.abilities import abilities_of, in_force
from engine.content.cards import Ability
from engine.state import State
from engine.steps import Effect, step

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
            (ability.optional, UseAbility(self.seat, card, index, self.placement, self.bonus))
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
        EFFECTS[ability.effect](state, self, ability)


EffectRule = Callable[[State, UseAbility, Ability], None]
EFFECTS: dict[str, EffectRule] = {}
"""Effect word -> what it does; filled by `effects.py`."""


def effect(word: str) -> Callable[[EffectRule], EffectRule]:
    """Register what an effect word does."""

    def register(rule: EffectRule) -> EffectRule:
        EFFECTS[word] = rule
        return rule

    return register
