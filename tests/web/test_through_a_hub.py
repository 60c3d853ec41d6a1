"""A game is refereed through a hub, while somebody else pushes scripts through the same one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.tabletop import Tabletop
from tests.web.test_thread import COLOURS, DICE, OBSERVED, SEATS, chosen, ways
from tts_tool.catalog import load
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Gesture
from tts_tool.referee.session import Session
from tts_tool.referee.table.told import Permits
from tts_tool.referee.table.wishes import WISH
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.sync.hub import Hub, HubLine, Ports, attached
from tts_tool.sync.wire import GameLine
from tts_tool.table.switches import Switches

GESTURES = 14
BYSTANDER = "b15ade"
PUSH = """
local it = getObjectFromGUID('{guid}')
it.setLuaScript('function n() return {n} end')
return it.reload().getGUID()
"""


class ThroughHub(Tabletop):
    """A refereed table whose referee shares the port; on it lies a piece of no game."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **more)
        self.hub = self.wire = Hub(0, 0)
        tree = json.loads(self.start)
        block = {"Name": "BlockSquare", "GUID": BYSTANDER, "LuaScript": "-- as it was"}
        at = dict.fromkeys(("rotX", "rotY", "rotZ"), 0) | {"posX": 60, "posY": 1, "posZ": 60}
        block["Transform"] = {**at, "scaleX": 1, "scaleY": 1, "scaleZ": 1}  # type: ignore[assignment]
        tree["ObjectStates"].append(block)
        self.start = json.dumps(tree).encode()

    async def open_line(self) -> GameLine:
        await self.hub.__aenter__()
        self.push_async_callback(self._end_hub)
        return await self.enter_async_context(self.attached("the referee"))

    async def _end_hub(self) -> None:
        """End the hub that there is by then."""
        await self.hub.__aexit__()

    def attached(self, name: str) -> HubLine:
        """Attach to the hub as another process does."""
        return attached(Ports(0, self.hub.editor_port), name, start=False)

    async def hub_dies(self) -> None:
        """Let the hub end, and another take its place."""
        game, editor = self.hub.sender.port, self.hub.editor_port
        await self.hub.__aexit__()
        self.hub = self.wire = Hub(game, editor)
        await self.hub.__aenter__()


def deeds(top: ThroughHub, colour: str, permit: Permits) -> list[Gesture]:
    """List what somebody may do that changes the game: to wish for something does not."""
    return [each for each in ways(top, colour, permit) if WISH not in repr(each)]


async def played(top: ThroughHub, chance: Random) -> None:
    """Play on while scripts are pushed, and while the hub dies in between."""
    async with top, top.attached("somebody who pushes") as other:
        await top.settle()
        for turn in range(GESTURES):
            pushing = asyncio.create_task(other.execute(PUSH.format(guid=BYSTANDER, n=turn)))
            can = {
                colour: deeds(top, colour, permit) for colour, permit in top.host.permits.items()
            }
            before = top.host.session.digest()
            colour = next(each for each, found in can.items() if found)
            top.do(colour, chosen(can[colour], chance))
            await top.settle()
            assert await pushing == BYSTANDER
            assert await other.execute("return n()", BYSTANDER) == turn
            assert top.host.session.digest() != before, "no gesture is lost"
            assert top.drift() == {}
            if turn == GESTURES // 2:
                epoch = top.host.epoch
                await top.hub_dies()
                assert await other.execute("return 1") == 1
                async with asyncio.timeout(50):
                    while top.host.epoch == epoch:  # until the table is met again
                        await top.settle()
        assert not top.table.errors


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody's own hub be found, and leave nothing behind."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))


def test_scripts_are_pushed_while_a_game_is_refereed(tmp_path: Path) -> None:
    """Every gesture counts, every script arrives, nothing drifts, also when the hub is replaced."""
    catalogue = load(cards_dir() / RULESET.folder, RULESET.schema)
    journal = Journal(tmp_path / "games", durability="NORMAL")
    with Session.new(
        RULESET, catalogue, seats=SEATS, seed="1", observed=OBSERVED, journal=journal
    ) as session:
        kept = str(session.kept_as)
    top = ThroughHub(
        RULESET,
        catalogue,
        journal,
        kept,
        colours=COLOURS,
        dice=DICE,
        switches=Switches(),
        seed=1,
    )
    asyncio.run(played(top, Random(1)))
