"""Icons: shapes on a grid of 24, one line weight, in whatever colour stands around them.

An icon's file is an SVG of 24 x 24 units with shapes only. Lines are 2 wide, round at their ends
and joints, in `currentColor`; an icon says only where it differs, as in `fill="currentColor"`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from tts_tool.build.faces.shapes import SHAPES, fault
from tts_tool.errors import BadInput, NotFound

__all__ = ["GRID", "Icons"]

GRID = 24  # as most sets of icons have it, so that people can bring theirs

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Bytes, all of which are read and parsed; the largest of our own icons has 533.
_LONGEST = 20_000


class Drawn(NamedTuple):
    """The shapes of an icon as SVG, and the files that decide how it looks."""

    shapes: str
    files: tuple[Path, ...]


class Icons:
    """The icons of some folders; the first that has a name wins."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)

    def shapes(self, name: str) -> Drawn:
        """Give an icon; its files are the one read and those that would have come before it."""
        looked_for: list[Path] = []
        for folder in self._folders if _NAME.fullmatch(name) else ():
            path = folder / f"{name}.svg"
            looked_for.append(path)
            if path.is_file():
                status = path.stat()
                changed = (status.st_mtime_ns, status.st_size)
                return Drawn(_read(path, changed), tuple(looked_for))
        close = get_close_matches(name, self.names(), 1)
        guess = f"did you mean {close[0]!r}?" if close else "draw it on a grid of 24 units"
        folders = " or ".join(folder.as_posix() for folder in self._folders)
        raise NotFound(f"no icon {name!r} in {folders}", fix=guess)

    def names(self) -> list[str]:
        """List the icons there are."""
        return sorted({path.stem for folder in self._folders for path in folder.glob("*.svg")})


# Far more than there are, so that none is read twice; any size gives the same.
@lru_cache(maxsize=500)
def _read(path: Path, _changed: tuple[int, int]) -> str:
    """Read the shapes of an icon, and refuse whatever is none."""
    where = path.as_posix()
    text = path.read_bytes()
    if len(text) > _LONGEST or b"<!" in text.replace(b"<!--", b""):
        raise BadInput("an icon is a short SVG without declarations", where=where)
    try:
        root = ET.fromstring(text)  # noqa: S314 - it declares nothing, so nothing expands
    except ET.ParseError as error:
        raise BadInput(f"no XML: {error}", where=f"{where}:{error.position[0]}") from None
    if root.tag != f"{_NAMESPACE}svg" or root.get("viewBox") != f"0 0 {GRID} {GRID}":
        raise BadInput(f"an icon has the view box 0 0 {GRID} {GRID}", where=where)
    for part in list(root.iter())[1:]:
        part.tag = str(part.tag).removeprefix(_NAMESPACE)
        if part.tag not in SHAPES:
            raise BadInput(f"an icon has shapes only, no <{part.tag}>", where=where)
        if wrong := fault(part.tag, part.attrib):
            line = text.count(b"\n", 0, max(0, text.find(wrong.words.encode()))) + 1
            raise BadInput(wrong.what, where=f"{where}:{line}", fix="draw it on a grid of 24 units")
        part.tail = None
    return "".join(ET.tostring(part, encoding="unicode") for part in root)
