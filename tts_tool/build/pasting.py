"""Makes sheets, scans and thumbnails: see `pictures`, which says what of."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from tts_tool.build.graph import Given
from tts_tool.build.pictures import Grid, Scan, Thumb
from tts_tool.errors import BadInput

__all__ = ["scan", "sheet", "thumb"]

_LARGEST_SCAN: Final = 16_384
"""Pixels of a side, more than twice those of A4 at 600 dpi, 7,016."""
_HEAVIEST_SCAN: Final = 400_000_000
"""Bytes: A4 at 600 dpi takes 280 million, and half a gigabyte was too much to read."""
_OPAQUE: Final = 8
_CLEAR: Final = 12
"""Bytes that a pixel takes while a scan is made smaller; A4 at 600 dpi has 35 million pixels."""
_FORMATS: Final = ("PNG", "JPEG", "WEBP")
_QUALITY: Final = 90
"""Not below the 85 with which the faces on a sheet were packed before: see `faces.layers`."""
_PAPER: Final = (255, 255, 255)


def sheet(given: Grid, needed: Given) -> bytes:
    """Put faces on a sheet, the back into its last cell."""
    width, height = given.cell
    whole = Image.new("RGB", given.size)
    last = given.columns * given.rows - 1
    for cell, name in (*enumerate(given.faces), (last, given.back)):
        with Image.open(io.BytesIO(needed[name].data())) as face:
            fitted = face.convert("RGB")
        if fitted.size != given.cell:
            fitted = fitted.resize(given.cell, Image.Resampling.LANCZOS)
        whole.paste(fitted, ((cell % given.columns) * width, (cell // given.columns) * height))
    return _encoded(whole, "JPEG", quality=_QUALITY)


def scan(given: Scan) -> bytes:
    """Read a modder's picture, and cut it to its proportions."""
    path = Path(given.path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            picture = _opened(path, given)
        except Image.DecompressionBombError:
            raise BadInput(
                "this picture is far too large", where=given.path, fix=_small(given)
            ) from None
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
            what = f"this picture cannot be read: {str(error) or type(error).__name__}"
            raise BadInput(what, where=given.path, fix=_WANTED) from None
    return _encoded(picture, "PNG", compress_level=6)


def thumb(given: Thumb, needed: Given) -> bytes:
    """Lay a board down, and fan cards out on it."""
    whole = Image.new("RGB", (given.side, given.side), (38, 32, 27))
    for place, name in enumerate(given.pictures):
        with Image.open(io.BytesIO(needed[name].data())) as opened:
            picture = opened.convert("RGBA")
        share = 1.0 if place == 0 else 0.42
        picture = _shrunk(picture, int(given.side * share))
        left = (given.side - picture.width) // 2 if place == 0 else 8 + (place - 1) * 78
        top = (given.side - picture.height) // 2 if place == 0 else given.side - picture.height - 8
        whole.paste(picture, (left, top), picture)
    return _encoded(whole, "PNG")


def _shrunk(picture: Image.Image, side: int) -> Image.Image:
    """Fit a picture into a square; Pillow's own `thumbnail` differs from version to version."""
    scale = side / max(picture.size)
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    return picture.resize(size, Image.Resampling.LANCZOS)


_WANTED: Final = "use a PNG, JPEG or WebP in RGB"


def _opened(path: Path, given: Scan) -> Image.Image:
    with Image.open(path, formats=_FORMATS) as opened:
        what = f"this picture is {opened.width} x {opened.height} pixels"
        if opened.mode == "CMYK":
            raise BadInput(
                "this picture is made for printing, in CMYK", where=given.path, fix=_WANTED
            )
        # Which side is up is told apart from the pixels: either side may become the longer.
        opened.draft("RGB", (max(given.size), max(given.size)))
        clear = opened.has_transparency_data
        weight = opened.width * opened.height * (_CLEAR if clear else _OPAQUE)
        if max(opened.size) > _LARGEST_SCAN or weight > _HEAVIEST_SCAN:
            raise BadInput(what, where=given.path, fix=_small(given))
        ImageOps.exif_transpose(opened, in_place=True)
        picture = _cut(_coloured(opened, "RGBA" if clear else "RGB"), given.size)
        if given.opaque:
            return _on_paper(picture) if clear else picture
        return picture.convert("RGBA")


def _coloured(picture: Image.Image, mode: str) -> Image.Image:
    """Give a picture the colours that we draw with; of 65536 greys, 256 are left."""
    if picture.mode == "I;16":  # which Pillow would cut off at 255
        picture = Image.frombytes("L", picture.size, picture.tobytes()[1::2])
    elif picture.mode == "I":
        picture = picture.point(lambda grey: grey / 256)
    return picture if picture.mode == mode else picture.convert(mode)


def _on_paper(picture: Image.Image) -> Image.Image:
    """Let paper be seen through what is transparent, and not the colour that hides there."""
    paper = Image.new("RGB", picture.size, _PAPER)
    paper.paste(picture, mask=picture.getchannel("A"))
    return paper


def _small(given: Scan) -> str:
    return f"make it smaller: {given.size[0]} x {given.size[1]} pixels are all that is used"


def _cut(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Fill the wanted size, cutting off evenly what stands over."""
    width, height = size
    scale = max(width / picture.width, height / picture.height)
    wide, high = width / scale, height / scale
    # What fills a side exactly may come out a hair longer.
    left, top = max(0.0, picture.width - wide) / 2, max(0.0, picture.height - high) / 2
    box = (left, top, min(left + wide, picture.width), min(top + high, picture.height))
    return picture.resize(size, Image.Resampling.LANCZOS, box=box)


def _encoded(picture: Image.Image, form: str, **how: int) -> bytes:
    target = io.BytesIO()
    picture.save(target, form, **how)
    return target.getvalue()
