"""Answers where an error of the game is in the files that people edit.

A build leaves a `*.map.json` beside what it built: the source maps of all its scripts.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from tts_tool.errors import BadInput, NotFound
from tts_tool.lua.locations import MAP_ENDING, FailureReport, Location
from tts_tool.lua.search import read_text
from tts_tool.lua.source_map import Position, SourceMap
from tts_tool.lua.unbundle import is_bundle, unbundle
from tts_tool.patience import replace

__all__ = ["MAP_ENDING", "Place", "ScriptMap", "places", "read_maps", "write_maps", "written_maps"]

_VERSION = 1
_AROUND = 2
_FEW = 20
"""So many lines can be looked through; a place without a GUID may be in any script of a build."""
_LARGEST = 16 << 20
"""Bytes, four times as many as the largest real save that we have in full, 4.1 MB."""
_MOST_PLACES = 50
"""A thousand lines with `_FEW` for each: who sends more text than that is told of its beginning."""
_REBUILD = "build again, with this version of tts-tool"


class ScriptMap(NamedTuple):
    """The map of one script: that of an object, of Global, or, with no guid, nobody knows whose.

    `file` is where the map itself stands.
    """

    guid: str | None
    name: str
    map: SourceMap
    file: str = ""


class Place(NamedTuple):
    """A place that a message names, and what it is in the author's files.

    Without a position, `why` says why there is none. `around` are lines of the file, numbered;
    `script` is the one in which this was found.
    """

    location: Location
    position: Position | None
    why: str | None = None
    module: Position | None = None
    around: tuple[tuple[int, str], ...] = ()
    script: ScriptMap | None = None


def write_maps(path: Path, maps: Iterable[ScriptMap]) -> None:
    """Write the maps of a build to a file beside what it built."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(written_maps(path.parent, maps))
        replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def written_maps(folder: Path, maps: Iterable[ScriptMap]) -> bytes:
    """Write maps for a folder; files are named as seen from there, so both may move together."""
    scripts = [
        {"guid": guid, "name": name, **_renamed(each, _seen_from(folder)).as_json()}
        for guid, name, each, _ in maps
    ]
    lines = ",\n".join(json.dumps(script, ensure_ascii=False) for script in scripts)
    return f'{{"version": {_VERSION}, "scripts": [\n{lines}\n]}}\n'.encode()


def read_maps(path: Path) -> tuple[ScriptMap, ...]:
    """Read the maps of a build; or map a script, bundled or not, onto itself."""
    if not path.is_file():
        raise BadInput("no plain file", where=path.as_posix())
    if path.stat().st_size > _LARGEST:
        raise BadInput(f"more than {_LARGEST >> 20} MB", where=path.as_posix(), fix=_REBUILD)
    text = read_text(path)
    if path.suffix != ".json":
        return (ScriptMap(None, path.name, _map_of(path, text), path.as_posix()),)
    try:
        value = json.loads(text)
        if value["version"] != _VERSION:
            raise BadInput("a map of another version", where=path.as_posix(), fix=_REBUILD)
        return tuple(_script_map(each, path) for each in value["scripts"])
    except (ValueError, RecursionError, TypeError, LookupError) as error:
        raise BadInput("not a source map", where=path.as_posix(), fix=_REBUILD) from error


def places(report: FailureReport, maps: Iterable[ScriptMap]) -> list[Place]:
    """Find each place of a message in the files behind the script that failed.

    Its GUID decides whose script that is. Several may have it, or no map may say whose it is: then
    each place is told as often as it leads to something else.
    """
    if not report.locations:
        fix = 'give a place such as "chunk_3:(12,4-8)", or the whole message with it'
        raise BadInput("no place of a script in this text", fix=fix)
    scripts = _candidates(report.guid, tuple(maps))
    near = _Lines()
    asked = report.locations[:_MOST_PLACES]
    return [found for each in asked for found in islice(_different(each, scripts, near), _FEW)]


def _candidates(guid: str | None, maps: tuple[ScriptMap, ...]) -> list[ScriptMap]:
    """Choose by the GUID; without such a script, it may be any of which nobody says whose it is."""
    if not maps:
        raise NotFound("no script to look into", fix="build first, or give --map FILE")
    if guid is None and len(maps) == 1:
        return [*maps]
    fitting = [each for each in maps if guid is not None and each.guid == guid]
    unsaid = [each for each in maps if each.guid is None]
    if fitting or (guid is not None and unsaid):
        return fitting or unsaid
    if guid is not None:
        raise NotFound(f"no script of {guid}", fix=f"--guid, one of: {_known(maps)}")
    fix = (
        f"--guid, or --map, one of: {_known(maps)}" if unsaid else f"--guid, one of: {_known(maps)}"
    )
    raise BadInput("this does not say whose script it is", fix=fix)


def _known(maps: tuple[ScriptMap, ...]) -> str:
    listed = [f"{each.guid} ({each.name})" if each.guid else each.file for each in maps[:_FEW]]
    return ", ".join([*listed, "…"] if len(maps) > _FEW else listed)


class _Lines(dict[str, list[str]]):
    """The lines of files, each read once; none, if a file cannot be read."""

    def __missing__(self, file: str) -> list[str]:
        path = Path(file)
        try:
            self[file] = read_text(path).split("\n") if path.is_file() else []
        except (OSError, BadInput):
            self[file] = []
        return self[file]


def _different(location: Location, scripts: Iterable[ScriptMap], lines: _Lines) -> Iterator[Place]:
    """Look into each script; copies of an object have the same, and the first of them will do."""
    told = set()
    for script in scripts:
        place = _place(location, script, lines)._replace(script=script)
        line = place.position and (place.position.line, place.position.column, place.around)
        if (line or place.why) not in told:
            told.add(line or place.why)
            yield place


def _place(location: Location, script: ScriptMap, lines: _Lines) -> Place:
    if location.line is None:
        return Place(location, None, "inside the game itself")
    column = location.column or 0
    if location.line > script.map.lines:
        why = f"the script has only {script.map.lines} lines: the game runs another build"
        return Place(location, None, why)
    position = script.map.at(location.line, column)
    if position is None:
        return Place(location, None, "in what bundling adds around the modules")
    section = script.map.section(location.line)
    inside = section and Position(section.module, location.line - section.first + 1, column)
    return Place(location, position, None, inside, _around(position, lines[position.file]))


def _around(position: Position, lines: list[str]) -> tuple[tuple[int, str], ...]:
    first = max(1, position.line - _AROUND)
    near = lines[first - 1 : position.line + _AROUND]
    return tuple((number, line.rstrip("\r")) for number, line in enumerate(near, first))


def _map_of(path: Path, text: str) -> SourceMap:
    whole = SourceMap.plain(path.as_posix(), text)
    if not is_bundle(text):
        return whole
    modules = unbundle(text, path.as_posix()).modules.values()
    return SourceMap(whole.pieces, whole.lines, tuple(each.section for each in modules))


def _script_map(value: Any, path: Path) -> ScriptMap:  # noqa: ANN401 - it may be anything
    guid = None if value["guid"] is None else str(value["guid"])
    found = _renamed(SourceMap.from_json(value), lambda file: _below(path.parent, file))
    return ScriptMap(guid, str(value["name"]), found, path.as_posix())


def _renamed(found: SourceMap, name: Callable[[str], str]) -> SourceMap:
    return found.renamed({file: name(file) for file in found.files})


def _seen_from(folder: Path) -> Callable[[str], str]:
    def seen(file: str) -> str:
        try:
            return Path(os.path.relpath(file, folder)).as_posix()
        except ValueError:  # on another drive of Windows
            return Path(file).absolute().as_posix()

    return seen


def _below(folder: Path, file: str) -> str:
    return Path(os.path.normpath(folder / file)).as_posix()
