"""Random sequences of actions with seats: at any time each token gives access to its seat and nothing else."""

from dataclasses import dataclass, field

from werkzeug.test import TestResponse

from engine.content.files import load
from engine.game import game_from_json
from engine.rng import Rng, stream
from tests.server.people import APPRENTICE, PERSON, REMOTE_PERSON, Host, Person, problem_code

HOST, GUESTS, AI = 0, (1, 2), 3
STEPS = 150
MAX_TOKENS = 8
"""Of one seat; the limit of the server is higher."""


@dataclass
class IssuedToken:
    """A token, the seat that it is for (None: a spectator's), and whether it is still valid."""

    person: Person
    seat: int | None
    is_valid: bool = True
    is_invitation: bool = False


@dataclass
class Model:
    """The expected state of the game's seats."""

    tokens: list[IssuedToken]
    code: str = ""
    addresses: int = 0
    successes: list[str] = field(default_factory=list)

    def open(self, seat: int | None) -> bool:
        return seat in GUESTS and not [token for token in self.tokens if gives_access(token, seat)]

    def revoke(self, seat: int | None, except_for: IssuedToken | None = None) -> None:
        for token in self.tokens:
            if token.seat == seat and token is not except_for:
                token.is_valid = False


def error_code(answer: TestResponse) -> str:
    return problem_code(answer) if answer.status_code >= 400 else ""


def walk(host: Host, rng: Rng) -> Model:
    """Random actions with every token issued so far, valid or not; some tokens are checked after each."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON, APPRENTICE)
    model = Model([IssuedToken(ada, HOST)])
    for _ in range(STEPS):
        hosts = [token for token in model.tokens if gives_access(token, HOST)]
        by = [hosts, model.tokens, model.tokens[-4:]][rng.below(3)]
        action = ACTIONS[rng.below(len(ACTIONS))]
        if action(host, model, by[rng.below(len(by))], rng):
            model.successes.append(action.__name__)
        check(model, rng)
    return model


def check(model: Model, rng: Rng | None = None) -> None:
    """Check all tokens, or with a generator a random sample."""
    tokens = model.tokens if rng is None else [model.tokens[rng.below(len(model.tokens))] for _ in range(4)]
    for token in tokens:
        answer = token.person.get("/seats")
        if not token.is_valid or token.is_invitation:
            assert error_code(answer) == "no-token", model.successes
            continue
        seats = answer.json
        is_spectator = token.seat is None
        assert (seats["you"], seats["watching"]) == ([] if is_spectator else [token.seat], is_spectator), (
            model.successes
        )
        assert [seat["open"] for seat in seats["seats"]] == [model.open(seat) for seat in range(4)], model.successes


def gives_access(token: IssuedToken, seat: int | None) -> bool:
    return token.is_valid and not token.is_invitation and token.seat == seat


def create_join_code(host: Host, model: Model, by: IssuedToken, rng: Rng) -> bool:
    answer = by.person.post("/join-code", {})
    allowed = gives_access(by, HOST) and any(model.open(seat) for seat in GUESTS)
    assert (answer.status_code == 200) == allowed
    if allowed:
        assert answer.json is not None
        model.code = answer.json["code"]
    return allowed


def join(host: Host, model: Model, by: IssuedToken, rng: Rng) -> bool:
    seat = rng.below(4)
    model.addresses += 1
    address = f"10.9.{model.addresses // 200}.{model.addresses % 200}"
    answer = host.try_join(model.code or "NOCODE", seat, address=address)
    allowed = bool(model.code) and model.open(seat)
    assert (answer.status_code == 200) == allowed, error_code(answer)
    if allowed:
        assert answer.json is not None
        model.tokens.append(IssuedToken(host.person(by.person.game, seat, answer.json["token"]), seat))
    return allowed


def create_link(host: Host, model: Model, by: IssuedToken, rng: Rng) -> bool:
    seat = None if rng.below(4) == 0 else rng.below(4)
    if sum(token.is_valid and token.seat == seat for token in model.tokens) >= MAX_TOKENS:
        return False
    answer = by.person.post("/links", {"seat": seat})
    own = by.is_valid and not by.is_invitation and by.seat is not None and seat in (None, by.seat)
    invites = gives_access(by, HOST) and model.open(seat)
    assert (answer.status_code == 200) == (own or invites), error_code(answer)
    if own or invites:
        assert answer.json is not None
        model.tokens.append(
            IssuedToken(host.person(by.person.game, seat, answer.json["token"]), seat, is_invitation=invites)
        )
    return own or invites


def open_session(host: Host, model: Model, by: IssuedToken, rng: Rng) -> bool:
    if rng.below(2):
        by = next((token for token in reversed(model.tokens) if token.is_invitation and token.is_valid), by)
    answer = by.person.try_open_session("Somebody")
    if not by.is_valid:
        assert error_code(answer) == "no-token"
    elif by.is_invitation and not model.open(by.seat):
        assert error_code(answer) == "seat-taken"
    else:
        assert answer.json is not None
        assert answer.json["seat"] == by.seat
        assert (answer.json["token"] == by.person.token) != by.is_invitation
        if by.is_invitation:
            model.tokens.append(IssuedToken(host.person(by.person.game, by.seat, answer.json["token"]), by.seat))
            return True
    return False


def revoke_links(host: Host, model: Model, by: IssuedToken, rng: Rng) -> bool:
    seat = None if rng.below(4) == 0 else rng.below(4)
    answer = by.person.delete(f"/links?seat={'none' if seat is None else seat}")
    allowed = gives_access(by, seat) if seat is not None else False
    allowed = allowed or (gives_access(by, HOST) and (seat is None or model.open(seat)))
    assert (answer.status_code == 204) == allowed, error_code(answer)
    if allowed:
        model.revoke(seat, by)
    return allowed


def free_seat(host: Host, model: Model, by: IssuedToken, rng: Rng) -> bool:
    seat = rng.below(4)
    answer = by.person.try_free(seat)
    allowed = gives_access(by, HOST) and seat in GUESTS
    assert (answer.status_code == 200) == allowed, error_code(answer)
    if allowed and not model.open(seat):
        model.revoke(seat)
        model.code = ""
        return True
    return False


def reseat(host: Host, model: Model, by: IssuedToken, rng: Rng) -> bool:
    """Changing who plays a seat changes no token."""
    seat, level = rng.below(4), (None, "apprentice")[rng.below(2)]
    answer = by.person.try_reseat(seat, level)
    allowed = gives_access(by, HOST) or (gives_access(by, seat) and seat != AI)
    allowed = allowed and (seat != AI or level is not None)
    assert (answer.status_code == 200) == allowed, error_code(answer)
    return allowed


ACTIONS = (
    create_join_code,
    join,
    create_link,
    create_link,
    open_session,
    open_session,
    revoke_links,
    free_seat,
    free_seat,
    reseat,
)


def test_each_token_gives_access_to_its_seat_and_nothing_else(host: Host):
    successes: set[str] = set()
    for number in range(6):
        rng = stream("seats", number)
        model = walk(host, rng)
        check(model)
        successes |= set(model.successes)
        table = host.table(model.tokens[0].person.game)
        assert game_from_json(table.game.to_json(), load()).hash() == table.game.hash()
    assert successes == {action.__name__ for action in ACTIONS}, "some action never succeeded"
