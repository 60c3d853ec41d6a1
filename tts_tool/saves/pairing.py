"""Says what two saves call in the same place: of the same object, under the same keys.

Between the two somebody may have played: objects lie elsewhere, in other decks and bags, are gone,
or there twice. So an object is known by whatever it keeps: its GUID, its memo, what it is called.
What several objects share tells nothing, unless they call the same there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from tts_tool.saves.assets import is_address_key
from tts_tool.saves.tree import Node

__all__ = ["paired"]

Object = dict[str, Node]

_LISTS: Final = ("ObjectStates", "ContainedObjects", "ChildObjects")
_STATES: Final = "States"
_SHEETS: Final = "CustomDeck"
_ELSEWHERE: Final = frozenset({*_LISTS, _STATES, _SHEETS})
_CELLS: Final = 100
"""A CardID is the number of its sheet times this, and the cell: see `saves.objects.cards`."""


class _Call(NamedTuple):
    """An address, under which keys it stands, and by what its object may be known."""

    keys: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    address: str


def paired(before: Node, after: Node) -> dict[str, Counter[str]]:
    """Count for each address of the first save what the second calls in its places."""
    known: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for call in _calls(before):
        for name in call.names:
            known[*name, "", *call.keys].add(call.address)
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for call in _calls(after):
        told = [known.get((*name, "", *call.keys), set()) for name in call.names]
        sure = {next(iter(each)) for each in told if len(each) == 1}
        if len(sure) == 1:
            found[sure.pop()][call.address] += 1
    return dict(found)


def _calls(root: Node) -> Iterator[_Call]:
    if isinstance(root, dict):
        yield from _of_object(root, {}, (("table",),))


def _of_object(
    thing: Object, above: Object, names: tuple[tuple[str, ...], ...] = ()
) -> Iterator[_Call]:
    """List what an object calls, and what is in it; `above` is the deck that it lies in."""
    names = names or tuple(_names(thing))
    for keys, address in _addresses(thing, ()):
        yield _Call(keys, names, address)
    for side, address in _sheets(thing, above):
        yield _Call((_SHEETS, side), names, address)
    for inside in _inside(thing):
        yield from _of_object(inside, thing)


def _names(thing: Object) -> Iterator[tuple[str, ...]]:
    for key in ("GUID", "Memo"):
        if isinstance(said := thing.get(key), str) and said:
            yield (key, said)
    called = tuple(str(thing.get(key) or "") for key in ("Nickname", "Description"))
    if called[0]:
        yield ("Nickname", *called)


def _inside(thing: Object) -> Iterator[Object]:
    held = [thing.get(key) for key in _LISTS]
    states = thing.get(_STATES)
    held.append(list(states.values()) if isinstance(states, dict) else None)
    for several in held:
        for each in several if isinstance(several, list) else ():
            if isinstance(each, dict):
                yield each


def _sheets(thing: Object, above: Object) -> Iterator[tuple[str, str]]:
    """List what a card shows, by its own word and by that of its deck.

    The game renumbers sheets, so their numbers tell nothing.
    """
    number = thing.get("CardID")
    if not isinstance(number, int):
        return
    for holder in (thing, above):
        sheets = holder.get(_SHEETS)
        sheet = sheets.get(str(number // _CELLS)) if isinstance(sheets, dict) else None
        if isinstance(sheet, dict):
            yield from ((key, address) for (key, *_), address in _addresses(sheet, ()))


def _addresses(node: Object, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, value in node.items():
        if isinstance(value, str):
            if value.strip() and is_address_key(key):
                yield (*keys, key), value
        elif key not in _ELSEWHERE:
            yield from _deeper(value, (*keys, key))


def _deeper(node: Node, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(node, dict):
        yield from _addresses(node, keys)
    elif isinstance(node, list):
        for place, each in enumerate(node):
            yield from _deeper(each, (*keys, _called(each) or str(place)))


def _called(node: Node) -> str:
    """Name an element of a list, where it has a name: pictures of an interface have."""
    named = node.get("CustomDecal", node) if isinstance(node, dict) else {}
    name = named.get("Name") if isinstance(named, dict) else None
    return f"={name}" if isinstance(name, str) and name else ""
