"""The apprentice plays by its deck, row by row of VOCABULARY 10."""

from dataclasses import replace
from typing import Any

import pytest

from automa import choose
from automa.apprentice import Apprentice
from automa.intention_deck import card_of, round_starts
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.content.cards import IntentionCard
from engine.rules.orchestra import PlaceToken
from engine.rules.planning import ChooseLocation
from engine.rules.resolution import ChooseAction
from engine.state import ActiveWorker, State, TuckedCard, WaitingPatron
from engine.view import table_view
from tests.automa.tables import by_lot, content, moments, new_game, placed, planning, sample

CARD = IntentionCard("rival-test", ("salon", "guild", "perform"), "highest", 1, "wind", "classical", "money", "free")


def card(**changes: object) -> IntentionCard:
    return replace(CARD, **changes)  # type: ignore[arg-type]


def apprentice(state: State, seat: int = 0) -> Apprentice:
    return Apprentice(state, seat, sample(state, seat))


# --- the deck ---------------------------------------------------------------------------------------------------------


def drawn(seed: str, seat: int = 0, number: int = 24) -> list[str]:
    state = planning(family="family-amati")
    stream = sample(state, seat, seed).stream
    return [card_of(content(), state.players[0], nth, stream).id for nth in range(1, number + 1)]


def test_all_eighteen_cards_come_before_any_comes_again() -> None:
    assert sorted(drawn("a")[:18]) == sorted(card.id for card in content().intention_deck)


def test_the_order_follows_from_seed_and_seat() -> None:
    assert drawn("a") == drawn("a")
    assert drawn("a") != drawn("b")
    assert drawn("a", seat=0) != drawn("a", seat=1)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_a_new_deck_is_without_the_cards_of_workers_still_unresolved(seed: str) -> None:
    """The 15th to 19th worker of a seat lie in round 5: the deck runs out when four of them lie."""
    assert round_starts(content(), "family-amati", 24) == [1, 4, 7, 11, 15, 20, 25]
    cards = drawn(seed, number=32)
    assert cards[18] not in cards[14:18]
    assert len(set(cards[14:32])) == 18


def test_a_worker_that_the_family_gives_is_counted_from_the_first_round() -> None:
    assert round_starts(content(), "family-guarneri", 20) == [1, 5, 9, 13, 17, 22]


def test_a_worker_resolves_with_the_card_with_which_it_was_placed() -> None:
    planned: dict[int, str | None] = {}
    checked = 0
    for state, seat in moments(new_game(), by_lot("deck")):
        thinking = apprentice(state, seat) if seat == 0 else None
        if thinking is None or thinking.card is None:
            continue
        nth = state.active_worker.ordinal if state.active_worker is not None else state.players[0].placements + 1
        assert planned.setdefault(nth, thinking.card.id) == thinking.card.id
        checked += state.active_worker is not None
    assert len(planned) == 24
    assert checked > 20


# --- which chip, how many apprentices ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chip", "idle", "expected"),
    [
        ("highest", (1, 3, 5), 5),
        ("lowest", (1, 3, 5), 1),
        ("middle", (1, 3, 5), 3),
        ("middle", (1, 3), 3),
        ("middle", (1, 2, 3, 5), 3),
        ("middle", (4,), 4),
    ],
)
def test_the_chip_is_chosen_among_those_at_home(chip: str, idle: tuple[int, ...], expected: int) -> None:
    """Of an even number, the higher of the two in the middle."""
    assert apprentice(planning(idle=idle)).chip(card(number=chip)) == expected


@pytest.mark.parametrize(("held", "wanted", "expected"), [(3, 2, 2), (1, 2, 1), (0, 2, 0), (3, 0, 0)])
def test_apprentices_go_along_as_the_card_says_or_as_many_as_are_held(held: int, wanted: int, expected: int) -> None:
    thinking = apprentice(planning(apprentices=held))
    choice, _ = thinking.place_worker(card(apprentices=wanted), [])
    assert isinstance(choice, c.PlanWorker)
    assert choice.apprentices == expected


# --- where: useful locations ------------------------------------------------------------------------------------------

MARAIS, HAYDN = WaitingPatron("marin-marais", 1), WaitingPatron("joseph-haydn", 2)


def useful(state: State, location: str, number: int = 3, helpers: int = 0) -> bool:
    return apprentice(state).useful(location, number, helpers)


def test_the_salon_is_useful_with_fewer_than_two_patrons_or_workers_after_them() -> None:
    assert useful(planning(waiting=(MARAIS,)), "salon")
    assert not useful(planning(waiting=(MARAIS, HAYDN)), "salon")
    assert not useful(placed(planning(waiting=(MARAIS,)), 0, "salon"), "salon")


def test_the_guild_is_useful_with_fewer_than_three_instruments_or_workers_after_them() -> None:
    assert useful(planning(hand=("lute",), roughing=("oboe",), finishing=()), "guild")
    assert not useful(planning(hand=("lute",), roughing=("oboe",), finishing=("horn",)), "guild")
    assert not useful(placed(planning(hand=("lute",), roughing=("oboe",), finishing=()), 0, "guild"), "guild")


def test_perform_is_useful_for_one_worker_a_round() -> None:
    assert useful(planning(), "perform")
    assert not useful(placed(planning(), 0, "perform"), "perform")


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
    assert not useful(placed(planning(roughing=("oboe",), wood=2), 0, "roughing"), "roughing")


def test_what_the_chip_saves_there_counts() -> None:
    """Skill 5 saves a material at roughing, skill 4 at finishing; apprentices that go along count."""
    short = planning(roughing=("oboe",), wood=1)
    assert useful(short, "roughing", number=5)
    assert useful(short, "roughing", number=3, helpers=2)
    assert not useful(short, "roughing", number=3, helpers=1)


def test_finishing_is_useful_for_one_worker_that_can_pay() -> None:
    assert useful(planning(finishing=("timpani",), roughing=(), animal=2), "finishing")
    assert not useful(planning(finishing=("timpani",), roughing=(), animal=1), "finishing")
    assert useful(planning(finishing=("timpani",), roughing=(), animal=1), "finishing", number=4)
    assert not useful(placed(planning(finishing=("timpani",), animal=2), 0, "finishing"), "finishing")


def test_finishing_is_useful_after_a_worker_at_roughing_if_both_can_be_paid() -> None:
    state = planning(finishing=(), roughing=("timpani",), animal=2, wood=0, metal=2)
    assert not useful(state, "finishing")
    assert useful(placed(state, 0, "roughing"), "finishing")
    state.players[0].metal = 1
    assert not useful(state, "finishing")


def test_the_balcony_is_always_useful() -> None:
    assert useful(placed(planning(), 0, "balcony"), "balcony")


def place(state: State, with_card: IntentionCard) -> str:
    state.agenda = (*state.agenda[:-1], ChooseLocation(0, 3, 0))
    state.offered_cache = None
    choice, _ = apprentice(state).place_at(with_card, loop.legal_choices(state, 0))
    assert isinstance(choice, c.PlanLocation)
    return choice.location


def test_the_first_useful_location_of_the_card_is_taken() -> None:
    state = planning(waiting=(MARAIS, HAYDN), hand=("lute",), roughing=(), finishing=())
    assert place(state, card(locations=("salon", "guild", "perform"))) == "guild"


def test_without_one_the_usual_order_holds() -> None:
    """Finishing, roughing, the Salon, Perform, the Balcony."""
    full: dict[str, Any] = {
        "waiting": (MARAIS, HAYDN),
        "hand": ("lute", "oboe"),
        "roughing": ("horn",),
        "finishing": (),
    }
    bare = planning(**full, animal=0, wood=0, metal=0)
    assert place(bare, card(locations=("salon", "guild", "salon"))) == "perform"
    assert place(placed(bare, 0, "perform"), card(locations=("salon", "guild", "salon"))) == "balcony"
    paying = planning(**full, animal=0, wood=0, metal=2)
    assert place(paying, card(locations=("salon", "guild", "salon"))) == "roughing"


# --- what the worker does ---------------------------------------------------------------------------------------------


def acting(location: str, number: int = 3, **possessions: Any) -> State:
    """The first seat's worker about to act at a location whose display is laid by the test."""
    state = planning(**possessions)
    state.phase = "resolution"
    state.active_worker = ActiveWorker(1, 0, number, 0, location, number, 1)
    state.agenda = (ChooseAction(0, location),)
    state.offered_cache = None
    return state


def does(state: State, with_card: IntentionCard) -> tuple[Choice, str]:
    """What it chooses, and the word of its reason."""
    choice, because = apprentice(state).act(with_card, loop.legal_choices(state, 0))
    return choice, because[0].word


def test_a_card_that_serves_an_own_patron_comes_first() -> None:
    state = acting("guild", waiting=(MARAIS,), money=0)
    state.displays["guild"] = ("horn", "lute", "", "", "")
    assert does(state, card(section="wind")) == (c.Take(2, "lute"), "serves")


def test_then_the_preferred_kind() -> None:
    state = acting("guild", waiting=(), money=0)
    state.displays["guild"] = ("grand-piano", "oboe", "", "", "")
    assert does(state, card(section="wind")) == (c.Take(2, "oboe"), "preferred")


def test_then_the_most_prestige() -> None:
    state = acting("guild", waiting=(), money=0)
    state.displays["guild"] = ("lute", "cello", "", "", "")
    assert does(state, card(section="wind")) == (c.Take(2, "cello"), "best-card")


def test_then_the_leftmost() -> None:
    state = acting("guild", waiting=(), money=0)
    state.displays["guild"] = ("violin", "viola", "", "", "")
    assert does(state, card(section="wind")) == (c.Take(1, "violin"), "leftmost")


def test_a_patron_is_preferred_by_its_first_section_and_its_era() -> None:
    state = acting("salon", waiting=(), money=0)
    state.displays["salon"] = ("maria-szymanowska", "anton-stadler", "", "", "")
    assert does(state, card(section="wind", era="classical"))[0] == c.Take(2, "anton-stadler")


def test_a_performance_is_preferred_by_its_era() -> None:
    state = acting("perform", waiting=(), money=0)
    state.displays["perform"] = ("bach-brandenburg-concertos", "cramer-studies", "", "")
    assert does(state, card(era="classical"))[0] == c.Take(2, "cramer-studies")


def test_it_looks_at_free_cards_first_where_its_card_says_so() -> None:
    state = acting("guild", waiting=(), money=8)
    state.displays["guild"] = ("lute", "", "oboe", "", "")
    assert does(state, card(section="wind", tier="free"))[0] == c.Take(1, "lute")
    assert does(state, card(section="wind", tier="paid"))[0] == c.Take(3, "oboe")


def test_where_no_free_card_lies_it_pays() -> None:
    state = acting("guild", waiting=(), money=8)
    state.displays["guild"] = ("", "", "oboe", "", "")
    assert does(state, card(section="wind", tier="free"))[0] == c.Take(3, "oboe")


def test_an_award_comes_before_all_at_the_balcony() -> None:
    state = acting("balcony")
    tile = next(tile for tile in state.awards if None in tile.levels)
    state.awards = (replace(tile, award="award-restoration", levels=(None, None, None)),)
    state.players[0].repairs = ("repair-bridge",) * 3
    assert does(state, card()) == (c.ScoreAward("award-restoration", 2), "award-first")


@pytest.mark.parametrize(
    ("goods", "held", "expected"),
    [("money", 0, "money"), ("inspiration", 0, "apprentice"), ("inspiration", 2, "money")],
)
def test_at_the_balcony_it_takes_money_or_apprentices_as_it_prefers(goods: str, held: int, expected: str) -> None:
    state = acting("balcony", apprentices=held)
    choice, word = does(state, card(goods=goods))
    assert isinstance(choice, c.Alternate)
    assert expected in dict(choice.goods)
    assert word == "no-main-action"


def test_without_a_card_to_take_it_takes_the_alternate() -> None:
    state = acting("guild", money=0)
    state.displays["guild"] = ("", "", "", "", "")
    assert does(state, card())[0] == c.Alternate((("metal", 1),))


def test_at_a_bench_where_it_can_pay_nothing_it_takes_two_money() -> None:
    assert does(acting("roughing", roughing=("horn",), metal=0), card())[0] == c.TakeMoney()


def seats_token(token: str, of_card: str, with_card: IntentionCard) -> str:
    state = acting("perform" if token == "performance" else "repair")
    state.agenda = (PlaceToken(0, token, of_card),)
    state.offered_cache = None
    choice, _ = apprentice(state).chair(with_card, loop.legal_choices(state, 0))
    assert isinstance(choice, c.TakeChair)
    return choice.orchestra_seat


def test_a_performance_token_goes_to_the_preferred_row() -> None:
    seat = seats_token("performance", "cramer-studies", card(section="wind"))
    assert content().orchestra[seat].section == "wind"


def test_a_repair_token_goes_to_the_preferred_column() -> None:
    seat = seats_token("repair", "repair-bridge", card(era="romantic"))
    assert "romantic" in content().orchestra[seat].eras


@pytest.mark.parametrize("goods", ["money", "inspiration"])
def test_below_the_line_it_takes_what_its_card_prefers(goods: str) -> None:
    choice, _ = apprentice(acting("perform")).second_chair(
        card(goods=goods), [c.TakeGoods((("money", 2),)), c.TakeGoods((("inspiration", 1),))]
    )
    assert isinstance(choice, c.TakeGoods)
    assert goods in dict(choice.goods)


def test_a_patron_with_all_but_one_card_is_served_too() -> None:
    half = replace(HAYDN, tucked=(TuckedCard("instrument", "lute"),))
    state = acting("guild", waiting=(half,), money=0)
    state.displays["guild"] = ("grand-piano", "oboe", "", "", "")
    assert does(state, card(section="percussion")) == (c.Take(2, "oboe"), "serves")


# --- its reasons ------------------------------------------------------------------------------------------------------


def test_a_reason_names_the_deck_card_of_the_worker_concerned() -> None:
    state = planning()
    view, choices = table_view(state, 0), loop.legal_choices(state, 0)
    choice, reason = choose(view, choices, sample(state, 0), "apprentice")
    thinking = apprentice(state)
    assert thinking.card is not None
    assert reason.deck_card == thinking.card.id
    assert all(part.opens == f"placement:{state.placed + 1}" for part in reason.because)
    assert choice in choices
