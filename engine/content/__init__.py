"""The card set: what is printed on every card, as data.

`cards.py` gives the types and parses tables into them, purely. `files.py` is the only module of the engine that
reads files. `check.py` names each fault of a set. The words that cards are written in: `VOCABULARY.md`.
"""

from engine.content.cards import Content, parse

__all__ = ["Content", "parse"]
