"""Somebody edits files, and the running game follows.

`base` is the save as the game was last brought to it. Each edit is what differs between it and what
the files say now; what has arrived goes into the base, what has not comes again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol

from tts_tool.errors import Unavailable, UserError
from tts_tool.lua.literals import lua_string
from tts_tool.saves.tree import Node
from tts_tool.sync.dev.carrying import Carried, carry, carryings
from tts_tool.sync.dev.edits import ABSENT, Edit, Edits, edits, things
from tts_tool.sync.dev.globe import at_once, tell_globe
from tts_tool.sync.messages import GLOBAL, Loaded, Message
from tts_tool.sync.push.memory import Memory
from tts_tool.sync.push.planning import planned
from tts_tool.sync.push.pushing import Scripted, Table, check_table, read_table, seen_at
from tts_tool.sync.push.wanted import wanted_in

__all__ = ["Allowed", "Files", "News", "Sent", "Session"]

_FEW: Final = 3


class Files(Protocol):
    """Files that say how a table should be."""

    def save(self, edited: Iterable[Path] = ()) -> Node:
        """Give the save that they say, after some were edited; what is wrong is raised."""


class Allowed(NamedTuple):
    """What somebody has said may be done."""

    bind: bool = False
    force: bool = False
    reload: bool = False


class Sent(NamedTuple):
    """What went into the game: how, to what, and how long it took since the edit was noticed."""

    way: Literal["message", "objects", "load"]
    what: tuple[str, ...]
    seconds: float
    moved: Mapping[str, str] = {}


class News(NamedTuple):
    """Something that whoever edits should read."""

    kind: Literal["ready", "away", "does", "sent", "waits", "kept", "mistake", "mended", "same"]
    text: str
    fix: str = ""
    details: tuple[str, ...] = ()
    sent: Sent | None = None


class Session:
    """One table that follows one set of files."""

    def __init__(
        self,
        line: Scripted,
        files: Files,
        memory: Memory,
        tell: Callable[[News], None],
        allowed: Allowed,
    ) -> None:
        """`tell` is told all that whoever edits should read."""
        self._line = line
        self._files = files
        self._memory = memory
        self._tell = tell
        self._allowed = allowed
        self._table: Table | None = None
        self._base: Node = None
        self._mistake = ""
        self._waiting: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
        self._busy = asyncio.Lock()

    async def begin(self) -> None:
        """Read the files, find the table, and bring it to where the files are."""
        async with self._busy:
            root = await self._read(())
            if root is not None:
                await self._meet(root)

    async def edited(self, files: frozenset[Path] = frozenset()) -> None:
        """Bring an edit of some files into the game."""
        async with self._busy:
            began = time.perf_counter()
            root = await self._read(files)
            if root is None:
                return
            if self._table is None:
                await self._meet(root)
            else:
                await self._follow(root, began)

    def hear(self, message: Message) -> bool:
        """Tell whether a message of the game means that the table is to be met again."""
        if isinstance(message, Loaded):
            self._table = None
            return True
        return False

    # The files

    async def _read(self, files: Iterable[Path]) -> Node | None:
        """Read the files; a mistake in them leaves the game as it is."""
        try:
            root = await asyncio.to_thread(self._files.save, files)
        except UserError as error:
            await self._mistaken(error)
            return None
        if self._mistake:
            self._mistake = ""
            self._tell(News("mended", "the mistake is mended"))
        return root

    async def _mistaken(self, error: UserError) -> None:
        self._mistake = str(error)
        text = f"{error}"
        self._tell(News("mistake", text, error.fix or "", error.details))
        if self._table is not None:
            try:
                said = lua_string(f"tts-tool: {text}")
                await self._line.execute(f"printToAll({said}, {{1, 0.4, 0.3}})")
            except UserError:
                self._table = None

    # The table

    async def _meet(self, root: Node) -> None:
        """Find the table that is open, and see that it is the one that is meant."""
        wanted = wanted_in(root)
        try:
            table = await read_table(self._line)
            known = self._memory.known()
            if self._allowed.bind and known is None:
                known = seen_at(table)
            check_table(wanted, table, known)
            planned(wanted, table.states, table.lying, known, force=self._allowed.force)
        except UserError as error:
            self._tell(News("away", str(error), error.fix or "", error.details))
            return
        self._table = table
        self._memory.keep(seen_at(table))
        self._base = _with_scripts(deepcopy(root) if self._base is None else self._base, table)
        self._tell(News("ready", f'"{table.name}" follows your files'))
        await self._follow(root, time.perf_counter())

    async def _follow(self, root: Node, began: float) -> None:
        """Bring into the game whatever differs."""
        found = edits(self._base, root)
        try:
            sent = await self._bring(found, root, began)
        except Unavailable as error:
            self._table = None
            self._tell(News("away", str(error), error.fix or ""))
            return
        except UserError as error:
            self._tell(News("mistake", str(error), error.fix or "", error.details))
            return
        if sent is not None:
            self._tell(News("sent", _words(sent), sent=sent))
        self._name_waiting(edits(self._base, root))
        if found.is_empty:
            self._tell(News("same", "the game has it all"))

    async def _bring(self, found: Edits, root: Node, began: float) -> Sent | None:
        globe = [edit for edit in found.changed if edit.thing.guid == GLOBAL]
        work = carryings(
            (edit for edit in found.changed if edit.thing.guid != GLOBAL),
            force=self._allowed.force,
        )
        what, moved, ways = [], dict[str, str](), set[str]()
        if any(map(at_once, globe)):
            told = await tell_globe(self._line, globe, self._base, root)
            self._settle(told.edits)
            what.append("Global")
            for name in told.kept:
                self._tell(News("kept", f"{name}: it was changed in the game, and stays so"))
        if work:
            for done in await carry(self._line, work):
                self._note(done)
                moved |= done.moved
                if done.copies:
                    what.append(done.thing.name)
            ways = {each.way for each in work}
        if not what:
            return None
        way: Literal["message", "objects"] = "objects" if ways - {"set"} else "message"
        return Sent(way, tuple(what), time.perf_counter() - began, moved)

    def _note(self, done: Carried) -> None:
        """Take note of what became of an edit."""
        name = done.thing.name
        if done.unseen is not None:
            fix = "bring the change into your files, or start with --force (a copy is kept)"
            self._tell(News("kept", f"{name}: its script was changed in the game", fix))
        elif done.failed:
            self._tell(News("mistake", f"{name}: {done.failed}"))
        elif done.kept:
            self._tell(News("kept", f"{name}: {done.kept}, and stays so"))
            self._settle(done.edits)
        elif done.copies:
            self._settle(done.edits)
        for old, new in done.moved.items():
            fix = "whoever knows it by its GUID must be told"
            self._tell(News("kept", f"{name}: {old} is {new} now", fix))

    def _settle(self, arrived: Iterable[Edit]) -> None:
        """Take into the base what has arrived."""
        known = things(self._base)
        for edit in arrived:
            node: Any = known[edit.thing.known].data
            if edit.path == ("CustomDeck",):
                data = edit.thing.data
                node.update({key: data[key] for key in ("CardID", "CustomDeck") if key in data})
                continue
            for key in edit.path[:-1]:
                node = node[key]
            if edit.after is ABSENT:
                node.pop(edit.path[-1], None)
            else:
                node[edit.path[-1]] = deepcopy(edit.after)

    def _name_waiting(self, left: Edits) -> None:
        """Say once what can't be brought into the game while its save is open."""
        waiting = {(each.thing.known, each.path): each.thing.name for each in left.changed}
        waiting |= {(each.known, ()): each.name for each in (*left.added, *left.gone)}
        new = [name for key, name in waiting.items() if key not in self._waiting]
        self._waiting = frozenset(waiting)
        if new:
            names = _few(dict.fromkeys(new))
            fix = "save in the game, so that nothing is lost, then tts-tool push --reload"
            self._tell(News("waits", f"{names}: comes when the game loads its save again", fix))


def _with_scripts(base: Node, table: Table) -> Node:
    """Let a base have the scripts that are in the game, which can be asked for."""
    for thing in things(base).values():
        if thing.inside or (thing.guid != GLOBAL and thing.guid not in table.lying):
            continue
        state = table.states.get(thing.guid)
        data: Any = thing.data
        for key, now in (("LuaScript", state and state.script), ("XmlUI", state and state.ui)):
            if _plain(data.get(key) or "") != _plain(now or ""):
                data[key] = now or ""
    return base


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").rstrip()


def _few(names: Iterable[str]) -> str:
    several = list(names)
    more = len(several) - _FEW
    return ", ".join(several[:_FEW]) + (f" and {more} more" if more > 0 else "")


def _words(sent: Sent) -> str:
    how = {"message": "told", "objects": "set where it lies", "load": "loaded anew"}[sent.way]
    return f"{_few(dict.fromkeys(sent.what))}: {how}, {sent.seconds * 1000:.0f} ms"
