"""Draws faces: SVG templates of `mod_json`, filled in with what is on a card, and set to fit.

    sketched   the node of an SVG: template + values -> SVG, and the files it was made of
    inked      the node of a PNG: SVG -> pixels
    words_in   what a face says: SVG -> texts; written_out is the node for many of them
    Easel      draws by the templates and icons of some folders (see `drawing.py`)

What draws takes a tenth of a build of one card to be imported: it is when it is asked for.

What does not fit, cannot be read, or names an unknown icon or colour is a `BadInput` (or a
`NotFound`) with the template's `file:line`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from tts_tool.build.faces.nodes import inked, ready_to_draw, sketched
from tts_tool.build.faces.words import amended, words_in, written_out

if TYPE_CHECKING:
    from tts_tool.build.faces.drawing import DrawnFace, Easel
    from tts_tool.build.faces.inking import easel_of, rasterised
    from tts_tool.build.faces.style import contrast

__all__ = [
    "DrawnFace",
    "Easel",
    "amended",
    "contrast",
    "easel_of",
    "inked",
    "rasterised",
    "ready_to_draw",
    "sketched",
    "words_in",
    "written_out",
]

_LATE: Final = {
    "DrawnFace": "drawing",
    "Easel": "drawing",
    "contrast": "style",
    "easel_of": "inking",
    "rasterised": "inking",
}


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
