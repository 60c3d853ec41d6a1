"""Starts processes as `subprocess.Popen` does, and has what is ours forked from an oven."""

from __future__ import annotations

import asyncio.unix_events
import inspect
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from tests.warm.oven import NUMBER, Order

__all__ = ["Warm", "begin", "end", "install"]

_ROOT: Final = Path(__file__).parents[2]
_PLACE: Final = "TTS_TOOL_TESTS_WARM"
"""The variable that names the folder where ovens listen: what is forked there asks there, too."""
_OURS: Final = frozenset(("tts_tool", "tts_tool.table.cage"))
_FLAGS: Final = frozenset(("-P", "-s"))
_READ_AT_START: Final = ("LANG", "LC_", "TZ", "PYTHON", "COV_", "COVERAGE_")
"""How the names of variables begin that Python, or what measures it, reads when it starts."""
_HANDED_ON: Final = frozenset(("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED"))
"""Of these, what an oven takes from each order, or is told apart by."""
_USUAL: Final = {
    **dict.fromkeys(("executable", "preexec_fn", "startupinfo", "gid", "gids", "uid")),
    "shell": False,
    "umask": -1,
    "process_group": -1,
    "creationflags": 0,
    "pass_fds": (),
}
_PATIENCE: Final = 30.0
_KILLED: Final = 9

Cold: Final = subprocess.Popen
_SAYS: Final = inspect.signature(Cold.__dict__.get("_execute_child", Cold.__init__))


class Warm(subprocess.Popen[Any]):
    """A `Popen` that has what is ours forked from an oven, and starts all else as ever."""

    worked = 0.0
    """What all have worked who were forked for this process, and waited for, in seconds."""
    _oven: socket.socket | None = None

    def _execute_child(self, *given: Any) -> None:  # noqa: ANN401 - Python's own
        asked = _SAYS.bind(self, *given).arguments
        order = _order(asked)
        oven = order and _reach(order)
        if not order or not oven:
            super()._execute_child(*given)  # type: ignore[misc]
            return
        wanted = (asked["p2cread"], asked["c2pwrite"], asked["errwrite"])
        theirs = [own if fd == -1 else fd for own, fd in enumerate(wanted)]
        told = b""
        with suppress(OSError):
            socket.send_fds(oven, [json.dumps(order).encode() + b"\n"], theirs)
            told = oven.recv(NUMBER.size)
        if not told:  # it has gone out in this moment
            oven.close()
            super()._execute_child(*given)  # type: ignore[misc]
            return
        self._oven = oven
        self.pid, _ = NUMBER.unpack(told)
        self._child_created = True
        pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(asked[each] for each in pipes))  # type: ignore[attr-defined]

    def _internal_poll(self, *given: Any, **more: Any) -> int | None:  # noqa: ANN401
        if self._oven is None:
            return super()._internal_poll(*given, **more)  # type: ignore[misc,no-any-return]
        if self.returncode is None and self._waitpid_lock.acquire(blocking=False):  # type: ignore[attr-defined]
            try:
                self._notice(os.WNOHANG)
            finally:
                self._waitpid_lock.release()  # type: ignore[attr-defined]
        return self.returncode

    def _notice(self, flags: int) -> None:
        pid, status = self._try_wait(flags)
        if pid and self.returncode is None:
            self._handle_exitstatus(status)  # type: ignore[attr-defined]

    def _try_wait(self, flags: int) -> tuple[int, int]:
        """Do what `waitpid` does for children: its parent tells how it ended."""
        if self._oven is None:
            return super()._try_wait(flags)  # type: ignore[misc,no-any-return]
        try:
            told = self._oven.recv(NUMBER.size, socket.MSG_DONTWAIT if flags else 0)
        except BlockingIOError:
            return 0, 0
        except ConnectionResetError:
            told = b""
        self._oven.close()
        self._oven = None
        status, worked = NUMBER.unpack(told) if told else (_KILLED, 0.0)
        Warm.worked += worked
        return self.pid, status


def _order(asked: Mapping[str, Any]) -> Order | None:
    """Read what is to be started, if it is ours and nothing about it is unusual."""
    if any(asked.get(name, usual) != usual for name, usual in _USUAL.items()):
        return None
    words = [os.fspath(each) for each in asked["args"]] if type(asked["args"]) is not str else []
    module = words.index("-m") + 1 if "-m" in words[:4] else len(words)
    if words[:1] != [sys.executable] or not {*words[1 : module - 1]} <= _FLAGS:
        return None
    if words[module : module + 1] == [] or words[module] not in _OURS:
        return None
    around = dict(os.environ if asked["env"] is None else asked["env"])
    folder = os.fspath(asked["cwd"] or Path.cwd())
    session, own_path = bool(asked["start_new_session"]), "-P" in words[:module]
    order = Order(words[module], words[module + 1 :], folder, around, session, own_path)
    return order if _is_as_here(around) and _finds_ours(order) else None


def _is_as_here(around: Mapping[str, str]) -> bool:
    """Tell whether Python would start there as it has started here, and nobody measures it."""
    read = [
        {name: value for name, value in each.items() if name.startswith(_READ_AT_START)}
        for each in (around, os.environ)
    ]
    differing = {name for each in read for name in each if read[0].get(name) != read[1].get(name)}
    return differing <= _HANDED_ON and not any(name.startswith("COV_CORE") for name in read[0])


def _finds_ours(order: Order) -> bool:
    """Tell whether Python would find our code there, and not that of a copy of it."""
    folders = [Path(each) for each in order.paths]
    copies = [each for each in folders if (each / "tts_tool" / "__init__.py").exists()]
    return all(each.resolve() == _ROOT for each in copies)


_lit: dict[str, subprocess.Popen[bytes]] = {}
_lighting: list[int] = []
"""The process that lights ovens: that which runs the tests."""


def _reach(order: Order) -> socket.socket | None:
    """Connect with the oven for an order; the process that runs the tests lights it."""
    if _PLACE not in os.environ or not Path(order.folder).is_dir():
        return None
    place = Path(os.environ[_PLACE]) / order.oven
    if _lighting == [os.getpid()] and not _burns(order.oven):
        place.unlink(missing_ok=True)
        _lit[order.oven] = _light(place, order)
    line = socket.socket(socket.AF_UNIX)
    with suppress(FileNotFoundError, ConnectionRefusedError):
        line.connect(str(place))
        return line
    line.close()
    return None


def _burns(oven: str) -> bool:
    """Tell whether an oven was lit and has not gone out; what is left of one is put away."""
    lit = _lit.get(oven)
    if lit is None or lit.poll() is None:
        return lit is not None
    assert lit.stdin is not None
    lit.stdin.close()
    return False


def _light(place: Path, order: Order) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.warm.oven", str(place), order.module]
    seeds = {name: value for name, value in order.around.items() if name == "PYTHONHASHSEED"}
    around = {name: value for name, value in os.environ.items() if name != "PYTHONHASHSEED"}
    oven = Cold(command, stdin=subprocess.PIPE, cwd=_ROOT, env=around | seeds)
    latest = time.monotonic() + _PATIENCE
    while not place.exists():
        assert oven.poll() is None, "the oven has gone out"
        assert time.monotonic() < latest, "the oven does not get warm"
        time.sleep(0.01)
    return oven


def begin() -> None:
    """Light ovens from now on, as they are needed."""
    os.environ[_PLACE] = tempfile.mkdtemp(prefix="warm-")
    _lighting[:] = [os.getpid()]
    install()


def install() -> None:
    """Let all that this process starts be started warm, but what asyncio itself waits for."""
    asyncio.unix_events.subprocess = SimpleNamespace(**vars(subprocess))  # type: ignore[attr-defined]
    subprocess.Popen = Warm  # type: ignore[misc]


def end() -> None:
    """Let the ovens go out that this process has lit, and start as ever."""
    if _lighting != [os.getpid()]:
        return  # the place that the variable names is of whoever has started us
    _lighting.clear()
    while _lit:
        _, oven = _lit.popitem()
        assert oven.stdin is not None
        oven.stdin.close()
        oven.wait()
    if place := os.environ.pop(_PLACE, None):
        shutil.rmtree(place, ignore_errors=True)
        subprocess.Popen = Cold  # type: ignore[misc]
