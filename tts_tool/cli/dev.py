"""`tts-tool dev`: edit files, and see it in the running game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tts_tool.cli.hub import hub_news, ports_options
from tts_tool.cli.mods import mod_options, out_option
from tts_tool.cli.options import examples, json_option
from tts_tool.cli.push import bind_option, force_option
from tts_tool.cli.refereeing import Referee, is_refereed
from tts_tool.cli.typed import typed
from tts_tool.errors import UserError
from tts_tool.project import FILE_NAME, read_project

if TYPE_CHECKING:
    from tts_tool.saves.tree import Node
    from tts_tool.sync.dev import Allowed, Files, News, Session, Watching
    from tts_tool.sync.hub import HubLine
    from tts_tool.sync.hub.starting import Ports
    from tts_tool.sync.messages import Message

__all__ = ["dev"]

_LOOK = 1.0  # seconds after which somebody has noticed themselves that the game has ended
_NOW_AND_THEN = 20.0  # seconds: so much is done twice at most by who was killed
# Two seconds in all; then the table is looked at as it is.
_TRIES = 20
_AGAIN = 0.1
_OLD_CODE = "the code of the rules was edited, and a game goes on that is refereed by the old"
_START_ANEW = "r and Enter start the referee anew, and the game goes on by the new"


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
@click.option(
    "--referee/--no-referee",
    default=None,
    help="Referee the table, also before a game has begun; or never.  [default: if a game goes on]",
)
@ports_options
@json_option
def dev(
    *,
    game: str | None,
    bind: bool,
    force: bool,
    reload: bool,
    referee: bool | None,
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
    what it had. If a game goes on at the table that nobody referees, it is refereed, and an edit of
    its rules waits for r. Enter looks at everything again, Ctrl+C ends it. Building a project runs
    its rules, which are code: name only a folder that you trust.
    """
    from tts_tool.cli.mods import turned
    from tts_tool.sync.dev import Allowed
    from tts_tool.table.switches import Switches

    switches = Switches(turned(said["typed"], said["answers"]))
    rereads = switches.on("save-and-play-rereads-file")
    source = _source(game or ".", {**said, "game": game})
    teller = _Teller(source, as_json=as_json)
    desk = _Desk(source, ports, Allowed(bind, force, reload, rereads), teller, referee)
    with suppress(KeyboardInterrupt):
        asyncio.run(desk.dev())


class _Source(NamedTuple):
    """What is edited, where it is remembered, what is watched, and what of that is our own."""

    files: Files
    home: Path
    folders: tuple[Path, ...]
    singly: tuple[Path, ...] = ()
    outside: tuple[Path, ...] = ()
    host: tuple[str, ...] = ()
    """What is typed to referee it; nothing, if it has no rules."""
    advice: str = "load the save there that was unpacked"
    """Which table it is."""
    serves: tuple[Path, int] | None = None
    """The build whose pictures the game looks for at a port of this computer, if it does."""


class _Unpacked:
    """The folder of an unpacked save."""

    rules = ""
    layout: Mapping[str, Any] = {}
    """Neither is known of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: Node = None

    def save(
        self,
        edited: Iterable[Path],
        overtaken: Callable[[], bool],  # noqa: ARG002 - as all files
    ) -> Node:
        """Put it together; where files of some things have changed, only those are read again."""
        from tts_tool.saves.disk import folder_root, with_objects

        files = tuple(edited)
        quick = with_objects(self._last, self._folder, files) if files and self._last else None
        self._last = quick or folder_root(self._folder)
        return self._last

    def moved(self, edited: Iterable[Path]) -> Node | None:  # noqa: ARG002 - as all files
        """Nothing is made of the files, so the save itself is quick."""
        return None

    def source(self, guid: str, line: int, column: int) -> str:  # noqa: ARG002 - as all files
        """Nothing is filled in: what is wrong is wrong in the file itself."""
        return ""


def _source(target: str, said: dict[str, Any]) -> _Source:
    path = Path(target)
    if (path / FILE_NAME).is_file() and read_project(path.resolve()).settings.kind == "unpacked":
        folder = path.resolve()
        return _Source(_Unpacked(folder), folder, (folder,))
    return _generated(said)


def _generated(said: dict[str, Any]) -> _Source:
    import gc

    from tts_tool.build.building import roots
    from tts_tool.build.cache import Cache
    from tts_tool.build.freshness import Past
    from tts_tool.build.warm import Warm
    from tts_tool.cached import cache_folder
    from tts_tool.cli.build import watching, whole_errors
    from tts_tool.cli.mods import choose, job
    from tts_tool.saves.origins import Origins

    choice, keep = choose(**said), Origins.mine().keep
    cache = cache_folder()
    with watching() as watcher, whole_errors():
        past = Past(cache, choice.out)
        warm = Warm(lambda: job(choose(**said)), past, Cache(cache), watcher, keep=keep)
    gc.freeze()  # what is warm stays, so nobody need look through it again
    watched = [each.resolve() for each in roots(warm.job)]
    folders = tuple(each for each in watched if each.is_dir())
    singly = tuple(each for each in watched if each.is_file())
    project, host = choice.project, (choice.game, *_options(said), f"--out={choice.out}")
    named = f'load "{warm.job.mod.save_name}" there; `tts-tool install {choice.named}` lists it'
    serves = (choice.out, choice.port) if choice.assets == "serve" else None
    if project is None:
        return _Source(warm, choice.out, folders, singly, (choice.out,), host, named, serves)
    singly = (*singly, project.file)
    return _Source(warm, project.folder, folders, singly, (choice.out,), host, named, serves)


def _options(said: Mapping[str, Any]) -> Iterator[str]:
    """Say again which table is meant, in the words of the command line."""
    names = {"modules": "with", "typed": "switch", "answers": "answers"}
    for key, name in names.items():
        for each in said.get(key) or ():
            yield f"--{name}={each}"
    for key in ("lang", "seats", "assets", "port"):
        if said.get(key) is not None:
            yield f"--{key}={said[key]}"


class _Desk:
    """Where somebody edits: what is edited and typed is done, while the game runs."""

    def __init__(
        self,
        source: _Source,
        ports: Ports,
        allowed: Allowed,
        teller: _Teller,
        wants_referee: bool | None,
    ) -> None:
        self._source = source
        self._ports = ports
        self._allowed = allowed
        self._teller = teller
        self._wants_referee = wants_referee
        self._line: HubLine
        self._session: Session
        self._watching: Watching
        self._referee: Referee | None = None
        self._is_old = False
        """The code of the rules was edited since the referee has read it."""

    async def dev(self) -> None:
        """Follow, until this is cancelled."""
        from tts_tool.sync.dev import Session, Watching
        from tts_tool.sync.hub import attached
        from tts_tool.sync.push import Memory

        source, ports = self._source, self._ports
        async with (
            attached(ports, "tts-tool dev", hub_news) as self._line,
            Watching(source.folders, source.singly, source.outside) as self._watching,
        ):
            self._session = Session(
                self._line, source.files, Memory(source.home), self._teller.tell, self._allowed
            )
            self._session.refereed = self._is_refereed
            self._session.overtaken = self._watching.has_heard
            if source.host and self._wants_referee is not False:
                game = f"--game={ports.host}:{ports.game}"
                command = (*source.host, game, f"--editor-port={ports.editor}")
                self._referee = Referee(command, self._line, self._teller.referees)
            loaded = asyncio.Event()

            def hear(message: Message) -> None:
                self._teller.hear(message)
                if self._session.hear(message):
                    loaded.set()

            with self._line.subscribed(hear):
                await self._session.begin()
                with suppress(UserError):  # no game may be open yet
                    self._teller.hear(await self._line.scripts())
                await self._look()
                works = [self._follow(), self._meet_again(loaded), self._typed()]
                works += [self._look_out(), self._remember()]
                works += [self._serve(*source.serves)] if source.serves else []
                tasks = [asyncio.create_task(each) for each in works]
                try:
                    await asyncio.gather(*tasks)
                finally:
                    for task in tasks:
                        task.cancel()
                    if self._referee is not None:
                        await self._referee.leave()
                    await self._session.end()

    async def _is_refereed(self) -> bool:
        return is_refereed(await self._line.ask("status"))

    async def _look(self) -> None:
        """See whether a game goes on that needs a referee."""
        if self._referee is not None and self._session.follows:
            with suppress(UserError):  # the hub has ended; it is looked again when it is back
                status = await self._line.ask("status")
                await self._referee.look(status, even_if_new=bool(self._wants_referee))

    async def _follow(self) -> None:
        """Bring edit after edit into the game."""
        from tts_tool.sync.dev import News

        async for edited in self._watching.edits():
            is_all = self._watching.is_all(edited)
            if self._referee is not None and self._referee.runs and not self._is_old:
                self._is_old = any(path.suffix == ".py" for path in edited)
                if self._is_old:
                    self._teller.tell(News("offers", _OLD_CODE, _START_ANEW))
            self._teller.edited()
            await self._session.edited(frozenset() if is_all else edited)

    async def _meet_again(self, loaded: asyncio.Event) -> None:
        """Whenever a game was loaded, see which it is."""
        while True:
            await loaded.wait()
            loaded.clear()
            await self._session.edited()
            await self._look()

    async def _look_out(self) -> None:
        """See again and again whether the game is there, though nobody edits anything."""
        while True:
            await asyncio.sleep(_LOOK)
            await self._session.look()

    async def _typed(self) -> None:
        """Enter looks at everything again, `r` lets the game load its save."""
        async for text in typed():
            if text == "r":
                await self._take()
            else:
                self._watching.look_again()

    async def _take(self) -> None:
        """Take what waits; a referee who plays by older rules goes, and another one comes."""
        away = self._referee is not None and self._referee.stays_away
        is_due = self._is_old or away or await self._session.is_offered()
        anew = self._referee if is_due else None
        if anew is not None:
            await anew.leave()
            anew.stays_away = False
        await self._session.load()
        if anew is not None:
            self._is_old = False
            for _ in range(_TRIES):  # the hub may not know yet that the old one has gone
                await self._look()
                if anew.runs:
                    break
                await asyncio.sleep(_AGAIN)

    async def _serve(self, build: Path, port: int) -> None:
        """Serve the pictures of the build, unless somebody does so already."""
        from tts_tool.sync.dev import News
        from tts_tool.web.serving import serve

        def started(where: str) -> None:
            self._teller.tell(News("serves", f"pictures are served at {where}"))

        try:
            await serve([build], port, started)
        except UserError as error:
            what = f"the pictures are not served here: {error}"
            self._teller.tell(News("serves", what, "if tts-tool serve does so, all is well"))

    async def _remember(self) -> None:
        """Keep how far the game was brought now and then: whoever is killed does little twice."""
        while True:
            await asyncio.sleep(_NOW_AND_THEN)
            await self._session.remember()


class _Teller:
    """Says in the terminal what goes on: a line each, or JSON for programs."""

    def __init__(self, source: _Source, *, as_json: bool) -> None:
        from tts_tool.cli.mistakes import Sources

        self._advice = source.advice
        self._as_json = as_json
        self._sources = Sources(source.home)

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
        if news.kind == "away":
            click.echo(f"          {self._advice}")

    def edited(self) -> None:
        """Take note that an error which is heard from now on may be of other lines."""
        self._sources.edited()

    def referees(self, text: str, fix: str) -> None:
        """Say what the referee says."""
        from tts_tool.sync.dev import News

        self.tell(News("referee", text, fix))

    def hear(self, message: Message) -> None:
        """Say what scripts print, and what goes wrong in them, with its line."""
        from tts_tool.sync.messages import Loaded, ScriptFailed, ScriptPrinted

        match message:
            case ScriptPrinted(text):
                self._say("printed", text)
            case ScriptFailed():
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
