"""Decks that run out, and what a Search finds in them (GEN-6, GEN-14, RES-12 to RES-22, PAT-15)."""

from collections.abc import Iterator

from engine import loop
from engine.choices import (
    Alternate,
    Bench,
    Buy,
    Choice,
    Hire,
    PlanLocation,
    PlanWorker,
    Rough,
    Search,
    Sell,
    SetupChoice,
    Take,
    Train,
    VisitMarket,
)
from engine.events import ApprenticeLeft, CardDiscarded, DeckSearched, RepairMade
from engine.rules.display_cards import DECKS, kind_of
from engine.state import State
from tests.golden.case import golden, people
from tests.golden.steer import IDLE, leaning, liking, never
from tests.golden.story import Moment, Story


def with_apprentices(state: State, seat: int, choice: Choice) -> float | None:
    return 1.0 + 4 * choice.apprentices if isinstance(choice, PlanWorker) else None


def for_drums(state: State, seat: int, choice: Choice) -> float | None:
    """Likes the instruments of one section, in the deal, from the display and from the deck."""
    match choice:
        case Take(card=card) | SetupChoice(instrument=card) if card in state.content.instruments:
            return 90 if state.content.instruments[card].section == "percussion" else 3
        case Search(wanted):
            return 1000 if wanted == "percussion" else 0
    return None


searching = leaning(
    never(*IDLE), liking(30, Search), liking(8, Hire), liking(5, Alternate((("apprentice", 2),))), with_apprentices
)
hoarding = leaning(
    never(*IDLE, Rough, Bench),
    for_drums,
    liking(100, PlanLocation("guild")),
    liking(20, PlanLocation("balcony"), VisitMarket, Sell("metal"), Hire),
    liking(9, Alternate),
    liking(0.01, Buy, Train),
    with_apprentices,
)
entertaining = leaning(
    never(*IDLE),
    liking(60, Search),
    liking(9, Take, PlanLocation("salon"), Hire),
    liking(4, PlanLocation("balcony"), Alternate((("money", 6),))),
    with_apprentices,
)


# --- decks ----------------------------------------------------------------------------------------------------------


def refilled(story: Story, deck: str) -> Iterator[Moment]:
    """The moments in which a deck had run out and its discard pile became the new one."""
    for moment in story.moments:
        before, after = moment.before.discards[deck], moment.after.discards[deck]
        searched = any(isinstance(event, DeckSearched) for event in moment.events)
        if before and after[: len(before)] != before and not searched:
            yield moment


@golden(*people(3))
def performances_run_out_and_are_refilled(story: Story) -> bool:
    """The performance deck runs out at an end of round: the discard pile is shuffled and dealt from (GEN-6)."""
    return any(refilled(story, "performances"))


@golden(*people(3))
def repairs_run_out_and_are_refilled(story: Story) -> bool:
    """The repair deck runs out at an end of round (GEN-6)."""
    return any(refilled(story, "repairs"))


@golden(*people(4), policy=entertaining)
def deck_b_comes_up_early(story: Story) -> bool:
    """The A part is used up before the end of round 3, and a B patron comes to the Salon or by a Search (PAT-15)."""
    patrons = story.content.patrons
    early = [moment for moment in story.moments if moment.after.round <= 3]
    shown = {card for moment in early for card in moment.after.displays["salon"]}
    found = {e.card for moment in early for e in moment.events if isinstance(e, DeckSearched) and e.location == "salon"}
    return any(card and patrons[card].deck == "B" for card in shown | found)


@golden(*people(4), policy=entertaining)
def deck_a_comes_back(story: Story) -> bool:
    """The patron deck runs out after round 3 and is refilled with the A patrons put away (GEN-6, PAT-8, PAT-15)."""
    late = [moment.after for moment in story.moments if moment.after.round > 3]
    return any(story.content.patrons[card].deck == "A" for state in late for card in state.decks["patrons"])


# --- Search ---------------------------------------------------------------------------------------------------------


def kinds_in(state: State, location: str, *piles: tuple[str, ...]) -> set[str]:
    """The kinds of the cards in these piles."""
    return {kind_of(state.content, location, card) for pile in piles for card in pile if card}


@golden(*people(4), policy=searching)
def search_finds_in_the_discard_pile_alone(story: Story) -> bool:
    """The deck has no card of the kind: the discard pile is shuffled under it (RES-19)."""
    return any(
        found.wanted not in kinds_in(moment.before, found.location, moment.before.decks[DECKS[found.location]])
        for moment, found in story.told(DeckSearched)
    )


@golden(*people(4), policy=hoarding)
def search_cannot_name_a_kind_that_is_gone(story: Story) -> bool:
    """Neither deck nor discard pile holds a percussion instrument: a Search may not name it (RES-19)."""
    return any(
        named and "percussion" not in named
        for moment in story.moments
        if moment.asked.kind == "act"
        and getattr(moment.asked, "location", "") == "guild"
        and (named := {c.wanted for c in loop.legal_choices(moment.before, moment.seat) if isinstance(c, Search)})
    )


@golden(*people(2), card="orchestra-01", policy=searching)
def search_takes_an_apprentice_for_good(story: Story) -> bool:
    """One apprentice of the searcher leaves the game; its seat owns two to the end (RES-17)."""
    lost = [event.seat for _, event in story.told(ApprenticeLeft)]
    return any(lost.count(seat) == 1 for seat in (0, 1)) and len(lost) < 3


@golden(*people(2), policy=searching)
def all_apprentices_of_a_seat_are_gone(story: Story) -> bool:
    """Three Searches cost a seat all of its apprentices (RES-17)."""
    return any(player.apprentices_removed == 3 for player in story.final.players)


@golden(*people(2), card="orchestra-02", policy=searching)
def a_found_repair_is_not_paid(story: Story) -> bool:
    """The finder cannot or will not pay: the repair is discarded, money and apprentice are gone (RES-22)."""
    return any(
        event.location == "repair" and _discarded(story, event) and not _made(story, event)
        for _, event in story.told(DeckSearched)
    )


def _discarded(story: Story, search: DeckSearched) -> bool:
    return any(e.card == search.card and e.seat == search.seat for _, e in story.told(CardDiscarded))


def _made(story: Story, search: DeckSearched) -> bool:
    return any(e.card == search.card for _, e in story.told(RepairMade))


@golden(*people(3), policy=searching)
def all_four_decks_are_searched(story: Story) -> bool:
    """Patrons, instruments, performances and repairs are each searched (RES-12)."""
    return {event.location for _, event in story.told(DeckSearched)} == DECKS.keys()
