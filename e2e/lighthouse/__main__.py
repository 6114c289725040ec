"""Measures the app with Lighthouse on a new server; the exit status is 1 when a score is below its goal."""

import subprocess
import sys
import tempfile
from pathlib import Path

from e2e.conftest import Server, find_chromium
from e2e.tables import APPRENTICE, PERSON, Json, begin, play_until_asked

HERE = Path(__file__).resolve().parent


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", Path(folder) / "server.log")
        server.start()
        try:
            seat = play_until_asked(begin(server, PERSON, APPRENTICE), in_play)
            where = [server.url, find_chromium(), seat.game, seat.token, seat.spectator_link()]
            return subprocess.run(["node", "measure.mjs", *where, *sys.argv[1:]], cwd=HERE).returncode
        finally:
            server.stop()


def in_play(prompt: Json) -> bool:
    """Whether the setup is over."""
    return bool(prompt["kind"] == "plan-worker")


if __name__ == "__main__":
    sys.exit(main())
