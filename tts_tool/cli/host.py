"""`tts-tool host`: the referee at the table of the running game."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.hub import ports_options
from tts_tool.cli.mods import Choice, choose, job, mod_options, out_option
from tts_tool.cli.options import examples, json_option, settings_of

if TYPE_CHECKING:
    from tts_tool.build.mod import Mod
    from tts_tool.cli.first_contact import FirstContact
    from tts_tool.errors import UserError
    from tts_tool.journal import Journal, Summary
    from tts_tool.kernel.module import Ruleset
    from tts_tool.playtest.bots import Bot
    from tts_tool.referee.session import Session
    from tts_tool.referee.table.faults import Note
    from tts_tool.referee.table.host import Host
    from tts_tool.referee.table.reception import Reception
    from tts_tool.referee.table.told import Mode
    from tts_tool.sync.hub import Ports
    from tts_tool.web.hosting import News

__all__ = ["host"]

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
@ports_options
@json_option
def host(
    *,
    data: Path | None,
    no_install: bool,
    settings: Sequence[str],
    mode: str | None,
    headless: bool,
    ports: Ports,
    as_json: bool,
    **said: Any,  # noqa: ANN401
) -> None:
    """Referee GAME at the table of the running Tabletop Simulator.

    Builds the table if need be, puts its save where the game finds it, waits for the game, and asks
    at the table who plays. Every answer is kept on disk; a game that was left can be gone on with.
    Ctrl+C ends it: the table is told, and stays playable. Running a project runs its rules, which
    are code: name only a folder that you trust.
    """
    from tts_tool.cli.build import brought_up_to_date
    from tts_tool.cli.first_contact import VETOES, FirstContact
    from tts_tool.cli.traces import begin_log
    from tts_tool.journal import Journal, games_folder

    begin_log()
    choice = choose(**said)
    wished = _wished(choice.game, settings)
    teller = _Teller(choice.named, as_json=as_json)
    row = brought_up_to_date(choice)
    mod = job(choice).mod
    folder = None if headless else _game_folder(data)
    installed = None if folder is None or no_install else _installed(choice, folder)
    teller.prepared(mod.save_name, row, installed)
    contact = None if folder is None else FirstContact(folder)
    strict = mode or ("enforce" if contact is None or contact.known else "advise")
    proven = tuple(VETOES) if contact is None else contact.proven
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(games_folder()))
        reception = _reception(mod, choice, journal, wished, strict, proven, teller)
        if headless:
            colours = reception.lobby.offer.colours.values()
            ports = _own_ports(ports)
            stack.enter_context(_played_part(Path(row["save"]), colours, choice, ports))
            teller.plays_the_game(ports)
        stack.callback(_leave, reception)
        try:
            asyncio.run(_hosted(reception, ports, contact, teller))
        except KeyboardInterrupt:
            teller.goodbye(reception.host)


async def _hosted(
    reception: Reception, ports: Ports, contact: FirstContact | None, teller: _Teller
) -> None:
    from tts_tool.cli.hub import hub_news
    from tts_tool.cli.traces import keep_last
    from tts_tool.sync.hub import given_up, shared
    from tts_tool.web.hosting import ask_first
    from tts_tool.web.hosting import host as hosted

    line = await shared(ports, "tts-tool host", hub_news)
    if contact is not None:
        if not contact.known:
            async with given_up(ports, "tts-tool host"):
                contact.keep(await ask_first(ports, teller.news))
        teller.say("assumed", contact.words)
    await hosted(reception, line, teller.news, keep_last)


# Before the game


def _wished(game: str, settings: Sequence[str]) -> dict[str, str]:
    """Read what is to be set; what no box of the game knows is refused before anything is done."""
    from tts_tool.cli.rulesets import find
    from tts_tool.referee.opening import choose_settings

    ruleset, wished = find(game).ruleset, settings_of(settings)
    choose_settings(ruleset, [module.name for module in ruleset.modules], wished)
    return wished


def _game_folder(data: Path | None) -> Path:
    from tts_tool.build.places import Machine, data_folder

    return data or data_folder(Machine.here())


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
    teller: _Teller,
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
    always = {module.name for module in ruleset.chosen(())}
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
    """Read the pieces of the build when the first one is lost, and not before."""

    @cache
    def pieces() -> Mapping[str, str]:
        from tts_tool.build.anew import pieces_anew
        from tts_tool.build.gallery import Gallery

        return pieces_anew(choice.out, Gallery.mine())

    return pieces


def _fits(game: Summary, ruleset: Ruleset, colours: Mapping[str, str]) -> bool:
    """Tell whether a game that is kept can be gone on with at this table."""
    return (
        game.game == ruleset.name
        and not (game.over or game.damaged)
        and set(game.seats) <= set(colours)
    )


def _note(teller: _Teller) -> Note:
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
) -> Iterator[None]:
    """Let another process be the game: where it listens, and where it expects us to."""
    command = [sys.executable, "-m", "tts_tool", "table", str(save), "--serve"]
    command += [part for colour in colours for part in ("--seat", colour)]
    command += [f"--switch={name}={value}" for name, value in choice.turned.items()]
    command += ["--port", str(ports.game), "--editor-port", str(ports.editor)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:  # noqa: S603 - our own
        try:
            yield
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


# What whoever hosts reads


class _Teller:
    """Says in the terminal what goes on, in words or, for programs, as JSON, a line each."""

    def __init__(self, game: str, *, as_json: bool) -> None:
        self._game = game
        self._as_json = as_json
        self._title = ""
        self._plays_the_game = False

    def prepared(self, name: str, row: Mapping[str, Any], installed: str | None) -> None:
        """Say what was built, and who sees the pictures."""
        self._title = name
        seen = installed or str(row["seen"])
        self.say("ready", f'The table "{name}" is ready; {seen}.', save=row["save"], seen=seen)

    def plays_the_game(self, ports: Ports) -> None:
        """Say where the table without the game is found by other commands."""
        self._plays_the_game = True
        where = f"--game 127.0.0.1:{ports.game} --editor-port {ports.editor}"
        text = f"I play the game, too; exec, console and push find it with {where}."
        self.say("plays-the-game", text, port=ports.game, editor_port=ports.editor)

    def news(self, news: News) -> None:
        """Say what is new."""
        match news.what:
            case "waiting":
                self.say("waiting", f"I wait: {news.text}.", fix=self._what_to_do())
            case "outdated":
                self.say("outdated", news.text, fix=f"{self._upgrade(news.save)}, or {news.fix}")
            case "trouble":
                self.say("trouble", news.text, fix=news.fix)
            case "met":
                self.say("met", "The table is met. Sit down, and choose on the panel who plays.")
            case "begun":
                text = f"The game has begun; it is kept as {news.text}."
                self.say("begun", text, game=news.text)
            case "over":
                self.say("over", "The game is over.")

    def trouble(self, error: UserError) -> None:
        """Say what did not work."""
        self.say("trouble", str(error), fix=error.fix or "")

    def stumbled(self, path: Path) -> None:
        """Say that the referee itself has failed at something."""
        fix = "`tts-tool report` packs what is needed to see why"
        self.say("stumbled", f"The referee has stumbled; play goes on. See {path}.", fix=fix)

    def goodbye(self, host: Host | None) -> None:
        """Say how to come back."""
        kept = host.session.kept_as if host is not None and not host.told.over else None
        on = f" The game {kept} can be gone on with when you host again." if kept else ""
        self.say("left", f"The table is told that the referee has left.{on}", game=kept)

    def _upgrade(self, save: str) -> str:
        """Say how a table that was played goes on with what is new."""
        file = f'"{save}"' if save else "SAVE"
        words = f"tts-tool upgrade {file} --to {self._game}"
        return f"save in the game, type `{words}` and load what it writes, to keep what was played"

    def _what_to_do(self) -> str:
        if self._plays_the_game:
            return "the table without the game is being opened"
        return f'start Tabletop Simulator and load "{self._title}" (Games, Save & Load)'

    def say(self, what: str, text: str, *, fix: str = "", **more: Any) -> None:  # noqa: ANN401
        """Say something, and what can be done about it."""
        if self._as_json:
            from msgspec import json

            said = {"what": what, "text": text, **({"fix": fix} if fix else {}), **more}
            click.echo(json.encode(said).decode())
            return
        click.echo(text)
        if fix:
            click.echo(f"  {fix}")
