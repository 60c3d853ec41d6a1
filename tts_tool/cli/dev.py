"""`tts-tool dev`: edit files, and see it in the running game."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tts_tool.cli.hub import hub_news, ports_options
from tts_tool.cli.mods import mod_options, out_option
from tts_tool.cli.options import examples, json_option
from tts_tool.cli.push import bind_option, force_option
from tts_tool.project import FILE_NAME, read_project

if TYPE_CHECKING:
    from tts_tool.saves.tree import Node
    from tts_tool.sync.dev import Allowed, Files, News, Session, Watching
    from tts_tool.sync.hub.starting import Ports
    from tts_tool.sync.messages import Message

__all__ = ["dev"]

_NOW_AND_THEN = 20.0
_REFEREE = "tts-tool host"


@click.command(
    epilog=examples("tts-tool dev my-mod", "tts-tool dev old-world --lang de", "tts-tool dev .")
)
@mod_options
@out_option
@bind_option
@force_option
@click.option(
    "--reload",
    is_flag=True,
    help="Let the game load its save again whenever an edit needs it, without asking.",
)
@ports_options
@json_option
def dev(
    *,
    game: str | None,
    bind: bool,
    force: bool,
    reload: bool,
    ports: Ports,
    as_json: bool,
    **said: Any,  # noqa: ANN401
) -> None:
    """Watch the files of GAME, and bring each edit into the running game while it runs.

    GAME is a project, a game that is built here, or the folder of an unpacked save. A script is set
    where its object lies, a text or a picture is changed where it is, in decks and hands, too;
    nothing else is touched, and what players have moved stays. What needs it (Global's code, new
    things) waits until you type r: then the table is read out, brought together with your edits
    in the file of the save, and loaded again. A mistake is shown with its line, and the game keeps
    what it had. Enter looks at everything again, Ctrl+C ends it. Building a project runs its rules,
    which are code: name only a folder that you trust.
    """
    from tts_tool.cli.mods import turned
    from tts_tool.sync.dev import Allowed
    from tts_tool.table.switches import Switches

    switches = Switches(turned(said["typed"], said["answers"]))
    rereads = switches.on("save-and-play-rereads-file")
    teller = _Teller(as_json=as_json)
    source = _source(game or ".", {**said, "game": game})
    with suppress(KeyboardInterrupt):
        asyncio.run(_dev(source, ports, Allowed(bind, force, reload, rereads), teller))


class _Source(NamedTuple):
    """What is edited, where it is remembered, what is watched, and what of that is our own."""

    files: Files
    home: Path
    folders: tuple[Path, ...]
    singly: tuple[Path, ...] = ()
    outside: tuple[Path, ...] = ()


class _Unpacked:
    """The folder of an unpacked save."""

    rules = ""
    layout: Mapping[str, Any] = {}
    """Neither is known of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: Node = None

    def save(self, edited: Iterable[Path] = ()) -> Node:
        """Put it together; where only scripts have changed, that is quicker."""
        from tts_tool.saves.disk import pack_folder, with_texts
        from tts_tool.saves.tree import read

        files = tuple(edited)
        quick = with_texts(self._last, self._folder, files) if files and self._last else None
        self._last = quick or read(pack_folder(self._folder), str(self._folder)).root
        return self._last


def _source(target: str, said: dict[str, Any]) -> _Source:
    path = Path(target)
    if (path / FILE_NAME).is_file() and read_project(path.resolve()).settings.kind == "unpacked":
        folder = path.resolve()
        return _Source(_Unpacked(folder), folder, (folder,))
    return _generated(said)


def _generated(said: dict[str, Any]) -> _Source:
    import gc

    from tts_tool.build.building import roots
    from tts_tool.build.cache import Cache, cache_folder
    from tts_tool.build.freshness import Past
    from tts_tool.build.warm import Warm
    from tts_tool.cli.build import whole_errors
    from tts_tool.cli.mods import choose, job

    choice = choose(**said)
    cache = cache_folder()
    with whole_errors():
        warm = Warm(lambda: job(choose(**said)), Past(cache, choice.out), Cache(cache))
    gc.freeze()  # what is warm stays, so nobody need look through it again
    watched = [each.resolve() for each in roots(warm.job)]
    folders = tuple(each for each in watched if each.is_dir())
    singly = tuple(each for each in watched if each.is_file())
    project = choice.project
    if project is None:
        return _Source(warm, choice.out, folders, singly, (choice.out,))
    return _Source(warm, project.folder, folders, (*singly, project.file), (choice.out,))


async def _dev(source: _Source, ports: Ports, allowed: Allowed, teller: _Teller) -> None:
    from tts_tool.sync.dev import Session, Watching
    from tts_tool.sync.hub import attached
    from tts_tool.sync.push import Memory

    async with (
        attached(ports, "tts-tool dev", hub_news) as line,
        Watching(source.folders, source.singly, source.outside) as watching,
    ):

        async def refereed() -> bool:
            return _is_refereed(await line.ask("status"))

        memory = Memory(source.home)
        session = Session(line, source.files, memory, teller.tell, allowed)
        session.refereed = refereed
        hearing = asyncio.Event()

        def hear(message: Message) -> None:
            teller.hear(message)
            if session.hear(message):
                hearing.set()

        with line.subscribed(hear):
            await session.begin()
            tasks = [
                asyncio.create_task(each)
                for each in (
                    _follow(session, watching),
                    _meet_again(session, hearing),
                    _typed(session, watching),
                    _remember(session),
                )
            ]
            try:
                await asyncio.gather(*tasks)
            finally:
                for task in tasks:
                    task.cancel()
                await session.end()


def _is_refereed(status: Mapping[str, Any]) -> bool:
    """Tell whether a referee is attached to the hub, or has one."""
    attached = (each["name"] for each in status["attached"])
    return _REFEREE in {status.get("run_by"), *attached}


async def _follow(session: Session, watching: Watching) -> None:
    """Bring edit after edit into the game."""
    async for edited in watching.edits():
        await session.edited(frozenset() if watching.is_all(edited) else edited)


async def _meet_again(session: Session, loaded: asyncio.Event) -> None:
    """Whenever a game was loaded, see which it is."""
    while True:
        await loaded.wait()
        loaded.clear()
        await session.edited()


async def _typed(session: Session, watching: Watching) -> None:
    """Enter looks at everything again, `r` lets the game load its save."""
    loop, lines = asyncio.get_running_loop(), asyncio.Queue[str]()

    def listen() -> None:
        # A thread that nobody waits for at the end: it may read for ever.
        for text in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, text)

    Thread(target=listen, daemon=True).start()
    while True:
        if (await lines.get()).strip() == "r":
            await session.load()
        else:
            watching.look_again()


async def _remember(session: Session) -> None:
    """Keep how far the game was brought now and then: whoever is killed does little twice."""
    while True:
        await asyncio.sleep(_NOW_AND_THEN)
        await session.remember()


class _Teller:
    """Says in the terminal what goes on: a line each, or JSON for programs."""

    def __init__(self, *, as_json: bool) -> None:
        from tts_tool.cli.mistakes import Sources

        self._as_json = as_json
        self._sources = Sources()

    def tell(self, news: News) -> None:
        """Say what whoever edits should read."""
        if self._as_json:
            self._print({**news._asdict(), "sent": news.sent and news.sent._asdict()})
            return
        if news.kind == "same":
            return
        mark = "error: " if news.kind == "mistake" else ""
        click.echo(f"{time.strftime('%H:%M:%S')}  {mark}{news.text}")
        for line in (*news.details, *([news.fix] if news.fix else [])):
            click.echo(f"          {line}")

    def hear(self, message: Message) -> None:
        """Say what scripts print, and what goes wrong in them, with its line."""
        from tts_tool.sync.messages import Failed, Loaded, Printed

        match message:
            case Printed(text):
                self._say("printed", text)
            case Failed():
                lines = self._sources.explained(message.text, message.guid)
                self._say("failed", "\n".join(lines))
            case Loaded(states):
                self._sources.know(states)

    def _say(self, kind: str, text: str) -> None:
        if self._as_json:
            self._print({"kind": kind, "text": text})
        else:
            click.echo(text)

    def _print(self, said: Mapping[str, Any]) -> None:
        from msgspec import json

        click.echo(json.encode(said).decode())
