"""Finds where sources say something to players: which text, and what it is filled in with.

Said is a `Rejection`, `Said` or `Notice` with its code and a dict of parameters; or a `phrase` or
`word`, with its code among the first arguments and parameters by name. A code may be put together,
as in f"mode-{mode}": then any that begins and ends so is meant.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tts_tool.catalog.problems import Problem, did_you_mean
from tts_tool.kernel.rejection import PLACE

__all__ = ["Saying", "asked_for", "sayings", "spoken", "wrongly_said"]

_RECORDS = frozenset({"Rejection", "Said", "Disclosed", "Notice"})
_CALLS = frozenset({"phrase", "word"})
_PART = r"[\w.-]+"
"""What stands for a part of a code that is known only when it is said."""


class Saying(NamedTuple):
    """A place in the sources at which something is said."""

    code: str
    """A pattern; of a code that is written out the code itself."""
    params: frozenset[str] | None
    """What is given for its places; `None` if that can't be seen here."""
    file: str
    line: int

    @property
    def shown(self) -> str:
        """Give the code as people may read it."""
        return self.code.replace(_PART, "…").replace("\\", "")

    def means(self, code: str) -> bool:
        """Tell whether a text could be said here."""
        return re.fullmatch(self.code, code) is not None


def sayings(tree: ast.AST, file: str) -> Iterator[Saying]:
    """Find what a file says.

    >>> (said,) = sayings(ast.parse('Rejection(f"mode-{mode}", {"seat": seat})'), "x.py")
    >>> said.shown, said.means("mode-off"), [*said.params]
    ('mode-…', True, ['seat'])
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _name(node.func)
        if name in _RECORDS:
            codes = node.args[:1] or [k.value for k in node.keywords if k.arg == "code"]
            params = _keys(node)
        elif name.lstrip("_") in _CALLS:
            codes, params = [*filter(_is_text, node.args)][:1], _keywords(node)
        else:
            continue
        for code in codes:
            for pattern in _patterns(code):
                yield Saying(pattern, params, file, node.lineno)


def wrongly_said(
    said: Iterable[Saying], texts: Mapping[str, Mapping[str, str]]
) -> Iterator[Problem]:
    """Find what is said and has no text, or without something that its text has a place for."""
    for each in said:
        meant = [code for code in texts if each.means(code)]
        if not meant:
            message = f'"{each.shown}" is said, and there is no such text'
            yield _problem(each, message, did_you_mean(each.shown, texts))
        elif each.params is not None and not each.code.startswith(_PART):
            for code in meant:
                yield from (
                    _problem(each, f'"{code}" is said, and its text asks for {{{place}}}')
                    for place in sorted(asked_for(texts[code].values()) - each.params)
                )


def asked_for(texts: Iterable[str]) -> set[str]:
    """Name what texts ask for.

    >>> sorted(asked_for(["{card.motto} {cost coin|coins}"]))
    ['card', 'cost']
    """
    return {place[1] for text in texts for place in PLACE.finditer(text)}


def _problem(saying: Saying, message: str, guess: str | None = None) -> Problem:
    file, line = saying.file, saying.line
    return Problem(
        file=file, line=line, path="", message=message, suggestion=guess, severity="warning"
    )


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _is_text(node: ast.expr) -> bool:
    return any(True for _ in _patterns(node))


def _patterns(node: ast.expr) -> Iterator[str]:
    """Read a code, both of `"a" if x else "b"`, or what can be seen of one in an f-string."""
    match node:
        case ast.Constant(value=str(code)):
            yield re.escape(code)
        case ast.IfExp(body=one, orelse=other):
            yield from _patterns(one)
            yield from _patterns(other)
        case ast.JoinedStr(values=parts):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else _PART
                for part in parts
            )


def _keys(node: ast.Call) -> frozenset[str] | None:
    """Name the parameters of a record: the keys of the dict, if it is written out."""
    given = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "params")]
    if not given:
        return frozenset()
    if not isinstance(given[0], ast.Dict):
        return None
    keys = [key.value if isinstance(key, ast.Constant) else None for key in given[0].keys]
    return None if None in keys else frozenset(map(str, keys))


def _keywords(node: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in node.keywords]
    return None if None in names else frozenset(map(str, names))


_LUA = re.compile(r'"([\w.-]+)"(\s*\.\.)?|[{,]\s*(\w+) = |\bwords\.(\w+)')


def spoken(script: str) -> Iterator[str]:
    """Give the words of a script as patterns: that of `"rolled-" .. rank` means all that begin so.

    They are strings, keys as in `{ late = 5 }`, and what is taken from `words`.

    >>> [bool(re.fullmatch(each, "rolled-2")) for each in spoken('say("done", "rolled-" .. rank)')]
    [False, True]
    """
    for word, more, key, field in _LUA.findall(script):
        yield re.escape(word or key or field) + (_PART if more else "")
