"""Checks for what MoonSharp and Lua 5.2 do in different ways, where one can see it."""

import re
from collections.abc import Callable, Iterator, Mapping

from tts_tool.lua import syntax
from tts_tool.lua.lint.script import ReadScript, Remark, called, text_of

__all__ = ["constructs"]

_DIRECTIVE = re.compile(r"%(?:%|(?P<flags>[-+ #0-9.]*)(?P<letter>[A-Za-z]))")
_ORDERED = frozenset(("<", ">", "<=", ">="))
_SHOWS_BYTES = frozenset("len sub byte reverse upper lower find match gmatch gsub".split())
# Up to here bytes and characters are the same, and so are plain Lua and the game.
_LAST_ASCII = 127


def constructs(script: ReadScript) -> Iterator[Remark]:
    """Find what the game does in another way."""
    for label in script.chunk.leaps:
        fix = "put the local into a block of its own: do … end"
        yield Remark("goto", label, "the game refuses a goto that leaps over a local", fix)
    for bracket in script.chunk.spare:
        yield Remark("dialect", bracket, "only MoonSharp reads a second )", "take one away")
    for part in script.parts:
        check = _CHECKS.get(type(part))
        if check is not None:
            yield from check(part)


def _local(part: syntax.Local) -> Iterator[Remark]:
    if not part.values:
        names = ", ".join(name.text for name in part.names)
        nothing = ", ".join("nil" for _ in part.names)
        message = f"local {names} may hold what was there before"
        yield Remark("local", part.at, message, f"write local {names} = {nothing}")


def _assign(part: syntax.Assign) -> Iterator[Remark]:
    names = {each.name for each in part.targets if isinstance(each, syntax.Name)}
    for target in part.targets:
        if isinstance(target, syntax.Member | syntax.Index):
            used = {each.name for each in syntax.walk(target) if isinstance(each, syntax.Name)}
            if clash := sorted(used & names):
                message = f"{clash[0]} is assigned and used on the same side"
                yield Remark("assignment", part.at, message, "make it two assignments")
        if isinstance(target, syntax.Member):
            yield from _meta(target.name, target)


def _field(part: syntax.Field) -> Iterator[Remark]:
    yield from _meta(part.name or "", part)


def _meta(name: str, part: syntax.Node) -> Iterator[Remark]:
    if name in ("__mode", "__gc"):
        yield Remark("weak", part.at, f"the game ignores {name}")


def _table(part: syntax.TableLiteral) -> Iterator[Remark]:
    listed = [field.value for field in part.fields if field.key is None]
    for value in listed[:-1]:
        if _is_constant(value, "nil"):
            message = "a list with nil inside has another length in the game"
            yield Remark("holes", value.at, message, "use false, or count yourself")


def _function(part: syntax.Function) -> Iterator[Remark]:
    if part.is_short:
        fix = "write function(…) return … end"
        yield Remark("dialect", part.at, "only MoonSharp reads functions in bars", fix)


def _unary(part: syntax.Unary) -> Iterator[Remark]:
    said = text_of(part.operand)
    if part.at.text == "#" and said is not None and not said.isascii():
        yield Remark("characters", part.at, f"this is {_utf16(said)} in the game, else more")


def _binary(part: syntax.Binary) -> Iterator[Remark]:
    sides = (part.left, part.right)
    said = [text for side in sides if (text := text_of(side)) is not None]
    operator = part.at.text
    if operator in _ORDERED and said:
        yield Remark("compare", part.at, "the game compares texts by the player's language")
    if operator == "%" and any(map(_is_negative, sides)):
        message = "the game takes the sign of a remainder from the left side"
        yield Remark("remainder", part.at, message, "make both sides positive")
    if operator in "+-*/%^" and any(_is_hex(text) for text in said):
        yield Remark("tonumber", part.at, "in the game this text is no number", "write a number")


def _member(part: syntax.Member) -> Iterator[Remark]:
    if part.name == "huge" and isinstance(part.base, syntax.Name) and part.base.name == "math":
        message = "math.huge is the largest number in the game, not infinity"
        yield Remark("huge", part.at, message)


def _call(part: syntax.Call) -> Iterator[Remark]:
    name = called(part)
    if name is None:
        return
    if name in _CALLS:
        yield from _CALLS[name](part)
    if name.startswith("string.") and part.arguments:
        method = name.removeprefix("string.")
        yield from _on_text(part, method, part.arguments[0], part.arguments[1:])


def _method_call(part: syntax.MethodCall) -> Iterator[Remark]:
    yield from _on_text(part, part.name, part.base, part.arguments)


def _on_text(
    part: syntax.Node,
    method: str,
    text: syntax.Expression,
    arguments: tuple[syntax.Expression, ...],
) -> Iterator[Remark]:
    said = text_of(text)
    if said is None:
        return
    if method == "format":
        yield from _format(said, arguments)
    if method in _SHOWS_BYTES and not said.isascii():
        message = f"{method} counts characters in the game, bytes elsewhere"
        yield Remark("characters", part.at, message)


def _format(said: str, arguments: tuple[syntax.Expression, ...]) -> Iterator[Remark]:
    wanted = [each for each in _DIRECTIVE.finditer(said) if each["letter"]]
    for directive, argument in zip(wanted, arguments, strict=False):
        letter = directive["letter"]
        if letter == "s" and _is_no_text(argument):
            message = "%s wants a text and gets none: an error in the game"
            yield Remark("format", argument.at, message, "put tostring() around it")
        elif letter in "eEaA" or (letter == "f" and ".0" in directive["flags"]):
            message = f"{directive[0]} is written in another way in the game"
            yield Remark("rounding", argument.at, message)


def _error(part: syntax.Call) -> Iterator[Remark]:
    if part.arguments and _is_no_text(part.arguments[0]):
        message = "an error must be a text; the game reports something else instead"
        yield Remark("error-value", part.arguments[0].at, message, "give a text")


def _pairs(part: syntax.Call) -> Iterator[Remark]:
    message = "the game goes in the order in which keys were added, plain Lua in any order"
    yield Remark("pairs", part.at, message, "go through a list with ipairs")


def _next(part: syntax.Call) -> Iterator[Remark]:
    """Asking for the first pair alone is how one sees whether a table is empty."""
    if len(part.arguments) > 1:
        yield from _pairs(part)


def _sort(part: syntax.Call) -> Iterator[Remark]:
    if len(part.arguments) == 1:
        message = "the game sorts texts by the player's language"
        yield Remark("sort", part.at, message, "give a comparison, or sort before")


def _tonumber(part: syntax.Call) -> Iterator[Remark]:
    said = text_of(part.arguments[0]) if part.arguments else None
    if said is not None and (_is_hex(said) or "," in said):
        yield Remark("tonumber", part.at, f'tonumber("{said}") is something else in the game')


def _modf(part: syntax.Call) -> Iterator[Remark]:
    if part.arguments and _is_negative(part.arguments[0]):
        yield Remark("rounding", part.at, "math.modf rounds negative numbers down in the game")


def _char(part: syntax.Call) -> Iterator[Remark]:
    for argument in part.arguments:
        if isinstance(argument, syntax.Constant) and argument.at.kind == "number":
            code = argument.at.text
            if code.isdecimal() and int(code) > _LAST_ASCII:
                yield Remark("characters", argument.at, f"{code} is a character in the game")


def _collect(part: syntax.Call) -> Iterator[Remark]:
    yield Remark("memory", part.at, "the game does not say how much memory is used")


def _is_constant(part: syntax.Expression, *texts: str) -> bool:
    return isinstance(part, syntax.Constant) and part.at.text in texts


def _is_no_text(part: syntax.Expression) -> bool:
    no_text = isinstance(part, syntax.TableLiteral | syntax.Function)
    return no_text or _is_constant(part, "nil", "true", "false")


def _is_negative(part: syntax.Expression) -> bool:
    while isinstance(part, syntax.Group):
        part = part.inner
    if not isinstance(part, syntax.Unary) or part.at.text != "-":
        return False
    return isinstance(part.operand, syntax.Constant) and part.operand.at.kind == "number"


def _is_hex(text: str) -> bool:
    return text.strip().lower().lstrip("-").startswith("0x")


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


_CHECKS: Mapping[type[syntax.Node], Callable[..., Iterator[Remark]]] = {
    syntax.Local: _local,
    syntax.Assign: _assign,
    syntax.Field: _field,
    syntax.TableLiteral: _table,
    syntax.Function: _function,
    syntax.Unary: _unary,
    syntax.Binary: _binary,
    syntax.Member: _member,
    syntax.Call: _call,
    syntax.MethodCall: _method_call,
}
_CALLS: Mapping[str, Callable[[syntax.Call], Iterator[Remark]]] = {
    "error": _error,
    "pairs": _pairs,
    "next": _next,
    "table.sort": _sort,
    "tonumber": _tonumber,
    "math.modf": _modf,
    "string.char": _char,
    "collectgarbage": _collect,
}
