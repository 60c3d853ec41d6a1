"""Which pictures a table needs: a face for every kind of card, backs, mats, markers, extras.

Components that look alike share one picture. Nothing of a picture's name or place among the
others is shown on the table.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec

from tts_tool.build.mod import Drawing, Mod, Pile
from tts_tool.build.seams import Spread
from tts_tool.build.table.engraving import mat_values, surface_values
from tts_tool.build.table.layout import Entry, Layer, Layout, Piece, Prop
from tts_tool.build.table.lines import line_naming, place_of
from tts_tool.build.table.spots import SpotPlan
from tts_tool.catalog import Record
from tts_tool.errors import BadInput, NotFound, meant
from tts_tool.kernel.inventory import Component
from tts_tool.saves.dice import ACROSS, SIX
from tts_tool.saves.objects import PLAYER_COLORS

__all__ = ["CARDS", "Prints", "hex_colour", "keys", "prints_of", "sort_of"]

THUMBNAIL: Final = "thumbnail.svg"
"""The template of what stands beside the name of a save, if there is one."""
CARDS: Final = frozenset({"card", "round-card"})
_CUT: Final = frozenset({"round-tile", "standee"})


def sort_of(component: Component) -> str:
    """Say of what sort a component is: the first word of its id."""
    return component.id.partition(".")[0]


def keys(component: Component) -> tuple[str, ...]:
    """Give the names by which a component has a pile of its own in a place, the closest first."""
    return component.id, component.pool, component.kind, sort_of(component)


class Prints:
    """The pictures of a mod, by what shows them."""

    def __init__(self, mod: Mod, layout: Layout) -> None:
        self.mod = mod
        self.layout = layout
        self.plan = SpotPlan(mod, layout)
        self._templates: dict[str, bool] = {}
        self._layers: dict[str, _Under] = {}
        self._indices: dict[tuple[str, str], dict[str, list[Any]]] = {}
        self._records: dict[int, tuple[object, Any]] = {}

    def piece(self, component: Component) -> Piece:
        """Say what a component is on the table."""
        known = self.layout.piece.get(sort_of(component))
        if known is None:
            raise self._no_piece(component)
        return known

    def _no_piece(self, component: Component) -> BadInput:
        sort, files = sort_of(component), self.layout.files
        near = get_close_matches(sort, self.layout.piece, 1)
        what = f'no piece for the component "{component.id}"'
        if near:
            where, fix = place_of(files, "piece", near[0]), f"did you mean [piece.{sort}]?"
            return BadInput(what, where=where, fix=fix)
        return BadInput(what, where=files[1], fix=f"add [piece.{sort}]")

    def face(self, component: Component) -> str:
        """Name the picture of a component's face."""
        return self._faces[component.id].name

    def back(self, component: Component) -> str:
        """Name the picture of a component's back; those that look alike have the same."""
        piece = self.piece(component)
        if not piece.back:
            return ""
        fields = [str(value) for value in component.back.values()] or [sort_of(component)]
        return ".".join(("back", *fields))

    def pile(self, component: Component) -> str:
        """Name the cards with which a card shares its back, its shape and its size."""
        return f"{sort_of(component)}.{self.back(component).removeprefix('back.')}"

    def drawings(self) -> Iterator[Drawing]:
        """Give every picture once."""
        drawn: dict[str, Drawing] = {}
        for drawing in (*self._faces.values(), *self._backs(), *self._mats, *self._extras()):
            if drawn.setdefault(drawing.name, drawing) != drawing:
                raise BadInput(f'two pictures are called "{drawing.name}"')
        folders = [each / "faces" for each in self.mod.folders.data]
        if any(each.is_dir() for each in folders):  # else nobody is to draw: see `unprinted`
            for template in dict.fromkeys(each.template for each in drawn.values()):
                if not self._has(template):
                    raise self._no_template(template, folders)
        yield from drawn.values()

    def _no_template(self, name: str, folders: Sequence[Path]) -> NotFound:
        there = [face.name for folder in folders for face in sorted(folder.glob("*.svg"))]
        where = line_naming(name, self.layout.files)
        return NotFound(f"no template {name}", where=where, fix=meant(name, there))

    def piles(self) -> Iterator[Pile]:
        """Give the cards that can be printed on sheets together."""
        faces: dict[str, dict[str, None]] = {}
        backs: dict[str, str] = {}
        for component in self.mod.inventory.components.values():
            if self.piece(component).shape in CARDS:
                faces.setdefault(self.pile(component), {})[self.face(component)] = None
                backs[self.pile(component)] = self.back(component)
        for name, printed in faces.items():
            yield Pile(name=name, faces=tuple(printed), back=backs[name])

    def described(self) -> Iterator[str]:
        """Name the faces whose words the save has: of cards, and of what is one side up for all."""
        faces: dict[str, None] = {}
        for component in self.mod.inventory.components.values():
            drawing = self._faces[component.id]
            if drawing.record and (self.mod.face_down_hides or not component.back):
                faces[drawing.name] = None
        yield from faces

    def seat_colour(self, seat: str) -> str:
        """Give the colour of a seat as TTS shows it."""
        said = self.layout.seats.get(seat)
        return hex_colour(said.colour) if said else ""

    @cached_property
    def tags(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """The names by which components have piles, each with the tag that is caught there."""
        components = self.mod.inventory.components.values()
        return tuple(dict.fromkeys((keys(each), self.piece(each).tag) for each in components))

    @cached_property
    def bare(self) -> Spread:
        """Give the mod and its layout without what is only read."""
        return Spread(self.mod.bare(), self._bare_layout)

    @property
    def _bare_layout(self) -> Layout:
        return msgspec.structs.replace(self.layout, pages=(), entry=Entry(), lying=(), settings={})

    @cached_property
    def _faces(self) -> dict[str, Drawing]:
        """The face of every component; what would look the same is the same drawing."""
        known: dict[bytes, Drawing] = {}
        faces: dict[str, Drawing] = {}
        for component in self.mod.inventory.components.values():
            drawing = self._face(component)
            alike = msgspec.json.encode(msgspec.structs.replace(drawing, name=""), order="sorted")
            faces[component.id] = known.setdefault(alike, drawing)
        return faces

    def _face(self, component: Component) -> Drawing:
        piece = self.piece(component)
        record = component.card if isinstance(component.card, Record) else None
        if record is None and component.kind in self.mod.cards:
            record = self.mod.cards.record(component.kind)
        seat = str(component.face.get("seat", ""))
        card = self._plain(record)
        values: dict[str, Any] = {
            "sort": sort_of(component),
            "kind": component.kind,
            "card": card,
            "printed": card if component.card is record else self._plain(component.card),
            "face": dict(component.face),
            "back": dict(component.back),
            "seat": seat,
            "seat_colour": self.seat_colour(seat),
        }
        for join in piece.join:
            found = self._joined(join.kind, join.by, component.kind)
            values[join.name] = found if join.all else next(iter(found), None)
        face = Drawing(
            name=component.id,
            template=piece.face,
            size=piece.pixels,
            lang=self.mod.lang,
            values=values,
            record=record.id if record is not None else "",
            opaque=piece.shape not in _CUT,
        )
        return self._on(face, piece.layers)

    def _plain(self, record: object) -> Any:  # noqa: ANN401 - plain data
        """Make plain data of a record, once for all that it is printed on."""
        if id(record) not in self._records:
            self._records[id(record)] = record, msgspec.to_builtins(record)
        return self._records[id(record)][1]

    def _on(self, drawing: Drawing, names: Iterable[str]) -> Drawing:
        """Let a face lie on layers."""
        layers = {name: under.name for name, under in self._under(drawing, names)}
        return msgspec.structs.replace(drawing, layers=layers)

    def layers(self) -> Iterator[Drawing]:
        """Give every picture that lies under faces, once."""
        drawn: dict[str, Drawing] = {}
        seen: set[tuple[str, tuple[str, ...]]] = set()
        for component in self.mod.inventory.components.values():
            standing = (p.layers for p in self.layout.props if p.of == sort_of(component))
            face = self._faces[component.id]
            for names in (self.piece(component).layers, *standing):
                if (face.name, names) not in seen:  # most cards are there several times
                    seen.add((face.name, names))
                    drawn |= {drawing.name: drawing for _, drawing in self._under(face, names)}
        mats = {f"mat.{frame.name}": frame.mat.layers for frame in self.plan.frames.values()}
        on_table = {"mat.surface": self.layout.surface.layers, **mats}
        for mat in self._mats if any(on_table.values()) else ():
            drawn |= {under.name: under for _, under in self._under(mat, on_table[mat.name])}
        for extra, names in self._sheets():
            drawn |= {under.name: under for _, under in self._under(extra, names)}
        yield from drawn.values()
        if self._has(THUMBNAIL):
            yield Drawing(
                name=f"{Path(THUMBNAIL).stem}.{self.mod.lang}",
                template=THUMBNAIL,
                size=(512, 512),
                lang=self.mod.lang,
                values={"title": msgspec.to_builtins(self.layout.title)},
            )

    def _under(self, drawing: Drawing, names: Iterable[str]) -> Iterator[tuple[str, Drawing]]:
        """Say what lies under a face, by what its template calls it."""
        for name in names:
            under = self._layer(name).under(drawing)
            if under is not None and self._has(under.template):
                yield name, under

    def _layer(self, name: str) -> _Under:
        if name not in self._layers:
            said = self.layout.layers.get(name)
            if said is None:
                where = place_of(self.layout.files, "layers")
                raise BadInput(f'no layer "{name}"', where=where, fix=f"add [layers.{name}]")
            self._layers[name] = _Under(name, said)
        return self._layers[name]

    def _has(self, face: str) -> bool:
        """Tell whether there is a template."""
        if face not in self._templates:
            folders = self.mod.folders.data
            self._templates[face] = any((each / "faces" / face).is_file() for each in folders)
        return self._templates[face]

    def _joined(self, kind: str, by: str, wanted: str) -> list[Any]:
        if (kind, by) not in self._indices:
            index: dict[str, list[Any]] = {}
            ids = (each for each in self.mod.cards.ids if self.mod.cards.kind(each) == kind)
            for record in map(self.mod.cards.record, ids):
                if isinstance(said := getattr(record, by), str):
                    index.setdefault(said, []).append(self._plain(record))
            self._indices[kind, by] = index
        return self._indices[kind, by].get(wanted, [])

    def _backs(self) -> Iterator[Drawing]:
        for component in self.mod.inventory.components.values():
            piece = self.piece(component)
            if piece.back:
                yield Drawing(
                    name=self.back(component),
                    template=piece.back,
                    size=piece.back_pixels or piece.pixels,
                    lang=self.mod.lang,
                    values={"sort": sort_of(component), "back": dict(component.back)},
                    opaque=piece.shape not in _CUT,
                )

    @cached_property
    def _mats(self) -> tuple[Drawing, ...]:
        """The pictures of the surface and of every mat."""
        return tuple(self._drawn_mats())

    def _drawn_mats(self) -> Iterator[Drawing]:
        surface = self.layout.surface
        values = surface_values(self.plan)
        for area in values["areas"]:
            area["colour"] = self.seat_colour(area["owner"])
        whole = (values["width"], values["height"])
        below = self._drawing("mat.surface", surface.template, whole, values)
        yield self._on(below, surface.layers)
        for frame in self.plan.frames.values():
            size = tuple(round(side * frame.mat.density) for side in frame.size)
            values = mat_values(self.plan, frame, self.seat_colour(frame.seat))
            name, template = f"mat.{frame.name}", frame.mat.template
            mat = self._drawing(name, template, (size[0], size[1]), values)
            yield self._on(mat, frame.mat.layers)

    def _extras(self) -> Iterator[Drawing]:
        for lane in self.plan.lanes.values():
            marker = self.layout.markers[lane.said.marker]
            if marker.face:
                seat = lane.track.owner or ""
                values = {**marker.values, "seat": seat, "seat_colour": self.seat_colour(seat)}
                name = f"marker.{lane.said.marker}.{seat}"
                yield self._drawing(name, marker.face, marker.pixels, values, cut=True)
        for prop in self.layout.props:
            if prop.shape == "standees":
                yield from self._standees(prop)
        for extra, names in self._sheets():
            yield self._on(extra, names)

    def _sheets(self) -> Iterator[tuple[Drawing, tuple[str, ...]]]:
        """Give the pictures of extras that are of no component, and the layers of each."""
        for prop in self.layout.props:
            if prop.shape == "standees":
                continue
            for number, face in enumerate(prop.faces, 1):
                values = {**prop.values, "page": number, "name": msgspec.to_builtins(prop.name)}
                if prop.shape == "die":
                    values |= {"across": ACROSS, "sides": _sides()}
                cut = prop.shape == "coins"
                name = f"{prop.id}.{number}"
                yield self._drawing(name, face, prop.pixels, values, cut=cut), prop.layers

    def _standees(self, prop: Prop) -> Iterator[Drawing]:
        for component in self.mod.inventory.components.values():
            if sort_of(component) == prop.of:
                face = self._faces[component.id]
                standing = msgspec.structs.replace(
                    face,
                    name=f"{prop.id}.{component.kind}",
                    template=prop.faces[0],
                    size=prop.pixels,
                    opaque=False,
                )
                yield self._on(standing, prop.layers)

    def _drawing(
        self,
        name: str,
        template: str,
        size: tuple[int, int],
        values: dict[str, Any],
        *,
        cut: bool = False,
    ) -> Drawing:
        return Drawing(
            name=name,
            template=template,
            size=size,
            lang=self.mod.lang,
            values=values,
            opaque=not cut,
        )


_BRACES: Final = re.compile(r"\{([\w.]+)\}")


class _Under:
    """What the layout says of a layer, ready to be asked for each of hundreds of faces."""

    def __init__(self, name: str, said: Layer) -> None:
        self._name = name
        self._said = said
        self._told = [(key, path.split(".")) for key, path in said.told.items()]
        self._face = [
            part.split(".") if at % 2 else part for at, part in enumerate(_BRACES.split(said.face))
        ]
        self._words: dict[str, dict[str, str]] = {}
        for named, words in said.named.items():
            for word, kinds in words.items():
                for kind in kinds:
                    self._words.setdefault(kind, {})[named] = word
        self._known: dict[tuple[str, ...], Drawing] = {}

    def under(self, drawing: Drawing) -> Drawing | None:
        """Give what lies under a face; nothing, where that lacks what the layer is told of."""
        values = drawing.values
        if named := self._words.get(str(values.get("kind", ""))):
            values = {**values, **named}
        told = {key: _told(values, path) for key, path in self._told}
        face = [p if isinstance(p, str) else _told(values, p) for p in self._face]
        if None in face or None in told.values():
            return None
        template = "".join(map(str, face))
        shown = (template, *_shown(told))
        if (known := self._known.get(shown)) is None or known.values != told:
            known = Drawing(
                name=".".join((self._name, Path(template).stem, *shown[1:])),
                template=template,
                size=self._said.pixels,
                values=told,
                opaque=self._said.opaque,
            )
            self._known[shown] = known
        return known


def _shown(told: dict[str, Any]) -> Iterator[str]:
    """Tell the layers of a template apart: by whatever short is told; a mat's are there once."""
    return (str(each) for each in told.values() if not isinstance(each, (list, dict)))


def _told(words: Any, path: Iterable[str]) -> Any:  # noqa: ANN401 - plain data
    """Find a value of a face, as in `card.level` or `card.colours.0`; None if it has none."""
    for key in path:
        if isinstance(words, list | tuple):
            words = words[int(key)] if key.isdecimal() and int(key) < len(words) else None
        else:
            words = words.get(key) if isinstance(words, dict) else None
    return words


def _sides() -> list[dict[str, Any]]:
    """Say where each side of a die is on its picture, and what it is worth."""
    return [{"value": value, **side._asdict()} for value, side in enumerate(SIX, 1)]


def hex_colour(player: str) -> str:
    """Write a player's colour as pictures do.

    >>> hex_colour("White")
    '#ffffff'
    """
    colour = PLAYER_COLORS[player]
    return "#" + "".join(f"{round(part * 255):02x}" for part in (colour.r, colour.g, colour.b))


_LATELY: Final[deque[Prints]] = deque(maxlen=2)


def prints_of(mod: Mod, layout: Layout) -> Prints:
    """Give the pictures of a table; a build asks about the same one again and again."""
    for known in _LATELY:
        if known.mod is mod and known.layout is layout:
            return known
    _LATELY.append(Prints(mod, layout))
    return _LATELY[-1]


def drawings(mod: Mod, layout: Layout) -> Iterable[Drawing]:
    """Say which pictures this table needs."""
    return tuple(prints_of(mod, layout).drawings())


def described(mod: Mod, layout: Layout) -> Iterable[str]:
    """Say of which of them the save has the words."""
    return tuple(prints_of(mod, layout).described())


def layers(mod: Mod, layout: Layout) -> Iterable[Drawing]:
    """Say which pictures lie under those."""
    return tuple(prints_of(mod, layout).layers())


def piles(mod: Mod, layout: Layout) -> Iterable[Pile]:
    """Say which of those are cards, and which of them share a back."""
    return tuple(prints_of(mod, layout).piles())
