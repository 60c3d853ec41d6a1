"""`tts-tool assets`: the pictures, models and other things that a save calls by address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.cli.saves import load, save_argument
from tts_tool.errors import ExitCode

if TYPE_CHECKING:
    from tts_tool.saves.assets import Asset
    from tts_tool.saves.links import LinkVerdict, Manners

__all__ = ["assets"]

SHOWN = 3  # so many places of an address are shown; any few do, as the others are counted

scripts_option = click.option(
    "--scripts", is_flag=True, help="Also addresses in Lua, script states and XML."
)


@click.group(epilog=examples("tts-tool assets list TS_Save_1.json"))
def assets() -> None:
    """List the pictures, models and sounds of a save, and check their links."""


@assets.command("list", epilog=examples("tts-tool assets list TS_Save_1.json --scripts"))
@save_argument
@scripts_option
@json_option
def list_(save: Path | None, *, scripts: bool, as_json: bool) -> None:
    """List every address in SAVE, and where it is used.

    Addresses on the old and the new server of Steam are one.
    SAVE is a file or a folder with an unpacked save; without it, that of the project around.
    """
    from tts_tool.saves.labels import line

    found = _found(save, scripts=scripts)
    if as_json:
        print_json([_row(asset) for asset in found])
        return
    for asset in found:
        click.echo("\n".join([line(asset.address), *_places(asset)]))
    click.echo(f"{len(found)} addresses")


@assets.command(epilog=examples("tts-tool assets check TS_Save_1.json --jobs 4 --timeout 20"))
@save_argument
@scripts_option
@click.option("--jobs", type=click.IntRange(1, 64), default=8, help="How many to ask for at once.")
@click.option("--timeout", type=click.FloatRange(0.1), default=10.0, help="Seconds to wait.")
@click.option("--retries", type=click.IntRange(0, 10), default=2, help="How often to ask again.")
@click.option("--private", is_flag=True, help="Also ask servers on this machine and near it.")
@json_option
def check(
    save: Path | None,
    jobs: int,
    timeout: float,
    retries: int,
    *,
    scripts: bool,
    private: bool,
    as_json: bool,
) -> None:
    """Ask for every address in SAVE, and report those that players may not see.

    Ends with exit code 1 if there is one: dead, wrong (a web page in place of a picture), failed
    (the server did not answer), private (on a computer that other players do not reach), unusable.
    """
    from tts_tool.saves.labels import line
    from tts_tool.saves.links import Manners

    manners = Manners(
        together=jobs, connect=timeout, read=timeout, retries=retries, private=private
    )
    found = _found(save, scripts=scripts)
    place = {asset.address: number for number, asset in enumerate(found)}
    verdicts = sorted(_asked(found, manners), key=lambda each: place[each.asset.address])
    bad = [verdict for verdict in verdicts if not verdict.good]
    if as_json:
        print_json([_judged(verdict) for verdict in verdicts])
    else:
        for verdict in bad:
            head = f"{verdict.state}: {line(verdict.asset.address)}: {verdict.why}"
            click.echo("\n".join([head, *_places(verdict.asset)]))
        click.echo(f"{len(verdicts)} addresses, {len(bad)} not in order")
    if bad:
        raise click.exceptions.Exit(ExitCode.FINDING)


def _found(save: Path | None, *, scripts: bool) -> list[Asset]:
    from tts_tool.saves.assets import Asset, assets, assets_in_scripts

    root = load(save).root
    found = {asset.address: asset for asset in assets(root)}
    for more in assets_in_scripts(root) if scripts else ():
        known = found.get(more.address, Asset(more.address, (), ()))
        written = tuple(dict.fromkeys((*known.written, *more.written)))
        found[more.address] = Asset(more.address, written, (*known.uses, *more.uses))
    return list(found.values())


def _asked(found: list[Asset], manners: Manners) -> Iterator[LinkVerdict]:
    """Ask, and show how far we are to whoever watches a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from tts_tool.saves.links import check

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("asking", total=len(found))
        for verdict in check(found, manners):
            progress.advance(task)
            yield verdict


def _places(asset: Asset) -> Iterable[str]:
    uses = [f"    {use}" for use in asset.uses[:SHOWN]]
    more = len(asset.uses) - SHOWN
    return [*uses, f"    and {more} more"] if more > 0 else uses


def _row(asset: Asset) -> dict[str, object]:
    from tts_tool.saves.labels import line

    return {
        "address": line(asset.address),
        "kind": asset.kind,
        "host": asset.host,
        "written": [text.encode(errors="replace").decode() for text in asset.written],
        "uses": [{"key": use.key, "where": use.where} for use in asset.uses],
    }


def _judged(verdict: LinkVerdict) -> dict[str, object]:
    judged = {"state": verdict.state, "status": verdict.status, "why": verdict.why}
    return {**judged, **_row(verdict.asset)}
