"""What lies in a build's folder: its list, its pictures, and where its save looks for them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tts_tool.build.addresses import ASSETS
from tts_tool.build.stamps import digest_of
from tts_tool.build.writing import Manifest, read_manifest
from tts_tool.errors import NotFound, Refused
from tts_tool.saves.assets import assets
from tts_tool.saves.tree import read

__all__ = ["looked_at", "manifest_of", "pictures_of"]

_FOLDER: Final = f"{ASSETS}/"


def manifest_of(build: Path) -> Manifest:
    """Read the list of what was built in a folder, or say that nothing was."""
    manifest = read_manifest(build)
    if manifest is None:
        raise NotFound("nothing is built here", where=str(build), fix="tts-tool build")
    return manifest


def pictures_of(build: Path) -> list[Path]:
    """List the pictures that a build calls, which are all that others have to see.

    Only what is as it was built: a folder may be a stranger's, and lead to a file of one's own.
    """
    manifest = manifest_of(build)
    pictures = {path: manifest.files[path] for path in manifest.files if path.startswith(_FOLDER)}
    for path, digest in pictures.items():
        file = build / path
        if file.stem != digest or not file.is_file() or digest_of(file.read_bytes()) != digest:
            fix = "tts-tool build puts it right"
            raise Refused("this picture is not as it was built", where=str(file), fix=fix)
    return [build / path for path in pictures]


def looked_at(build: Path) -> str:
    """Say where the save looks for its pictures: what stands before their names, if it has any."""
    manifest = manifest_of(build)
    save = build / manifest.save
    if not save.is_file():
        fix = "tts-tool build puts it right"
        raise Refused("this save is not as it was built", where=str(save), fix=fix)
    found = (asset.address for asset in assets(read(save.read_bytes(), str(save)).root))
    split = (address.rpartition("/") for address in found)
    return next((f"{base}/" for base, _, name in split if f"{_FOLDER}{name}" in manifest.files), "")
