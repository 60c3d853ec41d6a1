"""Leads changes of built scripts back to the templates and modules of which they were built."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.build.scripts import GLOBAL, Script
from tts_tool.lua.source_map import Position, SourceMap
from tts_tool.saves.text_changes import ChangedLines, blocks
from tts_tool.saves.text_merge import merge_texts
from tts_tool.sync.pull.computed import retold_lines
from tts_tool.sync.pull.proposals import Edit, Left
from tts_tool.sync.pull.trying import Trial

__all__ = ["new_file", "part_edits", "script_edits", "text_edits"]

_SHOWN: Final = 200  # letters: a few lines of a terminal
_SPECIAL: Final = re.compile(r"\\|\"{3}")
_TEMPLATE: Final = re.compile(r"\{[{%#]")


def script_edits(
    built: str, wanted: str, origin: SourceMap, called: str, trial: Trial | None = None
) -> Iterator[Edit | Left]:
    """Propose what makes a script, as it was built, what it is in the game.

    A line leads back if it stands in its file as it stands in the script; also one that a template
    computed, if by `trial` the template's line can be changed so that it gives the other. What can
    be changed only where it comes from is named.
    """
    old, new = _lines(built), _lines(wanted)
    files = _Files()
    for block in blocks(old, new):
        lines = tuple(new[block.new.start : block.new.stop])
        found = _found(block, old, origin, files)
        if found is None:
            yield from _recomputed(block, old, lines, _Origin(origin, files, trial), called)
        elif any(map(_TEMPLATE.search, lines)) and _is_template(found.file):
            yield Left(f"{found.file}:{found.line}", f"{called}: a template would read this anew")
        else:
            yield Edit(Path(found.file), found.line, found.old, lines, f"{called} was changed")


class _Origin(NamedTuple):
    """Where the lines of a script come from, and how it would be made anew."""

    map: SourceMap
    files: Mapping[str, list[str]]
    trial: Trial | None


def _recomputed(
    block: ChangedLines, old: list[str], lines: tuple[str, ...], origin: _Origin, called: str
) -> Iterator[Edit | Left]:
    """Propose for lines that a template computed those of the template, if that does it."""
    places = [origin.map.at(n + 1) for n in block.old]
    if edits := _retold(places, old[block.old.start : block.old.stop], lines, origin, called):
        made = origin.trial.rendered(edits) if origin.trial is not None else None
        if made is not None and _lines(made) == [
            *old[: block.old.start], *lines, *old[block.old.stop :]
        ]:  # fmt: skip
            yield from edits
            return
    near = origin.map.at(min(block.old.start + 1, len(old)))
    said = _said(near, origin.files)
    what = f"line {block.old.start + 1} of {called}: {said} computes this"
    yield Left(str(near) if near else called, f"{what}; in the game it is: {_short(lines)}")


def _retold(
    places: list[Position | None],
    built: list[str],
    wanted: tuple[str, ...],
    origin: _Origin,
    called: str,
) -> list[Edit]:
    """Give an edit for each line of a template of which these lines came, one of each."""
    found = [it for it in places if it is not None]
    if len(found) != len(places) or len({(it.file, it.line) for it in found}) != len(found):
        return []
    templates = [_line(it, origin.files) for it in found]
    told = retold_lines(templates, built, wanted)
    if told is None:
        return []
    why = _why(called, told.instead)
    return [
        Edit(Path(place.file), place.line, (template,), (line,), why)
        for place, template, line in zip(found, templates, told.lines, strict=True)
        if template != line
    ]


def text_edits(
    file: Path, built: str, wanted: str, called: str, trial: Trial | None = None
) -> Iterator[Edit | Left]:
    """Propose for a file that is nearly what was built of it: an interface, a page."""
    text = file.read_bytes().decode("utf-8-sig")
    merged = merge_texts(built, text, wanted, "ours")
    plain = [*_edits(file, text, merged.text, called)]
    yield from plain
    for clash in merged.clashes:
        told = retold_lines(clash.ours, clash.base, clash.theirs)
        new = (
            Edit(file, clash.own, clash.ours, told.lines, _why(called, told.instead))
            if told
            else None
        )
        if new and trial and trial.rendered([*plain, new]) == wanted:
            yield new
        else:
            what = f"{called}: `{_short(clash.ours)}` computes this; in the game it is: "
            yield Left(f"{file}:{clash.own}", what + _short(clash.theirs))


def part_edits(where: str, built: str, wanted: str, called: str) -> Iterator[Edit | Left]:
    """Propose for a text that stands in a file, once and just so, such as a page; else tell it."""
    file = Path(where.rpartition(":")[0])
    text = file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    old, new = ("\n".join(_lines(each)).strip("\n") for each in (built, wanted))
    if not old or text.count(old) != 1 or _SPECIAL.search(new):
        yield Left(where, f"{called} was changed; in the game it is: {new}")
    else:
        yield from _edits(file, text, text.replace(old, new), called)


def _edits(file: Path, text: str, wanted: str, called: str) -> Iterator[Edit]:
    before, after = _lines(text), _lines(wanted)
    for block in blocks(before, after):
        old, new = (
            tuple(side[part.start : part.stop])
            for side, part in ((before, block.old), (after, block.new))
        )
        yield Edit(file, block.old.start + 1, old, new, f"{called} was changed")


def new_file(owner: str, ending: str, text: str, scripts: tuple[Script, ...], home: Path) -> Edit:
    """Propose a file for a script that nothing was built of so far."""
    folder = scripts[0].folders[0] if scripts else home / "lua_templates"
    path = "global/main" if owner == GLOBAL else f"object/{owner}"
    if _TEMPLATE.search(text):
        text = f"{{% raw %}}{text}{{% endraw %}}"
    lines = (*_lines(text), *(() if text.endswith("\n") else ("",)))
    return Edit(folder / f"{path}{ending}", 1, (), lines, f"{owner} has a new script")


class _Files(dict[str, list[str]]):
    def __missing__(self, file: str) -> list[str]:
        try:
            self[file] = _lines(Path(file).read_bytes().decode("utf-8-sig"))
        except (OSError, UnicodeDecodeError):
            self[file] = []
        return self[file]


def _found(
    block: ChangedLines, old: list[str], origin: SourceMap, files: Mapping[str, list[str]]
) -> Edit | None:
    if not block.old:
        return _beside(block.old.start, old, origin, files)
    places = [_as_written(line, old, origin, files) for line in block.old]
    first = places[0]
    if first is None or any(
        it is None or (it.file, it.line) != (first.file, first.line + n)
        for n, it in enumerate(places)
    ):
        return None
    lines = tuple(old[block.old.start : block.old.stop])
    return Edit(Path(first.file), first.line, lines, (), "")


def _beside(
    at: int, old: list[str], origin: SourceMap, files: Mapping[str, list[str]]
) -> Edit | None:
    """Find where lines go that are new: behind the one above them, or before the one below."""
    for line, further in ((at - 1, 1), (at, 0)):
        found = _as_written(line, old, origin, files) if 0 <= line < len(old) else None
        if found is not None:
            return Edit(Path(found.file), found.line + further, (), (), "")
    return None


def _as_written(
    line: int, old: list[str], origin: SourceMap, files: Mapping[str, list[str]]
) -> Position | None:
    """Give the place of a line of a script, if its file has it just so."""
    found = origin.at(line + 1)
    if found is None:
        return None
    there = files[found.file]
    is_there = found.line <= len(there) and there[found.line - 1] == old[line]
    return found if is_there else None


def _why(called: str, instead: tuple[str, ...]) -> str:
    if not instead:
        return f"{called} was changed"
    return f"{called} was changed; {', '.join(instead)} is not computed here any more"


def _said(place: Position | None, files: Mapping[str, list[str]]) -> str:
    line = _line(place, files).strip() if place is not None else ""
    return f"`{line[:_SHOWN]}`" if line else "a template"


def _line(place: Position, files: Mapping[str, list[str]]) -> str:
    there = files[place.file]
    return there[place.line - 1] if place.line <= len(there) else ""


def _short(lines: Iterable[str]) -> str:
    return " / ".join(lines)[:_SHOWN]


def _is_template(file: object) -> bool:
    return {"global", "object"} & {*Path(str(file)).parts} != set()


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")
