"""Storage, benches, dice, chairs, the Market (GEN-5, GEN-9, FIN, PRF, ORC, MKT)."""

from engine.choices import Buy, Discard, DoubleBonus, Hire, LeaveMarket, PlanLocation, Reroll, Sell, Train, VisitMarket
from engine.events import CardTakenBack, InstrumentFinished, TokenDisplaced, TokenPlaced
from engine.rules.perform import AskReroll
from engine.state import NEUTRAL
from tests.golden.case import golden, people
from tests.golden.steer import IDLE, leaning, liking, never
from tests.golden.story import Moment, Story

performers = leaning(never(*IDLE), liking(8, PlanLocation("perform")))
makers = leaning(
    never(*IDLE), liking(3, PlanLocation("finishing"), PlanLocation("roughing")), liking(9, Train("craft"))
)
menders = leaning(never(*IDLE), liking(9, PlanLocation("perform"), PlanLocation("repair")))


@golden(*people(2), card="orchestra-02")
def storage_overflows(story: Story) -> bool:
    """A gain goes over the limit by two: it is taken whole, then the owner lays off what it likes (GEN-5)."""
    laid_off = [moment for moment, _ in story.chosen(Discard)]
    return any(getattr(moment.asked, "over", 0) > 1 for moment in laid_off)


@golden(*people(2), card="orchestra-03", policy=makers)
def a_full_finishing_bench_makes_room(story: Story) -> bool:
    """A card goes back to hand from a full finishing bench; the materials spent on it are lost (GEN-9)."""
    return any(event.bench == "finishing" for _, event in story.told(CardTakenBack))


@golden(*people(2), policy=makers)
def two_instruments_in_one_action(story: Story) -> bool:
    """Two are finished by one worker of skill 6, and the owner says which chair bonus is doubled (FIN-5, FIN-7)."""
    finished = [_action(moment) for moment, _ in story.told(InstrumentFinished)]
    doubled = {_action(moment) for moment, _ in story.chosen(DoubleBonus)}
    return any(finished.count(action) == 2 for action in doubled)


def _action(moment: Moment) -> tuple[int, int]:
    """The round, and the worker that acts in it."""
    acting = moment.before.active_worker
    return moment.before.round, acting.placement if acting is not None else 0


@golden(*people(2), card="orchestra-04", policy=performers)
def the_purple_die_is_rolled_again(story: Story) -> bool:
    """Only its last face pays (PRF-9)."""
    return any(
        isinstance(moment.asked, AskReroll) and moment.asked.dice[choice.die - 1].colour == "purple"
        for moment, choice in story.chosen(Reroll)
    )


@golden(*people(2), policy=menders)
def a_first_chair_changes_hands_twice(story: Story) -> bool:
    """By outnumbering its holder, then by an instrument that ousts (ORC-4, ORC-6)."""
    words: dict[str, list[str]] = {}
    for _, event in story.told(TokenPlaced):
        words.setdefault(event.orchestra_seat, []).append(event.word)
    return any(
        found.index("takes-chair") < found.index("ousts")
        for found in words.values()
        if {"takes-chair", "ousts"} <= {*found}
    )


@golden(*people(2), card="orchestra-05")
def neutral_tokens_are_ousted(story: Story) -> bool:
    """Both kinds of neutral tokens give way: outnumbered, and to an instrument (TWO-2, ORC-4, ORC-6)."""
    gone = [(moment, event.token) for moment, event in story.told(TokenDisplaced) if event.seat == NEUTRAL]
    words = {event.word for moment, _ in gone for event in moment.events if isinstance(event, TokenPlaced)}
    return {token for _, token in gone} == {"performance", "repair"} and words == {"takes-chair", "ousts"}


@golden(*people(2), card="orchestra-06", policy=makers)
def rare_instruments_sit_side_by_side(story: Story) -> bool:
    """Two tokens in one rare place, each in a first chair, each worth one in the end (ORC-9, END-1)."""
    return any(len(story.final.orchestra[place].first) > 1 for place in ("rare-string", "rare-wind", "rare-percussion"))


@golden(*people(2), card="orchestra-07")
def everything_at_the_market_in_one_visit(story: Story) -> bool:
    """Buying, selling, hiring and training, one after another (MKT-2 to MKT-6)."""
    visit: set[type] = set()
    for moment in story.moments:
        if isinstance(moment.choice, (VisitMarket, LeaveMarket)):
            visit = set()
        visit.add(type(moment.choice))
        if {Buy, Sell, Hire, Train} <= visit:
            return True
    return False
