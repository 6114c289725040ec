"""The checker reports each fault of a card set with file, card and field, accepts sets without faults, never raises."""

import copy
import json
import random
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.content import parse
from engine.content.check import FILES, Fault, check
from engine.content.files import ATELIER, check_folder, load
from engine.errors import ContentError
from tests.content.sets import GONE, all_paths, atelier_tables, change, smallest

# A value (JSON, or "gone" for its removal) at a path of Atelier, and below it the only fault that is then found.
# Three dots stand for the rest of a list of words.
ONE_FAULT = """
patrons/patron/hector-berlioz/gifts/1/metal = 0
  patrons.toml: hector-berlioz: gifts[1].metal: 0 is not a whole number above 0
patrons/patron/hector-berlioz/prestige = true
  patrons.toml: hector-berlioz: prestige: True is not a whole number of 0 or more
patrons/patron/hector-berlioz/prestige = 7.0
  patrons.toml: hector-berlioz: prestige: 7.0 is not a whole number of 0 or more
patrons/patron/hector-berlioz/prestige = 1000000000000
  patrons.toml: hector-berlioz: prestige: a huge number is more than 999
patrons/patron/hector-berlioz/name = 5
  patrons.toml: hector-berlioz: name: 5 is not a text
patrons/patron/hector-berlioz/name = " "
  patrons.toml: hector-berlioz: name: is empty
patrons/patron/hector-berlioz/flavour = ""
  patrons.toml: hector-berlioz: flavour: is empty
patrons/patron/hector-berlioz/portrait = "h.png"
  patrons.toml: hector-berlioz: portrait: is not a known field (id, name, born, ...
patrons/patron/hector-berlioz/id = "Hector"
  patrons.toml: Hector: id: 'Hector' is not a slug of lower-case letters, digits and hyphens
patrons/patron/hector-berlioz/id = ""
  patrons.toml: patron[12]: id: '' is not a slug of lower-case letters, digits and hyphens
patrons/patron/hector-berlioz/id = " "
  patrons.toml: patron[12]: id: ' ' is not a slug of lower-case letters, digits and hyphens
patrons/patron/hector-berlioz/id gone
  patrons.toml: patron[12]: id: is missing
patrons/patron/hector-berlioz/id = "anton-stadler"
  patrons.toml: anton-stadler: id: is also the id of a card in patrons.toml
families/family/family-sax/id = "anton-stadler"
  families.toml: anton-stadler: id: is also the id of a card in patrons.toml
patrons/patron/hector-berlioz = 5
  patrons.toml: patron[12]: 5 is not a table

patrons/patron/hector-berlioz/born = "1803"
  patrons.toml: hector-berlioz: born: '1803' is not a whole number from 1 to 2100
patrons/patron/hector-berlioz/died = 1802
  patrons.toml: hector-berlioz: died: 1802 is before 1803
patrons/patron/hector-berlioz/deck = "C"
  patrons.toml: hector-berlioz: deck: 'C' is not a known deck (A, B, royal)
patrons/patron/louis-xiv/deck = "A"
  patrons.toml: louis-xiv: type: a royal does not belong to deck A
patrons/patron/hector-berlioz/type = "queen"
  patrons.toml: hector-berlioz: type: 'queen' is not a known type of patron (performer, composer, noble, royal)
patrons/patron/hector-berlioz/type = "noble"
  patrons.toml: hector-berlioz: secondary: the number of requirements is 1, but a noble has 2
patrons/patron/hector-berlioz/era = "modern"
  patrons.toml: hector-berlioz: era: 'modern' is not a known era (baroque, classical, romantic, any)
patrons/patron/hector-berlioz/primary = "brass"
  patrons.toml: hector-berlioz: primary: 'brass' is not a known section (string, wind, percussion)
patrons/patron/hector-berlioz/secondary/0/perform = 1
  patrons.toml: hector-berlioz: secondary[0].perform: 1 is neither true nor false
patrons/patron/hector-berlioz/secondary/0/repair gone
  patrons.toml: hector-berlioz: secondary[0].repair: is missing
patrons/patron/hector-berlioz/gifts = {}
  patrons.toml: hector-berlioz: gifts: a table is not an array
patrons/patron/hector-berlioz/gifts/2 gone
  patrons.toml: hector-berlioz: gifts: the number of entries is 2, not 3
patrons/patron/hector-berlioz/gifts/2 = {}
  patrons.toml: hector-berlioz: gifts[2]: is empty
patrons/patron/hector-berlioz/gifts/2 = [{"money": 1}, {"wood": 1}]
  patrons.toml: hector-berlioz: gifts[2]: an array is not a table
patrons/patron/hector-berlioz/ability = []
  patrons.toml: hector-berlioz: ability: the number of entries is 0, not 1 or more

families/family/family-sax/goods/stone = 1
  families.toml: family-sax: goods.stone: 'stone' is not a known goods word (money, ...
families/family/family-sax/place = null
  families.toml: family-sax: place: None is not a text
families/family/family-steinway/number = 11
  families.toml: family-steinway: number: 11 is also the number of family-sax

families/family/family-sax/ability/0/trigger gone
  families.toml: family-sax: ability[0].trigger: is missing
families/family/family-sax/ability/0/trigger = "dawn"
  families.toml: family-sax: ability[0].trigger: 'dawn' is not a known trigger (setup, ...
families/family/family-sax/ability/0/effect = "steal"
  families.toml: family-sax: ability[0].effect: 'steal' is not a known effect (gain, ...
families/family/family-sax/ability/0/track = "fame"
  families.toml: family-sax: ability[0].track: 'fame' is not a known track (reputation, performance, craft)
families/family/family-sax/ability/0/spaces gone
  families.toml: family-sax: ability[0].spaces: is missing
families/family/family-sax/ability/0/goods = {"money": 1}
  families.toml: family-sax: ability[0].goods: is not a known field (trigger, effect, track, spaces, when)
families/family/family-amati/ability/0/keep = 4
  families.toml: family-amati: ability[0].keep: 4 is more than the 3 cards drawn
families/family/family-guarneri/ability/0/number = 3
  families.toml: family-guarneri: ability[0].number: 3 is neither 2 nor 4, the workers that seats receive later
families/family/family-guarneri/ability/0/trigger = "round_start"
  families.toml: family-guarneri: ability[0].trigger: worker does not work with round_start
families/family/family-silbermann/ability/0/goods = [{"wood": 1}, {"metal": 1}]
  families.toml: family-silbermann: ability[0].goods: an array is not a table
families/family/family-silbermann/ability/0/cost = {"money": 1}
  families.toml: family-silbermann: ability[0].cost.money: 'money' is not a known material (animal, wood, metal)
families/family/family-silbermann/ability/0/times = 0
  families.toml: family-silbermann: ability[0].times: 0 is not a whole number above 0
families/family/family-broadwood/ability/0/goods = [{"money": 1}]
  families.toml: family-broadwood: ability[0].goods: the number of entries is 1, not 2 or more
families/family/family-broadwood/ability/0/goods = [{"money": 1}, {"money": 1}]
  families.toml: family-broadwood: ability[0].goods[1]: a table appears twice
families/family/family-broadwood/ability/0/trigger = "always"
  families.toml: family-broadwood: ability[0].trigger: gain does not work with always
families/family/family-denner/ability/0/trigger = "acted"
  families.toml: family-denner: ability[0].trigger: modify does not work with acted
families/family/family-denner/ability/0/stat = "luck"
  families.toml: family-denner: ability[0].stat: 'luck' is not a known stat (skill, ...
families/family/family-denner/ability/0/amount = 0
  families.toml: family-denner: ability[0].amount: 0 changes nothing
families/family/family-sax/ability/0 = {"trigger": "planned", "effect": "relocate"}
  families.toml: family-sax: ability[0].effect: relocate moves the worker of a specialist; this is a family
families/family/family-sax/ability/0 = {"trigger": "setup", "effect": "soothe", "spaces": 0}
  families.toml: family-sax: ability[0].spaces: 0 is not a whole number above 0
families/family/family-stradivari/ability/0/when = {}
  families.toml: family-stradivari: ability[0].when: is empty
families/family/family-stradivari/ability/0/when/section = []
  families.toml: family-stradivari: ability[0].when.section: the number of entries is 0, not 1 or more
families/family/family-stradivari/ability/0/when/section/0 = "brass"
  families.toml: family-stradivari: ability[0].when.section[0]: 'brass' is not a known section (string, ...
families/family/family-stradivari/ability/0/when/section = ["wind", "wind"]
  families.toml: family-stradivari: ability[0].when.section[1]: 'wind' appears twice
families/family/family-stradivari/ability/0/when/level = ["high"]
  families.toml: family-stradivari: ability[0].when.level: is not a value of finished
families/family/family-sax/ability/0 = {"trigger": "setup", "effect": "soothe", "spaces": 1}
  families.toml: family-sax: ability[0].trigger: soothe does not work with setup
families/family/family-denner/ability/0/when = {"section": ["wind"]}
  families.toml: family-denner: ability[0].when.section: is not a value of always
families/family/family-denner/ability/0/when = {"location": ["perform"]}
  families.toml: family-denner: ability[0].when.location: apprentice_price does not depend on the location
specialists/specialist/herald/ability/0/when = {"location": ["salon", "finishing"]}
  specialists.toml: herald: ability[0].when.location[1]: win_ties does not work at finishing, only at salon, ...
specialists/specialist/confidante/ability/0/when = {"location": ["roughing"]}
  specialists.toml: confidante: ability[0].when.location[0]: peek does not work at roughing, only at salon, ...
families/family/family-stradivari/ability/0/when/weather = ["fair"]
  families.toml: family-stradivari: ability[0].when.weather: 'weather' is not a known condition (location, ...
patrons/patron/hector-berlioz/ability/0 = {"trigger": "setup", "effect": "bench"}
  patrons.toml: hector-berlioz: ability[0].trigger: setup never happens to a patron of deck A
patrons/patron/johannes-brahms/ability/0 = {"trigger": "acted", "effect": "gift"}
  patrons.toml: johannes-brahms: ability[0].trigger: acted never happens to a patron of deck B
patrons/patron/johannes-brahms/ability/0/trigger = "completed"
  patrons.toml: johannes-brahms: ability[0].trigger: score does not work with completed
specialists/specialist/envoy/ability/0/trigger = "placed"
  specialists.toml: envoy: ability[0].trigger: relocate does not work with placed
specialists/specialist/confidante/ability/0/trigger = "acted"
  specialists.toml: confidante: ability[0].trigger: peek does not work with acted
specialists/specialist/herald/ability/0/rule = "cheat"
  specialists.toml: herald: ability[0].rule: 'cheat' is not a known rule (win_ties, ...
specialists/specialist/confidante/ability/1/stat = "storage"
  specialists.toml: confidante: ability[1].stat: storage is read when no worker acts
specialists/specialist/broker/ability/0/trigger = "round_start"
  specialists.toml: broker: ability[0].trigger: round_start never happens to a specialist
specialists/specialist/broker/track = "fame"
  specialists.toml: broker: track: 'fame' is not a known track (reputation, performance, craft)
specialists/end_prestige = -1
  specialists.toml: end_prestige: -1 is not a whole number of 0 or more

patrons/patron/johannes-brahms/ability/0/prestige = 0
  patrons.toml: johannes-brahms: ability[0].prestige: 0 is not a whole number above 0
patrons/patron/johannes-brahms/ability/0/per = 0
  patrons.toml: johannes-brahms: ability[0].per: 0 is not a whole number above 0
goals/goal/goal-at-court/counter/of = "friends"
  goals.toml: goal-at-court: counter.of: 'friends' is not a known counter (instruments, ...
goals/goal/goal-at-court/counter/type/1 = "emperor"
  goals.toml: goal-at-court: counter.type[1]: 'emperor' is not a known type (performer, composer, noble, royal)
goals/goal/goal-at-court/counter/era = ["romantic"]
  goals.toml: goal-at-court: counter.era: is not a known field (of, type, kinds, best, sets)
goals/goal/goal-prize-shelf/counter/best = "era"
  goals.toml: goal-prize-shelf: counter.best: is not a known field (of)
goals/goal/goal-cabinet-of-rarities/counter/rare = ["yes"]
  goals.toml: goal-cabinet-of-rarities: counter.rare: an array is neither true nor false
goals/goal/goal-full-sound/counter/sets = "rare"
  goals.toml: goal-full-sound: counter.sets: 'rare' is not a known group of first_chairs (section, era)
goals/goal/goal-season-of-one-style/counter/best = "level"
  goals.toml: goal-season-of-one-style: counter.best: 'level' is not a known group of performances (era)
goals/goal/goal-full-sound/counter/best = "era"
  goals.toml: goal-full-sound: counter: has more than one fold
goals/goal/goal-at-court/levels/2/need = 2
  goals.toml: goal-at-court: levels[2].need: 2 is not above the 2 of the level before
goals/goal/goal-at-court/levels/2/points = 2
  goals.toml: goal-at-court: levels[2].points: is not a known field (need, prestige)
awards/award/award-household/levels/1/prestige = 1
  awards.toml: award-household: levels[1].prestige: 1 is not above the 2 of the level before
awards/award/award-household/levels/2 gone
  awards.toml: award-household: levels: the number of entries is 2, not 3

dice/white/5 gone
  dice.toml: white: the number of entries is 5, not 6
dice/black/0 = -1
  dice.toml: black[0]: -1 is not a whole number of 0 or more
dice/purple/0 = 2
  dice.toml: purple[0]: 2 is not a table
display/display/display-guild/location = "balcony"
  display.toml: display-guild: location: 'balcony' is not a known display (salon, guild, perform, repair)
display/display/display-guild/players = [2, 3]
  display.toml: display: guild with 4 players is given 0 times, not once
display/display/display-repair/players = [2, 3, 4]
  display.toml: display: repair with 2 players is given 2 times, not once
display/display/display-guild/players/0 = 5
  display.toml: display-guild: players[0]: 5 is more than 4
display/display/display-guild/players/0 = 2
  display.toml: display-guild: players[1]: 2 appears twice
display/display/display-guild/tiers/0 = 4
  display.toml: display-guild: tiers[0]: 4 is more than 3
display/display/display-guild/tiers/0 = 2
  display.toml: display-guild: tiers[1]: 1 is below the 2 before it
display/display/display-guild/tiers = []
  display.toml: display-guild: tiers: the number of entries is 0, not 1 or more

orchestra/second_chair = [{"money": 2}]
  orchestra.toml: second_chair: the number of entries is 1, not 2 or more
orchestra/first_chair_table = []
  orchestra.toml: first_chair_table: the number of entries is 0, not 1 or more
orchestra/first_chair_table/3 = 40
  orchestra.toml: first_chair_table[4]: 6 is below the 40 before it
orchestra/first_chair_beyond = null
  orchestra.toml: first_chair_beyond: None is not a whole number of 0 or more
orchestra/seat/seat-lute/eras = []
  orchestra.toml: seat-lute: eras: the number of entries is 0, not 1 to 2
orchestra/seat/seat-lute/eras = ["baroque", "baroque"]
  orchestra.toml: seat-lute: eras[1]: 'baroque' appears twice
orchestra/seat/seat-lute/bonus = []
  orchestra.toml: seat-lute: bonus: an array is not a table
orchestra/seat/seat-lute/instrument = "banjo"
  orchestra.toml: seat-lute: instrument: 'banjo' is not an instrument
orchestra/seat/seat-lute/instrument = "theorbo"
  orchestra.toml: seat-lute: instrument: theorbo does not list this seat
orchestra/rare_section/rare-wind/eras = ["baroque"]
  orchestra.toml: rare-wind: eras: is not a known field (id, name, section, bonus, flavour)
instruments/instrument/cello/copies = 0
  instruments.toml: cello: copies: 0 is not a whole number above 0
instruments/instrument/cello/rough/wood = 10
  instruments.toml: cello: rough: 10 materials are more than the storage of 9
instruments/instrument/cello/finish/inspiration = 1
  instruments.toml: cello: finish.inspiration: 'inspiration' is not a known material (animal, wood, metal)
instruments/instrument/theorbo/seats = []
  instruments.toml: theorbo: seats: the number of entries is 0, not 1 or more
instruments/instrument/theorbo/seats/0 = "rare-strings"
  instruments.toml: theorbo: seats[0]: 'rare-strings' is not a rare section
instruments/instrument/theorbo/seats/0 = "rare-wind"
  instruments.toml: theorbo: seats[0]: 'rare-wind' is not in the section string
instruments/instrument/theorbo/seats/0 = "seat-lute"
  instruments.toml: theorbo: seats[0]: 'seat-lute' is not a rare section
instruments/instrument/violin/seats = ["seat-violin-1"]
  orchestra.toml: seat-violin-2: instrument: violin does not list this seat
instruments/instrument/lute/seats = ["seat-lute", "rare-string"]
  instruments.toml: lute: seats[1]: 'rare-string' is not a seat of the orchestra
instruments/instrument/lute/seats = ["seat-lute", "seat-viola"]
  instruments.toml: lute: seats[1]: 'seat-viola' is the seat of viola
orchestra_setups/setup/orchestra-01/repairs/0 = "rare-wind"
  orchestra_setups.toml: orchestra-01: repairs[0]: 'rare-wind' is not a seat of the orchestra
orchestra_setups/setup/orchestra-01/repairs/0 = "seat-lute"
  orchestra_setups.toml: orchestra-01: repairs[0]: 'seat-lute' has another token on this card
orchestra_setups/setup/orchestra-01/blocked_levels/0 = 0
  orchestra_setups.toml: orchestra-01: blocked_levels[0]: 0 is not a whole number from 1 to 3

performances/performance/handel-messiah/high = 8
  performances.toml: handel-messiah: high: 8 is not above medium, 8
performances/performance/handel-messiah/genre = "oratorio"
  performances.toml: handel-messiah: genre: 'oratorio' is not a known genre (etude, ...
performances/performance/handel-messiah/rewards/low gone
  performances.toml: handel-messiah: rewards.low: is missing
performances/performance/handel-messiah/rewards/medium/fame = 1
  performances.toml: handel-messiah: rewards.medium.fame: 'fame' is not a known goods word (money, ...
repairs/repair/repair-bridge/cost = {}
  repairs.toml: repair-bridge: cost: is empty
market/market/market-01/prices/wood gone
  market.toml: market-01: prices.wood: is missing
market/market/market-01/prices/wood = 0
  market.toml: market-01: prices.wood: 0 is not a whole number above 0
market/market/market-01/first_round = false
  market.toml: market: first_round is true on 0 cards, not on one
market/market/market-02/first_round = true
  market.toml: market: first_round is true on 2 cards, not on one
automa/card/intention-01/locations = ["salon", "guild", "guild"]
  automa.toml: intention-01: locations[2]: 'guild' appears twice
automa/card/intention-01/locations/0 = "tavern"
  automa.toml: intention-01: locations[0]: 'tavern' is not a known location (salon, ...
automa/card/intention-01/number = "any"
  automa.toml: intention-01: number: 'any' is not a known number (highest, middle, lowest)
automa/card/intention-01/apprentices = 3
  automa.toml: intention-01: apprentices: 3 is more than 2
automa/card/intention-01/prefer/goods = "wood"
  automa.toml: intention-01: prefer.goods: 'wood' is not a known goods preference (money, inspiration)
automa/card/intention-01/prefer/tier gone
  automa.toml: intention-01: prefer.tier: is missing

i18n_terms/terms/salon/es gone
  i18n_terms.toml: terms.salon.es: is missing
i18n_terms/terms/salon/zh-Hant = ""
  i18n_terms.toml: terms.salon.zh-Hant: is empty
i18n_terms/terms/salon/fr = "salon"
  i18n_terms.toml: terms.salon.fr: is not a known field (en, es, zh-Hant)
i18n_terms/terms = {}
  i18n_terms.toml: terms: is empty
i18n_terms/instruments/lute gone
  i18n_terms.toml: instruments.lute: is missing
i18n_terms/instruments/banjo = {"en": "Banjo", "es": "Banjo", "zh-Hant": "斑鳩琴"}
  i18n_terms.toml: instruments.banjo: is not an instrument of the set

pack/original = "yes"
  pack.toml: original: 'yes' is neither true nor false
pack/label gone
  pack.toml: label: is missing
pack/files/0 gone
  pack.toml: files: dice.toml is not listed
pack/files/1 = "dice.toml"
  pack.toml: files[1]: 'dice.toml' appears twice
dice/pack = "studio"
  dice.toml: pack: 'studio' is not 'atelier', the pack of pack.toml
dice/pack gone
  dice.toml: pack: is missing
dice/colour = "red"
  dice.toml: colour: is not a known field (pack, white, black, purple)
dice gone
  dice.toml: is missing
dice = []
  dice.toml: an array is not a table
extras = {}
  extras.toml: is not a file of a card set
"""

# A file, its array, the number of cards left, and the fault.
TOO_FEW = [
    ("families", "family", 7, "number of cards is 7, 8 are needed: two are dealt to each of four players"),
    ("goals", "goal", 15, "number of cards is 15, 16 are needed: four are dealt to each of four players"),
    ("awards", "award", 3, "number of cards is 3, 4 are needed: four seats play with four awards"),
    ("market", "market", 5, "number of cards is 5, 6 are needed: one is shown in each of six rounds"),
    ("automa", "card", 4, "number of cards is 4, 5 are needed: an AI places up to five workers in a round"),
    ("repairs", "repair", 0, "number of entries is 0, not 1 or more"),
]
TOO_FEW_OF_A_KIND = [
    ("patrons", "patron", "deck", "B", 0, "1 are needed: deck B follows deck A"),
    ("patrons", "patron", "deck", "royal", 4, "5 are needed: one more than players is kept"),
    ("specialists", "specialist", "track", "craft", 4, "5 are needed: one more than players is kept"),
]

JUNK: list[Any] = [None, [], "", -1, {}]
VALID = [("instruments", []), ("performances", []), ("repairs", []), ("secondary", []), ("amount", -1)]
WORSE: list[Any] = [
    0,
    True,
    1.5,
    float("nan"),
    10**5000,
    date(1803, 12, 11),
    "zzz",
    "always",
    [None],
    {"id": []},
    {"of": {}},
]


def one_fault() -> list[Any]:
    """The cases of ONE_FAULT: path, value, fault."""
    lines = [line for line in ONE_FAULT.splitlines() if line]
    cases = []
    for changed, fault in zip(lines[::2], lines[1::2], strict=True):
        path, _, value = changed.removesuffix(" gone").partition(" = ")
        cases.append(pytest.param(path, json.loads(value) if value else GONE, fault.strip(), id=changed))
    return cases


def texts(faults: list[Fault]) -> list[str]:
    return [str(fault) for fault in faults]


@pytest.mark.parametrize(("path", "value", "fault"), one_fault())
def test_a_fault_has_file_card_field_and_text(path: str, value: Any, fault: str) -> None:
    """Each changed value leads to exactly one fault."""
    (found,) = texts(check(change(atelier_tables(), path, value)))
    start, dots, _ = fault.partition("...")
    assert found.startswith(start) if dots else found == fault


@pytest.mark.parametrize(("file", "array", "left", "fault"), TOO_FEW)
def test_a_deck_with_too_few_cards_is_a_fault(file: str, array: str, left: int, fault: str) -> None:
    """Four players must be dealt their cards."""
    tables = atelier_tables()
    del tables[file][array][left:]
    assert texts(check(tables)) == [f"{file}.toml: {array}: the {fault}"]


@pytest.mark.parametrize(("file", "array", "field", "kind", "left", "fault"), TOO_FEW_OF_A_KIND)
def test_too_few_cards_of_a_kind_are_a_fault(
    file: str, array: str, field: str, kind: str, left: int, fault: str
) -> None:
    """Each deck of patrons and each track of specialists has its own minimum."""
    tables = atelier_tables()
    of_kind = [card for card in tables[file][array] if card[field] == kind]
    tables[file][array] = [card for card in tables[file][array] if card not in of_kind[left:]]
    assert texts(check(tables)) == [f"{file}.toml: {array}: the number of cards of {field} {kind} is {left}, {fault}"]


@pytest.mark.parametrize(
    ("file", "array", "needed"),
    [
        ("patrons", "patron", 13),
        ("instruments", "instrument", 13),
        ("performances", "performance", 5),
        ("repairs", "repair", 5),
    ],
)
def test_a_deck_that_is_too_small_for_the_setup_is_a_fault(file: str, array: str, needed: int) -> None:
    """Four players fill five slots of each display and are dealt two patrons and two instruments each; copies count."""
    tables = smallest()
    first, *others = tables["instruments"]["instrument"]
    for card in others:
        card["copies"] = 1
    first["copies"] = 13 - len(others)
    assert check(tables) == []
    if file == "instruments":
        first["copies"] -= 1
    else:
        del tables[file][array][0]
    deck = "deck A" if file == "patrons" else "the deck"
    (found,) = texts(check(tables))
    assert found.startswith(f"{file}.toml: {array}: the number of cards in {deck} is {needed - 1}, {needed} are needed")


def test_the_deck_of_two_players_must_be_enough_without_the_neutral_instruments() -> None:
    """A setup card that removes many cards needs a large deck."""
    tables = smallest()
    seats = [seat["id"] for seat in tables["orchestra"]["seat"]]
    change(
        tables,
        "orchestra_setups/setup/0",
        {"id": "full", "instruments": seats, "performances": [], "repairs": [], "blocked_levels": [1, 1, 1]},
    )
    first, *others = tables["instruments"]["instrument"]
    for card in others:
        card["copies"] = 1
    first["copies"] = 13 - len(others)
    (found,) = texts(check(tables))
    assert "the number of cards in the deck is 13, 16 are needed" in found


def test_a_setup_may_not_remove_more_cards_than_there_are() -> None:
    """Two neutral violins need two violin cards."""
    tables = change(
        atelier_tables(), "orchestra_setups/setup/orchestra-01/instruments", ["seat-violin-1", "seat-violin-2"]
    )
    assert not check(tables)
    change(tables, "instruments/instrument/violin/copies", 1)
    assert texts(check(tables)) == [
        "orchestra_setups.toml: orchestra-01: instruments: 2 cards violin leave the game, of 1"
    ]


def test_a_file_that_does_not_belong_to_a_set_is_a_fault() -> None:
    """Otherwise it would be ignored without notice."""
    tables = atelier_tables()
    tables["pack"]["files"].append("extras.toml")
    assert texts(check(tables)) == ["pack.toml: files[15]: 'extras.toml' is not a file of a card set"]


def test_several_faults_are_found_at_once() -> None:
    """One broken file does not hide the faults of another, nor one card those of the next."""
    tables = change(atelier_tables(), "patrons/patron/hector-berlioz/born", None)
    change(tables, "patrons/patron/louis-xiv/prestige", "six")
    change(tables, "market/market/market-01/first_round", False)
    change(tables, "goals", GONE)
    assert [(fault.file, fault.card) for fault in check(tables)] == [
        ("patrons.toml", "hector-berlioz"),
        ("patrons.toml", "louis-xiv"),
        ("market.toml", ""),
        ("goals.toml", ""),
    ]


def test_in_an_empty_set_every_file_is_missing() -> None:
    assert texts(check({})) == [f"{name}.toml: is missing" for name in FILES]


def test_a_small_set_with_other_numbers_and_ids_has_no_faults() -> None:
    """No check depends on the number, ids or costs of the cards of Atelier."""
    tables = smallest()
    ids = (card["id"] for path in all_paths(tables) if isinstance(card := follow(tables, path), dict) and "id" in card)
    other = renamed(tables, {name: f"x-{name}" for name in ids})
    change(other, "patrons/patron/0/prestige", 40)
    change(other, "market/market/0/prices/wood", 90)
    change(other, "dice/white", [0, 0, 0, 0, 0, 9])
    assert check(tables) == check(other) == []
    assert set(parse(other).instruments) == {f"x-{name}" for name in parse(tables).instruments}


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The same tables with other ids."""
    if isinstance(value, dict):
        return {names.get(key, key): one if key == "en" else renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("file", FILES)
def test_a_value_replaced_by_junk_is_a_fault(file: str) -> None:
    """No value, an empty text, table or array, and -1 are accepted only where they are valid."""
    tables = smallest()
    for path in one_path_of_each_kind(tables[file]):
        holder, last = follow(tables[file], path[:-1]), path[-1]
        before = holder[last]
        for junk in JUNK:
            holder[last] = junk
            assert check(tables) or (last, junk) in VALID, (path, junk)
        holder[last] = before


def one_path_of_each_kind(table: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The path of each field, in the first entry of every array that has it."""
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for path in all_paths(table):
        found.setdefault(tuple(step if isinstance(step, str) else "*" for step in path), path)
    return list(found.values())


def follow(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


@pytest.mark.parametrize("seed", range(8))
def test_no_damage_makes_the_checker_raise_and_sets_without_faults_can_be_parsed(seed: int) -> None:
    """With values replaced, removed and added at random."""
    rng = random.Random(seed)
    for _ in range(60):
        tables = smallest()
        for _ in range(rng.choice((1, 1, 2, 5))):
            damage(tables, rng)
        faults = check(tables)
        assert all(fault.file and fault.text and str(fault) for fault in faults)
        if not faults:
            parse(tables)


def damage(tables: dict[str, Any], rng: random.Random) -> None:
    file = rng.choice([name for name in tables if tables[name]])
    path = rng.choice(list(all_paths({file: tables[file]})))
    holder, last = follow(tables, path[:-1]), path[-1]
    match rng.randrange(4):
        case 0:
            del holder[last]
        case 1:
            elsewhere = rng.choice(list(all_paths(tables)))
            holder[last] = copy.deepcopy(follow(tables, elsewhere))
        case 2 if isinstance(holder, dict):
            holder[rng.choice(["", "when", "per", "stat", "of", "rare", "sets", None, 7])] = rng.choice(JUNK + WORSE)
        case _:
            holder[last] = rng.choice(JUNK + WORSE)


# --- Folders ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a copy of Atelier."""
    for path in ATELIER.glob("*.toml"):
        shutil.copy(path, tmp_path)
    return tmp_path


def test_a_folder_without_faults_is_loaded(folder: Path) -> None:
    """A set in another folder is checked, and then loaded like the built-in one."""
    assert check_folder(folder) == []
    assert load(folder) == load()


def test_a_file_that_is_not_listed_is_a_fault(folder: Path) -> None:
    """If it is TOML: its name is missing in pack.toml or misspelt. Other files are ignored."""
    (folder / "repair.toml").write_text("pack = 'atelier'")
    (folder / "notes.txt").write_text("strings to buy")
    assert texts(check_folder(folder)) == ["repair.toml: is not listed in pack.toml"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"white = [0,", "dice.toml: Invalid value"),
        (b"white = '\xff'", "dice.toml: 'utf-8' codec can't decode"),
        (b"white = " + b"9" * 5000, "dice.toml: Exceeds the limit"),
        (b"white = " + b"[" * 100_000, "dice.toml: "),
        (None, "dice.toml: is missing"),
    ],
    ids=["bad TOML", "bad text", "huge number", "deep nesting", "no file"],
)
def test_a_file_that_cannot_be_read_has_one_fault(folder: Path, text: bytes | None, fault: str) -> None:
    """Whatever the reason."""
    (folder / "dice.toml").unlink()
    if text is not None:
        (folder / "dice.toml").write_bytes(text)
    (found,) = texts(check_folder(folder))
    assert found.startswith(fault)


def test_a_missing_folder_is_one_fault(tmp_path: Path) -> None:
    """In place of many missing files."""
    assert texts(check_folder(tmp_path / "nowhere")) == [f"{tmp_path / 'nowhere'}: there is no such folder"]


def test_a_faulty_set_is_not_loaded(folder: Path) -> None:
    """The error holds the first faults, and the number of further ones."""
    lines = (folder / "market.toml").read_text().replace("wood = 3", "wood = 0")
    (folder / "market.toml").write_text(lines)
    with pytest.raises(ContentError) as refused:
        load(folder)
    assert str(refused.value).splitlines() == [
        "market.toml: market-01: prices.wood: 0 is not a whole number above 0",
        "market.toml: market-03: prices.wood: 0 is not a whole number above 0",
        "market.toml: market-08: prices.wood: 0 is not a whole number above 0",
        "and 1 more",
    ]
