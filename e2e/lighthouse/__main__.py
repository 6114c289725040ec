"""Measures the app by Lighthouse at a server of its own; the exit status is 1 where a score is below its goal."""

import subprocess
import sys
import tempfile
from pathlib import Path

from e2e.conftest import Server, find_chromium
from e2e.tables import APPRENTICE, PERSON, Json, begin, lead

HERE = Path(__file__).resolve().parent


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", Path(folder) / "server.log")
        server.start()
        try:
            seat = lead(begin(server, PERSON, APPRENTICE), in_play)
            where = [server.url, find_chromium(), seat.game, seat.token, seat.spectator_link()]
            return subprocess.run(["node", "measure.mjs", *where, *sys.argv[1:]], cwd=HERE).returncode
        finally:
            server.stop()


def in_play(prompt: Json) -> bool:
    """The houses are set up, and workers are sent out."""
    return bool(prompt["kind"] == "plan-worker")


if __name__ == "__main__":
    sys.exit(main())
