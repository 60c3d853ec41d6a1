"""How a JSON file is laid out, apart from what it says: blanks, line ends, odd spellings.

Nearly every file follows a rule from end to end, and the rule is all that is kept of it. Where
a file breaks its own rule, the break is kept under the place (a JSON pointer) at which it stands.
A break whose place is gone, or whose string has changed, no longer applies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, NamedTuple, Protocol
from zlib import crc32

import msgspec

from tts_tool.saves.blank_lines import with_leads
from tts_tool.saves.spelling import BY_TTS, Spelling, Wide
from tts_tool.saves.words import laid_out

__all__ = [
    "MARK",
    "ONE_LINE",
    "TTS",
    "Hand",
    "Layout",
    "Named",
    "Newline",
    "Odd",
    "Shape",
    "Slot",
    "Spelled",
    "fingerprint",
    "step",
    "walk",
    "write",
]

MARK: Final = b"\xef\xbb\xbf"

Gap = Annotated[str, msgspec.Meta(pattern=r"^[ \t\r\n]*\Z")]
Colon = Annotated[str, msgspec.Meta(pattern=r"^[ \t\r\n]*:?[ \t\r\n]*\Z")]
Slot = Literal["lead", "colon", "tail", "close"]
Named = Literal["key", "text"]
Newline = Literal["\n", "\r\n"]


class Shape(NamedTuple):
    """The blanks in a dict or list: before the first item, the others, the end; the colon."""

    first: Gap
    inside: Gap
    close: Gap
    colon: Colon


class Spelled(msgspec.Struct):
    """The characters of one string that are written oddly; `of` is the string's fingerprint."""

    of: str
    at: list[tuple[int, str]]


class Odd(msgspec.Struct, omit_defaults=True):
    """What breaks the rule at one place."""

    lead: Gap | None = None
    colon: Colon | None = None
    tail: Gap | None = None
    close: Gap | None = None
    shape: Shape | None = None
    key: Spelled | None = None
    text: Spelled | None = None
    dead: dict[str, list[tuple[str, str]]] = {}
    """Members that a later one with the same key replaces: what follows -> key and text of each."""


class Layout(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The rule of a file, and where it breaks it."""

    mark: bool = False
    newline: Newline = "\n"
    lead: Gap = ""
    tail: Gap = ""
    unit: Gap = "  "
    shape: Shape = Shape("\n  ", "\n  ", "\n", ": ")
    wide: Wide = ""
    marks: dict[str, str] = {}
    odd: dict[str, Odd] = {}

    @property
    def indent(self) -> int | None:
        """The indentation by which msgspec writes such a file, if it can."""
        if self.odd or self.wide or self.marks:
            return None
        return _QUICK.get((self.shape, self.unit))


TTS: Final = Layout()
ONE_LINE: Final = Layout(shape=Shape("", " ", "", ": "), unit="")

_BLOCKS: Final = {n: " " * n for n in range(1, 9)}
_QUICK: Final = {
    (Shape(f"\n{unit}", f"\n{unit}", "\n", ": "), unit): n for n, unit in _BLOCKS.items()
} | {(Shape("", " ", "", ": "), ""): 0, (Shape("", "", "", ":"), ""): -1}


def write(root: Any, layout: Layout) -> bytes:  # noqa: ANN401 - a tree is what JSON can say
    """Write a tree by its layout."""
    body = _quickly(root, layout.indent) or _with_blank_lines(root, layout)
    if body is None:
        spelled = walk(root, layout, _Writing(layout))
        body = spelled.encode()
    if layout.lead or layout.tail:
        body = b"".join((layout.lead.encode(), body, layout.tail.encode()))
    if layout.newline != "\n":
        body = body.replace(b"\n", layout.newline.encode())
    return MARK + body if layout.mark else body


def _quickly(root: Any, indent: int | None) -> bytes | None:  # noqa: ANN401
    if indent is None:
        return None
    try:
        return laid_out(msgspec.json.encode(root), indent)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None  # halves of surrogate pairs, which strict JSON does not have


def _with_blank_lines(root: Any, layout: Layout) -> bytes | None:  # noqa: ANN401
    """Write a tree whose layout is odd only in blanks before some items."""
    rule = msgspec.structs.replace(layout, odd={})
    leads = {place: odd.lead for place, odd in layout.odd.items() if odd.lead is not None}
    only = all(odd == Odd(lead=odd.lead) for odd in layout.odd.values())
    laid = _quickly(root, rule.indent) if leads and only and (rule.indent or 0) > 0 else None
    return None if laid is None else with_leads(laid, leads, layout.unit.encode())


class Hand(Protocol):
    """Decides, place by place, what is written; `walk` says what the rule would be."""

    def gap(self, at: str, slot: Slot, usual: str) -> str:
        """Give the blanks before or after something."""

    def shape(self, at: str, usual: Shape) -> Shape:
        """Give the rule inside a dict or list."""

    def text(self, at: str, slot: Named, value: str) -> str:
        """Give a string with its quotes."""

    def dead(self, at: str, key: str, node: Mapping[str, Any]) -> str:
        """Give members before that of a key, each of which a later one has replaced."""


def walk(root: Any, layout: Layout, hand: Hand) -> str:  # noqa: ANN401
    """Go through a tree in the order of its text, and give the text."""
    walker = _Walk(layout.unit, hand)
    first = layout.shape
    walker.value(root, "", _Frame("\n" if "\n" in first.inside else "", first))
    return "".join(walker.parts)


class _Frame(NamedTuple):
    """The line on which a value stands, and the rule that it would have inside."""

    line: str
    shape: Shape


@dataclass
class _Walk:
    unit: str
    hand: Hand
    parts: list[str] = field(default_factory=list)

    def value(self, node: Any, at: str, frame: _Frame) -> None:  # noqa: ANN401
        if isinstance(node, dict | list | tuple):
            self._container(node, at, frame)
        else:
            self.parts.append(self._scalar(node, at))

    def _scalar(self, node: Any, at: str) -> str:  # noqa: ANN401
        if isinstance(node, str):
            return self.hand.text(at, "text", node)
        if isinstance(node, msgspec.Raw):
            return bytes(node).decode()
        return _WORDS[node] if node is None or isinstance(node, bool) else str(node)

    def _container(self, node: dict[str, Any] | Sequence[Any], at: str, frame: _Frame) -> None:
        opening, closing = "{}" if isinstance(node, dict) else "[]"
        self.parts.append(opening)
        if not node:
            self.parts += [self.hand.gap(at, "close", ""), closing]
            return
        shape = self.hand.shape(at, frame.shape)
        pairs = node.items() if isinstance(node, dict) else enumerate(node)
        last = len(node) - 1
        for index, (key, value) in enumerate(pairs):
            below = f"{at}/{step(key)}"
            if isinstance(node, dict):
                self.parts.append(self.hand.dead(at, str(key), node))
            usual = shape.inside if index else shape.first
            lead = self.hand.gap(below, "lead", usual)
            self.parts.append(lead)
            if isinstance(key, str):
                self.parts.append(self.hand.text(below, "key", key))
                self.parts.append(self.hand.gap(below, "colon", shape.colon))
            self.value(value, below, self._inside(lead, shape))
            if index < last:
                self.parts += [self.hand.gap(below, "tail", ""), ","]
        self.parts += [self.hand.gap(at, "close", shape.close), closing]

    def _inside(self, lead: str, outer: Shape) -> _Frame:
        """Say which rule follows from that of the container, and from the line one is on."""
        if "\n" not in outer.inside:
            return _Frame("", outer)
        found = _LINE.search(lead) or _LINE.search(outer.inside)
        line = found[0] if found else "\n"
        deeper = line + self.unit
        return _Frame(line, Shape(deeper, deeper, line, outer.colon))


_LINE: Final = re.compile(r"\r?\n[^\n]*\Z")
_WORDS: Final = {None: "null", True: "true", False: "false"}


class _Writing:
    """Writes by the rule, and where it was broken as it was."""

    def __init__(self, layout: Layout) -> None:
        self._odd = layout.odd
        plain = not (layout.wide or layout.marks)
        self._spelling = BY_TTS if plain else Spelling(layout.wide, layout.marks)

    def gap(self, at: str, slot: Slot, usual: str) -> str:
        odd = self._odd.get(at)
        gap: str | None = getattr(odd, slot, None)
        return usual if gap is None else gap

    def shape(self, at: str, usual: Shape) -> Shape:
        odd = self._odd.get(at)
        return odd.shape if odd and odd.shape else usual

    def text(self, at: str, slot: Named, value: str) -> str:
        spelled: Spelled | None = getattr(self._odd.get(at), slot, None)
        if spelled and spelled.of == fingerprint(value):
            return f'"{self._oddly(value, dict(spelled.at))}"'
        return f'"{self._spelling.spell(value)}"'

    def dead(self, at: str, key: str, node: Mapping[str, Any]) -> str:
        odd = self._odd.get(at)
        dead = odd.dead.get(key, ()) if odd else ()
        return "".join(text for replaced, text in dead if replaced in node)

    def _oddly(self, value: str, units: Mapping[int, str]) -> str:
        mark = self._spelling.mark
        return "".join(units.get(index) or mark(char) for index, char in enumerate(value))


def fingerprint(text: str) -> str:
    """Tell strings apart, so that a note about one is not applied to another."""
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def step(key: object) -> str:
    """Write one step of a JSON pointer."""
    return f"{key}".replace("~", "~0").replace("/", "~1")
