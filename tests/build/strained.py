"""A build that meets a real refusal of the kernel, in a process of its own; run by a test.

    python -m tests.build.strained WAY PART FOLDER

WAY is how the kernel is made to refuse: `rlimit` (no file may be larger than a few bytes), `tmpfs`
(a disk of some kilobytes, filled up; wants the right to mount) or `mode` (a folder without the
right to write, and nobody's right to do so all the same). PART is what lies there: `out` or
`cache`. Printed is what the build said, whether what was there before is as it was, what lies
beside it, and whether the next build, once there is room, gives what a first one would.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from tests.build.tiny import Tiny
from tts_tool.build.cache import Cache
from tts_tool.errors import UserError

__all__ = ["Told"]

Told = dict[str, object]

_SMALL = 600
_CAPABILITIES = 0x20080522


def main(way: str, part: str, folder: Path) -> Told:
    """Build, edit, build where it is refused, and build again where it is not."""
    import resource  # noqa: PLC0415 - Windows has none, and collects this file, too

    room = folder / "room"
    room.mkdir()
    if way == "tmpfs":
        _mount(room)
    tiny = Tiny(folder)
    tiny.out = (room if part == "out" else folder) / "built" / "tiny"
    kept = Cache((room if part == "cache" else folder) / "kept")
    tiny.cache = kept
    tiny.build()
    tiny.edit("cards/gems.toml", "#aa1122", "#aa1133")
    if part == "out":
        _know(tiny)
    refuse, allow = {
        "rlimit": (
            lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (_SMALL, resource.RLIM_INFINITY)),
            lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2),
        ),
        "tmpfs": (lambda: _fill(room / "filler"), (room / "filler").unlink),
        "mode": (lambda: _forbid(room, 0o555), lambda: _forbid(room, 0o755)),
    }[way]
    return {**_refused(tiny, refuse, allow), "right": _is_right(tiny, folder)}


def _know(tiny: Tiny) -> None:
    """Have all that will be written in the cache, so that it is the folder that refuses."""
    out, tiny.out = tiny.out, tiny.folder / "aside" / "tiny"
    tiny.build()
    tiny.out = out


def _refused(tiny: Tiny, refuse: Callable[[], object], allow: Callable[[], object]) -> Told:
    before = tiny.files()
    refuse()
    try:
        tiny.build()
    except UserError as error:
        said = {"what": error.what, "where": error.where, "fix": error.fix}
    else:
        said = {}
    finally:
        allow()
    beside = sorted(path.name for path in tiny.out.parent.iterdir())
    return {**said, "same": tiny.files() == before, "beside": beside}


def _is_right(tiny: Tiny, folder: Path) -> bool:
    """Build now that nothing is in the way, and compare with a first build of the same."""
    tiny.build()
    made = tiny.files()
    tiny.out, tiny.cache = folder / "anew" / "tiny", Cache(folder / "new")
    tiny.build()
    anew = tiny.files()
    return _without_maps(made) == _without_maps(anew) and made.keys() == anew.keys()


def _without_maps(files: dict[str, bytes]) -> dict[str, bytes]:
    """Leave out what says where sources lie, as seen from the folder, and the list of all."""
    return {
        name: data for name, data in files.items() if name.startswith(("assets", "Tiny_Gems.j"))
    }


def _mount(room: Path) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library.mount(b"tmpfs", os.fsencode(room), b"tmpfs", 0, b"size=1m"):
        raise OSError(ctypes.get_errno(), "no disk can be mounted")


def _fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as stream:
        try:
            while stream.write(b"\0" * 512):
                pass
        except OSError:
            return


def _forbid(room: Path, mode: int) -> None:
    """Set what may be done in folders, and give up the right to do everything else."""
    _give_up_rights()
    for folder in (room, *(path for path in room.rglob("*") if path.is_dir())):
        folder.chmod(mode)


def _give_up_rights() -> None:
    """Be somebody to whom modes apply, also as root."""
    head = (ctypes.c_uint32 * 2)(_CAPABILITIES, 0)
    none = (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capset(head, none)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))))
