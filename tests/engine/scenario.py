"""A position in one line, and a game played on from it in the player's words.

    table = scenario(seats=2).seat(0, money=7).display("guild", "timpani", "", "guitar").acts(0, "guild", number=3)
    table.choose(0, Take(3, "guitar"), Pay(4))
    assert table.player(0).hand == ("guitar",)
    assert table.is_over

First the table is laid (`seat`, `hand` and the like), then something happens (`acts`, `turn`, `agenda`), then seats
choose. Nothing bends the rules: cards come out of their decks, and every choice goes through `loop.apply`. After each
one the table checks itself: the state survives JSON, what is offered is distinct, every choice can be explained.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar, overload

from engine import codec, loop
from engine.abilities import at_market, storage_limit
from engine.choices import Choice, EndTurn
from engine.content.cards import DISPLAYS, TRACKS, Ability
from engine.content.files import load
from engine.events import Event
from engine.prompt import prompt_for
from engine.rng import Rng
from engine.rules.display_cards import DECKS
from engine.rules.resolution import NextTurn, WorkerTurn
from engine.setup import Neutral
from engine.state import (
    AwardTile,
    Chairs,
    Deal,
    OwnedSpecialist,
    Player,
    State,
    Step,
    Token,
    TuckedCard,
    WaitingPatron,
    Worker,
)

E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Choice)

CARDS = ("families", "patrons", "specialists", "instruments", "performances", "repairs", "markets", "goals", "awards")
"""The fields of Content that are cards by their ids."""
CARD_FIELDS = {"hand": "instruments", "roughing": "instruments", "finishing": "instruments", "completed": "patrons"}
"""Possessions that are cards, and the deck that they come from."""


def scenario(seats: int = 2) -> "Table":
    """A bare table in the resolution phase of round 2: empty displays and chairs, seats without a family or goods,
    apprentices at the Market, decks in the order of the card files (patrons A before B)."""
    content = load()
    state = State(content, LoadedRng(0), [Player(seat) for seat in range(seats)], round=2, phase="resolution")
    state.order = tuple(range(seats))
    state.market = next(card.id for card in content.markets.values() if card.first_round)
    lettered = {deck: [p.id for p in content.patrons.values() if p.deck == deck] for deck in ("A", "B", "royal")}
    state.decks = {
        "patrons": (*lettered["A"], *lettered["B"]),
        "instruments": tuple(i.id for i in content.instruments.values() for _ in range(i.copies)),
        "performances": tuple(content.performances),
        "repairs": tuple(content.repairs),
        "royals": tuple(lettered["royal"]),
        "market": tuple(card for card in content.markets if card != state.market),
        **{t: tuple(s.id for s in content.specialists.values() if s.track == t) for t in TRACKS},
    }
    state.discards = dict.fromkeys((*DECKS.values(), "market"), ())
    state.displays = {location: ("",) * len(state.tiers(location)) for location in DISPLAYS}
    state.orchestra = {place: Chairs() for place in content.orchestra}
    return Table(state)


def new_game(seats: int = 2, seed: str = "LUTE 4817", neutral: Neutral | None = None) -> "Table":
    """A game from its very beginning; every seat is asked what it keeps."""
    return Table(loop.begin(load(), seed, seats, neutral))


class LoadedRng(Rng):
    """Dice fall as they were loaded; all else is random as ever. Faces are numbered from 1."""

    __slots__ = ("faces",)

    def __init__(self, state: int, faces: tuple[int, ...] = ()) -> None:
        super().__init__(state)
        self.faces = faces

    def clone(self) -> "LoadedRng":
        return LoadedRng(self.state, self.faces)

    def below(self, n: int) -> int:
        assert n == 6, f"only dice are asked for single numbers, not {n}"
        assert self.faces, "a die falls that was not loaded: say .dice(...)"
        face, self.faces = self.faces[0], self.faces[1:]
        return face - 1

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        fair = Rng(self.state)
        deck = fair.shuffled(items)
        self.state = fair.state
        return deck


class Table:
    """A state under test: laid out, played on, asked about."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.told: list[Event] = list(state.events)
        """What happened since the last `choose`, `agenda` or `play_until` began."""
        self.floor: str | None = None
        """What closed the way back since then, if anything."""
        self.confirms = False
        """Whether seats are asked to end their turns (GEN-10); otherwise the table does it for them."""
        self.history: list[Event] = list(state.events)
        """All that ever happened at this table."""

    # --- laying the table -------------------------------------------------------------------------------------------

    def seat(self, seat: int, **possessions: Any) -> "Table":
        """Give a seat possessions, named as the fields of Player or of its tracks; cards come out of their decks."""
        player = self.player(seat)
        player.tracks = replace(
            player.tracks, **{name: possessions.pop(name) for name in TRACKS if name in possessions}
        )
        for name, value in possessions.items():
            assert name in Player.__dataclass_fields__, f"a player has no {name}"
            setattr(player, name, tuple(value) if isinstance(value, list) else value)
            for card in value if name in CARD_FIELDS else ():
                self._pull(self._deck_of(card), card)
            if name == "numbers":
                player.idle = player.numbers
        return self

    def deal(self, seat: int, families: str, patrons: str, instruments: str, goals: str) -> "Table":
        """What a seat is dealt in the setup; several names stand in one text, with blanks between them."""
        dealt = Deal(*(tuple(names.split()) for names in (families, patrons, instruments, goals)))
        for card in (*dealt.patrons, *dealt.instruments):
            self._pull(self._deck_of(card), card)
        self.player(seat).deal = dealt
        return self

    def patron(
        self, seat: int, card: str, space: int = 1, patience: int = 0, tucked: Sequence[tuple[str, str]] = ()
    ) -> "Table":
        """A waiting patron on a space, with the cards under it as (token, card)."""
        self._pull(self._deck_of(card), card)
        waiting = WaitingPatron(card, space, patience, tuple(TuckedCard(token, given) for token, given in tucked))
        player = self.player(seat)
        player.waiting = tuple(sorted((*player.waiting, waiting), key=lambda p: p.space))
        player.requirements_met += len(tucked)
        return self

    def specialist(self, seat: int, card: str, number: int | None = None) -> "Table":
        """A specialty card, with the number of the chip on it if it has one."""
        self._pull(self._deck_of(card), card)
        self.player(seat).specialists += (OwnedSpecialist(card, number),)
        return self

    def worker(self, seat: int, location: str, number: int, apprentices: int = 0, revealed: bool = False) -> "Table":
        """A worker on the table, placed after those named before; its apprentices come from the Market."""
        player = self.player(seat)
        assert number in player.idle, f"seat {seat} has no worker {number} at home"
        assert apprentices <= at_market(self.state, seat), f"seat {seat} has no {apprentices} apprentices left"
        player.idle = tuple(d for d in player.idle if d != number)
        player.placements += 1
        self.state.placed += 1
        self.state.workers += (
            Worker(self.state.placed, seat, number, apprentices, location, player.placements, revealed),
        )
        return self

    def display(self, location: str, *cards: str) -> "Table":
        """Face-up cards, slot 1 first; an empty string is an empty slot, as are those not named."""
        for card in filter(None, cards):
            self._pull(DECKS[location], card)
        slots = len(self.state.tiers(location))
        assert len(cards) <= slots, f"{location} has {slots} slots"
        self.state.displays[location] = (*cards, *("",) * (slots - len(cards)))
        return self

    def deck(self, name: str, *top: str, rest: bool = True) -> "Table":
        """Put cards on top of a deck; without `rest` they are all that it has."""
        for card in top:
            self._pull(name, card)
        self.state.decks[name] = top + (self.state.decks[name] if rest else ())
        return self

    def discards(self, name: str, *cards: str) -> "Table":
        for card in cards:
            self._pull(name, card)
        self.state.discards[name] += cards
        return self

    def chair(self, orchestra_seat: str, *first: tuple[int, str], second: Sequence[tuple[int, str]] = ()) -> "Table":
        """Tokens as (seat, kind): in the first chair (in a rare place any number), and below the line."""
        sitting, below = (tuple(Token(*token) for token in tokens) for tokens in (first, second))
        self.state.orchestra[orchestra_seat] = Chairs(sitting, below)
        return self

    def awards(self, *tiles: str, closed: tuple[str, int, int] | None = None) -> "Table":
        """Public award tiles in a row; `closed` is (tile, level from 1, seat that took it)."""
        self.state.awards = tuple(AwardTile(award) for award in tiles)
        if closed is not None:
            award, level, seat = closed
            levels: Any = tuple(seat if n == level else None for n in (1, 2, 3))
            self.state.awards = tuple(AwardTile(t, levels) if t == award else AwardTile(t) for t in tiles)
        return self

    def market(self, card: str) -> "Table":
        """Another market card than that of round 1 lies open."""
        self._pull("market", card)
        self.state.market = card
        return self

    def ability(self, card: str, *abilities: Ability) -> "Table":
        """Other abilities are printed on a family, patron or specialty card, for this table alone."""
        return self.printed(card, ability=abilities)

    def printed(self, card: str, **fields: Any) -> "Table":
        """Something else is printed on a card of any kind but the orchestra's, for this table alone."""
        content = self.state.content
        table = next(t for t in CARDS if card in getattr(content, t))
        cards = {**getattr(content, table), card: replace(getattr(content, table)[card], **fields)}
        changed: dict[str, Any] = {table: cards}
        self.state.content = replace(content, **changed)
        return self

    def dice(self, *faces: int) -> "Table":
        """The next faces to fall, from 1 to 6: white shows 0 1 1 2 2 3 notes, black 1 2 2 3 3 4."""
        assert isinstance(self.state.rng, LoadedRng)
        self.state.rng.faces += faces
        return self

    def order(self, *seats: int) -> "Table":
        self.state.order = seats
        return self

    def round(self, number: int) -> "Table":
        self.state.round = number
        return self

    def confirming(self) -> "Table":
        """Seats are asked to end a turn that could be taken back."""
        self.confirms = True
        return self

    def _pull(self, deck: str, card: str) -> None:
        """A card leaves its deck: it can lie in one place only."""
        cards = list(self.state.decks[deck])
        assert card in cards, f"no {card} is left in {deck}"
        cards.remove(card)
        self.state.decks[deck] = tuple(cards)

    def _deck_of(self, card: str) -> str:
        content = self.state.content
        if card in content.patrons:
            return "royals" if content.patrons[card].deck == "royal" else "patrons"
        return content.specialists[card].track if card in content.specialists else "instruments"

    # --- something happens ------------------------------------------------------------------------------------------

    def agenda(self, *steps: Step) -> "Table":
        """These steps are to happen now, in reading order; play goes on until somebody must choose."""
        self._begin()
        self.state.then(*steps)
        loop.advance(self.state)
        self._settle()
        return self

    def acts(self, seat: int, location: str, number: int, apprentices: int = 0) -> "Table":
        """A shown worker has its turn, and nothing else is on: it is asked what it does."""
        self.worker(seat, location, number, apprentices, revealed=True)
        return self.agenda(WorkerTurn(seat, self.state.placed))

    def turn(self, seat: int) -> "Table":
        """The seat has the turn; turns go round until all have passed."""
        return self.agenda(NextTurn(seat))

    def choose(self, seat: int, *choices: Choice) -> "Table":
        """The seat makes these choices, one after another; a turn that could be taken back is ended at once."""
        self._begin()
        for choice in choices:
            loop.apply(self.state, seat, choice)
            self._settle()
        return self

    def play_until(self, kind: str | None) -> "Table":
        """Everybody takes the first choice there is, until a decision of this kind is asked (None: until the end)."""
        begun = len(self.history)
        while self.kind != kind:
            self.choose(self.clock[0], self.choices(self.clock[0])[0])
        self.told = self.history[begun:]
        return self

    def _begin(self) -> None:
        self.told, self.floor = [], None
        self.state.events, self.state.floor, self.state.offered_cache = [], None, None

    def _settle(self) -> None:
        self._note()
        while self.kind == "end-turn" and not self.confirms:
            loop.apply(self.state, self.clock[0], EndTurn())
            self._note()
        self._check()

    def _note(self) -> None:
        self.told += self.state.events
        self.history += self.state.events
        self.floor = self.floor or self.state.floor

    def _check(self) -> None:
        """What holds for every state that a game can be in."""
        saved = json.loads(json.dumps(codec.state_to_json(self.state)))
        assert codec.state_to_json(codec.state_from_json(saved, self.state.content)) == saved
        for seat in self.clock:
            offered: list[Choice] = self.choices(seat)
            assert len(set(offered)) == len(offered), f"offered twice: {offered}"
            assert [codec.choice_from_json(codec.to_json(choice)) for choice in offered] == offered
            assert prompt_for(self.state, seat, irreversible=False)
        for player in self.state.players:
            assert 0 <= at_market(self.state, player.seat) <= 3
            assert min(player.money, player.inspiration, player.animal, player.wood, player.metal) >= 0
            if self.kind not in ("discard", "material"):
                assert player.materials <= storage_limit(self.state, player.seat), "more than storage can hold"

    # --- asking about it --------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    @property
    def kind(self) -> str | None:
        """The kind of decision that is asked now; None when nobody is asked."""
        return loop.decision(self.state).kind if self.clock else None

    @property
    def clock(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        return loop.clock(self.state)

    @overload
    def choices(self, seat: int) -> list[Choice]: ...

    @overload
    def choices(self, seat: int, kind: type[C]) -> list[C]: ...

    def choices(self, seat: int, kind: type[Choice] = Choice) -> Sequence[Choice]:
        """What is offered to the seat now, or only the choices of one class."""
        return [choice for choice in loop.legal_choices(self.state, seat) if isinstance(choice, kind)]

    @overload
    def events(self) -> list[Event]: ...

    @overload
    def events(self, kind: type[E]) -> list[E]: ...

    def events(self, kind: type[Event] = Event) -> Sequence[Event]:
        """What happened since the last choice, or only the events of one class."""
        return [event for event in self.told if isinstance(event, kind)]

    def outcome(self, seat: int, choice: Choice) -> Any:
        """What the prompt says that a choice would mean."""
        return loop.decision(self.state).outcome(self.state, seat, choice)

    @property
    def turn_is_over(self) -> bool:
        """No worker is acting, and the clock is at somebody's turn or nobody is asked any more."""
        return self.state.active_worker is None and self.kind in ("turn", None)

    @property
    def is_over(self) -> bool:
        """Everything that was to happen has happened."""
        return not self.state.agenda and self.state.active_worker is None
