"""How somebody names an element of a custom interface.

By its id; by what it shows; by the function that it calls, or what it passes to it; or by its path,
`Panel/Button[2]`: its tag and those around it, with its number where several of a kind are beside
each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice

from tts_tool.errors import BadInput, NotFound
from tts_tool.table.world.markup import Element
from tts_tool.table.world.screens import Screen, is_shown, trigger_of

__all__ = ["find", "path_of"]

_STEP = re.compile(r"(?P<tag>[^/\[\]]+)(?:\[(?P<number>\d{1,6})\])?")
# Any few do, as examples; that there are more is told.
_FEW = 12


def find(screen: Screen, name: str) -> Element:
    """Find an element by its id, or the one that shows this text, calls this, or stands there."""
    named = screen.by_id(name)
    if named is not None:
        return named
    for doing, fitting in _ways(screen, name):
        # Of several whoever names something means the one that is shown.
        shown = [each for each in fitting if is_shown(screen, each)] if len(fitting) > 1 else []
        found = shown or fitting
        if len(found) > 1:
            fix = f"name one by its id, or by its path: {_listed(screen, found)}"
            raise BadInput(f"{len(found)} elements {doing} {name!r}", fix=fix)
        if found:
            return found[0]
    raise NotFound(f"the interface has no {name!r}", fix=_advice(screen, name))


def _ways(screen: Screen, name: str) -> Iterator[tuple[str, list[Element]]]:
    """Give what a name may say of elements, with those of which it is so, the likeliest first."""
    yield "show", [element for element in screen.all() if element.text == name]
    calling = [(each, call) for each in screen.all() for call in _calls(screen, each, name)]
    yield "call", _once(each for each, call in calling if name in _names(call))
    yield "pass", _once(each for each, call in calling if name == trigger_of(call).argument)
    yield "stand at", _at(screen, name)


def path_of(screen: Screen, element: Element) -> str:
    """Name an element by where it stands."""
    return "/".join(reversed([_step(screen, each) for each in element.lineage]))


def _step(screen: Screen, element: Element) -> str:
    beside = [each for each in _beside(screen, element) if each.kind == element.kind]
    return f"{element.tag}[{beside.index(element) + 1}]" if len(beside) > 1 else element.tag


def _beside(screen: Screen, element: Element) -> list[Element]:
    return screen.roots if element.parent is None else element.parent.children


def _at(screen: Screen, path: str) -> list[Element]:
    """Follow a path from the outside in; a step without a number may go several ways."""
    steps = [_STEP.fullmatch(step.strip()) for step in path.split("/")]
    found: list[Element] = []
    for depth, step in enumerate(steps):
        if step is None:
            return []
        groups = [screen.roots] if depth == 0 else [each.children for each in found]
        found = [each for group in groups for each in _chosen(group, step["tag"], step["number"])]
    return found


def _chosen(group: Iterable[Element], tag: str, number: str | None) -> list[Element]:
    fitting = [each for each in group if each.kind == tag.lower()]
    return fitting if number is None else fitting[int(number) - 1 :][:1] if int(number) else []


def _calls(screen: Screen, element: Element, part: str = "") -> list[str]:
    """List what an element calls, as it is written, if this is a part of that."""
    attributes = screen.attributes(element) if screen.has_styles else element.attributes
    named = [(name, text) for name, text in attributes.items() if part in text]
    return [text for name, text in named if name[:2].lower() == "on" and text]


def _names(call: str) -> tuple[str, str]:
    """Name what is called: as it is written, and the bare name of the function."""
    return call, trigger_of(call).function


def _once(elements: Iterable[Element]) -> list[Element]:
    return list({id(each): each for each in elements}.values())


def _listed(screen: Screen, elements: Iterable[Element]) -> str:
    """Write down where elements stand; of many, the first."""
    paths = [path_of(screen, element) for element in islice(elements, _FEW + 1)]
    return ", ".join([*paths[:_FEW], "…"] if len(paths) > _FEW else paths)


def _advice(screen: Screen, name: str) -> str:
    ids = [element.id for element in screen.all() if element.id]
    calls = [
        name
        for element in screen.all()
        for call in _calls(screen, element)
        for name in _names(call)
    ]
    near = get_close_matches(name, [*ids, *calls], n=1)
    if near:
        return f"did you mean {near[0]}?"
    if ids:
        return f"it has {', '.join(ids)}"
    paths = _listed(screen, screen.all())
    return f"it has no ids at all, but elements at {paths}" if paths else "it has no elements"
