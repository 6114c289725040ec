"""The orchestra (ORC-1 to ORC-13), and the doubled chair bonus (FIN-4, FIN-7)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.abilities import permits
from engine.choices import Decline, DoubleBonus, TakeChair, TakeGoods
from engine.content.cards import Content, Goods
from engine.events import NoChair, TokenDisplaced, TokenPlaced
from engine.goods import gain
from engine.state import Chairs, State, Token
from engine.steps import Decision, Effect, Outcome, step
from engine.triggers import dispatch


def seats_for(state: State, seat: int, token: str, card: str) -> list[str]:
    """Orchestra seats that a token of the card may take, in the order of the card set (ORC-2, ORC-8)."""
    places = seats_by_card(state.content, token, card)
    if token == "instrument":
        return list(places)
    if permits(state, seat, "any_era_seat" if token == "performance" else "any_section_seat"):
        places = [place.id for place in state.content.orchestra.values() if not place.rare]
    mark, orchestra = Token(seat, token), state.orchestra
    return [place for place in places if mark not in orchestra[place].first + orchestra[place].second]


def seats_by_card(content: Content, token: str, card: str) -> Sequence[str]:
    """Orchestra seats for a card without abilities: printed, or those of its era or section (ORC-2)."""
    if token == "instrument":
        return content.instruments[card].seats
    if token == "performance":
        era = content.performances[card].era
        return [place.id for place in content.orchestra.values() if era in place.eras]
    section = content.repairs[card].section
    return [place.id for place in content.orchestra.values() if place.section == section and not place.rare]


def chairs_for_card(content: Content) -> dict[str, Sequence[str]]:
    """Card -> orchestra seats that its token may take without abilities (ORC-2)."""
    piles = {"instrument": content.instruments, "performance": content.performances, "repair": content.repairs}
    return {card: seats_by_card(content, token, card) for token, pile in piles.items() for card in pile}


def seating_result(state: State, seat: int, token: str, place: str) -> str:
    """Result of placing a token: rare, empty, ousts, takes-chair or second (ORC-3 to ORC-9)."""
    if state.content.orchestra[place].rare:
        return "rare"
    chairs = state.orchestra[place]
    holder = chairs.holder
    if holder is None:
        return "empty"
    if holder.kind == "instrument":
        return "second"
    if token == "instrument":
        return "ousts"
    if holder.seat == seat:
        return "second"
    return "takes-chair" if tokens_needed(state, seat, place) <= 0 else "second"


def tokens_needed(state: State, seat: int, place: str) -> int:
    """Tokens that the seat lacks, after placing one, to take the chair from its holder (ORC-6, ORC-11)."""
    chairs = state.orchestra[place]
    enough = chairs.count(chairs.first[0].seat) + (0 if permits(state, seat, "equal_takes_chair") else 1)
    return enough - chairs.count(seat) - 1


def tokens_to_take(state: State, seat: int, place: str) -> int | None:
    """Performance and repair tokens with which the seat would take the first chair; None if no token can.

    None for a rare place, an empty chair, and a chair held by an instrument or by the seat (ORC-3 to ORC-7, ORC-9).
    """
    first = state.orchestra[place].first
    if not first or first[0].kind == "instrument" or first[0].seat == seat or state.content.orchestra[place].rare:
        return None
    return max(1, tokens_needed(state, seat, place) + 1)


def tokens_left(state: State, seat: int, place: str) -> int:
    """Number of performance and repair tokens that the seat may still place here, one of each (ORC-8)."""
    chairs = state.orchestra[place]
    return 2 - len([t for t in chairs.first + chairs.second if t.seat == seat and t.kind != "instrument"])


def seated(chairs: Chairs, token: Token, word: str) -> Chairs:
    """The chairs after placing a token, by its result."""
    match word:
        case "rare":
            return replace(chairs, first=(*chairs.first, token))
        case "second":
            return replace(chairs, second=(*chairs.second, token))
        case _:
            return Chairs((token,), chairs.second + chairs.first)


@step
class PlaceToken(Decision[TakeChair]):
    """Place a token and take the chair bonus (ORC-10). `doubling`: no, yes or ask (FIN-7)."""

    token: str
    card: str
    doubling: str = "no"
    kind = "chair"
    rule = "ORC-10"
    form = "strip"

    def choices(self, state: State, seat: int) -> list[TakeChair]:
        return [TakeChair(place) for place in seats_for(state, seat, self.token, self.card)]

    def run(self, state: State) -> None:
        """No orchestra seat is possible: no token and no bonus."""
        state.emit(NoChair(self.seat, self.token))

    def resolve(self, state: State, seat: int, choice: TakeChair) -> None:
        place = choice.orchestra_seat
        word = seating_result(state, seat, self.token, place)
        before = state.orchestra[place]
        state.orchestra[place] = seated(before, Token(seat, self.token), word)
        first = word != "second"
        chair = "second" if word == "second" else "rare" if word == "rare" else "first"
        state.emit(TokenPlaced(seat, self.token, place, chair, word))
        if word in ("ousts", "takes-chair") and before.holder is not None:
            state.emit(TokenDisplaced(before.holder.seat, before.holder.kind, place))
        section = state.content.orchestra[place].section
        triggered = dispatch(state, seat, "seated", section=section, token=self.token)
        state.then(ChairBonus(seat, place, first, self.doubling), replace(triggered, bonus=(place, first)))

    def outcome(self, state: State, seat: int, choice: TakeChair) -> Outcome:
        place = choice.orchestra_seat
        word, holder = seating_result(state, seat, self.token, place), state.orchestra[place].holder
        details: tuple[tuple[str, int | str], ...] = ()
        if holder is not None and word != "rare":
            mine, theirs = (state.orchestra[place].count(s) for s in (seat, holder.seat))
            details = (("mine", mine + 1), ("theirs", theirs), ("holder", holder.seat), ("held_by", holder.kind))
            if word == "second" and holder.kind != "instrument" and holder.seat != seat and self.token != "instrument":
                details += (("needed", tokens_needed(state, seat, place)),)
        bonus = () if word == "second" else state.content.orchestra[place].bonus
        return Outcome((f"orchestra:{place}",), word, details, gain=bonus)


@step
class ChairBonus(Effect):
    """Take the bonus of a chair, twice if it is doubled (FIN-7)."""

    orchestra_seat: str
    first: bool
    doubling: str = "no"

    def run(self, state: State) -> None:
        seat = self.seat
        if self.doubling == "ask":
            state.then(AskDouble(seat, self.orchestra_seat, self.first))
            return
        once = replace(self, doubling="no")
        if self.doubling == "yes":
            assert state.active_worker is not None
            state.active_worker = replace(state.active_worker, doubled=True)
            state.then(once, once)
        elif self.first:
            gain(state, seat, state.content.orchestra[self.orchestra_seat].bonus, "chair", self.orchestra_seat)
        else:
            state.then(ChooseSecondChair(seat, self.orchestra_seat))


@step
class AskDouble(Decision[DoubleBonus | Decline]):
    """With two instruments the owner decides at the first token whether its bonus is doubled (FIN-7)."""

    orchestra_seat: str
    first: bool
    kind = "double"
    rule = "FIN-7"

    def choices(self, state: State, seat: int) -> list[DoubleBonus | Decline]:
        return [DoubleBonus(), Decline()]

    def resolve(self, state: State, seat: int, choice: DoubleBonus | Decline) -> None:
        doubling = "yes" if choice == DoubleBonus() else "no"
        state.then(ChairBonus(seat, self.orchestra_seat, self.first, doubling))

    def outcome(self, state: State, seat: int, choice: DoubleBonus | Decline) -> Outcome:
        bonus = state.content.orchestra[self.orchestra_seat].bonus if self.first else ()
        times = 2 if choice == DoubleBonus() else 1
        return Outcome((f"orchestra:{self.orchestra_seat}",), gain=tuple((word, n * times) for word, n in bonus))


@step
class ChooseSecondChair(Decision[TakeGoods]):
    """Bonus of a second chair: 2 money or 1 inspiration (ORC-5 to ORC-7)."""

    orchestra_seat: str
    kind = "second-chair"
    rule = "ORC-5"

    def choices(self, state: State, seat: int) -> list[TakeGoods]:
        return [TakeGoods(goods) for goods in state.content.second_chair]

    def resolve(self, state: State, seat: int, choice: TakeGoods) -> None:
        gain(state, seat, choice.goods, "chair", self.orchestra_seat)

    def outcome(self, state: State, seat: int, choice: TakeGoods) -> Outcome:
        goods: Goods = choice.goods
        return Outcome((f"orchestra:{self.orchestra_seat}",), gain=goods)
