"""Merges two changes of one text, line by line, and marks where both changed the same lines.

Line ends change on their way through the game, so they make no difference; those of our own side
stay. Lines that touch each other count as the same place, as with git: who has changed the line
above may have meant this one, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from tts_tool.saves.line_ends import EndedLine, instead, joined, lines_of
from tts_tool.saves.text_changes import ChangedLines, blocks

__all__ = ["Clash", "Merged", "Side", "marked_lines", "merge_texts"]

Side = Literal["ours", "theirs", "marked"]
"""Whose lines stand where both have changed the same: one side's, or both with markers."""

_OURS: Final = "<<<<<<<"
_BETWEEN: Final = "======="
_THEIRS: Final = ">>>>>>>"


class Clash(NamedTuple):
    """Lines that both have changed: where they stand in the merged text, and what each says.

    `own` is where they stand in the text of our side, `base` what stood there before.
    """

    line: int
    own: int
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    base: tuple[str, ...] = ()


class Merged(NamedTuple):
    """A text with the changes of both, and where they clash."""

    text: str
    clashes: tuple[Clash, ...] = ()


def merge_texts(
    base: str, ours: str, theirs: str, take: Side = "marked", names: tuple[str, str] = ("", "")
) -> Merged:
    r"""Merge what became of `base` on two sides; `names` are what markers call them.

    >>> merge_texts("a\nb\nc", "A\nb\nc", "a\nb\nC").text
    'A\nb\nC'
    """
    if theirs == base or _plain(theirs) in (_plain(base), _plain(ours)):
        return Merged(ours)
    if _plain(ours) == _plain(base) and "\r\n" not in ours:
        return Merged(_plain(theirs) if "\n" in ours else theirs)
    return _Merge(base, ours, theirs).merged(take, names)


def marked_lines(text: str) -> list[int]:
    """List the lines in which a conflict begins that somebody still has to settle."""
    lines = text.split("\n")
    return [n for n, line in enumerate(lines, 1) if line.startswith(f"{_OURS} ")]


class _Change(NamedTuple):
    """Lines of the base that at least one side has changed, and what each side has there."""

    base: range
    ours: range
    theirs: range


class _Merge:
    """The lines of three texts, and where they differ."""

    def __init__(self, base: str, ours: str, theirs: str) -> None:
        self._base = _plain(base).split("\n")
        self._ours = _plain(ours).split("\n")
        self._theirs = _plain(theirs).split("\n")
        self._own = lines_of(ours)

    def merged(self, take: Side, names: tuple[str, str]) -> Merged:
        """Put the lines together."""
        lines: list[EndedLine] = []
        clashes: list[Clash] = []
        done = 0
        for change in self._changes():
            # What nobody changed stands as our side has it, line ends and all.
            lines += self._as_ours(range(done, change.ours.start))
            done = change.ours.stop
            base = self._base[change.base.start : change.base.stop]
            ours = self._ours[change.ours.start : change.ours.stop]
            theirs = self._theirs[change.theirs.start : change.theirs.stop]
            if theirs in (ours, base):
                lines += self._as_ours(change.ours)
            elif ours == base:
                lines += instead(self._as_ours(change.ours), theirs)
            else:
                at = len(lines) + 1, change.ours.start + 1
                clashes.append(Clash(*at, tuple(ours), tuple(theirs), tuple(base)))
                lines += _settled(self._as_ours(change.ours), theirs, take, names)
        lines += self._as_ours(range(done, len(self._own)))
        end = next((line.end for line in self._own if line.end), None)
        return Merged(joined(lines, end), tuple(clashes))

    def _as_ours(self, which: range) -> list[EndedLine]:
        return self._own[which.start : which.stop]

    def _changes(self) -> Iterator[_Change]:
        """Join the changes of both sides that meet in the base."""
        ours = blocks(self._base, self._ours)
        theirs = blocks(self._base, self._theirs)
        at, our_shift, their_shift = [0, 0], 0, 0
        sides = (ours, theirs)
        while at[0] < len(ours) or at[1] < len(theirs):
            left = [side[n].old.start for side, n in zip(sides, at, strict=True) if n < len(side)]
            first = last = min(left)
            taken: tuple[list[ChangedLines], list[ChangedLines]] = ([], [])
            growing = True
            while growing:
                growing = False
                for side, (all_of_it, n) in enumerate(zip(sides, at, strict=True)):
                    if n < len(all_of_it) and all_of_it[n].old.start <= last:
                        taken[side].append(all_of_it[n])
                        last = max(last, all_of_it[n].old.stop)
                        at[side] += 1
                        growing = True
            ours_now = our_shift + _growth(taken[0])
            theirs_now = their_shift + _growth(taken[1])
            yield _Change(
                range(first, last),
                range(first + our_shift, last + ours_now),
                range(first + their_shift, last + theirs_now),
            )
            our_shift, their_shift = ours_now, theirs_now


def _growth(changes: list[ChangedLines]) -> int:
    return sum(len(each.new) - len(each.old) for each in changes)


def _settled(
    ours: list[EndedLine], theirs: list[str], take: Side, names: tuple[str, str]
) -> list[EndedLine]:
    match take:
        case "ours":
            return ours
        case "theirs":
            return instead(ours, theirs)
    head, tail = (f"{mark} {name}" for mark, name in zip((_OURS, _THEIRS), names, strict=True))
    return [EndedLine(head), *ours, *map(EndedLine, (_BETWEEN, *theirs, tail))]


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")
