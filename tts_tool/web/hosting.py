"""Hosts a table: waits for the game, meets what lies on its table, and goes when it is told to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final, Literal, NamedTuple

from tts_tool.errors import Unavailable, UserError
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.meeting import Met, Outdated
from tts_tool.referee.table.reception import Reception
from tts_tool.sync.chunks import LuaError
from tts_tool.sync.hub import Ports
from tts_tool.sync.messages import GameSaved, Loaded, Message
from tts_tool.sync.probe import Conversation
from tts_tool.sync.probe.asking import Answers
from tts_tool.sync.probe.first import first_contact
from tts_tool.sync.wire import OwnLine
from tts_tool.web.bridge import Bridge

__all__ = ["News", "ask_first", "host"]

_LOG: Final = logging.getLogger(__name__)

AGAIN: Final = 2.0
"""Seconds after which it is tried once more whether a game runs."""


class News(NamedTuple):
    """Something that whoever hosts wants to know."""

    what: Literal["waiting", "met", "outdated", "trouble", "begun", "said", "over"]
    text: str = ""
    fix: str = ""
    table: Met | None = None
    save: str = ""
    """The file of a table that is outdated, if the game has told it."""


Tell = Callable[[News], None]


async def host(
    reception: Reception, line: OwnLine, tell: Tell, keep: Callable[[Host], None] = lambda _: None
) -> None:
    """Referee for whatever table can be met, until this task is cancelled; then say farewell.

    `keep` is shown the host now and then, so that somebody can see later how things stood.
    """
    watch = _Watch(reception, tell, keep)
    async with line, Bridge(reception, line, watch.trouble) as bridge, AsyncExitStack() as stack:
        stack.enter_context(line.subscribed(watch.hear))
        reception.again = bridge.meet_soon
        watch.met(await _met(bridge, watch))
        try:
            while True:
                await asyncio.sleep(AGAIN)
                watch.look()
                bridge.pass_time()
        finally:
            await bridge.farewell()


async def ask_first(ports: Ports, tell: Tell) -> Answers:
    """Wait for the game, and ask it what needs no hands; nobody at the table sees any of it."""
    last = ""
    async with Conversation(*ports) as game:
        while True:
            try:
                await game.execute("return 1")
                return await first_contact(game)
            except UserError as error:
                if error.what != last:
                    last = error.what
                    tell(News("waiting", error.what, error.fix or ""))
            await asyncio.sleep(AGAIN)


async def _met(bridge: Bridge, watch: _Watch) -> Met:
    """Try until there is a game, and on its table one of ours."""
    while True:
        try:
            return await bridge.meet()
        except UserError as error:
            watch.trouble(error)
        await asyncio.sleep(AGAIN)


class _Watch:
    """Tells what is new, and nothing twice."""

    def __init__(self, reception: Reception, tell: Tell, keep: Callable[[Host], None]) -> None:
        self._reception = reception
        self._tell = tell
        self._keep = keep
        self._kept = -1
        self._last = self._save = ""
        self._playing = self._over = False

    def trouble(self, error: UserError) -> None:
        """Say what did not work, or what is waited for; the same not twice."""
        if isinstance(error, Unavailable):
            news = News("waiting", error.what, error.fix or "")
        elif isinstance(error, LuaError):
            _LOG.info("a table could not be greeted: %s", error)
            what = "the game is on, but its table is none that has a referee; "
            what += "`tts-tool upgrade` gives an older one of this mod its own"
            news = News("waiting", what)
        elif isinstance(error, Outdated):
            news = News("outdated", str(error), error.fix or "", save=self._save)
        else:
            news = News("trouble", str(error), error.fix or "")
        if news.text != self._last:
            self._last = news.text
            self._tell(news)

    def hear(self, message: Message) -> None:
        """Remember which save the game has open."""
        if isinstance(message, Loaded | GameSaved):
            self._save = message.save_path

    def met(self, table: Met) -> None:
        """Say that the table was met."""
        self._last = ""
        self._tell(News("met", table=table))

    def look(self) -> None:
        """Say whether a game has begun, or has ended."""
        host = self._reception.host
        if host is None:
            return
        if not self._playing:
            self._playing = True
            self._tell(News("begun", host.session.kept_as or ""))
        while host.in_terminal:
            self._tell(News("said", host.in_terminal.pop(0)))
        if host.told.over and not self._over:
            self._tell(News("over"))
        self._over = host.told.over
        if self._kept != host.step:
            self._kept = host.step
            try:
                self._keep(host)
            except (OSError, UserError) as error:  # a full disk, or a file that somebody holds
                _LOG.warning("how things stand could not be kept: %s", error)
