"""`tts-tool hub`: one owner of the port on which the game speaks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, Refused, UserError

if TYPE_CHECKING:
    from tts_tool.sync.hub import Hub
    from tts_tool.sync.hub.starting import Ports

__all__ = ["hub", "hub_news", "ports_options"]

# Seconds by which it ends too late at most, where `LINGER` is ten minutes.
_LOOK = 0.2


def _host_and_port(
    context: click.Context, parameter: click.Parameter, said: str | None
) -> tuple[str, int] | None:
    """Read HOST:PORT, or PORT alone."""
    if said is None:
        return None
    host, _, port = said.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise click.BadParameter(f'"{said}" is no HOST:PORT', context, parameter)
    return host or "127.0.0.1", int(port)


def ports_options(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the options that say where the game is; it gets them as `ports`."""
    from functools import wraps

    @click.option(
        "--game",
        "where",
        metavar="HOST:PORT",
        callback=_host_and_port,
        help="Where the game listens.  [default: as the project says, else 127.0.0.1:39999]",
    )
    @click.option(
        "--editor-port",
        type=click.IntRange(1, 65535),
        help="Where the game calls us.  [default: as the project says, else 39998]",
    )
    @wraps(command)
    def with_ports(
        *args: Any,  # noqa: ANN401
        where: tuple[str, int] | None,
        editor_port: int | None,
        **more: Any,  # noqa: ANN401
    ) -> object:
        return command(*args, ports=_ports(where, editor_port), **more)

    return with_ports


def _ports(where: tuple[str, int] | None, editor_port: int | None) -> Ports:
    from pathlib import Path

    from tts_tool.project import Ports as Written
    from tts_tool.project import find_project
    from tts_tool.sync.hub.starting import Ports

    project = find_project(Path.cwd())
    written = project.settings.ports if project else Written()
    host, game = where or ("127.0.0.1", written.tts)
    return Ports(game, editor_port or written.editor, host)


@click.command(
    epilog=examples(
        "tts-tool hub",
        "tts-tool hub --status",
        "tts-tool hub --editor 41999:41998",
        "tts-tool hub --yield",
        "tts-tool hub --stop",
    )
)
@click.option("--status", is_flag=True, help="Say how it stands with the hub that runs.")
@click.option("--stop", is_flag=True, help="End the hub that runs.")
@click.option(
    "--yield",
    "lend",
    is_flag=True,
    help="Let the hub that runs give the port up, for an editor that knows no other, until Ctrl+C.",
)
@click.option("--for", "seconds", type=float, help="With --yield: only for so many seconds.")
@click.option(
    "--editor",
    "editors",
    multiple=True,
    metavar="DOOR:PORT",
    help="Stand in for the game on DOOR, for an editor that listens on PORT; may be repeated.",
)
@click.option("--linger", type=float, help="End when nobody was attached for so many seconds.")
@ports_options
@json_option
def hub(
    *,
    status: bool,
    stop: bool,
    lend: bool,
    seconds: float | None,
    editors: Sequence[str],
    linger: float | None,
    ports: Ports,
    as_json: bool,
) -> None:
    """Own the port on which the game speaks, so that many programs can talk with it.

    Only one program can listen where Tabletop Simulator speaks. The hub is that one: `exec`,
    `console`, `push`, `dev` and `host` attach to it, as may any program (docs/sync.md). Commands
    that need it start it by themselves. An editor that can be told where to look for the game
    attaches with --editor; for one that can't, --yield gives the port up for a while.
    """
    if status + stop + lend > 1:
        raise click.UsageError("one of --status, --stop, --yield at a time")
    if status:
        _ask(ports, lambda line: line.ask("status"), lambda told: _shown(told, as_json=as_json))
    elif stop:
        _ask(ports, lambda line: line.ask("stop"), lambda _: click.echo("the hub ends", err=True))
    elif lend:
        with suppress(KeyboardInterrupt):
            asyncio.run(_lend(ports, seconds))
    else:
        plain = [_editor(each) for each in editors]
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(ports, plain, linger, as_json=as_json))


def hub_news(news: Mapping[str, Any]) -> None:
    """Tell the person at the terminal what happens to the hub."""
    match news.get("state"):
        case "started":
            minutes = float(news["linger"]) / 60
            said = f"the hub was started; it stays until nobody has used it for {minutes:g} minutes"
            said += " (tts-tool hub --stop ends it)"
        case "gone" | "ends":
            said = "the hub has ended"
        case "back":
            said = "a hub runs again"
        case "yields":
            said = f"the hub has given its port up to {news.get('to')}; nothing is heard meanwhile"
        case "listens":
            said = "the hub has its port back"
        case "missing":
            said = f"{news.get('what')}"
        case _:
            return
    click.echo(said, err=True)


# The hub itself


async def _serve(
    ports: Ports, editors: Sequence[tuple[int, int]], linger: float | None, *, as_json: bool
) -> None:
    from tts_tool.sync.hub import Hub, running

    try:
        entrance = await running(ports, "tts-tool hub")
    except UserError:
        pass
    else:
        await entrance.session.close()
        what = f"a hub runs already, as process {entrance.status['process']}"
        fix = "see tts-tool hub --status; tts-tool hub --stop ends it"
        raise Refused(what, where=f"port {ports.editor}", fix=fix)
    service = Hub(ports.game, ports.editor, host=ports.host, editors=editors)
    async with service:
        _shown(service.status(), as_json=as_json)
        await _until_ended(service, linger)


async def _until_ended(service: Hub, linger: float | None) -> None:
    """Wait until somebody ends the hub, or until it was of no use for a while."""
    if linger is None:
        await service.ended.wait()
        return
    left = linger
    while left > 0 and not service.ended.is_set():
        await asyncio.sleep(_LOOK)
        left = linger if service.guests else left - _LOOK


def _editor(said: str) -> tuple[int, int]:
    door, _, port = said.partition(":")
    if not (door.isdecimal() and port.isdecimal()):
        fix = "two ports: where the editor looks for the game, and where it listens: 41999:41998"
        raise BadInput(f'"{said}" is no DOOR:PORT', where="--editor", fix=fix)
    return int(door), int(port)


def _shown(told: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(told)
        return
    if told["listens"]:
        click.echo(f"the game is heard on port {told['editor_port']}, and looked for at "
                   f"{told['game']} ({told['run_by']}, process {told['process']})")  # fmt: skip
    elif told["lent_to"]:
        click.echo(f"port {told['editor_port']} is given up to {told['lent_to']}")
    else:
        click.echo(f"another program holds port {told['editor_port']}; it is taken back when free")
    click.echo(f"{told['heard']} messages heard, {told['dropped']} connections without one")
    for each in told["attached"]:
        click.echo(f"attached: {each['name']}; {each['asked']} requests, {each['heard']} heard")
    for each in told["editors"]:
        click.echo(f"an editor on port {each['port']} that looks for the game on {each['door']}; "
                   f"{each['heard']} heard, {each['lost']} while it was away")  # fmt: skip


# A hub that runs


def _ask(ports: Ports, ask: Callable[[Any], Awaitable[Any]], show: Callable[[Any], None]) -> None:
    from tts_tool.sync.hub import attached

    async def asked() -> None:
        async with attached(ports, "tts-tool hub", start=False) as line:
            show(await ask(line))

    asyncio.run(asked())


async def _lend(ports: Ports, seconds: float | None) -> None:
    """Let the hub give its port up, and take it back in the end, however it comes."""
    from tts_tool.sync.hub import attached

    async with attached(ports, _ME, start=False) as line:
        told = await line.ask("yield")
        click.echo(f"port {ports.editor} is free")
        others = [each["name"] for each in told["attached"] if each["name"] != _ME]
        if told["run_by"] != "tts-tool hub":
            others.insert(0, told["run_by"])
        for name in others:
            click.echo(f"  {name} hears nothing meanwhile, and gets no answers")
        until = "Ctrl+C takes it back" if seconds is None else f"it is taken back in {seconds:g} s"
        click.echo(until)
        try:
            await asyncio.sleep(seconds if seconds is not None else 1 << 31)
        finally:
            await line.ask("end-yield")
            click.echo(f"the hub listens on port {ports.editor} again")


_ME = "tts-tool hub --yield"
