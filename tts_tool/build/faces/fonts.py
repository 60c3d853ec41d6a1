"""Shapes words with our own fonts: how wide they run, and their outlines.

What is measured is what is drawn: kerning and ligatures come from the font by HarfBuzz, and a
word goes into the picture as an outline. So a picture needs no font to be drawn, and no machine
can set it differently.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

import uharfbuzz as hb  # type: ignore[import-untyped, unused-ignore]

from tts_tool.picture.fonts import FONTS

__all__ = ["EM", "SPACE", "Metrics", "Run", "lacking", "metrics", "shape"]

EM = 1000
"""Outlines and widths are in thousandths of the type size."""
SPACE = 0.21
"""How wide a space is at least, as a part of the type size, also one at which no line may break:
what is read from afar needs more than a book."""

_FEATURES = {"kern": True, "liga": True, "lnum": True}  # figures as tall as capitals


class Run(NamedTuple):
    """Some characters in one font: an SVG path from their left end, on the base line."""

    path: str
    width: float


class Metrics(NamedTuple):
    """How far a font reaches above and below its base line."""

    ascent: float
    descent: float
    capitals: float


class _Glyph(NamedTuple):
    """An outline that begins at x, y and goes on in relative steps."""

    x: int
    y: int
    steps: str


# Any size gives the same: words that come again are set once, as long as so few come between.
@lru_cache(maxsize=20_000)
def shape(font: str, text: str) -> Run:
    """Set characters in a font; what the font lacks is shown as its empty box."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.direction, buffer.script, buffer.language = "ltr", "Latn", "en"
    hb.shape(_font(font), buffer, _FEATURES)
    path: list[str] = []
    at = 0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        left = at + position.x_offset
        contours = _outline(font, info.codepoint)
        path += [f"M{left + each.x} {each.y}{each.steps}" for each in contours]
        fixed = text[info.cluster] == "\u00a0"
        at += max(position.x_advance, round(SPACE * EM)) if fixed else position.x_advance
    return Run("".join(path), at)


# Any size gives the same: words come again and again.
@lru_cache(maxsize=4_000)
def lacking(font: str, text: str) -> str:
    """Give the first letter that a font does not have; white space and marks of ours are none."""
    known = _font(font)
    letters = (each for each in text if not each.isspace())
    return next((each for each in letters if not known.get_nominal_glyph(ord(each))), "")


@cache
def metrics(font: str) -> Metrics:
    """Measure a font."""
    extents = _font(font).get_font_extents("ltr")
    capitals = _font(font).get_metric_position(hb.OTMetricsTag.CAP_HEIGHT)
    return Metrics(extents.ascender, -extents.descender, capitals)


@cache
def _font(name: str) -> Any:  # noqa: ANN401 - HarfBuzz has no types
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(FONTS[name]))))
    font.scale = (EM, EM)
    return font


@cache
def _outline(font: str, glyph: int) -> tuple[_Glyph, ...]:
    pen = _Pen()
    _font(font).draw_glyph_with_pen(glyph, pen)
    return tuple(pen.contours)


class _Pen:
    """Writes what HarfBuzz draws as SVG, whose y points down, in whole units."""

    def __init__(self) -> None:
        self.contours: list[_Glyph] = []
        self._at = (0, 0)
        self._steps: list[str] = []

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - HarfBuzz calls it so
        self._at = self._begin = _whole(point)
        self._steps = []

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._step("l", point)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._step("q", *points)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._step("c", *points)

    def closePath(self) -> None:  # noqa: N802
        self.contours.append(_Glyph(*self._begin, "".join((*self._steps, "z"))))

    def _step(self, command: str, *points: tuple[float, float]) -> None:
        x, y = self._at
        whole = [_whole(point) for point in points]
        self._steps.append(command + " ".join(f"{px - x} {py - y}" for px, py in whole))
        self._at = whole[-1]


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), -round(point[1])
