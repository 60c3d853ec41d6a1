"""Elements that people use: what each kind keeps, what it takes, and what it passes on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from tts_tool.errors import BadInput, NotFound
from tts_tool.table.world.markup import Element
from tts_tool.table.world.screens import Screen, is_true, trigger_of

__all__ = ["Widget", "chosen", "group_of", "kept_text", "option_of", "slid_to", "typed", "widget"]


class Widget(Struct, frozen=True):
    """A kind of element: the attribute that holds what somebody has made of it."""

    attribute: str = ""
    # What is called when it has changed, and when somebody has done with it.
    changes: str = "onValueChanged"
    ends: str = ""


_WIDGETS: Mapping[str, Widget] = {
    "inputfield": Widget("text", ends="onEndEdit"),
    "toggle": Widget("isOn"),
    "togglebutton": Widget("isOn"),
    "slider": Widget("value"),
    "dropdown": Widget("value"),
}
_OTHER = Widget()

# Letters that a field does not take, by what it says it takes.
_UNFIT: Mapping[str, re.Pattern[str]] = {
    "Integer": re.compile(r"[^-0-9]"),
    "Decimal": re.compile(r"[^-.0-9]"),
    "Alphanumeric": re.compile(r"[^0-9A-Za-z]"),
    "Name": re.compile(r"[^-'A-Za-z ]"),
    "EmailAddress": re.compile(r"[^-0-9A-Za-z@.!#$%&'*+/=?^_`{|}~]"),
}


def widget(element: Element) -> Widget:
    """Say how an element is used."""
    return _WIDGETS.get(element.kind, _OTHER)


def kept_text(screen: Screen, element: Element, colour: str) -> str:
    """Say what somebody sees in an element that they can change."""
    shown = element.shown.get(colour)
    if shown is not None:
        return shown
    return screen.attribute(element, widget(element).attribute) or element.value


def typed(screen: Screen, element: Element, text: str) -> str:
    """Give what remains of what somebody types into a field."""
    unfit = _UNFIT.get(screen.attribute(element, "characterValidation") or "")
    fitting = unfit.sub("", text) if unfit else text
    limit = _number(screen, element, "characterLimit", 0.0)
    return fitting[: int(limit)] if limit > 0 else fitting


def slid_to(screen: Screen, element: Element, value: float) -> str:
    """Give where a slider stops."""
    low = _number(screen, element, "minValue", 0.0)
    high = _number(screen, element, "maxValue", 1.0)
    place = float(min(max(value, low), high))
    if is_true(screen.attribute(element, "wholeNumbers")) or place.is_integer():
        return str(round(place))
    return f"{place:.7g}"


def option_of(element: Element, wanted: str | int) -> tuple[int, str]:
    """Find a line of a list by its text or its place, which counts from 0."""
    lines = [each.text for each in element.children if each.kind == "option"]
    place = lines.index(wanted) if isinstance(wanted, str) and wanted in lines else wanted
    if isinstance(place, str) or not 0 <= place < len(lines):
        raise NotFound(f"{element!r} has no option {wanted!r}", fix=f"one of {', '.join(lines)}")
    return place, lines[place]


def group_of(element: Element) -> Element | None:
    """Find the group of which only one toggle can be on."""
    return next((each for each in element.lineage if each.kind == "togglegroup"), None)


def chosen(calls: str, index: int, text: str) -> str:
    """Say how a choice is passed on: as text, or by its place if the function asks for that."""
    return str(index) if trigger_of(calls).argument == "selectedIndex" else text


def _number(screen: Screen, element: Element, name: str, absent: float) -> float:
    text = screen.attribute(element, name)
    try:
        return float(text) if text else absent
    except ValueError as error:
        raise BadInput(f"{element!r} has {name}={text!r}, which is no number") from error
