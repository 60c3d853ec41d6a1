"""What the owner of a table is told although no script has said it: objects and lines of chat."""

from __future__ import annotations

from tts_tool.table.api.caller import SpokenLine
from tts_tool.table.api.reactions import react_to
from tts_tool.table.api.scripted import ScriptedWorld
from tts_tool.table.notices import Created
from tts_tool.table.world.events import Chat, ObjectSpawn
from tts_tool.table.world.people import TINTS

__all__: list[str] = []


@react_to(ObjectSpawn)
def _created(table: ScriptedWorld, event: ObjectSpawn) -> None:
    thing = table.world.thing(event.object)
    if thing is not None:
        table.desk.notices.append(Created(thing.guid))


@react_to(Chat)
def _said(table: ScriptedWorld, event: Chat) -> None:
    tint = TINTS.get(event.sender, (1.0, 1.0, 1.0))
    table.desk.lines.append(SpokenLine("chat", event.message, tint))
