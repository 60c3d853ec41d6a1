"""The notebook of the table: tabs with a title and a text, some of one colour alone."""

from __future__ import annotations

from tts_tool.errors import NotFound
from tts_tool.saves.tree import number_from
from tts_tool.table.world.people import GREY, TINTS
from tts_tool.table.world.thing import Raw
from tts_tool.table.world.world import World

__all__ = ["add_tab", "edit_tab", "remove_tab", "tabs"]


def tabs(world: World) -> list[Raw]:
    """List the tabs in their order; a tab's place is its index."""
    return list((world.save.get("TabStates") or {}).values())


def add_tab(world: World, title: str, body: str = "", colour: str = GREY) -> int:
    """Add a tab at the end and return its index."""
    kept = world.save.setdefault("TabStates", {})
    index = len(kept)
    kept[str(index)] = {
        "title": title,
        "body": body,
        "color": colour,
        "visibleColor": _tint(colour),
        "id": index,
    }
    return index


def edit_tab(
    world: World,
    index: int,
    *,
    title: str | None = None,
    body: str | None = None,
    colour: str | None = None,
) -> None:
    """Change what is given."""
    tab = _tab(world, index)
    changes = {"title": title, "body": body, "color": colour}
    tab.update({key: value for key, value in changes.items() if value is not None})
    if colour is not None:
        tab["visibleColor"] = _tint(colour)


def remove_tab(world: World, index: int) -> None:
    """Take a tab out; those behind it move up."""
    _tab(world, index)
    left = [tab for place, tab in enumerate(tabs(world)) if place != index]
    world.save["TabStates"] = {str(place): {**tab, "id": place} for place, tab in enumerate(left)}


def _tab(world: World, index: int) -> Raw:
    found = tabs(world)
    if not 0 <= index < len(found):
        raise NotFound(f"the notebook has {len(found)} tabs, none has index {index}")
    return found[index]


def _tint(colour: str) -> Raw:
    values = TINTS.get(colour, TINTS[GREY])
    return {key: number_from(value) for key, value in zip("rgb", values, strict=True)}
