"""What a server is told when it starts."""

from dataclasses import dataclass
from pathlib import Path

from engine.content.files import ATELIER
from server.games.tokens import CODE_LENGTH

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Config:
    """Where games, cards and the web app lie, and the server's limits."""

    data: Path = Path("data")
    content: Path = ATELIER
    dist: Path = ROOT / "web" / "dist"
    """The built web app."""
    processes: int = 1
    """Web processes; all are alike and share nothing but the data folder."""
    thinkers: int = 2
    """Processes in which rivals think, for all web processes together; with none, nobody moves them."""
    max_body: int = MEGABYTE // 4
    max_sockets: int = 200
    """Open sockets of one web process; each holds a thread."""
    code_length: int = CODE_LENGTH
    """Letters of a join code; a server for very many games may want more."""
    behind_proxy: bool = False
    """Whether every request comes through one reverse proxy of ours, whose X-Forwarded headers are then believed."""
    metrics_token: str | None = None
    """Who has it may read the metrics from anywhere; without one, only programs on this machine may."""
    log_level: str = "warning"
    testing: bool = False

    @property
    def own_thinkers(self) -> int:
        """How many of the thinkers each web process has: one at least, where there are any."""
        return min(self.thinkers, max(1, self.thinkers // self.processes))
