"""Nothing that others may not know leaves the server, in any body; what is told of rivals' reasons opens bit by bit."""

import json
from typing import Any

import pytest

from engine.state import State
from tests.server.people import APPRENTICE, PERSON, Host, Person, play_on

Json = dict[str, Any]


def unseen(state: State, seat: int) -> set[str]:
    """Cards that the seat cannot have in sight: others' goals, and those in decks of which there are no copies."""
    others = {goal for player in state.players if player.seat != seat for goal in player.goals}
    buried = {card for deck, cards in state.decks.items() if deck not in ("instruments", "market") for card in cards}
    deal = state.players[seat].deal
    return others | (buried - set(deal.patrons if deal else ()))


def bodies(person: Person) -> dict[str, str]:
    """The position in every form in which a seat can ask for it."""
    revision = person.revision
    return {
        "view": person.get().text,
        "view of that revision": person.get(f"?revision={revision}").text,
        "preview": person.post("/preview", {"seat": person.seat, "revision": revision, "choices": []}).text,
        "stale": person.try_submit({"kind": "pass"}, revision=revision + 1).text,
    }


@pytest.mark.parametrize("seed", ["LUTE 4817", "VIOL 11"])
def test_no_body_names_a_card_that_its_seat_cannot_know(host: Host, seed: str):
    people = host.new_game(seed=seed, confirm_turns=False, auto_forced=True)
    looked = 0
    while play_on(people, 1, f"{seed} {looked}"):
        looked += 1
        state = host.table(people[0].game).game.state
        if looked % 24 or state.finished or state.phase == "setup":
            continue
        for person in people:
            hidden = unseen(state, person.seat)
            assert hidden
            for name, text in bodies(person).items():
                assert [card for card in hidden if f'"{card}"' in text] == [], f"{name} of seat {person.seat}"


def test_of_others_a_view_tells_how_many_and_no_more(host: Host):
    people = host.new_game()
    play_on(people, 60)
    for person in people:
        for shown in person.view["seats"]:
            own = shown["seat"] == person.seat
            assert isinstance(shown["hand"], list if own else int)
            assert isinstance(shown["goals"], list if own else int)
            assert (shown["idle"] is None) != own


def test_events_keep_private_what_only_their_seat_may_know(host: Host):
    people = host.new_game()
    play_on(people, 150)
    for person in people:
        entries = person.get("/log").json["entries"]
        told = [event for entry in entries for event in entry["events"]]
        assert any("private" in event for event in told)
        assert [event for event in told if "private" in event and event["seat"] != person.seat] == []
        assert [entry for entry in entries if entry["choice"] is not None and entry["seat"] != person.seat] == []


def test_before_all_have_chosen_nobody_sees_what_another_keeps(host: Host):
    ada, bo = host.new_game()
    kept = ada.legal_choices[0]
    ada.submit(kept)
    for text in (bo.get().text, bo.get("/log").text, bo.get("?revision=1").text):
        for card in (kept["family"], kept["patron"], *kept["goals"]):
            assert f'"{card}"' not in text


def test_answers_tell_neither_the_seed_nor_the_stream_of_chance(host: Host):
    ada, bo = host.new_game(seed="NOBODY KNOWS 77")
    play_on((ada, bo), 40)
    for person in (ada, bo):
        texts = [*bodies(person).values(), person.get("/log").text]
        assert all("NOBODY KNOWS" not in text and '"rng"' not in text for text in texts)


def test_the_token_is_kept_as_a_fingerprint_only(host: Host):
    ada, bo = host.new_game()
    with host.storage._connection() as db:
        kept = json.dumps(list(db.query("select * from tokens")))
    assert ada.token not in kept
    assert bo.token not in kept


def test_reasons_for_placement_a_worker_open_when_it_is_shown(host: Host):
    """Step by step through a game with rivals: a reason is told only when its worker lies open."""
    (ada,) = host.new_game(PERSON, APPRENTICE, confirm_turns=False, auto_forced=True)
    told_later = 0
    for turn in range(150):
        while host.games.move_ai(ada.game):
            pass
        table = host.table(ada.game)
        workers = {worker.placement: worker for worker in table.game.state.workers}
        for n, kept in table._reasons.items():
            if (
                kept.round == table.game.state.round
                and kept.placement in workers
                and not workers[kept.placement].revealed
            ):
                assert table.reason(n) is None, f"entry {n} of worker {kept.placement}"
                told_later += 1
        if not play_on((ada,), 1, f"reasons {turn}"):
            break
    assert told_later


def test_every_reason_is_told_in_the_end_at_least_in_part(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE, confirm_turns=False, auto_forced=True)
    for turn in range(1000):
        while host.games.move_ai(ada.game):
            pass
        if not play_on((ada,), 1, f"end {turn}"):
            break
    table = host.table(ada.game)
    assert table.finished
    told = [table.reason(n) for n in table._reasons]
    assert None not in told
    assert ada.get(f"/reasons/{next(iter(table._reasons))}").json == told[0]
