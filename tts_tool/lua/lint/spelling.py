"""Checks that look at how a script is written, before it means anything."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from tts_tool.lua.lexer import Kind, Token
from tts_tool.lua.lint.script import ReadScript, Remark
from tts_tool.lua.strings import escapes

__all__ = ["spelling"]

_UNSIGNED_EXPONENT = re.compile(r"[0-9.]+[eE][0-9]+|0[xX][0-9a-fA-F.]+[pP][0-9]+")
_BANNER = re.compile(r"--=+\[")
_CODE_AFTER_RETURN = re.compile(r"\r\s*[^\s-]")
_FOREIGN_BLANK = re.compile(r"[^\t-\r ]")


def spelling(script: ReadScript) -> Iterator[Remark]:
    """Find what the game reads in another way than the Lua manual, or not at all."""
    for token in script.tokens:
        if token.kind in _CHECKS:
            yield from _CHECKS[token.kind](token)
    for token, after in pairwise(script.tokens):
        if token.kind == "number":
            yield from _neighbours(token, after)


def _neighbours(token: Token, after: Token) -> Iterator[Remark]:
    if after.text in ("+", "-") and _UNSIGNED_EXPONENT.fullmatch(token.text):
        message = f"the game reads {token.text}{after.text} as one number, and fails"
        yield Remark("number", token, message, f"put a blank before the {after.text}")
    if after.kind in ("name", "keyword"):
        yield Remark("dialect", after, "a name right behind a number", "put a blank between")


def _number(token: Token) -> Iterator[Remark]:
    if token.text[:2] in ("0x", "0X") or "e" not in token.text.lower():
        return
    if math.isinf(float(token.text)):
        yield Remark("number", token, f"the game cannot read {token.text}", "use math.huge")
    else:
        yield Remark("exponent", token, "a number with an exponent", "write its digits out")


def _comment(token: Token) -> Iterator[Remark]:
    if _BANNER.match(token.text):
        message = "the game takes this for a long comment that never ends"
        yield Remark("comment", token, message, "put a blank behind the --")
    elif not token.text.startswith("--[") and _CODE_AFTER_RETURN.search(token.text):
        message = "a carriage return does not end this comment: what follows is part of it"
        yield Remark("comment", token, message, "end the line with a line feed")


def _string(token: Token) -> Iterator[Remark]:
    if token.text[0] == "[":
        return
    for meaning, written in escapes(token.text):
        if written[1] in "u[]":
            yield Remark("dialect", token, f"only MoonSharp reads {written}")
        elif not meaning.isascii():
            message = f"{written} is the character {meaning}, elsewhere a byte"
            yield Remark("escape", token, message, f"write {meaning}")


def _symbol(token: Token) -> Iterator[Remark]:
    if token.text == "!=":
        yield Remark("dialect", token, "only MoonSharp reads !=", "write ~=")


def _name(token: Token) -> Iterator[Remark]:
    if not token.text.isascii():
        yield Remark("dialect", token, f"only MoonSharp reads the name {token.text}")


def _space(token: Token) -> Iterator[Remark]:
    if _FOREIGN_BLANK.search(token.text):
        yield Remark("dialect", token, "only MoonSharp takes this blank for one")


def _start(token: Token) -> Iterator[Remark]:
    what = "a byte order mark" if token.kind == "bom" else "#! in the first line"
    yield Remark("dialect", token, f"only MoonSharp reads {what}", "leave it out")


_CHECKS: Mapping[Kind, Callable[[Token], Iterator[Remark]]] = {
    "number": _number,
    "comment": _comment,
    "string": _string,
    "symbol": _symbol,
    "name": _name,
    "space": _space,
    "bom": _start,
    "shebang": _start,
}
