"""Runs a random sample of mutmut's mutants of the rules and the scoring against the tests of the rules.

    python tests/mutation/sample.py --mutants 400 --seed 1

The hash of a mutant's name decides whether it is drawn, so that a sample changes little when the code around it does.
Prints how many mutants were killed, timed out (these count as killed) and survived, and the score; writes the survivors
with their changes to mutants/survivors.txt.
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
"""Memory limit of a process in bytes: a mutant that fills the memory ends only itself."""
TIMEOUT_S = 3600


def main() -> int:
    options = argparse.ArgumentParser(description="Run a random sample of mutants of the rules.")
    options.add_argument("--mutants", type=int, default=400)
    options.add_argument("--seed", default="1")
    arguments = options.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    shutil.rmtree(MUTANTS, ignore_errors=True)
    every = sorted(all_mutants(), key=lambda name: hashlib.sha256(f"{arguments.seed} {name}".encode()).digest())
    sample = sorted(every[: arguments.mutants])
    print(f"{len(sample)} of {len(every)} mutants", flush=True)
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(WORKERS), *sample]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT_S)
    if ran.returncode:
        print(ran.stdout[-4000:])
        return 1
    report(sample)
    return 0


def all_mutants() -> Iterator[str]:
    """The names of all mutants."""
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
        results = Path(f"{MUTANTS / source}.meta")
        found |= json.loads(results.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


if __name__ == "__main__":
    sys.exit(main())
