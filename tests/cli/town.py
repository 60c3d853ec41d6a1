"""A person at a command line, a table that plays the game's part, and the hub between them."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from tests.cli.person import Person
from tests.ports import two_ports
from tests.table.small_saves import save, thing
from tts_tool.sync.hub import Door
from tts_tool.sync.hub.client import enter

__all__ = ["Town", "line_of", "type_into"]

BOB = """function hi()
    return 'hi from ' .. self.getName()
end
function bad()
    local nothing = nil
    return nothing.field
end"""
GO = "function go()\n    return getObjectFromGUID('b0b000').call('bad')\nend"


class Town:
    """A person, a table that stands in for the game, and the ports that join them."""

    def __init__(self, home: Path) -> None:
        self.person = Person(home)
        self.game, self.editor = two_ports()
        self.ports = (f"--game={self.game}", f"--editor-port={self.editor}")
        self._begun: list[subprocess.Popen[str]] = []
        self._found: Path | None = None
        self.save = home / "save.json"
        self.state: dict[str, Any] = save(
            thing("b0b000", Nickname="Bob", LuaScript=BOB),
            thing("b0b001", Nickname="Rob", at=(9, 0)),
            thing("b0b002", Nickname="Rob", at=(-9, 0)),
            script=GO,
        )

    def begins(self, *words: str | Path, cwd: Path | None = None) -> subprocess.Popen[str]:
        """Type a command that waits for something; it ends with the test."""
        self._begun.append(self.person.begins(*words, cwd=cwd))
        return self._begun[-1]

    def begins_into(self, log: Path, *words: str | Path) -> subprocess.Popen[str]:
        """Type a command that goes on, with a file for what it says and nothing more to type."""
        self._begun.append(self.person.begins_into(log, *words))
        return self._begun[-1]

    def opens(self, *words: str) -> None:
        """Open the table, where nobody sits unless it is said."""
        if not self.save.exists():
            self.save.write_text(json.dumps(self.state), encoding="utf-8")
        ports = (f"--port={self.game}", f"--editor-port={self.editor}")
        keep = ("--keep", self.save.with_name("kept.json"))
        table = self.begins("table", self.save, "--serve", *keep, *ports, *words)
        assert "listening" in line_of(table)

    def kills(self, word: str) -> None:
        """Kill what was begun with a command."""
        for process in self._begun:
            if word in process.args:  # type: ignore[operator]
                process.kill()
                process.communicate()

    def hub(self) -> subprocess.Popen[str]:
        """Start a hub, and wait until it is there."""
        hub = self.begins("hub", *self.ports)
        assert "the game is heard" in line_of(hub)
        return hub

    def ends(self) -> None:
        """End all that was begun."""
        for process in self._begun:
            process.kill()
            process.communicate()
        # Last: whoever is attached would start another.
        self.person.types("hub", "--stop", *self.ports)

    def runs(self, code: str, guid: str = "-1") -> Any:  # noqa: ANN401
        """Run something in the game, through the hub that runs; quicker than a command."""

        async def run() -> Any:  # noqa: ANN401
            door = msgspec.json.decode(self._door().read_bytes(), type=Door)
            entrance = await enter(door, "a test")
            async with entrance.session:
                ask = {"do": "execute", "id": 1, "script": code, "guid": guid}
                await entrance.socket.send_str(json.dumps(ask))
                while (told := await entrance.socket.receive_json()).get("re") != 1:
                    pass
                await entrance.socket.close()
                assert told["ok"], told
                return told["value"]

        return asyncio.run(run())

    def _door(self) -> Path:
        if self._found is None:
            (self._found,) = self.person.home.rglob(f"hub-{self.editor}.json")
        return self._found

    def status(self) -> dict[str, Any] | None:
        """Ask how it stands with the hub; None if there is none."""
        done = self.person.types("hub", "--status", "--json", *self.ports)
        if done.returncode:
            return None
        told: dict[str, Any] = json.loads(done.stdout)
        return told


def line_of(process: subprocess.Popen[str]) -> str:
    """Read the next line of what a process says."""
    assert process.stdout is not None
    if line := process.stdout.readline():
        return line
    _, complaint = process.communicate()
    return complaint


def type_into(process: subprocess.Popen[str], text: str) -> None:
    """Type a line at a process that goes on."""
    assert process.stdin is not None
    process.stdin.write(f"{text}\n")
    process.stdin.flush()
