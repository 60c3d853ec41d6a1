"""What comes back to a table from the web."""

from __future__ import annotations

from tts_tool.table.world.events import Occurred

__all__ = ["WebAnswer"]


class WebAnswer(Occurred, frozen=True):
    """The answer to a `Wanted` with the same number; `error` says why there is none.

    The page of the API that leaves a `Wanted` among the notices reacts to this.
    """

    number: int
    status: int
    headers: dict[str, str]
    body: bytes
    error: str
