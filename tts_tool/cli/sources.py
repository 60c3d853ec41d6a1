"""Where the scripts come from that are pushed: an unpacked mod, a built one, or one file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from click.exceptions import Exit

from tts_tool.cli.exec import found_object
from tts_tool.errors import BadInput, NotFound, Unavailable, UserError
from tts_tool.project import FILE_NAME, find_project, read_project

if TYPE_CHECKING:
    from tts_tool.saves.tree import Node
    from tts_tool.sync.messages import ScriptState
    from tts_tool.sync.push import Memory, Wanted
    from tts_tool.sync.push.pushing import Scripted

__all__ = ["PushFiles", "source_for", "source_of"]


_TRIES: Final = 20
_A_MOMENT: Final = 0.1
"""Seconds, two in all: longer than an editor takes to write what was edited."""

T = TypeVar("T")


class PushFiles(NamedTuple):
    """What files say the game should have, and where it is remembered what the game had."""

    home: Path
    read: Callable[[Mapping[str, ScriptState]], Wanted]
    """Read them, as they were at one moment; what no file says (the interface beside a script) is
    as it is in the game."""
    pushed: Callable[[Iterable[ScriptState]], None] = lambda _: None
    """Take note of what has reached the game: files and game have it in common from then on."""

    def memory(self) -> Memory:
        """Give what is remembered."""
        from tts_tool.sync.push import Memory

        return Memory(self.home)


async def source_for(line: Scripted, target: str, thing: str) -> PushFiles:
    """Take a file as the script of an object, which is looked for in the game."""
    return _file(Path(target), await _guid(line, thing))


def source_of(target: str) -> PushFiles:
    """Say what is meant by a folder or a game."""
    path = Path(target)
    if path.is_file():
        raise BadInput("whose script is this?", where=target, fix="say it: --object GUID|NAME")
    if (path / FILE_NAME).is_file() and read_project(path.resolve()).settings.kind == "unpacked":
        return _unpacked(path.resolve())
    return _built(target)


async def _guid(line: Scripted, thing: str) -> str:
    if thing in {"-1", "Global"}:
        return "-1"
    return str((await found_object(line, thing))["guid"])


def _file(file: Path, guid: str) -> PushFiles:
    from tts_tool.cli.lua_bundle import bundled
    from tts_tool.sync.messages import ScriptState
    from tts_tool.sync.push import Wanted

    if not file.is_file():
        raise NotFound("there is no such file", where=str(file))
    project = find_project(file.parent)
    beside = sorted(map(str, (*file.parent.glob("*.lua"), *file.parent.glob("*.ttslua"))))
    # What it requires from elsewhere is known once it is read.
    known = dict.fromkeys((str(file), *beside))

    def read(there: Mapping[str, ScriptState]) -> Wanted:
        was = there.get(guid, ScriptState(guid))

        def text() -> str:
            made = bundled(file, (), "__root")
            known.update(dict.fromkeys(each for it in made.modules for each in it.map.files))
            return made.text

        return Wanted("", {guid: ScriptState(guid, was.name, _whole(lambda: known, text), was.ui)})

    home = project.folder if project else file.parent.resolve()
    return PushFiles(home, read)


def _unpacked(folder: Path) -> PushFiles:
    from tts_tool.saves.disk import pack_folder
    from tts_tool.saves.origins import Origins
    from tts_tool.saves.tree import Document
    from tts_tool.saves.tree import read as read_save
    from tts_tool.sync.push import Memory, wanted_of

    save = b""

    def read(_: Mapping[str, ScriptState]) -> Wanted:
        nonlocal save
        save = pack_folder(folder)
        return wanted_of(save, str(folder))

    def pushed(states: Iterable[ScriptState]) -> None:
        memory = Memory(folder)
        with suppress(NotFound):  # then a pull shows what both have as a conflict at worst
            if (file := memory.base_file).exists():
                past = read_save(file.read_bytes(), str(file)).root
            else:
                past = Origins.mine().find(read_save(save, str(folder)), str(folder)).document.root
            memory.keep_base(Document(_scripted(past, states)).bytes())

    return PushFiles(folder, read, pushed)


def _scripted(root: Node, states: Iterable[ScriptState]) -> Node:
    """Give what lies on the table of a save, and the table itself, other scripts."""
    known = {each.guid: {"LuaScript": each.script, "XmlUI": each.ui} for each in states}
    lying = [{**each, **known.get(each.get("GUID"), {})} for each in root["ObjectStates"]]
    return {**root, **known.get("-1", {}), "ObjectStates": lying}


def _built(target: str) -> PushFiles:
    from tts_tool.build.stamps import files_below
    from tts_tool.cli.build import brought_up_to_date
    from tts_tool.cli.mods import choose
    from tts_tool.cli.rulesets import check_known
    from tts_tool.resources import cards_dir, lua_templates_dir, mod_json_dir
    from tts_tool.sync.push import wanted_of

    check_known(target)
    choice = choose(target)

    project, out = choice.project, str(choice.out)
    folders = [project.folder] if project else [cards_dir(), lua_templates_dir(), mod_json_dir()]

    def files() -> list[str]:
        found = (each for folder in folders for each in files_below(folder))
        return [each for each in found if not each.startswith(out)]

    def read(_: Mapping[str, ScriptState]) -> Wanted:
        save = Path(_whole(files, lambda: brought_up_to_date(choice)["save"]))
        return wanted_of(save.read_bytes(), str(save))

    return PushFiles(project.folder if project else choice.out, read)


def _whole(files: Callable[[], Iterable[str]], read: Callable[[], T]) -> T:
    """Read files again until none of them has changed meanwhile: nobody wishes for half an edit."""
    before, other = _looks(files()), None
    for _ in range(_TRIES):
        done: T | None = None
        wrong: Exception | None = None
        try:
            done = read()
        except (UserError, Exit) as error:
            wrong = error
        after = _looks(files())
        other = next((each for each in after if before.get(each) != after[each]), None)
        if other is None and len(before) == len(after):
            if wrong is not None:
                raise wrong
            return cast("T", done)
        before = after
        sleep(_A_MOMENT)
    raise Unavailable("it is being written", where=other, fix="run this again in a moment")


def _looks(files: Iterable[str]) -> dict[str, tuple[int, int, int] | None]:
    """Say how files look, without reading them."""
    return {file: _look(file) for file in files}


def _look(file: str) -> tuple[int, int, int] | None:
    try:
        seen = os.stat(file)  # noqa: PTH116 - of hundreds of files, twice
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns, seen.st_ino
