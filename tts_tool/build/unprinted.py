"""A table whose pictures nobody draws: each has an address, which hands and rules never open."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build import table as tables
from tts_tool.build.cache import Cache
from tts_tool.build.graph import Graph
from tts_tool.build.making import BuildMemory, make_all
from tts_tool.build.mod import Art, Drawing, Mod, Printed
from tts_tool.build.scripts import nodes, plan_scripts, read_script
from tts_tool.build.stamps import Stamps
from tts_tool.build.table.layout import Layout
from tts_tool.build.tool import tool_digest
from tts_tool.cached import cache_folder
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
    values, script = _scripted(mod, layout)
    save = tables.save(mod, layout, _art(mod, layout, script))
    return Unprinted(layout, values, script, written(save.tree()))


def _scripted(mod: Mod, layout: Layout) -> tuple[dict[str, Any], str]:
    """Give what the script is told, and the script; what a build has made of the same is there."""
    cache, stamps = Cache(cache_folder()), Stamps()
    memory = BuildMemory(cache, tool_digest(stamps), stamps)
    (script,), parts = plan_scripts(mod.folders.scripts), tables.values(mod, layout)
    graph = Graph(nodes([script], parts))

    def made() -> tuple[dict[str, Any], str]:
        outputs = make_all(graph, memory, jobs=1).outputs
        told = (msgspec.json.decode(outputs[f"values/{name}"].data()) for name in parts)
        values = {key: value for part in told for key, value in part.items()}
        return values, read_script(outputs[script.node])

    return cache.mended(made)


def _art(mod: Mod, layout: Layout, script: str) -> Art:
    drawings: list[Drawing] = [*tables.drawings(mod, layout)]
    pictures = {each.name: f"{NOWHERE}{n}.png" for n, each in enumerate(drawings)}
    cards: dict[tuple[str, str], Printed] = {}
    for pile in tables.piles(mod, layout):
        for face in pile.faces:
            sheet = Sheet(key=len(cards) + 1, face=pictures[face], back=pictures[pile.back])
            cards[pile.name, face] = Printed(sheet, 0)
    return Art(pictures, cards, {"Global": script})
