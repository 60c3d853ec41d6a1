"""Gathers what the files of a layout say, and gives all of it its ground.

`layout.toml` says most; `pieces.toml`, `notebook.toml`, `props.toml`, `script.toml`, `setup.toml`,
`chores.toml` and a file `layout_<module>.toml` for each module that has one add to it, by name
(see `merging`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from tts_tool.build.mod import Mod
from tts_tool.build.table.growing import grown
from tts_tool.build.table.layout import (
    SCRIPT,
    Camera,
    Column,
    Dim,
    Layer,
    Layout,
    Mat,
    Piece,
    Places,
    Prop,
    Rolls,
    Seated,
    Strip,
)
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.lying import read_lying
from tts_tool.build.table.merging import explained, merged, spoken
from tts_tool.build.table.settings import FILE as SETTINGS
from tts_tool.build.table.settings import read_settings
from tts_tool.errors import BadInput, NotFound

__all__ = ["read_layout"]

_LAYOUT: Final = "layout.toml"
_PIECES: Final = "pieces.toml"
_SETUP: Final = "setup.toml"
_CHORES: Final = "chores.toml"
_KEYS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)


def read_layout(mod: Mod) -> Layout:
    """Read the layout of a mod; what is wrong in it is told with its file and line."""
    files = [_found(mod, _LAYOUT), _found(mod, _PIECES)]
    boxes = (f"layout_{module.replace('-', '_')}.toml" for module in mod.modules)
    more = ("props.toml", "notebook.toml", SCRIPT, _SETUP, _CHORES, *boxes)
    files += [path for name in more if (path := _look_for(mod, name)) is not None]
    written = tuple((path, path.read_bytes()) for path in files)
    layout: Layout = _laid_out(written, mod.languages, mod.lang, mod.inventory.seats)
    lying = tuple(read_lying(mod.folders.data))
    said = _look_for(mod, SETTINGS)
    settings = read_settings(said) if said is not None else {}
    if not (lying or settings):
        return layout
    return msgspec.structs.replace(layout, lying=lying, settings=settings)


# Each language and each set of boxes has a layout of its own; most edits leave all as they are.
@lru_cache(maxsize=4)
def _laid_out(
    written: tuple[tuple[Path, bytes], ...],
    languages: tuple[str, ...],
    lang: str,
    seats: tuple[str, ...],
) -> Layout:
    """Give what files say; the same ones are read once by a process that builds again and again."""
    named = tuple(path.as_posix() for path, _ in written)
    document = merged((path, spoken(path, data, languages, lang)) for path, data in written)
    try:
        layout = msgspec.convert(document, Layout)
    except msgspec.ValidationError as error:
        raise explained(error, named, document, _NAMED) from None
    layout = grown(seats, msgspec.structs.replace(layout, files=named), document)
    return msgspec.structs.replace(
        layout,
        places=tuple(_with_piles(each, layout) for each in layout.places),
        props=tuple(_with_rolls(each, layout.rolls) for each in layout.props),
        cameras=tuple(_on_keys(layout.cameras, layout.mats)),
    )


def _with_piles(said: Places, layout: Layout) -> Places:
    """Add to places what boxes say of them; a sort of pieces lies at one spot of a place."""
    first = {name.partition(".")[0] for name in said.names}
    piles, boxes = dict(said.piles), dict[str, int]()
    for number, each in enumerate(layout.piles):
        for sort, at in each.at.items() if each.within in first else ():
            if sort in piles:
                here, box = place_of(layout.files, "piles", str(number)), boxes.get(sort)
                first_said = (
                    ("places", layout.places.index(said)) if box is None else ("piles", box)
                )
                before = place_of(layout.files, *map(str, first_said))
                what = f'the pile "{sort}" of "{said.names[0]}" is said twice'
                raise BadInput(what, where=here, fix=f"take it out there or at {before}")
            piles[sort], boxes[sort] = at, number
    return msgspec.structs.replace(said, piles=piles) if boxes else said


def _with_rolls(prop: Prop, more: tuple[Rolls, ...]) -> Prop:
    """Add to dice what boxes roll them for."""
    mine = [each for each in more if each.dice == prop.id.partition(".")[0]]
    added = tuple(stream for each in mine for stream in each.streams)
    return msgspec.structs.replace(prop, rolls=prop.rolls + added) if added else prop


def _on_keys(cameras: tuple[Camera, ...], mats: Mapping[str, Mat]) -> Iterator[Camera]:
    """Give each view that says no key the next that is free; those of seats need none."""
    taken = {each.key for each in cameras}
    free = [key for key in _KEYS if key not in taken]
    for each in cameras:
        wants = each.key is None and (each.mat not in mats or mats[each.mat].each == "table")
        yield msgspec.structs.replace(each, key=free.pop(0)) if wants and free else each


def _found(mod: Mod, name: str) -> Path:
    path = _look_for(mod, name)
    if path is None:
        folders = " or ".join(folder.as_posix() for folder in mod.folders.data)
        what, fix = f"no {name}", "say there where everything lies"
        if name == _LAYOUT:
            what = f"{mod.name} has no {name}: nobody has laid out a table for it yet"
            fix = "tts-tool play plays it without one; tts-tool init shows how one is laid out"
        raise NotFound(what, where=folders, fix=fix)
    return path


def _look_for(mod: Mod, name: str) -> Path | None:
    paths = (folder / name for folder in mod.folders.data)
    return next((path for path in paths if path.is_file()), None)


_NAMED: Final[dict[str, type[msgspec.Struct]]] = {
    "seats": Seated,
    "columns": Column,
    "strips": Strip,
    "mats": Mat,
    "markers": Dim,
    "piece": Piece,
    "layers": Layer,
}
