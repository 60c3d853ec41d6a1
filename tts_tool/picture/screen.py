"""Draws a custom interface as somebody sees it, and measures whether its words have room.

Only what our own panels are made of is laid out: rows, columns, scrolled columns, texts, buttons.
The game sets its interfaces in Arial; ours is narrower, so it is set a little larger.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from tts_tool.picture.buttons import AS_ARIAL
from tts_tool.picture.fonts import FONTS

__all__ = ["Box", "Frame", "drawn", "laid_out"]

Element = Mapping[str, Any]

_GROUND: Final = (62, 74, 66)
_HAND: Final = (52, 62, 56)
_HAND_HIGH: Final = 0.2
"""So much of the screen's height the cards of a hand cover, at the bottom."""
_LINE: Final = 1.2
_PADDING: Final = 6
_COLOURS: Final = (7, 9)
"""A colour has so many letters: `#RRGGBB`, and two more if it lets through what is behind."""


class Frame(NamedTuple):
    """A part of the screen, and from where to where of it can be seen, if it is scrolled."""

    left: float
    top: float
    width: float
    height: float
    clip: tuple[float, float] | None = None


class Box(NamedTuple):
    """An element where it lies on the screen, with its words as they are broken into lines."""

    tag: str
    frame: Frame
    attributes: Mapping[str, str]
    lines: tuple[str, ...] = ()

    @property
    def overflows(self) -> bool:
        """Tell whether its words have no room in it."""
        size = _size(self.attributes)
        tall = len(self.lines) * size * _LINE
        wide = max((_width(line, size) for line in self.lines), default=0)
        return tall > self.frame.height + 1 or wide > self.frame.width + 1


def drawn(roots: Sequence[Element], size: tuple[int, int] = (1366, 768)) -> bytes:
    """Give a PNG of what somebody sees, over an empty table with a hand at the bottom."""
    image = Image.new("RGB", size, _GROUND)
    pen = ImageDraw.Draw(image, "RGBA")
    wide, high = size
    pen.rectangle((wide * 0.25, high * (1 - _HAND_HIGH), wide * 0.75, high), _HAND)
    for box in laid_out(roots, size):
        _draw(image, box)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def laid_out(roots: Sequence[Element], size: tuple[int, int] = (1366, 768)) -> list[Box]:
    """Say where everything lies that is drawn, what is behind first."""
    return [box for root in roots if _active(root) for box in _root(root, size)]


def _root(root: Element, size: tuple[int, int]) -> Iterator[Box]:
    attributes = root["attributes"]
    width, height = float(attributes["width"]), float(attributes["height"])
    across, down = (float(each) for each in attributes.get("offsetXY", "0 0").split())
    corner = attributes.get("rectAlignment", "MiddleCenter").lower()
    left = _aligned(corner, ("left", "right"), size[0] - width) + across
    top = _aligned(corner, ("upper", "lower"), size[1] - height) - down
    yield from _placed(root, Frame(left, top, width, height))


def _aligned(corner: str, ends: tuple[str, str], room: float) -> float:
    return 0.0 if ends[0] in corner else room if ends[1] in corner else room / 2


def _placed(element: Element, frame: Frame) -> Iterator[Box]:
    tag, attributes = str(element["tag"]), element["attributes"]
    text = str(attributes.get("text", element.get("text", "")) or "")
    lines = tuple(_broken(text, frame.width - 8, _size(attributes))) if text else ()
    yield Box(tag, frame, attributes, lines)
    children = [each for each in element["children"] if _active(each)]
    if tag == "VerticalScrollView":
        seen = (frame.top, frame.top + frame.height)
        for child in children:
            inner = float(child["attributes"].get("height", frame.height))
            yield from _placed(child, frame._replace(height=inner, clip=seen))
        return
    side_by_side = tag == "HorizontalLayout"
    parts = _beside(children, frame, attributes) if side_by_side else None
    for child, part in zip(children, parts or _below(children, frame, attributes), strict=True):
        yield from _placed(child, part)


def _beside(
    children: Sequence[Element], frame: Frame, attributes: Mapping[str, str]
) -> Iterator[Frame]:
    """Lay what is in a row beside each other; what has no width of its own shares the rest."""
    gap = float(attributes.get("spacing", 0))
    fixed = [float(each["attributes"].get("minWidth") or 0) for each in children]
    left_over = frame.width - sum(fixed) - gap * (len(children) - 1)
    left = frame.left
    for own in fixed:
        wide = own or left_over / fixed.count(0.0)
        yield frame._replace(left=left, width=wide)
        left += wide + gap


def _below(
    children: Sequence[Element], frame: Frame, attributes: Mapping[str, str]
) -> Iterator[Frame]:
    """Lay what is in a column below each other."""
    gap = float(attributes.get("spacing", 0))
    inset = _PADDING if attributes.get("padding") else 0
    top = frame.top + inset
    for child in children:
        high = float(child["attributes"].get("preferredHeight", 0))
        yield frame._replace(
            left=frame.left + inset, top=top, width=frame.width - 2 * inset, height=high
        )
        top += high + gap


def _active(element: Element) -> bool:
    return str(element["attributes"].get("active", "true")).lower() != "false"


def _size(attributes: Mapping[str, str]) -> int:
    return int(float(attributes.get("fontSize", 14)))


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS["sans"], round(size * AS_ARIAL))


def _width(text: str, size: int) -> float:
    return float(_font(size).getlength(text))


def _broken(text: str, width: float, size: int) -> Iterator[str]:
    """Break a text into lines, as the game does: between words."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and _width(longer, size) > width:
            yield line
            longer = word
        line = longer
    yield line


def _draw(image: Image.Image, box: Box) -> None:
    """Draw one box on what is there already, as far as it can be seen."""
    left, top, width, height, clip = box.frame
    low, high = clip or (0, image.height)
    if top >= high or top + height <= low:
        return
    pen = ImageDraw.Draw(image, "RGBA")
    colour = str(box.attributes.get("color", "#00000000"))
    if box.tag != "Text" and len(colour) in _COLOURS:
        faint = box.attributes.get("interactable") == "false"
        seen = (left, max(top, low), left + width, min(top + height, high))
        pen.rectangle(seen, f"{colour[:7]}88" if faint else colour)
    ink = str(box.attributes.get("textColor") if box.tag == "Button" else colour)
    size = _size(box.attributes)
    tall = size * _LINE
    y = top + max(0.0, (height - len(box.lines) * tall) / 2)
    for line in box.lines:
        inset = (width - _width(line, size)) / 2 if box.tag == "Button" else 4
        if low <= y and y + tall <= high + 1:
            pen.text((left + inset, y), line, fill=ink, font=_font(size))
        y += tall
