"""Says what has changed between two saves, as a person would."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Final, Literal

import msgspec

from tts_tool.saves.labels import label, thing_name
from tts_tool.saves.matching import match_elsewhere, match_inside, match_on_table
from tts_tool.saves.text_changes import text_change
from tts_tool.saves.tree import Document, Node, Number, number

__all__ = ["Change", "compare"]

Kind = Literal[
    "added",
    "changed",
    "layout",
    "moved",
    "order",
    "put",
    "removed",
    "renamed",
    "resized",
    "script",
    "setting",
    "state",
    "text",
    "turned",
]

_LISTS: Final = {"ContainedObjects": "", "ChildObjects": "attached "}
_TEXTS: Final = {
    "LuaScript": ("script", "script"),
    "XmlUI": ("script", "UI"),
    "LuaScriptState": ("script", "script state"),
    "Description": ("text", "description"),
    "GMNotes": ("text", "GM notes"),
    "Note": ("text", "note"),
    "Rules": ("text", "rules"),
    "body": ("text", "text"),
}
_SWITCHES: Final = {"Locked": ("unlocked", "locked")}
_VECTORS: Final[Mapping[str, tuple[Kind, tuple[str, ...]]]] = {
    "moved": ("moved", ("posX", "posY", "posZ")),
    "turned": ("turned", ("rotX", "rotY", "rotZ")),
    "resized": ("resized", ("scaleX", "scaleY", "scaleZ")),
}
_AXES: Final = "xyz"
_LONGEST: Final = 60  # of a value that is shown in a line


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that has changed; `where` leads to it from the table down."""

    kind: Kind
    where: tuple[str, ...]
    what: str
    before: Any = None
    after: Any = None

    def __str__(self) -> str:
        """Write it in one line, place first."""
        return ": ".join([" > ".join(self.where), self.what] if self.where else [self.what])


def compare(before: Document, after: Document) -> list[Change]:
    """List what has changed, from the settings of the table to the last card."""
    old, new = _plain(before.root), _plain(after.root)
    found = list(_changes(old, new))
    if not found and before.bytes() != after.bytes():
        what = "says the same, but is laid out or spelled differently"
        return [Change(kind="layout", where=(), what=what)]
    return found


def _changes(old: Node, new: Node) -> Iterator[Change]:
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new:
            yield _changed("the whole file", old, new, ())
        return
    comparison = _Comparison()
    settings = [key for key in _keys(old, new) if key != "ObjectStates"]
    yield from comparison.values(old, new, settings, ())
    yield from comparison.lists("ObjectStates", old, new, ())
    yield from comparison.left_over()


class _Gone(msgspec.Struct):
    """An object that is on one side only, until it is found elsewhere on the other."""

    thing: dict[str, Node]
    where: tuple[str, ...]
    attached: str

    def change(self, kind: Literal["added", "removed"]) -> Change:
        """Say that it is new or gone."""
        return Change(
            kind=kind, where=self.where, what=f"{self.attached}{label(self.thing)} {kind}"
        )


class _Comparison:
    """Compares two trees; notes what is on one side only, since it may only have moved."""

    def __init__(self) -> None:
        self._removed: list[_Gone] = []
        self._added: list[_Gone] = []

    def left_over(self) -> Iterator[Change]:
        """Report what was put elsewhere, then what is gone and what is new."""
        while pairs := match_elsewhere(
            [gone.thing for gone in self._removed], [gone.thing for gone in self._added]
        ).pairs:
            taken = [(self._removed[old], self._added[new]) for old, new in pairs]
            self._removed = _without(self._removed, {old for old, _ in pairs})
            self._added = _without(self._added, {new for _, new in pairs})
            for old, new in taken:
                yield from self._put(old, new)
        yield from (gone.change("removed") for gone in self._removed)
        yield from (gone.change("added") for gone in self._added)

    def _put(self, old: _Gone, new: _Gone) -> Iterator[Change]:
        source, target = (gone.where[-1] if gone.where else "the table" for gone in (old, new))
        what = f"put from {source} to {target}"
        yield Change(kind="put", where=(*new.where, label(new.thing)), what=what)
        yield from self.thing(old.thing, new.thing, new.where)

    def lists(
        self, key: str, before: dict[str, Node], after: dict[str, Node], where: tuple[str, ...]
    ) -> Iterator[Change]:
        """Compare the objects in two objects, or on two tables."""
        old, new = _objects(before.get(key)), _objects(after.get(key))
        if old is None or new is None:
            yield _changed(key, before.get(key), after.get(key), where)
            return
        found = (match_on_table if key == "ObjectStates" else match_inside)(old, new)
        attached = _LISTS.get(key, "")
        self._removed += [_Gone(old[index], where, attached) for index in found.removed]
        self._added += [_Gone(new[index], where, attached) for index in found.added]
        moved = len(found.pairs) - _longest_rising([index for index, _ in found.pairs])
        if moved:
            what = f"order changed: {moved} of {len(new)} objects in other places"
            yield Change(kind="order", where=where, what=what)
        for index, other in found.pairs:
            yield from self.thing(old[index], new[other], where)

    def thing(
        self, before: dict[str, Node], after: dict[str, Node], where: tuple[str, ...]
    ) -> Iterator[Change]:
        """Compare two objects that are the same one."""
        if before == after:
            return
        where = (*where, label(after))
        apart = {"Transform", "Nickname", "Tags", "States", "DeckIDs", *_LISTS}
        if before.get("Nickname", "") != after.get("Nickname", ""):
            names = [_shown(side.get("Nickname", "")) for side in (before, after)]
            yield Change(kind="renamed", where=where, what=f"renamed from {names[0]} to {names[1]}")
        yield from _transform(before.get("Transform"), after.get("Transform"), where)
        yield from _tags(before.get("Tags"), after.get("Tags"), where)
        plain = [key for key in _keys(before, after) if key not in apart]
        yield from self.values(before, after, plain, where)
        yield from self._states(before.get("States"), after.get("States"), where)
        for key in _LISTS:
            yield from self.lists(key, before, after, where)
        if "DeckIDs" in {*before, *after} and not (_follows(before) and _follows(after)):
            yield from _value("DeckIDs", before.get("DeckIDs"), after.get("DeckIDs"), where)

    def values(
        self,
        before: dict[str, Node],
        after: dict[str, Node],
        keys: Iterable[str],
        where: tuple[str, ...],
    ) -> Iterator[Change]:
        """Compare what is no object."""
        for key in keys:
            if key == "TabStates":
                yield from _tabs(before.get(key), after.get(key), where)
            elif key not in before or key not in after or before[key] != after[key]:
                yield from _value(key, before.get(key), after.get(key), where)

    def _states(self, before: Node, after: Node, where: tuple[str, ...]) -> Iterator[Change]:
        old, new = (side if isinstance(side, dict) else {} for side in (before, after))
        for name in _keys(old, new):
            one, other = old.get(name), new.get(name)
            if isinstance(one, dict) and isinstance(other, dict):
                yield from self.thing(one, other, (*where, f"state {name}"))
            elif one != other:
                state = other if name in new else one
                shown = label(state) if isinstance(state, dict) else _shown(state)
                what = f"state {name} {'added' if name in new else 'removed'}: {shown}"
                yield Change(kind="state", where=where, what=what)


def _without(things: list[_Gone], taken: set[int]) -> list[_Gone]:
    return [thing for index, thing in enumerate(things) if index not in taken]


def _objects(node: Node) -> list[dict[str, Node]] | None:
    """Give the objects of a list; None if there is something else."""
    if node is None:
        return []
    fits = isinstance(node, list) and all(isinstance(thing, dict) for thing in node)
    return node if fits else None


def _keys(before: dict[str, Node], after: dict[str, Node]) -> list[str]:
    return list(dict.fromkeys([*before, *after]))


def _follows(deck: dict[str, Node]) -> bool:
    """Tell whether the list of card numbers only repeats what the cards say."""
    cards = _objects(deck.get("ContainedObjects")) or []
    return bool(deck.get("DeckIDs") == [card.get("CardID") for card in cards])


def _transform(before: Node, after: Node, where: tuple[str, ...]) -> Iterator[Change]:
    told: set[str] = set()
    for name, (kind, keys) in _VECTORS.items():
        old, new = _vector(before, keys), _vector(after, keys)
        if old and new:
            told.update(keys)
        if old and new and old != new:
            was, now = ([float(value) for value in side] for side in (old, new))
            steps = [b - a for a, b in zip(was, now, strict=True)]
            by = f"by {_row(steps)}" if kind != "resized" else f"from {_row(was)} to {_row(now)}"
            yield Change(kind=kind, where=where, what=f"{name} {by}", before=was, after=now)
    if not (isinstance(before, dict) and isinstance(after, dict)):
        yield from _value("Transform", before, after, where)
        return
    for key in _keys(before, after):
        if key not in told:
            yield from _value(f"Transform.{key}", before.get(key), after.get(key), where)


def _vector(node: Node, keys: Iterable[str]) -> list[float] | None:
    """Give three numbers, if that is what they are; whole ones may be longer than a float holds."""
    values = [node.get(key) for key in keys] if isinstance(node, dict) else []
    numbers = [
        value for value in values if isinstance(value, int | float) and isfinite(number(value))
    ]
    return numbers if len(numbers) == len(_AXES) else None


def _row(numbers: Sequence[float]) -> str:
    return f"({', '.join(f'{value:.4g}' for value in numbers)})"


def _tags(before: Node, after: Node, where: tuple[str, ...]) -> Iterator[Change]:
    old, new = ([] if side is None else side for side in (before, after))
    if not (isinstance(old, list) and isinstance(new, list)):
        yield from _value("Tags", before, after, where)
        return
    said = [
        *(f"tag {_shown(tag)} added" for tag in new if tag not in old),
        *(f"tag {_shown(tag)} removed" for tag in old if tag not in new),
    ]
    if not said and old != new:
        said = ["tags in another order"]
    for what in said:
        yield Change(kind="changed", where=where, what=what)


def _tabs(before: Node, after: Node, where: tuple[str, ...]) -> Iterator[Change]:
    """Compare the pages of the notebook."""
    if not isinstance(before, dict | None) or not isinstance(after, dict | None):
        yield _changed("TabStates", before, after, where)
        return
    old, new = before or {}, after or {}
    for key in _keys(old, new):
        tab = new.get(key, old.get(key))
        name = thing_name("notebook tab", tab.get("title") if isinstance(tab, dict) else key)
        if key in old and key in new:
            yield from _value("", old[key], new[key], (*where, name))
        else:
            kind: Kind = "added" if key in new else "removed"
            yield Change(kind=kind, where=where, what=f"{name} {kind}")


def _value(key: str, before: Node, after: Node, where: tuple[str, ...]) -> Iterator[Change]:
    """Compare two values; what is inside of dicts and lists is named by its path."""
    last = key.rpartition(".")[2]
    if before == after:
        return
    if last in _TEXTS and isinstance(before, str | None) and isinstance(after, str | None):
        kind, name = _TEXTS[last]
        what = f"{name} {text_change(before or '', after or '')}"
        yield Change(kind="script" if kind == "script" else "text", where=where, what=what)
    elif last in _SWITCHES and isinstance(before, bool) and isinstance(after, bool):
        yield Change(kind="changed", where=where, what=_SWITCHES[last][after])
    elif isinstance(before, dict) and isinstance(after, dict):
        for name in _keys(before, after):
            inner = f"{key}.{name}" if key else name
            yield from _value(inner, before.get(name), after.get(name), where)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _value(f"{key}[{index}]", old, new, where)
    else:
        yield _changed(key, before, after, where)


def _changed(key: str, before: Node, after: Node, where: tuple[str, ...]) -> Change:
    kind: Kind = "changed" if where else "setting"
    what = f"{key} from {_shown(before)} to {_shown(after)}"
    if before is None:
        what = f"{key} is new: {_shown(after)}"
    elif after is None:
        what = f"{key} is gone; it was {_shown(before)}"
    return Change(kind=kind, where=where, what=what, before=before, after=after)


def _shown(node: Node) -> str:
    """Show a value in a line."""
    text = _json(node)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _json(node: Node) -> str:
    return msgspec.json.encode(node).decode()


def _plain(node: Node) -> Any:  # noqa: ANN401 - whatever JSON can say
    """Take what a tree says from how it is spelled; NaN, which JSON cannot say, by its name.

    Halves of letters, which no file can hold, stay told apart: each by its number.
    """
    if isinstance(node, dict):
        return {_plain(key): _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    if isinstance(node, str):
        return node if node.isascii() else node.encode(errors="backslashreplace").decode()
    if isinstance(node, Number):
        value = number(node)
        return value if abs(value) < float("inf") else bytes(node).decode()
    return node


def _longest_rising(numbers: Sequence[int]) -> int:
    """Count how many can stay where they are, so that the rest has moved."""
    ends: list[int] = []
    for value in numbers:
        at = bisect_left(ends, value)
        ends[at : at + 1] = [value]
    return len(ends)
