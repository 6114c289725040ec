"""The card set for the tests of the engine; positions are laid by `scenario.py`."""

import pytest

from engine.content import Content
from engine.content.files import load


@pytest.fixture(scope="session")
def content() -> Content:
    return load()
