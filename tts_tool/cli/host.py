"""`tts-tool host`: the referee at the table of the running game."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.host_talk import UPGRADE, Teller
from tts_tool.cli.hub import ports_options
from tts_tool.cli.mods import Choice, choose, job, mod_options, out_option
from tts_tool.cli.options import examples, json_option, settings_of
from tts_tool.errors import Unavailable, UserError

if TYPE_CHECKING:
    from tts_tool.build.mod import Mod
    from tts_tool.cli.first_contact import FirstContact
    from tts_tool.journal import Journal, Summary
    from tts_tool.kernel.module import Ruleset
    from tts_tool.playtest.bots import Bot
    from tts_tool.referee.session import Session
    from tts_tool.referee.table.faults import Note
    from tts_tool.referee.table.reception import Reception
    from tts_tool.referee.table.told import Mode
    from tts_tool.sync.hub import Hub, HubLine, Ports
    from tts_tool.web.hosting import News

__all__ = ["host"]

_LOOKED_AT = 1.0
"""Seconds after which it is seen whether the table without the game is still there."""
_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(
    epilog=examples(
        "tts-tool host old-world",
        "tts-tool host old-world --mode enforce --set starting-player=red",
        "tts-tool host old-world --headless",
    )
)
@mod_options
@out_option
@click.option("--dir", "data", type=_FOLDER, help="The folder of Tabletop Simulator.")
@click.option("--no-install", is_flag=True, help="Leave the saves of the game as they are.")
@click.option("--set", "settings", multiple=True, help="A reading or house rule: NAME=VALUE.")
@click.option(
    "--mode",
    type=click.Choice(["advise", "enforce", "automate"]),
    help="How strict to begin with; the table may choose another.  [default: advise, until this "
    "version of the game was asked]",
)
@click.option("--headless", is_flag=True, help="Play the game's part, too: no game is needed.")
@click.option("--resume", metavar="NAME", help="Go on with this game at once, and ask nobody.")
@click.option(
    "--upgrade",
    is_flag=True,
    help="Bring an older table to the rules of now, at once.",
)
@click.option("--beside-dev", is_flag=True, hidden=True, help="Build nothing; end with the input.")
@ports_options
@json_option
def host(
    *,
    data: Path | None,
    no_install: bool,
    settings: Sequence[str],
    mode: str | None,
    headless: bool,
    resume: str | None,
    upgrade: bool,
    beside_dev: bool,
    ports: Ports,
    as_json: bool,
    **said: Any,  # noqa: ANN401
) -> None:
    """Referee GAME at the table of the running Tabletop Simulator.

    Builds the table if need be, puts its save where the game finds it, waits for the game, and asks
    at the table who plays. Every answer is kept on disk; a game that was left can be gone on with.
    A table that was built before its rules changed is brought to those of now when you type u.
    Ctrl+C ends it: the table is told, and stays playable. Running a project runs its rules, which
    are code: name only a folder that you trust.
    """
    from tts_tool.cli.build import brought_up_to_date
    from tts_tool.cli.first_contact import VETOES, FirstContact
    from tts_tool.cli.traces import logged
    from tts_tool.journal import Journal, games_folder

    click.get_current_context().with_resource(logged())
    choice = choose(**said)
    wished = _wished(choice.game, settings)
    teller = Teller(choice.named, as_json=as_json)
    if resume is not None:
        _check_kept(resume)
    row = {} if beside_dev else brought_up_to_date(choice)
    mod = job(choice).mod
    folder = None if headless else _game_folder(data, needed=not beside_dev)
    installed = None
    if not (folder is None or no_install or beside_dev):
        installed = _installed(choice, folder)
    if not beside_dev:
        teller.prepared(mod.save_name, row, installed)
    contact = None if folder is None else FirstContact(folder)
    strict = mode or ("enforce" if headless or (contact and contact.known) else "advise")
    proven = tuple(VETOES) if headless else contact.proven if contact else ()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(games_folder()))
        reception = _reception(mod, choice, journal, wished, strict, proven, teller)
        played = None
        if headless:
            colours = reception.lobby.offer.colours.values()
            ports = _own_ports(ports)
            played = stack.enter_context(_played_part(Path(row["save"]), colours, choice, ports))
            teller.plays_the_game(ports)
        stack.callback(_leave, reception)
        if resume is not None:
            reception.lobby.go_on_with(resume)
        desk = _Desk(choice, ports, teller, played, upgrades=upgrade, ends_with_input=beside_dev)
        with suppress(KeyboardInterrupt):
            asyncio.run(desk.hosted(reception, None if beside_dev else contact))
        teller.goodbye(reception.host)


class _Desk:
    """Where somebody hosts: what they type is done while a table is refereed."""

    def __init__(
        self,
        choice: Choice,
        ports: Ports,
        teller: Teller,
        played: subprocess.Popen[bytes] | None,
        *,
        upgrades: bool,
        ends_with_input: bool,
    ) -> None:
        """`upgrades`: an older table gets the new rules without anybody typing anything.

        `played` is who plays the game's part, if nobody else does.
        """
        self._choice = choice
        self._played = played
        self._ports = ports
        self._teller = teller
        self._upgrades = upgrades
        self._ends_with_input = ends_with_input
        self._older = asyncio.Event()
        """A table is there that was built before its rules changed."""
        self._said = asyncio.Event()
        """It is to be brought to the rules of now."""

    async def hosted(self, reception: Reception, contact: FirstContact | None) -> None:
        """Referee until this is cancelled, or until nobody can type any more."""
        from tts_tool.cli.hub import hub_news
        from tts_tool.cli.traces import keep_last
        from tts_tool.sync.hub import given_up, shared
        from tts_tool.web.hosting import ask_first
        from tts_tool.web.hosting import host as refereed

        line = await shared(self._ports, "tts-tool host", hub_news)
        if contact is not None:
            if not contact.known:
                async with given_up(self._ports, "tts-tool host"):
                    contact.keep(await ask_first(self._ports, self._teller.news))
            self._teller.say("assumed", contact.words)
        hosting = asyncio.create_task(refereed(reception, line, self._news, keep_last))
        others = [asyncio.create_task(each) for each in (self._typed(hosting), self._renew(line))]
        others.append(asyncio.create_task(self._game_ends()))
        try:
            await asyncio.wait([hosting, others[-1]], return_when=asyncio.FIRST_COMPLETED)
            for each in (hosting, others[-1]):
                if each.done() and not each.cancelled():
                    each.result()
        finally:
            for task in (*others, hosting):
                task.cancel()
            await asyncio.gather(*others, hosting, return_exceptions=True)

    def _news(self, news: News) -> None:
        self._teller.news(news)
        if news.what == "outdated":
            self._older.set()
            if self._upgrades:
                self._said.set()
        elif news.what == "met":
            self._older.clear()

    async def _game_ends(self) -> None:
        """Wait until there is nobody any more who plays the game's part."""
        while self._played is None or self._played.poll() is None:  # noqa: ASYNC110 - a process
            await asyncio.sleep(_LOOKED_AT)
        raise Unavailable(
            "the table without the game has ended",
            fix="host again: every answer is kept, and the game can be gone on with on the panel",
        )

    async def _typed(self, hosting: asyncio.Task[None]) -> None:
        from tts_tool.cli.typed import typed

        async for text in typed():
            if text == UPGRADE and self._older.is_set():
                self._said.set()
        if self._ends_with_input:
            hosting.cancel()

    async def _renew(self, line: Hub | HubLine) -> None:
        """Bring an older table to the rules of now, whenever somebody has said so."""
        from tts_tool.cli.renewal import home_of, renewed

        while True:
            await self._said.wait()
            self._said.clear()
            try:
                done = await renewed(line, self._choice, self._teller.asks)
            except UserError as error:
                self._teller.trouble(error)
            else:
                self._teller.upgraded(done, home_of(self._choice))


# Before the game


def _wished(game: str, settings: Sequence[str]) -> dict[str, str]:
    """Read what is to be set; what no box of the game knows is refused before anything is done."""
    from tts_tool.cli.rulesets import find
    from tts_tool.referee.opening import choose_settings

    ruleset, wished = find(game).ruleset, settings_of(settings)
    choose_settings(ruleset, [module.name for module in ruleset.modules], wished)
    return wished


def _check_kept(game: str) -> None:
    """Refuse a game that is not there before anything is done."""
    from tts_tool.errors import NotFound, meant
    from tts_tool.journal import Journal, games_folder

    with Journal(games_folder()) as journal:
        kept = [*(each.id for each in journal.games()), *journal.lost()]
    if game not in kept:
        where = str(games_folder())
        raise NotFound(f'no saved game "{game}"', where=where, fix=meant(game, kept))


def _game_folder(data: Path | None, *, needed: bool) -> Path | None:
    from tts_tool.build.places import Machine, data_folder

    try:
        return data or data_folder(Machine.here())
    except UserError:
        if needed:
            raise
        return None


def _installed(choice: Choice, folder: Path) -> str:
    """Put the save where the game finds it; say who sees its pictures."""
    from tts_tool.build.audience import Audience
    from tts_tool.build.built import manifest_of
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.installing import install

    done = install(choice.out, folder, Gallery.mine())
    mode = manifest_of(choice.out).assets
    return str(Audience(mode, done.pictures, done.published, choice.named))


def _reception(  # noqa: PLR0917  # as many as there are sides to a game
    mod: Mod,
    choice: Choice,
    journal: Journal,
    settings: dict[str, str],
    mode: str,
    proven: tuple[str, ...],
    teller: Teller,
) -> Reception:
    """Offer the game that was built, and what is kept of it."""
    from tts_tool.build.table.sitting import sitting
    from tts_tool.catalog import rules_digest
    from tts_tool.cli.rulesets import find
    from tts_tool.referee.table.house import House
    from tts_tool.referee.table.lobby import Lobby, Offer
    from tts_tool.referee.table.reception import Reception

    ruleset = find(choice.game).ruleset
    sat = sitting(mod)
    always = {each.name for each in ruleset.chosen(ruleset.completed((), tuple(sat.colours)))}
    offer = Offer(
        ruleset=ruleset,
        catalogue=mod.cards,
        box=mod.inventory,
        digest=rules_digest(mod.cards, mod.inventory),
        boxes=tuple(name for name in mod.modules if name not in always),
        colours=sat.colours,
        kept=[game for game in journal.games() if _fits(game, ruleset, sat.colours)],
    )
    lobby = Lobby(offer, _mode(mode), choice.lang, settings)
    house = House(offer, journal, settings, (*sat.rolled, "shuffle."), choice.lang, _note(teller))
    house = house._replace(anew=_pieces(choice), proven=proven, bots=_bot)
    return Reception(lobby, house.begin, teller.trouble)


def _bot(session: Session, seat: str) -> Bot:
    """Give who plays for somebody that is away."""
    from tts_tool.playtest.bots import bot_for

    return bot_for(session.ruleset.name, f"{session.timeline.header.luck.seed}/{seat}")


def _pieces(choice: Choice) -> Callable[[], Mapping[str, str]]:
    """Read the pieces of the build when one is lost, and those that `dev` has edited since."""
    from tts_tool.build.writing import MANIFEST
    from tts_tool.cli.renewal import home_of
    from tts_tool.sync.push import Memory

    memory = Memory(home_of(choice))

    def changed(file: Path) -> int:
        return file.stat().st_mtime_ns if file.exists() else 0

    def pieces() -> Mapping[str, str]:
        return read(changed(memory.pieces_file))

    @lru_cache(maxsize=1)
    def read(when: int) -> Mapping[str, str]:
        from tts_tool.build.anew import pieces_anew
        from tts_tool.build.gallery import Gallery

        # What was edited before the build stands in it.
        is_newer = when > changed(choice.out / MANIFEST)
        also = memory.pieces() if is_newer else {}
        return pieces_anew(choice.out, Gallery.mine(), also)

    return pieces


def _fits(game: Summary, ruleset: Ruleset, colours: Mapping[str, str]) -> bool:
    """Tell whether a game that is kept can be gone on with at this table."""
    return (
        game.game == ruleset.name
        and not (game.over or game.damaged)
        and set(game.seats) <= set(colours)
    )


def _note(teller: Teller) -> Note:
    """Write down what the referee stumbles over, for `tts-tool report`."""
    from tts_tool.cli.traces import FAULTS, traces
    from tts_tool.referee.table.faults import written

    return written(traces() / FAULTS, teller.stumbled)


def _mode(said: str) -> Mode:
    """Say how strict to begin with."""
    from tts_tool.referee.table.lobby import MODES

    return next((mode for mode in MODES if mode == said), "advise")


def _leave(reception: Reception) -> None:
    """Leave the game, so that it can be gone on with elsewhere."""
    if reception.host is not None:
        reception.host.session.close()


# The game's part


@contextmanager
def _played_part(
    save: Path, colours: Iterable[str], choice: Choice, ports: Ports
) -> Iterator[subprocess.Popen[bytes]]:
    """Let another process be the game: where it listens, and where it expects us to.

    It ends when we do, however that comes, for its input ends then.
    """
    command = [sys.executable, "-m", "tts_tool", "table", str(save), "--serve"]
    command.append("--ends-with-input")
    command += [part for colour in colours for part in ("--seat", colour)]
    command += [f"--switch={name}={value}" for name, value in choice.turned.items()]
    command += ["--port", str(ports.game), "--editor-port", str(ports.editor)]
    with subprocess.Popen(  # noqa: S603 - our own
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def _own_ports(said: Ports) -> Ports:
    """Take any that are free, unless others than the game's own were said: that may run, too."""
    from tts_tool.sync.hub import Ports

    if said != Ports():
        return said
    with (
        socket.create_server(("127.0.0.1", 0)) as one,
        socket.create_server(("127.0.0.1", 0)) as other,
    ):
        return Ports(one.getsockname()[1], other.getsockname()[1])
