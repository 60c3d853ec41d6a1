"""Reads JSON so that nothing is lost: quickly if it is laid out by rule, else token by token."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.layout import MARK, Layout, Newline, Shape, write
from tts_tool.saves.thorough import DEEPEST, Numbers, Reader, place, text_of, wrong

__all__ = ["LONGEST", "FileReader", "read_quickly"]

LONGEST: Final = 1 << 26  # bytes of one string; scripts of real saves have up to 150,000

_LONG: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_START: Final = re.compile(rb"[ \t\r\n]*[\[{]((?:\n *)?)\S")


def read_quickly(data: bytes, where: str) -> tuple[Any, Layout] | None:
    """Read a file that follows one of the usual rules all through; None if it does not."""
    _check_strings(data, where)
    layout, body = _usual(data)
    if layout is None:
        return None
    try:
        root = msgspec.json.Decoder(float_hook=Numbers().__getitem__).decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    return None if write(root, layout) != data or _deep(root, layout, body) else (root, layout)


def _usual(data: bytes) -> tuple[Layout | None, bytes]:
    """Guess the rule from the first and last lines."""
    body = data.removeprefix(MARK)
    newline: Newline = "\n"
    if b"\r" in body:
        body, newline = body.replace(b"\r\n", b"\n"), "\r\n"
    start = _START.match(body)
    if start is None:
        return None, body
    shape, unit = _opening(start[1], body[: 1 << 12])
    tail = body[len(body.rstrip()) :]
    lead = body[: len(body) - len(body.lstrip())]
    layout = Layout(
        mark=data.startswith(MARK),
        newline=newline,
        lead=lead.decode(),
        tail=tail.decode(),
        unit=unit,
        shape=shape,
    )
    return (None if layout.indent is None else layout), body


def _opening(gap: bytes, head: bytes) -> tuple[Shape, str]:
    if gap:
        line = gap.decode()
        return Shape(line, line, "\n", ": "), line[1:]
    if re.match(rb'\s*(?:\[|\{"[^"\\]*": )', head):
        return Shape("", " ", "", ": "), ""
    return Shape("", "", "", ":"), ""


def _check_strings(data: bytes, where: str) -> None:
    """Refuse what no save has and no editor would open."""
    if len(data) <= LONGEST:
        return
    for found in _LONG.finditer(data):
        if len(found[0]) > LONGEST:
            at = place(data[: found.start()].decode("utf-8", "replace"))
            size = f"{len(found[0]) / 1e6:.0f} MB"
            raise BadInput(
                f"a string of {size}",
                where=f"{where}:{at}",
                fix=f"no string of a save is longer than {LONGEST >> 20} MB",
            )


def _deep(root: Any, layout: Layout, body: bytes) -> bool:  # noqa: ANN401
    """Tell from the blanks before its lines whether a tree may be deeper than we go."""
    unit = layout.unit
    if not unit:
        unit, body = " ", msgspec.json.format(msgspec.json.encode(root), indent=1)
    return b"\n" + unit.encode() * DEEPEST in body


class FileReader:
    """Reads files written by us or by a person; what they have in common is kept once."""

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(float_hook=Numbers().__getitem__)

    def read(self, data: bytes, where: str) -> Any:  # noqa: ANN401
        """Read JSON in which a key that comes twice is a mistake."""
        try:
            root = self._decoder.decode(data)
            if msgspec.json.format(data, indent=-1) == msgspec.json.encode(root):
                return root
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            pass  # said below what is wrong, and where
        reader = Reader(text_of(data, where), where)
        reader.document()
        if reader.dead:
            at = reader.text.index('"', min(reader.dead).start)
            wrong("a key that comes again further down", reader.text, at, where)
        return reader.root
