"""The desk as the archive for browsers has it: its modules lie beside each other."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "web" / "offline"))
