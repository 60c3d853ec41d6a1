"""A table that serves an editor says what a game says, when a game says it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.table.small_saves import deck, save, thing
from tts_tool.sync import (
    Created,
    Exchange,
    GameSaved,
    Listener,
    LuaError,
    Message,
    ScriptFailed,
    ScriptPrinted,
    ScriptState,
    ScriptTold,
    Sender,
)
from tts_tool.sync import Loaded as Scripts
from tts_tool.sync.listener import Dropped
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import Switches

SCRIPT = """
count = 0
function onUpdate() count = count + 1 end
function onSave() return 'saved' end
function onExternalMessage(m) sendExternalMessage({kind = m.kind, empty = {}}) end
"""
STATE = save(
    deck("dec000", 5, (4, 4)),
    thing("b0b000", Nickname="Bob", LuaScript="name = 'Bob'", XmlUI="<Panel/>"),
    thing("b0b001", at=(-8, 0)),
    script=SCRIPT,
)
Play = Callable[[Table, Exchange, list[Message | Dropped]], Awaitable[None]]


def served(play: Play, *, order: int | None = None, keep_at: Path | None = None) -> None:
    """Play with a table and an editor, over real sockets."""

    async def run(table: Table) -> None:
        heard: list[Message | Dropped] = []
        sender = Sender(0)
        exchange = Exchange(sender)

        def hear(message: Message | Dropped) -> None:
            heard.append(message)
            exchange.hear(message)

        async with Listener(hear, 0) as listener:
            with EditorPort(table, port=0, editor_port=listener.port, order=order) as port:
                table.listen(port.hear)
                sender.port = port.port
                await play(table, exchange, heard)

    quick = Switches({"rewind-seconds": 1, "autosave-seconds": 1})
    with Table.open(STATE, switches=quick, keep_at=keep_at) as table:
        asyncio.run(run(table))


async def until(heard: list[Message | Dropped], message: Message) -> None:
    """Wait until something has been heard."""
    async with asyncio.timeout(50):
        while message not in heard:  # noqa: ASYNC110 - messages come from another thread
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("order", [None, 1, 2, 3])
def test_conversation(order: int | None) -> None:
    """Values, errors, messages and reloads reach our bridge, in whatever order they come."""

    async def play(table: Table, editor: Exchange, heard: list[Message | Dropped]) -> None:
        assert await editor.execute("return {name = name, list = {1, 2}}", "b0b000") == {
            "name": "Bob",
            "list": [1, 2],
        }
        for script, guid, error in (
            ("error('boom')", "-1", "boom"),
            ("return (", "-1", "executeScript"),
            ("return 1", "b0b001", "Object reference not set"),
            ("return 1", "ffffff", "Object reference not set"),
        ):
            with pytest.raises(LuaError, match=error):
                await editor.execute(script, guid)
        await editor.execute("print('hello')")
        await until(heard, ScriptPrinted("hello"))
        await editor.tell({"kind": "ping"})
        await until(heard, ScriptTold({"kind": "ping", "empty": []}))
        assert {each.guid for each in (await editor.scripts()).states} == {"-1", "b0b000"}
        table.run(30)
        fresh = ScriptState("-1", "Global", SCRIPT + "-- anew")
        loaded = await editor.save_and_play([fresh, ScriptState("b0b000")])
        assert loaded.states == (fresh,)
        assert await editor.execute("return count") == 0

    served(play, order=order)


def test_what_happens_is_told(tmp_path: Path) -> None:
    """Spawning, saving, failing, going back: an editor hears of each; of auto-saves it does not."""

    async def play(table: Table, editor: Exchange, heard: list[Message | Dropped]) -> None:
        guid = await editor.execute("return spawnObject({type = 'BlockSquare'}).getGUID()")
        table.run(70)
        await until(heard, Created(guid))
        table.host.save()
        await until(heard, GameSaved(str(tmp_path / "s.json")))
        assert (tmp_path / "TS_AutoSave.json").exists()
        table.execute("function onUpdate() a.b = 1 end")
        table.run(1)
        await editor.execute("return 1")
        failed = [each for each in heard if isinstance(each, ScriptFailed)]
        assert [each.guid for each in failed] == ["-1"]
        assert failed[0].prefix == "Error in Global Script: "
        before = sum(isinstance(each, Scripts) for each in heard)
        table.host.rewind()
        await editor.execute("return 1")
        assert sum(isinstance(each, Scripts) for each in heard) == before + 1
        assert sum(isinstance(each, GameSaved) for each in heard) == 1

    served(play, keep_at=tmp_path / "s.json")


def test_editor_and_time_at_once() -> None:
    """While frames pass in one thread an editor asks in another; both get on, nothing is mixed."""

    async def play(table: Table, editor: Exchange, heard: list[Message | Dropped]) -> None:
        running = asyncio.get_running_loop().run_in_executor(None, table.run, 600)
        counts = [await editor.execute("return count") for _ in range(20)]
        assert (await editor.scripts()).states
        await running
        assert counts == sorted(counts)
        assert await editor.execute("return count") == 600
        assert not any(isinstance(each, Dropped | ScriptFailed) for each in heard)

    served(play)
