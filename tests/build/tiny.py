"""A mod of two cards and a board, with parts of its own: what a graph is tried on.

Its faces are filled-in templates whose colour is the picture; its table is a board and a deck. So
a test may count what is made without waiting for real drawings.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image, ImageColor

from tts_tool.build.addresses import Addresses
from tts_tool.build.building import Built, Job, build
from tts_tool.build.cache import Cache
from tts_tool.build.faces import amended, written_out
from tts_tool.build.freshness import Past
from tts_tool.build.graph import Given, Made
from tts_tool.build.mod import Art, Drawing, Folders, Language, Mod, Pile
from tts_tool.build.problems import BuildError, Problem
from tts_tool.build.seams import Parts, Sketch, Spread, Values
from tts_tool.catalog import Record, Schema, Text, load
from tts_tool.errors import BadInput
from tts_tool.kernel.inventory import Component, Inventory, Place
from tts_tool.lua.templates import Templates
from tts_tool.saves.objects import Board, Card, Deck, Save, Thing, Vector

__all__ = ["CARDS", "LAYOUT", "Tiny"]


class Gem(Record):
    """A card with a colour and a line of text."""

    colour: str
    says: Text


SCHEMA = Schema(kinds={"gem": Gem})

CARDS = """\
[provenance]
default = "house"

[[gem]]
id = "ruby"
name = { en = "Ruby", de = "Rubin" }
colour = "#aa1122"
says = { en = "Warm.", de = "Warm." }

[[gem]]
id = "jade"
name = { en = "Jade", de = "Jade" }
colour = "#11aa55"
says = { en = "Cool.", de = "Kühl." }
"""
LAYOUT = "0 0\n"
GLOBAL = """\
local words = require("lib.words")
function onLoad()
  print(words.hello({{ title | lua }}))
end
"""
WORDS = """\
local words = {}
function words.hello(name)
  return "Welcome to " .. name
end
return words
"""


class Tiny:
    """The tiny mod in a folder, and builds of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out" / "tiny"
        self.cache = Cache(folder / "cache")
        self.assets = "serve"
        self.jobs = 1
        self.port = 39997
        self.lang: Language = "en"
        self.known: dict[str, str] = {}
        self.write("cards/gems.toml", CARDS)
        self.write("data/layout.txt", LAYOUT)
        self.write("data/faces/gem.svg", '{% include "frame.j2" %}<text>{{ says }}</text>\n')
        self.write("data/faces/frame.j2", '{% include "icon.j2" %}<rect fill="{{ colour }}"/>')
        self.write("data/faces/icon.j2", "<circle/>")
        self.write("data/faces/plain.svg", '<rect fill="{{ colour }}"/>\n')
        self.write("lua/global/main.lua", GLOBAL)
        self.write("lua/lib/words.lua", WORDS)

    def write(self, path: str, content: str | bytes) -> Path:
        """Write a file of the mod."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def edit(self, path: str, old: str, new: str) -> None:
        """Change a text of the mod."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert old in text
        self.write(path, text.replace(old, new))

    def job(self) -> Job:
        """Read the mod as it is now."""
        cards = load(self.folder / "cards", SCHEMA)
        box = Inventory((), [Place("table")], [Component(i, i, "table") for i in cards.ids], (), ())
        folders = Folders((self.folder / "data",), (self.folder / "lua",), (self.folder / "art",))
        mod = Mod("tiny", "Tiny Gems", self.lang, cards, box, folders)
        addresses = Addresses.of(self.assets, self.out, port=self.port, known=self.known)
        parts = Parts(sketched, inked, written_out, Table(), amended)
        asked = f"{self.assets} {self.lang} {self.known}"
        return Job(mod, parts, addresses, self.out, (self.folder / "cards",), asked, self.jobs)

    def past(self) -> Past:
        """Read what earlier builds have left."""
        return Past(self.cache.folder, self.out)

    def build(self) -> Built:
        """Build it as it is now."""
        return build(self.job(), self.past(), self.cache)

    def ran(self) -> list[str]:
        """Build it and name the nodes that ran."""
        return [run.node for run in self.build().report.ran]

    def files(self) -> dict[str, bytes]:
        """Read what lies in the folder of the build."""
        found = (path for path in self.out.rglob("*") if path.is_file())
        return {path.relative_to(self.out).as_posix(): path.read_bytes() for path in found}


class Table:
    """The tiny table: a board, and a deck on it."""

    def read_layout(self, mod: Mod) -> Any:  # noqa: ANN401 - as the seam has it
        """Read where the deck lies."""
        x, z = (mod.folders.data[0] / "layout.txt").read_text(encoding="utf-8").split()
        return [float(x), float(z)]

    def drawings(self, mod: Mod, layout: Any) -> Iterable[Drawing]:  # noqa: ANN401, ARG002
        """Ask for two faces, a back and a board."""
        for gem in mod.cards.of(Gem).values():
            values = {"colour": gem.colour, "says": getattr(gem.says, mod.lang)}
            yield Drawing(
                name=f"gem.{gem.id}",
                template="gem.svg",
                values=values,
                record=gem.id,
                lang=mod.lang,
            )
        yield Drawing(name="back.gem", template="plain.svg", values={"colour": "#222222"})
        yield Drawing(
            name="board.map", template="plain.svg", values={"colour": "#eeddcc"}, size=(400, 300)
        )

    def described(self, mod: Mod, layout: Any) -> Iterable[str]:  # noqa: ANN401, ARG002
        """Describe nothing."""
        return ()

    def layers(self, mod: Mod, layout: Any) -> Iterable[Drawing]:  # noqa: ANN401, ARG002
        """Nothing lies under them."""
        return ()

    def piles(self, mod: Mod, layout: Any) -> Iterable[Pile]:  # noqa: ANN401, ARG002
        """Make one pile of all gems."""
        yield Pile(
            name="gems", faces=tuple(f"gem.{gem}" for gem in mod.cards.of(Gem)), back="back.gem"
        )

    def values(self, mod: Mod, layout: Any) -> dict[str, Values]:  # noqa: ANN401
        """Tell the script what it is called, and where the deck lies."""
        return {
            "catalogue": Values(titled, {"title": mod.title}),
            "places": Values(placed, Spread(mod.bare(), layout)),
        }

    def bare(self, mod: Mod, layout: Any) -> Spread:  # noqa: ANN401
        """Leave out the texts of the cards."""
        return Spread(mod.bare(), layout)

    def check_playable(self, given: Spread) -> tuple[Thing, ...]:
        """Put something there where the deck lies."""
        self.looked_over(given, {})
        x, z = given.layout
        return (Board(id="gems", image="", position=Vector(x, 1, z)),)

    def looked_over(self, given: Spread, needed: Given) -> Made:  # noqa: ARG002
        """Refuse a deck that lies where nobody can reach it, and frown at one that is far off."""
        far = max(map(abs, given.layout))
        if far > 100:
            problems = (BadInput(f"{far:g} is off the table", where=where) for where in ("a", "b"))
            raise BuildError(map(Problem, problems))
        return Made(b"", (), ("far off",) if far > 50 else ())

    def notebook(self, *_: object) -> None:
        """Have none."""

    def save(self, mod: Mod, layout: Any, art: Art) -> Save:  # noqa: ANN401
        """Put a board and a deck on the table."""
        cards = tuple(
            Card(
                id=gem,
                sheet=printed.sheet,
                index=printed.cell,
                nickname=gem,
                description=record.name.en,
                memo=gem,
            )
            for gem, record in mod.cards.of(Gem).items()
            for printed in [art.cards["gems", f"gem.{gem}"]]
        )
        deck = Deck(id="gems", cards=cards, position=Vector(layout[0], 1, layout[1]))
        board = Board(id="map", image=art.picture("board.map"), width_scale=4 / 3)
        return Save(name=mod.save_name, objects=(board, deck), script=art.scripts.get("Global", ""))


def titled(given: dict[str, str], _needed: Given) -> Made:
    """Hand on what the script is told."""
    return Made(msgspec.json.encode(given))


def placed(given: Spread, _needed: Given) -> Made:
    """Say where the deck lies, for a game that the mod is made of."""
    return Made(msgspec.json.encode({"game": given.mod.name, "deck": given.layout}))


def sketched(sketch: Sketch, _needed: Given) -> Made:
    """Fill in a template; words that are too long for the tiny card are refused."""
    if len(sketch.drawing.values.get("says", "")) > 40:
        raise BadInput("this text does not fit", fix="shorten it")
    folder = sketch.folders.data[0] / "faces"
    made = Templates(folder).render(sketch.drawing.template, sketch.drawing.values)
    return Made(made.text.encode(), made.files)


def inked(drawing: Drawing, needed: Given) -> Made:
    """Fill the picture with the first colour that the SVG names."""
    (svg,) = (output.data().decode() for output in needed.values())
    colour = ImageColor.getrgb(svg.partition('fill="')[2][:7])
    target = io.BytesIO()
    Image.new("RGB", drawing.size, colour).save(target, "PNG", compress_level=1)
    return Made(target.getvalue())


def decoded(save: bytes) -> dict[str, Any]:
    """Read a save with somebody else's reader."""
    return msgspec.json.decode(save, type=dict[str, Any])
