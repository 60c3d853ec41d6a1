"""The table of the fair, unprinted, as a build makes it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from tests.fair.rules import RULESET
from tts_tool.build import table as tables
from tts_tool.build.graph import Output
from tts_tool.build.mod import Art, Folders, Mod, Printed
from tts_tool.build.scripts import Bundled, plan_scripts, rendered
from tts_tool.build.stamps import digest_of
from tts_tool.catalog import Catalogue, load
from tts_tool.kernel.module import Composition, Setup
from tts_tool.resources import lua_templates_dir
from tts_tool.saves.objects import Sheet
from tts_tool.saves.tree import written

__all__ = ["Fair", "catalogue", "made"]

HERE = Path(__file__).parent


class Fair(NamedTuple):
    """The mod, what its script was told, and its save."""

    mod: Mod
    values: dict[str, Any]
    save: bytes


@cache
def catalogue() -> Catalogue:
    """Read the cards."""
    return load(HERE / "cards", RULESET.schema)


@cache
def made() -> Fair:
    """Make the table; pictures have addresses, and nobody draws them."""
    box = Composition(RULESET, Setup(RULESET.seats, ("base",), {}, catalogue())).inventory
    folders = Folders((HERE / "mod_json",), (lua_templates_dir(),))
    mod = Mod(RULESET.name, "The Fair", "en", catalogue(), box, folders)
    layout = tables.read_layout(mod)
    values = tables.script_values(mod, layout)
    drawn = {
        each.name: f"http://127.0.0.1/{each.name}.png" for each in tables.drawings(mod, layout)
    }
    cards: dict[tuple[str, str], Printed] = {}
    for pile in tables.piles(mod, layout):
        for face in pile.faces:
            sheet = Sheet(key=len(cards) + 1, face=drawn[face], back=drawn[pile.back])
            cards[pile.name, face] = Printed(sheet, 0)
    art = Art(drawn, cards, {"Global": script(mod, values)})
    return Fair(mod, values, written(tables.save(mod, layout, art).tree()))


def script(mod: Mod, values: dict[str, Any]) -> str:
    """Render the script that every table has which brings none of its own."""
    (found,) = plan_scripts(mod.folders.scripts)
    data = msgspec.json.encode(values)
    with TemporaryDirectory() as folder:
        file = Path(folder, "values.json")
        file.write_bytes(data)
        bundled = rendered(found, {"values": Output(digest_of(data), ".json", file)})
    return msgspec.json.decode(bundled.data, type=Bundled).text
