"""The apprentice plays by its intention deck, row by row of VOCABULARY 10."""

from dataclasses import replace
from typing import Any

import pytest

from automa import choose
from automa.apprentice import Apprentice
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.content.cards import IntentionCard
from engine.rules.orchestra import PlaceToken
from engine.rules.planning import ChooseLocation
from engine.rules.resolution import ChooseAction
from engine.state import ActiveWorker, State, TuckedCard, WaitingPatron
from engine.view import table_view
from tests.automa.positions import content, planning, sampler, with_worker

CARD = IntentionCard(
    "intention-test", ("salon", "guild", "perform"), "highest", 1, "wind", "classical", "money", "free"
)


def card(**changes: object) -> IntentionCard:
    return replace(CARD, **changes)  # type: ignore[arg-type]


def apprentice(state: State, seat: int = 0) -> Apprentice:
    return Apprentice(state, seat, sampler(state, seat))


# --- which worker, how many apprentices -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "idle", "expected"),
    [
        ("highest", (1, 3, 5), 5),
        ("lowest", (1, 3, 5), 1),
        ("middle", (1, 3, 5), 3),
        ("middle", (1, 3), 3),
        ("middle", (1, 2, 3, 5), 3),
        ("middle", (4,), 4),
    ],
)
def test_the_worker_is_chosen_among_those_at_home(wanted: str, idle: tuple[int, ...], expected: int) -> None:
    """Of an even number, the higher of the two in the middle."""
    assert apprentice(planning(idle=idle)).number(card(number=wanted)) == expected


@pytest.mark.parametrize(("held", "wanted", "expected"), [(3, 2, 2), (1, 2, 1), (0, 2, 0), (3, 0, 0)])
def test_apprentices_go_along_as_the_card_says_or_as_many_as_are_held(held: int, wanted: int, expected: int) -> None:
    choice, _ = apprentice(planning(apprentices=held)).plan_worker(card(apprentices=wanted), [])
    assert isinstance(choice, c.PlanWorker)
    assert choice.apprentices == expected


# --- where: useful locations ------------------------------------------------------------------------------------------

MARAIS, HAYDN = WaitingPatron("marin-marais", 1), WaitingPatron("joseph-haydn", 2)


def useful(state: State, location: str, number: int = 3, apprentices: int = 0) -> bool:
    return apprentice(state).is_useful(location, number, apprentices)


def test_the_salon_is_useful_with_fewer_than_two_patrons_or_workers_after_them() -> None:
    assert useful(planning(waiting=(MARAIS,)), "salon")
    assert not useful(planning(waiting=(MARAIS, HAYDN)), "salon")
    assert not useful(with_worker(planning(waiting=(MARAIS,)), 0, "salon"), "salon")


def test_the_guild_is_useful_with_fewer_than_three_instruments_or_workers_after_them() -> None:
    assert useful(planning(hand=("lute",), roughing=("oboe",), finishing=()), "guild")
    assert not useful(planning(hand=("lute",), roughing=("oboe",), finishing=("horn",)), "guild")
    assert not useful(with_worker(planning(hand=("lute",), roughing=("oboe",), finishing=()), 0, "guild"), "guild")


def test_perform_is_useful_for_one_worker_a_round() -> None:
    assert useful(planning(), "perform")
    assert not useful(with_worker(planning(), 0, "perform"), "perform")


def test_repair_is_useful_if_a_card_of_tier_one_can_be_paid() -> None:
    """Two inspiration stand for each missing material."""
    state = planning(animal=0, wood=0, metal=0, inspiration=0)
    state.displays["repair"] = ("repair-tuning-slide", "repair-valves", "repair-bow-hair", "repair-bridge")
    assert not useful(state, "repair")
    state.players[0].metal = 1
    assert not useful(state, "repair")
    state.players[0].inspiration = 2
    assert useful(state, "repair")


def test_roughing_is_useful_for_one_worker_that_can_pay() -> None:
    assert useful(planning(roughing=("oboe",), wood=2), "roughing")
    assert not useful(planning(roughing=("oboe",), wood=1), "roughing")
    assert not useful(planning(roughing=(), wood=9), "roughing")
    assert not useful(with_worker(planning(roughing=("oboe",), wood=2), 0, "roughing"), "roughing")


def test_what_the_workers_skill_saves_counts() -> None:
    """Skill 5 saves a material at roughing, skill 4 at finishing; apprentices add to the skill."""
    short = planning(roughing=("oboe",), wood=1)
    assert useful(short, "roughing", number=5)
    assert useful(short, "roughing", number=3, apprentices=2)
    assert not useful(short, "roughing", number=3, apprentices=1)


def test_finishing_is_useful_for_one_worker_that_can_pay() -> None:
    assert useful(planning(finishing=("timpani",), roughing=(), animal=2), "finishing")
    assert not useful(planning(finishing=("timpani",), roughing=(), animal=1), "finishing")
    assert useful(planning(finishing=("timpani",), roughing=(), animal=1), "finishing", number=4)
    assert not useful(with_worker(planning(finishing=("timpani",), animal=2), 0, "finishing"), "finishing")


def test_finishing_is_useful_after_a_worker_at_roughing_if_both_can_be_paid() -> None:
    state = planning(finishing=(), roughing=("timpani",), animal=2, wood=0, metal=2)
    assert not useful(state, "finishing")
    assert useful(with_worker(state, 0, "roughing"), "finishing")
    state.players[0].metal = 1
    assert not useful(state, "finishing")


def test_the_balcony_is_always_useful() -> None:
    assert useful(with_worker(planning(), 0, "balcony"), "balcony")


def planned(state: State, with_card: IntentionCard) -> str:
    state.agenda = (*state.agenda[:-1], ChooseLocation(0, 3, 0))
    state.offered_cache = None
    choice, _ = apprentice(state).plan_location(with_card, loop.legal_choices(state, 0))
    assert isinstance(choice, c.PlanLocation)
    return choice.location


def test_the_first_useful_location_of_the_card_is_taken() -> None:
    state = planning(waiting=(MARAIS, HAYDN), hand=("lute",), roughing=(), finishing=())
    assert planned(state, card(locations=("salon", "guild", "perform"))) == "guild"


def test_without_one_the_usual_order_holds() -> None:
    """Finishing, roughing, the Salon, Perform, the Balcony."""
    full: dict[str, Any] = {
        "waiting": (MARAIS, HAYDN),
        "hand": ("lute", "oboe"),
        "roughing": ("horn",),
        "finishing": (),
    }
    bare = planning(**full, animal=0, wood=0, metal=0)
    assert planned(bare, card(locations=("salon", "guild", "salon"))) == "perform"
    assert planned(with_worker(bare, 0, "perform"), card(locations=("salon", "guild", "salon"))) == "balcony"
    paying = planning(**full, animal=0, wood=0, metal=2)
    assert planned(paying, card(locations=("salon", "guild", "salon"))) == "roughing"


# --- what the worker does ---------------------------------------------------------------------------------------------


def acting(location: str, number: int = 3, **possessions: Any) -> State:
    """The first seat's worker is about to act at a location."""
    state = planning(**possessions)
    state.phase = "resolution"
    state.active_worker = ActiveWorker(1, 0, number, 0, location, number, 1)
    state.agenda = (ChooseAction(0, location),)
    state.offered_cache = None
    return state


def action(state: State, with_card: IntentionCard) -> tuple[Choice, str]:
    """The choice, and the word of its reason."""
    choice, because = apprentice(state).act(with_card, loop.legal_choices(state, 0))
    return choice, because[0].word


def test_a_card_that_serves_an_own_patron_comes_first() -> None:
    state = acting("guild", waiting=(MARAIS,), money=0)
    state.displays["guild"] = ("horn", "lute", "", "", "")
    assert action(state, card(section="wind")) == (c.Take(2, "lute"), "serves")


def test_then_the_preferred_kind() -> None:
    state = acting("guild", waiting=(), money=0)
    state.displays["guild"] = ("grand-piano", "oboe", "", "", "")
    assert action(state, card(section="wind")) == (c.Take(2, "oboe"), "preferred")


def test_then_the_most_prestige() -> None:
    state = acting("guild", waiting=(), money=0)
    state.displays["guild"] = ("lute", "cello", "", "", "")
    assert action(state, card(section="wind")) == (c.Take(2, "cello"), "best-card")


def test_then_the_leftmost() -> None:
    state = acting("guild", waiting=(), money=0)
    state.displays["guild"] = ("violin", "viola", "", "", "")
    assert action(state, card(section="wind")) == (c.Take(1, "violin"), "leftmost")


def test_a_patron_is_preferred_by_its_first_section_and_its_era() -> None:
    state = acting("salon", waiting=(), money=0)
    state.displays["salon"] = ("maria-szymanowska", "anton-stadler", "", "", "")
    assert action(state, card(section="wind", era="classical"))[0] == c.Take(2, "anton-stadler")


def test_a_performance_is_preferred_by_its_era() -> None:
    state = acting("perform", waiting=(), money=0)
    state.displays["perform"] = ("bach-brandenburg-concertos", "cramer-studies", "", "")
    assert action(state, card(era="classical"))[0] == c.Take(2, "cramer-studies")


def test_it_considers_free_cards_first_where_its_card_says_so() -> None:
    state = acting("guild", waiting=(), money=8)
    state.displays["guild"] = ("lute", "", "oboe", "", "")
    assert action(state, card(section="wind", tier="free"))[0] == c.Take(1, "lute")
    assert action(state, card(section="wind", tier="paid"))[0] == c.Take(3, "oboe")


def test_where_no_free_card_lies_it_pays() -> None:
    state = acting("guild", waiting=(), money=8)
    state.displays["guild"] = ("", "", "oboe", "", "")
    assert action(state, card(section="wind", tier="free"))[0] == c.Take(3, "oboe")


def test_an_award_comes_before_all_at_the_balcony() -> None:
    state = acting("balcony")
    tile = next(tile for tile in state.awards if None in tile.levels)
    state.awards = (replace(tile, award="award-restoration", levels=(None, None, None)),)
    state.players[0].repairs = ("repair-bridge",) * 3
    assert action(state, card()) == (c.ScoreAward("award-restoration", 2), "award-first")


@pytest.mark.parametrize(
    ("goods", "held", "expected"),
    [("money", 0, "money"), ("inspiration", 0, "apprentice"), ("inspiration", 2, "money")],
)
def test_at_the_balcony_it_takes_money_or_apprentices_as_it_prefers(goods: str, held: int, expected: str) -> None:
    state = acting("balcony", apprentices=held)
    choice, word = action(state, card(goods=goods))
    assert isinstance(choice, c.Alternate)
    assert expected in dict(choice.goods)
    assert word == "no-main-action"


def test_without_a_card_to_take_it_takes_the_alternate() -> None:
    state = acting("guild", money=0)
    state.displays["guild"] = ("", "", "", "", "")
    assert action(state, card())[0] == c.Alternate((("metal", 1),))


def test_at_a_bench_where_it_can_pay_nothing_it_takes_two_money() -> None:
    assert action(acting("roughing", roughing=("horn",), metal=0), card())[0] == c.TakeMoney()


def chosen_chair(token: str, of_card: str, with_card: IntentionCard) -> str:
    state = acting("perform" if token == "performance" else "repair")
    state.agenda = (PlaceToken(0, token, of_card),)
    state.offered_cache = None
    choice, _ = apprentice(state).chair(with_card, loop.legal_choices(state, 0))
    assert isinstance(choice, c.TakeChair)
    return choice.orchestra_seat


def test_a_performance_token_goes_to_the_preferred_row() -> None:
    seat = chosen_chair("performance", "cramer-studies", card(section="wind"))
    assert content().orchestra[seat].section == "wind"


def test_a_repair_token_goes_to_the_preferred_column() -> None:
    seat = chosen_chair("repair", "repair-bridge", card(era="romantic"))
    assert "romantic" in content().orchestra[seat].eras


@pytest.mark.parametrize("goods", ["money", "inspiration"])
def test_for_a_second_chair_it_takes_what_its_card_prefers(goods: str) -> None:
    choice, _ = apprentice(acting("perform")).second_chair(
        card(goods=goods), [c.TakeGoods((("money", 2),)), c.TakeGoods((("inspiration", 1),))]
    )
    assert isinstance(choice, c.TakeGoods)
    assert goods in dict(choice.goods)


def test_a_patron_with_all_but_one_card_is_served_too() -> None:
    half = replace(HAYDN, tucked=(TuckedCard("instrument", "lute"),))
    state = acting("guild", waiting=(half,), money=0)
    state.displays["guild"] = ("grand-piano", "oboe", "", "", "")
    assert action(state, card(section="percussion")) == (c.Take(2, "oboe"), "serves")


# --- its reasons ------------------------------------------------------------------------------------------------------


def test_a_reason_names_the_deck_card_of_the_worker_concerned() -> None:
    state = planning()
    view, choices = table_view(state, 0), loop.legal_choices(state, 0)
    choice, reason = choose(view, choices, sampler(state, 0), "apprentice")
    drawn = apprentice(state).card
    assert drawn is not None
    assert reason.deck_card == drawn.id
    assert all(part.opens == f"placement:{state.placed + 1}" for part in reason.because)
    assert choice in choices
