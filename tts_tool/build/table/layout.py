"""What `mod_json` says of a table: its surface, mats, seats, places, tracks, pieces and extras.

Plain data, read and checked; the numbers stand in the files and nowhere else. Points are x (to
the right) and z (away from whoever sits below), in the units of the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from tts_tool.build.mod import Mod
from tts_tool.build.table.ground import Ground
from tts_tool.build.table.lines import place_of
from tts_tool.build.table.lying import ThingFile, read_lying
from tts_tool.build.table.merging import explained, merged, spoken
from tts_tool.build.table.rows import Chore, Row
from tts_tool.build.table.settings import FILE as SETTINGS
from tts_tool.build.table.settings import read_settings
from tts_tool.catalog import Text
from tts_tool.errors import BadInput, NotFound

__all__ = [
    "Area",
    "Camera",
    "Dim",
    "Entry",
    "Join",
    "Layer",
    "Layout",
    "Mat",
    "Page",
    "Piece",
    "Places",
    "Plainly",
    "Point",
    "Prop",
    "Reading",
    "Seated",
    "Surface",
    "Told",
    "Tracks",
    "read_layout",
]

# Over five times the surface of Old World, which is 90 deep: what is larger is a slip, and would
# make pictures without end.
Number = Annotated[float, msgspec.Meta(ge=-500, le=500)]
Point = tuple[Number, Number]
Length = Annotated[float, msgspec.Meta(gt=0, le=500)]
Size = tuple[Length, Length]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Colour = Literal[
    "White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink"
]
# Pixels of a unit: ours have 22 to 72. A mat of 42 units with 200 would be 8,400 pixels wide.
Density = Annotated[int, msgspec.Meta(ge=4, le=200)]
Lines = Annotated[int, msgspec.Meta(ge=1, le=4)]
# A hundred hours; Old World says 90 to 150.
Minutes = Annotated[int, msgspec.Meta(ge=0, le=6000)]
T = TypeVar("T", bound=msgspec.Struct)

LAYOUT: Final = "layout.toml"
PIECES: Final = "pieces.toml"
SCRIPT: Final = "script.toml"
SETUP: Final = "setup.toml"
CHORES: Final = "chores.toml"
_WIDEST: Final = 4_096
"""Pixels of the surface's picture, if it has to grow."""


class _Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is written in a file of the layout."""


class Surface(_Said, frozen=True, kw_only=True):
    """What everything lies on; `top` is how high its upper side is.

    It grows where a box lays a mat beside it, by `margin` more than that.
    """

    at: Point = (0, 0)
    size: Size
    top: Number
    thickness: Length = 0.5
    template: str
    density: Density
    layers: tuple[str, ...] = ()
    margin: Length = 1


class Reading(_Said, frozen=True, kw_only=True):
    """How large the lines of a text must be on a screen, and what that screen shows."""

    screen: Annotated[int, msgspec.Meta(ge=200)]
    field_of_view: Annotated[float, msgspec.Meta(gt=1, lt=170)]
    least: Annotated[float, msgspec.Meta(gt=0)]
    least_other: Annotated[float, msgspec.Meta(gt=0)]


class Seated(_Said, frozen=True, kw_only=True):
    """Where a seat is, and which of TTS's players sits there."""

    colour: Colour
    at: Point
    turn: Number = 0


class Area(_Said, frozen=True, kw_only=True):
    """A part of a mat that has a frame of its own."""

    at: Point
    size: Size


class Mat(_Said, frozen=True, kw_only=True):
    """A picture on the surface on which places are marked.

    `density` is its pixels per unit, `camera` the distance from which it is looked at, `label`
    the height of a line in the language of play. Names and slots keep off its rim (`edge` wide)
    and off the lines of its `frames`.
    """

    size: Size
    at: Point = (0, 0)
    turn: Number = 0
    each: Literal["table", "seat"] = "table"
    title: Text | None = None
    template: str = "mat.svg"
    density: Density = 60
    camera: Length = 30
    label: Length = 0.55
    edge: Length = 0.3
    frames: tuple[Area, ...] = ()
    records: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    values: dict[str, Any] = {}


class Places(_Said, frozen=True, kw_only=True):
    """Places of a sort: one name or several, `step` apart or at `points`.

    What is engraved is `label`, or what the catalogue calls the words of the name, without the
    last where `suffix` is off since something else on the mat says it; in at most so many
    `lines`, as wide as the place or so `wide`. Several names that are one thing to players have
    it once, `together`.
    """

    names: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    on: str
    at: Point = (0, 0)
    step: Point = (0, 0)
    points: tuple[Point, ...] = ()
    holds: str
    slots: Annotated[int, msgspec.Meta(ge=1, le=60)] = 1
    spread: Point = (0, 0)
    pattern: tuple[Point, ...] = ()
    zone: Size | None = None
    middle: Point = (0, 0)
    kind: Literal["plain", "hand", "hidden"] = "plain"
    label: Text | None = None
    lines: Lines = 2
    wide: Length | None = None
    suffix: bool = True
    together: bool = False
    engraved: bool = True
    outlined: bool = True
    marks: str = ""
    tags: tuple[str, ...] = ()
    piles: dict[str, Point] = {}
    least_seats: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    """With fewer seats the rules have no such place, and none is laid out."""


class Piles(_Said, frozen=True, kw_only=True):
    """What a box adds to places of the game: where a sort of its pieces lies in them."""

    within: Name
    """The first word of the places' names: `at` of `at.7`."""
    at: dict[str, Point]


class Rolls(_Said, frozen=True, kw_only=True):
    """What a box adds to dice of the game: the streams of chance for which they are rolled, too."""

    dice: Name
    """The first word of their ids: `die` of `die.red`."""
    streams: tuple[str, ...]


class Tracks(_Said, frozen=True, kw_only=True):
    """Tracks of a sort: the value 0 is at `at`, every further one `each` away.

    With `row`, so many values lie in a row, and every further row lies `next` to the last.
    """

    names: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    on: str
    at: Point = (0, 0)
    step: Point = (0, 0)
    each: Point = (0, 0)
    row: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    next: Point = (0, 0)
    marker: str
    label: Text | None = None
    engraved: bool = True


class Join(_Said, frozen=True, kw_only=True):
    """A record that a template needs beside its own: the one whose field `by` has its kind.

    With `all` the template is given a list of them, in the order in which the cards have them.
    """

    name: str
    kind: str
    by: str
    all: bool = False


class Layer(_Said, frozen=True, kw_only=True):
    """A picture that lies under faces, drawn once for all that show it.

    `face` is its template, in which `{card.level}` is what such a face is told; what it `named` are
    words for lists of kinds. Whoever lacks such a value or template goes without. `told` says what
    the template is told of that, and by which names.
    """

    face: str
    pixels: tuple[int, int]
    named: dict[str, dict[str, tuple[str, ...]]] = {}
    told: dict[str, str] = {}
    opaque: bool = True


class Piece(_Said, frozen=True, kw_only=True):
    """What the components of a sort are on the table; `size` is how wide and deep they lie."""

    shape: Literal["card", "round-card", "tile", "round-tile", "standee"]
    size: Size
    face: str
    back: str = ""
    states: bool = False
    """Whether a tile has its other side as a second state, for all to see, and none below."""
    pixels: tuple[int, int] = (600, 840)
    tag: str
    join: tuple[Join, ...] = ()
    layers: tuple[str, ...] = ()


class Dim(_Said, frozen=True, kw_only=True):
    """What marks a value on a track; a heap is of tokens from the extra `bag`, so many in a row."""

    shape: Literal["cube", "disc", "counter", "heap"]
    size: Length
    bag: str = ""
    row: Annotated[int, msgspec.Meta(ge=1, le=30)] = 5
    face: str = ""
    pixels: tuple[int, int] = (200, 200)
    values: dict[str, Any] = {}


class Prop(_Said, frozen=True, kw_only=True):
    """What stands on the table and is in no rule: dice, a bank, a help sheet."""

    id: Name
    shape: Literal["die", "coins", "tile", "standees"]
    on: str
    at: Point
    step: Point = (0, 0)
    count: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1
    row: Annotated[int, msgspec.Meta(ge=1, le=50)] = 50
    size: Size
    name: Text
    label: Text | None = None
    lines: Lines = 2
    note: Text | None = None
    colour: tuple[float, float, float] = (1, 1, 1)
    faces: tuple[str, ...] = ()
    pixels: tuple[int, int] = (400, 400)
    of: str = ""
    rolls: tuple[str, ...] = ()
    """Dice: the streams of chance that they are rolled for; what ends in a dot begins several."""
    engraved: bool = True
    layers: tuple[str, ...] = ()
    values: dict[str, Any] = {}


class Camera(_Said, frozen=True, kw_only=True):
    """A way to look at the table, on a number key."""

    key: Annotated[int, msgspec.Meta(ge=0, le=9)]
    mat: str
    distance: Length
    pitch: Number = 65
    offset: Point = (0, 0)


class Page(_Said, frozen=True, kw_only=True):
    """A page of the notebook, in one language or for all."""

    lang: str
    title: str
    body: str


class Entry(_Said, frozen=True, kw_only=True):
    """What the game and the Workshop say of a save: by what it is found, and what is told at once.

    `note` is shown on the screen of whoever opens it; `minutes` are how long a game takes.
    """

    kind: str = "Game"
    complexity: Literal["", "Low Complexity", "Medium Complexity", "High Complexity"] = ""
    minutes: tuple[Minutes, Minutes] = (0, 0)
    tags: tuple[Name, ...] = ()
    note: Text | None = None


class Plainly(_Said, frozen=True, kw_only=True):
    """What stands for an icon where only words can; nothing, where a word beside it says it all.

    `many` stands there for more than one.
    """

    en: str
    de: str
    many: Text | None = None


class Told(_Said, frozen=True, kw_only=True):
    """What the script is told of the catalogue: tables, fields of records, texts of results.

    `results` is the template below `faces/` that words them, `icons` what stands for its icons;
    `texts` is how the codes of those texts begin that the script says itself; `sorted` are the
    piles that are never shuffled.
    """

    tables: tuple[str, ...] = ()
    records: dict[str, tuple[str, ...]] = {}
    sorted: tuple[str, ...] = ()
    results: str = ""
    texts: str = ""
    icons: dict[str, Plainly] = {}


class Layout(_Said, frozen=True, kw_only=True):
    """All of it."""

    title: Text
    surface: Surface
    reading: Reading
    seats: dict[str, Seated]
    mats: dict[str, Mat]
    places: tuple[Places, ...] = ()
    piles: tuple[Piles, ...] = ()
    tracks: tuple[Tracks, ...] = ()
    markers: dict[str, Dim] = {}
    props: tuple[Prop, ...] = ()
    rolls: tuple[Rolls, ...] = ()
    cameras: tuple[Camera, ...] = ()
    pages: tuple[Page, ...] = ()
    entry: Entry = Entry()
    piece: dict[str, Piece] = {}
    layers: dict[str, Layer] = {}
    script: Told = Told()
    setup: tuple[Row, ...] = ()
    chores: tuple[Chore, ...] = ()
    files: tuple[str, ...] = ()
    lying: tuple[ThingFile, ...] = ()
    """What lies there besides, as the game saves it."""
    settings: dict[str, Any] = {}
    """What the table is set to, as the game saves it."""

    def where(self, said: Places | Tracks | Prop) -> str:
        """Say in which file and line an entry stands."""
        lists = {"places": self.places, "tracks": self.tracks, "props": self.props}
        known = ((key, n, each) for key, entries in lists.items() for n, each in enumerate(entries))
        key, number = next((key, number) for key, number, each in known if each is said)
        return place_of(self.files, key, str(number))


def read_layout(mod: Mod) -> Layout:
    """Read the layout of a mod; what is wrong in it is told with its file and line.

    `layout.toml` says most; `pieces.toml`, `notebook.toml`, `props.toml`, `script.toml`,
    `setup.toml`, `chores.toml` and a file `layout_<module>.toml` for each module that has one add
    to it, by name (see `merging`).
    """
    files = [_found(mod, LAYOUT), _found(mod, PIECES)]
    boxes = (f"layout_{module.replace('-', '_')}.toml" for module in mod.modules)
    more = ("props.toml", "notebook.toml", SCRIPT, SETUP, CHORES, *boxes)
    files += [path for name in more if (path := _look_for(mod, name)) is not None]
    layout = _laid_out(tuple((path, path.read_bytes()) for path in files), mod.languages, mod.lang)
    lying = tuple(read_lying(mod.folders.data))
    said = _look_for(mod, SETTINGS)
    settings = read_settings(said) if said is not None else {}
    if not (lying or settings):
        return layout
    return msgspec.structs.replace(layout, lying=lying, settings=settings)


# Each language and each set of boxes has a layout of its own; most edits leave all as they are.
@lru_cache(maxsize=4)
def _laid_out(
    written: tuple[tuple[Path, bytes], ...], languages: tuple[str, ...], lang: str
) -> Layout:
    """Give what files say; the same ones are read once by a process that builds again and again."""
    named = tuple(path.as_posix() for path, _ in written)
    document = merged((path, spoken(path, data, languages, lang)) for path, data in written)
    try:
        layout = msgspec.convert(document, Layout)
    except msgspec.ValidationError as error:
        raise explained(error, named, document, _NAMED) from None
    layout = msgspec.structs.replace(layout, files=named)
    return msgspec.structs.replace(
        layout,
        surface=_ample(layout.surface, layout.mats.values()),
        places=tuple(_with_piles(each, layout) for each in layout.places),
        props=tuple(_with_rolls(each, layout.rolls) for each in layout.props),
    )


def _ample(surface: Surface, mats: Iterable[Mat]) -> Surface:
    """Let the surface hold every mat; its picture stays one that a game can load."""
    whole = _sides(Ground(*surface.at, *surface.size))
    reach = whole
    for mat in mats:
        if mat.each == "table":
            mine = _sides(Ground(*mat.at, *mat.size, mat.turn))
            reach = (
                _further(reach[0], mine[0], surface.margin),
                _further(reach[1], mine[1], surface.margin),
            )
    if reach == whole:
        return surface
    size = (round(reach[0][1] - reach[0][0], 6), round(reach[1][1] - reach[1][0], 6))
    return msgspec.structs.replace(
        surface,
        at=(round(sum(reach[0]) / 2, 6), round(sum(reach[1]) / 2, 6)),
        size=size,
        density=min(surface.density, max(4, int(_WIDEST / max(size)))),
    )


def _further(known: Point, mine: Point, margin: float) -> Point:
    """Let a side reach as far as something does, and a margin further."""
    low = mine[0] - margin if mine[0] < known[0] else known[0]
    return low, mine[1] + margin if mine[1] > known[1] else known[1]


def _sides(ground: Ground) -> tuple[Point, Point]:
    """Give how far ground reaches: across, and away."""
    xs, zs = ([round(each, 6) for each in way] for way in zip(*ground.corners(), strict=True))
    return (min(xs), max(xs)), (min(zs), max(zs))


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


def _found(mod: Mod, name: str) -> Path:
    path = _look_for(mod, name)
    if path is None:
        folders = " or ".join(folder.as_posix() for folder in mod.folders.data)
        what, fix = f"no {name}", "say there where everything lies"
        if name == LAYOUT:
            what = f"{mod.name} has no {name}: nobody has laid out a table for it yet"
            fix = "tts-tool play plays it without one; tts-tool init shows how one is laid out"
        raise NotFound(what, where=folders, fix=fix)
    return path


def _look_for(mod: Mod, name: str) -> Path | None:
    paths = (folder / name for folder in mod.folders.data)
    return next((path for path in paths if path.is_file()), None)


_NAMED: Final[dict[str, type[msgspec.Struct]]] = {
    "seats": Seated,
    "mats": Mat,
    "markers": Dim,
    "piece": Piece,
    "layers": Layer,
}
