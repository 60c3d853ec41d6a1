"""Puts scripts and interfaces into a save, as Save & Play does, and leaves the rest alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tts_tool.saves.tree import read
from tts_tool.table.notices import GLOBAL

__all__ = ["with_scripts"]


def with_scripts(
    raw: bytes, changes: Mapping[str, tuple[str, str]], where: str, known: bytes | None = None
) -> bytes:
    """Write scripts and interfaces of Global and of objects on the table into a save.

    Given the save as it was `known`, objects that it lacks are left out.
    """
    document = read(raw, where)
    objects = document.root["ObjectStates"]
    if known is not None:
        guids = {each.get("GUID") for each in read(known, where).root["ObjectStates"]}
        objects[:] = [each for each in objects if each.get("GUID") in guids]
    for guid, state in ((GLOBAL, document.root), *((each.get("GUID"), each) for each in objects)):
        if guid in changes:
            _set(state, *changes[guid])
    return document.bytes()


def _set(state: dict[str, Any], script: str, ui: str) -> None:
    state["LuaScript"] = script
    if ui or "XmlUI" in state:
        state["XmlUI"] = ui
