"""How scripts reach the API: proxies, members, errors, and what never reaches them."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from tests.table.api.scene import Scene
from tts_tool.saves.tree import Number
from tts_tool.table.api import registry
from tts_tool.table.api.scripted import ScriptedWorld
from tts_tool.table.api.waiting import PutOff
from tts_tool.table.scripts import ScriptFault
from tts_tool.table.switches import Switches
from tts_tool.table.world.loading import EMPTY


@pytest.mark.parametrize(
    ("lua", "value"),
    [
        ("return type(card)", "userdata"),
        ("return card == getObjectFromGUID('0ca4d0'), 1", True),
        ("return card == other", False),
        ("return card.getName() .. card:getName()", "AceAce"),
        ("local name = card.getName return name()", "Ace"),
        ("return Global == Global and self == Global", True),
        ("local t = {} t[card] = 1 return t[getObjectFromGUID('0ca4d0')]", 1),
        ("return tostring(Global)", "Global"),
        ("return rawequal(card.getName, card.getName)", True),
        ("return pcall(function() return card.nothing end)", False),
        ("return getmetatable(card)", None),
        ("return type(Wait) .. type(Turns)", "userdatauserdata"),
    ],
)
def test_a_proxy(lua: str, value: object) -> None:
    """There is one for each object; a dot is as good as a colon."""
    assert Scene().table.execute(lua) == value


@pytest.mark.parametrize(
    ("lua", "part"),
    [
        ("card.nothing()", "cannot access field nothing of userdata<object>"),
        ("card.nothing = 1", "cannot assign to field nothing"),
        ("card.guid = 'x'", "guid cannot be written"),
        ("card.setPosition('x')", "setPosition: bad argument 'vector': table expected"),
        ("card.setPosition({'x'})", "number expected, got string"),
        ("card.setLuaScript(nil)", "string expected, got nil"),
        ("Wait.frames(nil)", "function expected, got nil"),
        ("destroyObject(nil)", "Object expected, got nil"),
        ("card.call()", "call: bad argument 'func_name'"),
        ("spawnObjectJSON({json = '[1]'})", "no JSON of an object"),
        ("Global.setPosition({0, 0, 0})", "Global has no setPosition"),
        ("Global.locked = true", "Global has no locked"),
        ("return Global.resting", "Global has no resting"),
        ("destroyObject(Global)", "destroyObject: bad argument 'obj': an Object of the table is"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(lua: str, part: str) -> None:
    """The message names the function and stands at the line of the script."""
    with pytest.raises(ScriptFault, match=r"chunk_\d+:\(\d+,\d+-\d+\)") as caught:
        Scene().table.execute("function f() end\n" + lua)
    assert part in caught.value.message
    assert "(2," in caught.value.message


@pytest.mark.parametrize(
    ("how", "value"), [("variable", 5), ("nil", None)], ids=["variable", "nil"]
)
def test_an_unknown_field_as_the_switch_says(how: str, value: object) -> None:
    """A variable of the object's script, or nothing, instead of an error."""
    scene = Scene((), Switches({"unknown-member": how}))
    scene.table.execute("card.setVar('own', 5)")
    assert scene.table.execute("return card.own") == value


def test_a_documented_name_that_nobody_wrote_is_named_and_counted() -> None:
    """So that it is known what a mod lacks."""
    scene = Scene()
    without = {key: each for key, each in registry.members().items() if key[1] != "flip"}
    with patch.object(registry, "_MEMBERS", without):
        for _ in range(2):
            with pytest.raises(ScriptFault, match=r"flip \(object\) is not there"):
                scene.table.execute("card.flip()")
    assert scene.table.desk.missing == {"object.flip": 2}


def test_what_is_destroyed_can_be_looked_at_until_the_frame_ends() -> None:
    """Afterwards all that works is asking whether it is."""
    scene = Scene()
    scene.table.execute("card.destruct() name = card.getName()")
    scene.table.run(2)
    assert scene.table.execute("return name") == "Ace"
    assert scene.table.execute("return card.isDestroyed()") is True
    with pytest.raises(ScriptFault, match="the object is gone"):
        scene.table.execute("card.getName()")


def test_a_mistake_of_ours_becomes_an_error_of_the_script() -> None:
    """It is caught at the border and kept, and no Python object gets through."""
    scene = Scene()
    member = registry.members()["object", "getName"]
    with patch.object(member, "run", side_effect=ZeroDivisionError("ours")):
        scene.table.execute("fine, why = pcall(card.getName)")
    assert scene.table.execute("return { fine, type(why) }") == [False, "string"]
    assert "ZeroDivisionError" in str(scene.table.scripts[0].mishaps)


# ---- Waiting


def test_waiting_runs_what_is_due_in_order() -> None:
    """Earlier first, and at the same frame what was asked for first."""
    waiting, seen = PutOff(), list[str]()
    waiting.after(2, lambda: seen.append("b"))
    waiting.after(1, lambda: seen.append("a"))
    waiting.after(2, lambda: seen.append("c"))
    for _ in range(3):
        waiting.pass_frame()
    assert seen == ["a", "b", "c"]
    assert len(waiting) == 0


def test_what_is_put_off_by_nothing_waits_a_frame() -> None:
    """Also when it is asked for while others run."""
    waiting, seen = PutOff(), list[int]()
    waiting.after(0, lambda: waiting.after(0, lambda: seen.append(waiting.frame)))
    waiting.pass_frame()
    assert seen == []
    waiting.pass_frame()
    assert seen == [2]


def test_busy_is_what_will_end() -> None:
    """Something that repeats for ever keeps no table from settling."""
    waiting, busy = PutOff(), list[bool]()
    forever = waiting.after(1, lambda: None, -1)
    busy.append(waiting.busy)
    condition = waiting.when(lambda: False, lambda: None)
    busy.append(waiting.busy)
    stopped = [waiting.stop(each) for each in (condition, forever, forever)]
    assert busy == [False, True]
    assert stopped == [True, True, False]


@pytest.mark.parametrize(
    ("save", "begins"),
    [
        ({"EpochTime": 1735781938, "Date": "3/4/2021 7:58:31 PM"}, "2025-01-02 01:38:58"),
        ({"EpochTime": Number(b"1.5e9")}, "2017-07-14 02:40:00"),
        ({"Date": "3/4/2021 7:58:31 PM"}, "2021-03-04 19:58:31"),
        ({"EpochTime": 0, "Date": "12/31/1999 12:00:00 AM"}, "1999-12-31 00:00:00"),
        ({"EpochTime": "soon", "Date": "4. 3. 2021 19:58"}, "2020-01-01 00:00:00"),
        ({"EpochTime": 10**30, "Date": 7}, "2020-01-01 00:00:00"),
        ({"Date": "1/1/0001 1:00:00 AM"}, "1970-01-01 00:00:00"),
    ],
)
def test_time_begins_when_the_save_was_written(save: dict[str, object], begins: str) -> None:
    """By what the save says, by its date, or else on some day; then it goes on with the frames."""
    lua = "return os.date('%Y-%m-%d %H:%M:%S')"
    table = ScriptedWorld({**EMPTY, **save, "ObjectStates": []})
    before = table.execute("return os.time()")
    assert table.execute(lua) == begins
    table.run(120)
    assert table.execute("return os.time()") == before + 2
