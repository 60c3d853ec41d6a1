"""What attacks are made of: bytes bent, JSON with anything in it, files that are none."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode

__all__ = [
    "PRIVATE",
    "Ran",
    "bent",
    "command",
    "contents",
    "odd_file",
    "overwrite",
    "somebody_elses",
    "twisted",
    "wrong_words",
]

# As text of JSON, for Python's own writer knows not all of them.
ODD_VALUES = (
    *("null", "true", "0", "-0", "-1", "1e300", "-1e300", "1e999", "NaN", "-Infinity", "1" * 400),
    *("1" * 5_000, '""', '"\\ud800"', '"\\u0000"', '"../../x"', '"CON"', '"-1"', "[]", "{}"),
    *("[[]]", '[{"a": 1}]', '{"file": "script.lua"}', '{"folder": "../.."}', '{"value": 1}'),
    *('{"bundle": "bundle.json"}', '{"module": "../x"}', "[" * 150 + "]" * 150),
    *("[" * 3_000 + "]" * 3_000, json.dumps("x" * 100_000), json.dumps("é\n" * 5_000)),
)
PRIVATE = b"root:x:0:0:private:/root:/bin/bash\n"
JUNK = (
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"{",
    b"}",
    b'"',
    b"\\",
    b"\r",
    b"\n\n",
    b"[[[[",
    b"\\u",
)


class Ran(NamedTuple):
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


def command(*args: str, stdin: str = "") -> Ran:
    """Run a command of ours as its process would."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.stdin = sys.stdin, io.StringIO(stdin)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(cli, args)
    finally:
        sys.stdin = before
    return Ran(code, out.getvalue(), err.getvalue())


def wrong_words(ran: Ran) -> str | None:
    """Say what nobody should be told: a fault of ours, or a page of Python."""
    text = ran.out + ran.err
    if ran.code == ExitCode.INTERNAL or "Traceback (most" in text or "a fault of ours" in text:
        return f"exit code {int(ran.code)}: {ran.err[:400]}"
    return None


def bent(data: bytes, pick: random.Random) -> bytes:
    """Bend a file: cut it off, flip bytes, double a piece, put junk in."""
    at = pick.randrange(len(data) + 1)
    to = min(len(data), at + pick.choice([1, 2, 40, 4_000]))
    match pick.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return (
                data[:at]
                + bytes(byte ^ pick.choice([1, 8, 128]) for byte in data[at:to])
                + data[to:]
            )
        case 2:
            return data[:to] + data[at:to] * pick.choice([1, 3, 100]) + data[to:]
        case 3:
            return data[:at] + pick.choice(JUNK) * pick.choice([1, 5, 1_000]) + data[at:]
        case 4:
            return data[:at] + data[to:]
    return pick.choice(
        [b"", b" ", b"[]", b"{}", b"\xef\xbb\xbf", b"null", b"\x1f\x8b\x08", data[::-1]]
    )


def twisted(data: bytes, pick: random.Random, times: int = 1) -> bytes:
    """Put odd values in place of some of a JSON file's; a file that is none is bent."""
    try:
        root = json.loads(data)
    except (ValueError, RecursionError):
        return bent(data, pick)
    for number in range(times):
        places = list(_places(root))
        if not places:
            break
        holder, key = pick.choice(places)
        if isinstance(holder, dict) and pick.random() < 0.2:
            holder[pick.choice(["", "../x", "a/b", "\ud800", "x" * 5_000, "1"])] = holder.pop(key)
        else:
            holder[key] = f"<<odd {number}>>"
    text = json.dumps(root, indent=pick.choice([2, None]), ensure_ascii=pick.random() < 0.5)
    for number in range(times):
        text = text.replace(f'"<<odd {number}>>"', pick.choice(ODD_VALUES))
    return text.encode("utf-8", "surrogatepass")


def _places(node: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - whatever JSON holds
    waiting = [node]
    while waiting:
        here = waiting.pop()
        pairs = here.items() if isinstance(here, dict) else enumerate(here)
        for key, value in pairs:
            yield here, key
            if isinstance(value, dict | list):
                waiting.append(value)


@cache
def somebody_elses() -> Path:
    """Give a file that lies outside of what is attacked, and that nobody may write into."""
    path = Path(tempfile.mkdtemp(prefix="somebody-elses-")) / "private.txt"
    path.write_bytes(PRIVATE)
    return path


def odd_file(path: Path, pick: random.Random, but: Sequence[str] = ()) -> None:
    """Put something in the place of a file that is none, or not what it seems."""
    if path.is_file() or path.is_symlink():
        path.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    kinds = ["folder", "itself", "above", "elsewhere", "pipe", "nothing", "closed", "lines"]
    kinds = kinds if sys.platform != "win32" else ["folder", "nothing", "lines"]
    match pick.choice([kind for kind in kinds if kind not in but]):
        case "folder":
            path.mkdir(exist_ok=True)
        case "itself":
            path.symlink_to(path)
        case "above":
            path.symlink_to(path.parent, target_is_directory=True)
        case "elsewhere":
            path.symlink_to(somebody_elses())
        case "pipe":
            os.mkfifo(path)
        case "nothing":
            path.touch()
        case "closed":
            path.write_bytes(b"{}")
            path.chmod(0)
        case "lines":
            path.write_bytes(b"\n" * pick.choice([10, 2_000_000]))


def overwrite(path: Path, data: bytes) -> None:
    """Write a file where another weapon may have been: through no link, into no pipe."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        path.unlink()
    if not path.is_dir():
        path.write_bytes(data)


def contents(folder: Path, but: Sequence[str] = ()) -> dict[str, bytes]:
    """Give what plain files there are in a folder, to see that nothing is lost.

    What Python compiles for itself is nobody's.
    """
    found = {}
    for top, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if each != "__pycache__"]
        for name in names:
            path = Path(top) / name
            if path.is_file() and not path.is_symlink() and os.access(path, os.R_OK):
                inside = path.relative_to(folder).as_posix()
                if not inside.startswith(tuple(but)):
                    found[inside] = path.read_bytes()
    return found
