"""Finds the file and the line of an unpacked folder in which something of a save is said."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from tts_tool.errors import BadInput
from tts_tool.lua.source_map import joined
from tts_tool.saves.folder import BUNDLE, CARDS, OBJECT, SAVE, Kept
from tts_tool.saves.packing import bundle_parts

__all__ = ["whereabouts"]

_IN_DECK: Final = re.compile(r"(.*)/ContainedObjects/(\d+)\Z")


def whereabouts(kept: Kept, homes: dict[str, str], at: str, key: str, line: int = 1) -> str:
    """Say where a key of the object at a place is; `line` is the one inside of a text.

    `homes` says which folder each place comes from.
    """
    if at not in homes:
        return _in_deck(kept, homes, at)
    home = homes[at]
    file = home + (OBJECT if home else SAVE)
    first = key.partition(".")[0]
    body = _json(kept, file)
    marker = _marked(body, key.split("."))
    if first == "LuaScript" and marker.get("bundle"):
        found = joined(bundle_parts(kept, home)).at(line)
        if found is not None and found.file:
            return f"{kept.where(found.file)}:{found.line}"
        return f"{kept.where(home + BUNDLE)}:1"
    if marker.get("file"):
        folder = "" if first == "TabStates" else home
        return f"{kept.where(folder + str(marker['file']))}:{line}"
    return f"{kept.where(file)}:{_line_of(kept, file, first)}"


def _marked(body: dict[str, Any], keys: list[str]) -> dict[str, Any]:
    """Follow a path of keys to what stands there for a text, if anything does."""
    node: Any = body
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node if isinstance(node, dict) and set(node) <= {"file", "bundle"} else {}


def _in_deck(kept: Kept, homes: dict[str, str], at: str) -> str:
    """Find a card that has no folder of its own: a line in the file of its deck."""
    found = _IN_DECK.match(at)
    if found is None or found[1] not in homes:
        return kept.where(SAVE)
    file = homes[found[1]] + CARDS
    try:
        lines = kept.read(file).decode("utf-8", "replace").split("\n")
    except BadInput:
        return kept.where(homes[found[1]] + OBJECT)
    first = next((n for n, text in enumerate(lines, 1) if text.startswith('  "cards"')), 1)
    return f"{kept.where(file)}:{first + 1 + int(found[2])}"


def _line_of(kept: Kept, file: str, key: str) -> int:
    """Find the line of a key; keys of what is inside stand further to the right."""
    text = kept.read(file).decode("utf-8", "replace")
    found = re.search(rf'^ {{2}}"{re.escape(key)}":', text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _json(kept: Kept, file: str) -> dict[str, Any]:
    found = json.loads(kept.read(file))
    return found if isinstance(found, dict) else {}
