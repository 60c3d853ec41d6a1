"""Plain Lua 5.2, from another hand: what it accepts and what programs do in it."""

from typing import Any

from lupa import lua52  # type: ignore[import-untyped]  # it ships no types

__all__ = ["accepts", "globals_read", "result", "worked_out"]

_LUA: Any = lua52.LuaRuntime(encoding=None)
_ACCEPTS = _LUA.eval(b"function(text) return load(text, '=x') ~= nil end")
_RESULT = _LUA.eval(b"function(text) return tostring(select(2, pcall(load(text)))) end")
_READ = _LUA.eval(
    b"""function(text)
        local seen = {}
        local meta = {
            __index = function(_, name) seen[name] = true end,
            __newindex = function() end,
        }
        load(text, "=x", "t", setmetatable({next = next}, meta))()
        local names = {}
        for name in next, seen do names[#names + 1] = name end
        return table.concat(names, " ")
    end"""
)
# Values that write down what is done to them; comparisons give a truth that depends on the sides.
_WORKED_OUT = lua52.LuaRuntime(encoding=None).eval(
    b"""(function()
        local meta = {}
        local function value(text) return setmetatable({text = text}, meta) end
        local function said(x) return type(x) == "table" and x.text or tostring(x) end
        for event, operator in next, {
            add = "+", sub = "-", mul = "*", div = "/", mod = "%", pow = "^", concat = "..",
        } do
            meta["__" .. event] = function(a, b)
                return value("(" .. said(a) .. operator .. said(b) .. ")")
            end
        end
        meta.__unm = function(a) return value("(-" .. said(a) .. ")") end
        meta.__len = function(a) return value("(#" .. said(a) .. ")") end
        meta.__lt = function(a, b) return (2 * #said(a) + #said(b)) % 3 == 0 end
        meta.__le = function(a, b) return (#said(a) + 2 * #said(b)) % 3 == 0 end
        meta.__eq = function(a, b) return (#said(a) + #said(b)) % 3 == 0 end
        debug.setmetatable(true, meta)
        debug.setmetatable(nil, meta)
        return function(text)
            local names = {a = value("a"), b = value("bb"), c = value("ccc")}
            return said(load("return " .. text, "=x", "t", names)())
        end
    end)()"""
)


def accepts(text: str) -> bool:
    """Tell whether it compiles."""
    return bool(_ACCEPTS(text.encode()))


def result(text: str) -> bytes:
    """Run it and give its result, or its error, as text."""
    return bytes(_RESULT(text.encode()))


def globals_read(text: str) -> set[str]:
    """Run it and tell which globals it asked for while they had no value."""
    return set(bytes(_READ(text.encode())).decode().split())


def worked_out(expression: str) -> str:
    """Tell in which order the operators of an expression of a, b and c are applied."""
    return bytes(_WORKED_OUT(expression.encode())).decode()
