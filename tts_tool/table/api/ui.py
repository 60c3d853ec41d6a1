"""Custom interfaces, as scripts change them and as they call scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from tts_tool.errors import UserError
from tts_tool.table.api.caller import Caller, Entity, SpokenLine
from tts_tool.table.api.failing import INTERFACE
from tts_tool.table.api.reactions import react_to
from tts_tool.table.api.reading import ObjectHandle
from tts_tool.table.api.registry import function, prop
from tts_tool.table.api.values import PLAYER, fields, items, text
from tts_tool.table.notices import GLOBAL as GLOBAL_GUID
from tts_tool.table.notices import Failed
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Handle
from tts_tool.table.world.events import UiUsed
from tts_tool.table.world.keys import put_beside
from tts_tool.table.world.markup import (
    MOST_DEPTH,
    MOST_ELEMENTS,
    Element,
    built,
    elements,
    told,
    xml,
)
from tts_tool.table.world.screens import SCREEN, Screen, screen_of, trigger_of
from tts_tool.table.world.widgets import widget

if TYPE_CHECKING:
    from tts_tool.table.api.scripted import ScriptedWorld

__all__ = ["read_interfaces"]

_PREFIX = "Error in the XML of a custom UI: "


@prop("object", "UI")
def _ui(caller: Caller, owner: Entity) -> Handle:
    return Handle("ui", owner.handle)


@prop("ui", "loading")
def _loading(caller: Caller, owner: ObjectHandle) -> bool:
    return screen_of(caller.world, owner).loading


# ---- Attributes and values


def _element(caller: Caller, owner: int, name: str) -> Element | None:
    found = screen_of(caller.world, owner).by_id(name)
    if found is None and caller.switches.text("unknown-ui-id") == "error":
        raise RaisedInLua(f"the interface has no element with the id '{name}'")
    return found


@function("ui", "getAttribute")
def _attribute(caller: Caller, owner: ObjectHandle, id: str, attribute: str) -> object:
    element = _element(caller, owner, id)
    return None if element is None else _typed(caller, element.attribute(attribute))


@function("ui", "getAttributes")
def _attributes(caller: Caller, owner: ObjectHandle, id: str) -> dict[str, object] | None:
    element = _element(caller, owner, id)
    if element is None:
        return None
    return {name: _typed(caller, each) for name, each in element.attributes.items()}


@function("ui", "getValue")
def _value(caller: Caller, owner: ObjectHandle, id: str) -> str | None:
    element = _element(caller, owner, id)
    return None if element is None else element.value


@function("ui", "setAttribute")
def _set_attribute(
    caller: Caller, owner: ObjectHandle, id: str, attribute: str, value: object = None
) -> bool:
    return _set_attributes(caller, owner, id, {attribute: value})


@function("ui", "setAttributes")
def _set_attributes(caller: Caller, owner: ObjectHandle, id: str, data: dict[str, Any]) -> bool:
    """Set attributes for everybody, also for who has switched or typed something else."""
    element = _element(caller, owner, id)
    if element is None:
        return False
    for name, value in _texts(data).items():
        element.attributes[element.spelt(name)] = value
    for name in [name for name, value in data.items() if value is None]:
        element.attributes.pop(element.spelt(name), None)
    named = {name.lower() for name in data}
    if widget(element).attribute.lower() in named:
        element.shown.clear()
    if "id" in named:
        screen_of(caller.world, owner).renamed()
    return True


@function("ui", "setClass")
def _set_class(caller: Caller, owner: ObjectHandle, id: str, names: str) -> bool:
    return _set_attributes(caller, owner, id, {"class": names})


@function("ui", "setValue")
def _set_value(caller: Caller, owner: ObjectHandle, id: str, value: str = "") -> bool:
    element = _element(caller, owner, id)
    if element is None:
        return False
    element.value = value
    return True


@function("ui", "show")
def _show(caller: Caller, owner: ObjectHandle, id: str) -> bool:
    return _set_attributes(caller, owner, id, {"active": True})


@function("ui", "hide")
def _hide(caller: Caller, owner: ObjectHandle, id: str) -> bool:
    return _set_attributes(caller, owner, id, {"active": False})


def _texts(data: Mapping[str, Any]) -> dict[str, str]:
    return {str(name): text(value) for name, value in data.items() if value is not None}


def _typed(caller: Caller, value: str | None) -> object:
    """Give an attribute as text, or as the number that it looks like."""
    if value is None or caller.switches.text("ui-attributes-come-as") == "text":
        return value
    try:
        return float(value)
    except ValueError:
        return value


# ---- The whole interface


@function("ui", "getXml")
def _xml(caller: Caller, owner: ObjectHandle) -> str:
    return xml(screen_of(caller.world, owner).roots)


@function("ui", "setXml")
def _set_xml(caller: Caller, owner: ObjectHandle, xml: str, assets: object = None) -> bool:
    """Show another interface; XML that cannot be read is told, and the old one stays."""
    try:
        roots = elements(xml)
    except UserError as error:
        _tell_broken(caller, owner, error)
        if not caller.switches.on("broken-xml-clears-ui"):
            return False
        roots = []
    if assets is not None:
        _set_assets(caller, caller.entity(owner), assets)
    screen_of(caller.world, owner).replace(roots)
    return True


@function("ui", "getXmlTable")
def _xml_table(caller: Caller, owner: ObjectHandle) -> list[dict[str, Any]]:
    tables = [told(root) for root in screen_of(caller.world, owner).roots]
    return [_typed_table(caller, table) for table in tables]


@function("ui", "setXmlTable")
def _set_xml_table(
    caller: Caller, owner: ObjectHandle, data: list[Any], assets: object = None
) -> bool:
    roots = built(_rows(data, count(1), MOST_DEPTH))
    if assets is not None:
        _set_assets(caller, caller.entity(owner), assets)
    screen_of(caller.world, owner).replace(roots)
    return True


def _typed_table(caller: Caller, table: dict[str, Any]) -> dict[str, Any]:
    attributes = {name: _typed(caller, each) for name, each in table["attributes"].items()}
    children = [_typed_table(caller, child) for child in table["children"]]
    return {**table, "attributes": attributes, "children": children}


def _rows(data: object, numbers: Iterator[int], depth: int) -> list[dict[str, Any]]:
    """Read the tables of a script; whatever an element lacks is empty."""
    if not depth:
        raise RaisedInLua(f"elements are nested more than {MOST_DEPTH} deep")
    return [_row(fields(each), numbers, depth) for each in items(data)]


def _row(given: dict[str, Any], numbers: Iterator[int], depth: int) -> dict[str, Any]:
    if next(numbers) > MOST_ELEMENTS:
        raise RaisedInLua(f"an interface has more than {MOST_ELEMENTS:,} elements")
    if given.get("tag") is None:
        raise RaisedInLua("an element has no tag")
    value = given.get("value")
    return {
        "tag": text(given["tag"]),
        "attributes": _texts(fields(given.get("attributes") or {})),
        "value": "" if value is None else text(value),
        "children": _rows(given.get("children") or [], numbers, depth - 1),
    }


# ---- Images


@function("ui", "getCustomAssets")
def _assets(caller: Caller, owner: Entity) -> list[dict[str, Any]]:
    return [
        {"name": str(each.get("Name", "")), "url": str(each.get("URL", ""))}
        for each in owner.raw.get("CustomUIAssets") or ()
    ]


@function("ui", "setCustomAssets")
def _set_assets(caller: Caller, owner: Entity, assets: object = None) -> bool:
    """Take the place of all images; no list takes them away."""
    rows = [fields(each) for each in items(assets)] if assets is not None else []
    kept = [
        {
            "Type": int(row.get("type") or 0),
            "Name": text(row.get("name") or ""),
            "URL": text(row.get("url") or ""),
        }
        for row in rows
    ]
    if kept:
        first = caller.switches.on("vector-lines-before-assets")
        put_beside(owner.raw, "CustomUIAssets", kept, "VectorLines", "after" if first else "before")
    else:
        owner.raw.pop("CustomUIAssets", None)
    return True


# ---- People use it


@react_to(UiUsed)
def _used(table: ScriptedWorld, event: UiUsed) -> None:
    """Call the function that an element names: with who, what, and the element's id."""
    trigger = trigger_of(event.calls)
    handle = _owner_of(table, trigger.owner, event.object or SCREEN)
    if handle is None:
        what = f"there is no object {trigger.owner} whose function {trigger.function} to call"
        table.desk.notices.append(Failed(what, GLOBAL_GUID, _PREFIX))
        return
    player = Handle(PLAYER, event.player)
    label = f"{INTERFACE}{trigger.function}"
    table.call(handle, trigger.function, player, event.value, event.element or None, label=label)


def _owner_of(table: ScriptedWorld, name: str, otherwise: int) -> int | None:
    if not name:
        return otherwise
    if name == "Global":
        return SCREEN
    thing = table.world.by_guid(name)
    return None if thing is None else thing.handle


# ---- What is broken


def read_interfaces(table: ScriptedWorld) -> None:
    """Read all interfaces of a save; what is wrong with one is told."""
    with_one = [thing.handle for thing in table.world if str(thing.get("XmlUI")).strip()]
    for handle in [SCREEN, *with_one]:
        screen: Screen = screen_of(table.world, handle)
        if screen.broken is not None:
            _note(table.desk, table.world, handle, screen.broken)


def _tell_broken(caller: Caller, owner: int, error: UserError) -> None:
    _note(caller.desk, caller.world, owner, error)


def _note(desk: Any, world: Any, owner: int, error: UserError) -> None:
    thing = world.thing(owner) if owner else None
    desk.notices.append(Failed(error.what, thing.guid if thing else GLOBAL_GUID, _PREFIX))
    desk.lines.append(SpokenLine("host", _PREFIX + error.what))
