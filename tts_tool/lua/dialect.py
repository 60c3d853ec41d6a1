r"""Puts MoonSharp's Lua into the plain Lua 5.2 that runs outside Tabletop Simulator.

Every line keeps its number, and most tokens their column. MoonSharp's strings are made of
characters, those of plain Lua of bytes: the result is meant to be encoded as UTF-8, and an escape
such as `\u{e9}` or `\233`, which to MoonSharp is the character é, becomes the bytes of é.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from tts_tool.lua import syntax
from tts_tool.lua.lexer import KINDS, NO_CODE, Token, tokens
from tts_tool.lua.parser import parse
from tts_tool.lua.strings import replace_escapes

__all__ = ["respelt", "translate"]

_LONE_RETURN = re.compile(r"\r(?!\n)")
_FOREIGN_BLANK = re.compile(r"[^\n\r\t-\x0c ]|\r(?!\n)")


# Most of a script means the same in both; it is passed over many tokens at a time.
_SAME = r"""
      [\t\n\x0b\x0c\x20]
    | \r(?=\n)
    | [A-Za-z_][A-Za-z0-9_]*+(?!\w)
    | "[^"\\\r\n]*+" | '[^'\\\r\n]*+'
    | [0-9]++(?:\.[0-9]++)?(?![\w.])
    | --(?!\[)[^\r\n]*+(?!\r)
    | [+*/%^&~<>=(){}\];:,.] | \#(?!!) | -(?!-) | \[(?![=\[])
"""
_RESPELT = re.compile(rf"(?P<same>(?:{_SAME}){{1,500}}) | {KINDS}", re.VERBOSE)


def translate(text: str, name: str = "script") -> str:
    """Translate the script `text`; `name` is what errors call it."""
    return "".join(_pieces(text, name))


def respelt(text: str) -> str:
    """Translate a script that is known to be sound, and to have no functions between bars."""
    return "".join(_respelt(text))


def _respelt(text: str) -> Iterator[str]:
    before: str | None = ""
    for found in _RESPELT.finditer(text):
        piece, kind = found[0], found.lastgroup
        if before == "number" and (kind == "name" or piece[0].isidentifier()):
            yield " "
        yield piece if kind == "same" else _spelt(kind, piece)
        before = kind


def _pieces(text: str, name: str) -> Iterator[str]:
    cut = list(tokens(text, name))
    other, ends = _otherwise(text, name) if _is_special(cut) else ({}, Counter[int]())
    before = ""
    for token in cut:
        if before == "number" and token.kind in ("name", "keyword"):
            yield " "
        yield other.get(token.offset, _spelt(token.kind, token.text))
        yield " end" * ends[token.end]
        before = token.kind


def _is_special(cut: Iterable[Token]) -> bool:
    """Tell whether there are bars, or second brackets behind the parameters of a function."""
    in_head, before = False, ""
    for token in cut:
        if token.kind in NO_CODE:
            continue
        if token.text == "|" or (in_head and before == token.text == ")"):
            return True
        in_head = token.text == "function" or (in_head and before != ")")
        before = token.text
    return False


def _otherwise(text: str, name: str) -> tuple[dict[int, str], Counter[int]]:
    """Tell what bars and spare brackets become, and behind which offsets how many functions end."""
    chunk = parse(text, name)
    other = {bracket.offset: "" for bracket in chunk.spare}
    ends: Counter[int] = Counter()
    for part in syntax.walk(chunk.body):
        if isinstance(part, syntax.Function) and part.is_short:
            other[part.at.offset] = "function("
            other[part.body.at.offset] = ") return "
            ends[part.end] += 1
    return other, ends


def _spelt(kind: str | None, text: str) -> str:
    """Translate a token that needs nothing but itself."""
    translated = _PLAIN.get(kind)
    return translated(text) if translated else text


def _plain_string(text: str) -> str:
    if text[0] == "[":
        return text.replace("\r", "")  # MoonSharp drops them, plain Lua makes lines of them
    return replace_escapes(text, _plain_escape)


def _plain_escape(meaning: str, written: str) -> str:
    if written.startswith("\\z"):
        return "\\z" + _FOREIGN_BLANK.sub(" ", written[2:])
    if written == "\\\r":
        return "\\n"
    if written in ("\\[", "\\]"):
        return meaning
    if meaning.isascii() and written[1] != "u":
        return written
    return "".join(f"\\{byte:03}" for byte in meaning.encode("utf-8", "surrogatepass"))


def _spelt_out(name: str) -> str:
    """Write a name in ASCII; members are found under it too, but not by a string."""
    return "".join(char if char.isascii() else f"_u{ord(char):x}_" for char in name)


_PLAIN: Mapping[str | None, Callable[[str], str]] = {
    "symbol": lambda text: "~=" if text == "!=" else text,
    "string": _plain_string,
    "space": lambda text: _FOREIGN_BLANK.sub(" ", text),
    "comment": lambda text: _LONE_RETURN.sub(" ", text),
    "name": lambda text: text if text.isascii() else _spelt_out(text),
    "shebang": lambda text: "--" + _LONE_RETURN.sub(" ", text[2:]),
    "bom": lambda _: "",
}
