"""`tts-tool preview`: cards, or the whole table, as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tts_tool.cli.build import watching, whole_errors
from tts_tool.cli.mods import choose, job, mod_options
from tts_tool.cli.options import examples, json_option, print_json

__all__ = ["preview"]


@click.command(
    epilog=examples(
        "tts-tool preview cards old-world --out pictures --lang de",
        "tts-tool preview table old-world --out pictures",
    )
)
@click.argument("what", type=click.Choice(["cards", "table"]))
@mod_options
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("preview"),
    show_default=True,
    help="Where the pictures go.",
)
@json_option
def preview(what: str, *, folder: Path, as_json: bool, **said: Any) -> None:  # noqa: ANN401
    """Draw every card of GAME, with overviews, or its table from above, as PNG files."""
    from tts_tool.build.cache import Cache
    from tts_tool.build.freshness import Past
    from tts_tool.build.previewing import preview_cards, preview_table
    from tts_tool.cached import cache_folder

    choice = choose(**said)
    cache = cache_folder()
    drawing = preview_cards if what == "cards" else preview_table
    with watching() as watcher, whole_errors():
        files = drawing(job(choice), Past(cache, choice.out), Cache(cache), folder, watcher)
    if as_json:
        print_json([str(file) for file in files])
    else:
        click.echo(f"{folder}: {len(files)} pictures")
