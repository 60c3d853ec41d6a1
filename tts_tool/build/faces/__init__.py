"""Draws faces: SVG templates of `mod_json`, filled in with what is on a card, and set to fit.

    sketched   the node of an SVG: template + values -> SVG, and the files it was made of
    inked      the node of a PNG: SVG -> pixels
    words_in   what a face says: SVG -> texts; written_out is the node for many of them
    Easel      draws by the templates and icons of some folders (see `drawing.py`)

What does not fit, cannot be read, or names an unknown icon or colour is a `BadInput` (or a
`NotFound`) with the template's `file:line`.
"""

from tts_tool.build.faces.drawing import DrawnFace, Easel
from tts_tool.build.faces.nodes import easel_of, inked, rasterised, sketched
from tts_tool.build.faces.style import contrast
from tts_tool.build.faces.words import amended, words_in, written_out

__all__ = [
    "DrawnFace",
    "Easel",
    "amended",
    "contrast",
    "easel_of",
    "inked",
    "rasterised",
    "sketched",
    "words_in",
    "written_out",
]
