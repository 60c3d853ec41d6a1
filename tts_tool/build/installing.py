"""Puts a save where the game finds it, takes it away again, and never loses somebody's own.

What was written stands in a list beside the saves, with its digest: whoever has played on and
saved under the same name has a save of his own, which stays unless he says otherwise, and even
then a copy of it does.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tts_tool.build.built import manifest_of, pictures_of
from tts_tool.build.gallery import Edition, Gallery
from tts_tool.build.places import SAVES
from tts_tool.build.pointing import pointed_save, to_gallery
from tts_tool.build.stamps import digest_of
from tts_tool.errors import NotFound, Refused, Unavailable
from tts_tool.patience import advice, remove
from tts_tool.saves.origins import Origins
from tts_tool.saves.swap import alone, replace_file

__all__ = ["Installed", "install", "installed_saves", "put_save", "settled", "uninstall"]

_LIST: Final = "tts-tool.installed"
"""No .json, or the game would list it among the saves."""
_BACKUPS: Final = "tts-tool backups"
_MOST_BACKUPS: Final = 20
"""For each save: of the largest real one that we have, 4.1 MB, they take 83 MB."""


class Installed(NamedTuple):
    """What was written or taken away, and where what was there before is kept.

    `pictures` the save calls; `published` of them it looks for where everybody sees them.
    """

    files: tuple[Path, ...]
    backups: tuple[Path, ...]
    pictures: int = 0
    published: int = 0


def install(build: Path, data: Path, gallery: Gallery, *, force: bool = False) -> Installed:
    """Put the save that was built in a folder, and its thumbnail, into the game's folder.

    Its pictures stay in the gallery, where no later build takes them away.
    """
    manifest = manifest_of(build)
    saves = _saves(data)
    with gallery.alone():
        save, names = settled(build, gallery, saves / manifest.save)
        thumbnail = (build / manifest.save).with_suffix(".png")
        contents = {manifest.save: save, thumbnail.name: thumbnail.read_bytes()}
        done = _put(saves, contents, force=force)
    count, web = len(manifest.pictures), manifest.published
    if manifest.assets == "file":
        web = sum(name in gallery.published for name in names)
    return done._replace(pictures=count, published=web)


def settled(build: Path, gallery: Gallery, file: Path) -> tuple[bytes, tuple[str, ...]]:
    """Give the save of a build as it will lie in `file`, and the pictures that are kept for it.

    Call it with the gallery `alone`.
    """
    manifest = manifest_of(build)
    names = gallery.keep(pictures_of(build)) if manifest.assets != "https" else ()
    source = build / manifest.save
    save = pointed_save(source.read_bytes(), str(source), to_gallery(gallery, names))
    if names:
        edition = Edition(
            save=str(file),
            game=manifest.game,
            lang=manifest.lang,
            cards=manifest.cards,
            pictures=names,
        )
        gallery.note(edition)
    Origins.mine().keep(save)
    return save, names


def put_save(name: str, save: bytes, data: Path) -> Installed:
    """Put a save of our own making into the game's folder; what was there before is kept."""
    return _put(_saves(data), {name: save}, force=True)


def _put(saves: Path, contents: dict[str, bytes], *, force: bool) -> Installed:
    with _explained(saves), alone(saves.parent):
        known = _known(saves)
        _check_own(saves, contents, known, force=force)
        backups = _kept(saves, contents)
        for name, content in contents.items():
            if _digest(saves / name) != digest_of(content):
                replace_file(saves / name, content)
        written = {name: digest_of(content) for name, content in contents.items()}
        _note(saves, known | written)
    return Installed(tuple(saves / name for name in contents), backups)


def installed_saves(game: str, data: Path, gallery: Gallery, lang: str | None = None) -> list[str]:
    """Name the saves of a game that were installed in a folder, of all languages or of one."""
    saves = _saves(data)
    known = _known(saves)
    ours = [Path(each.save) for each in gallery.editions if _is(each, game, lang)]
    return sorted({each.name for each in ours if each.parent == saves and each.name in known})


def _is(edition: Edition, game: str, lang: str | None) -> bool:
    return edition.game == game and lang in {None, edition.lang}


def uninstall(saves_of: Collection[str], data: Path, *, force: bool = False) -> Installed:
    """Take away what was installed under these names (`Old_World.json`), and their thumbnails."""
    saves = _saves(data)
    names = [each for name in saves_of for each in (name, f"{name.removesuffix('.json')}.png")]
    with _explained(saves), alone(saves.parent):
        known = _known(saves)
        for name in saves_of:
            if name not in known:
                fix = f"installed are: {', '.join(sorted(known)) or 'none'}"
                raise NotFound(f"{name} was not installed by tts-tool", where=str(saves), fix=fix)
        there = {each: b"" for each in names if (saves / each).is_file()}
        _check_own(saves, there, known, force=force)
        changed = {each: b"" for each in there if _digest(saves / each) != known.get(each)}
        backups = _kept(saves, changed)
        for each in there:
            remove(saves / each)
        _note(saves, {each: digest for each, digest in known.items() if each not in names})
    return Installed(tuple(saves / each for each in there), backups)


def _saves(data: Path) -> Path:
    """Accept the game's folder, or that of the saves in it."""
    data = data.absolute()
    saves = data if data.name == SAVES else data / SAVES
    if not saves.is_dir():
        fix = f"name the folder of Tabletop Simulator; it has a folder {SAVES}"
        raise NotFound("no folder for saves here", where=str(data), fix=fix)
    return saves


def _check_own(
    saves: Path, contents: dict[str, bytes], known: dict[str, str], *, force: bool
) -> None:
    """See that what is there is what we have written, or what we are about to write."""
    for name, content in contents.items():
        digest = _digest(saves / name)
        ours = digest in {None, known.get(name), digest_of(content)}
        if not ours and not force:
            what = "this save has been changed since" if name in known else "this is not ours"
            fix = "rename it, or use --force: a copy is kept"
            raise Refused(what, where=str(saves / name), fix=fix)


def _kept(saves: Path, contents: dict[str, bytes]) -> tuple[Path, ...]:
    """Copy what would be lost; of each name the last copies are kept."""
    folder = saves.parent / _BACKUPS
    backups: list[Path] = []
    for name, content in contents.items():
        file = saves / name
        if _digest(file) in {None, digest_of(content)}:
            continue
        folder.mkdir(exist_ok=True)
        stem, suffix = os.path.splitext(name)  # noqa: PTH122 - a name may have points
        older = sorted(_numbers(folder, stem, suffix))
        number = older[-1] + 1 if older else 1
        backups.append(folder / f"{stem}.{number}{suffix}")
        replace_file(backups[-1], file.read_bytes())
        for each in older[: max(0, len(older) - _MOST_BACKUPS + 1)]:
            remove(folder / f"{stem}.{each}{suffix}")
    return tuple(backups)


def _numbers(folder: Path, stem: str, suffix: str) -> list[int]:
    names = (path.name for path in folder.iterdir())
    inner = (
        name.removeprefix(f"{stem}.").removesuffix(suffix)
        for name in names
        if name.startswith(f"{stem}.") and name.endswith(suffix)
    )
    return [int(each) for each in inner if each.isascii() and each.isdigit()]


def _known(saves: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode((saves / _LIST).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def _note(saves: Path, known: dict[str, str]) -> None:
    if known:
        replace_file(saves / _LIST, msgspec.json.encode(known, order="sorted"))
    else:
        remove(saves / _LIST)


def _digest(file: Path) -> str | None:
    return digest_of(file.read_bytes()) if file.is_file() else None


@contextmanager
def _explained(saves: Path) -> Iterator[None]:
    """Say what the disk's refusals mean."""
    try:
        yield
    except OSError as error:
        what = f"the game's folder cannot be written: {error.strerror or error}"
        fix = advice(error) or "close the game, or ask for the right to write there"
        raise Unavailable(what, where=str(saves), fix=fix) from None
