"""The same seed and choices give the same game in every process, whatever Python's hash seed is (GEN-8)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

GAME = """
from players import MODES, dice_of, eager, play
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
    told = {played_with(hash_seed) for hash_seed in ("0", "1", "4817")}
    assert len(told) == 1
    assert len(told.pop().split()) == 4


def played_with(hash_seed: str) -> str:
    """What another process tells of the same games."""
    paths = os.pathsep.join([str(HERE), str(HERE.parent.parent)])
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    return subprocess.run([sys.executable, "-c", GAME], env=env, capture_output=True, text=True, check=True).stdout
