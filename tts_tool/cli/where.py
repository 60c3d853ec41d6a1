"""`tts-tool where`: lead an error of the game back to the file that was edited."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tts_tool.lua.locations import Report
    from tts_tool.lua.source_map import Position
    from tts_tool.lua.where import Place, ScriptMap

__all__ = ["where"]


@click.command(
    epilog=examples(
        'tts-tool where "chunk_3:(1128,8-62)" --guid lea2ff',
        'tts-tool where "chunk_3:(12,4)" --map build/global.lua.map.json',
        "tts-tool where - < error.txt",
    )
)
@click.argument("message", nargs=-1, required=True)
@click.option(
    "--map",
    "map_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A map that a build left, or a script itself; else the project is searched.",
)
@click.option("--guid", help="Whose script failed, if MESSAGE does not say; -1 is Global.")
@json_option
def where(
    message: tuple[str, ...], map_file: Path | None, guid: str | None, *, as_json: bool
) -> None:
    """Show where the error MESSAGE of Tabletop Simulator is in your own files.

    MESSAGE is a place, a whole line of the log, or the JSON that editors get; - reads it.
    """
    from tts_tool.lua.locations import read_report
    from tts_tool.lua.where import places

    text = sys.stdin.read() if message == ("-",) else " ".join(message)
    report = read_report(text, guid)
    found = places(report, _maps(map_file))
    if as_json:
        print_json(_shown(report, found))
        return
    if report.message:
        click.echo(report.message)
    for place in found:
        _print(place)


def _maps(map_file: Path | None) -> list[ScriptMap]:
    from tts_tool.lua.where import MAP_ENDING, read_maps
    from tts_tool.project import find_project

    if map_file is not None:
        return list(read_maps(map_file))
    project = find_project(Path.cwd())
    if project is None:
        raise NotFound("no project here", fix="go to its folder, or give --map FILE")
    files = sorted(project.folder.rglob(f"*{MAP_ENDING}"))
    if files:
        return [each for file in files for each in read_maps(file)]
    return list(_unpacked(project.folder))


def _unpacked(folder: Path) -> Iterator[ScriptMap]:
    """Give the scripts of an unpacked save, those on the table before those inside something."""
    from tts_tool.lua.locations import GLOBAL
    from tts_tool.lua.where import read_maps
    from tts_tool.saves.disk import FOLDER
    from tts_tool.saves.folder import OBJECT, TEXTS

    scripts = sorted((folder / FOLDER).rglob(TEXTS["LuaScript"]), key=_depth)
    for script in scripts:
        described = script.with_name(OBJECT)
        guid = _guid(described) if described.is_file() else GLOBAL
        yield from (each._replace(guid=guid, name=script.parent.name) for each in read_maps(script))


def _depth(path: Path) -> tuple[int, str]:
    return len(path.parts), path.as_posix()


def _guid(described: Path) -> str:
    import json

    from tts_tool.lua.search import read_text

    try:
        return str(json.loads(read_text(described)).get("GUID", ""))
    except (ValueError, AttributeError, RecursionError):
        raise BadInput("this describes no object", where=described.as_posix()) from None


def _print(place: Place) -> None:
    if place.position is None:
        click.echo(f"{_written(place)}: {place.why}")
        return
    module = f"  (module {place.module.file}, line {place.module.line})" if place.module else ""
    click.echo(f"{_near(place.position)}{module}")
    for number, line in place.around:
        mark = ">" if number == place.position.line else " "
        click.echo(f"{mark} {number:5} | {line}".rstrip())


def _written(place: Place) -> str:
    at = place.location
    return "[clr]" if at.line is None else f"{at.chunk}:({at.line},{at.column})"


def _near(position: Position) -> Position:
    """Name the file as seen from here, if it is below."""
    path = Path(position.file)
    here = Path.cwd()
    if path.is_absolute() and path.is_relative_to(here):
        return position._replace(file=Path(os.path.relpath(path, here)).as_posix())
    return position


def _shown(report: Report, found: list[Place]) -> dict[str, Any]:
    """Give what an editor needs; its columns count from 1."""
    return {
        "guid": report.guid,
        "name": report.name,
        "function": report.function,
        "message": report.message,
        "places": [_place(place) for place in found],
    }


def _place(place: Place) -> dict[str, Any]:
    position, module = place.position, place.module
    column = None if position is None or position.column is None else position.column + 1
    return {
        "game": place.location._asdict(),
        "file": position and position.file,
        "line": position and position.line,
        "column": column,
        "module": module and module.file,
        "module_line": module and module.line,
        "why": place.why,
        "around": [{"line": number, "text": text} for number, text in place.around],
    }
