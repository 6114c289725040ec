"""The two-seat setup: TWO-1 to TWO-7, and SET-9. Drawing the card is the host's; here it is put on the table."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import pytest

from engine.choices import PlacePatron, TakeChair, TakeGoods
from engine.content import Content
from engine.content.cards import OrchestraSetup
from engine.content.files import load
from engine.errors import BrokenRecord
from engine.events import TokenDisplaced, TokenPlaced
from engine.game import COLOURS, Game, SeatHeader, header_for
from engine.rules.awards import claims
from engine.rules.orchestra import PlaceToken
from engine.setup import Neutral
from engine.state import NEUTRAL, Token
from tests.engine.scenario import Table, new_game, scenario

SETUPS = list(load().setups.values())


def neutral(card: OrchestraSetup) -> Neutral:
    """What the card shows, spelled out as the header of a game does."""
    shown = [(card.instruments, "instrument"), (card.performances, "performance"), (card.repairs, "repair")]
    seats = load().orchestra
    removed = tuple(str(seats[place].instrument) for place in card.instruments)
    tokens = tuple((place, kind) for places, kind in shown for place in places)
    return Neutral(card.id, tokens, removed, card.blocked_levels)


def with_card(name: str, seed: str = "LUTE 4817") -> Table:
    return new_game(2, seed, neutral(load().setups[name]))


def people(*players: Literal["person", "ai"], given: Neutral | None = None) -> Game:
    colours: Sequence[Any] = (*COLOURS, "or")
    sitting = [SeatHeader(colours[i], who, level="maestro" if who == "ai" else None) for i, who in enumerate(players)]
    return Game(header_for(load(), "LUTE 4817", sitting, automa="1", neutral=given), load())


@pytest.mark.rule("TWO-1", "TWO-2")
@pytest.mark.parametrize("card", SETUPS, ids=lambda card: card.id)
def test_neutral_tokens_hold_the_first_chairs_that_the_card_shows(card: OrchestraSetup) -> None:
    state = new_game(2, neutral=neutral(card)).state
    taken = {place: chairs.first for place, chairs in state.orchestra.items() if chairs.first or chairs.second}
    expected = {place: (Token(NEUTRAL, "instrument"),) for place in card.instruments}
    expected |= {place: (Token(NEUTRAL, "performance"),) for place in card.performances}
    expected |= {place: (Token(NEUTRAL, "repair"),) for place in card.repairs}
    assert taken == expected
    assert len(taken) == 7


@pytest.mark.rule("TWO-2")
def test_neutral_tokens_take_no_bonus_and_belong_to_nobody() -> None:
    table = with_card("orchestra-01")
    assert [(p.coins, p.materials, p.apprentices, p.prestige) for p in table.state.players] == [(0, 0, 0, 0)] * 2
    assert all(chairs.count(seat) == 0 for chairs in table.state.orchestra.values() for seat in (0, 1))


@pytest.mark.rule("TWO-2", "ORC-5")
def test_an_instrument_goes_below_a_neutral_instrument() -> None:
    table = scenario().chair("seat-oboe", (NEUTRAL, "instrument")).agenda(PlaceToken(0, "instrument", "oboe"))
    table.choose(0, TakeChair("seat-oboe"))
    assert table.kind == "second-chair"
    table.choose(0, TakeGoods((("money", 2),)))
    assert table.state.orchestra["seat-oboe"].second == (Token(0, "instrument"),)
    assert table.is_over


@pytest.mark.rule("TWO-2", "ORC-4")
def test_an_instrument_takes_the_chair_of_a_neutral_repair() -> None:
    table = scenario().chair("seat-oboe", (NEUTRAL, "repair")).agenda(PlaceToken(0, "instrument", "oboe"))
    table.choose(0, TakeChair("seat-oboe"))
    assert table.state.orchestra["seat-oboe"].first == (Token(0, "instrument"),)
    assert table.state.orchestra["seat-oboe"].second == (Token(NEUTRAL, "repair"),)
    assert table.events(TokenDisplaced) == [TokenDisplaced(NEUTRAL, "repair", "seat-oboe")]
    assert table.player(0).inspiration == 3
    assert table.is_over


@pytest.mark.rule("TWO-2", "ORC-6", "ORC-11")
def test_a_neutral_token_is_outnumbered_by_two_tokens_not_by_one() -> None:
    table = scenario().chair("seat-oboe", (NEUTRAL, "performance"))
    table.agenda(PlaceToken(0, "repair", "repair-key-pads")).choose(0, TakeChair("seat-oboe"))
    assert table.kind == "second-chair"
    table.choose(0, TakeGoods((("inspiration", 1),)))
    table.agenda(PlaceToken(0, "performance", "bach-brandenburg-concertos")).choose(0, TakeChair("seat-oboe"))
    assert table.state.orchestra["seat-oboe"].first == (Token(0, "performance"),)
    assert table.state.orchestra["seat-oboe"].second == (Token(0, "repair"), Token(NEUTRAL, "performance"))
    assert table.events(TokenPlaced)[0].chair == "first"
    assert table.is_over


@pytest.mark.rule("TWO-3", "SET-9")
@pytest.mark.parametrize("card", SETUPS, ids=lambda card: card.id)
def test_one_matching_instrument_card_leaves_the_game_for_each_neutral_instrument(
    card: OrchestraSetup, content: Content
) -> None:
    state = new_game(2, neutral=neutral(card)).state
    dealt = [name for player in state.players if player.deal for name in player.deal.instruments]
    left = Counter([*state.decks["instruments"], *state.displays["guild"], *dealt])
    printed = Counter({i.id: i.copies for i in content.instruments.values()})
    assert printed - left == Counter(content.orchestra[place].instrument for place in card.instruments)
    assert left - printed == Counter()


@pytest.mark.rule("TWO-3", "SET-9")
def test_the_cards_that_leave_are_removed_before_the_deck_is_shuffled() -> None:
    whole, lacking = (
        shuffled(table, "cello", "oboe", "xylophone") for table in (new_game(2), with_card("orchestra-01"))
    )
    assert sorted(whole) == sorted(lacking)
    assert whole != lacking


def shuffled(table: Table, *but: str) -> list[str]:
    """The instrument deck as it was shuffled, before any card was dealt from it, without some kinds of cards."""
    dealt = [card for player in table.state.players if player.deal for card in player.deal.instruments]
    deck = [*table.state.displays["guild"], *dealt, *table.state.decks["instruments"]]
    return [card for card in deck if card not in but]


@pytest.mark.rule("TWO-4", "SET-9")
def test_neutral_markers_close_a_level_of_each_award_tile_first_tile_first() -> None:
    table = with_card("orchestra-04")
    assert [tile.levels for tile in table.state.awards] == [
        (NEUTRAL, None, None),
        (None, None, NEUTRAL),
        (None, NEUTRAL, None),
    ]
    assert [tile.award for tile in table.state.awards] == [tile.award for tile in new_game(2).state.awards]


@pytest.mark.rule("TWO-4", "AWD-2")
def test_a_level_closed_by_a_neutral_marker_cannot_be_scored() -> None:
    table = scenario().awards("award-restoration", closed=("award-restoration", 1, NEUTRAL))
    table.seat(0, repairs=["repair-bridge", "repair-quills"])
    assert claims(table.state, 0) == []
    table.seat(0, repairs=["repair-bridge", "repair-quills", "repair-kettle"])
    assert [claim.level for claim in claims(table.state, 0)] == [2]


@pytest.mark.rule("TWO-5", "TWO-7")
def test_the_setup_card_is_refused_with_more_than_two_seats() -> None:
    card = neutral(load().setups["orchestra-01"])
    with pytest.raises(BrokenRecord, match="TWO-1"):
        people("person", "person", "ai", given=card)


@pytest.mark.rule("TWO-5")
def test_two_people_with_an_ai_play_a_three_seat_game() -> None:
    state = people("person", "person", "ai").state
    assert len(state.awards) == 3
    assert len(state.displays["perform"]) == len(state.displays["repair"]) == 5
    assert all(not chairs.first for chairs in state.orchestra.values())
    assert all(tile.levels == (None, None, None) for tile in state.awards)


@pytest.mark.rule("TWO-6")
@pytest.mark.parametrize("card", [None, "orchestra-02"])
def test_a_solo_game_has_the_two_seat_displays_with_or_without_the_card(card: str | None) -> None:
    given = neutral(load().setups[card]) if card else None
    state = people("person", "ai", given=given).state
    assert [len(state.displays[location]) for location in ("salon", "guild", "perform", "repair")] == [5, 5, 4, 4]
    assert sum(bool(chairs.first) for chairs in state.orchestra.values()) == (7 if card else 0)


MIXES: Any = [
    ("person", "ai"),
    ("ai", "person", "ai"),
    ("person", "ai", "ai", "ai"),
    ("person", "person", "person"),
    ("person", "person", "person", "person"),
]


@pytest.mark.rule("TWO-7", "GEN-17")
@pytest.mark.parametrize("players", MIXES, ids="-".join)
def test_any_mix_of_people_and_ais_from_two_to_four_seats_can_play(players: Any) -> None:
    played = people(*players)
    assert [len(p.deal.families) for p in played.state.players if p.deal] == [2] * len(players)


@pytest.mark.rule("TWO-7")
@pytest.mark.parametrize("number", [1, 5])
def test_one_seat_or_five_are_no_game(number: int) -> None:
    with pytest.raises(BrokenRecord):
        people(*["person"] * number)  # type: ignore[arg-type]


@pytest.mark.rule("TWO-2")
def test_a_game_with_neutral_tokens_goes_on_like_any_other() -> None:
    table = with_card("orchestra-03").play_until("patron-space")
    table.choose(table.clock[0], PlacePatron(1))
    table.play_until("act")
    assert table.state.phase == "resolution"
