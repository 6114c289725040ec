"""Measures the app by Lighthouse at a server of its own; the exit status is 1 where a score is below its goal."""

import subprocess
import sys
import tempfile
from pathlib import Path

from e2e.conftest import Server, find_chromium

HERE = Path(__file__).resolve().parent


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", Path(folder) / "server.log")
        server.start()
        try:
            return subprocess.run(["node", "measure.mjs", server.url, find_chromium()], cwd=HERE).returncode
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
