"""Merges three versions of a value: what it was, what it is here, what it is there.

The game writes numbers its own way, lets things settle by a hair and turns 360 degrees into 0, so
equality has a tolerance; what is equal stays as our side writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from tts_tool.saves.assets import address, is_address_key, picture_name
from tts_tool.saves.text_merge import Clash, Side, merge_texts
from tts_tool.saves.tree import Node, number

__all__ = ["ABSENT", "SPOT", "Conflict", "Taken", "Terms", "Values", "equal"]

Object = dict[str, Node]

TEXTS: Final = frozenset({"LuaScript", "XmlUI", "Description", "GMNotes", "Note", "Rules", "body"})
SPOT: Final = "Transform"
_SILENT: Final = frozenset({"GUID", "Date", "EpochTime", "VersionNumber"})
"""They change whenever somebody saves: our side keeps its own, and nobody need hear of it."""
_TINY: Final = 1e-4
"""More than single precision loses, in the seventh digit; less than `rounding` keeps of a size."""
_PARTS: Final = (
    (("posX", "posZ"), 0.02),
    (("posY",), 0.1),
    (("rotX", "rotY", "rotZ"), 0.5),
    (("scaleX", "scaleY", "scaleZ"), _TINY),
)
"""By how much a place may differ that nobody has meant to change: things settle when they land."""
_ROUND: Final = 360.0


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


ABSENT: Final = _Absent()
"""What a key says that is not there."""


Taken = Literal["ours", "theirs", "marked"]


class Conflict(NamedTuple):
    """Something that both sides have changed, and whose version was taken.

    `at` leads to its object in our own save, `clash` says in which lines texts disagree.
    """

    where: tuple[str, ...]
    at: str
    key: str
    ours: Any
    theirs: Any
    taken: Taken
    clash: Clash | None = None


class Terms(NamedTuple):
    """Whose version is taken where both have changed the same, by the key; and names for markers.

    Without `piecewise`, a text in which both changed the same lines is taken whole from one side:
    a script that is half of each would run as neither.
    """

    side: Callable[[str], Side]
    names: tuple[str, str] = ("ours", "theirs")
    piecewise: bool = True
    copies: bool = False
    """Whether what our side has made more of (copies, stacks) gets what theirs changed in it."""


def equal(one: Node, other: Node, key: str = "") -> bool:
    """Tell whether two values say the same, however the game has written them."""
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return _same_table(one, other) if key != SPOT else _same_spot(one, other)
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(equal(a, b, key) for a, b in pairs)
    if isinstance(one, str) and isinstance(other, str):
        return one == other or _same_text(one, other, key)
    numbers = _number(one), _number(other)
    if numbers[0] is not None and numbers[1] is not None:
        return abs(numbers[0] - numbers[1]) <= _TINY * max(1.0, abs(numbers[0]))
    return bool(type(one) is type(other) and one == other)


def _same_table(one: Object, other: Object) -> bool:
    return one.keys() == other.keys() and all(equal(one[k], other[k], k) for k in one)


def _same_spot(one: Object, other: Object) -> bool:
    """Tell whether nobody has moved, turned or resized a thing."""
    return all(_same_part(one, other, keys, most) for keys, most in _PARTS)


def _same_part(one: Object, other: Object, keys: Iterable[str], most: float) -> bool:
    for key in keys:
        a, b = (_number(side.get(key, 0)) for side in (one, other))
        if a is None or b is None:
            return one.get(key) == other.get(key)
        apart = abs(a - b) % _ROUND if key.startswith("rot") else abs(a - b)
        if min(apart, _ROUND - apart if key.startswith("rot") else apart) > most:
            return False
    return True


def _same_text(one: str, other: str, key: str) -> bool:
    if is_address_key(key):
        name = picture_name(one)
        return address(one) == address(other) or (bool(name) and name == picture_name(other))
    return key in TEXTS and one.replace("\r\n", "\n") == other.replace("\r\n", "\n")


def _number(node: Node) -> float | None:
    if isinstance(node, bool) or not isinstance(node, int | float | msgspec.Raw):
        return None
    value = number(node)
    return value if abs(value) < float("inf") else None


class Values:
    """Merges the values of one object; what both have changed is noted in `conflicts`."""

    def __init__(
        self, terms: Terms, conflicts: list[Conflict], where: tuple[str, ...], at: str
    ) -> None:
        self._terms = terms
        self._conflicts = conflicts
        self._where = where
        self._at = at

    def merged(self, base: Object, ours: Object, theirs: Object, path: str = "") -> Object:
        """Merge two objects, or two tables of settings, key by key."""
        found: Object = {}
        for key in _keys(ours, theirs):
            sides = (base.get(key, ABSENT), ours.get(key, ABSENT), theirs.get(key, ABSENT))
            value = self.value(f"{path}.{key}" if path else key, *sides)
            if value is not ABSENT:
                found[key] = value
        return found

    def value(self, path: str, base: Node, ours: Node, theirs: Node) -> Node:
        """Merge a value; its path is how it is told."""
        key = path.rpartition(".")[2]
        if equal(ours, theirs, key) or equal(base, theirs, key):
            return ours  # what is equal to ours stays as ours writes it
        is_text = key in TEXTS and all(
            side is ABSENT or isinstance(side, str) for side in (ours, theirs)
        )
        # A text whose lines end otherwise on our side is merged, so that they go on doing so.
        if equal(base, ours, key) and not (is_text and base != ours):
            return theirs
        if is_text:
            return self._text(path, base, ours, theirs)
        if isinstance(ours, dict) and isinstance(theirs, dict):
            sides = _table(base), ours, theirs
            return self._spot(*sides) if key == SPOT else self.merged(*sides, path)
        if isinstance(ours, list) and isinstance(theirs, list):
            return self._list(path, base if isinstance(base, list) else [], ours, theirs)
        return self._taken(path, ours, theirs)

    def _text(self, path: str, base: Node, ours: Node, theirs: Node) -> Node:
        before, mine, other = (
            side if isinstance(side, str) else "" for side in (base, ours, theirs)
        )
        side = self._side(path)
        merged = merge_texts(before, mine, other, side, self._terms.names)
        for clash in merged.clashes:
            self._note(path, ours, theirs, side, clash)
        if merged.clashes and side != "marked" and not self._terms.piecewise:
            return mine if side == "ours" else other
        return merged.text

    def _spot(self, base: Object, ours: Object, theirs: Object) -> Object:
        """Merge a place: where it is, how it is turned, how large it is, each as a whole."""
        found = dict(ours)
        for part in ("pos", "rot", "scale"):
            keys = [key for key in ours if key.startswith(part)]
            mine, other, before = ({k: s.get(k, 0) for k in keys} for s in (ours, theirs, base))
            if _same_spot(mine, other) or _same_spot(before, other):
                continue
            taken = other
            if not _same_spot(before, mine):
                side = self._side(SPOT)
                self._note(f"{SPOT}.{part}", mine, other, side)
                taken = other if side == "theirs" else mine
            found |= taken
        return found

    def _list(self, path: str, base: list[Node], ours: list[Node], theirs: list[Node]) -> Node:
        """Merge lists: sets of words as sets, rows of the same length place by place."""
        if all(isinstance(each, str) for each in (*base, *ours, *theirs)):
            kept = [each for each in ours if each in theirs or each not in base]
            return kept + [each for each in theirs if each not in base and each not in ours]
        named = _by_name(base), _by_name(ours), _by_name(theirs)
        if named[1] is not None and named[2] is not None:
            return [*self.merged(named[0] or {}, named[1], named[2], path).values()]
        if len(base) == len(ours) == len(theirs):
            rows = enumerate(zip(base, ours, theirs, strict=True))
            merged = [self.value(f"{path}.{n}", *row) for n, row in rows]
            return [each for each in merged if each is not ABSENT]
        return self._taken(path, ours, theirs)

    def _taken(self, path: str, ours: Node, theirs: Node) -> Node:
        side = self._side(path)
        if path.rpartition(".")[2] not in _SILENT:
            self._note(path, ours, theirs, side)
            return theirs if side == "theirs" else ours
        return ours

    def _side(self, path: str) -> Side:
        return self._terms.side(path.rpartition(".")[2])

    def _note(
        self, path: str, ours: Node, theirs: Node, taken: Side, clash: Clash | None = None
    ) -> None:
        # Only lines of a text can stand beside each other; of anything else ours stays.
        said = "ours" if taken == "marked" and clash is None else taken
        self._conflicts.append(Conflict(self._where, self._at, path, ours, theirs, said, clash))


def _table(node: Node) -> Object:
    return node if isinstance(node, dict) else {}


def _keys(ours: Object, theirs: Object) -> list[str]:
    """List the keys of ours in their order, each new one of theirs behind the one before it."""
    keys = [*ours]
    last = -1
    for key in theirs:
        if key in ours:
            last = keys.index(key)
        else:
            last += 1
            keys.insert(last, key)
    return keys


def _by_name(rows: Sequence[Node]) -> dict[str, Node] | None:
    """Give rows by their names, if each has one of its own, as pictures of an interface have."""
    found: dict[str, Node] = {}
    for each in rows:
        name = (each.get("Name") or each.get("normalized")) if isinstance(each, dict) else None
        if not isinstance(name, str) or name in found or "Transform" in each:
            return None
        found[name] = each
    return found
