"""Reads JSON so that nothing is lost: quickly if it is laid out by rule, else token by token."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput
from tts_tool.saves.blank_lines import odd_leads
from tts_tool.saves.layout import MARK, Layout, Newline, Odd, Shape, write
from tts_tool.saves.thorough import DEEPEST, Numbers, ThoroughReader, place, text_of, wrong
from tts_tool.saves.words import MEANT, compacted, decoded

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
        root = decoded(msgspec.json.Decoder(float_hook=Numbers(MEANT).__getitem__), body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    if write(root, layout) != data:
        layout = _with_odd_leads(root, layout, body)
        if not layout.odd or write(root, layout) != data:
            return None
    return None if _deep(root, layout, body) else (root, layout)


def _with_odd_leads(root: Any, layout: Layout, body: bytes) -> Layout:  # noqa: ANN401
    """Note blank lines that an editor has left between items, if these are all that is odd."""
    if (layout.indent or 0) <= 0:
        return layout
    laid = write(root, Layout(unit=layout.unit, shape=layout.shape))
    leads = odd_leads(body.strip(), laid, layout.unit.encode())
    odd = {place: Odd(lead=lead) for place, lead in (leads or {}).items()}
    return msgspec.structs.replace(layout, odd=odd) if odd else layout


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
        self._decoder = msgspec.json.Decoder(float_hook=Numbers(MEANT).__getitem__)

    def read(self, data: bytes, where: str) -> Any:  # noqa: ANN401
        """Read JSON in which a key that comes twice is a mistake."""
        try:
            root = decoded(self._decoder, data)
            if compacted(data) == msgspec.json.encode(root):
                return root
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            pass  # said below what is wrong, and where
        reader = ThoroughReader(text_of(data, where), where)
        reader.document()
        if reader.dead:
            at = reader.text.index('"', min(reader.dead).start)
            wrong("a key that comes again further down", reader.text, at, where)
        return reader.root
