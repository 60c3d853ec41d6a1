"""`tts-tool build` and `check`: from card data to a save that opens."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.mods import Choice, choose, job, mod_options, out_option
from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import ExitCode
from tts_tool.garbage import unswept

if TYPE_CHECKING:
    from rich.progress import Progress

    from tts_tool.build.building import Built, Keep
    from tts_tool.build.freshness import Past
    from tts_tool.build.making import Watcher
    from tts_tool.build.writing import Manifest

__all__ = ["brought_up_to_date", "build", "check", "watching", "whole_errors"]

_MOMENT = 0.5
"""Seconds after which a person wants to see that something happens."""

_BYTES = 4
"""Bytes of a pixel, as a picture lies in the memory of each player's computer."""
_MILLION = 1_000_000

jobs_option = click.option("--jobs", type=click.IntRange(1), help="How many processes draw.")


@click.command(
    epilog=examples(
        "tts-tool build old-world --lang de",
        "tts-tool build old-world --assets serve --explain",
        "tts-tool build my-mod --assets https://cards.example.org",
    )
)
@mod_options
@out_option
@jobs_option
@click.option("--explain", is_flag=True, help="Say what was made anew, and why.")
@json_option
def build(*, jobs: int | None, explain: bool, as_json: bool, **said: Any) -> None:  # noqa: ANN401
    """Build GAME, or the project in the folder GAME: its pictures, scripts and table as a save.

    What has not changed since the last build is not made again. Building a project runs its
    rules, which are code: name only a folder that you trust.
    """
    _tell(brought_up_to_date(choose(**said), jobs), explain=explain, as_json=as_json)


def brought_up_to_date(choice: Choice, jobs: int | None = None) -> dict[str, Any]:
    """Build what was chosen if anything has changed since it was built; say what came of it."""
    from tts_tool.build.cache import Cache
    from tts_tool.build.freshness import Past
    from tts_tool.cached import cache_folder

    cache = cache_folder()
    past = Past(cache, choice.out)
    if past.is_fresh(choice.asked):
        return _fresh(choice, past)
    with unswept(), watching() as watcher, whole_errors():
        from tts_tool.build.crew import called_ahead
        from tts_tool.build.faces import ready_to_draw

        with called_ahead(Cache(cache), ready_to_draw, jobs) as ahead:
            from tts_tool.build.building import build as built
            from tts_tool.saves.origins import Origins

            keep = Origins.mine().keep
            chosen = job(choice, jobs)
            _keep_what_lies_there(past, keep)
            made = built(chosen, past, Cache(cache), watcher, ahead=ahead, keep=keep)
    return _row(choice, made)


def _keep_what_lies_there(past: Past, keep: Keep) -> None:
    """Keep what another tts-tool has built here, which is written over now: somebody may play it.

    What this one has built was kept when it was built.
    """
    from tts_tool.build.tool import tool_digest
    from tts_tool.build.writing import read_manifest

    made = next(iter(past.last.facts.values()), None) if past.last else None
    if made is not None and made.tool == tool_digest(past.stamps):
        return
    before = read_manifest(past.out)
    if before is not None:
        with suppress(OSError):
            keep((past.out / before.save).read_bytes())


@click.command(
    epilog=examples("tts-tool check old-world", "tts-tool check old-world --out release --release")
)
@mod_options
@out_option
@jobs_option
@click.option("--release", is_flag=True, help="Also see that others can play: no local addresses, "
              "a thumbnail, every link answers.")  # fmt: skip
@json_option
def check(*, jobs: int | None, release: bool, as_json: bool, **said: Any) -> None:  # noqa: ANN401
    """Build GAME in memory, and say how it differs from what lies in the folder.

    Also looks the table over: for things in each other's way, in the air, or unreadable.
    Nothing is written there. Ends with exit code 1 if something differs or is wrong.
    """
    from tts_tool.build.building import check as differing
    from tts_tool.build.cache import Cache
    from tts_tool.build.freshness import Past
    from tts_tool.build.table import look_over
    from tts_tool.cached import cache_folder

    choice = choose(**said)
    cache = cache_folder()
    chosen = job(choice, jobs)
    with watching() as watcher, whole_errors():
        found = differing(chosen, Past(cache, choice.out), Cache(cache), watcher)
    found += map(str, look_over(chosen.mod))
    if release:
        from tts_tool.build.release import faults

        found += faults(choice.out)
    if as_json:
        print_json({"folder": str(choice.out), "findings": found})
    else:
        click.echo("\n".join(found) or f"{choice.out}: as it would be built now")
    if found:
        raise click.exceptions.Exit(ExitCode.FINDING)


def _row(choice: Choice, made: Built) -> dict[str, Any]:
    report = made.report
    return {
        "save": str(choice.out / made.manifest.save),
        "nodes": len(report.outputs),
        "ran": [{"node": each.node, "why": each.why} for each in report.ran],
        "changed": list(made.written.changed),
        "gone": list(made.written.gone),
        "notes": list(report.notes),
        **_pictures(choice, made.manifest),
    }


def _fresh(choice: Choice, past: Past) -> dict[str, Any]:
    from tts_tool.build.built import manifest_of

    manifest, last = manifest_of(past.out), past.last
    return {
        "save": str(past.out / manifest.save),
        "nodes": last.nodes if last else 0,
        "ran": [],
        "changed": [],
        "gone": [],
        "notes": list(last.notes) if last else [],
        **_pictures(choice, manifest),
    }


def _pictures(choice: Choice, manifest: Manifest) -> dict[str, Any]:
    """Say how large the pictures are, and who sees them."""
    from tts_tool.build.audience import Audience

    count = len(manifest.pictures)
    seen = Audience(manifest.assets, count, manifest.published, choice.named)
    return {
        "pictures": count,
        "published": manifest.published,
        "pixels": manifest.pixels,
        "decoded_bytes": manifest.pixels * _BYTES,
        "seen_by": seen.who,
        "seen": str(seen),
    }


def _tell(row: dict[str, Any], *, explain: bool, as_json: bool) -> None:
    if as_json:
        print_json({key: value for key, value in row.items() if key != "seen"})
        return
    for note in row["notes"]:
        click.echo(f"note: {note}", err=True)
    for each in row["ran"] if explain else ():
        click.echo(f"{each['node']}: {each['why']}")
    click.echo(f"{row['save']}: {_done(row)}")
    megapixels, megabytes = row["pixels"] / _MILLION, row["decoded_bytes"] / _MILLION
    count = row["pictures"]
    click.echo(f"{count} pictures: {megapixels:.1f} megapixels, {megabytes:.0f} MB decoded")
    click.echo(row["seen"])


def _done(row: dict[str, Any]) -> str:
    """Say what came of it; a folder may lack what was made before."""
    if not (row["ran"] or row["changed"] or row["gone"]):
        return "nothing to do"
    made = f"{len(row['ran'])} of {row['nodes']} made"
    gone = f", {len(row['gone'])} gone" if row["gone"] else ""
    return f"{made}, {len(row['changed'])} files written{gone}"


@contextmanager
def whole_errors() -> Iterator[None]:
    """Show all that is wrong, not only what was met first."""
    from tts_tool.build.problems import BuildError

    try:
        yield
    except BuildError as error:
        click.echo(error.report, err=True)
        raise click.exceptions.Exit(error.exit_code) from None


@contextmanager
def watching() -> Iterator[Watcher]:
    """Show what is being made to whoever watches a terminal for more than a moment."""
    with ExitStack() as ended:
        yield _Bar(ended)


class _Bar:
    """A bar in the terminal; what is done in a moment does not wait for one to be drawn."""

    def __init__(self, ended: ExitStack) -> None:
        self._ended = ended
        self._begun = time.monotonic()
        self._is_seen = sys.stderr.isatty()
        self._total = self._done = 0
        self._progress: Any = None  # rich takes a while to be imported

    def began(self, total: int) -> None:
        """Know how much there is."""
        self._total, self._done = total, 0

    def done(self, node: str) -> None:
        """Show what was made last."""
        self._done += 1
        if self._progress is None and self._is_seen and time.monotonic() - self._begun > _MOMENT:
            self._progress = self._ended.enter_context(_progress())
            self._progress.add_task("", total=self._total)
        if self._progress is not None:
            (task,) = self._progress.task_ids
            told = node[:48].ljust(48)
            self._progress.update(task, completed=self._done, description=told)


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
