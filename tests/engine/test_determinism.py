"""The same seed and choices give the same game in every process, whatever Python's hash seed is (GEN-8)."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from engine import codec, loop
from engine.content import Content
from engine.content.files import load
from engine.game import Entry, Game, Header
from engine.state import State
from tests.engine.players import MODES, Mode, anything, climbing, dice_of, eager, header_of, play

HERE = Path(__file__).resolve().parent
HASH_SEEDS = ("0", "1", "4817")
FEW = 40
POLICIES = (anything, eager, climbing)

GAME = """
from tests.engine.players import MODES, dice_of, eager, play
from engine import codec
from engine.content.files import load
from engine.determinize import determinize
from engine.rng import Rng
from engine.view import events_for, table_view
import hashlib, json
seen = hashlib.sha256()
for mode in MODES[1:3]:
    state = mode.begin(load(), 11)
    for step, played in enumerate(play(state, eager, dice_of(mode, 11))):
        seen.update(repr(played).encode())
        if step % 25 == 0:
            seen.update(codec.state_hash(determinize(state, played.seat, Rng(step))).encode())
            seen.update(json.dumps([table_view(state, played.seat), events_for(step, state.events, None)]).encode())
    print(codec.state_hash(state), seen.hexdigest())
"""


@pytest.mark.rule("GEN-8")
def test_games_are_equal_in_other_processes_with_other_hash_seeds() -> None:
    told = {in_another_process(GAME, hash_seed) for hash_seed in HASH_SEEDS}
    assert len(told) == 1
    assert len(told.pop().split()) == 4


@pytest.mark.rule("GEN-8")
@pytest.mark.parametrize("mode", [pytest.param(mode, id=mode.name) for mode in MODES])
def test_logs_replayed_in_other_processes_offer_the_same_and_end_in_the_same_hash(content: Content, mode: Mode) -> None:
    games = [played(content, mode, number) for number in range(FEW)]
    for part, hash_seed in enumerate(HASH_SEEDS):
        some = games[part :: len(HASH_SEEDS)]
        logs = "".join(json.dumps(record) + "\n" for record, _ in some)
        told = in_another_process("from test_determinism import main; main()", hash_seed, logs)
        assert told.split() == [telling for _, telling in some]


class Offers:
    """A digest of all that is offered in a game, in its order."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()

    def hear(self, state: State) -> None:
        self.digest.update(repr(loop.offered(state)).encode())

    def telling(self, state: State) -> str:
        return f"{codec.state_hash(state)}:{self.digest.hexdigest()}"


def played(content: Content, mode: Mode, number: int) -> tuple[dict[str, Any], str]:
    """The record of a game, without its hash, and what is to be told of it."""
    header = header_of(content, mode, number)
    state, log, offers = mode.begin(content, number), list[Any](), Offers()
    offers.hear(state)
    for n, made in enumerate(play(state, POLICIES[number % len(POLICIES)], dice_of(mode, number)), 1):
        log.append(Entry(n, made.seat, n, made.choice).to_json())
        offers.hear(state)
    return {"header": codec.to_json(header), "log": log}, offers.telling(state)


def main(lines: Iterable[str] = sys.stdin) -> None:
    """Replay the records that come in, one a line; say of each what it tells."""
    for line in lines:
        record = json.loads(line)
        again, offers = Game(codec.from_json(Header, record["header"]), load()), Offers()
        offers.hear(again.state)
        for entry in record["log"]:
            again.append(Entry.from_json(entry))
            offers.hear(again.state)
        print(offers.telling(again.state))


def in_another_process(program: str, hash_seed: str, told: str = "") -> str:
    """What a program says in a Python of its own."""
    paths = os.pathsep.join([str(HERE), str(HERE.parent.parent)])
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=env, input=told, capture_output=True, text=True, check=True).stdout
