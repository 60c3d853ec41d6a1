"""What tests of commands share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.town import Town


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    """Give a town, all of which ends with the test."""
    town = Town(tmp_path)
    yield town
    town.ends()
