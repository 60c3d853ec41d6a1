"""Somebody uses a custom interface: clicks, types, switches, slides, chooses.

What somebody does not see, or cannot use, they cannot press: that is `Refused`. Who clicks a
picture clicks the button that lies over it, in it or around it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.errors import BadInput, Refused
from tts_tool.table.covering import button_at, has_no_size
from tts_tool.table.elements import find
from tts_tool.table.hands import Player
from tts_tool.table.world.events import Handle, Seat, UiUsed
from tts_tool.table.world.markup import Element
from tts_tool.table.world.screens import SCREEN, Screen, is_true, screen_of, trigger_of, visible
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.widgets import (
    chosen,
    group_of,
    kept_text,
    option_of,
    slid_to,
    typed,
    widget,
)

__all__ = ["choose", "edit", "press", "slide", "touch"]

_TOGGLES = ("toggle", "togglebutton")
_PICTURES = ("image", "rawimage")
_LEFT, _RIGHT = "-1", "-2"

# What a function may name between brackets to be passed what was done, and not that word.
_VALUES = (None, "value", "selectedIndex", "selectedText")


def press(player: Player, name: str, on: Thing | None = None, *, alt: bool = False) -> bool:
    """Click an element; a toggle is switched."""
    screen, element = _reached(player, name, on)
    if element.kind in _TOGGLES:
        return _switch(player, screen, element)
    if element.kind in _PICTURES and not screen.attribute(element, "onClick"):
        element = button_at(screen, element, player.person) or element
        _check_usable(screen, element)
    return _call(player, screen, element, "onClick", _RIGHT if alt else _LEFT)


def edit(player: Player, name: str, text: str, on: Thing | None = None) -> bool:
    """Type a text into a field, in place of what was there, and leave it."""
    screen, element = _reached(player, name, on, "inputfield")
    if is_true(screen.attribute(element, "readOnly")):
        raise Refused(f"{element!r} can only be read")
    return _change(player, screen, element, typed(screen, element, text))


def slide(player: Player, name: str, value: float, on: Thing | None = None) -> bool:
    """Move a slider."""
    screen, element = _reached(player, name, on, "slider")
    return _change(player, screen, element, slid_to(screen, element, value))


def choose(player: Player, name: str, option: str | int, on: Thing | None = None) -> bool:
    """Choose a line of a list, by its text or its place, which counts from 0."""
    screen, element = _reached(player, name, on, "dropdown")
    index, text = option_of(element, option)
    element.shown[player.colour] = str(index)
    calls = screen.attribute(element, "onValueChanged") or ""
    return _tell(player, screen, element, "onValueChanged", chosen(calls, index, text))


def touch(player: Player, name: str, happening: str, on: Thing | None = None) -> bool:
    """Do to an element whatever else it may listen to, such as onMouseEnter."""
    screen, element = _reached(player, name, on)
    return _call(player, screen, element, happening, _LEFT)


def _reached(player: Player, name: str, on: Thing | None, kind: str = "") -> tuple[Screen, Element]:
    """Find what somebody can see and use."""
    screen = screen_of(player.world, SCREEN if on is None else on.handle)
    element = find(screen, name)
    if kind and element.kind != kind:
        raise BadInput(f"{element!r} is no {kind}")
    if not visible(screen, element, player.person):
        raise Refused(f"{player.colour} does not see {element!r}")
    _check_usable(screen, element)
    return screen, element


def _check_usable(screen: Screen, element: Element) -> None:
    if not is_true(screen.attribute(element, "interactable"), absent=True):
        raise Refused(f"{element!r} cannot be used: it is not interactable")
    if has_no_size(screen, element):
        raise Refused(f"{element!r} cannot be used: it has no size")


def _switch(player: Player, screen: Screen, element: Element) -> bool:
    """Switch a toggle; of a group the others go off."""
    was = is_true(kept_text(screen, element, player.colour))
    group = group_of(element)
    if was and group is not None and not is_true(screen.attribute(group, "allowSwitchOff")):
        return True
    for other in _others_on(player, screen, element, group):
        _change(player, screen, other, _truth(player, on=False))
    return _change(player, screen, element, _truth(player, on=not was))


def _others_on(
    player: Player, screen: Screen, element: Element, group: Element | None
) -> Iterator[Element]:
    for other in list(group.walk()) if group else ():
        on = other.kind in _TOGGLES and is_true(kept_text(screen, other, player.colour))
        if on and other is not element:
            yield other


def _truth(player: Player, *, on: bool) -> str:
    capital = player.world.switches.text("ui-toggle-passes") == "True"
    return str(on) if capital else str(on).lower()


def _change(player: Player, screen: Screen, element: Element, value: str) -> bool:
    """Show somebody what they have made of an element, and call whoever wants to know."""
    element.shown[player.colour] = value
    for happening in (widget(element).changes, widget(element).ends):
        _tell(player, screen, element, happening, value)
    return True


def _call(player: Player, screen: Screen, element: Element, happening: str, value: str) -> bool:
    if not screen.attribute(element, happening):
        raise Refused(f"{element!r} has no {happening}: nothing would happen")
    return _tell(player, screen, element, happening, value)


def _tell(player: Player, screen: Screen, element: Element, happening: str, value: str) -> bool:
    calls = screen.attribute(element, happening)
    if calls:
        owner = None if screen.handle == SCREEN else Handle(screen.handle)
        argument = trigger_of(calls).argument
        given = value if argument in _VALUES else argument
        seat = Seat(player.colour)
        player.world.tell(UiUsed(owner, element.id, calls, seat, given))
        player.world.deliver()
    return True
