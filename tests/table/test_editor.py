"""The table answers an editor as the real game does, over real sockets, quirks included."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from tests.table.small_game import NO_SCRIPT, SmallGame
from tts_tool.errors import Unavailable
from tts_tool.sync import Exchange, Listener, LuaError, ScriptState, Sender
from tts_tool.table.editor import EditorPort
from tts_tool.table.notices import Failed, Printed, Pushed, Saved
from tts_tool.table.switches import Switches

Document = dict[str, Any]
HOST = "127.0.0.1"

GLOBAL_SCRIPT = "count = 0\nfunction onExternalMessage(m) sendExternalMessage({got = m}) end"
STATE = {
    "LuaScript": GLOBAL_SCRIPT,
    "XmlUI": "<Text/>",
    "ObjectStates": [
        {"GUID": "aaaaaa", "Name": "Bag", "Nickname": "Sack", "LuaScript": "x = 1", "XmlUI": ""},
        {"GUID": "bbbbbb", "Name": "Card", "LuaScript": "", "XmlUI": ""},
        {"GUID": "cccccc", "Name": "Card", "LuaScript": "", "XmlUI": "<Panel/>"},
    ],
}
GLOBAL_STATE = {"name": "Global", "guid": "-1", "script": GLOBAL_SCRIPT, "ui": "<Text/>"}


class Editor:
    """An editor that notes every connection: its raw bytes, and the document they hold."""

    def __init__(self) -> None:
        self._server = socket.create_server((HOST, 0))
        self.port = self._server.getsockname()[1]
        self.raw: Queue[bytes] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                line, _ = self._server.accept()
            except OSError:
                return
            with line, line.makefile("rb") as whole:
                self.raw.put(whole.read())

    def next(self) -> Document:
        """Wait for a message."""
        document: Document = json.loads(self.raw.get(timeout=50))
        return document

    def close(self) -> None:
        """Stop listening."""
        with suppress(OSError):  # it is closed already
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()


class Desk:
    """A game, its port, and an editor; messages leave as the editor writes them."""

    def __init__(self, folder: Path, *turned: str, order: int | None = None) -> None:
        self.game = SmallGame(folder / "save.json", json.loads(json.dumps(STATE)))
        self.editor = Editor()
        switches = Switches.load(typed=turned)
        self.port = EditorPort(
            self.game, switches, port=0, editor_port=self.editor.port, order=order
        )
        self.game.hear = self.port.hear

    def send(self, *raw: bytes, stay: bool = False) -> None:
        """Write pieces on one connection; staying, wait for the game to hang up."""
        with socket.create_connection((HOST, self.port.port), 50) as line:
            for piece in raw:
                line.sendall(piece)
                time.sleep(0.001)
            if stay:
                line.settimeout(50)
                assert line.recv(1) == b""

    def ask(self, document: Document) -> None:
        """Send a message."""
        self.send(json.dumps(document).encode())

    def run(self, script: str, guid: str = "-1", number: int = 7) -> None:
        """Send an Execute Lua."""
        self.ask({"messageID": 3, "returnID": number, "guid": guid, "script": script})

    def quiet(self) -> bool:
        """Tell whether the next thing to arrive is the answer to a question asked now."""
        self.run("return 'mark'", number=99)
        return self.editor.next() == {"messageID": 5, "returnID": 99, "returnValue": "mark"}

    def close(self) -> None:
        """End both."""
        self.port.close()
        self.editor.close()


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Make desks, and end them."""
    desks: list[Desk] = []

    def make(*turned: str, order: int | None = None) -> Desk:
        desks.append(Desk(tmp_path, *turned, order=order))
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


@pytest.fixture
def desk(seat: Callable[..., Desk]) -> Desk:
    """Give a desk as the game is guessed to be."""
    return seat()


LOADED = [
    GLOBAL_STATE,
    {"name": "Sack", "guid": "aaaaaa", "script": "x = 1"},
    {"name": "Card", "guid": "cccccc", "script": "", "ui": "<Panel/>"},
]


@pytest.mark.parametrize(
    "pieces",
    [
        (b'{"messageID":0}',),
        (b"{ messageID: 0 }",),
        (b"\xef\xbb\xbf{'messageID': '0'}\n",),
        (b'{"mess', b'ageID"', b":", b" 0", b"}"),
        (b'{"messageID":0.0}{"messageID":3}',),
    ],
)
@pytest.mark.parametrize("stay", [True, False])
def test_scripts_are_told(desk: Desk, pieces: tuple[bytes, ...], stay: bool) -> None:  # noqa: FBT001
    """Get Scripts is read whole or in pieces, quoted or not, hung up or not; answered elsewhere."""
    desk.send(*pieces, stay=stay)
    told = desk.editor.next()
    assert told == {"messageID": 1, "savePath": desk.game.save_path, "scriptStates": LOADED}
    assert desk.quiet()


def test_one_pretty_document_and_the_end(desk: Desk) -> None:
    """A message is one object over many lines, nothing before it and nothing after it."""
    desk.ask({"messageID": 0})
    raw = desk.editor.raw.get(timeout=50)
    assert raw.startswith(b'{\n  "messageID": 1,\n')
    assert raw.endswith(b"\n}")
    assert b'"<Text/>"' in raw


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("return 2", "2.0"),
        ("return 2.5", "2.5"),
        ("return 0/0", '"NaN"'),
        ("return 1/0", '"Infinity"'),
        ("return true", "true"),
        ("return 'Größe'", '"Größe"'),
        ("return JSON.encode({a = {1, 2}})", r'"{\"a\": [1, 2]}"'),
    ],
)
def test_values(desk: Desk, script: str, value: str) -> None:
    """Texts and truth come as they are, numbers with a point, tables only if encoded."""
    desk.run(script)
    expected = f'{{\n  "messageID": 5,\n  "returnID": 7,\n  "returnValue": {value}\n}}'
    assert desk.editor.raw.get(timeout=50).decode() == expected


@pytest.mark.parametrize("script", ["return {}", "return print", "return {1, 2}"])
def test_raw_tables_are_not_answered(desk: Desk, script: str) -> None:
    """Nothing at all comes for a table."""
    desk.run(script)
    assert desk.quiet()


@pytest.mark.parametrize(
    ("guid", "script", "error"),
    [
        ("-1", "error('boom')", "boom"),
        ("-1", "return (", "unexpected symbol"),
        ("aaaaaa", "nothing.x = 1", "nothing"),
        ("bbbbbb", "return 1", NO_SCRIPT),
        ("zzzzzz", "return 1", NO_SCRIPT),
    ],
)
def test_errors(desk: Desk, guid: str, script: str, error: str) -> None:
    """The error comes first and does not say whose it is; an empty answer follows."""
    desk.run(script, guid)
    told = desk.editor.next()
    assert told.keys() == {"messageID", "error", "guid", "errorMessagePrefix"}
    assert (told["messageID"], told["guid"]) == (3, guid)
    assert error in told["error"]
    assert desk.editor.next() == {"messageID": 5, "returnID": 7}


@pytest.mark.parametrize(
    ("turned", "script", "answer"),
    [
        ("answer-without-return-id=omitted", "return 1", {"messageID": 5, "returnValue": 1.0}),
        ("answer-without-return-id=omitted", "return nil", {"messageID": 5}),
        (
            "answer-without-return-id=null",
            "return 1",
            {"messageID": 5, "returnID": None, "returnValue": 1.0},
        ),
        (
            "answer-without-return-id=zero",
            "return 1",
            {"messageID": 5, "returnID": 0, "returnValue": 1.0},
        ),
        ("answer-without-return-id=silent", "return 1", None),
        ("nothing-returned=null", "return nil", {"messageID": 5, "returnValue": None}),
        ("number-without-point=true", "return 1", {"messageID": 5, "returnValue": 1}),
    ],
)
def test_without_return_id(
    seat: Callable[..., Desk], turned: str, script: str, answer: Document | None
) -> None:
    """What nobody knows is a switch: each of its values is what the editor sees."""
    desk = seat(turned)
    desk.ask({"messageID": 3, "guid": "-1", "script": script})
    if answer is not None:
        raw = desk.editor.raw.get(timeout=50)
        assert json.loads(raw) == answer
        assert (b"1.0" in raw) == (answer.get("returnValue") == 1 and "point" not in turned)
    assert desk.quiet()


def test_save_and_play(desk: Desk) -> None:
    """What is listed is set, what is left out of it deleted, what is not listed untouched."""
    desk.ask(
        {
            "messageID": 1,
            "scriptStates": [
                {"name": "x", "guid": -1, "script": "y = 5"},
                {"guid": "bbbbbb", "script": "z = 1", "ui": "<Image/>"},
                {"guid": "cccccc"},
                {"guid": "ffffff", "script": "nobody"},
                "nonsense",
            ],
        }
    )
    assert desk.editor.next()["scriptStates"] == [
        {"name": "Global", "guid": "-1", "script": "y = 5"},
        LOADED[1],
        {"name": "Card", "guid": "bbbbbb", "script": "z = 1", "ui": "<Image/>"},
    ]
    desk.run("return y")
    assert desk.editor.next()["returnValue"] == 5.0


def test_save_and_play_loses_what_was_not_saved(desk: Desk) -> None:
    """The save file is read again: what another program wrote is there, what was spawned is not."""
    desk.run("count = 9 spawn('dddddd')")
    assert desk.editor.next() == {"messageID": 7, "guid": "dddddd"}
    assert desk.editor.next() == {"messageID": 5, "returnID": 7}
    path = Path(desk.game.save_path)
    state = json.loads(path.read_text())
    state["ObjectStates"][1]["Tags"] = ["Changed"]
    path.write_text(json.dumps(state))
    desk.ask({"messageID": 1, "scriptStates": []})
    assert desk.editor.next()["messageID"] == 1
    desk.run("return count")
    assert desk.editor.next()["returnValue"] == 0.0
    assert [each["GUID"] for each in desk.game.state["ObjectStates"]] == [
        "aaaaaa",
        "bbbbbb",
        "cccccc",
    ]
    assert desk.game.state["ObjectStates"][1]["Tags"] == ["Changed"]


@pytest.mark.parametrize(
    "state", [{"guid": "-1", "script": ""}, {"guid": "-1", "ui": "<a/>"}, {"guid": -1}]
)
def test_empty_global_locks_up(desk: Desk, state: Document) -> None:
    """After an empty Global nothing is answered any more; the file is as it was."""
    before = Path(desk.game.save_path).read_bytes()
    desk.ask({"messageID": 1, "scriptStates": [state]})
    waited = time.monotonic() + 50
    while not desk.port.locked and time.monotonic() < waited:
        time.sleep(0.005)
    desk.ask({"messageID": 0})
    desk.run("return 1")
    time.sleep(0.1)
    desk.port.close()
    assert desk.port.locked
    assert desk.editor.raw.empty()
    assert Path(desk.game.save_path).read_bytes() == before


@pytest.mark.parametrize("message", ["x", 3, None, [], [1], True])
def test_custom_messages_are_tables(desk: Desk, message: object) -> None:
    """A table reaches the scripts; anything else is ignored without a word."""
    desk.ask({"messageID": 2, "customMessage": message})
    assert desk.quiet()
    desk.ask({"messageID": 2, "customMessage": {"a": {"b": [1.0]}}})
    got = {"got": {"a": {"b": [1.0]}}}
    assert desk.editor.next() == {"messageID": 4, "customMessage": got}


def test_what_is_said_one_after_the_other_arrives_so(desk: Desk) -> None:
    """Each message has a connection of its own; somebody who has begun and is slow delays none."""
    with socket.create_connection((HOST, desk.port.port), 5) as slow:
        slow.sendall(b'{"messageID": 2, "customMessage": {"n": ')
        for number in range(100):
            desk.ask({"messageID": 2, "customMessage": {"n": number}})
        heard = [desk.editor.next()["customMessage"]["got"]["n"] for _ in range(100)]
        assert heard == list(range(100))
        slow.sendall(b'"last"}}')
        assert desk.editor.next()["customMessage"] == {"got": {"n": "last"}}


def test_nested_values_may_be_lost(seat: Callable[..., Desk]) -> None:
    """With the switch turned only what is not nested reaches the editor."""
    desk = seat("custom-message-keeps-nested=false")
    desk.run("sendExternalMessage({a = 1, b = {c = 2}, d = 'x'})")
    assert desk.editor.next() == {"messageID": 4, "customMessage": {"a": 1, "d": "x"}}


@pytest.mark.parametrize(
    ("notice", "document"),
    [
        (Printed("Größe"), {"messageID": 2, "message": "Größe"}),
        (
            Failed("chunk_3:(1,2-3): boom", "-2", "Error: "),
            {
                "messageID": 3,
                "error": "chunk_3:(1,2-3): boom",
                "guid": "-2",
                "errorMessagePrefix": "Error: ",
            },
        ),
        (Saved("C:\\x.json"), {"messageID": 6, "savePath": "C:\\x.json"}),
        (
            Pushed("bbbbbb", "Card"),
            {
                "messageID": 0,
                "scriptStates": [{"name": "Card", "guid": "bbbbbb", "script": ""}],
            },
        ),
    ],
)
def test_what_happens_is_told(desk: Desk, notice: Printed, document: Document) -> None:
    """Prints, errors, saving, a push: each has its message."""
    desk.port.hear([notice])
    assert desk.editor.next() == document


def test_prefix_may_carry_the_message(seat: Callable[..., Desk]) -> None:
    """With the switch turned the prefix is the whole sentence."""
    desk = seat("error-prefix-carries-message=true")
    desk.port.hear([Failed("chunk_3:(1,2-3): boom", "-1", "Error: ")])
    assert desk.editor.next()["errorMessagePrefix"] == "Error: chunk_3:(1,2-3): boom"


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"",
        b"{",
        b'{"messageID": 17}',
        b'{"messageID": null}',
        b'{"messageID": 1e999}',
        b'{"messageID": 1, "scriptStates": 5}'[:-4] + b"{}}",
        b'{"messageID": 3, "guid": {}, "script": []}',
        b"{" * 5000,
    ],
)
def test_nonsense_does_no_harm(desk: Desk, raw: bytes) -> None:
    """Whatever comes in, the next question is answered."""
    desk.send(raw)
    desk.run("return 1", number=5)
    answers = iter(desk.editor.next, None)
    assert next(a for a in answers if a and a.get("returnID") == 5)["returnValue"] == 1.0


@pytest.mark.parametrize("error_first", [True, False])
def test_order_is_not_certain(
    tmp_path: Path,
    error_first: bool,  # noqa: FBT001
) -> None:
    """A seed mixes what is sent at one time, the same way each time; another one otherwise."""
    turned = f"error-before-answer={str(error_first).lower()}"
    orders = []
    for order in (1, 1, 2, 3, 4):
        desk = Desk(tmp_path, turned, order=order)
        desk.run("for i = 1, 5 do print(i) end error('boom')")
        told = [desk.editor.next() for _ in range(7)]
        orders.append([each.get("message") or each["messageID"] for each in told])
        desk.close()
    assert all({*each} == {"1", "2", "3", "4", "5", 3, 5} for each in orders)
    assert orders[0] == orders[1]
    assert len({str(each) for each in orders}) > 2
    in_order = [each.index(3) < each.index(5) for each in orders]
    assert all(in_order) == error_first


def test_nobody_listens(seat: Callable[..., Desk]) -> None:
    """Without an editor the game goes on; what it said is lost."""
    desk = seat()
    desk.editor.close()
    desk.port.hear([Printed("anybody?")])
    desk.port.close()
    assert desk.port.lost == [{"messageID": 2, "message": "anybody?"}]


def test_an_editor_that_comes_back(seat: Callable[..., Desk]) -> None:
    """With the switch turned, what is said to a closed port is said again for a while."""
    desk = seat("editor-connect-seconds=30.0")
    port = desk.editor.port
    desk.editor.close()
    desk.port.hear([Printed("anybody?")])
    time.sleep(0.1)
    with socket.create_server((HOST, port)) as server:
        line, _ = server.accept()
        with line, line.makefile("rb") as whole:
            assert json.loads(whole.read()) == {"messageID": 2, "message": "anybody?"}
    desk.port.hear([Printed("and now?")])
    desk.port.close()
    assert desk.port.lost == [{"messageID": 2, "message": "and now?"}]


@pytest.mark.parametrize(("blocks", "seconds"), [("true", 0.2), ("false", 30.0)])
def test_a_closed_editor_may_stop_the_game(
    seat: Callable[..., Desk], blocks: str, seconds: float
) -> None:
    """With the switch turned, whoever says something stands still until it is lost."""
    desk = seat(f"editor-connect-seconds={seconds}", f"closed-editor-blocks={blocks}")
    desk.editor.close()
    desk.port.hear([Printed("anybody?")])
    lost = list(desk.port.lost)
    desk.port.close()
    desk.port.hear([Printed("after the end")])
    assert lost == ([{"messageID": 2, "message": "anybody?"}] if blocks == "true" else [])
    assert desk.port.lost == [{"messageID": 2, "message": "anybody?"}]


def test_scripts_that_are_too_long(seat: Callable[..., Desk]) -> None:
    """With a limit for the message with all scripts, that message alone never arrives."""
    desk = seat("scripts-message-limit=100")
    desk.ask({"messageID": 0})
    assert desk.quiet()
    desk.run("print(('x'):rep(300))")
    assert desk.editor.next() == {"messageID": 2, "message": "x" * 300}


def test_messages_that_are_too_big(seat: Callable[..., Desk]) -> None:
    """With limits, what is longer never arrives, in either direction."""
    desk = seat("editor-message-limit=200", "custom-message-limit=100")
    desk.run("print(('x'):rep(300))")
    assert desk.editor.next() == {"messageID": 5, "returnID": 7}
    desk.ask({"messageID": 2, "customMessage": {"a": "x" * 200}})
    assert desk.quiet()


def test_one_game_per_port(desk: Desk) -> None:
    """A second table on the same port is refused with what to do."""
    with pytest.raises(Unavailable, match="another program listens here") as caught:
        EditorPort(desk.game, port=desk.port.port)
    assert "another port" in str(caught.value.fix)


@pytest.mark.parametrize("order", [None, 1, 2])
def test_our_own_bridge(tmp_path: Path, order: int | None) -> None:
    """Our side of the bridge works with this game: values, tables, errors, big scripts, reloads."""
    game = SmallGame(tmp_path / "save.json", json.loads(json.dumps(STATE)))

    async def play() -> None:
        sender = Sender(0)
        exchange = Exchange(sender)
        async with Listener(exchange.hear, 0) as listener:
            port = EditorPort(game, port=0, editor_port=listener.port, order=order)
            game.hear, sender.port = port.hear, port.port
            assert await exchange.execute("return {a = {1, 2}} -- so") == {"a": [1, 2]}
            assert await exchange.execute("return nil") is None
            with pytest.raises(LuaError, match="boom"):
                await exchange.execute("error('boom')")
            with pytest.raises(LuaError, match="unexpected symbol"):
                await exchange.execute("return (")
            with pytest.raises(LuaError, match="Object reference"):
                await exchange.execute("return 1", guid="bbbbbb")
            big = ScriptState("-1", "Global", "-- é\n" * 300_000)
            loaded = await exchange.save_and_play([big])
            assert loaded.states[0] == big
            assert (await exchange.scripts()).states == loaded.states
            port.close()

    asyncio.run(play())
