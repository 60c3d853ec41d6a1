"""Scripts that do a little too much in every frame: the table bears it, or is ended in time."""

from __future__ import annotations

import gc

import msgspec
import pytest

from tts_tool.errors import Unavailable
from tts_tool.saves.tree import Node
from tts_tool.table import Table
from tts_tool.table.api.scripted import ScriptedWorld
from tts_tool.table.limits import MOST_FAULTS
from tts_tool.table.process import Ended
from tts_tool.table.scripts import Script
from tts_tool.table.scripts.watch import Watch
from tts_tool.table.service import Service
from tts_tool.table.world.loading import EMPTY

SECONDS = 0.25
FRAMES = 400


def placed(name: str, guid: str, x: float) -> Node:
    """Make an object of scale 1."""
    place = dict.fromkeys("posX posY posZ rotX rotY rotZ".split(), 0.0)
    size = dict.fromkeys("scaleX scaleY scaleZ".split(), 1.0)
    return {"GUID": guid, "Name": name, "Transform": {**place, **size, "posX": x}}


OBJECTS = [placed("BlockSquare", "b10c00", 0), placed("Bag", "ba6000", 20)]

# What a script does in every frame, and with what word the table ends (none: it goes on).
GROWTH = {
    "things in one place": (
        "for i = 1, 20 do spawnObject({type = 'BlockSquare'}) end",
        "things are on it",
    ),
    "things with scripts": (
        """for i = 1, 5 do spawnObjectJSON({json = JSON.encode({Name = 'BlockSquare',
        LuaScript = 'function onUpdate() end'})}) end""",
        "things are on it",
    ),
    "more things than there may be": (
        "for i = 1, 200 do spawnObject({type = '3DText', position = {i, 3, Time.time}}) end",
        "it has been full for 120 frames|took too long",
    ),
    "a bag that is filled": (
        "getObjectFromGUID('ba6000').putObject(spawnObject({type = 'BlockSquare'}))",
        "",
    ),
    "functions that wait": ("for i = 1, 50 do Wait.frames(function() end, 1e6) end", ""),
    "a table of its own": ("for i = 1, 1000 do kept[#kept + 1] = {i} end", ""),
    "texts": ("kept[#kept + 1] = ('x'):rep(1e6) .. #kept", ""),
    "prints": ("for i = 1, 200 do print('x' .. i) end", ""),
    "failures": ("kept.nothing.at_all = 1", ""),
    "coroutines": ("startLuaCoroutine(Global, 'again')", ""),
    "buttons": (
        """for i = 1, 100 do getObjectFromGUID('b10c00').createButton(
        {click_function = 'again', function_owner = Global}) end""",
        "took too long",
    ),
}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", GROWTH)
def test_what_grows_frame_by_frame(name: str) -> None:
    """It is borne for hundreds of frames, or ended in time with a count of what there is."""
    body, end = GROWTH[name]
    script = (
        f"kept = {{}} function again() while true do coroutine.yield(0) end end "
        f"function onUpdate() {body} end"
    )
    with Table.open({"LuaScript": script, "ObjectStates": OBJECTS}, seconds=SECONDS) as table:
        if not end:
            table.run(FRAMES)
            assert table.frame == FRAMES
        else:
            with pytest.raises(Unavailable, match=end) as caught:
                table.run(10 * FRAMES)
            assert not isinstance(caught.value, Ended)
            with pytest.raises(Unavailable, match=end):
                table.run(1)
            assert "onUpdate" in str(caught.value.fix)


def test_a_table_that_was_ended_can_be_loaded_anew() -> None:
    """Nothing of what had grown is left."""
    script = "function onUpdate() for i = 1, 20 do spawnObject({type = 'BlockSquare'}) end end"
    with Table.open({"LuaScript": script, "ObjectStates": OBJECTS}, seconds=0.2) as table:
        with pytest.raises(Unavailable):
            table.run(4000)
        table.reload(b'{"ObjectStates": []}')
        table.run(10)
        assert table.objects == []


def test_faults_are_counted_rather_than_kept() -> None:
    """The first are kept as they were; the same again, and ever new ones, are only counted."""
    world = ScriptedWorld(
        {**EMPTY, "LuaScript": "n = 0 function onUpdate() n = n + 1 error('at ' .. n % times) end"}
    )
    world.open()
    world.execute("times = 2")
    world.run(MOST_FAULTS + 10)
    first = next(iter(world.faults))
    assert len(list(world.faults)) == MOST_FAULTS
    assert len(world.faults) == MOST_FAULTS + 10
    assert world.faults.times(first) == MOST_FAULTS // 2 + 5
    world.execute("times = 1e9")
    world.run(2 * MOST_FAULTS)
    assert len(list(world.faults)) == MOST_FAULTS
    assert len(world.faults) == 3 * MOST_FAULTS + 10
    assert world.faults.others == MOST_FAULTS + 2


def test_a_table_that_is_loaded_again_leaves_nothing_behind() -> None:
    """The interpreters of a table are gone as soon as another is there, however seldom is swept."""
    save = msgspec.json.encode(
        {**EMPTY, "ObjectStates": OBJECTS, "LuaScript": "function onUpdate() end"}
    )
    service = Service(Watch(), lambda _kind, _value: None)
    options = {"where": "save", "seed": 0, "switches": {}, "people": []}
    gc.freeze()  # what other tests have left is not looked through again and again
    gc.disable()
    try:
        for _ in range(3):
            service.answer("load", [save, options])
            service.answer("open", [])
            assert len(living_scripts()) == 1
    finally:
        gc.enable()


def living_scripts() -> list[Script]:
    """Find all scripts that were begun and are still there."""
    return [each for each in gc.get_objects() if isinstance(each, Script)]
