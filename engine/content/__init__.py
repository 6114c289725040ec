"""The card set: everything printed on cards and boards, as data.

`cards.py` holds the types and parses tables into them. `files.py` is the only module of the engine that reads files.
`check.py` finds the faults of a set. `VOCABULARY.md` defines the words of card texts.
"""

from engine.content.cards import Content, parse

__all__ = ["Content", "parse"]
