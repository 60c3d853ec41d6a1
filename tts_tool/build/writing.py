"""Puts what was built in its folder: everything beside first, then in one step, or not at all.

`manifest.json` lists what is ours. What is no longer built goes; what a person has put there
stays; a folder that was never ours is not touched.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tts_tool.build.addresses import ASSETS
from tts_tool.build.stamps import Stamps
from tts_tool.errors import NotFound, Refused, Unavailable
from tts_tool.patience import advice, remove_folder
from tts_tool.saves.swap import alone, replace_folder, settle

__all__ = [
    "MANIFEST",
    "Content",
    "Manifest",
    "Written",
    "clear",
    "differences",
    "listing",
    "names_in",
    "read_manifest",
    "write_outputs",
]

MANIFEST: Final = "manifest.json"
_MADE_BY: Final = "tts-tool build"
_OUTSIDE: Final = re.compile(r"^/|[\\:\0]|(?:^|/)\.\.(?:/|\Z)")


class Content(NamedTuple):
    """What a file is to hold: its digest, and where to read it."""

    digest: str
    read: Callable[[], bytes]


class Manifest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies in a build's folder: the save, the other files by path, how it was asked for.

    `cards` is the digest of the cards that were printed, `published` how many of the pictures the
    save looks for on the web, `pixels` how many all pictures have.
    """

    made_by: str = _MADE_BY
    game: str = ""
    save: str = ""
    lang: str = ""
    assets: str = ""
    modules: tuple[str, ...] = ()
    cards: str = ""
    published: int = 0
    pixels: int = 0
    files: dict[str, str] = {}

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of the pictures, each of which is its content's digest."""
        start = f"{ASSETS}/"
        return tuple(path.removeprefix(start) for path in self.files if path.startswith(start))


class Written(NamedTuple):
    """What happened on the disk: paths in the folder."""

    changed: tuple[str, ...]
    gone: tuple[str, ...]


def read_manifest(folder: Path) -> Manifest | None:
    """Read what a folder holds of ours; None if nothing of ours is built there."""
    found = _listed(folder)
    return found if found is not None and found.save else None


def _listed(folder: Path) -> Manifest | None:
    """Read the list of what is ours, which names no save once that was cleaned away."""
    listed = folder / MANIFEST
    if not listed.is_file():  # a pipe would be waited for
        return None
    try:
        found = msgspec.json.decode(listed.read_bytes(), type=Manifest)
    except (OSError, ValueError):
        return None
    ours = found.made_by == _MADE_BY and all(map(_is_inside, (found.save, *found.files)))
    return found if ours else None


def _is_inside(path: str) -> bool:
    """Tell whether a path stays in its folder on every system; a list may be a stranger's."""
    return not _OUTSIDE.search(path)


def listing(manifest: Manifest, contents: Mapping[str, Content]) -> Manifest:
    """Give a list that names these files with their contents."""
    files = {path: content.digest for path, content in contents.items()}
    return msgspec.structs.replace(manifest, files=files)


def names_in(folder: Path, paths: Iterable[str]) -> dict[str, str]:
    """Name files of a folder, by their paths in it, as stamps know them wherever one stands."""
    whole = os.path.join(os.path.abspath(folder), "")  # noqa: PTH100, PTH118 - hundreds of paths
    return {path: f"{whole}{path}" for path in paths}


def write_outputs(
    folder: Path, contents: Mapping[str, Content], manifest: Manifest, stamps: Stamps
) -> Written:
    """Let a folder hold exactly these files of ours, or stay what it was."""
    folder = _whole(folder)
    manifest = listing(manifest, contents)
    listed = manifest.files
    with _explained(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with alone(folder.parent):
            settle(folder)
            _check_ours(folder)
            old = read_manifest(folder)
            before = old.files if old else {}
            names = names_in(folder, contents)
            kept = {
                path: None
                for path in contents
                if before.get(path) == listed[path] and stamps.digest(names[path]) == listed[path]
            }
            changed = tuple(path for path in contents if path not in kept)
            gone = tuple(path for path in before if path not in contents)
            if changed or gone or old != manifest:
                strangers = _strangers(folder, {*before, *contents, MANIFEST})
                new = {path: contents[path] for path in changed}
                replace_folder(
                    folder, lambda made: _fill(made, folder, new, (*kept, *strangers), manifest)
                )
    return Written(changed, gone)


def differences(folder: Path, contents: Mapping[str, Content], stamps: Stamps) -> list[str]:
    """Say in which files a folder differs from what would be built now."""
    manifest = read_manifest(folder)
    before = manifest.files if manifest else {}
    names = names_in(folder, contents)
    lacking = [path for path in contents if not (folder / path).is_file()]
    other = [
        path
        for path, content in contents.items()
        if path not in lacking and stamps.digest(names[path]) != content.digest
    ]
    extra = [path for path in before if path not in contents]
    return [
        *(f"{path} is missing" for path in lacking),
        *(f"{path} differs" for path in other),
        *(f"{path} is no longer built" for path in extra),
    ]


def clear(folder: Path) -> tuple[str, ...]:
    """Remove what we built in a folder; the folder itself goes when nothing else is in it.

    Else an empty list stays, by which the next build knows the folder for its own.
    """
    folder = _whole(folder)
    manifest = _listed(folder)
    if manifest is None:
        raise NotFound("nothing of ours is here", where=str(folder), fix="name a build's folder")
    with _explained(folder), alone(folder.parent):
        settle(folder)
        strangers = _strangers(folder, {*manifest.files, MANIFEST})
        if strangers:
            replace_folder(folder, lambda made: _fill(made, folder, {}, strangers, Manifest()))
        else:
            remove_folder(folder)
    return tuple(manifest.files)


def _whole(folder: Path) -> Path:
    """Give a folder by the name that it has in the one above; links to it stay links."""
    whole = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would follow links
    if not whole.name:
        fix = "name another folder with --out"
        raise Refused("a build cannot take the place of a whole disk", where=str(whole), fix=fix)
    return whole


def _fill(
    made: Path,
    folder: Path,
    new: Mapping[str, Content],
    stay: Iterable[str],
    manifest: Manifest,
) -> None:
    _carry_all(made, folder, stay)
    for path, content in new.items():
        _write(made / path, content.read())
    encoded = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    _write(made / MANIFEST, encoded + b"\n")
    # First all are written, then each is waited for: by then the disk has most of them.
    for path in (*new, MANIFEST):
        _have_on_disk(made / path)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as stream:
        stream.write(data)


def _have_on_disk(path: Path) -> None:
    """Wait until a file is on the disk, before what was there is given up."""
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())


def _carry_all(made: Path, folder: Path, paths: Iterable[str]) -> None:
    """Take files over as they are: under a second name, where the disk has such a thing."""
    known = dict.fromkeys(paths)
    for inside in {path.rpartition("/")[0] for path in known}:
        (made / inside).mkdir(parents=True, exist_ok=True)
    sources, targets = names_in(folder, known), names_in(made, known)
    for path in known:
        try:
            os.link(sources[path], targets[path], follow_symlinks=False)
        except (OSError, NotImplementedError):
            shutil.copy2(sources[path], targets[path], follow_symlinks=False)


def _check_ours(folder: Path) -> None:
    if os.path.lexists(folder) and _listed(folder) is None:
        empty = folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir())
        if not empty:
            fix = "name another folder with --out"
            raise Refused("this was not made by tts-tool build", where=str(folder), fix=fix)
    if Path.cwd().is_relative_to(folder):
        what, fix = "a build takes the place of its folder, and you are in it", "go to another one"
        raise Refused(what, where=str(folder), fix=fix)


def _strangers(folder: Path, ours: set[str]) -> list[str]:
    """List what somebody else has put there, links included."""
    found = []
    for top, folders, names in os.walk(folder):
        links = [name for name in folders if (Path(top) / name).is_symlink()]
        within = Path(top).relative_to(folder).as_posix()
        start = "" if within == "." else f"{within}/"
        inside = [f"{start}{name}" for name in (*names, *links)]
        found += [path for path in inside if path not in ours]
    return sorted(found)


_ELSEWHERE: Final = "name another folder with --out, or ask for the right to write here"


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Say what the disk's refusals mean for the build that was there."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            what, fix = "the disk is full", "make room and build again"
        else:
            what = f"this cannot be written: {error.strerror or error}"
            fix = advice(error) or _ELSEWHERE
        kept = "; the build that was here is as it was" if folder.exists() else ""
        raise Unavailable(f"{what}{kept}", where=str(folder), fix=fix) from None
