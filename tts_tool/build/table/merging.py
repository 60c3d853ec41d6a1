"""Puts the files of a layout together by name: those of the game first, then those of its boxes.

Tables of one name become one table. Lists of entries or of words go on in the next file; any other
value stands in one file only, and so does an entry of one name. What is wrong is told with the
names of field and record, and with file and line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from tts_tool.build.parsed import remembered
from tts_tool.build.table.lines import place_of
from tts_tool.catalog import in_all_languages, unsaid
from tts_tool.errors import BadInput

__all__ = ["explained", "merged", "spoken"]

Document = dict[str, Any]

_NAMED_BY: Final[Mapping[str, str]] = {
    "places": "names",
    "tracks": "names",
    "props": "id",
    "cameras": "key",
    "pages": "title",
    "chores": "id",
    "piles": "within",
    "rolls": "dice",
}
"""What an entry of a list is called by."""
_ONCE: Final = ("props", "cameras", "chores")
"""Lists in which each name stands once; of places and tracks that is seen when they are laid."""


# More files than a table is made of (Old World has seven), so that none is parsed twice.
@lru_cache(maxsize=16)
def _read(data: bytes) -> Document:
    """Parse a file; a process that builds again and again meets most of them as they were."""
    return remembered(data.decode("utf-8-sig"))


def _parsed(path: Path, data: bytes) -> Document:
    """Read what is written in a file; who wants it otherwise makes a document of its own."""
    try:
        return _read(data)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f"{path.as_posix()}:{line[1]}" if line else path.as_posix()
        raise BadInput(str(error), where=where) from None


def spoken(path: Path, data: bytes, languages: tuple[str, ...], lang: str) -> Any:  # noqa: ANN401 - what TOML says
    """Read a file in the language of play."""
    document = _parsed(path, data)
    for key, language in unsaid(document, languages):
        what = f'"{key[-1]}" has no words in "{language}"'
        raise BadInput(what, where=place_of((path.as_posix(),), *map(str, key)))
    return in_all_languages(document, languages, lang)


def merged(read: Iterable[tuple[Path, Document]]) -> Document:
    """Put files together; what two of them say is an error that names both places."""
    whole: Document = {}
    files: list[str] = []
    for path, document in read:
        files.append(path.as_posix())
        for keys in _clashes(whole, document):
            raise _twice(".".join(keys), *_said_by(files, keys))
        whole = _sum(whole, document)
    for key in _ONCE:
        _each_once(whole, key, files)
    return whole


def _sum(known: Document, more: Document) -> Document:
    whole = dict(known)
    for key, value in more.items():
        if isinstance(value, dict) and key in known:
            whole[key] = _sum(known[key], value)
        elif isinstance(value, list) and key in known:
            new = (each for each in value if isinstance(each, dict) or each not in known[key])
            whole[key] = [*known[key], *new]
        else:
            whole[key] = value
    return whole


def _clashes(known: Any, more: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:  # noqa: ANN401 - what TOML says
    """Find what two files say of one name, as keys."""
    if isinstance(known, dict) and isinstance(more, dict):
        both = known.keys() & more.keys()
        if both and all(isinstance(each, str) for each in (*known.values(), *more.values())):
            yield at  # a text, in its languages
            return
        for key in more:
            if key in both:
                yield from _clashes(known[key], more[key], (*at, key))
    elif not (_goes_on(known) and _goes_on(more)):
        yield at


def _goes_on(value: Any) -> bool:  # noqa: ANN401 - what TOML says
    """Tell whether a list may go on in another file: numbers are a point or a size."""
    return isinstance(value, list) and all(isinstance(each, dict | str) for each in value)


def _said_by(files: Sequence[str], keys: Sequence[str]) -> tuple[str, str]:
    """Say where the last file says something, and where the first of the others that does."""
    *before, last = files
    first = next(
        file for file in before if _has(_parsed(Path(file), Path(file).read_bytes()), keys)
    )
    return place_of((last,), *keys), place_of((first,), *keys)


def _has(document: Any, keys: Sequence[str]) -> bool:  # noqa: ANN401 - what TOML says
    for key in keys:
        if not isinstance(document, dict) or key not in document:
            return False
        document = document[key]
    return True


def _twice(what: str, second: str, first: str) -> BadInput:
    return BadInput(f'"{what}" is said twice', where=second, fix=f"take it out there or at {first}")


def _each_once(document: Document, key: str, files: Sequence[str]) -> None:
    """See that of a list no two entries have one name."""
    found: dict[Any, int] = {}
    for number, entry in enumerate(document.get(key, ())):
        name = entry.get(_NAMED_BY[key]) if isinstance(entry, dict) else None
        if name is not None and found.setdefault(name, number) != number:
            second, first = (place_of(files, key, str(each)) for each in (number, found[name]))
            raise _twice(f"{key} {name}", second, first)


def explained(
    error: msgspec.ValidationError,
    files: Sequence[str],
    document: Document,
    kinds: Mapping[str, Any],
) -> BadInput:
    """Say what is wrong in the files by its names; `kinds` are the named tables of a layout."""
    what, _, place = str(error).partition(" - at `$")
    keys = re.findall(r"[^.\[\]`]+|\.\.\.", place)
    if keys[1:2] == ["..."]:
        keys[1] = _wrong_one(document[keys[0]], kinds[keys[0]])
    named = re.search(r"`(\w+)`", what)
    lacking = "missing required field" in what and named is not None
    if "unknown field" in what and named:
        keys.append(named[1])
    where = place_of(files, *keys) if keys else files[0]
    if lacking and named:
        record = _called(document, keys)
        return BadInput(f'{record} lacks "{named[1]}"', where=where, fix=f"say {named[1]} = …")
    return BadInput(_plain(what, keys), where=where)


def _wrong_one(entries: Mapping[str, Any], kind: Any) -> str:  # noqa: ANN401 - whatever msgspec takes
    """Say which of several named tables is wrong: msgspec does not."""
    for name, entry in entries.items():
        try:
            msgspec.convert(entry, kind)
        except msgspec.ValidationError:
            return str(name)
    return "..."


def _called(document: Document, keys: Sequence[str]) -> str:
    """Call the table in which something is lacking: by its own name, or by that of its entry."""
    if not keys:
        return "the layout"
    if len(keys) == 1 or not keys[1].isdigit():
        return f"[{'.'.join(keys)}]"
    entry = document[keys[0]][int(keys[1])]
    name = entry.get(_NAMED_BY.get(keys[0], ""), "")
    said = name[0] if isinstance(name, list) and name else name
    inside = f", {'.'.join(keys[2:])}," if keys[2:] else ""
    return f"[[{keys[0]}]]{f' {chr(34)}{said}{chr(34)}' if said != '' else ''}{inside}"


_WORDLESS: Final = r"`str` matching regex '\\S'"


def _plain(what: str, keys: Sequence[str]) -> str:
    place = ".".join(key for key in keys if key != "...")
    said = what.replace(_WORDLESS, "words")
    return f"{place}: {said[:1].lower()}{said[1:]}".replace("`", '"')
