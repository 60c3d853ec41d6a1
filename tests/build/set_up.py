"""The table of Old World with its script, unprinted, and a way to set it up by its panel."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any, NamedTuple

from tests.old_world.table import catalogue
from tts_tool.build.mod import Folders, Language, Mod
from tts_tool.build.table.layout import Layout
from tts_tool.build.table.reading import Seen, read_table
from tts_tool.build.unprinted import unprinted
from tts_tool.kernel.module import Composition, Setup
from tts_tool.referee import opening
from tts_tool.resources import lua_templates_dir, mod_json_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.saves.tree import read
from tts_tool.table import Table
from tts_tool.table.pieces import Piece
from tts_tool.table.switches import Switches

__all__ = [
    "Made",
    "Panel",
    "aside",
    "composition",
    "drop",
    "made",
    "opened",
    "pile",
    "seen",
    "take",
]

SEATS = RULESET.seats
PATIENT = 60.0
"""So many seconds a call of the script may take, on a machine that does much else."""


class Made(NamedTuple):
    """A mod whose table was made; `values` is what its script was told."""

    mod: Mod
    layout: Layout
    values: dict[str, Any]
    script: str
    save: bytes


@cache
def made(lang: Language = "en", boxes: tuple[str, ...] = ()) -> Made:
    """Make the table for all seats; pictures have addresses, and nobody draws them."""
    data, scripts = mod_json_dir(), lua_templates_dir()
    folders = Folders((data / RULESET.folder, data), (scripts / RULESET.folder, scripts))
    game = composition(SEATS, boxes)
    names = tuple(module.name for module in game.modules)
    mod = Mod(RULESET.name, "Old World", lang, game.setup.cards, game.inventory, folders, names)
    return Made(mod, *unprinted(mod))


@cache
def composition(seats: tuple[str, ...], boxes: tuple[str, ...] = ()) -> Composition:
    """Put together the game for some seats, with some boxes."""
    modules = opening.choose_modules(RULESET, RULESET.completed(boxes, seats))
    settings = opening.choose_settings(RULESET, modules, {})
    return opening.composed(RULESET, Setup(seats, modules, settings, catalogue()))


class Panel:
    """A table, and the panel in the hands of its host, who is red."""

    def __init__(self, table: Table, chance: Random, lang: str = "en") -> None:
        self.table = table
        self.chance = chance
        self.lang = lang
        self.asked: list[tuple[str, list[str]]] = []

    @property
    def state(self) -> dict[str, Any]:
        """Give what the script saves."""
        saved: dict[str, dict[str, Any]] = json.loads(self.table.execute("return onSave()"))
        return saved["desk"]

    @property
    def buttons(self) -> list[str]:
        """List the buttons that there are."""
        xml: str = self.table.execute("return UI.getXml()")
        return re.findall(rf'"pressed_panel\({self.lang}\.([^")]+)\)"', xml)

    @property
    def lines(self) -> list[str]:
        """List what red was told."""
        return [line.text for line in self.table.chat if line.to == "Red"]

    def press(self, *buttons: str) -> None:
        """Press buttons, one after the other, and wait until all lies still."""
        for button in buttons:
            self.table.run(2)
            self.table.red.click(f"{self.lang}.{button}")
            self.settle()

    def settle(self) -> None:
        """Wait until nothing more happens by itself."""
        self.table.settle(4000)
        self.table.run(2)

    def answer(self) -> bool:
        """Answer the question that is open at random; False if none is."""
        offered = [each for each in self.buttons if each.startswith("answer.")]
        if offered:
            self.asked.append((offered[0].split(".")[1], offered))
            self.press(self.chance.choice(offered))
        return bool(offered)

    def finish(self) -> None:
        """Answer until nothing is asked any more."""
        while self.answer():
            pass

    def set_up(self, seats: int) -> None:
        """Set the table up for the first seats."""
        self.press(f"count.{seats}", "set-up")
        self.finish()


@contextmanager
def opened(
    seed: int = 0,
    lang: Language = "en",
    seats: tuple[str, ...] = ("Red",),
    switches: Switches | None = None,
    save: bytes | None = None,
) -> Iterator[Panel]:
    """Open the table, at which red is the host."""
    save = made(lang).save if save is None else save
    with Table.open(save, seed=seed, seats=seats, switches=switches, seconds=PATIENT) as table:
        panel = Panel(table, Random(seed), lang)
        panel.settle()
        yield panel
        assert table.errors == []


# What lies there, and hands


def seen(panel: Panel) -> Seen:
    """Read the table back from its save."""
    return read_table(read(panel.table.save(), "save").root, made().values["tracks"])


def pile(panel: Panel, name: str) -> Piece:
    """Find a deck by its name: the first, where those of all seats have the same."""
    decks = [each for each in panel.table.objects if each.kind == "Deck"]
    return next(each for each in decks if each.nickname == name)


def aside(panel: Panel, name: str, at: int = 0) -> Piece:
    """Let red lay the top card of a pile aside, beside others that lie there."""
    top: Piece = panel.table.red.pull(pile(panel, name))
    panel.table.red.drop_at(top, (6 * at, 3, 60))
    panel.settle()
    return top


def take(panel: Panel, component: str, place: str) -> None:
    """Let red take a component and drop it in a place."""
    guid = panel.table.execute(
        "for _, o in ipairs(getObjects()) do"
        f" if o.memo == {json.dumps(component)} then return o.guid end end"
    )
    drop(panel, panel.table.find(guid), place)


def drop(panel: Panel, thing: Piece, place: str) -> None:
    """Let red drop a thing in a place."""
    slot = made().values["places"][place]["slots"][0]
    panel.table.red.pick_up(thing)
    panel.table.red.drop_at(thing, (slot["x"], slot["y"] + 1, slot["z"]))
    panel.settle()
