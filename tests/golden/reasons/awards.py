"""Awards, goals, and the violin seats that span two eras (AWD, END-4, ORC-1)."""

from engine import counters
from engine.choices import Choice, Finish, Hire, PlanLocation, ScoreAward, SetupChoice, TakeChair, Train
from engine.content.cards import Goal
from engine.events import AwardScored, TrackAdvanced
from engine.state import State
from tests.golden.case import golden, people
from tests.golden.steer import IDLE, leaning, liking, never, strong
from tests.golden.story import Moment, Story, violin_seats, without_violins

claimants = leaning(never(*IDLE), liking(20, ScoreAward), liking(3, PlanLocation("balcony")))
courtiers = leaning(never(*IDLE), strong, liking(20, ScoreAward), liking(15, PlanLocation("balcony")), liking(9, Hire))
artists = leaning(
    never(*IDLE), strong, liking(9, PlanLocation("perform"), PlanLocation("repair")), liking(9, Hire), liking(3, Train)
)


def fond_of_violins(state: State, seat: int, choice: Choice) -> float | None:
    match choice:
        case TakeChair(place):
            return 30 if place in violin_seats(state.content) else 1
        case Finish("violin"):
            return 10
        case SetupChoice(goals=goals):
            return 1 + 20 * sum(
                goal in ("goal-baroque-house", "goal-classical-house", "goal-romantic-house") for goal in goals
            )
    return None


fiddlers = leaning(never(*IDLE), fond_of_violins, liking(20, ScoreAward))


@golden(*people(2), card="orchestra-08", policy=claimants)
def a_seat_scores_three_awards(story: Story) -> bool:
    """All three markers of a seat lie on award tiles; a fourth award is out of its reach (AWD-3)."""
    return any(not player.markers for player in story.final.players)


@golden(*people(2), policy=courtiers)
def two_awards_by_one_worker(story: Story) -> bool:
    """The Balcony's main action scores an award, and its reputation step another one (AWD-8, TRK-R7)."""
    scored = [(m.before.round, event.seat, _worker(m), event.award) for m, event in story.told(AwardScored)]
    return any(one[:3] == other[:3] and one[2] and one[3] != other[3] for one in scored for other in scored)


def _worker(moment: Moment) -> int:
    acting = moment.before.active_worker
    return acting.placement if acting is not None and acting.location == "balcony" else 0


@golden(*people(2), policy=courtiers)
def reputation_beyond_its_end(story: Story) -> bool:
    """Step 8 pays 2 prestige and leads back to 7, which works again (TRK-R8)."""
    return any(e.track == "reputation" and e.space == 8 for _, e in story.told(TrackAdvanced))


@golden(*people(2), card="orchestra-01", policy=artists)
def performance_and_craft_beyond_their_ends(story: Story) -> bool:
    """The last space of both tracks pays 2 prestige, again and again (TRK-P6, TRK-C6)."""
    last = [(event.seat, event.track) for _, event in story.told(TrackAdvanced) if event.space == 6]
    return any(last.count((seat, "performance")) > 1 for seat in (0, 1)) and any(t == "craft" for _, t in last)


# --- the violin seats -----------------------------------------------------------------------------------------------


@golden(*people(2), policy=fiddlers)
def a_violin_decides_two_goals_of_different_eras(story: Story) -> bool:
    """A violin seat spans two eras: for one goal it is of the one, for the other of the other (ORC-1, END-4)."""
    return any(
        len(decided) > 1
        for player in story.final.players
        if (decided := [g for g in player.goals if _decides(story.final, player.seat, story.content.goals[g])])
    )


def _decides(state: State, seat: int, goal: Goal) -> bool:
    """Whether the tokens on violin seats lift a goal of one era to a higher level."""
    if not any(word == "era" for word, _ in goal.counter.filters):
        return False
    with_them, without = (counters.count(table, seat, goal.counter) for table in (state, without_violins(state)))
    return any(without < level.need <= with_them for level in goal.levels)


@golden(*people(2), policy=fiddlers)
def a_violin_decides_an_award(story: Story) -> bool:
    """The Prize of the Age is scored with a token on a violin seat that makes up the number (ORC-1, AWD-1)."""
    return any(
        event.award == "award-prize-of-the-age"
        and _short_without_violins(moment.before, event.seat, event.award, event.level)
        for moment, event in story.told(AwardScored)
    )


def _short_without_violins(state: State, seat: int, award: str, level: int) -> bool:
    tile = state.content.awards[award]
    return counters.count(without_violins(state), seat, tile.counter) < tile.levels[level - 1].need
