"""How the characters of strings are written: TTS's way, Go's, Python's, or here and there oddly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, Literal

__all__ = ["BY_TTS", "Spelling", "Wide", "learn", "plain", "units"]

Wide = Literal["", "lower", "upper"]

_SHORT: Final = {
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "b": "\b",
    "f": "\f",
    '"': '"',
    "\\": "\\",
    "/": "/",
}
_USUAL: Final = {chr(code): f"\\u{code:04x}" for code in range(0x20)} | {
    char: f"\\{letter}" for letter, char in _SHORT.items() if letter != "/"
}
_PAIR: Final = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_UNIT: Final = re.compile(rf"{_PAIR}|\\u[0-9a-fA-F]{{4}}|\\.|[^\\]", re.DOTALL)
_ESCAPE: Final = re.compile(rf"{_PAIR}|\\u[0-9a-fA-F]{{4}}|\\.")
_MAYBE_ODD: Final = re.compile(rf"{_ESCAPE.pattern}|[\x00-\x1f\ud800-\udfff]", re.DOTALL)
"""What TTS might write otherwise: all but the characters that it never escapes."""


class Spelling:
    """Which characters are escaped, and how; `wide` says whether all beyond ASCII are."""

    def __init__(self, wide: Wide = "", marks: Mapping[str, str] | None = None) -> None:
        self.wide = wide
        self.marks = dict(marks or {})

    @cached_property
    def _special(self) -> re.Pattern[str]:
        beyond = "\x80-\U0010ffff" if self.wide else "\ud800-\udfff"
        return re.compile(rf'["\\\x00-\x1f{beyond}{re.escape("".join(self.marks))}]')

    def spell(self, text: str) -> str:
        """Write a string, without its quotes."""
        return self._special.sub(lambda found: self.mark(found[0]), text)

    def mark(self, char: str) -> str:
        """Write one character."""
        usual = self.marks.get(char) or _USUAL.get(char)
        if usual is None and (char >= "\x80" if self.wide else "\ud800" <= char <= "\udfff"):
            return _escaped(char, "X" if self.wide == "upper" else "x")
        return usual or char


BY_TTS: Final = Spelling()


def plain(spelled: str) -> str:
    """Read what was between quotes; an unknown escape is a KeyError."""
    if "\\" not in spelled:
        return spelled
    return _ESCAPE.sub(lambda found: _char(found[0]), spelled)


def units(spelled: str) -> Iterator[tuple[str, str]]:
    """Take a written string apart: each character and how it is written."""
    return _taken_apart(spelled, _UNIT)


def _taken_apart(spelled: str, which: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for found in which.finditer(spelled):
        unit = found[0]
        yield (_char(unit) if unit[0] == "\\" else unit), unit


def learn(odd: Iterable[str], text: str) -> Spelling:
    """Find the spelling of a file from its strings that TTS would spell otherwise."""
    seen = Counter(
        (char, unit)
        for spelled in odd
        for char, unit in _taken_apart(spelled, _MAYBE_ODD)
        if unit != BY_TTS.mark(char)
    )
    wide = _wide(seen, text)
    rule = Spelling(wide)
    marks: dict[str, str] = {}
    for (char, unit), times in seen.most_common():
        usual = rule.mark(char)
        usually = text.count(usual) - times * unit.count(usual)
        if char not in marks and unit != usual and times > usually:
            marks[char] = unit
    return Spelling(wide, marks)


def _wide(seen: Mapping[tuple[str, str], int], text: str) -> Wide:
    """Tell whether characters beyond ASCII are escaped as a rule, and with which digits."""
    units_beyond = {
        unit: times
        for (char, unit), times in seen.items()
        if char >= "\x80" and not "\ud800" <= char <= "\udfff"
    }
    escaped = sum(units_beyond.values())
    if not escaped or escaped <= len(re.findall(r"[^\x00-\x7f]", text)):
        return ""
    upper = sum(times for unit, times in units_beyond.items() if unit[2:] == unit[2:].upper())
    lower = sum(times for unit, times in units_beyond.items() if unit == unit.lower())
    return "upper" if upper > lower else "lower"


def _char(unit: str) -> str:
    if unit[1] != "u":
        return _SHORT[unit[1]]
    codes = [int(part, 16) for part in unit.split("\\u")[1:]]
    if len(codes) == 1:
        return chr(codes[0])
    return chr(0x10000 + ((codes[0] - 0xD800) << 10) + (codes[1] - 0xDC00))


def _escaped(char: str, digits: str) -> str:
    code = ord(char)
    if code < 0x10000:  # noqa: PLR2004 - the end of the plane that needs no pair
        return f"\\u{code:04{digits}}"
    high, low = 0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code & 0x3FF)
    return f"\\u{high:04{digits}}\\u{low:04{digits}}"
