"""An object that is gone equals nil, as the engine has it, although it counts as true."""

from __future__ import annotations

import pytest

from tests.table.api.scene import Scene, thing_raw
from tts_tool.table import Table
from tts_tool.table.switches import Switches

# For each, what it is while the die is there, and once it is gone.
COMPARED = [
    ("die == nil", False, True),
    ("die ~= nil", True, False),
    ("nil == die", False, True),
    ("nil != die", True, False),
    ("(die) == (nil)", False, True),
    ("kept[1] == nil", False, True),
    ("find() ~= nil and 1 or 2", 1, 2),
    ("not (die == nil)", True, False),
    ("not die == nil", False, False),
    ("die == nothing", False, True),
    ("nothing ~= find()", True, False),
    ("die == kept.nobody", False, True),
    ("(function(...) return ... == nil end)(die)", False, True),
    ("coroutine.wrap(function() return die == nil end)()", False, True),
    # What is left is still something, and still itself.
    ("die and 1 or 2", 1, 1),
    ("not die", False, False),
    ("type(die)", "userdata", "userdata"),
    ("die == kept[1]", True, True),
    ("die == block", False, False),
    ("die == false or die == 1 or die == 'null'", False, False),
    ("rawequal(die, nil)", False, False),
    ("({[die] = 7})[kept[1]]", 7, 7),
    # Nothing else is ever gone.
    ("block == nil", False, False),
    ("Global == nil or self == nil", False, False),
    ("Player.Red == nil or Wait == nil", False, False),
    ("Vector(1, 2, 3) == nil or {} == nil or '' == nil", False, False),
    ("nothing == nil and nil == nothing and nil == nil", True, True),
]
KEEP = "nothing = nil; kept = { die, nobody = nil } function find() return kept[1] end"
# What goes, and how.
WAYS = {
    "destroyed": ("die", "die.destruct()"),
    "destroyed by the old name": ("die", "destroyObject(die)"),
    "in a bag": ("die", "bag.putObject(die)"),
    "part of a deck": ("other", "card.putObject(other)"),
    "loaded again": ("die", "die.reload()"),
    "in another state": ("stated", "stated.setState(2)"),
    "a zone": ("zone", "zone.destruct()"),
}


@pytest.mark.parametrize(("expression", "there", "gone"), COMPARED)
def test_compared(expression: str, there: object, gone: object) -> None:
    """What is gone equals nil wherever it is compared with it, and is no other way like it."""
    scene = Scene()
    scene.table.execute(KEEP)
    assert scene.table.execute(f"return {expression}") == there
    scene.table.execute("die.destruct()")
    scene.table.run(2)
    assert scene.table.execute(f"return {expression}") == gone


@pytest.mark.parametrize("way", WAYS)
def test_ways_to_go(way: str) -> None:
    """However an object goes, it equals nil once the frame is over, and not before."""
    name, lua = WAYS[way]
    scene = Scene()
    scene.table.execute(lua)
    assert scene.table.execute(f"return {name} == nil") is False
    scene.table.run(2)
    assert scene.table.execute(f"return {name} == nil and {name}.isDestroyed()") is True


def test_the_guess_can_be_turned() -> None:
    """Without the switch an object stays one, to whatever it is compared."""
    scene = Scene(switches=Switches({"destroyed-equals-nil": False}))
    scene.table.execute(KEEP)
    scene.table.execute("die.destruct()")
    scene.table.run(2)
    assert scene.table.execute("return die == nil or nothing == die") is False
    assert scene.table.execute("return die ~= nil and die.isDestroyed()") is True


def test_in_another_script() -> None:
    """A script that is handed what is left of an object sees that it is gone."""
    looks = "function is_gone(given) return given[1] == nil end"
    scene = Scene(scripted={"block"})
    scene.table.execute(looks, scene.thing("block").handle)
    assert scene.table.execute("return block.call('is_gone', {die})") is False
    scene.table.execute("die.destruct()")
    scene.table.run(2)
    assert scene.table.execute("return block.call('is_gone', {die})") is True


ROLLER = """
dice, said = {}, {}
function onLoad()
    self.createButton({ click_function = "roll", function_owner = self })
end
function roll()
    for n = 1, 3 do
        dice[n] = spawnObject({ type = "Die_6", position = { 3 * n, 4, 0 } })
    end
    Wait.frames(function() startLuaCoroutine(self, "watch") end, 5)
end
function watch()
    repeat
        local lie = true
        for _, die in ipairs(dice) do
            if die ~= nil and die.resting == false then
                lie = false
            end
        end
        coroutine.yield(0)
    until lie
    for n, die in ipairs(dice) do
        if die ~= nil then
            said[#said + 1] = n
        end
    end
    print(table.concat(said, " "))
    return 1
end
"""


def test_dice_that_somebody_throws_away() -> None:
    """A roller that watches its dice goes on when one of them is deleted while it falls."""
    roller = thing_raw("401100", "BlockSquare", -20, -20, LuaScript=ROLLER)
    save = {"ObjectStates": [roller], "LuaScript": ""}
    with Table.open(save, seats=("Red",)) as table:
        table.red.click(table.find("401100"))
        table.run(7)
        thrown = [piece for piece in table.objects if piece.name == "Die_6"][1]
        table.red.delete(thrown)
        table.run(600)
        assert [str(each) for each in table.errors] == []
        assert table.prints == ["1 3"]
