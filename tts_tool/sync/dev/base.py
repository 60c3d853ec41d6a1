"""The save as the game was last brought to it: what has arrived is in it, what has not is not."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any, Self

from tts_tool.errors import UserError
from tts_tool.saves.origins import Origins
from tts_tool.saves.tree import Node, read
from tts_tool.sync.dev.edits import Edit, EditedThing, edits, put, says, things
from tts_tool.sync.messages import GLOBAL, is_same_text
from tts_tool.sync.push.pushing import OpenTable

__all__ = ["Base", "origin_of"]


class Base:
    """A save, and the edits that were taken into it since we began."""

    def __init__(self, root: Node) -> None:
        """Begin with a save, which is nobody else's."""
        self.root = root
        self._arrived: list[tuple[Edit, Edit]] = []
        """Each with what undoes it."""

    @classmethod
    def brought(cls, began: Node, root: Node | None) -> Self:
        """Begin with what a game was, and was brought to the last time."""
        base = cls(began)
        if root is not None:
            base.become(root)
        return base

    def become(self, root: Node) -> None:
        """Be another save, all of which has arrived."""
        began = things(self.root)
        for edit in edits(self.root, root).changed:
            undone = Edit(_copy(began[edit.thing.known]), edit.path, edit.after, edit.before)
            self._arrived.append((edit, undone))
        self.root = root

    def take(self, arrived: Iterable[Edit]) -> None:
        """Take in what has arrived."""
        known = things(self.root)
        for edit in arrived:
            thing = known[edit.thing.known]
            self._arrived.append((edit, Edit(_copy(thing), edit.path, edit.after, edit.before)))
            put(thing, edit)

    def forget_lost(self, save_path: str) -> None:
        """Take out what an older save, which was loaded now, does not have."""
        try:
            loaded = things(read(Path(save_path).read_bytes(), save_path).root)
        except (OSError, ValueError, UserError):
            return
        known, kept = things(self.root), []
        for edit, undone in self._arrived:
            there = loaded.get(edit.thing.known)
            if there is not None and edit.thing.known in known and says(there, undone):
                put(known[edit.thing.known], undone)
            else:
                kept.append((edit, undone))
        self._arrived = kept

    def take_scripts(self, table: OpenTable) -> None:
        """Take the scripts that are in the game, which can be asked for."""
        for thing in things(self.root).values():
            if thing.inside or (thing.guid != GLOBAL and thing.guid not in table.lying):
                continue
            state = table.states.get(thing.guid)
            data: Any = thing.data
            for key, now in (("LuaScript", state and state.script), ("XmlUI", state and state.ui)):
                if not is_same_text(data.get(key) or "", now or ""):
                    data[key] = now or ""


def origin_of(save_path: str) -> Node | None:
    """Give what an open table was before anybody played there, if it was made here."""
    try:
        played = read(Path(save_path).read_bytes(), save_path)
    except (OSError, ValueError, UserError):
        return None
    origin = Origins.mine().same_script(played)
    return None if origin is None else origin.document.root


def _copy(thing: EditedThing) -> EditedThing:
    """Keep what a thing says of its sheet, which an edit of it writes over."""
    kept = {key: thing.data[key] for key in ("CardID", "CustomDeck") if key in thing.data}
    return thing._replace(data=deepcopy(kept))
