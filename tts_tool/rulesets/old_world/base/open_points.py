"""Where the rulebook is silent or says two things: what is played, and where it can be changed."""

from __future__ import annotations

from typing import Literal

import msgspec


class OpenPoint(msgspec.Struct, frozen=True):
    """A point that the rulebook leaves open.

    ``data``: `what` names the table field that settles it; ``settled``: it is played as the
    text says; ``choice``: `what` names the setting that says how it is played.
    """

    id: str
    how: Literal["data", "settled", "choice"]
    what: str
    text: str
