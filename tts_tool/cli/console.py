"""`tts-tool console`: type Lua at the running game, and see what it prints and what goes wrong."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tts_tool.cli.exec import Target, run_chunk, shown_value, target_of
from tts_tool.cli.hub import hub_news, ports_options
from tts_tool.cli.options import examples
from tts_tool.errors import UserError

if TYPE_CHECKING:
    from tts_tool.sync.hub.client import HubLine
    from tts_tool.sync.hub.starting import Ports
    from tts_tool.sync.messages import Message

__all__ = ["Typed", "console", "typed"]

_HISTORY = "console.history"
_MOST_LINES = 2000  # of history, some hundred kilobytes
_HELP = """\
Lua, and what it returns is shown; what is not finished goes on in the next line.
:object GUID|NAME  type at an object     :global  type at Global again
:help              this                  :quit    leave (so does Ctrl+D)"""


@click.command(epilog=examples("tts-tool console", "tts-tool console --object Bob"))
@click.option("--object", "thing", metavar="GUID|NAME", help="Begin at an object, not at Global.")
@ports_options
def console(*, thing: str | None, ports: Ports) -> None:
    """Type Lua at the running game, and see what scripts print and what goes wrong.

    Documented names are completed with Tab, and lines of earlier days come back with the arrow
    keys (on Windows: those of today). Errors of all scripts are shown with their line, in your own
    files if a project here has built them.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_Console(sys.stdin.isatty()).talk(ports, thing))


class Typed(NamedTuple):
    """What was typed: a chunk to run, or why it is none; or it is not finished yet."""

    chunk: str = ""
    error: UserError | None = None
    goes_on: bool = False


def typed(text: str) -> Typed:
    """Read what was typed: an expression means its value, anything else is run as it is."""
    from tts_tool.lua.errors import LuaError
    from tts_tool.lua.parser import parse

    try:
        parse(f"return {text}", "CODE")
    except LuaError:
        pass
    else:
        return Typed(f"return {text}")
    try:
        parse(text, "CODE")
    except LuaError as error:
        unfinished = "the end of the script" in error.what or "unfinished long" in error.what
        return Typed(error=error, goes_on=unfinished)
    return Typed(text)


class _Console:
    """One person who types, and what they are shown meanwhile."""

    def __init__(self, is_terminal: bool) -> None:
        from tts_tool.cli.mistakes import Sources

        self._is_terminal = is_terminal
        self._sources = Sources()
        self._target = Target()
        self._prompt = ""
        self._at = "Global"
        self._asked = ""
        """The error that is the answer to what was typed, and need not be shown twice."""

    async def talk(self, ports: Ports, thing: str | None) -> None:
        """Run what is typed until there is no more."""
        from tts_tool.sync.hub import attached

        async with attached(ports, "tts-tool console", self._news) as line:
            if thing is not None:
                await self._go_to(line, thing)
            with suppress(UserError):  # no game may be open yet
                self._sources.know((await line.scripts()).states)
            with line.subscribed(self._hear), _remembered(self._is_terminal):
                self._say(_HELP if self._is_terminal else "")
                await self._read(line)

    async def _read(self, line: HubLine) -> None:
        begun = ""
        while (text := await self._next("> " if not begun else "… ")) is not None:
            whole = f"{begun}\n{text}" if begun else text
            command = whole.strip()
            if command in {":quit", ":q"}:
                return
            begun = ""
            try:
                if command.startswith(":"):
                    await self._command(line, command)
                elif command:
                    begun = await self._run(line, whole)
            except UserError as error:
                self._complain(error)
        if begun:
            self._complain(typed(begun).error)

    async def _run(self, line: HubLine, text: str) -> str:
        """Run a chunk; give back what is not finished."""
        from tts_tool.cli.mistakes import Own

        read = typed(text)
        if read.error is not None:
            if not read.goes_on:
                self._complain(read.error)
            return text if read.goes_on else ""
        ran = await run_chunk(line, Own("CODE", read.chunk), self._target)
        if ran.error:
            self._asked = ran.error
            self._say("\n".join(self._sources.explained(ran.error, ran.guid, ran.own)))
        elif ran.value is not None:
            self._say(shown_value(ran.value))
        return ""

    async def _command(self, line: HubLine, command: str) -> None:
        word, _, rest = command.partition(" ")
        if word == ":global":
            self._target, self._at = Target(), "Global"
        elif word == ":object" and rest.strip():
            await self._go_to(line, rest.strip())
        else:
            self._say(_HELP)

    async def _go_to(self, line: HubLine, thing: str) -> None:
        self._target, self._at = await target_of(line, thing), thing

    # What is seen

    def _hear(self, message: Message) -> None:
        from tts_tool.sync.messages import GameSaved, Loaded, ScriptFailed, ScriptPrinted

        match message:
            case ScriptPrinted(text):
                self._say(text)
            case ScriptFailed() if message.text != self._asked:
                self._say("\n".join(self._sources.explained(message.text, message.guid)))
            case Loaded(states):
                self._sources.know(states)
                self._say("(a game was loaded)")
            case GameSaved(path):
                self._say(f"(saved: {path})")

    def _news(self, news: Mapping[str, Any]) -> None:
        self._aside(lambda: hub_news(news))

    def _complain(self, error: UserError | None) -> None:
        if error is not None:
            self._say("\n".join(filter(None, (f"error: {error}", error.fix and f"  {error.fix}"))))

    def _say(self, text: str) -> None:
        if text:
            self._aside(lambda: click.echo(text))

    def _aside(self, say: Callable[[], None]) -> None:
        """Say something above the line that is being typed."""
        if not self._prompt:
            say()
            return
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()
        say()
        sys.stdout.write(self._prompt + _buffer())
        sys.stdout.flush()

    async def _next(self, sign: str) -> str | None:
        """Read a line; None when there is no more."""
        if not self._is_terminal:
            text = await asyncio.to_thread(sys.stdin.readline)
            return text.rstrip("\n") if text else None
        self._prompt = f"{self._at}{sign}"
        try:
            return await asyncio.to_thread(input, self._prompt)
        except EOFError:
            return None
        finally:
            self._prompt = ""


def _editor() -> Any:  # noqa: ANN401 - a module, or none
    """Give what edits lines; on Windows the terminal itself does, and remembers those of today."""
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None


def _buffer() -> str:
    """Give what stands in the line so far, if this system tells."""
    editor = _editor()
    return str(editor.get_line_buffer()) if editor else ""


@contextmanager
def _remembered(is_terminal: bool) -> Iterator[None]:
    """Complete names and remember lines, where Python can."""
    from tts_tool.belongings import belongings
    from tts_tool.lua.completion import completions

    editor = _editor() if is_terminal else None
    if editor is None:
        yield
        return

    def complete(_: str, number: int) -> str | None:
        found = completions(editor.get_line_buffer()[: editor.get_endidx()])
        return found[number] if number < len(found) else None

    history = belongings() / _HISTORY
    history.parent.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):
        editor.read_history_file(history)
    editor.set_history_length(_MOST_LINES)
    editor.set_completer_delims(" \t\n()[]{}.:,;+-*/%^#=<>~\"'")
    editor.set_completer(complete)
    editor.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        with suppress(OSError):
            editor.write_history_file(history)
