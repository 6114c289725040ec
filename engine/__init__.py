"""The rules of Luthier: pure, deterministic, standard library only; no file, clock or network access.

loop.py      legal_choices and apply
game.py      a game as header and log; undo, redo, replay
state.py     the table at one moment; steps.py: what is still to happen
view.py      a state as JSON for one seat; prompt.py: its decision as JSON
rules/       one file per chapter of the rulebook; RULES.md numbers the rules
content/     the card set, as data
"""

RULES_VERSION = "1.0.0"
"""Stored in a game's header and in its state; a rule change that alters replays is conditional on it."""

PLAYABLE_RULES = (RULES_VERSION,)
"""Versions by which a stored game can be continued, oldest first."""
