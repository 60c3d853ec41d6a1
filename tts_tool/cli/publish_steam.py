"""`tts-tool publish --steam`: what to do in the game, step by step, and what has come of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tts_tool.cli.mods import turned
from tts_tool.cli.options import print_json
from tts_tool.errors import BadInput, ExitCode, NotFound

if TYPE_CHECKING:
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.learning import Lesson, Stamp
    from tts_tool.build.steam import GuessVerdict, Steam

__all__ = ["Way", "publish_to_steam"]

_PAUSE = 1.0
"""Seconds between two looks for a new save."""
_MINUTE = 60.0
# Any few do, as examples; the others are counted.
_SHOWN = 5
_STEPS = """\
Only the game itself can bring pictures to Steam. In Tabletop Simulator, please:
  1. Games, Save & Load: load "{save}".
  2. Modding, Cloud Manager: press the arrow that points up (Upload All), and wait until it is done.
  3. Games, Save & Load: save the game under a new name.
"""[:-1]
_WAITING = """\
Waiting for that save; Ctrl-C stops, and the same command goes on later.
"""[:-1]
_DOUBTS = {
    "gone": "Steam has it no longer",
    "other": "Steam has another picture there",
    "unanswered": "Steam did not answer, and its address does not tell which picture it is",
}


class Way(NamedTuple):
    """How a person wants it; `named` is the game as he calls it."""

    named: str
    jobs: int
    as_json: bool
    save: Path | None
    wait: float
    data: Path | None
    forget: bool
    answers: Sequence[Path] = ()
    typed: Sequence[str] = ()


def publish_to_steam(build: Path, way: Way) -> None:
    """Have the game bring pictures to Steam, and learn from its save where they are."""
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.learning import Lesson

    gallery = Gallery.mine()
    if way.forget:
        _forget(build, gallery, way)
        return
    lesson = Lesson(build, gallery, _steam(way))
    if way.save is not None:
        _learned(lesson, way.save)
    elif lesson.lacking:
        _Errand(lesson, way).run()
    _tell(lesson, gallery, way)
    if lesson.lacking:
        raise click.exceptions.Exit(ExitCode.FINDING)


def _steam(way: Way) -> Steam:
    from tts_tool.build.publishing import Manners
    from tts_tool.build.steam import Steam
    from tts_tool.table.switches import Switches

    believed = Switches(turned(way.typed, way.answers)).on("steam-address-names-content")
    return Steam(manners=Manners(together=way.jobs, attempts=2), names_content=believed)


def _forget(build: Path, gallery: Gallery, way: Way) -> None:
    from tts_tool.build.built import manifest_of

    with gallery.alone():
        count = gallery.unpublish(manifest_of(build).pictures)
    if way.as_json:
        print_json({"forgotten": count})
    else:
        fix = f"tts-tool build {way.named}, and install it"
        click.echo(f"{count} pictures are looked for on this computer again: {fix}")


class _Errand:
    """One run: what is there already, what to do in the game, and each save that comes of it."""

    def __init__(self, lesson: Lesson, way: Way) -> None:
        from tts_tool.build.places import Machine, data_folder

        self._lesson = lesson
        self._wait = way.wait * _MINUTE
        self._data = way.data or data_folder(Machine.here())
        self._sheet = f"{Path(lesson.manifest.save).stem}_for_Steam.json"
        self._known: dict[Path, Stamp] = {}

    def run(self) -> None:
        """Learn from what the game has saved before; then say what to do until all is known."""
        from tts_tool.build.learning import stamps

        self._known = stamps(self._data)
        for path in self._known:
            if self._lesson.lacking and self._lesson.tells(path):
                _learned(self._lesson, path)
        while self._lesson.lacking and self._asked():
            pass
        if not self._lesson.lacking:
            self._tidy()

    def _asked(self) -> bool:
        """Say what to do, and learn from the next save; tell whether one has told anything."""
        from tts_tool.build.learning import stamps

        click.echo(_STEPS.format(save=self._save_to_load()), err=True)
        self._known = stamps(self._data)
        if self._wait:
            click.echo(_WAITING, err=True)
        until = time.monotonic() + self._wait
        while time.monotonic() < until:
            for path in self._changed():
                # Half a save is no save yet: it changes once more.
                with suppress(BadInput):
                    if any(each.holds for each in _learned(self._lesson, path)):
                        return True
            time.sleep(_PAUSE)
        return False

    def _save_to_load(self) -> str:
        """Name the installed save, if all of it is to come; else make one of what is lacking."""
        from tts_tool.build.installing import put_save

        lesson = self._lesson
        if len(lesson.lacking) == len(lesson.pictures) and (title := lesson.installed(self._data)):
            return title
        lesson.keep()
        put_save(self._sheet, lesson.sheet(), self._data)
        return lesson.sheet_title

    def _changed(self) -> Iterator[Path]:
        from tts_tool.build.learning import stamps

        now = stamps(self._data)
        new = [path for path, stamp in now.items() if self._known.get(path) != stamp]
        self._known = now
        yield from new

    def _tidy(self) -> None:
        """Take our own save away again, unless somebody has saved over it."""
        from tts_tool.build.installing import uninstall
        from tts_tool.errors import Refused

        with suppress(NotFound, Refused):
            uninstall([self._sheet], self._data)


def _learned(lesson: Lesson, save: Path) -> list[GuessVerdict]:
    """Learn, and show how far we are to whoever watches a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    verdicts = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("asking Steam", total=len(lesson.lacking))
        for verdict in lesson.learn(save):
            progress.advance(task)
            verdicts.append(verdict)
    held = sum(each.holds for each in verdicts)
    if verdicts:
        click.echo(f"{save.name}: {held} pictures are on Steam", err=True)
    believed = sum(each.how in {"hash", "place"} for each in verdicts)
    if believed:
        click.echo(f"note: {believed} of them could not be asked for and compared", err=True)
    doubted = [each for each in verdicts if not each.holds]
    for each in doubted[:_SHOWN]:
        click.echo(f"note: {each.guess.address}: {_DOUBTS[each.how]}", err=True)
    if len(doubted) > _SHOWN:
        click.echo(f"note: and {len(doubted) - _SHOWN} more", err=True)
    return verdicts


def _tell(lesson: Lesson, gallery: Gallery, way: Way) -> None:
    from tts_tool.build.audience import Audience

    count = len(lesson.pictures)
    there = count - len(lesson.lacking)
    seen = Audience("file", count, there, way.named)
    if way.as_json:
        known = gallery.published
        addresses = {name: known[name] for name in lesson.pictures if name in known}
        print_json({"published": addresses, "lacking": list(lesson.lacking), "seen_by": seen.who})
        return
    click.echo(seen)
    if there:
        click.echo(f"`tts-tool install {way.named}` puts a save with them into the game")
