"""Stubs are Lua that an editor reads: all names of the game, and what our modules offer."""

import pytest

from tts_tool.lua import api, syntax
from tts_tool.lua.lexer import LuaError
from tts_tool.lua.parser import parse
from tts_tool.lua.stubs import game_stubs, module_stubs

BOX = """\
--- Boxes, opened and closed.
---@class Box
---@field size number
local Box = {}

---@alias Colour "red" | "blue"

--- Private.
local function hidden() end

--- Opens a box.
---@param box Box
---@param ... Colour
---@return boolean
function Box.open(box, ...)
    --- Not for others.
    local inner = hidden()
    return inner
end
-- An ordinary comment.
function Box:close(force) end

Box.limit = 4
Box.names = {"a"}
Box.default = function(a, ...) return a end
Box.made = hidden()
hidden.x = 1

---@param state string
function onLoad(state) end

return Box
"""

STUBS = """\
---@meta lib.box

--- Boxes, opened and closed.
---@class Box
---@field size number
local Box = {}

---@alias Colour "red" | "blue"

--- Opens a box.
---@param box Box
---@param ... Colour
---@return boolean
function Box.open(box, ...) end

function Box:close(force) end

Box.limit = 4

Box.names = {}

Box.default = function(a, ...) end

Box.made = nil

---@param state string
function onLoad(state) end

return Box
"""


def test_module() -> None:
    """What the module returns and the globals it defines, with their comments, and no more."""
    assert module_stubs(BOX, "box.lua", "lib.box") == STUBS


def test_stubs_of_stubs() -> None:
    """Stubs say all that stubs of them would say."""
    assert module_stubs(STUBS, "box.lua", "lib.box") == STUBS


def test_module_without_return() -> None:
    """A script that returns nothing offers its globals."""
    assert module_stubs("function f() end\nlocal g = 1\n", "f.lua", "f") == (
        "---@meta f\n\nfunction f() end\n"
    )


def test_broken_module() -> None:
    """What cannot be read is an error with its place."""
    with pytest.raises(LuaError, match=r"^lib/box\.lua:1:7: "):
        module_stubs("local = 1", "lib/box.lua", "lib.box")


def test_game() -> None:
    """Every function that scripts call by name is there, with its arguments, once."""
    written = game_stubs()
    statements = parse(written, "tts").body.statements
    functions = [each for each in statements if isinstance(each, syntax.FunctionStatement)]
    named = [
        f"{each.lua}.{function.name}" if each.kind == "table" else function.name
        for each in api.pages().values()
        if each.kind in ("globals", "table", "events")
        for function in each.functions.values()
    ]
    assert [_path(each.target) for each in functions] == named
    assert len(set(named)) == len(named) > 150
    for line in (
        "---@return boolean\nfunction broadcastToAll(message, message_tint) end\n",
        "---@param message_tint tts.Color\n",
        "---@field getPosition fun(): tts.Vector\n",
        "---@field scale fun(self: tts.Vector, num: number): tts.Vector\n",
        "---@overload fun(x: number, y: number, z: number): tts.Vector\n",
        "---@field Book tts.Book\n",
        "---@field PickUp tts.PlayerAction\n",
        "---@type tts.Object\nself = nil\n",
    ):
        assert line in written


def test_game_is_the_same_each_time() -> None:
    """The same names give the same text."""
    assert game_stubs() == game_stubs()


def _path(target: syntax.Name | syntax.Member) -> str:
    if isinstance(target, syntax.Name):
        return target.name
    assert isinstance(target.base, syntax.Name)
    return f"{target.base.name}.{target.name}"
