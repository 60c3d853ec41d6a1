"""What is forked from a warm process is as if it had been started."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.wants import wants

if sys.platform == "linux":
    from tests.warm import starting
    from tests.warm.oven import Order

pytestmark = wants("linux")

ROOT = Path(__file__).parents[1]
OURS = (sys.executable, "-m", "tts_tool")
GAME = ("play", "night-market", "--seed", "1", "--people", "2")
LIGHTS = """
import subprocess, sys
from tests.warm import starting
starting.begin()
subprocess.run([sys.executable, "-m", "tts_tool", "--version"], check=True, stdout=-3)
print(*(each.pid for each in starting._lit.values()))
"""


ENDS = "from tests.warm import starting; starting.end()"


@pytest.fixture(autouse=True)
def warm() -> Iterator[None]:
    """Start warm, whatever this run does."""
    is_warm = subprocess.Popen is starting.Warm
    if not is_warm:
        starting.begin()
    yield
    if not is_warm:
        starting.end()


@contextmanager
def playing(**more: Any) -> Iterator[subprocess.Popen[str]]:  # noqa: ANN401
    """Begin a game at a terminal, which waits for an answer."""
    options = {"stdin": -1, "stdout": -1, "stderr": -1, "encoding": "utf-8", **more}
    with subprocess.Popen((*OURS, *GAME), **options) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        yield process
        process.kill()


def parent_of(pid: int) -> int:
    """Say who has started a process."""
    return int(Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[1])


def told(*words: str, **more: Any) -> tuple[int, str, str]:  # noqa: ANN401
    """Type a command; give its exit code, what it prints and its errors."""
    done = subprocess.run((*OURS, *words), capture_output=True, check=False, text=True, **more)
    return done.returncode, done.stdout, done.stderr


def test_as_if_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same code, output and errors, in the same folder, with the same input and variables."""
    (tmp_path / "tts-tool.toml").write_text("nonsense", encoding="utf-8")
    commands: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("--version",), {}),
        (("build", "nothing"), {}),
        (("build", "."), {"cwd": tmp_path}),
        (("games", "list"), {"env": {**os.environ, "TTS_TOOL_GAMES": str(tmp_path)}}),
        (GAME, {"input": "help\n"}),
        (GAME, {"stdin": subprocess.DEVNULL}),
    ]
    warm = [told(*words, **more) for words, more in commands]
    monkeypatch.setattr("subprocess.Popen", starting.Cold)
    assert warm == [told(*words, **more) for words, more in commands]
    assert len({code for code, _, _ in warm}) > 2


def test_it_is_ended_as_any_process() -> None:
    """It is waited for, interrupted, killed; how it ended is told to who has asked for it."""
    with playing() as process:
        assert parent_of(process.pid) != os.getpid()
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.poll() == 130
    with playing(start_new_session=True) as process:
        assert os.getsid(process.pid) == process.pid
        process.kill()
        assert process.wait(20) == -signal.SIGKILL


@pytest.mark.parametrize(
    ("variable", "value"),
    [("LC_ALL", "C"), ("PYTHONWARNINGS", "error"), ("PYTHONPATH", "copy"), ("COV_CORE_DATA", "x")],
)
def test_what_would_start_otherwise_is_started(tmp_path: Path, variable: str, value: str) -> None:
    """Who finds another copy of the tool, or has Python start otherwise, gets what they ask for."""
    shutil.copytree(
        ROOT / "tts_tool", tmp_path / "tts_tool", ignore=shutil.ignore_patterns("__*__")
    )
    said = str(tmp_path) if value == "copy" else value
    with playing(env={**os.environ, variable: said}) as process:
        assert parent_of(process.pid) == os.getpid()


def test_what_is_warm_ends_with_who_made_it_so() -> None:
    """Nothing stays behind when the tests end, however they do."""
    command = (sys.executable, "-c", LIGHTS)
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    (oven,) = map(int, done.stdout.split())
    latest = time.monotonic() + 20
    while Path(f"/proc/{oven}").exists() and time.monotonic() < latest:
        time.sleep(0.01)
    assert not Path(f"/proc/{oven}").exists()


def test_who_was_started_by_tests_ends_nothing_of_theirs() -> None:
    """A run of pytest inside a test leaves the ovens of the outer one, also if it starts cold."""
    assert told("--version")[0] == 0
    subprocess.run((sys.executable, "-c", ENDS), cwd=ROOT, check=True)
    with playing() as process:
        assert parent_of(process.pid) != os.getpid()


def test_what_has_gone_out_is_lit_again() -> None:
    """Who kills whatever was started kills an oven, too: the next command is warm all the same."""
    with playing() as process:
        oven = parent_of(process.pid)
    starting._lit["tts_tool-any"].kill()
    with playing() as process:
        assert parent_of(process.pid) != oven
    starting._lit["tts_tool-any"].wait(20)
    with playing() as process:
        assert parent_of(process.pid) not in {os.getpid(), oven}


def test_who_orders_and_is_gone() -> None:
    """Whoever is killed while they start something puts out nothing that others need."""
    with playing() as process:
        oven = parent_of(process.pid)
    place = Path(os.environ[starting._PLACE]) / "tts_tool-any"
    order = Order("tts_tool", ["--version"], str(ROOT), {**os.environ}, False, False)  # noqa: FBT003
    for said in (b"", b'["tts_tool"', json.dumps(order).encode() + b"\n"):
        with socket.socket(socket.AF_UNIX) as line, Path(os.devnull).open("r+b") as nothing:
            line.connect(str(place))
            if said:
                socket.send_fds(line, [said], [nothing.fileno()] * 3)
    with playing() as process:
        assert parent_of(process.pid) == oven
