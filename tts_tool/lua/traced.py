"""Text that remembers from which lines of which files it comes.

A `Traced` is a string like any other. What changes it in a way that is not known here gives a
plain string; whoever writes that out says where it comes from anew, if less precisely.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tts_tool.lua.source_map import SourceMap, Stretch, width

__all__ = [
    "StretchOrigin",
    "Traced",
    "filled",
    "indented",
    "joined",
    "respelled",
    "source_map",
    "traced",
    "trimmed",
]


class StretchOrigin(NamedTuple):
    """Where a stretch of text begins in its file.

    It `advances` if its second line is the file's next line.
    """

    file: str
    line: int
    column: int | None = None
    advances: bool = False

    def after(self, text: str) -> StretchOrigin:
        """Say where goes on what stands behind `text`."""
        if not self.advances or not text:
            return self
        lines = text.count("\n")
        if lines:
            return self._replace(line=self.line + lines, column=width(text.rpartition("\n")[2]))
        exact = None if self.column is None else self.column + width(text)
        return self._replace(column=exact)


class Traced(str):
    """A string, and the lengths of its stretches, each with its origin."""

    __slots__ = ("spans",)
    spans: tuple[tuple[int, StretchOrigin | None], ...]

    def __str__(self) -> str:
        """Stay what it is: `str()` must not forget."""
        return self


def traced(text: str, file: str, line: int, column: int | None = None) -> Traced:
    """Mark text that was read from a file, for instance a script in a card file."""
    return _made([(text, StretchOrigin(file, line, column, advances=True))])


def joined(parts: Iterable[str]) -> Traced:
    """Join texts; each keeps its origins."""
    pieces = list(parts)
    if not any(isinstance(each, Traced) for each in pieces):  # most are nobody's: large tables
        return _made([("".join(pieces), None)])
    return _made(stretch for part in pieces for stretch in _stretches(part))


def filled(text: str, file: str, line: int) -> Traced:
    """Say of all stretches whose origin is unknown that this line wrote them."""
    origin = StretchOrigin(file, line)
    return _made((stretch, own or origin) for stretch, own in _stretches(text))


def respelled(text: str, *parts: str) -> str:
    """Join parts that spell `text` differently, on the line from which it comes."""
    spelled = "".join(parts)
    if not isinstance(text, Traced):
        return spelled
    origin = next((origin for _, origin in _stretches(text)), None)
    return spelled if origin is None else filled(spelled, origin.file, origin.line)


def indented(text: str, prefix: str) -> str:
    """Put `prefix` before every line that is not empty, but the first."""
    ends = [index + 1 for index, letter in enumerate(text) if letter == "\n"]
    first, *others = _cut(text, ends)
    return joined([first, *(part for line in others for part in _prefixed(line, prefix))])


def trimmed(text: str, characters: str | None = None) -> str:
    """Take blanks, or the given characters, from both ends."""
    start = len(text) - len(text.lstrip(characters))
    stop = max(start, len(text.rstrip(characters)))
    return _cut(text, [start, stop])[1]


def source_map(text: str) -> SourceMap:
    """Map the lines of a text onto where they come from.

    The blanks that begin a line belong to whatever first wrote something else on it: who asks
    for the line alone wants to know that.
    """
    pieces: list[Stretch] = []
    line, column, blank = 1, 0, True  # where we are, and whether only blanks stand before
    for stretch, origin in _stretches(text):
        head, *below = stretch.split("\n")
        if below or not blank or head.strip():
            pieces.append(_piece(line, column, origin, blank=blank))
        line += len(below)
        blank = not (below[-1] if below else head).strip() and (blank or bool(below))
        column = width(below[-1]) if below else column + width(head)
    return SourceMap(tuple(pieces), line)


def _piece(line: int, column: int, origin: StretchOrigin | None, *, blank: bool) -> Stretch:
    """Note where a stretch begins: with the line, if only `blank`s of others stand before it."""
    place = 0 if blank else column
    if origin is None:
        return Stretch(line, place)
    # Its column is known only as long as it stands at the start of the piece.
    source_column = origin.column if place == column else None
    return Stretch(line, place, origin.file, origin.line, source_column, origin.advances)


def _prefixed(line: Traced, prefix: str) -> Iterator[str]:
    if line not in ("", "\n"):
        origin = line.spans[0][1]
        yield _made([(prefix, origin and origin._replace(column=None, advances=False))])
    yield line


def _stretches(text: str) -> Iterator[tuple[str, StretchOrigin | None]]:
    start = 0
    for length, origin in text.spans if isinstance(text, Traced) else ((len(text), None),):
        yield text[start : start + length], origin
        start += length


def _cut(text: str, places: Iterable[int]) -> list[Traced]:
    """Cut at these places, which are in order."""
    parts: list[list[tuple[str, StretchOrigin | None]]] = [[]]
    waiting = deque(places)
    done = 0
    for length, start in text.spans if isinstance(text, Traced) else ((len(text), None),):
        end, origin = done + length, start
        while waiting and waiting[0] <= end:
            piece = text[done : waiting[0]]
            done = waiting.popleft()
            parts[-1].append((piece, origin))
            parts.append([])
            origin = origin and origin.after(piece)
        parts[-1].append((text[done:end], origin))
        done = end
    return [_made(part) for part in parts] + [_made([]) for _ in waiting]


def _made(stretches: Iterable[tuple[str, StretchOrigin | None]]) -> Traced:
    """Put stretches together; what one line says in a row is one stretch."""
    texts: list[str] = []
    spans: list[tuple[int, StretchOrigin | None]] = []
    for text, origin in stretches:
        texts.append(text)
        if spans and spans[-1][1] == origin and not (origin and origin.advances):
            spans[-1] = (spans[-1][0] + len(text), origin)
        elif text:
            spans.append((len(text), origin))
    made = Traced("".join(texts))
    made.spans = tuple(spans)
    return made
