"""Writes edits down as soon as they have arrived: whoever is killed has said how far it came.

The whole save is written now and then only. Scripts are left out where the game can be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tts_tool.errors import UserError
from tts_tool.saves.tree import Node, read, written
from tts_tool.sync.dev.edits import ABSENT, SHEET, Edit, things, value_at

__all__ = ["arrivals", "noted"]

_END = b"\0"


def noted(edits: Iterable[Edit]) -> bytes:
    """Write edits down, to stand after those that were written before."""
    rows = [_row(each) for each in edits if each.thing.inside or each.path[0] not in _SCRIPTS]
    return written({"edits": rows}) + _END if rows else b""


_SCRIPTS = frozenset({"LuaScript", "XmlUI"})


def _row(edit: Edit) -> dict[str, Any]:
    row = {"known": edit.thing.known, "path": list(edit.path)}
    if edit.path == ("CustomDeck",):
        return {**row, **{key: edit.thing.data[key] for key in SHEET if key in edit.thing.data}}
    return row if edit.after is ABSENT else {**row, "after": edit.after}


def arrivals(root: Node, data: bytes) -> Iterator[Edit]:
    """Read what was written down of the things of a save; the last of it may be cut short."""
    known = things(root)
    for part in data.split(_END)[:-1]:
        try:
            rows = read(part, "what has arrived").root["edits"]
        except UserError:
            return
        for row in rows:
            if (thing := known.get(row["known"])) is not None:
                path, sheet = tuple(row["path"]), {key: row[key] for key in SHEET if key in row}
                now = thing._replace(data={**thing.data, **sheet})
                yield Edit(now, path, value_at(thing, path), row.get("after", ABSENT))
