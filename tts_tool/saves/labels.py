"""Names objects for people."""

from __future__ import annotations

import re
from typing import Final

from tts_tool.saves.tree import Node

__all__ = ["label", "line", "thing_name"]

_LONGEST: Final = 40  # letters: half a line of a terminal


def label(thing: dict[str, Node]) -> str:
    """Name an object: its kind, what it is called, its GUID.

    >>> label({"Name": "Deck", "Nickname": "Wares", "GUID": "a1b2c3"})
    'Deck "Wares" [a1b2c3]'
    """
    name = thing_name(thing.get("Name"), thing.get("Nickname"))
    guid = thing.get("GUID")
    return f"{name} [{_short(guid)}]" if guid else name


def thing_name(kind: Node, name: Node) -> str:
    """Name something by kind and name, in one line that is not too long."""
    said = _short(name) if name else ""
    return f'{_short(kind) or "object"} "{said}"' if said else _short(kind) or "object"


def line(text: str) -> str:
    r"""Show a text in one line, without what a terminal would act upon.

    >>> line(" two\n lines\x1b[2J")
    'two lines [2J'
    """
    text = re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()
    return text.encode(errors="replace").decode()


def _short(node: Node) -> str:
    text = line(node if isinstance(node, str) else "" if node is None else str(node))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
