"""A table whose pictures nobody draws: each has an address, which hands and rules never open."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build import table as tables
from tts_tool.build.graph import Output
from tts_tool.build.mod import Art, Drawing, Mod, Printed
from tts_tool.build.scripts import Bundled, Script, plan_scripts, rendered
from tts_tool.build.stamps import digest_of
from tts_tool.build.table.layout import Layout
from tts_tool.saves.objects import Sheet
from tts_tool.saves.tree import written

__all__ = ["NOWHERE", "Unprinted", "unprinted"]

NOWHERE: Final = "https://pictures.invalid/"
"""Where pictures would be that nobody has drawn: a name that no computer ever has."""


class Unprinted(NamedTuple):
    """A table, its script, what that was told, and the save."""

    layout: Layout
    values: dict[str, Any]
    script: str
    save: bytes


def unprinted(mod: Mod) -> Unprinted:
    """Make the table of a mod as a build makes it, but for the pictures."""
    layout = tables.read_layout(mod)
    values = tables.script_values(mod, layout)
    (found,) = plan_scripts(mod.folders.scripts)
    script = _text(found, values)
    save = tables.save(mod, layout, _art(mod, layout, script))
    return Unprinted(layout, values, script, written(save.tree()))


def _text(script: Script, values: dict[str, Any]) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, "values.json")
        data = msgspec.json.encode(values)
        file.write_bytes(data)
        bundled = rendered(script, {"values": Output(digest_of(data), ".json", str(file))})
    return msgspec.json.decode(bundled.data, type=Bundled).text


def _art(mod: Mod, layout: Layout, script: str) -> Art:
    drawings: list[Drawing] = [*tables.drawings(mod, layout)]
    pictures = {each.name: f"{NOWHERE}{n}.png" for n, each in enumerate(drawings)}
    cards: dict[tuple[str, str], Printed] = {}
    for pile in tables.piles(mod, layout):
        for face in pile.faces:
            sheet = Sheet(key=len(cards) + 1, face=pictures[face], back=pictures[pile.back])
            cards[pile.name, face] = Printed(sheet, 0)
    return Art(pictures, cards, {"Global": script})
