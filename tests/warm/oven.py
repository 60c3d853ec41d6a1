"""A process that has imported all of a module, and forks what tests ask to be run of it.

    python -m tests.warm.oven SOCKET MODULE

Each order comes over a connection of its own, with the three streams of what is to be run; back
come the number of its process and, when it has ended, how. It ends with whoever has lit it.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import random
import runpy
import select
import signal
import socket
import struct
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from typing import Final, NamedTuple, NoReturn, TextIO

__all__ = ["NUMBER", "Order"]

NUMBER: Final = struct.Struct("=id")
"""The number of a process, or how it ended, and the seconds that it has worked."""
_PIECE: Final = 1 << 16
_STREAMS: Final = 3


class Order(NamedTuple):
    """What is to be run: a module with its arguments, where, and with what around it."""

    module: str
    arguments: list[str]
    folder: str
    around: dict[str, str]
    own_session: bool
    own_path: bool

    @property
    def oven(self) -> str:
        """Name what it can be forked from: how words are hashed is settled when Python starts."""
        return f"{self.module}-{self.around.get('PYTHONHASHSEED', 'any')}"

    @property
    def paths(self) -> list[str]:
        """List where Python would look for modules first."""
        said = self.around.get("PYTHONPATH", "").split(os.pathsep)
        return [*([] if self.own_path else [self.folder]), *filter(None, said)]


class _Oven:
    """The connections that are open: of whom has been forked, and where orders come in."""

    def __init__(self, place: str) -> None:
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(f"{place}.new")
        self.door.listen(16)
        os.rename(f"{place}.new", place)  # noqa: PTH104 - now everybody is heard
        self.lines: dict[int, socket.socket] = {}

    def bakes(self) -> Order | None:
        """Fork whatever is ordered until whoever lit this is gone; give an order to who is it."""
        hears, wakes = socket.socketpair()
        os.set_blocking(wakes.fileno(), False)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        watched: list[int | socket.socket] = [0, hears, self.door]
        while True:
            ready, _, _ = select.select(watched, [], [])
            if hears in ready:
                hears.recv(_PIECE)
                self._tell()
            if self.door in ready and (order := self._takes()):
                signal.set_wakeup_fd(-1)
                for each in (hears, wakes, self.door, *self.lines.values()):
                    each.close()
                return order
            if 0 in ready:
                return None

    def _takes(self) -> Order | None:
        line, _ = self.door.accept()
        text, streams = _ordered(line)
        pid = os.fork() if text.endswith(b"\n") else -1  # whoever has not said all is gone
        if pid:
            for each in streams:
                os.close(each)
            if pid == -1:
                line.close()
                return None
            self.lines[pid] = line
            with suppress(OSError):
                line.send(NUMBER.pack(pid, 0.0))
            return None
        line.close()
        for own, each in enumerate(streams):
            os.dup2(each, own)
            os.close(each)
        return Order(*json.loads(text))

    def _tell(self) -> None:
        """Say of all who have ended how they did."""
        with suppress(ChildProcessError):
            while (ended := os.wait4(-1, os.WNOHANG))[0]:
                pid, status, used = ended
                with self.lines.pop(pid) as line, suppress(OSError):
                    line.send(NUMBER.pack(status, used.ru_utime + used.ru_stime))


def _ordered(line: socket.socket) -> tuple[bytes, list[int]]:
    """Read what somebody orders, who may be killed at it, and their streams."""
    text, streams = b"", list[int]()
    with suppress(OSError):
        text, streams, _, _ = socket.recv_fds(line, _PIECE, _STREAMS)
        while text and not text.endswith(b"\n") and (more := line.recv(_PIECE)):
            text += more
    return text, streams


def _begin(order: Order) -> None:
    """Make this process what Python would have been at the first line of the module."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if order.own_session:
        os.setsid()
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.around)
    sys.path[:1] = [each for each in order.paths if each not in sys.path[1:]]
    sys.dont_write_bytecode = bool(order.around.get("PYTHONDONTWRITEBYTECODE"))
    sys.argv = [order.module, *order.arguments]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _stream(number, getattr(sys, name))
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    random.seed()
    tempfile.tempdir = None


def _stream(number: int, like: TextIO) -> TextIO:
    waits = number < 2 and not os.isatty(number)
    return open(
        number,
        "w" if number else "r",
        buffering=-1 if waits else 1,
        encoding=like.encoding,
        errors=like.errors,
        closefd=False,
    )


def _run(module: str) -> NoReturn:
    """Run a module as `python -m` does, and end."""
    code = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)  # noqa: T201 - as Python does
    except BaseException:  # noqa: BLE001 - as Python does
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code & 0xFF)


def _import_all(module: str) -> None:
    """Import what the module may ever import, and it not: it will be run."""
    if module == "tts_tool.table.cage":
        _open_one_table()
    else:
        package = importlib.import_module(module)
        for each in pkgutil.walk_packages(package.__path__, f"{module}."):
            if not each.name.endswith("__main__") and not each.name.startswith("tts_tool.proof"):
                importlib.import_module(each.name)
    if "." in module:
        sys.modules.pop(module, None)
    gc.collect()
    gc.freeze()


def _open_one_table() -> None:
    """Do once what every cage does before it answers: half of what opening an empty table costs."""
    from tts_tool.table import cage, service  # noqa: PLC0415 - only for tables
    from tts_tool.table.scripts.watch import Watch  # noqa: PLC0415 - only for tables

    cage._open_room(f"{service.__name__}:open_service", Watch(), lambda _kind, _value: None)
    cage._load_the_rest()


def main() -> None:
    """Get warm, and bake."""
    place, module = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from tests.warm.starting import install  # noqa: PLC0415

    install()
    _import_all(module)
    if order := _Oven(place).bakes():
        _begin(order)
        _run(order.module)


if __name__ == "__main__":
    main()
