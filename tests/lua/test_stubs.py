"""Stubs are Lua that an editor reads: all names of the game, and what our modules offer."""

import re

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


# As the Lua language server reads them: https://luals.github.io/wiki/annotations

KNOWN = {"any", "boolean", "function", "integer", "nil", "number", "string", "table", "unknown"}
LINE = re.compile(
    r"---@(?:(?P<meta>meta)|class (?P<class>[\w.]+)(?: ?: ?(?P<above>[\w.]+))?"
    r"|field (?P<field>\w+\??) (?P<type>.+)|param (?P<param>\w+|\.\.\.)\?? (?P<of>.+)"
    r"|return (?P<back>.+)|type (?P<own>.+)|overload (?P<other>fun\(.+))"
)


def types_in(text: str) -> list[str]:
    """Read a type as the language server does, and list the names in it."""
    tokens = re.findall(r"[\w.]+|\S", text)
    names: list[str] = []

    def one() -> None:
        name = tokens.pop(0)
        if name == "fun":
            assert tokens.pop(0) == "(", text
            while tokens[0] != ")":
                assert re.fullmatch(r"\w+|\.\.\.", tokens.pop(0)), text
                if tokens[0] == "?":
                    tokens.pop(0)
                if tokens[0] == ":":
                    tokens.pop(0)
                    one()
                if tokens[0] == ",":
                    tokens.pop(0)
            tokens.pop(0)
            if tokens[:1] == [":"]:
                tokens.pop(0)
                one()
        else:
            assert re.fullmatch(r"[A-Za-z_][\w.]*", name), text
            names.append(name)
        while tokens[:2] == ["[", "]"] or tokens[:1] == ["?"]:
            del tokens[: 1 if tokens[0] == "?" else 2]
        if tokens[:1] == ["|"]:
            tokens.pop(0)
            one()

    one()
    assert not tokens, text
    return names


def test_a_language_server_can_read_them() -> None:
    """Each annotation is one that it knows, each type is there, each parameter its function's."""
    lines = game_stubs().splitlines()
    assert lines.count("---@meta") == 1
    found = [LINE.fullmatch(line) for line in lines if line.startswith("---@")]
    assert None not in found
    read = [it.groupdict() for it in found if it is not None]
    classes = [it["class"] for it in read if it["class"]]
    assert len(classes) == len({*classes}) > 30
    said = [it[key] for it in read for key in ("type", "of", "back", "own", "other") if it[key]]
    named = {name for text in said for name in types_in(text)}
    named |= {it["above"] for it in read if it["above"]}
    assert named - KNOWN - {*classes} == set()
    params: list[str] = []
    checked = 0
    for line in lines:
        if (about := re.match(r"---@param ([\w.]+)", line)) is not None:
            params.append(about[1])
        elif (function := re.match(r"function [\w.:]+\((.*)\) end", line)) is not None:
            given = [each for each in function[1].split(", ") if each]
            assert params in ([], given), line
            checked += bool(params)
            params = []
    assert checked > 100
