"""One hub owns the port of the game; many talk with the game through it."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import aiohttp
import pytest
from aiohttp import web

from tests.sync.wires import PATIENCE, Document, pretty, say, until
from tts_tool.documents import read_document
from tts_tool.errors import BadInput, Refused, Unavailable, UserError
from tts_tool.sync import (
    HOST,
    Exchange,
    Loaded,
    LuaError,
    Message,
    ScriptFailed,
    ScriptPrinted,
    ScriptState,
)
from tts_tool.sync.hub import Door, Hub, HubLine, attached, client, guests, read_door
from tts_tool.sync.hub.door import door_file, write_door
from tts_tool.sync.hub.starting import Ports
from tts_tool.sync.messages import Tell, read_message
from tts_tool.sync.spoken import spoken


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let nobody's own hub be found, and leave nothing behind."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    return tmp_path


class Game:
    """A small game: says what it is given to say, and answers chunks as `value` says."""

    def __init__(self, value: Callable[[str], object] = lambda script: script) -> None:
        self.asked: list[Document] = []
        self.scripts: list[dict[str, str]] = [ScriptState("-1", "Global", "x = 1").document()]
        self.editor_port = 0
        self.is_mute = False
        self._value = value

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, HOST, 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raw = await reader.read()
        writer.close()
        if raw:
            request = read_document(raw)
            self.asked.append(request)
            if not self.is_mute:
                await self._answer(request)

    async def _answer(self, request: Document) -> None:
        match request["messageID"]:
            case 0:
                await self.load()
            case 1:
                self.scripts = request["scriptStates"]
                await self.load()
            case 3:
                script = request["script"].removeprefix("local ok_, value_ = pcall(function() ")
                value = self._value(script.partition("\nend)\n")[0])
                if "pcall" in request["script"]:
                    value = json.dumps({"ok": True, "value": value})
                number = request.get("returnID")
                await self.says({"messageID": 5, "returnID": number, "returnValue": value})

    async def load(self) -> None:
        """Say which game is loaded."""
        await self.says({"messageID": 1, "savePath": "a.json", "scriptStates": self.scripts})

    async def says(self, document: Document) -> None:
        """Say something."""
        await say(self.editor_port, pretty(document))


@asynccontextmanager
async def playing(
    game: Game, *editors: tuple[int, int], seconds: float = PATIENCE
) -> AsyncIterator[Hub]:
    """Join a game with a hub."""
    async with game, Hub(game.port, 0, editors=editors, seconds=seconds) as hub:
        game.editor_port = hub.editor_port
        yield hub


def line(hub: Hub, name: str = "a test", news: Callable[[Any], None] = lambda _: None) -> HubLine:
    """Attach to a hub as another process does."""
    return attached(Ports(0, hub.editor_port), name, news, start=False)


def played(
    play: Callable[[Game, Hub], Awaitable[None]],
    game: Game | None = None,
    seconds: float = PATIENCE,
) -> None:
    """Run a play with a game and a hub of its own."""

    async def run() -> None:
        small = game or Game()
        async with playing(small, seconds=seconds) as hub:
            await play(small, hub)

    asyncio.run(run())


@pytest.mark.parametrize(
    "document",
    [
        {"messageID": 0, "scriptStates": [ScriptState("a", "b", "c", "d").document()]},
        {"messageID": 1, "savePath": "p", "scriptStates": []},
        {"messageID": 2, "message": "Größe"},
        {"messageID": 3, "error": "e", "guid": "a", "errorMessagePrefix": "p"},
        {"messageID": 4, "customMessage": {"a": [{}, None, 1.5]}},
        {"messageID": 5, "returnID": 7, "returnValue": "x"},
        {"messageID": 5},
        {"messageID": 6, "savePath": "p"},
        {"messageID": 7, "guid": "abcdef"},
    ],
)
def test_what_was_heard_is_passed_on_as_it_was(document: Document) -> None:
    """Every kind of message is written again just as it was read."""
    assert spoken(read_message(document)) == document


def test_all_hear_and_each_gets_its_own() -> None:
    """What nobody asked for reaches all, in this process and others; answers only their asker."""

    async def play(game: Game, hub: Hub) -> None:
        here: list[Message] = []
        there: list[list[Message]] = [[], [], []]
        async with AsyncExitStack() as stack:
            stack.enter_context(hub.subscribed(here.append))
            lines = [await stack.enter_async_context(line(hub)) for _ in there]
            for each, heard in zip(lines, there, strict=True):
                stack.enter_context(each.subscribed(heard.append))
            asked = [each.execute(f"return {n}") for n in range(40) for each in lines]
            values = await asyncio.gather(*asked, hub.execute("return x"))
            assert values == [f"return {n}" for n in range(40) for _ in lines] + ["return x"]
            loaded = await asyncio.gather(*(each.scripts() for each in lines), hub.scripts())
            assert [each.states[0].script for each in loaded] == ["x = 1"] * 4
            for n in range(20):
                await game.says({"messageID": 2, "message": f"{n}"})
            await until(lambda: all(len(each) == 20 for each in (here, *there)))
        for heard in (here, *there):
            assert sorted(int(m.message) for m in heard if isinstance(m, ScriptPrinted)) == [
                *range(20)
            ]

    played(play)


def test_a_game_that_is_loaded_is_news_for_all() -> None:
    """A load reaches all, also when one has asked for it, or was told of it first by asking."""

    async def play(game: Game, hub: Hub) -> None:
        heard: list[Message] = []
        async with line(hub) as one, line(hub) as other:
            with other.subscribed(heard.append):
                await one.scripts()
                await game.load()
                await until(lambda: len(heard) == 1)
                edited = ScriptState("-1", "Global", "x = 2")
                assert (await one.save_and_play([edited])).states == (edited,)
                await until(lambda: len(heard) == 2)
                game.scripts = [ScriptState("-1", "Global", "x = 3").document()]
                await one.scripts()
                await until(lambda: len(heard) == 3)
                await one.scripts()
                await one.execute("return 1")
        assert [m.states[0].script for m in heard if isinstance(m, Loaded)] == [
            "x = 1",
            "x = 2",
            "x = 3",
        ]

    played(play)


def test_messages_to_scripts_stay_in_their_order() -> None:
    """What one sends comes to the game as often, and in the order, in which it was sent."""

    async def play(game: Game, hub: Hub) -> None:
        async with line(hub) as one:
            await asyncio.gather(*(one.send(Tell({"n": n})) for n in range(50)))
        told = [each["customMessage"]["n"] for each in game.asked if each["messageID"] == 2]
        await until(lambda: len(game.asked) == 50)
        assert sorted(told) == [*range(50)]

    played(play)


def test_errors_come_back_as_they_are() -> None:
    """What the game or the hub refuses is the same error, with the same words, at the other end."""

    def fails(_: str) -> object:
        return None

    async def play(game: Game, hub: Hub) -> None:
        async with line(hub) as one:
            failing = asyncio.create_task(one.execute("boo"))
            await until(lambda: bool(game.asked))
            error = {"error": "chunk_3:(1,2-3): boo", "guid": "-1", "errorMessagePrefix": ""}
            await game.says({"messageID": 3, **error})
            with pytest.raises(LuaError, match=r"chunk_3:\(1,2-3\): boo"):
                await failing
            with pytest.raises(Refused, match="empty"):
                await one.save_and_play([ScriptState("-1", script=" ")])

    class Failing(Game):
        async def _answer(self, request: Document) -> None:
            await asyncio.sleep(0.05)
            await self.says({"messageID": 5, "returnID": request["returnID"]})

    played(play, Failing(fails))


def test_no_game() -> None:
    """Without a game there is a reason and what to do; with one again, all goes on."""

    async def play(game: Game, hub: Hub) -> None:
        async with line(hub) as one:
            assert await one.execute("return 1") == "return 1"
            await game.__aexit__()
            with pytest.raises(Unavailable, match="does not listen") as refused:
                await one.execute("return 1")
            assert refused.value.fix
            heard: list[Message] = []
            with one.subscribed(heard.append):
                async with Game() as again:
                    hub.sender.port, again.editor_port = again.port, hub.editor_port
                    await again.load()
                    await until(lambda: len(heard) == 1)
                    assert await one.execute("return 2") == "return 2"

    played(play)


@pytest.mark.parametrize("ends", ["closed", "reset"])
def test_the_game_dies_in_the_middle_of_a_message(ends: str) -> None:
    """Half an answer is none: who has asked is told, nobody hears it, and the hub goes on."""

    class Dying(Game):
        async def _answer(self, request: Document) -> None:
            number = request["returnID"]
            raw = pretty({"messageID": 5, "returnID": number, "returnValue": "x" * 9_000})
            _, writer = await asyncio.open_connection(HOST, self.editor_port)
            writer.write(raw[: len(raw) // 2])
            await writer.drain()
            if ends == "reset":
                writer.transport.abort()
            writer.close()
            self._server.close()

    async def play(_game: Game, hub: Hub) -> None:
        hub.exchange = Exchange(hub.sender, seconds=0.2)  # no answer comes, however long it waits
        async with line(hub) as one:
            heard: list[Message] = []
            with one.subscribed(heard.append), pytest.raises(Unavailable, match="did not answer"):
                await one.execute("return 1")
            await until(lambda: hub.status()["dropped"] == 1)
            assert heard == []
            with pytest.raises(Unavailable, match="does not listen"):
                await one.execute("return 1")
            hub.exchange = Exchange(hub.sender, seconds=PATIENCE)
            async with Game() as again:
                hub.sender.port, again.editor_port = again.port, hub.editor_port
                assert await one.execute("return 2") == "return 2"

    played(play, Dying())


def test_strangers_are_turned_away() -> None:
    """Without the token, from a web page, with garbage: none gets in, and the hub goes on."""

    async def play(_game: Game, hub: Hub) -> None:
        assert hub.door is not None
        at = f"http://{HOST}:{hub.door.port}/"
        hello = {"do": "hello", "id": 1, "token": hub.door.token}
        async with aiohttp.ClientSession() as session:
            for first in (
                "garbage",
                "{}",
                json.dumps({"do": "status", "id": 1}),
                json.dumps({**hello, "token": "guessed ü"}),
                json.dumps({**hello, "protocol": 99}),
            ):
                async with session.ws_connect(at) as ws:
                    await ws.send_str(first)
                    told = await ws.receive_json()
                    assert not told["ok"]
                    assert told["error"]["what"]
                    assert (await ws.receive()).type is aiohttp.WSMsgType.CLOSE
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(at, headers={"Origin": "http://example.org"})
            async with session.get(at) as plain:
                assert plain.status == 400
            async with session.ws_connect(at) as ws:
                await ws.send_json(hello)
                assert (await ws.receive_json())["ok"]
                await ws.send_str('{"do": "fly", "id": 3}')
                assert (await ws.receive_json())["error"]["kind"] == "bad-input"
                await ws.send_json({"do": "execute", "id": "a", "script": "return 1"})
                assert await ws.receive_json() == {"re": "a", "ok": True, "value": "return 1"}
        await say(hub.editor_port, b"GET / HTTP/1.1\r\n\r\n")
        await say(hub.editor_port)
        await say(hub.editor_port, b'{"messageID": 2, "message": "half')
        await until(lambda: hub.status()["dropped"] == 3)
        async with line(hub) as one:
            assert await one.execute("return 1") == "return 1"

    played(play)


def test_the_door_is_only_its_owners() -> None:
    """The file with the token can be read by its owner alone, and goes with the hub."""

    async def play(_game: Game, hub: Hub) -> None:
        file = door_file(hub.editor_port)
        assert read_door(hub.editor_port) == hub.door
        if sys.platform != "win32":
            assert stat.S_IMODE(file.stat().st_mode) == 0o600

    played(play)
    assert list(door_file(1).parent.iterdir()) == []


def test_a_door_that_was_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hub that was killed left its door; it leads nowhere, or to a stranger, and that is told."""
    monkeypatch.setattr(client, "_OPENS", 0.2)

    async def nowhere() -> None:
        with socket.create_server((HOST, 0)) as taken:
            port = taken.getsockname()[1]
        write_door(Door(port, "t", os.getpid(), 7, ""))
        with pytest.raises(Unavailable, match="no hub opens"):
            await attached(Ports(1, 7), "x", start=False).__aenter__()

    async def a_stranger(game: Game, _hub: Hub) -> None:
        write_door(Door(game.port, "t", os.getpid(), 7, ""))
        with pytest.raises(Unavailable, match="no hub opens"):
            await attached(Ports(1, 7), "x", start=False).__aenter__()

    async def another_hub(_game: Game, hub: Hub) -> None:
        assert hub.door is not None
        write_door(Door(hub.door.port, "not its token", os.getpid(), 7, ""))
        with pytest.raises(UserError, match="token"):
            await attached(Ports(1, 7), "x", start=False).__aenter__()

    asyncio.run(nowhere())
    played(a_stranger)
    played(another_hub)


def test_the_port_is_somebody_elses() -> None:
    """Where another program listens the hub says so and what to do, and leaves no door."""

    async def twice(_game: Game, hub: Hub) -> None:
        with pytest.raises(Unavailable, match="another program listens") as refused:
            await Hub(1, hub.editor_port).__aenter__()
        assert refused.value.fix
        assert read_door(hub.editor_port) == hub.door

    played(twice)


def test_the_port_is_given_up_for_a_while() -> None:
    """It is free for another, all know; they ask in vain, then hear which game is loaded."""

    async def play(_game: Game, hub: Hub) -> None:
        news: list[Any] = []
        heard: list[Message] = []
        async with line(hub, "other", news.append) as other, line(hub, "one") as one:
            with other.subscribed(heard.append):
                told = await one.ask("yield")
                assert [each["name"] for each in told["attached"]] == ["other", "one"]
                with socket.create_server((HOST, hub.editor_port)):
                    with pytest.raises(Unavailable, match="given port"):
                        await other.execute("return 1")
                    with pytest.raises(Refused):
                        await other.ask("end-yield")
                    with pytest.raises(Unavailable, match="another program listens"):
                        await one.ask("end-yield")
                    with pytest.raises(Unavailable, match="another program holds"):
                        await other.execute("return 1")
                await until(lambda: bool(heard))
                assert [type(each) for each in heard] == [Loaded]
                assert [each["state"] for each in news] == ["yields", "listens"]
                assert await other.execute("return 1") == "return 1"
                await one.ask("yield")
        await until(lambda: hub.status()["listens"])

    played(play)


def test_a_hub_that_was_killed_and_comes_again() -> None:
    """Who waits is told, who asks next is served by the new one, and learns which game is on."""

    async def run() -> None:
        news: list[Any] = []
        heard: list[Message] = []
        async with Game(lambda _: "yes") as game:
            first = Hub(game.port, 0)
            await first.__aenter__()
            game.editor_port = first.editor_port
            async with line(first, news=news.append) as one:
                with one.subscribed(heard.append):
                    game.is_mute = True
                    waiting = asyncio.create_task(one.execute("return 1"))
                    await until(lambda: bool(game.asked))
                    await first.__aexit__()
                    with pytest.raises(Unavailable, match="has ended"):
                        await waiting
                    game.is_mute = False
                    async with Hub(game.port, game.editor_port):
                        assert await one.execute("return 2") == "yes"
                        await until(lambda: bool(heard))
            assert [type(each) for each in heard] == [Loaded]
            states = [each["state"] for each in news]
            assert states[:2] == ["ends", "gone"]
            assert "back" in states

    asyncio.run(run())


@pytest.mark.soak(sample=3, full=50)
def test_megabytes_of_scripts(rounds: int) -> None:
    """They come whole, to two at once and back into the game; the whole proof takes 50 of them."""
    big = "-- äbcdefgh\n" * (rounds * 84_000)

    async def play(game: Game, hub: Hub) -> None:
        game.scripts = [ScriptState("-1", "Global", big).document()]
        heard: list[Message] = []
        async with line(hub) as one, line(hub) as other:
            with other.subscribed(heard.append):
                loaded = await one.scripts()
                assert loaded.states[0].script == big
                await one.save_and_play(loaded.states)
                async with asyncio.timeout(PATIENCE):
                    while not heard:  # noqa: ASYNC110 - what is waited for knows no events
                        await asyncio.sleep(0.05)
        assert isinstance(heard[0], Loaded)
        assert heard[0].states[0].script == big
        assert game.asked[-1]["scriptStates"][0]["script"] == big

    played(play)


class Plain:
    """An editor that knows nothing of a hub, written in a few lines."""

    async def __aenter__(self) -> Self:
        self.heard: list[Document] = []
        self._server = await asyncio.start_server(self._hear, HOST, 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard.append(json.loads(await reader.read()))
        writer.close()

    def of(self, number: int) -> list[Document]:
        """List what was heard of a kind."""
        return [each for each in self.heard if each["messageID"] == number]


def test_plain_editors() -> None:
    """Two editors ask with the same numbers, one with none, and each gets its own answers."""

    async def run() -> None:
        async with AsyncExitStack() as stack:
            one, other = [await stack.enter_async_context(Plain()) for _ in "12"]
            async with playing(Game(), (0, one.port), (0, other.port)) as hub:
                doors = [each["door"] for each in hub.status()["editors"]]
                for door, name in zip(doors, ("one", "other"), strict=True):
                    for number in ({"returnID": 3}, {}):
                        chunk = {"messageID": 3, "guid": "-1", "script": f"return '{name}'"}
                        await say(door, pretty({**chunk, **number}))
                    await say(door, b"{ messageID: 0 }")
                await until(lambda: len(one.heard) == len(other.heard) == 3)
                for editor, name in ((one, "one"), (other, "other")):
                    answers = editor.of(5)
                    assert {each["returnValue"] for each in answers} == {f"return '{name}'"}
                    assert sorted("returnID" in each for each in answers) == [False, True]
                    assert len(editor.of(1)) == 1
                edited = ScriptState("-1", "Global", "x = 2").document()
                await say(doors[0], pretty({"messageID": 1, "scriptStates": [edited]}))
                await until(lambda: len(one.of(1)) == len(other.of(1)) == 2)
                empty = ScriptState("-1", "Global", "").document()
                await say(doors[0], pretty({"messageID": 1, "scriptStates": [empty]}))
                await until(lambda: bool(one.of(3)))
                assert "empty" in one.of(3)[0]["error"]
                assert not other.of(3)

    asyncio.run(run())


def sent(heard: Iterable[Message]) -> list[int]:
    """Read the numbers that were printed."""
    return sorted(int(each.message) for each in heard if isinstance(each, ScriptPrinted))


@pytest.mark.soak(sample=120, full=10_000)
def test_two_editors_and_three_commands(rounds: int) -> None:
    """They are attached at once, all asking, while the game speaks: none lost, none twice."""

    async def run() -> None:
        async with Plain() as first, Plain() as second, AsyncExitStack() as stack:
            game = Game()
            editors = (first, second)
            joined = playing(game, *((0, each.port) for each in editors))
            hub = await stack.enter_async_context(joined)
            doors = [each["door"] for each in hub.status()["editors"]]
            lines = [await stack.enter_async_context(line(hub, f"{n}")) for n in range(3)]
            heard: list[list[Message]] = [[] for _ in lines]
            for each, into in zip(lines, heard, strict=True):
                stack.enter_context(each.subscribed(into.append))
            answers: list[list[str]] = [[] for _ in lines]
            for n in range(rounds):
                chunk = {"messageID": 3, "returnID": n, "guid": "-1", "script": f"return {n}"}
                async with asyncio.TaskGroup() as group:
                    group.create_task(game.says({"messageID": 2, "message": f"{n}"}))
                    group.create_task(say(doors[n % 2], pretty(chunk)))
                    asker = n % 3
                    value = group.create_task(lines[asker].execute(f"return {n}"))
                answers[asker].append(value.result())
            numbers = [*range(rounds)]
            await until(lambda: all(len(sent(each)) == rounds for each in heard))
            await until(lambda: all(len(each.of(2)) == rounds for each in editors))
            for editor in editors:
                assert sorted(int(each["message"]) for each in editor.of(2)) == numbers
            await until(lambda: sum(len(each.of(5)) for each in editors) == rounds)
            for which, given in enumerate(answers):
                assert given == [f"return {n}" for n in numbers[which::3]]
            for which, editor in enumerate(editors):
                mine = numbers[which::2]
                assert sorted(each["returnID"] for each in editor.of(5)) == mine
                assert all(
                    each["returnValue"] == f"return {each['returnID']}" for each in editor.of(5)
                )
            assert [sent(each) for each in heard] == [numbers] * 3
            assert not any(isinstance(m, ScriptFailed) for each in heard for m in each)

    asyncio.run(run())


def test_what_cannot_be_asked_through_a_hub() -> None:
    """A request that has an answer is not sent as one that has none."""

    async def play(_game: Game, hub: Hub) -> None:
        async with line(hub) as one:
            with pytest.raises(Refused):
                await one.send(ScriptState("-1"))
            with pytest.raises(BadInput):
                await one.ask("fly")

    played(play)


def test_a_hub_that_stumbles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody has foreseen is told to whoever asked; the next question is answered."""
    execute = Exchange.execute

    async def stumble(exchange: Exchange, script: str, guid: str = "-1") -> object:
        if script == "trouble":
            raise ZeroDivisionError("by nothing")
        return await execute(exchange, script, guid)

    monkeypatch.setattr(Exchange, "execute", stumble)

    async def play(_: Game, hub: Hub) -> None:
        async with asyncio.timeout(PATIENCE), line(hub) as there:
            with pytest.raises(Refused, match="ZeroDivisionError: by nothing"):
                await there.execute("trouble")
            assert await there.execute("a") == "a"

    played(play)


Meet = Callable[[web.Request], Awaitable[web.WebSocketResponse]]


@asynccontextmanager
async def door_to(meet: Meet) -> AsyncIterator[None]:
    """Let a hub of a few lines own port 1."""
    app = web.Application()
    app.add_routes([web.get("/", meet)])
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0).start()
    write_door(Door(runner.addresses[0][1], "key", os.getpid(), 1, ""))
    try:
        yield
    finally:
        await runner.cleanup()


async def welcome(request: web.Request) -> web.WebSocketResponse:
    """Welcome whoever comes, and leave it to the hub of a few lines what it answers."""
    there = web.WebSocketResponse(autoping=False)
    await there.prepare(request)
    await there.receive()
    await there.send_str('{"re": 0, "ok": true, "value": {}}')
    return there


def test_a_hub_that_no_longer_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a hub that has come to a stop is told, and does not wait for ever."""
    monkeypatch.setattr(client, "BEAT", 0.2)

    async def meet(request: web.Request) -> web.WebSocketResponse:
        stuck = await welcome(request)
        async for _ in stuck:  # it hears all, and answers nothing, not even whether it is there
            pass
        return stuck

    async def play() -> None:
        news: list[Any] = []
        async with (
            asyncio.timeout(PATIENCE),
            door_to(meet),
            attached(Ports(0, 1), "a", news.append, start=False) as there,
        ):
            with pytest.raises(Unavailable, match="before it answered"):
                await there.execute("a")
            await until(lambda: {"state": "gone"} in news)

    asyncio.run(play())


def test_a_hub_that_was_not_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was at work themselves, and has not read yet what the hub says, does not give it up."""
    monkeypatch.setattr(client, "BEAT", 0.2)

    async def meet(request: web.Request) -> web.WebSocketResponse:
        there = await welcome(request)
        asks = 0
        async for message in there:
            if message.type is aiohttp.WSMsgType.PING:
                time.sleep(client.BEAT)  # noqa: ASYNC251 - who has asked is as busy: one loop is both
                await there.pong(message.data)
                asks += 1
            if asks == 2:
                await there.send_str('{"re": 1, "ok": true, "value": "late"}')
        return there

    async def play() -> None:
        news: list[Any] = []
        async with (
            asyncio.timeout(PATIENCE),
            door_to(meet),
            attached(Ports(0, 1), "a", news.append, start=False) as there,
        ):
            assert await there.execute("a") == "late"
            assert news == []

    asyncio.run(play())


@asynccontextmanager
async def silent_guest(hub: Hub) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Attach to a hub as a program that answers nothing by itself, no ping either."""
    assert hub.door is not None
    url = f"http://{HOST}:{hub.door.port}/"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url, autoping=False) as there,
    ):
        hello = {"do": "hello", "id": 0, "token": hub.door.token, "name": "a test"}
        await there.send_json(hello)
        yield there


def test_a_guest_that_was_not_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hub that was at work itself, and has not read yet what a guest says, keeps the guest."""
    monkeypatch.setattr(guests, "BEAT", 0.2)

    async def play(_: Game, hub: Hub) -> None:
        async with silent_guest(hub) as there:
            asks = 0
            async for message in there:
                if message.type is aiohttp.WSMsgType.PING:
                    time.sleep(guests.BEAT)  # noqa: ASYNC251 - the hub is as busy: one loop is both
                    await there.pong(message.data)
                    asks += 1
                if asks == 2:
                    break
            assert asks == 2
            assert [each.name for each in hub.guests] == ["a test"]

    played(play)


def test_a_guest_that_no_longer_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest that has come to a stop is given up, and with it the port that it holds."""
    monkeypatch.setattr(guests, "BEAT", 0.2)

    async def play(_: Game, hub: Hub) -> None:
        async with silent_guest(hub) as there:
            await there.send_json({"do": "yield", "id": 1})
            await until(lambda: hub.status()["lent_to"] == "a test")
            await until(lambda: not hub.guests)
            await until(lambda: hub.status()["listens"])

    played(play)
