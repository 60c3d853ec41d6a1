"""What the docstrings of the saves show is true."""

import doctest
import importlib
import pkgutil

import pytest

from tts_tool import saves

MODULES = sorted(found.name for found in pkgutil.walk_packages(saves.__path__, "tts_tool.saves."))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """Every example in a docstring gives what it says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    """Some modules have examples, so the test above does not pass for lack of any."""
    counted = [doctest.testmod(importlib.import_module(name)).attempted for name in MODULES]
    assert sum(counted) >= 6
