"""A row of the report: measured values and their goal."""

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """Repeated measurements of one thing; `goal` is for the median, or for the worst."""

    what: str
    values: list[float]
    goal: float | None = None
    worst: bool = False
    unit: str = "ms"

    @property
    def median(self) -> float:
        return statistics.median(self.values) if self.values else 0.0

    @property
    def most(self) -> float:
        return max(self.values, default=0.0)

    @property
    def met(self) -> bool:
        return self.goal is None or (bool(self.values) and (self.most if self.worst else self.median) < self.goal)
