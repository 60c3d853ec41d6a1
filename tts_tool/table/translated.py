"""What cages have made of long scripts: in this process, and in the user's cache for the next one.

Half a second goes by until plain Lua can read a long script, and whoever tests a mod, or hosts a
game, opens the same one again and again. Kept is only what a cage has made before any script ran
there, known by the text and by the code that translates.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from tts_tool.cached import cache_folder, read_whole, write_whole
from tts_tool.errors import Unavailable

__all__ = ["keep", "known"]

_MOST: Final = 20_000_000
"""So many bytes are kept in this process: those of four large saves."""
_SIZE: Final = 16
_PACKAGE: Final = Path(__file__).resolve().parents[1]
_MAKERS: Final = ("lua", "table/scripts")

_here: Final[dict[bytes, bytes]] = {}
"""By the digests of scripts; what was wanted last comes last."""


def known(wanted: Iterable[bytes]) -> dict[bytes, bytes]:
    """Give of these scripts what some cage has made of them already."""
    found: dict[bytes, bytes] = {}
    for each in wanted:
        if each in _here:
            found[each] = _here.pop(each)
        elif made := read_whole(_file(each)):
            found[each] = made
    return _remembered(found)


def keep(made: dict[bytes, bytes]) -> None:
    """Keep translations; nothing stands for a script that can't be translated."""
    _remembered(made)
    with suppress(Unavailable):  # it is only slower without
        for each, translation in made.items():
            if translation:
                write_whole(_file(each), translation)


def _remembered(made: dict[bytes, bytes]) -> dict[bytes, bytes]:
    _here.update(made)
    while sum(map(len, _here.values())) > _MOST:
        del _here[next(iter(_here))]
    return made


def _file(script: bytes) -> Path:
    name = blake2b(_translator() + script, digest_size=_SIZE).hexdigest()
    return cache_folder() / "compiled" / name[:2] / f"{name[2:]}.lua"


@cache
def _translator() -> bytes:
    """Digest the code that translates: another version may do it otherwise."""
    files = sorted(file for room in _MAKERS for file in (_PACKAGE / room).glob("*.py"))
    return blake2b(b"".join(blake2b(each.read_bytes()).digest() for each in files)).digest()
