"""What a log may hold beside choices: moves taken back and done again, seats that change hands."""

from tests.golden.case import golden, people
from tests.golden.story import Story


@golden(*people(2), card="orchestra-03", wanders=True)
def moves_taken_back_and_done_again(story: Story) -> bool:
    """People undo, redo, and undo to choose once more: the log holds it all, the game only what counts (GEN-10)."""
    return story.final.finished


@golden(*people(3), wanders=True, changes_hands=True)
def a_seat_passes_to_a_rival_and_back(story: Story) -> bool:
    """A rival plays a seat for a while; its person comes back (GEN-17)."""
    return story.final.finished
