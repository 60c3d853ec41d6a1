"""What each part of a build must give: the signatures that `plan` calls.

Every function here is pure: the same arguments give the same bytes, in any process, on any
machine. It reads files only through what it returns in `Made.files`, so that the graph knows them.

There are two of each: `tts_tool.build.faces` and `.table` make real mods, and the tests of the
graph have parts of their own, so that they count what is made without waiting for drawings.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import msgspec

from tts_tool.build.graph import Amend, Given, Made, Make
from tts_tool.build.mod import Art, Drawing, Folders, Mod, Pile
from tts_tool.build.stamps import digest_of, fingerprint
from tts_tool.saves.objects import Save, Tab, Thing

__all__ = ["Layout", "Parts", "Sketch", "Spread", "Tables", "Values", "values_digest"]

Layout: TypeAlias = Any
"""A layout as its own part has read it; whoever builds only passes it on."""


class Sketch:
    """What the node of one SVG is given. `values` digests those of the drawing, if it is known.

    They are most of it, and the same in each language. Where the folders lie is no part of it: what
    was read there is compared, by its name in its folder.
    """

    def __init__(self, drawing: Drawing, folders: Folders, values: str = "") -> None:
        self.drawing = drawing
        self.folders = folders
        self._values = values or values_digest(drawing)

    @property
    def digest(self) -> str:
        """Digest all of it."""
        shape = [getattr(self.drawing, name) for name in _SHAPE]
        many = [len(each) for each in self.folders]
        return fingerprint(self._values.encode(), _ENCODER.encode((shape, many)))

    @property
    def roots(self) -> tuple[str, ...]:
        """Name the folders, in their order."""
        return tuple(folder.as_posix() for part in self.folders for folder in part)


_SHAPE: Final = tuple(name for name in Drawing.__struct_fields__ if name != "values")
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def values_digest(drawing: Drawing) -> str:
    """Digest what a drawing shows."""
    return digest_of(_ENCODER.encode(drawing.values))


class Spread:
    """A mod with its layout, as a node is given them: too much to be data, but with a digest."""

    def __init__(self, mod: Mod, layout: Layout) -> None:
        self.mod = mod
        self.layout = layout

    @cached_property
    def digest(self) -> str:
        """Digest both."""
        return fingerprint(self.mod.digest.encode(), msgspec.json.encode(self.layout))


class Values(NamedTuple):
    """Some of what scripts are filled in with, made by a node of its own.

    `make(given, {})` gives an object in JSON. `given` is all that it reads, and no more: whatever
    else changes does not run it.
    """

    make: Make
    given: Any


class Tables(Protocol):
    """The module `tts_tool.build.table`. A layout is plain data made of msgspec.Struct."""

    def read_layout(self, mod: Mod) -> Layout:
        """Read the layout of this mod from `mod.folders.data`, with `file:line` in its errors."""

    def drawings(self, mod: Mod, layout: Layout) -> Iterable[Drawing]:
        """Say which pictures this table needs: faces, backs, boards, tokens, standees."""

    def piles(self, mod: Mod, layout: Layout) -> Iterable[Pile]:
        """Say which of those are cards, and which of them share a back."""

    def layers(self, mod: Mod, layout: Layout) -> Iterable[Drawing]:
        """Say which pictures lie under what those say, drawn once for all that show them."""

    def described(self, mod: Mod, layout: Layout) -> Iterable[str]:
        """Say of which pictures the save also has the words, so that they can be searched."""

    def values(self, mod: Mod, layout: Layout) -> dict[str, Values]:
        """Say what the templates of scripts and interfaces are filled in with, and of what."""

    def bare(self, mod: Mod, layout: Layout) -> Spread:
        """Give what decides where things are: without what is only read."""

    def check_playable(self, given: Spread) -> Iterable[Thing]:
        """Lay out the table without its pictures; refuse what `looked_over` refuses."""

    def looked_over(self, given: Spread, needed: Given) -> Made:
        """End the build of a table that nobody could play on: a node. It is given no cards."""

    def save(self, mod: Mod, layout: Layout, art: Art) -> Save:
        """Lay out the table, scripts included. Reads no file: all is in the layout already."""

    def notebook(
        self, mod: Mod, before: Layout, now: Layout, edited: Iterable[Path]
    ) -> tuple[Tab, ...] | None:
        """Give the pages of the notebook, if nothing else can be otherwise after such an edit."""


class Parts(NamedTuple):
    """The parts of a build. `sketched` and `inked` make nodes, in whatever process.

    `sketched(Sketch, {})` fills in a template: its data is the SVG in UTF-8, its files are the
    templates, icons and styles used. What cannot be drawn (a text that does not fit, an unknown
    icon, a missing translation) is a BadInput whose `where` is the template's `file:line`; the
    graph adds the record's. `inked(Drawing, {name: SVG})` makes a PNG of `drawing.size` of it, with
    our fonts and nothing of the system's; where the SVG says so, `drawing.layers` lie under it.
    `written_out({node: name}, {node: SVG})` gives in JSON what such SVGs say, by these names;
    `amended` gives the same from what it gave before.
    """

    sketched: Make
    inked: Make
    written_out: Make
    tables: Tables
    amended: Amend | None = None
