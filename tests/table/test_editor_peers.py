"""Editors that others have written drive the table as they would drive the game.

One is a published package, the others an editor of ours in JavaScript that has two manners of the
wild (`tests/node/editor.mjs`). Whoever has another client with the methods of `tts-editor` names
its files in TTS_TOOL_EDITOR_CLIENTS: it is put through the same.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from tests.node import FOLDER, node
from tests.table.small_saves import save, thing
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import guesses

OTHERS = [each for each in os.environ.get("TTS_TOOL_EDITOR_CLIENTS", "").split(os.pathsep) if each]
PEERS = ["ttstk-channels", "eager", "brief", *OTHERS]

SCRIPT = "function onExternalMessage(message) sendExternalMessage({ got = message }) end"
STATE = save(
    thing("b0b000", Nickname="Bob", LuaScript="x = 1", XmlUI="<Panel/>"),
    thing("b0b001", Nickname="Rob"),
    script=SCRIPT,
    ui="<Text/>",
)
GLOBAL = {"name": "Global", "guid": "-1", "script": SCRIPT, "ui": "<Text/>"}
BOB = {"name": "Bob", "guid": "b0b000", "script": "x = 1", "ui": "<Panel/>"}

CHUNKS = {
    "return 1 + 1": 2,
    "return 'Größe'": "Größe",
    "return true": True,
    "local nothing": None,
    "return JSON.encode({ 1, 2 })": "[1,2]",
}

Fact = dict[str, Any]


class Peer:
    """An editor that runs beside us, and what it hears of the game."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._heard: Queue[Fact] = Queue()
        self._did: Queue[Fact] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.listens = self.game = 0

    def wait(self) -> None:
        """Wait until it listens."""
        self.listens = self._did.get(timeout=50)["listens"]

    def _read(self) -> None:
        for line in self._process.stdout or ():
            fact = json.loads(line)
            (self._heard if "heard" in fact else self._did).put(fact)

    def do(self, ask: str, about: object = None) -> None:
        """Let it ask the game something, and wait until it has let go of the connection."""
        assert self._process.stdin is not None
        question = {"port": self.game, "ask": ask, "about": about}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        assert self._did.get(timeout=50) == {"did": ask}

    def next(self) -> Fact:
        """Wait until it hears something."""
        return self._heard.get(timeout=50)

    def value(self) -> object:
        """Wait for the answer to a chunk."""
        answer = self.next()
        assert answer["heard"] == "returned"
        return answer.get("value")

    def end(self) -> None:
        """End it; what it has said until then is read."""
        self._process.kill()
        self._reader.join()


@contextmanager
def running(name: str) -> Iterator[Peer]:
    """Start an editor, and end it."""
    with subprocess.Popen(
        [node(), "peer.mjs", name],
        cwd=FOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        peer = Peer(process)
        try:
            peer.wait()
            yield peer
        finally:
            peer.end()


@pytest.fixture(scope="module", params=PEERS)
def peer(request: pytest.FixtureRequest) -> Iterator[Peer]:
    """Give each editor in turn: it is started once, and meets a game for each test."""
    with running(request.param) as peer:
        yield peer


@pytest.fixture
def table(peer: Peer, tmp_path: Path) -> Iterator[Table]:
    """Open a table at which the editor is heard, and hears."""
    path = tmp_path / "save.json"
    path.write_text(json.dumps(STATE))
    with Table.open(path, keep_at=path) as table:
        with EditorPort(table, port=0, editor_port=peer.listens) as port:
            table.listen(port.hear)
            peer.game = port.port
            yield table
        assert port.dropped == []
        assert port.lost == []


def states(fact: Fact) -> list[Fact]:
    """List the scripts and interfaces that were told, also those that were left out as empty."""
    assert fact["heard"] == "loaded"
    return [{"ui": "", **each} for each in fact["states"]]


@pytest.mark.usefixtures("table")
def test_get_scripts(peer: Peer) -> None:
    """All that have a script or an interface are told, as often as one asks."""
    for _ in range(3):
        peer.do("scripts")
        assert states(peer.next()) == [GLOBAL, BOB]


def test_save_and_play(peer: Peer, table: Table) -> None:
    """An edit runs, what is left out is deleted, what is not listed stays; all is in the file."""
    edited = {**GLOBAL, "script": "function onLoad() print('edited') end"}
    rob = {"name": "Rob", "guid": "b0b001", "script": "y = 2"}
    peer.do("play", [edited, rob])
    heard = [peer.next(), peer.next()]
    heard.sort(key=lambda fact: str(fact["heard"]))
    assert states(heard[0]) == [edited, BOB, {**rob, "ui": ""}]
    assert heard[1] == {"heard": "printed", "text": "edited"}
    assert table.execute("return y", "b0b001") == 2
    peer.do("play", [{"name": "Bob", "guid": "b0b000", "ui": "<Text/>"}, edited])
    heard = [peer.next(), peer.next()]
    told = next(fact for fact in heard if fact["heard"] == "loaded")
    assert states(told)[1] == {**BOB, "script": "", "ui": "<Text/>"}
    kept = json.loads(Path(table.save_path).read_text())
    assert [each["LuaScript"] for each in kept["ObjectStates"]] == ["", "y = 2"]


@pytest.mark.usefixtures("table")
def test_a_long_script(peer: Peer) -> None:
    """What needs many packets arrives whole, there and back."""
    long = {**GLOBAL, "script": "-- abcdefgh\n" * 100_000}
    peer.do("play", [long])
    assert states(peer.next()) == [long, BOB]


@pytest.mark.usefixtures("table")
def test_execute(peer: Peer) -> None:
    """A chunk is answered with its value, and with the number of its question if it had one."""
    numbers = []
    for script, value in CHUNKS.items():
        peer.do("run", script)
        answer = peer.next()
        assert (script, answer["heard"], answer.get("value")) == (script, "returned", value)
        numbers.append(answer.get("number"))
    first = numbers[0]
    assert numbers == [None if first is None else first + n for n in range(len(CHUNKS))]


@pytest.mark.usefixtures("table")
def test_custom_messages(peer: Peer) -> None:
    """A table goes to the scripts, and one comes back."""
    message = {"text": "Größe", "list": [1, {"deep": True}]}
    peer.do("tell", message)
    assert peer.next() == {"heard": "told", "message": {"got": message}}


@pytest.mark.usefixtures("table")
def test_errors(peer: Peer) -> None:
    """A chunk that fails is told as an error, then answered with nothing."""
    peer.do("run", "error('boom')")
    failed = peer.next()
    assert (failed["heard"], failed["guid"]) == ("failed", "-1")
    assert failed["error"].endswith("boom")
    assert failed["prefix"] == guesses()["error-prefix-execute"].value
    assert peer.value() is None


def test_what_happens_at_the_table(peer: Peer, table: Table) -> None:
    """Prints, new objects and saving are heard without being asked for, one after the other."""
    peer.do("run", "for n = 1, 20 do print(n) end")
    assert [peer.next().get("text") for _ in range(20)] == [f"{n}" for n in range(1, 21)]
    assert peer.value() is None
    table.execute("spawnObject({ type = 'BlockSquare' })")
    table.run(5)
    created = peer.next()
    assert created["heard"] == "created"
    assert created["guid"] in {each.guid for each in table.objects}
    table.host.save()
    assert peer.next() == {"heard": "saved"}
