"""Whatever happens in a command, people see at most two lines and programs an exit code."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tts_tool import errors
from tts_tool.cli.lazy import CommandRow, LazyGroup
from tts_tool.cli.options import debug_option, examples, json_option, print_json
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode


class Room(errors.Refused):
    """A room's own refusal, made without knowing of a command line."""


RAISED: dict[str, Callable[[], BaseException]] = {
    "finding": lambda: errors.UserError("two cards lack a price"),
    "bad": lambda: errors.BadInput("unknown key", where="a.toml:3", fix='Did you mean "price"?'),
    "missing": lambda: errors.NotFound("no game 'x'"),
    "refused": lambda: Room("not your turn"),
    "unavailable": lambda: errors.Unavailable("port 39998 is taken"),
    "lines": lambda: errors.BadInput("one\ntwo\n  three"),
    "fault": lambda: KeyError("oops"),
    "no-file": lambda: FileNotFoundError(2, "No such file or directory", "x.toml"),
    "disk": lambda: PermissionError(13, "Permission denied", "x.toml"),
    "oserror": lambda: OSError("something"),
    "interrupt": KeyboardInterrupt,
    "abort": click.Abort,
    "end": EOFError,
    "pipe": BrokenPipeError,
    "click": lambda: click.ClickException("cannot"),
    "file": lambda: click.FileError("x.toml", "is a folder"),
    "usage": lambda: click.UsageError("not that way"),
    "exit": lambda: click.exceptions.Exit(ExitCode.FINDING),
}


@click.command("raise", epilog=examples("tts-tool raise fault"))
@click.argument("what")
def fail(what: str) -> None:
    """Raise something."""
    error = RAISED[what]()
    raise error


@click.command()
@json_option
def hello(*, as_json: bool) -> None:
    """Greet."""
    if as_json:
        print_json({"b": "Grüße", "a": 1})
    else:
        click.echo("Grüße")


@click.group(name="nest")
def nest() -> None:
    """Hold a command."""


nest.add_command(fail)


class Small(LazyGroup):
    """A tool with a table of its own."""

    table = {  # noqa: RUF012 - annotated where it is declared
        "raise": CommandRow(__name__, "fail", "Raise something."),
        "hello": CommandRow(__name__, "hello", "Greet."),
        "nest": CommandRow(__name__, "nest", "Hold a command."),
        "absent": CommandRow("tts_tool.no_such_module", "absent", "Is not there."),
        "wrong": CommandRow(__name__, "RAISED", "Is no command."),
    }


@click.group(cls=Small)
def small() -> None:
    """Show what the shell does."""


small.params.append(debug_option(hidden=False))


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the table find this very module by its name."""
    monkeypatch.setitem(sys.modules, __name__, sys.modules[fail.callback.__module__])


AGAIN = "  Run again with --debug and report what it prints.\n"
ENDINGS = [
    ("finding", 1, "error: two cards lack a price\n"),
    ("bad", 3, 'error: a.toml:3: unknown key\n  Did you mean "price"?\n'),
    ("missing", 4, "error: no game 'x'\n"),
    ("refused", 5, "error: not your turn\n"),
    ("unavailable", 6, "error: port 39998 is taken\n"),
    ("lines", 3, "error: one two three\n"),
    ("fault", 70, f"error: internal error: KeyError: 'oops'\n{AGAIN}"),
    ("no-file", 4, "error: x.toml: No such file or directory\n"),
    ("disk", 6, "error: x.toml: Permission denied\n"),
    ("oserror", 70, f"error: internal error: OSError: something\n{AGAIN}"),
    ("interrupt", 130, "stopped\n"),
    ("abort", 130, "stopped\n"),
    ("end", 3, "error: the input ended before an answer came\n"),
    ("pipe", 141, ""),
    ("click", 3, "error: cannot\n"),
    ("file", 3, "error: Could not open file 'x.toml': is a folder\n"),
    ("usage", 2, "error: not that way\n  See tts-tool raise --help\n"),
    ("exit", 1, ""),
]


@pytest.mark.parametrize(("what", "code", "shown"), ENDINGS)
def test_endings(what: str, code: int, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each way to end has its exit code and its one or two lines on stderr."""
    assert run(small, ["raise", what]) == code
    assert capsys.readouterr() == ("", shown)


def test_all_endings_are_tried() -> None:
    """No way to end in the table above stays untested."""
    assert {what for what, _, _ in ENDINGS} == set(RAISED)


@pytest.mark.parametrize(
    "args",
    [
        ["--debug", "raise", "fault"],
        ["raise", "fault", "--debug"],
        ["raise", "--debug", "bad"],
        ["nest", "raise", "fault", "--debug"],
    ],
)
def test_debug_shows_the_traceback(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """`--debug` may stand anywhere and shows the traceback before the line."""
    run(small, args)
    shown = capsys.readouterr().err
    assert shown.startswith("Traceback")
    assert "error: " in shown


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["hallo"], "error: No such command 'hallo'. Did you mean 'hello'?\n"),
        (["xyz"], "error: No such command 'xyz'.\n"),
        (["hello", "extra"], "error: Got unexpected extra argument (extra)\n"),
        (["raise"], "error: Missing argument 'WHAT'.\n"),
        (["--hallo"], "error: No such option"),
    ],
)
def test_wrong_command_lines(
    args: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong command line is told with a guess and where help is, in two lines."""
    assert run(small, args) == ExitCode.USAGE
    shown = capsys.readouterr().err
    assert shown.startswith(says)
    assert "\n  See tts-tool" in shown
    assert len(shown.splitlines()) == 2


def test_no_command_shows_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a command the list of commands is shown."""
    assert run(small, []) == ExitCode.USAGE
    assert "Greet." in capsys.readouterr().err


def test_list_needs_no_import(capsys: pytest.CaptureFixture[str]) -> None:
    """The list names a command whose module cannot be imported; running it is a fault of ours."""
    assert run(small, ["--help"]) == 0
    assert "Is not there." in capsys.readouterr().out
    assert run(small, ["absent"]) == ExitCode.INTERNAL
    assert run(small, ["wrong"]) == ExitCode.INTERNAL


def test_json_is_stable(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON for programs keeps the order of keys and is not escaped."""
    assert run(small, ["hello", "--json"]) == 0
    assert capsys.readouterr().out == '{\n  "a": 1,\n  "b": "Grüße"\n}\n'


def test_exit_codes_differ() -> None:
    """Every exit code has a number of its own and a meaning."""
    assert len({code.value for code in ExitCode}) == len(ExitCode.__members__)
    assert all(code.meaning for code in ExitCode)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_output_is_utf8(encoding: str) -> None:
    """Names are written as UTF-8 also where the system would choose something smaller."""
    program = (
        "import sys\nfrom tts_tool.cli.shell import speak_utf8\nspeak_utf8()\nprint('Ł→ü \\udc80')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert done.stdout.strip() == "Ł→ü \\udc80".encode()


def test_closed_pipe_is_quiet() -> None:
    """When the reader goes away (as `head` does), nothing is said on stderr."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "tts_tool", "--help"],
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
            cwd=Path(__file__).parents[2],
        )
    assert (done.returncode, done.stderr) == (ExitCode.PIPE_CLOSED, b"")
