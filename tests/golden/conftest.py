"""The helpers of the engine's tests import each other by bare names: they are at hand here too."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "engine"))
