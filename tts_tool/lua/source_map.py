"""Leads from a place in a script back to the file in which a person wrote it.

A map is a row of pieces. Each says: from this line and column of the script on, until the next
piece, the text comes from that line of that file. Most pieces *advance*: the script's next line
is the file's next line. What a template computed does not: all of it comes from one line.

Lines count from 1, columns from 0 and in UTF-16 units, as in the game's own messages.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple, Self

__all__ = ["Position", "Section", "SourceMap", "Stretch", "joined", "stacked", "width"]


class Position(NamedTuple):
    """A place in a file; the column is None where only the line is known."""

    file: str
    line: int
    column: int | None = None

    def __str__(self) -> str:
        """Write it as editors and terminals make clickable: there, columns count from 1."""
        column = "" if self.column is None else f":{self.column + 1}"
        return f"{self.file}:{self.line}{column}"


class Stretch(NamedTuple):
    """Where a stretch of a script begins, and where it comes from; no file: from nowhere."""

    line: int
    column: int
    file: str | None = None
    source_line: int = 1
    source_column: int | None = None
    advances: bool = False

    def at(self, line: int, column: int) -> Position | None:
        """Lead back from a place inside this piece."""
        if self.file is None:
            return None
        below = line - self.line
        if below and self.advances:
            return Position(self.file, self.source_line + below, column)
        exact = self.source_column is not None and not below
        source_column = column - self.column + (self.source_column or 0) if exact else None
        return Position(self.file, self.source_line, source_column)


class Section(NamedTuple):
    """The lines of a bundle that one module fills."""

    module: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class SourceMap:
    """The pieces of a script, in its order, how many lines it has, and its modules."""

    pieces: tuple[Stretch, ...]
    lines: int
    sections: tuple[Section, ...] = ()

    @classmethod
    def plain(cls, file: str | None, text: str) -> Self:
        """Map a script onto the file that holds it, or onto nothing."""
        piece = Stretch(1, 0, file, 1, 0, advances=True)
        return cls((piece,), text.count("\n") + 1)

    def at(self, line: int, column: int = 0) -> Position | None:
        """Lead back from a place; None if no file of the author's is behind it."""
        if not 0 < line <= self.lines:
            return None
        index = bisect_right(self.pieces, (line, column), key=lambda each: each[:2]) - 1
        return self.pieces[index].at(line, column) if index >= 0 else None

    def section(self, line: int) -> Section | None:
        """Name the module that fills this line."""
        return next((each for each in self.sections if each.first <= line <= each.last), None)

    def named(self, module: str) -> Self:
        """Call the whole script a module."""
        return replace(self, sections=(Section(module, 1, self.lines),))

    @property
    def files(self) -> tuple[str, ...]:
        """The files behind it, in the order in which they are first needed."""
        return tuple(dict.fromkeys(each.file for each in self.pieces if each.file is not None))

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Call files by other names."""
        pieces = (
            each if each.file is None else each._replace(file=names.get(each.file, each.file))
            for each in self.pieces
        )
        return replace(self, pieces=tuple(pieces))

    def as_json(self) -> dict[str, Any]:
        """Give what `from_json` reads: small, and the same for the same map."""
        files = self.files
        number = {name: index for index, name in enumerate(files)}
        rows = [_row(each, number) for each in self.pieces]
        sections = [list(each) for each in self.sections]
        return {"lines": self.lines, "files": list(files), "modules": sections, "pieces": rows}

    @classmethod
    def from_json(cls, value: Any) -> Self:  # noqa: ANN401 - it may be anything
        """Read what `as_json` gave; anything else is a ValueError."""
        try:
            files = [str(name) for name in value["files"]]
            pieces = tuple(_piece(row, files) for row in value["pieces"])
            sections = tuple(Section(str(m), int(a), int(b)) for m, a, b in value["modules"])
            found = cls(pieces, int(value["lines"]), sections)
        except (TypeError, LookupError, OverflowError) as error:
            raise ValueError("not a source map") from error
        if any(second[:2] < first[:2] for first, second in pairwise(pieces)):
            raise ValueError("not a source map: its pieces are out of order")
        return found


def stacked(maps: Iterable[SourceMap]) -> SourceMap:
    """Join the maps of texts that stand below each other, a line break between each two."""
    pieces: list[Stretch] = []
    sections: list[Section] = []
    lines = 0
    for each in maps:
        pieces += _moved(each.pieces, lines)
        sections += (Section(m, first + lines, last + lines) for m, first, last in each.sections)
        lines += each.lines
    return SourceMap(tuple(pieces), lines, tuple(sections))


def joined(parts: Iterable[tuple[str, str | None]]) -> SourceMap:
    """Map texts that follow each other, each onto the file that holds it, or onto nothing."""
    pieces: list[Stretch] = []
    line, column = 1, 0
    for text, file in parts:
        pieces.append(Stretch(line, column, file, 1, 0, advances=True))
        below = text.count("\n")
        column = width(text.rpartition("\n")[2]) + (0 if below else column)
        line += below
    return SourceMap(tuple(pieces), line)


def width(text: str) -> int:
    """Count as MoonSharp does: an emoji is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _moved(pieces: Iterable[Stretch], lines: int) -> Iterator[Stretch]:
    return (each._replace(line=each.line + lines) for each in pieces)


def _row(piece: Stretch, number: Mapping[str, int]) -> list[int | None]:
    line, column, file, source_line, source_column, advances = piece
    if file is None:
        return [line, column]
    return [line, column, number[file], source_line, source_column, int(advances)]


def _piece(row: list[Any], files: list[str]) -> Stretch:
    line, column, *source = row
    if not source:
        return Stretch(int(line), int(column))
    file, source_line, source_column, advances = source
    exact = None if source_column is None else int(source_column)
    if not 0 <= file < len(files):
        raise ValueError("no such file")
    return Stretch(
        int(line), int(column), files[file], int(source_line), exact, advances=bool(advances)
    )
