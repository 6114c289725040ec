"""What a rival does without thinking: one cheap rule for every kind of decision.

The apprentice falls back on them where its deck says nothing; the journeyman plays its trials on with them.
"""

from collections.abc import Callable, Sequence

from automa.appraisal import Eye
from automa.market_habits import at_the_market, market_pays
from automa.outlook import places_for, plans
from automa.rates import card_worth, goods_worth
from automa.valuation import needs
from engine import choices as c
from engine.choices import Choice
from engine.content.cards import BENCHES, Counter
from engine.effects import OfferTrade
from engine.rules import bills, perform
from engine.rules.benches import BenchCards
from engine.rules.cards import tier_price
from engine.rules.orchestra import AskDouble, PlaceToken
from engine.rules.patrons import unmet
from engine.rules.planning import ChooseLocation
from engine.state import State
from engine.steps import Decision

Rule = Callable[[State, int, Decision, Sequence[Choice]], Choice]
ORDER = ("salon", "guild", "perform", "repair", "balcony", "roughing", "finishing")
"""In which order own workers are best resolved: patrons and cards come before what serves and uses them."""


def habit(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The usual choice."""
    if len(choices) == 1:
        return choices[0]
    return RULES[asked.kind](state, seat, asked, choices)


def best(choices: Sequence[Choice], worth: Callable[[Choice], int]) -> Choice:
    """The choice of most worth, the first of equals."""
    return max(choices, key=worth)


def first(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    return choices[0]


# --- setup and start of round -----------------------------------------------------------------------------------------


def keep(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    return best(choices, lambda choice: sum(keeping(state, choice).values()))


def keeping(state: State, choice: Choice) -> dict[str, int]:
    """What each card kept is worth, and how they go together."""
    assert isinstance(choice, c.Keep)
    content, when, rounds = state.content, 0, 6
    family = content.families[choice.family]
    patron, instrument = content.patrons[choice.patron], content.instruments[choice.instrument]
    worths = {
        choice.family: goods_worth(family.goods, when) + card_worth(content, family.id, when, rounds),
        choice.patron: 55 * patron.prestige - 120 * len(patron.requirements) + card_worth(content, patron.id, when, 4),
        choice.instrument: 70 * instrument.prestige - goods_worth(instrument.rough + instrument.finish, when),
    }
    if patron.requirements[0].section == instrument.section:
        worths[choice.patron] += 250
    for goal in choice.goals:
        printed = content.goals[goal]
        worths[goal] = 40 * printed.levels[1].prestige + _suits(printed.counter, instrument.section, patron.type)
    return worths


def _suits(counter: Counter, section: str, patron_type: str) -> int:
    """Whether a goal goes with the first instrument or patron."""
    filters = dict(counter.filters)
    return 60 * (section in filters.get("section", ())) + 60 * (patron_type in filters.get("type", ()))


def patron_space(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    worths = {1: 4 * eye.rate("money"), 2: eye.rate("material"), 3: eye.rate("apprentice")}
    return best(choices, lambda choice: worths[choice.space] if isinstance(choice, c.PlacePatron) else 0)


def next_patron(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Who leaves goes first: prestige that gifts may still bring cannot be lost with it."""
    player = state.players[seat]
    return best(
        choices, lambda choice: player.patron(choice.patron).patience if isinstance(choice, c.NextPatron) else 0
    )


def bench(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The best card while there is room."""
    assert isinstance(asked, BenchCards)
    if len(state.players[seat].roughing) >= 2:
        return c.Done()
    eye = Eye(state, seat)
    return best(choices, lambda choice: _benched(eye, choice.card) if isinstance(choice, c.Bench) else -999)


def _benched(eye: Eye, card: str) -> int:
    instrument = eye.content.instruments[card]
    return eye.finishing(card) - goods_worth(instrument.rough + instrument.finish, eye.when)


def make_room(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: -_benched(eye, choice.card) if isinstance(choice, c.MakeRoom) else 0)


# --- planning ---------------------------------------------------------------------------------------------------------


def plan_worker(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    plan = plans(state, seat)[0]
    return c.PlanWorker(plan.disc, plan.apprentices)


def plan_location(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(asked, ChooseLocation)
    return c.PlanLocation(places_for(state, seat, asked.disc, asked.apprentices)[0].location)


# --- turns ------------------------------------------------------------------------------------------------------------


def turn(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Workers in the usual order; the Market when it helps the benches, or at last when there is something to do."""
    waiting = [choice.location for choice in choices if isinstance(choice, c.Activate)]
    board = [location for location in ORDER if location in waiting and location not in BENCHES]
    if c.VisitMarket() in choices and not board and market_pays(state, seat, bool(waiting)):
        return c.VisitMarket()
    for location in (*board, *BENCHES):
        if location in waiting:
            return c.Activate(location)
    return c.Pass() if c.Pass() in choices else choices[0]


def act(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    acting = state.acting
    assert acting is not None

    def worth(choice: Choice) -> int:
        match choice:
            case c.Take(slot, card):
                price = tier_price(state, seat, state.tiers(acting.location)[slot - 1]) * eye.rate("money")
                return card_taken(eye, acting.location, card, acting.skill) - price
            case c.Alternate(goods):
                return goods_worth(goods, eye.when)
            case c.ScoreAward(award, level):
                return 100 * state.content.awards[award].levels[level - 1].prestige + 60 * eye.rounds
            case c.Rough(card):
                return eye.roughing(card) - goods_worth(state.content.instruments[card].rough, eye.when)
            case c.Finish(card):
                return eye.finishing(card) - goods_worth(state.content.instruments[card].finish, eye.when)
            case c.TakeMoney():
                return 2 * eye.rate("money")
        return -999

    return best(choices, worth)


def card_taken(eye: Eye, location: str, card: str, skill: int) -> int:
    match location:
        case "salon":
            return eye.patron(card)
        case "guild":
            return eye.instrument(card)
        case "perform":
            return eye.concert(card, skill, None)
    return eye.repair(card)


def again(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """A second instrument in the same action: the best one."""
    return act(state, seat, asked, choices) if len(choices) > 2 else choices[0]


# --- payments ---------------------------------------------------------------------------------------------------------


def pay(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Money first; inspiration is worth more."""
    return choices[0]


def save_material(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The dearest, and first what is missing."""
    eye, player = Eye(state, seat), state.players[seat]
    assert isinstance(asked, bills.AskSaving | bills.AskReplacing)
    bill = dict(asked.bill)

    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.SaveMaterial | c.ReplaceMaterial):
            return -1
        missing = bill[choice.material] > player.material(choice.material)
        return eye.rate(choice.material) + 1000 * missing

    return best(choices, worth)


def replace_material(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """Only what is missing, or metal."""
    assert isinstance(asked, bills.AskReplacing)
    if c.Done() in choices:
        dear = asked.rate * Eye(state, seat).rate("inspiration") < Eye(state, seat).rate("metal")
        return next((x for x in choices if x == c.ReplaceMaterial("metal") and dear), c.Done())
    return save_material(state, seat, asked, choices)


def discard(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """What instruments need least, the cheapest first."""
    eye, player = Eye(state, seat), state.players[seat]
    needed = needs(state.content, player)

    def worth(choice: Choice) -> int:
        assert isinstance(choice, c.Discard)
        spare = player.material(choice.material) - needed[choice.material]
        return 1000 * (spare > 0) - eye.rate(choice.material)

    return best(choices, worth)


def material(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """What instruments on the benches miss, the dearest first."""
    eye, player = Eye(state, seat), state.players[seat]
    needed = needs(state.content, player)

    def worth(choice: Choice) -> int:
        assert isinstance(choice, c.TakeMaterial)
        return eye.rate(choice.material) + 60 * (needed[choice.material] > player.material(choice.material))

    return best(choices, worth)


def goods_choice(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: goods_worth(choice.goods, eye.when) if isinstance(choice, c.TakeGoods) else 0)


def trade(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    assert isinstance(asked, OfferTrade)
    needed, player = needs(state.content, state.players[seat]), state.players[seat]
    spare = all(player.material(m) - n >= needed[m] for m, n in asked.cost)
    gains = goods_worth(asked.goods, eye.when) > goods_worth(asked.cost, eye.when)
    return choices[0] if spare and gains else choices[-1]


# --- concerts, chairs, patrons ----------------------------------------------------------------------------------------


def reroll(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The die with the fewest notes, unless the highest level is reached or it shows well."""
    assert isinstance(asked, perform.AskReroll)
    printed = state.content.performances[asked.card]
    if perform.result(state, seat, asked.dice) >= printed.high:
        return c.KeepDice()
    rated = []
    for number, die in enumerate(asked.dice, 1):
        if die.colour != "purple":
            faces = state.content.dice.black if die.colour == "black" else state.content.dice.white
            rated.append((6 * perform.notes(state, seat, die) - sum(faces), number))
    lowest, number = min(rated)
    return c.Reroll(number) if lowest < 0 else c.KeepDice()


def spend_inspiration(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """As much as the next levels take, where they give more than that."""
    assert isinstance(asked, perform.AskInspiration)
    eye = Eye(state, seat)
    printed = state.content.performances[asked.card]
    token = eye.best_chair("performance", asked.card) + eye.service("performance", asked.card)
    aims = {0} | {need - asked.result for need in (printed.medium, printed.high) if need > asked.result}

    def worth(choice: Choice) -> int:
        assert isinstance(choice, c.SpendInspiration)
        if choice.amount not in aims:
            return -999
        level = printed.level(asked.result + choice.amount)
        gained = goods_worth(printed.reward(level), eye.when) + (token if level != "low" else 0)
        return gained - choice.amount * eye.rate("inspiration")

    return best(choices, worth)


def chair(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(asked, PlaceToken)
    eye, token = Eye(state, seat), asked.token
    return best(
        choices, lambda choice: eye.chair(token, choice.orchestra_seat) if isinstance(choice, c.TakeChair) else 0
    )


def double(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    assert isinstance(asked, AskDouble)
    bonus = state.content.orchestra[asked.orchestra_seat].bonus if asked.first else ()
    return choices[0] if goods_worth(bonus, 0) > 110 else choices[-1]


def give(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The patron to whom it means most; who is completed comes before all others."""
    eye, player = Eye(state, seat), state.players[seat]

    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.Give):
            return 0
        waiting = player.patron(choice.patron)
        return eye.giving(waiting) + 1000 * (unmet(state.content, waiting) == 1)

    return best(choices, worth)


def gift(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye, player = Eye(state, seat), state.players[seat]

    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.TakeGift):
            return -1
        restless = 40 * player.patron(choice.patron).patience
        return goods_worth(state.content.patrons[choice.patron].gifts[choice.space], eye.when) + restless

    return best(choices, worth)


def soothe(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    player = state.players[seat]
    return best(choices, lambda choice: player.patron(choice.patron).patience if isinstance(choice, c.Soothe) else -1)


# --- awards, experts, cards -------------------------------------------------------------------------------------------


def award(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    def worth(choice: Choice) -> int:
        if not isinstance(choice, c.ScoreAward):
            return 0
        return state.content.awards[choice.award].levels[choice.level - 1].prestige

    return best(choices, worth)


def marker(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """A royal while it can still be served; then materials, then the purple die."""
    free = bool(state.players[seat].free_spaces())
    worths = {"royal": 3 if free and state.round < 6 else 0, "storage": 2 if state.round < 6 else 0, "purple": 1}
    return best(choices, lambda choice: worths[choice.marker] if isinstance(choice, c.TakeMarker) else 0)


def card_of(choice: Choice) -> str:
    """The card that a choice names."""
    found: str = getattr(choice, "card", "")
    return found


def royal(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: eye.patron(card_of(choice)))


def specialist(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    return best(choices, lambda choice: card_worth(state.content, card_of(choice), 0, 6))


def chip(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """The highest number: an expert is worth a strong worker."""
    return choices[-1]


def keep_card(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    eye = Eye(state, seat)
    return best(choices, lambda choice: eye.instrument(card_of(choice)) if isinstance(choice, c.KeepCard) else -1)


RULES: dict[str, Rule] = {
    "keep": keep,
    "patron-space": patron_space,
    "next-patron": next_patron,
    "goods": goods_choice,
    "second-chair": goods_choice,
    "material": material,
    "discard": discard,
    "bench": bench,
    "make-room": make_room,
    "plan-worker": plan_worker,
    "plan-location": plan_location,
    "peek": first,
    "relocate": lambda state, seat, asked, choices: choices[-1],
    "turn": turn,
    "act": act,
    "pay": pay,
    "save-material": save_material,
    "replace-material": replace_material,
    "rough-again": again,
    "finish-again": again,
    "found-repair": first,
    "reroll": reroll,
    "spend-inspiration": spend_inspiration,
    "chair": chair,
    "double": double,
    "give": give,
    "gift": gift,
    "soothe": soothe,
    "award": award,
    "marker": marker,
    "royal": royal,
    "specialist": specialist,
    "chip": chip,
    "keep-card": keep_card,
    "draw": first,
    "trade": trade,
    "echo": first,
    "market": at_the_market,
    "end-turn": first,
}
"""The rule for each kind of decision."""
