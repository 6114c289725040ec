"""Every trigger with every effect and condition: the checker refuses it, or it makes a difference (VOCABULARY 2 to 7).

A scene is a short stretch of play in which the event of a trigger happens, or in which a stat or rule is read. It is
played with the ability and without it: the two differ where the condition holds, and are the same where it does not.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from engine.choices import (
    Activate,
    Choice,
    DiscardCard,
    Finish,
    Give,
    LeaveMarket,
    PlanLocation,
    Rough,
    Take,
    TakeChair,
    TakeMoney,
    VisitMarket,
)
from engine.content.card_text import TRIGGERS_OF, abilities, suits
from engine.content.cards import Ability, parse_ability
from engine.content.field_checks import FieldPath
from engine.content.vocabulary import CONDITIONS, EFFECTS, LOCATIONS_OF, RULES, STATS, TRIGGERS
from engine.events import NothingToChoose
from engine.goods import GainGoods
from engine.prompt import prompt_for
from engine.rules.planning import AfterPlanning, ChooseLocation
from engine.rules.start_of_round import StartOfRound
from engine.scoring import FinalScoring
from engine.state import NOBODY
from tests.engine.scenario import Table, new_game, scenario

CARDS = {
    "family": "family-sax",
    "patron of deck A": "joseph-haydn",
    "patron of deck royal": "louis-xiv",
    "patron of deck B": "johannes-brahms",
    "specialist": "broker",
}
"""Each kind of card, and the card on which an ability is printed."""
NUMBER = 3
"""The worker of seat 0 in every scene, which is the specialist."""

INSTRUMENTS = {"string": "lute", "wind": "oboe", "percussion": "timpani"}
SEATS = {"string": "seat-lute", "wind": "seat-oboe", "percussion": "seat-timpani"}
REPAIRS = {"string": "repair-bow-hair", "wind": "repair-key-pads", "percussion": "repair-quills"}
SHOWN = {"salon": "anton-stadler", "guild": "oboe", "perform": "handel-messiah", "repair": "repair-bow-hair"}

PARAMETERS: Mapping[str, dict[str, Any]] = {
    "gain": {"goods": {"money": 1}},
    "trade": {"cost": {"wood": 1}, "goods": {"metal": 1}, "times": 1},
    "advance": {"track": "craft", "spaces": 1},
    "draw": {"cards": 2, "keep": 1},
    "soothe": {"spaces": 1},
    "worker": {"number": 2},
    "score": {"counter": {"of": "instruments"}, "prestige": 1},
}
AMOUNTS = {"storage": -3, "buy_price": -1, "apprentice_price": -1, "training_price": -1, "inspiration_rate": -1}
WORDS: Mapping[str, dict[str, Any]] = {
    **{word: {"effect": word, **PARAMETERS.get(word, {})} for word in EFFECTS if word not in ("modify", "permit")},
    **{stat: {"effect": "modify", "stat": stat, "amount": AMOUNTS.get(stat, 2)} for stat in STATS},
    **{rule: {"effect": "permit", "rule": rule} for rule in RULES},
}
"""Each effect, stat and rule with the fields of an ability that has it."""

Values = dict[str, str]
Wanted = tuple[Choice | type[Choice], ...]
"""Choices that are made where they are offered, the first before the others; else the first one offered is made."""


# --- the scenes -----------------------------------------------------------------------------------------------------


def laid(kind: str, ability: Ability | None) -> Table:
    """Seat 0 has the card in force, and some of everything that an ability may use."""
    card = CARDS[kind]
    table = scenario().ability(card, *([ability] if ability else []))
    table.seat(0, hand=["horn"], animal=4, wood=2, metal=1, money=20, inspiration=4)
    table.patron(0, "antonio-vivaldi", 1, 2)
    if kind == "family":
        return table.seat(0, family=card)
    return table.specialist(0, card, NUMBER) if kind == "specialist" else table.seat(0, completed=[card])


def scene(kind: str, ability: Ability | None, trigger: str, word: str, values: Values) -> tuple[Table, Wanted]:
    """The table at its first question, and the choices wanted there."""
    table = laid(kind, ability)
    location = values.get("location", "guild")
    match trigger, word:
        case "setup", _:
            table = new_game()
            deal = table.player(0).deal
            assert deal is not None
            return table.ability(deal.families[0], *([ability] if ability else [])), ()
        case "round_start", _:
            return table.agenda(StartOfRound(NOBODY)), ()
        case "placed", _:
            return table.worker(1, location, 5).agenda(ChooseLocation(0, NUMBER, 0)), (PlanLocation(location),)
        case "planned", _:
            return table.worker(0, location, NUMBER).agenda(AfterPlanning(NOBODY)), ()
        case "acted", _:
            return table.acts(0, location, NUMBER), (TakeMoney(),)
        case "performed", _:
            return performing(table, values)
        case "finished", _:
            return finishing(table, values)
        case "seated", _:
            token = values.get("token", "instrument")
            return {"instrument": finishing, "performance": performing, "repair": repairing}[token](table, values)
        case "completed", _:
            table.patron(0, "niccolo-paganini", 2)
            table, wanted = finishing(table, {"section": "string"})
            return table, (Give("niccolo-paganini"), *wanted)
        case "game_end", _:
            return table.seat(0, finished=("lute",)).agenda(FinalScoring(NOBODY)), ()
        case _, "skill" | "win_ties" | "keep_apprentices":
            table.seat(0, market_used=True).seat(1, market_used=True)
            table.worker(1, location, NUMBER, apprentices=1).worker(0, location, NUMBER, apprentices=1)
            return table.turn(0), (Activate(location), TakeMoney())
        case _, "result" | "dice" | "rerolls" | "die_floor" | "any_era_seat":
            return performing(table, values)
        case _, "rough_discount":
            return roughing(table)
        case _, "finish_discount":
            return finishing(table, values)
        case _, "inspiration_on_bench":
            return roughing(table) if values.get("location", "roughing") == "roughing" else finishing(table, values)
        case _, "repair_discount" | "inspiration_rate" | "any_section_seat":
            return repairing(table, values)
        case _, "tier_discount":
            table.display(location, "", "", SHOWN[location]).dice(1, 1)
            return table.acts(0, location, NUMBER), (Take,)
        case _, "equal_takes_chair":
            token = {"perform": "performance", "repair": "repair"}[values.get("location", "repair")]
            table.chair(SEATS["string"], (1, "repair" if token == "performance" else "performance"))
            return performing(table, values) if token == "performance" else repairing(table, values)
        case _, "buy_price" | "apprentice_price" | "training_price":
            return table.turn(0), (VisitMarket(), LeaveMarket())
        case _, "storage":
            return table.agenda(GainGoods(0, (("wood", 5),), "alternate")), ()
    raise AssertionError(f"no scene for {trigger} with {word}")


def performing(table: Table, values: Values) -> tuple[Table, Wanted]:
    """A performance of the level, with two white dice that show no note."""
    medium, high = {"low": (50, 60), "medium": (1, 60), "high": (1, 2)}[values.get("level", "medium")]
    table.printed("handel-messiah", medium=medium, high=high).display("perform", "handel-messiah").dice(1, 1, 1, 1)
    return table.acts(0, "perform", NUMBER), (Take, TakeChair(seat_of(values)), DiscardCard())


def finishing(table: Table, values: Values) -> tuple[Table, Wanted]:
    table.seat(0, finishing=[INSTRUMENTS[values.get("section", "string")]]).acts(0, "finishing", NUMBER)
    return table, (Finish, TakeChair(seat_of(values)), DiscardCard())


def roughing(table: Table) -> tuple[Table, Wanted]:
    return table.seat(0, roughing=["oboe"]).acts(0, "roughing", NUMBER), (Rough,)


def repairing(table: Table, values: Values) -> tuple[Table, Wanted]:
    table.display("repair", REPAIRS[values.get("section", "string")]).acts(0, "repair", NUMBER)
    return table, (Take, TakeChair(seat_of(values)), DiscardCard())


def seat_of(values: Values) -> str:
    return SEATS[values.get("section", "string")]


@cache
def without(kind: str, trigger: str, word: str, values: tuple[tuple[str, str], ...]) -> list[Any]:
    """The scene with no ability on the card."""
    return play(kind, None, trigger, word, dict(values))


def play(kind: str, ability: Ability | None, trigger: str, word: str, values: Values) -> list[Any]:
    """All that the scene shows: each prompt, the choice made there, the events, and what the seats have in the end.

    That there is nothing to choose is no difference.
    """
    table, wanted = scene(kind, ability, trigger, word, values)
    seen: list[Any] = [event for event in table.told if not isinstance(event, NothingToChoose)]
    while table.clock and table.kind != "plan-worker":
        seat = table.clock[0]
        offered = table.choices(seat)
        choice = next((c for wish in wanted for c in offered if c == wish or type(c) is wish), offered[0])
        seen += [prompt_for(table.state, seat, irreversible=False), choice]
        seen += [event for event in table.choose(seat, choice).told if not isinstance(event, NothingToChoose)]
        assert len(seen) < 1000, "the scene does not end"
    return [*seen, *(repr(player) for player in table.state.players)]


def differs(kind: str, ability: Ability, trigger: str, word: str, values: Values) -> bool:
    """Whether the ability makes a difference in the scene."""
    read = word if trigger == "always" else ""
    return play(kind, ability, trigger, word, values) != without(kind, trigger, read, tuple(values.items()))


# --- the combinations -----------------------------------------------------------------------------------------------


def accepted(kind: str, ability: dict[str, Any]) -> bool:
    place = FieldPath("cards.toml")
    return not list(abilities([ability], place)) and not list(suits(kind)({"ability": [ability]}, place))


def conditions(kind: str, trigger: str, word: str) -> Iterator[tuple[dict[str, Any], str, tuple[str, ...]]]:
    """The abilities that the checker accepts, each with its condition's word and the other values possible there."""
    plain = {"trigger": trigger, **WORDS[word]}
    if accepted(kind, plain):
        yield plain, "", ()
    for condition, values in CONDITIONS.items():
        passing = [v for v in values if accepted(kind, {**plain, "when": {condition: [v]}})]
        for value in passing:
            yield {**plain, "when": {condition: [value]}}, condition, tuple(v for v in passing if v != value)


@pytest.mark.rule("GEN-18")
@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("trigger", TRIGGERS)
def test_what_the_checker_accepts_makes_a_difference_where_its_condition_holds(trigger: str, word: str) -> None:
    for kind in CARDS:
        for raw, condition, others in conditions(kind, trigger, word):
            ability = parse_ability(raw)
            values = {name: held[0] for name, held in ability.when}
            assert differs(kind, ability, trigger, word, values), f"{raw} on a {kind} makes no difference"
            assert bool(condition) == bool(others), f"{raw} on a {kind} has a condition that cannot fail"
            for other in others:
                assert not differs(kind, ability, trigger, word, {condition: other}), f"{raw} works at {other}"


def test_every_effect_stat_rule_trigger_and_condition_is_accepted_somewhere() -> None:
    """Otherwise the test above would prove nothing of it."""
    found = [
        (trigger, word, condition)
        for trigger in TRIGGERS
        for word in WORDS
        for kind in CARDS
        for _, condition, _ in conditions(kind, trigger, word)
    ]
    triggers, words, named = (set(column) for column in zip(*found, strict=True))
    assert triggers == set(TRIGGERS)
    assert words == set(WORDS)
    assert named == {"", *CONDITIONS}
    told = {(trigger, condition) for trigger, _, condition in found if condition}
    assert told == {(trigger, name) for trigger, names in TRIGGERS.items() for name in names}


def test_each_kind_of_card_is_tried_with_every_trigger_that_it_can_have() -> None:
    assert set(CARDS) == set(TRIGGERS_OF)
    for kind, triggers in TRIGGERS_OF.items():
        assert {t for t in TRIGGERS for word in WORDS if any(conditions(kind, t, word))} == set(triggers)


def test_stats_and_rules_that_are_told_apart_by_location_are_words_of_the_vocabulary() -> None:
    assert set(LOCATIONS_OF) <= set(WORDS)
