"""`tts-tool publish` and `serve`: the pictures of a build, to other players or to this computer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.mods import answers_option, choose, switch_option
from tts_tool.cli.options import examples, json_option, print_json

if TYPE_CHECKING:
    from tts_tool.build.publishing import Published

__all__ = ["publish", "serve"]

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    epilog=examples(
        "tts-tool publish old-world --steam",
        "tts-tool publish old-world --steam --save TS_Save_12.json",
        "tts-tool publish old-world --to website/old-world",
        "tts-tool publish old-world --to https://cards.example.org/old-world",
    )
)
@click.argument("game", required=False)
@click.option("--steam", is_flag=True, help="To Steam, by the game's own Cloud Manager.")
@click.option("--to", "target", help="To a folder, or to an address that takes HTTP PUT.")
@click.option("--out", type=_FOLDER, help="The build's folder, if not build/GAME.")
@click.option("--jobs", type=click.IntRange(1, 32), default=4, help="How many are sent at once.")
@click.option("--save", type=_FILE, help="With --steam: read this save, and wait for none.")
@click.option("--wait", type=click.FloatRange(0), default=60.0, show_default=True,
              help="With --steam: minutes to wait for a save.")  # fmt: skip
@click.option("--dir", "data", type=_FOLDER, help="With --steam: the folder of Tabletop Simulator.")
@click.option("--forget", is_flag=True, help="With --steam: let saves look on this computer again.")
@answers_option
@switch_option
@json_option
def publish(
    *,
    game: str | None,
    steam: bool,
    target: str | None,
    out: Path | None,
    jobs: int,
    as_json: bool,
    **more: Any,  # noqa: ANN401 - what only one of the ways needs
) -> None:
    """Bring the pictures of GAME to where other players see them.

    With --steam, the game itself brings them: what to do in it is said step by step. Then the save
    that it makes is read, each picture is asked for at its new address and compared, and builds and
    installed saves look there from now on. Only pictures that have changed are asked for again.

    With --to, what is there already is not sent again, so a broken upload goes on where it
    stopped. After sending, each address is asked for, as players do, and what it answers compared.
    Build with the same address as --assets, so that the save looks there. If the server wants to
    know who you are, set TTS_TOOL_PUBLISH_AUTHORIZATION to what its header Authorization should be.
    """
    if steam == (target is not None):
        raise click.UsageError("say where to: --steam, or --to")
    build = out or choose(game).out
    if steam:
        from tts_tool.cli.publish_steam import Way, publish_to_steam

        named = game or f"--out {build}"
        publish_to_steam(build, Way(named=named, jobs=jobs, as_json=as_json, **more))
    else:
        _publish(build, str(target), jobs, as_json=as_json)


def _publish(build: Path, target: str, jobs: int, *, as_json: bool) -> None:
    from tts_tool.build.built import looked_at, pictures_of
    from tts_tool.build.publishing import Manners, publish_to_folder, publish_to_web

    files = pictures_of(build)
    if "://" in target:
        sending = publish_to_web(files, target, Manners(together=jobs))
    else:
        sending = publish_to_folder(files, Path(target))
    done = sorted(_shown(sending, sum(file.stat().st_size for file in files)))
    sent = sum(each.how == "sent" for each in done)
    if as_json:
        print_json([each._asdict() for each in done])
    else:
        click.echo(f"{target}: {len(done)} pictures, {sent} sent, each of them answers")
    where = looked_at(build)
    if where and not _is_there(where, target):
        click.echo(_ELSEWHERE.format(where), err=True)


_ELSEWHERE = """\
note: the save looks at {}; build it with --assets https://… to let it look where they are now
"""[:-1]


def _is_there(looked_at: str, target: str) -> bool:
    """Tell whether a save may find its pictures; where a folder comes to the web, we cannot say."""
    from tts_tool.build.addresses import ASSETS

    if "://" in target:
        return looked_at == f"{target.rstrip('/')}/{ASSETS}/"
    return looked_at.startswith("https://")


@click.command(epilog=examples("tts-tool serve old-world", "tts-tool serve --out build/my-mod"))
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option(
    "--out", "outs", type=_FOLDER, multiple=True, help="A build's folder; may be repeated."
)
@click.option("--port", type=click.IntRange(1, 65535), default=39997, show_default=True,
              help="Where to listen, on 127.0.0.1.")  # fmt: skip
def serve(games: tuple[str, ...], outs: tuple[Path, ...], port: int) -> None:
    """Serve the pictures of builds to the game on this computer, until stopped.

    For saves that were built with --assets serve. A build that is made anew is served at once, and
    what an installed save names stays served.
    """
    import asyncio
    from contextlib import suppress

    from tts_tool.build.gallery import Gallery
    from tts_tool.web.serving import serve as serving

    named = games if games or outs else (None,)
    folders = [*outs, *(choose(game).out for game in named)]

    def started(address: str) -> None:
        where = ", ".join(map(str, folders))
        click.echo(f"{where}: at {address} for this computer only; Ctrl-C stops", err=True)

    with suppress(asyncio.CancelledError):
        asyncio.run(serving([*folders, Gallery.mine().folder], port, started))


def _shown(sending: Iterable[Published], total: int) -> Iterator[Published]:
    """Show how many bytes have arrived, and since when, to whoever watches a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeElapsedColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task("publishing", total=total)
        for each in sending:
            progress.advance(task, each.size)
            yield each
