"""Things that have another GUID than their files say: the game gave it when they were made again.

Whoever knew such a thing by its GUID is told: scripts by a message, the script of a table that was
built here by its layout, and whoever edits by the lines that name it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tts_tool.saves.tree import Node
from tts_tool.sync.dev.edits import things
from tts_tool.sync.dev.layout import Layout
from tts_tool.sync.messages import Tell

__all__ = ["Renaming", "messages", "who_knows"]


class Renaming:
    """What things are called on the open table, by the GUIDs that files have."""

    def __init__(self) -> None:
        self.now: dict[str, str] = {}

    def take(self, moved: Mapping[str, str]) -> None:
        """Take in which GUIDs are others now."""
        for old, new in moved.items():
            first = next((each for each, known in self.now.items() if known == old), old)
            self.now[first] = new

    def forget(self, lying: Collection[str]) -> None:
        """Forget what does not hold on a table that was loaded, on which these things lie."""
        kept = {old: new for old, new in self.now.items() if new in lying and old not in lying}
        self.now = kept

    def layout(self, said: Layout) -> Layout:
        """Give a layout with the GUIDs of the open table."""
        return {name: _renamed(part, self.now) for name, part in said.items()}


def messages(moved: Mapping[str, str]) -> Iterator[Tell]:
    """Say it to scripts: flat, for some builds of the game lose what is nested."""
    for old, new in moved.items():
        yield Tell({"kind": "renamed", "from": old, "to": new})


def who_knows(root: Node, guid: str) -> Iterator[str]:
    """Name the scripts that name a GUID, with their lines."""
    for thing in things(root).values():
        script = str(thing.data.get("LuaScript") or "")
        for number, line in enumerate(script.split("\n") if guid in script else (), 1):
            if guid in line:
                yield f"{thing.name}, line {number}: {line.strip()}"


def _renamed(part: Any, now: Mapping[str, str]) -> Any:  # noqa: ANN401 - data of a layout
    if isinstance(part, dict):
        return {key: _renamed(each, now) for key, each in part.items()}
    if isinstance(part, list | tuple):
        return [_renamed(each, now) for each in part]
    return now.get(part, part) if isinstance(part, str) else part
