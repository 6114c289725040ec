"""What a position is worth to a seat, line by line, in hundredths of a prestige.

Every line says what it is about, so that the difference of two positions is already the reason for preferring one.
"""

from dataclasses import dataclass

from automa.evaluation.terms import diminishing, lasting_worth, levels_worth, needs, patron_worth, reach, track_worth
from automa.evaluation.weights import LEFTOVER, card_worth, goods_worth, growth, moment, rate, rounds_left
from automa.reasons.parts import END, NOW
from engine.content.cards import MATERIALS, TRACKS, Content, Counter, Level, Patron
from engine.counters import count
from engine.requirements import met_by, unmet
from engine.scoring import FIRST_CHAIRS
from engine.state import Player, State, WaitingPatron


@dataclass(frozen=True, slots=True)
class Topic:
    """What a line of the valuation is about, and when that may be told."""

    word: str
    name: str = ""
    what: str = ""
    opens: str = NOW


Worths = dict[Topic, int]

ACTION = 180
"""What a worker's action is worth that something still takes."""

STAGES = {
    "hand": (0, 12, 45, 58, 62, 64, 66),
    "roughing": (0, 55, 72, 78, 80, 82, 84),
    "finishing": (0, 88, 92, 93, 94, 94, 94),
}
"""How sure it is that an instrument gets finished, in percent, by the rounds left."""

CROWD = (100, 85, 60, 35, 15)
"""What is left of that for the second, third ... instrument on the way, in percent."""


def total(worths: Worths) -> int:
    return sum(worths.values())


def position(state: State, seat: int) -> Worths:
    """All that the position holds for a seat."""
    if state.finished:
        return {Topic("prestige"): 100 * state.players[seat].prestige}
    book = Book(state, seat)
    book.prestige()
    book.goods()
    book.instruments()
    book.patrons()
    book.lasting()
    book.goals()
    book.awards()
    book.chairs()
    book.tracks()
    book.experts()
    book.order()
    return book.worths


class Book:
    """A seat's position being valued."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.content: Content = state.content
        self.player: Player = state.players[seat]
        self.when = moment(state)
        self.rounds = rounds_left(state)
        self.worths: Worths = {}
        self.chances: dict[str, list[int]] = {}
        """Section -> how sure each instrument of it on the way is to be finished, best first."""
        self._patrons: dict[str, int] = {}

    def add(self, worth: int, word: str, name: str = "", what: str = "", opens: str = NOW) -> None:
        if worth:
            topic = Topic(word, name, what, opens)
            self.worths[topic] = self.worths.get(topic, 0) + worth

    # --- what is there ----------------------------------------------------------------------------------------------

    def prestige(self) -> None:
        self.add(100 * self.player.prestige, "prestige")

    def goods(self) -> None:
        """Coins and apprentices; materials as far as instruments need them, the others as what they may fetch."""
        player, when = self.player, self.when
        self.add(diminishing(player.money, rate("money", when), 16), "money")
        self.add(diminishing(player.inspiration, rate("inspiration", when), 8), "inspiration")
        self.add(player.apprentices * rate("apprentice", when), "apprentices")
        self.add(-player.apprentices_removed * 25 * self.rounds, "apprentices")
        needed = needs(self.content, player)
        for material in MATERIALS:
            held, full = player.material(material), rate(material, when)
            wanted = min(held, needed[material])
            spare = min(held - wanted, 2)
            rest = held - wanted - spare
            worth = wanted * (full + full // 6) + spare * full * 4 // 5 + rest * max(LEFTOVER, full // 2)
            self.add(worth, "material", "material", material)

    # --- what is on its way -----------------------------------------------------------------------------------------

    def instruments(self) -> None:
        """Instruments in hand and on benches: what finishing them will give, as sure as that is."""
        found = sorted(self._on_the_way(), reverse=True)
        for nth, (worth, sure, card, stage) in enumerate(found):
            chance = sure * CROWD[min(nth, 4)] // 100
            section = self.content.instruments[card].section
            self.chances.setdefault(section, []).append(chance)
            floor = 50 * self.content.instruments[card].prestige if stage == "finishing" else 0
            value = floor + chance * max(0, worth - floor) // 100
            self.add(value, "instrument", "card", card, f"card:{card}" if stage == "hand" else NOW)

    def _on_the_way(self) -> list[tuple[int, int, str, str]]:
        """Worth, chance in percent, card and stage of each."""
        found = []
        for stage in ("hand", "roughing", "finishing"):
            for card in getattr(self.player, stage):
                sure = STAGES[stage][self.rounds]
                found.append((self.finished(card) - self.to_do(card, stage), sure, card, stage))
        return found

    def finished(self, card: str) -> int:
        """What finishing it will give by itself, with its chair."""
        instrument = self.content.instruments[card]
        extra = 200 if self.player.reputation >= 5 else 0
        return 100 * instrument.prestige + extra + max(self._chair(place) for place in instrument.seats)

    def _chair(self, place: str) -> int:
        chairs, printed = self.state.orchestra[place], self.content.orchestra[place]
        holder = chairs.holder
        if holder is not None and holder.kind == "instrument" and not printed.rare:
            return 60
        return goods_worth(printed.bonus, self.when) + 250

    def to_do(self, card: str, stage: str) -> int:
        """Materials and actions that it still takes."""
        instrument = self.content.instruments[card]
        left = instrument.finish if stage == "finishing" else instrument.rough + instrument.finish
        actions = {"hand": 2, "roughing": 2, "finishing": 1}[stage]
        return goods_worth(left, self.when) + actions * ACTION

    def patrons(self) -> None:
        """Waiting patrons: what completing them gives, as sure as that is, and what they take when they leave."""
        spare = self.spare()
        for waiting in sorted(self.player.waiting, key=lambda p: (len(self._open(p)), -p.patience)):
            self.add(self.waiting(waiting, spare), "patron", "patron", waiting.card)

    def spare(self) -> dict[str, list[int]]:
        """Instruments on the way that no patron counts on yet."""
        return {section: list(chances) for section, chances in self.chances.items()}

    def _open(self, waiting: WaitingPatron) -> list[int]:
        """Requirements, by index, that the cards under the patron leave open; which, is settled roughly."""
        patron = self.content.patrons[waiting.card]
        left = list(range(len(patron.requirements)))
        for under in waiting.tucked:
            options = [i for i in met_by(self.content, patron, under.token, under.card) if i in left]
            if options:
                left.remove(options[-1])
        return left

    def waiting(self, waiting: WaitingPatron, spare: dict[str, list[int]]) -> int:
        patron = self.content.patrons[waiting.card]
        chance = 100
        time = min(self.rounds, 3 - waiting.patience)
        for index in self._open(waiting):
            chance = chance * self._meets(patron, index, time, spare) // 100
        gain = self.completing(waiting.card)
        leaves = self.rounds > 3 - waiting.patience
        missing = unmet(self.content, waiting)
        loss = 300 * missing * (80 if leaves else 25 if self.rounds > 1 else 0) // 100
        coming = [patron.gifts[i] for i in range(waiting.patience + 1, 3)][: max(0, self.rounds - 1)]
        gifts = sum(goods_worth(gift, self.when) for gift in coming[:1]) * 70 // 100
        return chance * gain // 100 - (100 - chance) * min(loss, 100 * self.player.prestige) // 100 + gifts

    def completing(self, card: str) -> int:
        """What a patron gives when it is completed; worked out once."""
        if card not in self._patrons:
            self._patrons[card] = patron_worth(self.state, self.seat, self.content.patrons[card])
        return self._patrons[card]

    def _meets(self, patron: Patron, index: int, time: int, spare: dict[str, list[int]]) -> int:
        """How sure a requirement is to be met, in percent."""
        row = patron.requirements[index]
        other = 0
        if row.perform:
            other = (0, 45, 62, 70)[time]
        if row.repair:
            other = max(other, (0, 40, 58, 66)[time]) + (10 if row.perform else 0)
        made = spare.get(row.section)
        if made and made[0] > other:
            return max(other, made.pop(0))
        return max(other, (0, 8, 28, 42)[time])

    # --- what works on ----------------------------------------------------------------------------------------------

    def lasting(self) -> None:
        """Completed patrons and the family: their effects in the rounds to come, or what they count in the end."""
        for card in (*self.player.completed, self.player.family):
            if card:
                self.add(lasting_worth(self.state, self.seat, card), "permanent-bonus", "card", card)

    def goals(self) -> None:
        for goal in self.player.goals:
            printed = self.content.goals[goal]
            self.add(levels_worth(self.state, self.seat, printed.counter, printed.levels), "goal", "goal", goal, END)

    def awards(self) -> None:
        """Levels that are free, as sure as they are to be reached and claimed; no more tiles than markers."""
        found = []
        for tile in self.state.awards:
            if self.seat in tile.levels or None not in tile.levels:
                continue
            printed = self.content.awards[tile.award]
            own = count(self.state, self.seat, printed.counter)
            levels = [level for level, taken in zip(printed.levels, tile.levels, strict=True) if taken is None]
            best = max(self._award(own, level, printed.counter) for level in levels)
            found.append((best, tile.award))
        for nth, (worth, award) in enumerate(sorted(found, reverse=True)[: len(self.player.markers)]):
            self.add(worth * (100, 80, 60)[nth] // 100, "award", "award", award)

    def _award(self, own: int, level: Level, counter: Counter) -> int:
        chance = reach(own, level.need, growth(counter, self.rounds)) * (0, 55, 70, 75, 75, 75, 75)[self.rounds] // 100
        benefit = 40 * max(0, self.rounds - 1)
        return chance * max(0, 100 * level.prestige + benefit - ACTION) // 100

    def chairs(self) -> None:
        """First chairs by the table, leaning on where the number is likely to end; tokens below the line a little."""
        now = count(self.state, self.seat, FIRST_CHAIRS)
        then = min(12, now + growth(FIRST_CHAIRS, self.rounds) // 100)
        slope = (
            100
            * (self.content.first_chairs_prestige(then + 1) - self.content.first_chairs_prestige(max(0, then - 1)))
            // 2
        )
        printed = 100 * self.content.first_chairs_prestige(now)
        weight = self.rounds * 14
        self.add((printed * (100 - weight) + now * min(slope, 300) * weight) // 100, "first-chairs")

    def tracks(self) -> None:
        for track in TRACKS:
            self.add(track_worth(track, getattr(self.player, track), self.rounds), "track", "track", track)

    def experts(self) -> None:
        for owned in self.player.specialists:
            rounds = self.rounds if owned.number is not None else self.rounds - 1
            lasting = 30 * max(0, rounds) + card_worth(self.content, owned.card, self.when, max(0, rounds))
            self.add(100 * self.content.specialist_prestige + lasting, "specialist", "card", owned.card)

    def order(self) -> None:
        """An early place in the turn order."""
        if self.rounds > 1 or self.state.phase != "resolution":
            ahead = self.state.seats - 1 - self.state.order.index(self.seat) if self.state.order else 0
            self.add(25 * ahead * (self.rounds > 0), "turn-order")
