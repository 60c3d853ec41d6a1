"""What eyes see of the texts and signs of a finished picture: measured on its pixels alone.

A picture is drawn three times: whole, without its texts and signs, and these alone, each in a flat
colour of its own that tells which pixels are whose. Nothing is believed of what a template says its
ground is: ink is what the whole shows there, and its ground what lies around it without it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tts_tool.build.faces import contrast, rasterised
from tts_tool.build.faces.layers import composed, laid

__all__ = ["Seen", "faults", "marked", "seen"]

SVG: Final = "{http://www.w3.org/2000/svg}"
NOWHERE: Final = (255, 0, 254)
"""A colour that no picture has: what is not looked at is painted with it."""
SHARE: Final = 0.04
"""So much of what is around letters may be anything: a line that passes, an edge."""
BESIDE: Final = 40
"""Units around a picture in which a text is seen that stands over its edge."""
NEAR: Final = 2
"""So many pixels beside letters nothing else may run."""
EDGE: Final = 1.9
"""What differs so much from the ground of a text is a line or an edge, and no grain of it."""
RIM: Final = 0.9
"""The share of what is round within the frame around it."""
SHADOW: Final = 12
"""Pixels by which a shadow lies aside, at most."""
FEW: Final = 12
"""Pixels of ink that are more than the edges of letters."""
TEXT, SIGN = 4.5, 3.0
"""The contrast that each of them needs."""


Bands = tuple[Image.Image, ...]


class Seen(NamedTuple):
    """A text or a sign: what it says, and how it is seen."""

    says: str
    is_text: bool
    box: tuple[int, int, int, int]
    contrast: float
    """Of its ink and of nearly all that is around it."""
    covered: float
    """The share of it that something else is drawn over."""
    outside: bool
    touched: int = 0
    """Pixels right beside it where a line or an edge of what lies below runs."""
    beyond: int = 0
    """Pixels of it beyond the rim of what is round."""

    def embossed(self, other: Seen) -> bool:
        """Tell whether the other is the same once more, a little aside: this is its shadow."""
        near = max(abs(one - two) for one, two in zip(self.box, other.box, strict=True))
        return self.says == other.says and near <= SHADOW


def is_text(element: ET.Element) -> bool:
    """Tell a text that was set from a group that is only told in words."""
    return "data-words" in element.attrib and "fill" in element.attrib


def is_mark(element: ET.Element) -> bool:
    """Tell whether this is a text or a sign."""
    return is_text(element) or "data-icon" in element.attrib


def marked(svg: str) -> list[ET.Element]:
    """Give the texts and signs of a picture, those in others not for themselves."""

    def below(element: ET.Element) -> Iterator[ET.Element]:
        for each in element:
            if is_mark(each):
                yield each
            else:
                yield from below(each)

    return list(below(ET.fromstring(svg)))  # noqa: S314 - drawn by ourselves


def seen(
    svg: str,
    layers: Mapping[str, bytes],
    units: tuple[float, float],
    size: tuple[int, int],
    *,
    is_round: bool = False,
) -> list[Seen]:
    """Measure each text and each sign of a picture above its layers."""
    under = laid(svg)
    whole = composed(rasterised(svg, size), layers, under, units).convert("RGB")
    ground = composed(rasterised(_without(svg), size), layers, under, units).convert("RGB")
    marks = marked(svg)
    alone = [_flat(svg, units, size, backwards=each).split() for each in (False, True)]
    found = [_seen(at, mark, whole, ground, alone) for at, mark in enumerate(marks)]
    if is_round:
        rim = _beyond_rim(alone[0][0].size, size)
        found = [
            each._replace(beyond=_count(ImageChops.darker(_mask(alone[0], _colour(at)), rim)))
            for at, each in enumerate(found)
        ]
    return [
        each for at, each in enumerate(found) if not any(each.embossed(x) for x in found[at + 1 :])
    ]


def faults(found: list[Seen]) -> list[str]:
    """Say what nobody could read: too faint, drawn over, or over the edge."""
    said = []
    for each in found:
        least = TEXT if each.is_text else SIGN
        if each.contrast < least:
            said.append(f"{each.says!r} has a contrast of {each.contrast:.1f}")
        if each.covered > SHARE:
            said.append(f"{each.says!r} is covered: {each.covered:.0%}")
        if each.outside:
            said.append(f"{each.says!r} stands over the edge")
        if each.beyond > FEW:
            said.append(f"{each.says!r} stands over the rim: {each.beyond} pixels")
        if each.is_text and each.touched > FEW:
            said.append(f"{each.says!r} touches something: {each.touched} pixels")
    return said


def _without(svg: str) -> str:
    root = ET.fromstring(svg)  # noqa: S314 - drawn by ourselves

    def cleared(element: ET.Element) -> None:
        for each in list(element):
            if is_mark(each):
                element.remove(each)
            else:
                cleared(each)

    cleared(root)
    return _written(root)


def _flat(
    svg: str, units: tuple[float, float], size: tuple[int, int], *, backwards: bool
) -> Image.Image:
    """Draw texts and signs alone, on a larger sheet, each in the colour of its number."""
    root = ET.fromstring(svg)  # noqa: S314 - drawn by ourselves
    numbered: list[ET.Element] = []

    def kept(element: ET.Element) -> ET.Element | None:
        if is_mark(element):
            return _painted(element, numbered)
        inside = [each for each in map(kept, element) if each is not None]
        if not inside:
            return None
        like = ET.Element(f"{SVG}g")
        like.attrib |= {k: v for k, v in element.attrib.items() if k == "transform"}
        like.extend(inside)
        return like

    sheet = ET.Element(f"{SVG}svg")
    wide, high = units
    box = (-BESIDE, -BESIDE, wide + 2 * BESIDE, high + 2 * BESIDE)
    sheet.set("viewBox", " ".join(f"{each:g}" for each in box))
    ground = dict(zip(("x", "y", "width", "height"), map(str, box), strict=True))
    content = kept(root)
    if content is not None:
        sheet.append(content)
    if backwards:
        _turned(sheet)
    sheet.insert(0, ET.Element(f"{SVG}rect", {**ground, "fill": _hex(NOWHERE)}))
    scale = size[0] / wide
    pixels = (round((wide + 2 * BESIDE) * scale), round((high + 2 * BESIDE) * scale))
    with Image.open(io.BytesIO(rasterised(_written(sheet), pixels))) as opened:
        return opened.convert("RGB")


def _turned(element: ET.Element) -> None:
    """Draw last what was drawn first: so one sees what lies over another."""
    if not is_mark(element):
        element[:] = reversed(element[:])
        for each in element:
            _turned(each)


def _painted(mark: ET.Element, numbered: list[ET.Element]) -> ET.Element:
    mark = deepcopy(mark)
    colour = "#{:02x}{:02x}{:02x}".format(*_colour(len(numbered)))
    numbered.append(mark)
    for each in mark.iter():
        each.set("shape-rendering", "crispEdges")
        each.attrib.pop("opacity", None)
        for key in ("fill", "stroke", "color"):
            if each.get(key, "none") not in {"none", "currentColor"}:
                each.set(key, colour)
    if "data-icon" in mark.attrib:
        mark.set("color", colour)
    return mark


def _colour(number: int) -> tuple[int, int, int]:
    return (number * 5 % 250, number // 50 * 5, 40)


def _seen(
    number: int,
    mark: ET.Element,
    whole: Image.Image,
    ground: Image.Image,
    alone: list[Bands],
) -> Seen:
    scale = (alone[0][0].width - whole.width) // 2
    masks = [_mask(each, _colour(number)) for each in alone]
    says = mark.get("data-words") or f"[{mark.get('data-icon')}]"
    box = masks[0].getbbox() or masks[1].getbbox()
    if box is None:
        return Seen(says, is_text(mark), (0, 0, 0, 0), 21.0, 0.0, outside=False)
    inner = (scale, scale, scale + whole.width, scale + whole.height)
    outside = not (
        box[0] >= inner[0] and box[1] >= inner[1] and box[2] <= inner[2] and box[3] <= inner[3]
    )
    first, last = (each.crop(inner) for each in masks)
    both = ImageChops.lighter(first, last)
    near = both.getbbox()
    if near is None:
        return Seen(says, is_text(mark), box, 21.0, 0.0, outside)
    over = _count(ImageChops.difference(first.crop(near), last.crop(near))) / _count(both)
    low = (min(both.width, near[2] + 4), min(both.height, near[3] + 4))
    part = (max(0, near[0] - 4), max(0, near[1] - 4), *low)
    both, whole, ground = (each.crop(part) for each in (both, whole, ground))
    solid = _thinned(both, 1)
    ink = _colours(whole, solid if _count(solid) > FEW else both)
    around = ImageChops.subtract(_spread(both, 3), both)
    beside = _colours(ground, around)
    if not ink or not beside:
        return Seen(says, is_text(mark), box, 0.0, over, outside)
    middle = _middle(ink)
    covered = sum(many for many, each in ink if contrast(_hex(each), middle) > 1.6)
    ratio = _most(beside, middle)
    return Seen(
        says,
        is_text(mark),
        (box[0] - scale, box[1] - scale, box[2] - scale, box[3] - scale),
        ratio,
        max(over, covered / sum(many for many, _ in ink)),
        outside,
        _touched(ground, both),
    )


def _beyond_rim(sheet: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Mask what is no longer seen of a round picture in the middle of a sheet: its frame, too."""
    beyond = Image.new("L", sheet, 255)
    radius = RIM * min(size) / 2
    x, y = sheet[0] / 2, sheet[1] / 2
    ImageDraw.Draw(beyond).ellipse((x - radius, y - radius, x + radius, y + radius), fill=0)
    return beyond


def _touched(ground: Image.Image, letters: Image.Image) -> int:
    """Count where something runs right beside letters that is not their ground."""
    ring = ImageChops.subtract(_spread(letters, NEAR), letters)
    beside = _colours(ground, ring)
    if not beside:
        return 0
    usual = _middle(beside)
    return sum(many for many, each in beside if _contrast(_hex(each), usual) > EDGE)


def _spread(mask: Image.Image, pixels: int) -> Image.Image:
    """Mask what is near, too: where the mean of a mask is not nothing, as Pillow finds quickest."""
    return mask.filter(ImageFilter.BoxBlur(pixels)).point(_NOT_NOTHING)


def _thinned(mask: Image.Image, pixels: int) -> Image.Image:
    """Mask only what has nothing else near: where the mean is as high as a mask can be."""
    return mask.filter(ImageFilter.BoxBlur(pixels)).point(_only(255))


def _mask(bands: Bands, colour: tuple[int, int, int]) -> Image.Image:
    """Find a colour: where the first of its bands is found, the others are looked at."""
    first = bands[0].point(_only(colour[0]))
    box = first.getbbox()
    if box is None:
        return first
    found = first.crop(box)
    for band, level in zip(bands[1:], colour[1:], strict=True):
        found = ImageChops.darker(found, band.crop(box).point(_only(level)))
    mask = Image.new("L", first.size)
    mask.paste(found, box)
    return mask


def _only(wanted: int) -> list[int]:
    return [255 * (level == wanted) for level in range(256)]


_NOT_NOTHING: Final = [255 * (level > 0) for level in range(256)]


def _count(mask: Image.Image) -> int:
    return sum(mask.histogram()[128:])


Counted = list[tuple[int, tuple[int, int, int]]]


def _colours(picture: Image.Image, mask: Image.Image) -> Counted:
    """Count the colours that a picture has below a mask."""
    box = mask.getbbox()
    if box is None:
        return []
    part, through = picture.crop(box), mask.crop(box)
    shown = Image.composite(part, Image.new("RGB", part.size, NOWHERE), through)
    found = shown.getcolors(shown.width * shown.height) or []
    known = [(many, each) for many, each in found if isinstance(each, tuple)]
    return [(many, (each[0], each[1], each[2])) for many, each in known if each != NOWHERE]


def _middle(ink: Counted) -> str:
    """Give the colour that half of the ink is darker than."""
    ordered = sorted(ink, key=lambda each: sum(each[1]))
    half, past = sum(many for many, _ in ordered) / 2, 0
    for many, each in ordered:
        past += many
        if past >= half:
            return _hex(each)
    raise AssertionError


def _most(beside: Counted, ink: str) -> float:
    """Give the contrast that nearly all of the ground has at least."""
    ratios = sorted((_contrast(_hex(each), ink), many) for many, each in beside)
    spare = SHARE * sum(many for _, many in ratios)
    for ratio, many in ratios:
        spare -= many
        if spare < 0:
            return ratio
    raise AssertionError


@lru_cache(maxsize=200_000)
def _contrast(one: str, other: str) -> float:
    return contrast(one, other)


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _written(root: ET.Element) -> str:
    ET.register_namespace("", SVG[1:-1])
    return ET.tostring(root, encoding="unicode")
