"""The file of a game: a title and pages, one line of text each, to which pages are added.

Each line begins with a checksum of itself and of all lines before it.  So whatever became of a
file, it is known how far it is good; and as nothing in it is ever changed, what stood at a place
in a backup is what stood there.

A page is what is written in one go: all of it, or nothing.  When a game is over it is packed:
behind the title its pages are compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from tts_tool.errors import BadInput
from tts_tool.journal.notices import Notice
from tts_tool.journal.saved import AnyLine, Origin
from tts_tool.kernel.entries import Header
from tts_tool.kernel.inventory import Seat

__all__ = [
    "NO_TITLE",
    "VERSION",
    "Damage",
    "FileReading",
    "Head",
    "Point",
    "Remembered",
    "Stands",
    "Title",
    "WrittenPage",
    "added",
    "fits",
    "glance",
    "mended",
    "pages_of",
    "read",
    "written",
]

VERSION = 1

T = TypeVar("T")
_SIGNS = 8  # of a checksum: 32 bits, written in base 16
# Of a piece that is damaged all is lost, so it is a small one.
_CHUNK = 1 << 10
_MOST = 64_000_000
"""Bytes of pages that a packed file may have, a hundred times what a long game does."""
_UNREADABLE = "this is not what was written here"


class Stands(msgspec.Struct, frozen=True):
    """How a game stands at a page."""

    at: str
    answers: int
    over: bool


class Title(msgspec.Struct, frozen=True, tag_field="format", tag="tts-tool game file"):
    """The first line of a file."""

    version: int
    game: str
    seats: tuple[Seat, ...]
    begun: str
    packed: Stands | None = None
    """How the game stands at its last page, if the pages are compressed."""


class Head(msgspec.Struct, frozen=True):
    """What a leg begins from."""

    header: Header
    origin: Origin | None
    notices: tuple[Notice, ...]


class Point(msgspec.Struct, frozen=True):
    """A restart point: after which line of its leg, after how many entries that stand."""

    line: int
    entries: int
    position: list[Any] | None
    """How it differs from that of the restart point before it, or at first from nothing."""


class Remembered(msgspec.Struct, frozen=True):
    """A request that was done, and the line that answered it: sent again, it is not done again."""

    request: str | int
    asked: str
    """The fingerprint of what was asked."""
    line: str


class WrittenPage(Stands, frozen=True, omit_defaults=True):
    """What is written in one go, and how the game stands then."""

    leg: Head | None = None
    """The head of a leg that begins with this page."""
    lines: tuple[AnyLine, ...] = ()
    points: tuple[Point, ...] = ()
    reply: Remembered | None = None
    """What was answered to the request that has led to this."""


class Damage(NamedTuple):
    """From which line of a file on nothing can be relied upon, and why."""

    line: int
    reason: str


NO_TITLE = Damage(1, "its title can't be read")


class FileReading(NamedTuple):
    """What a file says, as far as it is good."""

    title: Title | None
    lines: tuple[bytes, ...]
    """The pages as they are written."""
    size: int
    """So many bytes are good; if there is no damage, what comes after them was never finished."""
    damage: Damage | None = None
    body: tuple[bytes, ...] = ()
    """All pages as they are written, good or not."""

    @property
    def pages(self) -> list[WrittenPage]:
        """Read the pages."""
        return pages_of(self.lines)

    @property
    def sum(self) -> int:
        """Give the checksum of all pages."""
        return _sum(self.lines)


_TITLES = msgspec.json.Decoder(Title)
_PAGES = msgspec.json.Decoder(WrittenPage)
_STANDS = msgspec.json.Decoder(Stands)


def written(title: Title, pages: Iterable[bytes]) -> bytes:
    """Write a whole file."""
    body = b"".join(pages)
    return _line(title, 0) + (body if title.packed is None else zlib.compress(body, 9))


def added(pages: Iterable[WrittenPage], before: int = 0) -> list[bytes]:
    """Write pages, each a line, behind those that have this checksum."""
    lines = []
    for page in pages:
        lines.append(_line(page, before))
        before = _sum(lines)
    return lines


def read(data: bytes, path: Path) -> FileReading:
    """Read what is in a file as far as it is good."""
    title, plain, whole = _opened(data)
    if title is not None and title.version > VERSION:
        raise BadInput("a newer tts-tool wrote this", where=str(path), fix="update tts-tool")
    body = plain.splitlines(keepends=True)
    good = _followed([line] for line in body)
    rest = plain[sum(map(len, good)) :]
    if title is None:
        damage: Damage | None = NO_TITLE
    elif not good or not whole or b"\n" in rest or _verified(rest[:-1] + b"\n", _sum(good)):
        damage = Damage(2 + len(good), _UNREADABLE)
    else:
        damage = None
    unfinished = 0 if _packed(title) else len(rest)
    return FileReading(title, tuple(good), len(data) - unfinished, damage, tuple(body))


def glance(data: bytes) -> tuple[Title, Stands] | None:
    """Read only the title, and how the game stands; ``None`` if these can't be read."""
    title = _titled(data[: data.find(b"\n") + 1])
    if title is not None and title.packed is not None:
        return title, title.packed
    end = data.rfind(b"\n") + 1
    last = data.rfind(b"\n", 0, max(0, end - 1)) + 1
    before = data.rfind(b"\n", 0, max(0, last - 1)) + 1
    known = _stated(data[before:last]) or 0 if before else 0
    if title is None or not last or not _verified(data[last:end], known):
        return None
    return title, _decoded(_STANDS, data[last:end])


def fits(lines: Iterable[bytes]) -> bool:
    """Tell whether pages can be packed and read again."""
    return sum(map(len, lines)) <= _MOST


def pages_of(lines: Iterable[bytes]) -> list[WrittenPage]:
    """Read lines that are good."""
    return [_decoded(_PAGES, line) for line in lines]


def mended(bodies: Sequence[Sequence[bytes]]) -> list[bytes]:
    """Put together the pages of files that began alike: each from one in which it is good."""
    return _followed(filter(None, place) for place in zip_longest(*bodies))


def _opened(data: bytes) -> tuple[Title | None, bytes, bool]:
    """Give the title of a file, its pages, and whether they could be unpacked to the end."""
    first, newline, rest = data.partition(b"\n")
    line = first + newline
    title = _titled(line)
    if _packed(title) or (title is None and _stated(rest) is None):
        return (title, *_inflated(rest))
    return title, rest, True


def _titled(line: bytes) -> Title | None:
    return _decoded(_TITLES, line) if _verified(line, 0) else None


def _decoded(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    """Read a line that is as it was written, though perhaps not by us."""
    try:
        return decoder.decode(line[_SIGNS + 1 :])
    except msgspec.ValidationError as error:
        raise BadInput(f"a newer tts-tool wrote this: {error}", fix="update tts-tool") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(_UNREADABLE) from error


def _packed(title: Title | None) -> bool:
    return title is not None and title.packed is not None


def _followed(places: Iterable[Iterable[bytes]]) -> list[bytes]:
    """Give line after line that is good; for each there may be several to choose from."""
    good: list[bytes] = []
    for candidates in places:
        line = next((each for each in candidates if _verified(each, _sum(good))), None)
        if line is None:
            break
        good.append(line)
    return good


def _sum(good: Sequence[bytes]) -> int:
    return _stated(good[-1]) or 0 if good else 0


def _line(what: Title | WrittenPage, before: int) -> bytes:
    text = msgspec.json.encode(what)
    return b"%08x %s\n" % (zlib.crc32(text, before), text)


def _stated(line: bytes) -> int | None:
    """Give the checksum with which a line begins."""
    signs = line[:_SIGNS]
    try:
        return int(signs, 16) if line[_SIGNS : _SIGNS + 1] == b" " else None
    except ValueError:
        return None


def _verified(line: bytes, before: int) -> bool:
    """Tell whether a line is what was written behind lines with this checksum."""
    return line.endswith(b"\n") and zlib.crc32(line[_SIGNS + 1 : -1], before) == _stated(line)


def _inflated(body: bytes) -> tuple[bytes, bool]:
    """Unpack compressed pages as far as they are good, and tell whether that is to the end."""
    inflater = zlib.decompressobj()
    plain = bytearray()
    try:
        for at in range(0, len(body), _CHUNK):
            plain += inflater.decompress(body[at : at + _CHUNK], _MOST - len(plain) + 1)
            if len(plain) > _MOST:  # what is packed can be made to be without an end
                return b"", False
            if inflater.eof:  # what follows would be copied anew with every chunk
                whole = at + _CHUNK >= len(body) and not inflater.unused_data
                return bytes(plain), whole
    except zlib.error:
        pass
    return bytes(plain), False
