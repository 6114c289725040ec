"""The apprentice: an intention deck places its workers and steers what they do (VOCABULARY 10).

What the deck says nothing about is left to the policy.
"""

from collections.abc import Callable, Sequence

from automa.evaluation.features import NOW
from automa.intention_deck import intention_card
from automa.policy import policy_choice
from automa.reasons.parts import Part, Reason, part
from automa.search.determinization import Sampler
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.content.cards import BENCHES, Cost, IntentionCard
from engine.requirements import accepts
from engine.rules import material_costs
from engine.rules.display_cards import tier_price
from engine.rules.locations import CARD_BY_NAME
from engine.rules.material_costs import USES, cost_of
from engine.rules.orchestra import PlaceToken, seating_result
from engine.rules.planning import ChooseLocation, ChooseWorker, skill
from engine.state import ActiveWorker, State
from engine.view import View

LEVEL = "apprentice"
FALLBACK_LOCATIONS = ("finishing", "roughing", "salon", "perform", "balcony")
"""Where a worker goes when no location of its card is useful: to the first of these that is."""

CardChoice = c.Take | c.Rough | c.Finish


def choose(view: View, choices: Sequence[Choice], sampler: Sampler) -> tuple[Choice, Reason]:
    """The choice that the deck card names, or that of the policy."""
    seat = view["you"]
    assert seat is not None, "a spectator has no choices"
    apprentice = Apprentice(sampler.table(0), seat, sampler)
    choice, because = apprentice.choose(choices)
    return choice, Reason(LEVEL, because, apprentice.card.id if apprentice.card else None)


class Apprentice:
    """One decision of a seat, with the deck card of the worker concerned, if any."""

    def __init__(self, table: State, seat: int, sampler: Sampler) -> None:
        self.table, self.seat = table, seat
        self.player = table.players[seat]
        self.decision = loop.decision(table)
        self.card: IntentionCard | None = None
        ordinal = self._ordinal()
        if ordinal and self.player.family:
            self.card = intention_card(table.content, self.player.family, ordinal, sampler.stream)

    def _ordinal(self) -> int:
        """Which worker of the game the decision is about; 0 for none."""
        if isinstance(self.decision, ChooseWorker | ChooseLocation):
            return self.player.placements + 1
        acting = self.table.active_worker
        return acting.ordinal if acting is not None and acting.seat == self.seat else 0

    def choose(self, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        if len(choices) == 1:
            return choices[0], (part("only-choice"),)
        if self.card is not None and (rule := RULES.get(self.decision.kind)):
            return rule(self, self.card, choices)
        choice = policy_choice(self.table, self.seat, self.decision, choices)
        return choice, (part("default", opens=self._opens()),)

    def _opens(self) -> str:
        """Reasons of planning open with the worker that is planned."""
        planning = isinstance(self.decision, ChooseWorker | ChooseLocation)
        return f"placement:{self.table.placed + 1}" if planning else NOW

    # --- planning ----------------------------------------------------------------------------------------------------

    def plan_worker(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """The number and the apprentices that the card asks for (steps 3 and 4)."""
        number, apprentices = self.number(card), min(card.apprentices, self.player.apprentices)
        because = [part("number", opens=self._opens(), number=card.number)]
        if card.apprentices:
            because.append(part("apprentices-asked", opens=self._opens(), apprentices=card.apprentices))
        return c.PlanWorker(number, apprentices), tuple(because)

    def number(self, card: IntentionCard) -> int:
        """Of the workers at home; of an even number, the higher of the two in the middle."""
        idle = sorted(self.player.idle)
        return idle[{"lowest": 0, "middle": len(idle) // 2, "highest": -1}[card.number]]

    def plan_location(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """The first useful location of the card, else of the usual order (step 2)."""
        assert isinstance(self.decision, ChooseLocation)
        for word, locations in (("intention", card.locations), ("fallback", FALLBACK_LOCATIONS)):
            for location in locations:
                if self.is_useful(location, self.decision.number, self.decision.apprentices):
                    return c.PlanLocation(location), (part(word, opens=self._opens(), location=location),)
        raise AssertionError("the Balcony is always useful")

    def is_useful(self, location: str, number: int, apprentices: int) -> bool:
        """Whether a worker is useful there now, by the table of VOCABULARY 10."""
        player, placed = self.player, self._placed(location)
        match location:
            case "salon":
                return len(player.waiting) + placed < 2
            case "guild":
                return len(player.hand) + len(player.roughing) + len(player.finishing) + placed < 3
            case "perform":
                return not placed
            case "repair":
                displayed = zip(self.table.displays["repair"], self.table.tiers("repair"), strict=True)
                cards = [card for card, tier in displayed if card and tier == 1]
                return self._could_pay("repair", number, apprentices, cards, "repair")
            case "roughing":
                return not placed and self._could_pay(location, number, apprentices, player.roughing, "rough")
            case "finishing":
                return not placed and self._could_finish(number, apprentices)
        return True

    def _placed(self, location: str) -> int:
        """The seat's workers there already."""
        return sum(w.seat == self.seat and w.location == location for w in self.table.workers)

    def _could_finish(self, number: int, apprentices: int) -> bool:
        """Whether it could pay to finish an instrument, or to rough and finish one with a worker at roughing."""
        if self._could_pay("finishing", number, apprentices, self.player.finishing, "finish"):
            return True
        roughs = self._placed("roughing") > 0
        return roughs and self._could_pay("finishing", number, apprentices, self.player.roughing, "rough", "finish")

    def _could_pay(self, location: str, number: int, apprentices: int, cards: Sequence[str], *uses: str) -> bool:
        """Whether the worker could pay all these costs together for one of the cards."""
        bills = (_added([cost_of(self.table, use, card) for use in uses]) for card in cards)
        return any(self._can_pay(location, number, apprentices, bill) for bill in bills)

    def _can_pay(self, location: str, number: int, apprentices: int, bill: Cost) -> bool:
        """Whether the worker could pay a bill there with what the seat holds."""
        reached = skill(self.table, self.seat, number, apprentices, location)
        table = self.table.clone()
        table.active_worker = ActiveWorker(0, self.seat, number, apprentices, location, reached, 0)
        discount = material_costs.discount(table, self.seat, USES[location])
        return material_costs.payable(table, self.seat, USES[location], bill, discount, self.player.inspiration)

    # --- actions -----------------------------------------------------------------------------------------------------

    def act(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """An award before all; then a card by preference; else an alternate; else 2 money."""
        awards = [x for x in choices if isinstance(x, c.ScoreAward)]
        if awards:
            return max(awards, key=self._award_prestige), (part("award-first"),)
        cards = self._considered(card, [x for x in choices if isinstance(x, CardChoice)])
        if cards:
            return self._best_card(card, cards)
        alternates = [x for x in choices if isinstance(x, c.Alternate)]
        return self._alternate(card, alternates) if alternates else c.TakeMoney(), (part("no-main-action"),)

    def _award_prestige(self, choice: c.ScoreAward) -> int:
        return self.table.content.awards[choice.award].levels[choice.level - 1].prestige

    def _alternate(self, card: IntentionCard, alternates: list[c.Alternate]) -> Choice:
        """Apprentices at the Balcony if it prefers inspiration and holds fewer than two; else the first."""
        if len(alternates) > 1 and card.goods == "inspiration" and self.player.apprentices < 2:
            return alternates[1]
        return alternates[0]

    def _considered(self, card: IntentionCard, choices: list[CardChoice]) -> list[CardChoice]:
        """Cards without a price, if the deck card prefers them and there are any."""
        free = [x for x in choices if not isinstance(x, c.Take) or not self._price(x)]
        return free if card.tier == "free" and free else choices

    def _price(self, choice: c.Take) -> int:
        assert self.table.active_worker is not None
        return tier_price(self.table, self.seat, self.table.tiers(self.table.active_worker.location)[choice.slot - 1])

    def _best_card(self, card: IntentionCard, choices: Sequence[CardChoice]) -> tuple[Choice, tuple[Part, ...]]:
        """One that serves an own patron, then one preferred, then the most prestige, then the leftmost."""
        assert self.table.active_worker is not None
        location = self.table.active_worker.location
        ranked = [
            (self._served(location, x.card), self._matches(card, location, x.card), self._prestige(location, x.card))
            for x in choices
        ]
        best = max(range(len(choices)), key=lambda i: (ranked[i][0] != "", *ranked[i][1:]))
        chosen, (patron, matches, prestige) = choices[best], ranked[best]
        if patron:
            return chosen, (part("serves", patron=patron),)
        if matches:
            return chosen, (part("preferred", kind=self._preferred_kind(card, location, chosen.card)),)
        if len({r[2] for r in ranked}) > 1:
            return chosen, (part("best-card", prestige=prestige),)
        return chosen, (part("leftmost"),)

    def _served(self, location: str, card: str) -> str:
        """The first own patron that accepts the card."""
        token = "instrument" if location in BENCHES else CARD_BY_NAME[location].token
        content, waiting = self.table.content, self.player.waiting
        return next((p.card for p in waiting if token and accepts(content, p, token, card)), "")

    def _matches(self, card: IntentionCard, location: str, offered: str) -> int:
        """How many preferences of the deck card an offered card meets."""
        section, era = self._section_and_era(location, offered)
        return (section == card.section) + (era in (card.era, "any"))

    def _preferred_kind(self, card: IntentionCard, location: str, offered: str) -> str:
        section, _ = self._section_and_era(location, offered)
        return card.section if section == card.section else card.era

    def _section_and_era(self, location: str, offered: str) -> tuple[str, str]:
        """Section and era by which a card is preferred."""
        content = self.table.content
        match location:
            case "salon":
                return content.patrons[offered].requirements[0].section, content.patrons[offered].era
            case "perform":
                return "", content.performances[offered].era
            case "repair":
                return content.repairs[offered].section, ""
        return content.instruments[offered].section, ""

    def _prestige(self, location: str, offered: str) -> int:
        """The prestige printed on the card; of a performance, that of the highest level."""
        content = self.table.content
        match location:
            case "salon":
                return content.patrons[offered].prestige
            case "perform":
                return dict(content.performances[offered].reward("high")).get("prestige", 0)
            case "repair":
                return content.repairs[offered].prestige
        return content.instruments[offered].prestige

    # --- orchestra ---------------------------------------------------------------------------------------------------

    def chair(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """In the preferred row or column; there a first chair, then the leftmost."""
        decision = self.decision
        assert isinstance(decision, PlaceToken)

        def rank(choice: c.TakeChair) -> tuple[bool, bool]:
            first = seating_result(self.table, self.seat, decision.token, choice.orchestra_seat) != "second"
            return self._prefers_chair(card, decision.token, choice.orchestra_seat), first

        chosen = max((x for x in choices if isinstance(x, c.TakeChair)), key=rank)
        if self._prefers_chair(card, decision.token, chosen.orchestra_seat):
            return chosen, (part("preferred", kind=card.section if decision.token == "performance" else card.era),)
        return chosen, (part("leftmost"),)

    def _prefers_chair(self, card: IntentionCard, token: str, orchestra_seat: str) -> bool:
        printed = self.table.content.orchestra[orchestra_seat]
        if token == "performance":
            return printed.section == card.section
        return token == "repair" and card.era in printed.eras

    def second_chair(self, card: IntentionCard, choices: Sequence[Choice]) -> tuple[Choice, tuple[Part, ...]]:
        """Money or inspiration, as the card prefers."""
        preferred = (x for x in choices if isinstance(x, c.TakeGoods) and card.goods in dict(x.goods))
        return next(preferred, choices[0]), (part("preferred", kind=card.goods),)


def _added(costs: Sequence[Cost]) -> Cost:
    """The sum of several costs.

    >>> _added([(("wood", 2),), (("animal", 1), ("wood", 1))])
    (('wood', 3), ('animal', 1))
    """
    total: dict[str, int] = {}
    for cost in costs:
        for material, amount in cost:
            total[material] = total.get(material, 0) + amount
    return tuple(total.items())


Rule = Callable[[Apprentice, IntentionCard, Sequence[Choice]], tuple[Choice, tuple[Part, ...]]]
RULES: dict[str, Rule] = {
    "plan-worker": Apprentice.plan_worker,
    "plan-location": Apprentice.plan_location,
    "act": Apprentice.act,
    "chair": Apprentice.chair,
    "second-chair": Apprentice.second_chair,
}
"""Decisions that the deck card makes, by kind."""
