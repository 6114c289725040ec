"""Secrets of a seat stay with it, and the reasons of AIs become visible part by part."""

import json
from typing import Any

from engine.state import State
from tests.server.people import APPRENTICE, PERSON, Host, Person, play_on

Json = dict[str, Any]


def unseen(state: State, seat: int) -> set[str]:
    """Cards that the seat cannot see: the goals of others, and decks without duplicate cards."""
    goals = {goal for player in state.players if player.seat != seat for goal in player.goals}
    in_decks = {card for deck, cards in state.decks.items() if deck not in ("instruments", "market") for card in cards}
    deal = state.players[seat].deal
    return goals | (in_decks - set(deal.patrons if deal else ()))


def bodies(person: Person) -> dict[str, str]:
    """The bodies of responses that hold the position."""
    revision = person.revision
    return {
        "view": person.get().text,
        "view of that revision": person.get(f"?revision={revision}").text,
        "preview": person.post("/preview", {"seat": person.seat, "revision": revision, "choices": []}).text,
        "stale": person.try_submit({"kind": "pass"}, revision=revision + 1).text,
    }


def test_a_view_has_only_the_number_of_others_cards(host: Host):
    people = host.new_game()
    play_on(people, 60)
    for person in people:
        for seat in person.view["seats"]:
            is_own = seat["seat"] == person.seat
            assert isinstance(seat["hand"], list if is_own else int)
            assert isinstance(seat["goals"], list if is_own else int)
            assert (seat["idle"] is None) != is_own


def test_only_the_own_seat_gets_the_private_part_of_events_and_choices(host: Host):
    people = host.new_game()
    play_on(people, 150)
    for person in people:
        entries = person.get("/log").json["entries"]
        events = [event for entry in entries for event in entry["events"]]
        assert any("private" in event for event in events)
        assert [event for event in events if "private" in event and event["seat"] != person.seat] == []
        assert [entry for entry in entries if entry["choice"] is not None and entry["seat"] != person.seat] == []


def test_before_all_have_chosen_nobody_sees_the_setup_of_another(host: Host):
    ada, bo = host.new_game()
    setup = ada.legal_choices[0]
    ada.submit(setup)
    for text in (bo.get().text, bo.get("/log").text, bo.get("?revision=1").text):
        for card in (setup["family"], setup["patron"], *setup["goals"]):
            assert f'"{card}"' not in text


def test_no_response_has_the_seed_or_the_random_generator(host: Host):
    ada, bo = host.new_game(seed="NOBODY KNOWS 77")
    play_on((ada, bo), 40)
    for person in (ada, bo):
        texts = [*bodies(person).values(), person.get("/log").text]
        assert all("NOBODY KNOWS" not in text and '"rng"' not in text for text in texts)


def test_only_the_hash_of_a_token_is_stored(host: Host):
    ada, bo = host.new_game()
    with host.storage._connection() as db:
        stored = json.dumps(list(db.query("select * from tokens")))
    assert ada.token not in stored
    assert bo.token not in stored


def test_the_reason_for_placing_a_worker_is_visible_once_the_worker_is_revealed(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE, confirm_turns=False, auto_forced=True)
    hidden = 0
    for turn in range(150):
        while host.games.move_ai(ada.game):
            pass
        table = host.table(ada.game)
        workers = {worker.placement: worker for worker in table.game.state.workers}
        for n, stored in table._reasons.items():
            if (
                stored.round == table.game.state.round
                and stored.placement in workers
                and not workers[stored.placement].revealed
            ):
                assert table.reason(n) is None, f"entry {n} of worker {stored.placement}"
                hidden += 1
        if not play_on((ada,), 1, f"reasons {turn}"):
            break
    assert hidden


def test_at_the_end_every_reason_is_visible_at_least_in_part(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE, confirm_turns=False, auto_forced=True)
    for turn in range(1000):
        while host.games.move_ai(ada.game):
            pass
        if not play_on((ada,), 1, f"end {turn}"):
            break
    table = host.table(ada.game)
    assert table.finished
    reasons = [table.reason(n) for n in table._reasons]
    assert None not in reasons
    assert ada.get(f"/reasons/{next(iter(table._reasons))}").json == reasons[0]
