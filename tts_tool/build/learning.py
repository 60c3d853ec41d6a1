"""Goes from save to save until every picture of a build is known to be on Steam."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tts_tool.build.built import looked_at, manifest_of, pictures_of
from tts_tool.build.gallery import Gallery, SeenPicture
from tts_tool.build.installing import installed_saves
from tts_tool.build.places import SAVES
from tts_tool.build.steam import GuessVerdict, Steam, guesses_of, hashed, steam_addresses
from tts_tool.build.steam_save import steam_save
from tts_tool.errors import Refused, Unavailable
from tts_tool.saves.tree import Node, read

__all__ = ["Lesson", "Stamp", "stamps"]

Stamp = tuple[int, int]


class Lesson:
    """The pictures of a build that only this computer has yet, and the saves that may tell more.

    `lacking` says where they lie, by name; `title` is how the game lists the save of the build.
    """

    def __init__(self, build: Path, gallery: Gallery, steam: Steam) -> None:
        self.manifest = manifest_of(build)
        if self.manifest.assets != "file":
            what = f"this was built with --assets {self.manifest.assets}"
            fix = "build it without --assets, so that its pictures are files that the game can take"
            raise Refused(what, where=str(build), fix=fix)
        self.pictures = {path.name: path for path in pictures_of(build)}
        self._gallery = gallery
        self._steam = steam
        self._as_url = looked_at(build).lower().startswith("file:")
        known = gallery.published
        self.lacking = {name: path for name, path in self.pictures.items() if name not in known}
        self._hashes = hashed(self.lacking.values())
        save = build / self.manifest.save
        built: Node = read(save.read_bytes(), str(save)).root
        self.title = str(built.get("SaveName") or self.manifest.save)
        self._before = [built, read(self._sheet(self.pictures), self.sheet_title).root]

    def keep(self) -> None:
        """Have the pictures where they stay, before a save looks for them there."""
        with self._gallery.alone():
            self._gallery.keep(self.pictures.values())

    def installed(self, data: Path) -> str:
        """Name the save of this build in the game, if it calls all that is lacking."""
        manifest = self.manifest
        if manifest.save not in installed_saves(manifest.game, data, self._gallery, manifest.lang):
            return ""
        text = (_saves(data) / manifest.save).read_bytes()
        return self.title if all(name.encode() in text for name in self.lacking) else ""

    @property
    def sheet_title(self) -> str:
        """The name under which the game lists the save of what is lacking."""
        return f"{self.title}: pictures for Steam"

    def sheet(self) -> bytes:
        """Make the save that calls what is lacking, and nothing else."""
        return self._sheet(self.lacking)

    def _sheet(self, names: Iterable[str]) -> bytes:
        def address(name: str) -> str:
            return self._gallery.address(name, as_url=self._as_url)

        return steam_save(self.sheet_title, tuple(names), address)

    def tells(self, save: Path) -> bool:
        """Tell whether a save has one of the pictures on Steam, by the SHA-1 in its address."""
        sought = set(self._hashes.values())
        return any(digest in sought for _, digest in steam_addresses(_text(save)))

    def learn(self, save: Path) -> Iterator[GuessVerdict]:
        """Learn from a save what it knows, and say what came of each guess; then keep it."""
        text = _text(save)
        root: Node = read(save.read_bytes(), str(save)).root
        wanted = {name: self._hashes[name] for name in self.lacking}
        held: list[GuessVerdict] = []
        try:
            for verdict in self._steam.learn(
                guesses_of(text, root, self._before, wanted), self.lacking
            ):
                if verdict.holds:
                    held.append(verdict)
                yield verdict
        finally:
            self._keep(held)

    def _keep(self, verdicts: Iterable[GuessVerdict]) -> None:
        """Remember what holds, also if the rest was broken off."""
        seen = {
            each.guess.name: SeenPicture(address=each.guess.address, proof=each.how)
            for each in verdicts
        }
        if seen:
            with self._gallery.alone():
                self._gallery.publish(seen)
        for name in seen:
            self.lacking.pop(name, None)


def stamps(data: Path) -> dict[Path, Stamp]:
    """Say when each save of the game was written last, and how long it is."""
    return dict(_stamps(_saves(data)))


def _stamps(saves: Path) -> Iterator[tuple[Path, Stamp]]:
    for path in sorted(saves.rglob("*")):
        if path.suffix.lower() == ".json":
            try:
                seen = path.stat()
            except OSError:
                continue
            yield path, (seen.st_mtime_ns, seen.st_size)


def _saves(data: Path) -> Path:
    return data if data.name == SAVES else data / SAVES


def _text(save: Path) -> str:
    try:
        return save.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        what = f"this save cannot be read: {error.strerror or error}"
        raise Unavailable(what, where=str(save)) from None
