"""The hub: owns the port on which the game speaks, for all who want to talk with the game."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    suppress,
)
from secrets import token_urlsafe
from typing import Any, Final, NamedTuple, Self

from aiohttp import web

import tts_tool
from tts_tool.errors import Refused, Unavailable, UserError
from tts_tool.sync.exchange import Exchange
from tts_tool.sync.hub import protocol
from tts_tool.sync.hub.door import Door, forget_door, write_door
from tts_tool.sync.hub.editors import PlainEditor
from tts_tool.sync.hub.guests import Guest, welcomed
from tts_tool.sync.listener import EDITOR_PORT, Dropped, Listener
from tts_tool.sync.messages import GLOBAL, Loaded, Message, Request, ScriptState, Tell
from tts_tool.sync.sender import GAME_PORT, HOST, Sender
from tts_tool.sync.spoken import spoken
from tts_tool.sync.wire import PassesOn

__all__ = ["Hub"]

_LOG: Final = logging.getLogger(__name__)
_AGAIN: Final = 1.0
"""Seconds after which it is tried once more to take the port back."""


class _Game(NamedTuple):
    """What tells one game that was loaded from another."""

    save_path: str
    script: str


class Hub(PassesOn, AbstractAsyncContextManager["Hub"]):
    """Owns the port as long as it is open; a `Line` for its own process."""

    def __init__(  # noqa: PLR0913 - as many as there are sides to a hub
        self,
        port: int = GAME_PORT,
        editor_port: int = EDITOR_PORT,
        *,
        host: str = HOST,
        editors: Iterable[tuple[int, int]] = (),
        seconds: float = 5.0,
        name: str = "tts-tool hub",
    ) -> None:
        """The game listens on `port` of `host` and speaks on `editor_port` of this computer.

        `editors` are plain editors: the port on which they look for the game, and their own.
        `name` is what this process does besides.
        """
        super().__init__()
        self.ended = asyncio.Event()
        """Somebody wants the hub to end."""
        self.sender = Sender(port, host=host, seconds=seconds)
        self.exchange = Exchange(self.sender, seconds=seconds)
        self.guests: list[Guest] = []
        self.door: Door | None = None
        self._name = name
        self._port = editor_port
        self._listener = Listener(self._hear, editor_port)
        self._lent_to: Guest | None = None
        self._taking_back: asyncio.Task[None] | None = None
        self._editors = [PlainEditor(self.exchange, *each) for each in editors]
        self._token = token_urlsafe(32)
        self._heard = 0
        self._dropped = 0
        self._game: _Game | None = None
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            await self._listener.__aenter__()
            stack.push_async_callback(self._give_up)
            self._port = self._listener.port
            for editor in self._editors:
                await stack.enter_async_context(editor)
            port = await stack.enter_async_context(self._served())
            self.door = Door(port, self._token, os.getpid(), self._port, self.sender.where)
            write_door(self.door)
            stack.callback(forget_door, self.door)
            stack.push_async_callback(self._farewell)
            self._open = stack.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._open.aclose()

    @property
    def editor_port(self) -> int:
        """Say on which port the game is heard."""
        return self._port

    # A line for this process

    async def send(self, request: Request) -> None:
        """Send a message; none answers."""
        await self.sender.send(request)

    async def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - Lua decides
        """Run a piece of Lua and give what it returns."""
        self._must_listen()
        return await self.exchange.execute(script, guid)

    async def scripts(self) -> Loaded:
        """Ask for all scripts and interfaces."""
        self._must_listen()
        return await self.exchange.scripts()

    async def save_and_play(self, states: Iterable[ScriptState]) -> Loaded:
        """Set scripts and interfaces and load the save again; what was not saved is lost."""
        self._must_listen()
        return await self.exchange.save_and_play(states)

    def status(self) -> dict[str, Any]:
        """Say how things stand."""
        return {
            "protocol": protocol.PROTOCOL,
            "version": tts_tool.__version__,
            "process": os.getpid(),
            "run_by": self._name,
            "game": self.sender.where,
            "editor_port": self._port,
            "lent_to": self._lent_to.name if self._lent_to else None,
            "listens": self._lent_to is None and self._taking_back is None,
            "heard": self._heard,
            "dropped": self._dropped,
            "attached": [
                {"name": each.name, "heard": each.heard, "asked": each.asked}
                for each in self.guests
            ],
            "editors": [each.status() for each in self._editors],
        }

    # What the game says

    def _hear(self, message: Message | Dropped) -> None:
        """Pass a message on to all, unless one of them has asked for it."""
        was_asked = self.exchange.hear(message)
        if isinstance(message, Dropped):
            self._dropped += 1
            _LOG.debug("a connection brought no message: %s", message.reason)
            return
        self._heard += 1
        if not (was_asked and self._is_known(message)):
            self._pass_on(message)

    def _is_known(self, message: Message) -> bool:
        """Tell whether an answer is nobody else's news: scripts of the game that all know of.

        The scripts that one has asked for may be the first that are heard of another game.
        """
        if not isinstance(message, Loaded):
            return True
        script = next((each.script for each in message.states if each.guid == GLOBAL), "")
        was, self._game = self._game, _Game(message.save_path, script)
        return was in {None, self._game}

    def _pass_on(self, message: Message) -> None:
        """Pass a message on to this process, to guests and to plain editors."""
        if isinstance(message, Loaded):
            self._is_known(message)
        super()._pass_on(message)
        if self.guests:
            text = protocol.line({"event": "said", "message": spoken(message)})
            for guest in self.guests:
                guest.heard += 1
                guest.say(text)
        for editor in self._editors:
            editor.hear(message)

    def _tell_guests(self, state: str, **more: object) -> None:
        text = protocol.line({"event": "hub", "state": state, **more})
        for guest in self.guests:
            guest.say(text)

    # Those who are attached

    @asynccontextmanager
    async def _served(self) -> AsyncIterator[int]:
        """Open the door to guests; give its port."""
        app = web.Application()
        app.add_routes([web.get("/", self._meet)])
        runner = web.AppRunner(app, access_log=None, logger=_LOG, shutdown_timeout=1.0)
        await runner.setup()
        try:
            site = web.TCPSite(runner, HOST, 0)
            await site.start()
            yield runner.addresses[0][1]
        finally:
            await runner.cleanup()

    async def _meet(self, request: web.Request) -> web.StreamResponse:
        guest = await welcomed(request, self._token, self.status)
        if not isinstance(guest, Guest):
            return guest
        self.guests.append(guest)
        _LOG.info("%s attaches", guest.name)
        try:
            await guest.serve(self._do)
        finally:
            self.guests.remove(guest)
            _LOG.info("%s is gone", guest.name)
            if self._lent_to is guest:
                self._lent_to = None
                self._take_back_soon()
        return guest.response

    async def _do(self, guest: Guest, ask: protocol.Ask) -> object:
        value: object = None
        match ask:
            case protocol.Execute(script=script, guid=guid):
                value = await self.execute(script, guid)
            case protocol.Scripts():
                value = spoken(await self.scripts())
            case protocol.Play():
                value = spoken(await self.save_and_play(protocol.states_of(ask)))
            case protocol.Tell(message=message):
                await self.send(Tell(message))
            case protocol.Status():
                value = self.status()
            case protocol.Yield():
                value = await self._lend(guest)
            case protocol.EndOfYield():
                await self._take_back(guest)
            case protocol.Stop():
                self.ended.set()
            case _:
                raise Refused("hello was said before")
        return value

    async def _farewell(self) -> None:
        """Answer what was asked, and say to all that the hub ends."""
        self._tell_guests("ends")
        await asyncio.gather(*(each.leave() for each in self.guests), return_exceptions=True)

    # The port, lent to somebody

    def _must_listen(self) -> None:
        if self._lent_to is not None:
            raise Unavailable(
                f"the hub hears no answers: it has given port {self._port} up",
                where=self._lent_to.name,
                fix="end what holds the port; the hub takes it back then",
            )
        if self._taking_back is not None:
            raise Unavailable(
                f"the hub hears no answers: another program holds port {self._port}",
                fix="end that program; the hub takes the port back then",
            )

    async def _lend(self, guest: Guest) -> dict[str, Any]:
        """Give the port up, and say who hears nothing meanwhile."""
        self._must_listen()
        self._lent_to = guest
        await self._listener.__aexit__(None, None, None)
        self._tell_guests("yields", to=guest.name)
        return self.status()

    async def _take_back(self, guest: Guest) -> None:
        if self._lent_to is not guest:
            raise Refused("the port was not given up to you")
        self._lent_to = None
        try:
            await self._listen_again()
        except UserError:
            self._take_back_soon()
            raise

    def _take_back_soon(self) -> None:
        self._taking_back = asyncio.get_running_loop().create_task(self._keep_trying())

    async def _keep_trying(self) -> None:
        while True:
            with suppress(UserError):
                await self._listen_again()
                return
            await asyncio.sleep(_AGAIN)

    async def _listen_again(self) -> None:
        """Own the port again; what was missed may be another game, so that is told to all."""
        self._listener = Listener(self._hear, self._port)
        await self._listener.__aenter__()
        self._taking_back = None
        self._tell_guests("listens")
        with suppress(UserError):
            self._pass_on(await self.exchange.scripts())

    async def _give_up(self) -> None:
        if self._taking_back is not None:
            self._taking_back.cancel()
            await asyncio.gather(self._taking_back, return_exceptions=True)
        await self._listener.__aexit__(None, None, None)
