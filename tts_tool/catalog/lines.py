"""Finds the line of a key in a TOML text.

The parser of the standard library forgets where things stood. Keeping lines would make every
load slower, so the text is read again, by this light scanner, when something is wrong.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress
from itertools import accumulate

from tts_tool.catalog.anatomy import Key

__all__ = ["find_lines"]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{1,2})?'
    r"|'''.*?'''(?:'{1,2})?"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")


def find_lines(text: str) -> dict[Key, int]:
    """Map every key and every array element of a valid TOML text to its line, from 1."""
    scanner = _Scanner(text)
    # Should the parser have got through with less stack, what was found until then will do.
    with suppress(RecursionError):
        scanner.document()
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return {key: bisect_right(starts, offset) for key, offset in scanner.offsets.items()}


class _Scanner:
    """Walks through a text known to be valid, noting where each key begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.offsets: dict[Key, int] = {}
        self.lengths: dict[Key, int] = {}  # how many [[headers]] an array has had so far

    def document(self) -> None:
        prefix: Key = ()
        while self.take(_BLANK) is not None and self.position < len(self.text):
            if self.text.startswith("[", self.position):
                prefix = self.header()
            else:
                self.pair(prefix)

    def header(self) -> Key:
        start = self.position
        brackets = 2 if self.text.startswith("[[", start) else 1
        self.position += brackets
        *parents, last = self.dotted()
        self.position += brackets
        place: Key = ()
        for part in parents:
            place = self.newest((*place, part))
            self.offsets.setdefault(place, start)
        place = (*place, last)
        if brackets == 1:
            self.offsets.setdefault(place, start)
            return place
        self.offsets.setdefault(place, start)
        self.lengths[place] = self.lengths.get(place, 0) + 1
        place = self.newest(place)
        self.offsets[place] = start
        return place

    def newest(self, place: Key) -> Key:
        """Step into the last element if the place is an array of tables."""
        length = self.lengths.get(place)
        return place if length is None else (*place, length - 1)

    def pair(self, prefix: Key) -> None:
        start = self.position
        place = prefix
        for part in self.dotted():
            place = (*place, part)
            self.offsets.setdefault(place, start)
        self.position += 1  # the equals sign
        self.take(_SPACE)
        self.value(place)

    def dotted(self) -> list[str]:
        parts = [self.key()]
        while self.text.startswith(".", self.position):
            self.position += 1
            parts.append(self.key())
        return parts

    def key(self) -> str:
        self.take(_SPACE)
        bare = self.take(_BARE)
        if bare is None:
            quoted = self.take(_STRING)
            bare = str(tomllib.loads(f"key = {quoted}")["key"])
        self.take(_SPACE)
        return bare

    def value(self, place: Key) -> None:
        if self.text.startswith("[", self.position):
            self.array(place)
        elif self.text.startswith("{", self.position):
            self.inline_table(place)
        elif self.take(_STRING) is None and self.take(_SCALAR) is None:
            self.position += 1  # never in valid TOML; but never stand still either

    def array(self, place: Key) -> None:
        self.position += 1
        index = 0
        while self.more("]"):
            self.offsets[*place, index] = self.position
            self.value((*place, index))
            index += 1

    def inline_table(self, place: Key) -> None:
        self.position += 1
        while self.more("}"):
            self.pair(place)

    def more(self, end: str) -> bool:
        """Go to the next element; step over the end when there is none."""
        self.take(_BLANK)
        if self.text.startswith(",", self.position):
            self.position += 1
            self.take(_BLANK)
        if not self.text.startswith(end, self.position):
            return self.position < len(self.text)
        self.position += 1
        return False

    def take(self, pattern: re.Pattern[str]) -> str | None:
        match = pattern.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return match[0]
