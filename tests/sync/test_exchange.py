"""A question finds its own answer among all that the game says, or ends with words."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest

from tests.sync.wires import PATIENCE, Document, Line, on_line, say, until
from tts_tool.errors import BadInput, Refused, Unavailable, UserError
from tts_tool.sync import HOST, LuaError, ScriptFailed, ScriptState, Sender
from tts_tool.sync.messages import GetScripts, SaveAndPlay

Ask = Callable[[Line], Awaitable[Any]]


def returned(request: Document, value: object) -> Document:
    """Answer an Execute Lua."""
    return {"messageID": 5, "returnID": request["returnID"], "returnValue": value}


def fine(request: Document, value: object) -> Document:
    """Answer as a wrapped chunk does that ran to its end."""
    return returned(request, json.dumps({"ok": True, "value": value}))


def failed(guid: str, error: str, prefix: str = "Error: ") -> Document:
    """Tell of an error, as the game does without saying whose it is."""
    return {"messageID": 3, "error": error, "guid": guid, "errorMessagePrefix": prefix}


def asked(
    ask: Ask, answers: Callable[[Document], Iterable[Document]], seconds: float = PATIENCE
) -> Any:  # noqa: ANN401
    """Ask a game that answers so."""
    result: list[Any] = []

    async def play(line: Line) -> None:
        result.append(await ask(line))

    on_line(play, answers, seconds)
    return result[0]


@pytest.mark.parametrize("value", [None, True, 2.0, "x", {"a": [1.0, {}]}, []])
def test_value_of_a_chunk(value: object) -> None:
    """Whatever a chunk returns comes back, tables too; the wrapping leaves lines where they are."""

    async def ask(line: Line) -> object:
        found = await line.exchange.execute("return 1\n-- end", guid="abcdef")
        (request,) = line.asked
        assert request.keys() == {"messageID", "returnID", "guid", "script"}
        assert (request["messageID"], request["guid"]) == (3, "abcdef")
        assert request["script"].splitlines()[1] == "-- end"
        assert "return 1" in request["script"].splitlines()[0]
        return found

    assert asked(ask, lambda request: [fine(request, value)]) == value


def test_each_gets_its_own() -> None:
    """Fifty chunks at once are answered in any order, with strangers' answers between them."""
    waiting: list[Document] = []

    def answers(request: Document) -> Iterable[Document]:
        waiting.append(request)
        if len(waiting) == 50:
            yield {"messageID": 5, "returnID": -3, "returnValue": "whose?"}
            yield {"messageID": 5, "returnValue": "whose?"}
            for each in reversed(waiting):
                yield fine(each, each["script"].partition("return ")[2].partition("\n")[0])

    async def ask(line: Line) -> list[Any]:
        return await asyncio.gather(*(line.exchange.execute(f"return {n}") for n in range(50)))

    assert asked(ask, answers) == [str(n) for n in range(50)]


def chunk_error(request: Document) -> list[Document]:
    """The chunk ran and failed: the wrapping says so."""
    return [returned(request, json.dumps({"ok": False, "error": "chunk_0:(1,2-3): boom"}))]


def before(request: Document) -> list[Document]:
    """The chunk could not be compiled: the error comes first, then an answer without a value."""
    return [failed("-1", "near end", "<executeScript> "), returned(request, None)]


def after(request: Document) -> list[Document]:
    """The same in the other order, which the network may make of it."""
    return before(request)[::-1]


def without_answer(request: Document) -> list[Document]:
    """The error comes, and no answer ever."""
    return before(request)[:1]


def among_others(request: Document) -> list[Document]:
    """Errors of other scripts, and of Global itself, are not taken for ours."""
    others = [failed("abcdef", "not mine"), failed("-1", "onUpdate is broken")]
    return [others[0], others[1], before(request)[0], others[1], before(request)[1]]


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (chunk_error, "Global: chunk_0:(1,2-3): boom"),
        (before, "Global: <executeScript> near end"),
        (after, "Global: <executeScript> near end"),
        (without_answer, "Global: <executeScript> near end"),
        (among_others, "Global: <executeScript> near end"),
        (lambda request: [returned(request, None)], "Global: it failed, and the game did not"),
        (lambda request: [returned(request, 7.0)], "it answered '7.0', which no wrapped chunk"),
        (lambda request: [returned(request, "{]")], "it answered '{]', which no wrapped chunk"),
    ],
)
def test_errors_find_their_chunk(answers: Callable[[Document], list[Document]], text: str) -> None:
    """A chunk that fails raises its own error, in whichever order error and answer come."""
    with pytest.raises(LuaError) as caught:
        asked(lambda line: line.exchange.execute("x"), answers, 0.6)
    assert text in str(caught.value)


def test_errors_are_heard_by_all() -> None:
    """An error that was taken for a chunk's is still told to whoever listens."""

    async def play(line: Line) -> None:
        with pytest.raises(LuaError):
            await line.exchange.execute("x")
        assert ScriptFailed("near end", "-1", "<executeScript> ") in line.heard

    on_line(play, before)


LOADED = {"messageID": 1, "savePath": "s", "scriptStates": [{"guid": "-1", "script": "x"}]}


@pytest.mark.parametrize(
    "ask",
    [
        lambda line: line.exchange.scripts(),
        lambda line: line.exchange.save_and_play([ScriptState("-1", "Global", "x")]),
    ],
)
def test_loads(ask: Ask) -> None:
    """Asking for scripts, and Save & Play, wait for the game that was loaded."""
    assert asked(ask, lambda _: [LOADED]).states == (ScriptState("-1", "", "x"),)


def test_a_game_that_was_loaded_before() -> None:
    """The answer to Save & Play is the game with the new scripts, not one told a moment earlier."""
    fresh = {**LOADED, "scriptStates": [{"guid": "-1", "script": "new\r\nlines"}]}

    async def ask(line: Line) -> Any:  # noqa: ANN401
        return await line.exchange.save_and_play([ScriptState("-1", script="new\nlines\n")])

    assert asked(ask, lambda _: [LOADED, fresh]).states[0].script == "new\r\nlines"
    assert asked(ask, lambda _: [LOADED], 0.3).states[0].script == "x"


def test_all_four_keys_are_sent() -> None:
    """Script, interface and name are always sent: what is left out is deleted in the game."""

    async def ask(line: Line) -> Document:
        await line.exchange.save_and_play([ScriptState("abcdef"), ScriptState("-1", script="x")])
        return line.asked[0]

    assert asked(ask, lambda _: [LOADED]) == {
        "messageID": 1,
        "scriptStates": [
            {"name": "", "guid": "abcdef", "script": "", "ui": ""},
            {"name": "", "guid": "-1", "script": "x", "ui": ""},
        ],
    }


def test_telling_needs_no_answer() -> None:
    """A message to the scripts is sent as it is."""

    async def ask(line: Line) -> list[Document]:
        await line.exchange.tell({"kind": "hello", "body": "{}"})
        await until(lambda: bool(line.asked))
        return line.asked

    told = {"messageID": 2, "customMessage": {"kind": "hello", "body": "{}"}}
    assert asked(ask, lambda _: []) == [told]


@pytest.mark.parametrize(
    ("ask", "kind", "text"),
    [
        (
            lambda line: line.exchange.save_and_play([ScriptState("-1", script=" \n")]),
            Refused,
            "the script of Global is empty",
        ),
        (lambda line: line.exchange.tell({"a": object()}), BadInput, "cannot be sent"),
        (lambda line: line.exchange.tell({"a": float("nan")}), BadInput, "cannot be sent"),
        (lambda line: line.exchange.tell({"a": "\ud800"}), BadInput, "cannot be sent"),
        (lambda line: line.exchange.scripts(), Unavailable, "did not answer within 0.3 s"),
        (lambda line: line.exchange.execute("x"), Unavailable, "did not answer within 0.3 s"),
    ],
)
def test_what_cannot_be_asked(ask: Ask, kind: type[UserError], text: str) -> None:
    """An empty Global and what is no JSON never leave; silence ends in words."""
    with pytest.raises(kind, match=text):
        asked(ask, lambda _: [], 0.3)


def test_no_game() -> None:
    """Nobody listens: said at once, with what to do."""
    with socket.socket() as closed:
        closed.bind((HOST, 0))
        port = closed.getsockname()[1]
    with pytest.raises(Unavailable, match="does not listen") as caught:
        asyncio.run(Sender(port).send(GetScripts()))
    assert "load a game" in str(caught.value.fix)


def test_game_that_takes_nothing() -> None:
    """A game that hangs while a big message is on its way ends in words, too."""
    big = [ScriptState("-1", script="x" * (32 << 20))]

    async def play() -> None:
        stuck = asyncio.Event()

        async def take(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await stuck.wait()
            writer.close()

        server = await asyncio.start_server(take, HOST, 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(Unavailable, match="took no message"):
            await Sender(port, seconds=0.3).send(SaveAndPlay(tuple(big)))
        server.close()
        stuck.set()

    asyncio.run(play())


def test_message_on_a_port_of_a_game() -> None:
    """What leaves is one compact document, and then the end."""

    async def play() -> bytes:
        got: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            got.set_result(await reader.read())
            writer.close()

        server = await asyncio.start_server(take, HOST, 0)
        await Sender(server.sockets[0].getsockname()[1]).send(GetScripts())
        server.close()
        return await asyncio.wait_for(got, PATIENCE)

    assert asyncio.run(play()) == b'{"messageID":0}'


def test_stranger_between() -> None:
    """A browser that knocks while a question is open neither answers nor stops it."""

    async def ask(line: Line) -> object:
        question = asyncio.create_task(line.exchange.execute("return 1"))
        await say(line.listener.port, b"GET / HTTP/1.1\r\n\r\n")
        return await question

    assert asked(ask, lambda request: [fine(request, 1)]) == 1
