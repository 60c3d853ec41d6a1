"""Where the scripts come from that are pushed: an unpacked mod, a built one, or one file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tts_tool.cli.exec import found_object
from tts_tool.errors import BadInput, NotFound
from tts_tool.project import FILE_NAME, find_project, read_project

if TYPE_CHECKING:
    from tts_tool.sync.messages import ScriptState
    from tts_tool.sync.push import Memory, Wanted
    from tts_tool.sync.push.pushing import Scripted

__all__ = ["WatchedFiles", "source_for", "source_of"]


class WatchedFiles(NamedTuple):
    """Files, what they say the game should have, and where it is remembered what the game had."""

    home: Path
    watched: tuple[Path, ...]
    read: Callable[[Mapping[str, ScriptState]], Wanted]
    """Read them; what no file says (the interface beside a script) is as it is in the game."""

    def memory(self) -> Memory:
        """Give what is remembered."""
        from tts_tool.sync.push import Memory

        return Memory(self.home)


async def source_for(line: Scripted, target: str, thing: str) -> WatchedFiles:
    """Take a file as the script of an object, which is looked for in the game."""
    return _file(Path(target), await _guid(line, thing))


def source_of(target: str) -> WatchedFiles:
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


def _file(file: Path, guid: str) -> WatchedFiles:
    from tts_tool.cli.lua_bundle import bundled
    from tts_tool.sync.messages import ScriptState
    from tts_tool.sync.push import Wanted

    if not file.is_file():
        raise NotFound("there is no such file", where=str(file))
    project = find_project(file.parent)

    def read(there: Mapping[str, ScriptState]) -> Wanted:
        was = there.get(guid, ScriptState(guid))
        text = bundled(file, (), "__root").text
        return Wanted("", {guid: ScriptState(guid, was.name, text, was.ui)})

    home = project.folder if project else file.parent.resolve()
    return WatchedFiles(home, (file.parent.resolve(),), read)


def _unpacked(folder: Path) -> WatchedFiles:
    from tts_tool.saves.disk import FOLDER, pack_folder
    from tts_tool.saves.origins import Origins
    from tts_tool.sync.push import wanted_of

    def read(_: Mapping[str, ScriptState]) -> Wanted:
        save = pack_folder(folder)
        Origins.mine().keep(save)  # what is changed in the game from here on comes from this
        return wanted_of(save, str(folder))

    return WatchedFiles(folder, (folder / FOLDER,), read)


def _built(target: str) -> WatchedFiles:
    from tts_tool.cli.build import brought_up_to_date
    from tts_tool.cli.mods import choose
    from tts_tool.cli.rulesets import check_known
    from tts_tool.resources import cards_dir, lua_templates_dir, mod_json_dir
    from tts_tool.sync.push import wanted_of

    check_known(target)
    choice = choose(target)

    def read(_: Mapping[str, ScriptState]) -> Wanted:
        save = Path(brought_up_to_date(choice)["save"])
        return wanted_of(save.read_bytes(), str(save))

    if choice.project is not None:
        return WatchedFiles(choice.project.folder, (choice.project.folder,), read)
    shared = (cards_dir(), lua_templates_dir(), mod_json_dir())
    return WatchedFiles(choice.out, shared, read)
