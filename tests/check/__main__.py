"""The tests that the changes since main affect, in less than a minute: `make check`.

python -m tests.check           run them; where web files changed, lint and check the types of the web app too
python -m tests.check --list    name their files, and run nothing
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

from tests.check.selection import ROOT, changed_since_main, python_tests, web_files

SECONDS = 40
"""How long tests begin; what has begun by then ends."""
SCREENS = 15
"""How long tests of whole screens take, which begin only while there is time for them."""
NO_TESTS = 5
"""The exit status of a pytest that found none."""
VITEST = ("npx", "vitest", "related", "--run", "--passWithNoTests")


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.check", description=__doc__.partition(":")[0])
    options.add_argument("--list", action="store_true", help="name the affected test files and changed web files")
    asked = options.parse_args()
    changed = changed_since_main()
    tests, web = python_tests(changed), web_files(changed)
    print(f"Changed since main: {len(changed)} files; affected: {len(tests)} Python test files, {len(web)} web files")
    if asked.list:
        print("\n".join([*tests, *(f"web/{file}" for file in web)]))
        return 0
    until = time.time() + SECONDS
    commands = start_web_checks(web) if web else []
    failed = [not pytest_passes(tests, until)] if tests else []
    failed += [command.failed() for command in commands]
    if web and time.time() + SCREENS < until:
        failed.append(InWeb(*VITEST, *web, "--exclude", "src/**").failed())
    elif web:
        print("No time left for tests of whole screens: make vitest")
    return int(any(failed))


def start_web_checks(files: list[str]) -> list["InWeb"]:
    return [
        InWeb(*VITEST, *files, "--exclude", "tests/**"),
        InWeb("npm", "run", "--silent", "lint"),
        InWeb("npm", "run", "--silent", "check"),
    ]


class InWeb:
    """A command in the folder of the web app, beside others; what it prints is shown when it has ended."""

    def __init__(self, *words: str) -> None:
        self.output = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it is open for as long as the command runs
        self.process = subprocess.Popen(words, cwd=ROOT / "web", stdout=self.output, stderr=subprocess.STDOUT)

    def failed(self) -> bool:
        status = self.process.wait()
        with self.output:
            self.output.seek(0)
            print(self.output.read(), end="", flush=True)
        return status != 0


def pytest_passes(tests: dict[str, int], until: float) -> bool:
    """Run the test files, given with their distances from the change."""
    first = " ".join(file for file, distance in tests.items() if distance < 2)
    options = ["-q", "-rfE", "-n", "auto", "--dist", "load", "--maxschedchunk", "4"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=ROOT,
        env={**os.environ, "CHECK_UNTIL": str(until), "CHECK_FIRST": first},
        check=False,
    )
    return ended.returncode in (0, NO_TESTS)


if __name__ == "__main__":
    sys.exit(main())
