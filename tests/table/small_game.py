"""A game just big enough to be edited: a save file, and a Lua interpreter for each script."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lupa import lua52  # type: ignore[import-untyped]  # it ships no types

from tts_tool.table.game import ChunkOutcome, Scripts
from tts_tool.table.notices import GLOBAL, Created, ExternalNotice, Failed, Loaded, Notice, Printed

Hear = Callable[[Sequence[Notice]], None]

NO_SCRIPT = "function <executeScript>: Object reference not set to an instance of an object"


class SmallGame:
    """Loads its save file, runs its scripts, and spawns pawns that are lost when it reloads."""

    def __init__(self, path: Path, state: dict[str, Any]) -> None:
        self.save_path = str(path)
        self.hear: Hear = lambda _: None
        path.write_text(json.dumps(state), encoding="utf-8")
        self.load()

    def load(self) -> None:
        """Read the file and start its scripts."""
        self.state = json.loads(Path(self.save_path).read_text(encoding="utf-8"))
        self.runtimes = {each.guid: self._start(each) for each in self.scripts() if each.script}
        self.hear([Loaded()])

    def scripts(self) -> Sequence[Scripts]:
        """Give Global, and what has a script or an interface."""
        objects = [self._scripts(each["GUID"], each) for each in self.state["ObjectStates"]]
        return [self._scripts(GLOBAL, self.state), *(o for o in objects if o.script or o.ui)]

    def save_and_play(self, changes: Mapping[str, tuple[str, str]]) -> None:
        """Write scripts into the file as it stands on disk, and load that."""
        path = Path(self.save_path)
        state = json.loads(path.read_text(encoding="utf-8"))
        for each in (state, *state["ObjectStates"]):
            if (guid := each.get("GUID", GLOBAL)) in changes:
                each["LuaScript"], each["XmlUI"] = changes[guid]
        path.write_text(json.dumps(state), encoding="utf-8")
        self.load()

    def execute_chunk(self, guid: str, script: str) -> ChunkOutcome:
        """Run a chunk; an error is told before its empty answer is given."""
        try:
            value = self.runtimes[guid].execute(script)
        except KeyError:
            self.hear([Failed(NO_SCRIPT, guid)])
            return ChunkOutcome()
        except lua52.LuaError as error:
            self.hear([Failed(str(error), guid, "<executeScript>: ")])
            return ChunkOutcome()
        if isinstance(value, str | bool | int | float) or value is None:
            return ChunkOutcome(value)
        return ChunkOutcome(told=False)

    def external_message(self, message: dict[str, Any]) -> None:
        """Call the handler of each script that has one."""
        for runtime in self.runtimes.values():
            handler = runtime.globals().onExternalMessage
            if handler is not None:
                handler(runtime.table_from(message, recursive=True))

    def spawn(self, guid: str) -> None:
        """Put a pawn on the table; the file knows nothing of it."""
        self.state["ObjectStates"].append({"GUID": guid, "Name": "PlayerPawn", "LuaScript": ""})
        self.hear([Created(guid)])

    def _scripts(self, guid: str, state: dict[str, Any]) -> Scripts:
        name = "Global" if guid == GLOBAL else state.get("Nickname") or state["Name"]
        return Scripts(guid, name, state.get("LuaScript", ""), state.get("XmlUI", ""))

    def _start(self, scripts: Scripts) -> Any:  # noqa: ANN401 - lupa has no types
        runtime = lua52.LuaRuntime()
        names = runtime.globals()
        names.print = lambda *words: self.hear([Printed(" ".join(map(str, words)))])
        names.sendExternalMessage = lambda table: self.hear([ExternalNotice(_plain(table))])
        names.JSON = runtime.table_from({"encode": lambda value: json.dumps(_plain(value))})
        names.spawn = self.spawn
        runtime.execute(scripts.script)
        return runtime


def _plain(value: Any) -> Any:  # noqa: ANN401
    if lua52.lua_type(value) != "table":
        return value
    found = {key: _plain(each) for key, each in value.items()}
    lists = list(found) == list(range(1, len(found) + 1))
    return list(found.values()) if lists else found
