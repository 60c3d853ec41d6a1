"""What the game says is heard, however it arrives; what is no message is dropped and told."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from contextlib import suppress
from typing import Any

import pytest

from tests.sync.wires import Line, on_line, pretty, say
from tts_tool.errors import Unavailable
from tts_tool.sync import (
    HOST,
    ConnectionLimits,
    Created,
    Dropped,
    EditorOpened,
    GameSaved,
    Listener,
    Loaded,
    Message,
    Returned,
    ScriptFailed,
    ScriptPrinted,
    ScriptState,
    ScriptTold,
)

MESSAGES: list[tuple[dict[str, Any], Message]] = [
    (
        {"messageID": 0, "scriptStates": [{"name": "Pawn", "guid": "db3f06", "script": ""}]},
        EditorOpened((ScriptState("db3f06", "Pawn"),)),
    ),
    (
        {
            "messageID": 1,
            "savePath": "C:\\Saves\\1.json",
            "scriptStates": [{"name": "Global", "guid": "-1", "script": "a", "ui": "<b/>"}],
        },
        Loaded((ScriptState("-1", "Global", "a", "<b/>"),), "C:\\Saves\\1.json"),
    ),
    ({"messageID": 1, "scriptStates": [{"guid": -1}]}, Loaded((ScriptState("-1"),))),
    ({"messageID": 1}, Loaded(())),
    ({"messageID": 2, "message": "Größe 😀"}, ScriptPrinted("Größe 😀")),
    (
        {"messageID": 3, "error": "boom", "guid": "-1", "errorMessagePrefix": "Error: "},
        ScriptFailed("boom", "-1", "Error: "),
    ),
    (
        {"messageID": 4, "customMessage": {"a": [1, {"b": None}]}},
        ScriptTold({"a": [1, {"b": None}]}),
    ),
    ({"messageID": 4, "customMessage": []}, ScriptTold({})),
    ({"messageID": 5, "returnID": 7, "returnValue": 2.0}, Returned(7, 2.0)),
    ({"messageID": 5, "returnID": "7"}, Returned(7)),
    ({"messageID": "5", "returnID": 7.0, "returnValue": "x"}, Returned(7, "x")),
    ({"messageID": 5, "returnValue": True}, Returned(None, True)),  # noqa: FBT003
    ({"messageID": 6, "savePath": "s.json"}, GameSaved("s.json")),
    ({"messageID": 6.0}, GameSaved()),
    ({"messageID": 7, "guid": "abcdef"}, Created("abcdef")),
]


@pytest.mark.parametrize(("document", "message"), MESSAGES)
def test_every_message(document: dict[str, Any], message: Message) -> None:
    """Each of the eight messages is read, with fields missing or written as another type."""

    async def play(line: Line) -> None:
        await say(line.listener.port, pretty(document))
        assert await line.heard_in_time(1) == [message]

    on_line(play)


@pytest.mark.parametrize(
    "chunks",
    [
        (b'{"messageID": 2,', b' "message": "x"}'),
        (b'\xef\xbb\xbf{"messageID": 2, "message": "x"}\r\n',),
        (b"\xef", b"\xbb\xbf", b'{"messageID": "2", "message": "x"}'),
        (b"{ messageID: 2, message: 'x' }",),
        tuple(bytes([each]) for each in b'{"messageID":2,"message":"x"}'),
    ],
)
@pytest.mark.parametrize("hang_up", [True, False])
def test_however_it_arrives(chunks: tuple[bytes, ...], hang_up: bool) -> None:  # noqa: FBT001
    """In pieces, with a mark or unquoted names, and also if the sender never hangs up."""

    async def play(line: Line) -> None:
        await say(line.listener.port, *chunks, hang_up=hang_up)
        assert await line.heard_in_time(1) == [ScriptPrinted("x")]

    on_line(play)


def test_big_message() -> None:
    """A message of several megabytes arrives whole."""
    script = "-- é\n" * 700_000
    states = [{"name": "Global", "guid": "-1", "script": script, "ui": ""}]

    async def play(line: Line) -> None:
        await say(line.listener.port, pretty({"messageID": 1, "scriptStates": states}))
        assert await line.heard_in_time(1) == [Loaded((ScriptState("-1", "Global", script),))]

    on_line(play)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "does not begin"),
        (b'POST / HTTP/1.1\r\n\r\n{"messageID": 2, "message": "x"}', "does not begin"),
        (b"", "nothing"),
        (b'{"messageID": 2', "no JSON"),
        (b'{"messageID": 9}', "no message has the id 9"),
        (b'{"messageID": true}', "no message has the id True"),
        (b'{"messageID": 1e999}', "no message has the id"),
        (b'{"messageID": {}}', "no message has the id"),
        (b"{}", "no message has the id None"),
        (b'{"messageID": 4, "customMessage": "x"}', "a custom message is an object"),
        (b'{"messageID": 1, "scriptStates": {"a": 1}}', "a list of objects"),
        (b'{"messageID": 2, "message": {"a": 1}}', "instead of a text"),
        (b'{"messageID":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "deep"),
    ],
)
def test_what_is_no_message(raw: bytes, reason: str) -> None:
    """A browser, a probe of the port, half a message: dropped with a reason, and life goes on."""

    async def play(line: Line) -> None:
        await say(line.listener.port, raw)
        (dropped,) = await line.heard_in_time(1)
        assert isinstance(dropped, Dropped)
        assert reason in dropped.reason
        await say(line.listener.port, b'{"messageID": 2, "message": "still here"}')
        assert (await line.heard_in_time(2))[1:] == [ScriptPrinted("still here")]

    on_line(play)


def test_limits() -> None:
    """Too long, too slow, too many: each is dropped, and a message in between is heard."""

    async def play() -> None:
        heard: list[Message | Dropped] = []
        limits = ConnectionLimits(most_bytes=100, seconds=0.2, connections=2)
        async with Listener(heard.append, 0, limits) as listener:
            await say(listener.port, b'{"a": "' + b"x" * 200, hang_up=False)
            assert heard == [Dropped("a document of more than 100 bytes")]
            slow = [asyncio.create_task(say(listener.port, b"{", hang_up=False)) for _ in range(2)]
            await asyncio.sleep(0.05)
            await say(listener.port, b'{"messageID": 2}', hang_up=False)
            assert heard[1:] == [Dropped("too many connections at once")]
            await asyncio.gather(*slow)
            assert heard[2:] == [Dropped("it brought no whole message in 0.2 s")] * 2
            await say(listener.port, b'{"messageID": 2, "message": "x"}', hang_up=False)
            assert heard[4:] == [ScriptPrinted("x")]

    asyncio.run(play())


def test_port_that_is_taken() -> None:
    """The port has one owner; the second is told what to do, and the first hears on."""

    async def play(line: Line) -> None:
        with pytest.raises(Unavailable, match="another program listens") as caught:
            await Listener(print, line.listener.port).__aenter__()
        assert caught.value.where == f"{HOST}:{line.listener.port}"
        assert "end the other editor" in str(caught.value.fix)
        await say(line.listener.port, b'{"messageID": 2, "message": "x"}')
        assert await line.heard_in_time(1) == [ScriptPrinted("x")]

    on_line(play)


def test_closing_lets_the_port_go() -> None:
    """After closing, with a connection still open, the port is free again."""

    async def play() -> int:
        async with Listener(print, 0) as listener:
            port = listener.port
            _, writer = await asyncio.open_connection(HOST, port)
            writer.write(b"{")
        async with Listener(print, port):
            writer.close()
        return port

    port = asyncio.run(play())
    with socket.socket() as probe:
        assert probe.connect_ex((HOST, port)) != 0


def test_burst() -> None:
    """Hundreds of messages at once, each on its own connection, are all heard."""

    async def play(line: Line) -> None:
        sent = [json.dumps({"messageID": 2, "message": str(n)}).encode() for n in range(300)]
        for at in range(0, 300, 50):
            await asyncio.gather(*(say(line.listener.port, raw) for raw in sent[at : at + 50]))
        heard = await line.heard_in_time(300)
        assert {str(each) for each in heard} == {str(ScriptPrinted(str(n))) for n in range(300)}

    on_line(play)


@pytest.mark.parametrize("turns", range(6))
def test_closing_hangs_up_on_whoever_just_came(turns: int) -> None:
    """A connection that was accepted while the listener closes is not left open."""

    async def closed_after_some_turns() -> list[socket.socket]:
        async with Listener(lambda _: None, port=0) as listener:
            came = [socket.create_connection(("127.0.0.1", listener.port)) for _ in range(5)]
            for _ in range(turns):
                await asyncio.sleep(0)
        return came

    gc.freeze()  # what other tests have left is not looked through
    came = asyncio.run(closed_after_some_turns())
    gc.collect()  # a connection that nobody closed is a warning, and that an error
    for each in came:
        each.settimeout(50)
        with each, suppress(ConnectionResetError):
            assert each.recv(1) == b""
