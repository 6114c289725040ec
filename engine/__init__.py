"""The rules of Luthier: pure, deterministic, standard library only. No file, clock or network is touched here.

game.py      the loop: legal_choices, apply
record.py    a game as header and log; undo, redo, replay
view.py      what a seat may see; prompt.py: what it is asked
rules/       one file a page of the rulebook; RULES.md numbers them
content/     the card set, as data
"""

RULES_VERSION = "1.0.0"
"""Games store it, and their state knows it; a change of the rules that would replay differently is gated on it."""

PLAYABLE_RULES = (RULES_VERSION,)
"""The versions by which a stored game can still be played on, oldest first."""
