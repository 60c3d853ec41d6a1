"""`tts-tool lua bundle` and `unbundle`: put scripts together, take them apart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.options import examples
from tts_tool.errors import BadInput, ExitCode, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tts_tool.lua.bundle import Bundle

__all__ = ["bundle", "bundled", "unbundle"]

file_argument = click.argument(
    "file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)


@click.command(
    epilog=examples(
        "tts-tool lua bundle src/global.lua --path lib -o build/global.lua",
        "tts-tool lua bundle ui/main.xml -o build/ui.xml",
    )
)
@file_argument
@click.option(
    "--path",
    "paths",
    multiple=True,
    help="Where to look, too: a folder, or a pattern like lib/?.lua. May be given repeatedly.",
)
@click.option("--root", default="__root", show_default=True, help="The script's name in it.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write here, and beside it where each line comes from; else print.",
)
def bundle(file: Path, paths: tuple[str, ...], root: str, output: Path | None) -> None:
    """Put the script FILE, and what it requires, into one script.

    Modules are looked for in the folder of FILE first. An XML gets what it includes.
    """
    if file.suffix == ".xml":
        from tts_tool.lua.includes import expand
        from tts_tool.lua.search import read_text

        folders = [file.parent, *map(Path, paths)]
        _deliver(expand(read_text(file), file, folders).text, output)
        return
    made = bundled(file, paths, root)
    for note in made.notes:
        click.echo(f"note: {note}", err=True)
    _deliver(made.text, output)
    if output is not None:
        from tts_tool.lua.where import MAP_ENDING, ScriptMap, write_maps

        beside = output.with_name(output.name + MAP_ENDING)
        write_maps(beside, [ScriptMap(None, output.name, made.map)])


@click.command(
    epilog=examples(
        "tts-tool lua unbundle build/global.lua src",
        "tts-tool lua unbundle TS_Save_1.json src --guid 069307",
    )
)
@file_argument
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--guid", help="Whose script, if FILE is a save; -1 is Global.")
def unbundle(file: Path, folder: Path, guid: str | None) -> None:
    """Write each module of the bundle FILE into a file of its own, in the new folder DIR.

    FILE is a script, a save, or an XML with marked includes.
    """
    from tts_tool.lua.search import read_text

    if file.suffix == ".xml":
        from tts_tool.lua.includes import split

        root, parts = split(read_text(file), file.as_posix())
        _write_all(folder, {file.name: root, **parts})
        return
    text = _script_of(file, guid) if file.suffix == ".json" else read_text(file)
    _write_all(folder, _taken_apart(text, file.as_posix()))


def bundled(file: Path, paths: tuple[str, ...], root: str) -> Bundle:
    """Put a script together; what is wrong with it is told with file and line."""
    from tts_tool.lua.bundle import BundleError, Folders, LuaModule
    from tts_tool.lua.bundle import bundle as put_together

    try:
        return put_together(LuaModule.read(root, file), Folders(file.parent, *paths))
    except BundleError as error:
        click.echo(error.report, err=True)
        raise click.exceptions.Exit(ExitCode.BAD_INPUT) from None


def _taken_apart(text: str, name: str) -> dict[str, str]:
    from tts_tool.lua.unbundle import file_names
    from tts_tool.lua.unbundle import unbundle as take_apart

    modules = take_apart(text, name).modules
    files = file_names(modules)
    return {files[each]: module.text for each, module in modules.items()}


def _script_of(save: Path, guid: str | None) -> str:
    """Take the script of one object out of a save."""
    import json

    from tts_tool.lua.locations import GLOBAL
    from tts_tool.lua.search import read_text
    from tts_tool.lua.unbundle import is_bundle

    try:
        root = json.loads(read_text(save))
    except (ValueError, RecursionError):
        raise BadInput("this is no save", where=str(save)) from None
    bundles = {key or GLOBAL: text for key, text in _scripts(root) if is_bundle(text)}
    if guid not in bundles:
        what = f"no bundle in a script {guid}" if guid else "whose script?"
        fix = f"--guid, one of: {', '.join(bundles) or 'none has a bundle'}"
        raise NotFound(what, where=str(save), fix=fix)
    return bundles[guid]


def _scripts(root: object) -> Iterator[tuple[str, str]]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            waiting.extend(reversed(node.values()))
            if isinstance(text := node.get("LuaScript"), str):
                yield str(node.get("GUID", "")), text
        elif isinstance(node, list):
            waiting.extend(reversed(node))


def _deliver(text: str, output: Path | None) -> None:
    from tts_tool.saves.swap import replace_file

    if output is None:
        click.echo(text.encode(), nl=False)  # bytes, so that no line end changes on the way
    else:
        replace_file(output, text.encode())


def _write_all(folder: Path, files: Mapping[str, str]) -> None:
    """Make a folder with these files: all of them, or nothing."""
    from tts_tool.saves.swap import alone, replace_folder, settle

    def build(building: Path) -> None:
        for name, text in files.items():
            path = building / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())

    folder.parent.mkdir(parents=True, exist_ok=True)
    with alone(folder.parent):
        settle(folder)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Refused("this is not empty", where=str(folder), fix="name a new folder")
        replace_folder(folder, build)
    for name in files:
        click.echo((folder / name).as_posix())
