"""Lets Python search less often for garbage that is circular.

Games and builds make very much, hardly any of it circular: at Python's own pace the search takes
7 % of the time of bots, and a sixth of that of a build.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["PLAYING", "seldom_swept", "unswept"]

PLAYING: Final = 10_000
"""Searching still less often, at 50,000, could not be told from no change."""
_BUILDING: Final = 1_000_000
"""More than an edit makes."""


@contextmanager
def seldom_swept(objects: int = PLAYING) -> Iterator[None]:
    """Search only when so many objects are there that were not at the last search."""
    usual = gc.get_threshold()
    gc.set_threshold(objects, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def unswept() -> Iterator[None]:
    """Search neither while a build is made nor, when it is over, through what it leaves.

    That stays for the next edit, or goes with the process. Without this the first thing to be made
    after a build would have all of it searched: a twentieth of a command, in vain.
    """
    with seldom_swept(_BUILDING):
        try:
            yield
        finally:
            gc.freeze()
