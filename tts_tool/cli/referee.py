"""`tts-tool referee`: the rules for other programs, as JSON lines on stdin and stdout."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from tts_tool.cli.options import examples
from tts_tool.errors import ExitCode

if TYPE_CHECKING:
    from tts_tool.journal import Journal
    from tts_tool.referee.desk import OfferedGame
    from tts_tool.referee.wire import Source

__all__ = ["referee"]

MEBIBYTE = 1 << 20


@click.command(
    epilog=examples(
        "tts-tool referee",
        "tts-tool referee night-market --journal club",
        "tts-tool referee --schema > protocol.schema.json",
    )
)
@click.argument("game", required=False)
@click.option(
    "--journal",
    "games",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep every game in this folder; every answer is there before its reply is.",
)
@click.option("--resume", "kept", metavar="NAME", help="Go on with this game of the journal.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Cards of a checkout instead of those that came with tts-tool.",
)
@click.option(
    "--longest-line",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="How long a request may be, in MiB; longer ones are skipped.",
)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the protocol and leave.")
def referee(
    game: str | None,
    games: Path | None,
    kept: str | None,
    folder: Path | None,
    longest_line: int,
    *,
    schema: bool,
) -> None:
    """Referee a game for other programs: JSON lines in, JSON lines out.

    Offers GAME, or every game that is installed. Ends with the input or with the operation
    "quit", with exit code 1 if scripted outcomes were left over. docs/protocol.md describes
    the operations.
    """
    from tts_tool.referee.protocol import Conversation, converse
    from tts_tool.referee.schema import protocol_schema

    if schema:
        click.echo(protocol_schema(), nl=False)
        return
    offered = _offered(game, folder)
    with _journal(games) as journal:
        from tts_tool.referee.desk import Desk

        desk = Desk(offered, longest=longest_line * MEBIBYTE, journal=journal)
        if kept is not None:
            desk.resume(kept)
        stdin = cast("Source", sys.stdin.buffer)
        left_over = converse(Conversation(desk), stdin, _say)
    if left_over:
        click.echo(f"outcomes that never came: {', '.join(left_over)}", err=True)
        raise click.exceptions.Exit(ExitCode.FINDING)


def _offered(name: str | None, folder: Path | None) -> dict[str, Callable[[], OfferedGame]]:
    """Offer one game or all; of those only what is played is ever loaded."""
    from tts_tool.cli.rulesets import find, installed

    names = (
        {each: each for each in installed()} if name is None else {find(name).ruleset.name: name}
    )
    return {shown: cache(partial(_game, each, folder)) for shown, each in names.items()}


def _game(name: str, folder: Path | None) -> OfferedGame:
    from tts_tool.cli.rulesets import find
    from tts_tool.referee.desk import OfferedGame

    game = find(name)
    return OfferedGame(game.ruleset, cache(partial(game.load, folder)))


def _journal(folder: Path | None) -> AbstractContextManager[Journal | None]:
    if folder is None:
        return nullcontext()
    from tts_tool.journal import Journal

    return Journal(folder)


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
