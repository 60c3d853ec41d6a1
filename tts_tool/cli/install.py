"""`tts-tool install` and `uninstall`: a save where the game finds it, and away again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.mods import choose
from tts_tool.cli.options import examples, json_option, print_json

if TYPE_CHECKING:
    from tts_tool.build.audience import Audience
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
    copied beside first. The pictures are copied to a folder of your own, where the save finds them
    whatever you build later; languages stand side by side.
    """
    from tts_tool.build.audience import Audience
    from tts_tool.build.built import manifest_of
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.installing import install as put

    build, folder = _built(game, out), _data(data)
    mode = manifest_of(build).assets
    done = put(build, folder, Gallery.mine(), force=force)
    _warn_of_cages(mode, folder)
    named = game or f"--out {build}"
    _tell(
        "installed",
        done,
        as_json=as_json,
        seen=Audience(mode, done.pictures, done.published, named),
    )


@click.command(
    epilog=examples("tts-tool uninstall old-world", "tts-tool uninstall my-mod --lang de")
)
@click.argument("game", required=False)
@click.option("--lang", metavar="LANG", help="Only the save in this language, such as en.")
@out_option
@dir_option
@force_option
@json_option
def uninstall(
    game: str | None,
    lang: str | None,
    out: Path | None,
    data: Path | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Take the saves of GAME, and their thumbnails, out of the folder of Tabletop Simulator.

    A save that was changed since it was installed is left alone. Pictures stay, as saves of games
    that were played may name them: see `tts-tool clean --installed`.
    """
    from tts_tool.build.built import manifest_of
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.installing import installed_saves
    from tts_tool.build.installing import uninstall as take
    from tts_tool.errors import NotFound

    folder = _data(data)
    manifest = manifest_of(_built(game, out))
    names = installed_saves(manifest.game, folder, Gallery.mine(), lang)
    if lang is not None and not names:
        raise NotFound(f"{manifest.game} is not installed in {lang}", where=str(folder))
    _tell("gone", take(names or [manifest.save], folder, force=force), as_json=as_json)


def _built(game: str | None, out: Path | None) -> Path:
    return out or choose(game).out


def _data(said: Path | None) -> Path:
    from tts_tool.build.places import Machine, data_folder

    return said or data_folder(Machine.here())


def _warn_of_cages(mode: str, data: Path) -> None:
    """Say that the game may not find pictures that lie in a folder of this computer."""
    from tts_tool.build.places import cages

    between = cages(data)
    if between and mode == "file":
        click.echo(_CAGED.format(" in ".join(between)), err=True)


_CAGED = """\
note: the game runs in {}, and may not find pictures that lie in a folder of this computer; if they
stay white, build with --assets serve and let `tts-tool serve` run
"""[:-1]


def _tell(word: str, done: Installed, *, as_json: bool, seen: Audience | None = None) -> None:
    if as_json:
        row: dict[str, object] = {
            "files": list(map(str, done.files)),
            "backups": list(map(str, done.backups)),
        }
        shown = {"pictures": done.pictures, "published": done.published}
        print_json(row | ({**shown, "seen_by": seen.who} if seen else {}))
        return
    for file in done.files:
        click.echo(f"{word}: {file}")
    for backup in done.backups:
        click.echo(f"kept: {backup}")
    if seen:
        click.echo(seen)
