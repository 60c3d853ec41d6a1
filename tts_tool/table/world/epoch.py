"""When a save was written: the moment from which its table counts time."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from tts_tool.saves.tree import Number, number
from tts_tool.table.world.thing import Raw

__all__ = ["written_at"]

# As the game writes it on most machines; others use the words of their own country.
_DATE: Final = "%m/%d/%Y %I:%M:%S %p"
# For a save that does not say. Always the same, so that every run sees the same.
_SOME_DAY: Final = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
# The years of Python end with 9999, and time goes on from what a save says.
_LATEST: Final = datetime(9000, 1, 1, tzinfo=UTC).timestamp()


def written_at(save: Raw) -> float:
    """Give the seconds since 1970: as the save says, else by its date, else some day."""
    told = save.get("EpochTime")
    if isinstance(told, Number | int) and 0 < number(told) < _LATEST:
        return number(told)
    with suppress(ValueError):
        read = datetime.strptime(str(save.get("Date", "")), _DATE).replace(tzinfo=UTC)
        return max(read.timestamp(), 0.0)
    return _SOME_DAY
