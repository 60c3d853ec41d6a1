"""Merges what became of a save on two sides: our own, and theirs.

Our side says where things are: in which decks, in which order, what is gone, what is there twice.
Theirs adds what is new, takes away what is gone and nobody here has touched, and changes what
only it has changed. Whatever both have changed is told.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tts_tool.saves.merging.arranging import arranged
from tts_tool.saves.merging.sides import Sides
from tts_tool.saves.merging.values import Conflict, Terms, Values
from tts_tool.saves.merging.writing import rows
from tts_tool.saves.tree import Document, Node

__all__ = ["Merge", "merge"]

Object = dict[str, Node]

_THINGS: Final = "ObjectStates"
_PAGES: Final = "TabStates"


class Merge(NamedTuple):
    """A save with the changes of both sides, and what both have changed."""

    document: Document
    conflicts: tuple[Conflict, ...] = ()


def merge(base: Document, ours: Document, theirs: Document, terms: Terms) -> Merge:
    """Merge what became of `base`."""
    if theirs.root in (base.root, ours.root):
        return Merge(ours)
    sides = Sides(base.root, ours.root, theirs.root, terms)
    old, mine, other = (_settings(each.root) for each in (base, ours, theirs))
    values = Values(terms, sides.conflicts, (), "")
    merged = values.merged(old, mine, _pages_apart(old, mine, other))
    found = {**merged, _THINGS: rows(arranged(sides), sides)}
    order = [*ours.root, *(key for key in found if key not in ours.root)]
    root = {key: found[key] for key in order if key in found}
    if root == theirs.root:
        return Merge(theirs, tuple(sides.conflicts))
    # What is odd about a file is known by places, which may be others now.
    layout = ours.layout if root == ours.root else Document(root).layout
    return Merge(Document(root, layout), tuple(sides.conflicts))


def _settings(root: Object) -> Object:
    return {key: value for key, value in root.items() if key != _THINGS}


def _pages_apart(base: Object, ours: Object, theirs: Object) -> Object:
    """Give new pages of theirs other numbers than new pages of ours: they are not the same."""
    old, mine, other = (side.get(_PAGES) for side in (base, ours, theirs))
    if not (isinstance(old, dict) and isinstance(mine, dict) and isinstance(other, dict)):
        return theirs
    pages: Object = {}
    free = max((int(key) for key in (*mine, *other) if key.isdecimal()), default=0) + 1
    for key, page in other.items():
        is_another = key in mine and key not in old and _title(mine[key]) != _title(page)
        if is_another and isinstance(page, dict):
            pages[str(free)] = {**page, "id": free} if "id" in page else page
            free += 1
        else:
            pages[key] = page
    return {**theirs, _PAGES: pages}


def _title(page: Node) -> Node:
    return page.get("title") if isinstance(page, dict) else None
