"""Writes the names of the game for an editor."""

from collections.abc import Callable, Iterator, Mapping

from tts_tool.lua import api
from tts_tool.lua.lexer import KEYWORDS

__all__ = ["game_stubs"]

_TYPES: Mapping[str, str] = {
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "deprecated": "any",
    "Vector": "tts.Vector",
    "Color": "tts.Color",
    "Object": "tts.Object",
    "Player": "tts.PlayerInstance",
    "Action": "tts.PlayerAction",
}


def game_stubs() -> str:
    """Write the names of the game."""
    lines = ["---@meta", ""]
    for page in api.pages().values():
        lines += _PAGES[page.kind](page)
    lines += _game_values()
    return "\n".join(lines).rstrip() + "\n"


def _globals(page: api.ApiPage) -> Iterator[str]:
    for function in page.functions.values():
        yield from _function(function, function.name)


def _table(page: api.ApiPage) -> Iterator[str]:
    yield from _class(page)
    yield f"{page.lua} = {{}}"
    yield ""
    for function in page.functions.values():
        yield from _function(function, f"{page.lua}.{function.name}")


def _type(page: api.ApiPage) -> Iterator[str]:
    """Write a class, and, if scripts can make values of it, the table that makes them."""
    yield from _class(page)
    static = []
    for function in page.functions.values():
        if function.key.startswith(page.lua):
            static.append(function)
            continue
        leading = [f"self: tts.{page.lua}"] if _has_self(page, function) else []
        for signature in function.signatures:
            form = _signature(signature, *leading).replace(": self", f": tts.{page.lua}")
            yield f"---@field {function.name} {form}"
    if page.kind == "type" and page.lua == "Object":
        yield "---@field UI tts.UI"
        behaviors = (each.lua for each in api.pages().values() if each.kind == "behavior")
        yield from (f"---@field {name} tts.{name}" for name in behaviors)
    yield ""
    if static:
        yield from _maker(page, static)


def _maker(page: api.ApiPage, static: list[api.ApiFunction]) -> Iterator[str]:
    yield f"---@class tts.{page.lua}Maker"
    for function in static:
        for signature in function.signatures:
            form = _signature(signature)
            is_maker = function.name == page.lua
            yield f"---@overload {form}" if is_maker else f"---@field {function.name} {form}"
    yield f"{page.lua} = {{}}"
    yield ""


def _nothing(_: api.ApiPage) -> Iterator[str]:
    return iter(())


def _class(page: api.ApiPage) -> Iterator[str]:
    yield f"---@class tts.{page.lua}"
    for name, kind in page.variables.items():
        yield f"---@field {name} {_lua_type(kind)}"


def _function(function: api.ApiFunction, name: str) -> Iterator[str]:
    """Write a function that stands alone: its first form in full, the others as overloads."""
    first, *others = function.signatures
    names = _names(first)
    for parameter, argument in zip(names, first.arguments, strict=True):
        yield f"---@param {parameter} {_lua_type(argument.type)}"
    if first.returns not in (None, "nil"):
        yield f"---@return {_lua_type(first.returns or '')}"
    for other in others:
        yield f"---@overload {_signature(other)}"
    yield f"function {name}({', '.join(names)}) end"
    yield ""


def _signature(signature: api.Signature, *leading: str) -> str:
    """Write the form of a call as a type; `leading` are parameters that come first."""
    names = _names(signature)
    given = [
        f"{name}: {_lua_type(argument.type)}"
        for name, argument in zip(names, signature.arguments, strict=True)
    ]
    form = f"fun({', '.join([*leading, *given])})"
    returns = signature.returns or "nil"
    return form if returns == "nil" else f"{form}: {_lua_type(returns)}"


def _has_self(page: api.ApiPage, function: api.ApiFunction) -> bool:
    """Tell whether it is called with a colon: so on tables; objects of the game take both."""
    return ":" in function.key or page.lua in ("Vector", "Color")


def _names(signature: api.Signature) -> list[str]:
    """Name the parameters; the documentation has some twice, and some that Lua keeps."""
    names: list[str] = []
    for argument in signature.arguments:
        name = f"{argument.name}_" if argument.name in KEYWORDS else argument.name
        names.append(f"{name}{len(names) + 1}" if name in names else name)
    return names


def _lua_type(kind: str) -> str:
    return "|".join(_TYPES.get(each, each) for each in kind.split("|"))


def _game_values() -> Iterator[str]:
    for name in ("self", "Global"):
        yield from ("---@type tts.Object", f"{name} = nil", "")
    yield "---@class tts.PlayerAction"
    yield from (f"---@field {name} tts.PlayerAction" for name in api.player_actions())
    yield "Player.Action = {}"


_PAGES: Mapping[api.Kind, Callable[[api.ApiPage], Iterator[str]]] = {
    "globals": _globals,
    "events": _globals,
    "table": _table,
    "type": _type,
    "behavior": _type,
    "attributes": _nothing,
}
