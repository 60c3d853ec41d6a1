"""Says where an error of the game is: in what was typed, in a file, or at least in which script."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tts_tool.cli.where import around_lines, maps_of, place_lines
from tts_tool.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tts_tool.lua.locations import FailureReport, Location
    from tts_tool.lua.where import ScriptMap
    from tts_tool.sync.messages import ScriptState

__all__ = ["Own", "Sources"]

# Lines before and after: enough to find the place again, which is told by its number.
_AROUND = 2


class Own(NamedTuple):
    """A chunk that somebody has typed or named, and what the game calls it.

    So many signs were put before its first line, and before all of it so many lines.
    """

    name: str
    text: str
    chunk: str = ""
    before: int = 0


class Sources:
    """The files behind the scripts in the game, as far as there are any, and those scripts."""

    def __init__(self, folder: Path | None = None) -> None:
        """Look for files in a folder, or in the project around this one."""
        self._folder = folder
        self._maps: list[ScriptMap] | None = None
        self._scripts: dict[str, ScriptState] = {}

    def know(self, states: Iterable[ScriptState]) -> None:
        """Learn which scripts are in the game; the maps of a build may be new, too."""
        self._scripts = {each.guid: each for each in states}
        self.edited()

    def edited(self) -> None:
        """Take note that lines may stand elsewhere in the files now."""
        self._maps = None

    def explained(self, text: str, guid: str | None = None, own: Own | None = None) -> list[str]:
        """Say in lines what failed and where, so that an editor or a terminal can go there."""
        from tts_tool.lua.locations import read_report

        report = read_report(text, guid)
        whose = f" ({self._name(report.guid)})" if report.guid not in {None, "-1"} else ""
        lines = [f"error: {report.message or text}{whose}"]
        for each in report.locations:
            lines += self._place(each, report, own)
        return lines

    def _name(self, guid: str | None) -> str:
        known = self._scripts.get(guid or "")
        return f"{known.name} - {guid}" if known and known.name else str(guid)

    def _place(self, location: Location, report: FailureReport, own: Own | None) -> Iterable[str]:
        if location.line is None:
            return ["inside the game itself"]
        if own is not None and location.chunk == own.chunk:
            return _in_own(location, own)
        return self._in_files(location, report) or self._in_game(location, report)

    def _in_files(self, location: Location, report: FailureReport) -> list[str]:
        from tts_tool.lua.where import places

        if self._maps is None:
            self._maps = maps_of(self._folder)
        known = [each for each in self._maps if each.guid == report.guid]
        known = known or [each for each in self._maps if self._may_be(each, report.guid)]
        try:
            found = places(report._replace(locations=(location,)), known)
        except UserError:  # nothing here has built this script
            return []
        return [line for place in found for line in place_lines(place)]

    def _may_be(self, each: ScriptMap, guid: str | None) -> bool:
        """Tell whether a map that does not say whose it is fits the script in the game."""
        script = self._scripts.get(guid or "-1")
        if each.guid is not None or script is None:
            return False
        return each.map.lines == script.script.count("\n") + 1

    def _in_game(self, location: Location, report: FailureReport) -> Iterator[str]:
        """Without files, name the script in the game, and the module if it is a bundle."""
        line, column = location.line or 0, location.column or 0
        script = self._scripts.get(report.guid or "-1")
        name = "Global" if report.guid in {None, "-1"} else self._name(report.guid)
        yield f"the script of {name}:{line}:{column + 1}{_module(script, line)}"
        if script is not None:
            yield from around_lines(_around(script.script, line), line)


def _in_own(location: Location, own: Own) -> Iterator[str]:
    line, column = location.line or 0, location.column or 0
    column -= own.before if line == 1 else 0
    yield f"{own.name}:{line}:{max(column, 0) + 1}"
    yield from around_lines(_around(own.text, line), line)


def _around(text: str, at: int) -> list[tuple[int, str]]:
    lines = text.split("\n")
    first = max(1, at - _AROUND)
    return [*enumerate((line.rstrip("\r") for line in lines[first - 1 : at + _AROUND]), first)]


def _module(script: ScriptState | None, line: int) -> str:
    from tts_tool.lua.unbundle import is_bundle, unbundle

    if script is None or not is_bundle(script.script):
        return ""
    try:
        sections = [each.section for each in unbundle(script.script, "").modules.values()]
    except UserError:
        return ""
    inside = next((each for each in sections if each.first <= line <= each.last), None)
    return f"  (module {inside.module}, line {line - inside.first + 1})" if inside else ""
