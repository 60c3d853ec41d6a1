"""Says where a script or another text has changed."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final, NamedTuple

__all__ = ["ChangedLines", "blocks", "text_change"]

_MOST: Final = 5  # places that are named
_MOST_PAIRS: Final = 4_000_000  # of lines; comparing more takes too long


def text_change(before: str, after: str) -> str:
    """Say in which lines a text changed, and how many are new and gone."""
    if not before or not after:
        lines = (after or before).count("\n") + 1
        return f"{'removed' if before else 'added'} ({lines} {'line' if lines == 1 else 'lines'})"
    old, new = before.split("\n"), after.split("\n")
    if [line.rstrip("\r") for line in old] == [line.rstrip("\r") for line in new]:
        return "changed in its line ends only"
    changed = blocks(old, new)
    gone = sum(len(block.old) for block in changed)
    come = sum(len(block.new) for block in changed)
    places = [_lines(block.new) for block in changed]
    more = f" and {len(places) - _MOST} more places" if len(places) > _MOST else ""
    return f"changed at {', '.join(places[:_MOST])}{more} (+{come} -{gone})"


class ChangedLines(NamedTuple):
    """Lines that stand in place of others."""

    old: range
    new: range


def blocks(old: list[str], new: list[str]) -> list[ChangedLines]:
    """Find the lines that differ; between first and last too many are taken as one block."""
    pairs = zip(old, new, strict=False)
    first = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))
    shorter = min(len(old), len(new)) - first
    pairs = zip(reversed(old), reversed(new), strict=False)
    last = next((n for n, (a, b) in enumerate(pairs) if a != b or n == shorter), shorter)
    olds, news = range(first, len(old) - last), range(first, len(new) - last)
    if len(olds) * len(news) > _MOST_PAIRS:
        return [ChangedLines(olds, news)]
    parts = (old[first : olds.stop], new[first : news.stop])
    return [
        ChangedLines(olds[a:b], news[c:d])
        for kind, a, b, c, d in SequenceMatcher(None, *parts, autojunk=False).get_opcodes()
        if kind != "equal"
    ]


def _lines(lines: range) -> str:
    if len(lines) > 1:
        return f"lines {lines.start + 1}-{lines.stop}"
    return f"line {lines.start + 1}"
