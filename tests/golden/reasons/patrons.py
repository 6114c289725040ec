"""Patrons that leave and royals that come (PAT-5, PAT-14, AWD-6)."""

from engine.choices import Choice, DiscardCard, Give, ScoreAward, TakeMarker
from engine.events import Gained, MarkerTaken, PatronLeft, PatronPlaced, PrestigeLost
from engine.rules.patrons import PILES
from engine.state import State, WaitingPatron
from tests.golden.case import golden, people
from tests.golden.steer import IDLE, leaning, liking, never
from tests.golden.story import Moment, Story


def at_court_without_thanks(state: State, seat: int, choice: Choice) -> float | None:
    """Gives nothing to a royal."""
    royal = isinstance(choice, Give) and state.content.patrons[choice.patron].deck == "royal"
    return 0 if royal else None


royalists = leaning(never(*IDLE), liking(50, TakeMarker("royal")), liking(5, ScoreAward))


def left(story: Story) -> list[tuple[Moment, PatronLeft, WaitingPatron]]:
    """Every patron that left, as it was before."""
    return [
        (moment, event, moment.before.players[event.seat].patron(event.patron))
        for moment, event in story.told(PatronLeft)
        if any(p.card == event.patron for p in moment.before.players[event.seat].waiting)
    ]


def royals_of(story: Story) -> set[str]:
    return {card for card, patron in story.content.patrons.items() if patron.deck == "royal"}


@golden(*people(2), card="orchestra-03")
def a_patron_leaves(story: Story) -> bool:
    """A patron has waited too long: 3 prestige are lost for each requirement unmet, its space is free (PAT-5)."""
    return any(
        isinstance(lost, PrestigeLost) and lost.amount == 3 * event.unmet >= 6
        for moment, event, _ in left(story)
        for lost in moment.events
    )


@golden(*people(2), card="orchestra-04")
def a_patron_leaves_with_cards_under_it(story: Story) -> bool:
    """The cards that met requirements are discarded with the patron; the requirements still count as met (PAT-5)."""
    return any(
        all(under.card in moment.after.discards[PILES[under.token]] for under in waiting.tucked)
        and moment.after.players[event.seat].requirements_met == moment.before.players[event.seat].requirements_met
        for moment, event, waiting in left(story)
        if waiting.tucked
    )


@golden(*people(2), card="orchestra-05", policy=leaning(at_court_without_thanks, never(*IDLE), liking(9, DiscardCard)))
def a_royal_leaves_the_game(story: Story) -> bool:
    """A royal that leaves goes out of the game, to no pile (PAT-14)."""
    royals = [event.patron for _, event, _ in left(story) if event.patron in royals_of(story)]
    piles = (*story.final.discards["patrons"], *story.final.decks["patrons"], *story.final.decks["royals"])
    return bool(royals) and not {*royals} & {*piles}


@golden(*people(2), card="orchestra-06", policy=royalists)
def every_seat_has_its_royal(story: Story) -> bool:
    """As many royals come as can: one to each seat; one stays in the deck (AWD-6, SET-5)."""
    placed = {e.seat for _, e in story.told(PatronPlaced) if e.card in royals_of(story)}
    return placed == {0, 1} and len(story.final.decks["royals"]) == 1


@golden(*people(2), card="orchestra-07", policy=royalists)
def a_royal_finds_no_space(story: Story) -> bool:
    """The royal marker is taken with three patrons waiting: the award scores, no royal comes (AWD-6)."""
    return any(
        event.marker == "royal" and len(moment.before.players[event.seat].waiting) == 3
        for moment, event in story.told(MarkerTaken)
    )


@golden(*people(2))
def a_royal_is_served(story: Story) -> bool:
    """A royal is completed, and its lasting effect works (PAT-6, PAT-7)."""
    royals = {(p.seat, card) for p in story.final.players for card in p.completed if card in royals_of(story)}
    return any((event.seat, event.card) in royals and event.source == "ability" for _, event in story.told(Gained))
