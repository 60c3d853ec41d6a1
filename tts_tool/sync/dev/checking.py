"""Sees before the game does that a script can't be run, or that an interface is no XML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple
from xml.parsers import expat

from tts_tool.errors import BadInput
from tts_tool.lua.errors import LuaError
from tts_tool.lua.parser import parse
from tts_tool.saves.tree import Node
from tts_tool.sync.dev.edits import things

__all__ = ["Source", "check_filled_in", "check_interfaces", "check_script"]

Source = Callable[[str, int, int], str]
"""Says where a place of a script comes from, by its owner's GUID; nothing, if nobody knows."""

_SUFFIXES: Final = frozenset({".lua", ".ttslua"})
_TEMPLATE: Final = re.compile(r"\{[{%#]")
"""Signs of a template, which is no Lua before it is filled in; or of a table in a table."""
_DECLARATION: Final = re.compile(r"\A\s*<\?xml[^>]*\?>")
_OPEN: Final = "<all>"
"""An interface may have several outermost elements."""


class _Fault(NamedTuple):
    line: int
    column: int
    what: str


def check_script(file: Path) -> None:
    """Raise what is wrong with the Lua in a file, if that is what it holds."""
    if file.suffix not in _SUFFIXES:
        return
    text = _read(file)
    if text is not None and not _TEMPLATE.search(text):
        parse(text, file.as_posix())


def check_filled_in(before: Node, after: Node, edited: Iterable[Path], source: Source) -> None:
    """Raise what is wrong with a script that some files make another, if they may be templates.

    Whether doubled braces are a template's shows only in what comes of it.
    """
    files = [file for file in edited if file.suffix in _SUFFIXES and _has_signs(file)]
    if not files:
        return
    known = {name: thing.data.get("LuaScript") for name, thing in things(before or {}).items()}
    for name, thing in things(after).items():
        text = str(thing.data.get("LuaScript") or "")
        if text == known.get(name):
            continue
        try:
            parse(text, thing.name)
        except LuaError as error:
            where = source(thing.guid, error.line, error.column)
            for file in files if not where else ():
                parse(_read(file) or "", file.as_posix())
            what = error.what if where else f"the script of {thing.name}: {error.what}"
            where = where or f"{files[0].as_posix()}:1"
            raise BadInput(what, where=where, fix=error.fix) from None


def _has_signs(file: Path) -> bool:
    return _TEMPLATE.search(_read(file) or "") is not None


def check_interfaces(before: Node, after: Node, edited: Iterable[Path]) -> None:
    """Raise what is wrong with an interface that some files make another.

    One that was no XML before is nobody's mistake of now. Parts that are included may be no XML by
    themselves, so a file is blamed only if what comes of it is none.
    """
    files = [file for file in edited if file.suffix == ".xml"]
    if not files:
        return
    known = {name: thing.data.get("XmlUI") for name, thing in things(before or {}).items()}
    for name, thing in things(after).items():
        text = str(thing.data.get("XmlUI") or "")
        if text == known.get(name) or (fault := _fault(text)) is None:
            continue
        for file in files:
            own = _read(file) or ""
            if not _TEMPLATE.search(own) and (found := _fault(own)) is not None:
                where = f"{file.as_posix()}:{found.line}:{found.column}"
                raise BadInput(f"this is no XML: {found.what}", where=where)
        what = f"the interface of {thing.name} is no XML, in its line {fault.line}: {fault.what}"
        raise BadInput(what, where=f"{files[0].as_posix()}:1")


def _fault(text: str) -> _Fault | None:
    plain = _DECLARATION.sub("", text, count=1)
    parser = expat.ParserCreate()
    try:
        parser.Parse(f"{_OPEN}{plain}</all>".encode("utf-8", "replace"), True)  # noqa: FBT003 - expat's
    except expat.ExpatError as error:
        column = error.offset - (len(_OPEN) if error.lineno == 1 else 0) + 1
        return _Fault(error.lineno, column, expat.ErrorString(error.code))
    return None


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):  # whoever needs it says so
        return None
