"""The bridge takes nothing from strangers, and nothing that comes in stops it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec
import pytest

from tests.lua.luaparse import luaparse_accepts
from tests.plain_table import Die, plain_table
from tests.referee.table.test_host import COLOURS, begun
from tests.sync.wires import until
from tests.web.tabletop import LOOK
from tts_tool.catalog import Catalogue, load
from tts_tool.errors import Refused, Unavailable
from tts_tool.lua.lint import lint
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.meeting import PROTOCOL, Greeting, Met, Outdated, greeting_script
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.saves.objects import Save
from tts_tool.saves.tree import written
from tts_tool.sync.messages import Loaded, Request
from tts_tool.sync.messages import ScriptTold as Heard
from tts_tool.sync.wire import Hear, Wire
from tts_tool.table import Table
from tts_tool.table.notices import ExternalNotice, Notice
from tts_tool.web.bridge import Bridge


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


MINE = "<the secret of the session>"
HELLO = {"kind": "hello", "epoch": 0, "step": 0, "pending": [], "survey": {"kind": "surveyed"}}


def spoken(body: object, secret: str = MINE) -> dict[str, Any]:
    """Give what a table sends; `MINE` becomes the secret of the session."""
    return {"messageID": 4, "customMessage": {"secret": secret, "body": body}}


async def conversation(
    catalogue: Catalogue, talk: Callable[[Callable[[object], Awaitable[None]]], Awaitable[None]]
) -> list[dict[str, Any]]:
    """Say things to a bridge, and give what it says to the game."""
    told: list[dict[str, Any]] = []

    class Game:
        """Hears what the bridge says, as the game does."""

        async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            told.append(json.loads(await reader.read()))
            writer.close()

    game = await asyncio.start_server(Game().take, "127.0.0.1", 0)
    port = game.sockets[0].getsockname()[1]
    with begun(catalogue, 1) as session:
        async with Wire(port, 0) as wire, Bridge(Host(session, COLOURS), wire) as bridge:

            async def say(document: object) -> None:
                _, writer = await asyncio.open_connection("127.0.0.1", wire.editor_port)
                raw = document if isinstance(document, bytes) else json.dumps(document).encode()
                raw = raw.replace(MINE.encode(), bridge.secret.encode())
                writer.write(raw)
                writer.close()
                await writer.wait_closed()

            await talk(say)
            async with asyncio.timeout(50):
                while not told:  # noqa: ASYNC110  # it comes from another task
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
    game.close()
    return told


NONSENSE: tuple[object, ...] = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"{",
    spoken(json.dumps(HELLO), secret="guessed"),  # noqa: S106  # a wrong one
    spoken(None),
    spoken("no json"),
    spoken(json.dumps({"kind": "gestured", "n": -1, "colour": "Red"})),
    spoken(json.dumps({"kind": "fell", "decision": "x", "outcome": {"a": []}})),
    spoken("[" * 100_000),
    {"messageID": 4, "customMessage": {}},
)


def test_nothing_stops_it(catalogue: Catalogue) -> None:
    """Whatever strangers send is passed over; the table is answered all the same."""

    async def talk(say: Callable[[object], Awaitable[None]]) -> None:
        for each in NONSENSE:
            await say(each)
        await say(spoken(json.dumps(HELLO)))

    told = asyncio.run(conversation(catalogue, talk))
    assert [each["customMessage"]["kind"] for each in told] == ["told"]
    body = json.loads(told[0]["customMessage"]["body"])
    assert [act["act"] for act in body["acts"]][-1] == "shuffling"


def test_a_stranger_gets_no_seat(catalogue: Catalogue) -> None:
    """A gesture of a colour that does not play is refused, and changes nothing."""
    gesture = {"gesture": "move", "component": "ware.tea.1", "target": "temple"}
    report = {"kind": "gestured", "n": 1, "colour": "Pink", "gesture": gesture}

    async def talk(say: Callable[[object], Awaitable[None]]) -> None:
        await say(spoken(json.dumps(report)))

    (told,) = asyncio.run(conversation(catalogue, talk))
    (verdict,) = json.loads(told["customMessage"]["body"])["verdicts"]
    assert (verdict["done"], verdict["colour"]) == (False, "Pink")
    assert verdict["say"]


def test_the_script_of_the_table(catalogue: Catalogue) -> None:
    """The generated script is Lua for every reader, and keeps to what all Luas agree on."""
    with begun(catalogue, 1) as session:
        inventory = session.composition.inventory
        save = plain_table('"]]\n', inventory, COLOURS, LOOK, (Die("voice", 6),))
    assert luaparse_accepts([save.script]) == [True]
    assert [str(each) for each in lint(save.script, "Global") if each.level == "error"] == []


def test_what_was_said_while_a_referee_began_is_said_again(catalogue: Catalogue) -> None:
    """Nobody may have heard it: the one before was gone, and the new one had asked already."""
    with begun(catalogue, 1) as session:
        host = Host(session, COLOURS)
        inventory = session.composition.inventory
        save = plain_table(RULESET.name, inventory, COLOURS, LOOK, (Die("voice", 6),))
        heard: list[dict[str, Any]] = []
        with Table.open(written(save.tree()), seats=tuple(COLOURS.values())) as table:
            table.listen(lambda notices: heard.extend(_reports(notices)))

            def send(kind: str, body: object) -> None:
                text = msgspec.json.encode(body).decode()
                table.external_message({"kind": kind, "secret": MINE, "body": text})
                table.run(5)

            def meet() -> None:
                table.execute(greeting_script(host.greeting(MINE)))
                table.run(5)

            meet()
            send("told", msgspec.structs.replace(host.received(reports.read(HELLO)), acts=()))
            meet()
            table.player("Red").say("!agree")
            table.run(5)
            answer = host.received(reports.read({**HELLO, "epoch": 1}))
            send("told", msgspec.structs.replace(answer, acts=()))
            table.run(5)
    assert answer.epoch == 2
    assert [report["kind"] for report in heard] == ["hello", "hello", "said", "said"]
    assert heard[-1] == heard[-2]


def _reports(notices: Sequence[Notice]) -> list[dict[str, Any]]:
    said = [each.message for each in notices if isinstance(each, ExternalNotice)]
    return [json.loads(each["body"]) for each in said]


class Silent:
    """Answers a greeting, if at all, and says hello after the third."""

    bridge: Bridge

    def __init__(self, *, loads: int = 0) -> None:
        self.greeted: list[str] = []
        self.loads = loads
        """So many greetings it does not answer."""

    def subscribed(self, _hear: Hear) -> AbstractContextManager[None]:
        return nullcontext()

    async def send(self, _request: Request) -> None:
        pass

    async def execute(self, script: str, _guid: str = "-1") -> str:
        self.greeted.append(script)
        await asyncio.sleep(0.01)  # as a game does, it answers later
        if len(self.greeted) <= self.loads:
            raise Unavailable("Tabletop Simulator did not answer within 5 s")
        if len(self.greeted) == 3:
            self.bridge.hear(Heard({"secret": self.bridge.secret, "body": json.dumps(HELLO)}))
        return json.dumps({"protocol": PROTOCOL, "game": RULESET.name})


@pytest.mark.parametrize("loads", [0, 2], ids=["a hello was lost", "a game takes long to load"])
def test_greeted_until_it_says_hello(catalogue: Catalogue, loads: int) -> None:
    """A table that says nothing, or could not answer yet, is greeted until it says hello."""

    async def meet(session: Session) -> list[str]:
        line = Silent(loads=loads)
        line.bridge = Bridge(Host(session, COLOURS), line, again=0.05)
        async with line.bridge:
            line.bridge.hear(Loaded(()))
            await until(lambda: len(line.greeted) >= 3)
            await line.bridge.caught_up()
            await asyncio.sleep(0.2)  # long enough for a fourth
        return line.greeted

    with begun(catalogue, 1) as session:
        assert len(asyncio.run(meet(session))) == 3


def test_a_first_hello_that_was_lost(catalogue: Catalogue) -> None:
    """The same for the greeting with which hosting begins, when nothing else is heard."""

    async def meet(session: Session) -> list[str]:
        line = Silent()
        line.bridge = Bridge(Host(session, COLOURS), line, again=0.05)
        async with line.bridge:
            await line.bridge.meet()
            await until(lambda: len(line.greeted) >= 3)
        return line.greeted

    with begun(catalogue, 1) as session:
        assert len(asyncio.run(meet(session))) == 3


def test_a_referee_that_fails_altogether(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever hosts is told, and the table is asked to say again what has no verdict yet."""

    async def meet(session: Session, broken: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
        line, told = Silent(), list[str]()
        line.bridge = Bridge(
            Host(session, COLOURS), line, lambda e: told.append(e.what), again=0.05
        )
        broken.setattr(Host, "received", None)
        async with line.bridge:
            line.bridge.hear(Heard({"secret": line.bridge.secret, "body": json.dumps(HELLO)}))
            await line.bridge.caught_up()
            broken.undo()
            await until(lambda: len(line.greeted) >= 3)
            await line.bridge.caught_up()
        return line.greeted, told

    with begun(catalogue, 1) as session:
        greeted, told = asyncio.run(meet(session, monkeypatch))
    assert len(greeted) == 3
    assert told == ["the referee has stumbled over what the table said"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (Met(protocol=PROTOCOL + 1, game="night-market"), f"version {PROTOCOL + 1}"),
        (Met(protocol=PROTOCOL, game="old-world"), "one of old-world, not of night-market"),
        (Met(protocol=PROTOCOL, game="night-market", digest="other"), "other rules or numbers"),
        (Met(protocol=PROTOCOL, game="night-market", digest="this"), ""),
    ],
)
def test_a_table_of_something_else(catalogue: Catalogue, table: Met, said: str) -> None:
    """It is not refereed, and somebody is told why and what to do."""
    with begun(catalogue, 1) as session:
        host = Host(session, COLOURS, digest="this")
        if not said:
            host.met(table)
            return
        with pytest.raises(Refused, match=said):
            host.met(table)


def test_an_older_table_can_be_brought_up_to_date(catalogue: Catalogue) -> None:
    """What was built when messages had another shape is no stranger: it gets scripts of now."""
    with begun(catalogue, 1) as session:
        older = Met(protocol=PROTOCOL - 1, game="night-market", digest="this")
        with pytest.raises(Outdated, match=f"version {PROTOCOL - 1}"):
            Host(session, COLOURS, digest="this").met(older)


def test_a_greeting_is_lua_whatever_is_in_it() -> None:
    """No text ends the piece of Lua before its time."""
    words = {"en": {"away": "]=]) os.exit() --[=[ ]]"}}
    script = greeting_script(Greeting(secret="x", game="x", mode="off", words=words))  # noqa: S106
    with Table.open(written(Save(name="x", script="").tree())) as table:
        table.execute("function meet_referee(text) return text end")
        answer = table.execute(script)
    assert json.loads(str(answer))["words"] == words


def test_each_session_has_a_secret_of_its_own(catalogue: Catalogue) -> None:
    """Who has overheard one session can say nothing in the next."""
    with begun(catalogue, 1) as session:
        host = Host(session, COLOURS)
        secrets = {Bridge(host, Wire(0, 0)).secret for _ in range(20)}
    assert len(secrets) == 20
    assert min(map(len, secrets)) >= 20
