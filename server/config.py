"""What a server is told when it starts."""

from dataclasses import dataclass, field
from pathlib import Path

from engine.content.files import ATELIER

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Config:
    """Where games, cards and the web app lie, and the server's limits."""

    data: Path = Path("data")
    content: Path = ATELIER
    dist: Path = field(default=ROOT / "web" / "dist")
    thinkers: int = 2
    """Processes in which rivals think; with none, nobody moves them."""
    max_body: int = MEGABYTE // 4
    max_sockets: int = 200
    testing: bool = False
