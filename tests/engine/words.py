"""Listens for the words of the vocabulary while games are played: which of them ever did something.

Nothing in the engine knows of it: its functions are wrapped, wherever a module holds them, for as long as a test runs.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import pytest

from engine import abilities, counters, goods
from engine.choices import Bench, Choice, Draw, Echo, Peek, Relocate, Soothe, TakeGift, Trade
from engine.content import vocabulary as words
from engine.content.cards import Ability, Content, Counter, Goods
from engine.content.vocabulary import AUTOMATIC
from engine.events import Event, SourceScored
from engine.rng import Rng
from engine.rules.benches import BenchCards
from engine.rules.patrons import AskGift
from engine.state import State
from engine.triggers import UseAbility
from tests.engine.players import Played, chosen, weight

Word = tuple[str, str]
"""The list that a word stands in, and the word."""

USES: dict[str, type[Choice]] = {
    "trade": Trade,
    "draw": Draw,
    "bench": Bench,
    "soothe": Soothe,
    "gift": TakeGift,
    "echo": Echo,
    "peek": Peek,
    "relocate": Relocate,
}
"""Optional effects happen with the choice that accepts them."""

ALL_WORDS: frozenset[Word] = frozenset(
    (name, word)
    for name, table in {
        "goods": words.GOODS,
        "trigger": words.TRIGGERS,
        "condition": words.CONDITIONS,
        "effect": words.EFFECTS,
        "stat": words.STATS,
        "rule": words.RULES,
        "counter": words.COUNTERS,
        "filter": (*words.FILTERS, "rare"),
        "fold": words.FOLDS,
    }.items()
    for word in table
)


class Listener:
    """The words heard so far."""

    def __init__(self) -> None:
        self.heard: set[Word] = set()

    @property
    def unheard(self) -> list[Word]:
        return sorted(ALL_WORDS - self.heard)

    def note(self, name: str, *found: str) -> None:
        self.heard.update((name, word) for word in found)

    # --- what only the choices and events tell ----------------------------------------------------------------------

    def played(self, played: Played) -> None:
        """A choice that accepts what an ability offers."""
        asked, choice = played.asked, played.choice
        for word, accepting in USES.items():
            by_ability = not (isinstance(asked, BenchCards) and asked.source != "ability")
            optional = not (isinstance(asked, AskGift) and not asked.optional)
            if isinstance(choice, accepting) and by_ability and optional:
                self.note("effect", word)

    def happened(self, content: Content, events: list[Event]) -> None:
        """The end effects of B patrons."""
        for event in events:
            if isinstance(event, SourceScored) and event.source == "patron_effects" and event.prestige:
                for ability in content.patrons[event.card].ability:
                    self.note("trigger", ability.trigger)
                    self.note("effect", ability.effect)

    # --- what the engine's functions tell ---------------------------------------------------------------------------

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """Wrap the functions through which every word must come."""
        wrap(patch, abilities.stat, self._stat)
        wrap(patch, abilities.permits, self._permits)
        wrap(patch, counters.count, self._count)
        wrap(patch, goods.gain, self._gain)
        patch.setattr(Ability, "fits", self._fits(Ability.fits))
        patch.setattr(UseAbility, "run", self._use(UseAbility.run))

    def _stat(self, stat: Callable[..., int]) -> Callable[..., int]:
        def asked(state: State, seat: int, name: str, base: int, **where: Any) -> int:
            value = stat(state, seat, name, base, **where)
            if value != base:
                self.note("stat", name)
                self.note("effect", "modify")
                self.note("trigger", "always")
            return value

        return asked

    def _permits(self, permits: Callable[..., bool]) -> Callable[..., bool]:
        def asked(state: State, seat: int, rule: str, **where: Any) -> bool:
            permitted = permits(state, seat, rule, **where)
            if permitted:
                self.note("rule", rule)
                self.note("effect", "permit")
            return permitted

        return asked

    def _count(self, count: Callable[..., int]) -> Callable[..., int]:
        def asked(state: State, seat: int, counter: Counter) -> int:
            value = count(state, seat, counter)
            if value:
                self.note("counter", counter.of)
                self.note("filter", *(word for word, _ in counter.filters))
                self.note("fold", *([counter.fold] if counter.fold else []))
            return value

        return asked

    def _gain(self, gain: Callable[..., None]) -> Callable[..., None]:
        def received(state: State, seat: int, goods: Goods, source: str, card: str = "") -> None:
            self.note("goods", *(word for word, _ in goods))
            gain(state, seat, goods, source, card)

        return received

    def _fits(self, fits: Callable[..., bool]) -> Callable[..., bool]:
        def asked(ability: Ability, **event: str) -> bool:
            held = fits(ability, **event)
            if held:
                self.note("condition", *(word for word, _ in ability.when))
            return held

        return asked

    def _use(self, run: Callable[[UseAbility, State], None]) -> Callable[[UseAbility, State], None]:
        def used(use: UseAbility, state: State) -> None:
            ability = abilities.abilities_of(state.content, use.card)[use.index]
            self.note("trigger", ability.trigger)
            if ability.effect in AUTOMATIC:
                self.note("effect", ability.effect)
            run(use, state)

        return used


@dataclass(frozen=True, slots=True)
class Curious:
    """A player eager for cards with a word that was not heard yet."""

    listener: Listener

    def __call__(self, state: State, seat: int, offered: list[Choice], rng: Rng) -> Choice:
        return chosen([self._weight(state, seat, choice) for choice in offered], offered, rng)

    def _weight(self, state: State, seat: int, choice: Choice) -> int:
        named = [getattr(choice, field.name) for field in fields(choice)]
        cards = [card for value in named for card in (value if isinstance(value, tuple) else (value,))]
        new = any(words_of(state.content, card) - self.listener.heard for card in cards)
        return weight(state, seat, choice) * (20 if new else 1)


def words_of(content: Content, card: object) -> set[Word]:
    """The words on a card, if it is one that has any."""
    if not isinstance(card, str):
        return set()
    found: set[Word] = set()
    for ability in abilities.abilities_of(content, card):
        found |= {("trigger", ability.trigger), ("effect", ability.effect)}
        found |= {("condition", word) for word, _ in ability.when}
        found |= {("stat", ability.stat)} if ability.stat else set()
        found |= {("rule", ability.rule)} if ability.rule else set()
        found |= counted(ability.counter) if ability.counter else set()
    return found | (counted(content.goals[card].counter) if card in content.goals else set())


def counted(counter: Counter) -> set[Word]:
    fold = {("fold", counter.fold)} if counter.fold else set()
    return {("counter", counter.of), *(("filter", word) for word, _ in counter.filters), *fold}


def wrap(patch: pytest.MonkeyPatch, function: Callable[..., Any], wrapper: Callable[..., Callable[..., Any]]) -> None:
    """Put a wrapper in the place of a function, in every module of the engine that imported it."""
    wrapped = wrapper(function)
    for name, module in list(sys.modules.items()):
        if name.startswith("engine") and getattr(module, function.__name__, None) is function:
            patch.setattr(module, function.__name__, wrapped)
