"""What a folder knows of its table, and copies of what a push has written over.

It lies in `.tts-tool` in the folder, which git passes by: another computer has another game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from tts_tool.errors import BadInput, NotFound, Unavailable
from tts_tool.patience import remove
from tts_tool.saves.swap import replace_file
from tts_tool.sync.messages import ScriptState

__all__ = ["Backup", "Identity", "Known", "Memory", "Unwritable"]

FOLDER: Final = ".tts-tool"
_TABLE: Final = "table.json"
_SENT: Final = "sent.txt"
"""Scripts that were sent since, a line each: that is quick, and who is killed has said it."""
_BASE: Final = "base.json"
_ARRIVED: Final = "arrived.json"
"""What has come into the game since that save was kept."""
_LOADS: Final = "loads.json"
_BEGAN: Final = "began.json"
_PIECES: Final = "pieces.json"
_BACKUPS: Final = "backups"
_MOST_BACKUPS: Final = 20
_MOST_SAVES: Final = 6
"""Whole saves may be large."""
_MOST_SEEN: Final = 200
"""Digests, which are short; a script that is forgotten passes for one that was changed in the game.
"""


class Unwritable(Unavailable):
    """There is no room for what is to be kept, or nobody may write there."""


class Identity(msgspec.Struct, frozen=True):
    """By what a table is known again: the name of its save, its objects with scripts, Global."""

    name: str
    guids: tuple[str, ...]
    script: str


class Known(msgspec.Struct, frozen=True):
    """A table, and the scripts that it had when it was last seen.

    `seen` has digests of those that it has had at any time, by GUID: an older save has them again.
    """

    table: Identity
    states: Mapping[str, ScriptState]
    seen: Mapping[str, tuple[str, ...]] = {}

    def has_seen(self, state: ScriptState) -> bool:
        """Tell whether an object has had this script and interface before."""
        return _digest(state) in self.seen.get(state.guid, ())


class Backup(msgspec.Struct, frozen=True):
    """The scripts that were in the game before a push; and the file of its `save`, if that was."""

    when: datetime
    table: str
    states: tuple[ScriptState, ...]
    number: int = 0
    save: str = ""


def _digest(state: ScriptState) -> str:
    """Digest a script and its interface; line ends change on their way."""
    text = f"{state.script.rstrip()}\0{state.ui.rstrip()}".replace("\r\n", "\n")
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class Memory:
    """The memory of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER

    def known(self) -> Known | None:
        """Say what is known of its table; None if it has never met one."""
        file = self.folder / _TABLE
        try:
            known = msgspec.json.decode(file.read_bytes(), type=Known)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            fix = "remove it; push --bind then meets the table again"
            raise BadInput("this can't be read", where=str(file), fix=fix) from error

        seen = dict(known.seen)
        for guid, digest in self._sent():
            seen[guid] = (*seen.get(guid, ()), digest)
        return msgspec.structs.replace(known, seen=seen)

    def forget_loads(self) -> None:
        """The game has not loaded it."""
        remove(self.folder / _LOADS)

    def note(self, states: Iterable[ScriptState]) -> None:
        """Remember scripts that are about to be sent, as ours; where there is no room, they go."""
        lines = (f"{each.guid} {_digest(each)}\n" for each in states)
        self._add(_SENT, "".join(lines).encode())

    def _sent(self) -> Iterator[tuple[str, str]]:
        with suppress(OSError):
            for line in (self.folder / _SENT).read_text("utf-8", "replace").splitlines():
                guid, _, digest = line.partition(" ")
                yield guid, digest

    def keep(self, known: Known) -> None:
        """Remember how the table was seen."""
        before = self.known()
        seen = dict(before.seen) if before and before.table.name == known.table.name else {}
        for guid, state in known.states.items():
            digests = [each for each in seen.get(guid, ()) if each != _digest(state)]
            seen[guid] = (*digests, _digest(state))[-_MOST_SEEN:]
        merged = msgspec.structs.replace(known, seen=seen)
        self._write(_TABLE, msgspec.json.encode(merged))
        remove(self.folder / _SENT)

    @property
    def base_file(self) -> Path:
        """Say where the save is kept that the game was brought to last, if it is known."""
        return self.folder / _BASE

    def keep_base(self, save: bytes) -> None:
        """Remember what the game was brought to."""
        self._write(_BASE, save)
        for name in (_ARRIVED, _LOADS):
            remove(self.folder / name)

    @property
    def loads_file(self) -> Path:
        """Say where the save is kept that the game is to load: if it was loaded, it has that."""
        return self.folder / _LOADS

    def keep_loads(self, save: bytes) -> None:
        """Remember what the game is about to load."""
        self._write(_LOADS, save)

    def note_arrived(self, data: bytes) -> None:
        """Remember what has come into the game since; without room it is known later."""
        self._add(_ARRIVED, data)

    def arrived(self) -> bytes:
        """Give what was noted since."""
        with suppress(OSError):
            return (self.folder / _ARRIVED).read_bytes()
        return b""

    @property
    def began_file(self) -> Path:
        """Say where the save is kept that the game was before anything was brought to it."""
        return self.folder / _BEGAN

    def keep_began(self, save: bytes) -> None:
        """Remember what the game was before anything is brought to it."""
        self._write(_BEGAN, save)

    @property
    def pieces_file(self) -> Path:
        """Say where pieces are kept that were edited since their table was built."""
        return self.folder / _PIECES

    def pieces(self) -> dict[str, Any]:
        """Give by memo the pieces that were edited, as the game was brought to them last."""
        try:
            return msgspec.json.decode(self.pieces_file.read_bytes(), type=dict[str, Any])
        except (OSError, msgspec.MsgspecError):
            return {}

    def keep_pieces(self, pieces: Mapping[str, Any]) -> None:
        """Remember pieces, so that whoever makes one of them anew makes what it is by now."""
        self._write(_PIECES, msgspec.json.encode({**self.pieces(), **pieces}))

    def back_up(
        self, backup: Backup, save: bytes | None = None, table: bytes | None = None
    ) -> Backup:
        """Keep a copy of what will be written over; the oldest copies go.

        `save` is the file of the save as it was, `table` as it is to be.
        """
        folder = self.folder / _BACKUPS
        numbers = self._numbers()
        numbered = msgspec.structs.replace(backup, number=max(numbers, default=0) + 1)
        name = f"{_BACKUPS}/{numbered.number:06}"
        if save is not None:
            self._write(f"{name}.save.json", save)
        if table is not None:
            self._write(f"{name}.table.json", table)
        self._write(f"{name}.json", msgspec.json.encode(numbered))
        whole = [number for number in numbers if self._save(number).exists()]
        old = numbers[: max(0, len(numbers) + 1 - _MOST_BACKUPS)]
        for number in {*old, *whole[: max(0, len(whole) + 1 - _MOST_SAVES)]}:
            for file in (folder / f"{number:06}.json", self._save(number), self.table(number)):
                remove(file)
        return numbered

    def save(self, backup: Backup) -> bytes:
        """Give the file of the save as it was."""
        file = self._save(backup.number)
        try:
            return file.read_bytes()
        except OSError as error:
            raise BadInput("this copy can't be read", where=str(file)) from error

    def backups(self) -> list[Backup]:
        """List the copies, the latest first."""
        return [self.backup(number) for number in reversed(self._numbers())]

    def backup(self, number: int | None = None) -> Backup:
        """Give a copy by its number, or the latest."""
        numbers = self._numbers()
        if not numbers or (number is not None and number not in numbers):
            there = ", ".join(map(str, numbers)) or "none"
            raise NotFound(
                "there is no such copy", where=str(self.folder), fix=f"there are: {there}"
            )
        file = self.folder / _BACKUPS / f"{number or numbers[-1]:06}.json"
        try:
            return msgspec.json.decode(file.read_bytes(), type=Backup)
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            raise BadInput("this copy can't be read", where=str(file)) from error

    def table(self, number: int) -> Path:
        """Name the file of a save as it was to be."""
        return self.folder / _BACKUPS / f"{number:06}.table.json"

    def _save(self, number: int) -> Path:
        return self.folder / _BACKUPS / f"{number:06}.save.json"

    def _numbers(self) -> list[int]:
        files = (self.folder / _BACKUPS).glob("*.json")
        return sorted(int(each.stem) for each in files if each.stem.isdecimal())

    def _add(self, name: str, data: bytes) -> None:
        """Add to a file, as far as there is room."""
        if data:
            with suppress(OSError), (self.folder / name).open("ab") as stream:
                stream.write(data)

    def _write(self, name: str, data: bytes) -> None:
        """Write a file whole or not at all; git passes by the folder."""
        file, home = self.folder / name, self.folder.parent
        if not home.is_dir():
            raise Unwritable("there is no such folder any more", where=str(home))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            ignored = self.folder / ".gitignore"
            if not ignored.exists():
                ignored.write_text("*\n", encoding="utf-8")
            replace_file(file, data)
        except OSError as error:
            what = f"this can't be written: {error.strerror or error}"
            fix = "make room, or see who may write there; the game stays as it is until then"
            raise Unwritable(what, where=str(file), fix=fix) from error
