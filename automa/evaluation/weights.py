"""Every number of the evaluation.

All are design assumptions, tuned by playing the levels against each other (`automa/arena.py`).
A number is in hundredths of a prestige, or in percent where its name or text says so. A `Share` is a fraction. A table
by rounds left starts with no round left.
"""

from engine.constants import ROUNDS
from engine.scoring import LEFTOVERS_FOR_PRESTIGE

Share = tuple[int, int]
"""Numerator and denominator."""

PRESTIGE = 100
"""The unit."""

# --- goods -----------------------------------------------------------------------------------------------------------

LEFTOVER = PRESTIGE // LEFTOVERS_FOR_PRESTIGE
"""Any good at the end of the game (END-6)."""
GOODS = {"money": 36, "inspiration": 42, "animal": 70, "wood": 105, "metal": 165, "material": 130, "apprentice": 120}
"""One of a good at the start of the game."""
STEADY_GOODS = {"prestige": PRESTIGE, "instrument": 110}
"""One of a good that keeps its value: prestige, and an instrument card drawn blind."""
TAPER = (100, 97, 94, 91, 88, 84, 80, 74, 66, 56, 42, 15)
"""Percent of a good's value above a leftover's that is left at the planning and at the resolution of each round."""
LAST_PROGRESS = 2 * ROUNDS - 1
"""Game progress at the last resolution."""

PLENTY_OF_MONEY, PLENTY_OF_INSPIRATION = 16, 8
"""Amounts beyond which money and inspiration lose value."""
BEYOND_PLENTY: Share = (1, 2)
"""Share of its value that a good has beyond plenty."""
NEEDED_MATERIAL: Share = (7, 6)
"""Share of its value that a material has which an instrument on a bench needs."""
SPARE_MATERIALS, SPARE_MATERIAL = 2, (4, 5)
"""So many materials of a kind beyond those needed have this share of their value; more of them are beyond plenty."""
REMOVED_APPRENTICE = 25
"""Loss for each apprentice removed from the game, per round left."""

# --- actions ---------------------------------------------------------------------------------------------------------

ACTION = 180
"""One action of a worker."""
IDLE = 72
"""A worker that takes 2 money for want of anything better."""

# --- abilities -------------------------------------------------------------------------------------------------------

EVENTS = {"round_start": 100, "finished": 75, "performed": 75, "completed": 60, "seated": 160, "acted": 60}
"""Percent: how often a trigger comes in a round. Other triggers come once a round."""
CONDITIONS = {"section": 34, "level": 40, "token": 36, "location": 30}
"""Percent: how often a condition holds for each value that it accepts."""
TRACK_ADVANCES = {"reputation": 200, "performance": 150, "craft": 150}
"""One space of a track gained by an ability."""
STATS = {
    "skill": 60,
    "result": 45,
    "dice": 70,
    "rerolls": 40,
    "die_floor": 40,
    "rough_discount": 60,
    "finish_discount": 60,
    "repair_discount": 50,
    "tier_discount": 18,
    "storage": 12,
    "inspiration_rate": -35,
    "buy_price": -45,
    "apprentice_price": -25,
    "training_price": -18,
}
"""A stat that is higher by one, per round."""
RULES = {
    "win_ties": 25,
    "equal_takes_chair": 50,
    "any_era_seat": 45,
    "any_section_seat": 40,
    "inspiration_on_bench": 40,
    "keep_apprentices": 45,
}
"""A permitted exception to the rules, per round."""
OPTIONAL_EFFECTS = {
    "trade": 30,
    "draw": 60,
    "bench": 20,
    "soothe": 30,
    "gift": 90,
    "echo": 60,
    "peek": 5,
    "relocate": 25,
}
"""One use of an optional effect."""

# --- counters --------------------------------------------------------------------------------------------------------

GROWTH = {
    "instruments": 75,
    "performances": 60,
    "repairs": 50,
    "patrons": 55,
    "requirements": 85,
    "first_chairs": 130,
    "second_chairs": 35,
    "tokens": 180,
    "specialists": 25,
    "awards": 40,
    "track_spaces": 160,
    "tracks_completed": 8,
}
"""Growth of a counter per round, in hundredths, before its filters."""
FILTERS = {
    "section": (0, 36, 68, 100, 100),
    "era": (0, 38, 70, 100, 100),
    "level": (0, 50, 80, 100, 100),
    "token": (0, 36, 68, 100, 100),
    "type": (0, 34, 55, 80, 100),
    "track": (0, 36, 70, 100, 100),
    "rare": (0, 22, 100, 100, 100),
}
"""Percent of a counter's items that a filter keeps, by the number of values that it accepts."""
FOLDS = {None: 100, "best": 55, "kinds": 45, "sets": 25}
"""Percent of a counter's growth that its fold keeps."""
PERMANENT_GROWTH: Share = (3, 4)
"""Share of a counter's growth that counts for a card which scores it at the end."""
REACH_MOST = 92
"""Highest chance, in percent, of reaching a number that is not reached yet."""
REACH_EXPECTED, REACH_HALF = 62, 20
"""Chance in percent where the expected growth is all that is missing, and where it is half of it."""

# --- tracks ----------------------------------------------------------------------------------------------------------

TRACK_SPACES = {
    "reputation": (0, 0, 0, 55, 0, 120, 60, 60, 60),
    "performance": (0, 30, 45, 0, 25, 40, 0),
    "craft": (0, 30, 40, 0, 45, 40, 0),
}
"""The lasting benefit of each space, per round; what a space gives once comes as goods or cards."""
TRACK_ONWARD = 30
"""Each space as a step towards the next ones, per round."""
TRACK_BONUS = 40
"""What the next space gives at once, when a skill bonus advances a track."""

# --- instruments -----------------------------------------------------------------------------------------------------

FINISH_CHANCES = {
    "hand": (0, 12, 45, 58, 62, 64, 66),
    "roughing": (0, 55, 72, 78, 80, 82, 84),
    "finishing": (0, 88, 92, 93, 94, 94, 94),
}
"""Percent: chance that an instrument will be finished, by where it lies and by rounds left."""
CROWD = (100, 85, 60, 35, 15)
"""Percent of that chance for the first, second, third ... instrument on its way."""
ACTIONS_TO_FINISH = {"hand": 2, "roughing": 2, "finishing": 1}
"""Bench actions that an instrument still takes."""
UNFINISHED = 50
"""Each printed prestige of an instrument left on the finishing bench (END-3)."""
EXPECTED_FIRST_CHAIR, EXPECTED_SECOND_CHAIR = 250, 60
"""The first chair, beside its bonus, and the second chair for an instrument to come."""
WANTED_INSTRUMENT: Share = (2, 3)
"""Share of serving a patron for a card of a section of which no instrument is on its way."""
ROUGHED: Share = (2, 3)
"""Share that roughing has in the value of the finished instrument."""
MISSING_MATERIAL = 8
"""Loss for each money that missing materials cost at the Market."""
SKILL_DISCOUNT: Share = (2, 3)
"""Share of a material's value that a discount by skill has."""
DOUBLED_CHAIR = 90
"""A chair bonus received twice by skill."""
FINISH_AFTER_ROUGHING: Share = (1, 2)
"""Share of an action that finishing costs where another worker of this round has to rough before."""

# --- orchestra -------------------------------------------------------------------------------------------------------

SAFE_FIRST_CHAIR, UNSAFE_FIRST_CHAIR, SECOND_CHAIR = 260, 190, 70
"""A first chair held by an instrument, by another token (which may be ousted), and a second chair, beside bonuses."""
MOST_FIRST_CHAIRS = 12
"""First chairs beyond which none are expected."""
FIRST_CHAIR_SLOPE = 300
"""Highest value of one more first chair."""
FIRST_CHAIR_FORESIGHT = 14
"""Percent per round left: how far the value leans on the expected number of first chairs."""

# --- patrons ---------------------------------------------------------------------------------------------------------

COMPLETION = 60
"""Completing a patron, beyond its prestige, its track space and its permanent bonus."""
NEW_PATRON = 100
"""Taking a patron, beyond what completing it is likely to give."""
PATRON_LEAVES, PATRON_MAY_LEAVE = 80, 25
"""Percent of the loss that counts where a patron will leave before the end, and where it will not."""
NEXT_GIFT = 70
"""Percent of its value for the next gift of a waiting patron."""
BY_PERFORMANCE = (0, 45, 62, 70)
BY_REPAIR = (0, 40, 58, 66)
BY_NEW_INSTRUMENT = (0, 8, 28, 42)
"""Percent: chance of meeting a requirement by a card that is not there yet, by rounds until the patron leaves."""
BY_EITHER = 10
"""Percent more where both a performance and a repair would do."""
SERVED_IN_PART = (0, 30, 42, 45)
"""Percent of a patron's value for all its missing cards but the last, by rounds left."""
PATIENCE = 60
"""Each space that the patience cube goes back when a card is given."""

# --- awards, specialty workers, turn order ---------------------------------------------------------------------------

AWARD_ORDER = (100, 80, 60)
"""Percent of its value for the best award within reach, the second and the third."""
AWARD_CLAIMED = (0, 55, 70, 75, 75, 75, 75)
"""Percent: chance that an award level which is reached will be claimed, by rounds left."""
MARKER = 40
"""What an award marker unlocks, per round after this one."""
SPECIALIST = 30
"""A specialty worker besides its ability, per round."""
TURN_ORDER = 25
"""Each seat that comes later in the turn order."""

# --- performances ----------------------------------------------------------------------------------------------------

INSPIRATION_PER_PERFORMANCE = 2
"""Inspiration that a performance is expected to take, where the seat holds it."""
INSPIRATION_SPENT: Share = (2, 3)
"""Share of its value that it costs, since it is not always needed."""
REROLLS_PER_NOTE = 2
"""Rerolls that are expected to bring one note."""

# --- planning --------------------------------------------------------------------------------------------------------

WORKER_NUMBER = 26
"""Each point of a worker's number, at another location."""
APPRENTICE_PLACED: Share = (4, 5)
"""Share of its value that an apprentice costs when it is placed with a worker."""
CONTENDED = 88
"""Percent of its value for the best card where another seat's worker may come first."""
SALON_BONUS = 150
"""The Salon's skill bonus: a gift and patience."""
BENCH_BONUS = 60
"""The Guild's skill bonus beside its material: a card to the roughing bench."""

# --- the setup choice ------------------------------------------------------------------------------------------------

SETUP_PATRON_ROUNDS = 4
"""Rounds in which the first patron's permanent bonus is expected to work."""
SETUP_PATRON, SETUP_REQUIREMENT = 55, 120
"""Each prestige of the first patron, less so much for each requirement."""
SETUP_INSTRUMENT = 70
"""Each prestige of the first instrument."""
SETUP_MATCH = 250
"""An instrument that meets the patron's first requirement."""
SETUP_GOAL = 40
"""Each prestige of a goal's middle level."""
SETUP_GOAL_MATCH = 60
"""A goal that counts the instrument's section or patrons of the patron's type."""
