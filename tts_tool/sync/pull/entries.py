"""An entry of a TOML file, and what has to be another there: a number, a text, all of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.sync.pull.proposals import Edit

__all__ = ["LayoutEntry", "entry_at"]

_HEADER: Final = re.compile(r"\s*\[{1,2}\s*([^\[\],=]+?)\s*\]{1,2}\s*(?:#.*)?\Z")
_NOTHING: Final = re.compile(r"\s*(?:#.*)?\Z")


class LayoutEntry(NamedTuple):
    """Lines of a file, from that of a header on: its keys, and the tables inside of it."""

    file: Path
    line: int
    lines: tuple[str, ...]
    behind: tuple[str, ...] = ()
    """Empty lines that part it from what follows."""

    def number(self, key: str) -> str | None:
        """Give what stands behind a key, if it stands on one line."""
        found = self._value(key)
        return None if found is None else self.lines[found[0]][found[1] : found[2]]

    def put(self, key: str, value: str, why: str) -> Edit:
        """Let a key have another value, or a first one."""
        found = self._value(key)
        if found is None:
            return Edit(self.file, self.line + 1, (), (f"{key} = {value}",), why)
        at, start, end = found
        return self._line(at, f"{self.lines[at][:start]}{value}{self.lines[at][end:]}", why)

    def say(self, old: str, new: str, lang: str, why: str) -> Edit | None:
        """Let a text be another, if it stands there just once: in a language, or at all."""
        was, now = (json.dumps(each, ensure_ascii=False) for each in (old, new))
        for before in (rf"\b{re.escape(lang)}\s*=\s*", r"=\s*"):
            pattern = re.compile(f"({before}){re.escape(was)}")
            found = [(n, it) for n, line in enumerate(self.lines) for it in pattern.finditer(line)]
            if len(found) == 1:
                ((at, it),) = found
                text = self.lines[at]
                return self._line(at, f"{text[: it.end(1)]}{now}{text[it.end() :]}", why)
        return None

    def gone(self, why: str) -> Edit:
        """Take it away, with the empty lines behind it."""
        return Edit(self.file, self.line, (*self.lines, *self.behind), (), why)

    def _line(self, at: int, text: str, why: str) -> Edit:
        return Edit(self.file, self.line + at, (self.lines[at],), (text,), why)

    def _value(self, key: str) -> tuple[int, int, int] | None:
        """Find a key of the entry itself: its line, and where its value begins and ends."""
        pattern = re.compile(rf"\s*{re.escape(key)}\s*=\s*([^#]*?)\s*(?:#.*)?\Z")
        for at, line in enumerate(self.lines):
            if at and _HEADER.match(line):
                return None
            if found := pattern.match(line):
                return at, found.start(1), found.end(1)
        return None


def entry_at(where: str) -> LayoutEntry | None:
    """Find the entry in which a line stands that `file:line` names."""
    file, _, number = where.rpartition(":")
    if not number.isdecimal():
        return None
    lines = Path(file).read_bytes().decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    last = min(int(number), len(lines)) - 1
    first = next((n for n in range(last, -1, -1) if _HEADER.match(lines[n])), None)
    if first is None:
        return None
    found = _HEADER.match(lines[first])
    inside = f"{found[1]}." if found is not None else "."
    end = next(
        (
            n
            for n in range(first + 1, len(lines))
            if (other := _HEADER.match(lines[n])) and not other[1].startswith(inside)
        ),
        len(lines),
    )
    while end > first + 1 and _NOTHING.match(lines[end - 1]):
        end -= 1  # a remark before the next entry is about that one
    more = next((n for n in range(end, len(lines)) if lines[n].strip()), end)
    return LayoutEntry(Path(file), first + 1, tuple(lines[first:end]), tuple(lines[end:more]))
