"""What an edit of files means for the table: which things, which of their properties.

Two saves are compared that the same files gave, before and after. A thing is known by its memo,
else by its GUID, wherever it lies; so what comes out holds for its copy in a deck or a hand, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

from tts_tool.saves.merging.values import equal
from tts_tool.saves.tree import Node
from tts_tool.sync.messages import GLOBAL

__all__ = [
    "ABSENT",
    "SHEET",
    "Edit",
    "EditedThing",
    "Edits",
    "Path",
    "Print",
    "edits",
    "put",
    "says",
    "things",
    "value_at",
]

Path = tuple[str, ...]
ABSENT: Final = object()
"""Stands for what a side does not have."""

_LONGEST: Final = 40
SHEET: Final = ("CardID", "CustomDeck")
_HOLDERS: Final = ("ObjectStates", "ContainedObjects", "States")
_DERIVED: Final = frozenset({"DeckIDs", "CustomDeck"})
"""What a deck says of the cards in it, which say it themselves."""
_NEVER: Final = frozenset({"GUID", "LuaScriptState", "Date", "EpochTime", "VersionNumber"})
"""What the game gives and what play changes: no edit of a file is meant by it."""


class EditedThing(NamedTuple):
    """A thing of a save: what it is known by, what lies around it, and its data."""

    known: str
    guid: str
    memo: str
    inside: str
    data: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Call it as people do."""
        about = (self.data.get(key) for key in ("Nickname", "GMNotes", "Memo", "Name"))
        called = next((str(each).split("\n")[0][:_LONGEST] for each in about if each), "object")
        return "Global" if self.guid == GLOBAL else f"{called} - {self.guid}"


class Edit(NamedTuple):
    """A property that is another now. A sheet and its cell are one property, `CustomDeck`."""

    thing: EditedThing
    path: Path
    before: Any
    after: Any


class Edits(NamedTuple):
    """All that differs: properties, things that are new, and those that are gone."""

    changed: tuple[Edit, ...] = ()
    added: tuple[EditedThing, ...] = ()
    gone: tuple[EditedThing, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing differs."""
        return not (self.changed or self.added or self.gone)


def things(root: Node) -> dict[str, EditedThing]:
    """List a save's things by what they are known by; Global is the save itself."""
    found = list(_all(root, ""))
    memos = Counter(each.memo for each in found)
    guids = Counter(each.guid for each in found)
    nth: Counter[str] = Counter()
    named = {GLOBAL: EditedThing(GLOBAL, GLOBAL, "", "", root)}
    for each in found:
        # The states of a thing share its memo: then it names none of them.
        memo = each.memo if memos[each.memo] == 1 else ""
        known = memo or each.guid
        if not memo and guids[each.guid] > 1:
            nth[known] += 1
            known = f"{known}#{nth[known]}"
        named[known] = each._replace(known=known, memo=memo)
    return named


def edits(before: Node, after: Node) -> Edits:
    """Say what is to be done so that a table of the first save becomes one of the second."""
    old, new = things(before), things(after)
    changed = (
        edit
        for known in old
        if known in new and old[known].data != new[known].data
        for edit in _differing(old[known], new[known])
    )
    return Edits(
        tuple(changed),
        tuple(new[each] for each in new if each not in old),
        tuple(old[each] for each in old if each not in new),
    )


def put(thing: EditedThing, edit: Edit) -> None:
    """Let the data of a thing be as an edit says."""
    node: Any = thing.data
    if edit.path == ("CustomDeck",):
        node.update({key: edit.thing.data[key] for key in SHEET if key in edit.thing.data})
        return
    for key in edit.path[:-1]:
        node = node.setdefault(key, {})
    if edit.after is ABSENT:
        node.pop(edit.path[-1], None)
    else:
        node[edit.path[-1]] = deepcopy(edit.after)


def says(thing: EditedThing, edit: Edit) -> bool:
    """Tell whether a thing is as an edit says."""
    found = value_at(thing, edit.path)
    if found is ABSENT or edit.after is ABSENT:
        return found is edit.after
    return equal(found, edit.after, edit.path[-1])


def value_at(thing: EditedThing, path: Path) -> Any:  # noqa: ANN401 - as it stands in a save
    """Give what a thing says of a property."""
    found: Any = _own(thing)
    for key in path:
        found = found.get(key, ABSENT) if isinstance(found, dict) else ABSENT
    return found


def _all(node: Mapping[str, Any], inside: str) -> Iterator[EditedThing]:
    for key in _HOLDERS:
        held = node.get(key)
        several = list(held.values()) if isinstance(held, dict) else held
        for each in several if isinstance(several, list) else ():
            if isinstance(each, dict):
                guid, memo = (str(each.get(name) or "") for name in ("GUID", "Memo"))
                thing = EditedThing(guid, guid, memo, inside, each)
                yield thing
                yield from _all(each, thing.guid)


def _differing(old: EditedThing, new: EditedThing) -> Iterator[Edit]:
    one, other = _own(old), _own(new)
    for path, before, after in _leaves(one, other, ()):
        yield Edit(new, path, before, after)


def _own(thing: EditedThing) -> dict[str, Any]:
    """Take what a thing says of itself alone."""
    data = thing.data
    skipped = {*_HOLDERS, *_NEVER}
    if data.get("ContainedObjects"):
        skipped |= _DERIVED
    if thing.inside:
        skipped.add("Transform")  # what lies in something lies where that lies
    own = {key: value for key, value in data.items() if key not in skipped}
    if "CardID" in own:
        own["CustomDeck"] = _printed(own.pop("CardID"), own.pop("CustomDeck", None))
    return own


class Print(NamedTuple):
    """A card's sheet and cell; the sheet's number is nobody's business."""

    cell: int
    sheet: Any


def _printed(card: Any, sheets: Any) -> Any:  # noqa: ANN401 - as it stands in a save
    number = card if isinstance(card, int) else 0
    key, cell = divmod(number, 100)
    return Print(cell, (sheets or {}).get(str(key)) if isinstance(sheets, dict) else None)


def _leaves(
    one: Mapping[str, Any], other: Mapping[str, Any], above: Path
) -> Iterator[tuple[Path, Any, Any]]:
    for key in dict.fromkeys((*one, *other)):
        before, after = one.get(key, ABSENT), other.get(key, ABSENT)
        if isinstance(before, dict) and isinstance(after, dict):
            yield from _leaves(before, after, (*above, key))
        elif before != after:
            yield (*above, key), before, after
