"""Writes the reference of all commands from the commands themselves.

`python -m tts_tool.cli.reference` prints it, with `--write` it goes to `docs/cli.md`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from tts_tool.cli.main import cli
from tts_tool.errors import ExitCode

__all__ = ["reference", "walk"]

_HEAD = """\
# Commands

<!-- Made by `python -m tts_tool.cli.reference --write`; edit the commands, not this file. -->

Every command takes `--help` and, to see the traceback of an error, `--debug`.
`--json` prints what a program can read; errors and questions go to stderr.
"""

_COMPLETION = """\
## Completion

Put the line for your shell into its start-up file:

- bash: `eval "$(_TTS_TOOL_COMPLETE=bash_source tts-tool)"`
- zsh: `eval "$(_TTS_TOOL_COMPLETE=zsh_source tts-tool)"`
- fish: `_TTS_TOOL_COMPLETE=fish_source tts-tool | source`
"""


def reference(root: click.Command = cli) -> str:
    """Describe every command below the root: usage, meaning, options, example."""
    chapters = [_HEAD, _exit_codes(), _COMPLETION, *(_chapter(ctx) for ctx in walk(root))]
    return "\n".join(chapters)


def walk(root: click.Command) -> Iterator[click.Context]:
    """Visit a command and all below it, each as a context that knows its full name."""
    yield from _walk(click.Context(root, info_name="tts-tool"))


def _walk(ctx: click.Context) -> Iterator[click.Context]:
    yield ctx
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            below = ctx.command.get_command(ctx, name)
            if below is not None and not below.hidden:
                yield from _walk(click.Context(below, info_name=name, parent=ctx))


def _exit_codes() -> str:
    rows = [f"| {code.value} | {code.meaning} |" for code in ExitCode]
    return "\n".join(["## Exit codes", "", "| code | meaning |", "| --- | --- |", *rows, ""])


def _chapter(ctx: click.Context) -> str:
    usage = " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])
    parts = [f"## {ctx.command_path}", _prose(ctx.command.help), _fence(usage)]
    parts += [part for part in (_commands(ctx), _options(ctx), _example(ctx.command)) if part]
    return "\n\n".join(parts) + "\n"


def _prose(text: str | None) -> str:
    return "\n".join(line for line in (text or "").splitlines() if line != "\b").strip()


def _fence(text: str) -> str:
    return f"```text\n{text}\n```"


def _commands(ctx: click.Context) -> str:
    if not isinstance(ctx.command, click.Group):
        return ""
    names = ctx.command.list_commands(ctx)
    links = [f"[{name}](#{ctx.command_path.replace(' ', '-')}-{name})" for name in names]
    return f"Commands: {', '.join(links)}" if links else ""


def _options(ctx: click.Context) -> str:
    records = [param.get_help_record(ctx) for param in ctx.command.get_params(ctx)]
    rows = [f"| `{names}` | {_cell(text)} |" for names, text in filter(None, records)]
    return "\n".join(["| option | meaning |", "| --- | --- |", *rows])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _example(command: click.Command) -> str:
    lines = _prose(command.epilog).splitlines()
    return "\n\n".join([lines[0], _fence("\n".join(map(str.strip, lines[1:])))]) if lines else ""


def _main() -> None:
    if "--write" in sys.argv[1:]:
        Path("docs/cli.md").write_text(reference(), encoding="utf-8", newline="\n")
    else:
        click.echo(reference(), nl=False)


if __name__ == "__main__":
    _main()
