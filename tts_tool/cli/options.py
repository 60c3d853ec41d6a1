"""What commands share: the example in their help, `--json`, `--debug`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import click

from tts_tool.errors import BadInput

__all__ = [
    "Switches",
    "accept_debug",
    "debug_option",
    "examples",
    "json_option",
    "print_json",
    "settings_of",
]

Command = TypeVar("Command", bound=Callable[..., object] | click.Command)


@dataclass
class Switches:
    """What holds for the whole run, whichever command was given."""

    debug: bool = False


def examples(*lines: str) -> str:
    """Make the `epilog` of a command: command lines that a person can copy."""
    title = "Example:" if len(lines) == 1 else "Examples:"
    # "\b" tells click to keep the lines as they are.
    return "\n".join(["\b", title, *(f"  {line}" for line in lines)])


def json_option(command: Command) -> Command:
    """Give a command the parameter `as_json`, named `--json` as everywhere else."""
    option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
    return option(command)


def print_json(value: object) -> None:
    """Print a record, or anything made of records, as JSON with a stable order of keys."""
    from msgspec import json

    try:
        encoded = json.format(json.encode(value, order="deterministic"), indent=2)
    except UnicodeEncodeError:
        encoded = _escaped(value)
    click.echo(encoded.decode())


def _escaped(value: object) -> bytes:
    """Write JSON in ASCII: half a letter, which a save may hold, has no other form."""
    import json

    from msgspec import to_builtins

    return json.dumps(to_builtins(value), indent=2, sort_keys=True).encode()


def debug_option(*, hidden: bool) -> click.Option:
    """Make `--debug`: every command takes it, the list of options of the whole tool shows it."""
    return click.Option(
        ["--debug"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        hidden=hidden,
        callback=_note_debug,
        help="On an error, show the whole traceback.",
    )


def accept_debug(command: click.Command) -> click.Command:
    """Let a command take `--debug` too, so that it can be added at the end of a line."""
    if not any("--debug" in parameter.opts for parameter in command.params):
        command.params.append(debug_option(hidden=True))
    if isinstance(command, click.Group):
        for below in command.commands.values():
            accept_debug(below)
    return command


def _note_debug(ctx: click.Context, _param: click.Parameter, value: object) -> None:
    switches = ctx.find_object(Switches)
    if value and switches is not None:
        switches.debug = True


def settings_of(typed: Iterable[str]) -> dict[str, str]:
    """Read what was set: NAME=VALUE, each."""
    pairs = [(text, *text.partition("=")) for text in typed]
    for text, _, equals, _ in pairs:
        if not equals:
            raise BadInput(f'"{text}" sets nothing', where="--set", fix="write --set NAME=VALUE")
    return {name: value for _, name, _, value in pairs}
