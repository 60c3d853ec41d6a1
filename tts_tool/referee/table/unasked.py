"""What a seat had no choice in and may want to read: it lies there until the seat does anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.presenting import called, title
from tts_tool.referee.table.panel import MARK
from tts_tool.referee.table.told import Button, Question
from tts_tool.referee.wording import Reader

__all__ = ["UNASKED", "Unasked"]

UNASKED: Final = "unasked:"
"""How the names of its buttons begin."""


class Unasked:
    """By seat, the choice that it was shown and not asked for."""

    def __init__(self) -> None:
        """Begin with nothing to read."""
        self._shown: dict[Seat, dict[str, Any]] = {}

    def show(self, event: Mapping[str, Any]) -> None:
        """Show a seat what was forced upon it, if there is anything to read."""
        if event["event"] == "forced" and event.get("read"):
            self._shown[event["seat"]] = dict(event)

    def close(self, seat: Seat | None = None) -> None:
        """Close what a seat, or everybody, was shown."""
        for each in [seat] if seat is not None else list(self._shown):
            self._shown.pop(each, None)

    def questions(self, seat: Seat, reader: Reader) -> Iterator[Question]:
        """Show it as it would have been asked: what was taken, and why nothing else could be."""
        event = self._shown.get(seat)
        if event is None:
            return
        name = f"{UNASKED}{event['n']}"
        asked = title(event["decision"].rpartition("/")[0], reader)
        buttons = tuple(
            _button(f"{name}{MARK}{number}", offered, event, reader)
            for number, offered in enumerate(event["read"])
        )
        yield Question(name, f"{asked} {reader.say(Rejection('forced'))}", buttons)


def _button(
    press: str, offered: Mapping[str, Any], event: Mapping[str, Any], reader: Reader
) -> Button:
    words = offered.get("words", {}).get(reader.language)
    label = words or called(offered["value"], reader)
    rejection = offered.get("rejection")
    why_not = reader.say(msgspec.convert(rejection, Rejection)) if rejection else ""
    return Button(press, label, why_not, offered["value"] == event["value"])
