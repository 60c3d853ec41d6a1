"""The documented names of Tabletop Simulator's Lua: pages, functions, arguments, members, events.

The facts are in `api_names.json`; a page is named as in the game's documentation.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

__all__ = [
    "ApiFunction",
    "ApiPage",
    "Argument",
    "Kind",
    "Signature",
    "global_members",
    "global_names",
    "handlers",
    "object_members",
    "page",
    "pages",
    "player_actions",
]  # fmt: skip

Kind = Literal["globals", "table", "type", "behavior", "events", "attributes"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument; `...` has the type `any`."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Signature:
    """One way to call a function; `returns` is None if nothing is said about a result."""

    arguments: tuple[Argument, ...]
    returns: str | None


@dataclass(frozen=True, slots=True)
class ApiFunction:
    """A function: its `key` on the page (`vec:add`), its bare `name`, how it may be called."""

    page: str
    key: str
    name: str
    signatures: tuple[Signature, ...]


@dataclass(frozen=True, slots=True)
class ApiPage:
    """A page of the documentation, and how a script reaches what is on it.

    `globals` by their bare names; a `table` as `lua.name`; a `type` on every value of it; a
    `behavior` as a table on some objects; `events` are functions that a script may define;
    `attributes` belong to XML.
    """

    name: str
    kind: Kind
    lua: str
    functions: Mapping[str, ApiFunction]
    variables: Mapping[str, str]


_REACHED: Mapping[str, tuple[Kind, str]] = {
    "backgrounds": ("table", "Backgrounds"),
    "base": ("globals", ""),
    "behavior/assetbundle": ("behavior", "AssetBundle"),
    "behavior/book": ("behavior", "Book"),
    "behavior/browser": ("behavior", "Browser"),
    "behavior/clock": ("behavior", "Clock"),
    "behavior/container": ("behavior", "Container"),
    "behavior/counter": ("behavior", "Counter"),
    "behavior/layoutzone": ("behavior", "LayoutZone"),
    "behavior/rpgfigurine": ("behavior", "RPGFigurine"),
    "behavior/texttool": ("behavior", "TextTool"),
    "color": ("type", "Color"),
    "components/component": ("type", "Component"),
    "components/gameobject": ("type", "GameObject"),
    "components/material": ("type", "Material"),
    "events": ("events", ""),
    "grid": ("table", "Grid"),
    "hands": ("table", "Hands"),
    "info": ("table", "Info"),
    "json": ("table", "JSON"),
    "lighting": ("table", "Lighting"),
    "musicplayer": ("table", "MusicPlayer"),
    "notes": ("table", "Notes"),
    "object": ("type", "Object"),
    "physics": ("table", "Physics"),
    "player/instance": ("type", "PlayerInstance"),
    "player/manager": ("table", "Player"),
    "tables": ("table", "Tables"),
    "timer": ("table", "Timer"),
    "turns": ("table", "Turns"),
    "ui": ("table", "UI"),
    "ui/attributes": ("attributes", ""),
    "ui/basicelements": ("attributes", ""),
    "ui/inputelements": ("attributes", ""),
    "ui/layoutgrouping": ("attributes", ""),
    "vector": ("type", "Vector"),
    "wait": ("table", "Wait"),
    "webrequest/instance": ("type", "WebRequestInstance"),
    "webrequest/manager": ("table", "WebRequest"),
}
_CALLABLE_TYPES = ("Color", "Vector")
# What every script finds, beside what has a page: two spellings of the types, and old functions
# that moved into tables (`Notes`, `UI`, `Player`) and still answer.
_OTHER_GLOBALS = frozenset(
    "self Global Color color Vector vector Time getNotes setNotes getNotebookTabs addNotebookTab "
    "editNotebookTab removeNotebookTab".split()
)
_SIGNATURE = re.compile(r"\((?P<arguments>.*)\)(?: -> (?P<returns>.+))?")


@cache
def pages() -> Mapping[str, ApiPage]:
    """Give all pages by name."""
    return MappingProxyType({name: _page(name, on) for name, on in _facts()["pages"].items()})


def page(name: str) -> ApiPage:
    """Give one page."""
    return pages()[name]


def player_actions() -> tuple[str, ...]:
    """Give the names in `Player.Action`."""
    return tuple(_facts()["player_actions"])


def handlers() -> Mapping[str, ApiFunction]:
    """Give the events: functions that Tabletop Simulator calls if a script defines them."""
    return page("events").functions


@cache
def global_names() -> frozenset[str]:
    """Give every name of the game that a script can use without defining it."""
    tables = {each.lua for each in pages().values() if each.kind == "table"}
    return frozenset(page("base").functions) | tables | _OTHER_GLOBALS


@cache
def global_members(table: str) -> frozenset[str] | None:
    """Give what is documented behind `table.`, or None if `table` is no table of the game."""
    for each in pages().values():
        if each.lua == table and each.kind == "table":
            return frozenset(each.functions) | frozenset(each.variables)
        if each.lua == table and table in _CALLABLE_TYPES:
            static = (function.name for function in each.functions.values())
            return frozenset(static)
    return None


@cache
def object_members() -> frozenset[str]:
    """Give what may stand behind the dot of an object, a player, or another value of the game."""
    names = {"UI", "AssetBundle"}
    for each in pages().values():
        if each.kind in ("type", "behavior", "table"):
            names.update(function.name for function in each.functions.values())
            names.update(each.variables)
        if each.kind == "behavior":
            names.add(each.lua)
    return frozenset(names)


@cache
def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(Path(__file__).with_name("api_names.json").read_bytes())
    return facts


def _page(name: str, on: Mapping[str, Any]) -> ApiPage:
    kind, lua = _REACHED[name]
    functions = {key: _function(name, key, ways) for key, ways in on["functions"].items()}
    return ApiPage(name, kind, lua, MappingProxyType(functions), MappingProxyType(on["variables"]))


def _function(on: str, key: str, ways: list[str]) -> ApiFunction:
    bare = re.split("[.:]", key)[-1]
    return ApiFunction(on, key, bare, tuple(map(_signature, ways)))


def _signature(text: str) -> Signature:
    parts = _SIGNATURE.fullmatch(text)
    if parts is None:
        msg = f"api_names.json: no signature: {text}"
        raise ValueError(msg)
    arguments = filter(None, map(str.strip, parts["arguments"].split(",")))
    return Signature(tuple(map(_argument, arguments)), parts["returns"])


def _argument(text: str) -> Argument:
    """Read `type name`, or `type name or type`."""
    kind, _, rest = text.partition(" ")
    if not rest:
        return Argument("...", "any")
    name, _, other = rest.partition(" or ")
    return Argument(name, f"{kind}|{other}" if other else kind)
