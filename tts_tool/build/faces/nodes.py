"""Makes the nodes of drawings: an SVG of a template, a PNG of an SVG."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from xml.parsers import expat

import resvg_py

from tts_tool.build.faces.drawing import Easel, Face, line_with
from tts_tool.build.graph import Given, Made
from tts_tool.build.mod import Drawing
from tts_tool.build.seams import Sketch
from tts_tool.errors import BadInput

__all__ = ["easel_of", "inked", "rasterised", "sketched"]


def sketched(given: Sketch, _needed: Given) -> Made:
    """Fill in a template; the files are those that decide how it looks."""
    drawing = given.drawing
    face = easel_of(given.folders.data).draw(drawing.template, drawing.values, drawing.lang)
    _check(face)
    return Made(face.svg.encode(), tuple(path.as_posix() for path in face.files))


def inked(given: Drawing, needed: Given) -> Made:
    """Make pixels of an SVG, in the size that the drawing says."""
    (sketch,) = needed.values()
    return Made(rasterised(sketch.data().decode(), given.size))


def rasterised(svg: str, size: tuple[int, int]) -> bytes:
    """Draw an SVG as a PNG of exactly this size; letters are outlines, so it needs no font."""
    width, height = size
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg, width=width, height=height, skip_system_fonts=True
        )
    except ValueError as error:
        raise BadInput(f"this is no SVG: {error}", fix="mend its template") from None


def _check(face: Face) -> None:
    """See that it is an SVG while it is known which templates wrote it."""
    parser = expat.ParserCreate()
    try:
        parser.Parse(face.svg, True)  # noqa: FBT003 - this is all of it
    except expat.ExpatError as error:
        (line, *_) = [*face.svg.splitlines()[error.lineno - 1 :], ""]
        what = f"this is no SVG: {expat.ErrorString(error.code)}"
        where, fix = line_with(line.strip(), face.files), "close every tag, and write & as &amp;"
        raise BadInput(what, where=where, fix=fix) from None


@lru_cache(maxsize=4)
def easel_of(data: tuple[Path, ...]) -> Easel:
    """Keep what was read and compiled; an easel notices by itself what has changed."""
    return Easel([folder / "faces" for folder in data], [folder / "icons" for folder in data])
