"""The settings of a server."""

from dataclasses import dataclass
from pathlib import Path

from engine.content.files import ATELIER
from server.games.tokens import CODE_LENGTH

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Config:
    """Where games, cards and the web app are, and the server's limits."""

    data: Path = Path("data")
    content: Path = ATELIER
    dist: Path = ROOT / "web" / "dist"
    """The built web app."""
    processes: int = 1
    """Web processes, which share nothing but the data folder."""
    ai_workers: int = 2
    """Processes that choose the AIs' moves, for all web processes together; with none, AIs do not move."""
    max_body: int = MEGABYTE // 4
    max_sockets: int = 200
    """Open sockets of one web process; each holds a thread."""
    code_length: int = CODE_LENGTH
    """Letters of a join code; a server with very many games may need more."""
    behind_proxy: bool = False
    """Whether every request comes through one trusted reverse proxy, whose X-Forwarded headers are used."""
    metrics_token: str | None = None
    """Lets its holder read the metrics from anywhere; without one, only programs on this machine may."""
    log_level: str = "warning"
    testing: bool = False

    @property
    def ai_workers_per_process(self) -> int:
        """AI workers of each web process: at least one, where there are any."""
        return min(self.ai_workers, max(1, self.ai_workers // self.processes))
