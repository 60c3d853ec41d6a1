"""Sets text into a box: lines, inline icons, hyphens, and a size at which all of it fits.

Marks inside a text: `[shield]` is an icon, `*fast*` is bold, a line break begins a paragraph; a
space that must not break is U+00A0. Nothing here draws: a `Setting` says what stands where.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tts_tool.build.faces.fonts import EM, SPACE, metrics, shape
from tts_tool.build.faces.hyphens import parted

__all__ = ["ICON", "Fonts", "Hyphens", "Set", "SetLine", "SetPiece", "Sizes", "baseline", "fit"]

_MARK = re.compile(r"\[(?P<icon>[a-z0-9-]+)\]|(?P<bold>\*)|(?P<text>[^\[*]+|\[)")
_SHORTEST = 8  # letters of a word that may be parted
_STAY, _GO = 3, 3  # letters that stay on the line, and that go to the next
_PLAIN = 0.85  # so much smaller a text may be set before words are parted
ICON = 1.02  # an icon in a text, as a part of the type size
_GAP = 0.10  # after an icon that something follows closely
_FIXED = "\u00a0"
_STOPS = ".,:;!?)"
_AROUND = f"{_STOPS}(“”„‚‘’»«…"  # what may stand around a word and is none of it


class Fonts(NamedTuple):
    """The font of a text, and that of its bold words."""

    plain: str
    bold: str


class Hyphens(NamedTuple):
    """By which language words are parted, and words that it parts badly, written `Nacht-falter`."""

    language: str
    own: tuple[str, ...] = ()


class Sizes(NamedTuple):
    """Between which sizes a text may be set, and how far apart its lines are."""

    largest: float
    smallest: float
    leading: float


class SetPiece(NamedTuple):
    """A part of a word that is drawn at once: characters of a font, or an icon (no font)."""

    font: str
    value: str

    @property
    def width(self) -> float:
        """Give the width, as a part of the type size."""
        return shape(self.font, self.value).width / EM if self.font else ICON

    def drawn(self, x: float, y: float, size: float) -> str:
        """Give the characters as SVG, from their left end on the base line."""
        path = shape(self.font, self.value).path
        return f'<path transform="translate({x:.2f} {y:.2f}) scale({size / EM:.5f})" d="{path}"/>'


class SetLine(NamedTuple):
    """Pieces and where they stand, as parts of the type size."""

    pieces: tuple[tuple[float, SetPiece], ...]
    width: float


class Set(NamedTuple):
    """A text that fits: its lines, and its size."""

    lines: tuple[SetLine, ...]
    size: float


Word = tuple[SetPiece, ...]
Line = tuple[tuple[Word, ...], float]
"""Words, and the space between them: what stands where is worked out of the lines that stay."""
Breaks = Callable[[Word, float], tuple[Word, Word] | None]


def fit(
    text: str, fonts: Fonts, hyphens: Hyphens, room: tuple[float, float], sizes: Sizes
) -> Set | None:
    """Set a text as large as it fits, or give None; words are parted where that helps much."""
    paragraphs = tuple(words(part, fonts) for part in text.split("\n"))
    plain = _largest(paragraphs, _whole, room, sizes)
    if plain is not None and plain.size >= sizes.largest * _PLAIN:
        return plain
    parted = _largest(paragraphs, _parting(hyphens), room, sizes)
    if plain is None or (parted is not None and plain.size < parted.size * _PLAIN):
        return parted
    return plain


def _largest(
    paragraphs: tuple[tuple[Word, ...], ...],
    breaks: Breaks,
    room: tuple[float, float],
    sizes: Sizes,
) -> Set | None:
    width, height = room
    size = sizes.largest
    while size >= sizes.smallest:
        lines = _lines(paragraphs, breaks, width / size)
        if lines is not None and len(lines) * size * sizes.leading <= height:
            balanced = _balanced(paragraphs, breaks, lines, width / size)
            return Set(tuple(_line(*each) for each in balanced), size)
        size -= 1
    return None


def _balanced(
    paragraphs: tuple[tuple[Word, ...], ...],
    breaks: Breaks,
    lines: tuple[Line, ...],
    width: float,
) -> tuple[Line, ...]:
    """Make the lines about equally long, as long as there are not more of them."""
    low, high = 0.5 * width, width
    for _ in range(5):
        middle = (low + high) / 2
        narrower = _lines(paragraphs, breaks, middle)
        if narrower is not None and len(narrower) <= len(lines):
            lines, high = narrower, middle
        else:
            low = middle
    return lines


def _lines(
    paragraphs: tuple[tuple[Word, ...], ...], breaks: Breaks, width: float
) -> tuple[Line, ...] | None:
    """Break paragraphs into lines, or give None if a word is too long."""
    lines: list[Line] = []
    for paragraph in paragraphs:
        broken = _broken(paragraph, breaks, width)
        if broken is None:
            return None
        lines.extend(broken)
    return tuple(lines)


def _broken(paragraph: tuple[Word, ...], breaks: Breaks, width: float) -> list[Line] | None:
    """Fill line after line with as many words as go in."""
    space = _space(next((w[0].font for w in paragraph if w and w[0].font), "sans"))
    lines: list[Line] = []
    line: list[Word] = []
    used = 0.0
    rest = list(reversed(paragraph))
    while rest:
        word = rest.pop()
        at = used + space if line else 0.0
        end = at + _width(word)
        if end <= width:
            line.append(word)
            used = end
            continue
        parts = breaks(word, width - at)
        if parts is not None:
            line.append(parts[0])
            rest.append(parts[1])
        elif line:
            rest.append(word)
        else:
            return None
        lines.append((tuple(line), space))
        line, used = [], 0.0
    lines.append((tuple(line), space))
    return lines


def _line(line: tuple[Word, ...], space: float) -> SetLine:
    pieces: list[tuple[float, SetPiece]] = []
    at = 0.0
    for number, word in enumerate(line):
        at += space if number else 0.0
        for piece, gap in _spaced(word):
            pieces.append((at, piece))
            at += piece.width + gap
    return SetLine(tuple(pieces), at)


# Any size gives the same: texts of a kind come again with other sizes of type.
@lru_cache(maxsize=2_000)
def words(text: str, fonts: Fonts) -> tuple[Word, ...]:
    """Read the marks of a text; a word is whatever no line break may part."""
    found: list[Word] = []
    word: list[SetPiece] = []
    font = fonts.plain
    for mark in _MARK.finditer(text):
        if mark["bold"]:
            font = fonts.bold if font == fonts.plain else fonts.plain
        elif mark["icon"]:
            word.append(SetPiece("", mark["icon"]))
        else:
            for number, part in enumerate(re.split(r"[ \t]+", mark["text"])):
                if number and word:
                    found.append(tuple(word))
                    word = []
                if part:
                    word.append(SetPiece(font, part))
    return (*found, tuple(word)) if word else tuple(found)


def _spaced(word: Word) -> Iterator[tuple[SetPiece, float]]:
    """Give each piece with the gap after it: icons keep a little distance, but not from a stop.

    Where there is a space already, it is distance enough.
    """
    for piece, following in pairwise((*word, None)):
        if piece is not None:
            icon = following is not None and not (piece.font and following.font)
            stop = following is not None and following.value[0] in f"{_STOPS}{_FIXED}"
            apart = stop or piece.value.endswith(_FIXED)
            yield piece, _GAP if icon and not apart else 0.0


# Any size gives the same, as in `fonts.shape`.
@lru_cache(maxsize=20_000)
def _width(word: Word) -> float:
    return sum(piece.width + gap for piece, gap in _spaced(word))


def _space(font: str) -> float:
    return max(SPACE, shape(font, " ").width / EM)


def _whole(_word: Word, _room: float) -> tuple[Word, Word] | None:
    """Part no word."""
    return None


def _parting(hyphens: Hyphens) -> Breaks:
    """Part words where the language allows it, as late as there is room."""

    def part(word: Word, room: float) -> tuple[Word, Word] | None:
        if len(word) != 1 or not word[0].font or len(word[0].value) < _SHORTEST:
            return None
        font, text = word[0]
        for at in _places(hyphens, text):
            first = text[:at] if text[at - 1] == "-" else f"{text[:at]}-"
            if shape(font, first).width / EM <= room:
                return (SetPiece(font, first),), (SetPiece(font, text[at:]),)
        return None

    return part


# Any size gives the same: words come again and again.
@lru_cache(maxsize=2_000)
def _places(hyphens: Hyphens, text: str) -> tuple[int, ...]:
    """Find where a word may be parted, the last place first; best after a hyphen of its own."""
    start = len(text) - len(text.lstrip(_AROUND))
    bare = text.strip(_AROUND)
    found = next((own for own in hyphens.own if own.replace("-", "") == bare), None)
    if found is not None:
        places = _after_hyphens(found, printed=False)
    else:
        inside = parted(hyphens.language).positions(bare)
        places = [at for at in inside if _STAY <= at <= len(bare) - _GO]
        places += _after_hyphens(bare, printed=True)
    return tuple(start + at for at in reversed(places))


def _after_hyphens(text: str, *, printed: bool) -> list[int]:
    """Count the letters before each place after a hyphen, with those before it or without."""
    marked = [at + 1 for at, each in enumerate(text[:-1]) if each == "-" and at]
    return marked if printed else [at - number for number, at in enumerate(marked, 1)]


def baseline(size: float, leading: float, font: str) -> float:
    """Say how far below the top of its line the capitals of a font stand."""
    return size * (leading + metrics(font).capitals / EM) / 2
