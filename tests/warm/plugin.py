"""The pytest plugin that lets what tests start be forked from what is warm."""

from __future__ import annotations

import sys

import pytest

if sys.platform == "linux":
    from tests.warm.starting import begin, end


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to start everything as people start it."""
    parser.addoption("--cold", action="store_true", help="fork nothing from a warm process")


def pytest_configure(config: pytest.Config) -> None:
    """Start warm from now on, if this system can and the proofs are no big ones."""
    if sys.platform == "linux" and not (config.getoption("--cold") or config.getoption("--soak")):
        begin()


def pytest_unconfigure() -> None:
    """Let the ovens go out."""
    if sys.platform == "linux":
        end()
