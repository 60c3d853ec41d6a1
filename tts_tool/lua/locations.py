"""Reads where an error is out of what Tabletop Simulator says about it.

MoonSharp writes a place in four ways, lines from 1, columns from 0:
`chunk_3:(12,4)`, `chunk_3:(12,4-8)`, `chunk_3:(12,4-14,2)` and `[clr]` for its own code.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

__all__ = ["GLOBAL", "MAP_ENDING", "FailureReport", "Location", "locations", "read_report"]

GLOBAL = "-1"
MAP_ENDING = ".map.json"
"""How a file ends that leads from the scripts of a build to the files of people."""
_LONGEST = 20_000  # whoever sends more wants to keep us busy
_TIMER = "-2"  # an error in a timer of Global
_LOCATION = re.compile(
    r"""(?P<chunk><[^<>\n]*>|(?<![^\s:()<>])[^\s:()<>]++):
        \((?P<line>\d{1,9}),(?P<column>\d{1,9})
        (?:-(?:(?P<to_line>\d{1,9}),)?(?P<to_column>\d{1,9}))?\)
      | (?P<clr>\[clr\])""",
    re.VERBOSE,
)
_SCRIPT = re.compile(r"Error in Script \((?P<name>.*) - (?P<guid>[^\s()]+)\)")
_GLOBAL_SCRIPT = re.compile(r"Error in Global Script")
_FUNCTION = re.compile(r"- function <(?P<function>[^<>\n]*)>")


class Location(NamedTuple):
    """A stretch of a script; all is None inside the game itself."""

    chunk: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


class FailureReport(NamedTuple):
    """What a message says: whose script failed, in which function, where, and how."""

    guid: str | None
    name: str | None
    function: str | None
    locations: tuple[Location, ...]
    message: str


def locations(text: str) -> Iterator[Location]:
    """Find all places that a text names."""
    for found in _LOCATION.finditer(text):
        if found["clr"]:
            yield Location()
            continue
        line, column = int(found["line"]), int(found["column"])
        to_line = int(found["to_line"] or line)
        to_column = int(found["to_column"] or column)
        yield Location(found["chunk"], line, column, to_line, to_column)


def read_report(text: str, guid: str | None = None) -> FailureReport:
    """Read an error as it was logged, or as the game sent it; `guid` is known from elsewhere."""
    if (fields := _fields(text)) is not None:
        sent = guid or str(fields.get("guid") or "") or None
        lines = [str(fields.get(key) or "") for key in ("errorMessagePrefix", "error")]
        # In practice the prefix often repeats, or already is, the whole sentence.
        lines = [line for line in lines if line]
        return read_report("\n".join(dict.fromkeys(lines)), sent)
    text = text[:_LONGEST]
    script = _SCRIPT.search(text)
    named = script["guid"] if script else GLOBAL if _GLOBAL_SCRIPT.search(text) else None
    function = _FUNCTION.search(text)
    places = tuple(dict.fromkeys(locations(text)))
    return FailureReport(
        guid=_script_of(guid if guid is not None else named),
        name=script["name"] if script else None,
        function=function["function"] if function else None,
        locations=places,
        message=_message(text),
    )


def _fields(text: str) -> dict[str, Any] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _script_of(guid: str | None) -> str | None:
    return GLOBAL if guid == _TIMER else guid


def _message(text: str) -> str:
    """Give what stands behind the last place."""
    places = list(_LOCATION.finditer(text))
    rest = text[places[-1].end() :] if places else text
    return rest.strip().removeprefix(":").strip()
