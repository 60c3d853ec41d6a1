"""How a game looks: its colours and its styles of text, from `style.toml` beside its faces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tts_tool.build.faces.typesetting import Fonts, Sizes
from tts_tool.errors import BadInput
from tts_tool.picture.fonts import FONTS

__all__ = [
    "LEAST_CONTRAST",
    "Style",
    "TextStyle",
    "contrast",
    "look_up",
    "mixed",
    "read_style",
]

LEAST_CONTRAST = 4.5
"""What the Web Content Accessibility Guidelines ask of text (level AA)."""

Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$(?!\n)")]
Font = Literal["serif", "serif-black", "sans", "sans-italic", "sans-black"]


class TextStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a text of some sort is set, and by which colour on which."""

    font: Font
    largest: float
    smallest: float
    bold: Font | None = None
    leading: float = 1.15
    colour: str = "ink"
    on: str = "paper"

    @property
    def fonts(self) -> Fonts:
        """Give the font of the text and that of its bold words."""
        return Fonts(self.font, self.bold or self.font)

    @property
    def sizes(self) -> Sizes:
        """Give the sizes that the text may have."""
        return Sizes(self.largest, self.smallest, self.leading)


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours and text styles of a game, by name; `parted` are words with their hyphens."""

    colours: dict[str, Colour]
    text: dict[str, TextStyle]
    parted: tuple[str, ...] = ()


def read_style(path: Path) -> Style:
    """Read a `style.toml`; raise what is wrong with it, with its name."""
    status = path.stat()
    return _read(path, (status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=8)
def _read(path: Path, _changed: tuple[int, int]) -> Style:
    try:
        style = msgspec.toml.decode(path.read_bytes(), type=Style)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(error), where=path.as_posix()) from None
    for name, text in style.text.items():
        for colour in (text.colour, text.on):
            if colour not in style.colours:
                raise BadInput(f"text.{name} has the unknown colour {colour!r}", where=str(path))
        if not FONTS.keys() >= set(text.fonts) or text.smallest > text.largest:
            raise BadInput(f"text.{name} is smallest above its largest size", where=str(path))
    return style


def contrast(one: str, other: str) -> float:
    """Compare two colours by how light they are: from 1 (alike) to 21 (black on white).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in _parts(colour)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]  # noqa: PLR2004 - as sRGB is defined
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mixed(one: str, other: str, share: float) -> str:
    """Mix a share of one colour into another.

    >>> mixed("#000000", "#ffffff", 0.2)
    '#cccccc'
    """
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _parts(colour: str) -> list[int]:
    return [int(part, 16) for part in re.findall(r"[0-9a-f]{2}", colour)]


def look_up(colours: Mapping[str, str], name: str) -> str:
    """Give a colour by its name, or the one that is written out."""
    if re.fullmatch(r"#[0-9a-f]{6}", name):
        return name
    if name not in colours:
        raise BadInput(f"no colour {name!r}", fix=f"one of {', '.join(sorted(colours))}")
    return colours[name]
