"""Puts the files of an XML UI into one text, and takes them out again.

Each `<Include src="name"/>` becomes what the file holds, indented like the tag, between two equal
comments `<!-- include name -->`, as other tools of the community do it. Comments and CDATA are
left alone: no include in them counts, and no line of a CDATA section is indented.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tts_tool.errors import BadInput, NotFound
from tts_tool.lua.search import Search, is_inside, read_text

__all__ = ["Expanded", "Split", "expand", "split"]

_PART = re.compile(
    r"""
      <!--\ include\ (?P<marker>[^\r\n]+?)\ -->
    | (?P<comment><!--.*?-->)
    | (?P<cdata><!\[CDATA\[.*?\]\]>)
    | (?P<instruction><\?.*?\?>)
    | (?i:<Include)(?=[\s/>])(?:\s+src\s*=\s*(?:"(?P<double>[^"<&]+)"|'(?P<single>[^'<&]+)')\s*/>
                          |(?P<include>))
    | (?P<tag><(?!!--|!\[CDATA\[|\?)(?:[^<>"']++|"[^"]*+"|'[^']*+')++>)
    | (?P<open><)
    """,
    re.VERBOSE | re.DOTALL,
)
# Each level is a few calls inside each other, of which Python has a thousand.
_DEEPEST = 100
_NEVER_IN_NAMES = ("--", "\n", "\r")


class Expanded(NamedTuple):
    """An XML without includes, and the files that went into it."""

    text: str
    files: tuple[str, ...]


class Split(NamedTuple):
    """An XML with its includes, and the text of each included file by its path."""

    text: str
    files: dict[str, str]


class _File(NamedTuple):
    """A file that is being expanded, by which name, and the folder it stands in."""

    path: Path
    src: str
    folder: str


def expand(text: str, file: Path, folders: Sequence[Path]) -> Expanded:
    """Expand the includes of `text`, which stands in `file`.

    An included file is looked for beside the file that includes it, then in the folders.
    """
    used: list[str] = []
    names = Search.over(folders, ("?",))
    return Expanded(_expanded(text, [_File(file, "", "")], names, used), tuple(used))


def split(text: str, name: str) -> Split:
    """Undo `expand`; what other tools expanded is taken apart likewise. `name` is for errors."""
    files: dict[str, str] = {}
    if "<!-- include " not in text:
        return Split(text, files)
    return Split(_undone(text, "", files, name), files)


def _expanded(text: str, chain: list[_File], names: Search, used: list[str]) -> str:
    _check_depth(len(chain), chain[-1].path.as_posix())
    parts: list[str] = []
    done = 0
    eol = "\r\n" if "\r\n" in text else "\n"
    found = list(_parts(text, chain[-1].path.as_posix()))
    includes = [each for each in found if each["double"] or each["single"]]
    if len(chain) > 1 or includes:
        _refuse_markers(found, chain[-1].path)
    for each in includes:
        src = each["double"] or each["single"]
        where = _where(text, each.start(), chain[-1].path.as_posix())
        file = _found(src, chain, names, where)
        used += [] if file.path.as_posix() in used else [file.path.as_posix()]
        inner = _expanded(read_text(file.path), [*chain, file], names, used)
        indent = _indent(text, each.start())
        marker = f"<!-- include {src} -->"
        parts += text[done : each.start()], marker, eol
        parts += _shifted(inner, indent), eol, indent, marker
        done = each.end()
    return "".join([*parts, text[done:]])


def _found(src: str, chain: list[_File], names: Search, where: str) -> _File:
    """Find an included file: beside the one that includes it, or in the folders."""
    beside = posixpath.normpath(posixpath.join(chain[-1].folder, src))
    if any(bad in src for bad in _NEVER_IN_NAMES):
        raise BadInput(f"the name {src!r} cannot stand in a comment", where=where)
    candidates = [name for each in dict.fromkeys((beside, src)) for name in _file_names(each)]
    for name in candidates:
        if (path := names.find(name)) is None:
            continue
        if any(path.resolve() == each.path.resolve() for each in chain):
            way = " -> ".join(each.path.as_posix() for each in [*chain, _File(path, "", "")])
            raise BadInput(f"includes go in a circle: {way}", where=where)
        if any(src == each.src for each in chain):
            fix = "name one of them by a longer path"
            raise BadInput(
                f'two files inside each other are included as "{src}"', where=where, fix=fix
            )
        return _File(path, src, posixpath.dirname(name))
    raise NotFound(f'no file "{src}"', where=where, fix=names.explain(*candidates))


def _file_names(name: str) -> tuple[str, ...]:
    return (name,) if name.lower().endswith(".xml") else (f"{name}.xml", name)


def _undone(text: str, folder: str, files: dict[str, str], name: str, depth: int = 0) -> str:
    """Take the outermost includes out of a text, and those inside them out of theirs."""
    _check_depth(depth, name)
    parts: list[str] = []
    done = 0
    for opening, closing in _pairs(text, name):
        src = opening["marker"]
        path = posixpath.normpath(posixpath.join(folder, src))
        inner = _unshifted(_body(text, opening, closing), _indent(text, opening.start()))
        inner = _undone(inner, posixpath.dirname(path), files, name, depth + 1)
        file = path if path.lower().endswith(".xml") else f"{path}.xml"
        if files.setdefault(file, inner) != inner:
            where = _where(text, opening.start(), name)
            raise BadInput(f'"{src}" is included twice with different content', where=where)
        parts += text[done : opening.start()], f'<Include src="{src}"/>'
        done = closing.end()
    return "".join([*parts, text[done:]])


def _check_depth(depth: int, where: str) -> None:
    if depth > _DEEPEST:
        raise BadInput(f"includes are nested deeper than {_DEEPEST} levels", where=where)


def _body(text: str, opening: re.Match[str], closing: re.Match[str]) -> str:
    """Give what stands between two markers, without the line breaks that belong to them."""
    body = text[opening.end() : closing.start()].removesuffix(_indent(text, opening.start()))
    eol = "\r\n" if body.startswith("\r\n") else "\n"
    return body.removeprefix(eol).removesuffix(eol)


def _pairs(text: str, name: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Give the outermost pairs; a comment that only happens to look like a marker has no twin."""
    markers = [each for each in _parts(text, name) if each["marker"] is not None]
    twins: dict[int, int] = {}
    seen: dict[str, int] = {}
    for index in reversed(range(len(markers))):
        src = markers[index]["marker"]
        if src in seen and is_inside(posixpath.normpath(src)):
            twins[index] = seen[src]
        seen[src] = index
    index = 0
    while index < len(markers):
        if index in twins:
            yield markers[index], markers[twins[index]]
        index = twins.get(index, index) + 1


def _refuse_markers(found: list[re.Match[str]], path: Path) -> None:
    for each in found:
        if each["marker"] is not None:
            where = _where(each.string, each.start(), path.as_posix())
            fix = "put the <Include> back, or delete the comment"
            raise BadInput(f"`{each[0]}` marks what is included already", where=where, fix=fix)


def _parts(text: str, name: str) -> Iterator[re.Match[str]]:
    """Cut an XML into what can hold an include and what cannot; what is never closed is refused."""
    for found in _PART.finditer(text):
        if found["open"] is not None:
            start = found.start()
            what = "comment" if text.startswith("<!--", start) else "tag"
            what = "CDATA section" if text.startswith("<![CDATA[", start) else what
            raise BadInput(f"this {what} is never closed", where=_where(text, start, name))
        if found["include"] is not None:
            fix = 'write <Include src="name"/>'
            raise BadInput("this is no include", where=_where(text, found.start(), name), fix=fix)
        yield found


def _shifted(text: str, indent: str) -> str:
    """Indent every line that is not empty."""
    return "".join(
        indent + line if free and line.strip("\r\n") else line for line, free in _lines(text)
    )


def _unshifted(text: str, indent: str) -> str:
    return "".join(line.removeprefix(indent) if free else line for line, free in _lines(text))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Give each line, and whether it begins outside of CDATA, where blanks mean nothing."""
    closed = [each.span() for each in _PART.finditer(text) if each["cdata"]]
    start = 0
    for line in text.split("\n"):
        free = not any(first < start < last for first, last in closed)
        end = start + len(line) + 1
        yield text[start:end], free
        start = end


def _indent(text: str, offset: int) -> str:
    """Give the blanks that begin the line."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _where(text: str, offset: int, name: str) -> str:
    column = offset - text.rfind("\n", 0, offset)
    return f"{name}:{text.count(chr(10), 0, offset) + 1}:{column}"
