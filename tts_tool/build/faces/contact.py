"""Puts many pictures on one, to be looked at."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import islice

from PIL import Image, ImageDraw, ImageFont

from tts_tool.picture.fonts import FONTS

__all__ = ["contact_sheet", "contact_sheets"]

_TABLE = (38, 32, 27)
_CHALK = (239, 230, 210)
_GAP = 12  # pixels, by eye
_CAPTION = 22  # pixels: a line of small letters


def contact_sheets(
    pictures: Iterable[tuple[str, bytes]], *, columns: int = 8, rows: int = 4, width: int = 240
) -> Iterator[bytes]:
    """Give PNGs with so many pictures on each, every one with its name below."""
    rest = iter(pictures)
    while part := tuple(islice(rest, columns * rows)):
        yield contact_sheet(part, columns=columns, width=width)


def contact_sheet(
    pictures: Iterable[tuple[str, bytes]], *, columns: int = 8, width: int = 240
) -> bytes:
    """Give one PNG of named pictures, each shrunk to a width."""
    shown = [(name, _shrunk(data, width)) for name, data in pictures]
    columns = max(1, min(columns, len(shown)))
    tallest = max((picture.height for _, picture in shown), default=0)
    step = (width + _GAP, tallest + _CAPTION + _GAP)
    rows = -(-len(shown) // columns)
    sheet = Image.new("RGB", (columns * step[0] + _GAP, rows * step[1] + _GAP), _TABLE)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(FONTS["sans"], 15)
    for number, (name, picture) in enumerate(shown):
        left, top = _GAP + number % columns * step[0], _GAP + number // columns * step[1]
        sheet.paste(picture, (left, top), picture)
        caption = _within(name, font, width)
        pen.text((left, top + picture.height + 2), caption, font=font, fill=_CHALK)
    target = io.BytesIO()
    sheet.save(target, "PNG")
    return target.getvalue()


def _within(name: str, font: ImageFont.FreeTypeFont, width: int) -> str:
    """Give as much of a name as stands below its own picture."""
    if font.getlength(name) <= width:
        return name
    while font.getlength(f"{name}…") > width:
        name = name[:-1]
    return f"{name}…"


def _shrunk(data: bytes, width: int) -> Image.Image:
    with Image.open(io.BytesIO(data)) as opened:
        picture = opened.convert("RGBA")
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.LANCZOS)
