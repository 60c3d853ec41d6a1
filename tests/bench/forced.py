"""How long this disk takes to keep something for good: an answer waits for that, whatever we do."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

__all__ = ["Disk", "disk"]

BYTES = 4_000


class Disk(Protocol):
    """Keeps something for good."""

    def __call__(self) -> float:
        """Write about as much as an answer takes, and wait for it; give how long, in seconds."""


@contextmanager
def disk(folder: Path) -> Iterator[Disk]:
    """Open a file in the folder in which a journal lies, too."""
    with (folder / "forced").open("wb", buffering=0) as file:

        def force() -> float:
            begun = time.perf_counter()
            file.write(bytes(BYTES))
            os.fsync(file.fileno())
            return time.perf_counter() - begun

        yield force
