"""Lets the game load its save again, with the table as it lies now and what the files say.

What the table is now is read out and put into the file of the save, what was edited is merged into
that, and what came of it is compared. The file as it was is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from difflib import unified_diff
from pathlib import Path as File
from typing import Final, NamedTuple

from tts_tool.errors import Refused, Unavailable
from tts_tool.saves.merging import Conflict, Merge, Terms, merge
from tts_tool.saves.swap import replace_file
from tts_tool.saves.text_merge import Side
from tts_tool.saves.tree import Document, Node, read
from tts_tool.sync.dev.reading_out import ReadOut, at_rest, differing, put_into
from tts_tool.sync.messages import (
    GLOBAL,
    GameSaved,
    Loaded,
    Message,
    ScriptState,
    is_same_text,
    plain,
)
from tts_tool.sync.push.memory import Backup, Memory
from tts_tool.sync.push.pushing import Scripted
from tts_tool.sync.push.wanted import wanted_in
from tts_tool.sync.wire import GameLine

__all__ = [
    "AtTheGame",
    "Loading",
    "Reloaded",
    "Unreadable",
    "bring_back",
    "follows",
    "load_anew",
    "load_as_saved",
    "with_scripts",
]

_MOST_DIFF: Final = 40
"""Lines: about as many as a terminal shows at once."""


class Loading(NamedTuple):
    """What the table is to become.

    `check` refuses what must not be written over, by the scripts that are in the game; `merged`
    gives, of the table as it lies, what it is to be. `rereads`: whether the game reads the file of
    its save again when it is told to play it.
    """

    merged: Callable[[Document], Merge]
    check: Callable[[Mapping[str, ScriptState]], None] = lambda _: None
    rereads: bool = True


class Reloaded(NamedTuple):
    """What came of it: the copy of what was, what both sides had changed, what lies otherwise.

    `file` has the table as it lay, whatever the game has made of its own.
    """

    backup: int
    file: File
    conflicts: tuple[Conflict, ...] = ()
    otherwise: tuple[str, ...] = ()


class Unreadable(Unavailable):
    """The file of the save that is open can't be read here: perhaps it is on another computer."""


class AtTheGame(NamedTuple):
    """Asks whoever is at the game to do something there, and waits until it is done.

    What is loaded meanwhile may be another game, into which nothing of ours may come.
    """

    line: GameLine
    say: Callable[[str], None]

    async def saved(self, text: str, there: Iterable[ScriptState]) -> None:
        """Wait until somebody has saved the game that is `there`."""
        await self._until(text, GameSaved, _globe(there))

    async def loaded(self, text: str, there: Iterable[ScriptState]) -> None:
        """Wait until somebody has loaded a save with these scripts."""
        await self._until(text, Loaded, _globe(there))

    async def _until(self, text: str, kind: type[Message], globe: str) -> None:
        done = asyncio.get_running_loop().create_future()

        def hear(message: Message) -> None:
            if done.done():
                return
            if isinstance(message, Loaded) and not is_same_text(_globe(message.states), globe):
                done.set_exception(_another(message, text))
            elif isinstance(message, kind):
                done.set_result(None)

        with self.line.subscribed(hear):  # before it is said: people may be quick
            self.say(text)
            await done


def _another(loaded: Loaded, fix: str) -> Refused:
    what = "another game was loaded than the one that is meant; nothing came into it"
    return Refused(what, where=loaded.save_path or None, fix=fix)


def _globe(states: Iterable[ScriptState]) -> str:
    return next((each.script for each in states if each.guid == GLOBAL), "")


async def load_anew(
    line: Scripted, loading: Loading, memory: Memory, say: Callable[[str], None]
) -> Reloaded:
    """Do it; `say` tells whoever is at the game what they have to do there."""
    there = await line.scripts()
    scripts = {each.guid: each for each in there.states}
    loading.check(scripts)
    asking = AtTheGame(line, say)
    file = File(there.save_path)
    before = _bytes(file)
    save = read(before, str(file))
    out = await at_rest(line, save.root)
    if out.unread:
        names = ", ".join(out.unread)
        text = f"{names} can't be read out of the game: save there, and it goes on"
        await asking.saved(text, there.states)
        before = _bytes(file)
        save = read(before, str(file))
        now = save
    else:
        now = Document(_with_global(put_into(save.root, out), scripts), save.layout)
    merged = loading.merged(now)
    data = _proven(merged.document)
    if _bytes(file) != before:
        raise Refused("somebody else has written the file of the save meanwhile", where=str(file),
                      fix="try it again")  # fmt: skip
    now_there = await line.scripts()  # reading out takes long, if somebody holds something
    if now_there.save_path != there.save_path or _globe(now_there.states) != _globe(there.states):
        raise _another(now_there, "try it again when that one is open")
    wanted = wanted_in(merged.document.root)
    copy = Backup(datetime.now(UTC), wanted.name, tuple(scripts.values()), save=str(file))
    kept = memory.back_up(copy, before, data)
    replace_file(file, data)
    if loading.rereads:
        states = [each for each in wanted.states.values() if each.script or each.ui]
        await line.save_and_play(states)
    else:
        await asking.loaded(f"load this save in the game: {file}", wanted.states.values())
    lying = merged.document.root["ObjectStates"]
    expected = ReadOut({str(each.get("GUID")): each for each in lying}, {})
    lies = await at_rest(line, merged.document.root)
    return Reloaded(
        kept.number, memory.table(kept.number), merged.conflicts, tuple(differing(expected, lies))
    )


async def load_as_saved(
    line: Scripted,
    states: Mapping[str, ScriptState],
    memory: Memory,
    say: Callable[[str], None],
) -> int:
    """Let the game load what somebody has just saved there, with other scripts.

    That is all that can be done for a save whose file is on another computer.
    """
    text = "the file of the save can't be read here: save in the game, and it goes on"
    await AtTheGame(line, say).saved(text, (await line.scripts()).states)
    there = {each.guid: each for each in (await line.scripts()).states}
    kept = memory.back_up(Backup(datetime.now(UTC), "", tuple(there.values())))
    await line.save_and_play({**there, **states}.values())
    return kept.number


def follows(base: Node, files: Node, *, force: bool = False, rereads: bool = True) -> Loading:
    """Say that the table becomes what files say that are edited while it is open.

    `base` is what they said when the game was last brought to them.
    """

    def merged(now: Document) -> Merge:
        return merge(Document(base), now, Document(files), Terms(_side))

    def check(scripts: Mapping[str, ScriptState]) -> None:
        there = scripts.get(GLOBAL, ScriptState(GLOBAL)).script
        _check_global(base, files, there, force=force)

    return Loading(merged, check, rereads)


def with_scripts(states: Mapping[str, ScriptState], *, rereads: bool = True) -> Loading:
    """Say that all stays as it lies, and has these scripts and interfaces."""

    def merged(now: Document) -> Merge:
        root = _with_global(now.root, dict(states))
        lying = [
            {**each, "LuaScript": state.script, "XmlUI": state.ui}
            if (state := states.get(str(each.get("GUID")))) is not None
            else each
            for each in root["ObjectStates"]
        ]
        return Merge(Document({**root, "ObjectStates": lying}, now.layout), ())

    return Loading(merged, rereads=rereads)


async def bring_back(line: Scripted, memory: Memory, backup: Backup) -> Backup:
    """Let the game load the save of a copy again; what is there now is kept."""
    there = await line.scripts()
    file = File(backup.save)
    if File(there.save_path) != file:
        raise Refused(
            f"this copy is of {file}, and another save is open",
            where=there.save_path or None,
            fix="load that save in the game first",
        )
    old = memory.save(backup)
    wanted = wanted_in(read(old, str(file)).root)
    copy = Backup(datetime.now(UTC), wanted.name, there.states, save=str(file))
    kept = memory.back_up(copy, _bytes(file))
    replace_file(file, old)
    await line.save_and_play(backup.states)
    return kept


def _side(key: str) -> Side:
    """Say whose version is taken where both have changed the same: code is the files' own."""
    return "theirs" if key.rpartition(".")[2] in {"LuaScript", "XmlUI"} else "ours"


def _check_global(base: Node, files: Node, there: str, *, force: bool) -> None:
    """Refuse what locks the game up, and to write over what nobody here has seen."""
    wanted, seen = (str(each.get("LuaScript") or "") for each in (files, base))
    if not wanted.strip():
        raise Refused(
            "the script of Global is empty, which locks up the game",
            where="Global",
            fix="leave a comment in it, such as -- nothing here",
        )
    if force or is_same_text(there, seen) or is_same_text(there, wanted):
        return
    names = ("Global, as known", "Global, in the game")
    old, new = plain(seen).split("\n"), plain(there).split("\n")
    lines = unified_diff(old, new, *names, lineterm="", n=1)
    raise Refused(
        "the script of Global was changed in the game since it was last seen",
        fix="bring the change into your files; --force writes over it (a copy is kept)",
        details=tuple(lines)[:_MOST_DIFF],
    )


def _with_global(root: Node, scripts: dict[str, ScriptState]) -> Node:
    """Take the scripts of the table itself as they are in the game."""
    state = scripts.get(GLOBAL, ScriptState(GLOBAL))
    return {**root, "LuaScript": state.script, "XmlUI": state.ui}


def _proven(document: Document) -> bytes:
    """Write a save, and see that it is read as what was meant."""
    data = document.bytes()
    again = read(data, "what was merged").root
    if read(Document(again).bytes(), "").root != again or len(again["ObjectStates"]) != len(
        document.root["ObjectStates"]
    ):
        raise Refused("what was merged can't be written as it is", fix="please report this")
    return data


def _bytes(file: File) -> bytes:
    try:
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise Unreadable(
            "the file of the save can't be read here",
            where=str(file),
            fix="run this on the computer on which the game runs",
        ) from error
