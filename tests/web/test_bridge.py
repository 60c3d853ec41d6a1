"""The bridge takes nothing from strangers, and nothing that comes in stops it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import pytest

from tests.lua.luaparse import luaparse_accepts
from tests.referee.table.test_host import COLOURS, begun
from tests.web.tabletop import LOOK, SECRET
from tts_tool.build.plain import Die, plain_table
from tts_tool.catalog import Catalogue, load
from tts_tool.lua.lint import lint
from tts_tool.referee.table import reports
from tts_tool.referee.table.host import Host
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.saves.tree import written
from tts_tool.sync.sender import Sender
from tts_tool.table import Table
from tts_tool.table.notices import Notice, Told
from tts_tool.web.bridge import Bridge


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


HELLO = {"kind": "hello", "epoch": 0, "step": 0, "pending": [], "survey": {"kind": "surveyed"}}


def spoken(body: object, secret: str = SECRET) -> dict[str, Any]:
    """Give what a table sends."""
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
    sender = Sender(game.sockets[0].getsockname()[1])
    with begun(catalogue, 1) as session:
        async with Bridge(Host(session, COLOURS), SECRET, sender, 0) as bridge:

            async def say(document: object) -> None:
                _, writer = await asyncio.open_connection("127.0.0.1", bridge.port)
                raw = document if isinstance(document, bytes) else json.dumps(document).encode()
                writer.write(raw)
                writer.close()
                await writer.wait_closed()

            await talk(say)
            async with asyncio.timeout(5):
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
        save = plain_table("x", inventory, COLOURS, LOOK, (Die("voice", 6),), secret='"]]\n')  # noqa: S106
    assert luaparse_accepts([save.script]) == [True]
    assert [str(each) for each in lint(save.script, "Global") if each.level == "error"] == []


def test_what_was_said_while_a_referee_began_is_said_again(catalogue: Catalogue) -> None:
    """Nobody may have heard it: the one before was gone, and the new one had asked already."""
    with begun(catalogue, 1) as session:
        host = Host(session, COLOURS)
        inventory = session.composition.inventory
        save = plain_table("x", inventory, COLOURS, LOOK, (Die("voice", 6),), secret=SECRET)
        heard: list[dict[str, Any]] = []
        with Table.open(written(save.tree()), seats=tuple(COLOURS.values())) as table:
            table.listen(lambda notices: heard.extend(_reports(notices)))

            def send(kind: str, body: object) -> None:
                text = msgspec.json.encode(body).decode()
                table.external_message({"kind": kind, "secret": SECRET, "body": text})
                table.run(5)

            table.run(5)
            send("told", msgspec.structs.replace(host.received(reports.read(HELLO)), acts=()))
            send("hello", {})
            table.player("Red").say("!agree")
            table.run(5)
            answer = host.received(reports.read({**HELLO, "epoch": 1}))
            send("told", msgspec.structs.replace(answer, acts=()))
            table.run(5)
    assert answer.epoch == 2
    assert [report["kind"] for report in heard] == ["hello", "hello", "said", "said"]
    assert heard[-1] == heard[-2]


def _reports(notices: Sequence[Notice]) -> list[dict[str, Any]]:
    said = [each.message for each in notices if isinstance(each, Told)]
    return [json.loads(each["body"]) for each in said]
