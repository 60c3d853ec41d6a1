"""Harm done through the game's own functions: a whole table in its cage bears it."""

import re

import pytest

from tts_tool.errors import Unavailable
from tts_tool.table import Table
from tts_tool.table.process import Ended
from tts_tool.table.scripts import ScriptFault

SECONDS = 0.3
FRAMES = 8

BLOCK = {
    "GUID": "b10c00",
    "Name": "BlockSquare",
    "Transform": dict.fromkeys("posX posY posZ rotX rotY rotZ".split(), 0)
    | dict.fromkeys("scaleX scaleY scaleZ".split(), 1),
}
SAVE = {"LuaScript": "block = nil function onLoad() block = getObjectFromGUID('b10c00') end"}

ENTITIES = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">'
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]><Text>&i;</Text>"
)

ATTACKS = {
    "100,000 spawns": "for i = 1, 100000 do spawnObject({type = 'BlockSquare'}) end",
    "spawns by JSON": """while true do spawnObjectJSON({json = '{"Name": "BlockSquare"}'}) end""",
    "clones": "while true do block.clone({}) end",
    "things that make things": (
        "spawnObjectJSON({json = JSON.encode({Name = 'BlockSquare', "
        "LuaScript = 'function onLoad() self.clone({}) self.clone({}) end'})})"
    ),
    "functions that put off functions": (
        "local function f() Wait.frames(f, 1) Wait.frames(f, 1) end for i = 1, 4000 do f() end"
    ),
    "coroutines that start coroutines": (
        "function again() while true do coroutine.yield(0) startLuaCoroutine(Global, 'again') end "
        "end for i = 1, 4000 do startLuaCoroutine(Global, 'again') end"
    ),
    "XML entities": f"UI.setXml([==[{ENTITIES}]==])",
    "deep XML": "UI.setXml(string.rep('<Panel>', 100000))",
    "wide XML": "UI.setXml(string.rep('<Panel/>', 1000000))",
    "deep XML tables": (
        "local t = {tag = 'Panel'} for i = 1, 1000 do t = {tag = 'Panel', children = {t}} end "
        "UI.setXmlTable({t})"
    ),
    "an event that does not end": "function onUpdate() while true do end end",
    "an event that will not be ended": (
        "function onUpdate() while true do pcall(function() while true do end end) end end"
    ),
    "huge names": "block.setName(('x'):rep(1e8)) block.setName(('x'):rep(3e8))",
    "many buttons": (
        "while true do block.createButton({click_function = 'f', function_owner = Global}) end"
    ),
    "many lines": "while true do print('x') broadcastToAll('x') log({1, 2, 3}) end",
    "huge messages to the editor": "while true do sendExternalMessage({x = ('x'):rep(1e6)}) end",
    "reloads that reload": (
        "block.setLuaScript('function onLoad() self.reload() end') block.reload()"
    ),
    "calls in a circle": "function f() return Global.call('f') end f()",
    "a script that changes itself": (
        "function onSave() while true do end end Global.setLuaScript('x')"
    ),
}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", ATTACKS)
def test_a_table_bears_it(name: str) -> None:
    """It ends in time, naming the script or what there is too much of; no fault is ours."""
    stopped: ScriptFault | Unavailable | None = None
    with Table.open({**SAVE, "ObjectStates": [BLOCK]}, seconds=SECONDS) as table:
        try:
            table.execute(ATTACKS[name])
            table.run(FRAMES)
            table.save()
        except (ScriptFault, Unavailable) as error:
            stopped = error
        said = [str(each) for each in table.errors]
    assert not [each for each in (*said, str(stopped)) if "a fault of ours" in each]
    if isinstance(stopped, Ended):
        assert stopped.running is None or stopped.running.guid in ("-1", "b10c00")
    elif isinstance(stopped, Unavailable):
        assert re.search(r"the table was ended: .*\d things are on it, .*wait", stopped.what)


def test_entities_are_not_folded_out() -> None:
    """An interface that would grow without end is refused before it does."""
    with Table.open({**SAVE, "ObjectStates": [BLOCK]}) as table:
        table.execute(ATTACKS["XML entities"])
        table.run(2)
        assert "aaaaaaaaaaaa" not in table.execute("return UI.getXml()")
