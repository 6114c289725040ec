"""Players for random games: one that takes anything, one eager to finish, to serve patrons and to score, and one that
climbs the tracks for what unlocks late: specialists, royals, awards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine import loop
from engine.choices import (
    Activate,
    Alternate,
    Bench,
    Buy,
    Choice,
    Decline,
    DiscardCard,
    Done,
    Finish,
    Give,
    LeaveMarket,
    PlanLocation,
    PlanWorker,
    Rough,
    ScoreAward,
    Search,
    Sell,
    Take,
    TakeMarker,
    TakeMaterial,
    TakeMoney,
    TakeSpecialist,
    ThrowAway,
    Train,
)
from engine.content.cards import Content, Cost
from engine.game import COLOURS, Header, SeatHeader, header_for
from engine.rng import Rng, stream
from engine.rules import awards
from engine.setup import Neutral
from engine.state import Player, State
from engine.steps import AnyDecision

Policy = Callable[[State, int, list[Choice], Rng], Choice]


@dataclass(frozen=True, slots=True)
class Mode:
    """How many seats there are, and whether a setup card is in use (TWO-1)."""

    name: str
    seats: int
    setup: bool = False

    def seed(self, number: int) -> str:
        return f"{self.name} {number}"

    def neutral(self, content: Content, number: int) -> Neutral | None:
        if not self.setup:
            return None
        return neutral_of(content, stream(self.seed(number), "setup").shuffled(list(content.setups))[0])

    def begin(self, content: Content, number: int) -> State:
        return loop.begin(content, self.seed(number), self.seats, self.neutral(content, number))


def neutral_of(content: Content, card: str) -> Neutral:
    """A setup card, spelled out (TWO-2 to TWO-4)."""
    setup = content.setups[card]
    groups = (("instrument", setup.instruments), ("performance", setup.performances), ("repair", setup.repairs))
    tokens = tuple((place, token) for token, places in groups for place in places)
    removed = tuple(content.orchestra[place].instrument or "" for place in setup.instruments)
    return Neutral(card, tokens, removed, setup.blocked_levels)


MODES = (Mode("solo", 2, setup=True), Mode("duel", 2), Mode("three", 3), Mode("four", 4))


def anything(state: State, seat: int, offered: list[Choice], rng: Rng) -> Choice:
    return offered[rng.below(len(offered))]


def eager(state: State, seat: int, offered: list[Choice], rng: Rng) -> Choice:
    """Likes what gets a game forward, so that it sees more of the cards than one who takes anything."""
    return chosen([weight(state, seat, choice) for choice in offered], offered, rng)


def chosen(weights: list[int], offered: list[Choice], rng: Rng) -> Choice:
    """One of the choices, each as likely as its weight says."""
    at = rng.below(sum(weights))
    for choice, width in zip(offered, weights, strict=True):
        at -= width
        if at < 0:
            return choice
    raise AssertionError("the weights add up")


def climbing(state: State, seat: int, offered: list[Choice], rng: Rng) -> Choice:
    """An eager player who sends strong workers where they gain steps, and prefers specialists that speak up."""
    return chosen([weight(state, seat, choice) * climbs(choice) for choice in offered], offered, rng)


def climbs(choice: Choice) -> int:
    match choice:
        case PlanWorker(number, apprentices):
            return 9 if number + apprentices >= 4 else 1
        case PlanLocation("balcony") | TakeSpecialist("confidante" | "envoy"):
            return 12
        case PlanLocation("perform" | "repair") | TakeMarker("royal"):
            return 4
    return 1


LIKED: dict[type[Choice], int] = {
    Finish: 60,
    Give: 60,
    ScoreAward: 60,
    Train: 60,
    Rough: 40,
    Activate: 40,
    Bench: 16,
    Search: 10,
    Take: 12,
    LeaveMarket: 3,
    Alternate: 2,
    Decline: 2,
    Done: 1,
    DiscardCard: 1,
    Sell: 1,
    TakeMoney: 1,
    ThrowAway: 1,
}


def weight(state: State, seat: int, choice: Choice) -> int:
    liked = LIKED.get(type(choice), 8)
    match choice:
        case PlanLocation(location):
            return use_of(state, seat, location)
        case PlanWorker(number, apprentices):
            return 16 if number + apprentices >= 4 else 4
        case Take() | Finish():
            return liked * (1 + 4 * serves(state, seat, choice))
        case Buy(material) | TakeMaterial(material):
            return 40 if wants(state.content, state.players[seat], material) else 1
    return liked


def serves(state: State, seat: int, choice: Choice) -> int:
    """How many of the seat's patrons the card would serve."""
    details = dict(loop.decision(state).outcome(state, seat, choice).details)
    return int(details.get("serves", 0))


def wants(content: Content, player: Player, material: str) -> bool:
    """Whether an instrument on a bench still needs more of it than the seat holds."""
    bills = [content.instruments[card].rough for card in player.roughing]
    bills += [content.instruments[card].finish for card in player.finishing]
    return any(dict(bill).get(material, 0) > player.material(material) for bill in bills)


def lacks(player: Player, bill: Cost) -> int:
    """Materials of the bill that the seat does not hold."""
    return sum(max(0, amount - player.material(material)) for material, amount in bill)


def use_of(state: State, seat: int, location: str) -> int:
    """How much a worker is wanted there."""
    player, content = state.players[seat], state.content
    match location:
        case "finishing":
            return 1 + 40 * sum(lacks(player, content.instruments[card].finish) < 2 for card in player.finishing)
        case "roughing":
            return 1 + 30 * sum(lacks(player, content.instruments[card].rough) < 2 for card in player.roughing)
        case "salon":
            return 1 + 4 * len(player.free_spaces())
        case "guild":
            return 1 + 8 * (len(player.hand) + len(player.roughing) < 2)
        case "balcony":
            return 30 if awards.claims(state, seat) else 5
        case _:
            return 8


@dataclass(frozen=True, slots=True)
class Played:
    """One choice of a random game, and the decision that it answered."""

    asked: AnyDecision
    seat: int
    choice: Choice


def play(state: State, policy: Policy, rng: Rng) -> Iterator[Played]:
    """Play on to the end, choice by choice; what happened is in `state.events` each time."""
    while seats := loop.clock(state):
        seat = seats[rng.below(len(seats))]
        choice = policy(state, seat, loop.legal_choices(state, seat), rng)
        played = Played(loop.decision(state), seat, choice)
        loop.apply(state, seat, choice)
        yield played


def dice_of(mode: Mode, number: int) -> Rng:
    """The stream by which the players of a game choose; never the game's own."""
    return stream("players", mode.name, number)


def header_of(content: Content, mode: Mode, number: int) -> Header:
    """The header of the mode's game of this number, with a person in every seat."""
    seats = [SeatHeader(colour, "person") for colour in COLOURS[: mode.seats]]
    return header_for(content, mode.seed(number), seats, automa="1.0.0", neutral=mode.neutral(content, number))
