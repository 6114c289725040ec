"""How a game ends: by prestige, by money, shared (END-7)."""

from collections.abc import Callable, Sequence

from engine.choices import (
    Activate,
    Bench,
    Buy,
    Choice,
    LeaveMarket,
    Pass,
    Pay,
    PlanLocation,
    Rough,
    ScoreAward,
    Search,
    Take,
    TakeMoney,
    ThrowAway,
    Train,
    VisitMarket,
)
from engine.events import PatronLeft, PrestigeLost
from engine.state import State
from tests.golden.case import golden, people
from tests.golden.steer import by_chance, leaning
from tests.golden.story import Story

ENDINGS = ("prestige", "money", "shared")


def ending(prestige: Sequence[int], winners: Sequence[int]) -> str:
    """Which of the ends of END-7 a game came to."""
    if prestige.count(max(prestige)) == 1:
        return "prestige"
    return "money" if len(winners) == 1 else "shared"


def ends(how: str, tied: int = 2) -> Callable[[State], bool]:
    """Whether a game ends so, with this many seats equal in prestige."""

    def met(final: State) -> bool:
        prestige = [player.prestige for player in final.players]
        return ending(prestige, final.winners) == how and prestige.count(max(prestige)) == tied

    return met


@golden(*people(2), card="orchestra-04")
def won_by_prestige(story: Story) -> bool:
    """One point more is enough, though the other seat holds more money (END-7)."""
    (first, second) = sorted(story.final.players, key=lambda player: -player.prestige)
    return first.prestige == second.prestige + 1 and first.money < second.money


@golden(*people(2), card="orchestra-05", ends=ends("money"))
def tie_broken_by_money(story: Story) -> bool:
    """Equal prestige: who holds more money wins (END-7)."""
    return len(story.final.winners) == 1


@golden(*people(2), card="orchestra-06", policy=by_chance, ends=ends("shared"))
def victory_shared(story: Story) -> bool:
    """Equal prestige and equal money: both win (END-7)."""
    return story.final.winners == (0, 1)


@golden(*people(3), policy=by_chance, ends=ends("money", tied=3))
def three_tied_and_money_decides(story: Story) -> bool:
    """All three seats have the same prestige; one of them has the most money (END-7)."""
    return len(story.final.winners) == 1


@golden(*people(3), policy=by_chance, ends=ends("shared"))
def two_of_three_share_the_victory(story: Story) -> bool:
    """Two seats share the victory, the third has less (END-7)."""
    return len(story.final.winners) == 2


def idle(state: State, seat: int, choice: Choice) -> float | None:
    """One seat does nothing that could score, and throws away what it gets."""
    if seat:
        return None
    match choice:
        case ThrowAway() | VisitMarket() | Buy() | TakeMoney() | PlanLocation("roughing"):
            return 90
        case Activate() | Pass() | LeaveMarket() | Pay():
            return 1
        case PlanLocation() | Take() | Search() | Rough() | Train() | ScoreAward() | Bench():
            return 0
    return None


@golden(*people(2), card="orchestra-07", policy=leaning(idle), ends=lambda final: final.players[0].prestige == 0)
def a_seat_ends_with_nothing(story: Story) -> bool:
    """A patron leaves and there is nothing to lose: prestige is never lower than 0 (GEN-2)."""
    left = any(event.seat == 0 and event.unmet for _, event in story.told(PatronLeft))
    return left and not any(event.seat == 0 for _, event in story.told(PrestigeLost))
