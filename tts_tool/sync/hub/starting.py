"""Finds the hub that owns a port, or starts one that stays when this process ends."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.errors import Unavailable, UserError
from tts_tool.sync.hub.client import Entrance, HubLine, News, enter
from tts_tool.sync.hub.door import door_file, log_file, read_door
from tts_tool.sync.hub.service import Hub
from tts_tool.sync.listener import EDITOR_PORT
from tts_tool.sync.sender import GAME_PORT, HOST

__all__ = ["LINGER", "Ports", "attached", "given_up", "running", "shared"]

LINGER: Final = 600.0
"""Seconds that a hub which a command has started stays when nobody is attached to it."""
_PATIENCE: Final = 20.0
"""Seconds, several times `client._OPENS`, which one look may take. A hub that ends is noticed at
once, so this is for one that hangs: shorter, and on a busy machine it is given up for nothing.
"""
_LOOK: Final = 0.05
"""Seconds that a command is late at most when the hub has opened: less than a person notices."""
_OWN_PROCESS: Final = 0x00000208
"""Windows' word for a process that has no terminal and ends with nobody else."""

_started: list[subprocess.Popen[bytes]] = []


class Ports(NamedTuple):
    """Where the game listens, and where it calls its editor."""

    game: int = GAME_PORT
    editor: int = EDITOR_PORT
    host: str = HOST


async def running(ports: Ports, name: str) -> Entrance:
    """Come into the hub that owns the port; it is unavailable if there is none."""
    door = read_door(ports.editor)
    if door is None:
        raise Unavailable("no hub runs", where=f"port {ports.editor}", fix="start it: tts-tool hub")
    return await enter(door, name)


def attached(
    ports: Ports, name: str, news: News = lambda _: None, *, start: bool = True
) -> HubLine:
    """Give a line through the hub that owns the port; start it if it does not run."""

    async def come_in() -> Entrance:
        try:
            return await running(ports, name)
        except Unavailable:
            if not start:
                raise
        entrance = await _come_into_new(ports, name)
        news({"state": "started", "linger": LINGER})
        return entrance

    return HubLine(come_in, news)


async def shared(ports: Ports, name: str, news: News = lambda _: None) -> Hub | HubLine:
    """Give a line that others can use, too: through the hub that runs, or by being one.

    It is refused if another of this name is attached: two would take the table from each other.
    """
    try:
        entrance = await running(ports, name)
    except Unavailable:
        return Hub(ports.game, ports.editor, host=ports.host, name=name)
    told = entrance.status
    await entrance.socket.close()
    await entrance.session.close()
    if name in {told["run_by"], *(each["name"] for each in told["attached"])}:
        process = f" (process {told['process']})" if told["run_by"] == name else ""
        raise Unavailable(
            f"{name} runs already for this game{process}",
            where=f"port {ports.editor}",
            fix="end it there with Ctrl+C first, or name other ports",
        )
    return attached(ports, name, news)


@asynccontextmanager
async def given_up(ports: Ports, name: str) -> AsyncIterator[None]:
    """Let a hub that runs give the port up meanwhile, for what has to hear the game itself."""
    async with AsyncExitStack() as stack:
        with suppress(Unavailable):
            line = await stack.enter_async_context(attached(ports, name, start=False))
            await line.ask("yield")
            stack.push_async_callback(line.ask, "end-yield")
        yield


async def _come_into_new(ports: Ports, name: str) -> Entrance:
    log = log_file(ports.editor)
    process = _start(ports, log)
    latest = time.monotonic() + _PATIENCE
    while time.monotonic() < latest:
        ended = process.poll() is not None
        with suppress(Unavailable):  # somebody else's may have been quicker than ours
            return await running(ports, name)
        if ended:
            raise _failed(log)
        await asyncio.sleep(_LOOK)
    raise Unavailable(
        f"the hub was started, and has not opened within {_PATIENCE:g} s",
        where=str(door_file(ports.editor)),
        fix=f"see {log}",
    )


def _start(ports: Ports, log: Path) -> subprocess.Popen[bytes]:
    log.parent.mkdir(parents=True, exist_ok=True)
    # -P: a folder that somebody works in must not stand in for ours.
    command = [sys.executable, "-P", "-m", "tts_tool", "hub", f"--linger={LINGER:g}"]
    command += [f"--game={ports.host}:{ports.game}", f"--editor-port={ports.editor}"]
    with log.open("wb") as stream:
        process = subprocess.Popen(  # noqa: S603 - our own
            command,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            cwd=log.parent,
            start_new_session=True,
            creationflags=_OWN_PROCESS if sys.platform == "win32" else 0,
        )
    _started.append(process)  # it outlives us, so nobody waits for it
    return process


def _failed(log: Path) -> UserError:
    """Tell why a hub could not start, in its own words."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    what = next((each for each in lines if each.startswith("error: ")), "the hub could not start")
    fixes = [each.strip() for each in lines if each.startswith("  ")]
    return Unavailable(what.removeprefix("error: "), fix=" ".join(fixes) or f"see {log}")
