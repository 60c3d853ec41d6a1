"""Looks at custom interfaces for whoever is outside: one element, or all that one person sees."""

from __future__ import annotations

from typing import Any

from tts_tool.table.elements import find
from tts_tool.table.world.markup import Element
from tts_tool.table.world.people import Person
from tts_tool.table.world.screens import Screen, screen_of, visible
from tts_tool.table.world.seating import person_at
from tts_tool.table.world.widgets import kept_text, widget
from tts_tool.table.world.world import World

__all__ = ["element_at", "seen_on"]


def element_at(world: World, handle: int, name: str) -> dict[str, str]:
    """Give the attributes of an element, and its text as `text`."""
    element = find(screen_of(world, handle), name)
    return {**element.attributes, "text": element.text}


def seen_on(world: World, handle: int, colour: str) -> list[dict[str, Any]]:
    """Give what somebody sees, with what they themselves have typed and switched."""
    person = person_at(world, colour)
    screen = screen_of(world, handle)
    if person.blindfolded:
        return []
    roots = [root for root in screen.roots if root.kind != "defaults"]
    return [_seen(screen, root, person) for root in roots if visible(screen, root, person)]


def _seen(screen: Screen, element: Element, person: Person) -> dict[str, Any]:
    children = [child for child in element.children if visible(screen, child, person)]
    own = widget(element).attribute
    shown = {element.spelt(own): kept_text(screen, element, person.colour)} if own else {}
    return {
        "tag": element.tag,
        "id": element.id,
        "text": element.text,
        "attributes": {**element.attributes, **shown},
        "children": [_seen(screen, child, person) for child in children],
    }
