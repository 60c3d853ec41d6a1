"""Notes on the screen, and the notebook."""

from __future__ import annotations

from typing import Any

from tts_tool.errors import NotFound
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import seat_colour, text, whole
from tts_tool.table.world import notebook
from tts_tool.table.world.people import GREY

__all__: list[str] = []


@function("notes", "getNotes")
def _notes(caller: Caller) -> str:
    return str(caller.world.save.get("Note") or "")


@function("notes", "setNotes")
def _set_notes(caller: Caller, notes: str = "") -> bool:
    caller.world.save["Note"] = notes
    return True


@function("notes", "getNotebookTabs")
def _tabs(caller: Caller) -> list[dict[str, Any]]:
    return [
        {
            "index": index,
            "title": str(tab.get("title") or ""),
            "body": str(tab.get("body") or ""),
            "color": str(tab.get("color") or GREY),
        }
        for index, tab in enumerate(notebook.tabs(caller.world))
    ]


@function("notes", "addNotebookTab")
def _add_tab(caller: Caller, parameters: dict[str, Any]) -> int:
    """Add a tab; -1 says that it could not be added."""
    title = parameters.get("title")
    if title is None:
        return -1
    body, colour = text(parameters.get("body", "")), seat_colour(parameters.get("color", GREY))
    return notebook.add_tab(caller.world, text(title), body, colour)


@function("notes", "editNotebookTab")
def _edit_tab(caller: Caller, parameters: dict[str, Any]) -> bool:
    title, body, colour = (parameters.get(name) for name in ("title", "body", "color"))
    try:
        notebook.edit_tab(
            caller.world,
            whole(parameters.get("index")),
            title=None if title is None else text(title),
            body=None if body is None else text(body),
            colour=None if colour is None else seat_colour(colour),
        )
    except NotFound:
        return False
    return True


@function("notes", "removeNotebookTab")
def _remove_tab(caller: Caller, index: int) -> bool:
    try:
        notebook.remove_tab(caller.world, index)
    except NotFound:
        return False
    return True
