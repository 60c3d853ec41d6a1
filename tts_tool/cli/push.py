"""`tts-tool push` and `restore`: scripts into the running game, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tts_tool.cli.hub import hub_news, ports_options
from tts_tool.cli.mods import answers_option, switch_option
from tts_tool.cli.options import examples, json_option, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tts_tool.sync.hub.starting import Ports
    from tts_tool.sync.messages import ScriptState
    from tts_tool.sync.push import Memory, Pushed, PushPlan, Wanted
    from tts_tool.sync.push.pushing import Load, Scripted

__all__ = ["named", "plan_lines", "push", "restore"]

# Any few do, as examples: how many there are is told with them.
_FEW = 3
_UNREACHABLE = (
    "{} scripts can't be compared while the save is open, inside of something or with a GUID that "
    "others have: {}"
)
reload_option = click.option(
    "--reload", is_flag=True, help="Let the game load its save again, if Global's code changes."
)
force_option = click.option(
    "--force", is_flag=True, help="Write over what was changed in the game since it was last seen."
)
bind_option = click.option(
    "--bind", is_flag=True, help="The table that is open is the one that is meant."
)


@click.command(
    epilog=examples(
        "tts-tool push my-mod",
        "tts-tool push my-mod --bind",
        "tts-tool push dice.lua --object 'Dice tower'",
    )
)
@click.argument("target", metavar="[DIR|GAME|FILE]", default=".")
@click.option("--object", "thing", metavar="GUID|NAME", help="Whose script FILE is; -1 is Global.")
@bind_option
@force_option
@reload_option
@switch_option
@answers_option
@ports_options
@json_option
def push(
    *,
    target: str,
    thing: str | None,
    bind: bool,
    force: bool,
    reload: bool,
    typed: Sequence[str],
    answers: Sequence[Path],
    ports: Ports,
    as_json: bool,
) -> None:
    """Bring scripts that have changed from files into the running game.

    DIR is an unpacked mod or a project, GAME one that is built here, FILE the script of one object.
    The script of an object is set where it lies; nothing else is touched. Global's code needs
    --reload: the table is read out, put into the file of its save, and loaded again. A table that
    is not the one of DIR is refused, and so is a script that was changed in the game. What is
    written over is kept: `tts-tool restore` brings it back.
    """
    from tts_tool.cli.mods import turned
    from tts_tool.table.switches import Switches

    rereads = Switches(turned(typed, answers)).on("save-and-play-rereads-file")
    ways = _Ways(bind, force, reload, rereads)
    _report(*asyncio.run(_push(target, thing, ports, ways)), as_json=as_json)


@click.command(epilog=examples("tts-tool restore my-mod --list", "tts-tool restore my-mod 12"))
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.argument("number", required=False, type=int)
@click.option("--list", "listed", is_flag=True, help="List the copies, the latest first.")
@force_option
@reload_option
@ports_options
@json_option
def restore(
    *,
    folder: Path,
    number: int | None,
    listed: bool,
    force: bool,
    reload: bool,
    ports: Ports,
    as_json: bool,
) -> None:
    """Bring back into the game what a push from DIR has written over: copy NUMBER, or the latest.

    What is in the game now is kept in a copy of its own. Your files stay as they are.
    """
    from tts_tool.sync.push import Memory

    memory = Memory(folder)
    if listed:
        rows = memory.backups()
        if as_json:
            print_json(rows)
        elif not rows:
            click.echo("no copy is kept yet: a push keeps one of what it writes over")
        for each in () if as_json else rows:
            whose = "the whole save" if each.save else ", ".join(map(named, each.states))
            when = each.when.astimezone().strftime("%Y-%m-%d %H:%M:%S")
            click.echo(f"{each.number:4}  {when}  {each.table}: {whose}")
        return
    done = asyncio.run(_restore(memory, number, ports, force=force, reload=reload))
    _report(*done, as_json=as_json)


class _Ways(NamedTuple):
    """What somebody has said may be done, and whether the game reads its file again."""

    bind: bool
    force: bool
    reload: bool
    rereads: bool


async def _push(target: str, thing: str | None, ports: Ports, ways: _Ways) -> tuple[Pushed, Wanted]:
    from tts_tool.cli.sources import source_for, source_of
    from tts_tool.sync.hub import attached
    from tts_tool.sync.push import push, read_table

    known = source_of(target) if thing is None else None  # before anybody looks for the game
    async with attached(ports, "tts-tool push", hub_news) as line:
        source = known or await source_for(line, target, thing or "")
        wanted = source.read((await read_table(line)).states)
        memory = source.memory()
        load = _loads(line, memory, rereads=ways.rereads) if ways.reload else None
        said = {"bind": ways.bind, "force": ways.force}
        done = await push(line, wanted, memory, _announce, **said, load=load)
        if not done.plan.is_empty:
            globe = [done.plan.globe] if done.plan.globe else []
            source.pushed([*done.plan.objects, *globe])
        return done, wanted


def _loads(line: Scripted, memory: Memory, *, rereads: bool) -> Load:
    """Let the game load its save again with other scripts, and with all that lies on the table."""
    from tts_tool.sync.dev.loading import Unreadable, load_anew, load_as_saved, with_scripts

    async def load(states: Mapping[str, ScriptState]) -> int:
        try:
            done = await load_anew(line, with_scripts(states, rereads=rereads), memory, _ask)
        except Unreadable:
            return await load_as_saved(line, states, memory, _ask)
        for name in done.otherwise:
            click.echo(f"{name} lies otherwise than before: {done.file} has it as it lay", err=True)
        return done.backup

    return load


def _ask(text: str) -> None:
    """Ask whoever is at the game to do something there."""
    click.echo(text, err=True)


async def _restore(
    memory: Memory, number: int | None, ports: Ports, *, force: bool, reload: bool
) -> tuple[Pushed, Wanted]:
    from tts_tool.errors import Refused
    from tts_tool.sync.dev.loading import bring_back
    from tts_tool.sync.hub import attached
    from tts_tool.sync.push import Pushed, PushPlan, Wanted, push

    backup = memory.backup(number)
    states = {each.guid: each for each in backup.states}
    wanted = Wanted(backup.table, states)
    async with attached(ports, "tts-tool restore", hub_news) as line:
        if not backup.save:
            load = _loads(line, memory, rereads=True) if reload else None
            return await push(line, wanted, memory, _announce, force=force, load=load), wanted
        if not reload:
            fix = "save in the game, so that nothing is lost, then say --reload"
            what = f"copy {backup.number} is a whole save, which the game has to load again"
            raise Refused(what, where=backup.save, fix=fix)
        kept = await bring_back(line, memory, backup)
        return Pushed(PushPlan((), states.get("-1")), backup.table, kept.number), wanted


def _announce(plan: PushPlan) -> None:
    """Say what will be done before it is."""
    for line in plan_lines(plan):
        click.echo(line, err=True)


def plan_lines(plan: PushPlan) -> Iterator[str]:
    """Word what a push does, and by which way."""
    if plan.globe is not None:
        yield "Global: the game loads its save again, with all scripts as they are in the files"
    else:
        for each in plan.objects:
            yield f"{named(each)}: set where it lies"
    for each in plan.missing:
        yield f"{named(each)}: is not on the table; it comes with the next save that is loaded"


def named(state: Any) -> str:  # noqa: ANN401 - whatever has a name and a guid
    """Call a script as people do."""
    return "Global" if state.guid == "-1" else f"{state.name or 'object'} - {state.guid}"


def _report(done: Pushed, wanted: Wanted, *, as_json: bool) -> None:
    if as_json:
        way = "load" if done.plan.globe else "objects" if done.plan.objects else "none"
        told = {
            "table": done.table,
            "way": way,
            "changed": [each.guid for each in done.plan.objects]
            + (["-1"] if done.plan.globe else []),
            "missing": [each.guid for each in done.plan.missing],
            "moved": dict(done.moved),
            "backup": done.backup,
            "not_reached": [*wanted.inside, *wanted.twice],
        }
        print_json(told)
        return
    for old, new in done.moved.items():
        click.echo(f"{old} is {new} now: whoever knows it by its GUID must be told")
    if unreachable := [*wanted.inside, *wanted.twice]:
        few = ", ".join(unreachable[:_FEW]) + (" …" if len(unreachable) > _FEW else "")
        click.echo(_UNREACHABLE.format(len(unreachable), few), err=True)
    if done.plan.is_empty:
        click.echo(f'"{done.table}" has all scripts as they are in the files')
    else:
        count = len(done.plan.objects) + (done.plan.globe is not None)
        click.echo(f'"{done.table}": {count} changed; what was there is kept as {done.backup}')
