"""Puts scripts into the running game, by the cheapest way that does it.

An object gets its script in place: its state is asked for, the script set, the object reloaded
where it lies. Global's code the game takes only when it loads the save again; how that is done
so that nothing is lost, whoever pushes must say.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from tts_tool.errors import Refused, Unavailable, UserError
from tts_tool.lua.literals import lua_string
from tts_tool.sync.chunks import LuaError
from tts_tool.sync.messages import Loaded, ScriptState
from tts_tool.sync.push.memory import Backup, Identity, Known, Memory
from tts_tool.sync.push.planning import PushPlan, is_same, planned, table_there
from tts_tool.sync.push.wanted import Wanted
from tts_tool.sync.wire import GameLine

__all__ = [
    "Load",
    "OpenTable",
    "Pushed",
    "Scripted",
    "check_save",
    "check_table",
    "push",
    "read_table",
    "seen_at",
]

_TRIES: Final = 40
_AGAIN: Final = 0.25
"""Seconds, ten in all, in which somebody can put down what they hold."""
_HEAD: Final = 1 << 14
"""The name is the first key that the game writes, so a beginning will do of a file of megabytes."""
_SAVE_NAME: Final = re.compile(rb'"SaveName"\s*:\s*"((?:[^"\\]|\\.)*)"')
_LOOK: Final = """
local guids = {}
for _, each in ipairs(getObjects()) do table.insert(guids, each.getGUID()) end
return {name = Info.name, guids = guids}
"""
_SET: Final = """
local it = getObjectFromGUID(guid)
if it == nil then return {problem = 'gone'} end
if it.held_by_color ~= nil then return {busy = 'held by ' .. it.held_by_color} end
if not it.resting then return {busy = 'moving'} end
if it.getVar('onSave') ~= nil then
    local state = it.call('onSave')
    if type(state) == 'string' then it.script_state = state end
end
if ui ~= nil then it.UI.setXml(ui) end
it.setLuaScript(script)
return {guid = it.reload().getGUID()}
"""


Load = Callable[[Mapping[str, ScriptState]], Awaitable[int]]
"""Lets the game load its save again with some scripts; gives the number of the copy of what was."""


class Scripted(GameLine, Protocol):
    """A line on which whole scripts can be asked for and set."""

    async def scripts(self) -> Loaded:
        """Ask for all scripts and interfaces."""

    async def save_and_play(self, states: Iterable[ScriptState]) -> Loaded:
        """Set scripts and interfaces and load the save again; what was not saved is lost."""


class OpenTable(NamedTuple):
    """The table that is open: its name, its scripts by GUID, the GUIDs of all that lies on it."""

    name: str
    states: Mapping[str, ScriptState]
    lying: frozenset[str]
    save_path: str = ""


class Pushed(NamedTuple):
    """What became of a push."""

    plan: PushPlan
    table: str
    backup: int | None = None
    moved: Mapping[str, str] = {}
    """Objects that have another GUID now."""


async def read_table(line: Scripted) -> OpenTable:
    """Look at the table that is open."""
    loaded = await line.scripts()
    found: dict[str, Any] = await line.execute(_LOOK)
    name = _name_in_file(loaded.save_path) or str(found.get("name") or "")
    guids = frozenset(map(str, found["guids"] or ()))
    return OpenTable(name, {each.guid: each for each in loaded.states}, guids, loaded.save_path)


async def push(  # noqa: PLR0913 - a push, and what is allowed to it
    line: Scripted,
    wanted: Wanted,
    memory: Memory,
    announce: Callable[[PushPlan], None] = lambda _: None,
    *,
    bind: bool = False,
    force: bool = False,
    load: Load | None = None,
) -> Pushed:
    """Bring into the game what differs there; refuse before anything is changed.

    `bind`: this is the table, whatever it looks like. `force`: write over what was changed in the
    game. `load` lets the game load its save again, if somebody has said that it may.
    """
    table = await read_table(line)
    known = memory.known()
    if bind:
        known = seen_at(table)
        memory.keep(known)
    check_table(wanted, table, known)
    plan = planned(wanted, table.states, table.lying, known, force=force)
    if plan.globe is not None and load is None:
        raise Refused(
            "Global's code changes only when the game loads its save again",
            where=table.name or "the table",
            fix="push with --reload: the table is read out first, and comes back as it lies",
        )
    announce(plan)
    if plan.is_empty:
        memory.keep(seen_at(table))
        return Pushed(plan, table.name)
    if plan.globe is not None and load is not None:
        states = {each.guid: each for each in (*plan.objects, plan.globe)}
        memory.note(states.values())
        try:
            number = await load(states)
        except BaseException:
            with suppress(UserError):  # what went wrong first is told
                await _see(line, memory)
            raise
        await _see(line, memory)
        return Pushed(plan, table.name, number)
    kept = memory.back_up(_backup(table, plan))
    memory.note(plan.objects)
    try:
        moved = await _carry_out(line, plan, table)
    finally:
        await _see(line, memory)
    return Pushed(plan, table.name, kept.number, moved)


async def _see(line: Scripted, memory: Memory) -> None:
    """Remember what is there now: what we have put there, as far as we came."""
    memory.keep(seen_at(await read_table(line)))


def seen_at(table: OpenTable) -> Known:
    """Say what is known of a table that was just looked at."""
    return Known(table_there(table.name, table.states), dict(table.states))


def check_table(wanted: Wanted, table: OpenTable, known: Known | None) -> None:
    """Refuse another table, with both names."""
    theirs = table_there(table.name, table.states)
    ours = known.table if known else _identity(wanted)
    if not is_same(ours, theirs):
        if known is None and not wanted.name:
            what = f'nothing is known of the table yet, and "{theirs.name}" is open'
            raise Refused(what, fix="if it is the right one, say so with --bind")
        raise _another(ours, f'"{theirs.name}" is open')


def check_save(wanted: Wanted, there: Wanted, base: Wanted, known: Known | None) -> None:
    """Refuse a save of another table; it may have been built a while ago, which its `base` knows.

    Whoever saves in the game calls the save as they like.
    """
    ours, theirs, origin = (
        known.table if known else _identity(wanted),
        *map(_identity, (there, base)),
    )
    is_older = is_same(ours, origin) and origin.script == theirs.script
    if not (is_same(ours, theirs) or is_older):
        raise _another(ours, f'this is "{theirs.name}"')


def _identity(wanted: Wanted) -> Identity:
    own = {guid: each for guid, each in wanted.states.items() if each.script or each.ui}
    return table_there(wanted.name, own)


def _another(ours: Identity, there: str) -> Refused:
    what = f'this folder belongs to the table "{ours.name}", and {there}'
    return Refused(what, fix="load the right save; if it is the right one, say so with --bind")


def _backup(table: OpenTable, plan: PushPlan) -> Backup:
    guids = sorted(each.guid for each in plan.objects)
    states = (table.states.get(guid, ScriptState(guid)) for guid in guids)
    return Backup(datetime.now(UTC), table.name, tuple(states))


async def _carry_out(line: Scripted, plan: PushPlan, table: OpenTable) -> dict[str, str]:
    moved = {}
    for each in plan.objects:
        now = await _set(line, each, table.states.get(each.guid))
        if now != each.guid:
            moved[each.guid] = now
    return moved


async def _set(line: GameLine, state: ScriptState, there: ScriptState | None) -> str:
    """Give an object its script where it lies; what is held or moves is waited for."""
    changes_ui = state.ui != (there.ui if there else "")
    ui = lua_string(state.ui) if changes_ui else "nil"
    before = f"local guid, script, ui = {lua_string(state.guid)}, {lua_string(state.script)}, {ui}"
    called = f"{state.name or 'object'} - {state.guid}"
    busy = ""
    for _ in range(_TRIES):
        try:
            told: dict[str, str] = await line.execute(before + _SET)
        except LuaError as error:
            what = (
                f"the game could not change {state.name or 'object'} - {state.guid}: {error.what}"
            )
            raise Refused(what, where=state.guid) from error
        if "guid" in told:
            return told["guid"]
        if "problem" in told:
            raise Refused("it is gone from the table", where=called, fix="push again")
        busy = told["busy"]
        await asyncio.sleep(_AGAIN)
    raise Unavailable(
        f"it is {busy}, and was waited for in vain",
        where=called,
        fix="put it down, and push again",
    )


def _name_in_file(path: str) -> str:
    """Read the name of a save out of its file, if the game runs on this computer."""
    try:
        with Path(path).open("rb") as stream:
            found = _SAVE_NAME.search(stream.read(_HEAD))
    except (OSError, ValueError):
        return ""
    return found[1].decode(errors="replace") if found else ""
