"""Makes an SVG of a template, and a PNG of an SVG."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final
from xml.parsers import expat

from resvg import render, usvg

from tts_tool.build.faces.drawing import DrawnFace, Easel, line_with
from tts_tool.build.faces.layers import composed, encoded, laid
from tts_tool.build.faces.soundness import flaw, is_tame
from tts_tool.build.graph import Given, Hazardous, Made, elsewhere
from tts_tool.build.mod import Drawing
from tts_tool.build.seams import Sketch
from tts_tool.errors import BadInput

__all__ = ["easel_of", "ink", "rasterised", "sketch"]


def sketch(given: Sketch) -> Made:
    """Fill in a template; the files are those that decide how it looks."""
    drawing = given.drawing
    easel = easel_of(given.folders.data)
    face = easel.draw(drawing.template, drawing.values, drawing.lang, drawing.layers)
    _check(face, drawing.size)
    return Made(face.svg.encode(), tuple(path.as_posix() for path in face.files))


def ink(given: Drawing, needed: Given) -> Made:
    """Make pixels of an SVG, in the size that the drawing says."""
    sketch, *layers = needed.values()
    svg = sketch.data().decode()
    if not elsewhere.get() and not is_tame(svg, given.size):
        raise Hazardous
    face = rasterised(svg, given.size)
    if not layers:
        return Made(face)
    under = dict(zip(given.layers, (each.data() for each in layers), strict=True))
    whole = composed(face, under, laid(svg), _size(svg) or given.size)
    return Made(encoded(whole, opaque=given.opaque))


def rasterised(svg: str, size: tuple[int, int]) -> bytes:
    """Draw an SVG as a PNG of exactly this size; letters are outlines, so it needs no font."""
    width, height = size
    try:
        tree = usvg.Tree.from_str(svg, usvg.Options.default())
        wide, high = _size(svg) or tree.int_size()
        return bytes(render(tree, (width / wide, 0.0, 0.0, 0.0, height / high, 0.0), bg_size=size))
    except BaseException as error:
        if isinstance(error, ValueError) or type(error).__name__ == _PANIC:
            raise BadInput(f"this is no SVG: {error}", fix="mend its template") from None
        raise


_PANIC: Final = "PanicException"
"""What a fault of the library is called; it can be imported from nowhere."""


def _size(svg: str) -> tuple[float, float] | None:
    """Give the units that a picture is drawn in, if its view box alone says them."""
    root = _root(svg)
    numbers = root.get("viewBox", "").replace(",", " ").split()
    if {"width", "height"} & root.keys() or len(numbers) != 4:  # noqa: PLR2004 - a box
        return None
    try:
        wide, high = map(float, numbers[2:])
    except ValueError:
        return None
    return (wide, high) if min(wide, high) > 0 else None


def _root(svg: str) -> dict[str, str]:
    """Read the attributes of the outermost element, and no further."""
    found: list[dict[str, str]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _, said: found.append(said)
    with suppress(expat.ExpatError):
        for start in range(0, len(svg), _PIECE):
            parser.Parse(svg[start : start + _PIECE], False)  # noqa: FBT003 - more may come
            if found:
                return found[0]
    return {}


_PIECE: Final = 2_000
"""Letters read at a time, as only the first element is wanted; any value gives the same."""


def _check(face: DrawnFace, size: tuple[int, int]) -> None:
    """See that it can be drawn, while it is known which templates wrote it."""
    try:
        found = flaw(face.svg, size)
    except expat.ExpatError as error:
        (line, *_) = [*face.svg.splitlines()[error.lineno - 1 :], ""]
        what = f"this is no SVG: {expat.ErrorString(error.code)}"
        where, fix = line_with(line.strip(), face.files), "close every tag, and write & as &amp;"
        raise BadInput(what, where=where, fix=fix) from None
    if found is not None:
        raise BadInput(found.what, where=line_with(found.words, face.files), fix=found.fix)


# A process builds one game, or two when it tries an edit.
@lru_cache(maxsize=4)
def easel_of(data: tuple[Path, ...]) -> Easel:
    """Keep what was read and compiled; an easel notices by itself what has changed."""
    return Easel([folder / "faces" for folder in data], [folder / "icons" for folder in data])
