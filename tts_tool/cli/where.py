"""`tts-tool where`: lead an error of the game back to the file that was edited."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, NotFound
from tts_tool.here import seen_from_here

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tts_tool.lua.locations import FailureReport
    from tts_tool.lua.source_map import SourceMap
    from tts_tool.lua.where import Place, ScriptMap

__all__ = ["around_lines", "maps_of", "place_lines", "where"]

_LONGEST = 1 << 20  # letters; whoever sends more has no message


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

    text = sys.stdin.read(_LONGEST) if message == ("-",) else " ".join(message)
    report = read_report(text, guid)
    found = places(report, _maps(map_file))
    if as_json:
        print_json(_shown(report, found))
        return
    if report.message:
        click.echo(report.message)
    several = len({place.script and place.script[::3] for place in found}) > 1
    for place in found:
        guessed = map_file is None and _is_guess(report, place.script)
        if place.script is not None and (several or guessed):
            click.echo(f"{_whose(place.script)}:")
        click.echo("\n".join(place_lines(place)))


def maps_of(folder: Path | None) -> list[ScriptMap]:
    """Read the maps of a folder, or of the project around this one; there may be none."""
    from tts_tool.project import find_project

    if folder is None:
        project = find_project(Path.cwd())
        folder = project.folder if project else None
    return [] if folder is None else _maps_in(folder)


def _maps(map_file: Path | None) -> list[ScriptMap]:
    from tts_tool.lua.where import read_maps
    from tts_tool.project import find_project

    if map_file is not None:
        return list(read_maps(map_file))
    project = find_project(Path.cwd())
    if project is None:
        raise NotFound("no project here", fix="go to its folder, or give --map FILE")
    return _maps_in(project.folder)


def _maps_in(folder: Path) -> list[ScriptMap]:
    from tts_tool.lua.where import MAP_ENDING, read_maps
    from tts_tool.saves.disk import FOLDER
    from tts_tool.saves.folder import TEXTS

    files = sorted(file for file in folder.rglob(f"*{MAP_ENDING}") if file.is_file())
    save = folder / FOLDER
    scripts = sorted(save.rglob(TEXTS["LuaScript"]), key=_depth)
    return [
        *_readable(files, read_maps),
        *_readable((each for each in scripts if each.is_file()), partial(_unpacked, save=save)),
    ]


def _readable(
    files: Iterable[Path], read: Callable[[Path], Iterable[ScriptMap]]
) -> Iterator[ScriptMap]:
    """Read what can be read; what cannot is named, and passed by: it may not be asked about."""
    for file in files:
        try:
            yield from read(file)
        except (BadInput, OSError) as error:
            click.echo(f"passed by: {error}", err=True)


def _unpacked(script: Path, save: Path) -> Iterable[ScriptMap]:
    """Give a script of an unpacked save."""
    from tts_tool.lua.locations import GLOBAL
    from tts_tool.lua.where import ScriptMap
    from tts_tool.saves.folder import OBJECT

    described = script.with_name(OBJECT)
    guid = _guid(described) if described.is_file() else GLOBAL
    return [ScriptMap(guid, script.parent.name, _map_of(script, save), script.as_posix())]


def _map_of(script: Path, save: Path) -> SourceMap:
    """Map a script of an unpacked save onto its file, or onto the files of its modules."""
    from tts_tool.lua.source_map import joined
    from tts_tool.lua.where import read_maps
    from tts_tool.saves.disk import OnDisk
    from tts_tool.saves.folder import BUNDLE
    from tts_tool.saves.packing import bundle_parts

    if not script.with_name(BUNDLE).is_file():
        return read_maps(script)[0].map
    home = script.parent.relative_to(save).as_posix()
    parts = bundle_parts(OnDisk(save), "" if home == "." else f"{home}/")
    return joined((text, path and (save / path).as_posix()) for text, path in parts)


def _depth(path: Path) -> tuple[int, tuple[str, ...]]:
    return len(path.parts), path.parts


def _guid(described: Path) -> str:
    import json

    from tts_tool.lua.search import read_text

    try:
        return str(json.loads(read_text(described)).get("GUID", ""))
    except (ValueError, AttributeError, RecursionError):
        raise BadInput("this describes no object", where=described.as_posix()) from None


def _is_guess(report: FailureReport, script: ScriptMap | None) -> bool:
    """Tell whether a message says whose script it is, and the map does not."""
    return report.guid is not None and script is not None and script.guid is None


def _whose(script: ScriptMap) -> str:
    if script.guid is None:
        return f"{script.name} in {seen_from_here(script.file)}, which does not say whose it is"
    return f"{script.guid} ({script.name}) in {seen_from_here(script.file)}"


def place_lines(place: Place) -> list[str]:
    """Show a place so that editors and terminals can go there, with the lines around it."""
    if place.position is None:
        return [f"{_written(place)}: {place.why}"]
    module = f"  (module {place.module.file}, line {place.module.line})" if place.module else ""
    head = f"{place.position._replace(file=seen_from_here(place.position.file))}{module}"
    return [head, *around_lines(place.around, place.position.line)]


def around_lines(around: Iterable[tuple[int, str]], at: int) -> Iterator[str]:
    """Show lines with their numbers, and which of them is meant."""
    for number, line in around:
        yield f"{'>' if number == at else ' '} {number:5} | {line}".rstrip()


def _written(place: Place) -> str:
    at = place.location
    return "[clr]" if at.line is None else f"{at.chunk}:({at.line},{at.column})"


def _shown(report: FailureReport, found: list[Place]) -> dict[str, Any]:
    """Give what an editor needs; its columns count from 1."""
    return {
        "guid": report.guid,
        "name": report.name,
        "function": report.function,
        "message": report.message,
        "places": [_place(place) for place in found],
    }


def _place(place: Place) -> dict[str, Any]:
    position, module, script = place.position, place.module, place.script
    column = None if position is None or position.column is None else position.column + 1
    return {
        "game": place.location._asdict(),
        "file": position and position.file,
        "line": position and position.line,
        "column": column,
        "module": module and module.file,
        "module_line": module and module.line,
        "why": place.why,
        "script": None if script is None else {"guid": script.guid, "name": script.name},
        "map": script and script.file,
        "around": [{"line": number, "text": text} for number, text in place.around],
    }
