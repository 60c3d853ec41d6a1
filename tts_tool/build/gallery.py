"""The pictures of installed saves: each once, by its content, in a folder that no build touches.

    pictures/assets/0a1b….png       the pictures
    pictures/lists/installed.json   which saves were installed, and which pictures they name
    pictures/lists/published.json   which pictures everybody can see, and at which address

A save that was installed, and whatever somebody has made of it by playing on, finds its pictures
here until `tts-tool clean --installed` finds that nothing names them any more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self, TypeVar

import msgspec

from tts_tool.belongings import belongings
from tts_tool.build.addresses import ASSETS, local_address
from tts_tool.build.stamps import digest_of
from tts_tool.errors import BadInput, Unavailable
from tts_tool.patience import advice
from tts_tool.saves.swap import alone, put_file, replace_file, settle_file

__all__ = ["Edition", "Gallery", "SeenPicture"]

_VARIABLE: Final = "TTS_TOOL_PICTURES"

T = TypeVar("T")


class Edition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A save as it was once installed: where, of what, and by which names its pictures are kept.

    `cards` is the digest of the cards that were printed: a kept game names it, too.
    """

    save: str
    game: str
    lang: str
    cards: str
    pictures: tuple[str, ...]


class SeenPicture(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where everybody sees a picture, and how we know that it is this one."""

    address: str
    proof: str


class Gallery:
    """The folder of this person's pictures. Holds only a path; every question reads anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.assets = folder / ASSETS
        self._lists = folder / "lists"

    @classmethod
    def mine(cls) -> Self:
        """Give that of whoever runs this: TTS_TOOL_PICTURES, or where the system keeps such."""
        said = os.environ.get(_VARIABLE)
        return cls(Path(said).expanduser().absolute() if said else belongings() / "pictures")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else keep or remove pictures meanwhile."""
        with self._explained():
            self.folder.mkdir(parents=True, exist_ok=True)
            with alone(self.folder):
                yield

    def keep(self, pictures: Iterable[Path]) -> tuple[str, ...]:
        """Copy pictures that are called by their content, unless they are here; name them."""
        return tuple(self._kept(picture) for picture in pictures)

    def _kept(self, picture: Path) -> str:
        data = picture.read_bytes()
        if digest_of(data) != picture.stem:
            raise BadInput("this picture is not called by its content", where=str(picture))
        return self.put(data, picture.suffix)

    def put(self, picture: bytes, suffix: str, *, waits: bool = True) -> str:
        """Keep a picture, unless it is here; give the name by which it is called then.

        Who does not wait for the disk has it `settled` when there is time.
        """
        digest = digest_of(picture)
        target = self.assets / f"{digest}{suffix}"
        with self._explained():
            self.assets.mkdir(parents=True, exist_ok=True)
            if not (target.is_file() and digest_of(target.read_bytes()) == digest):
                put_file(target, picture, waits=waits)
        return target.name

    def has(self, name: str) -> bool:
        """Tell whether a picture of this name is here, whatever is in it."""
        return (self.assets / name).is_file()

    def settled(self, names: Iterable[str]) -> None:
        """Wait until pictures are on the disk."""
        for name in names:
            settle_file(self.assets / name)

    def address(self, name: str, *, as_url: bool = False) -> str:
        """Say how the game on this computer finds a picture."""
        return local_address(self.assets / name, as_url=as_url)

    @property
    def editions(self) -> list[Edition]:
        """List what was installed, first what came first."""
        return self._read("installed.json", list[Edition], [])

    def note(self, edition: Edition) -> None:
        """Remember what was installed."""
        others = [each for each in self.editions if each != edition]
        self._write("installed.json", [*others, edition])

    def forget(self, gone: Iterable[Edition]) -> None:
        """Remember no longer what nobody can have."""
        lost = list(gone)
        self._write("installed.json", [each for each in self.editions if each not in lost])

    @property
    def published(self) -> Mapping[str, SeenPicture]:
        """Say by name which pictures everybody can see, and where."""
        return self._read("published.json", dict[str, SeenPicture], {})

    def publish(self, seen: Mapping[str, SeenPicture]) -> None:
        """Remember where everybody sees pictures."""
        self._write("published.json", {**self.published, **seen})

    def unpublish(self, names: Iterable[str]) -> int:
        """Let saves look for pictures on this computer again; count those that changed."""
        before, lost = self.published, set(names)
        after = {name: seen for name, seen in before.items() if name not in lost}
        if after != before:
            self._write("published.json", after)
        return len(before) - len(after)

    def _read(self, name: str, kind: type[T], nothing: T) -> T:
        file = self._lists / name
        try:
            return msgspec.json.decode(file.read_bytes(), type=kind)
        except FileNotFoundError:
            return nothing
        except OSError as error:
            raise Unavailable(f"this cannot be read: {error.strerror}", where=str(file)) from None
        except ValueError as error:
            fix = "put it right, or move it away; saves that are installed stay as they are"
            what = f"this is not as we wrote it: {error}"
            raise BadInput(what, where=str(file), fix=fix) from None

    def _write(self, name: str, content: object) -> None:
        with self._explained():
            self._lists.mkdir(parents=True, exist_ok=True)
            encoded = msgspec.json.encode(content, order="deterministic")
            replace_file(self._lists / name, msgspec.json.format(encoded, indent=1) + b"\n")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say what the disk's refusals mean."""
        try:
            yield
        except OSError as error:
            what = f"the folder of pictures cannot be written: {error.strerror or error}"
            other = f"make room, or set {_VARIABLE} to a folder that can be written"
            fix = advice(error) or other
            raise Unavailable(what, where=str(self.folder), fix=fix) from None
