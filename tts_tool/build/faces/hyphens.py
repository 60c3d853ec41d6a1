"""Where words may be parted, by the patterns that come with Pyphen.

German has 75,000 of them, and a card one or two long words: to read them all takes longer than the
rest of the card.  So only those are read that a word needs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

import pyphen  # type: ignore[import-untyped, unused-ignore]

__all__ = ["Parted", "Patterns", "parted"]

_CHOSEN: Final = {"en": "en_GB", "de": "de_DE"}
_BLANKS: Final = b" \t\r"
_DIGITS: Final = b"0123456789"
_PART: Final = re.compile(r"(\d?)(\D?)")
_REMARKS: Final = ("%", "#")
_RARE: Final = (b"=", b"^^")
"""Of other spellings at a hyphen, and of letters written as numbers."""


class Parted(Protocol):
    """Knows where the words of a language may be parted."""

    def positions(self, word: str) -> list[int]:
        """Give the numbers of letters before each place."""


@lru_cache(maxsize=8)
def parted(language: str) -> Parted:
    """Find who parts the words of a language; nobody parts those of one that is not known."""
    known = _CHOSEN.get(language) or pyphen.language_fallback(language)
    if not known:
        return _Unparted()
    path = Path(pyphen.LANGUAGES[pyphen.language_fallback(known)])
    data = path.read_bytes()
    if any(sign in data for sign in _RARE):
        every: Parted = pyphen.HyphDict(path)
        return every
    return Patterns(data)


class Patterns:
    """The patterns of a language by their letters, as they are written."""

    def __init__(self, data: bytes) -> None:
        """Take the contents of a file of patterns, which names its encoding first."""
        encoding, _, written = data.translate(None, _BLANKS).partition(b"\n")
        name = encoding.decode().strip().lower().removeprefix("microsoft-")
        letters = written.translate(None, _DIGITS).decode(name).split("\n")
        patterns = written.decode(name).split("\n")
        pairs = zip(letters, patterns, strict=True)
        self._patterns = {bare: pattern for bare, pattern in pairs if bare != pattern}

    def positions(self, word: str) -> list[int]:
        """Give the numbers of letters before each place where a word may be parted."""
        inside = f".{word.lower()}."
        weights = [0] * (len(inside) + 1)
        for start in range(len(inside) - 1):
            for end in range(start + 1, len(inside) + 1):
                pattern = self._patterns.get(inside[start:end], "")
                if pattern and not pattern.startswith(_REMARKS):
                    places = range(start, len(weights))
                    for at, (digit, _) in zip(places, _PART.findall(pattern), strict=False):
                        weights[at] = max(weights[at], int(digit or 0))
        return [at - 1 for at, weight in enumerate(weights) if weight % 2]


class _Unparted:
    """A language whose words nobody knows how to part."""

    def positions(self, word: str) -> list[int]:  # noqa: ARG002 - as others have it
        return []
