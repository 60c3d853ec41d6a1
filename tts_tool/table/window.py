"""A page of memory that a cage and its owner share: who runs, since when and where."""

from __future__ import annotations

import mmap
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from tts_tool.table.scripts.watch import Running, Watch

__all__ = ["ShownWatch", "Window"]

_SIZE = 4096  # bytes: a page of memory
# Bytes in which the length is told: two can say more than `_SIZE`.
_LENGTH = 2
# Letters: two names, of four bytes for each, still have room on the page.
_LONGEST_NAME = 500


class Window:
    """The owner's side: makes the page, and reads what the cage shows."""

    def __init__(self) -> None:
        with tempfile.NamedTemporaryFile(prefix="tts-tool-cage-", delete=False) as file:
            file.write(bytes(_SIZE))
        self.path = Path(file.name)
        with self.path.open("r+b") as opened:
            self._page = mmap.mmap(opened.fileno(), _SIZE)

    def look(self) -> Running | None:
        """Tell what runs; None if nothing does, or it is changing just now."""
        size = int.from_bytes(self._page[:_LENGTH], "little")
        if not size:
            return None
        with suppress(msgspec.DecodeError):
            return msgspec.msgpack.decode(self._page[_LENGTH : _LENGTH + size], type=Running)
        return None

    def hide(self) -> None:
        """Take the name away once both have the page, so that nothing stays if we are killed.

        Windows keeps the name for as long as somebody has the page.
        """
        with suppress(PermissionError):
            self.path.unlink()

    def close(self) -> None:
        """Give the page back."""
        self._page.close()
        self.path.unlink(missing_ok=True)


class ShownWatch(Watch):
    """The cage's side: a watch whose facts the owner can read."""

    def __init__(self, path: Path, seconds: float) -> None:
        super().__init__(seconds)
        with path.open("r+b") as opened:
            self._page = mmap.mmap(opened.fileno(), _SIZE)

    def show(self, running: Running | None) -> None:
        """Write the facts into the page."""
        if running is None:
            self._page[:_LENGTH] = bytes(_LENGTH)
            return
        data = msgspec.msgpack.encode(running)
        if len(data) > _SIZE - _LENGTH:
            short = (running.script[:_LONGEST_NAME], "", running.function[:_LONGEST_NAME])
            data = msgspec.msgpack.encode(Running(*short, running.since))
        self._page[: _LENGTH + len(data)] = len(data).to_bytes(_LENGTH, "little") + data
