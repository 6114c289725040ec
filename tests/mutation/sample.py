"""Do the tests notice faults? mutmut puts them into the rules and the scoring; a random sample of them is tried.

    python tests/mutation/sample.py --mutants 400 --seed 1

A mutant is drawn by the hash of its name, so that a sample stays much the same while the code around it changes.
Prints how many were killed, timed out (killed too: an endless mutant is noticed) and survived, and the score; writes
the survivors with their changes to mutants/survivors.txt.
"""

import argparse
import hashlib
import json
import resource
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code
from mutmut.utils.format_utils import get_mutant_name

SETTINGS = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
MUTANTS = Path("mutants")
SURVIVORS = MUTANTS / "survivors.txt"
WORKERS = 2
MEMORY = 3 << 30
"""Bytes that a process may take: a mutant that fills the memory fails in its own."""
HOUR = 3600


def main() -> int:
    options = argparse.ArgumentParser(description="Try a random sample of faults in the rules.")
    options.add_argument("--mutants", type=int, default=400)
    options.add_argument("--seed", default="1")
    asked = options.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    shutil.rmtree(MUTANTS, ignore_errors=True)
    every = sorted(all_mutants(), key=lambda name: hashlib.sha256(f"{asked.seed} {name}".encode()).digest())
    sample = sorted(every[: asked.mutants])
    print(f"{len(sample)} of {len(every)} mutants", flush=True)
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(WORKERS), *sample]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=HOUR)
    if ran.returncode:
        print(ran.stdout[-4000:])
        return 1
    report(sample)
    return 0


def all_mutants() -> Iterator[str]:
    """Names of every mutant that mutmut would make."""
    for source in sources():
        made = mutate_file_contents(str(source), source.read_text(encoding="utf-8"))
        yield from (get_mutant_name(source, name) for name in made.mutant_names)


def sources() -> Iterator[Path]:
    for path in map(Path, SETTINGS["source_paths"]):
        yield from sorted(path.rglob("*.py")) if path.is_dir() else (path,)


def report(sample: list[str]) -> None:
    results = {name: status_by_exit_code[code] for name, code in exit_codes().items() if name in set(sample)}
    counted = Counter(results.values())
    survivors = [name for name in sample if results[name] not in ("killed", "timeout")]
    SURVIVORS.write_text("\n".join(get_diff_for_mutant(name) for name in survivors), encoding="utf-8")
    print(", ".join(f"{status} {number}" for status, number in counted.most_common()))
    print(f"{1 - len(survivors) / len(sample):.1%} killed; {len(survivors)} others in {SURVIVORS}")


def exit_codes() -> dict[str, int]:
    found: dict[str, int] = {}
    for source in sources():
        told = Path(f"{MUTANTS / source}.meta")
        found |= json.loads(told.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


if __name__ == "__main__":
    sys.exit(main())
