"""What the docstrings of the kernel show is true."""

import doctest
import importlib
import pkgutil

import pytest

from tts_tool import kernel

MODULES = sorted(found.name for found in pkgutil.iter_modules(kernel.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """Every example in a docstring gives what it says."""
    assert doctest.testmod(importlib.import_module(f"tts_tool.kernel.{name}")).failed == 0


def test_there_are_examples() -> None:
    """Some modules have examples, so the test above does not pass for lack of any."""
    counted = [
        doctest.testmod(importlib.import_module(f"tts_tool.kernel.{n}")).attempted for n in MODULES
    ]
    assert sum(counted) >= 6
