"""Where words may be parted, by the patterns that come with Pyphen.

German has 75,000 of them, and a card one or two long words: to read them all takes longer than the
rest of the card.  So they are kept from build to build in heaps by their first two letters, of
which only those are looked through that a word needs.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

import msgspec
import pyphen  # type: ignore[import-untyped, unused-ignore]

from tts_tool.build.cache import at_work
from tts_tool.build.stamps import fingerprint
from tts_tool.cached import read_whole, write_whole

__all__ = ["Parted", "Patterns", "parted", "sorted_out"]

_CHOSEN: Final = {"en": "en_GB", "de": "de_DE"}
_BLANKS: Final = b" \t\r"
_WITHOUT_DIGITS: Final = str.maketrans("", "", "0123456789")
_FIRST: Final = 2
"""Letters that the patterns of a heap share: without heaps a card of two words read 75,000."""
_PART: Final = re.compile(r"(\d?)(\D?)")
_REMARKS: Final = ("%", "#")
_RARE: Final = (b"=", b"^^")
"""Of other spellings at a hyphen, and of letters written as numbers."""


class Parted(Protocol):
    """Knows where the words of a language may be parted."""

    def positions(self, word: str) -> list[int]:
        """Give the numbers of letters before each place."""


# More languages than a build speaks, so that the patterns of none are read twice.
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
    return Patterns(_kept(data))


Heaps = dict[str, str]
"""The patterns of a language as they are written, a line each, by the letters they begin with."""


def _kept(data: bytes) -> Heaps:
    """Sort the patterns of a file, or find that they were; what was altered is not used."""
    cache = at_work.get()
    if cache is None:
        return sorted_out(data)
    name = fingerprint(Path(__file__).read_bytes(), data)
    file = cache / "compiled" / name[:2] / f"{name[2:]}.patterns"
    if heaps := read_whole(file):
        with suppress(msgspec.DecodeError):
            return msgspec.msgpack.decode(heaps, type=Heaps)
    found = sorted_out(data)
    write_whole(file, msgspec.msgpack.encode(found))
    return found


def sorted_out(data: bytes) -> Heaps:
    """Sort the contents of a file of patterns, which names its encoding first."""
    encoding, _, written = data.translate(None, _BLANKS).partition(b"\n")
    name = encoding.decode().strip().lower().removeprefix("microsoft-")
    heaps: dict[str, list[str]] = {}
    for pattern in written.decode(name).split("\n"):
        bare = pattern.translate(_WITHOUT_DIGITS)
        if bare != pattern:
            heaps.setdefault(bare[:_FIRST], []).append(pattern)
    return {start: "\n".join(patterns) for start, patterns in heaps.items()}


class Patterns:
    """The patterns of a language by their letters, as they are written."""

    def __init__(self, heaps: Heaps) -> None:
        self._heaps = heaps
        self._known: dict[str, dict[str, str]] = {}

    def positions(self, word: str) -> list[int]:
        """Give the numbers of letters before each place where a word may be parted."""
        inside = f".{word.lower()}."
        weights = [0] * (len(inside) + 1)
        for start in range(len(inside) - 1):
            for end in range(start + 1, len(inside) + 1):
                pattern = self._pattern(inside[start:end])
                if pattern and not pattern.startswith(_REMARKS):
                    places = range(start, len(weights))
                    for at, (digit, _) in zip(places, _PART.findall(pattern), strict=False):
                        weights[at] = max(weights[at], int(digit or 0))
        return [at - 1 for at, weight in enumerate(weights) if weight % 2]

    def _pattern(self, letters: str) -> str:
        start = letters[:_FIRST]
        known = self._known.get(start)
        if known is None:
            patterns = self._heaps.get(start, "").split("\n")
            known = {each.translate(_WITHOUT_DIGITS): each for each in patterns}
            self._known[start] = known
        return known.get(letters, "")


class _Unparted:
    """A language whose words nobody knows how to part."""

    def positions(self, word: str) -> list[int]:  # noqa: ARG002 - as others have it
        return []
