"""What the kernel refuses, and builds that are killed: told clearly, nothing lost, mended next."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.build.tiny import Tiny
from tests.wants import wants

ROOT = Path(__file__).parents[2]
ON_LINUX = sys.platform == "linux"

linux_only = wants("linux")
posix_only = wants("posix")


UNSHARE = shutil.which("unshare") if ON_LINUX else None


def may_mount() -> bool:
    """Tell whether this user may have disks of his own, in a namespace of his own."""
    if UNSHARE is None:
        return False
    return (
        subprocess.run([UNSHARE, "-rm", "true"], capture_output=True, check=False).returncode == 0
    )


WAYS = ["rlimit", "mode", *(["tmpfs"] if may_mount() else [])]


def strained(way: str, part: str, folder: Path) -> dict[str, Any]:
    """Build where the kernel refuses, in a process of its own."""
    command = [sys.executable, "-m", "tests.build.strained", way, part, str(folder)]
    if way == "tmpfs":
        command = [str(UNSHARE), "-rm", *command]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@linux_only
@pytest.mark.parametrize("part", ["out", "cache"])
@pytest.mark.parametrize("way", WAYS)
def test_refused(tmp_path: Path, way: str, part: str) -> None:
    """Full, limited, forbidden: what and where is said, the old build stays, the next is right."""
    told = strained(way, part, tmp_path)
    assert told["same"]
    assert told["right"]
    assert told["beside"] == ["tiny"]
    reason = {"rlimit": "File too large", "mode": "Permission denied", "tmpfs": "No space left"}
    if part == "cache":
        assert f"the cache cannot be written: {reason[way]}" in told["what"]
        assert str(tmp_path / "room/kept") in told["where"]
        assert "TTS_TOOL_CACHE" in told["fix"]
    else:
        full = way == "tmpfs"
        said = "the disk is full" if full else f"this cannot be written: {reason[way]}"
        assert told["what"] == f"{said}; the build that was here is as it was"
        assert told["where"] == str(tmp_path / "room/built/tiny")
        assert ("make room" if full else "--out") in told["fix"]


KILLED = """
import sys
from pathlib import Path
from tests.build.tiny import Tiny
Tiny.write = lambda *_: None
tiny = Tiny(Path(sys.argv[1]))
tiny.jobs = int(sys.argv[2])
job = tiny.job()
print("begun", flush=True)
tiny.build()
print("done", flush=True)
"""


def begun(folder: Path, jobs: int) -> subprocess.Popen[str]:
    """Start a build in a process of its own, and wait until it begins."""
    command = [sys.executable, "-c", KILLED, str(folder), str(jobs)]
    done = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")
    assert done.stdout is not None
    assert done.stdout.readline() == "begun\n"
    return done


def ended(build: subprocess.Popen[str]) -> str:
    """Wait for the end of a build, and read what it still said."""
    with build:
        assert build.stdout is not None
        return build.stdout.read()


@posix_only
@pytest.mark.soak(sample=8, full=400)
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_at_any_moment(tmp_path: Path, rounds: int, jobs: int) -> None:
    """Killed at whatever moment, a build leaves the old one or the new one, and no rubbish next."""
    tiny = Tiny(tmp_path)
    tiny.build()
    moments = random.Random(1)
    tiny.edit("cards/gems.toml", "#aa1122", "#000000")
    build, clock = begun(tmp_path, jobs), time.perf_counter()
    assert ended(build) == "done\n"
    longest = time.perf_counter() - clock
    hit = 0
    for number in range(1, rounds + 1):
        before = tiny.files()
        tiny.edit("cards/gems.toml", f"#{number - 1:06}", f"#{number:06}")
        build = begun(tmp_path, jobs)
        time.sleep(moments.uniform(0, longest))
        build.kill()
        if ended(build):
            longest /= 2  # it is quicker by now than the first one was
        else:
            hit += 1
        after = tiny.files()
        tiny.build()
        made = tiny.files()
        assert after in (before, made)
        assert made != before
        assert [path.name for path in tiny.out.parent.iterdir()] == ["tiny"]
        assert tiny.ran() == []
    assert hit


@linux_only
def test_nobody_is_left_behind(tmp_path: Path) -> None:
    """When a build is killed, the processes that draw for it end, too."""
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as build:
        assert build.stdout is not None
        drawing = {int(build.stdout.readline()) for _ in range(4)} - {build.pid}
        assert drawing
        build.kill()
    deadline = time.monotonic() + 50
    while any(Path(f"/proc/{each}/cmdline").is_file() for each in drawing):
        assert time.monotonic() < deadline
        time.sleep(0.02)


WAITING = """
import os, sys, time
from pathlib import Path
from tts_tool.build.cache import Cache
from tts_tool.build.graph import Graph, Made, Node
from tts_tool.build.making import BuildMemory, make_all
from tts_tool.build.stamps import Stamps
def waiting(given, needed):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(1 if given < 4 else 30)
    return Made(b"")
graph = Graph([Node(str(n), waiting, n) for n in range(8)])
make_all(graph, BuildMemory(Cache(Path(sys.argv[1])), "t", Stamps()), jobs=2)
"""
