"""Moves what an edit moves before anything else of it is made: pictures and scripts take longer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from tts_tool.errors import UserError
from tts_tool.saves.tree import Node
from tts_tool.sync.dev.carrying import carry, carryings
from tts_tool.sync.dev.edits import Edit, edits, things
from tts_tool.sync.wire import GameLine

__all__ = ["BACK", "carry_ahead", "moves", "undone"]

BACK: Final = 4
"""Tries, in a second: what was just moved may not be at rest yet."""


def moves(before: Node, after: Node) -> tuple[Edit, ...]:
    """List what lies elsewhere on a table, or otherwise."""
    return tuple(each for each in edits(before, after).changed if each.path[0] == "Transform")


def undone(ahead: Iterable[Edit], before: Node) -> tuple[Edit, ...]:
    """Give what brings things back to where they lay."""
    lay = things(before)
    return tuple(Edit(lay[each.thing.known], each.path, each.after, each.before) for each in ahead)


async def carry_ahead(
    line: GameLine, work: Iterable[Edit], called: Mapping[str, str], tries: int = 1
) -> tuple[Edit, ...]:
    """Move things, and give the edits that are done; what does not go now is told of later."""
    rows = carryings(work, called)
    if not rows:
        return ()
    with suppress(UserError):
        done = await carry(line, rows, tries)
        went = (each for each in done if each.copies and not (each.kept or each.busy))
        return tuple(edit for each in went if not each.failed for edit in each.edits)
    return ()
