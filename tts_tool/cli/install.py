"""`tts-tool install` and `uninstall`: a save where the game finds it, and away again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.mods import choose
from tts_tool.cli.options import examples, json_option, print_json

if TYPE_CHECKING:
    from tts_tool.build.installing import Installed

__all__ = ["install", "uninstall"]

_FOLDER = click.Path(file_okay=False, path_type=Path)
out_option = click.option("--out", type=_FOLDER, help="The build's folder, if not build/GAME.")
dir_option = click.option("--dir", "data", type=_FOLDER, help="The folder of Tabletop Simulator.")
force_option = click.option("--force", is_flag=True, help="Also what is not ours; a copy is kept.")


@click.command(
    epilog=examples("tts-tool install old-world", "tts-tool install my-mod --dir ~/tts --force")
)
@click.argument("game", required=False)
@out_option
@dir_option
@force_option
@json_option
def install(
    game: str | None, out: Path | None, data: Path | None, *, force: bool, as_json: bool
) -> None:
    """Put the save of GAME, and its thumbnail, where Tabletop Simulator lists it.

    The game's folder is found by itself: on Windows (also in OneDrive), macOS, Linux, with Proton,
    Flatpak and Snap. A save that tts-tool did not write is left alone, and what is written over is
    copied beside first.
    """
    from tts_tool.build.installing import install as put

    build, folder = _built(game, out), _data(data)
    _tell("installed", put(build, folder, force=force), as_json=as_json)
    _warn_of_cages(build, folder)


@click.command(epilog=examples("tts-tool uninstall old-world"))
@click.argument("game", required=False)
@out_option
@dir_option
@force_option
@json_option
def uninstall(
    game: str | None, out: Path | None, data: Path | None, *, force: bool, as_json: bool
) -> None:
    """Take the save of GAME, and its thumbnail, out of the folder of Tabletop Simulator.

    A save that was changed since it was installed is left alone.
    """
    from tts_tool.build.installing import uninstall as take
    from tts_tool.build.writing import read_manifest
    from tts_tool.errors import NotFound

    folder = _built(game, out)
    manifest = read_manifest(folder)
    if manifest is None:
        raise NotFound("nothing is built here", where=str(folder), fix="name its folder with --out")
    _tell("gone", take(manifest.save, _data(data), force=force), as_json=as_json)


def _built(game: str | None, out: Path | None) -> Path:
    return out or choose(game).out


def _data(said: Path | None) -> Path:
    from tts_tool.build.places import Machine, data_folder

    return said or data_folder(Machine.here())


def _warn_of_cages(build: Path, data: Path) -> None:
    """Say that the game may not find pictures that lie in a folder of this computer."""
    from tts_tool.build.places import cages
    from tts_tool.build.writing import read_manifest

    manifest, between = read_manifest(build), cages(data)
    if between and manifest and manifest.assets == "file":
        click.echo(_CAGED.format(" in ".join(between)), err=True)


_CAGED = """\
note: the game runs in {}, and may not find pictures that lie in a folder of this computer; if they
stay white, build with --assets serve and let `tts-tool serve` run
"""[:-1]


def _tell(word: str, done: Installed, *, as_json: bool) -> None:
    if as_json:
        files, backups = (list(map(str, paths)) for paths in done)
        print_json({"files": files, "backups": backups})
        return
    for file in done.files:
        click.echo(f"{word}: {file}")
    for backup in done.backups:
        click.echo(f"kept: {backup}")
