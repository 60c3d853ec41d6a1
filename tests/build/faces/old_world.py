"""Everything of Old World that has a face of its own, as the table asks for it to be drawn."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from tests.build.faces.filled import filled
from tests.old_world.table import catalogue
from tts_tool.build.faces import Easel
from tts_tool.build.mod import Drawing
from tts_tool.catalog import Record
from tts_tool.kernel.inventory import Component
from tts_tool.kernel.module import Composition, Setup
from tts_tool.resources import mod_json_dir
from tts_tool.rulesets.old_world import RULESET

GAME = mod_json_dir() / "old_world"
FOLDERS = (GAME, mod_json_dir())
SORTS = (
    "action",
    "potion",
    "fight",
    "monster",
    "monster-token",
    "attribute-trophy",
    "witcher-trophy",
    "city",
    "wilds",
    "event",
    "token",
    "closed-tavern",
)


@dataclass(frozen=True, eq=False)
class Wanted:
    """A face or back to be drawn: which, by what template, with what on it."""

    name: str
    template: str
    values: dict[str, Any]


def easel() -> Easel:
    """Give the templates and icons of the game, nothing remembered."""
    shared = mod_json_dir()
    return Easel([GAME / "faces", shared / "faces"], [GAME / "icons", shared / "icons"])


@cache
def wanted() -> tuple[Wanted, ...]:
    """List every face and back, those that look alike once."""
    alike = {msgspec.json.encode([each.template, each.values]): each for each in _all()}
    return tuple(alike.values())


@cache
def drawn(each: Wanted, language: str) -> str:
    """Draw a face or back as it is, once for all who look at it."""
    asked = Drawing(name=each.name, template=each.template, values=each.values)
    return filled(FOLDERS, asked, language)


def _all() -> Iterator[Wanted]:
    pieces = tomllib.loads((GAME / "pieces.toml").read_text("utf-8"))["piece"]
    for component in reversed(_components()):
        sort = component.id.partition(".")[0]
        if sort in SORTS:
            piece = pieces[sort]
            yield Wanted(component.id, piece["face"], _values(sort, component))
            if "back" in piece:
                values = {"sort": sort, "back": dict(component.back)}
                yield Wanted(f"back of {component.id}", piece["back"], values)


def _components() -> tuple[Component, ...]:
    settings = {each.name: each.default for module in RULESET.modules for each in module.settings}
    setup = Setup(RULESET.seats[:5], ("base",), settings, catalogue())
    return tuple(Composition(RULESET, setup).inventory.components.values())


def _values(sort: str, component: Component) -> dict[str, Any]:
    card = component.card if isinstance(component.card, Record) else None
    if card is None and component.kind in catalogue():
        card = catalogue().record(component.kind)
    values = {
        "sort": sort,
        "kind": component.kind,
        "card": card,
        "printed": component.card,
        "face": component.face,
        "back": component.back,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values))
    return plain
