"""Asks the running game something and finds the answer among all that it says.

Answers come over connections of their own, in no certain order. One Execute Lua is told from
another by its id; a waiter stands ready before its question leaves.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final

from tts_tool.errors import Unavailable
from tts_tool.sync.chunks import LuaError, chunk_of, unwrapped, wrapped
from tts_tool.sync.listener import Dropped
from tts_tool.sync.messages import (
    GLOBAL,
    Execute,
    GetScripts,
    Loaded,
    Message,
    Returned,
    SaveAndPlay,
    ScriptFailed,
    ScriptState,
    Tell,
    is_same_text,
)
from tts_tool.sync.sender import Sender

__all__ = ["Exchange"]

# An error and the empty answer to the same request travel apart; this is how long one waits
# for the other.
_APART: Final = 0.5


class _Waiter:
    """Somebody who waits for the answer to an Execute Lua, and the errors that came meanwhile."""

    def __init__(self, request: Execute) -> None:
        self.request = request
        self.answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.failed = asyncio.Event()
        self.errors: list[ScriptFailed] = []

    def fulfil(self, value: object) -> None:
        """Take the answer; one that comes twice changes nothing."""
        if not self.answer.done():
            self.answer.set_result(value)

    def note(self, error: ScriptFailed) -> None:
        """Keep an error that may be ours: it names the script in which it arose, nothing more."""
        if error.guid == self.request.guid:
            self.errors.append(error)
            self.failed.set()

    def error(self, otherwise: str) -> LuaError:
        """Make an error of what is known: the latest that came from an Execute Lua, or at all."""
        likely = [each for each in self.errors if "executeScript" in each.text] or self.errors
        text = likely[-1].text if likely else otherwise
        # A chunk that can't be compiled is wrapped in vain, and its error names nothing else.
        chunk = chunk_of(text) if "executeScript" in text else ""
        return LuaError(text, where=_place(self.request.guid), chunk=chunk)


class Exchange:
    """Questions to the game, and their answers; `hear` must be given all that the game says."""

    def __init__(self, sender: Sender, *, seconds: float = 5.0, load_seconds: float = 60.0) -> None:
        """Wait so long for an answer, and so long for the game to load."""
        self._sender = sender
        self._seconds = seconds
        self._load_seconds = load_seconds
        self._executions: dict[int, _Waiter] = {}
        # Requests that `Loaded` answers have no id, so one is asked after the other.
        self._loading = asyncio.Lock()
        self._loads: asyncio.Queue[Loaded] | None = None
        self._scripts_asked = False
        # Answers to somebody who asked before us, in another process, must not look like ours.
        self._ids = count(secrets.randbelow(1 << 30))

    def hear(self, message: Message | Dropped) -> bool:
        """Take note of a message; whoever waits for it goes on. Tell whether it was asked for."""
        match message:
            case Loaded() if self._loads is not None:
                was_asked, self._scripts_asked = self._scripts_asked, False
                self._loads.put_nowait(message)
                return was_asked
            case ScriptFailed():
                for waiter in self._executions.values():
                    waiter.note(message)
            case Returned(return_id=int(number)) if number in self._executions:
                self._executions[number].fulfil(message.value)
                return True
        return False

    async def scripts(self) -> Loaded:
        """Ask for all scripts and interfaces."""
        return await self._load(GetScripts(), self._seconds, lambda _: True)

    async def save_and_play(self, states: Iterable[ScriptState]) -> Loaded:
        """Set scripts and interfaces and load the save again; what was not saved is lost.

        If no answer comes it is not tried again: it may have been done.
        """
        sent = tuple(states)
        return await self._load(SaveAndPlay(sent), self._load_seconds, lambda got: _has(got, sent))

    async def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message to all scripts; none answers."""
        await self._sender.send(Tell(message))

    async def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - Lua decides
        """Run a piece of Lua in a script and give what it returns; tables come as they are."""
        return await self._executed(wrapped(script), guid, self._outcome)

    async def run(self, script: str, guid: str = GLOBAL) -> object:
        """Run a piece of Lua just as it is, and give what the game makes of its value.

        The game does not answer at all to a chunk that returns a table.
        """

        async def answered(waiter: _Waiter) -> object:
            async with asyncio.timeout(self._seconds):
                return await waiter.answer

        return await self._executed(script, guid, answered)

    async def _executed(
        self, script: str, guid: str, outcome: Callable[[_Waiter], Awaitable[Any]]
    ) -> Any:  # noqa: ANN401 - Lua decides
        request = Execute(script, next(self._ids), guid)
        waiter = self._executions[request.return_id] = _Waiter(request)
        try:
            await self._sender.send(request)
            return await outcome(waiter)
        finally:
            del self._executions[request.return_id]

    async def _load(
        self, request: GetScripts | SaveAndPlay, seconds: float, fits: Callable[[Loaded], bool]
    ) -> Loaded:
        """Wait for the game that fits; one that was loaded just before may be told first."""
        async with self._loading:
            loads = self._loads = asyncio.Queue()
            self._scripts_asked = isinstance(request, GetScripts)
            loaded = None
            try:
                await self._sender.send(request)
                async with asyncio.timeout(seconds):
                    while loaded is None or not fits(loaded):
                        loaded = await loads.get()
            except TimeoutError:
                if loaded is None:
                    raise self._unanswered(seconds) from None
            finally:
                self._loads, self._scripts_asked = None, False
            return loaded

    async def _outcome(self, waiter: _Waiter) -> object:
        try:
            async with asyncio.timeout(self._seconds):
                value = await waiter.answer
        except TimeoutError:
            silence = self._unanswered(self._seconds)
            raise (waiter.error("") if waiter.errors else silence) from None
        if value is not None:
            return unwrapped(value, _place(waiter.request.guid))
        # Nothing came back, so the chunk did not run to its end; its error is here or under way.
        with suppress(TimeoutError):
            async with asyncio.timeout(_APART):
                await waiter.failed.wait()
        raise waiter.error("it failed, and the game did not say why")

    def _unanswered(self, seconds: float) -> Unavailable:
        return Unavailable(
            f"Tabletop Simulator did not answer within {seconds:g} s",
            where=self._sender.where,
            fix="see whether the game is stuck or an editor elsewhere took the answer",
        )


def _has(loaded: Loaded, sent: Iterable[ScriptState]) -> bool:
    """Tell whether what was loaded has what was sent, as far as it has the objects."""
    there = {state.guid: state.script for state in loaded.states}
    return all(is_same_text(there.get(each.guid, each.script), each.script) for each in sent)


def _place(guid: str) -> str:
    """Name a script as people do."""
    return "Global" if guid == GLOBAL else f"object {guid}"
