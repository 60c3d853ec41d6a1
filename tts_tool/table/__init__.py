"""A table without the game: loads any save, runs its scripts, speaks the External Editor API.

`Table.open(save)` is the beginning of everything. It is imported when it is asked for, because
the process in which scripts run imports this package, too, and needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tts_tool.table.open import Table

__all__ = ["Table"]


def __getattr__(name: str) -> object:
    if name != "Table":
        raise AttributeError(name)
    from tts_tool.table.open import Table  # noqa: PLC0415 - see above

    return Table
