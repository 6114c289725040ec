"""The registries of steps, effects and locations, complete: this module imports all that register something.

Whoever runs steps, or reads them from JSON, imports it.
"""

from engine import effects, goods, scoring, setup, triggers  # noqa: F401
from engine.rules import (  # noqa: F401
    awards,
    benches,
    display_cards,
    end_of_round,
    end_turn,
    market,
    material_costs,
    orchestra,
    patrons,
    perform,
    planning,
    repair,
    resolution,
    specialists,
    start_of_round,
    tracks,
)
from engine.rules.locations import BY_NAME as LOCATIONS
from engine.steps import STEPS
from engine.triggers import EFFECTS

__all__ = ["EFFECTS", "LOCATIONS", "STEPS"]
