"""Looks at this computer: whether it has what we need, and who sits where we want to listen."""

from __future__ import annotations

import importlib
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tts_tool.build.places import SAVES, Machine, data_folder
from tts_tool.errors import UserError
from tts_tool.picture.fonts import FONTS
from tts_tool.ports import cannot_listen, is_forbidden
from tts_tool.resources import cards_dir, lua_templates_dir, mod_json_dir
from tts_tool.sync.hub.door import read_door
from tts_tool.sync.listener import END_THE_OTHER
from tts_tool.sync.sender import HOST

__all__ = ["Check", "checkup"]

_OLDEST: Final = (3, 11)
"""As pyproject.toml says: what is older can't install us."""
_MOMENT: Final = 1.0
"""Who listens on this machine answers at once; Windows tries a closed port for longer, in vain."""
_CARE: Final = 5.0
"""Seconds for a program of the system; if it takes longer, only the name of the owner is missing.
"""


@dataclass(frozen=True)
class Check:
    """Something that was looked at: how it is, in plain words, and what to do if it is not good."""

    what: str
    good: bool
    says: str
    fix: str = ""


def checkup(port: int, editor_port: int, saves: Path | None = None) -> list[Check]:
    """Look at everything; `port` is the game's, `editor_port` ours."""
    return [
        _python(),
        _lua(),
        _fonts(),
        _data(),
        _saves(saves),
        _editor(editor_port),
        _game(port),
    ]


def _python() -> Check:
    said = f"{platform.python_version()} on {platform.system()} {platform.release()}"
    wanted = ".".join(map(str, _OLDEST))
    return Check("Python", sys.version_info >= _OLDEST, said, f"install Python {wanted} or newer")


def _lua() -> Check:
    """Let Lua count: that it can be imported does not mean that it runs."""
    fix = "install lupa again: pip install --force-reinstall lupa"
    try:
        lua: Any = importlib.import_module("lupa.lua52")
        works = lua.LuaRuntime().eval("2 ^ 10") == 2**10
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it is what we ask
        return Check("Lua", good=False, says=f"it does not run: {error}", fix=fix)
    return Check("Lua", works, "5.2 runs" if works else "it cannot count", fix)


def _fonts() -> Check:
    lost = [path.name for path in FONTS.values() if not path.is_file()]
    says = f"{len(FONTS)} of our own" if not lost else f"missing: {', '.join(lost)}"
    return Check("fonts", not lost, says, "install tts-tool again")


def _data() -> Check:
    try:
        folders = [cards_dir(), lua_templates_dir(), mod_json_dir()]
    except UserError as error:
        return Check("our data", good=False, says=str(error), fix=error.fix or "")
    return Check("our data", good=True, says=", ".join(each.name for each in folders))


def _saves(saves: Path | None) -> Check:
    try:
        folder = saves or data_folder(Machine.here()) / SAVES
        count = sum(1 for each in folder.iterdir() if each.suffix.lower() == ".json")
    except UserError as error:
        return Check("saves", good=False, says=str(error), fix=error.fix or "")
    except OSError as error:
        says = f"{error.filename}: {error.strerror}"
        return Check("saves", good=False, says=says, fix="see who may read the folder")
    return Check("saves", good=True, says=f"{count} in {folder}")


def _editor(port: int) -> Check:
    what = f"port {port}"
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        told = cannot_listen(error, "", f"{END_THE_OTHER}; one may listen")
        owner = "" if is_forbidden(error) else _owner(port)
        if (hub := read_door(port)) and f"(process {hub.process})" in owner:
            return Check(what, good=True, says=f"the hub of tts-tool listens, {owner}")
        says = f"taken by {owner}" if owner else told.what
        return Check(what, good=False, says=says, fix=told.fix or "")
    return Check(what, good=True, says="free: the game will find us there")


def _game(port: int) -> Check:
    """That no game runs is no fault, only good to know."""
    what = f"port {port}"
    try:
        socket.create_connection((HOST, port), _MOMENT).close()
    except OSError:
        return Check(what, good=True, says="nobody listens: no game is open in Tabletop Simulator")
    owner = _owner(port)
    return Check(what, good=True, says=f"{owner or 'somebody'} listens, as the game does")


# Who listens on a port


def _owner(port: int) -> str:
    """Name the program that listens on a port, if this system tells."""
    for ask in (_from_proc, _from_lsof, _from_netstat):
        with suppress(OSError, ValueError, subprocess.SubprocessError):
            if name := ask(port):
                return name
    return ""


def _from_proc(port: int) -> str:
    """Linux lists sockets by number, and the sockets of each program."""
    listening = "0A"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    numbers = {
        f"socket:[{row[9]}]"
        for row in rows
        if row[3] == listening and int(row[1].partition(":")[2], 16) == port
    }
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if any(str(each.readlink()) in numbers for each in (process / "fd").iterdir()):
                return f"{(process / 'comm').read_text().strip()} (process {process.name})"
    return ""


def _from_lsof(port: int) -> str:
    """Ask as on macOS."""
    lines = _said("lsof", "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc")
    facts = {line[:1]: line[1:] for line in lines if line}
    return f"{facts['c']} (process {facts['p']})" if {"c", "p"} <= facts.keys() else ""


def _from_netstat(port: int) -> str:
    """Ask as on Windows: first for the number of the process, then for its name."""
    rows = [line.split() for line in _said("netstat", "-ano", "-p", "TCP")]
    local, listening, end = 1, 3, -1
    numbers = [
        row[end]
        for row in rows
        if len(row) > listening and row[local].endswith(f":{port}") and row[2].endswith(":0")
    ]
    if not numbers:
        return ""
    named = _said("tasklist", "/fi", f"PID eq {numbers[0]}", "/fo", "csv", "/nh")
    names = [line.split('","')[0].strip('"') for line in named if line.startswith('"')]
    return f"{names[0] if names else 'a program'} (process {numbers[0]})"


def _said(*command: str) -> Iterable[str]:
    program = shutil.which(command[0])
    if program is None:
        return []
    done = subprocess.run(  # noqa: S603 - fixed words and a number
        [program, *command[1:]], capture_output=True, text=True, timeout=_CARE, check=False
    )
    return done.stdout.splitlines()
