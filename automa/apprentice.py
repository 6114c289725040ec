"""The apprentice: a deck of intentions places its workers and steers what they do (VOCABULARY 10).

What the deck says nothing about, it does by habit.
"""

from collections.abc import Callable, Sequence

from automa.intention_deck import card_of
from automa.policy import habit
from automa.reasons.parts import NOW, Part, Reason, part
from automa.search.determinization import Sample
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.content.cards import Cost, IntentionCard
from engine.requirements import accepts
from engine.rules import material_costs
from engine.rules.display_cards import tier_price
from engine.rules.orchestra import PlaceToken, seating_result
from engine.rules.planning import ChooseLocation, ChooseWorker, skill
from engine.state import ActiveWorker, State
from engine.view import View

LEVEL = "apprentice"
USUAL = ("finishing", "roughing", "salon", "perform", "balcony")
"""Where a worker goes when no location of its card is useful."""
USES = {"roughing": "rough", "finishing": "finish", "repair": "repair"}
TOKENS = {"guild": "instrument", "perform": "performance", "repair": "repair", "finishing": "instrument"}


def choose(view: View, choices: Sequence[Choice], sample: Sample) -> tuple[Choice, Reason]:
    """The choice that its deck card names, or its habit."""
    seat = view["you"]
    assert seat is not None, "a spectator chooses nothing"
    thinking = Apprentice(sample(0), seat, sample)
    choice, because = thinking.choose(choices)
    return choice, Reason(LEVEL, because, thinking.card.id if thinking.card else None)


class Apprentice:
    """One decision: the seat, what it knows of the table, and the deck card of the worker concerned, if any."""

    def __init__(self, table: State, seat: int, sample: Sample) -> None:
        self.table, self.seat = table, seat
        self.player = table.players[seat]
        self.asked = loop.decision(table)
        self.card: IntentionCard | None = None
        ordinal = self._worker()
        if ordinal and self.player.family:
            self.card = card_of(table.content, self.player, ordinal, sample.stream)

    def _worker(self) -> int:
        """Which worker of the game the decision is about; 0 for none."""
        if isinstance(self.asked, ChooseWorker | ChooseLocation):
            return self.player.placements + 1
        acting = self.table.active_worker
        return acting.ordinal if acting is not None and acting.seat == self.seat else 0

    def choose(self, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        if len(choices) == 1:
            return choices[0], (part("only-choice"),)
        if self.card is not None and (rule := RULES.get(self.asked.kind)):
            return rule(self, self.card, choices)
        return self.by_habit(choices)

    def by_habit(self, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        return habit(self.table, self.seat, self.asked, choices), (part("default", opens=self._opens()),)

    def _opens(self) -> str:
        """Its next worker's reasons open with that worker."""
        planning = isinstance(self.asked, ChooseWorker | ChooseLocation)
        return f"placement:{self.table.placed + 1}" if planning else NOW

    # --- planning ---------------------------------------------------------------------------------------------------

    def place_worker(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """The chip and the apprentices that its card asks for (steps 3 and 4)."""
        number, helpers = self.chip(card), min(card.apprentices, self.player.apprentices)
        because = [part("number", opens=self._opens(), number=card.number)]
        if card.apprentices:
            because.append(part("apprentices-asked", opens=self._opens(), apprentices=card.apprentices))
        return c.PlanWorker(number, helpers), tuple(because)

    def chip(self, card: IntentionCard) -> int:
        """Of the chips at home; of an even number, the higher of the two in the middle."""
        home = sorted(self.player.idle)
        return home[{"lowest": 0, "middle": len(home) // 2, "highest": -1}[card.number]]

    def place_at(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """The first location of its card that is useful, else the first useful one of the usual order (step 2)."""
        assert isinstance(self.asked, ChooseLocation)
        for word, locations in (("intention", card.locations), ("fallback", USUAL)):
            for location in locations:
                if self.useful(location, self.asked.number, self.asked.apprentices):
                    return c.PlanLocation(location), (part(word, opens=self._opens(), location=location),)
        raise AssertionError("the Balcony is always useful")

    def useful(self, location: str, number: int, helpers: int) -> bool:
        """Whether a worker would be of use there now (the table of VOCABULARY 10)."""
        here = sum(w.seat == self.seat and w.location == location for w in self.table.workers)
        player = self.player
        match location:
            case "salon":
                return len(player.waiting) + here < 2
            case "guild":
                return len(player.hand) + len(player.roughing) + len(player.finishing) + here < 3
            case "perform":
                return not here
            case "repair":
                shown = zip(self.table.displays["repair"], self.table.tiers("repair"), strict=True)
                free = [card for card, tier in shown if card and tier == 1]
                return any(self.pays("repair", number, helpers, self._costs("repair", card)) for card in free)
            case "roughing":
                return not here and self._could(location, number, helpers, player.roughing, "roughing")
            case "finishing":
                return not here and self._finishing_useful(number, helpers)
        return True

    def _finishing_useful(self, number: int, helpers: int) -> bool:
        """An instrument that it could pay for, or could both rough and finish with a worker already at roughing."""
        if self._could("finishing", number, helpers, self.player.finishing, "finishing"):
            return True
        roughs = any(w.seat == self.seat and w.location == "roughing" for w in self.table.workers)
        return roughs and self._could("finishing", number, helpers, self.player.roughing, "roughing", "finishing")

    def _could(self, location: str, number: int, helpers: int, cards: Sequence[str], *stages: str) -> bool:
        """Whether it could pay these stages of one of the cards together."""
        bills_of = (_together([self._costs(stage, card) for stage in stages]) for card in cards)
        return any(self.pays(location, number, helpers, bill) for bill in bills_of)

    def _costs(self, location: str, card: str) -> Cost:
        return material_costs.cost_of(self.table, USES[location], card)

    def pays(self, location: str, number: int, helpers: int, bill: Cost) -> bool:
        """Whether the worker could pay a bill there with what the seat holds."""
        reached = skill(self.table, self.seat, number, helpers, location)
        trial = self.table.clone()
        trial.active_worker = ActiveWorker(0, self.seat, number, helpers, location, reached, 0)
        units = material_costs.discount(trial, self.seat, USES[location])
        return material_costs.payable(trial, self.seat, USES[location], bill, units, self.player.inspiration)

    # --- resolving --------------------------------------------------------------------------------------------------

    def act(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """An award before all; a card by its preferences; else the alternate, else 2 money."""
        awards = [x for x in choices if isinstance(x, c.ScoreAward)]
        if awards:
            return max(awards, key=self._prize), (part("award-first"),)
        cards = self._looked_at(card, [x for x in choices if isinstance(x, c.Take | c.Rough | c.Finish)])
        if cards:
            return self.best_card(card, cards)
        others = [x for x in choices if isinstance(x, c.Alternate)]
        return self._alternate(card, others) if others else c.TakeMoney(), (part("no-main-action"),)

    def _prize(self, choice: c.ScoreAward) -> int:
        return self.table.content.awards[choice.award].levels[choice.level - 1].prestige

    def _alternate(self, card: IntentionCard, others: list[c.Alternate]) -> Choice:
        """At the Balcony, apprentices if it wants inspiration and holds fewer than two; else the first, the money."""
        if len(others) > 1 and card.goods == "inspiration" and self.player.apprentices < 2:
            return others[1]
        return others[0]

    def _looked_at(
        self, card: IntentionCard, cards: list[c.Take | c.Rough | c.Finish]
    ) -> list[c.Take | c.Rough | c.Finish]:
        """Those that cost nothing, if its card prefers them and there are any."""
        free = [x for x in cards if not isinstance(x, c.Take) or not self._price(x)]
        return free if card.tier == "free" and free else cards

    def _price(self, choice: c.Take) -> int:
        assert self.table.active_worker is not None
        return tier_price(self.table, self.seat, self.table.tiers(self.table.active_worker.location)[choice.slot - 1])

    def best_card(
        self, card: IntentionCard, cards: Sequence[c.Take | c.Rough | c.Finish]
    ) -> tuple[Choice, tuple[Part, ...]]:
        """One that serves an own patron, then one preferred, then the most prestige, then the leftmost."""
        assert self.table.active_worker is not None
        location = self.table.active_worker.location
        ranked = [
            (self._serves(location, x.card), self._liking(card, location, x.card), self._worth(location, x.card))
            for x in cards
        ]
        chosen = cards[ranked.index(max(ranked, key=lambda r: (r[0] != "", r[1], r[2])))]
        serves, liking, worth = ranked[cards.index(chosen)]
        if serves:
            return chosen, (part("serves", patron=serves),)
        if liking:
            return chosen, (part("preferred", kind=self._kind(card, location, chosen.card)),)
        if len({r[2] for r in ranked}) > 1:
            return chosen, (part("best-card", prestige=worth),)
        return chosen, (part("leftmost"),)

    def _serves(self, location: str, card: str) -> str:
        """The first own patron that accepts the card."""
        token = TOKENS.get(location, "instrument" if location == "roughing" else "")
        content = self.table.content
        return next((p.card for p in self.player.waiting if token and accepts(content, p, token, card)), "")

    def _liking(self, card: IntentionCard, location: str, shown: str) -> int:
        """How many of the card's preferences it meets."""
        section, era = self._traits(location, shown)
        return (section == card.section) + (era in (card.era, "any"))

    def _kind(self, card: IntentionCard, location: str, shown: str) -> str:
        section, _ = self._traits(location, shown)
        return card.section if section == card.section else card.era

    def _traits(self, location: str, shown: str) -> tuple[str, str]:
        """Section and era by which a card is preferred."""
        content = self.table.content
        match location:
            case "salon":
                return content.patrons[shown].requirements[0].section, content.patrons[shown].era
            case "perform":
                return "", content.performances[shown].era
            case "repair":
                return content.repairs[shown].section, ""
        return content.instruments[shown].section, ""

    def _worth(self, location: str, shown: str) -> int:
        """The prestige printed on the card; of a performance, that of the highest level."""
        content = self.table.content
        match location:
            case "salon":
                return content.patrons[shown].prestige
            case "perform":
                return dict(content.performances[shown].reward("high")).get("prestige", 0)
            case "repair":
                return content.repairs[shown].prestige
        return content.instruments[shown].prestige

    def chair(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """In the preferred row or column; there a first chair, then the leftmost."""
        asked = self.asked
        assert isinstance(asked, PlaceToken)
        places = [x for x in choices if isinstance(x, c.TakeChair)]

        def rank(choice: c.TakeChair) -> tuple[bool, bool]:
            first = seating_result(self.table, self.seat, asked.token, choice.orchestra_seat) != "second"
            return self._place_liked(card, asked.token, choice.orchestra_seat), first

        chosen = max(places, key=rank)
        if self._place_liked(card, asked.token, chosen.orchestra_seat):
            return chosen, (part("preferred", kind=card.section if asked.token == "performance" else card.era),)
        return chosen, (part("leftmost"),)

    def _place_liked(self, card: IntentionCard, token: str, place: str) -> bool:
        printed = self.table.content.orchestra[place]
        if token == "performance":
            return printed.section == card.section
        return token == "repair" and card.era in printed.eras

    def second_chair(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """Money or inspiration, as its card prefers."""
        liked = (x for x in choices if isinstance(x, c.TakeGoods) and card.goods in dict(x.goods))
        return next(liked, choices[0]), (part("preferred", kind=card.goods),)


def _together(costs: Sequence[Cost]) -> Cost:
    """Several bills in one.

    >>> _together([(("wood", 2),), (("animal", 1), ("wood", 1))])
    (('wood', 3), ('animal', 1))
    """
    total: dict[str, int] = {}
    for cost in costs:
        for material, amount in cost:
            total[material] = total.get(material, 0) + amount
    return tuple(total.items())


Rule = Callable[[Apprentice, IntentionCard, Sequence[Choice]], tuple[Choice, tuple[Part, ...]]]
RULES: dict[str, Rule] = {
    "plan-worker": Apprentice.place_worker,
    "plan-location": Apprentice.place_at,
    "act": Apprentice.act,
    "chair": Apprentice.chair,
    "second-chair": Apprentice.second_chair,
}
"""What the deck card decides."""
