"""The Market by habit: what the benches miss; at the end of a round helpers; in the end everything is sold."""

from collections.abc import Sequence

from automa.appraisal import Eye
from automa.rates import ROUNDS
from automa.worths import needs
from engine import choices as c
from engine.choices import Choice
from engine.content.cards import MATERIALS, Cost
from engine.rules import market
from engine.rules.planning import skill
from engine.state import Player, State, Worker
from engine.steps import Decision

PURSE = 5
"""Money that is kept for prices of cards."""


def market_pays(state: State, seat: int, waiting: bool) -> bool:
    """Whether a visit is due: for workers that wait at the benches, or as the last thing of a round."""
    if waiting:
        return bool(wanted(state, seat))
    return _last_deal(state, seat) is not None


def at_the_market(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """One thing after another: what is missing, then what else there is to do."""
    missing = wanted(state, seat)
    for material in missing:
        if c.Buy(material) in choices:
            return c.Buy(material)
    deal = _last_deal(state, seat) if not _at_benches(state, seat) else None
    if deal in choices and deal is not None:
        return deal
    return c.LeaveMarket() if c.LeaveMarket() in choices else choices[0]


def _at_benches(state: State, seat: int) -> list[Worker]:
    return [w for w in state.workers if w.seat == seat and w.location in ("roughing", "finishing")]


def wanted(state: State, seat: int) -> list[str]:
    """Materials to buy for the workers that wait at the own benches, if all that is missing can be bought."""
    player, content = state.players[seat], state.content
    held = {material: player.material(material) for material in MATERIALS}
    roughing, finishing = list(player.roughing), list(player.finishing)
    missing: list[str] = []
    purse = player.coins
    for worker in sorted(_at_benches(state, seat), key=lambda w: w.location, reverse=True):
        bench, use = (roughing, "rough") if worker.location == "roughing" else (finishing, "finish")
        reached = skill(state, seat, worker.disc, worker.apprentices, worker.location)
        units = int(reached >= (5 if use == "rough" else 4))
        plan = _cheapest(state, seat, [(card, getattr(content.instruments[card], use)) for card in bench], held, units)
        if plan is None or plan[0] > purse:
            continue
        price, card, lacking = plan
        bench.remove(card)
        if use == "rough":
            finishing.append(card)
        purse -= price
        missing += lacking
        for material, amount in getattr(content.instruments[card], use):
            held[material] = max(0, held[material] - amount)
    return missing


def _cheapest(
    state: State, seat: int, cards: list[tuple[str, Cost]], held: dict[str, int], units: int
) -> tuple[int, str, list[str]] | None:
    """The card that is best worth it: its missing materials with their price."""
    eye, found = Eye(state, seat), []
    for card, cost in cards:
        lacking = [m for m, n in cost for _ in range(n - held[m])]
        lacking.sort(key=lambda m: market.buying_price(state, seat, m))
        lacking = lacking[: max(0, len(lacking) - units)]
        price = sum(market.buying_price(state, seat, m) for m in lacking)
        found.append((eye.finishing(card) - price * eye.rate("money"), price, card, lacking))
    if not found:
        return None
    _, price, card, lacking = max(found)
    return price, card, lacking


def _last_deal(state: State, seat: int) -> Choice | None:
    """What is worth doing when all own workers are home."""
    player, deals = state.players[seat], market.deals(state, seat)
    if state.round == ROUNDS:
        return next((deal for deal in deals if isinstance(deal, c.Sell)), None)
    if c.Hire() in deals and player.apprentices < 2 and player.money >= market.hiring_price(state, seat) + PURSE:
        return c.Hire()
    for track in ("performance", "craft"):
        rich = player.money >= market.training_price(state, seat) + PURSE
        if c.Train(track) in deals and rich and state.round <= 4:
            return c.Train(track)
    return _for_later(state, player, deals)


def _for_later(state: State, player: Player, deals: Sequence[Choice]) -> Choice | None:
    """A material that instruments on the benches will need."""
    missing = needs(state.content, player)
    for material in MATERIALS:
        price = state.content.markets[state.market].price(material)
        if missing[material] > player.material(material) and player.money >= price + PURSE and c.Buy(material) in deals:
            return c.Buy(material)
    return None
