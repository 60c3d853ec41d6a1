"""How a game looks: its colours and its styles of text, from `style.toml` beside its faces.

A box adds its own in `style_<box>.toml`, by names that nobody has yet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec

from tts_tool.build.faces.typesetting import Fonts, Sizes
from tts_tool.errors import BadInput

__all__ = [
    "LEAST_CONTRAST",
    "Style",
    "Styles",
    "TextStyle",
    "contrast",
    "look_up",
    "mixed",
    "read_style",
    "read_styles",
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

    colours: dict[str, Colour] = {}
    text: dict[str, TextStyle] = {}
    parted: tuple[str, ...] = ()


class Styles(NamedTuple):
    """The style of a game with its boxes, and which of it stands in the file of a box."""

    whole: Style
    of_boxes: Mapping[str, Path]
    """As in `colours.moss` or `text.banner`."""


def read_style(path: Path) -> Style:
    """Read a `style.toml` by itself; raise what is wrong with it, with its name."""
    return read_styles(path).whole


def read_styles(path: Path, *boxes: Path) -> Styles:
    """Read a `style.toml` and what boxes add to it, in files of their own.

    What stands in two of them is an error: nobody could tell which of them a face means.
    """
    return _read(tuple((each, *_stamp(each)) for each in (path, *boxes)))


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


# A game and each set of its boxes have files of their own.
@lru_cache(maxsize=8)
def _read(files: tuple[tuple[Path, int, int], ...]) -> Styles:
    whole, where = Style(), dict[str, Path]()
    for path, *_ in files:
        more = _parsed(path)
        names = [f"colours.{each}" for each in more.colours] + [f"text.{n}" for n in more.text]
        for name in names:
            if where.setdefault(name, path) != path:
                keys = name.split(".", 1)
                fix = f"take it out there or at {_line(where[name], *keys)}"
                raise BadInput(f'"{name}" is said twice', where=_line(path, *keys), fix=fix)
        colours, text = whole.colours | more.colours, whole.text | more.text
        whole = Style(colours, text, (*whole.parted, *more.parted))
        _check(more, whole, path)
    game = files[0][0]
    return Styles(whole, {name: path for name, path in where.items() if path != game})


def _line(path: Path, *keys: str) -> str:
    from tts_tool.build.table.lines import place_of  # noqa: PLC0415 - tables are made of faces

    return place_of((path.as_posix(),), *keys)


def _parsed(path: Path) -> Style:
    data, where = path.read_bytes(), path.as_posix()
    try:
        return msgspec.toml.decode(data, type=Style)
    except msgspec.ValidationError as error:
        from tts_tool.build.table.merging import explained  # noqa: PLC0415 - the same

        kinds = {"colours": Colour, "text": TextStyle}
        raise explained(error, (where,), msgspec.toml.decode(data), kinds) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        line = re.search(r"at line (\d+)", str(error))
        raise BadInput(str(error), where=f"{where}:{line[1]}" if line else where) from None


def _check(said: Style, style: Style, path: Path) -> None:
    """See that texts are of known colours, and of sizes that can be."""
    for name, text in said.text.items():
        for key in ("colour", "on"):
            colour = getattr(text, key)
            if colour not in style.colours:
                what = f"text.{name} has the unknown colour {colour!r}"
                raise BadInput(what, where=_line(path, "text", name, key))
        if text.smallest > text.largest:
            what = f"text.{name} is smallest above its largest size"
            raise BadInput(what, where=_line(path, "text", name, "smallest"))


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
