"""Scripts are put into a game whose pieces people hold, throw and take away meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.sync.wires import until
from tests.table.small_saves import deck, save, thing
from tts_tool.errors import Refused, Unavailable, UserError
from tts_tool.sync.dev.loading import Unreadable, load_anew, load_as_saved, with_scripts
from tts_tool.sync.hub import Hub
from tts_tool.sync.messages import Loaded, ScriptState
from tts_tool.sync.push import Memory, Pushed, Wanted, push, wanted_of
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort

STATE = {
    **save(
        thing("b0b000", Nickname="Bob", LuaScript="-- bob"),
        thing("b0b001", Nickname="Rob", LuaScript="-- rob", at=(9, 0)),
        deck("dec000", 5, (4, 4)),
        script="-- globe",
    ),
    "SaveName": "The mod",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let nobody's own hub be found, and leave nothing behind."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    return tmp_path


def edited(**scripts: str) -> Wanted:
    """Want other scripts."""
    state = json.loads(json.dumps(STATE))
    for each in state["ObjectStates"]:
        each["LuaScript"] = scripts.get(each["GUID"], each.get("LuaScript", ""))
    return wanted_of(json.dumps(state).encode(), "edited")


Work = Callable[[Hub, Table], Awaitable[None]]


def at_a_table(work: Work, folder: Path) -> Table:
    """Do something while time passes at a table."""
    file = folder / "save.json"
    file.write_text(json.dumps(STATE), encoding="utf-8")

    async def run(table: Table) -> None:
        async with Hub(0, 0) as hub:
            with EditorPort(table, port=0, editor_port=hub.editor_port) as port:
                table.listen(port.hear)
                hub.sender.port = port.port
                working = asyncio.ensure_future(work(hub, table))
                while not working.done():
                    table.run(2)
                    await asyncio.sleep(0.005)
                await working

    with Table.open(file, seats=("Red",)) as table:
        table.run(30)
        asyncio.run(run(table))
        return table


def test_what_is_held_waits(home: Path) -> None:
    """It is not torn out of a hand: when it is put down it gets its script, where it then lies."""
    told: list[Pushed] = []

    async def work(hub: Hub, table: Table) -> None:
        memory = Memory(home)
        await push(hub, edited(), memory)
        player, rob = table.player("Red"), table.find("b0b001")
        assert player.pick_up(rob)
        pushing = asyncio.create_task(push(hub, edited(b0b001="-- new"), memory))
        await asyncio.sleep(0.6)
        assert not pushing.done()
        assert table.execute("return getObjectFromGUID('b0b001').getLuaScript()") == "-- rob"
        player.drop_at(rob, (12, 2, 3))
        told.append(await pushing)
        assert table.execute("return getObjectFromGUID('b0b001').getLuaScript()") == "-- new"
        x = table.execute("return getObjectFromGUID('b0b001').getPosition().x")
        assert round(float(str(x))) == 12

    at_a_table(work, home)
    assert [each.guid for each in told[0].plan.objects] == ["b0b001"]


def test_what_goes_away_meanwhile(home: Path) -> None:
    """A push that fails midway remembers how far it came; the next one does the rest."""

    async def work(hub: Hub, table: Table) -> None:
        memory = Memory(home)
        await push(hub, edited(), memory)
        player, rob = table.player("Red"), table.find("b0b001")
        assert player.pick_up(rob)
        both = edited(b0b000="-- new bob", b0b001="-- new rob")
        pushing = asyncio.create_task(push(hub, both, memory))
        await asyncio.sleep(0.6)
        table.execute("getObjectFromGUID('b0b001').destruct()")
        with pytest.raises(Refused, match="gone"):
            await pushing
        known = memory.known()
        assert known is not None
        assert known.states["b0b000"].script == "-- new bob"
        assert "b0b001" not in known.states
        (backup,) = memory.backups()
        assert [each.script for each in backup.states] == ["-- bob", "-- rob"]
        again = await push(hub, both, memory)
        assert again.plan.objects == ()
        assert [each.guid for each in again.plan.missing] == ["b0b001"]

    at_a_table(work, home)


class Cut:
    """A line to the game that is cut for good at some request: before it is heard, or after."""

    def __init__(self, hub: Hub, at: int, *, heard: bool) -> None:
        self._hub, self._left, self._heard = hub, at, heard

    async def execute(self, script: str, guid: str = "-1") -> Any:  # noqa: ANN401
        """Run a chunk."""
        return await self._asked(self._hub.execute, script, guid)

    async def scripts(self) -> Loaded:
        """Ask for all scripts."""
        loaded: Loaded = await self._asked(self._hub.scripts)
        return loaded

    async def save_and_play(self, states: Iterable[ScriptState]) -> Loaded:
        """Nobody asks for that here."""
        raise AssertionError(states)

    async def _asked(self, ask: Callable[..., Awaitable[Any]], *words: str) -> Any:  # noqa: ANN401
        self._left -= 1
        if self._left > 0:
            return await ask(*words)
        if self._left == 0 and self._heard:
            await ask(*words)
        raise Unavailable("the line was cut")


@pytest.mark.parametrize("heard", [False, True])
def test_interrupted_at_each_step(home: Path, *, heard: bool) -> None:
    """Each script is the old or the new one, nothing else is touched, and the next push ends it."""

    async def work(hub: Hub, _table: Table) -> None:
        memory = Memory(home)
        await push(hub, edited(), memory)
        lying = "local all = {} for _, it in ipairs(getObjects()) do local at = it.getPosition()"
        lying += " all[it.getGUID()] = {at.x, at.z, it.getName(), it.getQuantity()} end return all"
        before, was = await hub.execute(lying), {"b0b000": "-- bob", "b0b001": "-- rob"}
        cut_through, whole = 0, False
        for step in range(1, 20):
            new = {guid: f"{guid}_is = {step}" for guid in was}
            line: Any = Cut(hub, step, heard=heard)
            try:
                await push(line, edited(**new), memory)
                whole = True
            except Unavailable:
                cut_through += 1
            there = {each.guid: each.script for each in (await hub.scripts()).states}
            assert all(there[guid] in {was[guid], new[guid]} for guid in was), step
            written = {guid for guid in was if there[guid] != was[guid]}
            kept = {each.guid: each.script for copy in memory.backups() for each in copy.states}
            assert written <= kept.keys()
            await push(hub, edited(**new), memory)
            there = {each.guid: each.script for each in (await hub.scripts()).states}
            assert {guid: there[guid] for guid in was} == new
            assert await hub.execute(lying) == before
            was = new
            if whole:
                break
        assert whole
        assert cut_through == STEPS

    at_a_table(work, home)


STEPS = 6
"""What a push of two scripts asks: twice for all scripts and for what lies there, once for each."""


def test_a_game_on_another_computer(home: Path) -> None:
    """Where the file of its save can't be read, it goes on when somebody has saved in the game."""
    state = json.loads(json.dumps(STATE))
    state["LuaScript"] = "-- another globe"

    async def work(hub: Hub, table: Table) -> None:
        memory, asked = Memory(home), list[str]()

        async def load(states: Mapping[str, ScriptState]) -> int:
            with pytest.raises(Unreadable, match="can't be read"):
                await load_anew(hub, with_scripts(states), memory, asked.append)
            assert asked == []
            return await load_as_saved(hub, states, memory, asked.append)

        wanted = wanted_of(json.dumps(state).encode(), "edited")
        table.execute("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
        Path(table.save_path).unlink()  # noqa: ASYNC240 - a file that is not here
        pushing = asyncio.ensure_future(push(hub, wanted, memory, bind=True, load=load))
        await until(lambda: bool(asked))
        assert "save in the game" in asked[0]
        assert table.execute("return Global.getLuaScript()") == "-- globe"
        table.write_save()
        done = await pushing
        assert done.backup == 1
        assert memory.backup(1).states
        assert table.execute("return Global.getLuaScript()") == "-- another globe"
        place = table.execute("return getObjectFromGUID('b0b001').getPosition().x")
        assert round(float(place)) == 20

    at_a_table(work, home)


def test_only_twenty_copies_are_kept(home: Path) -> None:
    """The oldest copies go, so that a day of edits does not fill a disk."""

    async def work(hub: Hub, _table: Table) -> None:
        memory = Memory(home)
        await push(hub, edited(), memory)
        for n in range(23):
            await push(hub, edited(b0b000=f"-- {n}"), memory)
        assert [each.number for each in memory.backups()] == [*range(23, 3, -1)]
        assert memory.backup().states[0].script == "-- 21"

    at_a_table(work, home)


def test_scripts_that_can_not_be_reached() -> None:
    """What is inside of something, and what shares its GUID, is named and not compared."""
    inner = thing("c0c000", Nickname="Coin", LuaScript="-- coin")
    bag = {**thing("ba6000", Nickname="Bag"), "Name": "Bag", "ContainedObjects": [inner]}
    twins = [thing("777777", Nickname="Twin", LuaScript="-- t") for _ in range(2)]
    found = wanted_of(json.dumps(save(bag, *twins, script="-- g")).encode(), "x")
    assert found.inside == ("Coin - c0c000",)
    assert found.twice == ("Twin - 777777",) * 2
    assert set(found.states) == {"-1", "ba6000"}


def test_a_memory_that_can_not_be_read(home: Path) -> None:
    """It is named, with what to do; it is not taken for a table that was never met."""
    memory = Memory(home)
    memory.folder.mkdir()
    (memory.folder / "table.json").write_text("half a", encoding="utf-8")
    with pytest.raises(UserError, match="can't be read") as told:
        memory.known()
    assert told.value.fix


def test_a_folder_that_was_thrown_away(home: Path) -> None:
    """It is not made again for what was known of it: whoever fetches it anew finds no remains."""
    memory = Memory(home / "mod")
    with pytest.raises(UserError, match="there is no such folder"):
        memory.keep_base(b"{}")
    assert not memory.folder.parent.exists()
