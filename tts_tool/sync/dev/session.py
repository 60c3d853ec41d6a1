"""Somebody edits files, and the running game follows.

`base` is the save as the game was last brought to it. Each edit is what differs between it and what
the files say now; what has arrived goes into the base, what has not comes again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Final, Literal
from zlib import crc32

from tts_tool.build.making import Overtaken, never
from tts_tool.errors import Unavailable, UserError
from tts_tool.lua.literals import lua_string
from tts_tool.saves.tree import Node, read, written
from tts_tool.sync.dev.ahead import BACK, carry_ahead, moves, undone
from tts_tool.sync.dev.arrivals import arrivals, noted
from tts_tool.sync.dev.base import Base, origin_of
from tts_tool.sync.dev.carrying import Carried, carry, carryings
from tts_tool.sync.dev.checking import check_filled_in, check_interfaces, check_script
from tts_tool.sync.dev.edits import Edit, EditedThing, Edits, edits, things
from tts_tool.sync.dev.globe import at_once, tell_globe
from tts_tool.sync.dev.layout import Layout, learning, same_but_layout
from tts_tool.sync.dev.loading import follows, load_anew
from tts_tool.sync.dev.news import Allowed, Files, News, Sent, few, names, words
from tts_tool.sync.dev.renaming import Renaming, messages, who_knows
from tts_tool.sync.messages import GLOBAL, Loaded, Message, ScriptState, is_same_text
from tts_tool.sync.push.memory import Known, Memory, Unwritable
from tts_tool.sync.push.planning import planned
from tts_tool.sync.push.pushing import OpenTable, Scripted, check_table, read_table, seen_at
from tts_tool.sync.push.wanted import wanted_in

__all__ = ["Session"]

_HOLD: Final = 0.5
"""Seconds after which it is looked whether somebody has put down what they held."""
_WAITS: Final = 10.0
"""Seconds for which one edit may overtake the other: pictures are behind what they show then."""
_NOTHING: Final = "return true"
_TOLD: Final = "scripts were told by a message (kind renamed); these lines name the old GUID"
_OFFER: Final = "rules or numbers were edited, and a game goes on that is refereed by the old"
_NOT_KEPT: Final = (
    "make room, or see who may write there: edits arrive, but if this ends before it could be kept"
    " how far they have come, the next one may take them for somebody else's"
)
_TAKE: Final = (
    "r and Enter take the edit: the game is loaded again, and the referee has to be started anew"
)


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
        self.refereed: Callable[[], Awaitable[bool]] = _nobody
        """Tells whether a game is refereed at the table just now."""
        self.overtaken: Callable[[], bool] = never
        """Tells whether there is a newer edit than the one that is brought into the game."""
        self._overdue: frozenset[Path] = frozenset()
        """Files of edits of which only what they move has arrived."""
        self._overdue_since = 0.0
        self._line = line
        self._files = files
        self._memory = memory
        self._tell = tell
        self._allowed = allowed
        self._table: OpenTable | None = None
        self._is_silent = False
        """No table follows, as the game does not answer."""
        self._base: Base | None = None
        self._loaded_layout: Layout = {}
        self._told_layout: Layout = {}
        self._told_globe: str | None = None
        """The script of the table whose layout it was told; its own text is older."""
        self._wrong: tuple[Path, ...] = ()
        """Scripts in which something is wrong, or may be."""
        self._is_new = False
        """Something has arrived since it was remembered how far the game was brought."""
        self._has_began = False
        """It is remembered what the game was before anything was brought to it."""
        self._forgets = False
        """It was said that this can't be remembered."""
        self._renaming = Renaming()
        self._held: dict[str, str] = {}
        self._named_held: frozenset[str] = frozenset()
        self._retrying: asyncio.Task[None] | None = None
        self._mistake = ""
        self._waiting: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
        self._files_say: Node = None
        self._own_loads = 0
        self._busy = asyncio.Lock()

    @property
    def _brought(self) -> Node:
        """Give the save that the game was brought to; whoever asks has met a table."""
        assert self._base is not None  # noqa: S101 - as above
        return self._base.root

    @property
    def follows(self) -> bool:
        """Tell whether a table was met, and is there still."""
        return self._table is not None

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
            if files:  # none named are any
                files |= self._overdue
            ahead = await self._move(files)
            # What was moved is seen: the rest may wait for the next edit, which moves things first.
            if not self._overdue:
                self._overdue_since = began
            may_wait = ahead and began < self._overdue_since + _WAITS
            try:
                root = await self._read(files, self.overtaken if may_wait else never)
            except Overtaken:
                self._leave(files, ahead, began)
                return
            if root is None:
                await self._move_back(ahead)
            elif self._table is None:
                await self._meet(root)
            else:
                await self._follow(root, began, ahead)

    async def look(self) -> None:
        """See whether the game is still there, or again: it does not say that it ends."""
        async with self._busy:
            if self._table is None and not self._is_silent:
                return
            try:
                await self._line.execute(_NOTHING)
            except UserError as error:
                if self._table is not None:
                    self._lose(error)
                return
            if self._table is None and (root := await self._read(())) is not None:
                await self._meet(root)

    async def load(self) -> None:
        """Let the game load its save again, with the table as it lies, so that all arrives."""
        async with self._busy:
            left = edits(self._brought, self._files_say) if self._table is not None else Edits()
            if not left.is_empty:
                await self._load(left, time.perf_counter())

    async def end(self) -> None:
        """Wait for nobody any more, and keep how far the game was brought."""
        if self._retrying is not None:
            self._retrying.cancel()
            await asyncio.gather(self._retrying, return_exceptions=True)
        await self.remember()

    def hear(self, message: Message) -> bool:
        """Tell whether a message of the game means that the table is to be met again."""
        if not isinstance(message, Loaded):
            return False
        if self._own_loads:
            self._own_loads -= 1
            return False
        self._table = None
        return True

    # The files

    def _leave(self, files: frozenset[Path], ahead: tuple[Edit, ...], began: float) -> None:
        """Leave what an edit means besides to the next one, which is there already."""
        self._overdue, self._wrong = files, ()
        self._take(ahead)
        what = tuple(dict.fromkeys(each.thing.name for each in ahead))
        sent = Sent("message", what, time.perf_counter() - began)
        self._tell(News("sent", words(sent), sent=sent))

    async def _read(
        self, files: Iterable[Path], overtaken: Callable[[], bool] = never
    ) -> Node | None:
        """Read the files; a mistake in them leaves the game as it is."""
        try:
            root = await asyncio.to_thread(self._said, tuple(files), overtaken)
        except UserError as error:
            await self._mistaken(error)
            return None
        self._files_say = root
        self._overdue = frozenset()
        if self._mistake:
            self._mistake = ""
            self._tell(News("mended", "the mistake is mended"))
        return root

    def _said(self, files: tuple[Path, ...], overtaken: Callable[[], bool]) -> Node:
        """Give what the files say; a script that nothing can run would only break what runs."""
        looked = dict.fromkeys((*files, *self._wrong))
        self._wrong = tuple(looked)
        for file in looked:  # also those that were wrong before, and nobody has touched since
            check_script(file)
        root = self._files.save(files, overtaken)
        check_filled_in(self._files_say, root, looked, self._files.source)
        check_interfaces(self._files_say, root, looked)
        self._wrong = ()
        return root

    async def _mistaken(self, error: UserError) -> None:
        news = News.of("mistake", error)
        self._mistake = news.text
        self._tell(news)
        if self._table is not None:
            try:
                said = lua_string(f"tts-tool: {news.text}")
                await self._line.execute(f"printToAll({said}, {{1, 0.4, 0.3}})")
            except UserError:
                self._table = None

    async def _move(self, files: Iterable[Path]) -> tuple[Edit, ...]:
        """Move at once what an edit moves; nothing goes ahead of a mistake.

        A table that is refereed has to know first where things go.
        """
        if self._table is None or self._mistake or self._wrong or await self._is_refereed():
            return ()
        root = await asyncio.to_thread(self._files.moved, tuple(files))
        if root is None:
            return ()
        return await carry_ahead(self._line, moves(self._brought, root), self._renaming.now)

    async def _move_back(self, ahead: tuple[Edit, ...]) -> None:
        """Let things lie as they lay: what they were to be moved for is wrong."""
        if ahead:
            back = undone(ahead, self._brought)
            await carry_ahead(self._line, back, self._renaming.now, BACK)

    async def _is_refereed(self) -> bool:
        with suppress(UserError):  # who asks next is told
            return await self.refereed()
        return True

    # The table

    async def _meet(self, root: Node) -> None:
        """Find the table that is open, and see that it is the one that is meant."""
        wanted = wanted_in(root)
        try:
            table = await read_table(self._line)
            known = self._memory.known()
            if self._allowed.bind and self._base is None:
                known = seen_at(table)
            check_table(wanted, table, known)
            planned(wanted, table.states, table.lying, known, force=self._allowed.force)
            name, memory = str(root.get("SaveName")), self._memory
            is_first = self._base is None
            stored = _kept(memory.base_file, name) if is_first else None
            began = _kept(memory.began_file, name) if is_first else None
            # Loading forgets a variable of Global; a hub that comes back does not.
            is_as_left = bool(await self._line.execute(f"return Global.getVar({self._mark})"))
            loads = None if is_as_left else _kept(memory.loads_file, name)
        except UserError as error:
            self._lose(error)
            return
        self._table = table
        self._renaming.forget(table.lying)
        if self._base is None:
            self._has_began = began is not None
            since = memory.arrived() if began or stored else b""
            began = began or origin_of(table.save_path) or stored or deepcopy(root)
            self._base = Base.brought(began, stored)
            self._base.take(arrivals(self._base.root, since))
        if loads is not None:
            self._base.become(loads)
        if is_as_left:
            memory.forget_loads()
        else:
            self._base.forget_lost(table.save_path)
        self._base.take_scripts(table)
        await self._keep(seen_at(table), anew=not is_as_left)
        self._knows(root)
        self._tell(News("ready", f'"{table.name}" follows your files'))
        await self._follow(root, time.perf_counter())

    @property
    def _mark(self) -> str:
        """Name the variable that says that the game is as it is remembered, not loaded since."""
        return lua_string(f"tts_tool_follows_{crc32(str(self._memory.folder).encode()):08x}")

    def _lose(self, error: UserError) -> None:
        """Say that no table follows any more, and why."""
        self._table, self._is_silent = None, isinstance(error, Unavailable)
        self._tell(News.of("away", error))

    def _knows(self, root: Node) -> None:
        """Take note of which layout the script of the table was loaded with, if that is known."""
        same = is_same_text(root.get("LuaScript") or "", self._brought.get("LuaScript") or "")
        self._loaded_layout = self._told_layout = self._files.layout if same else {}
        self._told_globe = None

    def _is_told(self, edit: Edit) -> bool:
        """Tell whether the table knows what an edit of its script says, though it has the old."""
        is_code = edit.thing.guid == GLOBAL and edit.path == ("LuaScript",)
        return is_code and edit.after == self._told_globe

    def _retry_soon(self) -> None:
        """Try again and again what somebody holds, until they have put it down."""

        async def retry() -> None:
            while self._held:
                await asyncio.sleep(_HOLD)
                async with self._busy:
                    if self._table is None:
                        return
                    await self._follow(self._files_say, time.perf_counter())

        if self._retrying is None or self._retrying.done():
            self._retrying = asyncio.create_task(retry())

    async def is_offered(self) -> bool:
        """Tell whether rules or numbers were edited that a game is played by just now."""
        rules, globe = self._files.rules, self._table and self._table.states.get(GLOBAL)
        if not rules or not globe or rules in globe.script:
            return False
        return await self.refereed()

    async def _follow(self, root: Node, began: float, ahead: tuple[Edit, ...] = ()) -> None:
        """Bring into the game whatever differs; some of it has gone `ahead`."""
        self._take(ahead)
        found = edits(self._brought, root)
        if not found.is_empty and await self.is_offered():
            self._tell(News("offers", _OFFER, _TAKE))
            return
        arrived = list[Edit]()
        self._held = {}
        try:
            sent = await self._bring(found, root, began, arrived)
        except Unwritable as error:
            self._tell(News.of("mistake", error))
            return
        except Unavailable as error:
            self._lose(error)
            return
        except UserError as error:
            self._tell(News.of("mistake", error))
            return
        finally:
            self._take(arrived)
        if ahead:
            sent = sent or Sent("message", (), time.perf_counter() - began)
            what = dict.fromkeys((*(each.thing.name for each in ahead), *sent.what))
            sent = sent._replace(what=tuple(what))
        if sent is not None:
            self._tell(News("sent", words(sent), sent=sent))
        left = self._left(found, arrived)
        if self._allowed.reload and not left.is_empty:
            await self._load(left, began)
        else:
            self._name_waiting(left)
        if found.is_empty and not ahead:
            self._tell(News("same", "the game has it all"))

    def _left(self, found: Edits, arrived: Iterable[Edit]) -> Edits:
        """Say what has not arrived, without what is held: that is waited for."""
        settled = {(each.thing.known, each.path) for each in arrived}
        pending = (
            each
            for each in found.changed
            if (each.thing.known, each.path) not in settled and not self._is_told(each)
        )
        left = tuple(each for each in pending if each.thing.known not in self._held)
        held = [text for known, text in self._held.items() if known not in self._named_held]
        self._named_held = frozenset(self._held)
        if held:
            self._tell(News("waits", f"{few(held)}: waited for"))
        if self._held:
            self._retry_soon()
        return found._replace(changed=left)

    def _take(self, arrived: Iterable[Edit]) -> None:
        if arrived and self._base is not None:
            self._base.take(arrived)
            self._memory.note_arrived(noted(arrived))
            self._is_new = True

    async def _bring(
        self, found: Edits, root: Node, began: float, arrived: list[Edit]
    ) -> Sent | None:
        """Do what can be done while the save is open; what has `arrived` is noted there."""
        globe = [edit for edit in found.changed if edit.thing.guid == GLOBAL]
        work = carryings(
            (edit for edit in found.changed if edit.thing.guid != GLOBAL),
            self._renaming.now,
            force=self._allowed.force,
        )
        what, moved, ways = [], dict[str, str](), set[str]()
        if await self._learns(globe):
            what.append("Global")
        if any(map(at_once, globe)):
            told = await tell_globe(self._line, globe, self._brought, root)
            arrived += told.edits
            what.append("Global")
            for name in told.kept:
                self._tell(News("kept", f"{name}: it was changed in the game, and stays so"))
        if work:
            await self._keep_pieces(each.thing for each in work)
            scripted = (each.thing for each in work if {"script", "ui"} & each.row.keys())
            self._memory.note(map(_state_of, scripted))
            for done in await carry(self._line, work):
                arrived += self._noted(done)
                moved |= done.moved
                if done.copies:
                    what.append(done.thing.name)
                ways |= {"respawn"} if done.whole else set()
            ways |= {each.way for each in work}
        if moved:
            await self._rename(moved)
        if not what:
            return None
        way: Literal["message", "objects"] = "objects" if ways - {"set"} else "message"
        return Sent(way, tuple(what), time.perf_counter() - began, moved)

    async def _rename(self, moved: Mapping[str, str]) -> None:
        """Tell whoever knew things by their GUIDs that those are others now."""
        self._renaming.take(moved)
        for message in messages(moved):
            await self._line.send(message)
        if self._told_layout:
            await self._line.execute(learning(self._renaming.layout(self._told_layout)))
        for old, new in moved.items():
            known = tuple(who_knows(self._files_say, old))
            self._tell(News("kept", f"{old} is {new} now", _TOLD if known else "", known))

    async def _keep_pieces(self, edited: Iterable[EditedThing]) -> None:
        """Remember what pieces become before they do: a referee may make a lost one anew."""
        pieces = {each.memo: each.data for each in edited if each.memo}
        if self._files.rules and pieces:
            await asyncio.to_thread(self._memory.keep_pieces, pieces)

    async def _learns(self, globe: Iterable[Edit]) -> bool:
        """Tell the table where things go now, if nothing else of its script was edited."""
        code = next((each for each in globe if each.path == ("LuaScript",)), None)
        now = self._files.layout
        if code is None or now == self._told_layout:
            return False
        if not same_but_layout(str(code.before), self._loaded_layout, str(code.after), now):
            return False
        if not await self._line.execute(learning(self._renaming.layout(now))):
            return False
        self._told_layout, self._told_globe = now, str(code.after)
        return True

    def _noted(self, done: Carried) -> tuple[Edit, ...]:
        """Say what became of the edits of a thing; give those that are done with."""
        name = done.thing.name
        if done.unseen is not None:
            fix = "bring the change into your files, or start with --force (a copy is kept)"
            self._tell(News("kept", f"{name}: its script was changed in the game", fix))
            return ()
        if done.failed:
            self._tell(News("mistake", f"{name}: {done.failed}"))
            return ()
        if done.busy:
            self._held[done.thing.known] = f"{name} is {done.busy}"
            return ()
        if done.kept:
            self._tell(News("kept", f"{name}: {done.kept}, and stays so"))
        return done.edits if done.copies or done.kept else ()

    async def remember(self) -> None:
        """Keep how far the game was brought, for the next time."""
        async with self._busy:
            if self._is_new and self._table is not None:
                self._is_new = False
                await self._keep(self._known_now(), brought=True)

    async def _keep(self, known: Known, *, brought: bool = False, anew: bool = False) -> None:
        """Keep what is known of the table; that it can't be is said once, and tried again.

        `anew`: the game was loaded since. Only when that is kept, too, the game is marked.
        """
        base, memory = self._brought, self._memory

        def keep() -> None:
            memory.keep(known)
            if not self._has_began:
                memory.keep_began(written(base))
                self._has_began = True
            if brought or (anew and memory.base_file.exists()):
                memory.keep_base(written(base))

        try:
            await asyncio.to_thread(keep)
        except UserError as error:
            self._is_new = True
            if not self._forgets:
                self._forgets = True
                self._tell(News.of("mistake", error)._replace(fix=_NOT_KEPT))
            return
        self._forgets = False
        if anew:
            with suppress(UserError):  # without the mark it is looked at once more
                await self._line.execute(f"Global.setVar({self._mark}, true)")

    def _known_now(self) -> Known:
        """Say which scripts the table has, as far as we have brought it."""
        assert self._table is not None  # noqa: S101 - something has arrived there
        states = dict(self._table.states)
        for thing in things(self._brought).values():
            if thing.guid in states and not thing.inside:
                states[thing.guid] = _state_of(thing, states[thing.guid].name)
        return seen_at(self._table._replace(states=states))

    def _name_waiting(self, left: Edits) -> None:
        """Say once what can't be brought into the game while its save is open."""
        waiting = {(each.thing.known, each.path): each.thing.name for each in left.changed}
        waiting |= {(each.known, ()): each.name for each in (*left.added, *left.gone)}
        new = [name for key, name in waiting.items() if key not in self._waiting]
        self._waiting = frozenset(waiting)
        if new:
            names = few(dict.fromkeys(new))
            fix = "r and Enter let it do so now, with the table as it lies"
            self._tell(News("waits", f"{names}: comes when the game loads its save again", fix))

    # Loading again

    async def _load(self, left: Edits, began: float) -> None:
        what = names(left)
        self._tell(News("does", f"the game loads its save again, for {few(what)}"))
        loading = follows(
            self._brought,
            self._files_say,
            force=self._allowed.force,
            rereads=self._allowed.rereads,
        )
        self._memory.note(wanted_in(self._files_say).states.values())
        self._own_loads += 1
        try:
            loads = await asyncio.to_thread(written, self._files_say)
            self._memory.keep_loads(loads)
            done = await load_anew(self._line, loading, self._memory, self._ask)
            table = await read_table(self._line)
        except UserError as error:
            self._tell(News.of("mistake", error))
            was_loaded, self._own_loads = not self._own_loads, 0
            if was_loaded:  # but what?
                await self._meet(self._files_say)
            else:
                self._memory.forget_loads()
            return
        self._table = table
        self._renaming.forget(table.lying)
        assert self._base is not None  # noqa: S101 - a table was met
        self._base.become(deepcopy(self._files_say))
        self._base.take_scripts(table)
        await self._keep(seen_at(table), brought=True, anew=True)
        self._knows(self._files_say)
        self._waiting = frozenset()
        sent = Sent("load", what, time.perf_counter() - began)
        self._tell(
            News("sent", words(sent), f"the save as it was is kept as {done.backup}", sent=sent)
        )
        for each in done.conflicts:
            where = " > ".join((*each.where, each.key))
            taken = "the files' is taken" if each.taken == "theirs" else "it stays as in the game"
            self._tell(News("kept", f"{where}: changed in the files and in the game; {taken}"))
        if done.otherwise:
            fix = (
                "scripts may have done that; if the game has not read the file again, load it"
                f" yourself: {done.file} has the table as it lay"
            )
            self._tell(News("kept", f"lies otherwise than before: {few(done.otherwise)}", fix))

    def _ask(self, text: str) -> None:
        self._tell(News("asks", text))


def _kept(file: Path, name: str) -> Node | None:
    """Read a save back that was kept of the table of this name."""
    if not file.exists():
        return None
    try:
        root = read(file.read_bytes(), str(file)).root
    except UserError as error:
        error.fix = f"remove {file.name} there; what was edited meanwhile may not arrive then"
        raise
    return root if root.get("SaveName") == name else None


def _state_of(thing: EditedThing, name: str = "") -> ScriptState:
    script, ui = (str(thing.data.get(key) or "") for key in ("LuaScript", "XmlUI"))
    return ScriptState(thing.guid, name, script, ui)


async def _nobody() -> bool:
    return False
