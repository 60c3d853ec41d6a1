"""Plans a build: which nodes there are, and which of their outputs the save calls.

    sketch/action.block/en -> face/action.block/en -> sheet/actions.1/en -> save
    sketch/action.block/de                         -> words/de   -> laid -> save
                                                      script/Global -> laid

The table is laid out while pictures are drawn; the save has their addresses in it.

What lies under several faces, a ground or a figure, is a layer, which they all need:

    sketch/figure.leshen/en -> layer/figure.leshen -> face/monster.leshen/en

A person's own picture in `art` makes the face in place of sketch and drawing. With one picture per
card (`serve`) there are no sheets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.addresses import Addresses
from tts_tool.build.graph import Given, Graph, Made, Node, nowhere
from tts_tool.build.imprints import Cells, Imprint, key_of, sheets_of
from tts_tool.build.mod import Art, Drawing, Folders, Mod, Pile, Printed
from tts_tool.build.pictures import Grid, Scan, Thumb, fitting, printed, scanned, thumbnail
from tts_tool.build.scans import Scans, scans
from tts_tool.build.scripts import Script, check_owners, mapped, nodes, plan_scripts, read_script
from tts_tool.build.seams import Parts, Sketch, Spread, values_digest
from tts_tool.build.stamps import digest_of
from tts_tool.errors import BadInput
from tts_tool.saves.objects import Save
from tts_tool.saves.objects.save import built_at
from tts_tool.saves.tree import Node as Tree
from tts_tool.saves.tree import settled, written

__all__ = ["LINT", "MAPS", "SAVE", "THUMBNAIL", "Fresh", "Plan", "laid_open", "plan"]

LAID: Final = "laid"
SAVE: Final = "save"
THUMBNAIL: Final = "thumbnail"
MAPS: Final = "maps"
LINT: Final = "lint"

_FACES_PER_SHEET: Final = 69
"""10 x 7 cells, of which the last shows the back."""
_FANNED: Final = 3  # by eye: a fan, and the board is still seen
_BOARDS: Final = ("board.", "mat.map", "mat.board")


class Plan(NamedTuple):
    """The graph; the nodes whose outputs are pictures of the save; its scripts; what to tell."""

    graph: Graph
    assets: tuple[str, ...]
    scripts: tuple[Script, ...]
    cells: tuple[Cells, ...]
    drawings: Mapping[str, Drawing]
    order: Order
    notes: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """Name the nodes of all that a save shows or says: pictures, scripts, words."""
        texts = (each.node for each in self.scripts)
        return (*self.assets, *texts, *self.order.words.values())

    def size(self, asset: str) -> tuple[int, int]:
        """Say how large a picture is: exactly as large as it was asked for."""
        asked: Drawing | Scan | Grid = self.graph.nodes[asset].given
        return asked.size


class Order(NamedTuple):
    """What a table is laid out from, beside the outputs of scripts and words."""

    spread: Spread
    lay_out: Callable[[Mod, Any, Art], Save]
    epoch: int
    pictures: dict[str, str]
    cells: tuple[Cells, ...]
    scripts: tuple[Script, ...]
    words: dict[str, str]


class Fresh(NamedTuple):
    """What a table that lies open is laid out from, beside its pictures."""

    order: Order
    addresses: Addresses
    imprints: Mapping[str, Imprint]


def plan(
    mod: Mod,
    parts: Parts,
    addresses: Addresses,
    out: Path,
    imprints: Mapping[str, Imprint] | None = None,
) -> Plan:
    """Plan the build of a mod into a folder.

    With `imprints` it is for a table that lies open, whose save is no node: cards that look as
    they were printed stay on their sheets, others get pictures of their own (see `laid_open`).
    """
    tables = parts.tables
    layout = tables.read_layout(mod)
    drawings = _by_name(tables.drawings(mod, layout))
    layers = _by_name(tables.layers(mod, layout))
    piles = tuple(tables.piles(mod, layout))
    single = addresses.single or imprints is not None
    cells = tuple(_cells(piles, drawings, mod, single=single))
    sizes = _sizes(cells, drawings)
    for each in cells if imprints else ():
        if known := (imprints or {}).get(f"{each.pile}/{each.faces[0]}"):
            sizes[each.faces[0]] = known.size
    faces = {face for pile in piles for face in pile.faces}
    pictures = {name: _face(name, mod) for name in drawings if name not in faces}
    scripts = plan_scripts(mod.folders.scripts)
    texts = tuple(each.node for each in scripts)
    assets = tuple(dict.fromkeys([*pictures.values(), *(each.node for each in cells)]))
    own = scans(mod, (*drawings, *layers))
    spread = Spread(mod, layout)
    told = [drawings[name] for name in tables.described(mod, layout) if name not in own.pictures]
    words = {lang: f"words/{lang}" for lang in mod.told_in if told}
    every = {**layers, **drawings}
    sketches = _Sketches(mod, parts, {each: values_digest(every[each]) for each in every})
    order = Order(spread, tables.save, built_at(), pictures, cells, scripts, words)
    read = (*texts, *words.values())
    saving = (
        Node(LAID, laid, order, read, ".json", here=True),
        Node(SAVE, saved, addresses, (LAID, *assets), ".json", here=True),
    )
    graph = Graph(
        [
            *(node for each in layers.values() for node in _drawn(each, sketches, {}, own)),
            *(node for each in drawings.values() for node in _drawn(each, sketches, sizes, own)),
            *(_sheet(each, drawings, mod) for each in cells if each.columns > 1),
            *_words(told, sketches),
            *nodes(scripts, tables.values(mod, layout)),
            Node(LINT, tables.looked_over, tables.bare(mod, layout), here=True),
            _thumbnail(piles, pictures, layers, mod),
            *(saving if imprints is None else ()),
            Node(MAPS, mapped, (out, scripts), texts, ".json", here=True),
        ]
    )
    return Plan(graph, assets, scripts, cells, drawings, order, own.notes)


def laid(order: Order, needed: Given) -> Made:
    """Lay the table out, scripts included, with a mark in place of each picture's address."""
    cards = {
        (cells.pile, face): Printed(sheet, cell)
        for cells, sheet in sheets_of(order.cells, _mark)
        for cell, face in enumerate(cells.faces)
    }
    return Made(written(_table(order, needed, _mark, cards).tree()))


def saved(addresses: Addresses, needed: Given) -> Made:
    """Put the addresses of what was drawn in place of their marks."""
    at = {
        f'"{_mark(node)}"'.encode(): written(addresses.at(output.name))
        for node, output in needed.items()
    }
    return Made(_MARK.sub(lambda found: at.get(found[0], found[0]), needed[LAID].data()))


def laid_open(fresh: Fresh, made: Given) -> Tree:
    """Lay out a table that lies open, of what was made: by its pictures, cards stay or move."""

    def at(node: str) -> str:
        return fresh.addresses.at(made[node].name)

    cards = dict(_printed_open(fresh, made, at))
    return settled(_table(fresh.order, made, at, cards).tree())


_MARK: Final = re.compile(rb'"tts-tool:picture:[0-9a-f]{32}"')


def _mark(node: str) -> str:
    """Stand for the address of a picture: what no card says, nor anybody types."""
    return f"tts-tool:picture:{digest_of(node.encode())}"


def _table(
    order: Order,
    needed: Given,
    at: Callable[[str], str],
    cards: Mapping[tuple[str, str], Printed],
) -> Save:
    """Lay out a table whose pictures are found by their nodes."""
    pictures = {name: at(node) for name, node in order.pictures.items()}
    texts = {each: read_script(needed[each.node]) for each in order.scripts}
    scripts = {each.owner: text for each, text in texts.items() if not each.is_interface}
    interfaces = {each.owner: text for each, text in texts.items() if each.is_interface}
    words = {
        lang: msgspec.json.decode(needed[node].data(), type=dict[str, tuple[str, ...]])
        for lang, node in order.words.items()
    }
    art = Art(pictures, cards, scripts, interfaces, words)
    save = order.lay_out(order.spread.mod, order.spread.layout, art)
    check_owners(order.scripts, (part.id for thing in save.objects for part in thing.all()))
    return save


def _printed_open(
    fresh: Fresh, needed: Given, at: Callable[[str], str]
) -> Iterator[tuple[tuple[str, str], Printed]]:
    """Say on which cell of which sheet each card is: on that on which it lies, if it looks so."""
    for cells, sheet in sheets_of(fresh.order.cells, at):
        (face,) = cells.faces
        known = fresh.imprints.get(f"{cells.pile}/{face}")
        digests = needed[cells.node].digest, needed[cells.back].digest
        if known is not None and (known.face, known.back) == digests:
            yield (cells.pile, face), Printed(known.sheet, known.cell)
        else:
            own = msgspec.structs.replace(sheet, key=key_of(*digests))
            yield (cells.pile, face), Printed(own, 0)


def _by_name(drawings: Iterable[Drawing]) -> dict[str, Drawing]:
    found: dict[str, Drawing] = {}
    for drawing in drawings:
        if found.setdefault(drawing.name, drawing) != drawing:
            raise BadInput(f'two different pictures are called "{drawing.name}"')
    return found


def _cells(
    piles: Iterable[Pile], drawings: Mapping[str, Drawing], mod: Mod, *, single: bool
) -> Iterator[Cells]:
    """Say which faces come together on a picture."""
    for pile in piles:
        for name in (*pile.faces, pile.back):
            if name not in drawings:
                raise BadInput(f'pile "{pile.name}" has the picture "{name}", which nobody draws')
        back = _face(pile.back, mod)
        if single or len(pile.faces) == 1:
            yield from (Cells(pile.name, (face,), _face(face, mod), back) for face in pile.faces)
            continue
        for start in range(0, len(pile.faces), _FACES_PER_SHEET):
            some = pile.faces[start : start + _FACES_PER_SHEET]
            node = f"sheet/{pile.name}.{start // _FACES_PER_SHEET + 1}/{mod.lang}"
            columns, rows, _ = fitting(len(some), drawings[some[0]].size)
            yield Cells(pile.name, some, node, back, columns, rows)


def _face(drawing: str, mod: Mod) -> str:
    return f"face/{drawing}/{mod.lang}"


def _under(layer: str) -> str:
    return f"layer/{layer}"


def _sizes(cells: Iterable[Cells], drawings: Mapping[str, Drawing]) -> dict[str, tuple[int, int]]:
    """Say how large each picture is needed: on a sheet, no larger than its cell."""
    sizes = {name: drawing.size for name, drawing in drawings.items()}
    for each in cells:
        if each.columns > 1:
            _, _, cell = fitting(len(each.faces), drawings[each.faces[0]].size)
            sizes |= dict.fromkeys(each.faces, cell)
    return sizes


class _Sketches(NamedTuple):
    """What the sketches of a mod have in common; `values` digests what each drawing shows."""

    mod: Mod
    parts: Parts
    values: Mapping[str, str]

    def node(self, drawing: Drawing) -> Node:
        """Give the node that fills in a template."""
        given = Sketch(drawing, Folders(self.mod.folders.data, ()), self.values[drawing.name])
        name = f"sketch/{drawing.name}/{drawing.lang}"
        return Node(name, self.parts.sketched, given, (), ".svg", _where(drawing, self.mod))


def _where(drawing: Drawing, mod: Mod) -> Callable[[], str]:
    """Say where to look for the record that a drawing shows, if it shows one."""
    return partial(mod.cards.where, drawing.record) if drawing.record in mod.cards else nowhere


def _drawn(
    drawing: Drawing, sketches: _Sketches, sizes: Mapping[str, tuple[int, int]], own: Scans
) -> Iterator[Node]:
    """Draw a picture, or take a person's own. A layer has no size that some sheet asks for."""
    mod, parts, _ = sketches
    size = sizes.get(drawing.name, drawing.size)
    name = _face(drawing.name, mod) if drawing.name in sizes else _under(drawing.name)
    where = _where(drawing, mod)
    scan = own.pictures.get(drawing.name)
    if scan is not None:
        given = Scan(scan.as_posix(), size, drawing.opaque)
        yield Node(name, scanned, given, (), ".png", where)
        return
    sketch = sketches.node(drawing)
    yield sketch
    shape = msgspec.structs.replace(drawing, values={}, record="", size=size)
    needs = (sketch.name, *map(_under, drawing.layers.values()))
    # A scene is a photograph rather than a drawing: as a PNG it would be three times as large.
    suffix = ".jpg" if drawing.layers and drawing.opaque else ".png"
    yield Node(name, parts.inked, shape, needs, suffix, where)


def _words(told: Iterable[Drawing], sketches: _Sketches) -> Iterator[Node]:
    """Write down what faces say, also in the other language: nobody looks at those sketches."""
    mod, parts, _ = sketches
    for lang in mod.told_in:
        faces = [msgspec.structs.replace(each, lang=lang) for each in told]
        if lang != mod.lang:
            yield from map(sketches.node, faces)
        names = {f"sketch/{each.name}/{lang}": each.name for each in faces}
        if names:
            yield Node(
                f"words/{lang}",
                parts.written_out,
                names,
                tuple(names),
                ".json",
                amend=parts.amended,
            )


def _sheet(cells: Cells, drawings: Mapping[str, Drawing], mod: Mod) -> Node:
    faces = tuple(_face(name, mod) for name in cells.faces)
    size = drawings[cells.faces[0]].size
    columns, rows, cell = fitting(len(faces), size)
    given = Grid(faces, cells.back, cell, columns, rows)
    return Node(cells.node, printed, given, (*faces, cells.back), ".jpg")


def _thumbnail(
    piles: Iterable[Pile], pictures: Mapping[str, str], layers: Mapping[str, Drawing], mod: Mod
) -> Node:
    """Show what is drawn for it; else the table's first board, and backs on it.

    A face would give away what it shows.
    """
    own = f"{THUMBNAIL}.{mod.lang}"
    if own in layers:
        return Node(THUMBNAIL, thumbnail, Thumb((_under(own),)), (_under(own),), ".png")
    boards = [node for name, node in pictures.items() if name.startswith(_BOARDS)]
    backs = dict.fromkeys(_face(pile.back, mod) for pile in piles)
    shown = (*(boards or list(pictures.values()))[:1], *list(backs)[:_FANNED])
    return Node(THUMBNAIL, thumbnail, Thumb(shown), shown, ".png")
