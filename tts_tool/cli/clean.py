"""`tts-tool clean`: what was built, made before, or installed and is named by nothing any more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.mods import choose
from tts_tool.cli.options import examples, json_option, print_json

if TYPE_CHECKING:
    from tts_tool.build.sweeping import Sweep

__all__ = ["clean"]

_FOLDER = click.Path(file_okay=False, path_type=Path)
_MILLION = 1_000_000


@click.command(
    epilog=examples(
        "tts-tool clean old-world", "tts-tool clean --cache", "tts-tool clean --installed"
    )
)
@click.argument("game", required=False)
@click.option("--out", type=_FOLDER, help="The build's folder.")
@click.option("--cache", is_flag=True, help="Forget what was made before, for all games.")
@click.option("--installed", is_flag=True, help="List pictures that no save names any more.")
@click.option("--dir", "data", type=_FOLDER, help="With --installed: one more folder of the game.")
@click.option("--yes", is_flag=True, help="With --installed: remove what is listed.")
@json_option
def clean(
    *,
    game: str | None,
    out: Path | None,
    cache: bool,
    installed: bool,
    data: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Remove what `tts-tool build` has put in its folder, and nothing else.

    The cache needs no cleaning: it stays below TTS_TOOL_CACHE_LIMIT megabytes (1000 by default),
    and what was used least recently goes first.

    With --installed: looks into every save of Tabletop Simulator on this computer, and lists the
    pictures of saves that were installed once which none of them names any more, nor a kept game
    (`tts-tool games`). With --yes they go; save first what you have open in the game.
    """
    from tts_tool.build.cache import forget_all
    from tts_tool.build.writing import clear
    from tts_tool.cached import cache_folder

    if installed:
        _sweep(data, take=yes, as_json=as_json)
        return
    gone: dict[str, int] = {}
    if cache:
        gone[str(cache_folder())] = forget_all(cache_folder())
    if game is not None or out is not None or not cache:
        folder = out or choose(game).out
        gone[str(folder)] = len(clear(folder))
    if as_json:
        print_json(gone)
    else:
        click.echo("\n".join(f"{folder}: {count} files gone" for folder, count in gone.items()))


def _sweep(data: Path | None, *, take: bool, as_json: bool) -> None:
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.places import Machine, data_folders
    from tts_tool.build.sweeping import sweep
    from tts_tool.build.sweeping import take as remove

    gallery = Gallery.mine()
    folders = [*data_folders(Machine.here()), *([data] if data else [])]
    with gallery.alone():
        found = sweep(gallery, folders, _pinned())
        if take:
            remove(gallery, found)
    if as_json:
        print_json(_row(found, taken=take))
    else:
        _tell(found, taken=take)


def _pinned() -> set[str]:
    """List by digest the cards with which kept games were begun, or have gone on.

    A game that cannot be read, or of which only a backup is left, ends it: it may need them yet.
    """
    from tts_tool.journal import Journal, games_folder

    if not games_folder().exists():
        return set()
    with Journal(games_folder()) as journal:
        games = [*(game.id for game in journal.games()), *journal.lost()]
        legs = [leg for game in games for leg in journal.show(game).legs]
    return {header.cards_digest for leg in legs for header in (leg.header, leg.pinned())}


def _row(found: Sweep, *, taken: bool) -> dict[str, Any]:
    return {
        "unnamed": [path.name for path in found.unnamed],
        "bytes": found.size,
        "named": found.named,
        "read": list(map(str, found.read)),
        "away": list(map(str, found.away)),
        "taken": taken,
    }


def _tell(found: Sweep, *, taken: bool) -> None:
    for folder in found.away:
        click.echo(f"note: {folder} is not there; what was installed in it stays", err=True)
    for path in found.unnamed:
        click.echo(path)
    megabytes = found.size / _MILLION
    count = f"{len(found.unnamed)} pictures, {megabytes:.1f} MB"
    where = f"{found.named} pictures are named in {', '.join(map(str, found.read)) or 'no folder'}"
    if not found.unnamed:
        click.echo(f"nothing to remove; {where}")
    elif taken:
        click.echo(f"removed {count}; {where}")
    else:
        click.echo(f"nothing was removed: with --yes, {count} go; {where}")
