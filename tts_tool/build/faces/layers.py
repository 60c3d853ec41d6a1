"""Puts layers under a face: pictures that many faces share, drawn once for all of them.

A template says where one lies, and the table which one that is for each card:

    {{ layer("ground", 0, 0, 500, 380) }}{{ layer("figure", 0, 0, 500, 380, inside=true) }}

What is said first lies lowest, and all of them lie under everything that the template draws. Pixels
are put together here and not by the library that draws: that is many times as fast.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageChops

__all__ = ["Laid", "composed", "encoded", "laid", "mark"]

_MARK: Final = re.compile(
    r'<g data-layer="([^" ]+) (\S+) (\S+) (\S+) (\S+)( inside)?(?: from (\S+) (\S+))?"/>'
)
# Any level gives the same pixels: a higher one only takes longer, and soon all is read again.
_QUICK: Final = 2
# Lower than at first, with colours as sharp: a set of pictures had grown from 48 to 74 MB.
_QUALITY: Final = 85
"""How hard a picture is packed that is mostly put on a sheet next."""


class Laid(NamedTuple):
    """Where a layer lies, in the units of its face."""

    layer: str
    x: float
    y: float
    width: float
    height: float
    inside: bool = False
    """Whether it is seen only where something lies below it already."""
    left: float = 0
    right: float = 0
    """From where to where across the face it is seen; to the face's right edge, if 0."""


def mark(at: Laid) -> str:
    """Note in a face that a layer lies there."""
    where = " ".join(f"{each:g}" for each in (at.x, at.y, at.width, at.height))
    part = f" from {at.left:g} {at.right:g}" if at.left or at.right else ""
    return f'<g data-layer="{at.layer} {where}{" inside" * at.inside}{part}"/>'


def laid(svg: str) -> list[Laid]:
    """Read which layers lie where, the lowest first.

    >>> (lying,) = laid(mark(Laid("ground", 0, -4, 500, 380, right=250)))
    >>> lying.layer, lying.y, lying.width, lying.right
    ('ground', -4.0, 500.0, 250.0)
    """
    return [
        Laid(
            name,
            float(x),
            float(y),
            float(width),
            float(height),
            bool(inside),
            float(left or 0),
            float(right or 0),
        )
        for name, x, y, width, height, inside, left, right in _MARK.findall(svg)
    ]


def composed(
    face: bytes, layers: Mapping[str, bytes], lying: Sequence[Laid], units: tuple[float, float]
) -> Image.Image:
    """Draw layers and the face above them; what stands over its edges is cut off."""
    with Image.open(io.BytesIO(face)) as opened:
        above = opened.convert("RGBA")
    whole = Image.new("RGBA", above.size)
    across, down = (size / unit for size, unit in zip(above.size, units, strict=True))
    for at in lying:
        size = (max(1, round(at.width * across)), max(1, round(at.height * down)))
        picture = _sized(layers[at.layer], size)
        left, top = round(at.x * across), round(at.y * down)
        first, last = (round(each * across) for each in (at.left, at.right or units[0]))
        corner = (max(first, left, 0), max(top, 0))
        low = (min(last, left + picture.width), top + picture.height)
        if corner[0] >= low[0] or corner[1] >= low[1]:
            continue
        picture = picture.crop((corner[0] - left, corner[1] - top, low[0] - left, low[1] - top))
        if picture.mode == "RGB" and not at.inside:
            whole.paste(picture, corner)
            continue
        if at.inside:
            right, foot = corner[0] + picture.width, corner[1] + picture.height
            below = whole.getchannel("A").crop((*corner, right, foot))
            picture = picture.convert("RGBA")
            picture.putalpha(ImageChops.multiply(picture.getchannel("A"), below))
        whole.alpha_composite(picture, corner)
    whole.alpha_composite(above)
    return whole


def encoded(picture: Image.Image, *, opaque: bool) -> bytes:
    """Give the file of a picture: of a scene without clear parts a JPEG, colours sharp."""
    target = io.BytesIO()
    if opaque:
        picture.convert("RGB").save(target, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    else:
        picture.save(target, "PNG", compress_level=_QUICK)
    return target.getvalue()


# More than the faces of one kind lie on; each takes as much memory as its pixels.
@lru_cache(maxsize=40)
def _sized(layer: bytes, size: tuple[int, int]) -> Image.Image:
    """Read a layer in a size, the last ones once: faces of a kind come one after the other."""
    with Image.open(io.BytesIO(layer)) as opened:
        picture = opened.convert("RGBA")
    if picture.getchannel("A").getextrema() == (255, 255):
        picture = picture.convert("RGB")  # which is laid down without a look at what is below
    return picture if picture.size == size else picture.resize(size, Image.Resampling.LANCZOS)
