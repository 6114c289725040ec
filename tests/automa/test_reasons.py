"""Reasons: words that the app knows, and nothing that opens before others may know it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from automa import choose
from automa.evaluation.features import Feature
from automa.reasons.explain import Explainer
from automa.reasons.parts import REASON_WORDS, latest, part
from engine import loop
from engine.choices import Choice
from engine.codec import to_json
from engine.rules.planning import ChooseLocation, ChooseWorker
from engine.state import State
from engine.view import table_view
from tests.automa.positions import by_policy, decisions, new_game, planning, sampler

Json = dict[str, Any]
LEVELS = ("random", "apprentice", "journeyman")


@dataclass(frozen=True)
class Given:
    """A reason with its choice, and the position and seat of the decision."""

    state: State
    seat: int
    choice: Choice
    reason: Json


@cache
def given(level: str) -> tuple[Given, ...]:
    """The reasons of both seats in a game; of a journeyman a sample, with all decisions of a seat that has a hand."""
    found = []
    for nth, (state, seat) in enumerate(decisions(new_game("REASONS 1"), by_policy)):
        if level != "journeyman" or nth % 4 == 0 or state.players[seat].hand:
            view, choices = table_view(state, seat), loop.legal_choices(state, seat)
            choice, reason = choose(view, choices, sampler(state, seat, choice_count=nth), level)
            found.append(Given(state.clone(), seat, choice, reason.to_json()))
    return tuple(found)


def reasons(level: str) -> list[Json]:
    return [one.reason for one in given(level)]


def positions_with_reasons(level: str) -> list[tuple[State, int, Json]]:
    return [(one.state, one.seat, one.reason) for one in given(level)]


def parts(reason: Json) -> Iterator[dict[str, Any]]:
    yield from reason["because"]
    yield from reason["second"]["because"] if reason["second"] else ()


@pytest.mark.parametrize("level", LEVELS)
def test_a_reason_has_the_shape_that_the_app_reads(level: str) -> None:
    for reason in reasons(level):
        assert reason.keys() == {"n", "level", "deck_card", "because", "second"}
        assert reason["level"] == level
        assert reason["because"]
        for one in parts(reason):
            assert isinstance(one["value"], int)
            assert re.fullmatch(r"now|end|placement:\d+|card:[a-z0-9-]+", one["opens"])
            assert all(type(value) in (int, str) for value in one.values())


@pytest.mark.parametrize("level", LEVELS)
def test_its_words_are_in_the_one_table_with_all_their_details(level: str) -> None:
    for reason in reasons(level):
        for one in parts(reason):
            named = set(re.findall(r"`([a-z]+)`", REASON_WORDS[one["word"]]))
            assert one.keys() - {"word", "value", "opens"} <= named


def test_words_are_kebab_case_and_each_says_what_it_means() -> None:
    for word, line in REASON_WORDS.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", word)
        assert line.endswith(".")


def test_a_word_that_is_not_in_the_table_cannot_be_used() -> None:
    with pytest.raises(AssertionError, match="bribe"):
        part("bribe")


def test_a_journeymans_reason_names_the_second_best_and_by_how_much_it_was_behind() -> None:
    found = [reason["second"] for reason in reasons("journeyman") if reason["second"]]
    assert len(found) > 60
    assert all(second["behind"] >= 0 for second in found)


def test_the_second_best_is_another_choice() -> None:
    for one in given("journeyman"):
        second = one.reason["second"]
        assert second is None or second["choice"] != to_json(one.choice)


# --- nothing opens too soon -----------------------------------------------------------------------------------------


def open_cards(state: State) -> set[str]:
    """All cards that lie open on the table."""
    shown = {card for display in state.displays.values() for card in display}
    for player in state.players:
        shown |= {*player.roughing, *player.finishing, *player.completed, player.family}
        shown |= {p.card for p in player.waiting} | {s.card for s in player.specialists}
    return shown


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.rule("GEN-7")
def test_goals_open_at_the_end(level: str) -> None:
    goals = [one for reason in reasons(level) for one in parts(reason) if "goal" in one]
    assert all(one["opens"] == "end" for one in goals)
    assert goals or level != "journeyman"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.rule("GEN-7")
def test_a_card_in_hand_opens_when_it_is_laid_open(level: str) -> None:
    for state, seat, reason in positions_with_reasons(level):
        for one in parts(reason):
            if one.get("card") in state.players[seat].hand:
                assert one["opens"] == f"card:{one['card']}"


@pytest.mark.rule("GEN-7", "GEN-15")
def test_what_only_the_ai_sees_opens_later_and_cards_drawn_in_rollouts_are_not_named() -> None:
    state = planning(hand=("lute",), roughing=("oboe",))
    public, worker = Explainer(state, 0, "journeyman").public, f"placement:{state.placed + 1}"
    unseen = next(card for card in state.decks["patrons"] if card not in state.displays["salon"])
    assert public(Feature("instrument", "card", "lute")).opens == "card:lute"
    assert public(Feature("instrument", "card", "oboe")).opens == worker
    assert public(Feature("instrument", "card", "octobass")) == Feature("cards-to-come", opens=worker)
    assert public(Feature("patron", "patron", unseen)) == Feature("cards-to-come", opens=worker)
    assert public(Feature("goal", "goal", "goal-at-court", "end")).opens == "end"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.rule("GEN-7", "GEN-15")
def test_a_card_that_is_named_lies_open_or_is_the_ais_own(level: str) -> None:
    """Never a card of another hand or of a rollout; a card that it alone sees opens when it is laid open."""
    for state, seat, reason in positions_with_reasons(level):
        asked = loop.decision(state)
        own = {*state.players[seat].hand, *getattr(asked, "cards", ())}
        deal = state.players[seat].deal
        dealt = {*deal.families, *deal.patrons, *deal.instruments} if deal else set()
        secret = {str(getattr(choice, "card", "")) for choice in loop.legal_choices(state, seat)}
        for one in parts(reason):
            named = str(one.get("card", one.get("patron", "")))
            assert not named or named in open_cards(state) | own | dealt | secret
            if named in own - open_cards(state):
                assert one["opens"] == f"card:{named}"


@pytest.mark.parametrize("level", ["apprentice", "journeyman"])
@pytest.mark.rule("PLN-1")
def test_reasons_of_planning_open_with_the_worker(level: str) -> None:
    seen = 0
    for state, _, reason in positions_with_reasons(level):
        if isinstance(loop.decision(state), ChooseWorker | ChooseLocation):
            seen += 1
            worker = f"placement:{state.placed + 1}"
            assert all(one["opens"] == worker or one["opens"].startswith(("card:", "end")) for one in parts(reason))
    assert seen > 10


def test_the_second_best_worker_opens_at_the_end() -> None:
    for state, _, reason in positions_with_reasons("journeyman"):
        if isinstance(loop.decision(state), ChooseWorker) and reason["second"]:
            assert reason["second"]["opens"] == "end"


def test_the_second_best_opens_when_all_that_made_the_difference_is_open() -> None:
    """Else the value by which it was behind would give a goal or a card in hand away."""
    for reason in reasons("journeyman"):
        if reason["second"]:
            opens = reason["second"]["opens"]
            assert all(latest([opens, one["opens"]]) in (opens, "end") for one in parts(reason))
            if any(one["opens"] == "end" for one in parts(reason)):
                assert opens == "end"


def test_a_second_best_names_no_card_in_hand() -> None:
    """Of secret decisions the second best is withheld as a whole; of all others it may be shown."""
    for one in given("journeyman"):
        second = one.reason["second"]
        if second and not loop.decision(one.state).secret:
            hidden = set(one.state.players[one.seat].hand) - open_cards(one.state)
            assert second["choice"].get("card") not in hidden
