"""Views: state and events as JSON for one seat, hidden information redacted (GEN-7, GEN-15).

An allow-list: only fields named here leave the engine.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Literal, NotRequired, TypedDict, cast

from engine import codec, loop
from engine.abilities import at_market, placed_apprentices, storage_limit
from engine.constants import HIRING_PRICE, LOSS, PATIENCE_SPACES, ROUNDS, TIER_PRICES, TRAINING_PRICE, Marker
from engine.content.cards import BENCHES, BOARD, DISPLAYS, MATERIALS, Bench, PerformanceLevel, TokenKind
from engine.counters import count
from engine.events import Event
from engine.game import ClosedBy, Colour, Game, PlayerKind
from engine.prompt import Prompt, prompt_for
from engine.requirements import RequirementState, standing, takes, unmet
from engine.rules import market
from engine.rules.display_cards import tier_price
from engine.rules.orchestra import tokens_left, tokens_to_take
from engine.rules.start_of_round import next_move
from engine.scoring import lines
from engine.state import NEUTRAL, Phase, Player, State, Token, WaitingPatron, Worker

Holder = int | Literal["neutral"]
TokenView = tuple[Holder, TokenKind]
Goods = dict[str, int]


class HeldGoods(TypedDict):
    money: int
    inspiration: int
    animal: int
    wood: int
    metal: int


class ApprenticesView(TypedDict):
    held: int
    placed: int
    market: int
    removed: int


class TuckedCardView(TypedDict):
    token: TokenKind
    card: str


class RequirementView(TypedDict):
    state: RequirementState
    card: str | None


class PatronView(TypedDict):
    card: str
    space: int
    patience: int
    tucked: list[TuckedCardView]
    requirements: list[RequirementView]
    takes: list[int]
    loss: int
    moves_in_round: int
    leaves_in_round: int | None


class SpecialistView(TypedDict):
    card: str
    number: int | None


class PerformanceView(TypedDict):
    card: str
    level: PerformanceLevel


class TracksView(TypedDict):
    reputation: int
    performance: int
    craft: int


class SeatView(TypedDict):
    seat: int
    colour: Colour
    player: PlayerKind
    name: str
    level: str | None
    family: str | None
    prestige: int
    sources: dict[str, int]
    goods: HeldGoods
    storage: int
    apprentices: ApprenticesView
    to_place: int
    idle: list[int] | None
    numbers: list[int]
    hand: list[str] | int
    goals: list[str] | int
    goal_counts: list[int] | None
    patrons: list[PatronView]
    completed: list[str]
    roughing: list[str]
    finishing: list[str]
    tracks: TracksView
    markers: list[Marker]
    specialists: list[SpecialistView]
    market_used: bool
    passed: bool
    finished: list[str]
    performances: list[PerformanceView]
    repairs: list[str]


class QueuedWorkerView(TypedDict):
    placement: int
    seat: int
    number: int | None
    apprentices: int
    revealed: bool


class SlotView(TypedDict):
    slot: int
    tier: int
    card: str | None
    price: int


class LocationView(TypedDict):
    display: list[SlotView]
    queue: list[QueuedWorkerView]


class BenchView(TypedDict):
    seat: int
    bench: Bench
    queue: list[QueuedWorkerView]


class BalconyWorkerView(TypedDict):
    seat: int
    number: int


class ActiveWorkerView(TypedDict):
    seat: int
    placement: int
    number: int
    location: str
    skill: int
    apprentices: int


class MarketView(TypedDict):
    card: str
    buy: Goods
    sell: Goods
    hire: int
    train: int


class AwardView(TypedDict):
    award: str
    levels: list[int | Literal["closed"] | None]
    counts: list[int]


class ChairsView(TypedDict):
    """An orchestra seat.

    `needed`: performance and repair tokens with which the viewer would take the first chair, or null if no token can;
    `possible`: whether the viewer may still place as many here (ORC-6, ORC-8).
    """

    first: TokenView | None
    second: list[TokenView]
    rare: list[TokenView]
    needed: int | None
    possible: bool | None


class WaitingView(TypedDict):
    seat: int
    kind: str | None


class ClosedView(TypedDict):
    by: ClosedBy
    n: int


class UndoView(TypedDict):
    to: int | None
    closed: ClosedView | None
    seat: NotRequired[int]


class RedoView(TypedDict):
    to: int
    seat: NotRequired[int]


class LineView(TypedDict):
    source: str
    prestige: int
    count: int
    card: str


class SeatScoringView(TypedDict):
    seat: int
    lines: list[LineView]


class View(TypedDict):
    game: str
    revision: int
    choice_count: int
    you: int | None
    round: int
    phase: Phase
    order: list[int]
    clock: list[int]
    seats: list[SeatView]
    locations: dict[str, LocationView]
    benches: list[BenchView]
    balcony: list[BalconyWorkerView]
    active_worker: ActiveWorkerView | None
    market: MarketView
    awards: list[AwardView]
    orchestra: dict[str, ChairsView]
    decks: dict[str, int]
    discards: dict[str, list[str]]
    prompt: Prompt | None
    waiting_for: list[WaitingView]
    undo: UndoView
    redo: RedoView | None
    winners: list[int]
    scoring: list[SeatScoringView] | None


def view_for(game: Game, seat: int | None, name: str = "", *, irreversible: bool = True) -> View:
    """The view of a seat, or of a spectator (None). `irreversible`: compute these marks of the prompt."""
    view = table_view(game.state, seat, irreversible=irreversible)
    undo: Any = game.undo_state(seat)
    redo: Any = game.redo_state(seat)
    seats = [
        {**seen, "colour": occupant.colour, "player": occupant.player, "name": occupant.name, "level": occupant.level}
        for seen, occupant in zip(view["seats"], game.players, strict=True)
    ]
    return {
        **view,
        "game": name,
        "revision": game.revision,
        "choice_count": game.choice_count,
        "seats": seats,  # type: ignore[typeddict-item]
        "undo": undo,
        "redo": redo,
    }


def open_view(game: Game, name: str = "", *, irreversible: bool = True) -> View:
    """The public view for a device that several people share.

    A spectator's view with the prompt of the person who is asked, unless it is secret, and with undo and redo of the
    person (`seat`) whose move they concern.
    """
    view = view_for(game, None, name, irreversible=irreversible)
    people = [seat for seat, occupant in enumerate(game.players) if occupant.player == "person"]
    asked = next((seat for seat in view["clock"] if seat in people), None)
    if asked is not None and not loop.decision(game.state).secret:
        view["prompt"] = prompt_for(game.state, asked, irreversible=irreversible)
    chose, undid = game.last_chooser(), game.last_undoer()
    if chose in people:
        view["undo"] = {**game.undo_state(chose), "seat": chose}  # type: ignore[typeddict-item]
    if undid in people:
        view["redo"] = {**(game.redo_state(undid) or {}), "seat": undid}  # type: ignore[typeddict-item]
    return view


def table_view(state: State, seat: int | None, *, irreversible: bool = False) -> View:
    """The view of a state, without the fields that only a game has (players, revision, undo)."""
    clock = loop.clock(state)
    return {
        "game": "",
        "revision": 0,
        "choice_count": 0,
        "you": seat,
        "round": state.round,
        "phase": state.phase,
        "order": list(state.order),
        "clock": list(clock),
        "seats": [_seat(state, player, seat) for player in state.players],
        "locations": {location: _location(state, location, seat) for location in BOARD},
        "benches": [
            b for p in state.players for bench in BENCHES if (b := _bench(state, p.seat, bench, seat))["queue"]
        ],
        "balcony": [{"seat": owner, "number": number} for owner, number in state.balcony],
        "active_worker": _active_worker(state),
        "market": _market(state, seat),
        "awards": [_award(state, i) for i in range(len(state.awards))],
        "orchestra": {place: _chairs(state, place, seat) for place in state.orchestra},
        "decks": {deck: len(cards) for deck, cards in state.decks.items()},
        "discards": {deck: list(cards) for deck, cards in state.discards.items() if deck != "market"},
        "prompt": prompt_for(state, seat, irreversible=irreversible) if seat is not None and seat in clock else None,
        "waiting_for": [{"seat": asked, "kind": _open_kind(state)} for asked in clock if asked != seat],
        "undo": {"to": None, "closed": None},
        "redo": None,
        "winners": list(state.winners),
        "scoring": _scoring(state) if state.finished else None,
    }


def _open_kind(state: State) -> str | None:
    asked = loop.decision(state)
    return asked.kind if asked.open_kind else None


def _seat(state: State, player: Player, viewer: int | None) -> SeatView:
    own = player.seat == viewer
    return {
        "seat": player.seat,
        "colour": "",  # type: ignore[typeddict-item]  # `view_for` adds the fields of a game
        "player": "",  # type: ignore[typeddict-item]
        "name": "",
        "level": None,
        "family": player.family or None,
        "prestige": player.prestige,
        "sources": dict(player.sources),
        "goods": {
            "money": player.money,
            "inspiration": player.inspiration,
            "animal": player.animal,
            "wood": player.wood,
            "metal": player.metal,
        },
        "storage": storage_limit(state, player.seat),
        "apprentices": {
            "held": player.apprentices,
            "placed": placed_apprentices(state, player.seat),
            "market": at_market(state, player.seat),
            "removed": player.apprentices_removed,
        },
        "to_place": len(player.idle) if state.phase == "planning" else 0,
        "idle": list(player.idle) if own else None,
        "numbers": list(player.numbers),
        "hand": list(player.hand) if own else len(player.hand),
        "goals": list(player.goals) if own or state.finished else len(player.goals),
        "goal_counts": _goal_counts(state, player) if own or state.finished else None,
        "patrons": [_patron(state, player.seat, waiting) for waiting in player.waiting],
        "completed": list(player.completed),
        "roughing": list(player.roughing),
        "finishing": list(player.finishing),
        "tracks": {
            "reputation": player.tracks.reputation,
            "performance": player.tracks.performance,
            "craft": player.tracks.craft,
        },
        "markers": list(player.markers),
        "specialists": [{"card": s.card, "number": s.number} for s in player.specialists],
        "market_used": player.market_used,
        "passed": player.passed,
        "finished": list(player.finished),
        "performances": [{"card": c.card, "level": cast(PerformanceLevel, c.level)} for c in player.performances],
        "repairs": list(player.repairs),
    }


def _goal_counts(state: State, player: Player) -> list[int]:
    """Current count of each personal goal."""
    return [count(state, player.seat, state.content.goals[goal].counter) for goal in player.goals]


def _patron(state: State, seat: int, waiting: WaitingPatron) -> PatronView:
    """A waiting patron with the states of its requirements and the rounds of its patience."""
    moves = next_move(state, seat, waiting.card)
    leaves = moves + PATIENCE_SPACES - waiting.patience - 1
    return {
        "card": waiting.card,
        "space": waiting.space,
        "patience": waiting.patience,
        "tucked": [{"token": cast(TokenKind, under.token), "card": under.card} for under in waiting.tucked],
        "requirements": [{"state": how, "card": card} for how, card in standing(state.content, waiting)],
        "takes": list(takes(state.content, waiting)),
        "loss": LOSS * unmet(state.content, waiting),
        "moves_in_round": moves,
        "leaves_in_round": leaves if leaves <= ROUNDS else None,
    }


def _worker(worker: Worker, viewer: int | None) -> QueuedWorkerView:
    """A placed worker; its number for its owner, for seats that peeked, and once it is revealed."""
    seen = worker.revealed or worker.seat == viewer or (viewer is not None and viewer in worker.seen_by)
    return {
        "placement": worker.placement,
        "seat": worker.seat,
        "number": worker.number if seen else None,
        "apprentices": worker.apprentices,
        "revealed": worker.revealed,
    }


def _location(state: State, location: str, viewer: int | None) -> LocationView:
    display: list[SlotView] = []
    if location in DISPLAYS:
        tiers = state.tiers(location)
        prices = {tier: TIER_PRICES[tier] if viewer is None else tier_price(state, viewer, tier) for tier in set(tiers)}
        for slot, (card, tier) in enumerate(zip(state.displays[location], tiers, strict=True), 1):
            display.append({"slot": slot, "tier": tier, "card": card or None, "price": prices[tier]})
    return {"display": display, "queue": [_worker(w, viewer) for w in state.queue(location)]}


def _bench(state: State, owner: int, bench: Bench, viewer: int | None) -> BenchView:
    queue = [_worker(w, viewer) for w in state.queue(bench) if w.seat == owner]
    return {"seat": owner, "bench": bench, "queue": queue}


def _active_worker(state: State) -> ActiveWorkerView | None:
    acting = state.active_worker
    if acting is None:
        return None
    return {
        "seat": acting.seat,
        "placement": acting.placement,
        "number": acting.number,
        "location": acting.location,
        "skill": acting.skill,
        "apprentices": acting.apprentices,
    }


def _market(state: State, viewer: int | None) -> MarketView:
    sell = {m: market.selling_price(state, m) for m in MATERIALS}
    if viewer is None:
        return {"card": state.market, "buy": sell, "sell": sell, "hire": HIRING_PRICE, "train": TRAINING_PRICE}
    return {
        "card": state.market,
        "buy": {m: market.buying_price(state, viewer, m) for m in MATERIALS},
        "sell": sell,
        "hire": market.hiring_price(state, viewer),
        "train": market.training_price(state, viewer),
    }


def _award(state: State, index: int) -> AwardView:
    tile = state.awards[index]
    counter = state.content.awards[tile.award].counter
    levels: list[int | Literal["closed"] | None] = ["closed" if level == NEUTRAL else level for level in tile.levels]
    return {"award": tile.award, "levels": levels, "counts": [count(state, s, counter) for s in range(state.seats)]}


def _chairs(state: State, place: str, viewer: int | None) -> ChairsView:
    chairs = state.orchestra[place]
    if not chairs.first and not chairs.second:
        return {"first": None, "second": [], "rare": [], "needed": None, "possible": None}
    rare = state.content.orchestra[place].rare
    first = [_token(t) for t in chairs.first]
    needed = None if viewer is None else tokens_to_take(state, viewer, place)
    return {
        "first": first[0] if first and not rare else None,
        "second": [_token(t) for t in chairs.second],
        "rare": first if rare else [],
        "needed": needed,
        "possible": None if viewer is None or needed is None else needed <= tokens_left(state, viewer, place),
    }


def _token(token: Token) -> TokenView:
    return holder(token.seat), cast(TokenKind, token.kind)


def holder(seat: int) -> Holder:
    """Owner of a token."""
    return "neutral" if seat == NEUTRAL else seat


def _scoring(state: State) -> list[SeatScoringView]:
    """Lines of the final scoring of every seat; public after the end of the game."""
    return [
        {
            "seat": p.seat,
            "lines": [
                {"source": line.source, "prestige": line.prestige, "count": line.count, "card": line.card}
                for line in lines(state, p.seat)
            ],
        }
        for p in state.players
    ]


# --- what happened --------------------------------------------------------------------------------------------------


def events_for(n: int, events: Sequence[Event], seat: int | None) -> list[dict[str, Any]]:
    """Events of entry `n` that a seat, or a spectator (None), may see, in order."""
    visible = [e for e in events if e.seat == seat or not e.hidden]
    return [_event(n, i, e, seat) for i, e in enumerate(visible)]


def _event(n: int, i: int, happened: Event, seat: int | None) -> dict[str, Any]:
    public: dict[str, Any] = {"n": n, "i": i, "type": happened.type, "seat": happened.seat}
    plain = codec.to_json(happened)
    secret: dict[str, Any] = {}
    for field in fields(happened):
        part = secret if field.metadata.get("private") else public
        part[field.name] = plain[field.name]
    if secret and happened.seat == seat:
        public["private"] = secret
    return public
