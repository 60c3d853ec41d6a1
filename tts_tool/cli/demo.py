"""`tts-tool demo`: a whole game at the table, with the referee, played by bots with hands."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from tts_tool.cli.build import watching, whole_errors
from tts_tool.cli.mods import Choice, choose, job
from tts_tool.cli.options import examples, json_option, print_json

if TYPE_CHECKING:
    from rich.status import Status

    from tts_tool.kernel.inventory import Seat
    from tts_tool.playtest.demo import Evening
    from tts_tool.playtest.refereed import Built, Refereed
    from tts_tool.referee.session import Session

__all__ = ["demo"]

_PICTURE: Final = "demo.png"


@click.command(epilog=examples("tts-tool demo", "tts-tool demo old-world --bots 3 --seed 7"))
@click.argument("game", default="old-world")
@click.option("--bots", type=click.IntRange(1), default=2, show_default=True, help="Who plays.")
@click.option("--seed", default="2", show_default=True, help="Play with this chance.")
@click.option("--with", "modules", multiple=True, metavar="MODULE", help="A box to play with.")
@click.option("--lang", metavar="LANG", help="Language of the table, such as en.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the table is built, and drawn at the end.  [default: in the cache]",
)
@json_option
def demo(  # the options of a game and of a build
    *,
    game: str,
    bots: int,
    seed: str,
    modules: tuple[str, ...],
    lang: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play GAME to its end at its table, without Tabletop Simulator: bots move the pieces.

    The table is the one that `tts-tool build` makes, with its own scripts; the referee hears of
    each gesture over sockets, as it does of the game, and after every answer the table is
    compared with the rules. Ends with an error if they ever differ. Where a game has a bot that
    knows it, that one plays.
    """
    import asyncio

    choice = choose(game, modules, lang=lang, out=out or _folder(game, lang, modules))
    begun = time.monotonic()
    table = _built(choice)
    ready = time.monotonic()
    with ExitStack() as ended:
        session = _session(table, bots, seed, ended)
        watch = _Progress(ended, quiet=as_json)
        evening = asyncio.run(_played(table, session, seed, watch))
        kept = session.kept_as
        result, lost, turns = session.state.result, session.state.lost, session.step
    row = {
        "game": game,
        "seats": list(table.seats[:bots]),
        "result": result,
        "lost": lost,
        "answers": turns,
        "gestures": {"drags": evening.drags, "presses": evening.presses},
        "frames": evening.frames,
        "seconds": {"build": round(ready - begun, 1), "play": round(time.monotonic() - ready, 1)},
        "mended": evening.mended,
        "picture": str(table.folder / _PICTURE),
        "journal": _journal(kept),
    }
    if as_json:
        print_json(row)
        return
    ranks = [" and ".join(rank) for rank in result]
    ends = [", then ".join(ranks)] if ranks else []
    ends += [f"{' and '.join(lost)} lost"] if lost else []
    click.echo(f"over: {'; '.join(ends)}")
    click.echo(
        f"{turns} answers by {evening.drags} drags and {evening.presses} presses of buttons; "
        f"table and rules agree ({evening.mended} times after a second look)"
    )
    click.echo(f"the table at the end: {row['picture']}")
    click.echo(f"the game: {row['journal']}; look at it with: tts-tool games show {kept}")


class _BuiltTable(NamedTuple):
    """A built table, and what its referee has to know of it."""

    folder: Path
    built: Built
    colours: dict[Seat, str]
    seats: tuple[Seat, ...]
    streams: tuple[str, ...]
    digest: str
    choice: Choice
    cards: Any
    ruleset: Any


def _folder(game: str, lang: str | None, modules: Iterable[str]) -> Path:
    from tts_tool.cached import cache_folder
    from tts_tool.saves.naming import slug

    name = ".".join((slug(game) or "mod", *sorted(modules), lang or "en"))
    return cache_folder() / "demo" / name


def _built(choice: Choice) -> _BuiltTable:
    """Build what has changed since the last time."""
    from tts_tool.build import table as tables
    from tts_tool.build.building import build
    from tts_tool.build.cache import Cache
    from tts_tool.build.freshness import Past
    from tts_tool.cached import cache_folder
    from tts_tool.cli.rulesets import find
    from tts_tool.playtest.refereed import Built

    cache = cache_folder()
    work = job(choice)
    with watching() as watcher, whole_errors():
        made = build(work, Past(cache, choice.out), Cache(cache), watcher)
    values = tables.script_values(work.mod, tables.read_layout(work.mod))
    return _BuiltTable(
        choice.out,
        Built.of((choice.out / made.manifest.save).read_bytes(), values),
        values["colours"],
        tuple(values["seats"]),
        tuple(dict.fromkeys(stream for each in values["dice"] for stream in each["streams"])),
        values["digest"],
        choice,
        find(choice.game).load(),
        find(choice.game).ruleset,
    )


def _session(table: _BuiltTable, bots: int, seed: str, ended: ExitStack) -> Session:
    """Begin a game that is kept in the journal like any other."""
    from tts_tool.journal import Journal, games_folder
    from tts_tool.referee.session import Session

    journal = ended.enter_context(Journal(games_folder(), durability="NORMAL"))
    return ended.enter_context(
        Session.new(
            table.ruleset,
            table.cards,
            seats=bots,
            modules=table.choice.modules,
            seed=seed,
            observed=(*table.streams, "shuffle."),
            journal=journal,
        )
    )


async def _played(table: _BuiltTable, session: Session, seed: str, watch: _Progress) -> Evening:
    from tts_tool.garbage import seldom_swept
    from tts_tool.playtest.bots import bot_for
    from tts_tool.playtest.demo import play_out
    from tts_tool.playtest.refereed import Refereed
    from tts_tool.referee.table.host import Host

    colours = {seat: table.colours[seat] for seat in session.seats}
    host = Host(session, colours, table.choice.lang, mode="enforce", digest=table.digest)
    bots = {seat: bot_for(session.ruleset.name, f"{seed}/{seat}") for seat in session.seats}
    async with Refereed(table.built, host) as top:
        with seldom_swept():
            evening = await play_out(top, bots, watch)
        _draw(top, table.folder / _PICTURE)
    return evening


def _draw(top: Refereed, file: Path) -> None:
    from tts_tool.picture.above import from_above
    from tts_tool.picture.local import local_picture
    from tts_tool.saves.swap import replace_file

    replace_file(file, from_above(top.tree(), local_picture, width=2400))


def _journal(kept: str | None) -> str:
    from tts_tool.journal import games_folder

    return f"{kept} in {games_folder()}"


class _Progress:
    """Shows how far the game is to whoever watches a terminal."""

    def __init__(self, ended: ExitStack, *, quiet: bool) -> None:
        self._status: Status | None = None
        if not quiet:
            from rich.console import Console

            self._status = ended.enter_context(Console(stderr=True).status("dealing …"))

    def __call__(self, top: Refereed) -> None:
        if self._status is not None:
            session = top.host.session
            what = f"{session.step} answers, {session.state.acting}: {session.state.phase}"
            self._status.update(what)
