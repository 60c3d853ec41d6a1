"""The saves that others come from, as they were built, unpacked or installed: each once, packed.

    origins/Old_World/3f2a…-91c0….json.zz     digest of Global's script, digest of the whole

A save that somebody has played is compared with what it was, so that what they did and what has
been built since can be told apart. Global's script stands in it unchanged, so its digest finds the
origin; where it does not, that one is it with which most of the save agrees. Their number is
bounded: the older they are, the fewer stay, and the first and the latest longest.
"""

from __future__ import annotations

import os
import re
import time
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import msgspec

from tts_tool.belongings import belongings
from tts_tool.errors import NotFound, UserError
from tts_tool.patience import remove
from tts_tool.saves.naming import slug
from tts_tool.saves.swap import alone, replace_file
from tts_tool.saves.tree import Document, objects, read

__all__ = ["Origin", "Origins"]

_VARIABLE: Final = "TTS_TOOL_ORIGINS"
_ENDING: Final = ".json.zz"
_NAME: Final = re.compile(r"([0-9a-f]{16})-([0-9a-f]{16})" + re.escape(_ENDING))
_MOST: Final = 24
"""So many saves of a name are kept,"""
_MOST_BYTES: Final = 200 << 20
"""and so much of all names together."""
_QUICKLY: Final = 1
"""How hard zlib packs: as tightly as can be took too long for a save of ninety megabytes."""
_SURE: Final = 0.5
"""So much of a save must agree with one from which it is said to come."""
_KEYS: Final = ("Name", "Nickname", "Description", "Transform", "CustomImage",
                "CustomMesh", "CardID", "Tags", "GMNotes")  # fmt: skip
_SCRIPTS: Final = ("LuaScript", "XmlUI")


class Origin(NamedTuple):
    """A save that is kept: when it was kept last, and what it is."""

    file: Path
    kept: float
    document: Document

    @property
    def name(self) -> str:
        """Say what it is called, and when it was made."""
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.kept))
        return f'"{self.document.root.get("SaveName") or self.file.parent.name}" of {when}'


class Origins:
    """The folder in which they are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def mine(cls) -> Self:
        """Give that of whoever runs this: TTS_TOOL_ORIGINS, or where the system keeps such."""
        said = os.environ.get(_VARIABLE)
        return cls(Path(said).expanduser().absolute() if said else belongings() / "origins")

    def keep(self, save: bytes) -> bool:
        """Keep a save; False if it can't be, which is no reason not to build one."""
        try:
            root = _head(save)
            folder = self.folder / (slug(str(root.get("SaveName") or "")) or "unnamed")
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / f"{_globe(root)}-{_digest(save)}{_ENDING}"
            if file.exists():
                os.utime(file)
            else:
                replace_file(file, zlib.compress(save, _QUICKLY))
            with alone(folder):
                self._thin()
        except (OSError, UserError, AttributeError):
            return False
        return True

    def find(
        self, played: Document, where: str, also: Path | None = None, new: Document | None = None
    ) -> Origin:
        """Find the save from which another comes; say which there are if none is it.

        `also` is a file that may be it, if it is there; `new` is what the other is to become. That
        has just been built, and is kept: without the same script it is like what it was, not it.
        """
        files = self._files()
        same = _with_script(files, played)
        built = "" if new is None else _globe(new.root)
        others = [file for file in files if not (built and file.name.startswith(built))]
        found = _all_read(same or others)
        if also is not None and also.is_file():
            found.append(Origin(also, _when(also), read(also.read_bytes(), str(also))))
        if (likeliest := _likeliest(found, played)) is not None:
            return likeliest
        raise NotFound(
            "nothing is kept here of the save that this one was before it was played",
            where=where,
            fix=f"name it with --base FILE; kept are: {_told(found)}",
        )

    def same_script(self, played: Document) -> Origin | None:
        """Find the save from which another comes, if it is sure: Global's script is the same."""
        return _likeliest(_all_read(_with_script(self._files(), played)), played)

    def _files(self) -> list[Path]:
        """List what is kept, the latest first."""
        files = [each for each in self.folder.glob(f"*/*{_ENDING}") if _NAME.fullmatch(each.name)]
        return sorted(files, key=_when, reverse=True)

    def _thin(self) -> None:
        """Let go what stands closest to its neighbours in time, more so the older it is."""
        by_name: dict[Path, list[Path]] = {}
        for file in self._files():
            by_name.setdefault(file.parent, []).append(file)
        sizes = {file: _size(file) for files in by_name.values() for file in files}
        while by_name:
            most = max(by_name.values(), key=lambda it: (len(it) > _MOST, sum(map(_size, it))))
            if len(most) <= _MOST and (sum(sizes.values()) <= _MOST_BYTES or len(most) < _FEWEST):
                return
            gone = most.pop(_densest([_when(file) for file in most]))
            del sizes[gone]
            remove(gone)


_FEWEST: Final = 3
"""Of two, one is the first and one the latest, and neither of those goes: see `_densest`."""


def _densest(times: list[float]) -> int:
    """Choose one that is neither the first nor the latest; `times` begin with the latest."""
    now = time.time()
    gaps = {
        n: (times[n - 1] - times[n + 1]) / max(1.0, now - times[n])
        for n in range(1, len(times) - 1)
    }
    return min(gaps, key=lambda n: (gaps[n], -n))


def _with_script(files: Iterable[Path], played: Document) -> list[Path]:
    globe = _globe(played.root)
    return [file for file in files if file.name.startswith(globe)]


def _likeliest(found: Iterable[Origin], played: Document) -> Origin | None:
    """Give the one with which most of a save agrees; nothing, if hardly any of it does."""
    facts = _facts(played.root)
    rated = [(*_agreement(_facts(each.document.root), facts), each) for each in found]
    rated.sort(key=lambda it: (it[1], it[2].kept))
    return rated[-1][2] if rated and rated[-1][0] >= _SURE else None


def _all_read(files: Iterable[Path]) -> list[Origin]:
    return [each for file in files if (each := _read(file)) is not None]


def _read(file: Path) -> Origin | None:
    try:
        data = zlib.decompress(file.read_bytes())
        return Origin(file, _when(file), read(data, str(file)))
    except (OSError, zlib.error, UserError):
        return None


def _told(found: list[Origin]) -> str:
    names = dict.fromkeys(each.name for each in found[:8])
    return ", ".join(names) or "none"


def _facts(root: Mapping[str, Any]) -> dict[tuple[str, str, str], Any]:
    """Say of each object with a GUID of its own what playing seldom changes; scripts by lines."""
    found: dict[tuple[str, str, str], Any] = {}
    for thing in (root, *objects(root)):
        guid = thing.get("GUID", "" if thing is root else None)
        if not isinstance(guid, str) or (thing is not root and not guid):
            continue
        found |= {(guid, key, ""): thing[key] for key in _KEYS if key in thing}
        for key in _SCRIPTS:
            text = thing.get(key)
            lines = text.splitlines() if isinstance(text, str) else ()
            found |= {(guid, key, line.strip()): True for line in lines}
    return found


def _agreement(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> tuple[float, float]:
    """Say how much of the other save the first one says alike, and how much of what both say.

    By the second they are ranked: what was edited in files since, and never came into the game, may
    be kept, too, and has all that the other has.
    """
    both = one.keys() & other.keys()
    agreed = sum(one[key] == other[key] for key in both)
    if not both:
        return 0.0, 0.0
    return agreed / len(other), agreed / (len(one) + len(other) - agreed)


class _Head(msgspec.Struct):
    """What tells one save from another, read without the rest: saves may be large."""

    SaveName: Any = ""
    LuaScript: Any = ""


def _head(save: bytes) -> Mapping[str, Any]:
    try:
        return msgspec.structs.asdict(msgspec.json.decode(save, type=_Head))
    except (msgspec.MsgspecError, ValueError):  # it is odd, as some are, or none
        root: Mapping[str, Any] = read(save, "save").root
        return root


def _globe(root: Mapping[str, Any]) -> str:
    script = str(root.get("LuaScript") or "").replace("\r\n", "\n")
    return _digest(script.encode("utf-8", "surrogatepass"))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()


def _when(file: Path) -> float:
    with suppress(OSError):
        return file.stat().st_mtime
    return 0.0


def _size(file: Path) -> int:
    with suppress(OSError):
        return file.stat().st_size
    return 0
