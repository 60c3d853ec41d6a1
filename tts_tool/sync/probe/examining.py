"""The guided run: every question that can be put to a game is put, one after the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from typing import Final

from tts_tool.errors import UserError
from tts_tool.lua.literals import lua
from tts_tool.sync.messages import GameSaved, ScriptTold
from tts_tool.sync.probe import failing, reloading, uploading
from tts_tool.sync.probe.asking import Answers, Outside
from tts_tool.sync.probe.conversation import Conversation, Heard
from tts_tool.sync.probe.finding import ProbeFinding, summed_up
from tts_tool.sync.probe.outside import OUTSIDE
from tts_tool.sync.probe.questions import questions

__all__ = ["examine"]

Tell = Callable[[str], None]

# Seconds: the first is also for the whole self-test, the second for one thing that is to be done.
_PATIENCE: Final = 600.0
_PERSON: Final = 180.0
_NOT_FOUND: Final = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"


async def examine(
    game: Conversation,
    tell: Tell,
    *,
    person: bool = True,
    only: Collection[str] | None = None,
) -> ProbeFinding:
    """Put the questions to a game that has the self-test open.

    `tell` is told what is going on and what a person has to do; without a person only those
    questions are put that the game answers by itself.
    """
    wanted = frozenset(questions() if only is None else only)
    run = _Run(game, tell, wanted)
    reloading.selftest_of(await game.exchange.scripts())
    await run.outside()
    await run.reloading()
    await run.inside(person=person)
    if person:
        await run.by_hand()
    return summed_up(run.found, run.problems, wanted, person=person)


class _Run:
    """One examination, as far as it has come."""

    def __init__(self, game: Conversation, tell: Tell, wanted: frozenset[str]) -> None:
        self._game = game
        self._tell = tell
        self._wanted = wanted
        self.found: Answers = {}
        self.problems: list[str] = []

    async def outside(self) -> None:
        """Ask what an editor can see."""
        self._tell("asking from outside …")
        for names, question in OUTSIDE.items():
            if self._wanted.intersection(names):
                await self._ask(names[0], question)

    async def reloading(self) -> None:
        """Load the save again, and look."""
        if self._wanted.intersection(reloading.RELOADING):
            self._tell("loading the save again …")
            await self._ask("save-and-play", reloading.reload)

    async def inside(self, *, person: bool) -> None:
        """Let the self-test run inside the game."""
        asked = [
            name
            for name, each in questions().items()
            if name in self._wanted
            and each.asked in (("inside", "person") if person else ("inside",))
        ]
        if asked:
            async with _web_without_pages() as address:
                await self._game.execute(
                    f"seen.address = {lua(address)} select_questions({lua(asked)})"
                )
                await self._selftest(asked, person=person)

    async def _selftest(self, asked: Collection[str], *, person: bool) -> None:
        since = len(self._game.heard)
        if person:
            self._tell("type !selftest in the chat of the game")
        else:
            await self._game.execute("start_selftest()")
        if not await self._game.until_told("begun", since, _PATIENCE):
            self.problems.append("nobody typed !selftest")
            return
        await self._game.until(self._listening(asked), since, _PATIENCE)

    def _listening(self, asked: Collection[str]) -> Callable[[Heard], bool]:
        """Take in what the self-test tells, until it is done."""
        known: set[int] = set()

        def hear(heard: Heard) -> bool:
            if id(heard) in known or not isinstance(heard.message, ScriptTold):
                return False
            known.add(id(heard))
            topic, value = heard.message.message.get("selftest"), heard.message.message.get("value")
            if topic in asked:
                self._note(str(topic), value)
            elif topic == "say":
                self._tell(str(value))
            elif topic == "failed":
                self.problems.append(str(value))
            return topic == "done"

        return hear

    def _note(self, name: str, value: object) -> None:
        with suppress(ValueError, TypeError):
            values = json.loads(str(value))
            if values and values[0] is not None:
                self.found[name] = values[0]

    async def by_hand(self) -> None:
        """Let a person do what nothing but a person can do."""
        if self._wanted & {"error-prefix-ui", "error-guid-ui"}:
            await self._failing()
        if "rewind-tells-editor" in self._wanted:
            await self._rewind()
        if self._wanted.intersection(uploading.UPLOADING):
            await self._uploading()
        if self._wanted & {"vector-lines-before-assets", "decals-after", "memo-after"}:
            await self._saving()
        if "local-paths-on-unix" in self._wanted:
            await self._paths()

    async def _failing(self) -> None:
        since = len(self._game.heard)
        await self._ask("failing", _prepared_for_failing)
        self._tell("click the button on the screen")
        await self._ask("failing", lambda game: failing.of_interface(game, since, _PERSON))

    async def _rewind(self) -> None:
        since = len(self._game.heard)
        if await self._typed("rewind the game by one step, then type !done in its chat", since):
            await self._ask("rewind", lambda game: reloading.after_rewind(game, since))

    async def _saving(self) -> None:
        await self._ask("saving", _prepared_for_saving)
        since = len(self._game.heard)
        self._tell("save the game over the save of the self-test")
        if await self._game.until(lambda each: isinstance(each.message, GameSaved), since, _PERSON):
            await self._ask("saving", lambda game: reloading.after_saving(game, since))

    async def _uploading(self) -> None:
        try:
            before = await uploading.before_uploading(self._game)
        except (UserError, OSError) as error:
            self.problems.append(f"uploading: {error}")
            return
        since = len(self._game.heard)
        text = (
            "open Modding, Cloud Manager and press Upload All (five small pictures come to your "
            "Steam Cloud), then save over the self-test and type !done in its chat; or type !skip"
        )
        if await self._typed(text, since) == "done":
            await self._ask("uploading", lambda game: uploading.after_uploading(game, before))

    async def _paths(self) -> None:
        since = len(self._game.heard)
        text = (
            "which tiles show a picture? type !plain for the left one, !file for the right one, "
            "!none for none or if this is Windows"
        )
        answer = await self._typed(text, since)
        if answer in {"plain", "file"}:
            self.found["local-paths-on-unix"] = answer

    async def _typed(self, text: str, since: int) -> str:
        self._tell(text)
        if not await self._game.until_told("typed", since, _PERSON):
            return ""
        return str(self._game.told("typed", since)[-1])

    async def _ask(self, name: str, question: Outside) -> None:
        """Put a question; one that cannot be put does not keep the others from it."""
        try:
            self.found |= await question(self._game)
        except (UserError, OSError) as error:
            self.problems.append(f"{name}: {error}")


async def _prepared_for_failing(game: Conversation) -> Answers:
    await failing.button_that_fails(game)
    return {}


async def _prepared_for_saving(game: Conversation) -> Answers:
    await reloading.before_saving(game)
    return {}


@asynccontextmanager
async def _web_without_pages() -> AsyncIterator[str]:
    """Serve, to this machine only, nothing but "not found"."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(_NOT_FOUND)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/nothing"
