"""The nodes of drawings, without what draws: see `inking`.

That is imported when something is drawn. Mostly another process does that, while this one reads
cards and plans; and a build in which no card looks otherwise draws nothing.
"""

from __future__ import annotations

from tts_tool.build.graph import Given, Made
from tts_tool.build.mod import Drawing
from tts_tool.build.seams import Sketch

__all__ = ["inked", "ready_to_draw", "sketched"]


def ready_to_draw() -> None:
    """Import what draws, before there is something to draw; and what Pillow does at first."""
    from PIL import Image  # noqa: PLC0415 - see above

    from tts_tool.build import pasting  # noqa: F401, PLC0415
    from tts_tool.build.faces import inking  # noqa: F401, PLC0415

    Image.preinit()


def sketched(given: Sketch, _needed: Given) -> Made:
    """Fill in a template; the files are those that decide how it looks."""
    from tts_tool.build.faces.inking import sketch  # noqa: PLC0415 - see above

    return sketch(given)


def inked(given: Drawing, needed: Given) -> Made:
    """Make pixels of an SVG, in the size that the drawing says."""
    from tts_tool.build.faces.inking import ink  # noqa: PLC0415 - see above

    return ink(given, needed)
