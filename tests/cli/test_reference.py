"""Every command can be found, understood and copied from."""

import shlex
from pathlib import Path

import click
import pytest

from tts_tool.cli.main import TABLE, cli
from tts_tool.cli.options import examples
from tts_tool.cli.reference import reference, walk

ROOT = Path(__file__).parents[2]
COMMANDS = {ctx.command_path: ctx for ctx in walk(cli)}


def faults(ctx: click.Context) -> list[str]:
    """Tell what the help of a command lacks."""
    options = [param for param in ctx.command.params if isinstance(param, click.Option)]
    lines = _example_lines(ctx.command)
    return [
        *(["help"] if not ctx.command.help else []),
        *(["example"] if not any(_names(ctx, line) for line in lines) else []),
        *(f"help of {option.opts[0]}" for option in options if not option.help),
        *(f"unknown option in example: {line}" for line in lines if _unknown_options(ctx, line)),
    ]


def _example_lines(command: click.Command) -> list[str]:
    lines = [line.strip() for line in (command.epilog or "").splitlines()]
    return [line for line in lines if line.startswith("tts-tool ")]


def _names(ctx: click.Context, line: str) -> bool:
    """Tell whether the example is one of this very command."""
    path = ctx.command_path.split()
    return shlex.split(line)[: len(path)] == path


def _unknown_options(ctx: click.Context, line: str) -> set[str]:
    """Find options in an example that its command does not take."""
    words = shlex.split(line, comments=True)
    taken = {name for param in ctx.command.get_params(ctx) for name in param.opts}
    taken |= {name for param in ctx.command.params for name in param.secondary_opts}
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    is_group = isinstance(ctx.command, click.Group)
    return set() if is_group else used - taken


@pytest.mark.parametrize("path", COMMANDS)
def test_command_is_documented(path: str) -> None:
    """A command has help, every option a meaning, and an example that its own parser takes."""
    assert faults(COMMANDS[path]) == []


@pytest.mark.parametrize("name", TABLE)
def test_table_says_what_the_command_says(name: str) -> None:
    """The line in the table, written so that nothing is imported, is the first line of the help."""
    command = COMMANDS[f"tts-tool {name}"].command
    assert (command.help or "").splitlines()[0] == TABLE[name].summary
    assert command.name == name


def test_reference_is_up_to_date() -> None:
    """`docs/cli.md` is what the commands say of themselves."""
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert written == reference(), "run: python -m tts_tool.cli.reference --write"


def test_reference_names_every_command() -> None:
    """No command of the table, and none below it, is missing."""
    chapters = {line[3:] for line in reference().splitlines() if line.startswith("## ")}
    assert chapters >= {f"tts-tool {name}" for name in TABLE} | set(COMMANDS)


def test_faults_are_found() -> None:
    """The check itself can fail: it misses help, example, and sees a made-up option."""
    bare = click.Command("bare", params=[click.Option(["--dry"])])
    epilog = examples("tts-tool bare --dry", "tts-tool bare --wet")
    wrong = click.Command("bare", help="Do it.", epilog=epilog, params=bare.params)
    parent = click.Context(cli, info_name="tts-tool")
    context = click.Context(bare, info_name="bare", parent=parent)
    assert faults(context) == ["help", "example", "help of --dry"]
    context = click.Context(wrong, info_name="bare", parent=parent)
    assert faults(context) == [
        "help of --dry",
        "unknown option in example: tts-tool bare --wet",
    ]


def test_reference_of_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups link to their commands, and each command has usage, options and example."""
    monkeypatch.setenv("COLUMNS", "40")

    @click.group(epilog=examples("tts-tool games list"))
    def games() -> None:
        """Keep games."""

    @games.command("list", epilog=examples("tts-tool games list --all"))
    @click.option("--all/--open", "everything", help="Also the finished | left ones.")
    @click.argument("name")
    def list_games(*, everything: bool, name: str) -> None:
        """List games."""

    text = reference(games)
    assert "Commands: [list](#tts-tool-list)" in text
    assert "```text\ntts-tool list [OPTIONS] NAME\n```" in text
    assert "| `--all / --open` | Also the finished \\| left ones. |" in text
    assert "```text\ntts-tool games list --all\n```" in text
