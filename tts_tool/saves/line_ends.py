"""Lines of a text with how each ends, so that those that nobody has changed stay to the byte.

Editors on Windows end lines otherwise than others, and a file that both have edited has both ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["EndedLine", "instead", "joined", "lines_of"]

_WINDOWS = "\r\n"


class EndedLine(NamedTuple):
    """A line; one that is new, and the last, end as the one before would."""

    text: str
    end: str | None = None


def lines_of(text: str) -> list[EndedLine]:
    r"""Take a text apart.

    >>> [line.end for line in lines_of("a\r\nb\nc")]
    ['\r\n', '\n', None]
    """
    *lines, last = text.split("\n")
    ended = (
        EndedLine(line[:-1], _WINDOWS) if line.endswith("\r") else EndedLine(line, "\n")
        for line in lines
    )
    return [*ended, EndedLine(last)]


def instead(old: Sequence[EndedLine], new: Sequence[str]) -> list[EndedLine]:
    """Give lines that come in place of others: each ends as the one in whose place it stands."""
    ends = [line.end for line in old]
    return [EndedLine(text, ends[n] if n < len(ends) else None) for n, text in enumerate(new)]


def joined(lines: Iterable[EndedLine], end: str | None = None) -> str:
    r"""Put lines together again; `end` is for those before any that says its own.

    >>> joined([EndedLine("a", "\r\n"), EndedLine("new"), EndedLine("b", "\n"), EndedLine("c")])
    'a\r\nnew\r\nb\nc'
    """
    several = list(lines)
    end = next((line.end for line in several if line.end), end or "\n")
    parts = list[str]()
    for line in several:
        end = line.end or end
        parts += line.text, end
    return "".join(parts[:-1])
