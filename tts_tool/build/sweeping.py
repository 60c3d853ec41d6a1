"""Finds the pictures of installed saves that nothing names any more, and lets them go.

A picture is called by its content, so whoever needs it has its name in a file: in a save, however
somebody has played on in it, as in one that he keeps as an object. What cannot be looked into now,
a drive that is not there, may name all that was ever installed on it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.build.gallery import Edition, Gallery
from tts_tool.errors import Unavailable
from tts_tool.patience import remove

__all__ = ["Sweep", "sweep", "take"]

_NAME: Final = re.compile(rb"[0-9a-f]{32}\.(?:png|jpg)")
_SAVES: Final = "Saves"
_KEPT_IN: Final = (_SAVES, "Saved Objects", "Mods/Workshop", "tts-tool backups")


class Sweep(NamedTuple):
    """What a look into every save came to.

    `unnamed` are the pictures that nothing names, `size` their bytes; `named` counts the others.
    `read` are the folders of the game that were looked into, `away` those that are not there.
    """

    unnamed: tuple[Path, ...]
    size: int
    named: int
    read: tuple[Path, ...]
    away: tuple[Path, ...]


def sweep(gallery: Gallery, folders: Iterable[Path], pinned: Collection[str]) -> Sweep:
    """Look into the game's folders, and those where something was installed, for pictures.

    `pinned` are the digests of the cards with which kept games were begun: the pictures of what
    was installed with them stay.
    """
    editions = gallery.editions
    homes = [*folders, *map(_home, editions)]
    places = list({os.path.realpath(home): home for home in homes}.values())
    read = tuple(place for place in places if (place / _SAVES).is_dir())
    away = tuple(dict.fromkeys(home for home in homes if _is_away(home, editions)))
    named = {name for place in read for name in _named(place)}
    for each in editions:
        if each.cards in pinned or _home(each) in away:
            named.update(each.pictures)
    pictures = _pictures(gallery)
    unnamed = tuple(path for name, path in pictures.items() if name not in named)
    size = sum(path.stat().st_size for path in unnamed)
    return Sweep(unnamed, size, len(pictures) - len(unnamed), read, away)


def take(gallery: Gallery, found: Sweep) -> int:
    """Remove what a sweep has found, and forget what was installed with nothing else; count it."""
    gone = {path.name for path in found.unnamed}
    for path in found.unnamed:
        remove(path)
    gallery.forget([each for each in gallery.editions if gone.issuperset(each.pictures)])
    return len(gone)


def _is_away(home: Path, editions: Iterable[Edition]) -> bool:
    """Tell whether something was installed where now nothing can be read."""
    return not (home / _SAVES).is_dir() and any(_home(each) == home for each in editions)


def _home(edition: Edition) -> Path:
    return Path(edition.save).parent.parent


def _pictures(gallery: Gallery) -> dict[str, Path]:
    if not gallery.assets.is_dir():
        return {}
    found = sorted(gallery.assets.iterdir())
    return {path.name: path for path in found if _NAME.fullmatch(path.name.encode())}


def _named(place: Path) -> Iterator[str]:
    """Read the names of pictures in all saves of a folder; one that cannot be read ends it."""
    for folder in _KEPT_IN:
        for top, _, names in os.walk(place / folder, onerror=_refuse):
            for name in names:
                if name.lower().endswith(".json"):
                    yield from _in(Path(top) / name)


def _in(file: Path) -> Iterator[str]:
    try:
        content = file.read_bytes()
    except OSError as error:
        _refuse(error)
    else:
        yield from (found[0].decode() for found in _NAME.finditer(content))


def _refuse(error: OSError) -> None:
    """Say that no picture may go, as long as somebody may still need it."""
    if isinstance(error, FileNotFoundError):
        return
    what = f"this cannot be read, and may name pictures: {error.strerror or error}"
    fix = "ask for the right to read it; nothing was removed"
    raise Unavailable(what, where=str(error.filename or ""), fix=fix)
