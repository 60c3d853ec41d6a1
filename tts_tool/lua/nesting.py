"""Finds which bracket or keyword closes which.

This needs no grammar, so it also reads scripts that use words which ours does not know.
"""

from collections.abc import Sequence

from tts_tool.lua.errors import LuaError
from tts_tool.lua.lexer import Token

__all__ = ["closers"]

_CLOSED_BY = {
    "(": ")",
    "[": "]",
    "{": "}",
    "function": "end",
    "do": "end",  # that of `while` and `for`, too
    "if": "end",
    "repeat": "until",
}
_CLOSING = frozenset(_CLOSED_BY.values())
_KINDS = frozenset({"symbol", "keyword"})


def closers(code: Sequence[Token], name: str) -> dict[int, int]:
    """Map the index of each token that opens something to that of the one that closes it."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(code):
        if token.kind not in _KINDS:
            continue
        if token.text in _CLOSED_BY:
            opened.append(index)
        elif token.text in _CLOSING:
            if not opened or _CLOSED_BY[code[opened[-1]].text] != token.text:
                raise _unexpected(token, [code[each] for each in opened], name)
            found[opened.pop()] = index
    if opened:
        last = code[opened[-1]]
        what = f"`{last.text}` is never closed by `{_CLOSED_BY[last.text]}`"
        raise LuaError(what, name, last.line, last.column)
    return found


def _unexpected(token: Token, opened: list[Token], name: str) -> LuaError:
    what = f"`{token.text}` closes nothing"
    if opened:
        last = opened[-1]
        what = (
            f"`{token.text}` where `{_CLOSED_BY[last.text]}` should close "
            f"the `{last.text}` of line {last.line}"
        )
    return LuaError(what, name, token.line, token.column)
