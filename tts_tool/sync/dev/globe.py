"""Brings edits of the table itself into the game: its interface, its notes, its notebook.

Whatever else the save says of the table changes only when the game loads it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path as File
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.lua.literals import lua
from tts_tool.saves.tree import Node
from tts_tool.sync.dev.carrying import plain_data
from tts_tool.sync.dev.edits import ABSENT, Edit
from tts_tool.sync.wire import GameLine

__all__ = ["GlobeEdits", "at_once", "tell_globe"]

_AT_ONCE: Final = frozenset({"XmlUI", "Note", "TabStates", "SnapPoints"})

_TELL: Final = File(__file__).with_name("globe.lua")


class GlobeEdits(NamedTuple):
    """Which edits of the table itself were done, and what was left as it is in the game."""

    edits: tuple[Edit, ...]
    kept: tuple[str, ...] = ()


def at_once(edit: Edit) -> bool:
    """Tell whether the game takes an edit of the table itself without loading its save."""
    return edit.path[0] in _AT_ONCE


async def tell_globe(
    line: GameLine, edits: Iterable[Edit], before: Node, after: Node
) -> GlobeEdits:
    """Do all edits that can be done at once; what was changed in the game stays, and is named."""
    some = tuple(edit for edit in edits if at_once(edit))
    about: dict[str, Any] = {}
    for edit in some:
        match edit.path:
            case ("XmlUI",):
                about["ui"] = _text(edit.after)
            case ("Note",):
                about["note"] = {"before": _text(edit.before), "after": _text(edit.after)}
            case ("SnapPoints", *_):
                # There may be hundreds: data are read sooner than as many words of a program.
                points = [_snap(each) for each in after.get("SnapPoints") or ()]
                about["snaps"] = msgspec.json.encode(points).decode()
            case _:
                about["pages"] = _pages(before, after)
    if not some:
        return GlobeEdits(())
    kept = await line.execute(f"local it = {lua(about)}\n{_program()}")
    return GlobeEdits(some, tuple(map(str, kept or ())))


@cache
def _program() -> str:
    return _TELL.read_text(encoding="utf-8")


def _pages(before: Node, after: Node) -> list[dict[str, Any]]:
    """Say which pages differ, in the order in which they stand."""
    old, new = (list((each.get("TabStates") or {}).values()) for each in (before, after))
    found = []
    for n in range(max(len(old), len(new))):
        was, now = (_page(side[n]) if n < len(side) else None for side in (old, new))
        if was != now:
            both = {"before": was, "after": now}
            found.append({key: page for key, page in both.items() if page is not None})
    return found


def _page(tab: Node) -> dict[str, str]:
    return {key: str(tab.get(key) or "") for key in ("title", "body", "color")}


def _snap(point: Node) -> dict[str, Any]:
    plain = plain_data(point)
    turn = plain.get("Rotation")
    return {
        "position": plain.get("Position"),
        **({"rotation": turn, "rotation_snap": True} if turn else {}),
        "tags": plain.get("Tags", []),
    }


def _text(value: Any) -> str:  # noqa: ANN401 - as it stands in a save
    return "" if value is ABSENT or value is None else str(value)
