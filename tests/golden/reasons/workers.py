"""Specialty workers, families, and records with moves taken back (SPC, SET-12, GEN-10)."""

from collections import Counter

from engine.choices import (
    Activate,
    Alternate,
    Choice,
    Decline,
    Draw,
    Echo,
    Hire,
    Peek,
    PlanLocation,
    Relocate,
    SetupChoice,
    Soothe,
    TakeSpecialist,
    Trade,
    VisitMarket,
)
from engine.events import (
    Gained,
    NumberAssigned,
    Paid,
    SpecialistGained,
    TrackAdvanced,
    WorkerGained,
)
from engine.state import State
from tests.golden.case import golden, people
from tests.golden.steer import IDLE, Like, leaning, liking, never, strong
from tests.golden.story import Story

# --- specialty workers ----------------------------------------------------------------------------------------------


def gained(story: Story) -> Counter[tuple[int, int]]:
    """How many specialty cards each seat gained in each round."""
    return Counter((moment.before.round, event.seat) for moment, event in story.told(SpecialistGained))


@golden(*people(2), card="orchestra-08")
def two_specialists_in_one_round(story: Story) -> bool:
    """Two cards gained in one round get a chip each, the owner's choice which to which (SPC-5)."""
    chips = Counter((moment.before.round, event.seat) for moment, event in story.told(NumberAssigned))
    return any(number == 2 and chips[at] == 2 for at, number in gained(story).items())


@golden(*people(2), card="orchestra-01")
def a_specialist_of_round_six_gets_no_chip(story: Story) -> bool:
    """It scores 1 prestige and does nothing else (SPC-3, SPC-5)."""
    bare = {seat.seat for seat in story.final.players if any(owned.number is None for owned in seat.specialists)}
    return any(round_ == 6 and seat in bare for round_, seat in gained(story))


@golden(*people(3))
def a_seat_with_all_three_specialists(story: Story) -> bool:
    """A specialty worker of each track (SPC-1 to SPC-4)."""
    return any(len(player.specialists) == 3 for player in story.final.players)


def sly(state: State, seat: int, choice: Choice) -> float | None:
    match choice:
        case TakeSpecialist(card):
            return 50 if card in ("confidante", "envoy") else 1
        case Peek() | Relocate():
            return 9
        case Decline():
            return 0.2
    return None


@golden(*people(2), card="orchestra-02", policy=leaning(sly, never(*IDLE), liking(9, PlanLocation("balcony")), strong))
def a_worker_peeks_and_another_is_relocated(story: Story) -> bool:
    """One seat looks under its worker, a worker of the other leaves for another place (PLN-6, PLN-7)."""
    return _one_each(story, Peek, Relocate)


def musical(state: State, seat: int, choice: Choice) -> float | None:
    match choice:
        case TakeSpecialist(card):
            return 50 if card in ("conductor", "copyist") else 1
        case Echo() | Soothe() | PlanLocation("perform"):
            return 9
        case Decline():
            return 0.2
    return None


@golden(*people(2), card="orchestra-03", policy=leaning(musical, never(*IDLE), strong))
def a_chair_bonus_is_echoed_and_a_patron_soothed(story: Story) -> bool:
    """The conductor of one seat has a chair bonus twice, the copyist of the other calms a patron (GEN-12, PAT-9)."""
    return _one_each(story, Echo, Soothe)


def _one_each(story: Story, one: type[Choice], other: type[Choice]) -> bool:
    """Whether one seat made a choice of the one kind, and another seat one of the other kind."""
    ones, others = ({moment.seat for moment, _ in story.chosen(kind)} for kind in (one, other))
    return any(a != b for a in ones for b in others)


# --- families -------------------------------------------------------------------------------------------------------


def families(*wanted: str) -> Like:
    """Keeps one of these families, and uses what it offers."""

    def like(state: State, seat: int, choice: Choice) -> float | None:
        match choice:
            case SetupChoice(family=family):
                return 1.0 if family in wanted else 0.0
            case Draw() | Trade():
                return 9
        return None

    return like


def did_their_part(story: Story, *names: str) -> bool:
    """Whether each of these families is at the table, and its ability did something there."""
    seats = {player.family: player.seat for player in story.final.players}
    return all(name in seats and _did(story, name, seats[name]) for name in names)


def _did(story: Story, family: str, seat: int) -> bool:
    """Whether what the family is for has happened."""
    match family:
        case "family-ruckers":
            return any(_holds_more_than_nine(moment.before, seat) for moment, _ in story.chosen(Activate))
        case "family-guarneri":
            return any((event.seat, event.number) == (seat, 2) for event in story.in_setup(WorkerGained))
        case "family-hotteterre" | "family-erard" | "family-sax":
            track = {"hotteterre": "performance", "erard": "reputation", "sax": "craft"}[family.removeprefix("family-")]
            return any((event.seat, event.track) == (seat, track) for event in story.in_setup(TrackAdvanced))
        case "family-amati":
            return any(moment.seat == seat and moment.before.phase == "setup" for moment, _ in story.chosen(Draw))
        case "family-denner":
            return _paid(story, seat, "hire", 2)
        case "family-steinway":
            return _paid(story, seat, "train", 10)
        case _:
            return any((e.seat, e.source, e.card) == (seat, "ability", family) for _, e in story.told(Gained))


def _holds_more_than_nine(state: State, seat: int) -> bool:
    player = state.players[seat]
    return player.materials > 9 and not player.unlocked("storage")


def _paid(story: Story, seat: int, what: str, price: int) -> bool:
    bills = (e for _, e in story.told(Paid) if (e.seat, e.source) == (seat, what))
    return any(sum(dict(bill.goods).values()) == price for bill in bills)


FIRST = ("family-amati", "family-ruckers", "family-stradivari", "family-guarneri")
SECOND = ("family-hotteterre", "family-denner", "family-silbermann", "family-broadwood")
THIRD = ("family-stein-streicher", "family-erard", "family-sax", "family-steinway")


@golden(*people(4), policy=leaning(families(*FIRST), never(*IDLE), liking(4, Alternate)))
def families_one_to_four(story: Story) -> bool:
    """Amati, Ruckers, Stradivari and Guarneri, each doing what its card says (SET-8, SET-12)."""
    return did_their_part(story, *FIRST)


@golden(*people(4), policy=leaning(families(*SECOND), never(*IDLE), liking(9, Hire)))
def families_five_to_eight(story: Story) -> bool:
    """Hotteterre, Denner, Silbermann and Broadwood, each doing what its card says (SET-8, SET-12)."""
    return did_their_part(story, *SECOND)


@golden(*people(4), policy=leaning(families(*THIRD), never(*IDLE), liking(4, VisitMarket)))
def families_nine_to_twelve(story: Story) -> bool:
    """Stein-Streicher, Érard, Sax and Steinway, each doing what its card says (SET-8, SET-12)."""
    return did_their_part(story, *THIRD)
