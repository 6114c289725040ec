"""What `/api/content` tells clients of the rules: the numbers that the engine itself plays by."""

from engine.abilities import storage_limit
from engine.choices import PlacePatron, TakeMaterial
from engine.content.cards import BENCHES, BOARD, LOCATIONS, TRACKS, Content
from engine.events import Gained
from engine.rule_facts import rule_facts
from engine.rules.patrons import PlaceNewPatron
from engine.rules.tracks import Advance
from engine.setup import new_state
from tests.engine.scenario import scenario


def test_locations_and_benches_are_in_the_order_of_the_board(content: Content) -> None:
    facts = rule_facts(content)
    assert [fact["location"] for fact in facts["locations"]] == list(BOARD)
    assert [*BOARD, *facts["benches"]] == list(LOCATIONS)
    assert facts["benches"] == list(BENCHES)


def test_a_game_has_as_many_rounds_as_are_told(content: Content) -> None:
    agenda = new_state(content, "LUTE", 3, None, "1.0.0").agenda
    assert sum(type(step).__name__ == "BeginPlanning" for step in agenda) == rule_facts(content)["rounds"]


def test_the_storage_told_is_the_limit_with_and_without_the_award(content: Content) -> None:
    facts = rule_facts(content)
    state = scenario().seat(0, markers=("royal", "purple")).state
    assert facts["storage"] == {"base": storage_limit(state, 1), "with_award": storage_limit(state, 0)}
    assert facts["stats"]["storage"]["base"] == facts["storage"]["base"]


def test_each_patron_space_pays_what_is_told(content: Content) -> None:
    for fact in rule_facts(content)["patron_spaces"]:
        table = scenario().agenda(PlaceNewPatron(0, "antonio-vivaldi"))
        table.choose(0, PlacePatron(fact["space"]))
        if "material" in fact["goods"]:
            table.choose(0, TakeMaterial("wood"))
        assert [sum(n for _, n in event.goods) for event in table.events(Gained)] == list(fact["goods"].values())


def test_the_last_space_of_each_track_and_its_specialty_card_are_where_told(content: Content) -> None:
    for track, fact in rule_facts(content)["tracks"].items():
        gifts = {}
        for space in range(1, fact["spaces"] + 1):
            table = scenario().seat(0, **{track: space - 1}).agenda(Advance(0, track))
            gifts[space] = (table.kind if table.state.agenda else "", table.player(0).prestige)
        assert [space for space, (kind, _) in gifts.items() if kind == "specialist"] == [fact["specialist"]]
        assert [space for space, (_, prestige) in gifts.items() if prestige] == [fact["spaces"]]
    assert list(rule_facts(content)["tracks"]) == list(TRACKS)


def test_first_chairs_are_worth_what_the_final_scoring_pays(content: Content) -> None:
    prestige = rule_facts(content)["first_chair_prestige"]
    basic = sum(not seat.rare for seat in content.orchestra.values())
    rare = sum(card.copies for card in content.instruments.values() if card.rare)
    assert prestige == [content.first_chairs_prestige(n) for n in range(basic + rare + 1)]
