"""The table of Old World as a build makes it, with addresses in place of drawn pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tests.build.faces.filled import filled
from tests.old_world.table import catalogue
from tts_tool.build import table
from tts_tool.build.faces import words_in
from tts_tool.build.mod import Art, Folders, Language, Mod, Printed
from tts_tool.build.table import Layout
from tts_tool.kernel.module import Composition, Setup
from tts_tool.resources import mod_json_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.saves.objects import Save, Sheet

__all__ = ["SEATS", "art", "described", "folders", "layout", "mod", "rewritten", "save", "values"]

SEATS = RULESET.seats


@cache
def mod(seats: int = 5, lang: Language = "en") -> Mod:
    """Give the mod for so many seats, with the modules that come with them."""
    names = SEATS[:seats]
    modules = RULESET.completed(("base",), names)
    settings = {each.name: each.values[0] for module in RULESET.modules for each in module.settings}
    box = Composition(RULESET, Setup(names, modules, settings, catalogue())).inventory
    return Mod(RULESET.name, "Old World", lang, catalogue(), box, folders(), modules)


def folders(*more: Path) -> Folders:
    """Give the folders of the game, after some that come before them."""
    data = mod_json_dir()
    return Folders((*more, data / RULESET.folder, data), ())


@cache
def layout(seats: int = 5, lang: Language = "en") -> Layout:
    """Read the layout."""
    return table.read_layout(mod(seats, lang))


def art(made: Mod, said: Layout) -> Art:
    """Give an address for each picture that the table has asked for, and for no other."""
    drawn = {each.name: f"file:///{each.name}.png" for each in table.drawings(made, said)}
    cards: dict[tuple[str, str], Printed] = {}
    for pile in table.piles(made, said):
        for face in pile.faces:
            sheet = Sheet(
                key=len(cards) + 1, face=drawn[face], back=drawn[pile.back], shape="rounded"
            )
            cards[pile.name, face] = Printed(sheet, 0)
    return Art(drawn, cards)


@cache
def save(seats: int = 5, lang: Language = "en") -> Save:
    """Lay out the table."""
    made, said = mod(seats, lang), layout(seats, lang)
    return table.save(made, said, art(made, said))


@cache
def values(seats: int = 5, lang: Language = "en") -> dict[str, Any]:
    """Give what the script is told of the table."""
    return table.script_values(mod(seats, lang), layout(seats, lang))


@cache
def described(seats: int = 5, lang: Language = "en") -> Save:
    """Lay out the table with the words of all faces, as a build does."""
    made, said = mod(seats, lang), layout(seats, lang)
    words = {told: _words(seats, told) for told in made.told_in}
    return table.save(made, said, art(made, said)._replace(words=words))


@cache
def _words(seats: int, lang: Language) -> dict[str, tuple[str, ...]]:
    """Draw what is described, in one language, and write down what it says."""
    made, said = mod(seats, lang), layout(seats, lang)
    wanted = set(table.described(made, said))
    drawn = (each for each in table.drawings(made, said) if each.name in wanted)
    return {each.name: words_in(filled(made.folders.data, each, lang)) for each in drawn}


def rewritten(folder: Path, file: str, *changes: tuple[str, str]) -> Mod:
    """Give the mod with a changed copy of one file of the layout."""
    text = (mod_json_dir() / RULESET.folder / file).read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(text, "utf-8")
    return mod()._replace(folders=folders(folder))
