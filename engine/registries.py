"""The complete registries of steps, effects and locations: imports every module that registers one.

Modules that run steps, or decode them from JSON, import this module.
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
