"""`tts-tool exec`: run a piece of Lua in the running game."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tts_tool.cli.hub import hub_news, ports_options
from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, ExitCode, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tts_tool.cli.mistakes import Own, Sources
    from tts_tool.sync.hub.starting import Ports
    from tts_tool.sync.messages import Message, ScriptFailed
    from tts_tool.sync.wire import GameLine

__all__ = ["Ran", "Target", "execute", "found_object", "run_chunk", "shown_value", "target_of"]

_APART = 0.1
"""Prints and errors travel apart from the answer; so many seconds are waited for the last."""

_FIND = """
local found = {}
for _, each in ipairs(getObjects()) do
    if each.getGUID() == wanted or each.getName() == wanted then
        table.insert(found, {
            guid = each.getGUID(), name = each.getName(), scripted = each.getLuaScript() ~= '',
        })
    end
end
return found
"""


class Target(NamedTuple):
    """Where a chunk runs; an object without a script has none to run it in, but may be `self`."""

    guid: str = "-1"
    before: str = ""


@click.command(
    "exec",
    epilog=examples(
        "tts-tool exec 'return #getObjects()'",
        "tts-tool exec -f count.lua --json",
        "tts-tool exec --object Bob 'return self.getPosition()'",
    ),
)
@click.argument("code", required=False)
@click.option(
    "-f",
    "--file",
    type=click.Path(dir_okay=False, path_type=Path, exists=True, allow_dash=True),
    help="Run what is in this file; - reads what is typed.",
)
@click.option("--object", "thing", metavar="GUID|NAME", help="Run it in the script of an object.")
@ports_options
@json_option
def execute(
    *, code: str | None, file: Path | None, thing: str | None, ports: Ports, as_json: bool
) -> None:
    """Run CODE in the running game, and print what it returns; tables are printed as JSON.

    What scripts print meanwhile goes to stderr. An error is told with its place: in CODE, or in
    your own files if a project is here that built the script. Ends with 5 if it fails.
    """
    if (code is None) == (file is None):
        raise click.UsageError("give either CODE or --file")
    name, text = _read(code, file)
    done = asyncio.run(_run(ports, name, text, thing))
    if as_json:
        print_json(done._asdict())
    else:
        for line in done.printed:
            click.echo(line, err=True)
        for lines in (*done.errors, done.error):
            click.echo("\n".join(lines), err=True, nl=bool(lines))
        if done.value is not None:
            click.echo(shown_value(done.value))
    if done.error:
        raise click.exceptions.Exit(ExitCode.REFUSED)


class Executed(NamedTuple):
    """What became of a chunk: its value or its error, and what was heard meanwhile."""

    value: Any
    error: list[str]
    printed: list[str]
    errors: list[list[str]]


def shown_value(value: object) -> str:
    """Write a value: a text as it is, anything else as JSON."""
    import json

    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False, indent=2)


def _read(code: str | None, file: Path | None) -> tuple[str, str]:
    if code is not None:
        return "CODE", code
    if file is None or str(file) == "-":
        return "what was typed", sys.stdin.read()
    try:
        return file.as_posix(), file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("not UTF-8 text", where=str(file)) from None


async def _run(ports: Ports, name: str, text: str, thing: str | None) -> Executed:
    from tts_tool.cli.mistakes import Own, Sources
    from tts_tool.sync.hub import attached

    heard: list[Message] = []
    sources = Sources()
    async with attached(ports, "tts-tool exec", hub_news) as line:
        target = Target() if thing is None else await target_of(line, thing)
        with line.subscribed(heard.append):
            done = await run_chunk(line, Own(name, text), target)
            await asyncio.sleep(_APART)
        if done.error or _failed(heard):
            sources.know((await line.scripts()).states)
    return _told(done, heard, sources)


class Ran(NamedTuple):
    """A chunk that ran: what it returned, or what its error says and whose it is."""

    own: Own
    value: Any = None
    error: str = ""
    guid: str = "-1"


async def run_chunk(line: GameLine, own: Own, target: Target) -> Ran:
    """Run a chunk; an error is given, not raised."""
    from tts_tool.sync.chunks import BEFORE, LuaError

    try:
        return Ran(own, await line.execute(target.before + own.text, target.guid))
    except LuaError as error:
        before = len(BEFORE) + len(target.before)
        own = own._replace(chunk=error.chunk, before=before)
        return Ran(own, None, error.what, target.guid)


def _failed(heard: list[Message]) -> list[ScriptFailed]:
    from tts_tool.sync.messages import ScriptFailed

    return [each for each in heard if isinstance(each, ScriptFailed)]


def _told(ran: Ran, heard: list[Message], sources: Sources) -> Executed:
    from tts_tool.sync.messages import ScriptPrinted

    error = sources.explained(ran.error, ran.guid, ran.own) if ran.error else []
    # The error of a chunk that can't be compiled is heard, and is the answer as well.
    others = [each for each in _failed(heard) if each.text != ran.error]
    return Executed(
        ran.value,
        error,
        [each.message for each in heard if isinstance(each, ScriptPrinted)],
        [sources.explained(each.text, each.guid) for each in others],
    )


async def found_object(line: GameLine, thing: str) -> Mapping[str, Any]:
    """Find the object that is meant, by GUID or by name: its guid, name, whether it is scripted."""
    from tts_tool.lua.literals import lua_string

    found = await line.execute(f"local wanted = {lua_string(thing)}{_FIND}") or []
    if not found:
        fix = "what lies inside a bag or a deck can't be reached"
        raise NotFound(f'no object "{thing}" lies on the table', fix=fix)
    if len(found) > 1:
        guids = ", ".join(str(each["guid"]) for each in found)
        raise Refused(f'{len(found)} objects are called "{thing}"', fix=f"name one of: {guids}")
    only: Mapping[str, Any] = found[0]
    return only


async def target_of(line: GameLine, thing: str) -> Target:
    """Say where a chunk runs that is meant for an object."""
    from tts_tool.lua.literals import lua_string

    found = await found_object(line, thing)
    guid = str(found["guid"])
    if found["scripted"]:
        return Target(guid)
    return Target("-1", f"local self = getObjectFromGUID({lua_string(guid)}) ")
