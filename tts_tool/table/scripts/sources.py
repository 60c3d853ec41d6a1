"""The texts that an interpreter has loaded: their names, and what stands at a line."""

from __future__ import annotations

import re

from tts_tool.lua.dialect import translate
from tts_tool.table.scripts.values import to_bytes

__all__ = ["FIRST_CHUNK", "Sources", "may_be_plain", "plain_lua"]

# The game's own libraries come first, so an author's text is never number 0.
FIRST_CHUNK = 3

_MEANS_ELSE = re.compile(r"[^\x00-\x7f]|\\[xu\d\r]|\r(?!\n)")
_FOUR_BYTES = re.compile(r"\\24[0-4](?:\\1[2-9]\d){3}")


class Sources:
    """Names each loaded text `chunk_N`, as MoonSharp does, and remembers its lines."""

    def __init__(self, first: int = FIRST_CHUNK) -> None:
        self._next = first
        self._texts: dict[str, str] = {}
        self._lines: dict[str, list[str]] = {}

    def add(self, text: str) -> str:
        """Remember a text; tell its name."""
        chunk = f"chunk_{self._next}"
        self._next += 1
        self._texts[chunk] = text
        return chunk

    def columns(self, chunk: str, line: int) -> tuple[int, int]:
        """Guess the first and last column of what stands in a line, as its statement would."""
        text = self._line(chunk, line)
        code = text.split("--", 1)[0].rstrip() or text.rstrip()
        return len(code) - len(code.lstrip()), len(code)

    def _line(self, chunk: str, line: int) -> str:
        if chunk not in self._lines:
            self._lines[chunk] = self._texts.get(chunk, "").split("\n")
        lines = self._lines[chunk]
        return lines[line - 1] if 0 < line <= len(lines) else ""


def may_be_plain(text: str) -> bool:
    """Tell whether plain Lua, if it can read the text at all, reads it as MoonSharp does."""
    return not _MEANS_ELSE.search(text)


def plain_lua(text: str, chunk: str) -> bytes:
    """Turn a text of MoonSharp's dialect into plain Lua, as it stands inside Lua."""
    return to_bytes(_FOUR_BYTES.sub(_pair, translate(text, chunk)))


def _pair(found: re.Match[str]) -> str:
    whole = bytes(int(part) for part in found[0][1:].split("\\"))
    return "".join(f"\\{byte}" for byte in to_bytes(whole.decode("utf-8", "replace")))
