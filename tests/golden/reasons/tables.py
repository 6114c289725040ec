"""Who plays: each size of table, with and without a setup card, people, each level of AI, and chance."""

from engine.state import NEUTRAL
from tests.golden.case import golden, people
from tests.golden.steer import by_chance
from tests.golden.story import Story


@golden("person", "apprentice", card="orchestra-01")
def solo_against_an_apprentice(story: Story) -> bool:
    """One person and a rival of the first level, with a setup card (TWO-6)."""
    return _laid(story, "orchestra-01")


@golden("person", "journeyman", card="orchestra-02", policy=by_chance)
def chance_against_a_journeyman(story: Story) -> bool:
    """A person who takes anything loses to a rival of the second level."""
    return _laid(story, "orchestra-02") and story.final.winners == (1,)


@golden("apprentice", "journeyman", card="orchestra-03")
def both_levels_against_each_other(story: Story) -> bool:
    """Two rivals, one of each level, and nobody else; the journeyman wins."""
    return _laid(story, "orchestra-03") and story.final.winners == (1,)


@golden("journeyman", "journeyman")
def two_journeymen_without_a_setup_card(story: Story) -> bool:
    """Two rivals of the second level begin on an empty orchestra, and both have first chairs in the end (TWO-6)."""
    holders = {token.seat for chairs in story.final.orchestra.values() for token in chairs.first}
    return _empty(story) and holders == {0, 1}


@golden("person", "apprentice")
def solo_without_the_setup_card(story: Story) -> bool:
    """The option of a new game turned off: no neutral token, no closed level (TWO-6)."""
    return _empty(story)


@golden("person", "person", "apprentice")
def two_people_and_a_rival(story: Story) -> bool:
    """An AI as third player: a three-seat game, without a setup card (TWO-5)."""
    return _empty(story) and len(story.final.displays["perform"]) == 5


@golden("person", "apprentice", "journeyman", "apprentice")
def a_person_and_three_rivals(story: Story) -> bool:
    """Four seats, levels mixed (TWO-7)."""
    return len(story.final.awards) == 4


@golden("journeyman", "random", "apprentice")
def all_levels_and_chance(story: Story) -> bool:
    """Three seats: a journeyman, an apprentice, and the player by lot that they are measured against."""
    return story.final.winners != (1,)


@golden(*people(2), card="orchestra-08", policy=by_chance)
def two_by_chance(story: Story) -> bool:
    """Two people who take anything, with a setup card."""
    return _laid(story, "orchestra-08")


@golden(*people(3), policy=by_chance)
def three_by_chance(story: Story) -> bool:
    """Three people who take anything."""
    return story.final.seats == 3


@golden(*people(4), policy=by_chance)
def four_by_chance(story: Story) -> bool:
    """Four people who take anything."""
    return story.final.seats == 4


def _empty(story: Story) -> bool:
    """Whether the game began without a neutral token and without a closed level."""
    table = story.moments[0].before
    tokens = [token for chairs in table.orchestra.values() for token in chairs.first + chairs.second]
    return not tokens and not any(-1 in tile.levels for tile in table.awards)


def _laid(story: Story, card: str) -> bool:
    """Whether the neutral tokens of the setup card were laid, as the story's first position shows."""
    setup, table = story.content.setups[card], story.moments[0].before.orchestra
    taken = {place for place, chairs in table.items() if any(token.seat == NEUTRAL for token in chairs.first)}
    return taken == {*setup.instruments, *setup.performances, *setup.repairs}
