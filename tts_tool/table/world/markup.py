"""XML of custom interfaces: read into elements, written back, told and taken as Lua tables.

An interface has any number of elements beside each other. Whatever an element or an attribute is
called, it is kept. Entities cannot be declared, and an interface has an end, so that a few lines
of XML never become gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.parsers import expat

from tts_tool.errors import BadInput

__all__ = [
    "MOST_DEPTH",
    "MOST_ELEMENTS",
    "MOST_LETTERS",
    "Element",
    "built",
    "elements",
    "told",
    "xml",
]

MOST_LETTERS = 8 << 20  # twice what the largest of 504 collected saves has in all
MOST_ELEMENTS = 100_000  # ten for each thing that a table may have (`MOST_THINGS`)
MOST_DEPTH = 90  # each level is some calls of the thousand that Python allows

# Interfaces have many roots and XML has one; inside it nobody can declare anything.
_OPEN, _CLOSE = "<XmlLayout>", "</XmlLayout>"
_DECLARATION = re.compile(r"\ufeff?\s*<\?xml[^>]*\?>")


class Element:
    """One element: what its author wrote, and what each person has made of it since."""

    __slots__ = ("attributes", "children", "parent", "shown", "tag", "value")

    def __init__(
        self, tag: str, attributes: dict[str, str], value: str = "", parent: Element | None = None
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.value = value
        self.parent = parent
        self.children: list[Element] = []
        # What somebody typed, chose or switched: it is theirs alone until a script says otherwise.
        self.shown: dict[str, str] = {}

    def __repr__(self) -> str:
        name = self.id or self.text
        return f"<{self.tag} {name!r}>" if name else f"<{self.tag}>"

    @property
    def kind(self) -> str:
        """Name its tag in small letters, for the game does not mind capitals in it."""
        return self.tag.lower()

    @property
    def id(self) -> str:
        """Name it as scripts do; "" if they cannot."""
        return self.attribute("id") or ""

    @property
    def text(self) -> str:
        """Say what it shows."""
        text = self.attribute("text")
        return self.value if text is None else text

    def attribute(self, name: str) -> str | None:
        """Read what its author wrote, or a script has set since."""
        return self.attributes.get(self.spelt(name))

    def spelt(self, name: str) -> str:
        """Say how an attribute is written here, for the game does not mind capitals in it."""
        if name in self.attributes:
            return name
        plain = name.lower()
        return next((each for each in self.attributes if each.lower() == plain), name)

    def walk(self) -> Iterator[Element]:
        """Give it and all that is in it, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)

    @property
    def lineage(self) -> Iterator[Element]:
        """Give it and all that it is in, from the inside out."""
        element: Element | None = self
        while element is not None:
            yield element
            element = element.parent


def elements(text: str) -> list[Element]:
    """Read XML; raises `BadInput` with line and column if it is none, or too much."""
    if len(text) > MOST_LETTERS:
        raise BadInput(f"an interface of {len(text):,} letters; {MOST_LETTERS:,} are allowed")
    reader = _Reader()
    plain = _DECLARATION.sub("", text, count=1).encode("utf-8", "replace")
    try:
        reader.parser.Parse(_OPEN.encode() + plain + _CLOSE.encode(), True)  # noqa: FBT003 - expat's
    except expat.ExpatError as error:
        column = error.offset - (len(_OPEN) if error.lineno == 1 else 0)
        what = f"line {error.lineno}, column {column}: {expat.ErrorString(error.code)}"
        raise BadInput(f"this is no XML: {what}") from error
    return reader.root.children


class _Reader:
    """Collects elements from what the parser tells."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.root = Element("", {})
        self._open = [self.root]
        self._texts: list[list[str]] = [[]]
        self._count = 0

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count == 1:
            return
        if self._count > MOST_ELEMENTS:
            raise BadInput(f"an interface has more than {MOST_ELEMENTS:,} elements")
        if len(self._open) > MOST_DEPTH:
            raise BadInput(f"an interface has elements nested more than {MOST_DEPTH} deep")
        parent = self._open[-1]
        made = Element(tag, attributes, "", None if parent is self.root else parent)
        parent.children.append(made)
        self._open.append(made)
        self._texts.append([])

    def _end(self, _tag: str) -> None:
        self._open.pop().value = "".join(self._texts.pop()).strip()

    def _text(self, text: str) -> None:
        self._texts[-1].append(text)


# As `xml.sax.saxutils` writes them, which brings all of HTTP with it into every cage.
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = _IN_TEXT | str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _quoted(text: str) -> str:
    """Put an attribute into those quotes that it does not hold, if there are such."""
    plain = text.translate(_IN_QUOTES)
    if '"' not in plain:
        return f'"{plain}"'
    return f"'{plain}'" if "'" not in plain else f'"{plain.replace(chr(34), "&quot;")}"'


def xml(roots: Iterable[Element]) -> str:
    """Write elements as XML."""
    return "\n".join(line for root in roots for line in _lines(root, ""))


def _lines(element: Element, blank: str) -> Iterator[str]:
    attributes = "".join(f" {name}={_quoted(text)}" for name, text in element.attributes.items())
    start, value = f"{blank}<{element.tag}{attributes}", element.value.translate(_IN_TEXT)
    if not element.children:
        yield f"{start}>{value}</{element.tag}>" if value else f"{start} />"
        return
    yield f"{start}>{value}"
    for child in element.children:
        yield from _lines(child, blank + "  ")
    yield f"{blank}</{element.tag}>"


def told(element: Element) -> dict[str, Any]:
    """Give an element as scripts get it: a table with its tag, attributes, value and children."""
    table: dict[str, Any] = {"tag": element.tag, "attributes": dict(element.attributes)}
    if element.value:
        table["value"] = element.value
    return {**table, "children": [told(child) for child in element.children]}


def built(rows: Iterable[Mapping[str, Any]], parent: Element | None = None) -> list[Element]:
    """Make elements of rows as `told` gives them; all texts are texts already."""
    return [_built(row, parent) for row in rows]


def _built(row: Mapping[str, Any], parent: Element | None) -> Element:
    made = Element(row["tag"], dict(row["attributes"]), row["value"], parent)
    made.children = built(row["children"], made)
    return made
