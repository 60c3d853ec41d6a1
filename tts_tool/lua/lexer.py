"""Cuts a script into tokens, the way MoonSharp (the Lua inside Tabletop Simulator) cuts it.

Nothing is lost: the texts of all tokens, joined, are the script. Where MoonSharp and the Lua
manual differ, MoonSharp is followed, since its line numbers stand in the game's messages:

- only a line feed ends a line or a comment; a carriage return is white space;
- every blank and every letter that Unicode knows counts as blank and as letter;
- `!=` is `~=`, and `|a, b| a + b` is a function;
- a name may follow a number without a blank between them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, NoReturn

from tts_tool.lua.errors import LuaError
from tts_tool.lua.strings import bad_escape

__all__ = ["KEYWORDS", "KINDS", "NO_CODE", "Kind", "LuaError", "Token", "code", "tokens"]

Kind = Literal[
    "name", "keyword", "number", "string", "symbol", "comment", "space", "bom", "shebang", "end"
]  # fmt: skip

KEYWORDS = frozenset(
    "and break do else elseif end false for function goto if in local nil not or repeat return "
    "then true until while".split()
)


class Token(NamedTuple):
    """A piece of a script; the first line is 1, the first column 0 (a BOM takes no column).

    The kind `end` is the place behind the last token; only a parser needs it.
    """

    kind: Kind
    text: str
    offset: int
    line: int
    column: int

    @property
    def end(self) -> int:
        """Where the next token begins."""
        return self.offset + len(self.text)


KINDS = r"""
      (?P<space>[\t-\r\ \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]++)
    | (?P<name>[^\W\d]\w*+)
    | (?P<comment>--(?:\[(?P<c>=*+)\[(?s:.*?)\](?P=c)\]|(?!\[=*+\[)[^\n]*+))
    | (?P<string>"(?:[^"\\\r\n]++|\\z\s*+|\\\r\n|\\(?s:.))*+"
                |'(?:[^'\\\r\n]++|\\z\s*+|\\\r\n|\\(?s:.))*+'
                |\[(?P<s>=*+)\[(?s:.*?)\](?P=s)\])
    | (?P<number>0[xX](?:[pP][+-]?|[0-9a-fA-F.])*+|\.?[0-9](?:[eE][+-]?|[0-9.])*+)
    | (?P<shebang>(?:\A|(?<=\A\ufeff))\#![^\n]*+)
    | (?P<symbol>\.{1,3}|[=~!<>]=|<<|>>|//|::|-(?!-)|\[(?!=*+\[)|[+*/%^\#&~|<>=(){}\];:,])
    | (?P<bom>\A\ufeff)
    | (?P<stray>(?s:.))
"""
"""How tokens of each kind are spelt; blanks in it mean nothing."""
_TOKEN = re.compile(KINDS, re.VERBOSE)
_NUMBER = re.compile(
    r"""0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?
    |(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?""",
    re.VERBOSE,
)
NO_CODE = frozenset(("space", "comment", "bom", "shebang"))
"""Kinds of what means nothing."""


def tokens(text: str, name: str) -> Iterator[Token]:
    """Cut the script `text`; `name` is what errors call it."""
    return _cut(text, name, frozenset())


def _cut(text: str, name: str, skipped: frozenset[str]) -> Iterator[Token]:
    line, line_start = 1, 0
    made = tuple.__new__  # a script has tens of thousands, and `Token` itself takes twice as long
    for found in _TOKEN.finditer(text):
        piece, start = found[0], found.start()
        kind: Any = found.lastgroup
        if kind not in skipped:
            if kind == "name" and piece in KEYWORDS:
                kind = "keyword"
            token = made(Token, (kind, piece, start, line, start - line_start))
            if kind in _CHECKS:
                _CHECKS[kind](token, name)
            yield token
        if "\n" in piece:
            line += piece.count("\n")
            line_start = start + piece.rindex("\n") + 1
        elif kind == "bom":
            line_start = 1


def code(text: str, name: str) -> Iterator[Token]:
    """Cut the script `text` and leave out what means nothing: blanks and comments."""
    return _cut(text, name, NO_CODE)


def _check_string(token: Token, name: str) -> None:
    if token.text[0] == "[" or "\\" not in token.text:
        return
    if (bad := bad_escape(token.text)) is None:
        return
    offset, escape = bad
    before = token.text[:offset]
    line = token.line + before.count("\n")
    column = offset - before.rfind("\n") - 1 if "\n" in before else token.column + offset
    raise LuaError(
        f"invalid escape {escape} in a string", name, line, column, fix=r"a backslash is \\"
    )


def _check_number(token: Token, name: str) -> None:
    if not _NUMBER.fullmatch(token.text):
        raise LuaError(f"malformed number {token.text}", name, token.line, token.column)


def _refuse(token: Token, name: str) -> NoReturn:
    """Say what is wrong about a character with which no token begins."""
    what, fix = _STRAY.get(token.text, (f"unexpected character {token.text!r}", None))
    raise LuaError(what, name, token.line, token.column, fix=fix)


_CHECKS: Mapping[Kind | Literal["stray"], Callable[[Token, str], None]] = {
    "string": _check_string,
    "number": _check_number,
    "stray": _refuse,
}
_STRAY = {
    '"': ("unfinished string", 'end it with " on the same line'),
    "'": ("unfinished string", "end it with ' on the same line"),
    "[": ("unfinished long string", "end it with as many = between ]] as it began with"),
    "-": ("unfinished long comment", "end it with as many = between ]] as it began with"),
    "!": ("unexpected !", "write `not`, or `~=` for unequal"),
}
