"""Unpacks and packs in processes that are killed: at a file system step, or at any moment.

`unpacker.py steps DEED SAVE DIR STRIDE`: do the deed once in a copy of DIR for each step, or each
so many, each time killed at the next; print a line for each copy. `unpacker.py loop SAVE SAVE
DIR`: go to and
fro between two saves for ever.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import sys
from pathlib import Path

from tts_tool.saves import swap
from tts_tool.saves.disk import pack_folder, save_file, unpack_folder
from tts_tool.saves.tree import read
from tts_tool.saves.verifying import unpacked
from tts_tool.sync.pull.folder import pull_into

STEPS = frozenset(
    "open os.mkdir os.rename os.link os.remove os.rmdir os.chmod shutil.copyfile "
    "shutil.rmtree os.listdir os.scandir fcntl.flock ctypes.dlsym".split()
)
PACKED = "packed.json"


def unpack(save: Path, folder: Path) -> None:
    """Do what the command does."""
    unpack_folder(unpacked(save.read_bytes(), str(save)), folder)


def pack(_save: Path, folder: Path) -> None:
    """Do what the command does, into a file in the same folder."""
    save_file(folder / PACKED, pack_folder(folder), folder)


def pull(save: Path, folder: Path) -> None:
    """Pull from a save what has become of another since it was unpacked."""
    base = read(save.with_name("base.json").read_bytes(), "base")
    pull_into(folder, base, read(save.read_bytes(), str(save)), None)


def unpack_in_two_steps(save: Path, folder: Path) -> None:
    """Do it as on a system on which two folders cannot change places in one step."""
    swap._exchange = lambda *_: False
    unpack(save, folder)


DEEDS = {"pull": pull, "unpack": unpack, "unpack in two steps": unpack_in_two_steps, "pack": pack}


def killed(number: int, deed: str, save: Path, folder: Path) -> bool:
    """Do it in a process that is killed before its step of that number; say whether it was."""
    child = os.fork()
    if not child:
        _die_before(number)
        DEEDS[deed](save, folder)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def _die_before(number: int) -> None:
    count = itertools.count()

    def hook(event: str, _arguments: object) -> None:
        if event in STEPS and next(count) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def say(line: str) -> None:
    """Tell whoever started us."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def steps(deed: str, save: Path, folder: Path, stride: int) -> None:
    """Kill it once at each of its steps, or at some, each time in a fresh copy."""
    for number in itertools.count(0, stride):
        copy = folder.with_name(f"{folder.name}-{number}")
        shutil.copytree(folder, copy)
        was_killed = killed(number, deed, save, copy)
        say(json.dumps([str(copy), was_killed]))
        if not was_killed:
            return


def loop(one: Path, other: Path, folder: Path) -> None:
    """Unpack two saves in turns, and pack, until somebody kills us."""
    say("begun")
    for save in itertools.cycle([one, other]):
        unpack(save, folder)
        pack(save, folder)


if __name__ == "__main__":
    what, first, second, third, *more = sys.argv[1:]
    if what == "steps":
        steps(first, Path(second), Path(third), int(more[0]))
    else:
        loop(Path(first), Path(second), Path(third))
