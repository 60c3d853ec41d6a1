"""What only some objects can do: books, clocks, counters, texts, bundles, figurines, zones.

Each stands as a field on the objects that have it (`object.Book`), and is nil on all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.reading import PlayerColour
from tts_tool.table.api.registry import function, prop, setter
from tts_tool.table.api.values import Tint, flag, real, whole
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Handle
from tts_tool.table.world import clocks, grouping, layout
from tts_tool.table.world.events import (
    Colour,
    FigurineAttack,
    FigurineHit,
    ObjectLoopingEffect,
    ObjectPageChange,
    ObjectSearchStart,
    ObjectTriggerEffect,
)
from tts_tool.table.world.events import Handle as ThingHandle
from tts_tool.table.world.thing import Raw, Thing, colour_of

__all__: list[str] = []


def _is_book(thing: Thing) -> bool:
    return thing.name == "Custom_PDF"


_FIELDS: dict[str, tuple[str, Callable[[Thing], bool]]] = {
    "AssetBundle": ("behavior/assetbundle", lambda thing: "CustomAssetbundle" in thing.raw),
    "Book": ("behavior/book", _is_book),
    "Browser": ("behavior/browser", lambda thing: thing.name == "Tablet"),
    "Clock": ("behavior/clock", lambda thing: thing.type == "Clock"),
    "Container": ("behavior/container", lambda thing: thing.kind.holds),
    "Counter": ("behavior/counter", lambda thing: thing.type == "Counter"),
    "LayoutZone": ("behavior/layoutzone", lambda thing: thing.type == "Layout"),
    "RPGFigurine": ("behavior/rpgfigurine", lambda thing: thing.type == "rpgFigurine"),
    "TextTool": ("behavior/texttool", lambda thing: thing.name == "3DText"),
}


def _register_field(name: str, page: str, has: Callable[[Thing], bool]) -> None:
    @prop("object", name)
    def _field(caller: Caller, thing: Thing) -> Handle | None:
        del caller
        return Handle(page, thing.handle) if has(thing) else None


for _name, (_page, _has) in _FIELDS.items():
    _register_field(_name, _page, _has)


# ---- Bundles: their effects are inside the bundle, so all that is known is which one plays


@function("behavior/assetbundle", "getLoopingEffectIndex")
def _looping(caller: Caller, thing: Thing) -> int:
    return int(number(thing.raw["CustomAssetbundle"].get("LoopingEffectIndex", 0)))


@function("behavior/assetbundle", "getLoopingEffects")
def _loops(caller: Caller, thing: Thing) -> list[dict[str, Any]]:
    return [
        {"index": index, "name": f"Loop {index}"} for index in range(_looping(caller, thing) + 1)
    ]


@function("behavior/assetbundle", "getTriggerEffects")
def _triggers(caller: Caller, thing: Thing) -> list[dict[str, Any]]:
    played = thing.attributes.get("trigger effects", 0)
    return [{"index": index, "name": f"Trigger {index}"} for index in range(played)]


@function("behavior/assetbundle", "playLoopingEffect")
def _loop(caller: Caller, thing: Thing, index: int) -> None:
    thing.raw["CustomAssetbundle"]["LoopingEffectIndex"] = index
    caller.world.tell(ObjectLoopingEffect(ThingHandle(thing.handle), index))


@function("behavior/assetbundle", "playTriggerEffect")
def _trigger(caller: Caller, thing: Thing, index: int) -> None:
    known = thing.attributes.get("trigger effects", 0)
    thing.attributes["trigger effects"] = max(known, index + 1)
    caller.world.tell(ObjectTriggerEffect(ThingHandle(thing.handle), index))


# ---- Books


def _pdf(thing: Thing) -> Raw:
    found: Raw = thing.raw.setdefault("CustomPDF", {"PDFUrl": "", "PDFPassword": ""})
    return found


@prop("behavior/book", "page_offset")
def _page_offset(caller: Caller, thing: Thing) -> int:
    return int(number(_pdf(thing).get("PDFPageOffset", 0)))


@setter("behavior/book", "page_offset")
def _set_page_offset(caller: Caller, thing: Thing, value: int) -> None:
    _pdf(thing)["PDFPageOffset"] = value


@function("behavior/book", "getPage")
def _book_page(
    caller: Caller,
    thing: Thing,
    offsetPageNumbering: bool = False,
) -> int:
    page = int(number(_pdf(thing).get("PDFPage", 0)))
    return page + (_page_offset(caller, thing) if offsetPageNumbering else 0)


@function("behavior/book", "setPage")
def _set_book_page(
    caller: Caller,
    thing: Thing,
    page: int,
    offsetPageNumbering: bool = False,
) -> bool:
    wanted = page - (_page_offset(caller, thing) if offsetPageNumbering else 0)
    if wanted < 0:
        return False
    if wanted != _book_page(caller, thing):
        _pdf(thing)["PDFPage"] = wanted
        caller.world.tell(ObjectPageChange(ThingHandle(thing.handle)))
    return True


@function("behavior/book", "setHighlight")
def _set_book_highlight(
    caller: Caller, thing: Thing, x1: float, y1: float, x2: float, y2: float
) -> bool:
    thing.attributes["highlighted"] = (x1, y1, x2, y2)
    return True


@function("behavior/book", "clearHighlight")
def _clear_book_highlight(caller: Caller, thing: Thing) -> bool:
    return thing.attributes.pop("highlighted", None) is not None


# ---- Tablets


def _tablet(thing: Thing) -> Raw:
    found: Raw = thing.raw.setdefault("Tablet", {"PageURL": ""})
    return found


@prop("behavior/browser", "url")
def _url(caller: Caller, thing: Thing) -> str:
    return str(_tablet(thing).get("PageURL", ""))


@setter("behavior/browser", "url")
def _set_url(caller: Caller, thing: Thing, value: str) -> None:
    _tablet(thing)["PageURL"] = value


@prop("behavior/browser", "pixel_width")
def _pixel_width(caller: Caller, thing: Thing) -> int:
    return int(thing.attributes.get("pixel width", 1024))


@setter("behavior/browser", "pixel_width")
def _set_pixel_width(caller: Caller, thing: Thing, value: int) -> None:
    thing.attributes["pixel width"] = value


# ---- Clocks


@function("behavior/clock", "getValue")
def _clock_value(caller: Caller, thing: Thing) -> int:
    return clocks.clock_value(thing)


@function("behavior/clock", "setValue")
def _set_clock(caller: Caller, thing: Thing, seconds: int) -> bool:
    clocks.set_countdown(thing, seconds)
    return True


@function("behavior/clock", "pauseStart")
def _pause(caller: Caller, thing: Thing) -> bool:
    clocks.pause(thing)
    return True


@function("behavior/clock", "showCurrentTime")
def _show_time(caller: Caller, thing: Thing) -> bool:
    clocks.set_mode(thing, clocks.OF_DAY)
    return True


@function("behavior/clock", "startStopwatch")
def _stopwatch(caller: Caller, thing: Thing) -> bool:
    clocks.set_mode(thing, clocks.STOPWATCH)
    return True


@prop("behavior/clock", "paused")
def _paused(caller: Caller, thing: Thing) -> bool:
    return bool((thing.raw.get("Clock") or {}).get("Paused", False))


@setter("behavior/clock", "paused")
def _set_paused(caller: Caller, thing: Thing, value: bool) -> None:
    if _paused(caller, thing) != value:
        clocks.pause(thing)


# ---- Containers


@function("behavior/container", "search")
def _search(caller: Caller, thing: Thing, player: PlayerColour, max_card: int = -1) -> bool:
    if caller.world.people.at(player) is None:
        return False
    thing.attributes["search limit"] = max_card
    if player not in thing.searched_by:
        thing.searched_by.append(player)
        caller.world.tell(ObjectSearchStart(ThingHandle(thing.handle), Colour(player)))
    return True


# ---- Counters


def _count(thing: Thing) -> int:
    return int(number((thing.raw.get("Counter") or {}).get("value", 0)))


def _set_count(thing: Thing, value: int) -> bool:
    thing.raw.setdefault("Counter", {})["value"] = value
    return True


@function("behavior/counter", "getValue")
def _counter_value(caller: Caller, thing: Thing) -> int:
    return _count(thing)


@function("behavior/counter", "setValue")
def _set_counter(caller: Caller, thing: Thing, value: int) -> bool:
    return _set_count(thing, value)


@function("behavior/counter", "clear")
def _clear_counter(caller: Caller, thing: Thing) -> bool:
    return _set_count(thing, 0)


@function("behavior/counter", "increment")
def _increment(caller: Caller, thing: Thing) -> bool:
    return _set_count(thing, _count(thing) + 1)


@function("behavior/counter", "decrement")
def _decrement(caller: Caller, thing: Thing) -> bool:
    return _set_count(thing, _count(thing) - 1)


# ---- Layout zones: scripts write `max_objects_per_group`, a save `MaxObjectsPerGroup`

_OPTIONS = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(): name for name in grouping.OPTIONS}


@function("behavior/layoutzone", "getOptions")
def _options(caller: Caller, thing: Thing) -> dict[str, Any]:
    return {ours: grouping.option(thing, name) for ours, name in _OPTIONS.items()}


@function("behavior/layoutzone", "setOptions")
def _set_options(caller: Caller, thing: Thing, options: dict[str, Any]) -> bool:
    for ours, name in _OPTIONS.items():
        if options.get(ours) is not None:
            grouping.set_option(thing, name, _as_option(options[ours], grouping.OPTIONS[name]))
    return True


def _as_option(value: object, like: object) -> object:
    if isinstance(like, bool):
        return flag(value)
    return whole(value) if isinstance(like, int) else real(value)


@function("behavior/layoutzone", "layout")
def _lay_out(caller: Caller, thing: Thing) -> bool:
    layout.lay_out(caller.world, thing)
    return True


# ---- Figurines

_REACH = 3.0  # a guess: nowhere is written how far it reaches


@function("behavior/rpgfigurine", "attack")
def _attack(caller: Caller, thing: Thing) -> bool:
    """Strike the figurines that stand before it."""
    before = [
        other
        for other in caller.world
        if other is not thing and other.type == "rpgFigurine" and _stands_before(thing, other)
    ]
    hit = tuple(ThingHandle(other.handle) for other in before)
    caller.world.tell(FigurineAttack(ThingHandle(thing.handle), hit))
    for other in hit:
        caller.world.tell(FigurineHit(other, ThingHandle(thing.handle)))
    return True


def _stands_before(thing: Thing, other: Thing) -> bool:
    x, _, z = thing.to_local(other.position)
    return 0 < z <= _REACH and abs(x) <= _REACH / 2


@function("behavior/rpgfigurine", "changeMode")
def _change_mode(caller: Caller, thing: Thing) -> bool:
    thing.put("RPGmode", not thing.raw.get("RPGmode", False))
    return True


@function("behavior/rpgfigurine", "die")
def _die(caller: Caller, thing: Thing) -> bool:
    """Let it fall; if it lies, let it stand up."""
    thing.put("RPGdead", not thing.raw.get("RPGdead", False))
    return True


# ---- Texts


def _text(thing: Thing) -> Raw:
    found: Raw = thing.raw.setdefault(
        "Text", {"Text": "", "colorstate": {"r": 1.0, "g": 1.0, "b": 1.0}, "fontSize": 64}
    )
    return found


@function("behavior/texttool", "getValue")
def _words(caller: Caller, thing: Thing) -> str:
    return str(_text(thing).get("Text", ""))


@function("behavior/texttool", "setValue")
def _set_words(caller: Caller, thing: Thing, text: str) -> bool:
    _text(thing)["Text"] = text
    return True


@function("behavior/texttool", "getFontSize")
def _font_size(caller: Caller, thing: Thing) -> int:
    return int(number(_text(thing).get("fontSize", 64)))


@function("behavior/texttool", "setFontSize")
def _set_font_size(caller: Caller, thing: Thing, font_size: int) -> bool:
    if font_size <= 0:
        raise RaisedInLua("a font has a size above 0")
    _text(thing)["fontSize"] = font_size
    return True


@function("behavior/texttool", "getFontColor")
def _font_color(caller: Caller, thing: Thing) -> Tint:
    return colour_of(_text(thing).get("colorstate"))


@function("behavior/texttool", "setFontColor")
def _set_font_color(caller: Caller, thing: Thing, font_color: Tint) -> bool:
    _text(thing)["colorstate"] = dict(zip("rgb", font_color, strict=False))
    return True
