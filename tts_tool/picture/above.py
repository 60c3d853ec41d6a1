"""Draws a save from above: pictures where they are at hand, else coloured outlines with names."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont, UnidentifiedImageError

from tts_tool.picture.buttons import AS_ARIAL, Buttons, Fixed, fixed
from tts_tool.picture.fonts import FONTS
from tts_tool.picture.shapes import Cell, Outline, outlines, zones

__all__ = ["Pictures", "from_above"]

Pictures = Callable[[str], bytes | None]
"""Gives what is at an address, or nothing if it is not at hand."""

_GROUND: Final = (38, 32, 27)
_LINE: Final = (201, 214, 224)
_MOST_PIXELS: Final = 6000
"""Twice as high at most: then a picture takes 216 MB."""
_MARGIN: Final = 1.0
_FIGURE: Final = (1.0, 1.6)
_LEAST_TEXT: Final = 7
"""Pixels; smaller letters can't be read, and only cover what is there."""


def from_above(
    save: Mapping[str, Any],
    pictures: Pictures | None = None,
    *,
    width: int = 1600,
    with_zones: bool = False,
    buttons: Buttons | None = None,
) -> bytes:
    """Give a PNG of a save, so many pixels wide, north at the top; with buttons, if there are."""
    things = outlines(save)
    areas = zones(save) if with_zones else []
    table = _Table(things, areas, pictures or _none, min(width, _MOST_PIXELS))
    return table.png(sorted(fixed(save, buttons or {}), key=lambda each: each.height))


def _none(_address: str) -> bytes | None:
    return None


class _Table:
    """One picture while it is being drawn."""

    def __init__(
        self, things: list[Outline], areas: list[Outline], pictures: Pictures, width: int
    ) -> None:
        self.things = things
        self.areas = areas
        self.pictures = pictures
        self.known: dict[str, Image.Image | None] = {}
        self.left, self.top, right, bottom = _reach([*things, *areas])
        self.unit = width / (right - self.left)
        height = min(round((self.top - bottom) * self.unit), 2 * _MOST_PIXELS)
        self.image = Image.new("RGB", (width, max(height, 1)), _GROUND)
        self.draw = ImageDraw.Draw(self.image, "RGBA")

    def png(self, buttons: Iterable[Fixed]) -> bytes:
        """Draw everything, the lowest first; buttons last, since they float."""
        for thing in self.things:
            self._thing(thing)
        for area in self.areas:
            self.draw.polygon(self._corners(area), outline=(*_LINE, 200))
        for button in buttons:
            self._button(button)
        target = io.BytesIO()
        self.image.save(target, "PNG", compress_level=4)
        return target.getvalue()

    def _thing(self, thing: Outline) -> None:
        texture = self._texture(thing)
        if texture is not None:
            self._paste(texture, thing)
        elif thing.kind == "3DText":
            self._write(thing.note, self._at(thing.x, thing.z), 0.8 * self.unit, _LINE)
        else:
            self._shape(thing)
        if thing.note and thing.kind != "3DText":
            self._badge(thing)

    def _texture(self, thing: Outline) -> Image.Image | None:
        if thing.cell is None:
            return None
        picture = self._picture(thing.cell)
        if picture is None:
            return None
        wide, deep = self._extent(thing, picture)
        size = (max(1, round(wide * self.unit)), max(1, round(deep * self.unit)))
        fitted = picture.resize(size, Image.Resampling.LANCZOS)
        return _rounded(fitted, thing.round)

    def _extent(self, thing: Outline, picture: Image.Image) -> tuple[float, float]:
        """Say how large a picture lies; some things take the shape of their picture."""
        wide, deep = thing.size
        ratio = picture.height / picture.width
        if thing.standing:
            return _FIGURE[0] * wide, _FIGURE[0] * wide * ratio
        if thing.kind == "Custom_Token" or (thing.kind == "Custom_Tile" and thing.stretched):
            return wide, deep * ratio
        if thing.kind == "Custom_Board":
            return deep / ratio, deep
        if thing.kind.startswith(("Card", "Deck")) and ratio < 1.2:  # noqa: PLR2004 - no usual card
            return wide, wide * ratio
        return wide, deep

    def _picture(self, cell: Cell) -> Image.Image | None:
        if cell.address not in self.known:
            self.known[cell.address] = _opened(self.pictures(cell.address))
        picture = self.known[cell.address]
        if picture is None or cell.columns * cell.rows == 1:
            return picture
        row, column = divmod(cell.number % (cell.columns * cell.rows), cell.columns)
        wide, high = picture.width / cell.columns, picture.height / cell.rows
        corner = (round(column * wide), round(row * high))
        return picture.crop((*corner, round((column + 1) * wide), round((row + 1) * high)))

    def _paste(self, texture: Image.Image, thing: Outline) -> None:
        turned = texture
        if round(thing.turn) % 360 != 180 and not thing.standing:  # noqa: PLR2004 - lies upright
            turned = texture.rotate(180 - thing.turn, Image.Resampling.BICUBIC, expand=True)
        x, y = self._at(thing.x, thing.z)
        top = y - turned.height + self.unit * 0.3 if thing.standing else y - turned.height / 2
        self.image.paste(turned, (round(x - turned.width / 2), round(top)), turned)

    def _shape(self, thing: Outline) -> None:
        fill = (*thing.colour, 235)
        light = sum(thing.colour) > 380  # noqa: PLR2004 - about half of what white has
        line = (20, 18, 15) if light else _LINE
        if thing.round or thing.standing:
            x, y = self._at(thing.x, thing.z)
            wide, deep = (side * self.unit / 2 for side in thing.size)
            self.draw.ellipse((x - wide, y - deep, x + wide, y + deep), fill=fill, outline=line)
        else:
            self.draw.polygon(self._corners(thing), fill=fill, outline=line)
        size = min(0.5, 0.22 * thing.size[0]) * self.unit
        self._write(thing.name[:24], self._at(thing.x, thing.z), size, line)

    def _button(self, button: Fixed) -> None:
        """Draw a button and its words upright for whoever looks at its thing so."""
        wide, deep = (max(1, round(side * self.unit)) for side in button.size)
        face = Image.new("RGBA", (wide, deep), (*button.colour, 255))
        pen = ImageDraw.Draw(face)
        pen.rectangle((0, 0, wide - 1, deep - 1), outline=(*button.ink, 255))
        if button.font * self.unit >= _LEAST_TEXT:
            font = ImageFont.truetype(FONTS["sans"], round(button.font * self.unit * AS_ARIAL))
            middle = (wide / 2, deep / 2)
            pen.text(middle, button.label, fill=(*button.ink, 255), font=font, anchor="mm")
        turned = face.rotate(180 - button.turn, Image.Resampling.BICUBIC, expand=True)
        x, y = self._at(button.x, button.z)
        self.image.paste(
            turned, (round(x - turned.width / 2), round(y - turned.height / 2)), turned
        )

    def _badge(self, thing: Outline) -> None:
        """Show beside a pile how many lie in it."""
        x, y = self._at(thing.x, thing.z)
        size = 0.55 * self.unit
        right = x if thing.kind == "Counter" else x + thing.size[0] * self.unit / 2 - size * 0.6
        low = y if thing.kind == "Counter" else y + thing.size[1] * self.unit / 2 - size * 0.6
        if size >= _LEAST_TEXT:
            box = (right - size * 0.8, low - size * 0.6, right + size * 0.8, low + size * 0.6)
            self.draw.rounded_rectangle(box, size * 0.3, fill=(*_GROUND, 220))
            self._write(thing.note, (right, low), size, _LINE)

    def _write(
        self, words: str, at: tuple[float, float], size: float, colour: tuple[int, int, int]
    ) -> None:
        if words and size >= _LEAST_TEXT:
            font = ImageFont.truetype(FONTS["sans-black"], round(size))
            self.draw.text(at, words, fill=colour, font=font, anchor="mm")

    def _at(self, x: float, z: float) -> tuple[float, float]:
        return (x - self.left) * self.unit, (self.top - z) * self.unit

    def _corners(self, thing: Outline) -> list[tuple[float, float]]:
        return [self._at(x, z) for x, z in _corners(thing)]


def _corners(thing: Outline) -> list[tuple[float, float]]:
    angle = math.radians(thing.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    wide, deep = thing.size[0] / 2, thing.size[1] / 2
    points = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    return [(thing.x + x * cos + z * sin, thing.z - x * sin + z * cos) for x, z in points]


def _reach(things: list[Outline]) -> tuple[float, float, float, float]:
    """Give how far everything reaches: left, top, right, bottom."""
    points = [point for thing in things for point in _corners(thing)] or [(-10.0, -10.0), (10, 10)]
    xs, zs = [x for x, _ in points], [z for _, z in points]
    return min(xs) - _MARGIN, max(zs) + _MARGIN, max(xs) + _MARGIN, min(zs) - _MARGIN


def _opened(data: bytes | None) -> Image.Image | None:
    """Read a picture; one that cannot be read counts as none."""
    if data is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as opened:
                return opened.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Warning):
        return None
    except Image.DecompressionBombError:
        return None


def _rounded(picture: Image.Image, is_round: bool) -> Image.Image:  # noqa: FBT001 - a fact of it
    """Cut a round thing out of its square picture."""
    if not is_round:
        return picture
    factor = 4
    mask = Image.new("L", (picture.width * factor, picture.height * factor), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    clear = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    return Image.composite(picture, clear, mask.resize(picture.size, Image.Resampling.LANCZOS))
