"""`tts-tool console`, as somebody types at it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest

from tests.cli.town import Town
from tts_tool.cli.console import typed
from tts_tool.errors import ExitCode


@pytest.mark.parametrize(
    ("text", "chunk", "goes_on"),
    [
        ("1 + 1", "return 1 + 1", False),
        ("x = 1", "x = 1", False),
        ("print('a')", "return print('a')", False),
        ("for i = 1, 3 do", "", True),
        ("text = [[two", "", True),
        ("retrun 1", "", False),
    ],
)
def test_what_is_typed(text: str, chunk: str, goes_on: bool) -> None:  # noqa: FBT001
    """An expression means its value; what is not finished goes on; what is wrong is no chunk."""
    read = typed(text)
    assert (read.chunk, read.goes_on) == (chunk, goes_on)
    assert (read.error is None) == bool(chunk)


def test_a_talk(town: Town) -> None:
    """Values, prints, errors with their lines, many lines, objects: all without a terminal, too."""
    town.opens()
    lines = (
        "1 + 1",
        "for n = 1, 2 do",
        "print('n' .. n) end",
        "retrun 1",
        "go()",
        ":object Bob",
        "hi()",
        "bad()",
        ":object Eve",
        ":global",
        "self == nil",
        ":quit",
        "print('never')",
    )
    done = subprocess.run(
        [sys.executable, "-m", "tts_tool", "console", *town.ports],
        input="\n".join(lines),
        env=town.person.environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == ExitCode.OK, done.stderr
    said = done.stdout
    for part in (
        "2\n",
        "n1\n",
        "n2\n",
        "error: CODE:1:8: expected",
        "the script of Bob - b0b000:6:",
        ">     6 |     return nothing.field",
        "hi from Bob",
        'error: no object "Eve"',
    ):
        assert part in said
    assert said.count("the script of Bob - b0b000:6:") == 2
    assert "never" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="wants a terminal of Unix")
def test_at_a_terminal(town: Town) -> None:
    """Tab completes, the arrow brings back what was typed in an earlier talk, Ctrl+D leaves."""
    town.opens()
    first = _at_a_terminal(town, [b"return 'a' .. 'bc'\n", b"\x04"], "abc")
    assert "abc" in first
    second = _at_a_terminal(
        town, [b"\x1b[A\n", b"getObjectFro\t('b0b000').getName()\n", b"\x04"], "Bob"
    )
    assert second.count("abc") == 1
    assert "Bob" in second


def _at_a_terminal(town: Town, keys: list[bytes], last: str) -> str:
    """Press keys, each when the prompt is there; give all that was shown."""
    import pty  # noqa: PLC0415 - only Unix has it

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tts_tool", "console", *town.ports]
    environment = {**town.person.environment(), "TERM": "dumb"}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        shown, prompts = "", 0
        latest = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < latest:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    shown += os.read(ours, 4096).decode(errors="replace")
                except OSError:  # on Linux, that the other side has closed it
                    break
            if shown.count("Global> ") > prompts and keys and (len(keys) > 1 or last in shown):
                prompts = shown.count("Global> ")
                os.write(ours, keys.pop(0))
        process.kill()
    os.close(ours)
    assert not keys, shown
    return shown
