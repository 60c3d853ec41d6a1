"""Buttons that scripts have put on things, as `getButtons` tells of them: where, and how large.

They stand in no save: whoever draws one is told of them beside it, by the GUIDs of their things.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tts_tool.picture.fonts import FONTS
from tts_tool.picture.shapes import lying

if TYPE_CHECKING:
    from PIL import ImageFont

__all__ = ["AS_ARIAL", "Buttons", "Fixed", "fixed", "label_wide", "units"]

Buttons = Mapping[str, Sequence[Mapping[str, Any]]]
"""By the GUID of a thing: `label`, `position`, `scale`, `width`, `height`, `font_size`, colours."""

_PER_UNIT: Final = 500
"""A guess: the switch `button-of-width-100`."""
AS_ARIAL: Final = 1.12
"""The game sets labels in Arial; ours is narrower."""
_MEASURED: Final = 100


class Fixed(NamedTuple):
    """A button on the table: where its middle is, how it is turned, what is to be drawn."""

    x: float
    z: float
    height: float
    turn: float
    size: tuple[float, float]
    label: str
    font: float
    colour: tuple[int, int, int]
    ink: tuple[int, int, int]


def units(length: float) -> float:
    """Give what the game calls the width of a button in units of the table."""
    return length / _PER_UNIT


def label_wide(label: str, font_size: float) -> float:
    """Say how wide a label is, in units of the table."""
    return float(_font().getlength(label)) / _MEASURED * units(font_size) * AS_ARIAL


def fixed(save: Mapping[str, Any], buttons: Buttons) -> Iterator[Fixed]:
    """Give every button that looks up, where it is on the table."""
    for thing in lying(save) if buttons else ():
        for each in buttons.get(str(thing.get("GUID")), ()):
            if _looks_up(thing["Transform"], each):
                yield _fixed(thing["Transform"], each)


def _looks_up(place: Mapping[str, Any], button: Mapping[str, Any]) -> bool:
    turned = float(place.get("rotZ", 0)) + float(button["rotation"][2])
    return math.cos(math.radians(turned)) > 0


def _fixed(place: Mapping[str, Any], button: Mapping[str, Any]) -> Fixed:
    across, up, away = (
        float(at) * abs(float(place.get(f"scale{axis}", 1)))
        for axis, at in zip("XYZ", button["position"], strict=True)
    )
    turn = float(place.get("rotY", 0))
    angle = math.radians(turn)
    wide, deep = (
        abs(float(button["scale"][n]) * float(place.get(f"scale{axis}", 1)))
        for n, axis in ((0, "X"), (2, "Z"))
    )
    return Fixed(
        x=float(place["posX"]) + across * math.cos(angle) + away * math.sin(angle),
        z=float(place["posZ"]) - across * math.sin(angle) + away * math.cos(angle),
        height=float(place["posY"]) + abs(up),
        turn=turn,
        size=(units(float(button["width"])) * wide, units(float(button["height"])) * deep),
        label=str(button["label"]),
        font=units(float(button["font_size"])) * deep,
        colour=_colour(button["color"]),
        ink=_colour(button["font_color"]),
    )


def _colour(parts: Sequence[float]) -> tuple[int, int, int]:
    red, green, blue = (round(min(max(float(each), 0), 1) * 255) for each in parts[:3])
    return red, green, blue


@cache
def _font() -> ImageFont.FreeTypeFont:
    from PIL import ImageFont  # noqa: PLC0415 - a table is laid without what draws

    return ImageFont.truetype(FONTS["sans"], _MEASURED)
