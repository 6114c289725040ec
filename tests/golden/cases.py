"""All golden games that ought to be there."""

from tests.golden.case import CASES, Case
from tests.golden.reasons import awards, decks, ends, logs, patrons, tables, workers, works

PAGES = (tables, ends, decks, patrons, awards, works, workers, logs)
"""Importing a page registers its reasons."""

__all__ = ["CASES", "PAGES", "Case"]
