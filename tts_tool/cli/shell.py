"""Runs a command and turns whatever happens into an exit code and two lines, rarely more."""

import atexit
import errno
import gc
import io
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, NoReturn

import click

from tts_tool.cli.options import Switches
from tts_tool.errors import ExitCode, UserError

__all__ = ["leave", "run", "speak_utf8"]


_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""What a disk says that takes no more; it does not say which file that was."""


class Complaint(NamedTuple):
    """What is said on stderr: what is wrong (and where), what to do, and the exit code."""

    what: str
    fix: str | None
    code: int
    details: tuple[str, ...] = ()


def run(command: click.Command, args: Sequence[str], name: str = "tts-tool") -> int:
    """Run a command line; only what is shown and the exit code come out, never an exception."""
    switches = Switches()
    try:
        return _invoke(command, args, name, switches)
    except BrokenPipeError:
        return _pipe_closed()
    except (KeyboardInterrupt, click.Abort):
        click.echo("stopped", err=True)
        return ExitCode.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - whatever it is, the person gets a line, not a page
        return _complain(error, debug=switches.debug)


def leave(code: int) -> NoReturn:
    """End this process at once: to take apart what goes with it is a tenth of what a build takes.

    Where another thread is at work, or what is said reaches nobody, it ends as Python ends it.
    """
    if threading.active_count() == 1:
        with suppress(OSError, ValueError):
            atexit._run_exitfuncs()  # noqa: SLF001 - all that Python would do before it takes apart
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    gc.freeze()  # it goes with the process: nobody need look through it once more
    sys.exit(code)


def speak_utf8() -> None:
    """Write the same bytes on every system, also to a pipe on Windows.

    Names with umlauts must neither fail nor turn into something else.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _invoke(command: click.Command, args: Sequence[str], name: str, switches: Switches) -> int:
    try:
        with command.make_context(name, list(args), obj=switches) as ctx:
            command.invoke(ctx)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    sys.stdout.flush()
    return ExitCode.OK


def _pipe_closed() -> int:
    """Stop quietly; what Python still flushes at its end must go nowhere, too."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.PIPE_CLOSED


def _complain(error: Exception, *, debug: bool) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return ExitCode.USAGE
    if debug:
        _print_traceback(error)
    complaint = _complaint(error)
    click.echo(f"error: {_one_line(complaint.what)}", err=True)
    for line in filter(None, (*complaint.details, complaint.fix)):
        click.echo(f"  {_one_line(line)}", err=True)
    return complaint.code


def _complaint(error: Exception) -> Complaint:
    match error:
        case UserError():
            return Complaint(str(error), error.fix, error.exit_code, error.details)
        case click.UsageError():
            return Complaint(error.format_message(), _help_for(error), ExitCode.USAGE)
        case click.ClickException():
            return Complaint(error.format_message(), None, ExitCode.BAD_INPUT)
        case EOFError():
            return Complaint("the input ended before an answer came", None, ExitCode.BAD_INPUT)
        case OSError(filename=name, strerror=str(reason)) if name or error.errno in _FULL:
            from tts_tool.patience import advice

            return Complaint(f"{name or 'the disk'}: {reason}", advice(error), _os_code(error))
    what = f"internal error: {type(error).__name__}: {error}"
    return Complaint(what, "Run again with --debug and report what it prints.", ExitCode.INTERNAL)


def _help_for(error: click.UsageError) -> str | None:
    return f"See {error.ctx.command_path} --help" if error.ctx else None


def _os_code(error: Exception) -> ExitCode:
    missing = isinstance(error, FileNotFoundError)
    return ExitCode.NOT_FOUND if missing else ExitCode.UNAVAILABLE


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _print_traceback(error: Exception) -> None:
    import traceback

    traceback.print_exception(error)
