"""Buttons and inputs that scripts put on objects, lines in menus, and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tts_tool.table.api.caller import GLOBAL, Caller
from tts_tool.table.api.reactions import react_to
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import OBJECT, Tint, real, text, tint, vec, whole
from tts_tool.table.scripts.values import Function, Handle
from tts_tool.table.world.events import (
    ButtonClicked,
    HotkeyPressed,
    InputEdited,
    MenuChosen,
)
from tts_tool.table.world.thing import Thing

if TYPE_CHECKING:
    from tts_tool.table.api.scripted import ScriptedWorld

__all__: list[str] = []

_WHITE: Tint = (1.0, 1.0, 1.0, 1.0)
_BLACK: Tint = (0.0, 0.0, 0.0, 1.0)

_COMMON: dict[str, Any] = {
    "label": "",
    "position": (0.0, 0.0, 0.0),
    "rotation": (0.0, 0.0, 0.0),
    "scale": (1.0, 1.0, 1.0),
    "width": 100.0,
    "height": 100.0,
    "font_size": 100.0,
    "color": _WHITE,
    "font_color": _BLACK,
    "tooltip": "",
}
_BUTTON: dict[str, Any] = {
    "click_function": "",
    **_COMMON,
    "hover_color": None,
    "press_color": None,
}
_INPUT: dict[str, Any] = {
    "input_function": "",
    **_COMMON,
    "value": "",
    "alignment": 1,
    "validation": 1,
    "tab": 1,
}

_READ = {
    "position": vec,
    "rotation": vec,
    "scale": vec,
    "width": real,
    "height": real,
    "font_size": real,
    "color": tint,
    "font_color": tint,
    "hover_color": tint,
    "press_color": tint,
    "alignment": whole,
    "validation": whole,
    "tab": whole,
}


def _changed(caller: Caller, element: dict[str, Any], given: dict[str, Any]) -> None:
    """Read what a script says of an element; what it does not know is left out."""
    for name in [name for name in element if name not in ("index", "function_owner")]:
        if given.get(name) is not None:
            element[name] = _READ.get(name, text)(given[name])
    owner = given.get("function_owner")
    if isinstance(owner, Handle) and owner.kind == OBJECT:
        element["function_owner"] = owner


def _created(
    caller: Caller, elements: list[dict[str, Any]], fresh: dict[str, Any], given: dict[str, Any]
) -> bool:
    element = {**fresh, "function_owner": Handle(OBJECT, GLOBAL)}
    _changed(caller, element, given)
    elements.append(element)
    _number(elements)
    return True


def _edited(caller: Caller, elements: list[dict[str, Any]], given: dict[str, Any]) -> bool:
    index = whole(given.get("index") or 0)
    if not 0 <= index < len(elements):
        return False
    _changed(caller, elements[index], given)
    return True


def _removed(elements: list[dict[str, Any]], index: int) -> bool:
    if not 0 <= index < len(elements):
        return False
    del elements[index]
    _number(elements)
    return True


def _number(elements: list[dict[str, Any]]) -> None:
    for index, element in enumerate(elements):
        element["index"] = index


def _listed(elements: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """Nothing is given for an object without any: scripts test for nil."""
    return [dict(element) for element in elements] or None


@function("object", "createButton")
def _create_button(caller: Caller, thing: Thing, parameters: dict[str, Any]) -> bool:
    return _created(caller, thing.buttons, _BUTTON, parameters)


@function("object", "editButton")
def _edit_button(caller: Caller, thing: Thing, parameters: dict[str, Any]) -> bool:
    return _edited(caller, thing.buttons, parameters)


@function("object", "removeButton")
def _remove_button(caller: Caller, thing: Thing, index: int) -> bool:
    return _removed(thing.buttons, index)


@function("object", "clearButtons")
def _clear_buttons(caller: Caller, thing: Thing) -> bool:
    thing.buttons.clear()
    return True


@function("object", "getButtons")
def _buttons(caller: Caller, thing: Thing) -> list[dict[str, Any]] | None:
    return _listed(thing.buttons)


@function("object", "createInput")
def _create_input(caller: Caller, thing: Thing, parameters: dict[str, Any]) -> bool:
    return _created(caller, thing.inputs, _INPUT, parameters)


@function("object", "editInput")
def _edit_input(caller: Caller, thing: Thing, parameters: dict[str, Any]) -> bool:
    return _edited(caller, thing.inputs, parameters)


@function("object", "removeInput")
def _remove_input(caller: Caller, thing: Thing, index: int) -> bool:
    return _removed(thing.inputs, index)


@function("object", "clearInputs")
def _clear_inputs(caller: Caller, thing: Thing) -> bool:
    thing.inputs.clear()
    return True


@function("object", "getInputs")
def _inputs(caller: Caller, thing: Thing) -> list[dict[str, Any]] | None:
    return _listed(thing.inputs)


@react_to(ButtonClicked)
def _clicked(table: ScriptedWorld, event: ButtonClicked) -> None:
    thing = table.world.thing(event.object)
    if thing is None or not 0 <= event.index < len(thing.buttons):
        return
    button = thing.buttons[event.index]
    table.call(
        button["function_owner"].key,
        button["click_function"],
        thing,
        event.player_color,
        event.alt_click,
    )


@react_to(InputEdited)
def _typed(table: ScriptedWorld, event: InputEdited) -> None:
    thing = table.world.thing(event.object)
    if thing is None or not 0 <= event.index < len(thing.inputs):
        return
    element = thing.inputs[event.index]
    element["value"] = event.text
    wanted: Any = table.call(
        element["function_owner"].key,
        element["input_function"],
        thing,
        event.player_color,
        event.text,
        event.selected,
    )
    if isinstance(wanted, str):
        element["value"] = wanted


# ---- Menus


def _menu(caller: Caller) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = caller.desk.memory.setdefault("menu", [])
    return found


@function("base", "addContextMenuItem")
def _add_line(
    caller: Caller,
    label: str,
    toRunFunc: Function,
    keep_open: bool = False,
    require_table: bool = False,
) -> bool:
    line = {"label": label, "run": toRunFunc, "keep_open": keep_open}
    _menu(caller).append({**line, "require_table": require_table})
    caller.world.menu.append(label)
    return True


@function("base", "clearContextMenu")
def _clear_menu(caller: Caller) -> bool:
    _menu(caller).clear()
    caller.world.menu.clear()
    return True


@function("object", "addContextMenuItem")
def _add_line_of(
    caller: Caller,
    thing: Thing,
    label: str,
    callback: Function,
    keep_open: bool = False,
) -> bool:
    thing.context.append(label)
    line = {"label": label, "run": callback, "keep_open": keep_open}
    caller.attribute(thing, "menu", list).append(line)
    return True


@function("object", "clearContextMenu")
def _clear_menu_of(caller: Caller, thing: Thing) -> bool:
    thing.context.clear()
    thing.attributes.pop("menu", None)
    return True


@react_to(MenuChosen)
def _chosen(table: ScriptedWorld, event: MenuChosen) -> None:
    if event.object is None:
        lines = table.desk.memory.get("menu", [])
        arguments: tuple[object, ...] = (event.player_color, event.position)
    else:
        thing = table.world.thing(event.object)
        lines = thing.attributes.get("menu", []) if thing else []
        arguments = (event.player_color, event.position, thing)
    for line in lines:
        if line["label"] == event.label:
            table.run_function(line["run"], *arguments, name=event.label)


# ---- Keys


@function("base", "addHotkey")
def _add_hotkey(
    caller: Caller,
    label: str,
    toRunFunc: Function,
    trigger_on_key_up: bool = False,
) -> bool:
    keys: dict[str, Any] = caller.desk.memory.setdefault("hotkeys", {})
    keys[label] = (toRunFunc, trigger_on_key_up)
    caller.world.hotkeys[label] = None
    return True


@function("base", "clearHotkeys")
def _clear_hotkeys(caller: Caller) -> bool:
    caller.desk.memory.pop("hotkeys", None)
    caller.world.hotkeys.clear()
    return True


@function("base", "showHotkeyConfig")
def _show_hotkeys(caller: Caller) -> bool:
    caller.desk.memory["hotkeys shown"] = True
    return True


@react_to(HotkeyPressed)
def _pressed(table: ScriptedWorld, event: HotkeyPressed) -> None:
    run, also_released = table.desk.memory.get("hotkeys", {}).get(event.label, (None, False))
    if run is None or (event.released and not also_released):
        return
    hovered = None if event.object is None else Handle(OBJECT, event.object)
    table.run_function(
        run, event.player_color, hovered, event.pointer, event.released, name=event.label
    )
