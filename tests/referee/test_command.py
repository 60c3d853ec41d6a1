"""`tts-tool referee` as a process: what it prints, how it ends, what stays on the disk."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tts_tool.errors import ExitCode
from tts_tool.referee.schema import protocol_schema

NEW = {"id": 2, "op": "new", "game": "night-market", "seed": 1}


def run(*arguments: str, say: list[Any]) -> subprocess.CompletedProcess[bytes]:
    """Run the command with these requests, or raw lines, as its input."""
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in say]
    command = [sys.executable, "-m", "tts_tool", "referee", *arguments]
    return subprocess.run(command, input=b"\n".join(lines), capture_output=True, check=False)


def test_one_line_out_for_each_line_in() -> None:
    """Nothing but replies goes to stdout, and a wrong line is one of them."""
    said = run(say=[{"id": 1, "op": "hello"}, b"nonsense", b"\xff", NEW, {"id": 3, "op": "quit"}])
    replies = [json.loads(line) for line in said.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, False, True, True]
    assert (said.returncode, said.stderr) == (ExitCode.OK, b"")


@pytest.mark.parametrize("last", [[{"id": 3, "op": "quit"}], []], ids=["quit", "end of input"])
def test_outcomes_that_never_came(last: list[Any]) -> None:
    """They are an error of the whole run, whichever way it ends."""
    said = run(say=[{**NEW, "script": {"voice": [[6]]}}, *last])
    assert said.returncode == ExitCode.FINDING
    assert b"voice" in said.stderr
    assert len(said.stdout.splitlines()) == 1 + len(last)


def test_a_line_over_the_limit() -> None:
    """It costs one error line; with a higher limit it is read."""
    long = {"id": 1, "op": "hello", "game": "x" * (1 << 20)}
    codes = [
        json.loads(run(*arguments, say=[long]).stdout)["error"]["code"]
        for arguments in ([], ["--longest-line", "2"])
    ]
    assert codes == ["too-long", "not-found"]


def test_journal_and_resume(tmp_path: Path) -> None:
    """A game that was left is gone on with where it stood."""
    file = str(tmp_path / "games")
    first = run("--journal", file, say=[NEW, {"id": 3, "op": "position"}])
    began, position = (json.loads(line)["result"] for line in first.stdout.splitlines())
    again = [{"id": 1, "op": "hello"}, {"id": 3, "op": "position"}]
    second = run("--journal", file, "--resume", began["journal"], say=again)
    hello, resumed = (json.loads(line)["result"] for line in second.stdout.splitlines())
    assert hello["playing"]["journal"] == began["journal"]
    assert resumed == position


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (["nigth-market"], ExitCode.NOT_FOUND, b"night-market"),
        (["--resume", "x"], ExitCode.BAD_INPUT, b"--journal"),
        (["--longest-line", "0"], ExitCode.USAGE, b"--longest-line"),
    ],
)
def test_wrong_command_lines(arguments: list[str], code: ExitCode, hint: bytes) -> None:
    """A wrong command line is told on stderr; stdout stays empty."""
    said = run(*arguments, say=[])
    assert (said.returncode, said.stdout) == (code, b"")
    assert hint in said.stderr


def test_schema() -> None:
    """The schema comes with the command, for whoever has only that."""
    assert run("--schema", say=[]).stdout.decode() == protocol_schema()
