"""Whatever is done with seats, in whatever order: every token opens what it should and nothing else."""

from dataclasses import dataclass, field

from werkzeug.test import TestResponse

from engine.content.files import load
from engine.game import game_from_json
from engine.rng import Rng, stream
from tests.server.people import APPRENTICE, PERSON, REMOTE_PERSON, Host, Person, problem_code

HOST, GUESTS, AI_SETTINGS = 0, (1, 2), 3
STEPS = 150
MANY = 8
"""So many tokens of one seat are enough; the server's own limit is higher."""


@dataclass
class Key:
    """A token that was given out: what it opens (None: the view of who watches), or else nothing any more."""

    person: Person
    seat: int | None
    opens: bool = True
    invites: bool = False


@dataclass
class Model:
    """What should be so."""

    keys: list[Key]
    code: str = ""
    addresses: int = 0
    done: list[str] = field(default_factory=list)

    def open(self, seat: int | None) -> bool:
        return seat in GUESTS and not [key for key in self.keys if key.opens and not key.invites and key.seat == seat]

    def drop(self, seat: int | None, but: Key | None = None) -> None:
        for key in self.keys:
            if key.seat == seat and key is not but:
                key.opens = False


def refused(answer: TestResponse) -> str:
    return problem_code(answer) if answer.status_code >= 400 else ""


def walk(host: Host, rng: Rng) -> Model:
    """Random deeds of everybody who ever held a token; after each of them some tokens are tried, and in the end all."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON, APPRENTICE)
    model = Model([Key(ada, HOST)])
    for _ in range(STEPS):
        hosts = [key for key in model.keys if holds(key, HOST)]
        by = [hosts, model.keys, model.keys[-4:]][rng.below(3)]
        deed = DEEDS[rng.below(len(DEEDS))]
        if deed(host, model, by[rng.below(len(by))], rng):
            model.done.append(deed.__name__)
        check(model, rng)
    return model


def check(model: Model, rng: Rng | None = None) -> None:
    """All tokens, or some."""
    keys = model.keys if rng is None else [model.keys[rng.below(len(model.keys))] for _ in range(4)]
    for key in keys:
        answer = key.person.get("/seats")
        if not key.opens or key.invites:
            assert refused(answer) == "no-token", model.done
            continue
        who = answer.json
        assert (who["you"], who["watching"]) == ([] if key.seat is None else [key.seat], key.seat is None), model.done
        assert [seat["open"] for seat in who["seats"]] == [model.open(seat) for seat in range(4)], model.done


def holds(key: Key, seat: int | None) -> bool:
    return key.opens and not key.invites and key.seat == seat


def make_code(host: Host, model: Model, by: Key, rng: Rng) -> bool:
    answer = by.person.post("/join-code", {})
    may = holds(by, HOST) and any(model.open(seat) for seat in GUESTS)
    assert (answer.status_code == 200) == may
    if may:
        assert answer.json is not None
        model.code = answer.json["code"]
    return may


def join(host: Host, model: Model, by: Key, rng: Rng) -> bool:
    seat = rng.below(4)
    model.addresses += 1
    address = f"10.9.{model.addresses // 200}.{model.addresses % 200}"
    answer = host.try_join(model.code or "NOCODE", seat, address=address)
    may = bool(model.code) and model.open(seat)
    assert (answer.status_code == 200) == may, refused(answer)
    if may:
        assert answer.json is not None
        model.keys.append(Key(host.person(by.person.game, seat, answer.json["token"]), seat))
    return may


def make_link(host: Host, model: Model, by: Key, rng: Rng) -> bool:
    seat = None if rng.below(4) == 0 else rng.below(4)
    if sum(key.opens and key.seat == seat for key in model.keys) >= MANY:
        return False
    answer = by.person.post("/links", {"seat": seat})
    own = by.opens and not by.invites and by.seat is not None and seat in (None, by.seat)
    invites = holds(by, HOST) and model.open(seat)
    assert (answer.status_code == 200) == (own or invites), refused(answer)
    if own or invites:
        assert answer.json is not None
        model.keys.append(Key(host.person(by.person.game, seat, answer.json["token"]), seat, invites=invites))
    return own or invites


def come_in(host: Host, model: Model, by: Key, rng: Rng) -> bool:
    if rng.below(2):
        by = next((key for key in reversed(model.keys) if key.invites and key.opens), by)
    answer = by.person.try_open_session("Somebody")
    if not by.opens:
        assert refused(answer) == "no-token"
    elif by.invites and not model.open(by.seat):
        assert refused(answer) == "seat-taken"
    else:
        assert answer.json is not None
        assert answer.json["seat"] == by.seat
        assert (answer.json["token"] == by.person.token) != by.invites
        if by.invites:
            model.keys.append(Key(host.person(by.person.game, by.seat, answer.json["token"]), by.seat))
            return True
    return False


def unlink(host: Host, model: Model, by: Key, rng: Rng) -> bool:
    seat = None if rng.below(4) == 0 else rng.below(4)
    answer = by.person.delete(f"/links?seat={'none' if seat is None else seat}")
    may = holds(by, seat) if seat is not None else False
    may = may or (holds(by, HOST) and (seat is None or model.open(seat)))
    assert (answer.status_code == 204) == may, refused(answer)
    if may:
        model.drop(seat, by)
    return may


def free(host: Host, model: Model, by: Key, rng: Rng) -> bool:
    seat = rng.below(4)
    answer = by.person.try_free(seat)
    may = holds(by, HOST) and seat in GUESTS
    assert (answer.status_code == 200) == may, refused(answer)
    if may and not model.open(seat):
        model.drop(seat)
        model.code = ""
        return True
    return False


def reseat(host: Host, model: Model, by: Key, rng: Rng) -> bool:
    """Who plays a seat changes nothing of who holds it."""
    seat, level = rng.below(4), (None, "apprentice")[rng.below(2)]
    answer = by.person.try_reseat(seat, level)
    may = holds(by, HOST) or (holds(by, seat) and seat != AI_SETTINGS)
    may = may and (seat != AI_SETTINGS or level is not None)
    assert (answer.status_code == 200) == may, refused(answer)
    return may


DEEDS = (make_code, join, make_link, make_link, come_in, come_in, unlink, free, free, reseat)


def test_every_token_opens_what_it_should_and_nothing_else(host: Host):
    done: set[str] = set()
    for number in range(6):
        rng = stream("seats", number)
        model = walk(host, rng)
        check(model)
        done |= set(model.done)
        table = host.table(model.keys[0].person.game)
        assert game_from_json(table.game.to_json(), load()).hash() == table.game.hash()
    assert done == {deed.__name__ for deed in DEEDS}, "the walks show little"
