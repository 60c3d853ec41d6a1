"""What `mod_json` says of a table: its surface, mats, seats, places, tracks, pieces and extras.

Plain data; `gathering` reads it. Points are x (to the right) and z (away from whoever sits below),
in the units of the table.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from tts_tool.build.table.lines import place_of
from tts_tool.build.table.lying import ThingFile
from tts_tool.build.table.rows import Chore, Row
from tts_tool.catalog import Text

__all__ = [
    "SCRIPT",
    "Area",
    "Camera",
    "Column",
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
    "Seating",
    "Strip",
    "Surface",
    "Told",
    "Tracks",
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
SCRIPT: Final = "script.toml"
# A card that is ten times as large covers a third of the table.
Scale = Annotated[float, msgspec.Meta(ge=0.2, le=10)]
Way = Literal["right", "left", "down", "up"]


class _Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is written in a file of the layout."""


class Surface(_Said, frozen=True, kw_only=True):
    """What everything lies on; `top` is how high its upper side is.

    Without a `size` it reaches as far as mats, hands and screens do, and a `margin` further. With
    one it grows where a mat would lie over its edge.
    """

    at: Point = (0, 0)
    size: Size = (0, 0)
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
    """Where a seat is, and which of TTS's players sits there; without `at`, in the row of seats."""

    colour: Colour
    at: Point = (0, 0)
    turn: Number = 0


class Seating(_Said, frozen=True, kw_only=True):
    """Seats side by side before all mats, in the order of play from right to left.

    Whoever begins the order sits in the middle, so that few are as near to it as many.
    """

    gap: Length


class Column(_Said, frozen=True, kw_only=True):
    """Ground that is kept for mats of boxes: they lie one after the other from a corner on.

    What goes beyond `long` begins another row of mats `beside` the first.
    """

    at: Point
    along: Way
    beside: Way
    long: Length
    gap: Length


class Strip(_Said, frozen=True, kw_only=True):
    """By how much a box lets a mat grow, on the side of whoever sits before it, for its places."""

    on: str
    deep: Length


class Area(_Said, frozen=True, kw_only=True):
    """A part of a mat that has a frame of its own."""

    at: Point
    size: Size


class Mat(_Said, frozen=True, kw_only=True):
    """A picture on the surface on which places are marked.

    `density` is its pixels per unit, `camera` the distance from which it is looked at, `label`
    the height of a line in the language of play. Names and slots keep off its rim (`edge` wide)
    and off the lines of its `frames`. With a `column` and no `at` it lies where there is room.
    """

    size: Size
    at: Point = (0, 0)
    column: str = ""
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
    it once, `together`. What lies there is `scale` times as large as elsewhere.
    """

    names: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    on: str
    strip: str = ""
    at: Point = (0, 0)
    step: Point = (0, 0)
    points: tuple[Point, ...] = ()
    holds: str
    scale: Scale = 1
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
    read: bool = False
    """Whether what lies there is read where it lies: without turning or enlarging it."""
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

    Its name is `wide` at the most and stands left of the value 0; that of a counter above it. With
    `row`, so many values lie in a row, and every further row lies `next` to the last.
    """

    names: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]
    on: str
    strip: str = ""
    at: Point = (0, 0)
    step: Point = (0, 0)
    each: Point = (0, 0)
    row: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    next: Point = (0, 0)
    marker: str
    label: Text | None = None
    wide: Length | None = None
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
    back_pixels: tuple[int, int] | None = None
    """Of a back on which less is to be seen than on the face."""
    tag: str
    type: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0
    """How high the smallest type on its face is, as a part of its depth."""
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
    strip: str = ""
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
    type: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0
    """Of what is read where it lies: how high the smallest type is, as a part of its depth."""
    engraved: bool = True
    layers: tuple[str, ...] = ()
    values: dict[str, Any] = {}


class Camera(_Said, frozen=True, kw_only=True):
    """A way to look at a mat: on a number key, without one on the next that is free.

    That of a mat that each seat has one of is how whoever sits down there looks at it.
    """

    key: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
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
    seating: Seating | None = None
    columns: dict[str, Column] = {}
    strips: dict[str, Strip] = {}
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

    def growth(self, mat: str) -> float:
        """Say by how much boxes let a mat grow."""
        return sum(each.deep for each in self.strips.values() if each.on == mat)

    def where(self, said: Places | Tracks | Prop) -> str:
        """Say in which file and line an entry stands."""
        lists = {"places": self.places, "tracks": self.tracks, "props": self.props}
        known = ((key, n, each) for key, entries in lists.items() for n, each in enumerate(entries))
        key, number = next((key, number) for key, number, each in known if each is said)
        return place_of(self.files, key, str(number))
