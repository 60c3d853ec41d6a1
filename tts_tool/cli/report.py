"""`tts-tool report`: all that is needed to see what went wrong at a table, in one file."""

from __future__ import annotations

import getpass
import platform
import re
import socket
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tts_tool.cli.options import examples, json_option, print_json

if TYPE_CHECKING:
    from tts_tool.journal import Journal

__all__ = ["report"]

_FAULTS: Final = 10
"""Each holds a whole game, so only the newest are sent along."""
_ENTRIES: Final = 200
_LOG_BYTES: Final = 2_000_000
"""Half of what a log may have (`traces`), of each of the two."""
_SHORTEST_NAME: Final = 3
"""A shorter name of a person is part of too many words to be looked for."""


@click.command(epilog=examples("tts-tool report", "tts-tool report --out evening.zip"))
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="tts-tool-report.zip",
    show_default=True,
    help="Write to this file.",
)
@click.option("--game", "kept", metavar="ID", help="The game it is about, if not the last one.")
@json_option
def report(out: Path, kept: str | None, *, as_json: bool) -> None:
    """Pack what is needed to see what went wrong at a table into one file, to be sent on.

    Versions, what the game has answered, the log, what everybody might do, faults, and the end of
    the journal. Names of people and folders of this computer are taken out; secret cards of the
    game are in it, so send it when the game is over, or to nobody who plays.
    """
    hide = _Hiding()
    parts = {name: hide.in_text(text) for name, text in _parts(kept)}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    if as_json:
        print_json({"file": str(out), "parts": {name: len(text) for name, text in parts.items()}})
        return
    click.echo(f"{out}: {', '.join(parts)}")
    click.echo("look into it before you send it: names were taken out as far as they are known")


def _parts(kept: str | None) -> Iterator[tuple[str, str]]:
    from tts_tool.belongings import belongings
    from tts_tool.cli.traces import FAULTS, LAST, LOG, traces

    yield "versions.txt", _versions()
    for path in sorted((belongings() / "answers").glob("*.toml")):
        yield f"answers/{path.name}", path.read_text(encoding="utf-8")
    folder = traces()
    for name in (f"{LOG}.1", LOG):
        if (folder / name).is_file():
            tail = (folder / name).read_bytes()[-_LOG_BYTES:]
            yield name, tail.decode("utf-8", "replace")
    if (folder / LAST).is_file():
        yield LAST, (folder / LAST).read_text(encoding="utf-8")
    for path in sorted((folder / FAULTS).glob("*.json"))[-_FAULTS:]:
        yield f"{FAULTS}/{path.name}", path.read_text(encoding="utf-8")
    yield from _journal(kept)


def _versions() -> str:
    import tts_tool
    from tts_tool.build.places import SAVES, Machine, data_folders
    from tts_tool.sync.probe.first import version_of

    lines = [
        f"tts-tool {tts_tool.__version__}",
        f"Python {platform.python_version()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]
    there = [each for each in data_folders(Machine.here()) if (each / SAVES).is_dir()]
    lines += [f"Tabletop Simulator {version_of(each / SAVES)}, saves in {each}" for each in there]
    return "\n".join([*lines, ""])


def _journal(kept: str | None) -> Iterator[tuple[str, str]]:
    """Give the end of a game, and its beginning: what was answered, and from what."""
    from tts_tool.journal import Journal, games_folder

    folder = games_folder()
    if not folder.is_dir():
        return
    with Journal(folder) as journal:
        found = kept or next((game.id for game in journal.games() if not game.damaged), None)
        if found is not None:
            yield f"journal/{found}.txt", _tail(journal, found)


def _tail(journal: Journal, game: str) -> str:
    from tts_tool.cli.games import story

    saved = journal.show(game)
    header = saved.legs[-1].header
    lines = list(story(saved))
    head = [
        f"{saved.game} of {', '.join(saved.seats)}, begun {saved.begun}, played {saved.played}",
        f"modules {header.modules}, settings {header.settings}, luck {header.luck}",
        f"the last {min(len(lines), _ENTRIES)} of {len(lines)} lines:",
    ]
    return "\n".join([*head, *lines[-_ENTRIES:], ""])


class _Hiding:
    """Takes out what names people and places of this computer."""

    def __init__(self) -> None:
        home = str(Path.home())
        spelled = {home, home.replace("\\", "/"), home.replace("\\", "\\\\")}
        names = {getpass.getuser(), Path.home().name, socket.gethostname()}
        self._homes = [re.escape(each) for each in sorted(spelled, key=len, reverse=True)]
        long = sorted(name for name in names if len(name) >= _SHORTEST_NAME)
        self._names = [rf"\b{re.escape(name)}\b" for name in long]

    def in_text(self, text: str) -> str:
        """Write `~` for the home folder, and `somebody` for names."""
        for pattern in self._homes:
            text = re.sub(pattern, "~", text, flags=re.IGNORECASE)
        for pattern in self._names:
            text = re.sub(pattern, "somebody", text, flags=re.IGNORECASE)
        return text
