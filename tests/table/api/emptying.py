"""Takes a function of the API away: it is still there, but does nothing and gives nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from tests.table.api.checking import Section
from tests.table.api.scene import Scene
from tts_tool.table.api import registry
from tts_tool.table.api.binding import Binding
from tts_tool.table.api.documented import owner_of_key
from tts_tool.table.api.registry import Member
from tts_tool.table.api.scripted import ScriptedWorld

__all__ = ["emptied"]

_TABLES = {"vector": "Vector", "color": "Color", "json": "JSON", "wait": "Wait"}


@contextmanager
def emptied(section: Section, scene: Scene) -> Iterator[None]:
    """Empty what a section is about, as long as it runs."""
    if section.page == "events" or section.name in ("onAttack", "onHit"):
        with patch.object(ScriptedWorld, "has", _deaf_to(section.name)):
            yield
        return
    name = owner_of_key(section.page, section.name) or section.name
    member = registry.members().get((section.page, name))
    if member is None:
        _empty_in_lua(section, scene)
        yield
        return
    empty = Member(section.page, name, _nothing, is_property=member.is_property)
    empty.change = empty if member.change else None
    with (
        patch.dict(registry._MEMBERS, {(section.page, name): empty}),
        patch.object(Binding, "_run", _leaving_out(member, Binding._run)),
        patch.object(Binding, "_run_of_thing", _leaving_out(member, Binding._run_of_thing)),
    ):
        yield


def _nothing(caller: object) -> None:
    del caller


def _leaving_out(without: Member, run: Callable[..., object]) -> Callable[..., object]:
    """Run no more what scripts ask for by the number that they have for it already."""

    def run_others(binding: Binding, member: Member, *given: object) -> object:
        return None if member is without else run(binding, member, *given)

    return run_others


def _deaf_to(name: str) -> object:
    hears = ScriptedWorld.has

    def has(table: ScriptedWorld, handle: int, handler: str) -> bool:
        return handler != name and hears(table, handle, handler)

    return has


def _empty_in_lua(section: Section, scene: Scene) -> None:
    """Empty what the prelude does itself."""
    bare = section.name.replace(":", ".").rsplit(".", 1)[-1]
    table = _TABLES.get(section.page)
    if table is None or bare in (table, "tostring"):
        lua = f"{bare} = function() end"
    elif section.page == "wait":
        lua = "local w = Wait; Wait = setmetatable({ collect = function() end }, { __index = w })"
    else:
        lua = f"{table}.{bare} = function() end"
    scene.table.execute(lua)
