"""The process in which strangers' Lua runs: `python -m tts_tool.table.cage ROOM PAGE SETTINGS`.

ROOM is `module:function`; the function makes what answers requests. Nothing is opened any more
once the first request comes: everything travels over the two pipes. The owner ends this process
when a script does not come back.
"""

from __future__ import annotations

import codecs
import gc
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

from tts_tool.errors import UserError
from tts_tool.table.limits import Allowance, Limits, confine
from tts_tool.table.scripts.faults import ScriptFault
from tts_tool.table.scripts.prelude import BOOT, PARTS, source_of
from tts_tool.table.scripts.watch import Watch
from tts_tool.table.window import ShownWatch
from tts_tool.table.wire import Plain, read_message, write_message

__all__ = ["NO_MEMORY", "Notify", "Room", "Settings", "main"]

# The code with which a cage ends that has no memory left.
NO_MEMORY = 71

# Hardly anything here is circular garbage, but there is much: Python looks for it less often.
_SELDOM = (50_000, 20, 100)

Notify = Callable[[str, Plain], None]


class Room(Protocol):
    """What lives in a cage; `ROOM` makes one of a `Watch` and a `Notify`."""

    def answer(self, verb: str, arguments: list[Plain]) -> Plain:
        """Do what the owner asks; the value must have a form in MessagePack."""


class Settings(msgspec.Struct, frozen=True):
    """What the owner decides: how long a script may run, and what the process may use."""

    seconds: float = 5.0
    limits: Limits = Limits()


def main(arguments: list[str]) -> None:
    """Open the room, lock the door behind us, and answer until the owner is gone."""
    room_name, page, settings_text = arguments
    settings = msgspec.json.decode(settings_text, type=Settings)
    inlet, outlet = _pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch = ShownWatch(Path(page), settings.seconds)

    def notify(kind: str, value: Plain) -> None:
        write_message(outlet, ("notice", kind, value), at_once=False)  # an answer will follow

    room = _open_room(room_name, watch, notify)
    _load_the_rest()
    taken = confine(settings.limits)
    write_message(outlet, ("ready", taken))
    try:
        _serve(room, inlet, outlet, settings.limits.cpu_seconds)
    except BrokenPipeError:  # the owner was killed: nobody is left to complain to
        os._exit(0)


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes for messages; what anybody prints goes to the error stream."""
    inlet = os.fdopen(os.dup(0), "rb")
    outlet = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return inlet, outlet


def _open_room(name: str, watch: Watch, notify: Notify) -> Room:
    module, _, function = name.partition(":")
    make = getattr(importlib.import_module(module), function)
    gc.freeze()  # what was imported stays: only what making the room leaves is looked through below
    room: Room = make(watch, notify)
    return room


def _load_the_rest() -> None:
    """Load what Python would load from files at first use: later it cannot."""
    for name in ("utf-8", "utf-16-le", "utf-16-be", "latin-1", "ascii", "idna", "unicode_escape"):
        codecs.lookup(name)
    for part in (BOOT, *PARTS):
        source_of(part)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_SELDOM)


def _serve(room: Room, inlet: BinaryIO, outlet: BinaryIO, most: int) -> None:
    allowance = Allowance()
    while True:
        try:
            number, verb, arguments, seconds = read_message(inlet)
        except EOFError:
            return
        allowance.renew(min(int(seconds) + 1, most))
        answer = _answer(room, verb, arguments)
        try:
            write_message(outlet, (*answer[:1], number, *answer[1:]))
        except UserError as error:
            write_message(outlet, ("refused", number, *_complaint(error)))


def _complaint(error: UserError) -> tuple[str, str, str | None, str | None]:
    """Say what kind of mistake it is, as far as all rooms know, and its words."""
    kinds = (
        each.__name__ for each in type(error).__mro__ if each.__module__ == UserError.__module__
    )
    return next(kinds), error.what, error.where, error.fix


def _answer(room: Room, verb: str, arguments: list[Plain]) -> tuple[Plain, ...]:
    try:
        return ("done", room.answer(verb, arguments))
    except ScriptFault as fault:
        facts = (fault.message, fault.script, fault.guid, fault.function, fault.traceback)
        return ("fault", *facts)
    except UserError as error:
        return ("refused", *_complaint(error))
    except MemoryError:
        # Nobody knows what of the table is whole now; the owner begins anew.
        os._exit(NO_MEMORY)
    except Exception as error:  # noqa: BLE001 - our own fault must not end the table
        return ("broken", f"{type(error).__name__}: {error}", traceback.format_exc())


if __name__ == "__main__":
    main(sys.argv[1:])
