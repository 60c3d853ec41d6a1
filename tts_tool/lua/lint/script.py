"""A script as the checks see it, and what they give."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tts_tool.lua import syntax
from tts_tool.lua.lexer import Token, tokens
from tts_tool.lua.parser import parse
from tts_tool.lua.strings import string_value

__all__ = ["ReadScript", "Remark", "called", "text_of"]


class Remark(NamedTuple):
    """What a check has to say about a token."""

    code: str
    at: Token
    message: str
    fix: str | None = None


class ReadScript:
    """A script that has been read."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.tokens = list(tokens(text, name))
        self.chunk = parse(text, name)
        self.parts = list(syntax.walk(self.chunk.body))

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The globals that the script gives a value, anywhere."""
        return frozenset(self._assigned())

    def _assigned(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, syntax.Assign):
                yield from filter(None, map(_global, part.targets))
            elif isinstance(part, syntax.FunctionStatement):
                yield _global(part.target) or ""

    @cached_property
    def member_names(self) -> frozenset[str]:
        """The names that the script gives to members of any table."""
        return frozenset(self._member_names())

    def _member_names(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, syntax.Field) and part.name:
                yield part.name
            elif isinstance(part, syntax.Assign | syntax.FunctionStatement):
                targets = part.targets if isinstance(part, syntax.Assign) else (part.target,)
                yield from (each.name for each in targets if isinstance(each, syntax.Member))
            elif isinstance(part, syntax.Constant) and part.at.kind == "string":
                yield string_value(part.at.text)


def text_of(part: syntax.Expression) -> str | None:
    """Give what a string literal says."""
    while isinstance(part, syntax.Group):
        part = part.inner
    if isinstance(part, syntax.Constant) and part.at.kind == "string":
        return string_value(part.at.text)
    return None


def called(call: syntax.Call) -> str | None:
    """Tell what a call calls, if it is a global `name` or `library.name`."""
    function = call.function
    if isinstance(function, syntax.Name):
        return None if function.is_local else function.name
    if isinstance(function, syntax.Member):
        base = function.base
        if isinstance(base, syntax.Name) and not base.is_local:
            return f"{base.name}.{function.name}"
    return None


def _global(target: syntax.Expression) -> str | None:
    """Tell which global a target is: `x`, `_G.x` or `_G["x"]`."""
    if isinstance(target, syntax.Name):
        return None if target.is_local else target.name
    if isinstance(target, syntax.Member | syntax.Index) and _is_globals(target.base):
        return target.name if isinstance(target, syntax.Member) else text_of(target.key)
    return None


def _is_globals(part: syntax.Expression) -> bool:
    return isinstance(part, syntax.Name) and part.name in ("_G", "_ENV")
