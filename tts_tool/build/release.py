"""What stands between a build and other players: addresses that only this computer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tts_tool.build.writing import read_manifest
from tts_tool.errors import NotFound
from tts_tool.saves.assets import Asset, assets
from tts_tool.saves.links import Manners, check
from tts_tool.saves.tree import read

__all__ = ["faults"]

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_EVERYWHERE: Final = ("https://", "http://")
_SERVED: Final = ("http://127.0.0.1:", "http://localhost:")


def faults(folder: Path, manners: Manners | None = None) -> list[str]:
    """Say what others would miss of the save in this folder."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise NotFound("nothing is built here", where=str(folder), fix="tts-tool build")
    save = folder / manifest.save
    found = list(assets(read(save.read_bytes(), str(save)).root))
    served = () if manners and manners.private else _SERVED
    local = [
        each
        for each in found
        if not each.address.startswith(_EVERYWHERE) or each.address.startswith(served)
    ]
    return [
        *_near(local),
        *_thumbnail(save.with_suffix(".png")),
        *_dead([each for each in found if each not in local], manners),
    ]


def _near(local: list[Asset]) -> Iterator[str]:
    """Say in a sentence for each folder what others cannot see of it."""
    folders = Counter(each.address.rpartition("/")[0] for each in local)
    for folder, count in folders.items():
        yield (
            f"{folder}/ is only on this computer, and {count} addresses lead there; "
            "tts-tool publish --steam, or build with --assets https://…"
        )


def _thumbnail(file: Path) -> Iterator[str]:
    if not file.is_file():
        yield f"{file.name} is missing: the save has no thumbnail"
    elif not file.read_bytes().startswith(_PNG):
        yield f"{file.name} is no PNG, so the game shows no thumbnail"


def _dead(found: list[Asset], manners: Manners | None) -> Iterator[str]:
    verdicts = {verdict.asset.address: verdict for verdict in check(found, manners)}
    for address in sorted(verdicts):
        verdict = verdicts[address]
        if not verdict.good:
            yield f"{address} is {verdict.state}: {verdict.why}"
